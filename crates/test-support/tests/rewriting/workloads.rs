//! Programs that keep the JDK busy, run untouched and with the JDK, their libraries and themselves
//! rewritten.

use std::path::PathBuf;
use std::time::Duration;

use redflag_test_support::{cache, jvm};

use crate::fixtures::{Subject, WORKLOADS_USE, probed_jars, untouched_jars};

/// A run takes seconds; this is for a machine that does much else.
const LIMIT: Duration = Duration::from_secs(300);

/// Far fewer than any of the programs makes, far more than a JVM that merely starts.
const LEAST_HITS: u64 = 1_000_000;

/// javac compiles a small project to memory.
pub fn compile_project(subject: &Subject) -> Result<(), String> {
    let project = cache::in_repository("testdata/jvm/workloads/project");
    same_output(subject, "CompileProject", &[project.display().to_string()])
}

/// Jackson writes, reads and writes again.
pub fn json_round_trip(subject: &Subject) -> Result<(), String> {
    same_output(subject, "JsonRoundTrip", &[])
}

/// The JDK's own server answers its own client.
pub fn http_exchange(subject: &Subject) -> Result<(), String> {
    same_output(subject, "HttpExchange", &[])
}

fn same_output(subject: &Subject, program: &str, arguments: &[String]) -> Result<(), String> {
    let untouched = run(subject, &[], &class_path(untouched_jars())?, program, arguments)?;
    let patched = [subject.probed()?.argument()];
    let rewritten = run(subject, &patched, &class_path(probed_jars()?)?, program, arguments)?;

    if untouched.printed.lines().count() < 2 {
        return Err(format!("{program} printed nearly nothing: {:?}", untouched.printed));
    }
    if rewritten.printed != untouched.printed {
        return Err(format!(
            "{program} printed when rewritten\n{}\nand untouched\n{}",
            rewritten.printed, untouched.printed
        ));
    }
    if untouched.hits != 0 || rewritten.hits < LEAST_HITS {
        return Err(format!(
            "{program} hit the probe {} times when rewritten, expected at least {LEAST_HITS}, \
             and {} times untouched, expected none",
            rewritten.hits, untouched.hits
        ));
    }
    Ok(())
}

struct Ran {
    printed: String,
    hits: u64,
}

fn run(
    subject: &Subject,
    options: &[String],
    class_path: &str,
    program: &str,
    arguments: &[String],
) -> Result<Ran, String> {
    let mut all = options.to_vec();
    all.extend(["-cp", class_path, "Counted", program].map(str::to_owned));
    all.extend_from_slice(arguments);
    let outcome = jvm::run(subject.jdk, &all, LIMIT)?;
    let said = &outcome.stderr;
    if !outcome.status.success() {
        return Err(format!("{program} ended with {}\n{}{said}", outcome.status, outcome.stdout));
    }
    let hits = said.lines().find_map(|line| line.strip_prefix("probe hits: "));
    let hits = hits.and_then(|hits| hits.parse().ok());
    Ok(Ran {
        printed: outcome.stdout,
        hits: hits.ok_or_else(|| format!("{program} did not count:\n{said}"))?,
    })
}

fn class_path(jars: &[PathBuf]) -> Result<String, String> {
    let needed = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name == "workloads.jar" || WORKLOADS_USE.iter().any(|artifact| name.starts_with(artifact))
    };
    let joined =
        std::env::join_paths(jars.iter().filter(needed)).map_err(|error| error.to_string())?;
    Ok(joined.to_string_lossy().into_owned())
}
