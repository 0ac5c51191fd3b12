//! Runs bodies of integer arithmetic and branches, for tests that compare what an analysis says
//! with what happens.

use crate::body::{BinaryOp, BlockId, Body, Condition, Constant, Def, Inst, Opcode, ValueId};
use crate::types::Type;

/// The blocks that ran, in order, each with the values as they were at its end.
pub(crate) type Trace = Vec<(BlockId, Vec<i64>)>;

/// `None` if it has not returned after `limit` blocks.
pub(crate) fn run(body: &Body, arguments: &[i64], limit: usize) -> Option<Trace> {
    let mut values = vec![0; body.values.len()];
    for (&parameter, &argument) in body.parameters.iter().zip(arguments) {
        values[parameter.index()] = argument;
    }
    let mut trace = Trace::new();
    let (mut from, mut block) = (None, BlockId(0));
    while trace.len() < limit {
        enter(body, from, block, &mut values);
        let mut next = None;
        for (_, inst) in body.insts_of(block) {
            let operands: Vec<_> =
                body.operands(inst.operands).iter().map(|value| values[value.index()]).collect();
            match inst.op {
                Opcode::Goto(target) => next = Some(target),
                Opcode::If { condition, then, otherwise } => {
                    let right = operands.get(1).copied().unwrap_or(0);
                    let is_so = holds(condition, operands[0], right);
                    next = Some(if is_so { then } else { otherwise });
                }
                _ => {
                    if let Some(result) = inst.result {
                        values[result.index()] = computed(body, inst, result, &operands);
                    }
                }
            }
        }
        trace.push((block, values.clone()));
        from = Some(block);
        match next {
            Some(next) => block = next,
            None => return Some(trace),
        }
    }
    None
}

/// All phis take their values at once.
fn enter(body: &Body, from: Option<BlockId>, block: BlockId, values: &mut [i64]) {
    let Some(from) = from else { return };
    let to = body.block(block);
    let at = to.predecessors.iter().position(|&predecessor| predecessor == from).unwrap();
    let incoming = to.phis.iter().map(|phi| values[body.operands(phi.operands)[at].index()]);
    let incoming: Vec<_> = incoming.collect();
    for (phi, number) in to.phis.iter().zip(incoming) {
        values[phi.value.index()] = number;
    }
}

fn computed(body: &Body, inst: &Inst, result: ValueId, operands: &[i64]) -> i64 {
    let number = match (inst.op, operands) {
        (Opcode::Constant(Constant::Int(number)), _) => i64::from(number),
        (Opcode::Constant(Constant::Long(number)), _) => number,
        (Opcode::Negate, &[one]) => one.wrapping_neg(),
        (Opcode::Convert(_), &[one]) => one,
        (Opcode::Binary(op), &[left, right]) => match op {
            BinaryOp::Add => left.wrapping_add(right),
            BinaryOp::Subtract => left.wrapping_sub(right),
            BinaryOp::Multiply => left.wrapping_mul(right),
            BinaryOp::ShiftLeft => left.wrapping_shl(right as u32 & 31),
            BinaryOp::Compare => left.cmp(&right) as i64,
            _ => panic!("{op:?} has no place in these tests"),
        },
        _ => panic!("{:?} has no place in these tests", inst.op),
    };
    assert!(matches!(body.value(result).def, Def::Inst(_)));
    if body.value(result).ty == Type::LONG { number } else { i64::from(number as i32) }
}

fn holds(condition: Condition, left: i64, right: i64) -> bool {
    match condition {
        Condition::Equal => left == right,
        Condition::NotEqual => left != right,
        Condition::Less => left < right,
        Condition::GreaterOrEqual => left >= right,
        Condition::Greater => left > right,
        Condition::LessOrEqual => left <= right,
        Condition::IsNull | Condition::IsNotNull => panic!("references have no place here"),
    }
}
