//! The counters of `stats` and `--stats`.
//!
//! Their names have dots (`checks.read`) and stay flat: one name is one key, so that a script finds
//! what the documentation calls it, and a name may be the beginning of another (`accesses` and
//! `accesses.read`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Counters(BTreeMap<String, Counter>);

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Counter {
    Count(u64),
    /// A measure, such as `seconds`.
    Measure(f64),
}

impl Counters {
    pub fn new() -> Counters {
        Counters::default()
    }

    /// Adds to a count that need not be there yet.
    pub fn add(&mut self, name: &str, count: u64) {
        self.add_counter(name, Counter::Count(count));
    }

    /// Replaces whatever the name stood for. A measure that is not finite is not known: JSON has
    /// no such numbers, and it is left out.
    pub fn set(&mut self, name: &str, counter: Counter) {
        if counter.as_measure().is_finite() {
            self.0.insert(name.to_owned(), counter);
        } else {
            self.0.remove(name);
        }
    }

    /// Adds all of another's counters to these.
    pub fn add_all(&mut self, other: &Counters) {
        for (name, &counter) in &other.0 {
            self.add_counter(name, counter);
        }
    }

    /// The count of this name; `None` when it was not counted, which is not zero.
    pub fn count(&self, name: &str) -> Option<u64> {
        match self.0.get(name) {
            Some(Counter::Count(count)) => Some(*count),
            _ => None,
        }
    }

    /// Sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Counter)> {
        self.0.iter().map(|(name, counter)| (name.as_str(), *counter))
    }

    fn add_counter(&mut self, name: &str, added: Counter) {
        let sum = match (self.0.get(name), added) {
            (None, added) => added,
            (Some(Counter::Count(a)), Counter::Count(b)) => Counter::Count(a.saturating_add(b)),
            (Some(&a), b) => Counter::Measure(a.as_measure() + b.as_measure()),
        };
        self.set(name, sum);
    }
}

impl Counter {
    fn as_measure(self) -> f64 {
        match self {
            Counter::Count(count) => count as f64,
            Counter::Measure(measure) => measure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_flat_and_sorted() {
        let mut counters = Counters::new();
        counters.add("checks.write", 1);
        counters.add("accesses.read", 2);
        counters.add("accesses.read", 40);
        counters.set("seconds", Counter::Measure(0.5));
        counters.set("speedup", Counter::Measure(1.0 / 0.0));
        let text = "{\n  \"accesses.read\": 42,\n  \"checks.write\": 1,\n  \"seconds\": 0.5\n}\n";
        assert_eq!(counters.to_json(), text);
    }

    #[test]
    fn counts_are_added_name_by_name() {
        let mut counters = Counters::new();
        counters.add("events", 1);
        let mut more = Counters::new();
        more.add("events", u64::MAX);
        more.add("windows", 3);
        counters.add_all(&more);
        assert_eq!(counters.count("events"), Some(u64::MAX));
        assert_eq!(counters.count("windows"), Some(3));
        assert_eq!(counters.count("races"), None);
    }
}
