//! Directories of class files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::container::{Prefix, Store};
use super::entry_name;
use super::error::SourceError;
use super::jar_contents::APPLICATION_ROOTS;
use super::opener::Opener;

/// Lists the classes below `root`, sorted by path, and returns what an unpacked Spring Boot or web
/// application holds besides: its classes and its jars.
pub(super) fn open(opener: &mut Opener, root: &Path) -> Result<Vec<PathBuf>, SourceError> {
    let store = Store::Directory(root.to_owned());
    let container = opener.add_container(root.display().to_string(), store, vec![Prefix::none()]);
    // Links may lead in circles or multiply directories without end, so that each real one is walked once.
    let mut walked = FxHashSet::default();
    let mut waiting = vec![(root.to_owned(), String::new())];
    while let Some((path, name)) = waiting.pop() {
        let metadata = match std::fs::metadata(&path) {
            Ok(metadata) => metadata,
            Err(error) => {
                opener.skip(failure(&path, &error));
                continue;
            }
        };
        if metadata.is_dir() {
            match children(opener, &path, &name, &mut walked) {
                Ok(children) => waiting.extend(children.into_iter().rev()),
                Err(error) => opener.skip(failure(&path, &error)),
            }
        } else if metadata.is_file() {
            match entry_name::class_name(&name) {
                Ok(name) => opener.add_class(Arc::from(name), container, 0, 0),
                Err(why) => opener.skip(SourceError::new(path.display().to_string(), why)),
            }
        }
    }
    Ok(application_parts(root))
}

/// The subdirectories and class files of a directory, sorted, with their names from the root.
fn children(
    opener: &mut Opener,
    path: &Path,
    name: &str,
    walked: &mut FxHashSet<PathBuf>,
) -> std::io::Result<Vec<(PathBuf, String)>> {
    if !walked.insert(path.canonicalize()?) {
        let why = "leads to a directory that is already listed";
        opener.skip(SourceError::new(path.display().to_string(), why));
        return Ok(Vec::new());
    }
    let mut children = Vec::new();
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        let file_name = entry.file_name();
        let is_class = entry_name::is_class(file_name.as_encoded_bytes());
        let may_be_directory = !entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_class && !may_be_directory {
            continue;
        }
        let Some(file_name) = file_name.to_str() else {
            let what = entry.path().display().to_string();
            opener.skip(SourceError::new(what, "has a name that is not UTF-8"));
            continue;
        };
        if name.is_empty() && is_no_package(file_name) {
            continue;
        }
        let separator = if name.is_empty() { "" } else { "/" };
        let child = format!("{name}{separator}{file_name}");
        // A link may lead to a file that is no class.
        if is_class || entry.path().is_dir() {
            children.push((entry.path(), child));
        }
    }
    children.sort();
    Ok(children)
}

/// Directories at the root whose content is not named from the root.
fn is_no_package(name: &str) -> bool {
    name == "META-INF"
        || APPLICATION_ROOTS.iter().any(|root| root.classes.starts_with(&format!("{name}/")))
}

/// `BOOT-INF/classes`, `BOOT-INF/lib/*` and their like, where they exist.
fn application_parts(root: &Path) -> Vec<PathBuf> {
    let mut parts = Vec::new();
    for application in &APPLICATION_ROOTS {
        parts.push(root.join(application.classes));
        parts.extend(application.libraries.iter().map(|lib| root.join(lib)));
    }
    parts.retain(|part| part.is_dir());
    for part in &mut parts {
        if !part.ends_with("classes") {
            part.push("*");
        }
    }
    parts
}

fn failure(path: &Path, error: &std::io::Error) -> SourceError {
    SourceError::new(path.display().to_string(), error.to_string())
}
