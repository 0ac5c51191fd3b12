//! Results to test with.

use std::path::{Path, PathBuf};

use redflag_artifact::{
    Access, Counter, Counters, Evidence, Location, LocationKind, Op, Place, Race, ResultFile,
    Schema, Skipped,
};

/// A result in which nothing is absent. It names every field, so that a new one must be added here,
/// and so to the schema.
pub fn full() -> ResultFile {
    let place = || Place {
        class: "com.acme.Bank".to_owned(),
        method: "main".to_owned(),
        file: Some("Bank.java".to_owned()),
        line: Some(7),
    };
    let access = |op| Access {
        op,
        thread: Some("teller".to_owned()),
        class: "com.acme.Account".to_owned(),
        method: "deposit".to_owned(),
        descriptor: "(I)V".to_owned(),
        file: Some("Account.java".to_owned()),
        line: Some(8),
        nth: Some(1),
        stack: vec!["com.acme.Account.deposit(Account.java:8)".to_owned()],
        locks: Some(vec!["com.acme.Account@1".to_owned()]),
        thread_created_at: vec!["com.acme.Bank.main(Bank.java:12)".to_owned()],
    };
    let location = Location {
        kind: LocationKind::Array,
        class: "int[]".to_owned(),
        name: Some("not of an array, but this is about the file".to_owned()),
        descriptor: Some("I".to_owned()),
        index: Some("[0..8)".to_owned()),
        allocated_at: Some(place()),
    };
    let mut stats = Counters::new();
    stats.add("accesses.read", 18_446_744_073_709_551_615);
    stats.set("seconds", Counter::Measure(0.25));
    ResultFile {
        schema: Schema,
        command: "run".to_owned(),
        detector: Some("fasttrack".to_owned()),
        races: vec![Race {
            id: "0123456789abcdef".to_owned(),
            evidence: Evidence::Observed,
            location,
            accesses: [access(Op::Write), access(Op::Read)],
            also: vec!["y".to_owned()],
            count: Some(3),
        }],
        skipped: vec![Skipped { what: "A.class".to_owned(), why: "too large".to_owned() }],
        stats,
    }
}

/// The results that the report is tested with.
pub fn files() -> Vec<(PathBuf, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/report");
    let entries = std::fs::read_dir(&directory).expect("testdata/report");
    let mut files: Vec<(PathBuf, String)> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| (path.clone(), std::fs::read_to_string(&path).expect("a readable file")))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no results in testdata/report");
    files
}
