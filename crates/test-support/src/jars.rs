//! The pinned jars of `testdata/jars.txt`.

use std::path::PathBuf;

use crate::cache;

/// One line of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jar {
    /// `group:artifact:version`, and a classifier where there is one.
    pub coordinates: String,
    /// Where it is in the cache.
    pub path: PathBuf,
    /// Why the tests want it.
    pub why: String,
}

/// All of them, in the list's order. Panics when one has not been fetched.
pub fn all() -> Vec<Jar> {
    let list = cache::in_repository("testdata/jars.txt");
    let text = std::fs::read_to_string(&list)
        .unwrap_or_else(|error| panic!("{}: {error}", list.display()));
    let jars = parse(&text).unwrap_or_else(|problem| panic!("testdata/jars.txt, {problem}"));
    for jar in &jars {
        assert!(
            jar.path.is_file(),
            "{} is not at {}: run scripts/fetch-jars",
            jar.coordinates,
            jar.path.display()
        );
    }
    jars
}

/// The first of an artifact: `jackson-core`.
pub fn of_artifact(artifact: &str) -> Jar {
    let is_it = |jar: &Jar| jar.coordinates.split(':').nth(1) == Some(artifact);
    let found = all().into_iter().find(is_it);
    found.unwrap_or_else(|| panic!("testdata/jars.txt has no artifact {artifact}"))
}

fn parse(text: &str) -> Result<Vec<Jar>, String> {
    let directory = cache::directory().join("jars");
    let mut jars = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |what: &str| format!("line {}: {what}", number + 1);
        let (pinned, why) = line
            .split_once(" # ")
            .ok_or_else(|| wrong("expected \" # \" and why the jar is here"))?;
        let (coordinates, sum) = pinned
            .split_once(' ')
            .ok_or_else(|| wrong("expected coordinates, a space and a sha256"))?;
        let parts: Vec<&str> = coordinates.split(':').collect();
        if !(3..=4).contains(&parts.len()) {
            return Err(wrong("expected group:artifact:version[:classifier]"));
        }
        if sum.len() != 64 || !sum.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong("expected a sha256 of 64 hexadecimal digits"));
        }
        jars.push(Jar {
            coordinates: coordinates.to_owned(),
            path: directory.join(format!("{}.jar", parts[1..].join("-"))),
            why: why.to_owned(),
        });
    }
    Ok(jars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_coordinates_with_and_without_a_classifier() {
        let sum = "0".repeat(64);
        let text = format!("# a comment\n\na.b:c:1.2 {sum} # because\nd:e:3:linux {sum} # too\n");
        let jars = parse(&text).expect("a good list");
        let names: Vec<_> = jars.iter().map(|jar| jar.path.file_name().expect("a file")).collect();
        assert_eq!(names, ["c-1.2.jar", "e-3-linux.jar"]);
        assert_eq!(jars[0].why, "because");
    }

    #[test]
    fn names_the_bad_line() {
        let problem = parse("# fine\na:b 12 # why\n").expect_err("two parts");
        assert_eq!(problem, "line 2: expected group:artifact:version[:classifier]");
        let problem = parse("a:b:1 12 # why\n").expect_err("short");
        assert_eq!(problem, "line 1: expected a sha256 of 64 hexadecimal digits");
    }
}
