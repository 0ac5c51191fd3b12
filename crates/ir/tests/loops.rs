//! Loops of compiled Java, as `testdata/loops/*.java` says they are.
//!
//! The line of a loop is that of its header's first instruction: the line of `for` or `while`,
//! or of the first statement inside where there is no condition in front. There a comment lists
//! what is known of the loop, and every loop has such a comment:
//!
//! ```java
//! for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?; index 2*i + 1
//! ```
//!
//! - `loop DEPTH`, followed by `by exception` if only exceptions lead back to the header. The
//!   texts up to the next `loop` belong to it.
//! - `iv NAME from INIT step STEP` for each induction variable. One that has no name in the
//!   source is `#`, and `?` stands for what is not known.
//! - `while TEST, trips COUNT` for each bound; `do while` at the foot of the loop, `test` in its
//!   middle; `trips <= COUNT` if the loop can also be left elsewhere, and `may wrap` instead if
//!   the variable may wrap before the test fails.
//! - `index FORM` for each form of index, in terms of the loop's variables, with which the loop
//!   accesses arrays outside of inner loops; `?` for one that varies and is not linear.

#[path = "loops/source_names.rs"]
mod source_names;

use std::collections::BTreeMap;
use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use redflag_classfile::{ClassFile, Code};
use redflag_ir::body::{Body, Opcode};
use redflag_ir::flow::induction::induction_variables;
use redflag_ir::flow::linear::linear;
use redflag_ir::flow::loop_text::{bound_text, linear_text, variable_text};
use redflag_ir::flow::loops::LoopId;
use redflag_ir::flow::trip_bounds::trip_bounds;
use redflag_ir::flow::{Flow, flow};
use redflag_ir::lower::lower;
use redflag_ir::names::Names;
use redflag_test_support::{cache, javac, jdks, markers};

use source_names::SourceNames;

/// The texts of each line, one after the other.
type Texts = BTreeMap<u32, Vec<String>>;

fn main() {
    let sources = javac::sources_in(&cache::in_repository("testdata/loops"));
    assert!(!sources.is_empty(), "testdata/loops has Java files");
    let trials = sources.into_iter().map(|source| {
        let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(name, move || check(&source))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn check(source: &Path) -> Result<(), Failed> {
    let markers = markers::parse(&std::fs::read_to_string(source)?)?;
    let mut expected = Texts::new();
    for expectation in markers.expectations {
        expected.entry(expectation.line).or_default().push(expectation.text);
    }
    if expected.is_empty() {
        return Err("no loop is expected: what does this file test?".into());
    }
    let classes = javac::compile(jdks::compiler(), &[source], &["-g"]);
    let found = loops_of_classes(&classes)?;
    let lines: std::collections::BTreeSet<_> = expected.keys().chain(found.keys()).collect();
    let text = |texts: &Texts, line: &u32| match texts.get(line) {
        Some(texts) => texts.join("; "),
        None => "no loop".to_owned(),
    };
    let wrong = lines.into_iter().filter(|line| expected.get(line) != found.get(line));
    let wrong: Vec<_> = wrong
        .map(|line| {
            let (expected, found) = (text(&expected, line), text(&found, line));
            format!("line {line}:\n  expected {expected}\n     found {found}")
        })
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn loops_of_classes(directory: &Path) -> Result<Texts, Failed> {
    let mut files: Vec<_> = std::fs::read_dir(directory)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, Failed>>()?;
    files.sort();
    let mut found = Texts::new();
    for file in files {
        let bytes = std::fs::read(file)?;
        let class = ClassFile::read(&bytes)?;
        let mut names = Names::default();
        names.intern_class(&class);
        for method in &class.methods {
            let Some(code) = method.code() else { continue };
            let body = lower(&class, method, code, &names)?;
            add_loops(&class, code, &names, &body, &mut found);
        }
    }
    Ok(found)
}

fn add_loops(
    class: &ClassFile<'_>,
    code: &Code<'_>,
    names: &Names,
    body: &Body,
    found: &mut Texts,
) {
    let flow = flow(body);
    let source_names = SourceNames::new(class, code, names, &flow);
    for id in flow.loops.ids() {
        let pc = body.block(flow.loops.get(id).header).pc;
        let line = body.line(pc).map_or(0, u32::from);
        found.entry(line).or_default().extend(describe(&flow, id, &source_names));
    }
}

fn describe(flow: &Flow<'_>, id: LoopId, names: &SourceNames<'_>) -> Vec<String> {
    let body = flow.body;
    let how = if flow.loops.is_exceptional(body, id) { " by exception" } else { "" };
    let mut texts = vec![format!("loop {}{how}", flow.loops.get(id).depth)];
    let name = |value| names.of(value);
    let variables = induction_variables(flow, id);
    texts.extend(variables.iter().map(|v| format!("iv {}", variable_text(v, name))));
    texts.extend(trip_bounds(flow, id).iter().map(|bound| bound_text(bound, name)));
    let own = body.block_ids().filter(|&block| flow.loops.innermost(block) == Some(id));
    for (_, inst) in own.flat_map(|block| body.insts_of(block)) {
        if let (Opcode::ArrayLoad(_) | Opcode::ArrayStore(_), [_, index, ..]) =
            (inst.op, body.operands(inst.operands))
        {
            if flow.invariance.is_invariant(&flow.loops, id, *index) {
                continue;
            }
            let form = linear(flow, id, &variables, *index);
            let text = form.map_or_else(|| "?".to_owned(), |form| linear_text(&form, name));
            let text = format!("index {text}");
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
    texts
}
