//! Carries a plan out.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use redflag_artifact::Counters;

use crate::compile::JVM_VARIABLES;
use crate::error::Error;
use crate::heap;
use crate::machine::Machine;
use crate::plan::{Counting, Plan, Variant};
use crate::process;
use crate::program::Program;
use crate::result::{
    BenchResult, Counted, ProgramResult, Run, SCHEMA, SmallestHeap, VariantResult,
};
use crate::verdict;

/// Where a bench is; for a progress bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    pub program: &'a str,
    pub variant: &'a Variant,
    /// Steps that are done, and all that there will be if none fails: processes, or searches for a
    /// heap.
    pub done: u32,
    pub total: u32,
}

/// Runs every program under every variant.
///
/// In each fork the variants of a program run one after the other, so that what slows the machine
/// down for a while slows all of them down; which one is first changes from fork to fork. A program
/// that fails under a variant is not run under it again, and one that is unavailable not at all.
/// `progress` is called before each process.
pub fn measure(plan: &Plan, progress: &mut dyn FnMut(Progress)) -> Result<BenchResult, Error> {
    plan.check()?;
    let directory = tempfile::tempdir().map_err(Error::io(&std::env::temp_dir()))?;
    let mut programs: Vec<ProgramResult> =
        plan.programs.iter().map(|program| nothing_yet(plan, program)).collect();
    let mut steps = Steps { progress, done: 0, total: all_steps(plan) };
    time_all(plan, &mut programs, &mut steps, directory.path());
    if plan.counting == Counting::Separately {
        count_all(plan, &mut programs, &mut steps, directory.path());
    }
    if plan.smallest_heap {
        find_smallest_heaps(plan, &mut programs, &mut steps, directory.path());
    }
    Ok(BenchResult {
        schema: SCHEMA.to_owned(),
        command: None,
        date: None,
        machine: Machine::this(),
        jdk: plan.jdk.version.clone(),
        jvm_options: plan.jvm_options.clone(),
        forks: plan.forks,
        within: plan.within.map(|within| within.as_secs()),
        iterations: plan.iterations,
        measured: plan.measured,
        enough: Some(plan.enough.as_secs()),
        programs,
    })
}

fn time_all(plan: &Plan, results: &mut [ProgramResult], steps: &mut Steps, directory: &Path) {
    let variants = plan.variants.len();
    let begin = Instant::now();
    let mut took = vec![Duration::ZERO; plan.programs.len()];
    for fork in 0..plan.forks {
        for ((program, result), took) in available_of(plan, results).zip(&mut took) {
            let fork_begin = Instant::now();
            let expected_end = begin.elapsed() + *took;
            if fork > 0 && plan.within.is_some_and(|within| expected_end > within) {
                steps.skip(count(variants));
                continue;
            }
            for turn in 0..variants {
                let index = (turn + fork as usize) % variants;
                let variant = &plan.variants[index];
                steps.begin(program, variant);
                let result = &mut result.variants[index];
                if result.failure().is_none() {
                    run_once(plan, program, variant, result, directory);
                }
            }
            *took = fork_begin.elapsed();
        }
    }
}

fn count_all(plan: &Plan, results: &mut [ProgramResult], steps: &mut Steps, directory: &Path) {
    for (program, result) in available_of(plan, results) {
        for (variant, result) in plan.variants.iter().zip(&mut result.variants) {
            if *variant != Variant::Base {
                steps.begin(program, variant);
                if result.failure().is_none() {
                    result.counted = Some(count_once(plan, program, variant, directory));
                }
            }
        }
    }
}

fn find_smallest_heaps(
    plan: &Plan,
    results: &mut [ProgramResult],
    steps: &mut Steps,
    directory: &Path,
) {
    for (program, result) in available_of(plan, results) {
        for (variant, result) in plan.variants.iter().zip(&mut result.variants) {
            steps.begin(program, variant);
            if result.failure().is_none() {
                result.smallest_heap = Some(smallest_heap(plan, program, variant, directory));
            }
        }
    }
}

/// Tells how far the bench is.
struct Steps<'a> {
    progress: &'a mut dyn FnMut(Progress),
    done: u32,
    total: u32,
}

impl Steps<'_> {
    fn begin(&mut self, program: &Program, variant: &Variant) {
        let (done, total) = (self.done, self.total);
        (self.progress)(Progress { program: &program.name, variant, done, total });
        self.done += 1;
    }

    fn skip(&mut self, steps: u32) {
        self.done += steps;
    }
}

fn all_steps(plan: &Plan) -> u32 {
    let variants = count(plan.variants.len());
    let detectors = plan.variants.iter().filter(|variant| **variant != Variant::Base).count();
    let counted = if plan.counting == Counting::Separately { count(detectors) } else { 0 };
    let searches = if plan.smallest_heap { variants } else { 0 };
    let available = plan.programs.iter().filter(|program| program.unavailable.is_none());
    (plan.forks * variants + counted + searches) * count(available.count())
}

/// The programs that can be run, with their results.
fn available_of<'a>(
    plan: &'a Plan,
    results: &'a mut [ProgramResult],
) -> impl Iterator<Item = (&'a Program, &'a mut ProgramResult)> {
    plan.programs.iter().zip(results).filter(|(program, _)| program.unavailable.is_none())
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn nothing_yet(plan: &Plan, program: &Program) -> ProgramResult {
    let variants = plan.variants.iter().filter(|_| program.unavailable.is_none());
    let variants = variants.map(|variant| VariantResult {
        variant: variant.to_string(),
        runs: Vec::new(),
        counted: None,
        smallest_heap: None,
    });
    ProgramResult {
        name: program.name.clone(),
        kind: program.kind,
        size: program.size.clone(),
        threads: program.threads,
        not_run: program.unavailable.clone(),
        variants: variants.collect(),
    }
}

fn run_once(
    plan: &Plan,
    program: &Program,
    variant: &Variant,
    result: &mut VariantResult,
    directory: &Path,
) {
    let files = Files::new(directory);
    let iterations = plan.iterations_of(program);
    let command = command(plan, program, variant, iterations, &files, &Extra::default());
    result.runs.push(execute(plan, program, variant, command, iterations, &files));
}

fn count_once(plan: &Plan, program: &Program, variant: &Variant, directory: &Path) -> Counted {
    let files = Files::new(directory);
    let extra = Extra { counted: true, ..Extra::default() };
    let command = command(plan, program, variant, 1, &files, &extra);
    match execute(plan, program, variant, command, 1, &files) {
        Run::Failed { failed, .. } => Counted::Failed { failed },
        Run::Measured(_) => files.counters(),
    }
}

fn smallest_heap(
    plan: &Plan,
    program: &Program,
    variant: &Variant,
    directory: &Path,
) -> SmallestHeap {
    let mut try_heap = |mebibytes: Option<u64>, limit: Duration| {
        let files = Files::new(directory);
        let extra = Extra { heap: mebibytes, ..Extra::default() };
        let command = command(plan, program, variant, 1, &files, &extra);
        let plan = Plan { limit: limit.min(plan.limit), ..plan.clone() };
        match execute(&plan, program, variant, command, 1, &files) {
            Run::Failed { failed, .. } => Err(failed),
            Run::Measured(sample) => Ok(Duration::from_nanos(sample.wall)),
        }
    };
    let largest = Machine::this().memory >> 20;
    match heap::smallest(largest, plan.limit, &mut try_heap) {
        Ok(mebibytes) => SmallestHeap::Found(mebibytes),
        Err(failed) => SmallestHeap::Failed { failed },
    }
}

fn execute(
    plan: &Plan,
    program: &Program,
    variant: &Variant,
    mut command: Command,
    iterations: u32,
    files: &Files,
) -> Run {
    let ended = match process::run(&mut command, plan.limit) {
        Ok(ended) => ended,
        Err(error) => {
            let what = command.get_program().display();
            return Run::Failed { failed: format!("{what} did not start: {error}"), over: None };
        }
    };
    let report = fs::read_to_string(&files.report).ok();
    let is_silent = ended.status.success() && *variant != Variant::Base && report.is_none();
    let measured = match is_silent {
        true => Err("wrote no result file".to_owned()),
        false => {
            verdict::sample(&ended, iterations, plan.enough, &program.races, report.as_deref())
        }
    };
    let over = ended.was_killed.then_some(plan.limit.as_secs());
    measured.map_or_else(|failed| Run::Failed { failed, over }, Run::Measured)
}

/// Where accesses are counted no check is inlined, and ratios hardly depend on the size.
const COUNTED_SIZE: &str = "quick";

/// What one process has more than the others.
#[derive(Default)]
struct Extra {
    /// Whether accesses and checks are counted.
    counted: bool,
    /// A limit for the heap, in mebibytes.
    heap: Option<u64>,
}

/// `java …`, or `redflag run … -- java …`.
fn command(
    plan: &Plan,
    program: &Program,
    variant: &Variant,
    iterations: u32,
    files: &Files,
    extra: &Extra,
) -> Command {
    let java = plan.jdk.java();
    let mut command = match (variant, &plan.redflag) {
        (Variant::Detector { name, options }, Some(redflag)) => {
            let mut command = Command::new(redflag);
            command.args(["run", "--detector", name]).args(options).arg("--quiet");
            command.arg("--json").arg(&files.report);
            if extra.counted {
                command.arg("--count-accesses").arg("--stats").arg(&files.stats);
            }
            command.arg("--").arg(java);
            command
        }
        // A plan with detectors and no redflag is refused before anything runs.
        _ => Command::new(java),
    };
    for variable in JVM_VARIABLES {
        command.env_remove(variable);
    }
    // A path with a separator in it cannot be in a class path at all.
    let class_path = std::env::join_paths(&program.class_path).unwrap_or_default();
    command.args(&plan.jvm_options);
    command.args(extra.heap.map(|mebibytes| format!("-Xmx{mebibytes}m")));
    command.arg("-cp").arg(class_path).arg(&program.main_class);
    let size = if extra.counted { COUNTED_SIZE } else { &program.size };
    command.arg(size).arg(program.threads.to_string()).arg(iterations.to_string());
    command.arg(plan.enough.as_secs().to_string());
    command
}

/// Where a detector's run writes.
struct Files {
    report: std::path::PathBuf,
    stats: std::path::PathBuf,
}

impl Files {
    /// What an earlier run has left there is removed: it must not be taken for this one's.
    fn new(directory: &Path) -> Files {
        let files =
            Files { report: directory.join("report.json"), stats: directory.join("stats.json") };
        for file in [&files.report, &files.stats] {
            // Usually there is nothing.
            let _ = fs::remove_file(file);
        }
        files
    }

    fn counters(&self) -> Counted {
        let text = fs::read_to_string(&self.stats);
        let counters = text.map_err(|error| error.to_string()).and_then(|text| {
            serde_json::from_str::<Counters>(&text).map_err(|error| error.to_string())
        });
        match counters {
            Ok(counters) => Counted::Counters(counters),
            Err(error) => {
                Counted::Failed { failed: format!("the counters are unreadable: {error}") }
            }
        }
    }
}
