//! Checks that a body is what it says: well-formed blocks, edges that agree both ways, and every
//! use after its definition on every path.
//!
//! The checks build on each other, so the first violation is the one to look at.

mod dominance;
mod edges;
mod kinds;
mod phis;
mod shape;

use std::fmt;

use crate::body::{BlockId, Body};
use crate::names::Names;

/// A rule that a body breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The block in which it is broken, unless it concerns the whole.
    pub block: Option<BlockId>,
    pub message: String,
}

pub fn verify(names: &Names, body: &Body) -> Result<(), Violation> {
    shape::check(body)?;
    edges::check(body)?;
    phis::check(body)?;
    dominance::check(body)?;
    kinds::check(names, body)
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.block {
            Some(block) => write!(f, "{block}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Violation {}

/// Fails with a message unless the condition holds.
fn ensure(
    holds: bool,
    block: impl Into<Option<BlockId>>,
    message: impl FnOnce() -> String,
) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation { block: block.into(), message: message() }) }
}
