//! Programs of `testdata/counters`: what the detector counts is what they do.
//!
//! `//@ counts: NAME=NUMBER…` are counters of `--stats` with `--count-accesses`, spaces in names
//! written as `_`, under the `//@ options: KEY=VALUE…` of the agent. `//@ missed: NUMBER` is how many races may be missed; the program, which runs as
//! usual, with its accesses inlined, prints how many were. `//@ elements: INDEX…` are the elements that each race is
//! on, in no order.

use std::time::Duration;

use libtest_mimic::{Arguments, Trial};
use redflag_ir::program::jdk::Jdk;
use redflag_test_support::detector::Options;
use redflag_test_support::programs::{self, Program};
use redflag_test_support::settings;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for program in Vec::leak(programs::in_directory("testdata/counters")) as &'static [Program] {
        for jdk in settings::jdks_under_test() {
            let name = format!("java-{}/{}", jdk.version, program.name);
            trials.push(Trial::test(name, move || check(program, jdk).map_err(Into::into)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn check(program: &Program, jdk: &'static Jdk) -> Result<(), String> {
    let Some(run) = program.on(jdk, true, Duration::from_secs(120)) else {
        return Err(format!("no compiler makes classes for Java {}", jdk.version));
    };
    let mut problems = String::new();
    let mut looked_at = 0;
    if let Some(expected) = program.header("counts") {
        let mut more = vec!["count-accesses"];
        more.extend(program.options());
        let watched = run.watched(Options { stats: true, more: &more, ..Options::default() })?;
        let stats = watched.stats.ok_or("there are no counters")?;
        for pair in expected {
            let (name, number) = pair.split_once('=').ok_or("counts: NAME=NUMBER…")?;
            let (name, number) = (name.replace('_', " "), number.parse().ok());
            if stats.count(&name) != number {
                let counted = stats.count(&name);
                problems += &format!("{name}: expected {number:?}, counted {counted:?}\n");
            }
            looked_at += 1;
        }
    }
    if let Some(most) = program.header("missed") {
        let most: u32 = most.first().and_then(|most| most.parse().ok()).ok_or("no number")?;
        let watched = run.watched(Options::default())?;
        let printed = watched.outcome.stdout.trim();
        if printed.parse().map_or(true, |missed: u32| missed > most) {
            problems += &format!("races missed: {printed}, {most} at most\n{}", watched.command);
        }
        looked_at += 1;
    }
    if let Some(mut expected) = program.header("elements") {
        let watched = run.watched(Options { more: &program.options(), ..Options::default() })?;
        let races = watched.result.races.iter();
        let mut found: Vec<_> = races.filter_map(|race| race.location.index.as_deref()).collect();
        expected.sort_unstable();
        found.sort_unstable();
        if found != expected {
            problems += &format!("elements: expected {expected:?}, reported {found:?}\n");
        }
        looked_at += 1;
    }
    match looked_at {
        0 => Err("the program says nothing of what is counted".to_owned()),
        _ if problems.is_empty() => Ok(()),
        _ => Err(problems),
    }
}
