//! TREE loses no pair of places that race, of whatever kind of race its detector looks for; and what it
//! forgets, or remembers in FastTrack's words alone, only lets more through.

mod traces;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use redflag_trace_analysis::event::{
    Event, LocationId, LockId, SiteId, ThreadId, VariableId, check_well_formed,
};
use redflag_trace_analysis::fasttrack::{AccessKind, Findings, fasttrack, fasttrack_behind_tree};
use redflag_trace_analysis::filter::tree::{Options, Races, tree};
use redflag_trace_analysis::lockset::unlocked_pairs;
use redflag_trace_analysis::oracle::{UnorderedPair, happens_before, unordered_pairs};
use traces::{SMALL, Shape, traces};

/// Few places, which come again and again, mostly under locks.
const REDUNDANT: Shape = Shape {
    sites: 3,
    locations: 2,
    locks: 2,
    accesses: 55,
    lock_steps: 35,
    volatile_steps: 4,
    ..SMALL
};

/// More threads than fit into a stack, which end at different times.
const MANY_THREADS: Shape = Shape {
    roots: 4,
    threads: 9,
    alive: 8,
    sites: 2,
    locations: 2,
    locks: 2,
    accesses: 60,
    lock_steps: 20,
    volatile_steps: 2,
    ..SMALL
};

/// One lock, which mostly stays with one thread.
const ONE_LOCK: Shape = Shape {
    roots: 2,
    threads: 3,
    sites: 2,
    locks: 1,
    locations: 1,
    accesses: 45,
    lock_steps: 50,
    volatile_steps: 2,
    ..SMALL
};

/// Two accesses of one location by their places, as a report has them.
type Pair = (LocationId, [(AccessKind, SiteId); 2]);

fn place(event: &Event) -> (AccessKind, SiteId) {
    match *event {
        Event::Read { site, .. } => (AccessKind::Read, site),
        Event::Write { site, .. } => (AccessKind::Write, site),
        _ => panic!("{event} is no access"),
    }
}

fn unique(trace: &[Event], pairs: &[UnorderedPair]) -> BTreeSet<Pair> {
    let unique = |pair: &UnorderedPair| {
        let mut places = [place(&trace[pair.first]), place(&trace[pair.second])];
        places.sort();
        (pair.location, places)
    };
    pairs.iter().map(unique).collect()
}

fn unordered(trace: &[Event]) -> BTreeSet<Pair> {
    unique(trace, &unordered_pairs(trace, &happens_before(trace)))
}

fn unlocked(trace: &[Event]) -> BTreeSet<Pair> {
    unique(trace, &unlocked_pairs(trace))
}

/// Both at once, with the order that locks give left out.
fn unordered_and_unlocked(trace: &[Event]) -> BTreeSet<Pair> {
    let is_lock = |event: &Event| matches!(event, Event::Acquire { .. } | Event::Release { .. });
    let kept: Vec<usize> = (0..trace.len()).filter(|&at| !is_lock(&trace[at])).collect();
    let without = only(trace, &kept);
    let unlocked: BTreeSet<(usize, usize)> =
        unlocked_pairs(trace).iter().map(|pair| (pair.first, pair.second)).collect();
    let mut both = unordered_pairs(&without, &happens_before(&without));
    both.retain(|pair| unlocked.contains(&(kept[pair.first], kept[pair.second])));
    unique(&without, &both)
}

fn only(trace: &[Event], kept: &[usize]) -> Vec<Event> {
    kept.iter().map(|&index| trace[index]).collect()
}

fn all(races: Races) -> Options {
    Options { races, places: usize::MAX, span: false }
}

fn discarded(trace: &[Event], options: Options) -> BTreeSet<usize> {
    let kept: BTreeSet<usize> = tree(trace, options).into_iter().collect();
    (0..trace.len()).filter(|index| !kept.contains(index)).collect()
}

/// By location, the first event that races with one before it; of a trace that was filtered, by the
/// number that it had before.
fn first(findings: &Findings, kept: Option<&[usize]>) -> BTreeMap<LocationId, usize> {
    let mut first = BTreeMap::new();
    for race in &findings.races {
        let event = kept.map_or(race.event, |kept| kept[race.event]);
        first.entry(race.location).or_insert(event);
    }
    first
}

fn check(trace: &[Event]) -> Result<(), TestCaseError> {
    for (races, by_order, by_locks) in [
        (Races::HappensBefore, true, false),
        (Races::Lockset, false, true),
        (Races::Both, true, true),
    ] {
        let kept = tree(trace, all(races));
        let filtered = only(trace, &kept);
        if by_order {
            // Without order a thread can be left without any event, and nobody can join it then.
            prop_assert_eq!(check_well_formed(&filtered), Ok(()));
            prop_assert_eq!(unordered(&filtered), unordered(trace), "{:?}", races);
            let (before, behind) = (fasttrack(trace), fasttrack(&filtered));
            prop_assert_eq!(first(&behind, Some(&kept)), first(&before, None), "{:?}", races);
        }
        if by_locks {
            prop_assert_eq!(unlocked(&filtered), unlocked(trace), "{:?}", races);
        }
        if by_order && by_locks {
            prop_assert_eq!(unordered_and_unlocked(&filtered), unordered_and_unlocked(trace));
        }
        let most = discarded(trace, all(races));
        for places in [0, 1, 2, 5] {
            let less = discarded(trace, Options { places, ..all(races) });
            prop_assert!(less.is_subset(&most), "{:?} with {} places", races, places);
            prop_assert!(places > 0 || less.is_empty());
        }
    }
    check_spans(trace)?;
    check_words(trace)
}

/// Of all accesses of a span one is enough to know the racy locations, and where they first race.
fn check_spans(trace: &[Event]) -> Result<(), TestCaseError> {
    let places = all(Races::HappensBefore);
    let kept = tree(trace, Options { span: true, ..places });
    let filtered = only(trace, &kept);
    prop_assert_eq!(first(&fasttrack(&filtered), Some(&kept)), first(&fasttrack(trace), None));
    prop_assert!(kept.len() <= tree(trace, places).len(), "spans let less through");
    Ok(())
}

/// What the words of FastTrack remember.
fn check_words(trace: &[Event]) -> Result<(), TestCaseError> {
    let (plain, behind) = (fasttrack(trace), fasttrack_behind_tree(trace));
    prop_assert_eq!(first(&behind, None), first(&plain, None));
    let most = discarded(trace, all(Races::HappensBefore));
    let filtered: BTreeSet<usize> = behind.filtered.iter().copied().collect();
    prop_assert!(filtered.is_subset(&most), "{:?} of {:?}", filtered, most);
    let racing = unordered(trace);
    for race in &behind.races {
        let mut places =
            [(race.prior.kind, race.prior.site), (race.current.kind, race.current.site)];
        places.sort();
        prop_assert!(racing.contains(&(race.location, places)), "{:?} is no race", race);
    }
    prop_assert!(plain.filtered.is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn keeps_every_pair_of_places(trace in traces(REDUNDANT)) {
        check(&trace)?;
    }

    #[test]
    fn keeps_every_pair_of_places_of_many_threads(trace in traces(MANY_THREADS)) {
        check(&trace)?;
    }

    #[test]
    fn keeps_every_pair_of_places_around_one_lock(trace in traces(ONE_LOCK)) {
        check(&trace)?;
    }
}

const T0: ThreadId = ThreadId(0);
const T1: ThreadId = ThreadId(1);
const T2: ThreadId = ThreadId(2);
const T3: ThreadId = ThreadId(3);
const M: LockId = LockId(0);

fn read(thread: ThreadId, site: u32) -> Event {
    Event::Read { thread, location: LocationId(0), site: SiteId(site) }
}

fn write(thread: ThreadId, site: u32) -> Event {
    Event::Write { thread, location: LocationId(0), site: SiteId(site) }
}

fn acquire(thread: ThreadId, lock: LockId) -> Event {
    Event::Acquire { thread, lock }
}

fn release(thread: ThreadId, lock: LockId) -> Event {
    Event::Release { thread, lock }
}

fn under(thread: ThreadId, lock: LockId, access: Event) -> Vec<Event> {
    vec![acquire(thread, lock), access, release(thread, lock)]
}

#[track_caller]
fn check_discarded(trace: &[Event], races: Races, expected: &[usize]) {
    assert_eq!(check_well_formed(trace), Ok(()));
    let found: Vec<usize> = discarded(trace, all(races)).into_iter().collect();
    assert_eq!(found, expected, "{races:?}");
}

/// [TREE Figure 3.4], with its four places. What the case study of §3.5 drops is right for lock sets.
/// By order nothing can be dropped: each release is acquired by another thread.
#[test]
fn the_case_study() {
    let fork = |child| Event::Fork { thread: T0, child };
    let lock = |thread: u32| LockId(thread);
    let mut trace = vec![fork(T1), fork(T2), fork(T3)];
    for i in 1..=3 {
        trace.extend(under(T0, lock(i), write(T0, 1)));
        trace.push(read(T0, 2));
    }
    for thread in [T1, T2, T3] {
        trace.extend(under(thread, lock(thread.0), write(thread, 3)));
        trace.push(write(thread, 4));
    }
    // The events 11, 15 and 27 of the figure.
    check_discarded(&trace, Races::Lockset, &[10, 14, 26]);
    check_discarded(&trace, Races::HappensBefore, &[]);
}

/// The second access of a loop, and that of a thread that takes a lock again which nobody wanted.
#[test]
fn what_comes_again_is_dropped() {
    let loops = [write(T0, 1), read(T0, 2), write(T0, 1), read(T0, 2)];
    check_discarded(&loops, Races::Both, &[2, 3]);
    let locked = [under(T0, M, write(T0, 1)), under(T0, M, write(T0, 1))].concat();
    check_discarded(&locked, Races::Both, &[4]);
    check_discarded(&[locked, vec![write(T0, 1)]].concat(), Races::HappensBefore, &[4]);
    let n = LockId(1);
    let other_lock = [under(T0, M, write(T0, 1)), under(T0, n, write(T0, 1))].concat();
    check_discarded(&other_lock, Races::HappensBefore, &[]);
    check_discarded(&other_lock, Races::Lockset, &[]);
}

#[test]
fn another_location_or_kind_is_no_repetition() {
    let elsewhere = Event::Write { thread: T0, location: LocationId(1), site: SiteId(1) };
    check_discarded(&[write(T0, 1), elsewhere, read(T0, 1)], Races::Both, &[]);
    check_discarded(&[write(T0, 1), elsewhere, read(T0, 1)], Races::Lockset, &[]);
}

/// Where the context of the thesis, lock set and messages, is not enough: `t1` comes after the first
/// write of `t0` by way of the lock, and not after the second one, which alone is in a race.
#[test]
fn a_lock_that_another_thread_took_carries_order() {
    let trace = [
        under(T0, M, write(T0, 1)),
        vec![acquire(T1, M), release(T1, M)],
        under(T0, M, write(T0, 1)),
        vec![write(T1, 2)],
    ]
    .concat();
    check_discarded(&trace, Races::HappensBefore, &[]);
    check_discarded(&trace, Races::Lockset, &[6]);
    assert_eq!(unordered(&trace).len(), 1);
    assert_eq!(unordered(&only(&trace, &tree(&trace, all(Races::Lockset)))).len(), 0);
}

/// Where its stacks of two threads are not: the threads in the stack are joined, the third is not.
#[test]
fn a_thread_may_be_the_only_one_that_nobody_joins() {
    let fork = |child| Event::Fork { thread: T0, child };
    let join = |child| Event::Join { thread: T0, child };
    let forks = [T1, T2, T3].map(fork);
    let accesses = [T1, T2, T3].map(|thread| read(thread, 1));
    let trace = [&forks[..], &accesses, &[T1, T2].map(join), &[write(T0, 2)]].concat();
    check_discarded(&trace, Races::Both, &[]);
    check_discarded(&trace, Races::Lockset, &[5]);
    assert_eq!(unordered(&trace).len(), 1);
    assert_eq!(unordered(&only(&trace, &tree(&trace, all(Races::Lockset)))).len(), 0);
}

#[test]
fn messages_end_a_context() {
    let v = VariableId(0);
    let sends =
        [Event::Fork { thread: T0, child: T1 }, Event::VolatileWrite { thread: T0, variable: v }];
    for send in sends {
        check_discarded(&[write(T0, 1), send, write(T0, 1)], Races::Both, &[]);
        check_discarded(&[write(T0, 1), send, write(T0, 1)], Races::Lockset, &[2]);
    }
    let receive = Event::VolatileRead { thread: T0, variable: v };
    check_discarded(&[write(T0, 1), receive, write(T0, 1)], Races::Both, &[2]);
}

/// A filter that drops nothing would keep everything, too.
#[test]
fn much_is_dropped() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let strategy = traces(ONE_LOCK);
    let (mut events, mut by_order, mut by_locks, mut by_words) = (0, 0, 0, 0);
    for _ in 0..500 {
        let trace = strategy.new_tree(&mut runner).expect("nothing is rejected").current();
        events += trace.len();
        by_order += discarded(&trace, all(Races::HappensBefore)).len();
        by_locks += discarded(&trace, all(Races::Lockset)).len();
        by_words += fasttrack_behind_tree(&trace).filtered.len();
    }
    assert!(by_order * 10 > events, "{by_order} of {events}");
    assert!(by_locks * 5 > events, "{by_locks} of {events}");
    assert!(by_words > 100, "{by_words} of {events}");
}
