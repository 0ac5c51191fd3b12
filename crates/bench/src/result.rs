//! What was measured, raw; the file `redflag-bench/1`.
//!
//! Everything that tables show is computed from this, so that an old file can be shown and compared
//! in ways that were thought of later. A reader ignores fields that it does not know.

use redflag_artifact::Counters;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::machine::Machine;
use crate::program::Kind;

pub const SCHEMA: &str = "redflag-bench/1";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchResult {
    pub schema: String,
    /// The command line that made it, for whoever wants it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    pub machine: Machine,
    /// The version of the JDK that ran the programs.
    pub jdk: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub jvm_options: Vec<String>,
    /// As many as a program has at most.
    pub forks: u32,
    /// The seconds into which all but the first fork had to fit, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<u64>,
    /// As many as a process has at most.
    pub iterations: u32,
    /// So many of them, the last, count, but at most half of those that there are.
    pub measured: u32,
    /// After so many seconds a process began no other iteration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enough: Option<u64>,
    pub programs: Vec<ProgramResult>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgramResult {
    pub name: String,
    pub kind: Kind,
    pub size: String,
    pub threads: u32,
    /// Why it was not run at all, as a sentence; that is no failure. There are no variants then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_run: Option<String>,
    pub variants: Vec<VariantResult>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariantResult {
    /// See [`crate::Variant`]'s display.
    pub variant: String,
    /// In the order of forks. After one that failed there are no more.
    pub runs: Vec<Run>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smallest_heap: Option<SmallestHeap>,
}

/// One process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Run {
    Failed {
        /// A sentence.
        failed: String,
        /// The seconds after which it was killed, if that is how it failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        over: Option<u64>,
    },
    Measured(Sample),
}

/// Times are in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Of each iteration, as the program measured it.
    pub times: Vec<u64>,
    /// From the start of the process to its end.
    pub wall: u64,
    pub user: u64,
    pub system: u64,
    /// The largest resident set, in bytes.
    pub peak_memory: u64,
    /// How many races were reported; none for the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub races: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Counted {
    Failed { failed: String },
    Counters(Counters),
}

/// The smallest heap with which a program ends well, in mebibytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SmallestHeap {
    Failed { failed: String },
    Found(u64),
}

impl BenchResult {
    pub fn from_json(text: &str) -> Result<BenchResult, Error> {
        #[derive(Deserialize)]
        struct Header {
            schema: Option<String>,
        }
        let malformed = |error: serde_json::Error| {
            Error::Unreadable(format!("not a result of redflag bench: {error}"))
        };
        // The schema first: in a file of another one the first unexpected field would be a
        // misleading complaint.
        let header: Header = serde_json::from_str(text).map_err(malformed)?;
        match header.schema.as_deref() {
            Some(SCHEMA) => serde_json::from_str(text).map_err(malformed),
            found => Err(Error::Unreadable(format!(
                "not a result of redflag bench: its schema is {}, expected `{SCHEMA}`",
                found.map_or("missing".to_owned(), |schema| format!("`{schema}`"))
            ))),
        }
    }

    pub fn to_json(&self) -> String {
        // Only a map whose keys are no strings and a `Serialize` of one's own can fail, and there
        // is neither.
        let mut text = serde_json::to_string_pretty(self).expect("derived, with strings for keys");
        text.push('\n');
        text
    }

    /// Whether every process of every program ended well, those that counted included.
    pub fn all_well(&self) -> bool {
        let mut variants = self.programs.iter().flat_map(|program| &program.variants);
        variants.all(|variant| variant.failure().is_none() && variant.not_counted().is_none())
    }
}

impl VariantResult {
    /// The first failure of a process. One is enough: a program that is wrong sometimes is wrong.
    pub fn failure(&self) -> Option<&str> {
        self.runs.iter().find_map(|run| match run {
            Run::Failed { failed, .. } => Some(failed.as_str()),
            Run::Measured(_) => None,
        })
    }

    /// The seconds after which a process was killed, if one was.
    pub fn over(&self) -> Option<u64> {
        self.runs.iter().find_map(|run| match run {
            Run::Failed { over, .. } => *over,
            Run::Measured(_) => None,
        })
    }

    /// What was counted, where it was.
    pub fn counters(&self) -> Option<&Counters> {
        match &self.counted {
            Some(Counted::Counters(counters)) => Some(counters),
            Some(Counted::Failed { .. }) | None => None,
        }
    }

    /// One of the counters.
    pub fn count(&self, name: &str) -> Option<u64> {
        self.counters()?.count(name)
    }

    /// Why there are no counters, where they were wanted.
    pub fn not_counted(&self) -> Option<&str> {
        match &self.counted {
            Some(Counted::Failed { failed }) => Some(failed),
            Some(Counted::Counters(_)) | None => None,
        }
    }

    /// Why no heap was found to suffice, where one was looked for.
    pub fn no_heap(&self) -> Option<&str> {
        match &self.smallest_heap {
            Some(SmallestHeap::Failed { failed }) => Some(failed),
            Some(SmallestHeap::Found(_)) | None => None,
        }
    }

    pub fn samples(&self) -> impl Iterator<Item = &Sample> {
        self.runs.iter().filter_map(|run| match run {
            Run::Measured(sample) => Some(sample),
            Run::Failed { .. } => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples;

    #[test]
    fn what_is_written_is_read_again() {
        let result = examples::result();
        assert_eq!(BenchResult::from_json(&result.to_json()).expect("read"), result);
    }

    #[test]
    fn other_files_are_refused() {
        let refused = |text| BenchResult::from_json(text).expect_err("refused").to_string();
        assert_eq!(
            refused(r#"{"schema": "redflag/1", "races": []}"#),
            "not a result of redflag bench: its schema is `redflag/1`, expected `redflag-bench/1`"
        );
        assert_eq!(
            refused("{}"),
            "not a result of redflag bench: its schema is missing, expected `redflag-bench/1`"
        );
        assert!(refused("time 12").starts_with("not a result of redflag bench: expected"));
    }

    #[test]
    fn one_failed_process_is_a_failure() {
        let result = examples::result();
        assert!(!result.all_well());
        let failures: Vec<_> = result
            .programs
            .iter()
            .flat_map(|program| &program.variants)
            .filter_map(VariantResult::failure)
            .collect();
        assert_eq!(failures, ["ended with exit status: 1: row 7 is wrong"]);
    }
}
