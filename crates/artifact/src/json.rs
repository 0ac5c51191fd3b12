//! Result files as text.

use std::fmt;

use serde::Deserialize;

use crate::counters::Counters;
use crate::result::{ResultFile, SCHEMA};

/// Why a text is no result file that this version reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is not JSON, or not of the right shape; what was expected, and at which line and column.
    Malformed(String),
    /// It is JSON without a `schema`.
    NoSchema,
    /// It is of another schema than [`SCHEMA`].
    OtherSchema(String),
}

impl ResultFile {
    pub fn from_json(text: &str) -> Result<ResultFile, Unreadable> {
        // The schema first, wherever in the file it stands: in a file of another schema the first
        // unexpected field would be a misleading complaint.
        let header: Header = parse(text)?;
        match header.schema {
            None => Err(Unreadable::NoSchema),
            Some(schema) if schema != SCHEMA => Err(Unreadable::OtherSchema(schema)),
            Some(_) => parse(text),
        }
    }

    /// The file's text. Only [`crate::normalise`] makes it the same for the same races.
    pub fn to_json(&self) -> String {
        text(self)
    }
}

impl Counters {
    /// The text of a `--stats` file: one object, its keys flat (`accesses.read`) and sorted.
    pub fn to_json(&self) -> String {
        text(self)
    }
}

#[derive(Deserialize)]
struct Header {
    schema: Option<String>,
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Unreadable> {
    serde_json::from_str(text).map_err(|error| Unreadable::Malformed(error.to_string()))
}

fn text(value: &impl serde::Serialize) -> String {
    // Only a map whose keys are no strings and a `Serialize` of one's own can fail, and there is
    // neither.
    let mut text = serde_json::to_string_pretty(value).expect("derived, with strings for keys");
    text.push('\n');
    text
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Malformed(error) => write!(f, "not a result file: {error}"),
            Unreadable::NoSchema => {
                write!(f, "not a result file: it has no `schema`, expected `{SCHEMA}`")
            }
            Unreadable::OtherSchema(found) => write!(
                f,
                "the schema is `{found}`, but this redflag reads `{SCHEMA}`: \
                 read the file with the redflag that wrote it, or make it again with this one"
            ),
        }
    }
}

impl std::error::Error for Unreadable {}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        ResultFile::from_json(text).expect_err("refused").to_string()
    }

    #[test]
    fn another_schema_is_refused_before_anything_else_is_looked_at() {
        assert_eq!(
            refused(r#"{ "races": "many", "schema": "redflag/2" }"#),
            "the schema is `redflag/2`, but this redflag reads `redflag/1`: \
             read the file with the redflag that wrote it, or make it again with this one"
        );
    }

    #[test]
    fn what_is_no_result_file_is_said_to_be_none() {
        assert_eq!(refused("{}"), "not a result file: it has no `schema`, expected `redflag/1`");
        assert_eq!(refused("race"), "not a result file: expected value at line 1 column 1");
    }

    #[test]
    fn a_race_has_two_accesses() {
        let access = r#"{"op":"read","class":"A","method":"m","descriptor":"()V"}"#;
        let location = r#"{"kind":"static","class":"A","name":"x"}"#;
        let file = |accesses: &str| {
            format!(
                r#"{{"schema":"redflag/1","command":"run","races":[{{"id":"1","evidence":"observed",
                    "location":{location},"accesses":[{accesses}]}}]}}"#
            )
        };
        assert!(refused(&file(access)).contains("array of length 2"));
        assert!(ResultFile::from_json(&file(&format!("{access},{access}"))).is_ok());
        assert!(ResultFile::from_json(&file(&format!("{access},{access},{access}"))).is_err());
    }

    #[test]
    fn unknown_fields_are_passed_over() {
        let text = r#"{"schema":"redflag/1","command":"run","races":[],"mood":{"today":"fine"}}"#;
        let read = ResultFile::from_json(text).expect("read");
        assert_eq!(read.command, "run");
        assert_eq!(read.detector, None);
    }
}
