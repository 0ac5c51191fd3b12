//! Compares two results of the bench.

use crate::result::BenchResult;
use crate::stats::Spread;
use crate::summary::{Figures, Missing, Row, Summary, summarise};
use crate::tables::Table;

#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// A ratio that grew by more than this part of itself counts: 0.15 is 15%.
    pub threshold: f64,
    /// Why the two may not be comparable: another machine, JDK or size.
    pub differences: Vec<String>,
    /// By program and detector, for those that both results have or one has lost.
    pub changes: Vec<Change>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub program: String,
    pub detector: String,
    pub metric: Metric,
    pub verdict: Verdict,
    /// Nothing where it failed or was not run.
    pub old: Option<Spread>,
    pub new: Option<Spread>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    Slowdown,
    Memory,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Same,
    Better,
    /// Beyond the threshold, and all of the new forks beyond all of the old.
    Worse,
    /// Beyond the threshold, but the forks of the two overlap: more of them would tell.
    Unclear,
    /// It worked, and fails now.
    Broken,
    /// It failed, and works now.
    Fixed,
    /// It was measured, and is not now.
    Gone,
}

/// What became of each ratio. Ratios are compared and not times, so that the two results need not
/// come from the same hour.
pub fn compare(old: &BenchResult, new: &BenchResult, threshold: f64) -> Comparison {
    let mut changes = Vec::new();
    let (old_summary, new_summary) = (summarise(old), summarise(new));
    let was_not_run = |row: &&Row| {
        let new = new_summary.rows.iter().find(|new| new.program == row.program);
        row.not_run.is_some() || new.is_some_and(|new| new.not_run.is_some())
    };
    for row in old_summary.rows.iter().filter(|row| !was_not_run(row)) {
        for (detector, old_cell) in old_summary.detectors.iter().zip(&row.cells) {
            let new_cell = cell(&new_summary, &row.program, detector);
            for metric in [Metric::Slowdown, Metric::Memory] {
                let old = old_cell.as_ref().ok().map(|figures| metric.of(figures));
                let new = new_cell.and_then(|cell| cell.as_ref().ok());
                let new = new.map(|figures| metric.of(figures));
                let Some(verdict) = verdict(old, new, new_cell.is_some(), threshold) else {
                    continue;
                };
                let (program, detector) = (row.program.clone(), detector.clone());
                changes.push(Change { program, detector, metric, verdict, old, new });
            }
        }
    }
    Comparison { threshold, differences: differences(old, new), changes }
}

impl Comparison {
    /// Those that should stop a change from landing.
    pub fn regressions(&self) -> impl Iterator<Item = &Change> {
        let is_regression = |change: &&Change| {
            matches!(change.verdict, Verdict::Worse | Verdict::Broken | Verdict::Gone)
        };
        self.changes.iter().filter(is_regression)
    }

    /// What is not the same, as a table.
    pub fn table(&self) -> Table {
        let changed = self.changes.iter().filter(|change| change.verdict != Verdict::Same);
        let shown = |figure: &Option<Spread>| {
            figure.map_or("-".to_owned(), |figure| {
                format!("{:.2} ({:.2}-{:.2})", figure.median, figure.low, figure.high)
            })
        };
        let rows = changed.map(|change| {
            vec![
                change.program.clone(),
                change.detector.clone(),
                change.metric.name().to_owned(),
                shown(&change.old),
                shown(&change.new),
                change.verdict.name().to_owned(),
            ]
        });
        let head = ["program", "detector", "", "old", "new", "verdict"].map(str::to_owned).to_vec();
        let same = self.changes.iter().filter(|change| change.verdict == Verdict::Same).count();
        let caption = format!(
            "Ratios to the base that changed by more than {:.0}%; {same} others did not.",
            100.0 * self.threshold
        );
        Table { title: "Changes".to_owned(), caption, head, rows: rows.collect() }
    }
}

impl Metric {
    fn of(self, figures: &Figures) -> Spread {
        match self {
            Metric::Slowdown => figures.slowdown,
            Metric::Memory => figures.memory,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Metric::Slowdown => "slowdown",
            Metric::Memory => "memory",
        }
    }
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::Better => "better",
            Verdict::Worse => "WORSE",
            Verdict::Unclear => "unclear",
            Verdict::Broken => "BROKEN",
            Verdict::Fixed => "fixed",
            Verdict::Gone => "GONE",
        }
    }
}

fn cell<'a>(
    summary: &'a Summary,
    program: &str,
    detector: &str,
) -> Option<&'a Result<Figures, Missing>> {
    let row = summary.rows.iter().find(|row| row.program == program)?;
    row.cells.get(summary.detectors.iter().position(|name| name == detector)?)
}

/// Nothing when it failed then and does so now.
fn verdict(
    old: Option<Spread>,
    new: Option<Spread>,
    is_there: bool,
    threshold: f64,
) -> Option<Verdict> {
    Some(match (old, new) {
        (None, None) => return None,
        (None, Some(_)) => Verdict::Fixed,
        (Some(_), None) if is_there => Verdict::Broken,
        (Some(_), None) => Verdict::Gone,
        (Some(old), Some(new)) => {
            let ratio = new.median / old.median;
            let is_worse = ratio > 1.0 + threshold;
            let is_better = ratio < 1.0 / (1.0 + threshold);
            match (is_worse || is_better, old.overlaps(&new)) {
                (false, _) => Verdict::Same,
                (true, true) => Verdict::Unclear,
                (true, false) if is_worse => Verdict::Worse,
                (true, false) => Verdict::Better,
            }
        }
    })
}

fn differences(old: &BenchResult, new: &BenchResult) -> Vec<String> {
    let mut differences = Vec::new();
    let mut compare = |what: &str, old: String, new: String| {
        if old != new {
            differences.push(format!("{what}: {old}, now {new}"));
        }
    };
    compare("processor", old.machine.processor.clone(), new.machine.processor.clone());
    compare("cores", old.machine.cores.to_string(), new.machine.cores.to_string());
    compare("JDK", old.jdk.clone(), new.jdk.clone());
    compare("JVM options", old.jvm_options.join(" "), new.jvm_options.join(" "));
    compare("iterations", old.iterations.to_string(), new.iterations.to_string());
    let seconds = |result: &BenchResult| {
        result.enough.map_or("any time".to_owned(), |enough| format!("{enough} s"))
    };
    compare("a process begins iterations for", seconds(old), seconds(new));
    for program in &old.programs {
        if let Some(other) = new.programs.iter().find(|other| other.name == program.name) {
            compare(&format!("size of {}", program.name), program.size.clone(), other.size.clone());
            let threads = [program, other].map(|program| program.threads.to_string());
            let [old, new] = threads;
            compare(&format!("threads of {}", program.name), old, new);
        }
    }
    differences
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{self, sample, variant};
    use crate::program::Kind;

    /// A kernel with a base of 1 s and 100 MiB, and a detector with these milliseconds.
    fn result(milliseconds: &[u64]) -> BenchResult {
        let base = milliseconds.iter().map(|_| sample(1000, 100)).collect();
        let with = milliseconds.iter().map(|&time| sample(time, 200)).collect();
        let variants = vec![variant("base", base), variant("fasttrack", with)];
        let programs = vec![examples::program("crypt", Kind::Kernel, variants)];
        BenchResult { programs, ..examples::result() }
    }

    fn slowdown_verdict(old: &[u64], new: &[u64]) -> Verdict {
        compare(&result(old), &result(new), 0.15).changes[0].verdict
    }

    #[test]
    fn worse_is_beyond_the_threshold_and_beyond_the_spread() {
        assert_eq!(slowdown_verdict(&[2000, 2010, 2020], &[2200, 2210, 2220]), Verdict::Same);
        assert_eq!(slowdown_verdict(&[2000, 2010, 2020], &[2400, 2410, 2420]), Verdict::Worse);
        assert_eq!(slowdown_verdict(&[2400, 2410, 2420], &[2000, 2010, 2020]), Verdict::Better);
        assert_eq!(slowdown_verdict(&[2000, 2010, 2500], &[2400, 2410, 2420]), Verdict::Unclear);
        assert_eq!(slowdown_verdict(&[2000], &[2400]), Verdict::Worse);
    }

    #[test]
    fn the_same_result_has_no_regressions() {
        let result = examples::result();
        let comparison = compare(&result, &result, 0.05);
        assert_eq!(comparison.regressions().count(), 0);
        assert!(comparison.differences.is_empty());
        assert!(comparison.table().rows.is_empty());
        // Four programs, two detectors, two metrics, without the one that fails in both.
        assert_eq!(comparison.changes.len(), 14);
    }

    #[test]
    fn what_broke_or_is_gone_is_a_regression() {
        let old = examples::result();
        let mut new = old.clone();
        new.programs.retain(|program| program.name != "crypt");
        for variant in &mut new.programs[0].variants {
            let is_fasttrack = variant.variant == "fasttrack";
            variant.runs = match is_fasttrack {
                true => {
                    vec![crate::result::Run::Failed { failed: "crashed".to_owned(), over: None }]
                }
                false => vec![sample(1000, 50), sample(1000, 50)],
            };
        }
        let comparison = compare(&old, &new, 0.15);
        let verdict = |program: &str, detector: &str| {
            let mut changes = comparison.changes.iter();
            let of = |change: &&Change| change.program == program && change.detector == detector;
            changes.find(of).expect("compared").verdict
        };
        assert_eq!(verdict("crypt", "fasttrack"), Verdict::Gone);
        assert_eq!(verdict("sor", "fasttrack"), Verdict::Broken);
        assert_eq!(verdict("sor", "bigfoot"), Verdict::Fixed);
        assert_eq!(verdict("hello", "bigfoot"), Verdict::Same);
        // Both detectors of crypt and one of sor, each by both metrics.
        assert_eq!(comparison.regressions().count(), 6);
    }

    #[test]
    fn what_was_not_run_is_not_compared() {
        let old = examples::result();
        let mut new = old.clone();
        new.programs[0] = examples::not_run("crypt", "there is no Maven");
        for (old, new) in [(&old, &new), (&new, &old)] {
            let comparison = compare(old, new, 0.15);
            assert!(comparison.changes.iter().all(|change| change.program != "crypt"));
            assert_eq!(comparison.regressions().count(), 0);
        }
    }

    #[test]
    fn what_makes_two_results_incomparable_is_said() {
        let old = examples::result();
        let mut new = old.clone();
        new.jdk = "25.0.3".to_owned();
        new.programs[1].size = "full".to_owned();
        let comparison = compare(&old, &new, 0.15);
        assert_eq!(
            comparison.differences,
            ["JDK: 17.0.15, now 25.0.3", "size of sor: quick, now full"]
        );
    }
}
