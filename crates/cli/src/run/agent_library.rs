//! Where the agent is: beside this program.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The agent's library, by a path that can stand in a JVM's options.
pub fn find() -> Result<String, Failure> {
    let program = std::env::current_exe()
        .and_then(|path| path.canonicalize())
        .map_err(|error| Failure::Failed(format!("cannot find redflag's own file: {error}")))?;
    let library = find_for(&program).map_err(Failure::Failed)?;
    usable(&library).map_err(Failure::Failed)
}

/// As after `cargo build`, or as installed in `bin` and `lib`.
fn find_for(program: &Path) -> Result<PathBuf, String> {
    let name = format!("{DLL_PREFIX}redflag_agent{DLL_SUFFIX}");
    let directory = program.parent().unwrap_or(Path::new("/"));
    let installed = directory.parent().map(|parent| parent.join("lib/redflag"));
    let directories = [Some(directory.to_owned()), installed];
    let libraries = directories.into_iter().flatten().map(|directory| directory.join(&name));
    libraries.into_iter().find(|library| library.is_file()).ok_or_else(|| {
        format!(
            "the agent is missing: expected {name} in {}, beside redflag; in redflag's own \
             repository, `cargo build --release` builds both",
            directory.display()
        )
    })
}

fn usable(library: &Path) -> Result<String, String> {
    match library.to_str() {
        // The JVM takes what follows the first `=` for the agent's options.
        Some(path) if !path.contains('=') => Ok(path.to_owned()),
        _ => Err(format!(
            "a JVM cannot load {}: move redflag to a directory without `=` in its path, and with \
             a name in UTF-8",
            library.display()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_found_beside_the_program_and_where_it_is_installed() {
        let root = tempfile::tempdir().expect("made");
        let name = format!("{DLL_PREFIX}redflag_agent{DLL_SUFFIX}");
        let program = root.path().join("bin/redflag");
        let missing = find_for(&program).expect_err("nothing there");
        assert!(missing.starts_with(&format!("the agent is missing: expected {name} in ")));
        for directory in ["lib/redflag", "bin"] {
            let library = root.path().join(directory).join(&name);
            std::fs::create_dir_all(library.parent().expect("inside")).expect("made");
            std::fs::write(&library, "").expect("written");
            assert_eq!(find_for(&program), Ok(library));
        }
    }

    #[test]
    fn a_path_that_no_jvm_understands_is_refused() {
        assert_eq!(usable(Path::new("/opt/a,b/lib.so")), Ok("/opt/a,b/lib.so".to_owned()));
        assert!(usable(Path::new("/opt/a=b/lib.so")).is_err_and(|why| why.contains("without `=`")));
    }
}
