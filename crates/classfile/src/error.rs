//! What is wrong with a class file, where, and what was expected there.

use std::fmt;

/// A defect of a class file (or of an edit to one), with its byte offset where one is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    is_limit: bool,
    offset: Option<usize>,
    message: String,
}

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// A defect at a byte offset of the file.
    #[cold]
    pub fn at(offset: usize, message: impl Into<String>) -> Error {
        Error { is_limit: false, offset: Some(offset), message: message.into() }
    }

    /// A defect that belongs to no single byte, as of an edit that cannot be carried out.
    #[cold]
    pub fn new(message: impl Into<String>) -> Error {
        Error { is_limit: false, offset: None, message: message.into() }
    }

    /// One of the JVM's limits would be passed: 64 KiB of code, 65535 constants, and the like.
    #[cold]
    pub fn limit(message: impl Into<String>) -> Error {
        Error { is_limit: true, offset: None, message: message.into() }
    }

    /// Whether the class or method would be fine but for its size; a caller who wanted to add to
    /// it can then leave it as it was.
    pub fn is_limit(&self) -> bool {
        self.is_limit
    }

    /// The same defect, located: an error that already knows its place keeps it.
    #[cold]
    pub fn or_at(mut self, offset: usize) -> Error {
        self.offset.get_or_insert(offset);
        self
    }

    pub fn offset(&self) -> Option<usize> {
        self.offset
    }

    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            Some(offset) => write!(f, "offset {offset:#x}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}
