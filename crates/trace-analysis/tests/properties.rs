//! FastTrack against happens-before by its definition.

mod traces;

use std::collections::BTreeMap;

use proptest::prelude::*;
use redflag_trace_analysis::event::{Event, LocationId};
use redflag_trace_analysis::fasttrack::{Findings, Rule, fasttrack};
use redflag_trace_analysis::oracle::{happens_before, unordered_pairs};
use traces::{SMALL, Shape, traces};

/// More readers than are kept in a list, with few writes between them.
const MANY_READERS: Shape = Shape {
    roots: 24,
    threads: 40,
    alive: 40,
    locations: 2,
    writes_of_accesses: 4,
    accesses: 70,
    lock_steps: 10,
    volatile_steps: 10,
    events: (0, 250),
    ..SMALL
};

/// By location, the first event that races with one before it.
type First = BTreeMap<LocationId, usize>;

fn check(trace: &[Event]) -> Result<(), TestCaseError> {
    let found = fasttrack(trace);
    let order = happens_before(trace);
    let pairs = unordered_pairs(trace, &order);

    let mut expected = First::new();
    for pair in &pairs {
        expected.entry(pair.location).or_insert(pair.second);
    }
    let mut first = First::new();
    for race in &found.races {
        first.entry(race.location).or_insert(race.event);
    }
    prop_assert_eq!(first, expected, "racy locations and where they first race");

    // Sites are the indices of events here.
    for race in &found.races {
        let is_pair = pairs.iter().any(|pair| {
            (pair.location, pair.first, pair.second)
                == (race.location, race.prior.site.0 as usize, race.event)
        });
        prop_assert!(is_pair, "{:?} is reported, but its accesses are ordered", race);
        let prior = trace[race.prior.site.0 as usize].thread();
        prop_assert_eq!(
            (race.prior.thread, race.current.thread),
            (prior, trace[race.event].thread())
        );
    }
    check_counts(trace, &found)
}

fn check_counts(trace: &[Event], found: &Findings) -> Result<(), TestCaseError> {
    let count = |is: fn(&Event) -> bool| trace.iter().filter(|event| is(event)).count() as u64;
    let uses = |rules: &[Rule]| rules.iter().map(|&rule| found.rules.get(rule)).sum::<u64>();
    let reads = [
        Rule::ReadSameEpoch,
        Rule::ReadSharedSameEpoch,
        Rule::ReadExclusive,
        Rule::ReadShare,
        Rule::ReadShared,
    ];
    let writes = [Rule::WriteSameEpoch, Rule::WriteExclusive, Rule::WriteShared];
    prop_assert_eq!(uses(&reads), count(|event| matches!(event, Event::Read { .. })));
    prop_assert_eq!(uses(&writes), count(|event| matches!(event, Event::Write { .. })));
    prop_assert_eq!(uses(&[Rule::Acquire]), count(|event| matches!(event, Event::Acquire { .. })));
    prop_assert_eq!(uses(&[Rule::Release]), count(|event| matches!(event, Event::Release { .. })));
    prop_assert_eq!(uses(&[Rule::Fork]), count(|event| matches!(event, Event::Fork { .. })));
    prop_assert_eq!(uses(&[Rule::Join]), count(|event| matches!(event, Event::Join { .. })));
    prop_assert_eq!(
        uses(&[Rule::ReadVolatile]),
        count(|event| matches!(event, Event::VolatileRead { .. }))
    );
    prop_assert_eq!(
        uses(&[Rule::WriteVolatile]),
        count(|event| matches!(event, Event::VolatileWrite { .. }))
    );
    prop_assert_eq!(uses(&Rule::ALL), trace.len() as u64);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn reports_what_is_unordered(trace in traces(SMALL)) {
        check(&trace)?;
    }

    #[test]
    fn reports_what_is_unordered_when_locks_order_most(
        trace in traces(Shape { locks: 1, locations: 1, lock_steps: 45, accesses: 40, ..SMALL })
    ) {
        check(&trace)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn reports_what_is_unordered_among_many_readers(trace in traces(MANY_READERS)) {
        check(&trace)?;
    }
}
