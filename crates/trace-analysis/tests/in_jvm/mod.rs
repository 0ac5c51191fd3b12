//! The runtime in a JVM of its own.

use std::time::Duration;

use redflag_test_support::{cache, javac, jdks, jvm};

/// What a class of the runtime or its tests prints.
pub fn java(options: &[&str], class: &str, arguments: &[&str]) -> String {
    let jdk = jdks::compiler();
    let folders = ["runtime/src", "runtime/test"].map(cache::in_repository);
    let packages =
        ["runtime/src/java/lang", "runtime/src/redflag/runtime", "runtime/test/redflag/runtime"];
    let sources =
        packages.map(|package| javac::sources_in(&cache::in_repository(package))).concat();
    // The runtime is a part of java.base: one of its classes is of java.lang.
    let part = |of: &str| format!("java.base={of}");
    let of_sources = part(&folders.map(|folder| folder.display().to_string()).join(":"));
    let flags = ["-source", "11", "-target", "11", "-Xlint:all,-options", "-Werror"];
    let flags = [&flags[..], &["--patch-module", &of_sources]].concat();
    let classes = part(&javac::compile(jdk, &sources, &flags).display().to_string());
    let mut command = [options, &["--patch-module", &classes]].concat();
    command.push(class);
    command.extend(arguments);
    jvm::run_well(jdk, &command, Duration::from_secs(300)).stdout
}
