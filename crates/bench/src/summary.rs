//! From raw measurements to ratios.
//!
//! A ratio is taken within one fork, where base and detector ran next to each other, and then the
//! median over the forks: a machine that is slow for a minute then changes both sides of it.

use std::fmt;

use redflag_artifact::Counters;

use crate::plan::BASE;
use crate::program::Kind;
use crate::result::{BenchResult, ProgramResult, Sample, SmallestHeap, VariantResult};
use crate::stats::{Spread, geometric_mean, median};

#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// All variants but the base, in the order of the plan.
    pub detectors: Vec<String>,
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub program: String,
    pub kind: Kind,
    /// Why it was not run; everything else in the row says only that, then.
    pub not_run: Option<String>,
    pub base: Result<BaseFigures, Missing>,
    /// One for each of the summary's detectors.
    pub cells: Vec<Result<Figures, Missing>>,
}

/// Why there are no figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// A sentence without its subject.
    pub why: String,
    /// The seconds after which the program was killed, if that is why.
    pub over: Option<u64>,
}

impl From<&str> for Missing {
    fn from(why: &str) -> Missing {
        Missing { why: why.to_owned(), over: None }
    }
}

/// For a cell of a table.
impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.over {
            Some(seconds) => write!(f, "over {seconds} s"),
            None => f.write_str("failed"),
        }
    }
}

/// Of the program alone.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseFigures {
    /// Of an iteration.
    pub seconds: Spread,
    /// Of the whole process.
    pub wall_seconds: Spread,
    pub cpu_seconds: Spread,
    /// In bytes.
    pub peak_memory: Spread,
    /// In mebibytes; only where it was looked for and found.
    pub smallest_heap: Option<u64>,
    /// Why none was found.
    pub no_heap: Option<String>,
}

/// Of a program under a detector, against the base.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Ratio of the times of an iteration.
    pub slowdown: Spread,
    /// Whether there was time for one iteration only in some process that was to have more, so that
    /// its warm-up counts.
    pub is_cold: bool,
    /// What the whole process takes longer, in seconds.
    pub added_seconds: Spread,
    /// Ratio of the processor times of the whole processes.
    pub cpu: Spread,
    /// Ratio of the largest resident sets.
    pub memory: Spread,
    /// Ratio of the smallest sufficient heaps; only where both were looked for and found.
    pub smallest_heap: Option<f64>,
    /// Why none was found.
    pub no_heap: Option<String>,
    /// Checks for each access; only where accesses were counted.
    pub check_ratio: Option<f64>,
    /// The same of elements of arrays only.
    pub array_check_ratio: Option<f64>,
    /// How many elements of arrays were accessed, or segments that stand for several.
    pub shadow_locations: Option<u64>,
    /// These as a multiple of plain FastTrack's, which has one for each location.
    pub shadow_ratio: Option<f64>,
    /// Only behind a filter, where it was counted.
    pub skipped: Option<Skipped>,
    /// The fewest and the most races that a process reported.
    pub races: Option<(u64, u64)>,
    /// Why there are no counters, where they were wanted.
    pub not_counted: Option<String>,
}

/// Parts of all events of a program: its accesses, and what orders its threads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skipped {
    pub by_filter: f64,
    /// Together with what the test for the same epoch settles, where there is nothing left to filter.
    pub with_same_epoch: f64,
}

pub fn summarise(result: &BenchResult) -> Summary {
    let mut detectors: Vec<String> = Vec::new();
    for variant in result.programs.iter().flat_map(|program| &program.variants) {
        if variant.variant != BASE && !detectors.contains(&variant.variant) {
            detectors.push(variant.variant.clone());
        }
    }
    let rows = result.programs.iter().map(|program| row(program, &detectors, result)).collect();
    Summary { detectors, rows }
}

impl Summary {
    /// The rows of one kind.
    pub fn rows_of(&self, kind: Kind) -> impl Iterator<Item = &Row> + Clone {
        self.rows.iter().filter(move |row| row.kind == kind)
    }

    /// The geometric mean of a detector's slowdowns over the programs of a kind, and over how many.
    pub fn mean_slowdown(&self, kind: Kind, detector: usize) -> Option<(f64, usize)> {
        let figures = self.rows_of(kind).filter_map(|row| row.cells.get(detector)?.as_ref().ok());
        let slowdowns: Vec<f64> = figures.map(|figures| figures.slowdown.median).collect();
        Some((geometric_mean(&slowdowns)?, slowdowns.len()))
    }

    /// Every failure as a sentence.
    pub fn failures(&self) -> Vec<String> {
        let mut failures = Vec::new();
        for row in self.rows.iter().filter(|row| row.not_run.is_none()) {
            let program = &row.program;
            match &row.base {
                Err(missing) => failures.push(format!("{program} {}", missing.why)),
                Ok(base) => failures.extend(without_heap(program, &base.no_heap)),
            }
            for (detector, cell) in self.detectors.iter().zip(&row.cells) {
                let subject = format!("{program} under {detector}");
                match cell {
                    Err(missing) => failures.push(format!("{subject} {}", missing.why)),
                    Ok(figures) => {
                        let not_counted = figures.not_counted.as_ref();
                        failures.extend(
                            not_counted.map(|why| format!("{subject}, when counted, {why}")),
                        );
                        failures.extend(without_heap(&subject, &figures.no_heap));
                    }
                }
            }
        }
        failures
    }

    /// Every program that was not run, with the reason, as a sentence.
    pub fn not_run(&self) -> Vec<String> {
        let why =
            |row: &Row| Some(format!("{} was not run: {}", row.program, row.not_run.as_ref()?));
        self.rows.iter().filter_map(why).collect()
    }
}

fn without_heap(subject: &str, why: &Option<String>) -> Option<String> {
    why.as_ref().map(|why| format!("{subject} has no smallest heap: {why}"))
}

fn row(program: &ProgramResult, detectors: &[String], result: &BenchResult) -> Row {
    let measured = result.measured as usize;
    let of_variant = |name: &str| program.variants.iter().find(|variant| variant.variant == name);
    let base = of_variant(BASE).ok_or("was not run alone".into()).and_then(well);
    let plain = of_variant(PLAIN).and_then(|variant| variant.count(SHADOW_LOCATIONS));
    let plain = plain.filter(|&locations| locations > 0);
    let cells = detectors.iter().map(|detector| {
        let variant = of_variant(detector).ok_or("was not run".into()).and_then(well)?;
        let base = base.as_ref().map_err(|_| "has no base to be compared with")?;
        let asked = if program.kind == Kind::StartUp { 1 } else { result.iterations };
        let is_cold = asked > 1 && variant.samples().any(|sample| sample.times.len() == 1);
        let shadow_ratio = variant.count(SHADOW_LOCATIONS).zip(plain).map(ratio);
        Ok(Figures { is_cold, shadow_ratio, ..figures(base, variant, measured)? })
    });
    let cells = cells.collect();
    let base = base.clone().and_then(|base| base_figures(base, measured));
    let not_run = program.not_run.clone();
    Row { program: program.name.clone(), kind: program.kind, not_run, base, cells }
}

fn well(variant: &VariantResult) -> Result<&VariantResult, Missing> {
    variant.failure().map_or(Ok(variant), |why| Err(Missing { over: variant.over(), ..why.into() }))
}

fn base_figures(base: &VariantResult, measured: usize) -> Result<BaseFigures, Missing> {
    let spread = |figure: &dyn Fn(&Sample) -> f64| {
        let values: Vec<f64> = base.samples().map(figure).collect();
        Spread::of(&values).ok_or("was never run")
    };
    Ok(BaseFigures {
        seconds: spread(&|sample| iteration(sample, measured) / 1e9)?,
        wall_seconds: spread(&|sample| sample.wall as f64 / 1e9)?,
        cpu_seconds: spread(&|sample| cpu(sample) / 1e9)?,
        peak_memory: spread(&|sample| sample.peak_memory as f64)?,
        smallest_heap: found_heap(base),
        no_heap: base.no_heap().map(str::to_owned),
    })
}

fn found_heap(variant: &VariantResult) -> Option<u64> {
    match variant.smallest_heap {
        Some(SmallestHeap::Found(mebibytes)) => Some(mebibytes),
        _ => None,
    }
}

fn figures(
    base: &VariantResult,
    variant: &VariantResult,
    measured: usize,
) -> Result<Figures, Missing> {
    let spread = |figure: &dyn Fn(&Sample, &Sample) -> f64| {
        let pairs = variant.samples().zip(base.samples());
        let values: Vec<f64> = pairs.map(|(with, without)| figure(with, without)).collect();
        Spread::of(&values).ok_or("was never run")
    };
    let sum = |first, second| Some(variant.count(first)? + variant.count(second)?);
    let races = || variant.samples().filter_map(|sample| sample.races);
    let checks = sum("checks.read", "checks.write");
    let accesses = sum("accesses.read", "accesses.write").filter(|&accesses| accesses > 0);
    Ok(Figures {
        slowdown: spread(&|with, without| {
            iteration(with, measured) / iteration(without, measured)
        })?,
        is_cold: false,
        added_seconds: spread(&|with, without| (with.wall as f64 - without.wall as f64) / 1e9)?,
        cpu: spread(&|with, without| cpu(with) / cpu(without))?,
        memory: spread(&|with, without| with.peak_memory as f64 / without.peak_memory as f64)?,
        smallest_heap: found_heap(variant)
            .zip(found_heap(base))
            .map(|(with, without)| with as f64 / without as f64),
        no_heap: variant.no_heap().map(str::to_owned),
        check_ratio: checks.zip(accesses).map(ratio),
        array_check_ratio: array_check_ratio(variant, checks, accesses),
        shadow_locations: variant.count(SHADOW_LOCATIONS),
        shadow_ratio: None,
        skipped: variant.counters().filter(|_| variant.variant.contains(FILTER)).and_then(skipped),
        races: races().min().zip(races().max()),
        not_counted: variant.not_counted().map(str::to_owned),
    })
}

fn array_check_ratio(
    variant: &VariantResult,
    checks: Option<u64>,
    accesses: Option<u64>,
) -> Option<f64> {
    let elements = variant.count("accesses.element").filter(|&elements| elements > 0)?;
    // Each access to a field is a check.
    let of_fields = accesses?.checked_sub(elements)?;
    Some(ratio((checks?.saturating_sub(of_fields), elements)))
}

fn ratio((part, whole): (u64, u64)) -> f64 {
    part as f64 / whole as f64
}

const SHADOW_LOCATIONS: &str = "shadow.locations.array";

/// The detector that the shadows of others are compared with.
const PLAIN: &str = "fasttrack";

/// In the names of variants.
const FILTER: &str = "--filter";

fn skipped(counters: &Counters) -> Option<Skipped> {
    let sum = |names: &[&str]| -> Option<f64> {
        let counts: Option<Vec<u64>> = names.iter().map(|name| counters.count(name)).collect();
        Some(counts?.iter().sum::<u64>() as f64)
    };
    let all = sum(&["accesses.read", "accesses.write", "events.sync"]).filter(|&all| all > 0.0)?;
    let filtered = sum(&["events.filtered"])?;
    let same_epoch =
        sum(&["rules.Read Same Epoch", "rules.Read Shared Same Epoch", "rules.Write Same Epoch"])?;
    let with_same_epoch = (filtered + same_epoch) / all;
    Some(Skipped { by_filter: filtered / all, with_same_epoch })
}

/// The time of an iteration of one process, warmed up, in nanoseconds: the median of the last ones,
/// but of no more than half of all. A single iteration has warmed up in its own time.
fn iteration(sample: &Sample, measured: usize) -> f64 {
    let all = sample.times.len();
    let warm = &sample.times[all - measured.min(all.div_ceil(2))..];
    let warm: Vec<f64> = warm.iter().map(|&time| time as f64).collect();
    // A sample has times, or it would have failed; of a file that says otherwise, nothing is known.
    median(&warm).unwrap_or(f64::NAN)
}

fn cpu(sample: &Sample) -> f64 {
    (sample.user + sample.system) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples;
    use crate::result::Counted;

    #[test]
    fn ratios_are_taken_within_a_fork() {
        let summary = summarise(&examples::result());
        assert_eq!(summary.detectors, ["fasttrack", "bigfoot"]);
        let crypt = &summary.rows[0];
        // The second fork ran at half the speed: 2 s against 6 s instead of 1 s against 2 s.
        let base = crypt.base.as_ref().expect("well");
        assert_eq!(base.seconds, Spread { median: 1.5, low: 1.0, high: 2.0 });
        let fasttrack = crypt.cells[0].as_ref().expect("well");
        assert_eq!(fasttrack.slowdown, Spread { median: 2.5, low: 2.0, high: 3.0 });
        assert_eq!(fasttrack.check_ratio, Some(0.75));
        assert_eq!(fasttrack.shadow_locations, Some(1234));
    }

    #[test]
    fn means_are_over_what_succeeded_and_failures_are_listed() {
        let summary = summarise(&examples::result());
        let (mean, programs) = summary.mean_slowdown(Kind::Kernel, 0).expect("two kernels");
        assert!((mean - (2.5f64 * 10.0).sqrt()).abs() < 1e-12, "{mean}");
        assert_eq!(programs, 2);
        let (mean, programs) = summary.mean_slowdown(Kind::Kernel, 1).expect("one kernel");
        assert!((mean - 1.25).abs() < 1e-12, "{mean}");
        assert_eq!(programs, 1);
        let (mean, programs) = summary.mean_slowdown(Kind::Small, 0).expect("one small program");
        assert!((mean - 3.0).abs() < 1e-12, "{mean}");
        assert_eq!(programs, 1);
        assert_eq!(
            summary.failures(),
            ["sor under bigfoot ended with exit status: 1: row 7 is wrong"]
        );
    }

    #[test]
    fn no_more_than_half_of_the_iterations_count() {
        let of = |times: &[u64], measured| {
            iteration(&Sample { times: times.to_vec(), ..Sample::default() }, measured)
        };
        assert_eq!(of(&[90, 50, 20, 40, 30], 3), 30.0);
        assert_eq!(of(&[90, 50, 20, 40, 30], 1), 30.0);
        assert_eq!(of(&[90, 50, 20], 3), 35.0);
        assert_eq!(of(&[90, 50], 3), 50.0);
        assert_eq!(of(&[90], 3), 90.0);
    }

    #[test]
    fn what_goes_wrong_while_counting_is_a_failure() {
        let mut result = examples::result();
        result.programs.truncate(1);
        assert!(result.all_well());
        let fasttrack = &mut result.programs[0].variants[1];
        fasttrack.counted = Some(Counted::Failed { failed: "ended with signal 11".to_owned() });
        fasttrack.smallest_heap = Some(SmallestHeap::Failed { failed: "no".to_owned() });
        assert!(!result.all_well());
        let expected = [
            "crypt under fasttrack, when counted, ended with signal 11",
            "crypt under fasttrack has no smallest heap: no",
        ];
        assert_eq!(summarise(&result).failures(), expected);
    }

    #[test]
    fn what_was_not_run_has_not_failed() {
        let mut result = examples::result();
        result.programs = vec![examples::not_run("h2", "there is no Maven")];
        assert!(result.all_well());
        let summary = summarise(&result);
        assert_eq!(summary.failures(), [""; 0]);
        assert_eq!(summary.not_run(), ["h2 was not run: there is no Maven"]);
    }

    #[test]
    fn what_a_filter_skips_is_a_part_of_all_events() {
        let mut result = examples::result();
        let variant = &mut result.programs[0].variants[1];
        let mut counters = examples::counters();
        for (name, count) in [
            ("events.sync", 6),
            ("events.filtered", 1),
            ("rules.Read Same Epoch", 2),
            ("rules.Read Shared Same Epoch", 0),
            ("rules.Write Same Epoch", 1),
        ] {
            counters.add(name, count);
        }
        variant.counted = Some(Counted::Counters(counters));
        let skipped = |result: &BenchResult| {
            summarise(result).rows[0].cells[0].as_ref().expect("well").skipped
        };
        assert_eq!(skipped(&result), None, "there was no filter");
        for program in &mut result.programs {
            program.variants[1].variant = "fasttrack --filter tree".to_owned();
        }
        let expected = Skipped { by_filter: 0.1, with_same_epoch: 0.4 };
        assert_eq!(skipped(&result), Some(expected));
    }

    #[test]
    fn without_a_base_there_are_no_ratios() {
        let mut result = examples::result();
        result.programs[0].variants.remove(0);
        let summary = summarise(&result);
        assert_eq!(summary.rows[0].base, Err("was not run alone".into()));
        assert_eq!(summary.rows[0].cells[0], Err("has no base to be compared with".into()));
    }
}
