//! Induction variables, bounds and linear forms as text, with whatever names the caller has.

use crate::body::{Condition, ValueId};
use crate::flow::induction::{InductionVariable, Step};
use crate::flow::linear::Linear;
use crate::flow::trip_bounds::{Limit, TestPlace, TripBound};

/// `i from 0 step 1`
pub fn variable_text(variable: &InductionVariable, name: impl Fn(ValueId) -> String) -> String {
    let init = variable.init.map_or_else(|| "?".to_owned(), &name);
    let step = match variable.step {
        Step::Constant(step) => step.to_string(),
        Step::Value { value, negated: false } => name(value),
        Step::Value { value, negated: true } => format!("-{}", name(value)),
    };
    format!("{} from {init} step {step}", name(variable.phi))
}

/// `while i < 10, trips 10`; `do while` at the foot of a loop and `test` in its middle. Trips are
/// those through the whole loop; with `<=`, something else may end it earlier.
pub fn bound_text(bound: &TripBound, name: impl Fn(ValueId) -> String) -> String {
    let place = match bound.place {
        TestPlace::Head => "while",
        TestPlace::Middle => "test",
        TestPlace::Foot => "do while",
    };
    let tested = plus(name(bound.variable.phi), bound.offset);
    let limit = match bound.limit {
        Limit::Constant(number) => number.to_string(),
        Limit::Value(value) => name(value),
    };
    let trips = match bound.place {
        TestPlace::Head | TestPlace::Middle => bound.passes,
        TestPlace::Foot => bound.passes.and_then(|passes| passes.checked_add(1)),
    };
    let trips = match trips {
        _ if bound.may_wrap => "may wrap".to_owned(),
        trips => {
            let order = if bound.is_only_exit { "" } else { "<= " };
            let number = trips.map_or_else(|| "?".to_owned(), |trips| trips.to_string());
            format!("trips {order}{number}")
        }
    };
    format!("{place} {tested} {} {limit}, {trips}", sign(bound.condition))
}

/// `2*i + 1`
pub fn linear_text(form: &Linear, name: impl Fn(ValueId) -> String) -> String {
    let mut text = product(form.scale.factor, &[Some(form.variable), form.scale.value], &name);
    for &(value, factor) in &form.offset.terms {
        let (sign, size) = if factor < 0 { ('-', factor.wrapping_neg()) } else { ('+', factor) };
        text = format!("{text} {sign} {}", product(size, &[Some(value)], &name));
    }
    plus(text, form.offset.constant)
}

fn product(factor: i64, values: &[Option<ValueId>], name: &impl Fn(ValueId) -> String) -> String {
    let product = values.iter().flatten().map(|&value| name(value)).collect::<Vec<_>>().join("*");
    match factor {
        1 => product,
        -1 => format!("-{product}"),
        _ => format!("{factor}*{product}"),
    }
}

fn plus(text: String, number: i64) -> String {
    match number {
        0 => text,
        number if number < 0 => format!("{text} - {}", number.unsigned_abs()),
        number => format!("{text} + {number}"),
    }
}

fn sign(condition: Condition) -> &'static str {
    match condition {
        Condition::Equal | Condition::IsNull => "==",
        Condition::NotEqual | Condition::IsNotNull => "!=",
        Condition::Less => "<",
        Condition::GreaterOrEqual => ">=",
        Condition::Greater => ">",
        Condition::LessOrEqual => "<=",
    }
}
