//! What inlined code knows of the runtime's `Epoch`.

/// How many of a word's lowest bits are the site.
pub const SITE_BITS: i32 = 20;

/// The largest number of a site.
pub const MAX_SITE: u32 = (1 << SITE_BITS) - 1;
