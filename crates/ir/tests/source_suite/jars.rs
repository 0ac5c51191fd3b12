//! Multi-release jars, manifests, nested jars, jmods.

use std::borrow::Cow;

use redflag_ir::program::source::ClassPath;

use crate::made::{
    Entry, class, deflated, files, manifest, names, open, origin, read, skipped, stored, zip,
};

fn versioned() -> Vec<Entry> {
    vec![
        manifest("Multi-Release: true\r\n"),
        deflated("A.class", class("A", "base")),
        deflated("B.class", class("B", "base")),
        deflated("META-INF/versions/8/A.class", class("A", "8")),
        deflated("META-INF/versions/11/A.class", class("A", "11")),
        deflated("META-INF/versions/9/A.class", class("A", "9")),
        deflated("META-INF/versions/21/A.class", class("A", "21")),
        deflated("META-INF/versions/11/Only.class", class("Only", "11")),
        deflated("META-INF/versions/011/B.class", class("B", "011")),
        deflated("META-INF/versions/11/META-INF/B.class", class("B", "no package")),
        deflated("META-INF/versions/9/module-info.class", class("module-info", "9")),
    ]
}

#[test]
fn the_newest_version_up_to_the_release_counts() {
    let made = files(&[("a.jar", zip(&versioned()))]);
    let jar = made.path().join("a.jar");
    for (release, mark) in [(8, "base"), (9, "9"), (10, "9"), (17, "11"), (21, "21"), (25, "21")] {
        let class_path = ClassPath::open(&[&jar], release);
        assert_eq!(read(&class_path, "A"), class("A", mark), "release {release}");
        assert_eq!(read(&class_path, "B"), class("B", "base"));
        assert_eq!(class_path.find("Only").is_some(), release >= 11);
        assert_eq!(class_path.duplicates(), 0);
    }
    let class_path = open(made.path(), &["a.jar"]);
    assert_eq!(names(&class_path), ["A", "B", "Only", "module-info"]);
    let from = "a.jar!/META-INF/versions/11/A.class";
    assert_eq!(origin(made.path(), &class_path, "A"), from);
}

#[test]
fn versions_count_only_when_the_manifest_says_so() {
    let mut entries = versioned();
    entries[0] = manifest("");
    let made = files(&[("a.jar", zip(&entries)), ("b.jar", zip(&entries[1..]))]);
    for jar in ["a.jar", "b.jar"] {
        let class_path = open(made.path(), &[jar]);
        assert_eq!(names(&class_path), ["A", "B"]);
        assert_eq!(read(&class_path, "A"), class("A", "base"));
    }
}

#[test]
fn stored_classes_are_borrowed_and_deflated_ones_owned() {
    let jar = zip(&[stored("A.class", class("A", "")), deflated("B.class", class("B", ""))]);
    let made = files(&[("a.jar", jar)]);
    let class_path = open(made.path(), &["a.jar"]);
    let bytes = |name| class_path.read(class_path.find(name).expect("listed")).expect("readable");
    assert!(matches!(bytes("A"), Cow::Borrowed(_)));
    assert!(matches!(bytes("B"), Cow::Owned(_)));
}

#[test]
fn the_manifest_class_path_is_followed_after_the_jar() {
    let jar = |name: &str, lines: &str| {
        zip(&[manifest(lines), stored(&format!("{name}.class"), class(name, ""))])
    };
    let made = files(&[
        ("app.jar", jar("App", "Class-Path: lib/x%20y.jar out/ gone.jar http://h/z.jar\r\n")),
        // Back to the first jar: a cycle.
        ("lib/x y.jar", jar("X", "Class-Path: ../app.jar deeper.jar\r\n")),
        ("lib/deeper.jar", jar("Deeper", "")),
        ("out/Out.class", class("Out", "")),
        ("last.jar", jar("Last", "")),
    ]);
    let class_path = open(made.path(), &["app.jar", "last.jar"]);
    assert_eq!(names(&class_path), ["App", "X", "Deeper", "Out", "Last"]);
    let skipped = skipped(made.path(), &class_path);
    assert!(skipped[0].contains("`http:` URL"), "{skipped:?}");
    assert!(skipped[1].starts_with("gone.jar: "), "{skipped:?}");
    assert!(skipped[1].ends_with("(in the Class-Path of app.jar's manifest)"), "{skipped:?}");
    assert_eq!(skipped.len(), 2);
}

#[test]
fn spring_boot_jars_are_opened_inside() {
    let library = zip(&[deflated("com/acme/L.class", class("com/acme/L", ""))]);
    let app = zip(&[
        stored("BOOT-INF/lib/stored.jar", &library),
        deflated("BOOT-INF/lib/deflated.jar", &library),
        deflated("BOOT-INF/classes/com/acme/A.class", class("com/acme/A", "")),
        stored("BOOT-INF/lib/sub/not-a-library.jar", &library),
        stored("other/not-a-library.jar", &library),
        deflated("org/Loader.class", class("org/Loader", "")),
    ]);
    let made = files(&[("app.jar", app)]);
    let class_path = open(made.path(), &["app.jar"]);
    assert_eq!(names(&class_path), ["org/Loader", "com/acme/A", "com/acme/L", "com/acme/L"]);
    assert_eq!(class_path.duplicates(), 1);
    let origins: Vec<String> =
        class_path.find_all("com/acme/L").map(|location| class_path.origin(location)).collect();
    assert!(origins[0].ends_with("app.jar!/BOOT-INF/lib/stored.jar!/com/acme/L.class"));
    assert!(origins[1].ends_with("app.jar!/BOOT-INF/lib/deflated.jar!/com/acme/L.class"));
    for location in class_path.find_all("com/acme/L") {
        assert_eq!(*class_path.read(location).expect("readable"), class("com/acme/L", ""));
    }
    let from = "app.jar!/BOOT-INF/classes/com/acme/A.class";
    assert_eq!(origin(made.path(), &class_path, "com/acme/A"), from);
    assert!(class_path.skipped().is_empty(), "{:?}", class_path.skipped());
}

#[test]
fn wars_are_opened_inside() {
    let library = |name: &str| zip(&[stored(&format!("{name}.class"), class(name, ""))]);
    let war = zip(&[
        deflated("WEB-INF/lib/l.jar", library("L")),
        deflated("WEB-INF/lib-provided/p.jar", library("P")),
        deflated("WEB-INF/classes/A.class", class("A", "")),
    ]);
    let made = files(&[("app.war", war)]);
    assert_eq!(names(&open(made.path(), &["app.war"])), ["A", "L", "P"]);
}

#[test]
fn nested_jars_may_be_multi_release() {
    let app = zip(&[stored("BOOT-INF/lib/l.jar", zip(&versioned()))]);
    let made = files(&[("app.jar", app)]);
    assert_eq!(read(&open(made.path(), &["app.jar"]), "A"), class("A", "11"));
}

#[test]
fn archives_may_have_something_before_them() {
    let mut jar = b"#!/bin/sh\nexec java -jar $0\n".to_vec();
    jar.extend(zip(&[deflated("A.class", class("A", ""))]));
    let made = files(&[("run.jar", jar)]);
    assert_eq!(read(&open(made.path(), &["run.jar"]), "A"), class("A", ""));
}

#[test]
fn jmods_have_a_header_and_a_classes_directory() {
    let mut jmod = b"JM\x01\x00".to_vec();
    jmod.extend(zip(&[
        deflated("classes/module-info.class", class("module-info", "")),
        deflated("classes/a/A.class", class("a/A", "")),
        deflated("lib/B.class", class("B", "")),
    ]));
    let mut newer = jmod.clone();
    newer[2] = 9;
    let made =
        files(&[("acme.base.jmod", jmod), ("newer.jmod", newer), ("short.jmod", b"JM".to_vec())]);
    let class_path = open(made.path(), &["acme.base.jmod", "newer.jmod", "short.jmod"]);
    assert_eq!(names(&class_path), ["module-info", "a/A"]);
    assert_eq!(read(&class_path, "a/A"), class("a/A", ""));
    let location = class_path.find("a/A").expect("listed");
    assert_eq!(class_path.module(location), Some("acme.base"));
    let expected = [
        "newer.jmod: offset 0x2: jmod version [9, 0], expected [1, 0]",
        "short.jmod: offset 0x2: jmod version [], expected [1, 0]",
    ];
    assert_eq!(skipped(made.path(), &class_path), expected);
}
