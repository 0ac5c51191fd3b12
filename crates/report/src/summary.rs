//! The end of the report: how much was found, how much was looked at, and what was not.

use std::collections::BTreeMap;

use redflag_artifact::{Counters, Evidence, ResultFile, Skipped};

use crate::paint::Paint;
use crate::terminal::{Options, RULE};
use crate::text::{clean, counted, wrapped};

pub fn summary(result: &ResultFile, options: &Options<'_>) -> String {
    let paint = Paint { color: options.color };
    let mut lines = vec![RULE.to_owned()];
    let looked_at = looked_at(&result.stats);
    lines.push(verdict(result, &looked_at, paint));
    match looked_at {
        LookedAt::Something(what) => lines.extend(wrapped(&what, "Looked at: ", options.width)),
        LookedAt::Nothing => {}
        LookedAt::Unknown => lines.push("How much was looked at was not counted.".to_owned()),
    }
    lines.extend(not_looked_at(result));
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

enum LookedAt {
    Something(String),
    /// It was counted, and it is nothing.
    Nothing,
    Unknown,
}

/// The counters that say how much was looked at, in words.
const LOOKED_AT: [(&str, &str, &str); 6] = [
    ("classes.instrumented", "instrumented class", "instrumented classes"),
    ("methods.instrumented", "instrumented method", "instrumented methods"),
    ("methods.reachable", "reachable method", "reachable methods"),
    ("methods", "method", "methods"),
    ("events", "event", "events"),
    ("windows", "window", "windows"),
];
/// Names that are listed for one reason.
const MOST: usize = 5;

fn looked_at(stats: &Counters) -> LookedAt {
    let counts: Vec<(u64, &str, &str)> = LOOKED_AT
        .into_iter()
        .filter_map(|(counter, one, many)| Some((stats.count(counter)?, one, many)))
        .collect();
    if counts.is_empty() {
        return LookedAt::Unknown;
    }
    if counts.iter().all(|&(count, ..)| count == 0) {
        return LookedAt::Nothing;
    }
    let texts: Vec<String> =
        counts.into_iter().map(|(count, one, many)| counted(count, one, many)).collect();
    LookedAt::Something(format!("{}.", texts.join(", ")))
}

fn verdict(result: &ResultFile, looked_at: &LookedAt, paint: Paint) -> String {
    if !result.races.is_empty() {
        let found = counted(result.races.len() as u64, "data race", "data races");
        return format!("{} {}.", paint.alarm(&format!("Found {found}:")), kinds(result));
    }
    match looked_at {
        // Nothing found is not the same as nothing looked at.
        LookedAt::Nothing => paint.alarm("Nothing was looked at: this says nothing about races."),
        _ if result.command == "run" => paint.good("No data race in this run."),
        _ => paint.good("No data race found."),
    }
}

fn kinds(result: &ResultFile) -> String {
    let kinds = [
        (Evidence::Observed, "observed"),
        (Evidence::Predicted, "predicted"),
        (Evidence::Static, "possible by the code"),
    ];
    let count = |wanted| result.races.iter().filter(|race| race.evidence == wanted).count();
    let texts: Vec<String> = kinds
        .into_iter()
        .map(|(evidence, name)| (count(evidence), name))
        .filter(|&(count, _)| count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    texts.join(", ")
}

/// What was left out, reason by reason.
fn not_looked_at(result: &ResultFile) -> Vec<String> {
    let methods = result.stats.count("methods.skipped").filter(|&methods| methods > 0);
    let methods = methods.map(|methods| counted(methods, "method", "methods"));
    if result.skipped.is_empty() {
        return methods.map(|methods| format!("Not looked at: {methods}.")).into_iter().collect();
    }
    let in_all = methods.map(|methods| format!(" ({methods} in all)")).unwrap_or_default();
    let mut lines = vec![format!("Not looked at{in_all}:")];
    for (why, whats) in by_reason(&result.skipped) {
        lines.push(format!("  {}:", clean(why)));
        lines.extend(whats.iter().take(MOST).map(|what| format!("    {}", clean(what))));
        if whats.len() > MOST {
            lines.push(format!("    ... {} more", whats.len() - MOST));
        }
    }
    lines
}

fn by_reason(skipped: &[Skipped]) -> BTreeMap<&str, Vec<&str>> {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for Skipped { what, why } in skipped {
        reasons.entry(why).or_default().push(what);
    }
    reasons
}
