//! Why a command could not do its job, and the exit status that says so.

use std::fmt;
use std::io;

pub const BAD_USAGE: u8 = 64;
pub const FAILED: u8 = 70;

#[derive(Debug)]
pub enum Failure {
    /// What was asked for cannot be: the sentence says what to ask for instead.
    Usage(String),
    /// The job failed, or there was nothing to do it on.
    Failed(String),
    /// Nobody reads the output any more.
    Unread,
}

impl Failure {
    pub fn status(&self) -> u8 {
        match self {
            Failure::Usage(_) => BAD_USAGE,
            Failure::Failed(_) | Failure::Unread => FAILED,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(sentence) | Failure::Failed(sentence) => f.write_str(sentence),
            Failure::Unread => f.write_str("the output was closed"),
        }
    }
}

/// An error in writing the output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => Failure::Failed(format!("cannot write the output: {error}")),
        }
    }
}
