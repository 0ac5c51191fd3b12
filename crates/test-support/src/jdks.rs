//! The JDKs that tests run on.

use std::sync::OnceLock;

use redflag_ir::program::jdk::{self, Jdk};

use crate::cache;

/// The oldest release that the tests are written for.
const OLDEST: u32 = 17;

/// Every JDK of this machine and of the cache, from [`OLDEST`] on, one for each version, by rising
/// version.
///
/// Those of the cache (`scripts/fetch-jdks`) are runtimes without a compiler.
pub fn all() -> &'static [Jdk] {
    static ALL: OnceLock<Vec<Jdk>> = OnceLock::new();
    ALL.get_or_init(|| {
        let cached = std::fs::read_dir(cache::directory().join("jdks"));
        let cached =
            cached.into_iter().flatten().flatten().filter_map(|entry| Jdk::at(entry.path()).ok());
        let mut jdks = jdk::find_all();
        jdks.extend(cached);
        jdks.retain(|jdk| jdk.feature >= OLDEST);
        // Of two of the same version the one that can compile stays.
        jdks.sort_by(|a, b| {
            let key = |jdk: &Jdk| (jdk.feature, jdk.version.clone(), !jdk.has_javac());
            key(a).cmp(&key(b))
        });
        jdks.dedup_by(|later, earlier| later.version == earlier.version);
        assert!(!jdks.is_empty(), "no JDK {OLDEST} or newer was found: run scripts/setup jdk");
        jdks
    })
}

/// The JDK that compiles fixtures: the oldest with a compiler, so that what it makes runs on all
/// the others.
pub fn compiler() -> &'static Jdk {
    all().iter().find(|jdk| jdk.has_javac()).expect("a JDK with a compiler: run scripts/setup jdk")
}
