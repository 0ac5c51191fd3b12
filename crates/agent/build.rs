//! Compiles the Java runtime and puts its classes into a table that the agent carries.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use redflag_classfile::ClassFile;
use redflag_ir::program::jdk;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let sources = PathBuf::from("../../runtime/src");
    println!("cargo::rerun-if-changed={}", sources.display());
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let classes = out.join("runtime");
    compile(&sources, &classes)?;
    fs::write(out.join("runtime_classes.rs"), table(&classes)?)?;
    Ok(())
}

/// For Java 11 and later, by whatever JDK is there. As part of `java.base`: one of the classes is of one of
/// its packages.
fn compile(sources: &Path, classes: &Path) -> Outcome<()> {
    let jdk = jdk::find_all().into_iter().find(|jdk| jdk.has_javac() && jdk.feature >= 11).ok_or(
        "no JDK with a compiler was found, which the runtime needs: install one, or set JAVA_HOME",
    )?;
    if classes.exists() {
        fs::remove_dir_all(classes)?;
    }
    fs::create_dir_all(classes)?;
    let mut files = Vec::new();
    collect(sources, "java", &mut files)?;
    let output = Command::new(jdk.tool("javac"))
        .args(["-source", "11", "-target", "11", "-g", "-Xlint:-options", "-nowarn"])
        .arg("--patch-module")
        .arg(format!("java.base={}", fs::canonicalize(sources)?.display()))
        .arg("-d")
        .arg(classes)
        .args(&files)
        .output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
    }
}

/// `[(name, bytes), …]`, each class after the classes that it extends.
fn table(classes: &Path) -> Outcome<String> {
    let mut files = Vec::new();
    collect(classes, "class", &mut files)?;
    let mut waiting = Vec::new();
    for file in files {
        let bytes = fs::read(&file)?;
        let class = ClassFile::read_headers(&bytes)?;
        let name = class.name()?.into_owned();
        let mut above = Vec::new();
        for &index in class.interfaces.iter().chain([&class.super_class]) {
            above.push(String::from_utf8_lossy(class.pool.class(index)?).into_owned());
        }
        waiting.push((name, above, file));
    }
    let mut text = String::from("[\n");
    while !waiting.is_empty() {
        let names: Vec<String> = waiting.iter().map(|(name, _, _)| name.clone()).collect();
        let ready = |above: &[String]| !above.iter().any(|above| names.contains(above));
        for (name, _, file) in waiting.iter().filter(|(_, above, _)| ready(above)) {
            writeln!(text, "    ({name:?}, include_bytes!({:?}).as_slice()),", file)?;
        }
        let before = waiting.len();
        waiting.retain(|(_, above, _)| !ready(above));
        if waiting.len() == before {
            return Err("classes of the runtime extend each other in a circle".into());
        }
    }
    text.push(']');
    Ok(text)
}

/// All files below a directory with that extension, in order.
fn collect(directory: &Path, extension: &str, files: &mut Vec<PathBuf>) -> Outcome<()> {
    let mut entries = fs::read_dir(directory)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, extension, files)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(fs::canonicalize(path)?);
        }
    }
    Ok(())
}
