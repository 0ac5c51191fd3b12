//! Which subroutine calls are under way, for inlining `jsr` and `ret` (class files up to
//! version 50).
//!
//! A context is the stack of calls that have not returned. Code is copied per context, so that a
//! `ret` has one place to go to. The JVM forbids a subroutine to call itself; where a context
//! already holds the subroutine that is called, the earlier call was left by a jump or an
//! exception, and it and all later ones are dropped.

use redflag_classfile::{Code, Insn, Label, Op};
use rustc_hash::FxHashMap;

/// The context outside of all subroutines.
pub(super) const OUTSIDE: u32 = 0;

#[derive(Default)]
pub(super) struct Contexts {
    contexts: Vec<Call>,
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
    /// It throws the address away, so it never returns.
    Nowhere,
    /// Not in the first instruction: any `ret` inside may be its return.
    Unclear,
}

impl Contexts {
    pub(super) fn clear(&mut self) {
        self.contexts.clear();
        self.known.clear();
        self.contexts.push(Call {
            caller: OUTSIDE,
            site: 0,
            subroutine: Label(0),
            keeps: Address::Nowhere,
        });
    }

    /// The context inside the subroutine that `site` calls.
    pub(super) fn call(
        &mut self,
        code: &Code<'_>,
        context: u32,
        site: u32,
        subroutine: Label,
    ) -> u32 {
        let caller = self.without(context, subroutine);
        if let Some(&known) = self.known.get(&(caller, site)) {
            return known;
        }
        let keeps = match code.insns.get(subroutine.index()) {
            Some(Insn::Local { op: Op::Astore, index, .. }) => Address::Local(*index),
            Some(Insn::Plain(Op::Pop)) => Address::Nowhere,
            _ => Address::Unclear,
        };
        let new = self.contexts.len() as u32;
        self.contexts.push(Call { caller, site, subroutine, keeps });
        self.known.insert((caller, site), new);
        new
    }

    /// Where `ret local` goes: the calling instruction, and the context that it called in.
    pub(super) fn ret(&self, context: u32, local: u16) -> Option<(u32, u32)> {
        let keeping = |address| self.active(context).find(|call| call.keeps == address);
        keeping(Address::Local(local))
            .or_else(|| keeping(Address::Unclear))
            .map(|call| (call.site, call.caller))
    }

    /// The calls under way, innermost first.
    fn active(&self, context: u32) -> impl Iterator<Item = Call> + '_ {
        let mut at = context;
        std::iter::from_fn(move || {
            let call = self.contexts[at as usize];
            (at != OUTSIDE).then(|| {
                at = call.caller;
                call
            })
        })
    }

    /// The context up to where the subroutine was called first.
    fn without(&self, context: u32, subroutine: Label) -> u32 {
        self.active(context)
            .find(|call| call.subroutine == subroutine)
            .map_or(context, |call| call.caller)
    }
}
