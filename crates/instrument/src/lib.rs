//! What is put into classes so that the runtime sees them at work.
//!
//! [`class::instrument`] takes a class file and what is to be done with it, and gives back the
//! class file that the JVM gets and what the numbers in it stand for. Instrumented code calls
//! static methods of the *carrier* (`hooks`, `carrier`), a class of `java.base` that every class
//! can see and that exists before the runtime does; the carrier passes the calls on once the
//! runtime is there.

mod accesses;
mod arrays;
pub mod carrier;
pub mod class;
mod coverage;
pub mod epoch;
mod footprints;
pub mod hooks;
mod indirect;
pub mod jdk;
mod lifetimes;
mod loops;
mod members;
mod method;
mod monitors;
mod origins;
mod quiet;
mod random;
mod ranges;
pub mod records;
mod snippet;
mod span_code;
mod spans;
mod this;
pub mod thread_state;
mod unescaped;
pub mod unsafe_calls;
mod waits;
pub mod world;

pub use class::{Instrumented, instrument};
pub use world::{ClassRole, FieldRole, Numbers, World};
