//! Programs do and print the same under the detector as they do alone, to the byte:
//! `testdata/programs` drives libraries from Maven Central, `testdata/transparency` prints what a
//! program can find out about itself. Each under every detector; what is small, also with all counters, for
//! which no access is settled by inlined code.
//!
//! `REDFLAG_ALL_JDKS=1` takes every JDK that is found, not only 17 and 25.

use std::time::Duration;

use libtest_mimic::{Arguments, Trial};
use redflag_ir::program::jdk::Jdk;
use redflag_test_support::detector::{Options, Run, Watched};
use redflag_test_support::differing::differences;
use redflag_test_support::jvm::Outcome;
use redflag_test_support::programs::{self, Program};
use redflag_test_support::settings;

/// For a compiler or a database under a slow detector on a busy machine.
const LIMIT: Duration = Duration::from_secs(300);

/// What else the agent is told, and whether all is counted.
struct Way {
    name: &'static str,
    more: &'static [&'static str],
    stats: bool,
}

const WAYS: [Way; 3] = [
    Way { name: "", more: &[], stats: false },
    Way { name: "slimstate/", more: &["detector=slimstate"], stats: false },
    Way { name: "counted/", more: &[], stats: true },
];

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for directory in ["programs", "transparency"] {
        let programs = programs::in_directory(&format!("testdata/{directory}"));
        for program in Vec::leak(programs) as &'static [Program] {
            for jdk in settings::jdks_under_test() {
                for way in &WAYS {
                    let is_wanted = directory == "transparency" || !way.stats;
                    if program.since() > jdk.feature || !is_wanted {
                        continue;
                    }
                    let java = format!("java-{}", jdk.version);
                    let name = format!("{directory}/{}{java}/{}", way.name, program.name);
                    trials.push(Trial::test(name, || check(program, jdk, way).map_err(Into::into)));
                }
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn check(program: &Program, jdk: &'static Jdk, way: &Way) -> Result<(), String> {
    let Some(run) = program.on(jdk, false, LIMIT) else {
        return Err(format!("no compiler makes classes for Java {}", jdk.version));
    };
    let alone = run.alone()?;
    if alone.stdout.is_empty() && alone.stderr.is_empty() {
        return Err("it prints nothing, so there is nothing to compare".to_owned());
    }
    // One that fails, fails the same way twice.
    if alone.status.code() != Some(program.status()) {
        let (status, stderr) = (alone.status, alone.stderr);
        return Err(format!(
            "it ends with {status} alone, expected {}\n{stderr}",
            program.status()
        ));
    }
    let more = [&program.options(), way.more].concat();
    let children = program.header("children").is_some();
    program.places().into_iter().try_for_each(|place| {
        let watched = run.watched(Options { stats: way.stats, more: &more, place, children })?;
        compare(program, &run, &alone, &watched)
    })
}

fn compare(
    program: &Program,
    run: &Run<'_>,
    alone: &Outcome,
    watched: &Watched,
) -> Result<(), String> {
    let mut problems = program.judge(&watched.result).err().unwrap_or_default();
    if let Some(different) = differences(alone, &watched.outcome) {
        problems += &different;
        problems += unstable(run)?;
    }
    let stats = watched.stats.as_ref().map(|stats| ("stats", stats));
    for (file, counters) in [("result", &watched.result.stats)].into_iter().chain(stats) {
        let instrumented = counters.count("classes.instrumented");
        if instrumented.unwrap_or(0) == 0 {
            let said = instrumented.map_or("nothing".to_owned(), |count| count.to_string());
            problems += &format!("the {file} file says {said} of classes.instrumented\n");
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems + &watched.command) }
}

/// Whose fault a difference is: a second run without the detector tells.
fn unstable(run: &Run<'_>) -> Result<&'static str, String> {
    let again = differences(&run.alone()?, &run.alone()?);
    Ok(match again {
        Some(_) => "(the program itself is at fault: two runs of it alone differ as well)\n",
        None => "",
    })
}
