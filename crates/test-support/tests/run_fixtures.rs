//! The conformance suite of the dynamic detector, `testdata/run`, held to its own rules without a
//! detector: every fixture compiles, says what it shows in a form that can be compared, and runs to
//! its end on every JDK that is new enough.
//!
//! `testdata/run/<family>/<Name>.java` is one program, its main class `<family>.<Name>`. Its name ends
//! in `Races` exactly when it holds races. A label stands twice: on the two lines of its pair, or
//! twice on one line that races with itself. Two labels on the same two lines are two locations.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use libtest_mimic::{Arguments, Trial};
use redflag_ir::program::jdk::Jdk;
use redflag_test_support::markers::{self, Markers};
use redflag_test_support::{cache, javac, jdks, jvm};

/// Much more than any fixture needs on a busy machine, and less than the patience of a person.
const LIMIT: Duration = Duration::from_secs(30);

/// What a fixture on an idle machine takes is mostly the start of the JVM, so it is kept short.
const FLAGS: [&str; 2] = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];

fn main() {
    let arguments = Arguments::from_args();
    let fixtures: &'static [Fixture] = Vec::leak(read_fixtures());
    assert!(!fixtures.is_empty(), "testdata/run has no fixtures");
    let mut trials = Vec::new();
    for fixture in fixtures {
        let name = format!("markers/{}", fixture.name());
        trials.push(Trial::test(name, || fixture.check_markers().map_err(Into::into)));
    }
    for jdk in jdks::all() {
        let Some(compiler) = compiler_for(jdk) else {
            eprintln!("no compiler makes classes for Java {}: nothing runs on it", jdk.version);
            continue;
        };
        // Lives as long as the process, like the tests that share it.
        let classes: &'static OnceLock<PathBuf> = Box::leak(Box::default());
        for fixture in fixtures.iter().filter(|fixture| fixture.since <= jdk.feature) {
            let name = format!("java-{}/{}", jdk.version, fixture.name());
            trials.push(Trial::test(name, move || {
                let classes = classes.get_or_init(|| compile(fixtures, jdk, compiler));
                fixture.run(jdk, classes).map_err(Into::into)
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The JDK itself, or the newest compiler for one that has none.
fn compiler_for(jdk: &'static Jdk) -> Option<&'static Jdk> {
    if jdk.has_javac() {
        return Some(jdk);
    }
    jdks::all().iter().rfind(|other| other.has_javac() && other.feature > jdk.feature)
}

/// All fixtures for a JDK at once: one start of the compiler for each fixture would take minutes.
fn compile(fixtures: &[Fixture], jdk: &Jdk, compiler: &Jdk) -> PathBuf {
    let fitting = fixtures.iter().filter(|fixture| fixture.since <= jdk.feature);
    let mut sources: Vec<PathBuf> = fitting.map(|fixture| fixture.path.clone()).collect();
    sources.extend(javac::sources_in(&cache::in_repository("testdata/run/harness")));
    let release = jdk.feature.to_string();
    let flags: &[&str] = if compiler.version == jdk.version {
        &["-nowarn"]
    } else {
        &["-nowarn", "--release", &release]
    };
    javac::compile(compiler, &sources, flags)
}

struct Fixture {
    family: String,
    class: String,
    path: PathBuf,
    text: String,
    /// A fixture whose comments cannot be read has no markers; its own test says why.
    markers: Result<Markers, String>,
    /// The first release that can run it.
    since: u32,
}

impl Fixture {
    fn read(family: &str, path: PathBuf) -> Fixture {
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let class = path.file_stem().expect("a Java file").to_string_lossy().into_owned();
        let markers = markers::parse(&text);
        let since = markers.as_ref().ok().and_then(|markers| markers.header("since"));
        let since = since.map_or(0, |values| {
            let release = values.first().and_then(|value| value.parse().ok());
            release.unwrap_or_else(|| panic!("{}: `since` wants a release", path.display()))
        });
        Fixture { family: family.to_owned(), class, path, text, markers, since }
    }

    fn name(&self) -> String {
        format!("{}/{}", self.family, self.class)
    }

    fn check_markers(&self) -> Result<(), String> {
        let markers = self.markers.as_ref().map_err(String::clone)?;
        if markers.header("run") != Some(vec!["run"]) {
            return Err("expected the header //@ run: run".to_owned());
        }
        if !self.text.contains(&format!("\npackage {};\n", self.family)) {
            return Err(format!("expected package {}, as its directory is", self.family));
        }
        if !self.begins_with_schedule() {
            return Err("expected Schedule.begin() as the first statement of main".to_owned());
        }
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for marker in &markers.markers {
            if marker.word != "race" {
                return Err(format!("line {}: {} is no race", marker.line, marker.word));
            }
            *places.entry(&marker.label).or_default() += 1;
        }
        if let Some((label, count)) = places.iter().find(|(_, count)| **count != 2) {
            return Err(format!("race[{label}] stands {count} times, expected 2"));
        }
        if self.class.ends_with("Races") == places.is_empty() {
            return Err("its name ends in Races when it holds races, and only then".to_owned());
        }
        Ok(())
    }

    /// Otherwise a thread of the fixture would initialise it, which orders that thread with the next.
    fn begins_with_schedule(&self) -> bool {
        let mut lines = self.text.lines().map(str::trim);
        lines.any(|line| line.starts_with("public static void main("))
            && lines.next() == Some("Schedule.begin();")
    }

    fn run(&self, jdk: &Jdk, classes: &Path) -> Result<(), String> {
        let main = format!("{}.{}", self.family, self.class);
        let classes = classes.to_string_lossy();
        let mut arguments = FLAGS.to_vec();
        arguments.extend(["-cp", &classes, &main]);
        let outcome = jvm::run(jdk, &arguments, LIMIT)?;
        if !outcome.status.success() {
            let stderr = outcome.stderr;
            return Err(format!("ended with {}\n{stderr}", outcome.status));
        }
        if !outcome.stdout.is_empty() {
            return Err(format!("printed, which orders threads:\n{}", outcome.stdout));
        }
        Ok(())
    }
}

/// Every Java file one directory down, but for what they share.
fn read_fixtures() -> Vec<Fixture> {
    let root = cache::in_repository("testdata/run");
    let families = std::fs::read_dir(&root)
        .unwrap_or_else(|error| panic!("{}: {error}", root.display()))
        .map(|entry| entry.expect("a directory that stays").path())
        .filter(|path| path.is_dir());
    let mut fixtures = Vec::new();
    for directory in families {
        let family = directory.file_name().expect("a family").to_string_lossy().into_owned();
        if family != "harness" {
            let sources = javac::sources_in(&directory).into_iter();
            fixtures.extend(sources.map(|source| Fixture::read(&family, source)));
        }
    }
    fixtures.sort_by_key(Fixture::name);
    fixtures
}
