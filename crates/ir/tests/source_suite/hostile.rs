//! Archives that lie, explode or are broken.

use redflag_ir::program::source::{ClassPath, Limits, OpenOptions};

use crate::made::{
    Entry, class, deflated, files, manifest, names, open, read, skipped, stored, zip,
};

fn read_error(entry: Entry) -> String {
    let made = files(&[("a.jar", zip(&[entry]))]);
    let class_path = open(made.path(), &["a.jar"]);
    let location = class_path.find("A").expect("listed");
    class_path.read(location).expect_err("must not be readable").to_string()
}

fn open_limited(jar: Vec<u8>, limits: Limits) -> (Vec<String>, Vec<String>) {
    let made = files(&[("a.jar", jar)]);
    let options = OpenOptions { release: 17, limits };
    let class_path = ClassPath::open_with(None, &[made.path().join("a.jar")], &options);
    let names = names(&class_path).into_iter().map(str::to_owned).collect();
    (names, skipped(made.path(), &class_path))
}

#[test]
fn dangerous_names_are_skipped() {
    let dangerous =
        ["../A.class", "/A.class", "a\\A.class", "a/../../A.class", "C:/A.class", "../note.txt"];
    let mut entries = dangerous.map(|name| stored(name, class("A", ""))).to_vec();
    entries.push(stored("Good.class", class("Good", "")));
    let made = files(&[("a.jar", zip(&entries))]);
    let class_path = open(made.path(), &["a.jar"]);
    assert_eq!(names(&class_path), ["Good"]);
    let skipped = skipped(made.path(), &class_path);
    assert_eq!(skipped.len(), dangerous.len());
    for (name, line) in dangerous.iter().zip(&skipped) {
        assert!(line.starts_with(&format!("a.jar!/{name}: has a")), "{line}");
    }
}

#[test]
fn names_that_no_class_has_are_skipped() {
    let mut not_utf8 = stored("x.class", "");
    not_utf8.name = b"\xff.class".to_vec();
    let bad = [not_utf8, stored("a//B.class", ""), stored("a.b/C.class", ""), stored(".class", "")];
    let made = files(&[("a.jar", zip(&bad))]);
    let class_path = open(made.path(), &["a.jar"]);
    assert!(class_path.is_empty());
    assert_eq!(class_path.skipped().len(), bad.len());
}

#[test]
fn a_wrong_checksum_is_an_error() {
    for mut entry in [stored("A.class", "content"), deflated("A.class", "content")] {
        entry.crc ^= 1;
        let error = read_error(entry);
        assert!(error.contains("a.jar!/A.class: offset 0x0: CRC 0x"), "{error}");
        assert!(error.contains(", expected 0x"), "{error}");
    }
}

#[test]
fn sizes_are_not_believed() {
    let bomb = deflated("A.class", vec![0; 70 << 20]);
    let error = read_error(bomb.clone());
    assert!(error.contains("claims 73400320 bytes inflated, expected at most 67108864"), "{error}");
    let error = read_error(Entry { claimed: 1000, ..bomb });
    assert!(error.contains("inflates beyond the 1000 bytes it claims"), "{error}");
    let error = read_error(Entry { claimed: 60 << 20, ..deflated("A.class", "small") });
    assert!(error.contains("deflated bytes hold at most"), "{error}");
    let error = read_error(Entry { claimed: 6, ..deflated("A.class", "small") });
    assert!(error.contains("inflates to 5 bytes, expected 6"), "{error}");
    let error = read_error(Entry { claimed: 4, ..stored("A.class", "small") });
    assert!(error.contains("stores 5 bytes, expected 4"), "{error}");
    let error = read_error(Entry { data: vec![0xff; 9], ..deflated("A.class", "small") });
    assert!(error.contains("no valid deflate stream"), "{error}");
}

#[test]
fn encrypted_and_unknown_entries_are_skipped() {
    let encrypted = Entry { flags: 1, ..stored("A.class", "") };
    let strange = Entry { method: 14, ..stored("B.class", "") };
    let library = Entry { flags: 1, ..stored("BOOT-INF/lib/l.jar", "") };
    let (names, skipped) = open_limited(zip(&[encrypted, strange, library]), Limits::default());
    assert!(names.is_empty());
    let expected = [
        "a.jar!/A.class: is encrypted, expected plain content",
        "a.jar!/B.class: is compressed by method 14, expected stored (0) or deflated (8)",
        "a.jar!/BOOT-INF/lib/l.jar: is encrypted, expected plain content",
    ];
    assert_eq!(skipped, expected);
}

#[test]
fn a_broken_manifest_costs_only_its_attributes() {
    let mut broken = manifest("Multi-Release: true\r\n");
    broken.crc ^= 1;
    let (names, skipped) =
        open_limited(zip(&[broken, stored("A.class", class("A", ""))]), Limits::default());
    assert_eq!(names, ["A"]);
    assert!(skipped[0].starts_with("a.jar!/META-INF/MANIFEST.MF: offset 0x0: CRC"), "{skipped:?}");
}

#[test]
fn a_damaged_directory_is_refused_with_its_place() {
    let mut jar = zip(&[stored("A.class", class("A", "")), stored("B.class", class("B", ""))]);
    let second = jar.windows(4).rposition(|window| window == b"PK\x01\x02").expect("there");
    jar[second] = b'X';
    let (names, skipped) = open_limited(jar, Limits::default());
    assert!(names.is_empty());
    assert!(skipped[0].starts_with("a.jar: offset 0x"), "{skipped:?}");
    assert!(skipped[0].contains("expected an entry of the directory"), "{skipped:?}");
}

#[test]
fn a_missing_local_header_is_an_error_when_read() {
    let mut jar = zip(&[stored("A.class", class("A", ""))]);
    jar[0] = b'X';
    let made = files(&[("a.jar", jar)]);
    let class_path = open(made.path(), &["a.jar"]);
    let error = class_path.read(class_path.find("A").expect("listed")).expect_err("damaged");
    assert!(error.to_string().contains("offset 0x0: Invalid signature"), "{error}");
}

#[test]
fn every_truncation_of_a_jar_is_refused() {
    let jar = zip(&[manifest(""), deflated("A.class", class("A", ""))]);
    for length in 0..jar.len() {
        let (names, skipped) = open_limited(jar[..length].to_vec(), Limits::default());
        assert_eq!((names.len(), skipped.len()), (0, 1), "{length} bytes: {skipped:?}");
    }
}

#[test]
fn nested_jars_share_a_cap() {
    let library = zip(&[stored("A.class", vec![0; 1000])]);
    let nested = |name: &str| deflated(&format!("BOOT-INF/lib/{name}.jar"), &library);
    let jar = zip(&[nested("a"), nested("b"), nested("c")]);
    let nested_bytes = library.len() as u64 * 2;
    let (names, skipped) = open_limited(jar, Limits { nested_bytes, ..Limits::default() });
    assert_eq!(names, ["A", "A"]);
    assert_eq!(skipped.len(), 1);
    assert!(skipped[0].starts_with("a.jar!/BOOT-INF/lib/c.jar: "), "{skipped:?}");
    assert!(skipped[0].ends_with("bytes inflated, expected at most 0"), "{skipped:?}");
}

#[test]
fn jars_nest_only_so_deep() {
    let mut jar = zip(&[stored("A.class", class("A", ""))]);
    for _ in 0..10 {
        jar = zip(&[stored("BOOT-INF/lib/l.jar", jar), stored("A.class", class("A", ""))]);
    }
    let (names, skipped) = open_limited(jar, Limits::default());
    assert_eq!(names.len(), 5, "the outer one and four inside");
    assert_eq!(skipped.len(), 1);
    assert!(skipped[0].ends_with("lies in 5 jars, expected at most 4"), "{skipped:?}");
}

#[test]
fn nested_jars_that_overlap_do_not_multiply() {
    let library = zip(&[stored("A.class", vec![0; 1000])]);
    let mut entries = vec![stored("BOOT-INF/lib/0.jar", library)];
    for number in 1..100 {
        let name = format!("BOOT-INF/lib/{number}.jar").into_bytes();
        entries.push(Entry { name, same_as: Some(0), ..entries[0].clone() });
    }
    let jar = zip(&entries);
    let fitting = jar.len() / entries[0].data.len();
    let (names, skipped) = open_limited(jar, Limits::default());
    assert_eq!(names.len(), fitting);
    assert_eq!(skipped.len(), 100 - fitting);
    assert!(skipped[0].contains("overlaps other nested jars"), "{skipped:?}");
}

#[test]
fn classes_and_skipped_entries_are_limited() {
    let entries: Vec<Entry> = (0..10).map(|n| stored(&format!("A{n}.class"), "")).collect();
    let limits = Limits { classes: 4, skipped: 2, ..Limits::default() };
    let (names, skipped) = open_limited(zip(&entries), limits);
    assert_eq!(names, ["A0", "A1", "A2", "A3"]);
    let expected = [
        "a.jar: holds class A4 beyond the 4 that are listed at most",
        "a.jar: holds class A5 beyond the 4 that are listed at most",
        "4 more: only the first 2 are listed",
    ];
    assert_eq!(skipped, expected);
}

#[test]
fn class_files_are_capped_too() {
    let made = files(&[("out/A.class", vec![0; 101])]);
    let limits = Limits { class_bytes: 100, ..Limits::default() };
    let options = OpenOptions { release: 17, limits };
    let class_path = ClassPath::open_with(None, &[made.path().join("out")], &options);
    let error = class_path.read(class_path.find("A").expect("listed")).expect_err("too long");
    assert_eq!(error.problem, "has 101 bytes, expected at most 100");
}

#[test]
fn the_same_name_twice_in_one_jar_is_listed_twice() {
    let jar = zip(&[stored("A.class", class("A", "1")), stored("A.class", class("A", "2"))]);
    let made = files(&[("a.jar", jar)]);
    let class_path = open(made.path(), &["a.jar"]);
    assert_eq!((class_path.len(), class_path.duplicates()), (2, 1));
    assert_eq!(read(&class_path, "A"), class("A", "1"));
}
