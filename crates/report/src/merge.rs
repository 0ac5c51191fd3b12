//! Several results as one.

use redflag_artifact::{Counter, Counters, ResultFile, Schema, normalise};

/// One race for each id, with the strongest evidence any result has for it, the counts added; all
/// that any result skipped.
///
/// Counters are added name by name. What two results both looked at counts twice, as it does when
/// a test suite runs in several processes: they are counts of work, not of the program.
pub fn merge(results: Vec<ResultFile>) -> ResultFile {
    let command = agreed(&results, |result| Some(result.command.as_str()));
    let mut merged = ResultFile {
        schema: Schema,
        command: command.unwrap_or_else(|| "report".to_owned()),
        detector: agreed(&results, |result| result.detector.as_deref()),
        races: Vec::new(),
        skipped: Vec::new(),
        stats: Counters::new(),
    };
    for result in results {
        merged.races.extend(result.races);
        merged.skipped.extend(result.skipped);
        merged.stats.add_all(&result.stats);
    }
    normalise(&mut merged);
    if merged.stats.count("races").is_some() {
        merged.stats.set("races", Counter::Count(merged.races.len() as u64));
    }
    merged
}

/// What all results say, if they say the same.
fn agreed(results: &[ResultFile], said: impl Fn(&ResultFile) -> Option<&str>) -> Option<String> {
    let (first, others) = results.split_first()?;
    let first = said(first)?;
    others.iter().all(|other| said(other) == Some(first)).then(|| first.to_owned())
}

#[cfg(test)]
mod tests {
    use redflag_artifact::{Access, Evidence, Location, LocationKind, Op, Race, Skipped};

    use super::*;

    fn race(evidence: Evidence, count: Option<u64>, line: u32) -> Race {
        let access = |op| Access {
            op,
            thread: None,
            class: "A".to_owned(),
            method: "run".to_owned(),
            descriptor: "()V".to_owned(),
            file: Some("A.java".to_owned()),
            line: Some(line),
            nth: None,
            stack: Vec::new(),
            locks: None,
            thread_created_at: Vec::new(),
        };
        let location = Location {
            kind: LocationKind::Static,
            class: "A".to_owned(),
            name: Some("x".to_owned()),
            descriptor: None,
            index: None,
            allocated_at: None,
        };
        let race = Race::new(evidence, location, [access(Op::Read), access(Op::Write)]);
        Race { count, ..race }
    }

    fn result(command: &str, races: Vec<Race>) -> ResultFile {
        let mut stats = Counters::new();
        stats.add("races", races.len() as u64);
        stats.add("methods", 10);
        let skipped = vec![
            Skipped { what: command.to_owned(), why: "too large".to_owned() },
            Skipped { what: "A.jar".to_owned(), why: "not a zip file".to_owned() },
        ];
        let detector = Some("fasttrack".to_owned());
        ResultFile { schema: Schema, command: command.to_owned(), detector, races, skipped, stats }
    }

    #[test]
    fn one_race_keeps_its_strongest_evidence() {
        let merged = merge(vec![
            result("check", vec![race(Evidence::Static, None, 3)]),
            result("run", vec![race(Evidence::Observed, Some(7), 3)]),
            result("predict", vec![race(Evidence::Predicted, None, 3)]),
            result("run", vec![race(Evidence::Observed, Some(5), 3)]),
        ]);
        assert_eq!(merged.races.len(), 1);
        assert_eq!(merged.races[0].evidence, Evidence::Observed);
        assert_eq!(merged.races[0].count, Some(12));
        assert_eq!(merged.command, "report");
        assert_eq!(merged.detector.as_deref(), Some("fasttrack"));
        assert_eq!(merged.stats.count("races"), Some(1));
        assert_eq!(merged.stats.count("methods"), Some(40));
        let skipped: Vec<&str> = merged.skipped.iter().map(|s| s.what.as_str()).collect();
        assert_eq!(skipped, ["A.jar", "check", "predict", "run"]);
    }

    #[test]
    fn results_of_one_command_stay_that_commands() {
        let runs = vec![result("run", Vec::new()), result("run", Vec::new())];
        assert_eq!(merge(runs).command, "run");
        assert_eq!(
            merge(Vec::new()),
            ResultFile { command: "report".to_owned(), ..Default::default() }
        );
    }

    #[test]
    fn merging_in_steps_is_merging_at_once() {
        let results: Vec<ResultFile> = vec![
            result("run", vec![race(Evidence::Observed, None, 3)]),
            result("run", vec![race(Evidence::Observed, Some(2), 9)]),
            result("run", vec![race(Evidence::Static, None, 4)]),
        ];
        let at_once = merge(results.clone());
        let [a, b, c] = results.try_into().expect("three");
        assert_eq!(merge(vec![c, merge(vec![b, a])]), at_once);
    }
}
