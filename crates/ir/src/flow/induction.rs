//! Basic induction variables: phis of a loop's header to which every iteration adds the same.
//!
//! In the iteration with number `k`, counted from 0, the variable is `init + k * step`, in the
//! wrapping arithmetic of its type. When it cannot wrap is a matter of the loop's exit, see
//! [`crate::flow::trip_bounds`]. A variable that is narrowed each time (`byte`, `char`, `short`) is
//! not among them, since it wraps earlier than its type says.

use crate::body::{BinaryOp, Body, Def, Opcode, Phi, ValueId};
use crate::carrier::Carrier;
use crate::effects::integer_constant;
use crate::flow::Flow;
use crate::flow::loops::LoopId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InductionVariable {
    /// An `int` or `long`.
    pub phi: ValueId,
    /// The value before the first iteration; `None` if it depends on where control comes from.
    pub init: Option<ValueId>,
    pub step: Step,
}

/// What an iteration adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Not 0.
    Constant(i64),
    /// A value that is the same in all iterations of the loop, or its negation.
    Value { value: ValueId, negated: bool },
}

/// In the order of the header's phis.
pub fn induction_variables(flow: &Flow<'_>, id: LoopId) -> Vec<InductionVariable> {
    let header = flow.body.block(flow.loops.get(id).header);
    header.phis.iter().filter_map(|phi| induction_variable(flow, id, phi)).collect()
}

fn induction_variable(flow: &Flow<'_>, id: LoopId, phi: &Phi) -> Option<InductionVariable> {
    let header = flow.body.block(flow.loops.get(id).header);
    let incoming = header.predecessors.iter().zip(flow.body.operands(phi.operands));
    let (from_inside, from_outside): (Vec<_>, Vec<_>) =
        incoming.partition(|&(&from, _)| flow.loops.contains(id, from));
    let mut distances = from_inside.iter().map(|&(_, &value)| distance(flow, id, phi.value, value));
    let step = distances.next()??.step()?;
    if !distances.all(|distance| distance.and_then(Distance::step) == Some(step)) {
        return None;
    }
    let mut inits = from_outside.iter().map(|&(_, &value)| value);
    let first = inits.next();
    let init = first.filter(|&first| inits.all(|init| init == first));
    Some(InductionVariable { phi: phi.value, init, step })
}

/// How far a value is from a phi of the loop's header in each iteration that computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Distance {
    constant: i64,
    /// Added or, if so marked, subtracted.
    value: Option<(ValueId, bool)>,
}

impl Distance {
    pub(crate) fn constant(self) -> Option<i64> {
        self.value.is_none().then_some(self.constant)
    }

    fn step(self) -> Option<Step> {
        match (self.constant, self.value) {
            (0, Some((value, negated))) => Some(Step::Value { value, negated }),
            (0, None) | (_, Some(_)) => None,
            (constant, None) => Some(Step::Constant(constant)),
        }
    }

    fn plus(self, amount: Amount) -> Option<Distance> {
        match (amount, self.value) {
            (Amount::Constant(number), _) => {
                Some(Distance { constant: self.constant.wrapping_add(number), ..self })
            }
            (Amount::Value(value, negated), None) => {
                Some(Distance { value: Some((value, negated)), ..self })
            }
            (Amount::Value(..), Some(_)) => None,
        }
    }
}

/// `None` if it is not the same in every iteration.
pub(crate) fn distance(
    flow: &Flow<'_>,
    id: LoopId,
    phi: ValueId,
    value: ValueId,
) -> Option<Distance> {
    let carrier = Carrier::of(flow.body.value(phi).ty)?;
    if !matches!(carrier, Carrier::Int | Carrier::Long) {
        return None;
    }
    let found = Search { flow, id, phi, budget: BUDGET }.distance(value)?;
    Some(Distance { constant: wrapped(carrier, found.constant), ..found })
}

/// A number as a value of an integer type.
pub(crate) fn wrapped(carrier: Carrier, number: i64) -> i64 {
    if carrier == Carrier::Int { i64::from(number as i32) } else { number }
}

/// How many instructions and phis between a phi and its next value are looked at. More than a
/// handful is rare, and the number keeps nested joins from taking exponential time.
const BUDGET: u32 = 64;

struct Search<'f, 'b> {
    flow: &'f Flow<'b>,
    id: LoopId,
    phi: ValueId,
    budget: u32,
}

#[derive(Clone, Copy)]
enum Amount {
    Constant(i64),
    /// Subtracted if marked.
    Value(ValueId, bool),
}

impl Search<'_, '_> {
    fn distance(&mut self, value: ValueId) -> Option<Distance> {
        if value == self.phi {
            return Some(Distance { constant: 0, value: None });
        }
        self.budget = self.budget.checked_sub(1)?;
        let body = self.flow.body;
        match body.value(value).def {
            Def::Inst(inst) => {
                let inst = body.inst(inst);
                match (inst.op, body.operands(inst.operands)) {
                    (Opcode::Binary(BinaryOp::Add), &[left, right]) => {
                        let (base, amount) = match self.amount(right, false) {
                            Some(amount) => (left, amount),
                            None => (right, self.amount(left, false)?),
                        };
                        self.distance(base)?.plus(amount)
                    }
                    (Opcode::Binary(BinaryOp::Subtract), &[left, right]) => {
                        let amount = self.amount(right, true)?;
                        self.distance(left)?.plus(amount)
                    }
                    _ => None,
                }
            }
            Def::Phi(block) => {
                let loops = &self.flow.loops;
                let is_join = loops.contains(self.id, block) && loops.headed_by(block).is_none();
                let phi = is_join.then(|| phi_of(body, value)).flatten()?;
                let mut operands = body.operands(phi.operands).iter();
                let first = self.distance(*operands.next()?)?;
                operands.all(|&value| self.distance(value) == Some(first)).then_some(first)
            }
            Def::Parameter(_) => None,
        }
    }

    fn amount(&self, value: ValueId, negated: bool) -> Option<Amount> {
        if let Some(number) = integer_constant(self.flow.body, value) {
            return Some(Amount::Constant(if negated { number.wrapping_neg() } else { number }));
        }
        let is_invariant = self.flow.invariance.is_invariant(&self.flow.loops, self.id, value);
        is_invariant.then_some(Amount::Value(value, negated))
    }
}

fn phi_of(body: &Body, value: ValueId) -> Option<&Phi> {
    let Def::Phi(block) = body.value(value).def else { return None };
    body.block(block).phis.iter().find(|phi| phi.value == value)
}
