//! Jars with every class rewritten.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

use crate::stored_zip::StoredZip;
use crate::zip_entries;

/// How to rewrite a class file: its new bytes, nothing when it stays as it is, or why it could not
/// be done.
pub type Rewrite<'a> = &'a dyn Fn(&[u8]) -> Result<Option<Vec<u8>>, String>;

/// What was done to a set of classes.
#[derive(Debug, Default)]
pub struct Tally {
    pub classes: usize,
    pub changed: usize,
    /// The class files that were kept as they were because rewriting failed, and why.
    pub failed: Vec<(String, String)>,
}

impl Tally {
    /// Rewrites one class file, and gives back what it had when that fails.
    pub fn rewrite(&mut self, name: &str, bytes: Vec<u8>, rewrite: Rewrite) -> Vec<u8> {
        self.classes += 1;
        match rewrite(&bytes) {
            Ok(None) => bytes,
            Ok(Some(rewritten)) => {
                self.changed += 1;
                rewritten
            }
            Err(why) => {
                self.failed.push((name.to_owned(), why));
                bytes
            }
        }
    }

    pub fn add(&mut self, other: Tally) {
        self.classes += other.classes;
        self.changed += other.changed;
        self.failed.extend(other.failed);
    }
}

/// Writes a jar's counterpart to `to`: all classes rewritten, those in jars inside it too,
/// everything else kept but signatures, which would be wrong.
pub fn rewrite_jar(jar: &Path, to: &Path, rewrite: Rewrite) -> Result<Tally, String> {
    let wrong = |what: &dyn std::fmt::Display| format!("{}: {what}", jar.display());
    let bytes = fs::read(jar).map_err(|error| wrong(&error))?;
    let out = File::create(to).map_err(|error| format!("{}: {error}", to.display()))?;
    let mut zip = StoredZip::new(BufWriter::new(out));
    let mut tally = Tally::default();
    let name = jar.file_name().unwrap_or_default().to_string_lossy();
    rewrite_entries(&name, &bytes, &mut zip, &mut tally, rewrite)
        .map_err(|problem| wrong(&problem))?;
    zip.finish().map_err(|error| wrong(&error))?;
    Ok(tally)
}

fn rewrite_entries<W: std::io::Write>(
    jar: &str,
    bytes: &[u8],
    zip: &mut StoredZip<W>,
    tally: &mut Tally,
    rewrite: Rewrite,
) -> Result<(), String> {
    for entry in zip_entries::read(bytes)? {
        let name = format!("{jar}!{}", entry.name);
        let content = if entry.name.ends_with(".class") {
            tally.rewrite(&name, entry.content, rewrite)
        } else if entry.name.ends_with(".jar") {
            let mut nested = StoredZip::new(Vec::new());
            rewrite_entries(&name, &entry.content, &mut nested, tally, rewrite)?;
            nested.finish().map_err(|error| error.to_string())?
        } else if is_signature(&entry.name) {
            continue;
        } else {
            entry.content
        };
        zip.add(&entry.name, &content).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn is_signature(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let ends = [".SF", ".RSA", ".DSA", ".EC"];
    name.starts_with("META-INF/") && ends.iter().any(|end| name.ends_with(end))
}
