//! Every class of every JDK and of every pinned jar, read and written unchanged, is the same
//! bytes.

use std::path::Path;

use redflag_classfile::ClassFile;
use redflag_ir::program::source::ClassPath;
use redflag_test_support::{jars, jdks};

#[test]
fn jdks_are_written_as_they_were_read() {
    let jdks = jdks::all();
    assert!(!jdks.is_empty(), "no JDK found: run scripts/setup jdk");
    for jdk in jdks {
        let count = round_trip(&ClassPath::open_with_jdk::<&Path>(jdk, &[]));
        println!("JDK {}: {count} classes", jdk.version);
        assert!(count > 5_000, "JDK {} has only {count} classes", jdk.version);
    }
}

#[test]
fn jars_are_written_as_they_were_read() {
    for jar in jars::all() {
        let class_path = ClassPath::open(&[&jar.path], 25);
        let count = round_trip(&class_path);
        println!("{}: {count} classes", jar.path.display());
        assert!(count > 0, "{} has no classes", jar.path.display());
    }
}

fn round_trip(class_path: &ClassPath) -> usize {
    let mut count = 0;
    for (location, _) in class_path.classes() {
        let origin = class_path.origin(location);
        let bytes = class_path.read(location).unwrap_or_else(|error| panic!("{error}"));
        let class = ClassFile::read(&bytes).unwrap_or_else(|error| panic!("{origin}: {error}"));
        let written = class.write().unwrap_or_else(|error| panic!("{origin}: {error}"));
        assert!(written == *bytes, "{origin} was written differently");
        count += 1;
    }
    count
}
