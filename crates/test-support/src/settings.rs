//! What the environment says about how much to test, and on which JDKs.

use redflag_ir::program::jdk::Jdk;

use crate::jdks;

/// Whether a variable is set to anything but nothing and `0`.
pub fn is_set(variable: &str) -> bool {
    std::env::var(variable).is_ok_and(|value| !value.is_empty() && value != "0")
}

/// The number that a variable holds, or `otherwise`. Panics when it holds something else: a typing
/// error would test less than was asked for.
pub fn number(variable: &str, otherwise: u32) -> u32 {
    match std::env::var(variable) {
        Ok(value) if !value.is_empty() => {
            value.parse().unwrap_or_else(|_| panic!("{variable}={value}, expected a number"))
        }
        _ => otherwise,
    }
}

/// The JDKs that the detector is tested on: 17 and 25, or all of them with `REDFLAG_ALL_JDKS`.
/// Those that are not there are said to be missing: fewer are no failure, and no secret either.
pub fn jdks_under_test() -> Vec<&'static Jdk> {
    if is_set("REDFLAG_ALL_JDKS") {
        return jdks::all().iter().collect();
    }
    let mut chosen = Vec::new();
    for feature in [17, 25] {
        match jdks::all().iter().find(|jdk| jdk.feature == feature) {
            Some(jdk) => chosen.push(jdk),
            None => eprintln!(
                "no Java {feature} was found: nothing is tested on it (scripts/fetch-jdks)"
            ),
        }
    }
    assert!(!chosen.is_empty(), "neither Java 17 nor 25 was found: run scripts/fetch-jdks");
    chosen
}

/// What compiles for a JDK: the JDK itself, or the newest compiler for one that has none.
pub fn compiler_for(jdk: &'static Jdk) -> Option<&'static Jdk> {
    if jdk.has_javac() {
        return Some(jdk);
    }
    jdks::all().iter().rfind(|other| other.has_javac() && other.feature > jdk.feature)
}
