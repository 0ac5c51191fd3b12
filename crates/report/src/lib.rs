//! From results to what people read. Pure: text comes out, nothing is printed or opened.

mod excerpt;
mod frames;
mod location;
mod merge;
mod paint;
mod summary;
mod terminal;
mod text;
mod why;

pub use merge::merge;
pub use summary::summary;
pub use terminal::{Options, race_block, terminal};
