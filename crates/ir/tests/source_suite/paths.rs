//! Directories, class path strings, wildcards and lone class files.

use std::path::PathBuf;

use redflag_ir::program::source::{ClassPath, split_class_path};

use crate::made::{class, files, names, open, origin, read, skipped, stored, zip};

/// Classes are read from many threads at once.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<ClassPath>();
};

#[test]
fn a_directory_is_listed_by_path() {
    let made = files(&[
        ("out/b/B.class", class("b/B", "")),
        ("out/A.class", class("A", "")),
        ("out/b/c/package-info.class", class("b/c/package-info", "")),
        ("out/b/notes.txt", vec![]),
        ("out/META-INF/versions/9/A.class", class("A", "ignored")),
    ]);
    let class_path = open(made.path(), &["out"]);
    assert_eq!(names(&class_path), ["A", "b/B", "b/c/package-info"]);
    assert_eq!(read(&class_path, "b/B"), class("b/B", ""));
    assert_eq!(origin(made.path(), &class_path, "b/B"), "out/b/B.class");
    assert_eq!(class_path.find("b/C"), None);
    assert!(class_path.skipped().is_empty(), "{:?}", class_path.skipped());
}

#[test]
fn the_first_of_a_name_wins_and_the_others_are_counted() {
    let made = files(&[
        ("one/A.class", class("A", "one")),
        ("two/A.class", class("A", "two")),
        ("two/module-info.class", class("module-info", "two")),
        ("three.jar", zip(&[stored("A.class", class("A", "three")), stored("B.class", "")])),
        ("four/module-info.class", class("module-info", "four")),
    ]);
    let class_path = open(made.path(), &["one", "two", "three.jar", "four"]);
    assert_eq!(names(&class_path), ["A", "A", "module-info", "A", "B", "module-info"]);
    assert_eq!(class_path.len(), 6);
    assert_eq!(class_path.duplicates(), 2, "module-info is no duplicate");
    assert_eq!(read(&class_path, "A"), class("A", "one"));
    let all: Vec<Vec<u8>> = class_path
        .find_all("A")
        .map(|location| class_path.read(location).expect("readable").into_owned())
        .collect();
    assert_eq!(all, ["one", "two", "three"].map(|mark| class("A", mark)));
    assert_eq!(class_path.find_all("nowhere").count(), 0);
}

#[test]
fn wildcards_are_the_jars_of_a_directory() {
    let jar = |name: &str| zip(&[stored(&format!("{name}.class"), class(name, ""))]);
    let made = files(&[
        ("lib/b.jar", jar("B")),
        ("lib/a.JAR", jar("A")),
        ("lib/c.zip", jar("C")),
        ("lib/deeper/d.jar", jar("D")),
        ("lib/E.class", class("E", "")),
        ("lib/folder.jar/F.class", class("F", "")),
    ]);
    assert_eq!(names(&open(made.path(), &["lib/*"])), ["A", "B"]);
    let none = open(made.path(), &["nowhere/*"]);
    assert_eq!(skipped(made.path(), &none).len(), 1);
}

#[test]
fn class_path_strings_are_split_as_by_the_jvm() {
    if cfg!(unix) {
        let split = ["a.jar", ".", "lib/*"].map(PathBuf::from);
        assert_eq!(split_class_path("a.jar::lib/*"), split);
    }
    assert_eq!(split_class_path(""), [PathBuf::from(".")]);
}

#[test]
fn a_class_file_names_itself() {
    let made = files(&[
        ("anything.bin", class("com/acme/A", "")),
        ("bad.class", b"\xca\xfe\xba\xbe".to_vec()),
    ]);
    let class_path = open(made.path(), &["anything.bin", "bad.class"]);
    assert_eq!(names(&class_path), ["com/acme/A"]);
    assert_eq!(origin(made.path(), &class_path, "com/acme/A"), "anything.bin");
    assert_eq!(read(&class_path, "com/acme/A"), class("com/acme/A", ""));
    let why = "bad.class: offset 0x4: the file ends within the class's constants or header";
    assert_eq!(skipped(made.path(), &class_path), [why]);
}

#[test]
fn what_cannot_be_opened_is_listed_and_the_rest_goes_on() {
    let made = files(&[
        ("empty.jar", vec![]),
        ("text.jar", b"this is not an archive".to_vec()),
        ("good/A.class", class("A", "")),
    ]);
    let class_path = open(made.path(), &["nowhere.jar", "empty.jar", "text.jar", "good"]);
    assert_eq!(names(&class_path), ["A"]);
    let skipped = skipped(made.path(), &class_path);
    assert!(skipped[0].starts_with("nowhere.jar: "), "{skipped:?}");
    assert!(skipped[1].starts_with("empty.jar: offset 0x0: "), "{skipped:?}");
    assert!(skipped[2].contains("expected a zip archive's end record"), "{skipped:?}");
    assert_eq!(skipped.len(), 3);
}

#[test]
fn a_path_given_twice_counts_once() {
    let made = files(&[("a.jar", zip(&[stored("A.class", class("A", ""))]))]);
    let class_path = open(made.path(), &["a.jar", "./a.jar"]);
    assert_eq!((class_path.len(), class_path.duplicates()), (1, 0));
}

#[test]
fn a_class_that_vanishes_is_an_error_when_read() {
    let made = files(&[("out/A.class", class("A", ""))]);
    let class_path = open(made.path(), &["out"]);
    let location = class_path.find("A").expect("listed");
    std::fs::remove_file(made.path().join("out/A.class")).expect("removed");
    let error = class_path.read(location).expect_err("gone");
    assert!(error.origin.ends_with("A.class"), "{error}");
}

#[test]
fn an_unpacked_application_is_opened_like_a_packed_one() {
    let made = files(&[
        ("app/BOOT-INF/classes/A.class", class("A", "")),
        ("app/BOOT-INF/lib/l.jar", zip(&[stored("L.class", class("L", ""))])),
        ("app/Launcher.class", class("Launcher", "")),
    ]);
    assert_eq!(names(&open(made.path(), &["app"])), ["Launcher", "A", "L"]);
}

#[cfg(unix)]
#[test]
fn links_in_circles_end() {
    let made = files(&[("out/a/A.class", class("a/A", ""))]);
    let link = |to: &str, from: &str| {
        std::os::unix::fs::symlink(made.path().join(to), made.path().join(from)).expect("linked");
    };
    link("out", "out/a/again");
    link("nowhere", "out/Dangling.class");
    let class_path = open(made.path(), &["out"]);
    assert_eq!(names(&class_path), ["a/A"]);
    let skipped = skipped(made.path(), &class_path);
    assert!(skipped[0].starts_with("out/Dangling.class: "), "{skipped:?}");
    assert_eq!(skipped[1], "out/a/again: leads to a directory that is already listed");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_and_not_waited_for() {
    let made = files(&[]);
    let pipe = made.path().join("pipe.jar");
    let status = std::process::Command::new("mkfifo").arg(&pipe).status();
    if status.is_ok_and(|status| status.success()) {
        let class_path = ClassPath::open(&[&pipe], 17);
        assert_eq!(skipped(made.path(), &class_path), ["pipe.jar: not a regular file"]);
    }
}
