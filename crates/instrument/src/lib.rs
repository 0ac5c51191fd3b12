//! What is put into classes so that the runtime sees them at work.
//!
//! Instrumented code calls static methods of the *carrier*, a class of `java.base` that every
//! class can see and that exists before the runtime does; the carrier passes the calls on once
//! the runtime is there.

pub mod carrier;
pub mod hooks;
pub mod monitors;
pub mod thread_state;
