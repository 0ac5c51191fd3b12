//! What a run under the dynamic detector is asked for: the one type that the command line and the
//! agent share.
//!
//! It travels as the text behind `-agentpath:LIBRARY=`, see [`RunOptions::to_agent_options`].

mod agent_options;
mod class_glob;
mod paths;

use std::path::{Path, PathBuf};

pub use class_glob::check_class_glob;

/// The exit status of a run that found races, unless another is asked for.
pub const RACES_FOUND: u8 = 66;

/// What stands for the process in the paths of [`RunOptions`]; see [`RunOptions::for_process`].
pub const PROCESS: &str = "{pid}";

/// The environment variable in which a JVM is told the `JAVA_TOOL_OPTIONS` of those that it starts.
/// In that variable itself they would be announced by the JVM, where nobody expects it.
pub const CHILDREN: &str = "REDFLAG_CHILDREN";

/// The variable from which every JVM takes options.
pub const TOOL_OPTIONS: &str = "JAVA_TOOL_OPTIONS";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunOptions {
    pub detector: Detector,
    /// What drops accesses before the detector sees them.
    pub filter: Option<Filter>,
    /// Where the result file goes.
    pub json: Option<PathBuf>,
    /// Where the counters go. What is costly to count is counted only when this is asked for.
    pub stats: Option<PathBuf>,
    /// Where the terminal report goes; to the standard error if nowhere else.
    pub report: Option<PathBuf>,
    /// Whether there is no terminal report.
    pub quiet: bool,
    /// What the JVM exits with when there are races; 0 leaves the program's own status alone.
    pub exit_code: u8,
    /// Globs on class names; see [`RunOptions::selects`].
    pub include: Vec<String>,
    pub exclude: Vec<String>,
    /// Whether to count the accesses that the program performs.
    pub count_accesses: bool,
    /// Where sources are looked for; in the current directory if nowhere else.
    pub sources: Vec<PathBuf>,
    pub color: Color,
}

/// The detectors that there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Detector {
    /// Every access is checked by FastTrack's rules.
    #[default]
    Fasttrack,
    /// FastTrack, with accesses to arrays gathered in footprints, and their shadows compressed.
    Slimstate,
}

/// The filters that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Filter {
    /// Accesses that cannot show another race than those before them are dropped.
    Tree,
}

/// Whether the terminal report has colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Color {
    /// If it goes to a terminal, and `NO_COLOR` is not set.
    #[default]
    Auto,
    Always,
    Never,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions {
            detector: Detector::default(),
            filter: None,
            json: None,
            stats: None,
            report: None,
            quiet: false,
            exit_code: RACES_FOUND,
            include: Vec::new(),
            exclude: Vec::new(),
            count_accesses: false,
            sources: Vec::new(),
            color: Color::default(),
        }
    }
}

impl RunOptions {
    /// Whether a class of the program, `com.acme.Outer$Inner`, is to be checked: one of `include`
    /// matches its name, or there is none, and none of `exclude` does.
    pub fn selects(&self, java_name: &str) -> bool {
        let matches = |glob: &String| class_glob::matches(glob, java_name);
        let included = self.include.is_empty() || self.include.iter().any(matches);
        included && !self.exclude.iter().any(matches)
    }

    /// The options of one process: `{pid}` in the paths that it writes replaced by its id, so that
    /// the processes of one command do not overwrite each other's files.
    pub fn for_process(&self, id: u32) -> RunOptions {
        let own =
            |path: &Option<PathBuf>| path.as_deref().map(|path| paths::with_process(path, id));
        let (json, stats, report) = (own(&self.json), own(&self.stats), own(&self.report));
        RunOptions { json, stats, report, ..self.clone() }
    }

    /// The files that may be a class's source, the likeliest first: `file` (`Account.java`) in the
    /// directory of the class's package, below each of `sources` and the places in it where build
    /// tools have their sources.
    pub fn source_candidates(&self, java_name: &str, file: &str) -> Vec<PathBuf> {
        const ROOTS: [&str; 6] =
            ["", "src/main/java", "src/test/java", "src/main/kotlin", "src/test/kotlin", "src"];
        // Both names come out of class files, which can call a source whatever they like.
        let package = java_name.rsplit_once('.').map_or("", |(package, _)| package);
        let is_name = |part: &str| !part.is_empty() && !part.contains(['/', '\\', ':']);
        let harmless = (package.is_empty() || package.split('.').all(is_name))
            && is_name(file)
            && ![".", ".."].contains(&file);
        if !harmless {
            return Vec::new();
        }
        let file: PathBuf = package.split('.').chain([file]).collect();
        let current = [PathBuf::from(".")];
        let directories = if self.sources.is_empty() { &current[..] } else { &self.sources };
        let under = |directory: &PathBuf| -> Vec<PathBuf> {
            ROOTS.iter().map(|root| directory.join(Path::new(root)).join(&file)).collect()
        };
        directories.iter().flat_map(under).collect()
    }
}

impl Detector {
    pub const ALL: [Detector; 2] = [Detector::Fasttrack, Detector::Slimstate];

    /// As the command line and the result file have it.
    pub fn name(self) -> &'static str {
        match self {
            Detector::Fasttrack => "fasttrack",
            Detector::Slimstate => "slimstate",
        }
    }

    /// Whether several elements of an array can share a state.
    pub fn compresses_arrays(self) -> bool {
        self == Detector::Slimstate
    }

    pub fn parse(name: &str) -> Result<Detector, String> {
        /// Detectors that are promised, and not there yet.
        const LATER: [&str; 3] = ["redcard", "slimcard", "bigfoot"];
        if let Some(detector) = Detector::ALL.into_iter().find(|detector| detector.name() == name) {
            return Ok(detector);
        }
        let there_are = Detector::ALL.map(Detector::name).join(", ");
        Err(match LATER.contains(&name) {
            true => format!("detector {name} is not in this version; use {there_are}"),
            false => format!("there is no detector `{name}`; use {there_are}"),
        })
    }
}

impl Filter {
    pub const ALL: [Filter; 1] = [Filter::Tree];

    pub fn name(self) -> &'static str {
        match self {
            Filter::Tree => "tree",
        }
    }

    pub fn parse(name: &str) -> Result<Filter, String> {
        let found = Filter::ALL.into_iter().find(|filter| filter.name() == name);
        let there_are = Filter::ALL.map(Filter::name).join(", ");
        found.ok_or_else(|| format!("there is no filter `{name}`; use {there_are}"))
    }
}

impl Color {
    pub const ALL: [Color; 3] = [Color::Auto, Color::Always, Color::Never];

    pub fn name(self) -> &'static str {
        match self {
            Color::Auto => "auto",
            Color::Always => "always",
            Color::Never => "never",
        }
    }

    pub fn parse(name: &str) -> Result<Color, String> {
        let found = Color::ALL.into_iter().find(|color| color.name() == name);
        found.ok_or_else(|| format!("expected auto, always or never, found `{name}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selecting(include: &[&str], exclude: &[&str]) -> RunOptions {
        let owned = |globs: &[&str]| globs.iter().map(|&glob| glob.to_owned()).collect();
        RunOptions { include: owned(include), exclude: owned(exclude), ..RunOptions::default() }
    }

    #[test]
    fn everything_is_selected_unless_something_is_asked_for() {
        assert!(RunOptions::default().selects("Hello"));
        let acme = selecting(&["com.acme.**"], &[]);
        assert!(acme.selects("com.acme.bank.Account$Entry"));
        assert!(!acme.selects("com.other.Account"));
    }

    #[test]
    fn what_is_excluded_is_excluded() {
        let without_tests = selecting(&["com.acme.**", "Main"], &["**Test", "com.acme.Main"]);
        assert!(without_tests.selects("com.acme.Account"));
        assert!(without_tests.selects("Main"));
        assert!(!without_tests.selects("com.acme.AccountTest"));
        assert!(!without_tests.selects("com.acme.Main"));
        assert!(!selecting(&[], &["**"]).selects("Hello"));
        assert!(selecting(&[], &["com.**"]).selects("org.acme.Account"));
    }

    #[test]
    fn each_process_has_its_own_files() {
        let options = RunOptions {
            json: Some("out/{pid}/result-{pid}.json".into()),
            report: Some("report.txt".into()),
            ..RunOptions::default()
        };
        let own = options.for_process(42);
        assert_eq!(own.json, Some("out/42/result-42.json".into()));
        assert_eq!((own.stats, own.report), (None, Some("report.txt".into())));
    }

    #[test]
    fn sources_are_looked_for_by_package() {
        let options = RunOptions { sources: vec!["a".into(), "b".into()], ..Default::default() };
        let candidates = options.source_candidates("com.acme.Account$Entry", "Account.java");
        assert_eq!(candidates[0], Path::new("a/com/acme/Account.java"));
        assert_eq!(candidates[1], Path::new("a/src/main/java/com/acme/Account.java"));
        assert!(candidates.contains(&"b/com/acme/Account.java".into()));
        let here = RunOptions::default().source_candidates("Hello", "Hello.java");
        assert_eq!(here[0], Path::new("./Hello.java"));
    }

    #[test]
    fn sources_are_looked_for_nowhere_else() {
        let options = RunOptions::default();
        for (class, file) in [
            ("Hello", "../secret.txt"),
            ("Hello", "/etc/passwd"),
            ("Hello", "C:secret"),
            ("Hello", ".."),
            ("Hello", ""),
            ("a..b.Hello", "Hello.java"),
            ("/etc.Hello", "passwd"),
        ] {
            assert_eq!(
                options.source_candidates(class, file),
                [] as [PathBuf; 0],
                "{class} {file}"
            );
        }
    }

    #[test]
    fn detectors_that_are_not_there_are_said_not_to_be() {
        assert_eq!(Detector::parse("fasttrack"), Ok(Detector::Fasttrack));
        assert_eq!(
            Detector::parse("bigfoot"),
            Err("detector bigfoot is not in this version; use fasttrack, slimstate".to_owned())
        );
        assert_eq!(
            Detector::parse("FastTrack"),
            Err("there is no detector `FastTrack`; use fasttrack, slimstate".to_owned())
        );
    }
}
