//! What the command says, for the sessions in `testdata/inspect/`.
//!
//! A session is a file: a line `$ redflag …`, then what must come of it: the standard output as
//! it is, lines of the standard error behind `! `, and a last line `? N` for an exit status other
//! than 0. `DEMO` stands for the compiled program of `testdata/demo`, `[..]` for any text within
//! a line. `REDFLAG_UPDATE=1` writes what came instead of comparing.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use redflag_test_support::cache::in_repository;
use redflag_test_support::{javac, jdks};

fn main() {
    let arguments = Arguments::from_args();
    let trials = sessions().into_iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(name, move || check(&path))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn sessions() -> Vec<PathBuf> {
    let directory = in_repository("testdata/inspect");
    let entries = std::fs::read_dir(&directory).expect("testdata/inspect");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "no sessions in {}", directory.display());
    paths
}

fn check(path: &Path) -> Result<(), Failed> {
    let session = std::fs::read_to_string(path)?;
    let (command, expected) = session.split_once('\n').unwrap_or((&session, ""));
    let words = command.strip_prefix("$ redflag ").ok_or("expected `$ redflag …` first")?;
    let said = run(words)?;
    if std::env::var_os("REDFLAG_UPDATE").is_some() {
        return Ok(std::fs::write(path, format!("{command}\n{said}"))?);
    }
    let differs = || Failed::from(format!("expected:\n{expected}\nbut it said:\n{said}"));
    let (wanted, got): (Vec<&str>, Vec<&str>) =
        (expected.lines().collect(), said.lines().collect());
    let same = wanted.len() == got.len() && wanted.iter().zip(&got).all(|(a, b)| matches(a, b));
    if same { Ok(()) } else { Err(differs()) }
}

fn run(words: &str) -> Result<String, Failed> {
    let sources = javac::sources_in(&in_repository("testdata/demo"));
    let demo = javac::compile(jdks::compiler(), &sources, &["--release", "17"]);
    let demo = demo.to_string_lossy();
    let output = Command::new(env!("CARGO_BIN_EXE_redflag"))
        .args(words.split_whitespace().map(|word| word.replace("DEMO", &demo)))
        .output()?;
    let mut said = String::from_utf8(output.stdout)?;
    for line in String::from_utf8(output.stderr)?.lines() {
        said.push_str(&format!("! {line}\n"));
    }
    match output.status.code() {
        Some(0) => {}
        Some(status) => said.push_str(&format!("? {status}\n")),
        None => return Err("it was killed by a signal".into()),
    }
    Ok(said.replace(&*demo, "DEMO"))
}

/// Whether a line is as expected, `[..]` being any text.
fn matches(expected: &str, line: &str) -> bool {
    let mut parts = expected.split("[..]");
    let Some(rest) = parts.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    let mut rest = rest;
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}
