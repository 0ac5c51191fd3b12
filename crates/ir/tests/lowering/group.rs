//! Fixtures that are compiled together: starting the compiler is most of its time.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use redflag_ir::program::jdk::Jdk;
use redflag_test_support::{javac, markers};

use crate::fixture::Fixture;

/// Sources with the same flags, for one compiler.
pub struct Group {
    jdk: &'static Jdk,
    flags: Vec<String>,
    sources: Vec<PathBuf>,
    classes: OnceLock<PathBuf>,
}

impl Group {
    /// The directory with all its classes, compiled when the first test asks.
    pub fn classes(&self) -> &Path {
        self.classes.get_or_init(|| {
            let flags: Vec<&str> = self.flags.iter().map(String::as_str).collect();
            javac::compile(self.jdk, &self.sources, &flags)
        })
    }
}

/// The fixtures that this JDK's compiler takes, by the flags that they want.
pub fn groups(jdk: &'static Jdk, sources: &[PathBuf]) -> Vec<(Arc<Group>, Vec<Fixture>)> {
    let mut by_flags: BTreeMap<Vec<String>, (Vec<PathBuf>, Vec<Fixture>)> = BTreeMap::new();
    for source in sources {
        let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(source).expect("a fixture that can be read");
        let markers = markers::parse(&text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let since = markers.header("since").and_then(|values| values.first()?.parse().ok());
        if since.is_some_and(|since: u32| jdk.feature < since) {
            continue;
        }
        let mut flags = markers.header("javac").unwrap_or_default();
        flags.push("-g:lines,source");
        let flags = flags.into_iter().map(str::to_owned).collect();
        let (sources, fixtures) = by_flags.entry(flags).or_default();
        sources.push(source.clone());
        fixtures.push(Fixture { name, markers });
    }
    let group = |(flags, (sources, fixtures))| {
        (Arc::new(Group { jdk, flags, sources, classes: OnceLock::new() }), fixtures)
    };
    by_flags.into_iter().map(group).collect()
}
