//! Resolution, selection and origins on Java fixtures: each directory of `testdata/resolve` is a test.
//!
//! The Java files of a directory are compiled together. Those of its `later` directory are
//! compiled after them, against them, and take their place: so arise the errors that a compiler
//! would prevent. Expectations stand on the line of the one call or field access that they are
//! about; constructors do not count. Classes have their internal names; a method's descriptor may
//! be left out.
//!
//! ```java
//! //@ javac: --release 8           flags for the compiler
//! a.m();   //~ resolves A.m        what the reference means; or the error: resolves NoSuchMethodError
//! a.m();   //~ on B runs B.m       what it runs on an object of class B; or: on B throws AbstractMethodError
//! a.m();   //~ may run A.m B.m     what it may run on any object that there can be
//! ```
//!
//! A file with headers like the following lists all methods that are not the programmer's, of all classes of
//! the directory. The number of a lambda is written `#`.
//!
//! ```java
//! //@ origin: Outer.access$000(LOuter;)I accessor of Outer.secret
//! ```

mod fixture;
mod origins;
mod uses;

use libtest_mimic::{Arguments, Failed, Trial};
use redflag_test_support::cache;

use fixture::Fixture;

fn main() {
    let arguments = Arguments::from_args();
    let parent = cache::in_repository("testdata/resolve");
    let mut directories: Vec<_> = std::fs::read_dir(&parent)
        .unwrap_or_else(|error| panic!("{}: {error}", parent.display()))
        .map(|entry| entry.expect("a directory that stays").path())
        .filter(|path| path.is_dir())
        .collect();
    directories.sort();
    assert!(!directories.is_empty(), "no fixtures in {}", parent.display());
    let trials = directories.into_iter().map(|directory| {
        let name = directory.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(name, move || check(&Fixture::open(&directory)))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn check(fixture: &Fixture) -> Result<(), Failed> {
    let mut problems = Vec::new();
    let checked = uses::check(fixture, &mut problems) + origins::check(fixture, &mut problems);
    if checked == 0 {
        return Err("the fixture expects nothing".into());
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}
