//! Links every class, untouched and rewritten, under full verification, and compares what came of
//! each.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use redflag_ir::program::jdk::Jdk;
use redflag_test_support::jvm;
use redflag_test_support::patched_jdk::PatchedJdk;
use redflag_test_support::stress::Stress;

use crate::comparing::same_outcomes;
use crate::fixtures::{
    BROKEN_IN_JAR, BROKEN_IN_RUNTIME, Subject, link_all, probed_jars, rewrite_jars, untouched_jars,
};

/// A run takes seconds; this is for a machine that does much else.
const LIMIT: Duration = Duration::from_secs(600);

const VERIFY_ERROR: &str = "java.lang.VerifyError";

/// Every class of the runtime image.
pub fn runtime(subject: &Subject, stress: Stress) -> Result<(), String> {
    let untouched = subject.untouched_runtime(|| {
        let linked = link_runtime(subject, "untouched", None)?;
        // The runtime needs nothing that is not in it.
        expect_linked(&linked, 100.0)?;
        Ok(linked)
    })?;
    let name = format!("{stress:?}");
    if stress == Stress::Before {
        return same_runtime(untouched, link_runtime(subject, &name, Some(subject.probed()?))?);
    }
    // A rewritten JDK is half a gigabyte, which nobody else wants.
    let directory = subject.file(&format!("modules-{name}"));
    let patched = subject.rewritten(stress, &directory)?;
    let same = same_runtime(untouched, link_runtime(subject, &name, Some(&patched))?);
    remove(&directory)?;
    same
}

fn link_runtime(
    subject: &Subject,
    name: &str,
    patched: Option<&PatchedJdk>,
) -> Result<Linked, String> {
    let mut options = vec!["--add-modules".to_owned(), "ALL-SYSTEM".to_owned()];
    let mut what = vec!["runtime".to_owned()];
    if let Some(patched) = patched {
        options.push(patched.argument());
        what.push(BROKEN_IN_RUNTIME.to_owned());
    }
    link(subject.jdk, &options, &what, &subject.file(&format!("runtime-{name}.log")))
}

fn same_runtime(untouched: &Linked, mut rewritten: Linked) -> Result<(), String> {
    let control = rewritten.outcomes.remove(&format!("java.base!{BROKEN_IN_RUNTIME}"));
    expect_refused(control.as_deref())?;
    same_outcomes(untouched, &rewritten)
}

/// Every class file of the pinned jars.
pub fn jars(subject: &Subject, stress: Stress) -> Result<(), String> {
    let untouched = subject.untouched_jars(|| {
        let linked = link_jars(subject, "untouched", untouched_jars())?;
        // The rest refers to libraries that are not among the jars: 0.9% when this was written.
        expect_linked(&linked, 99.0)?;
        Ok(linked)
    })?;
    let name = format!("{stress:?}");
    if stress == Stress::Before {
        return same_jars(untouched, &link_jars(subject, &name, probed_jars()?)?);
    }
    let directory = subject.file(&format!("jars-{name}"));
    let jars =
        rewrite_jars(stress, &directory, |jar| stress != Stress::FarBranches || is_small(jar))?;
    let same = same_jars(untouched, &link_jars(subject, &name, &jars)?);
    remove(&directory)?;
    same
}

/// Whether a jar is among those to rewrite when every method grows by tens of kilobytes: small
/// ones, of many compilers and class-file versions.
fn is_small(jar: &str) -> bool {
    let small = [
        "commons-lang3",
        "commons-pool",
        "gson",
        "jtds",
        "junit",
        "kotlin-stdlib",
        "netty-buffer",
        "okhttp",
        "rhino",
        "spring-boot-loader",
    ];
    small.iter().any(|name| jar.starts_with(name))
}

fn link_jars(subject: &Subject, name: &str, jars: &[PathBuf]) -> Result<Linked, String> {
    let options = [subject.with_probe()?.argument()];
    let mut what = vec!["jars".to_owned()];
    what.extend(jars.iter().map(|jar| jar.display().to_string()));
    link(subject.jdk, &options, &what, &subject.file(&format!("jars-{name}.log")))
}

fn same_jars(untouched: &Linked, rewritten: &Linked) -> Result<(), String> {
    expect_refused(rewritten.outcomes.get(BROKEN_IN_JAR).map(String::as_str))?;
    same_outcomes(untouched, rewritten)
}

fn remove(directory: &Path) -> Result<(), String> {
    fs::remove_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))
}

/// What came of linking many classes.
pub struct Linked {
    /// By place and class: `ok`, or the exception.
    pub outcomes: BTreeMap<String, String>,
    /// How often each class was refused by the verifier that reads frames, and then accepted by the
    /// one that does without. The JVM does that for version 50, and it would hide a wrong frame.
    pub failed_over: BTreeMap<String, usize>,
}

/// Links classes in a JVM of their own. That a class linked without having been verified is an
/// error.
fn link(jdk: &Jdk, options: &[String], what: &[String], log: &Path) -> Result<Linked, String> {
    let mut arguments = vec![
        // Classes from the shared archive are taken as verified.
        "-Xshare:off".to_owned(),
        "-Xverify:all".to_owned(),
        // One file, however large: by default the older half would be lost.
        format!("-Xlog:class+init=info:file={}::filecount=0", log.display()),
        "-cp".to_owned(),
        link_all().display().to_string(),
    ];
    arguments.extend_from_slice(options);
    arguments.push("LinkAll".to_owned());
    arguments.extend_from_slice(what);
    let outcome = jvm::run(jdk, &arguments, LIMIT)?;
    if !outcome.status.success() {
        let (status, said) = (outcome.status, outcome.stderr);
        return Err(format!("LinkAll ended with {status}, see {}\n{said}", log.display()));
    }
    let outcomes = outcome.stdout.lines().filter_map(|line| {
        let (class, outcome) = line.split_once(' ')?;
        Some((class.to_owned(), outcome.to_owned()))
    });
    let outcomes = outcomes.collect();
    let log = fs::read_to_string(log).map_err(|error| format!("{}: {error}", log.display()))?;
    let verified = count_after(&log, "Start class verification for: ");
    expect_verified(jdk, &outcomes, &verified)?;
    let failed_over = count_after(&log, "Fail over class verification to old verifier for: ");
    Ok(Linked { outcomes, failed_over })
}

/// How often each text follows a mark.
fn count_after(log: &str, mark: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for (_, class) in log.lines().filter_map(|line| line.split_once(mark)) {
        *counts.entry(class.to_owned()).or_default() += 1;
    }
    counts
}

/// Each class that linked must have been verified, as often as there are classes of its name.
fn expect_verified(
    jdk: &Jdk,
    outcomes: &BTreeMap<String, String>,
    verified: &BTreeMap<String, usize>,
) -> Result<(), String> {
    let mut linked: BTreeMap<&str, usize> = BTreeMap::new();
    for (class, outcome) in outcomes {
        let name = class.rsplit('!').next().unwrap_or(class);
        if outcome == "ok" && !never_verified(jdk, name) {
            *linked.entry(name).or_default() += 1;
        }
    }
    let is_unverified =
        |(name, times): &(&str, usize)| verified.get(*name).copied().unwrap_or(0) < *times;
    let unverified: Vec<&str> =
        linked.into_iter().filter(is_unverified).map(|(name, _)| name).collect();
    match unverified[..] {
        [] => Ok(()),
        _ => Err(format!("{} classes linked unverified: {unverified:.400?}", unverified.len())),
    }
}

/// Whether HotSpot verifies a class at no setting at all: before Java 25 four classes that its
/// start-up depends on, and the accessors of core reflection, whose generated code breaks the
/// rules.
fn never_verified(jdk: &Jdk, class: &str) -> bool {
    let core = ["Object", "Class", "String", "Throwable"];
    jdk.feature < 25
        && (class.strip_prefix("java.lang.").is_some_and(|name| core.contains(&name))
            || class.starts_with("jdk.internal.reflect."))
}

/// The negative control: were the broken class accepted, nothing would have been verified.
fn expect_refused(outcome: Option<&str>) -> Result<(), String> {
    match outcome {
        Some(outcome) if outcome.starts_with(VERIFY_ERROR) => Ok(()),
        _ => Err(format!("the broken class gave {outcome:?}, expected {VERIFY_ERROR}")),
    }
}

/// Of the classes that the JDK is new enough for, at least this part must link untouched: the rest
/// goes unverified.
fn expect_linked(linked: &Linked, percent: f64) -> Result<(), String> {
    let too_new = "java.lang.UnsupportedClassVersionError";
    let supported =
        linked.outcomes.values().filter(|outcome| !outcome.starts_with(too_new)).count();
    let ok = linked.outcomes.values().filter(|outcome| *outcome == "ok").count();
    if ok == 0 || (ok as f64) < supported as f64 * percent / 100.0 {
        return Err(format!("{ok} of {supported} classes link untouched, expected {percent}%"));
    }
    Ok(())
}
