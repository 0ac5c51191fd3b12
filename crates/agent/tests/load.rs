//! Programs of `testdata/load` that ask for much: threads by the hundred thousand, all of the heap
//! and the stack, and a server whose memory must not grow.
//!
//! They are free of races, and end and print as they do alone. Their `short` form runs here;
//! `REDFLAG_LOAD=long` runs them whole, the server for ten minutes.
//!
//! A program with the header `//@ watch: heap` prints its memory as it goes, in lines of
//! `heap KIB` (what is in use after a collection) and `resident KIB` (what the process occupies).
//! Both must stay flat once it has warmed up.

use std::time::Duration;

use libtest_mimic::{Arguments, Trial};
use redflag_artifact::ResultFile;
use redflag_ir::program::jdk::Jdk;
use redflag_test_support::detector::{self, Options, Watched};
use redflag_test_support::differing::differences;
use redflag_test_support::programs::{self, Program};
use redflag_test_support::settings;

fn main() {
    let mut arguments = Arguments::from_args();
    // Each wants the machine for itself: what runs beside it would be measured too.
    arguments.test_threads.get_or_insert(1);
    let is_long = std::env::var("REDFLAG_LOAD").is_ok_and(|form| form == "long");
    let mut trials = Vec::new();
    for program in Vec::leak(programs::in_directory("testdata/load")) as &'static [Program] {
        for jdk in settings::jdks_under_test() {
            if program.since() <= jdk.feature {
                let name = format!("java-{}/{}", jdk.version, program.name);
                let test = move || check(program, jdk, is_long).map_err(Into::into);
                trials.push(Trial::test(name, test));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn check(program: &Program, jdk: &'static Jdk, is_long: bool) -> Result<(), String> {
    let limit = Duration::from_secs(if is_long { 1800 } else { 300 });
    let Some(run) = program.on(jdk, !is_long, limit) else {
        return Err(format!("no compiler makes classes for Java {}", jdk.version));
    };
    let watched = run.watched(Options::default())?;
    let mut problems = unexpected_races(&watched.result);
    if program.header("watch").is_some() {
        problems += &not_flat(&watched);
    } else {
        let alone = run.alone()?;
        if alone.status.code() != Some(program.status()) {
            let (status, stderr) = (alone.status, &alone.stderr);
            let expected = program.status();
            return Err(format!("it ends with {status} alone, expected {expected}\n{stderr}"));
        }
        problems += &differences(&alone, &watched.outcome).unwrap_or_default();
    }
    if watched.result.stats.count("classes.instrumented").unwrap_or(0) == 0 {
        problems += "no class was instrumented\n";
    }
    if problems.is_empty() { Ok(()) } else { Err(problems + &watched.command) }
}

fn unexpected_races(result: &ResultFile) -> String {
    let races = result.races.iter().map(|race| {
        let sides = race.accesses.iter().map(|access| {
            let file = access.file.as_deref().unwrap_or("no file");
            format!("{:?} at {file}:{}", access.op, access.line.unwrap_or(0))
        });
        let name = race.location.name.as_deref().unwrap_or("an element");
        let sides: Vec<String> = sides.collect();
        format!("unexpected race: {}.{name}, {}\n", race.location.class, sides.join(" and "))
    });
    races.collect()
}

/// The samples of each measure, in KiB.
fn not_flat(watched: &Watched) -> String {
    let outcome = &watched.outcome;
    if !outcome.status.success() || !outcome.stderr.is_empty() {
        let stderr = detector::last_lines(&outcome.stderr);
        return format!("it ended with {}, and wrote\n{stderr}", outcome.status);
    }
    // The process may keep what the heap once needed; it must not need ever more.
    let measures = [("heap", 1.15, 2 << 10), ("resident", 1.20, 32 << 10)];
    let mut problems = String::new();
    for (measure, factor, slack) in measures {
        let of_measure = outcome.stdout.lines().filter_map(|line| line.strip_prefix(measure));
        let samples: Vec<u64> = of_measure.filter_map(|kib| kib.trim().parse().ok()).collect();
        if let Err(problem) = stays_flat(&samples, factor, slack) {
            problems += &format!("{measure}: {problem}\n");
        }
    }
    problems
}

/// The first third is warming up. The lowest sample of the last third may exceed that of the second by
/// the factor and some slack: what is in use besides depends on the requests that were being served, and on
/// what the collector spared; what is never given back raises the lowest, too.
fn stays_flat(samples: &[u64], factor: f64, slack: u64) -> Result<(), String> {
    if samples.len() < 9 {
        return Err(format!("{} samples, expected 9 or more", samples.len()));
    }
    let third = samples.len() / 3;
    let lowest = |samples: &[u64]| samples.iter().copied().min().unwrap_or(0);
    let early = lowest(&samples[third..2 * third]);
    let late = lowest(&samples[2 * third..]);
    let allowed = (early as f64 * factor) as u64 + slack;
    if late <= allowed {
        return Ok(());
    }
    Err(format!("grew from {early} KiB to {late} KiB, expected {allowed} at most: {samples:?}"))
}
