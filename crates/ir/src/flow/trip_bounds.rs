//! How far an induction variable gets, from the tests that end its loop.
//!
//! A test counts if every iteration that leads to another one passes it: its block dominates
//! all latches, and no exception thrown in the block stays in the loop. It compares the variable,
//! or the variable plus a constant, with a limit that is the same in all iterations, and the
//! variable's step is a constant. A loop may have several such tests, each with a bound of its
//! own, and may also be left in other ways: a bound says how far the variable can get, and how
//! far it does get only where [`TripBound::is_only_exit`] holds and nothing throws.
//!
//! The bound is in plain integers and says nothing where something may wrap before the test
//! fails; `trip_count.rs` says when that is excluded.

use crate::body::{BinaryOp, BlockId, Body, Condition, Def, Opcode, ValueId};
use crate::carrier::Carrier;
use crate::effects::integer_constant;
use crate::flow::Flow;
use crate::flow::induction::{InductionVariable, Step, distance, induction_variables};
use crate::flow::intervals::{Interval, interval};
use crate::flow::loops::LoopId;
use crate::flow::trip_count::{Counting, count_trips};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TripBound {
    pub variable: InductionVariable,
    /// The variable's step, which is not 0.
    pub step: i64,
    /// The block that ends with the test.
    pub test: BlockId,
    pub place: TestPlace,
    /// The loop goes on while `variable + offset` compares like this with the limit.
    pub condition: Condition,
    pub offset: i64,
    pub limit: Limit,
    /// Whether the variable, or what is tested, may wrap before the test fails. Then the bound
    /// says nothing.
    pub may_wrap: bool,
    /// How often the test is passed before it fails, where that is known. What comes after the
    /// test in the loop runs that often, what comes before it once more.
    pub passes: Option<u64>,
    /// Whether no other edge leaves the loop. Exceptions that leave the method are not edges.
    pub is_only_exit: bool,
    /// Where the loop goes on after the test; `None` if with the next iteration.
    after: Option<BlockId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestPlace {
    /// The loop starts with it, as in `while`; no branch comes before it.
    Head,
    Middle,
    /// The next iteration comes right after it, as in `do ... while`.
    Foot,
}

/// Something that is the same in all iterations of the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Constant(i64),
    /// Possibly made again in each iteration, like the length of an array.
    Value(ValueId),
}

/// The integers `first`, `first + step`, `first + 2 * step` and so on, as far as they are before
/// `end`: less than it if the step is positive, greater if it is negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progression {
    pub first: ValueId,
    /// Not 0.
    pub step: i64,
    pub end: Endpoint,
    /// Whether `first` belongs to it even when it is not before the end, as what comes before a
    /// test runs at least once.
    pub has_first: bool,
}

/// `value + plus`, or just `plus`; in plain integers, which do not wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endpoint {
    pub value: Option<ValueId>,
    pub plus: i128,
}

/// By test, from the header on, and then in the order of the variables.
pub fn trip_bounds(flow: &Flow<'_>, id: LoopId) -> Vec<TripBound> {
    let variables = induction_variables(flow, id);
    let mut bounds = Vec::new();
    if variables.iter().any(|variable| matches!(variable.step, Step::Constant(_))) {
        for block in on_every_way(flow, id) {
            if let Some(test) = exit_test(flow, id, block) {
                bounds.extend(variables.iter().filter_map(|v| bound(flow, id, &test, *v)));
            }
        }
    }
    bounds
}

impl TripBound {
    /// The values that the variable has in a block of the loop, if the bound says so.
    pub fn values_in(&self, flow: &Flow<'_>, block: BlockId) -> Option<Progression> {
        let is_after = self.after.is_some_and(|after| flow.dominators.dominates(after, block));
        let first = self.variable.init.filter(|_| !self.may_wrap)?;
        let up = self.step > 0;
        let beyond = match self.condition {
            Condition::Less if up => 0,
            Condition::LessOrEqual if up => 1,
            Condition::Greater if !up => 0,
            Condition::GreaterOrEqual if !up => -1,
            Condition::NotEqual => 0,
            _ => return None,
        };
        // What comes before the test sees one value more.
        let one_more = if is_after { 0 } else { i128::from(self.step) };
        let (value, limit) = match self.limit {
            Limit::Constant(number) => (None, number),
            Limit::Value(value) => (Some(value), 0),
        };
        let plus = i128::from(limit) - i128::from(self.offset) + beyond + one_more;
        let end = Endpoint { value, plus };
        Some(Progression { first, step: self.step, end, has_first: !is_after })
    }

    /// How often a block that every iteration reaches runs before the test fails.
    pub fn runs_of(&self, flow: &Flow<'_>, block: BlockId) -> Option<u64> {
        let is_after = self.after.is_some_and(|after| flow.dominators.dominates(after, block));
        self.passes?.checked_add(u64::from(!is_after))
    }
}

/// The blocks that every iteration passes on its way to the next one, but for those in inner
/// loops, ascending.
fn on_every_way(flow: &Flow<'_>, id: LoopId) -> Vec<BlockId> {
    let found = flow.loops.get(id);
    // A loop has at least one latch.
    let nearest = |one, &other| flow.dominators.nearest_common(one, other);
    let last = found.latches.iter().skip(1).fold(found.latches[0], nearest);
    let above = |&block: &BlockId| {
        (block != found.header).then(|| flow.dominators.immediate(block)).flatten()
    };
    let mut blocks: Vec<_> = std::iter::successors(Some(last), above)
        .filter(|&block| flow.loops.innermost(block) == Some(id))
        .collect();
    blocks.reverse();
    blocks
}

/// A branch of which one side leaves the loop.
struct ExitTest {
    block: BlockId,
    /// Where the loop goes on.
    stays: BlockId,
    /// What holds between the two when it goes on.
    condition: Condition,
    left: ValueId,
    /// `None` stands for 0.
    right: Option<ValueId>,
}

fn exit_test(flow: &Flow<'_>, id: LoopId, block: BlockId) -> Option<ExitTest> {
    let body = flow.body;
    let inst = body.terminator(block);
    let Opcode::If { condition, then, otherwise } = inst.op else { return None };
    let is_in = |block| flow.loops.contains(id, block);
    let (stays, condition) = match (is_in(then), is_in(otherwise)) {
        (true, false) => (then, condition),
        (false, true) => (otherwise, condition.negated()),
        _ => return None,
    };
    // An exception that is caught inside the loop goes around the test.
    if body.block(block).handlers.iter().any(|edge| is_in(edge.block)) {
        return None;
    }
    match *body.operands(inst.operands) {
        [one] => {
            let (left, right) = match compared_longs(body, one) {
                Some((left, right)) => (left, Some(right)),
                None => (one, None),
            };
            Some(ExitTest { block, stays, condition, left, right })
        }
        [left, right] => Some(ExitTest { block, stays, condition, left, right: Some(right) }),
        _ => None,
    }
}

/// The operands of the `lcmp` that makes a value.
fn compared_longs(body: &Body, value: ValueId) -> Option<(ValueId, ValueId)> {
    let Def::Inst(inst) = body.value(value).def else { return None };
    let inst = body.inst(inst);
    match (inst.op, body.operands(inst.operands)) {
        (Opcode::Binary(BinaryOp::Compare), &[left, right]) => Some((left, right)),
        _ => None,
    }
}

fn bound(
    flow: &Flow<'_>,
    id: LoopId,
    test: &ExitTest,
    variable: InductionVariable,
) -> Option<TripBound> {
    let Step::Constant(step) = variable.step else { return None };
    let offset_of = |value| distance(flow, id, variable.phi, value)?.constant();
    let limit_of = |value: Option<ValueId>| match value {
        None => Some(Limit::Constant(0)),
        Some(value) => match integer_constant(flow.body, value) {
            Some(number) => Some(Limit::Constant(number)),
            None => {
                let is_limit = flow.invariance.is_invariant(&flow.loops, id, value);
                is_limit.then_some(Limit::Value(value))
            }
        },
    };
    let (offset, condition, limit) = match offset_of(test.left) {
        Some(offset) => (offset, test.condition, limit_of(test.right)?),
        None => (offset_of(test.right?)?, test.condition.mirrored(), limit_of(Some(test.left))?),
    };
    if !condition.is_order() && condition != Condition::NotEqual {
        return None;
    }
    let body = flow.body;
    let carrier = Interval::of_carrier(Carrier::of(body.value(variable.phi).ty));
    let trips = count_trips(&Counting {
        carrier,
        init: variable.init.map_or(carrier, |init| interval(body, init)),
        step,
        offset,
        condition,
        limit: match limit {
            Limit::Constant(number) => Interval::exactly(number),
            Limit::Value(value) => interval(body, value),
        },
    });
    Some(TripBound {
        variable,
        step,
        test: test.block,
        place: place(flow, id, test),
        condition,
        offset,
        limit,
        may_wrap: trips.may_wrap,
        passes: trips.passes,
        is_only_exit: flow.loops.get(id).exit_edges == 1,
        after: Some(test.stays).filter(|&after| after != flow.loops.get(id).header),
    })
}

fn place(flow: &Flow<'_>, id: LoopId, test: &ExitTest) -> TestPlace {
    let found = flow.loops.get(id);
    if found.latches == [test.block] && test.stays == found.header {
        return TestPlace::Foot;
    }
    let mut block = found.header;
    while block != test.block {
        match flow.body.terminator(block).op {
            // Backwards would be an inner loop, which need not even end.
            Opcode::Goto(next) if next > block => block = next,
            _ => return TestPlace::Middle,
        }
    }
    TestPlace::Head
}

#[cfg(test)]
mod tests;
