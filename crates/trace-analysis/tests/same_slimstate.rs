//! The two SlimStates, the runtime's in Java and the model, say the same of the same events: the same
//! races on the same segments, found in the same order, with as many checks, ending in the same modes.
//! `REDFLAG_SLIMSTATE_CASES` and `_SEED` are those of `slimstate.rs`.

#[path = "traces/arrays.rs"]
mod arrays;
mod in_jvm;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};
use redflag_trace_analysis::event::{Event, SiteId, ThreadId};
use redflag_trace_analysis::fasttrack::AccessKind;
use redflag_trace_analysis::slimstate::{Arrays, Findings, Options, SegmentRace, slimstate};

use arrays::{ArrayTrace, array_traces};
use in_jvm::java;

#[test]
fn the_runtime_is_its_model() {
    let set_ups = [
        Options { threshold: 1, most_open: 1, coarsens: true, gathers_fine: false },
        Options { threshold: 3, most_open: 2, coarsens: false, gathers_fine: true },
        Options { threshold: 30, most_open: 8, coarsens: true, gathers_fine: true },
    ];
    let count = arrays::count(1500);
    let mut cases: Vec<_> = set_ups.into_iter().cycle().zip(sample(count)).collect();
    cases.push((set_ups[0], written_then_read_at_random()));
    let mut reached: BTreeMap<String, u32> = BTreeMap::new();
    let mut racy = 0;
    // The shortest first: it is what a failure shows.
    let mut verdicts: Vec<_> = cases.iter().zip(run(&cases)).collect();
    verdicts.sort_by_key(|((_, case), _)| case.trace.len());
    for ((options, case), verdict) in verdicts {
        let findings = slimstate(&case.trace, &case.arrays, *options);
        let expected = said(case, &findings);
        assert_eq!(verdict, expected, "{options:?}\n{case:?}");
        racy += usize::from(!findings.races.is_empty());
        for name in expected.last().expect("modes come last").split(' ').skip(1) {
            *reached.entry(name.to_owned()).or_default() += 1;
        }
    }
    assert!((count / 3..count).contains(&racy), "{racy} of {count} traces have races");
    assert_eq!(reached.len(), 7, "{reached:?}");
    assert!(reached.values().all(|&times| times >= 20), "{reached:?}");
}

/// Modes change under the hands of other threads: nothing is lost by that, nor invented.
#[test]
fn real_threads_in_compressed_arrays() {
    let said = java(&[], "redflag.runtime.RealFootprints", &[]);
    assert_eq!(said, "locked: 0\nown elements: 0\nmeetings: 80362, as expected: true\n");
}

#[test]
fn compressed_arrays_outlive_the_end_of_the_stack() {
    for mode in ["-Xint", "-Xmixed"] {
        let said = java(&[mode, "-Xss256k"], "redflag.runtime.DeepFootprints", &[]);
        let expected = "overflows: 30, some checks lost: true, open: 0, unchecked: 0\n";
        assert_eq!(said, expected, "{mode}");
    }
}

/// Found once: a read that makes two ranges one, by the shorter way for loops that go up an array.
fn written_then_read_at_random() -> ArrayTrace {
    let thread = ThreadId(0);
    let arrays = Arrays::of(vec![6, 86]);
    let element = |index| arrays.location(0, index);
    let write = |index| Event::Write { thread, location: element(index), site: SiteId(9) };
    let read = |index| Event::Read { thread, location: element(index), site: SiteId(33) };
    let reads = [5, 2, 0, 3, 1, 5, 2, 0, 1, 4, 2, 5, 3, 1, 4, 1, 3, 0, 4].map(read);
    let trace = (0..6).map(write).chain(reads).collect();
    ArrayTrace { trace, arrays }
}

/// One JVM for all traces. For each, the lines that it said.
fn run(cases: &[(Options, ArrayTrace)]) -> Vec<Vec<String>> {
    let mut input = String::new();
    for (options, ArrayTrace { arrays, trace }) in cases {
        let Options { threshold, most_open, coarsens, gathers_fine } = options;
        write!(input, "trace {threshold} {most_open} {coarsens} {gathers_fine}")
            .expect("a string takes all");
        for length in arrays.lengths() {
            write!(input, " {length}").expect("a string takes all");
        }
        input.push('\n');
        for event in trace {
            writeln!(input, "{event}").expect("a string takes all");
        }
    }
    let file = tempfile::NamedTempFile::new().expect("a writable temporary directory");
    std::fs::write(file.path(), input).expect("room for the traces");
    let output =
        java(&[], "redflag.runtime.FootprintRunner", &[&file.path().display().to_string()]);
    let mut verdicts: Vec<Vec<String>> = Vec::new();
    for line in output.lines() {
        if line.starts_with("trace ") {
            verdicts.push(Vec::new());
        } else {
            let verdict = verdicts.last_mut().expect("traces begin with their first line");
            verdict.push(line.to_owned());
        }
    }
    assert_eq!(verdicts.len(), cases.len(), "a verdict for each trace");
    verdicts
}

/// The findings as the runner writes them.
fn said(case: &ArrayTrace, findings: &Findings) -> Vec<String> {
    let kind = |kind| match kind {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
    };
    let line = |race: &SegmentRace| {
        let array = race.array.map_or(-1, |array| array as i64);
        let (elements, prior, current) = (race.elements, race.prior, race.current);
        format!(
            "race {array} {} {} {} {} {} {} {}",
            elements.begin,
            elements.end,
            elements.stride,
            kind(prior.kind),
            prior.site,
            kind(current.kind),
            current.site
        )
    };
    let mut lines: Vec<String> = findings.races.iter().map(line).collect();
    lines.push(format!("checks {}", findings.checks));
    let modes = findings.modes.iter().zip(case.arrays.lengths());
    lines.push(
        modes.fold("modes".to_owned(), |all, (mode, &length)| {
            format!("{all} {:?}", mode.name(length))
        }),
    );
    lines
}

/// So many traces.
fn sample(count: usize) -> Vec<ArrayTrace> {
    let mut runner = TestRunner::new_with_rng(Config::default(), arrays::rng());
    let strategy = array_traces();
    (0..count)
        .map(|_| strategy.new_tree(&mut runner).expect("nothing is rejected").current())
        .collect()
}
