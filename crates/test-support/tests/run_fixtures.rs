//! The conformance suite of the dynamic detector, `testdata/run`, held to its own rules without a
//! detector: every fixture compiles, says what it shows in a form that can be compared, and runs to
//! its end on every JDK that is new enough.

use std::collections::BTreeMap;
use std::time::Duration;

use libtest_mimic::{Arguments, Trial};
use redflag_test_support::race_fixtures::{self, Compiled, Fixture, QUICK};
use redflag_test_support::{jdks, jvm};

/// Much more than any fixture needs on a busy machine, and less than the patience of a person.
const LIMIT: Duration = Duration::from_secs(30);

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for fixture in race_fixtures::all() {
        let name = format!("markers/{}", fixture.name());
        trials.push(Trial::test(name, || check_markers(fixture).map_err(Into::into)));
    }
    for compiled in jdks::all().iter().filter_map(Compiled::for_jdk) {
        for fixture in compiled.fixtures() {
            let name = format!("java-{}/{}", compiled.jdk.version, fixture.name());
            trials.push(Trial::test(name, move || run(fixture, compiled).map_err(Into::into)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn check_markers(fixture: &Fixture) -> Result<(), String> {
    let markers = fixture.markers.as_ref().map_err(String::clone)?;
    if markers.header("run") != Some(vec!["run"]) {
        return Err("expected the header //@ run: run".to_owned());
    }
    if !fixture.text.contains(&format!("\npackage {};\n", fixture.family)) {
        return Err(format!("expected package {}, as its directory is", fixture.family));
    }
    if !begins_with_schedule(fixture) {
        return Err("expected Schedule.begin() as the first statement of main".to_owned());
    }
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut made: BTreeMap<&str, usize> = BTreeMap::new();
    for marker in &markers.markers {
        let counts = match marker.word.as_str() {
            "race" => &mut places,
            "made" => &mut made,
            _ => return Err(format!("line {}: {} is no race", marker.line, marker.word)),
        };
        *counts.entry(&marker.label).or_default() += 1;
    }
    if let Some((label, _)) =
        made.iter().find(|&(label, &times)| times > 1 || !places.contains_key(label))
    {
        return Err(format!("made[{label}], expected one for a race of that name at most"));
    }
    if let Some((label, count)) = places.iter().find(|(_, count)| **count != 2) {
        return Err(format!("race[{label}] stands {count} times, expected 2"));
    }
    if fixture.class.ends_with("Races") == places.is_empty() {
        return Err("its name ends in Races when it holds races, and only then".to_owned());
    }
    Ok(())
}

/// Otherwise a thread of the fixture would initialise it, which orders that thread with the next.
fn begins_with_schedule(fixture: &Fixture) -> bool {
    let mut lines = fixture.text.lines().map(str::trim);
    lines.any(|line| line.starts_with("public static void main("))
        && lines.next() == Some("Schedule.begin();")
}

fn run(fixture: &Fixture, compiled: &Compiled) -> Result<(), String> {
    let mut arguments = QUICK.map(str::to_owned).to_vec();
    arguments.extend(fixture.command(compiled.classes()));
    let outcome = jvm::run(compiled.jdk, &arguments, LIMIT)?;
    if !outcome.status.success() {
        let stderr = outcome.stderr;
        return Err(format!("ended with {}\n{stderr}", outcome.status));
    }
    if !outcome.stdout.is_empty() {
        return Err(format!("printed, which orders threads:\n{}", outcome.stdout));
    }
    Ok(())
}
