//! Says how two runs differ.

use std::collections::BTreeMap;

use crate::linking::Linked;

/// An error that lists the classes with which something else happened when they were rewritten.
pub fn same_outcomes(untouched: &Linked, rewritten: &Linked) -> Result<(), String> {
    let outcomes = differences(&untouched.outcomes, &rewritten.outcomes);
    let failed_over = differences(&untouched.failed_over, &rewritten.failed_over);
    if outcomes.is_empty() && failed_over.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{} of {} classes link differently when rewritten:\n{}\
         {} fail over to the old verifier differently:\n{}",
        outcomes.len(),
        untouched.outcomes.len(),
        shown(&outcomes),
        failed_over.len(),
        shown(&failed_over)
    ))
}

fn differences<V: PartialEq + std::fmt::Debug>(
    untouched: &BTreeMap<String, V>,
    rewritten: &BTreeMap<String, V>,
) -> Vec<String> {
    let keys = untouched.keys().chain(rewritten.keys().filter(|key| !untouched.contains_key(*key)));
    let differing = keys.filter(|key| untouched.get(*key) != rewritten.get(*key));
    differing
        .map(|key| {
            format!("  {key}: {:?}, untouched {:?}\n", rewritten.get(key), untouched.get(key))
        })
        .collect()
}

fn shown(lines: &[String]) -> String {
    lines.iter().take(25).map(String::as_str).collect()
}
