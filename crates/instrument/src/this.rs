//! Where the receiver of a method is.

use redflag_classfile::frame::{Change, VType};
use redflag_classfile::{Code, Insn, Op};

use crate::snippet::parameters;

/// Whether the variable that holds the receiver at first does so at the end, too: nothing is stored there, and the
/// stack maps, from which shrinkers remove what is not used again, have it.
pub fn keeps_this(code: &Code<'_>, descriptor: &str) -> bool {
    let is_store = |op: Op| (Op::Istore..=Op::Astore).contains(&op);
    let is_overwritten =
        |insn: &Insn| matches!(insn, Insn::Local { op, index: 0, .. } if is_store(*op));
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
    !is_dropped && !code.insns.iter().any(is_overwritten)
}
