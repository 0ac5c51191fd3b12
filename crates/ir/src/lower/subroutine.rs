//! Which subroutine calls are under way, for inlining `jsr` and `ret` (class files up to
//! version 50).
//!
//! A context is the stack of calls that may still return. Code is copied per context, so that a
//! `ret` has one place to go to. A call that a jump or an exception left for good is dropped where
//! nothing reads its address any more ([`super::return_addresses`]): otherwise each `finally` that
//! can throw would multiply the copies of all the code after it. The JVM forbids a subroutine to
//! call itself; where a context already holds the subroutine that is called, the earlier call was
//! left too, and it and all later ones are dropped.

use redflag_classfile::{Code, Insn, Label, Op};
use rustc_hash::FxHashMap;

use super::unlowerable::Unlowerable;
use super::work::Work;

/// The context outside of all subroutines.
pub(super) const OUTSIDE: u32 = 0;

#[derive(Default)]
pub(super) struct Contexts {
    /// By context less one, the innermost call.
    calls: Vec<Call>,
    /// Contexts by caller and calling instruction.
    known: FxHashMap<(u32, u32), u32>,
}

#[derive(Clone, Copy)]
struct Call {
    caller: u32,
    /// The instruction that calls.
    site: u32,
    subroutine: Label,
    keeps: Address,
}

/// Where a subroutine keeps the address that it was called with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Address {
    Local(u16),
    /// Not in the first instruction: any `ret` inside may be its return.
    Unclear,
}

impl Contexts {
    pub(super) fn clear(&mut self) {
        self.calls.clear();
        self.known.clear();
    }

    /// The context inside the subroutine that `site` calls; `None` if the subroutine throws its
    /// address away, so that the call is no more than a jump.
    pub(super) fn call(
        &mut self,
        code: &Code<'_>,
        context: u32,
        site: u32,
        subroutine: Label,
    ) -> Option<u32> {
        let keeps = match code.insns.get(subroutine.index()) {
            Some(Insn::Local { op: Op::Astore, index, .. }) => Address::Local(*index),
            Some(Insn::Plain(Op::Pop)) => return None,
            _ => Address::Unclear,
        };
        let caller = self.without(context, subroutine);
        let context = self.known.entry((caller, site)).or_insert_with(|| {
            self.calls.push(Call { caller, site, subroutine, keeps });
            self.calls.len() as u32
        });
        Some(*context)
    }

    /// Where `ret local` goes: the calling instruction, and the context that it called in.
    pub(super) fn ret(&self, context: u32, local: u16) -> Option<(u32, u32)> {
        let keeping = |address| self.active(context).find(|call| call.keeps == address);
        keeping(Address::Local(local))
            .or_else(|| keeping(Address::Unclear))
            .map(|call| (call.site, call.caller))
    }

    /// The context without the innermost calls that can no longer return: those whose address is
    /// in a local variable that is not `live`.
    pub(super) fn without_left(
        &self,
        context: u32,
        live: impl Fn(u16) -> bool,
        work: &mut Work,
    ) -> Result<u32, Unlowerable> {
        let may_return = |call: &Call| match call.keeps {
            Address::Local(local) => live(local),
            Address::Unclear => true,
        };
        let mut at = context;
        while let Some(call) = self.innermost(at).filter(|call| !may_return(call)) {
            work.spend(1)?;
            at = call.caller;
        }
        Ok(at)
    }

    fn innermost(&self, context: u32) -> Option<Call> {
        Some(self.calls[context.checked_sub(1)? as usize])
    }

    /// The calls under way, innermost first.
    fn active(&self, context: u32) -> impl Iterator<Item = Call> + '_ {
        std::iter::successors(self.innermost(context), |call| self.innermost(call.caller))
    }

    /// The context up to where the subroutine was called first.
    fn without(&self, context: u32, subroutine: Label) -> u32 {
        self.active(context)
            .find(|call| call.subroutine == subroutine)
            .map_or(context, |call| call.caller)
    }
}
