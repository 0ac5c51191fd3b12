//! How much a class path may ask for before it is taken for an attack or a mistake.

/// Caps on what opening and reading may allocate. The default suits real programs; tests lower it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The largest class file, manifest or image resource, in bytes.
    pub class_bytes: u64,
    /// All nested jars that must be inflated to be listed, together, in bytes.
    pub nested_bytes: u64,
    /// How deep jars may lie within jars.
    pub nesting: u32,
    /// How many classes are listed in all.
    pub classes: usize,
    /// How many skipped entries are remembered singly; the rest are counted.
    pub skipped: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            class_bytes: 64 << 20,
            nested_bytes: 1 << 30,
            nesting: 4,
            classes: 4_000_000,
            skipped: 10_000,
        }
    }
}
