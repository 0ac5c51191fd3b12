//! What can go wrong with a place that classes come from.

use std::fmt;

/// Why bytes could not be had: where, at which offset, and what was expected there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError {
    /// The file, archive entry or directory (`app.jar!/com/acme/A.class`).
    pub origin: String,
    /// Where in the bytes of `origin` or of the archive that holds it, when the trouble has a place.
    pub offset: Option<u64>,
    /// What was found and what was expected.
    pub problem: String,
}

impl SourceError {
    pub(crate) fn new(origin: impl Into<String>, problem: impl Into<String>) -> SourceError {
        SourceError { origin: origin.into(), offset: None, problem: problem.into() }
    }

    pub(crate) fn at(
        origin: impl Into<String>,
        offset: u64,
        problem: impl Into<String>,
    ) -> SourceError {
        SourceError { offset: Some(offset), ..SourceError::new(origin, problem) }
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.origin)?;
        if let Some(offset) = self.offset {
            write!(f, "offset {offset:#x}: ")?;
        }
        f.write_str(&self.problem)
    }
}

impl std::error::Error for SourceError {}

/// Something on the class path that was left out, for reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The path, or the entry of an archive.
    pub what: String,
    /// The reason, with position and expectation where there are any.
    pub why: String,
}

impl From<SourceError> for Skipped {
    fn from(error: SourceError) -> Skipped {
        let why = match error.offset {
            Some(offset) => format!("offset {offset:#x}: {}", error.problem),
            None => error.problem,
        };
        Skipped { what: error.origin, why }
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.why)
    }
}
