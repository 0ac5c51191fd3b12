//! What calls and field accesses of a fixture mean and run.

use redflag_classfile::{ClassFile, Code, Info, Insn, Op};
use redflag_ir::body::{FieldRef, InvokeKind, MethodRef};
use redflag_ir::program::resolve::{resolve_call, resolve_field_ref};
use redflag_ir::program::select::{call_target, targets};
use redflag_ir::program::{ClassId, LinkError, Program};
use redflag_ir::types;

use crate::fixture::Fixture;

/// A call or field access of the code.
#[derive(Clone, Copy)]
enum Use {
    Call { caller: ClassId, kind: InvokeKind, method: MethodRef },
    Field(FieldRef),
}

/// A use with the file and line that it is on.
struct Located {
    file: String,
    line: u32,
    used: Use,
}

/// Compares the expectations on lines with what is found; the number of expectations.
pub fn check(fixture: &Fixture, problems: &mut Vec<String>) -> usize {
    let program = &fixture.program;
    let mut located = Vec::new();
    for &class in &fixture.classes {
        program
            .with_class_file(class, |file| uses(program, class, file, &mut located))
            .expect("readable");
    }
    let mut checked = 0;
    for (file, markers) in &fixture.sources {
        for expectation in &markers.expectations {
            checked += 1;
            let on_line = |it: &&Located| it.file == *file && it.line == expectation.line;
            let here: Vec<Use> = located.iter().filter(on_line).map(|it| it.used).collect();
            let found = match here[..] {
                [used] => answer(program, used, &expectation.text),
                _ => Err(format!("{} calls and accesses on this line, expected one", here.len())),
            };
            if let Err(problem) = found {
                let line = expectation.line;
                problems.push(format!("{file}:{line}: {}: {problem}", expectation.text));
            }
        }
    }
    checked
}

/// Whether an expectation holds, or what does.
fn answer(program: &Program, used: Use, text: &str) -> Result<(), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match (used, &words[..]) {
        (Use::Field(field), ["resolves", expected]) => {
            let found = resolve_field_ref(program, &field);
            same(expected, &name_or_error(found, |found| program.field_name(found)))
        }
        (Use::Call { kind, method, .. }, ["resolves", expected]) => {
            let found = resolve_call(program, kind, &method);
            same(expected, &name_or_error(found, |found| program.method_name(found)))
        }
        (Use::Call { caller, kind, method }, ["on", receiver, "runs" | "throws", expected]) => {
            let receiver = types::class_constant(receiver, program.names().symbols())
                .ok_or_else(|| format!("there is no class {receiver}"))?;
            let found = call_target(program, caller, kind, &method, receiver);
            same(expected, &name_or_error(found, |found| program.method_name(found)))
        }
        (Use::Call { kind, method, .. }, ["may", "run", expected @ ..]) => {
            let resolved =
                resolve_call(program, kind, &method).map_err(|error| error.to_string())?;
            let named = program.loaded_class(method.class).ok_or("a class that is not loaded")?;
            let mut found: Vec<String> = targets(program, named, resolved)
                .into_iter()
                .map(|found| program.method_name(found))
                .collect();
            found.sort();
            let mut expected = expected.to_vec();
            expected.sort_unstable();
            let matches = found.len() == expected.len()
                && expected
                    .iter()
                    .zip(&found)
                    .all(|(expected, found)| same(expected, found).is_ok());
            if matches { Ok(()) } else { Err(format!("found {}", found.join(" "))) }
        }
        _ => Err("no expectation of this driver, or not of this kind of use".to_owned()),
    }
}

fn name_or_error<T>(found: Result<T, LinkError>, name: impl Fn(T) -> String) -> String {
    match found {
        Ok(found) => name(found),
        Err(error) => error.java_name().to_owned(),
    }
}

/// A member's name is matched with or without its descriptor.
fn same(expected: &str, found: &str) -> Result<(), String> {
    let bare = found.split('(').next().unwrap_or(found);
    if found == expected || bare == expected { Ok(()) } else { Err(format!("found {found}")) }
}

fn uses(program: &Program, class: ClassId, file: &ClassFile<'_>, located: &mut Vec<Located>) {
    let source = file.source_file().unwrap_or_default().into_owned();
    for code in file.methods.iter().filter_map(|method| method.code()) {
        for (at, insn) in code.insns.iter().enumerate() {
            if let (Some(used), Some(line)) = (used(program, class, file, insn), line_of(code, at))
            {
                located.push(Located { file: source.clone(), line, used });
            }
        }
    }
}

fn used(program: &Program, caller: ClassId, file: &ClassFile<'_>, insn: &Insn) -> Option<Use> {
    let names = program.names();
    let kind = match insn.op() {
        Op::Getfield | Op::Putfield | Op::Getstatic | Op::Putstatic => None,
        Op::Invokevirtual => Some(InvokeKind::Virtual),
        Op::Invokespecial => Some(InvokeKind::Special),
        Op::Invokestatic => Some(InvokeKind::Static),
        Op::Invokeinterface => Some(InvokeKind::Interface),
        _ => return None,
    };
    match (*insn).clone() {
        Insn::Field { index, .. } => {
            let field = file.pool.field(index).ok()?;
            Some(Use::Field(FieldRef {
                class: names.get_bytes(field.class)?,
                name: names.get_bytes(field.name)?,
                ty: names.field_type(names.get_bytes(field.descriptor)?)?,
            }))
        }
        Insn::Invoke { index, .. } | Insn::InvokeInterface { index, .. } => {
            let method = file.pool.method(index).ok()?;
            let is_constructor = method.name == b"<init>";
            let method = MethodRef {
                class: names.class_constant(method.class)?,
                name: names.get_bytes(method.name)?,
                descriptor: names.get_bytes(method.descriptor)?,
                of_interface: method.of_interface,
            };
            (!is_constructor).then_some(Use::Call { caller, kind: kind?, method })
        }
        _ => None,
    }
}

fn line_of(code: &Code<'_>, at: usize) -> Option<u32> {
    let lines = code.attributes.iter().find_map(|attribute| match &attribute.info {
        Info::LineNumberTable(lines) => Some(lines),
        _ => None,
    })?;
    let before = lines.iter().filter(|(start, _)| start.index() <= at);
    before.max_by_key(|(start, _)| start.index()).map(|&(_, line)| u32::from(line))
}
