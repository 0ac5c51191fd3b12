//! What the JVMs of a run left behind.

use std::ffi::OsStr;
use std::io::{IsTerminal, Write};
use std::path::Path;

use redflag_artifact::ResultFile;
use redflag_artifact::run_options::{Color, RunOptions};
use redflag_report::{Options, merge, terminal};

/// Columns of a report that goes to no terminal.
const WIDTH: usize = 100;

#[derive(Debug, Default)]
pub struct Collected {
    /// By the ids of their processes.
    pub results: Vec<(u32, ResultFile)>,
    /// The ids of JVMs that began a result, as every one does when it starts, and did not end it.
    pub unfinished: Vec<u32>,
    /// Why a result could not be read.
    pub unreadable: Vec<String>,
}

/// The results in a directory: `PID.json` each.
pub fn collect(directory: &Path) -> Collected {
    let mut files: Vec<(u32, std::path::PathBuf)> = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension() == Some(OsStr::new("json")))
        .filter_map(|path| Some((path.file_stem()?.to_str()?.parse().ok()?, path)))
        .collect();
    files.sort();
    let mut collected = Collected::default();
    for (id, path) in files {
        let text = match std::fs::read_to_string(&path) {
            Ok(text) if text.trim().is_empty() => {
                collected.unfinished.push(id);
                continue;
            }
            Ok(text) => text,
            Err(error) => {
                collected.unreadable.push(format!("the result of process {id}: {error}"));
                continue;
            }
        };
        match ResultFile::from_json(&text) {
            Ok(result) => collected.results.push((id, result)),
            Err(why) => collected.unreadable.push(format!("the result of process {id}: {why}")),
        }
    }
    collected
}

impl Collected {
    /// All results as one; none if there is none.
    pub fn merged(&self) -> Option<ResultFile> {
        self.merged_but(None)
    }

    /// All but that of one process.
    pub fn merged_but(&self, but: Option<u32>) -> Option<ResultFile> {
        let of_others = self.results.iter().filter(|(id, _)| Some(*id) != but);
        let results: Vec<ResultFile> = of_others.map(|(_, result)| result.clone()).collect();
        (!results.is_empty()).then(|| merge(results))
    }
}

/// The whole report, on the standard error.
pub fn report(result: &ResultFile, asked: &RunOptions) {
    let color = match asked.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            std::io::stderr().is_terminal() && !no_color
        }
    };
    let sources = |class: &str, file: &str| {
        let candidates = asked.source_candidates(class, file);
        candidates.iter().find_map(|path| std::fs::read_to_string(path).ok())
    };
    let options = Options { color, width: width(), sources: &sources };
    // The exit status says it, too, when nobody reads this.
    let _ = std::io::stderr().write_all(terminal(result, &options).as_bytes());
}

#[cfg(unix)]
fn width() -> usize {
    let size = rustix::termios::tcgetwinsize(std::io::stderr());
    size.ok().map(|size| size.ws_col.into()).filter(|&columns| columns > 0).unwrap_or(WIDTH)
}

#[cfg(not(unix))]
fn width() -> usize {
    WIDTH
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(classes: u64) -> ResultFile {
        let mut result = ResultFile { command: "run".to_owned(), ..ResultFile::default() };
        result.stats.add("classes.instrumented", classes);
        result
    }

    #[test]
    fn every_jvm_is_accounted_for() {
        let directory = tempfile::tempdir().expect("made");
        let write = |name: &str, text: &str| {
            std::fs::write(directory.path().join(name), text).expect("written");
        };
        write("9.json", &result(2).to_json());
        write("10.json", &result(40).to_json());
        write("11.json", "");
        write("12.json", "{ \"schema\": ");
        write("10.stats", "{}");
        write("13.json.tmp", "half");
        let collected = collect(directory.path());
        assert_eq!(collected.results.len(), 2);
        assert_eq!(collected.unfinished, [11]);
        assert_eq!(collected.unreadable.len(), 1, "{:?}", collected.unreadable);
        assert!(collected.unreadable[0].starts_with("the result of process 12: not a result file"));
        let merged = collected.merged().expect("two");
        assert_eq!(merged.stats.count("classes.instrumented"), Some(42));
        assert_eq!(merged.command, "run");
        let others = collected.merged_but(Some(9)).expect("one");
        assert_eq!(others.stats.count("classes.instrumented"), Some(40));
        assert_eq!(Collected::default().merged(), None);
    }
}
