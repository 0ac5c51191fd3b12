//! Compiles Java fixtures, once for the same sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use redflag_ir::program::jdk::Jdk;

use crate::cache;

/// The directory with the classes of some sources, compiled by this JDK with these flags.
///
/// Cached by the content of the sources, the flags and the version of the JDK; safe when tests run
/// in parallel. Panics with what the compiler said when it refuses.
pub fn compile<P: AsRef<Path>>(jdk: &Jdk, sources: &[P], flags: &[&str]) -> PathBuf {
    try_compile(jdk, sources, flags).unwrap_or_else(|problem| panic!("{problem}"))
}

/// The Java files directly in a directory of the repository, by name.
pub fn sources_in(directory: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut sources: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a directory that stays").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
        .collect();
    sources.sort();
    sources
}

fn try_compile<P: AsRef<Path>>(
    jdk: &Jdk,
    sources: &[P],
    flags: &[&str],
) -> Result<PathBuf, String> {
    if !jdk.has_javac() {
        return Err(format!("Java {} at {} has no compiler", jdk.version, jdk.home.display()));
    }
    let mut contents = Vec::new();
    for source in sources {
        let source = source.as_ref();
        let text = fs::read(source).map_err(|error| format!("{}: {error}", source.display()))?;
        contents.push((source.file_name().map(ToOwned::to_owned), text));
    }
    cache::directory_for("classes", (&jdk.version, flags, contents), |directory| {
        let mut javac = Command::new(jdk.tool("javac"));
        // Other warnings stay, and are seen when the compilation fails: fixtures do questionable
        // things on purpose.
        javac.args(["-encoding", "UTF-8", "-implicit:none", "-d"]).arg(directory).args(flags);
        javac.args(sources.iter().map(AsRef::as_ref));
        let output = javac.output().map_err(|error| format!("javac did not start: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("javac of Java {} refused:\n{said}", jdk.version))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jdks;

    #[test]
    fn compiles_to_the_same_directory_every_time() {
        let sources = sources_in(&cache::in_repository("testdata/demo"));
        let first = compile(jdks::compiler(), &sources, &[]);
        assert!(first.join("Account.class").is_file());
        assert_eq!(compile(jdks::compiler(), &sources, &[]), first);
        assert_ne!(compile(jdks::compiler(), &sources, &["-g"]), first, "flags count");
    }

    #[test]
    fn says_what_the_compiler_said() {
        let bad = std::env::temp_dir().join(format!("Bad{}.java", std::process::id()));
        fs::write(&bad, "class { }").expect("a writable temporary directory");
        let problem = try_compile(jdks::compiler(), &[&bad], &[]).expect_err("not Java");
        fs::remove_file(&bad).expect("still there");
        assert!(problem.contains("<identifier> expected"), "{problem}");
    }
}
