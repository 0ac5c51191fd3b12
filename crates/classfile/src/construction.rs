//! Where objects come to life: the calls of constructors, by the `new` that made the object.

use crate::code::Code;
use crate::descriptor::Parameters;
use crate::edit::MethodContext;
use crate::insn::{Insn, Label};
use crate::opcode::Op;
use crate::pool::ConstantPool;
use crate::typing::{Method, Slot, State};

/// How many local variables may be looked at: far beyond what compilers write, and soon reached by a
/// file that means harm.
const WORK_LIMIT: usize = 1 << 24;

/// A call of a constructor for an object that this code has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Construction {
    /// The `new` instruction.
    pub made: Label,
    /// The call. When it returns, the object is on top of the stack.
    pub constructed: Label,
}

/// The constructions of a method, in the order of their calls; only those after which the object is
/// on top of the stack for certain, as compilers leave it there for an expression's value.
///
/// A type `Uninitialized` stands for one object, because a `new` cannot run again while what it made
/// before is on the stack without a constructor [JVMS §4.10.1.9]. So the stack's types before the
/// call say which object is where. They are known from the code's frames; after a branch target
/// without a frame, as in code for old verifiers, nothing is.
pub fn constructions(
    code: &Code<'_>,
    pool: &ConstantPool<'_>,
    context: &MethodContext,
) -> Vec<Construction> {
    let method = Method {
        pool,
        this_class: context.this_class,
        is_static: context.flags.is_static(),
        name: context.name,
        descriptor: context.descriptor,
    };
    let mut found = Vec::new();
    let Ok(mut framed) = method.entry() else { return found };
    let mut state = Some(framed.clone());
    let mut frames = code.frames().unwrap_or_default().iter().peekable();
    let arrivals = arrivals(code);
    let mut work = 0;
    for (at, insn) in code.insns.iter().enumerate() {
        if arrivals[at] {
            state = None;
        }
        while let Some(frame) = frames.next_if(|frame| frame.at.index() <= at) {
            // Frames are changes to one another: without this one the next mean nothing.
            if framed.apply(frame).is_err() {
                return found;
            }
            work += framed.locals.len();
            state = Some(framed.clone());
        }
        let Some(before) = &mut state else { continue };
        if insn.op() == Op::Invokespecial {
            work += before.locals.len();
        }
        if work > WORK_LIMIT {
            break;
        }
        let below = below_receiver(insn, before, pool);
        if method.step(before, &code.insns, at).is_err() || !insn.falls_through() {
            state = None;
        } else if let Some(made) = below {
            found.push(Construction { made, constructed: Label(at as u32) });
        }
    }
    found
}

/// If an instruction is the call of a constructor, and both its object and what lies right below the
/// object are what some `new` made: that `new`.
fn below_receiver(insn: &Insn, state: &State, pool: &ConstantPool<'_>) -> Option<Label> {
    let &Insn::Invoke { op: Op::Invokespecial, index } = insn else { return None };
    let called = pool.method(index).ok()?;
    if called.name != b"<init>" {
        return None;
    }
    let arguments = Parameters::of(called.descriptor).ok()?.count();
    let receiver = state.stack.len().checked_sub(arguments + 1)?;
    match (state.stack[receiver], state.stack.get(receiver.checked_sub(1)?)?) {
        (Slot::Uninitialized(made), &Slot::Uninitialized(copy)) if made == copy => Some(made),
        _ => None,
    }
}

/// Where control can arrive other than from the instruction before.
fn arrivals(code: &Code<'_>) -> Vec<bool> {
    let mut arrivals = vec![false; code.insns.len() + 1];
    for insn in &code.insns {
        insn.for_each_target(|target| arrivals[target.index()] = true);
    }
    code.handlers.iter().for_each(|handler| arrivals[handler.handler.index()] = true);
    arrivals
}
