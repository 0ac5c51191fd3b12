//! A body under construction: values are numbered as they come up, and phis may still turn out
//! to be superfluous.

use crate::body::{BlockId, Def, Inst, InstId, Opcode, Operands, SwitchTable, ValueData, ValueId};
use crate::carrier::Carrier;
use crate::types::Type;

/// A variable's value where it has none, or none of one kind.
pub(super) const NO_VALUE: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct Draft {
    pub insts: Vec<Inst>,
    pub operands: Vec<ValueId>,
    pub values: Vec<ValueData>,
    pub parameters: Vec<ValueId>,
    pub switches: Vec<SwitchTable>,
    /// Where each block's instructions end.
    pub ends: Vec<u32>,
    /// Block after block.
    pub phis: Vec<DraftPhi>,
    /// The operands of phis, once all blocks are done.
    pub phi_operands: Vec<ValueId>,
}

#[derive(Clone, Copy)]
pub(super) struct DraftPhi {
    pub value: ValueId,
    pub block: u32,
    pub variable: Variable,
    /// Whether the type is the stack map's rather than a guess.
    pub is_exact: bool,
    /// Where its operands start, one for each predecessor.
    pub operands: u32,
}

/// What a phi merges.
#[derive(Clone, Copy, Debug)]
pub(super) enum Variable {
    Local(u32),
    /// By position from the bottom.
    Stack(u32),
}

impl Draft {
    pub(super) fn clear(&mut self) {
        self.insts.clear();
        self.operands.clear();
        self.values.clear();
        self.parameters.clear();
        self.switches.clear();
        self.ends.clear();
        self.phis.clear();
        self.phi_operands.clear();
    }

    pub(super) fn parameter(&mut self, ty: Type) -> u32 {
        let value = self.values.len() as u32;
        let def = Def::Parameter(self.parameters.len() as u16);
        self.values.push(ValueData { ty, def });
        self.parameters.push(ValueId(value));
        value
    }

    pub(super) fn phi(&mut self, block: usize, variable: Variable, ty: Type, exact: bool) -> u32 {
        let value = self.values.len() as u32;
        let block = block as u32;
        self.values.push(ValueData { ty, def: Def::Phi(BlockId(block)) });
        self.phis.push(DraftPhi {
            value: ValueId(value),
            block,
            variable,
            is_exact: exact,
            operands: 0,
        });
        value
    }

    /// An instruction whose operands are those pushed since `start`.
    #[inline]
    pub(super) fn inst(&mut self, op: Opcode, start: usize, pc: u16) {
        let operands = self.operands_since(start);
        self.insts.push(Inst { op, operands, result: None, pc });
    }

    /// As [`Self::inst`], with a result.
    #[inline]
    pub(super) fn inst_with_result(&mut self, op: Opcode, start: usize, ty: Type, pc: u16) -> u32 {
        let value = self.values.len() as u32;
        let def = Def::Inst(InstId(self.insts.len() as u32));
        self.values.push(ValueData { ty, def });
        let operands = self.operands_since(start);
        self.insts.push(Inst { op, operands, result: Some(ValueId(value)), pc });
        value
    }

    /// An instruction has at most 255 operands, so the length fits.
    #[inline]
    fn operands_since(&self, start: usize) -> Operands {
        Operands { start: start as u32, len: (self.operands.len() - start) as u16 }
    }

    #[inline]
    pub(super) fn carrier(&self, value: u32) -> Option<Carrier> {
        Carrier::of(self.values.get(value as usize)?.ty)
    }

    pub(super) fn ty(&self, value: u32) -> Type {
        self.values[value as usize].ty
    }
}
