//! The detector's verdict on every program of `testdata/run`: exactly the races that the program's
//! lines say, and the program ends as it does alone.
//!
//! On Java 17 and 25, each program once. `REDFLAG_ALL_JDKS=1` takes every JDK that is found,
//! `REDFLAG_REPEAT=50` runs each program so often; `scripts/conformance` counts the wrong verdicts.

use std::time::Duration;

use libtest_mimic::{Arguments, Trial};
use redflag_test_support::detector::{self, Options, Run};
use redflag_test_support::race_fixtures::{Compiled, Fixture, QUICK};
use redflag_test_support::{settings, verdict};

/// Much more than any fixture needs on a busy machine, and less than the patience of a person.
const LIMIT: Duration = Duration::from_secs(60);

/// Every way in which a JVM runs code and moves objects. Without tiers the compiler would never
/// get to programs this short, if it were not told to hurry.
const WAYS: [(&str, &[&str]); 6] = [
    ("interpreter", &["-Xint", "-XX:+UseSerialGC"]),
    ("c2", &["-XX:-TieredCompilation", "-XX:CompileThreshold=100"]),
    ("g1", &["-XX:+UseG1GC"]),
    ("zgc", &["-XX:+UseZGC"]),
    ("parallel", &["-XX:+UseParallelGC"]),
    ("serial", &["-XX:+UseSerialGC"]),
];

/// What is run in all these ways: each kind of location and of synchronisation, what depends on
/// the garbage collector, and what runs long enough to be compiled.
const IN_ALL_WAYS: [&str; 17] = [
    "atomics/SpinLockOrders",
    "classinit/LazyHolderOrders",
    "cleanup/CleanerOrders",
    "cleanup/FinalizerRaces",
    "executors/InvokeAllOrders",
    "forkjoin/ParallelStreamRaces",
    "jdkaccess/ParallelSortOrders",
    "locations/TwoDimensionalRaces",
    "locations/TwoFieldsOneLineRaces",
    "locks/ConditionOrders",
    "monitor/DifferentLocksRaces",
    "spans/CaughtInMethodRaces",
    "spans/LongLoopRaces",
    "spans/UnlockedAfterLoopOrders",
    "varhandles/ReleaseAcquireOrders",
    "virtualthreads/AcrossCarriersOrder",
    "volatiles/TransitiveOrders",
];

/// What is run behind `--filter tree` as well: where it could drop what races.
const FILTERED: [&str; 7] =
    ["interrupts", "locations", "locks", "monitor", "spans", "threads", "waiting"];

/// What is run under `--detector slimstate` as well: where arrays are accessed.
const COMPRESSED: [&str; 13] = [
    "arrays",
    "cleanup",
    "executors",
    "finals",
    "forkjoin",
    "jdkaccess",
    "locations",
    "monitor",
    "reflection",
    "spans",
    "threads",
    "varhandles",
    "volatiles",
];

fn main() {
    let arguments = Arguments::from_args();
    let repetitions = settings::number("REDFLAG_REPEAT", 1);
    // Everything in all variants.
    let all = settings::number("REDFLAG_ALL_VARIANTS", 0) != 0;
    let mut trials = Vec::new();
    for compiled in settings::jdks_under_test().into_iter().filter_map(Compiled::for_jdk) {
        let java = format!("java-{}", compiled.jdk.version);
        for fixture in compiled.fixtures() {
            let name = format!("{java}/{}", fixture.name());
            let flags = &QUICK;
            trials.push(Trial::test(name, move || {
                repeat(repetitions, || check(fixture, compiled, flags, &[])).map_err(Into::into)
            }));
            let variants: [(&str, &[&str], &'static [&'static str]); 2] = [
                ("filter", &FILTERED, &["filter=tree"]),
                ("slimstate", &COMPRESSED, &["detector=slimstate"]),
            ];
            for (variant, families, more) in variants {
                if !families.contains(&fixture.family.as_str()) && !all {
                    continue;
                }
                let name = format!("{variant}/{java}/{}", fixture.name());
                trials.push(Trial::test(name, move || {
                    repeat(repetitions, || check(fixture, compiled, flags, more))
                        .map_err(Into::into)
                }));
            }
        }
        for (way, flags) in WAYS {
            for name in IN_ALL_WAYS {
                let Some(fixture) = compiled.fixtures().find(|fixture| fixture.name() == name)
                else {
                    continue;
                };
                trials.push(Trial::test(format!("matrix/{java}/{way}/{name}"), move || {
                    repeat(repetitions, || check(fixture, compiled, flags, &[])).map_err(Into::into)
                }));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Runs all repetitions, so that the number of wrong ones is known, and shows the first.
/// `scripts/conformance` reads the first line.
fn repeat(repetitions: u32, check: impl Fn() -> Result<(), String>) -> Result<(), String> {
    let mut wrong = Vec::new();
    for repetition in 1..=repetitions {
        if let Err(problem) = check() {
            wrong.push((repetition, problem));
        }
    }
    let Some((first, problem)) = wrong.first() else { return Ok(()) };
    Err(format!(
        "wrong verdicts: {} of {repetitions}, first in run {first}\n{problem}",
        wrong.len()
    ))
}

fn check(
    fixture: &Fixture,
    compiled: &Compiled,
    flags: &[&str],
    more: &[&str],
) -> Result<(), String> {
    let markers = fixture.markers.as_ref().map_err(String::clone)?;
    let mut arguments: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
    arguments.extend(fixture.command(compiled.classes()));
    let run = Run { jdk: compiled.jdk, arguments, input: String::new(), limit: LIMIT };
    let watched = run.watched(Options { more, ..Options::default() })?;
    let outcome = &watched.outcome;
    let mut problems = String::new();
    if !outcome.status.success() {
        problems += &format!("the program ended with {}, expected 0\n", outcome.status);
    }
    if !outcome.stdout.is_empty() {
        problems += "stdout, expected to be empty:\n";
        problems += &detector::last_lines(&outcome.stdout);
    }
    if watched.result.stats.count("classes.instrumented").unwrap_or(0) == 0 {
        problems += "no class was instrumented, so its silence means nothing\n";
    }
    let file = format!("{}.java", fixture.class);
    if let Err(wrong) = verdict::judge(&file, &fixture.text, markers, &watched.result) {
        problems += &wrong;
    }
    if problems.is_empty() {
        return Ok(());
    }
    // Not wrong in itself: a JVM has its own warnings.
    if !outcome.stderr.is_empty() {
        problems += "stderr:\n";
        problems += &detector::last_lines(&outcome.stderr);
    }
    for skipped in &watched.result.skipped {
        problems += &format!("skipped: {}: {}\n", skipped.what, skipped.why);
    }
    Err(format!("{}\n{problems}{}", fixture.path.display(), watched.command))
}
