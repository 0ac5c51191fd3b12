//! A small made-up result for the tests of this crate.

use redflag_artifact::Counters;

use crate::machine::Machine;
use crate::program::Kind;
use crate::result::{BenchResult, Counted, ProgramResult, Run, SCHEMA, Sample, VariantResult};

/// Two forks of three iterations, the last of which is measured; `sor` fails under `bigfoot`.
pub fn result() -> BenchResult {
    BenchResult {
        schema: SCHEMA.to_owned(),
        command: Some("redflag bench --quick".to_owned()),
        date: Some("2026-11-16".to_owned()),
        machine: Machine {
            os: "Debian 12".to_owned(),
            processor: "AMD EPYC".to_owned(),
            cores: 2,
            memory: 24 << 30,
        },
        jdk: "17.0.15".to_owned(),
        jvm_options: Vec::new(),
        forks: 2,
        within: None,
        iterations: 3,
        measured: 1,
        enough: Some(20),
        programs: vec![
            program(
                "crypt",
                Kind::Kernel,
                vec![
                    variant("base", vec![sample(1000, 100), sample(2000, 100)]),
                    VariantResult {
                        counted: Some(Counted::Counters(counters())),
                        ..variant("fasttrack", vec![sample(2000, 250), sample(6000, 350)])
                    },
                    variant("bigfoot", vec![sample(1200, 100), sample(2600, 110)]),
                ],
            ),
            program(
                "sor",
                Kind::Kernel,
                vec![
                    variant("base", vec![sample(1000, 50), sample(1000, 50)]),
                    variant("fasttrack", vec![sample(10_000, 100), sample(10_000, 100)]),
                    variant(
                        "bigfoot",
                        vec![
                            sample(1000, 50),
                            Run::Failed {
                                failed: "ended with exit status: 1: row 7 is wrong".to_owned(),
                                over: None,
                            },
                        ],
                    ),
                ],
            ),
            program(
                "tsp",
                Kind::Small,
                vec![
                    variant("base", vec![sample(1000, 50), sample(1000, 50)]),
                    variant("fasttrack", vec![sample(3000, 60), sample(3000, 60)]),
                    variant("bigfoot", vec![sample(2000, 60), sample(2000, 60)]),
                ],
            ),
            program(
                "hello",
                Kind::StartUp,
                vec![
                    variant("base", vec![sample(40, 40), sample(50, 40)]),
                    variant("fasttrack", vec![sample(240, 80), sample(350, 80)]),
                    variant("bigfoot", vec![sample(340, 80), sample(350, 80)]),
                ],
            ),
        ],
    }
}

pub fn program(name: &str, kind: Kind, variants: Vec<VariantResult>) -> ProgramResult {
    let size = "quick".to_owned();
    ProgramResult { name: name.to_owned(), kind, size, threads: 2, not_run: None, variants }
}

pub fn not_run(name: &str, why: &str) -> ProgramResult {
    let not_run = Some(why.to_owned());
    ProgramResult { not_run, ..program(name, Kind::Application, Vec::new()) }
}

pub fn variant(name: &str, runs: Vec<Run>) -> VariantResult {
    VariantResult { variant: name.to_owned(), runs, counted: None, smallest_heap: None }
}

/// A process with these milliseconds in its last iteration and these mebibytes.
pub fn sample(milliseconds: u64, mebibytes: u64) -> Run {
    let last = milliseconds * 1_000_000;
    Run::Measured(Sample {
        times: vec![3 * last, 2 * last, last],
        wall: last,
        user: 2 * last,
        system: 0,
        peak_memory: mebibytes << 20,
        races: None,
    })
}

pub fn counters() -> Counters {
    let mut counters = Counters::new();
    for (name, count) in [
        ("accesses.read", 3),
        ("accesses.write", 1),
        ("checks.read", 2),
        ("checks.write", 1),
        ("shadow.locations.array", 1234),
    ] {
        counters.add(name, count);
    }
    counters
}
