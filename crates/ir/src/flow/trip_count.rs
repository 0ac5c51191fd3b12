//! How often a loop's test is passed, and whether the arithmetic wraps before it fails.
//!
//! A variable starts at `init`; while `variable + offset` compares with `limit` as it should, it
//! grows by `step`. Neither the variable nor what is tested wraps before the test fails
//! - if what is tested first does not (what matters to `do i++; while (i < n)`) and
//! - the last value that passes leaves room for one more step: with `<` and step 1 always, with
//!   `<=` or a larger step if the limit is known to be small enough, as constants or an array's
//!   length less something may be;
//! - for `!=`, in addition, if the limit is sure to be hit: with step 1 (-1), by a start at or
//!   below (above) it; with other steps both must be constants.

use crate::body::Condition;
use crate::flow::intervals::Interval;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Counting {
    /// All values of the variable's type.
    pub carrier: Interval,
    pub init: Interval,
    /// Not 0.
    pub step: i64,
    pub offset: i64,
    pub condition: Condition,
    pub limit: Interval,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trips {
    pub may_wrap: bool,
    /// How often the test is passed before it fails, where all is constant and nothing wraps.
    pub passes: Option<u64>,
}

const MAY_WRAP: Trips = Trips { may_wrap: true, passes: None };

pub(crate) fn count_trips(counting: &Counting) -> Trips {
    let &Counting { carrier, init, condition, limit, .. } = counting;
    let (step, offset) = (i128::from(counting.step), i128::from(counting.offset));
    if step > 0 {
        let start = init.plus(Interval { low: offset, high: offset });
        upwards(carrier, start, step, offset, condition, limit)
    } else {
        // Downwards is upwards in a mirror.
        let start = init.plus(Interval { low: offset, high: offset }).negated();
        let (carrier, limit) = (carrier.negated(), limit.negated());
        upwards(carrier, start, -step, -offset, condition.mirrored(), limit)
    }
}

fn upwards(
    carrier: Interval,
    start: Interval,
    step: i128,
    offset: i128,
    condition: Condition,
    limit: Interval,
) -> Trips {
    if !carrier.holds(start) {
        return MAY_WRAP;
    }
    let constants = start.number().zip(limit.number());
    // How far past the limit the first value is that does not pass.
    let past = match condition {
        Condition::Less => 0,
        Condition::LessOrEqual => 1,
        Condition::NotEqual if hits(start, step, limit) => 0,
        // Going away from the limit, it wraps unless the very first test fails.
        Condition::Greater if start.high <= limit.low => return NEVER_PASSES,
        Condition::GreaterOrEqual if start.high < limit.low => return NEVER_PASSES,
        _ => return MAY_WRAP,
    };
    let passes = constants.map(|(start, limit)| {
        let distance = (limit + past - start).max(0);
        (distance + step - 1) / step
    });
    let last_tested = match constants.zip(passes) {
        Some(((start, _), passes)) => start + passes * step,
        None if start.low >= limit.high + past => start.high,
        None => start.high.max(limit.high + past - 1 + step),
    };
    // The variable is what is tested less the offset, and has to fit as well.
    if last_tested > carrier.high || last_tested - offset > carrier.high {
        return MAY_WRAP;
    }
    Trips { may_wrap: false, passes: passes.and_then(|passes| u64::try_from(passes).ok()) }
}

const NEVER_PASSES: Trips = Trips { may_wrap: false, passes: Some(0) };

/// Whether steps from any start lead exactly to any limit.
fn hits(start: Interval, step: i128, limit: Interval) -> bool {
    match start.number().zip(limit.number()) {
        Some((start, limit)) => start <= limit && (limit - start) % step == 0,
        None => step == 1 && start.high <= limit.low,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const INT: Interval = Interval { low: i32::MIN as i128, high: i32::MAX as i128 };
    const LENGTH: Interval = Interval { low: 0, high: i32::MAX as i128 };

    fn counted(init: Interval, step: i64, condition: Condition, limit: Interval) -> Trips {
        count_trips(&Counting { carrier: INT, init, step, offset: 0, condition, limit })
    }

    #[test]
    fn with_a_limit_that_is_not_known() {
        use Condition::*;
        let zero = Interval::exactly(0);
        assert!(!counted(zero, 1, Less, INT).may_wrap);
        assert!(!counted(INT, 1, Less, INT).may_wrap);
        assert!(counted(zero, 2, Less, INT).may_wrap);
        assert!(counted(zero, 1, LessOrEqual, INT).may_wrap);
        assert!(counted(zero, 1, NotEqual, INT).may_wrap);
        assert!(!counted(zero, 1, NotEqual, LENGTH).may_wrap);
        assert!(!counted(INT, -1, GreaterOrEqual, zero).may_wrap);
        assert!(counted(INT, -1, GreaterOrEqual, INT).may_wrap);
        let less_one = LENGTH.plus(Interval::exactly(-1));
        assert!(!counted(zero, 2, Less, less_one).may_wrap);
        assert!(!counted(zero, 1, LessOrEqual, less_one).may_wrap);
    }

    #[test]
    fn the_last_value_of_all() {
        let all =
            |condition| counted(Interval::exactly(i64::from(i32::MAX) - 3), 1, condition, INT_MAX);
        const INT_MAX: Interval = Interval { low: INT.high, high: INT.high };
        assert_eq!(all(Condition::Less), Trips { may_wrap: false, passes: Some(3) });
        assert_eq!(all(Condition::LessOrEqual), MAY_WRAP);
    }

    /// Runs a loop over eight bits. `None` if something wraps or it does not end.
    fn simulated(c: &Counting, init: i64, limit: i64) -> Option<u64> {
        let fits = |number: i64| i8::try_from(number).ok().map(i64::from);
        let mut variable = fits(init)?;
        for passes in 0..1000 {
            let tested = fits(variable + c.offset)?;
            let passed = match c.condition {
                Condition::Less => tested < limit,
                Condition::LessOrEqual => tested <= limit,
                Condition::Greater => tested > limit,
                Condition::GreaterOrEqual => tested >= limit,
                _ => tested != limit,
            };
            if !passed {
                return Some(passes);
            }
            variable = fits(variable + c.step)?;
        }
        None
    }

    fn any_interval() -> impl Strategy<Value = Interval> {
        let near = prop_oneof![-128..128i64, -128..-120i64, 120..128i64, -3..4i64];
        (near, prop_oneof![Just(0), 0..4i64]).prop_map(|(low, size)| Interval {
            low: i128::from(low),
            high: i128::from((low + size).min(127)),
        })
    }

    fn any_counting() -> impl Strategy<Value = Counting> {
        use Condition::*;
        let condition =
            prop::sample::select(vec![Less, LessOrEqual, Greater, GreaterOrEqual, NotEqual]);
        let step = prop_oneof![Just(1), Just(-1), -9..-1i64, 2..10i64];
        let offset = prop_oneof![Just(0), -9..10i64];
        let carrier = Interval { low: -128, high: 127 };
        (any_interval(), step, offset, condition, any_interval()).prop_map(
            move |(init, step, offset, condition, limit)| Counting {
                carrier,
                init,
                step,
                offset,
                condition,
                limit,
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn counts_are_those_of_the_loop_itself(counting in any_counting()) {
            let trips = count_trips(&counting);
            let (init, limit) = (counting.init, counting.limit);
            for start in init.low..=init.high {
                for end in limit.low..=limit.high {
                    let run = simulated(&counting, start as i64, end as i64);
                    if !trips.may_wrap {
                        prop_assert!(run.is_some());
                        prop_assert!(trips.passes.is_none() || trips.passes == run);
                    } else if init.number().is_some() && limit.number().is_some() {
                        prop_assert_eq!(run, None, "constants leave no doubt");
                    }
                }
            }
        }
    }
}
