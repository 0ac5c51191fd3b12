//! Where downloads and compiled fixtures are kept, and where the repository is.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The cache of this user, as the scripts have it: `REDFLAG_CACHE`, or `redflag` in the user's
/// cache directory.
pub fn directory() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(directory) = variable("REDFLAG_CACHE") {
        return directory.into();
    }
    let caches = match variable("XDG_CACHE_HOME") {
        Some(caches) => PathBuf::from(caches),
        None => std::env::home_dir().expect("a home directory, or REDFLAG_CACHE").join(".cache"),
    };
    caches.join("redflag")
}

/// A file of the repository, by its path from the root.
pub fn in_repository(path: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository that this was built from").join(path)
}

/// A directory of the cache that `fill` makes on first use.
///
/// `key` must cover all that the content depends on. The directory appears whole or not at all: of
/// several tests that want it at once each fills its own, and the first to be ready wins.
pub fn directory_for(
    kind: &str,
    key: impl Hash,
    fill: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<PathBuf, String> {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    let parent = directory().join(kind);
    let wanted = parent.join(format!("{:016x}", hasher.finish()));
    if wanted.is_dir() {
        return Ok(wanted);
    }
    let unfinished =
        unfinished_directory(&parent).map_err(|error| format!("{}: {error}", parent.display()))?;
    let ready = fill(&unfinished).and_then(|()| match fs::rename(&unfinished, &wanted) {
        // Another test may have been faster: what it made is as good.
        Err(error) if !wanted.is_dir() => Err(format!("{}: {error}", wanted.display())),
        _ => Ok(()),
    });
    // There is something to remove only after a failure or a lost race, and failing to tidy up
    // harms nobody.
    let _ = fs::remove_dir_all(&unfinished);
    ready.map(|()| wanted)
}

fn unfinished_directory(parent: &Path) -> io::Result<PathBuf> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = parent.join(format!(".unfinished-{}-{number}", std::process::id()));
    fs::create_dir_all(&path)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_once_and_leaves_nothing_of_a_failure() {
        let key = ("cache test", std::process::id());
        let failed = directory_for("self-test", key, |_| Err("no luck".to_owned()));
        assert_eq!(failed, Err("no luck".to_owned()));

        let first = directory_for("self-test", key, |path| {
            fs::write(path.join("file"), "content").map_err(|error| error.to_string())
        })
        .expect("filled");
        let second = directory_for("self-test", key, |_| Err("filled twice".to_owned()));
        assert_eq!(second.as_ref(), Ok(&first));
        assert_eq!(fs::read_to_string(first.join("file")).expect("kept"), "content");
        fs::remove_dir_all(&first).expect("removed");
    }
}
