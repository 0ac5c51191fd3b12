//! Damaged classes: real ones with bytes flipped, cut, copied and overwritten.

use proptest::prelude::*;
use redflag_ir::program::source::ClassPath;
use redflag_test_support::jdks;
use redflag_test_support::survive::class_survives;

/// Classes that between them have every attribute and nearly every instruction.
const SEEDS: [&str; 12] = [
    "java/lang/Object",
    "java/lang/String",
    "java/lang/Thread$State",
    "java/lang/invoke/VarHandle",
    "java/util/HashMap",
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/concurrent/locks/StampedLock",
    "java/util/stream/Collectors",
    "java/lang/module/ModuleDescriptor",
    "java/math/BigInteger",
    "java/util/regex/Pattern",
    "module-info",
];

#[derive(Clone, Debug)]
enum Damage {
    Set {
        at: usize,
        to: u8,
    },
    /// Two bytes, which is how indices and counts are written.
    SetPair {
        at: usize,
        to: u16,
    },
    Cut {
        at: usize,
        length: usize,
    },
    Copy {
        from: usize,
        to: usize,
        length: usize,
    },
    Truncate {
        at: usize,
    },
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = 0usize..1 << 20;
    prop_oneof![
        8 => (place.clone(), any::<u8>()).prop_map(|(at, to)| Damage::Set { at, to }),
        4 => (place.clone(), prop_oneof![0u16..300, Just(u16::MAX), any::<u16>()])
            .prop_map(|(at, to)| Damage::SetPair { at, to }),
        1 => (place.clone(), 1usize..64).prop_map(|(at, length)| Damage::Cut { at, length }),
        1 => (place.clone(), place.clone(), 1usize..64)
            .prop_map(|(from, to, length)| Damage::Copy { from, to, length }),
        1 => place.prop_map(|at| Damage::Truncate { at }),
    ]
}

fn apply(damages: &[Damage], bytes: &mut Vec<u8>) {
    for damage in damages {
        let size = bytes.len();
        if size < 4 {
            return;
        }
        match *damage {
            Damage::Set { at, to } => bytes[at % size] = to,
            Damage::SetPair { at, to } => {
                let at = at % (size - 1);
                bytes[at..at + 2].copy_from_slice(&to.to_be_bytes());
            }
            Damage::Cut { at, length } => {
                let at = at % size;
                bytes.drain(at..(at + length).min(size));
            }
            Damage::Copy { from, to, length } => {
                let from = from % size;
                let part = bytes[from..(from + length).min(size)].to_vec();
                let to = to % size;
                bytes.splice(to..to, part);
            }
            Damage::Truncate { at } => bytes.truncate(at % size),
        }
    }
}

#[test]
fn damaged_classes_are_refused_or_survive() {
    let jdk = jdks::all().first().expect("a JDK: run scripts/setup jdk");
    let class_path = ClassPath::open_with_jdk::<&str>(jdk, &[]);
    let seeds: Vec<Vec<u8>> = SEEDS
        .iter()
        .map(|name| {
            let location = class_path.find(name).unwrap_or_else(|| panic!("no {name}"));
            class_path.read(location).expect("the JDK's own classes can be read").into_owned()
        })
        .collect();
    seeds.iter().for_each(|seed| class_survives(seed));

    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(3000);
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let strategy = (0..seeds.len(), proptest::collection::vec(damage(), 1..6));
    proptest::test_runner::TestRunner::new(config)
        .run(&strategy, |(seed, damages)| {
            let mut bytes = seeds[seed].clone();
            apply(&damages, &mut bytes);
            class_survives(&bytes);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn every_prefix_of_a_class_is_refused() {
    let jdk = jdks::all().first().expect("a JDK: run scripts/setup jdk");
    let class_path = ClassPath::open_with_jdk::<&str>(jdk, &[]);
    let location = class_path.find("java/util/ArrayDeque").expect("java.util.ArrayDeque");
    let bytes = class_path.read(location).expect("the JDK's own classes can be read");
    for end in 0..bytes.len() {
        let error = redflag_classfile::ClassFile::read(&bytes[..end])
            .expect_err("a class that lacks its end is no class");
        assert!(error.offset().is_some(), "no position in: {error}");
    }
}
