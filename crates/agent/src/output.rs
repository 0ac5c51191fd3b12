//! The report on the terminal and the files.

use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::Path;

use redflag_artifact::run_options::{Color, RunOptions};
use redflag_artifact::{Counters, Race, ResultFile, Skipped, normalise};
use redflag_report::{Options, race_block, summary};

use crate::found::is_same_pair;
use crate::session::{Pair, Session, lock};

/// Lines are not broken for a terminal that is not known; this is what most have.
const WIDTH: usize = 100;

/// What the runtime counted.
#[derive(Default)]
pub struct Counted {
    pub figures: Vec<(String, u64)>,
    /// How often each race was seen.
    pub races: Vec<(Pair, u64)>,
}

/// Prints a race as it is found.
pub fn print_race(session: &Session, race: &Race) {
    if !session.options.quiet {
        print(session, |options| race_block(race, options));
    }
}

/// The result of a JVM that is left alone.
pub fn not_watched(options: &RunOptions, why: &str) {
    let what = format!("the JVM with process id {}", std::process::id());
    let skipped = vec![Skipped { what, why: why.to_owned() }];
    let detector = options.detector.name().to_owned();
    let command = "run".to_owned();
    let result = ResultFile { command, detector: Some(detector), skipped, ..ResultFile::default() };
    if let Some(path) = &options.json {
        // Nobody to tell if this fails; the file is there, and empty.
        let _ = write(path, &result.to_json());
    }
}

/// The result of the run.
pub fn result(session: &Session, counted: &Counted) -> ResultFile {
    let mut races: Vec<Race> = Vec::new();
    for found in lock(&session.found).iter() {
        let seen = counted.races.iter().find(|(pair, _)| *pair == found.pair);
        let seen = seen.map_or(1, |(_, count)| *count);
        match races.iter_mut().find(|race| is_same_pair(race, &found.race)) {
            Some(race) => race.count = Some(race.count.unwrap_or(0) + seen),
            None => races.push(Race { count: Some(seen), ..found.race.clone() }),
        }
    }
    let tally = lock(&session.tally);
    let mut stats = Counters::new();
    for (name, value) in &counted.figures {
        stats.add(name, *value);
    }
    stats.add("classes.instrumented", tally.classes);
    stats.add("classes.observed", tally.observed);
    stats.add("methods.instrumented", tally.methods);
    stats.add("methods.skipped", tally.methods_skipped);
    let mut skipped: Vec<Skipped> = tally
        .skipped
        .iter()
        .map(|(what, why)| Skipped { what: what.clone(), why: why.clone() })
        .collect();
    if tally.unknown_fields > 0 {
        skipped.push(Skipped {
            what: format!("{} accesses to fields", tally.unknown_fields),
            why: "the class that declares the field is in no place that was searched".to_owned(),
        });
    }
    let figure = |name| counted.figures.iter().find(|(known, _)| known == name).map_or(0, |f| f.1);
    if figure("order.lost") > 0 {
        skipped.push(Skipped {
            what: "the rest of the run".to_owned(),
            why: "stack or heap ran out while synchronisation was being recorded; from then on \
                  no race is reported"
                .to_owned(),
        });
    }
    if figure("checks.lost") > 0 {
        skipped.push(Skipped {
            what: format!("{} checks", figure("checks.lost")),
            why: "stack or heap ran out in them".to_owned(),
        });
    }
    if tally.sites_ran_out {
        skipped.push(Skipped {
            what: "places of some accesses".to_owned(),
            why: "the program has more accesses than can be numbered".to_owned(),
        });
    }
    let mut result = ResultFile {
        command: "run".to_owned(),
        detector: Some(session.options.detector.name().to_owned()),
        races,
        skipped,
        stats,
        ..ResultFile::default()
    };
    normalise(&mut result);
    let count = result.races.len() as u64;
    result.stats.add("races", count);
    result
}

/// Writes the files that were asked for and prints the summary.
pub fn finish(session: &Session, result: &ResultFile) {
    let options = &session.options;
    let files = [(&options.json, result.to_json()), (&options.stats, result.stats.to_json())];
    for (path, text) in files {
        if let Some(path) = path
            && let Err(error) = write(path, &text)
        {
            complain(&format!("cannot write {}: {error}", path.display()));
        }
    }
    if !options.quiet {
        print(session, |options| summary(result, options));
    }
}

/// What the user must know, whatever was asked for.
pub fn complain(sentence: &str) {
    let _ = writeln!(std::io::stderr(), "redflag: {sentence}");
}

/// Whole or not at all, for whoever reads it meanwhile.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let mut file = File::create(&beside)?;
    file.write_all(text.as_bytes())?;
    drop(file);
    std::fs::rename(&beside, path)
}

fn print(session: &Session, text: impl Fn(&Options<'_>) -> String) {
    let options = &session.options;
    let color = match options.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            options.report.is_none()
                && std::io::stderr().is_terminal()
                && std::env::var_os("NO_COLOR").is_none()
        }
    };
    let sources = |class: &str, file: &str| {
        let candidates = options.source_candidates(class, file);
        candidates.iter().find_map(|path| std::fs::read_to_string(path).ok())
    };
    let text = text(&Options { color, width: WIDTH, sources: &sources });
    // Nobody to tell if this fails.
    let _ = match &options.report {
        Some(path) => File::options()
            .create(true)
            .append(true)
            .open(path)
            .and_then(|mut file| file.write_all(text.as_bytes())),
        None => std::io::stderr().write_all(text.as_bytes()),
    };
}
