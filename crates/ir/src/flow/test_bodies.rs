//! Bodies for unit tests: from an edge list, at random, or written out instruction by
//! instruction.

use proptest::prelude::*;

use crate::body::{
    Block, BlockId, Body, Condition, Constant, Def, HandlerEdge, Inst, InstId, Opcode, Operands,
    Phi, SwitchTable, ValueData, ValueId,
};
use crate::symbol::Symbol;
use crate::types::Type;

/// A body with these successors of each block, the first being the entry, and these exceptional
/// edges. A block with no successors returns. What the entry does not reach is left out, and the
/// rest is numbered in reverse postorder, which keeps the given numbers where those are one.
pub(crate) fn body_of(successors: &[&[u32]], exceptional: &[(u32, u32)]) -> Body {
    let all_of = |node: u32| {
        let handlers = exceptional.iter().filter(move |edge| edge.0 == node).map(|edge| edge.1);
        successors[node as usize].iter().copied().chain(handlers)
    };
    let order = reverse_postorder(successors.len(), |node| all_of(node).collect());
    let number = |node: u32| order.iter().position(|&other| other == node).unwrap() as u32;
    let mut builder = Builder::new(&[Type::OBJECT]);
    for &node in &order {
        builder.start_block();
        for handler in exceptional.iter().filter(|edge| edge.0 == node).map(|edge| edge.1) {
            builder.handler(BlockId(number(handler)));
        }
        if exceptional.iter().any(|edge| edge.0 == node) {
            let array = builder.parameter(0);
            builder.inst(Opcode::ArrayLength, &[array], Some(Type::INT));
        }
        let targets: Vec<_> =
            successors[node as usize].iter().map(|&node| BlockId(number(node))).collect();
        builder.branch(&targets);
    }
    builder.finish()
}

/// A connected flow of up to fourteen blocks, irreducible ones among them.
pub(crate) fn any_flow() -> impl Strategy<Value = Body> {
    (1..15u32).prop_flat_map(|blocks| {
        let successors =
            prop::collection::vec(prop::collection::vec(0..blocks, 0..4), blocks as usize);
        let exceptional = prop::collection::vec((0..blocks, 0..blocks), 0..4);
        (successors, exceptional).prop_map(|(successors, exceptional)| {
            let successors: Vec<&[u32]> = successors.iter().map(Vec::as_slice).collect();
            body_of(&successors, &exceptional)
        })
    })
}

/// Whether a way leads from one block to another that never touches a third, its ends included.
pub(crate) fn can_reach_without(
    body: &Body,
    from: BlockId,
    to: BlockId,
    without: Option<BlockId>,
) -> bool {
    let mut seen = vec![false; body.blocks.len()];
    let mut todo = vec![from];
    while let Some(block) = todo.pop() {
        if Some(block) != without && !std::mem::replace(&mut seen[block.index()], true) {
            todo.extend(body.all_successors(block));
        }
    }
    seen[to.index()]
}

fn reverse_postorder(nodes: usize, successors: impl Fn(u32) -> Vec<u32>) -> Vec<u32> {
    fn visit(node: u32, seen: &mut [bool], done: &mut Vec<u32>, next: &dyn Fn(u32) -> Vec<u32>) {
        if !std::mem::replace(&mut seen[node as usize], true) {
            next(node).into_iter().rev().for_each(|to| visit(to, seen, done, next));
            done.push(node);
        }
    }
    let mut done = Vec::new();
    visit(0, &mut vec![false; nodes], &mut done, &successors);
    done.reverse();
    done
}

/// Writes a body block by block, in reverse postorder.
pub(crate) struct Builder {
    body: Body,
    /// What each phi has from which block.
    incoming: Vec<(ValueId, Vec<(BlockId, ValueId)>)>,
}

impl Builder {
    pub(crate) fn new(parameters: &[Type]) -> Builder {
        let mut builder = Builder { body: Body::default(), incoming: Vec::new() };
        for (&ty, index) in parameters.iter().zip(0..) {
            let value = builder.value(ty, Def::Parameter(index));
            builder.body.parameters.push(value);
        }
        builder
    }

    pub(crate) fn parameter(&self, index: usize) -> ValueId {
        self.body.parameters[index]
    }

    pub(crate) fn start_block(&mut self) -> BlockId {
        let first = self.body.insts.len() as u32;
        let (phis, predecessors, handlers) = (Vec::new(), Vec::new(), Vec::new());
        let pc = first as u16;
        self.body.blocks.push(Block { phis, first, end: first, predecessors, handlers, pc });
        self.current()
    }

    /// Adds an exceptional edge for one class of exceptions to the block that was started last.
    pub(crate) fn handler(&mut self, block: BlockId) {
        let catches = Some(Type::class(Symbol::STRING));
        self.last().handlers.push(HandlerEdge { block, catches });
    }

    /// Adds a phi to the block that was started last; what it joins comes later.
    pub(crate) fn phi(&mut self, ty: Type) -> ValueId {
        let value = self.value(ty, Def::Phi(self.current()));
        self.last().phis.push(Phi { value, operands: Operands::default() });
        value
    }

    pub(crate) fn join(&mut self, phi: ValueId, incoming: &[(BlockId, ValueId)]) {
        self.incoming.push((phi, incoming.to_vec()));
    }

    pub(crate) fn constant(&mut self, ty: Type, number: i64) -> ValueId {
        let constant = match ty {
            Type::LONG => Constant::Long(number),
            _ => Constant::Int(number as i32),
        };
        self.inst(Opcode::Constant(constant), &[], Some(ty)).unwrap()
    }

    pub(crate) fn inst(
        &mut self,
        op: Opcode,
        operands: &[ValueId],
        ty: Option<Type>,
    ) -> Option<ValueId> {
        let id = InstId(self.body.insts.len() as u32);
        let result = ty.map(|ty| self.value(ty, Def::Inst(id)));
        let operands = self.operands(operands);
        self.body.insts.push(Inst { op, operands, result, pc: id.0 as u16 });
        self.last().end = id.0 + 1;
        result
    }

    /// Ends a block with whatever terminator has these successors.
    pub(crate) fn branch(&mut self, targets: &[BlockId]) {
        match *targets {
            [] => self.inst(Opcode::Return, &[], None),
            [target] => self.inst(Opcode::Goto(target), &[], None),
            [then, otherwise] => {
                let value = self.parameter(0);
                let condition = Condition::IsNull;
                self.inst(Opcode::If { condition, then, otherwise }, &[value], None)
            }
            [ref cases @ .., default] => {
                let value = self.parameter(0);
                let cases = (0..).zip(cases.iter().copied()).collect();
                let table = self.body.switches.len() as u32;
                self.body.switches.push(SwitchTable { cases, default });
                self.inst(Opcode::Switch(table), &[value], None)
            }
        };
    }

    pub(crate) fn finish(mut self) -> Body {
        for block in self.body.block_ids() {
            for successor in self.body.all_successors(block) {
                self.body.blocks[successor.index()].predecessors.push(block);
            }
        }
        for (value, incoming) in std::mem::take(&mut self.incoming) {
            let Def::Phi(block) = self.body.value(value).def else { panic!("{value} is no phi") };
            let from = |&block: &BlockId| incoming.iter().find(|(from, _)| *from == block);
            let operands: Vec<_> =
                self.body.block(block).predecessors.iter().map(|b| from(b).unwrap().1).collect();
            let operands = self.operands(&operands);
            let phis = &mut self.body.blocks[block.index()].phis;
            phis.iter_mut().find(|phi| phi.value == value).unwrap().operands = operands;
        }
        self.body
    }

    fn value(&mut self, ty: Type, def: Def) -> ValueId {
        self.body.values.push(ValueData { ty, def });
        ValueId(self.body.values.len() as u32 - 1)
    }

    fn operands(&mut self, values: &[ValueId]) -> Operands {
        let start = self.body.operands.len() as u32;
        self.body.operands.extend(values);
        Operands { start, len: values.len() as u16 }
    }

    fn current(&self) -> BlockId {
        BlockId(self.body.blocks.len() as u32 - 1)
    }

    fn last(&mut self) -> &mut Block {
        self.body.blocks.last_mut().unwrap()
    }
}
