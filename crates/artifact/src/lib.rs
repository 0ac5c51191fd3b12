//! Every type that reaches disk or another process: the result file, `redflag/1`, and the options
//! of a run.
//!
//! The result file's fields are described in `docs/result-file.md` and, for programs, `docs/result-schema.json`.

mod counters;
mod id;
mod json;
mod normalise;
mod nth;
mod result;
pub mod run_options;

pub use counters::{Counter, Counters};
pub use id::race_id;
pub use json::Unreadable;
pub use normalise::normalise;
pub use nth::{CodeAccess, nth_lines};
pub use result::{
    Access, Evidence, Location, LocationKind, Op, Place, Race, ResultFile, SCHEMA, Schema, Skipped,
};
