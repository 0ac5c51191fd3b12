//! Java fixtures with their truth inline: what each source line does once it is in SSA form.
//!
//! `testdata/ir/*.java`, compiled and lowered by every JDK that has a compiler:
//!
//! - `//~ getfield balance; invokevirtual add`: the accesses to memory, monitor operations and
//!   calls of this line, in the order of the code. Every line is checked, so a line without
//!   expectations does none of these.
//! - `//@ blocks: METHOD NUMBER`
//! - `//@ phis: METHOD TYPE...`: all phis of a method, block by block.
//! - `//@ catches: METHOD TYPE...`: what its handlers catch.
//! - `//@ javac: FLAG...`, `//@ since: RELEASE`: how and from when on to compile it.

mod fixture;
mod group;
mod operations;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use redflag_test_support::{cache, javac, jdks};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let sources = javac::sources_in(&cache::in_repository("testdata/ir"));
    let mut trials = Vec::new();
    for jdk in jdks::all().iter().filter(|jdk| jdk.has_javac()) {
        for (group, fixtures) in group::groups(jdk, &sources) {
            for fixture in fixtures {
                let name = format!("{} compiled by {}", fixture.name, jdk.feature);
                let group = group.clone();
                trials.push(Trial::test(name, move || {
                    fixture.check(group.classes()).map_err(Into::into)
                }));
            }
        }
    }
    assert!(!trials.is_empty(), "testdata/ir has no fixtures, or no JDK has a compiler");
    libtest_mimic::run(&arguments, trials).exit_code()
}
