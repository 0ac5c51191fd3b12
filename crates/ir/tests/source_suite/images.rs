//! JDK images made here: both byte orders, each compression, and damage.

use std::borrow::Cow;

use crate::made::{ImageMaker, class, files, names, open, origin, read, skipped, zlib};

/// `class` with its three constants as `compact-cp` leaves them.
fn compacted(image: &mut ImageMaker, descriptor: bool) -> (Vec<u8>, Vec<u8>) {
    let plain = class("a/A", "(La/A;I)LB;");
    let name = image.string("a/A");
    let shape = image.string("(L;I)L;");
    let names = ["a", "A", "", "B"].map(|text| image.string(text));
    let number = |value: u32| [0xC0 | (value >> 8) as u8, value as u8];
    let mut out = plain[..10].to_vec();
    out.extend(b"\x07\0\x02");
    out.push(23);
    out.extend(number(name));
    if descriptor {
        out.push(25);
        out.extend(number(shape));
        out.push(0xA0 | 8);
        names.iter().for_each(|&name| out.extend(number(name)));
    } else {
        out.extend(b"\x01\0\x0b(La/A;I)LB;");
    }
    out.extend(&plain[plain.len() - 14..]);
    (plain, out)
}

#[test]
fn images_of_both_byte_orders_are_read() {
    for big_endian in [false, true] {
        let mut image = ImageMaker::new(big_endian);
        let (a, b) = (class("a/A", ""), class("module-info", "b"));
        image.add(["mod.b", "", "module-info", "class"], &b, false, b.len() as u64);
        image.add(["mod.a", "a", "A", "class"], &a, false, a.len() as u64);
        image.add(["mod.a", "a", "notes", "txt"], b"text", false, 4);
        image.add(["mod.a", "", "module-info", "class"], &a, false, a.len() as u64);
        let made = files(&[("lib/modules", image.finish())]);
        let class_path = open(made.path(), &["lib/modules"]);
        assert_eq!(class_path.skipped(), []);
        assert_eq!(names(&class_path), ["module-info", "a/A", "module-info"]);
        assert_eq!(class_path.duplicates(), 0);
        assert_eq!(read(&class_path, "a/A"), a);
        assert_eq!(origin(made.path(), &class_path, "a/A"), "lib/modules!/mod.a/a/A.class");
        let modules: Vec<_> =
            class_path.classes().map(|(location, _)| class_path.module(location)).collect();
        assert_eq!(modules, [Some("mod.b"), Some("mod.a"), Some("mod.a")]);
        let location = class_path.find("a/A").expect("listed");
        assert!(matches!(class_path.read(location), Ok(Cow::Borrowed(_))));
    }
}

#[test]
fn compressed_resources_are_read() {
    for big_endian in [false, true] {
        let mut image = ImageMaker::new(big_endian);
        let (plain, compact) = compacted(&mut image, true);
        let (_, partly) = compacted(&mut image, false);
        let size = plain.len() as u64;
        let zipped = image.layer("zip", &zlib(&plain), size);
        let compacted = image.layer("compact-cp", &compact, size);
        let partly = image.layer("compact-cp", &partly, size);
        let both = image.layer("zip", &zlib(&compacted), compacted.len() as u64);
        let all = [("Zipped", zipped), ("Compact", compacted), ("Partly", partly), ("Both", both)];
        for (name, content) in &all {
            image.add(["m", "", name, "class"], content, true, size);
        }
        let made = files(&[("modules", image.finish())]);
        let class_path = open(made.path(), &["modules"]);
        for (name, _) in &all {
            assert_eq!(read(&class_path, name), plain, "{name}");
        }
    }
}

#[test]
fn bad_resources_are_errors_with_a_place() {
    let mut image = ImageMaker::new(false);
    let (plain, compact) = compacted(&mut image, true);
    let size = plain.len() as u64;
    let zipped = zlib(&plain);
    let mut bad: Vec<(&str, Vec<u8>, &str)> = vec![
        ("NoHeader", plain.clone(), "without a resource header"),
        ("Unknown", image.layer("lzma", &plain, size), "compressed with `lzma`"),
        ("Short", image.layer("compact-cp", &compact[..12], size), "ends within"),
        ("Large", image.layer("zip", &zipped, u64::MAX), "expected at most"),
        ("Long", image.layer("compact-cp", &compact, 15), "beyond the"),
        ("Wrong", image.layer("compact-cp", &compact, size + 1), "expected"),
        ("Rubbish", image.layer("zip", b"rubbish", size), "no valid deflate stream"),
    ];
    let mut deep = plain.clone();
    for _ in 0..6 {
        let size = deep.len() as u64;
        deep = image.layer("zip", &zlib(&deep), size);
    }
    bad.push(("Deep", deep, "times over"));
    for (name, content, _) in &bad {
        image.add(["m", "", name, "class"], content, true, size);
    }
    image.add(["m", "", "Huge", "class"], b"", false, 65 << 20);
    image.add(["m", "", "Past", "class"], b"", false, 1 << 20);
    let made = files(&[("modules", image.finish())]);
    let class_path = open(made.path(), &["modules"]);
    let error = |name| {
        let location = class_path.find(name).expect("listed");
        class_path.read(location).expect_err(name).to_string()
    };
    for (name, _, expected) in &bad {
        let error = error(*name);
        assert!(error.contains(expected) && error.contains(": offset 0x"), "{name}: {error}");
    }
    assert!(error("Huge").contains("claims 68157440 bytes, expected at most 67108864"));
    assert!(error("Past").contains("more than the image has from there"));
}

#[test]
fn damaged_tables_refuse_the_image() {
    let mut image = ImageMaker::new(false);
    image.add(["m", "a", "A", "class"], b"", false, 0);
    let sound = image.finish();
    let refusal = |at: usize, bytes: &[u8]| {
        let mut damaged = sound.clone();
        damaged[at..at + bytes.len()].copy_from_slice(bytes);
        let made = files(&[("modules", damaged)]);
        skipped(made.path(), &open(made.path(), &["modules"])).join("\n")
    };
    assert_eq!(refusal(0, &[]), "", "sound as it is");
    assert!(refusal(4, &[0, 0, 2, 0]).contains("offset 0x4: image version 2.0, expected 1.x"));
    assert!(refusal(16, &[255; 4]).contains("offset 0x10: the header claims tables up to"));
    assert!(refusal(32, &[255; 4]).contains("offset 0x20: location 0xffffffff runs past"));
    // The module's name, and then the extension's: past the strings.
    assert!(refusal(28 + 8 + 3, &[255; 7]).contains("string past the end"));
    assert!(refusal(28 + 8 + 3 + 27, &[255; 7]).contains("string past the end"));
}

#[test]
fn names_that_share_strings_do_not_multiply() {
    let mut image = ImageMaker::new(false);
    let long = "x".repeat(60_000);
    image.add(["m", "", &long, "class"], b"", false, 0);
    let mut bytes = image.finish();
    // A thousand slots for the one location.
    let (slots, slot) = (1000u32, bytes[32..36].to_vec());
    bytes[12..20].copy_from_slice(&[slots.to_le_bytes(), slots.to_le_bytes()].concat());
    bytes.splice(28..36, [vec![0; 4000], slot.repeat(1000)].concat());
    let made = files(&[("modules", bytes)]);
    let class_path = open(made.path(), &["modules"]);
    assert!(class_path.is_empty());
    let skipped = skipped(made.path(), &class_path);
    assert!(skipped[0].contains("longer than the whole image"), "{skipped:?}");
}
