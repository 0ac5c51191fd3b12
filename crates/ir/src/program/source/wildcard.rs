//! Class path strings and `lib/*`, as the JVM understands them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::error::SourceError;

/// The entries of a class path string, in order. An empty entry is the current directory, as for `java`.
pub fn split_class_path(text: impl AsRef<OsStr>) -> Vec<PathBuf> {
    std::env::split_paths(text.as_ref())
        .map(|path| match path.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => path,
        })
        .collect()
}

/// The directory of a wildcard entry: `lib` of `lib/*`, `.` of `*`.
pub(super) fn parent(path: &Path) -> Option<PathBuf> {
    if path.file_name()? != "*" {
        return None;
    }
    let parent = path.parent().unwrap_or(Path::new(""));
    Some(match parent.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => parent.to_owned(),
    })
}

/// The jars right in a directory, sorted by name: the JVM leaves their order open.
pub(super) fn jars(directory: &Path) -> Result<Vec<PathBuf>, SourceError> {
    let fail = |error: std::io::Error| {
        SourceError::new(directory.display().to_string(), error.to_string())
    };
    let mut jars = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let is_jar =
            path.extension().is_some_and(|extension| extension == "jar" || extension == "JAR");
        if is_jar && path.is_file() {
            jars.push(path);
        }
    }
    jars.sort();
    Ok(jars)
}
