//! Passes that let only some events of a trace through to the analyses behind them.
//!
//! - [`tree`]: those accesses that can show a pair of places as a race for the first time.

pub mod tree;
