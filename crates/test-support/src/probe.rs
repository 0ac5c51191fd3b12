//! The probe that the rewriting tests put into code.

use redflag_classfile::{Insn, Op};

/// The class whose static methods the probes call; it must be in a package of `java.base`, where
/// every class can see it.
pub const PROBE_CLASS: &str = "java/lang/RedflagProbe";

/// Field accesses, array accesses, monitor operations and calls.
pub fn is_probed(insn: &Insn) -> bool {
    use Op::*;
    match insn {
        Insn::Field { .. }
        | Insn::Invoke { .. }
        | Insn::InvokeInterface { .. }
        | Insn::InvokeDynamic { .. } => true,
        Insn::Plain(op) => {
            (Iaload..=Saload).contains(op)
                || (Iastore..=Sastore).contains(op)
                || matches!(op, Monitorenter | Monitorexit)
        }
        _ => false,
    }
}

/// A class with a probe before every field access, array access, monitor operation and call, and
/// a branch around each; `None` when it has none of these.
pub fn probe_class(bytes: &[u8]) -> Result<Option<Vec<u8>>, String> {
    crate::stress::stress_class(bytes, crate::stress::Stress::Before)
}
