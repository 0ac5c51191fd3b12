//! Analyses over traces: what a run did, as a sequence of events, and which races it shows.
//!
//! - [`event`]: the events and what makes a sequence of them a trace;
//! - [`fasttrack`]: the races of the observed order, by FastTrack's rules;
//! - [`slimstate`](mod@slimstate): the same with compressed array shadows and deferred checks;
//! - [`oracle`]: the same by definition, slowly, for tests;
//! - [`lockset`]: races of locks by definition, for tests;
//! - [`filter`]: which events an analysis needs to see.

pub mod event;
pub mod fasttrack;
pub mod filter;
pub mod lockset;
pub mod oracle;
pub mod read_state;
pub mod slimstate;
pub mod vector_clock;
