//! The JDKs of this machine, whole.

use std::path::PathBuf;

use redflag_ir::program::jdk::{default_jdk, find_all};
use redflag_ir::program::source::ClassPath;

#[test]
fn every_class_of_every_jdk_is_read() {
    for jdk in find_all() {
        let class_path = ClassPath::open_with_jdk::<PathBuf>(&jdk, &[]);
        let home = jdk.home.display();
        assert_eq!(class_path.skipped(), [], "{home}");
        let java_base = class_path
            .classes()
            .filter(|(location, _)| class_path.module(*location) == Some("java.base"));
        assert!(java_base.count() > 4_000 || jdk.feature < 9, "{home}");
        for (location, name) in class_path.classes() {
            let bytes = class_path.read(location).unwrap_or_else(|error| panic!("{error}"));
            assert!(bytes.starts_with(&[0xCA, 0xFE, 0xBA, 0xBE]), "{home}: {name}");
            assert!(class_path.is_platform(location));
        }
        let object = class_path.find("java/lang/Object").expect("each JDK has it");
        assert_eq!(class_path.name(object), "java/lang/Object");
    }
}

#[test]
fn images_list_what_their_jmods_hold() {
    for jdk in find_all() {
        let jmod = jdk.home.join("jmods/java.logging.jmod");
        let class_path = ClassPath::open_with_jdk(&jdk, &[&jmod]);
        for (location, name) in class_path.classes().filter(|(l, _)| !class_path.is_platform(*l)) {
            assert_eq!(class_path.module(location), Some("java.logging"));
            let in_image = class_path
                .find_all(name)
                .find(|&other| class_path.module(other) == Some("java.logging"))
                .expect("in the image too");
            // `jlink` may rewrite module-info, and nothing else of this module.
            if name != "module-info" {
                assert_eq!(class_path.read(location), class_path.read(in_image), "{name}");
            }
        }
    }
}

#[test]
fn the_default_is_one_of_all() {
    let all = find_all();
    if let Some(jdk) = default_jdk() {
        assert!(all.contains(&jdk), "{jdk:?}");
        assert!(jdk.java().is_file());
    } else {
        assert_eq!(all, []);
    }
    assert!(all.is_sorted_by_key(|jdk| (jdk.feature, jdk.home.clone())));
}
