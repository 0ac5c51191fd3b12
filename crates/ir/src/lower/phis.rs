//! Takes superfluous phis out of a draft and numbers the values as they stand.
//!
//! A phi whose operands are one value, or that value and the phi itself, is that value
//! [Braun et al. 2013, §3.1]. A phi that no instruction needs, directly or through other phis,
//! is dead.

use super::draft::{Draft, NO_VALUE};
use super::unlowerable::Unlowerable;
use super::work::Work;
use crate::body::{Operands, Phi, ValueData, ValueId};

/// In the table of phis by value: the value is not one.
const NO_PHI: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct Phis {
    /// For each value of the draft, what stands for it: itself, or what a superfluous phi is.
    stands_for: Vec<u32>,
    is_needed: Vec<bool>,
    stack: Vec<u32>,
    numbers: Vec<u32>,
    values: Vec<ValueData>,
    /// The phis that are left, block after block, with their block and whether their type is
    /// certain. Their operands follow those of the instructions.
    pub left: Vec<(u32, Phi, bool)>,
}

impl Phis {
    /// `predecessors` is the number of a block's predecessors.
    pub(super) fn simplify(
        &mut self,
        draft: &mut Draft,
        predecessors: impl Fn(u32) -> usize,
        work: &mut Work,
    ) -> Result<(), Unlowerable> {
        self.left.clear();
        if draft.phis.is_empty() {
            return Ok(());
        }
        self.stands_for.clear();
        self.stands_for.extend(0..draft.values.len() as u32);
        while self.find_superfluous(draft, &predecessors, work)? {}
        self.find_needed(draft, &predecessors);
        self.renumber(draft);
        self.rewrite(draft, &predecessors)
    }

    /// One pass over all phis; whether it found one to be superfluous.
    fn find_superfluous(
        &mut self,
        draft: &Draft,
        predecessors: &impl Fn(u32) -> usize,
        work: &mut Work,
    ) -> Result<bool, Unlowerable> {
        let mut changed = false;
        work.spend(draft.phi_operands.len())?;
        for phi in &draft.phis {
            if self.stands_for[phi.value.index()] != phi.value.0 {
                continue;
            }
            let start = phi.operands as usize;
            let mut only = NO_VALUE;
            let mut differ = false;
            for &operand in &draft.phi_operands[start..start + predecessors(phi.block)] {
                let operand = self.find(operand.0);
                if operand != phi.value.0 && operand != only {
                    differ = only != NO_VALUE;
                    only = operand;
                    if differ {
                        break;
                    }
                }
            }
            if !differ && only != NO_VALUE {
                self.stands_for[phi.value.index()] = only;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// What stands for a value in the end, with the way there made shorter for the next time.
    fn find(&mut self, value: u32) -> u32 {
        let mut at = value;
        loop {
            let next = self.stands_for[at as usize];
            if next == at {
                return at;
            }
            let after = self.stands_for[next as usize];
            self.stands_for[at as usize] = after;
            at = next;
        }
    }

    fn find_needed(&mut self, draft: &Draft, predecessors: &impl Fn(u32) -> usize) {
        // By value, the phi that defines it.
        self.numbers.clear();
        self.numbers.resize(draft.values.len(), NO_PHI);
        for (at, phi) in draft.phis.iter().enumerate() {
            self.numbers[phi.value.index()] = at as u32;
        }
        self.is_needed.clear();
        self.is_needed.resize(draft.phis.len(), false);
        self.stack.clear();
        for &operand in &draft.operands {
            self.need(operand);
        }
        while let Some(at) = self.stack.pop() {
            let phi = draft.phis[at as usize];
            let start = phi.operands as usize;
            for &operand in &draft.phi_operands[start..start + predecessors(phi.block)] {
                self.need(operand);
            }
        }
    }

    fn need(&mut self, value: ValueId) {
        let value = self.find(value.0);
        let at = self.numbers[value as usize];
        if at != NO_PHI && !self.is_needed[at as usize] {
            self.is_needed[at as usize] = true;
            self.stack.push(at);
        }
    }

    /// Numbers parameters, phis and results in the order in which a reader meets them.
    fn renumber(&mut self, draft: &Draft) {
        self.values.clear();
        self.numbers.fill(NO_VALUE);
        let mut number = |numbers: &mut [u32], old: ValueId| {
            numbers[old.index()] = self.values.len() as u32;
            self.values.push(draft.values[old.index()]);
        };
        for &parameter in &draft.parameters {
            number(&mut self.numbers, parameter);
        }
        let mut phis = draft.phis.iter().zip(&self.is_needed).peekable();
        let mut start = 0;
        for (block, &end) in draft.ends.iter().enumerate() {
            while let Some((phi, &is_needed)) = phis.next_if(|(phi, _)| phi.block as usize == block)
            {
                if is_needed {
                    number(&mut self.numbers, phi.value);
                }
            }
            for inst in &draft.insts[start..end as usize] {
                if let Some(result) = inst.result {
                    number(&mut self.numbers, result);
                }
            }
            start = end as usize;
        }
    }

    fn rewrite(
        &mut self,
        draft: &mut Draft,
        predecessors: &impl Fn(u32) -> usize,
    ) -> Result<(), Unlowerable> {
        for parameter in &mut draft.parameters {
            *parameter = ValueId(self.numbers[parameter.index()]);
        }
        for inst in &mut draft.insts {
            inst.result = inst.result.map(|value| ValueId(self.numbers[value.index()]));
        }
        for at in 0..draft.operands.len() {
            draft.operands[at] = self.new_number(draft.operands[at]);
        }
        for at in 0..draft.phis.len() {
            if !self.is_needed[at] {
                continue;
            }
            let phi = draft.phis[at];
            let count = predecessors(phi.block);
            let len = u16::try_from(count).map_err(|_| Unlowerable::TooLarge)?;
            let operands = Operands { start: draft.operands.len() as u32, len };
            for from in phi.operands as usize..phi.operands as usize + count {
                let operand = self.new_number(draft.phi_operands[from]);
                draft.operands.push(operand);
            }
            let value = ValueId(self.numbers[phi.value.index()]);
            self.left.push((phi.block, Phi { value, operands }, phi.is_exact));
        }
        std::mem::swap(&mut draft.values, &mut self.values);
        Ok(())
    }

    fn new_number(&mut self, old: ValueId) -> ValueId {
        let value = self.find(old.0);
        ValueId(self.numbers[value as usize])
    }
}
