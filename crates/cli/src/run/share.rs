//! `-Xshare:on`, which no program can have that is watched from its first class on.

use std::ffi::OsString;
use std::path::Path;

use super::quoting::options_of;
use crate::failure::Failure;

/// Options that take the word after them.
const WITH_VALUE: [&str; 17] = [
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--add-modules",
    "--limit-modules",
    "--add-exports",
    "--add-opens",
    "--add-reads",
    "--patch-module",
    "--enable-native-access",
    "--illegal-native-access",
    "--describe-module",
    "-d",
    "--source",
];

/// Refuses a JVM that could not start: one that sees every class from the first on cannot map
/// shared ones, and with `-Xshare:on` that is an error of its own.
///
/// `arguments` are those of `java`, of which only the part before the program's name counts.
pub fn refuse_required_sharing(
    arguments: &[OsString],
    variable: impl Fn(&str) -> Option<String>,
) -> Result<(), Failure> {
    let of_variable = |name: &'static str| {
        let value = variable(name).unwrap_or_default();
        options_of(&value).into_iter().map(move |option| (name, option))
    };
    // In the order in which the JVM reads them: the last one counts.
    let mut options = of_variable("JAVA_TOOL_OPTIONS")
        .chain(of_variable("JDK_JAVA_OPTIONS"))
        .chain(jvm_options(arguments).into_iter().map(|option| ("the command", option)))
        .chain(of_variable("_JAVA_OPTIONS"));
    let last = options.rfind(|(_, option)| option.starts_with("-Xshare:"));
    match last {
        Some((place, option)) if option == "-Xshare:on" => Err(Failure::Usage(format!(
            "{place} has -Xshare:on: redflag sees classes from the first one on, for which the JVM \
             switches class data sharing off, and with -Xshare:on it refuses to start; leave it \
             out (the default, -Xshare:auto, works)"
        ))),
        _ => Ok(()),
    }
}

/// The options before the name of the program, with those of `@files`.
fn jvm_options(arguments: &[OsString]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for argument in arguments {
        let word = argument.to_string_lossy();
        match word.strip_prefix('@').and_then(|path| argument_file(Path::new(path))) {
            Some(inside) => words.extend(inside),
            None => words.push(word.into_owned()),
        }
    }
    let mut options = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if !word.starts_with('-') || word == "-m" || word == "--module" {
            break;
        }
        if WITH_VALUE.contains(&word.as_str()) {
            words.next();
        }
        options.push(word);
    }
    options
}

/// The words of a file for `java @file`; `None` if it is not one that can be read here.
fn argument_file(path: &Path) -> Option<Vec<String>> {
    const MOST: u64 = 1 << 20;
    let is_small = std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= MOST);
    let text = is_small.then(|| std::fs::read_to_string(path).ok())??;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    Some(lines.flat_map(options_of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(arguments: &str, variables: &[(&str, &str)]) -> Option<String> {
        let arguments: Vec<OsString> = arguments.split_whitespace().map(Into::into).collect();
        let variable = |name: &str| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        refuse_required_sharing(&arguments, variable).err().map(|failure| failure.to_string())
    }

    #[test]
    fn is_refused_wherever_it_stands() {
        let starts =
            |refused: Option<String>, start: &str| refused.expect("refused").starts_with(start);
        assert!(starts(refused("-Xshare:on Main", &[]), "the command has -Xshare:on: "));
        assert!(starts(refused("-cp x -Xshare:on -jar x.jar", &[]), "the command has"));
        for name in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"] {
            let variables = [(name, "-Xmx1g '-Xshare:on'")];
            assert!(starts(refused("Main", &variables), &format!("{name} has -Xshare:on")));
        }
    }

    #[test]
    fn the_last_one_counts() {
        assert_eq!(refused("-Xshare:on -Xshare:auto Main", &[]), None);
        assert_eq!(refused("-Xshare:off Main", &[("JAVA_TOOL_OPTIONS", "-Xshare:on")]), None);
        assert_eq!(refused("-Xshare:on Main", &[("_JAVA_OPTIONS", "-Xshare:auto")]), None);
        assert!(refused("-Xshare:auto Main", &[("_JAVA_OPTIONS", "-Xshare:on")]).is_some());
    }

    #[test]
    fn the_programs_own_arguments_are_its_own() {
        assert_eq!(refused("Main -Xshare:on", &[]), None);
        assert_eq!(refused("-jar x.jar -Xshare:on", &[]), None);
        assert_eq!(refused("-m a/b.Main -Xshare:on", &[]), None);
        assert_eq!(refused("-cp -Xshare:on Main", &[]), None);
        assert_eq!(refused("", &[]), None);
    }

    #[test]
    fn argument_files_are_read() {
        let directory = tempfile::tempdir().expect("made");
        let path = directory.path().join("arguments");
        std::fs::write(&path, "-cp \"a b\" # -Xshare:off\n-Xshare:on\n").expect("written");
        let file = format!("@{}", path.display());
        assert!(refused(&format!("{file} Main"), &[]).is_some());
        assert_eq!(refused(&format!("{file} -Xshare:auto Main"), &[]), None);
        assert_eq!(refused(&format!("Main {file}"), &[]), None);
        assert_eq!(refused("@/no/such/file Main", &[]), None);
    }
}
