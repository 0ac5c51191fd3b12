//! The two FastTracks, the runtime's in Java and the one over traces, give the same verdicts on the
//! same events: the same races, places and order, by the same rules.
//!
//! The runtime's threads share slots, whose number and whose clocks are made small here, so that
//! slots are recycled and clocks used up in short traces; the one over traces knows nothing of
//! either, and so is the truth about both.

mod in_jvm;
mod traces;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use in_jvm::java;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use redflag_trace_analysis::event::{Event, LocationId, LockId, SiteId, ThreadId};
use redflag_trace_analysis::fasttrack::{
    AccessKind, Findings, Race, Rule, fasttrack, fasttrack_behind_tree,
};
use redflag_trace_analysis::oracle::happens_before;
use traces::{SMALL, Shape, traces};

/// As many slots, and as large a clock, as the runtime has.
const ALL_SLOTS: u32 = (1 << 18) - 2;
const ALL_CLOCKS: u32 = (1 << 26) - 1;

/// How the runtime is set up for a trace.
#[derive(Debug, Clone, Copy)]
struct SetUp {
    slots: u32,
    max_clock: u32,
    words: &'static str,
    /// When a thread's slot becomes free: `early`, after its last event, or at its first `join`.
    ends: &'static str,
}

const PLAIN: SetUp =
    SetUp { slots: ALL_SLOTS, max_clock: ALL_CLOCKS, words: "array", ends: "join" };

/// What the runtime said about one trace.
#[derive(Debug, Default)]
struct Verdict {
    races: Vec<String>,
    rules: Vec<u64>,
    slots: SlotUses,
    filtered: Vec<usize>,
}

#[derive(Debug, Default, Clone, Copy)]
struct SlotUses {
    used: u64,
    recycled: u64,
    forced: u64,
    overflowed: u64,
}

#[test]
fn small_traces() {
    let words = ["array", "object"];
    for ends in ["join", "early"] {
        let cases = sample(SMALL, 2500).into_iter().enumerate();
        let cases =
            cases.map(|(index, trace)| (SetUp { words: words[index % 2], ends, ..PLAIN }, trace));
        compare(cases.collect(), 2000);
    }
}

#[test]
fn sites_that_come_again() {
    let shape = Shape { sites: 4, roots: 4, writes_of_accesses: 25, locations: 2, ..SMALL };
    compare(sample(shape, 1500).into_iter().map(|trace| (PLAIN, trace)).collect(), 1000);
}

/// Neighbouring elements that the same threads read in turn share their read sets in the runtime.
#[test]
fn loops_over_arrays() {
    let shape = Shape {
        roots: 5,
        threads: 8,
        alive: 8,
        sites: 2,
        locations: 12,
        sweep: 8,
        writes_of_accesses: 8,
        ..SMALL
    };
    compare(sample(shape, 2000).into_iter().map(|trace| (PLAIN, trace)).collect(), 1500);
}

#[test]
fn slots_are_recycled() {
    let shape = Shape {
        roots: 1,
        threads: 200,
        alive: 8,
        accesses: 40,
        locations: 12,
        lock_steps: 10,
        volatile_steps: 5,
        sites: 1 << 20,
        events: (400, 600),
        ..SMALL
    };
    for ends in ["join", "early"] {
        let cases = sample(shape, 300).into_iter().map(|trace| (SetUp { ends, ..PLAIN }, trace));
        let slots = compare(cases.collect(), 200);
        assert!(slots.recycled > slots.used, "most threads got the slot of a dead one: {slots:?}");
        assert_eq!((slots.forced, slots.overflowed), (0, 0));
    }
}

#[test]
fn clocks_are_used_up() {
    let shape = Shape { lock_steps: 35, accesses: 40, sites: 1 << 20, ..SMALL };
    let traces = sample(shape, 800);
    let threads: u64 = traces.iter().map(|trace| thread_count(trace)).sum();
    for max_clock in [1, 2, 3, 7] {
        let set_up = SetUp { max_clock, ends: "early", ..PLAIN };
        let slots = compare(traces.iter().map(|trace| (set_up, trace.clone())).collect(), 500);
        assert!(slots.used + slots.recycled > threads, "some threads moved on: {slots:?}");
    }
}

#[test]
fn a_long_trace() {
    let shape = Shape {
        roots: 1,
        threads: 3000,
        alive: 12,
        locks: 6,
        variables: 4,
        locations: 400,
        sites: 1 << 20,
        accesses: 75,
        lock_steps: 18,
        volatile_steps: 1,
        events: (100_000, 100_000),
        ..SMALL
    };
    let cases = sample(shape, 3).into_iter();
    let set_ups = [
        PLAIN,
        SetUp { words: "object", ends: "early", ..PLAIN },
        SetUp { max_clock: 50, ends: "early", ..PLAIN },
    ];
    compare(set_ups.into_iter().zip(cases).collect(), 3);
}

/// All threads stay alive, so that among many readers there is one for each thread in both.
#[test]
fn two_thousand_threads() {
    let shape = Shape {
        roots: 1,
        threads: 2000,
        alive: 2000,
        locks: 20,
        variables: 10,
        locations: 40,
        sites: 1 << 20,
        accesses: 70,
        writes_of_accesses: 1,
        lock_steps: 15,
        volatile_steps: 4,
        events: (60_000, 60_000),
        ..SMALL
    };
    let cases = sample(shape, 2).into_iter().map(|trace| (PLAIN, without_joins(trace))).collect();
    let slots = compare(cases, 2);
    assert_eq!((slots.used, slots.recycled), (4000, 0));
}

/// Where more readers are remembered than are kept in a list, a dead thread's read lasts until its
/// slot is used again, which only the runtime has; what races, and where first, is the same.
#[test]
fn many_readers_of_recycled_slots() {
    let shape = Shape {
        roots: 1,
        threads: 400,
        alive: 60,
        locations: 4,
        sites: 1 << 20,
        accesses: 60,
        writes_of_accesses: 1,
        lock_steps: 5,
        volatile_steps: 5,
        events: (1000, 1500),
        ..SMALL
    };
    let set_ups = [SetUp { ends: "early", ..PLAIN }, SetUp { max_clock: 4, ..PLAIN }];
    let cases: Vec<_> = set_ups.into_iter().cycle().zip(sample(shape, 200)).collect();
    let mut slots = SlotUses::default();
    let mut many = 0;
    for ((set_up, trace), verdict) in cases.iter().zip(run(&cases)) {
        let expected = races(&fasttrack(trace));
        assert_eq!(first(&verdict.races), first(&expected), "{set_up:?}\n{}", lines(trace));
        many += usize::from(verdict.races != expected);
        slots.add(verdict.slots);
    }
    assert!(slots.recycled > 0 && many > 0, "{slots:?}, {many} not the same");
}

/// With fewer slots than threads, races may be missed and none may be invented.
#[test]
fn too_few_slots_invent_no_races() {
    let shape = Shape { roots: 1, threads: 40, alive: 6, events: (150, 300), ..SMALL };
    let mut slots = SlotUses::default();
    for few in [1, 3] {
        let set_up = SetUp { slots: few, max_clock: 40, words: "array", ends: "early" };
        let cases: Vec<_> = sample(shape, 500).into_iter().map(|trace| (set_up, trace)).collect();
        for ((_, trace), verdict) in cases.iter().zip(run(&cases)) {
            let order = happens_before(trace);
            for race in &verdict.races {
                let (prior, event) = sites_of(race);
                assert!(!order.ordered(prior, event), "{race}\n{}", lines(trace));
            }
            slots.add(verdict.slots);
        }
    }
    assert!(slots.forced > 1000 && slots.overflowed > 1000, "{slots:?}");
}

/// Few places under one lock, which mostly stays with a thread for a while.
const REDUNDANT: Shape = Shape {
    threads: 4,
    alive: 3,
    sites: 1,
    locks: 1,
    locations: 2,
    accesses: 50,
    lock_steps: 45,
    volatile_steps: 2,
    events: (50, 150),
    ..SMALL
};

/// With TREE before the rules, both skip the same events, and say the same of the others.
#[test]
fn the_same_events_are_filtered() {
    let shapes = [
        (REDUNDANT, 2000),
        (Shape { sites: 3, locks: 2, ..REDUNDANT }, 2000),
        // Many locks; and more accesses than are skipped in a row.
        (Shape { roots: 1, alive: 2, locks: 12, lock_steps: 60, accesses: 35, ..REDUNDANT }, 1000),
        (Shape { roots: 1, alive: 2, accesses: 85, lock_steps: 12, ..REDUNDANT }, 1000),
        // Reads that nothing orders.
        (Shape { roots: 4, alive: 8, threads: 8, writes_of_accesses: 4, ..REDUNDANT }, 1000),
    ];
    for (shape, count) in shapes {
        let filtered = compare_filtered(sample(shape, count));
        assert!(filtered > count / 4, "{filtered} events of {count} traces: {shape:?}");
    }
}

/// A thread that gives back several locks, and takes them all again.
#[test]
fn as_many_releases_are_taken_back() {
    let again = |locks: u32| {
        let (thread, location, site) = (ThreadId(0), LocationId(0), SiteId(0));
        let acquire = (0..locks).map(|lock| Event::Acquire { thread, lock: LockId(lock) });
        let release = (0..locks).map(|lock| Event::Release { thread, lock: LockId(lock) });
        let write = [Event::Write { thread, location, site }];
        acquire.clone().chain(write).chain(release).chain(acquire).chain(write).collect()
    };
    let filtered: Vec<usize> =
        (14..=18).map(|locks| compare_filtered(vec![again(locks)])).collect();
    assert_eq!(filtered, [1, 1, 1, 0, 0]);
}

/// How many events both skip.
fn compare_filtered(traces: Vec<Vec<Event>>) -> usize {
    let traces = traces.into_iter().map(without_site_0);
    let cases: Vec<_> = traces.map(|trace| (PLAIN, trace)).collect();
    let mut filtered = 0;
    for ((_, trace), verdict) in cases.iter().zip(run_with(&cases, &["tree"])) {
        let findings = fasttrack_behind_tree(trace);
        assert_eq!(verdict.filtered, findings.filtered, "{}", lines(trace));
        assert_eq!(verdict.races, races(&findings), "{}", lines(trace));
        let uses: Vec<u64> = Rule::ALL.iter().map(|&rule| findings.rules.get(rule)).collect();
        assert_eq!(verdict.rules, uses, "uses of rules: {}", lines(trace));
        filtered += verdict.filtered.len();
    }
    filtered
}

/// Where threads change their slots, the runtime lets more through: what races, and where first, is
/// the same.
#[test]
fn what_is_filtered_hides_no_race_when_clocks_are_used_up() {
    let shape = Shape { roots: 1, alive: 2, ..REDUNDANT };
    let mut filtered = 0;
    for (max_clock, ends) in [(1, "early"), (3, "join"), (7, "early"), (15, "join")] {
        let set_up = SetUp { max_clock, ends, words: "object", ..PLAIN };
        let traces = sample(shape, 500).into_iter().map(without_site_0);
        let cases: Vec<_> = traces.map(|trace| (set_up, trace)).collect();
        for ((_, trace), verdict) in cases.iter().zip(run_with(&cases, &["tree"])) {
            assert_eq!(first(&verdict.races), first(&races(&fasttrack(trace))), "{}", lines(trace));
            filtered += verdict.filtered.len();
        }
    }
    assert!(filtered > 300, "{filtered}");
}

#[test]
fn clocks_of_the_runtime_are_maps() {
    let said = java(&[], "redflag.runtime.VectorClockCheck", &[]);
    assert!(said.starts_with("checked 32600"), "{said}");
}

#[test]
fn real_threads_in_the_runtime() {
    let said = java(&[], "redflag.runtime.RealThreads", &[]);
    let expected = "locked: 0\nread only: 0\nwritten once: 32\nunlocked: 32\n\
                    fresh arrays: 1040000\n\
                    short-lived: 0 races, bounded slots: true\n";
    assert_eq!(said, expected);
}

#[test]
fn the_runtime_outlives_the_end_of_the_stack() {
    for mode in ["-Xint", "-Xmixed"] {
        let said = java(&[mode, "-Xss256k"], "redflag.runtime.DeepStack", &[]);
        assert_eq!(said, "overflows: 100, usable, some checks lost: true\n", "{mode}");
    }
}

/// Runs both over all traces and compares all that they say. At least so many traces must have
/// races, or the comparison would be about little.
fn compare(cases: Vec<(SetUp, Vec<Event>)>, with_races: usize) -> SlotUses {
    let mut slots = SlotUses::default();
    let mut racy = 0;
    let mut rules = [0; Rule::ALL.len()];
    for ((set_up, trace), verdict) in cases.iter().zip(run(&cases)) {
        let findings = fasttrack(trace);
        let context = || format!("{set_up:?}\n{}", lines(trace));
        assert_eq!(verdict.races, races(&findings), "{}", context());
        let uses: Vec<u64> = Rule::ALL.iter().map(|&rule| findings.rules.get(rule)).collect();
        assert_eq!(verdict.rules, uses, "uses of rules: {}", context());
        racy += usize::from(!verdict.races.is_empty());
        rules.iter_mut().zip(uses).for_each(|(sum, uses)| *sum += uses);
        slots.add(verdict.slots);
    }
    assert!(racy >= with_races, "{racy} of {} traces have races", cases.len());
    for (rule, uses) in Rule::ALL.iter().zip(rules) {
        // Joins are taken out of some traces.
        assert!(uses > 0 || *rule == Rule::Join, "[{}] was never used", rule.name());
    }
    slots
}

/// One JVM for all traces.
fn run(cases: &[(SetUp, Vec<Event>)]) -> Vec<Verdict> {
    run_with(cases, &[])
}

/// The same, with more arguments of the runner.
fn run_with(cases: &[(SetUp, Vec<Event>)], arguments: &[&str]) -> Vec<Verdict> {
    let mut input = String::new();
    for (set_up, trace) in cases {
        let SetUp { slots, max_clock, words, ends } = set_up;
        writeln!(input, "trace {slots} {max_clock} {words} {ends}").expect("a string takes all");
        input.push_str(&lines(trace));
    }
    let file = tempfile::NamedTempFile::new().expect("a writable temporary directory");
    std::fs::write(file.path(), input).expect("room for the traces");
    let file = file.path().display().to_string();
    let output = java(&[], "redflag.runtime.EventRunner", &[&[file.as_str()], arguments].concat());
    let mut verdicts: Vec<Verdict> = Vec::new();
    for line in output.lines() {
        let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
        if what == "trace" {
            verdicts.push(Verdict::default());
            continue;
        }
        let verdict = verdicts.last_mut().expect("traces begin with their first line");
        let numbers = || rest.split(' ').map(|number| number.parse().expect("a number"));
        match what {
            "race" => verdict.races.push(rest.to_owned()),
            "filtered" => {
                let events = rest.split_terminator(' ');
                verdict.filtered = events.map(|event| event.parse().expect("a number")).collect();
            }
            "rules" => verdict.rules = numbers().collect(),
            "slots" => {
                let [used, recycled, forced, overflowed] =
                    numbers().collect::<Vec<u64>>().try_into().expect("four numbers");
                verdict.slots = SlotUses { used, recycled, forced, overflowed };
            }
            _ => panic!("the runner said {line}"),
        }
    }
    assert_eq!(verdicts.len(), cases.len(), "a verdict for each trace");
    verdicts
}

/// So many traces, the same in every run.
fn sample(shape: Shape, count: usize) -> Vec<Vec<Event>> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let strategy = traces(shape);
    (0..count)
        .map(|_| strategy.new_tree(&mut runner).expect("nothing is rejected").current())
        .collect()
}

/// The verdicts as the runner writes them.
fn races(findings: &Findings) -> Vec<String> {
    let kind = |kind| match kind {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
    };
    let line = |race: &Race| {
        let (prior, current) = (race.prior, race.current);
        format!(
            "{} {} {} {} {} {}",
            race.event,
            race.location,
            kind(prior.kind),
            prior.site,
            kind(current.kind),
            current.site
        )
    };
    findings.races.iter().map(line).collect()
}

/// The prior site, which is the index of its event in small traces, and the event of a race.
fn sites_of(race: &str) -> (usize, usize) {
    let words: Vec<&str> = race.split(' ').collect();
    let number = |word: &str| word.trim_start_matches('s').parse().expect("a number");
    (number(words[3]), number(words[0]))
}

/// The event and location of the first race on each location.
fn first(races: &[String]) -> BTreeMap<&str, &str> {
    let mut first = BTreeMap::new();
    for race in races {
        let words: Vec<&str> = race.split(' ').collect();
        first.entry(words[1]).or_insert(words[0]);
    }
    first
}

fn thread_count(trace: &[Event]) -> u64 {
    let forked = trace.iter().filter_map(|event| match event {
        Event::Fork { child, .. } => Some(*child),
        _ => None,
    });
    trace.iter().map(Event::thread).chain(forked).collect::<BTreeSet<_>>().len() as u64
}

/// To the runtime, site 0 is that of many places, where nothing comes again.
fn without_site_0(mut trace: Vec<Event>) -> Vec<Event> {
    for event in &mut trace {
        if let Event::Read { site, .. } | Event::Write { site, .. } = event {
            site.0 += 1;
        }
    }
    trace
}

fn without_joins(mut trace: Vec<Event>) -> Vec<Event> {
    trace.retain(|event| !matches!(event, Event::Join { .. }));
    trace
}

fn lines(trace: &[Event]) -> String {
    trace.iter().fold(String::new(), |mut lines, event| {
        writeln!(lines, "{event}").expect("a string takes all");
        lines
    })
}

impl SlotUses {
    fn add(&mut self, other: SlotUses) {
        self.used += other.used;
        self.recycled += other.recycled;
        self.forced += other.forced;
        self.overflowed += other.overflowed;
    }
}
