//! The programs that can be measured.
//!
//! Every one of them speaks the protocol of `bench/measured/Measured.java`: it takes size, number
//! of threads and number of iterations, prints `time NANOSECONDS` for each iteration, and
//! `result ok` when it has checked what it computed.

use std::path::{Path, PathBuf};

use redflag_ir::program::jdk::Jdk;
use serde::{Deserialize, Serialize};

use crate::compile;
use crate::error::Error;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// As the papers call it: `lufact`.
    pub name: String,
    pub kind: Kind,
    pub class_path: Vec<PathBuf>,
    pub main_class: String,
    /// `quick`, `full` or a number.
    pub size: String,
    pub threads: u32,
    pub races: Races,
    /// Why it cannot be run, as a sentence, where what it needs is not to be had.
    pub unavailable: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Its iterations are what is measured.
    Kernel,
    /// The same, of a program that mostly synchronises.
    Small,
    /// The whole process is what is measured.
    StartUp,
    /// A kernel whose code is that of an application; its races are not known.
    Application,
}

/// What a precise detector reports of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Races {
    /// These and no others.
    Declared(Vec<Pair>),
    /// Nobody knows.
    Unknown,
}

/// Two lines of a source file that race with each other; the same line when it races with itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    pub file: String,
    pub lines: [u32; 2],
}

/// The programs of `bench`, compiled into `cache`: the kernels, the small programs, the start-up
/// program.
///
/// A compiler of another version than the JDK that runs them is fine.
pub fn programs(
    compiler: &Jdk,
    cache: &Path,
    size: &str,
    threads: u32,
) -> Result<Vec<Program>, Error> {
    let classes = compile::compile(compiler, &SOURCES, &[], cache)?;
    let programs = MAINS.iter().map(|&(name, class, kind)| Program {
        name: name.to_owned(),
        kind,
        class_path: vec![classes.clone()],
        main_class: class.replace('/', "."),
        size: size.to_owned(),
        threads,
        races: Races::Declared(declared_pairs(class, threads)),
        unavailable: None,
    });
    Ok(programs.collect())
}

fn declared_pairs(class: &str, threads: u32) -> Vec<Pair> {
    // One thread races with nobody, unless the main thread races with it.
    if threads == 1 && !RACE_WITH_MAIN.contains(&class) {
        return Vec::new();
    }
    let path = format!("{class}.java");
    let file = path.rsplit('/').next().unwrap_or_default();
    // Every main class has its source in the table below; a test says so.
    let source = SOURCES.iter().find(|(name, _)| **name == path);
    source.map_or(Vec::new(), |(_, text)| marked_pairs(file, text))
}

/// The programs by the names that the papers give them: the kernels in the order of BigFoot's
/// Table 1, the small programs in those of RedCard's and TREE's, then what TREE and RDIT have made
/// for themselves.
const MAINS: [(&str, &str, Kind); 19] = [
    ("crypt", "kernels/Crypt", Kind::Kernel),
    ("series", "kernels/Series", Kind::Kernel),
    ("lufact", "kernels/LuFact", Kind::Kernel),
    ("moldyn", "kernels/MolDyn", Kind::Kernel),
    ("montecarlo", "kernels/MonteCarlo", Kind::Kernel),
    ("sparse", "kernels/Sparse", Kind::Kernel),
    ("sor", "kernels/Sor", Kind::Kernel),
    ("raytracer", "kernels/RayTracer", Kind::Kernel),
    ("tsp", "small/Tsp", Kind::Small),
    ("elevator", "small/Elevator", Kind::Small),
    ("philo", "small/Philo", Kind::Small),
    ("hedc", "small/Hedc", Kind::Small),
    ("boundedbuffer", "small/Buffer", Kind::Small),
    ("nestedmonitor", "small/Nested", Kind::Small),
    ("pipeline", "small/Pipeline", Kind::Small),
    ("commonlocks", "small/CommonLocks", Kind::Small),
    ("privatelocks", "small/PrivateLocks", Kind::Small),
    ("account", "small/Account", Kind::Small),
    ("hello", "kernels/Hello", Kind::StartUp),
];

/// Whose main thread works beside the others and races with them, so that one other is enough.
const RACE_WITH_MAIN: [&str; 1] = ["small/Hedc"];

macro_rules! source {
    ($class:literal) => {
        (concat!($class, ".java"), include_str!(concat!("../../../bench/", $class, ".java")))
    };
}

const SOURCES: [(&str, &str); 21] = [
    source!("kernels/Crypt"),
    source!("kernels/Hello"),
    source!("kernels/LuFact"),
    source!("kernels/MolDyn"),
    source!("kernels/MonteCarlo"),
    source!("kernels/RayTracer"),
    source!("kernels/Series"),
    source!("kernels/Sor"),
    source!("kernels/Sparse"),
    source!("kernels/TournamentBarrier"),
    source!("measured/Measured"),
    source!("small/Account"),
    source!("small/Buffer"),
    source!("small/CommonLocks"),
    source!("small/Elevator"),
    source!("small/Hedc"),
    source!("small/Nested"),
    source!("small/Philo"),
    source!("small/Pipeline"),
    source!("small/PrivateLocks"),
    source!("small/Tsp"),
];

/// The pairs of `// race[label]` comments: a label stands twice, on two lines or on one.
fn marked_pairs(file: &str, source: &str) -> Vec<Pair> {
    let mut marked: Vec<(&str, u32)> = Vec::new();
    for (line, text) in (1..).zip(source.lines()) {
        let comment = text.split_once("//").map_or("", |(_, comment)| comment);
        for marker in comment.split_whitespace() {
            let label = marker.strip_prefix("race[").and_then(|rest| rest.strip_suffix(']'));
            marked.extend(label.map(|label| (label, line)));
        }
    }
    // Stable: the lines of a label stay in order.
    marked.sort_by_key(|&(label, _)| label);
    let pairs = marked.chunk_by(|a, b| a.0 == b.0).filter_map(|of_label| match of_label {
        [first, second] => Some([first.1, second.1]),
        _ => None,
    });
    pairs.map(|lines| Pair { file: file.to_owned(), lines }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_stand_in_pairs() {
        let source = "a(); // race[b] race[a]\nb(); // race[b]\n\"race[c]\";\nc(); // race[a]\n";
        let pair = |lines| Pair { file: "A.java".to_owned(), lines };
        assert_eq!(marked_pairs("A.java", source), [pair([1, 4]), pair([1, 2])]);
    }

    #[test]
    fn headers_and_markers_agree() {
        let racing = [
            ("kernels/RayTracer", 1),
            ("small/Account", 1),
            ("small/Hedc", 2),
            ("small/PrivateLocks", 1),
            ("small/Tsp", 1),
        ];
        for (_, class, _) in MAINS {
            let path = format!("{class}.java");
            let (_, text) =
                SOURCES.iter().find(|(name, _)| **name == path).expect("every main has a source");
            let expected = racing.iter().find(|(name, _)| *name == class).map_or(0, |racy| racy.1);
            assert_eq!(declared_pairs(class, 2).len(), expected, "{class}");
            assert_eq!(text.matches(" race[").count(), 2 * expected, "{class} has only pairs");
            assert_eq!(text.matches("<p>Races: ").count(), 1, "{class} says what races");
            let says = text.contains("<p>Races: none.");
            assert_eq!(says, expected == 0, "{class} states its races in its header");
        }
    }

    #[test]
    fn one_thread_races_only_with_the_main_thread() {
        assert_eq!(declared_pairs("small/Tsp", 1), []);
        let hedc = declared_pairs("small/Hedc", 1);
        assert_eq!(hedc, declared_pairs("small/Hedc", 2));
        assert!(hedc.iter().all(|pair| pair.file == "Hedc.java"), "{hedc:?}");
    }
}
