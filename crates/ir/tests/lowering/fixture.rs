//! One fixture: compiled, lowered, verified, and compared with what it says of itself.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use redflag_classfile::ClassFile;
use redflag_ir::body::{Body, Opcode};
use redflag_ir::lower::lower;
use redflag_ir::names::Names;
use redflag_ir::print::print;
use redflag_ir::program::source::ClassPath;
use redflag_ir::verify::verify;
use redflag_test_support::markers::Markers;

use crate::operations::operation;

pub struct Fixture {
    /// The name of its file.
    pub name: String,
    pub markers: Markers,
}

impl Fixture {
    pub fn check(&self, classes: &Path) -> Result<(), String> {
        let lowered = Lowered::of(&self.name, classes)?;
        let mut problems = compare_lines(&self.markers, &lowered);
        for header in &self.markers.headers {
            if let Err(problem) = check_header(&lowered, &header.key, &header.values) {
                problems.push(format!("line {}: {problem}", header.line));
            }
        }
        if problems.is_empty() {
            return Ok(());
        }
        Err(format!("{}\n\n{}", problems.join("\n"), lowered.text))
    }
}

/// All bodies of a fixture.
struct Lowered {
    names: Names,
    methods: Vec<(String, Body)>,
    /// All of them printed, for whoever has to find out what went wrong.
    text: String,
}

impl Lowered {
    /// Of those of the directory's classes that come from the source file.
    fn of(source: &str, directory: &Path) -> Result<Lowered, String> {
        let classes = ClassPath::open(&[directory], 0);
        let (mut names, mut methods) = (Names::default(), Vec::new());
        let mut text = String::new();
        for (location, name) in classes.classes() {
            let bytes = classes.read(location).map_err(|error| error.to_string())?;
            let class = ClassFile::read(&bytes).map_err(|error| format!("{name}: {error}"))?;
            if class.source_file().as_deref() != Some(source) {
                continue;
            }
            names.intern_class(&class);
            for method in &class.methods {
                let Some(code) = method.code() else { continue };
                let name = class.pool.text(method.name).map_err(|error| error.to_string())?;
                let body = lower(&class, method, code, &names)
                    .map_err(|why| format!("{name} does not lower: {why}"))?;
                let printed = print(&class, method, &names, &body);
                verify(&names, &body).map_err(|wrong| format!("{name}: {wrong}\n{printed}"))?;
                let _ = writeln!(text, "{printed}");
                methods.push((name.into_owned(), body));
            }
        }
        if methods.is_empty() {
            return Err(format!("no classes of {source}"));
        }
        Ok(Lowered { names, methods, text })
    }

    fn body(&self, name: &str) -> Result<&Body, String> {
        let mut named = self.methods.iter().filter(|(method, _)| method == name);
        match (named.next(), named.next()) {
            (Some((_, body)), None) => Ok(body),
            (None, _) => Err(format!("no method {name}")),
            _ => Err(format!("several methods {name}")),
        }
    }
}

/// Each line's operations against its expectations, both ways.
fn compare_lines(markers: &Markers, lowered: &Lowered) -> Vec<String> {
    let mut lines: BTreeMap<u32, (Vec<&str>, Vec<String>)> = BTreeMap::new();
    for expectation in &markers.expectations {
        lines.entry(expectation.line).or_default().0.push(&expectation.text);
    }
    for (_, body) in &lowered.methods {
        let mut insts: Vec<_> = body.insts.iter().collect();
        insts.sort_by_key(|inst| inst.pc);
        for inst in insts {
            if let Some(text) = operation(&lowered.names, body, inst) {
                let line = body.line(inst.pc).map_or(0, u32::from);
                lines.entry(line).or_default().1.push(text);
            }
        }
    }
    let differs = lines.iter().filter(|(_, (expected, found))| expected != found);
    differs
        .map(|(line, (expected, found))| {
            format!("line {line}: expected {expected:?}\n{:10}  found {found:?}", "")
        })
        .collect()
}

fn check_header(lowered: &Lowered, key: &str, values: &[String]) -> Result<(), String> {
    let (method, expected) = match (key, values.split_first()) {
        ("javac" | "since", _) => return Ok(()),
        (_, Some(split)) => split,
        _ => return Err(format!("//@ {key}: names no method")),
    };
    let body = lowered.body(method)?;
    let type_of = |value| body.value(value).ty.java_name(lowered.names.symbols());
    let found: Vec<String> = match key {
        "blocks" => vec![body.blocks.len().to_string()],
        "phis" => {
            let phis = body.blocks.iter().flat_map(|block| &block.phis);
            phis.map(|phi| type_of(phi.value)).collect()
        }
        "catches" => {
            let catches = body.insts.iter().filter(|inst| inst.op == Opcode::Catch);
            catches.filter_map(|inst| inst.result).map(type_of).collect()
        }
        _ => return Err(format!("//@ {key}: is not known")),
    };
    if found == expected {
        return Ok(());
    }
    Err(format!("{key} of {method} are {found:?}, expected {expected:?}"))
}
