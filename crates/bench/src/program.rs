//! The programs that can be measured.
//!
//! Every one of them speaks the protocol of `bench/kernels/Measured.java`: it takes size, number
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

/// The kernels of `bench/kernels` and the start-up program, compiled into `cache`.
///
/// A compiler of another version than the JDK that runs them is fine.
pub fn kernels(
    compiler: &Jdk,
    cache: &Path,
    size: &str,
    threads: u32,
) -> Result<Vec<Program>, Error> {
    let classes = compile::compile(compiler, &SOURCES, &[], cache)?;
    let programs = MAINS.iter().map(|&(name, class, kind)| {
        let file = format!("{class}.java");
        let source = SOURCES.iter().find(|(path, _)| **path == format!("kernels/{file}"));
        // Every main class has its source in the table below; a test says so.
        let text = source.map_or("", |(_, text)| *text);
        // One thread races with nobody.
        let pairs = if threads > 1 { marked_pairs(&file, text) } else { Vec::new() };
        Program {
            name: name.to_owned(),
            kind,
            class_path: vec![classes.clone()],
            main_class: format!("kernels.{class}"),
            size: size.to_owned(),
            threads,
            races: Races::Declared(pairs),
            unavailable: None,
        }
    });
    Ok(programs.collect())
}

/// The kernels by the names that the papers give them, in the order of BigFoot's Table 1.
const MAINS: [(&str, &str, Kind); 9] = [
    ("crypt", "Crypt", Kind::Kernel),
    ("series", "Series", Kind::Kernel),
    ("lufact", "LuFact", Kind::Kernel),
    ("moldyn", "MolDyn", Kind::Kernel),
    ("montecarlo", "MonteCarlo", Kind::Kernel),
    ("sparse", "Sparse", Kind::Kernel),
    ("sor", "Sor", Kind::Kernel),
    ("raytracer", "RayTracer", Kind::Kernel),
    ("hello", "Hello", Kind::StartUp),
];

macro_rules! source {
    ($class:literal) => {
        (
            concat!("kernels/", $class, ".java"),
            include_str!(concat!("../../../bench/kernels/", $class, ".java")),
        )
    };
}

const SOURCES: [(&str, &str); 11] = [
    source!("Crypt"),
    source!("Hello"),
    source!("LuFact"),
    source!("Measured"),
    source!("MolDyn"),
    source!("MonteCarlo"),
    source!("RayTracer"),
    source!("Series"),
    source!("Sor"),
    source!("Sparse"),
    source!("TournamentBarrier"),
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
    fn only_the_ray_tracer_races() {
        for (_, class, _) in MAINS {
            let path = format!("kernels/{class}.java");
            let (_, text) =
                SOURCES.iter().find(|(name, _)| **name == path).expect("every main has a source");
            let expected = usize::from(class == "RayTracer");
            assert_eq!(marked_pairs("X", text).len(), expected, "{class}");
            let says = text.contains("<p>Races: none.");
            assert_eq!(says, expected == 0, "{class} states its races in its header");
        }
    }
}
