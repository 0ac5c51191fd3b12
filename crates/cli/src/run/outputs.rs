//! The files that `--json` and `--stats` ask for.

use std::fs::OpenOptions;
use std::path::Path;

use redflag_artifact::ResultFile;
use redflag_artifact::run_options::RunOptions;

use crate::failure::Failure;

/// Makes sure before the program runs that there will be no trouble after it, and that what an
/// earlier run left is not taken for this one's.
pub fn prepare(asked: &RunOptions) -> Result<(), Failure> {
    if let (Some(json), Some(stats)) = (&asked.json, &asked.stats)
        && json == stats
        && !is_special(json)
    {
        return Err(Failure::Usage("--json and --stats need a file each".to_owned()));
    }
    for (option, path) in [("--json", &asked.json), ("--stats", &asked.stats)] {
        if let Some(path) = path {
            prepare_file(path).map_err(|why| {
                Failure::Usage(format!("{option}: cannot write {}: {why}", path.display()))
            })?;
        }
    }
    Ok(())
}

pub fn write(result: &ResultFile, asked: &RunOptions) -> Result<(), Failure> {
    let json = asked.json.as_deref().map(|path| (path, result.to_json()));
    let stats = asked.stats.as_deref().map(|path| (path, result.stats.to_json()));
    for (path, text) in [json, stats].into_iter().flatten() {
        std::fs::write(path, text).map_err(|error| {
            Failure::Failed(format!("cannot write {}: {error}", path.display()))
        })?;
    }
    Ok(())
}

fn prepare_file(path: &Path) -> Result<(), String> {
    if path.is_dir() {
        return Err("it is a directory".to_owned());
    }
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    if let Some(parent) = parent.filter(|parent| !parent.is_dir()) {
        return Err(format!("there is no directory {}", parent.display()));
    }
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(path);
    drop(opened.map_err(|error| error.to_string())?);
    if !is_special(path) {
        // Where it cannot be removed it is overwritten later.
        let _ = std::fs::remove_file(path);
    }
    Ok(())
}

/// Whether it is there and no plain file: `/dev/null`, a pipe.
fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| !file.is_file())
}
