//! Values that are linear in an induction variable: `2 * i + 1`, `i * n + j`.
//!
//! A form holds in the wrapping arithmetic of the value's type, so it says the exact index of
//! an array access; that the index grows steadily needs a bound that excludes wrapping, see
//! [`crate::flow::trip_bounds`]. Not found: sums of two induction variables of the same loop, and an
//! `int` variable that is widened to `long`, where wrapping would show.

use crate::body::{BinaryOp, Def, Opcode, ValueId};
use crate::carrier::Carrier;
use crate::effects::integer_constant;
use crate::flow::Flow;
use crate::flow::induction::{InductionVariable, wrapped};
use crate::flow::loops::LoopId;
use crate::types::Type;

/// `scale * variable + offset`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The phi of an induction variable.
    pub variable: ValueId,
    pub scale: Scale,
    pub offset: Sum,
}

/// `factor`, or `factor * value` with a value that is the same in all iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Not 0.
    pub factor: i64,
    pub value: Option<ValueId>,
}

/// The sum of a constant and of factors times values that are the same in all iterations.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sum {
    /// By value; no factor is 0.
    pub terms: Vec<(ValueId, i64)>,
    pub constant: i64,
}

/// A value inside a loop in terms of one of the loop's induction variables; `None` if it is not
/// linear in one, as when it is the same in all iterations.
pub fn linear(
    flow: &Flow<'_>,
    id: LoopId,
    variables: &[InductionVariable],
    value: ValueId,
) -> Option<Linear> {
    let form = Search { flow, id, variables, budget: BUDGET }.form(value)?;
    let (variable, scale) = form.variable?;
    Some(Linear { variable, scale, offset: form.offset })
}

/// How many instructions are looked at. It keeps `x = y + y; z = x + x; ...` from taking
/// exponential time.
const BUDGET: u32 = 64;

struct Search<'f, 'b> {
    flow: &'f Flow<'b>,
    id: LoopId,
    variables: &'f [InductionVariable],
    budget: u32,
}

#[derive(Clone, Debug)]
struct Form {
    variable: Option<(ValueId, Scale)>,
    offset: Sum,
}

impl Search<'_, '_> {
    fn form(&mut self, value: ValueId) -> Option<Form> {
        self.budget = self.budget.checked_sub(1)?;
        if self.variables.iter().any(|variable| variable.phi == value) {
            let scale = Scale { factor: 1, value: None };
            return Some(Form { variable: Some((value, scale)), offset: Sum::default() });
        }
        if let Some(constant) = integer_constant(self.flow.body, value) {
            let offset = Sum { terms: Vec::new(), constant };
            return Some(Form { variable: None, offset });
        }
        if let Some(form) = self.computed(value) {
            return Carrier::of(self.flow.body.value(value).ty)
                .map(|carrier| form.wrapped(carrier));
        }
        self.is_invariant(value)
            .then(|| Form { variable: None, offset: Sum { terms: vec![(value, 1)], constant: 0 } })
    }

    fn computed(&mut self, value: ValueId) -> Option<Form> {
        let body = self.flow.body;
        let Def::Inst(inst) = body.value(value).def else { return None };
        let inst = body.inst(inst);
        match (inst.op, body.operands(inst.operands)) {
            (Opcode::Negate, &[operand]) => Some(self.form(operand)?.times(-1)),
            (Opcode::Convert(conversion), &[operand])
                if conversion.from() == Type::LONG && conversion.to() == Type::INT =>
            {
                self.form(operand)
            }
            (Opcode::Binary(BinaryOp::Add), &[left, right]) => {
                self.form(left)?.plus(self.form(right)?)
            }
            (Opcode::Binary(BinaryOp::Subtract), &[left, right]) => {
                self.form(left)?.plus(self.form(right)?.times(-1))
            }
            (Opcode::Binary(BinaryOp::ShiftLeft), &[operand, count]) => {
                let count = integer_constant(body, count)?;
                // Of an `int`, what is shifted beyond 31 wraps away below.
                let limit = if body.value(value).ty == Type::LONG { 63 } else { 31 };
                Some(self.form(operand)?.times(1i64.wrapping_shl((count & limit) as u32)))
            }
            (Opcode::Binary(BinaryOp::Multiply), &[left, right]) => self.product(left, right),
            _ => None,
        }
    }

    fn product(&mut self, left: ValueId, right: ValueId) -> Option<Form> {
        let (one, other) = (self.form(left)?, self.form(right)?);
        if let Some(factor) = other.as_constant() {
            return Some(one.times(factor));
        }
        if let Some(factor) = one.as_constant() {
            return Some(other.times(factor));
        }
        one.times_value(right, &other).or_else(|| other.times_value(left, &one))
    }

    fn is_invariant(&self, value: ValueId) -> bool {
        self.flow.invariance.is_invariant(&self.flow.loops, self.id, value)
    }
}

impl Form {
    fn as_constant(&self) -> Option<i64> {
        let is_constant = self.variable.is_none() && self.offset.terms.is_empty();
        is_constant.then_some(self.offset.constant)
    }

    fn times(mut self, factor: i64) -> Form {
        if let Some((_, scale)) = &mut self.variable {
            scale.factor = scale.factor.wrapping_mul(factor);
        }
        for (_, of_value) in &mut self.offset.terms {
            *of_value = of_value.wrapping_mul(factor);
        }
        self.offset.constant = self.offset.constant.wrapping_mul(factor);
        self
    }

    /// `(factor * variable + constant) * value`, where `value` is `form` and has no variable.
    fn times_value(&self, value: ValueId, form: &Form) -> Option<Form> {
        let (variable, scale) = self.variable?;
        let is_plain = scale.value.is_none() && self.offset.terms.is_empty();
        if !is_plain || form.variable.is_some() {
            return None;
        }
        let scale = Scale { value: Some(value), ..scale };
        let terms = match self.offset.constant {
            0 => Vec::new(),
            constant => vec![(value, constant)],
        };
        Some(Form { variable: Some((variable, scale)), offset: Sum { terms, constant: 0 } })
    }

    fn plus(self, other: Form) -> Option<Form> {
        let variable = match (self.variable, other.variable) {
            (Some((one, scale)), Some((same, more))) => {
                let is_alike = one == same && scale.value == more.value;
                let factor = scale.factor.wrapping_add(more.factor);
                Some(is_alike.then_some((one, Scale { factor, ..scale }))?)
            }
            (one, other) => one.or(other),
        };
        let constant = self.offset.constant.wrapping_add(other.offset.constant);
        let mut terms = self.offset.terms;
        for (value, factor) in other.offset.terms {
            match terms.iter_mut().find(|(same, _)| *same == value) {
                Some((_, sum)) => *sum = sum.wrapping_add(factor),
                None => terms.push((value, factor)),
            }
        }
        terms.sort();
        Some(Form { variable, offset: Sum { terms, constant } })
    }

    /// Reduces all numbers to the type, and drops what has become nothing.
    fn wrapped(mut self, carrier: Carrier) -> Form {
        let reduce = |number: &mut i64| *number = wrapped(carrier, *number);
        if let Some((_, scale)) = &mut self.variable {
            reduce(&mut scale.factor);
        }
        self.variable = self.variable.filter(|(_, scale)| scale.factor != 0);
        self.offset.terms.iter_mut().for_each(|(_, factor)| reduce(factor));
        self.offset.terms.retain(|&(_, factor)| factor != 0);
        reduce(&mut self.offset.constant);
        self
    }
}
