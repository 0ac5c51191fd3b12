//! `redflag demo`: a small bank with three races, built with the user's own JDK and run under the
//! detector.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use redflag_artifact::run_options::RunOptions;
use redflag_artifact::{LocationKind, ResultFile};
use redflag_ir::program::jdk::{self, Jdk};

use crate::failure::Failure;
use crate::run::{self, Watched, jvm};

/// Find the races of a bundled program
///
/// It is compiled with your JDK and run under the detector, as your own programs would be. The
/// exit status is 0 when its three races were found, and nothing else.
#[derive(Args)]
pub struct Arguments {
    /// Put the program here, to look at it or change it [default: redflag's cache directory]
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

const SOURCES: [(&str, &str); 4] = [
    ("Account.java", include_str!("../../../testdata/demo/Account.java")),
    ("Bank.java", include_str!("../../../testdata/demo/Bank.java")),
    ("Depositing.java", include_str!("../../../testdata/demo/Depositing.java")),
    ("Withdrawing.java", include_str!("../../../testdata/demo/Withdrawing.java")),
];

/// The locations that race; the two look-alikes are not among them.
const SEEDED: [(LocationKind, &str, Option<&str>, Option<&str>); 3] = [
    (LocationKind::Field, "Account", Some("balance"), None),
    (LocationKind::Static, "Bank", Some("nowServing"), None),
    (LocationKind::Array, "int[]", None, Some("0")),
];

pub fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let (jdk, java) = jdk_with_compiler()?;
    let directory = match &arguments.keep {
        Some(directory) => directory.clone(),
        None => cache_directory(),
    };
    let (sources, classes) = (directory.join("src"), directory.join("classes"));
    compile(&jdk, &sources, &classes)?;

    let program = ["-cp".into(), classes.into_os_string(), "Bank".into()];
    let command: Vec<OsString> = std::iter::once(java).chain(program).collect();
    let mut out = std::io::stdout();
    writeln!(out, "Two tellers work on one account, in {}.", sources.display())?;
    writeln!(out, "Three of the things that they share race, and two only look as if they did:")?;
    writeln!(out)?;
    let redflag: [OsString; 5] =
        ["redflag".into(), "run".into(), "--source".into(), sources.clone().into(), "--".into()];
    writeln!(out, "  $ {}", run::shell_line(redflag.iter().chain(&command)))?;
    out.flush()?;

    let asked = RunOptions { sources: vec![sources], ..RunOptions::default() };
    let outcome = run::watch(&Watched::prepare(&command)?, &asked)?;
    writeln!(out)?;
    match outcome.result.as_ref().map(unexpected) {
        Some(wrong) if wrong.is_empty() => {
            writeln!(
                out,
                "All three seeded races were found, and neither of the two look-alikes: a volatile \
                 hand-off orders the receipt, join the totals."
            )?;
            Ok(0)
        }
        Some(wrong) => Err(Failure::Failed(format!(
            "the demo went wrong: {}; please report this",
            wrong.join("; ")
        ))),
        None => Err(Failure::Failed(format!(
            "the demo went wrong: {}",
            outcome.note.as_deref().unwrap_or("it left no result")
        ))),
    }
}

/// How a result differs from the seeded races, one for each of their locations.
fn unexpected(result: &ResultFile) -> Vec<String> {
    let mut missing = SEEDED.to_vec();
    let mut wrong = Vec::new();
    for race in &result.races {
        let at = &race.location;
        let key = (at.kind, at.class.as_str(), at.name.as_deref(), at.index.as_deref());
        match missing.iter().position(|seeded| *seeded == key) {
            Some(found) => {
                missing.remove(found);
            }
            None => wrong.push(format!("{} was not expected", location_text(key))),
        }
    }
    wrong.extend(missing.into_iter().map(|key| format!("{} was not found", location_text(key))));
    wrong
}

fn location_text(
    (_, class, name, index): (LocationKind, &str, Option<&str>, Option<&str>),
) -> String {
    let name = name.map(|name| format!(".{name}")).unwrap_or_default();
    let index = index.map(|index| format!(", element {index}")).unwrap_or_default();
    format!("a race on {class}{name}{index}")
}

/// A JDK that can compile, that of the `java` which is usually run if possible; and its `java` as a
/// command.
fn jdk_with_compiler() -> Result<(Jdk, OsString), Failure> {
    let can_run = |jdk: &Jdk| jdk.has_javac() && jdk.feature >= jvm::OLDEST;
    let usual = jvm::find_launcher("java".as_ref())
        .ok()
        .and_then(|java| Jdk::at(jvm::home_of(&java)?).ok())
        .filter(can_run);
    match usual {
        Some(jdk) => Ok((jdk, "java".into())),
        None => jdk::find_all()
            .into_iter()
            .rfind(can_run)
            .map(|jdk| {
                let java = jdk.java().into_os_string();
                (jdk, java)
            })
            .ok_or_else(|| {
                Failure::Failed(format!(
                    "there is no JDK with a compiler: install one of Java {} or newer, and put \
                     its bin directory on the PATH or set JAVA_HOME",
                    jvm::OLDEST
                ))
            }),
    }
}

fn compile(jdk: &Jdk, sources: &Path, classes: &Path) -> Result<(), Failure> {
    let unwritable = |path: &Path, error: std::io::Error| {
        let path = path.display();
        Failure::Failed(format!("cannot write {path}: {error}; name a place with --keep DIR"))
    };
    for directory in [sources, classes] {
        std::fs::create_dir_all(directory).map_err(|error| unwritable(directory, error))?;
    }
    let mut javac = Command::new(jdk.tool("javac"));
    // For whichever JVM runs the shown command again.
    javac.args(["--release", &jvm::OLDEST.to_string(), "-encoding", "UTF-8", "-d"]).arg(classes);
    for (name, text) in SOURCES {
        let path = sources.join(name);
        std::fs::write(&path, text).map_err(|error| unwritable(&path, error))?;
        javac.arg(path);
    }
    let output = javac.output().map_err(|error| {
        Failure::Failed(format!("cannot start {}: {error}", jdk.tool("javac").display()))
    })?;
    match output.status.success() {
        true => Ok(()),
        false => Err(Failure::Failed(format!(
            "javac of Java {} refused the demo:\n{}",
            jdk.version,
            String::from_utf8_lossy(&output.stderr)
        ))),
    }
}

/// Where the scripts have their things, too.
fn cache_directory() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let caches = variable("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cache")))
        .unwrap_or_else(std::env::temp_dir);
    variable("REDFLAG_CACHE").map_or_else(|| caches.join("redflag"), PathBuf::from).join("demo")
}

#[cfg(test)]
mod tests {
    use redflag_artifact::{Access, Evidence, Location, Op, Race};

    use super::*;

    fn race(kind: LocationKind, class: &str, name: Option<&str>, index: Option<&str>) -> Race {
        let access = |op| Access {
            op,
            thread: None,
            class: "Bank".to_owned(),
            method: "run".to_owned(),
            descriptor: "()V".to_owned(),
            file: None,
            line: None,
            nth: None,
            stack: Vec::new(),
            locks: None,
            thread_created_at: Vec::new(),
        };
        let location = Location {
            kind,
            class: class.to_owned(),
            name: name.map(str::to_owned),
            descriptor: None,
            index: index.map(str::to_owned),
            allocated_at: None,
        };
        Race::new(Evidence::Observed, location, [access(Op::Write), access(Op::Read)])
    }

    #[test]
    fn the_seeded_races_and_no_others_are_expected() {
        let races: Vec<Race> = SEEDED.iter().map(|&(k, c, n, i)| race(k, c, n, i)).collect();
        let of = |races: &[Race]| {
            unexpected(&ResultFile { races: races.to_vec(), ..ResultFile::default() })
        };
        assert_eq!(of(&races), [] as [&str; 0]);
        assert_eq!(of(&races[..2]), ["a race on int[], element 0 was not found"]);
        let mut more = races.clone();
        more.push(race(LocationKind::Field, "Bank", Some("receipt"), None));
        more.push(races[0].clone());
        assert_eq!(
            of(&more),
            [
                "a race on Bank.receipt was not expected",
                "a race on Account.balance was not expected"
            ]
        );
    }
}
