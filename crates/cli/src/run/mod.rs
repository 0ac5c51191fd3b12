//! `redflag run`: a program under the dynamic detector.
//!
//! Every JVM that is watched writes its result into a directory of this run, and leaves its own
//! exit status alone. What was asked for (`--json`, `--stats`, the exit status) is made of those
//! results here, in one place, however many JVMs there were.

mod agent_library;
mod launch;
mod outputs;
mod quoting;
mod results;
mod share;
mod verdict;
mod watched;

pub mod jvm;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use redflag_artifact::ResultFile;
use redflag_artifact::run_options::{
    Color, Detector, Filter, PROCESS, RunOptions, check_class_glob,
};

use crate::failure::Failure;
pub use quoting::shell_line;
pub use watched::Watched;

/// Run a Java program and report its data races
///
/// If COMMAND is java, that JVM is watched, and those that it starts; if it is anything else
/// (./gradlew, mvn, a script), every JVM that it starts. The exit status is 66 when there are races, else the program's own;
/// 64 and 70 mean that redflag was not understood, or could not do its job.
#[derive(Args)]
#[command(override_usage = "redflag run [OPTIONS] -- COMMAND [ARGUMENTS]...")]
pub struct Arguments {
    /// How to detect races: fasttrack
    #[arg(long, value_name = "NAME", default_value = "fasttrack", hide_default_value = true)]
    #[arg(value_parser = Detector::parse)]
    detector: Detector,

    /// Drop accesses that cannot show another race than those before them: tree
    #[arg(long, value_name = "NAME", value_parser = Filter::parse)]
    filter: Option<Filter>,

    /// Write the result to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write counters to this file, as JSON
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,

    /// The exit status when there are races; 0 leaves the program's own
    #[arg(long, value_name = "N", default_value_t = redflag_artifact::run_options::RACES_FOUND)]
    exit_code: u8,

    /// Report nothing on the terminal
    #[arg(long, short)]
    quiet: bool,

    /// Check only classes whose names match, such as com.acme.**; can be repeated
    #[arg(long, value_name = "GLOB", value_parser = class_glob)]
    include: Vec<String>,

    /// Check no classes whose names match; can be repeated
    #[arg(long, value_name = "GLOB", value_parser = class_glob)]
    exclude: Vec<String>,

    /// Count the accesses that the program performs, for --stats
    #[arg(long)]
    count_accesses: bool,

    /// Where the program's sources are, to show lines of them [default: the current directory]
    #[arg(long = "source", value_name = "DIR")]
    sources: Vec<PathBuf>,

    /// Print the command that does the same without redflag run, and do not run it
    #[arg(long)]
    print_command: bool,

    /// Colours in the report: auto, always or never
    #[arg(long, value_name = "WHEN", default_value = "auto", hide_default_value = true)]
    #[arg(value_parser = Color::parse)]
    color: Color,

    /// The program: java and its arguments, or a command that starts java
    #[arg(trailing_var_arg = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

pub fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let asked = arguments.options();
    let program = Watched::prepare(&arguments.command)?;
    if arguments.print_command {
        writeln!(std::io::stdout(), "{}", program.line(&asked))?;
        return Ok(0);
    }
    let outcome = watch(&program, &asked)?;
    if let Some(note) = &outcome.note {
        eprintln!("redflag: {note}");
    }
    Ok(outcome.status)
}

/// What came of a run.
pub struct Outcome {
    /// The exit status that says so.
    pub status: u8,
    /// What all JVMs found; none if none of them told.
    pub result: Option<ResultFile>,
    /// What there is to say about it beside the report.
    pub note: Option<String>,
}

/// Runs a program as asked, to its end.
pub fn watch(program: &Watched, asked: &RunOptions) -> Result<Outcome, Failure> {
    outputs::prepare(asked)?;
    let directory = tempfile::Builder::new().prefix("redflag-").tempdir().map_err(|error| {
        Failure::Failed(format!("cannot make a temporary directory for the result: {error}"))
    })?;
    let in_directory = |name: String| directory.path().join(name);
    let told = RunOptions {
        json: Some(in_directory(format!("{PROCESS}.json"))),
        // The counters are in the result, too: this asks for those that cost something.
        stats: asked.stats.as_ref().map(|_| in_directory(format!("{PROCESS}.stats"))),
        exit_code: 0,
        // The output of JVMs below a build tool goes wherever the tool sends it, and each of them
        // would have a summary: there is one report instead, at the end.
        quiet: asked.quiet || !program.is_java(),
        sources: asked.sources.iter().map(|path| absolute(path)).collect(),
        ..asked.clone()
    };
    let (end, id) = launch::to_its_end(program, program.command(&told))?;
    let found = results::collect(directory.path());
    let result = found.merged();
    if let Some(result) = &result {
        outputs::write(result, asked)?;
    }
    // A JVM that is the command itself has reported on itself.
    let reported = program.is_java().then_some(id);
    if let Some(result) = found.merged_but(reported).filter(|_| !asked.quiet) {
        if program.is_java() {
            eprintln!("In the JVMs that it started:");
        }
        results::report(&result, asked);
    }
    let verdict = verdict::verdict(&end, &found, result.as_ref(), asked, program.is_java())?;
    Ok(Outcome { status: verdict.status, result, note: verdict.note })
}

impl Arguments {
    fn options(&self) -> RunOptions {
        RunOptions {
            detector: self.detector,
            filter: self.filter,
            json: self.json.clone(),
            stats: self.stats.clone(),
            report: None,
            quiet: self.quiet,
            exit_code: self.exit_code,
            include: self.include.clone(),
            exclude: self.exclude.clone(),
            count_accesses: self.count_accesses,
            sources: self.sources.clone(),
            color: self.color,
        }
    }
}

fn class_glob(glob: &str) -> Result<String, String> {
    check_class_glob(glob).map(|()| glob.to_owned())
}

/// JVMs below a build tool may run in other directories.
fn absolute(path: &std::path::Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
