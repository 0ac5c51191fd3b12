//! Every class of the pinned jars takes all hooks, but for methods that are too long for them.

mod fixture;

use fixture::{Fixture, FromHundred};
use redflag_instrument::{ClassRole, instrument};
use redflag_ir::program::source::ClassPath;
use redflag_test_support::jars;

#[test]
fn nothing_but_length_keeps_methods_of_jars_from_being_checked() {
    let mut count = 0;
    for jar in jars::all() {
        let class_path = ClassPath::open(&[&jar.path], 25);
        let read = |location| class_path.read(location).expect("a readable class").to_vec();
        let classes: Vec<(String, Vec<u8>)> = class_path
            .classes()
            .map(|(location, name)| (name.to_string(), read(location)))
            .collect();
        for compresses_arrays in [false, true] {
            let world = Fixture::of(&classes, compresses_arrays);
            let numbers = FromHundred::new();
            for (name, bytes) in &classes {
                let done = instrument(bytes, ClassRole::Checked, &world, &numbers, &[])
                    .unwrap_or_else(|error| panic!("{name}: {error}"));
                for (method, why) in done.skipped {
                    assert!(
                        why.contains("65535"),
                        "{}: {name}.{method}: {why}",
                        jar.path.display()
                    );
                }
                count += 1;
            }
        }
    }
    assert!(count > 100_000, "only {count} classes");
}
