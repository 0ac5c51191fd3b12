//! Runs programs under the dynamic detector, and without it.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use redflag_artifact::run_options::{CHILDREN, PROCESS};
use redflag_artifact::{Counters, ResultFile};
use redflag_ir::program::jdk::Jdk;

use crate::jvm::{self, Outcome};

/// A run of a Java program.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    pub jdk: &'a Jdk,
    /// All that follows `java`: flags, class path, main class, the program's own arguments.
    pub arguments: Vec<String>,
    /// What it finds on standard input.
    pub input: String,
    pub limit: Duration,
}

/// What the detector is told beside where to write and to be quiet.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Whether the counters are asked for, which makes the detector count.
    pub stats: bool,
    /// More options, as they stand on the command line: `detector=fasttrack`.
    pub more: &'a [&'a str],
    /// How many of the program's arguments the agent stands after.
    pub place: usize,
    /// Whether the JVMs that the program starts are watched, too.
    pub children: bool,
}

/// A program that ended under the detector.
#[derive(Debug)]
pub struct Watched {
    pub outcome: Outcome,
    pub result: ResultFile,
    /// The counters, where they were asked for.
    pub stats: Option<Counters>,
    /// What to type in order to see the same.
    pub command: String,
}

impl Run<'_> {
    /// Without the detector.
    pub fn alone(&self) -> Result<Outcome, String> {
        self.java(&self.arguments, &[])
    }

    /// Under the detector. A run that leaves no result behind is an error, however it ended.
    pub fn watched(&self, options: Options<'_>) -> Result<Watched, String> {
        let files = Files::new();
        let result = files.path("result.json");
        let stats = options.stats.then(|| files.path("stats.json"));
        let agent = agent_argument(&result, stats.as_deref(), options.more);
        let mut arguments = self.arguments.clone();
        arguments.insert(options.place, agent);
        // Whoever repeats it has no such directory any more.
        let directory = format!("{}/", files.directory.display());
        let command = shown(self.jdk, &arguments).replace(&directory, "/tmp/");
        let of_each =
            agent_argument(&files.path(&format!("child-{PROCESS}.json")), None, options.more);
        let variables = [(CHILDREN, of_each)];
        let variables = if options.children { &variables[..] } else { &[] };
        let outcome =
            self.java(&arguments, variables).map_err(|problem| format!("{problem}\n{command}"))?;
        let wrong = |what: String| {
            let (stdout, stderr) = (last_lines(&outcome.stdout), last_lines(&outcome.stderr));
            format!("ended with {}, and {what}\n{command}\n{stdout}{stderr}", outcome.status)
        };
        let text = read(&result).map_err(wrong)?;
        let parse = |text: String| {
            ResultFile::from_json(&text).map_err(|why| wrong(format!("{why}\n{text}")))
        };
        let mut result = parse(text)?;
        for path in files.starting_with("child-") {
            let child = parse(read(&path).map_err(wrong)?)?;
            result.races.extend(child.races);
            result.skipped.extend(child.skipped);
        }
        let stats = match stats {
            Some(path) => {
                let text = read(&path).map_err(wrong)?;
                let counters = serde_json::from_str(&text);
                Some(counters.map_err(|why| wrong(format!("no counters: {why}\n{text}")))?)
            }
            None => None,
        };
        Ok(Watched { outcome, result, stats, command })
    }

    fn java(&self, arguments: &[String], variables: &[(&str, String)]) -> Result<Outcome, String> {
        if self.input.is_empty() {
            return jvm::run_in(self.jdk, arguments, variables, self.limit);
        }
        let files = Files::new();
        let jdk = reading(self.jdk, &self.input, &files).expect("a writable temporary directory");
        jvm::run_in(&jdk, arguments, variables, self.limit)
    }
}

/// The agent to test: `REDFLAG_AGENT`, or what cargo built with the test that is running.
pub fn agent() -> PathBuf {
    if let Some(path) = std::env::var_os("REDFLAG_AGENT").filter(|path| !path.is_empty()) {
        return path.into();
    }
    let test = std::env::current_exe().expect("a running test");
    // The test is in `deps`, where the library of its own package is built; beside that directory
    // `cargo build` puts a copy, which is older after `cargo test`.
    let file = format!("{DLL_PREFIX}redflag_agent{DLL_SUFFIX}");
    let mut places = test.ancestors().skip(1).take(2).map(|directory| directory.join(&file));
    places
        .find(|path| path.is_file())
        .unwrap_or_else(|| panic!("no {file} beside {}, and no REDFLAG_AGENT", test.display()))
}

fn agent_argument(result: &Path, stats: Option<&Path>, more: &[&str]) -> String {
    let mut options = vec![format!("json={}", result.display())];
    options.extend(stats.map(|path| format!("stats={}", path.display())));
    // A race must not hide how the program itself ended.
    options.extend(["quiet", "exit-code=0"].map(str::to_owned));
    options.extend(more.iter().map(|&option| option.to_owned()));
    format!("-agentpath:{}={}", agent().display(), options.join(","))
}

/// A JDK whose `java` reads this text; [`jvm::run`] gives its programs nothing to read.
fn reading(jdk: &Jdk, input: &str, files: &Files) -> std::io::Result<Jdk> {
    use std::os::unix::fs::PermissionsExt;
    let text = files.path("input");
    fs::write(&text, input)?;
    let bin = files.path("bin");
    fs::create_dir(&bin)?;
    let java = bin.join("java");
    let script =
        format!("#!/bin/sh\nexec '{}' \"$@\" <'{}'\n", jdk.java().display(), text.display());
    fs::write(&java, script)?;
    fs::set_permissions(&java, fs::Permissions::from_mode(0o755))?;
    Ok(Jdk { home: files.directory.clone(), ..jdk.clone() })
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("left no {}: {error}", path.display()))
}

/// The end of an output, where the reason usually is.
pub fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(40)..].iter().map(|line| format!("    {line}\n")).collect()
}

/// A command line that a shell understands.
fn shown(jdk: &Jdk, arguments: &[String]) -> String {
    let java = jdk.java().display().to_string();
    let words = std::iter::once(&java).chain(arguments).map(|word| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
        match word.chars().all(plain) && !word.is_empty() {
            true => word.clone(),
            false => format!("'{}'", word.replace('\'', r"'\''")),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A temporary directory of one run, empty and gone with it.
struct Files {
    directory: PathBuf,
}

impl Files {
    fn new() -> Files {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("redflag-run-{}-{number}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).expect("a writable temporary directory");
        Files { directory }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    fn starting_with(&self, start: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.directory).into_iter().flatten().flatten();
        let ours = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(start));
        ours.map(|entry| entry.path()).collect()
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        // Failing to tidy up harms nobody.
        let _ = fs::remove_dir_all(&self.directory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cache, javac, jdks};

    #[test]
    fn a_command_can_be_pasted_into_a_shell() {
        let jdk = jdks::compiler();
        let arguments = ["-cp", "a b", "it's", ""].map(str::to_owned);
        let command = shown(jdk, &arguments);
        let expected = format!(r"{} -cp 'a b' 'it'\''s' ''", jdk.java().display());
        assert_eq!(command, expected);
    }

    #[test]
    fn a_program_reads_what_it_is_given() {
        let source = cache::in_repository("testdata/transparency/StandardInput.java");
        let jdk = jdks::compiler();
        let classes = javac::compile(jdk, &[source], &[]);
        let arguments = ["-cp", &classes.to_string_lossy(), "StandardInput"].map(str::to_owned);
        let run = Run {
            jdk,
            arguments: arguments.to_vec(),
            input: "one\ntwo\n".to_owned(),
            limit: Duration::from_secs(60),
        };
        let outcome = run.alone().expect("ends");
        assert!(outcome.stdout.contains("line 2: two"), "{}", outcome.stdout);
    }
}
