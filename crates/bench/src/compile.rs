//! Compiles programs and drivers, once for the same sources, class path and compiler.

use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use redflag_ir::program::jdk::Jdk;

use crate::error::Error;

/// The sources are written for this release; newer JDKs run what an older one would.
const FLAGS: [&str; 5] = ["--release", "17", "-encoding", "UTF-8", "-proc:none"];

/// A directory with the classes of some sources, each a path (`kernels/Crypt.java`) and a text.
///
/// It is kept in `cache` under a name that covers the sources, the names of the jars, the flags and
/// the compiler, and appears whole or not at all, also when several processes want it at once.
pub fn compile(
    compiler: &Jdk,
    sources: &[(&str, &str)],
    class_path: &[PathBuf],
    cache: &Path,
) -> Result<PathBuf, Error> {
    if !compiler.has_javac() {
        let (home, version) = (compiler.home.clone(), compiler.version.clone());
        return Err(Error::NoCompiler { home, version });
    }
    let mut hasher = DefaultHasher::new();
    (&compiler.version, FLAGS, sources, class_path).hash(&mut hasher);
    let parent = cache.join("bench-classes");
    let wanted = parent.join(format!("{:016x}", hasher.finish()));
    if !wanted.is_dir() {
        let unfinished = unfinished_directory(&parent)?;
        let ready = javac(compiler, sources, class_path, &unfinished).and_then(|()| {
            match fs::rename(&unfinished, &wanted) {
                // Another process may have been faster: what it made is as good.
                Err(error) if !wanted.is_dir() => Err(Error::io(&wanted)(error)),
                _ => Ok(()),
            }
        });
        // There is something to remove only after a failure or a lost race, and failing to tidy up
        // harms nobody.
        let _ = fs::remove_dir_all(&unfinished);
        ready?;
    }
    Ok(wanted.join("classes"))
}

fn javac(
    compiler: &Jdk,
    sources: &[(&str, &str)],
    class_path: &[PathBuf],
    directory: &Path,
) -> Result<(), Error> {
    let mut paths = Vec::new();
    for (path, text) in sources {
        let path = directory.join("sources").join(path);
        let parent = path.parent().unwrap_or(directory);
        fs::create_dir_all(parent).map_err(Error::io(parent))?;
        fs::write(&path, text).map_err(Error::io(&path))?;
        paths.push(path);
    }
    let javac = compiler.tool("javac");
    let mut command = Command::new(&javac);
    command.args(FLAGS).arg("-d").arg(directory.join("classes")).args(&paths);
    if !class_path.is_empty() {
        // A path with a separator in it cannot be in a class path at all.
        command.arg("-cp").arg(std::env::join_paths(class_path).unwrap_or_default());
    }
    for variable in JVM_VARIABLES {
        command.env_remove(variable);
    }
    let output = command.output().map_err(Error::io(&javac))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(Error::Refused { version: compiler.version.clone(), said })
}

/// Options from the user's environment would change what is measured, and announce themselves in
/// the output.
pub const JVM_VARIABLES: [&str; 3] = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"];

fn unfinished_directory(parent: &Path) -> Result<PathBuf, Error> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = parent.join(format!(".unfinished-{}-{number}", std::process::id()));
    fs::create_dir_all(&path).map_err(Error::io(&path))?;
    Ok(path)
}

/// The cache of this user, as the scripts of the repository have it: `REDFLAG_CACHE`, or `redflag`
/// in the user's cache directory.
pub fn default_cache() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|value| value != OsStr::new(""));
    if let Some(directory) = variable("REDFLAG_CACHE") {
        return directory.into();
    }
    let caches = variable("XDG_CACHE_HOME").map(PathBuf::from);
    let caches = caches.or_else(|| std::env::home_dir().map(|home| home.join(".cache")));
    caches.unwrap_or_else(std::env::temp_dir).join("redflag")
}
