//! What inlined code knows of the runtime's `Epoch`.

/// How many of a word's lowest bits are the site.
pub const SITE_BITS: i32 = 20;

/// The largest number of a site.
pub const MAX_SITE: u32 = (1 << SITE_BITS) - 1;

/// How far a word is shifted to leave the slot alone.
pub const SLOT_SHIFT: i32 = 46;

/// The epoch of threads that the runtime has not seen yet: no word ever has its slot.
pub const UNSEEN: i64 = -3 << SLOT_SHIFT;
