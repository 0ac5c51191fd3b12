//! `redflag bench`: programs with and without detectors, interleaved, as a table of ratios.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;
use redflag_artifact::run_options::{Detector, Filter};
use redflag_bench::{BenchResult, Counting, Kind, Plan, Variant, compare, html, render, tables};
use redflag_ir::program::jdk::{self, Jdk};

use crate::failure::Failure;

mod bar;

use bar::Bar;

/// Measure what detectors cost
///
/// Each program runs alone and under every detector in turn, several times, so that ratios hold on
/// a noisy machine. The exit status is 70 if a program failed or computed a wrong result, and if
/// nothing could be run.
///
/// The applications' jars are fetched by Maven (`mvn`) when they are first needed. An application
/// whose jars cannot be had is not run, and the table says why.
#[derive(Args)]
pub struct Arguments {
    /// Two minutes instead of hours: small sizes, few repetitions, only the kernels, and no
    /// counting
    #[arg(long)]
    quick: bool,

    /// Only programs whose name contains this [default: all, with --quick the kernels]
    #[arg(value_name = "PROGRAM")]
    programs: Vec<String>,

    /// A detector to measure, as fasttrack, or behind a filter, as fasttrack+tree; can be repeated
    /// [default: all without filters, with --quick fasttrack and the one that `redflag run` uses]
    #[arg(long, value_name = "DETECTOR")]
    detector: Vec<String>,

    /// Processes for each program and detector [default: 5, with --quick as many as there is time
    /// for]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    forks: Option<u32>,

    /// A program is given another process, after the first, only if that will probably be done so
    /// many seconds after the start; counting comes on top [default with --quick: 110]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86400))]
    within: Option<u64>,

    /// Iterations in each process; the later half is measured [default: 5, with --quick as many as
    /// there is time for]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    iterations: Option<u32>,

    /// No process begins another iteration after so long [default: 20, with --quick 2]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86400))]
    enough: Option<u64>,

    /// A process that takes longer is killed, and has failed [default: 600, with --quick 60]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86400))]
    limit: Option<u64>,

    /// Threads of each program
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// The JDK to run on [default: as `redflag run` finds it]
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,

    /// An option for every JVM, as -Xmx4g; can be repeated
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    jvm_option: Vec<String>,

    /// Write all that was measured
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write the tables as Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,

    /// Write a page with charts and tables
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Look for the smallest heap with which each program ends well: many more processes
    #[arg(long)]
    smallest_heap: bool,

    /// Measure nothing: show what --json wrote earlier
    #[arg(long, value_name = "RESULT.json", conflicts_with_all = ["programs", "json"])]
    show: Option<PathBuf>,

    /// Compare with what --json wrote earlier; slower by more than 15% is a failure
    #[arg(long, value_name = "OLD.json")]
    compare: Option<PathBuf>,
}

/// What counts as slower or larger than before.
const THRESHOLD: f64 = 0.15;

/// The seconds that `--quick` may take, with some to spare for compiling the programs.
const QUICK: u64 = 110;

/// As many processes and iterations as `--quick` has at most, however little time they take. The
/// base has all these iterations, so that one that is disturbed does not count.
const QUICK_FORKS: u32 = 5;
const QUICK_ITERATIONS: u32 = 20;

pub fn run(arguments: &Arguments) -> Result<u8, Failure> {
    // Before anything is measured: a file that cannot be read should not cost an hour.
    let old = arguments.compare.as_ref().map(read_old).transpose()?;
    let result = match &arguments.show {
        Some(path) => read_old(path)?,
        None => measure(arguments)?,
    };
    let page = tables::page(&result);
    let files = [
        (&arguments.json, result.to_json()),
        (&arguments.markdown, render::markdown(&page)),
        (&arguments.html, html::page(&result)),
    ];
    for (path, text) in files {
        if let Some(path) = path {
            std::fs::write(path, text).map_err(|error| {
                Failure::Failed(format!("cannot write {}: {error}", path.display()))
            })?;
        }
    }
    let mut out = std::io::stdout();
    out.write_all(render::terminal(&page).as_bytes())?;
    let mut slower = false;
    if let Some(old) = old {
        let comparison = compare::compare(&old, &result, THRESHOLD);
        for difference in &comparison.differences {
            eprintln!("redflag: the two are not alike: {difference}");
        }
        write!(out, "\n{}", render::terminal_table(&comparison.table()))?;
        slower = comparison.regressions().next().is_some();
    }
    if result.programs.iter().all(|program| program.not_run.is_some()) {
        return Err(Failure::Failed("nothing was measured".to_owned()));
    }
    Ok(if result.all_well() && !slower { 0 } else { crate::failure::FAILED })
}

fn measure(arguments: &Arguments) -> Result<BenchResult, Failure> {
    let plan = plan(arguments)?;
    let mut bar = Bar::new();
    let mut result = redflag_bench::measure(&plan, &mut |step| bar.show(&step)).map_err(failed)?;
    bar.clear();
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let redflag = std::ffi::OsString::from("redflag");
    result.command = Some(crate::run::shell_line(std::iter::once(&redflag).chain(&words)));
    result.date = Some(today());
    Ok(result)
}

fn plan(arguments: &Arguments) -> Result<Plan, Failure> {
    let none = || Failure::Failed("no JDK was found: install one, or set JAVA_HOME".to_owned());
    let jdk = match &arguments.jdk {
        Some(path) => Jdk::at(path).map_err(|error| Failure::Usage(error.to_string()))?,
        None => jdk::default_jdk().ok_or_else(none)?,
    };
    let compiler = match jdk.has_javac() {
        true => jdk.clone(),
        false => jdk::find_all().into_iter().rfind(Jdk::has_javac).ok_or_else(none)?,
    };
    let size = if arguments.quick { "quick" } else { "full" };
    let cache = redflag_bench::default_cache();
    let asked = |name: &str| arguments.programs.iter().any(|part| name.contains(part.as_str()));
    let is_everything = arguments.programs.is_empty();
    let mut programs =
        redflag_bench::programs(&compiler, &cache, size, arguments.threads).map_err(failed)?;
    let known: Vec<String> = programs.iter().map(|program| program.name.clone()).collect();
    programs.retain(|program| is_everything || asked(&program.name));
    programs.extend(
        redflag_bench::applications(
            &compiler,
            &cache,
            size,
            arguments.threads,
            &|name| if is_everything { !arguments.quick } else { asked(name) },
            &mut |jars| eprintln!("redflag: jars to fetch with Maven: {jars}"),
        )
        .map_err(failed)?,
    );
    if programs.is_empty() {
        let known = [known, redflag_bench::application_names()].concat().join(", ");
        return Err(Failure::Usage(format!("no program has such a name; there are {known}")));
    }
    if arguments.quick && arguments.programs.is_empty() {
        programs.retain(|program| program.kind != Kind::Small);
    }
    let mut variants = vec![Variant::Base];
    if arguments.detector.is_empty() {
        let is_quick = |detector: &Detector| {
            [Detector::Fasttrack, Detector::default()].contains(detector) || !arguments.quick
        };
        let detectors = Detector::ALL.into_iter().filter(is_quick);
        variants.extend(detectors.map(|detector| Variant::detector(detector.name())));
    }
    for name in &arguments.detector {
        variants.push(variant(name).map_err(Failure::Usage)?);
    }
    let redflag = std::env::current_exe()
        .map_err(|error| Failure::Failed(format!("redflag does not find itself: {error}")))?;
    let seconds = |asked: Option<u64>, quick, full| {
        Duration::from_secs(asked.unwrap_or(if arguments.quick { quick } else { full }))
    };
    let is_short = arguments.quick && arguments.forks.is_none();
    let within = arguments.within.or(is_short.then_some(QUICK));
    let iterations = if arguments.quick { QUICK_ITERATIONS } else { 5 };
    let iterations = arguments.iterations.unwrap_or(iterations);
    Ok(Plan {
        jdk,
        redflag: Some(redflag),
        programs,
        variants,
        forks: arguments.forks.unwrap_or(if arguments.quick { QUICK_FORKS } else { 5 }),
        within: within.map(Duration::from_secs),
        iterations,
        measured: iterations.div_ceil(2),
        enough: seconds(arguments.enough, 2, 20),
        limit: seconds(arguments.limit, 60, 600),
        counting: if arguments.quick { Counting::Never } else { Counting::Separately },
        smallest_heap: arguments.smallest_heap,
        jvm_options: arguments.jvm_option.clone(),
    })
}

/// `fasttrack`, or `fasttrack+tree`.
fn variant(name: &str) -> Result<Variant, String> {
    let (detector, filter) = match name.split_once('+') {
        Some((detector, filter)) => (detector, Some(Filter::parse(filter)?)),
        None => (name, None),
    };
    let name = Detector::parse(detector)?.name().to_owned();
    let options = filter.map_or(Vec::new(), |filter| ["--filter", filter.name()].to_vec());
    Ok(Variant::Detector { name, options: options.into_iter().map(str::to_owned).collect() })
}

fn read_old(path: &PathBuf) -> Result<BenchResult, Failure> {
    let unreadable = |why: String| Failure::Usage(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
    BenchResult::from_json(&text).map_err(|error| unreadable(error.to_string()))
}

fn failed(error: redflag_bench::Error) -> Failure {
    Failure::Failed(error.to_string())
}

/// The date, as `2026-11-16`.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let days = (since.as_secs() / 86_400) as i64;
    // Civil from days, by eras of 400 years that begin in March.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}
