//! The real applications of `bench/applications.txt`, each with a driver of `bench/applications`.
//!
//! Their jars are pinned by content, fetched when they are first wanted ([`crate::fetch`]) and kept
//! in the cache. An application whose jars cannot be had is a program that cannot be run, with the
//! reason; it keeps nothing else from being measured.

use std::path::{Path, PathBuf};

use redflag_ir::program::jdk::Jdk;

use crate::compile;
use crate::error::Error;
use crate::fetch::{self, Jar};
use crate::program::{Kind, Program, Races};

/// The names of all applications, in the order of the list.
pub fn application_names() -> Vec<String> {
    listed().into_iter().filter(Section::is_run).map(|section| section.name).collect()
}

/// Those applications whose names are `wanted`, with their jars in `cache` and their drivers
/// compiled there.
///
/// `fetching` is called with the number of jars that are missing before they are fetched.
pub fn applications(
    compiler: &Jdk,
    cache: &Path,
    size: &str,
    threads: u32,
    wanted: &dyn Fn(&str) -> bool,
    fetching: &mut dyn FnMut(usize),
) -> Result<Vec<Program>, Error> {
    let mut sections = listed();
    sections.retain(|section| section.is_run() && wanted(&section.name));
    let jars: Vec<&Jar> = sections.iter().flat_map(|section| &section.jars).collect();
    let unavailable = fetch::fetch(&jars, cache, fetching);
    let programs = sections.iter().map(|section| {
        let mut class_path: Vec<PathBuf> =
            section.jars.iter().map(|jar| jar.path_in(cache)).collect();
        let why = section.jars.iter().find_map(|jar| unavailable.get(&jar.coordinates));
        if why.is_none() {
            let classes = compile::compile(compiler, &section.sources(), &class_path, cache)?;
            class_path.insert(0, classes);
        }
        Ok(Program {
            name: section.name.clone(),
            kind: Kind::Application,
            class_path,
            main_class: format!("applications.{}", section.drivers[0]),
            size: size.to_owned(),
            threads,
            races: Races::Unknown,
            unavailable: why.cloned(),
        })
    });
    programs.collect()
}

/// A section of the list: an application, or libraries that are there for other commands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Section {
    name: String,
    /// The classes of `bench/applications` that drive it, the main class first; nothing for what is
    /// not run.
    drivers: Vec<String>,
    jars: Vec<Jar>,
}

impl Section {
    fn is_run(&self) -> bool {
        !self.drivers.is_empty()
    }

    /// What its driver is compiled from.
    fn sources(&self) -> Vec<(&'static str, &'static str)> {
        let is_of_it = |path: &str| {
            let class =
                path.strip_prefix("applications/").and_then(|path| path.strip_suffix(".java"));
            self.drivers.iter().any(|driver| class == Some(driver))
        };
        DRIVERS.iter().filter(|source| is_of_it(source.0)).chain(&SHARED).copied().collect()
    }
}

const LIST: &str = include_str!("../../../bench/applications.txt");

fn listed() -> Vec<Section> {
    // The list is part of the program, and a test reads it.
    parse(LIST).unwrap_or_else(|problem| panic!("bench/applications.txt, {problem}"))
}

/// `NAME DRIVER…` or `NAME -` in the first column begins a section; jars follow, indented, as
/// `group:artifact:version[:classifier] sha256`. `#` begins a comment.
fn parse(text: &str) -> Result<Vec<Section>, String> {
    let mut sections: Vec<Section> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |what: &str| format!("line {number}: {what}");
        let content = line.split('#').next().unwrap_or_default().trim_end();
        if content.is_empty() {
            continue;
        }
        let (first, second) = content
            .trim_start()
            .split_once(' ')
            .ok_or_else(|| wrong("expected two words with a space between them"))?;
        if content.starts_with(' ') {
            let section =
                sections.last_mut().ok_or_else(|| wrong("expected a name and a driver"))?;
            section.jars.push(Jar::pinned(first, second).map_err(|problem| wrong(&problem))?);
        } else {
            let drivers = second.split(' ').filter(|driver| *driver != "-").map(str::to_owned);
            let (name, drivers) = (first.to_owned(), drivers.collect());
            sections.push(Section { name, drivers, jars: Vec::new() });
        }
    }
    Ok(sections)
}

const SHARED: [(&str, &str); 2] = [
    ("applications/Driver.java", include_str!("../../../bench/applications/Driver.java")),
    ("measured/Measured.java", include_str!("../../../bench/measured/Measured.java")),
];

macro_rules! drivers {
    ($($class:literal)*) => {
        [$((
            concat!("applications/", $class, ".java"),
            include_str!(concat!("../../../bench/applications/", $class, ".java")),
        )),*]
    };
}

const DRIVERS: [(&str, &str); 15] = drivers![
    "Batik" "Caffeine" "Coroutines" "Derby" "H2" "Hazelcast" "Jython" "LuIndex" "LuSearch" "Netty"
    "Pmd" "Scalac" "Texts" "Tomcat" "Xalan"
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_has_a_driver_and_jars() {
        let sum = "0".repeat(64);
        let text =
            format!("# all\na Aa B # why\n  g:h:1 {sum}\n\nb - # kept\n  g:h:1:linux {sum}\n");
        let [a, b] = &parse(&text).expect("a good list")[..] else { panic!("two sections") };
        assert_eq!(
            (a.name.as_str(), &a.drivers[..]),
            ("a", &["Aa".to_owned(), "B".to_owned()][..])
        );
        assert_eq!((b.name.as_str(), b.is_run()), ("b", false));
        assert_eq!(a.jars[0].coordinates, "g:h:1");
        assert_eq!(b.jars[0].path_in(Path::new("/c")), Path::new("/c/jars/h-1-linux.jar"));
    }

    #[test]
    fn a_bad_line_is_named() {
        let sum = "0".repeat(64);
        let problem = |text: &str| parse(text).expect_err("refused");
        assert_eq!(problem("a\n"), "line 1: expected two words with a space between them");
        assert_eq!(problem(&format!("  g:h:1 {sum}\n")), "line 1: expected a name and a driver");
        assert_eq!(
            problem("a Aa\n\n  g:h:1 12\n"),
            "line 3: expected a sha256 of 64 hexadecimal digits"
        );
        assert_eq!(
            problem(&format!("a Aa\n  g:h {sum}\n")),
            "line 2: expected group:artifact:version[:classifier]"
        );
    }

    #[test]
    fn every_application_has_a_driver_and_every_driver_an_application() {
        let drivers = listed().into_iter().flat_map(|section| section.drivers);
        let mut listed: Vec<String> =
            drivers.map(|driver| format!("applications/{driver}.java")).collect();
        listed.sort();
        listed.dedup();
        let drivers: Vec<&str> = DRIVERS.iter().map(|source| source.0).collect();
        assert_eq!(listed, drivers);
    }

    /// They are in one cache under the same names.
    #[test]
    fn lists_agree_on_what_a_jar_is() {
        let tests = include_str!("../../../testdata/jars.txt");
        let sections = listed();
        let mut pins: Vec<(PathBuf, &str)> = Vec::new();
        for jar in sections.iter().flat_map(|section| &section.jars) {
            pins.push((jar.path_in(Path::new("")), &jar.sha256));
        }
        let lines = tests.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let others: Vec<Jar> = lines
            .map(|line| {
                let words: Vec<&str> = line.split_whitespace().collect();
                Jar::pinned(words[0], words[1]).expect("a good line")
            })
            .collect();
        pins.extend(others.iter().map(|jar| (jar.path_in(Path::new("")), jar.sha256.as_str())));
        pins.sort();
        pins.dedup();
        for pair in pins.windows(2) {
            assert_ne!(pair[0].0, pair[1].0, "two jars of one name");
        }
    }
}
