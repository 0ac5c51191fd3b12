//! A JDK with every class rewritten, by way of `--patch-module`: the JDK itself stays as it is.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use redflag_ir::program::jdk::Jdk;
use redflag_ir::program::source::ClassPath;

use crate::rewritten_jar::{Rewrite, Tally};
use crate::stored_zip::StoredZip;

/// A class to put into `java.base` besides: its internal name and its bytes.
pub type AddedClass = (String, Vec<u8>);

/// Patches for a JDK's modules.
#[derive(Debug)]
pub struct PatchedJdk {
    /// A file of arguments for `java`, to be given as `@file`.
    pub arguments: PathBuf,
    pub tally: Tally,
}

impl PatchedJdk {
    /// The argument that makes `java` run patched.
    pub fn argument(&self) -> String {
        format!("@{}", self.arguments.display())
    }
}

/// Rewrites every class of a JDK into one jar for each module, in `directory`, with `added` in
/// `java.base`.
pub fn patch_all(
    jdk: &Jdk,
    directory: &Path,
    added: &[AddedClass],
    rewrite: Rewrite,
) -> Result<PatchedJdk, String> {
    let class_path = ClassPath::open_with_jdk::<&Path>(jdk, &[]);
    if let Some(skipped) = class_path.skipped().first() {
        return Err(format!("Java {}: {skipped}", jdk.version));
    }
    let mut modules: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for (location, name) in class_path.classes() {
        // A patch must not have one: what a module exports and requires cannot be patched.
        if name != "module-info" {
            let module = class_path
                .module(location)
                .ok_or_else(|| format!("{name} of Java {} is in no module", jdk.version))?;
            modules.entry(module).or_default().push((location, name));
        }
    }
    let mut tally = Tally::default();
    let mut patches = Vec::new();
    for (module, classes) in modules {
        let mut jar = Patch::create(directory, module)?;
        for (location, name) in classes {
            let bytes = class_path.read(location).map_err(|error| error.to_string())?;
            let bytes = tally.rewrite(&format!("{module}/{name}"), bytes.into_owned(), rewrite);
            jar.add(name, &bytes)?;
        }
        if module == "java.base" {
            jar.add_all(added)?;
        }
        patches.push(jar.finish()?);
    }
    let arguments = write_arguments(directory, &patches)?;
    Ok(PatchedJdk { arguments, tally })
}

/// Only adds classes to `java.base`; the JDK's own stay as they are.
pub fn patch_only_with(directory: &Path, added: &[AddedClass]) -> Result<PatchedJdk, String> {
    let mut jar = Patch::create(directory, "java.base")?;
    jar.add_all(added)?;
    let arguments = write_arguments(directory, &[jar.finish()?])?;
    Ok(PatchedJdk { arguments, tally: Tally::default() })
}

/// The jar with a module's classes.
struct Patch {
    module: String,
    path: PathBuf,
    zip: StoredZip<BufWriter<File>>,
}

impl Patch {
    fn create(directory: &Path, module: &str) -> Result<Patch, String> {
        let path = directory.join(format!("{module}.jar"));
        let create = || {
            fs::create_dir_all(directory)?;
            File::create(&path)
        };
        let file = create().map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Patch { module: module.to_owned(), path, zip: StoredZip::new(BufWriter::new(file)) })
    }

    fn add(&mut self, class: &str, bytes: &[u8]) -> Result<(), String> {
        let added = self.zip.add(&format!("{class}.class"), bytes);
        added.map_err(|error| format!("{}: {error}", self.path.display()))
    }

    fn add_all(&mut self, classes: &[AddedClass]) -> Result<(), String> {
        classes.iter().try_for_each(|(name, bytes)| self.add(name, bytes))
    }

    fn finish(self) -> Result<(String, PathBuf), String> {
        let finished = self.zip.finish();
        finished.map_err(|error| format!("{}: {error}", self.path.display()))?;
        Ok((self.module, self.path))
    }
}

/// In a file, because dozens of modules make a long command line.
fn write_arguments(directory: &Path, patches: &[(String, PathBuf)]) -> Result<PathBuf, String> {
    let mut text = String::new();
    for (module, jar) in patches {
        // In quotes, where a backslash escapes: paths may have spaces.
        let jar = jar.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "--patch-module\n\"{module}={jar}\"");
    }
    let file = directory.join("arguments");
    fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(file)
}
