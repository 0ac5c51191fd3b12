//! Where the receiver of a method is.

use redflag_classfile::frame::{Change, VType};
use redflag_classfile::{Code, ConstantPool, Insn, Label, Op, Result};

use crate::snippet::parameters;

/// Whether the variable that holds the receiver at first does so at the end, too: nothing is stored there, and the
/// stack maps, from which shrinkers remove what is not used again, have it.
pub fn keeps_this(code: &Code<'_>, descriptor: &str) -> bool {
    let mut locals = 1 + parameters(descriptor).0.len();
    let is_dropped = code.frames().unwrap_or_default().iter().any(|frame| {
        match &frame.change {
            Change::Same | Change::Stack(_) => return false,
            Change::Chop(count) => locals = locals.saturating_sub(usize::from(*count)),
            Change::Append(more) => locals += more.len(),
            Change::Full { locals: all, .. } => {
                locals = all.len();
                return matches!(all.first(), None | Some(VType::Top));
            }
        }
        locals == 0
    });
    !is_dropped && !code.insns.iter().any(overwrites_this)
}

/// Whether the receiver is where it was at first after a constructor's call of another one, and whether that is the
/// only such call.
pub fn has_this_after(code: &Code<'_>, pool: &ConstantPool<'_>, call: Label) -> Result<bool> {
    let mut calls = 0;
    for insn in &code.insns {
        if let (Insn::Invoke { op: Op::Invokespecial, index }, Insn::Invoke { index: first, .. }) =
            (insn, &code.insns[call.index()])
        {
            let (method, first) = (pool.method(*index)?, pool.method(*first)?);
            calls += u32::from(method.name == b"<init>" && method.class == first.class);
        }
    }
    Ok(calls == 1 && !code.insns[..call.index()].iter().any(overwrites_this))
}

fn overwrites_this(insn: &Insn) -> bool {
    let is_store = |op: Op| (Op::Istore..=Op::Astore).contains(&op);
    matches!(insn, Insn::Local { op, index: 0, .. } if is_store(*op))
}
