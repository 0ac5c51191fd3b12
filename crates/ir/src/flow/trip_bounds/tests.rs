//! Counting loops at random, run and compared with what the bounds say of them.

use super::*;
use crate::flow::flow;
use crate::flow::linear::linear;
use crate::flow::test_bodies::Builder;
use crate::flow::test_run::run;
use crate::types::Type;
use proptest::prelude::*;

/// A loop of a header, a middle and a foot, one of which has the test.
#[derive(Clone, Debug)]
struct Shape {
    is_long: bool,
    /// Which of the three blocks ends with the test.
    test: u32,
    /// Constants, or parameters with these values.
    init: (i64, bool),
    limit: (i64, bool),
    step: i64,
    /// Whether the test looks at the variable after the step rather than before.
    tests_next: bool,
    condition: Condition,
    /// Whether the limit is on the left of the condition.
    is_mirrored: bool,
    /// Whether the condition says when to leave.
    is_negated: bool,
}

fn any_shape() -> impl Strategy<Value = Shape> {
    use Condition::*;
    let number = |is_long| {
        let (min, max) =
            if is_long { (i64::MIN, i64::MAX) } else { (i64::from(i32::MIN), i64::from(i32::MAX)) };
        let near = prop_oneof![-20..20i64, min..min + 12, max - 12..=max];
        (near, any::<bool>())
    };
    let conditions = vec![Less, LessOrEqual, Greater, GreaterOrEqual, NotEqual];
    any::<bool>().prop_flat_map(move |is_long| {
        (
            Just(is_long),
            0..3u32,
            number(is_long),
            number(is_long),
            prop_oneof![Just(1), Just(-1), -5..-1i64, 2..6i64],
            any::<[bool; 3]>(),
            prop::sample::select(conditions.clone()),
        )
            .prop_map(|(is_long, test, init, limit, step, flags, condition)| {
                let [tests_next, is_mirrored, is_negated] = flags;
                Shape {
                    is_long,
                    test,
                    init,
                    limit,
                    step,
                    tests_next,
                    condition,
                    is_mirrored,
                    is_negated,
                }
            })
    })
}

const HEADER: BlockId = BlockId(1);

/// The body, and values that are linear in the variable or should be.
fn body_of(shape: &Shape) -> (Body, Vec<ValueId>) {
    let ty = if shape.is_long { Type::LONG } else { Type::INT };
    let mut builder = Builder::new(&[ty, ty]);
    let b = BlockId;
    builder.start_block();
    let given = |builder: &mut Builder, at: usize, (number, is_parameter): (i64, bool)| {
        if is_parameter { builder.parameter(at) } else { builder.constant(ty, number) }
    };
    let init = given(&mut builder, 0, shape.init);
    let limit = given(&mut builder, 1, shape.limit);
    builder.inst(Opcode::Goto(b(1)), &[], None);
    let (mut phi, mut next, mut derived) = (init, init, Vec::new());
    for block in 1..4 {
        assert_eq!(builder.start_block(), b(block));
        if block == 1 {
            phi = builder.phi(ty);
            let step = builder.constant(ty, shape.step.abs());
            let op = if shape.step > 0 { BinaryOp::Add } else { BinaryOp::Subtract };
            next = builder.inst(Opcode::Binary(op), &[phi, step], Some(ty)).unwrap();
            // (next + 7) * limit - phi, where the limit is a parameter, is not linear.
            let mut binary = |op, left, right| {
                builder.inst(Opcode::Binary(op), &[left, right], Some(ty)).unwrap()
            };
            let doubled = binary(BinaryOp::Add, phi, next);
            let scaled = binary(BinaryOp::Multiply, next, limit);
            let moved = binary(BinaryOp::Subtract, doubled, limit);
            derived = vec![phi, next, doubled, scaled, moved];
        }
        let forward = b(if block == 3 { 1 } else { block + 1 });
        if block == shape.test + 1 {
            branch(&mut builder, shape, if shape.tests_next { next } else { phi }, limit, forward);
        } else {
            builder.inst(Opcode::Goto(forward), &[], None);
        }
    }
    builder.start_block();
    builder.inst(Opcode::Return, &[], None);
    builder.join(phi, &[(b(0), init), (b(3), next)]);
    (builder.finish(), derived)
}

fn branch(builder: &mut Builder, shape: &Shape, tested: ValueId, limit: ValueId, forward: BlockId) {
    let (mut operands, mut condition) = (vec![tested, limit], shape.condition);
    if shape.is_mirrored {
        operands.reverse();
        condition = condition.mirrored();
    }
    let (mut then, mut otherwise) = (forward, BlockId(4));
    if shape.is_negated {
        std::mem::swap(&mut then, &mut otherwise);
        condition = condition.negated();
    }
    if shape.is_long {
        let compare = Opcode::Binary(BinaryOp::Compare);
        operands = vec![builder.inst(compare, &operands, Some(Type::INT)).unwrap()];
    }
    builder.inst(Opcode::If { condition, then, otherwise }, &operands, None);
}

fn listed(progression: &Progression, first: i64, limit: i64) -> Vec<i64> {
    let end = progression.end.value.map_or(0, |_| i128::from(limit));
    let end = end + progression.end.plus;
    let step = i128::from(progression.step);
    let first = i128::from(first);
    let is_before = |number: &i128| if step > 0 { *number < end } else { *number > end };
    let all = std::iter::successors(Some(first), |number| Some(number + step));
    let mut all: Vec<_> = all.take_while(is_before).take(1000).map(|n| n as i64).collect();
    if all.is_empty() && progression.has_first {
        all.push(first as i64);
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn bounds_are_what_a_run_shows(shape in any_shape()) {
        let (body, derived) = body_of(&shape);
        let facts = flow(&body);
        let id = facts.loops.headed_by(HEADER).unwrap();
        let found = trip_bounds(&facts, id);
        prop_assert_eq!(found.len(), 1);
        let bound = found[0];
        let place = [TestPlace::Head, TestPlace::Head, TestPlace::Foot][shape.test as usize];
        prop_assert_eq!(bound.place, place);
        prop_assert_eq!(bound.condition, shape.condition);
        prop_assert_eq!(bound.offset, if shape.tests_next { shape.step } else { 0 });
        prop_assert!(bound.is_only_exit);

        let (init, limit) = (shape.init.0, shape.limit.0);
        let Some(trace) = run(&body, &[init, limit], 1000) else { return Ok(()) };
        let phi = bound.variable.phi;
        for block in (1..4).map(BlockId) {
            let ran = trace.iter().filter(|(at, _)| *at == block);
            let seen: Vec<_> = ran.map(|(_, values)| values[phi.index()]).collect();
            if let Some(runs) = bound.runs_of(&facts, block) {
                prop_assert_eq!(runs, seen.len() as u64);
            }
            if let Some(progression) = bound.values_in(&facts, block) {
                prop_assert_eq!(listed(&progression, init, limit), seen);
            } else {
                prop_assert!(bound.may_wrap || bound.passes == Some(0));
            }
        }
        check_linear(&facts, id, &derived, &trace)?;
    }
}

fn check_linear(
    facts: &Flow<'_>,
    id: LoopId,
    derived: &[ValueId],
    trace: &crate::flow::test_run::Trace,
) -> Result<(), TestCaseError> {
    let variables = induction_variables(facts, id);
    for &value in derived {
        let mut runs = trace.iter().filter(|(block, _)| facts.loops.contains(id, *block));
        let Some(form) = linear(facts, id, &variables, value) else {
            prop_assert!(runs.all(|(_, values)| values[value.index()] == 0), "times zero");
            continue;
        };
        for (_, values) in runs {
            let of = |value: ValueId| values[value.index()];
            let scale = form.scale.value.map_or(1, of).wrapping_mul(form.scale.factor);
            let mut sum = form.offset.constant.wrapping_add(of(form.variable).wrapping_mul(scale));
            for &(value, factor) in &form.offset.terms {
                sum = sum.wrapping_add(of(value).wrapping_mul(factor));
            }
            let is_int = facts.body.value(value).ty == Type::INT;
            prop_assert_eq!(if is_int { i64::from(sum as i32) } else { sum }, of(value));
        }
    }
    Ok(())
}
