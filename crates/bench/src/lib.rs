//! The bench: programs, how they are run with and without detectors, and what comes of it.
//!
//! ```text
//! program::programs ───────────┐
//! applications::applications ──┼─ Plan ── measure ── BenchResult (raw, JSON) ── summary ── tables ── render
//! Variant ─────────────────────┘                            └── compare            └────── chart ── html
//! ```
//!
//! Nothing here prints. [`applications`] and [`measure`] start processes and tell a callback where
//! they are; everything after them is functions from values to values.

mod applications;
pub mod chart;
pub mod compare;
mod compile;
mod error;
#[cfg(test)]
mod examples;
mod fetch;
pub mod head;
mod heap;
pub mod html;
mod machine;
mod measure;
pub mod papers;
mod plan;
mod process;
mod program;
pub mod render;
mod result;
pub mod stats;
pub mod summary;
pub mod tables;
mod verdict;

pub use applications::{application_names, applications};
pub use compile::default_cache;
pub use error::Error;
pub use machine::Machine;
pub use measure::{Progress, measure};
pub use plan::{BASE, Counting, Plan, Variant};
pub use program::{Kind, Pair, Program, Races, programs};
pub use result::{
    BenchResult, Counted, ProgramResult, Run, SCHEMA, Sample, SmallestHeap, VariantResult,
};
