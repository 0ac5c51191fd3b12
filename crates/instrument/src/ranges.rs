//! Accesses that the JDK makes to the program's arrays on its behalf: copying, filling, sorting.
//! The JDK's own accesses are not checked, so they are told of where the program calls.
//!
//! Only methods that touch elements for certain are here. One that may stop early, such as a
//! search, could be said to have read what it did not.

use redflag_classfile::edit::CodeEdit;
use redflag_classfile::mutf8::decode;
use redflag_classfile::{Code, Insn, Label, Op, Result};

use crate::hooks;
use crate::method::Method;
use crate::snippet::{Writer, load_op, parameters, slots, store_op};

/// Adds the calls after every call of such a method.
pub fn observe_ranges<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
) -> Result<()> {
    for (at, insn) in (0u32..).map(Label).zip(&code.insns) {
        let Insn::Invoke { index, .. } = *insn else { continue };
        let called = method.pool.method(index)?;
        if !called.class.starts_with(b"java/") && !called.class.starts_with(b"[") {
            continue;
        }
        let class = decode(called.class).into_owned();
        let name = decode(called.name).into_owned();
        let descriptor = decode(called.descriptor).into_owned();
        let (arguments, _) = parameters(&descriptor);
        if class == "java/util/Arrays" && name == "equals" && arguments.len() == 2 {
            let element = element(arguments[0]);
            let sites = [method.site(at, false, element), method.site(at, false, element)];
            let (one, other) = (edit.scratch_local(1)?, edit.scratch_local(1)?);
            let mut code = Writer::new(method.pool);
            code.local(Op::Astore, other).op(Op::Dup).local(Op::Astore, one);
            code.local(Op::Aload, other).insn(insn.clone());
            code.local(Op::Aload, one).local(Op::Aload, other);
            code.int(sites[0] as i32)?.int(sites[1] as i32)?.call(hooks::READ_EQUAL)?;
            edit.replace(at, code.done());
            continue;
        }
        if class.starts_with('[') && name == "clone" {
            // On the stack throughout, so that the JVM's message about null names the array.
            let site = method.site(at, false, element(&class));
            let mut code = Writer::new(method.pool);
            code.op(Op::Dup).insn(insn.clone()).ops(&[Op::Swap, Op::Iconst0]);
            code.int(i32::MAX)?.int(site as i32)?.call(hooks::READ_RANGE)?;
            edit.replace(at, code.done());
            continue;
        }
        let ranges = ranges_of(&class, &name, &arguments);
        if ranges.is_empty() {
            continue;
        }
        let mut variables = Vec::new();
        for argument in &arguments {
            variables.push(edit.scratch_local(slots(argument))?);
        }
        let sites: Vec<u32> = ranges
            .iter()
            .map(|range| method.site(at, range.is_write, element(arguments[range.array])))
            .collect();
        let mut code = Writer::new(method.pool);
        for (argument, &variable) in arguments.iter().zip(&variables).rev() {
            code.local(store_op(argument), variable);
        }
        for (argument, &variable) in arguments.iter().zip(&variables) {
            code.local(load_op(argument), variable);
        }
        code.insn(insn.clone());
        for (range, site) in ranges.iter().zip(sites) {
            code.local(Op::Aload, variables[range.array]);
            push_bounds(&mut code, range.bounds, &variables)?;
            let hook = if range.is_write { hooks::WRITE_RANGE } else { hooks::READ_RANGE };
            code.int(site as i32)?.call(hook)?;
        }
        edit.replace(at, code.done());
    }
    Ok(())
}

/// A bound on the sites of one instruction.
pub fn most_sites(insn: &Insn) -> u32 {
    match insn {
        Insn::Field { .. } => 1,
        Insn::Invoke { .. } => 2,
        Insn::Plain(op) if *op >= Op::Iaload && *op <= Op::Saload => 1,
        Insn::Plain(op) if *op >= Op::Iastore && *op <= Op::Sastore => 1,
        _ => 0,
    }
}

/// Elements of one of a call's arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    array: usize,
    bounds: Bounds,
    is_write: bool,
}

/// By the places of the arguments that say so. The runtime cuts them to the array's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bounds {
    Whole,
    FromTo(usize, usize),
    FromLength(usize, usize),
    First(usize),
    /// From the third, as many as there are between the first two.
    FromAsMany(usize, usize, usize),
}

fn reads(array: usize, bounds: Bounds) -> Range {
    Range { array, bounds, is_write: false }
}

fn writes(array: usize, bounds: Bounds) -> Range {
    Range { array, bounds, is_write: true }
}

fn ranges_of(class: &str, name: &str, parameters: &[&str]) -> Vec<Range> {
    let is_array = |at: usize| parameters.get(at).is_some_and(|ty| ty.starts_with('['));
    let ints = |at: usize| parameters.get(at..at + 2) == Some(&["I", "I"]);
    let whole_or_from_to = if ints(1) { Bounds::FromTo(1, 2) } else { Bounds::Whole };
    let whole_or_from_length = if ints(1) { Bounds::FromLength(1, 2) } else { Bounds::Whole };
    match (class, name) {
        ("java/lang/System", "arraycopy") => {
            vec![reads(0, Bounds::FromLength(1, 4)), writes(2, Bounds::FromLength(3, 4))]
        }
        ("java/util/Arrays", _) if !is_array(0) => Vec::new(),
        ("java/util/Arrays", "fill") => {
            // Filling an int array with an int: two ints may also be value and nothing.
            let ranged = parameters.len() == 4;
            vec![writes(0, if ranged { Bounds::FromTo(1, 2) } else { Bounds::Whole })]
        }
        ("java/util/Arrays", "copyOf") => vec![reads(0, Bounds::First(1))],
        ("java/util/Arrays", "copyOfRange") => vec![reads(0, Bounds::FromTo(1, 2))],
        ("java/util/Arrays", "sort" | "parallelSort" | "parallelPrefix") => {
            vec![reads(0, whole_or_from_to), writes(0, whole_or_from_to)]
        }
        ("java/util/Arrays", "setAll" | "parallelSetAll") => vec![writes(0, Bounds::Whole)],
        ("java/util/Arrays", "hashCode" | "toString") => vec![reads(0, Bounds::Whole)],
        ("java/lang/String", "<init>" | "valueOf" | "copyValueOf")
        | ("java/lang/StringBuilder" | "java/lang/StringBuffer", "append")
            if is_array(0) =>
        {
            vec![reads(0, whole_or_from_length)]
        }
        ("java/lang/String" | "java/lang/StringBuilder" | "java/lang/StringBuffer", "getChars")
            if is_array(2) =>
        {
            vec![writes(2, Bounds::FromAsMany(0, 1, 3))]
        }
        _ => Vec::new(),
    }
}

fn push_bounds(code: &mut Writer<'_, '_>, bounds: Bounds, variables: &[u16]) -> Result<()> {
    let int = |code: &mut Writer<'_, '_>, at: usize| {
        code.local(Op::Iload, variables[at]);
    };
    match bounds {
        Bounds::Whole => {
            code.op(Op::Iconst0).int(i32::MAX)?;
        }
        Bounds::FromTo(from, to) => {
            int(code, from);
            int(code, to);
        }
        Bounds::FromLength(from, length) => {
            int(code, from);
            code.op(Op::Dup);
            int(code, length);
            code.op(Op::Iadd);
        }
        Bounds::First(length) => {
            code.op(Op::Iconst0);
            int(code, length);
        }
        Bounds::FromAsMany(first, end, from) => {
            int(code, from);
            code.op(Op::Dup);
            int(code, end);
            code.op(Op::Iadd);
            int(code, first);
            code.op(Op::Isub);
        }
    }
    Ok(())
}

/// The element type of an array's descriptor; of an object's, its own.
fn element(descriptor: &str) -> &str {
    descriptor.strip_prefix('[').unwrap_or(descriptor)
}
