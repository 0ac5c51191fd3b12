//! The field writes of a constructor that happen before anyone else can know of the object.
//!
//! Nobody has accessed these fields, so they can be remembered as written without a look at what
//! was there.

use redflag_classfile::mutf8::decode;
use redflag_classfile::{Code, ConstantPool, Insn, Label, Op, Result, stack_effect};

use crate::arrays::block_starts;

/// The `putfield` instructions on `this` of a constructor, from its call of `Object`'s on, before
/// which `this` has been used for nothing but accesses to its fields. None if it calls another
/// class's constructor, which may have told anyone.
pub fn unescaped_writes(
    code: &Code<'_>,
    pool: &ConstantPool<'_>,
    super_call: Label,
) -> Result<Vec<Label>> {
    let Some(&Insn::Invoke { index, .. }) = code.insns.get(super_call.index()) else {
        return Ok(Vec::new());
    };
    if decode(pool.method(index)?.class) != "java/lang/Object" {
        return Ok(Vec::new());
    }
    let starts = block_starts(code);
    let is_this = |insn: &Insn| matches!(insn, Insn::Local { op: Op::Aload, index: 0, .. });
    let first = super_call.index() + 1;
    // Before the call `this` may be stored into, and is then called for; nobody has a copy.
    for (at, _) in code.insns[..first].iter().enumerate().filter(|(_, insn)| is_this(insn)) {
        if at + 1 != super_call.index() && field_access_of(code, pool, &starts, at).is_none() {
            return Ok(Vec::new());
        }
    }
    let mut end = code.insns.len();
    let mut writes = Vec::new();
    for (at, insn) in code.insns.iter().enumerate().skip(first) {
        let field_access = match *insn {
            Insn::Local { op: Op::Aload, index: 0, .. } => field_access_of(code, pool, &starts, at),
            // Not `this` any more.
            Insn::Local { op: Op::Astore, index: 0, .. } => None,
            _ => continue,
        };
        let Some(access) = field_access else {
            end = at;
            break;
        };
        if code.insns[access].op() == Op::Putfield {
            writes.push(access);
        }
    }
    let end = without_returns(code, first, end);
    Ok(writes.into_iter().filter(|&at| at < end).map(|at| Label(at as u32)).collect())
}

/// Where the code ends into which no jump leads from behind: what is jumped to from there may run
/// when the object is known.
fn without_returns(code: &Code<'_>, first: usize, mut end: usize) -> usize {
    loop {
        let before = end;
        for insn in &code.insns[before..] {
            insn.for_each_target(|target| end = end.min(target.index().max(first)));
        }
        for handler in &code.handlers {
            if handler.end.index() > before {
                end = end.min(handler.handler.index().max(first));
            }
        }
        if end == before {
            return end;
        }
    }
}

/// The field access, in straight code, whose object is what is loaded at an instruction.
fn field_access_of(
    code: &Code<'_>,
    pool: &ConstantPool<'_>,
    starts: &[bool],
    loaded: usize,
) -> Option<usize> {
    // How many slots lie on top of it.
    let mut above = 0;
    for (at, insn) in code.insns.iter().enumerate().skip(loaded + 1) {
        if starts[at] {
            return None;
        }
        let (popped, pushed) = stack_effect(insn, pool).ok()?;
        if popped > above {
            let is_object = match insn.op() {
                Op::Getfield => above == 0,
                // The object lies below the value.
                Op::Putfield => popped == above + 1,
                _ => false,
            };
            return is_object.then_some(at);
        }
        let mut branches = !insn.falls_through();
        insn.for_each_target(|_| branches = true);
        if branches {
            return None;
        }
        above = above - popped + pushed;
    }
    None
}
