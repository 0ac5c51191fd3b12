//! Whole programs to run: `testdata/programs`, `testdata/transparency`, `testdata/load`.
//!
//! A Java file is a program of its own, its main class named as the file; a directory is one too,
//! of all Java files below it. What else it takes to run it stands in its headers:
//!
//! ```java
//! //@ since: 21                  the first release that runs it
//! //@ jars: group:artifact:1.0   what it needs, of testdata/jars.txt
//! //@ java: -Xmx64m              flags of the JVM; `{group:artifact:1.0}` is a jar's path
//! //@ agent: first last          where the detector's agent stands among them, in a run for each
//! //@ options: include=pack.**   what the detector is told
//! //@ children: watched          that the JVMs which it starts have the agent as well
//! //@ main: pack.Main            the main class, where the file's name does not say it
//! //@ module: mod/pack.Main      a module to run instead of a main class
//! //@ args: one two              its arguments
//! //@ short: 2                   its arguments when there is little time
//! //@ stdin: some words          a line on its standard input
//! //@ status: 3                  how it ends, where that is not 0
//! //@ watch: heap                what `load` of the agent's tests looks at
//! ```
//!
//! One that says `race[a]` on its lines has those races and no others.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use redflag_artifact::ResultFile;
use redflag_ir::program::jdk::Jdk;

use crate::detector::Run;
use crate::markers::{self, Markers};
use crate::{cache, jars, javac, settings, verdict};

#[derive(Debug)]
pub struct Program {
    /// The file's name without its ending, or the directory's.
    pub name: String,
    sources: Vec<PathBuf>,
    markers: Markers,
}

/// The programs directly in a directory of the repository, by name.
pub fn in_directory(directory: &str) -> Vec<Program> {
    let root = cache::in_repository(directory);
    let entries = fs::read_dir(&root).unwrap_or_else(|error| panic!("{directory}: {error}"));
    let mut programs = Vec::new();
    for entry in entries {
        let path = entry.expect("a directory that stays").path();
        let sources = if path.is_dir() { sources_below(&path) } else { vec![path.clone()] };
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        programs.push(Program { name, markers: headers(&sources), sources });
    }
    assert!(!programs.is_empty(), "{directory} has no programs");
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    programs
}

impl Program {
    pub fn since(&self) -> u32 {
        since(&self.markers, &self.sources[0])
    }

    /// The exit status that it is meant to have.
    pub fn status(&self) -> i32 {
        self.words("status").pop().map_or(0, |status| status.parse().expect("a status"))
    }

    /// The values of a header.
    pub fn header(&self, key: &str) -> Option<Vec<&str>> {
        self.markers.header(key)
    }

    /// What the detector is told.
    pub fn options(&self) -> Vec<&str> {
        self.header("options").unwrap_or_default()
    }

    /// After how many arguments the detector's agent stands: in each run one.
    pub fn places(&self) -> Vec<usize> {
        let flags = self.header("java").unwrap_or_default().len();
        let place = |word: &str| match word {
            "first" => 0,
            "last" => flags,
            other => panic!("{}: the agent stands first or last, not {other}", self.name),
        };
        self.header("agent").unwrap_or(vec!["first"]).into_iter().map(place).collect()
    }

    /// What is wrong with the races that were found, if the program says which it has.
    pub fn judge(&self, result: &ResultFile) -> Result<(), String> {
        if !self.markers.markers.iter().any(|marker| marker.word == "race") {
            return Ok(());
        }
        let [source] = &self.sources[..] else { panic!("{}: races of several files", self.name) };
        let text = fs::read_to_string(source).expect("read before");
        let file = source.file_name().expect("a file").to_string_lossy();
        verdict::judge(&file, &text, &self.markers, result)
    }

    /// Compiles the program for a JDK, and says how to run it there; `short` when there is little
    /// time. Nothing when no compiler makes classes for the JDK.
    pub fn on(&self, jdk: &'static Jdk, short: bool, limit: Duration) -> Option<Run<'static>> {
        let compiler = settings::compiler_for(jdk)?;
        let class_path = self.class_path();
        let release = jdk.feature.to_string();
        let mut flags = vec!["-g", "-nowarn", "-proc:none"];
        if compiler.version != jdk.version {
            flags.extend(["--release", &release]);
        }
        if !class_path.is_empty() {
            flags.extend(["-cp", &class_path]);
        }
        let classes = javac::compile(compiler, &self.sources, &flags).display().to_string();
        let mut arguments: Vec<String> =
            self.words("java").iter().map(|flag| self.with_paths(flag)).collect();
        if let Some(module) = self.words("module").pop() {
            arguments.extend(["-p", &classes, "-m", &module].map(str::to_owned));
        } else {
            let main = self.words("main").pop().unwrap_or_else(|| self.name.clone());
            let all = [classes, class_path].join(":");
            let all = all.trim_end_matches(':');
            arguments.extend(["-cp", all, &main].map(str::to_owned));
        }
        let short = short && self.header("short").is_some();
        arguments.extend(self.words(if short { "short" } else { "args" }));
        let input = self.header("stdin").map_or(String::new(), |words| words.join(" ") + "\n");
        Some(Run { jdk, arguments, input, limit })
    }

    fn words(&self, key: &str) -> Vec<String> {
        self.header(key).unwrap_or_default().into_iter().map(str::to_owned).collect()
    }

    fn class_path(&self) -> String {
        let paths = self.words("jars");
        paths.iter().map(|coordinates| self.path_of(coordinates)).collect::<Vec<_>>().join(":")
    }

    fn with_paths(&self, flag: &str) -> String {
        match flag.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            Some((before, (coordinates, after))) => {
                format!("{before}{}{after}", self.path_of(coordinates))
            }
            None => flag.to_owned(),
        }
    }

    fn path_of(&self, coordinates: &str) -> String {
        let jar = jars::all().into_iter().find(|jar| jar.coordinates == coordinates);
        let jar = jar
            .unwrap_or_else(|| panic!("{}: {coordinates} is not in testdata/jars.txt", self.name));
        jar.path.display().to_string()
    }
}

/// The release of the header `since`; 0 when there is none. Panics when it names no release.
pub(crate) fn since(markers: &Markers, path: &Path) -> u32 {
    markers.header("since").map_or(0, |values| {
        let release = values.first().and_then(|value| value.parse().ok());
        release.unwrap_or_else(|| panic!("{}: `since` wants a release", path.display()))
    })
}

/// Those of all files together; a misspelt one would silently do nothing.
fn headers(sources: &[PathBuf]) -> Markers {
    const KNOWN: [&str; 16] = [
        "since", "jars", "java", "agent", "options", "children", "main", "module", "args", "short",
        "stdin", "status", "watch", "counts", "missed", "elements",
    ];
    let mut all = Markers::default();
    for source in sources {
        let wrong = |what: &dyn std::fmt::Display| -> ! { panic!("{}: {what}", source.display()) };
        let text = fs::read_to_string(source).unwrap_or_else(|error| wrong(&error));
        let markers = markers::parse(&text).unwrap_or_else(|problem| wrong(&problem));
        for header in markers.headers {
            if !KNOWN.contains(&header.key.as_str()) {
                wrong(&format!("line {}: no header is called {}", header.line, header.key));
            }
            all.headers.push(header);
        }
        all.markers.extend(markers.markers);
    }
    all
}

fn sources_below(directory: &Path) -> Vec<PathBuf> {
    let mut sources = javac::sources_in(directory);
    let entries =
        fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut below: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    below.sort();
    for directory in below {
        sources.extend(sources_below(&directory));
    }
    sources
}
