//! Sorting the code that is to run on edges by where it can stand.

use rustc_hash::FxHashMap;

use super::{CodeEdit, Snippet};
use crate::error::{Error, Result};
use crate::insn::Label;
use crate::opcode::Op;

/// Code on edges, by the original instruction that an edge leaves.
#[derive(Default)]
pub(super) struct Edges<'e> {
    /// Between an instruction and the next one.
    pub falling: FxHashMap<u32, Falling<'e>>,
    /// On taken branches, by their targets: this code stands at the end of the method and goes
    /// on to the target from there.
    pub branching: FxHashMap<u32, Vec<(Label, &'e Snippet)>>,
    /// On the one edge of a `jsr`, which is taken whenever it runs: before it. At the end of the
    /// method it would be a subroutine of its own, with a return address that the verifier does
    /// not let meet those of other calls.
    pub calling: FxHashMap<u32, &'e Snippet>,
}

pub(super) struct Falling<'e> {
    pub snippet: &'e Snippet,
    /// The instruction is a branch to the next one: taken or not, it is the same edge.
    pub branches_too: bool,
}

pub(super) fn sort_edges<'e>(edit: &'e CodeEdit<'_, '_>) -> Result<Edges<'e>> {
    let mut edges = Edges::default();
    for (from, to, snippet) in &edit.edges {
        if edit.replaced.contains_key(&from.0) {
            return Err(Error::new(format!("{from} is replaced, and has no edges any more")));
        }
        let insn = &edit.code.insns[from.index()];
        let mut branches = false;
        insn.for_each_target(|target| branches |= target == *to);
        let falls = insn.falls_through() && to.0 == from.0 + 1;
        match (falls, branches) {
            (false, false) => {
                return Err(Error::new(format!("there is no edge from {from} to {to}")));
            }
            (false, true) if matches!(insn.op(), Op::Jsr | Op::JsrW) => {
                edges.calling.insert(from.0, snippet);
            }
            (false, true) => edges.branching.entry(from.0).or_default().push((*to, snippet)),
            (true, branches_too) => {
                edges.falling.insert(from.0, Falling { snippet, branches_too });
            }
        }
    }
    Ok(edges)
}
