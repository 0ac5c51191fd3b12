//! SlimState against FastTrack: the three claims of the header of `slimstate/mod.rs`.
//!
//! `REDFLAG_SLIMSTATE_CASES=5000000 cargo test --release -p redflag-trace-analysis --test slimstate` is
//! the long form; `REDFLAG_SLIMSTATE_SEED` makes another sample of it. `scripts/fuzz slimstate` does both.

#[path = "traces/arrays.rs"]
mod arrays;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use redflag_trace_analysis::event::{Event, LocationId, SiteId, ThreadId, check_well_formed};
use redflag_trace_analysis::fasttrack::{Race, fasttrack};
use redflag_trace_analysis::oracle::{happens_before, unordered_pairs};
use redflag_trace_analysis::slimstate::{Findings, ModeName, Options, slimstate};

use arrays::{ArrayTrace, array_traces};

const EXACT: Options = Options { threshold: 3, most_open: 2, coarsens: false, gathers_fine: true };

/// What a thread did between two of its synchronisations.
type Span = BTreeSet<(LocationId, bool)>;

/// What the traces of a test have been about.
#[derive(Debug, Default)]
struct Tally {
    reached: BTreeMap<ModeName, u64>,
    coarsenings: u64,
    racy: u64,
    checks: u64,
    accesses: u64,
}

#[test]
fn races_are_those_of_fasttrack() {
    let cases = arrays::count(4000) as u32;
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let tally = std::cell::RefCell::new(Tally::default());
    TestRunner::new_with_rng(config, arrays::rng())
        .run(&array_traces(), |trace| {
            check_exact(&trace, &mut tally.borrow_mut())?;
            check_coarsening(&trace, &mut tally.borrow_mut())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
    let tally = tally.into_inner();
    let enough = u64::from(cases) / 40;
    for name in ModeName::ALL {
        let times = tally.reached.get(&name).copied().unwrap_or(0);
        assert!(times >= enough, "{name:?} was reached {times} times: {tally:?}");
    }
    assert!(tally.racy >= 10 * enough && tally.racy <= 36 * enough, "{tally:?}");
    assert!(tally.coarsenings >= enough, "{tally:?}");
    assert!(4 * tally.checks < 3 * tally.accesses, "{tally:?}");
    println!("{tally:?}");
}

/// Claims 1 and 3 against the definition, which takes the square of the trace's length.
#[test]
fn races_are_those_of_the_definition() {
    let config = Config { cases: 1000, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, rng)
        .run(&array_traces().prop_filter("short", |case| case.trace.len() < 600), |trace| {
            check_pairs(&trace)
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// Claims 1 and 2.
fn check_exact(
    ArrayTrace { arrays, trace }: &ArrayTrace,
    tally: &mut Tally,
) -> Result<(), TestCaseError> {
    let found = slimstate(trace, arrays, EXACT);
    check_order(trace, &found)?;
    let plain = fasttrack(trace);
    prop_assert_eq!(locations(&found.element_races), locations(&plain.races), "racy locations");
    prop_assert_eq!(&found.element_races, &fasttrack(&found.checked).races, "races of α'");
    prop_assert_eq!(found.coarsenings, 0);
    for (&name, times) in &found.reached {
        *tally.reached.entry(name).or_default() += times;
    }
    tally.racy += u64::from(!plain.races.is_empty());
    tally.checks += found.checks;
    tally.accesses += trace.iter().filter(|event| access(event).is_some()).count() as u64;
    Ok(())
}

/// Claims 1 and 3.
fn check_coarsening(
    ArrayTrace { arrays, trace }: &ArrayTrace,
    tally: &mut Tally,
) -> Result<(), TestCaseError> {
    for (threshold, most_open, gathers_fine) in [(1, 1, false), (30, 8, true)] {
        let options = Options { threshold, most_open, coarsens: true, gathers_fine };
        let found = slimstate(trace, arrays, options);
        check_order(trace, &found)?;
        let plain = fasttrack(trace);
        prop_assert_eq!(locations(&found.element_races), locations(&plain.races), "racy locations");
        let expected = fasttrack(&found.checked).races;
        prop_assert_eq!(accesses(&found.element_races), accesses(&expected), "racy accesses of α'");
        tally.coarsenings += found.coarsenings;
    }
    Ok(())
}

fn check_pairs(ArrayTrace { arrays, trace }: &ArrayTrace) -> Result<(), TestCaseError> {
    for options in [EXACT, Options { coarsens: true, ..EXACT }] {
        let found = slimstate(trace, arrays, options);
        let pairs = unordered_pairs(trace, &happens_before(trace));
        let racy: BTreeSet<LocationId> = pairs.iter().map(|pair| pair.location).collect();
        prop_assert_eq!(&locations(&found.element_races), &racy);
        let side = |event: usize| {
            let (location, write, site) = access(&trace[event]).expect("pairs are of accesses");
            (location, trace[event].thread(), write, site)
        };
        let unordered: BTreeSet<_> = pairs
            .iter()
            .flat_map(|pair| {
                let (first, second) = (side(pair.first), side(pair.second));
                [(first, second), (second, first)]
            })
            .collect();
        for race in &found.element_races {
            let side = |access: redflag_trace_analysis::fasttrack::Access| {
                let write = access.kind == redflag_trace_analysis::fasttrack::AccessKind::Write;
                (race.location, access.thread, write, access.site)
            };
            let is_pair = unordered.contains(&(side(race.prior), side(race.current)));
            prop_assert!(is_pair, "{:?} is no pair of unordered accesses", race);
        }
    }
    Ok(())
}

/// α' is a trace that orders the same accesses in the same way: every thread has the same
/// synchronisation, and between two steps of it, the same accesses but for repetitions, and for reads of
/// what it writes there.
fn check_order(trace: &[Event], found: &Findings) -> Result<(), TestCaseError> {
    prop_assert_eq!(check_well_formed(&found.checked), Ok(()));
    let sync = |trace: &[Event]| -> Vec<Event> {
        trace.iter().copied().filter(|event| access(event).is_none()).collect()
    };
    prop_assert_eq!(sync(trace), sync(&found.checked));
    prop_assert_eq!(spans(trace, trace), spans(&found.checked, trace));
    let sites = |trace: &[Event]| -> BTreeSet<(ThreadId, LocationId, bool, SiteId)> {
        let all = trace.iter().filter_map(|event| {
            access(event).map(|(location, write, site)| (event.thread(), location, write, site))
        });
        all.collect()
    };
    prop_assert!(sites(&found.checked).is_subset(&sites(trace)));
    Ok(())
}

/// By thread, its accesses between those of its steps that end an epoch or bring news in `trace`.
fn spans(of: &[Event], trace: &[Event]) -> BTreeMap<ThreadId, Vec<Span>> {
    let teaching = teaching(trace);
    let mut spans: BTreeMap<ThreadId, Vec<Span>> = BTreeMap::new();
    let mut syncs = 0;
    for event in of {
        let thread = event.thread();
        let mine = spans.entry(thread).or_insert_with(|| vec![Span::new()]);
        match access(event) {
            Some((location, write, _)) => {
                mine.last_mut().expect("there is one").insert((location, write));
            }
            None => {
                if teaching[syncs] {
                    mine.push(Span::new());
                }
                syncs += 1;
            }
        }
    }
    for span in spans.values_mut().flatten() {
        let written: BTreeSet<LocationId> =
            span.iter().filter(|&&(_, write)| write).map(|&(location, _)| location).collect();
        span.retain(|&(location, write)| write || !written.contains(&location));
    }
    spans
}

/// For each synchronisation of a trace, whether it may change its thread's clock: an acquire does not
/// if nothing comes before it that did not come before the thread's last step.
fn teaching(trace: &[Event]) -> Vec<bool> {
    let mut clocks: BTreeMap<ThreadId, BTreeMap<ThreadId, u32>> = BTreeMap::new();
    let mut released: BTreeMap<(u8, u32), BTreeMap<ThreadId, u32>> = BTreeMap::new();
    let join = |into: &mut BTreeMap<ThreadId, u32>, from: &BTreeMap<ThreadId, u32>| {
        let before = into.clone();
        for (&thread, &clock) in from {
            let mine = into.entry(thread).or_default();
            *mine = clock.max(*mine);
        }
        before != *into
    };
    let mut all = Vec::new();
    // Every access is a step of the clock here; only how much is known matters.
    for event in trace {
        let thread = event.thread();
        if access(event).is_some() {
            *clocks.entry(thread).or_default().entry(thread).or_default() += 1;
            continue;
        }
        let now = clocks.entry(thread).or_default().clone();
        all.push(match *event {
            Event::Acquire { lock, .. } => {
                let from = released.entry((0, lock.0)).or_default().clone();
                join(clocks.entry(thread).or_default(), &from)
            }
            Event::VolatileRead { variable, .. } => {
                let from = released.entry((1, variable.0)).or_default().clone();
                join(clocks.entry(thread).or_default(), &from)
            }
            Event::Join { child, .. } => {
                let from = clocks.entry(child).or_default().clone();
                join(clocks.entry(thread).or_default(), &from)
            }
            Event::Release { lock, .. } => {
                released.insert((0, lock.0), now);
                true
            }
            Event::VolatileWrite { variable, .. } => {
                join(released.entry((1, variable.0)).or_default(), &now);
                true
            }
            Event::Fork { child, .. } => {
                join(clocks.entry(child).or_default(), &now);
                true
            }
            Event::Read { .. } | Event::Write { .. } => unreachable!("accesses were seen to"),
        });
    }
    all
}

fn access(event: &Event) -> Option<(LocationId, bool, SiteId)> {
    match *event {
        Event::Read { location, site, .. } => Some((location, false, site)),
        Event::Write { location, site, .. } => Some((location, true, site)),
        _ => None,
    }
}

fn locations(races: &[Race]) -> BTreeSet<LocationId> {
    races.iter().map(|race| race.location).collect()
}

fn accesses(races: &[Race]) -> BTreeSet<usize> {
    races.iter().map(|race| race.event).collect()
}
