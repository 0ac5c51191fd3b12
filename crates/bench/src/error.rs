//! Why a bench could not begin. What goes wrong while it runs is a row of its result.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub enum Error {
    /// A file or directory that was needed.
    Io { path: PathBuf, error: io::Error },
    /// This JDK is a runtime only.
    NoCompiler { home: PathBuf, version: String },
    /// The compiler refused what should compile; with what it said.
    Refused { version: String, said: String },
    /// A detector is to be measured, and there is no `redflag` to run it.
    NoRedflag { detector: String },
    /// A plan that would measure nothing.
    EmptyPlan(&'static str),
    /// A file that is to be compared is none of ours.
    Unreadable(String),
}

impl Error {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Error + use<> {
        let path = path.to_owned();
        move |error| Error::Io { path, error }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Error::NoCompiler { home, version } => write!(
                f,
                "Java {version} at {} has no compiler, and what is measured must be compiled: \
                 name a JDK with `bin/javac`",
                home.display()
            ),
            Error::Refused { version, said } => {
                write!(f, "javac of Java {version} refused what is to be measured:\n{said}")
            }
            Error::NoRedflag { detector } => {
                write!(f, "`{detector}` is to be measured, but which redflag to run was not said")
            }
            Error::EmptyPlan(what) => write!(f, "nothing to measure: the plan has no {what}"),
            Error::Unreadable(why) => write!(f, "{why}"),
        }
    }
}

impl std::error::Error for Error {}
