//! Damaged archives and images: any outcome but a panic or unlimited memory.

use proptest::prelude::*;
use redflag_ir::program::source::ClassPath;

use crate::made::{ImageMaker, class, deflated, files, manifest, stored, zip, zlib};

fn jar() -> Vec<u8> {
    let library = zip(&[manifest(""), deflated("L.class", class("L", ""))]);
    zip(&[
        manifest("Multi-Release: true\r\nClass-Path: gone.jar\r\n"),
        deflated("a/A.class", class("a/A", &"x".repeat(100))),
        stored("a/B.class", class("a/B", "")),
        deflated("META-INF/versions/11/a/A.class", class("a/A", "11")),
        stored("BOOT-INF/lib/stored.jar", &library),
        deflated("BOOT-INF/lib/deflated.jar", &library),
    ])
}

fn image() -> Vec<u8> {
    let mut image = ImageMaker::new(false);
    let plain = class("a/A", "text");
    let zipped = image.layer("zip", &zlib(&plain), plain.len() as u64);
    let text = image.string("a/A");
    let compact =
        [&plain[..13], &[23, 0xC0 | (text >> 8) as u8, text as u8], &plain[19..]].concat();
    let compact = image.layer("compact-cp", &compact, plain.len() as u64);
    image.add(["m", "a", "A", "class"], &plain, false, plain.len() as u64);
    image.add(["m", "a", "B", "class"], &zipped, true, plain.len() as u64);
    image.add(["n", "", "C", "class"], &compact, true, plain.len() as u64);
    image.finish()
}

fn jmod() -> Vec<u8> {
    let mut jmod = b"JM\x01\0".to_vec();
    jmod.extend(zip(&[deflated("classes/a/A.class", class("a/A", ""))]));
    jmod
}

/// Opens the bytes and reads all there is; returns how many classes were readable.
fn exercise(bytes: Vec<u8>) -> usize {
    let made = files(&[("input", bytes)]);
    let class_path = ClassPath::open(&[made.path().join("input")], 17);
    let locations = class_path.classes().map(|(location, _)| location);
    let readable = locations.filter(|location| {
        assert!(!class_path.origin(*location).is_empty());
        class_path.read(*location).is_ok()
    });
    readable.count()
}

type Damage = (Vec<(prop::sample::Index, u8)>, Option<prop::sample::Index>);

/// Where to put which bytes, and where to cut: kept apart from the original so that a failure is short.
fn damage() -> impl Strategy<Value = Damage> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6);
    (edits, prop::option::of(any::<prop::sample::Index>()))
}

fn damaged(mut bytes: Vec<u8>, (edits, cut): Damage) -> Vec<u8> {
    for (at, value) in edits {
        let at = at.index(bytes.len());
        bytes[at] = value;
    }
    if let Some(cut) = cut {
        bytes.truncate(cut.index(bytes.len()));
    }
    bytes
}

#[test]
fn the_originals_are_sound() {
    assert_eq!(exercise(jar()), 4);
    assert_eq!(exercise(image()), 3);
    assert_eq!(exercise(jmod()), 1);
    assert_eq!(exercise(class("A", "")), 1);
}

#[test]
fn every_truncation_of_an_image_is_survived() {
    let whole = image();
    for length in 0..whole.len() {
        assert!(exercise(whole[..length].to_vec()) < 3, "{length} bytes");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_jars_are_survived(damage in damage()) {
        // Each of the six entries can become one class, and each nested jar holds one.
        prop_assert!(exercise(damaged(jar(), damage)) <= 8);
    }

    #[test]
    fn damaged_images_are_survived(damage in damage()) {
        prop_assert!(exercise(damaged(image(), damage)) <= 3);
    }

    #[test]
    fn damaged_jmods_are_survived(damage in damage()) {
        prop_assert!(exercise(damaged(jmod(), damage)) <= 1);
    }

    #[test]
    fn damaged_class_files_are_survived(damage in damage()) {
        prop_assert!(exercise(damaged(class("com/acme/A", "mark"), damage)) <= 1);
    }
}
