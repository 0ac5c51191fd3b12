//! The result file `redflag/1`, field by field in the order in which it is written.
//!
//! What is not known is absent, never invented: hence the many options. A reader ignores fields
//! that it does not know, so that a field can be added without a new schema.

use serde::{Deserialize, Serialize};

use crate::counters::Counters;
use crate::id::race_id;

/// The value of `schema`. It changes when a reader of today could misunderstand a file of then.
pub const SCHEMA: &str = "redflag/1";

/// What one command found; a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ResultFile {
    pub schema: Schema,
    /// The subcommand: `run`, `check`, `predict`; `report` for a merger of several kinds.
    pub command: String,
    /// Which of the command's detectors or analyses it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detector: Option<String>,
    pub races: Vec<Race>,
    /// What was not looked at.
    #[serde(default)]
    pub skipped: Vec<Skipped>,
    #[serde(default)]
    pub stats: Counters,
}

/// The schema of a file: there is no value of this type that means another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub struct Schema;

/// Two accesses to one location, at least one a write, that nothing orders.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Race {
    /// See [`race_id`].
    pub id: String,
    pub evidence: Evidence,
    pub location: Location,
    pub accesses: [Access; 2],
    /// Fields that the same check stands for, and that may race with the one that is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// How often it was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
}

/// How a race is known, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// It happened.
    Observed,
    /// Another schedule of a recorded run has it.
    Predicted,
    /// The code seems to allow it.
    Static,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Location {
    pub kind: LocationKind,
    /// The class that declares the field; of an array its type. As in Java: `com.acme.Outer$Inner`,
    /// `int[]`.
    pub class: String,
    /// The field; absent for arrays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The descriptor of the field or of the array's elements: `I`, `Ljava/lang/String;`.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub descriptor: Option<String>,
    /// The array's element, `3`, or elements, `[0..8)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
    /// Where the object or array was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocated_at: Option<Place>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LocationKind {
    Field,
    Static,
    Array,
}

/// A line of a program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    pub class: String,
    pub method: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// One side of a race.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Access {
    pub op: Op,
    /// The thread's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    pub class: String,
    pub method: String,
    pub descriptor: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Which of the method's lines with such an access it is; see [`crate::nth_lines`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<u32>,
    /// The frames as Java prints them, the innermost first; empty when unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<String>,
    /// The locks held; `None` when unknown, which is not the same as holding none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locks: Option<Vec<String>>,
    /// The stack that started the thread; empty when unknown, and for the main thread.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thread_created_at: Vec<String>,
}

/// Writes come before reads where accesses are put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    Write,
    Read,
}

/// Something that was not looked at: a class, a method, a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Skipped {
    pub what: String,
    pub why: String,
}

impl Race {
    /// A race with the id that belongs to it, its accesses in the order of the file.
    pub fn new(evidence: Evidence, location: Location, mut accesses: [Access; 2]) -> Race {
        accesses.sort_by(|a, b| a.order().cmp(&b.order()));
        let id = race_id(&location, &accesses);
        Race { id, evidence, location, accesses, also: Vec::new(), count: None }
    }
}

impl Access {
    /// By what it is and where it stands, before what differs from run to run.
    pub(crate) fn order(&self) -> impl Ord + '_ {
        (
            self.op,
            &self.class,
            &self.method,
            &self.descriptor,
            self.nth,
            &self.file,
            self.line,
            self,
        )
    }

    /// The line of code, without what the run adds.
    pub fn place(&self) -> Place {
        Place {
            class: self.class.clone(),
            method: self.method.clone(),
            file: self.file.clone(),
            line: self.line,
        }
    }
}

impl From<Schema> for &'static str {
    fn from(_: Schema) -> Self {
        SCHEMA
    }
}

impl TryFrom<String> for Schema {
    type Error = String;

    fn try_from(found: String) -> Result<Schema, String> {
        if found == SCHEMA { Ok(Schema) } else { Err(format!("`{found}`, expected `{SCHEMA}`")) }
    }
}
