//! Whole JVM programs and their methods in SSA form.

pub mod body;
pub mod call_site;
pub mod carrier;
mod condition;
pub mod effects;
pub mod flow;
pub mod lower;
pub mod names;
pub mod print;
pub mod program;
pub mod symbol;
pub mod types;
pub mod verify;
