//! Runs the code once over values instead of data, block by block in reverse postorder: each
//! instruction takes its operands off a stack of values and becomes an SSA instruction.
//!
//! Where paths join, a variable that they bring different values for gets a phi; if some of the
//! paths have not been run yet, as at the head of a loop, every live variable does, and those
//! that turn out to be superfluous are taken out afterwards ([`super::phis`]).

use redflag_classfile::{Code, Insn};

use super::constants::Constants;
use super::cut::{Caught, Cut};
use super::draft::{Draft, NO_VALUE, Variable};
use super::frames::Frames;
use super::graph::Graph;
use super::join::join;
use super::liveness::Liveness;
use super::unlowerable::Unlowerable;
use super::work::{INSTRUCTIONS, REMEMBERED, Work};
use crate::body::{BlockId, Opcode, ValueId};
use crate::carrier::Carrier;
use crate::types::Type;

/// The variables at the ends of blocks and of the block that is running. A variable is
/// [`NO_VALUE`] if it has no value of one kind there; so is the return address that a `jsr`
/// pushes, since no instruction computes with it.
#[derive(Default)]
pub(super) struct States {
    pub locals: Vec<u32>,
    pub stack: Vec<u32>,
    saved: Vec<u32>,
    /// For each block, where its variables are saved and how deep its stack is.
    ends: Vec<(u32, u32)>,
    /// The blocks that are entered before some predecessor has run, with their depth.
    open: Vec<(u32, u32)>,
}

pub(super) struct Machine<'m, 'c> {
    pub code: &'m Code<'m>,
    pub cut: &'m Cut,
    pub graph: &'m Graph,
    pub liveness: &'m Liveness,
    pub frames: &'m Frames,
    pub constants: &'m mut Constants<'c>,
    pub draft: &'m mut Draft,
    pub states: &'m mut States,
    pub work: &'m mut Work,
    /// What the method returns.
    pub returns: Type,
    /// The position of the instruction that is running.
    pub pc: u16,
    /// The block that is running.
    pub node: usize,
}

impl Machine<'_, '_> {
    /// Runs every block. `parameters` are the types of the values that the method starts with.
    pub(super) fn run(
        &mut self,
        parameters: impl Iterator<Item = Type>,
    ) -> Result<(), Unlowerable> {
        let states = &mut *self.states;
        states.saved.clear();
        states.ends.clear();
        states.open.clear();
        states.stack.clear();
        states.locals.clear();
        states.locals.resize(self.cut.locals, NO_VALUE);
        let mut slot = 0;
        for ty in parameters {
            let value = self.draft.parameter(ty.on_stack());
            // Parameters that no instruction names have no variable.
            if let Some(local) = states.locals.get_mut(slot) {
                *local = value;
            }
            slot += ty.slots();
        }
        for node in 0..self.graph.nodes.len() {
            self.node = node;
            self.enter()?;
            self.run_block()?;
            self.save()?;
        }
        self.close()
    }

    fn run_block(&mut self) -> Result<(), Unlowerable> {
        let node = self.graph.nodes[self.node];
        let block = self.cut.blocks[node.block as usize];
        if node.kind.catches() {
            self.pc = self.code.pcs[block.start as usize];
            self.catch(node.block)?;
        }
        let mut falls_through = true;
        if node.kind.runs_block() {
            let (start, end) = (block.start as usize, block.end as usize);
            let code = self.code;
            for (insn, &pc) in code.insns[start..end].iter().zip(&code.pcs[start..end]) {
                self.pc = pc;
                self.step(insn)?;
            }
            let last = &code.insns[end - 1];
            falls_through = last.falls_through() && !matches!(last, Insn::Branch { .. });
        }
        if falls_through {
            let to = BlockId(self.graph.successors(self.node)[0]);
            self.draft.inst(Opcode::Goto(to), self.draft.operands.len(), self.pc);
        }
        let end = self.draft.insts.len();
        self.draft.ends.push(end as u32);
        if end > INSTRUCTIONS { Err(Unlowerable::TooLarge) } else { Ok(()) }
    }

    fn catch(&mut self, block: u32) -> Result<(), Unlowerable> {
        let ty = match self.cut.catches[block as usize] {
            Caught::One(0) | Caught::Nothing => Some(Type::THROWABLE),
            Caught::One(index) => {
                let ty = self.constants.class_type(index);
                Some(ty.ok_or(Unlowerable::Constant { pc: self.pc, index })?)
            }
            Caught::Several => self.frames.stack(self.constants, block, 0),
        };
        let ty = ty.filter(|ty| ty.is_reference()).unwrap_or(Type::THROWABLE);
        let start = self.draft.operands.len();
        let value = self.draft.inst_with_result(Opcode::Catch, start, ty, self.pc);
        self.states.stack.clear();
        self.states.stack.push(value);
        Ok(())
    }

    /// Sets the variables to what the predecessors bring.
    fn enter(&mut self) -> Result<(), Unlowerable> {
        match *self.graph.predecessors(self.node) {
            [] => Ok(()),
            // A single predecessor comes earlier; if right before, its variables are still there.
            [only] if only as usize + 1 == self.node => Ok(()),
            [only] => {
                self.restore(only as usize);
                Ok(())
            }
            _ => self.merge(),
        }
    }

    fn restore(&mut self, node: usize) {
        let States { locals, stack, saved, ends, .. } = &mut *self.states;
        let (start, depth) = (ends[node].0 as usize, ends[node].1 as usize);
        let count = locals.len();
        locals.copy_from_slice(&saved[start..start + count]);
        stack.clear();
        stack.extend_from_slice(&saved[start + count..start + count + depth]);
    }

    fn merge(&mut self) -> Result<(), Unlowerable> {
        let (graph, liveness) = (self.graph, self.liveness);
        let node = graph.nodes[self.node];
        let start = self.cut.blocks[node.block as usize].start;
        self.pc = self.code.pcs[start as usize];
        let predecessors = graph.predecessors(self.node);
        let done = predecessors.partition_point(|&from| (from as usize) < self.node);
        let is_open = done < predecessors.len();
        // In reverse postorder at least one predecessor comes earlier.
        let (first, others) = predecessors[..done].split_first().unwrap_or((&0, &[]));
        self.states.locals.fill(NO_VALUE);
        for local in liveness.live_at(self.node) {
            self.work.spend(done)?;
            let value = self.merged(*first, others, Variable::Local(local as u32), is_open);
            self.states.locals[local] = value;
        }
        self.states.stack.clear();
        if node.kind.catches() {
            return Ok(());
        }
        let depth = self.states.ends[*first as usize].1;
        if others.iter().any(|&other| self.states.ends[other as usize].1 != depth) {
            return Err(Unlowerable::Depth { pc: self.pc });
        }
        if is_open {
            self.states.open.push((self.node as u32, depth));
        }
        for position in 0..depth {
            self.work.spend(done)?;
            let value = self.merged(*first, others, Variable::Stack(position), is_open);
            self.states.stack.push(value);
        }
        Ok(())
    }

    /// The value of a variable where paths join: the one that all bring, a phi, or none if they
    /// do not agree on the kind.
    fn merged(&mut self, first: u32, others: &[u32], variable: Variable, is_open: bool) -> u32 {
        let value = self.at_end(first, variable);
        let mut is_same = !is_open;
        let carrier = self.draft.carrier(value);
        for &other in others {
            let brought = self.at_end(other, variable);
            is_same &= brought == value;
            if brought != value && self.draft.carrier(brought) != carrier {
                return NO_VALUE;
            }
        }
        let Some(carrier) = carrier else { return NO_VALUE };
        if is_same {
            return value;
        }
        let (ty, is_exact) = match carrier.primitive() {
            Some(ty) => (ty, true),
            None => self.reference_type(first, others, variable),
        };
        self.draft.phi(self.node, variable, ty, is_exact)
    }

    /// The type of a phi of references, and whether it is certain.
    fn reference_type(&mut self, first: u32, others: &[u32], variable: Variable) -> (Type, bool) {
        let block = self.graph.nodes[self.node].block;
        let known = match variable {
            Variable::Local(slot) => self.frames.local(self.constants, block, slot as usize),
            Variable::Stack(position) => {
                self.frames.stack(self.constants, block, position as usize)
            }
        };
        if let Some(ty) = known.filter(|ty| ty.is_reference()) {
            return (ty, true);
        }
        let mut ty = self.draft.ty(self.at_end(first, variable));
        for &other in others {
            ty = join(ty, self.draft.ty(self.at_end(other, variable)));
        }
        (ty, false)
    }

    fn at_end(&self, node: u32, variable: Variable) -> u32 {
        let (start, _) = self.states.ends[node as usize];
        let offset = match variable {
            Variable::Local(slot) => slot as usize,
            Variable::Stack(position) => self.states.locals.len() + position as usize,
        };
        self.states.saved[start as usize + offset]
    }

    /// Remembers the variables at the end of the block for the successors that need them.
    fn save(&mut self) -> Result<(), Unlowerable> {
        let States { locals, stack, saved, ends, .. } = &mut *self.states;
        if stack.len() > usize::from(self.code.max_stack) {
            return Err(Unlowerable::Stack { pc: self.pc });
        }
        let start = saved.len();
        ends.push((start as u32, stack.len() as u32));
        let graph = self.graph;
        let is_needed =
            |&to: &u32| to as usize != self.node + 1 || graph.predecessors(to as usize).len() > 1;
        let node = self.node;
        if graph.all_successors(node).iter().any(is_needed) {
            saved.extend_from_slice(locals);
            saved.extend_from_slice(stack);
        }
        if saved.len() > REMEMBERED { Err(Unlowerable::TooLarge) } else { Ok(()) }
    }

    /// Checks the joins whose predecessors had not all run, and gives the phis their operands.
    fn close(&mut self) -> Result<(), Unlowerable> {
        let start_of = |block: u32| {
            let block = self.graph.nodes[block as usize].block;
            self.code.pcs[self.cut.blocks[block as usize].start as usize]
        };
        for &(block, depth) in &self.states.open {
            for &from in self.graph.predecessors(block as usize) {
                if self.states.ends[from as usize].1 != depth {
                    return Err(Unlowerable::Depth { pc: start_of(block) });
                }
            }
        }
        for at in 0..self.draft.phis.len() {
            let phi = self.draft.phis[at];
            let carrier = Carrier::of(self.draft.values[phi.value.index()].ty);
            self.draft.phis[at].operands = self.draft.phi_operands.len() as u32;
            let predecessors = self.graph.predecessors(phi.block as usize);
            self.work.spend(predecessors.len())?;
            for &from in predecessors {
                let brought = self.at_end(from, phi.variable);
                if self.draft.carrier(brought) != carrier {
                    return Err(Unlowerable::Types { pc: start_of(phi.block) });
                }
                self.draft.phi_operands.push(ValueId(brought));
            }
        }
        if self.draft.phi_operands.len() > REMEMBERED {
            return Err(Unlowerable::TooLarge);
        }
        Ok(())
    }
}
