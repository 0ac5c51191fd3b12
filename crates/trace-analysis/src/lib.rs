//! Analyses over traces: what a run did, as a sequence of events, and which races it shows.
//!
//! - [`event`]: the events and what makes a sequence of them a trace;
//! - [`fasttrack`]: the races of the observed order, by FastTrack's rules;
//! - [`slimstate`](mod@slimstate): the same with compressed array shadows and deferred checks;
//! - [`oracle`]: the same by definition, slowly, for tests.

pub mod event;
pub mod fasttrack;
pub mod oracle;
pub mod read_state;
pub mod slimstate;
pub mod vector_clock;
