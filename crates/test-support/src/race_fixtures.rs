//! The programs of `testdata/run`, which say on their lines what the dynamic detector must report.
//!
//! `testdata/run/<family>/<Name>.java` is one program, its main class `<family>.<Name>`. Its name
//! ends in `Races` exactly when it holds races. A label stands twice: on the two lines of its pair,
//! or twice on one line that races with itself. Two labels on the same two lines are two locations.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use redflag_ir::program::jdk::Jdk;

use crate::markers::{self, Markers};
use crate::{cache, javac, programs, settings};

/// What a fixture on an idle machine takes is mostly the start of the JVM, so it is kept short.
pub const QUICK: [&str; 2] = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];

#[derive(Debug)]
pub struct Fixture {
    pub family: String,
    pub class: String,
    pub path: PathBuf,
    pub text: String,
    /// A fixture whose comments cannot be read has no markers; its own test says why.
    pub markers: Result<Markers, String>,
    /// The first release that can run it.
    pub since: u32,
}

impl Fixture {
    fn read(family: &str, path: PathBuf) -> Fixture {
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let class = path.file_stem().expect("a Java file").to_string_lossy().into_owned();
        let markers = markers::parse(&text);
        let since = markers.as_ref().map_or(0, |markers| programs::since(markers, &path));
        Fixture { family: family.to_owned(), class, path, text, markers, since }
    }

    pub fn name(&self) -> String {
        format!("{}/{}", self.family, self.class)
    }

    /// What follows `java` and its flags to run it.
    pub fn command(&self, classes: &Path) -> [String; 3] {
        let main = format!("{}.{}", self.family, self.class);
        ["-cp".to_owned(), classes.display().to_string(), main]
    }
}

/// Every fixture, by name. They live as long as the process, like the tests that share them.
pub fn all() -> &'static [Fixture] {
    static ALL: OnceLock<Vec<Fixture>> = OnceLock::new();
    ALL.get_or_init(|| {
        let fixtures = read_all();
        assert!(!fixtures.is_empty(), "testdata/run has no fixtures");
        fixtures
    })
}

/// The fixtures that run on a JDK, compiled all at once when first asked for: one start of the
/// compiler for each would take minutes.
pub struct Compiled {
    pub jdk: &'static Jdk,
    compiler: &'static Jdk,
    classes: OnceLock<PathBuf>,
}

impl Compiled {
    /// Nothing when no compiler makes classes for the JDK, which is said: fewer JDKs are no failure,
    /// and no secret either.
    pub fn for_jdk(jdk: &'static Jdk) -> Option<&'static Compiled> {
        let Some(compiler) = settings::compiler_for(jdk) else {
            eprintln!("no compiler makes classes for Java {}: nothing runs on it", jdk.version);
            return None;
        };
        Some(Box::leak(Box::new(Compiled { jdk, compiler, classes: OnceLock::new() })))
    }

    pub fn fixtures(&self) -> impl Iterator<Item = &'static Fixture> + use<> {
        let feature = self.jdk.feature;
        all().iter().filter(move |fixture| fixture.since <= feature)
    }

    pub fn classes(&self) -> &Path {
        self.classes.get_or_init(|| {
            let mut sources: Vec<PathBuf> =
                self.fixtures().map(|fixture| fixture.path.clone()).collect();
            sources.extend(javac::sources_in(&cache::in_repository("testdata/run/harness")));
            let release = self.jdk.feature.to_string();
            let flags: &[&str] = if self.compiler.version == self.jdk.version {
                &["-nowarn"]
            } else {
                &["-nowarn", "--release", &release]
            };
            javac::compile(self.compiler, &sources, flags)
        })
    }
}

/// Every Java file one directory down, but for what they share.
fn read_all() -> Vec<Fixture> {
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
