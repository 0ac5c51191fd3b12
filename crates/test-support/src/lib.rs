//! What the tests of all crates share: JDKs, compiled fixtures, pinned jars, inline expectations
//! and rewritten runtimes.
//!
//! Everything here is for tests: what goes wrong in the set-up panics with a sentence that says
//! what to do.

pub mod cache;
pub mod detector;
pub mod differing;
pub mod empty_class;
pub mod jars;
pub mod javac;
pub mod jdks;
pub mod jvm;
pub mod markers;
pub mod patched_jdk;
pub mod probe;
pub mod programs;
pub mod race_fixtures;
pub mod rewritten_jar;
pub mod settings;
pub mod stored_zip;
pub mod stress;
pub mod survive;
pub mod verdict;
pub mod zip_entries;
