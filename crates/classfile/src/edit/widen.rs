//! Branches that no longer reach their target in sixteen bits get a form that does.

use super::flatten::Flat;
use crate::code::CODE_LIMIT;
use crate::encode::size;
use crate::error::{Error, Result};
use crate::insn::{Insn, Label};
use crate::opcode::Op;

/// `goto` and `jsr` become `goto_w` and `jsr_w`; a conditional branch becomes its inverse around
/// a `goto_w`. Widening moves other code further away, so this goes on until all is in reach.
pub(super) fn widen(flat: &mut Flat) -> Result<()> {
    let mut is_far = vec![false; flat.insns.len()];
    while mark_far(&flat.insns, &mut is_far)? {}
    if !is_far.contains(&true) {
        return Ok(());
    }
    let mut moved = Vec::with_capacity(flat.insns.len() + 1);
    let mut next = 0u32;
    for (insn, &far) in flat.insns.iter().zip(&is_far) {
        moved.push(next);
        next += 1 + u32::from(far && insn.op().inverted().is_some());
    }
    moved.push(next);

    let mut insns = Vec::with_capacity(next as usize);
    for (at, (mut insn, far)) in std::mem::take(&mut flat.insns).into_iter().zip(is_far).enumerate()
    {
        insn.map_targets(|target| Label(moved[target.index()]));
        match insn {
            Insn::Branch { op, target } if far => match op.inverted() {
                Some(inverted) => {
                    let past = Label(moved[at + 1]);
                    insns.push(Insn::Branch { op: inverted, target: past });
                    insns.push(Insn::Branch { op: Op::GotoW, target });
                }
                None => insns.push(Insn::Branch { op: wide(op), target }),
            },
            _ => insns.push(insn),
        }
    }
    flat.insns = insns;
    let places = flat.target_of.iter_mut().chain(&mut flat.insn_of).chain(&mut flat.range_of);
    for at in places {
        *at = moved[*at as usize];
    }
    for trampoline in &mut flat.trampolines {
        trampoline.start = moved[trampoline.start as usize];
        trampoline.end = moved[trampoline.end as usize];
    }
    for handler in &mut flat.new_handlers {
        for label in [&mut handler.start, &mut handler.end, &mut handler.handler] {
            *label = Label(moved[label.index()]);
        }
    }
    Ok(())
}

/// Marks the branches that do not reach, given those that are marked; whether there were any new.
fn mark_far(insns: &[Insn], is_far: &mut [bool]) -> Result<bool> {
    let mut pcs = Vec::with_capacity(insns.len() + 1);
    let mut pc = 0usize;
    for (insn, &far) in insns.iter().zip(&*is_far) {
        pcs.push(pc);
        pc += match insn {
            Insn::Branch { op, .. } if far => {
                if op.inverted().is_some() {
                    8
                } else {
                    5
                }
            }
            _ => size(insn, pc),
        };
    }
    pcs.push(pc);
    if pc >= CODE_LIMIT {
        return Err(Error::limit(format!(
            "the method would take {pc} bytes of code, at most 65535 fit"
        )));
    }
    let mut any = false;
    for (at, insn) in insns.iter().enumerate() {
        if let Insn::Branch { op, target } = insn
            && !is_far[at]
            && !matches!(op, Op::GotoW | Op::JsrW)
        {
            let span = pcs[target.index()] as i64 - pcs[at] as i64;
            if i16::try_from(span).is_err() {
                is_far[at] = true;
                any = true;
            }
        }
    }
    Ok(any)
}

fn wide(op: Op) -> Op {
    if op == Op::Jsr { Op::JsrW } else { Op::GotoW }
}
