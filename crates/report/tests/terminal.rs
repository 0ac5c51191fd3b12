//! What the report says, for the results in `testdata/report/`.
//!
//! `x.json` is a result, `x.txt` its report without colours and in 100 columns. Where there is a
//! `x.color.txt`, that is the one with colours, `\e` standing for the escape character. Sources
//! are looked for in `sources/`. `REDFLAG_UPDATE=1` writes what came instead of comparing.

use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use redflag_artifact::{ResultFile, normalise};
use redflag_report::{Options, race_block, summary, terminal};

fn main() {
    let arguments = Arguments::from_args();
    let trials = results().into_iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(name, move || check(&path))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/report")
}

fn results() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory()).expect("testdata/report");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no results in testdata/report");
    paths
}

fn check(path: &Path) -> Result<(), Failed> {
    let mut result = ResultFile::from_json(&std::fs::read_to_string(path)?)?;
    normalise(&mut result);
    let plain = render(&result, false)?;
    if let Some(odd) = plain.chars().find(|&c| c.is_control() && c != '\n') {
        return Err(format!("{odd:?} in a report without colours:\n{plain}").into());
    }
    expect(&path.with_extension("txt"), &plain)?;
    let colored = path.with_extension("color.txt");
    if colored.exists() {
        expect(&colored, &render(&result, true)?.replace('\u{1b}', "\\e"))?;
    }
    Ok(())
}

/// The report, which must be the same in one piece and race by race.
fn render(result: &ResultFile, color: bool) -> Result<String, Failed> {
    let options = Options { color, width: 100, sources: &source };
    let whole = terminal(result, &options);
    let mut pieces: String = result.races.iter().map(|race| race_block(race, &options)).collect();
    pieces.push_str(&summary(result, &options));
    if whole == pieces { Ok(whole) } else { Err("the pieces are not the whole".into()) }
}

fn source(class: &str, file: &str) -> Option<String> {
    let package = class.rsplit_once('.').map_or("", |(package, _)| package).replace('.', "/");
    std::fs::read_to_string(directory().join("sources").join(package).join(file)).ok()
}

fn expect(path: &Path, report: &str) -> Result<(), Failed> {
    if std::env::var_os("REDFLAG_UPDATE").is_some() {
        return Ok(std::fs::write(path, report)?);
    }
    let expected = std::fs::read_to_string(path)?;
    if expected == report {
        return Ok(());
    }
    Err(format!("expected:\n{expected}\nbut it said:\n{report}").into())
}
