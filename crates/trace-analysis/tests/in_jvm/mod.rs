//! The runtime in a JVM of its own.

use std::path::PathBuf;
use std::time::Duration;

use redflag_test_support::{cache, javac, jdks, jvm};

/// What a class of the runtime or its tests prints.
pub fn java(options: &[&str], class: &str, arguments: &[&str]) -> String {
    let jdk = jdks::compiler();
    let mut sources = javac::sources_in(&cache::in_repository("runtime/src/redflag/runtime"));
    sources.extend(javac::sources_in(&cache::in_repository("runtime/test/redflag/runtime")));
    // The runtime sees inside java.base, which --release would hide.
    let sees = ["--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED"];
    let flags = [&["-source", "11", "-target", "11", "-Xlint:all,-options", "-Werror"], &sees[..]];
    let classes: PathBuf = javac::compile(jdk, &sources, &flags.concat());
    let mut command = [options, &sees].concat();
    let classes = classes.display().to_string();
    command.extend(["-cp", &classes, class]);
    command.extend(arguments);
    jvm::run_well(jdk, &command, Duration::from_secs(300)).stdout
}
