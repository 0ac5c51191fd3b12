//! What the commands say, for the sessions in `testdata/inspect/` and `testdata/cli-run/`.
//!
//! A session is a file: a line `$ redflag …` (or another command of a shell), then what must come
//! of it: the standard output as it is, lines of the standard error behind `! `, and a last line
//! `? N` for an exit status other than 0. Then, perhaps, the next command, in the same directory,
//! which was empty at first. What stands above the first command says what it is about. `[..]` is
//! any text within a line, and these names stand for paths:
//!
//! - `DEMO`: the compiled program of `testdata/demo`;
//! - `JDKS`: `testdata/cli-run/jdks`, scripts and files that are taken for JDKs;
//! - `BIN`: a directory with `redflag` and, for its agent, the empty file `AGENT`; it is on the
//!   `PATH`;
//! - `BARE`: one with `redflag` alone;
//! - `HERE`: the directory of the session.
//!
//! `REDFLAG_UPDATE=1` writes what came instead of comparing.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use libtest_mimic::{Arguments, Failed, Trial};
use redflag_test_support::cache::in_repository;
use redflag_test_support::{javac, jdks};

fn main() {
    let arguments = Arguments::from_args();
    let trials = ["inspect", "cli-run"].into_iter().flat_map(sessions).map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(name, move || check(&path))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn sessions(directory: &str) -> Vec<PathBuf> {
    let directory = in_repository("testdata").join(directory);
    let entries = std::fs::read_dir(&directory).expect("a directory of sessions");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no sessions in {}", directory.display());
    paths
}

fn check(path: &Path) -> Result<(), Failed> {
    let session = std::fs::read_to_string(path)?;
    let steps = steps(&session);
    if steps.iter().all(|step| step.command.is_none()) {
        return Err("expected `$ redflag …`".into());
    }
    let here = places().here.join(path.file_stem().unwrap_or_default());
    remade(&here)?;
    let mut said = String::new();
    for step in &steps {
        let Some(command) = step.command else {
            said.push_str(&step.expected);
            continue;
        };
        said.push_str(&format!("$ {command}\n"));
        said.push_str(&run(command, &here)?);
    }
    if std::env::var_os("REDFLAG_UPDATE").is_some() {
        return Ok(std::fs::write(path, said)?);
    }
    let (wanted, got): (Vec<&str>, Vec<&str>) = (session.lines().collect(), said.lines().collect());
    let same = wanted.len() == got.len() && wanted.iter().zip(&got).all(|(a, b)| matches(a, b));
    if same { Ok(()) } else { Err(format!("expected:\n{session}\nbut it said:\n{said}").into()) }
}

/// A command and what is expected of it; without a command, what stands above all.
#[derive(Default)]
struct Step<'a> {
    command: Option<&'a str>,
    expected: String,
}

fn steps(session: &str) -> Vec<Step<'_>> {
    let mut steps = vec![Step::default()];
    for line in session.lines() {
        match line.strip_prefix("$ ") {
            Some(command) => steps.push(Step { command: Some(command), ..Step::default() }),
            None => {
                let step = steps.last_mut().expect("there is one from the start");
                step.expected.push_str(&format!("{line}\n"));
            }
        }
    }
    steps
}

fn run(command: &str, here: &Path) -> Result<String, Failed> {
    let mut names = places().names.clone();
    names.push(("HERE", here.to_string_lossy().into_owned()));
    let command =
        names.iter().fold(command.to_owned(), |text, (name, path)| text.replace(name, path));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(places().bin.clone()).chain(std::env::split_paths(&path));
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(here)
        .env("PATH", std::env::join_paths(path)?)
        .env("REDFLAG_CACHE", here.join("cache"))
        .env_remove("JAVA_TOOL_OPTIONS")
        .env_remove("JDK_JAVA_OPTIONS")
        .env_remove("_JAVA_OPTIONS")
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
    Ok(names.iter().rev().fold(said, |text, (name, path)| text.replace(path, name)))
}

/// Where things are that sessions name.
struct Places {
    names: Vec<(&'static str, String)>,
    bin: PathBuf,
    here: PathBuf,
}

fn places() -> &'static Places {
    static PLACES: OnceLock<Places> = OnceLock::new();
    PLACES.get_or_init(|| {
        let sources = javac::sources_in(&in_repository("testdata/demo"));
        let demo = javac::compile(jdks::compiler(), &sources, &["--release", "17"]);
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sessions");
        std::fs::create_dir_all(&root).expect("a writable target directory");
        let root = root.canonicalize().expect("made");
        let [bin, bare, here] = ["bin", "bare", "here"].map(|name| root.join(name));
        for directory in [&bin, &bare] {
            remade(directory).expect("a writable target directory");
            let program = directory.join(format!("redflag{EXE_SUFFIX}"));
            std::fs::hard_link(env!("CARGO_BIN_EXE_redflag"), program).expect("linked");
        }
        let agent = format!("{DLL_PREFIX}redflag_agent{DLL_SUFFIX}");
        let agent = bin.join(agent);
        std::fs::write(&agent, "").expect("written");
        let names = [
            ("DEMO", demo),
            ("JDKS", in_repository("testdata/cli-run/jdks")),
            ("BIN", bin.clone()),
            ("AGENT", agent),
            ("BARE", bare),
        ];
        let names = names.map(|(name, path)| (name, path.to_string_lossy().into_owned()));
        Places { names: names.into(), bin, here }
    })
}

/// An empty directory, whatever was there before.
fn remade(directory: &Path) -> std::io::Result<()> {
    if directory.exists() {
        std::fs::remove_dir_all(directory)?;
    }
    std::fs::create_dir_all(directory)
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
