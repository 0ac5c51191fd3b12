//! A fixture: compiled, loaded, and with what its sources expect.

use std::fs;
use std::path::{Path, PathBuf};

use redflag_ir::program::source::ClassPath;
use redflag_ir::program::{ClassId, Program};
use redflag_test_support::javac::{compile, sources_in};
use redflag_test_support::jdks;
use redflag_test_support::markers::{self, Markers};

pub struct Fixture {
    pub program: Program,
    /// Its own classes, not the JDK's.
    pub classes: Vec<ClassId>,
    /// What each source file expects, by its name.
    pub sources: Vec<(String, Markers)>,
}

impl Fixture {
    pub fn open(directory: &Path) -> Fixture {
        let jdk = jdks::compiler();
        let first = sources_in(directory);
        let later_directory = directory.join("later");
        let later =
            if later_directory.is_dir() { sources_in(&later_directory) } else { Vec::new() };
        let sources = sources(&first, &later);
        let flags: Vec<&str> = sources
            .iter()
            .flat_map(|(_, markers)| markers.header("javac").unwrap_or_default())
            .collect();
        let compiled = compile(jdk, &first, &flags);
        let mut class_path = vec![compiled.clone()];
        if !later.is_empty() {
            let compiled = compiled.to_str().expect("Unicode");
            let flags = [&flags[..], &["-cp", compiled]].concat();
            class_path.insert(0, compile(jdk, &later, &flags));
        }
        let class_path = ClassPath::open_with_jdk(jdk, &class_path);
        let own = class_path.classes().filter(|&(location, _)| !class_path.is_platform(location));
        let own: Vec<String> = own.map(|(_, name)| name.to_owned()).collect();
        let mut program = Program::new(class_path);
        // A later version hides the earlier one, and both are listed.
        let mut classes: Vec<ClassId> =
            own.iter().map(|name| program.load(name).expect("compiled")).collect();
        classes.sort_unstable();
        classes.dedup();
        for &class in &classes {
            program.load_mentioned(class).expect("read before");
        }
        Fixture { program, classes, sources }
    }
}

/// The markers of all files; a later version's count in place of the earlier one's.
fn sources(first: &[PathBuf], later: &[PathBuf]) -> Vec<(String, Markers)> {
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let replaced: Vec<String> = later.iter().map(name).collect();
    let kept = first.iter().filter(|path| !replaced.contains(&name(path)));
    kept.chain(later)
        .map(|path| {
            let text = fs::read_to_string(path)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let markers = markers::parse(&text)
                .unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
            (name(path), markers)
        })
        .collect()
}
