//! Whatever a program calls its things and whatever its sources look like, the report is text.

use proptest::prelude::*;
use redflag_artifact::{Access, Evidence, Location, LocationKind, Op, Place, Race};
use redflag_report::{Options, race_block};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_block_is_lines_of_printable_text(
        race in race(), source in source(), other in source(), width in 0..120usize
    ) {
        let sources = |class: &str, _: &str| {
            Some(if class.is_empty() { source.clone() } else { other.clone() })
        };
        let plain = race_block(&race, &Options { color: false, width, sources: &sources });
        prop_assert!(plain.ends_with('\n'));
        let odd = plain.chars().find(|&c| c.is_control() && c != '\n');
        prop_assert_eq!(odd, None, "{}", plain);
        let colored = race_block(&race, &Options { color: true, width, sources: &sources });
        prop_assert_ne!(colored, plain);
    }
}

/// Texts with what is special in frames, names and terminals.
fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c/.$(): ]{0,12}", "\\PC{0,8}", any::<String>(), Just("x".to_owned())]
}

fn source() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just(String::new()),
        Just("\tthis.x = x; // x".to_owned()),
        Just("  x++;".to_owned()),
        text()
    ];
    let end = prop::sample::select(vec!["\n", "\r\n", "\r"]);
    prop::collection::vec((line, end), 0..12)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
}

fn race() -> impl Strategy<Value = Race> {
    let evidence =
        prop::sample::select(vec![Evidence::Observed, Evidence::Predicted, Evidence::Static]);
    let also = prop::collection::vec(text(), 0..2);
    (evidence, location(), access(), access(), also, any::<Option<u64>>()).prop_map(
        |(evidence, location, first, second, also, count)| Race {
            also,
            count,
            ..Race::new(evidence, location, [first, second])
        },
    )
}

fn location() -> impl Strategy<Value = Location> {
    let kind =
        prop::sample::select(vec![LocationKind::Field, LocationKind::Static, LocationKind::Array]);
    let some = || prop::option::of(text());
    (kind, text(), some(), some(), some(), some()).prop_map(
        |(kind, class, name, descriptor, index, method)| Location {
            kind,
            class: class.clone(),
            name,
            descriptor,
            index,
            allocated_at: method.map(|method| Place { class, method, file: None, line: None }),
        },
    )
}

fn access() -> impl Strategy<Value = Access> {
    let op = prop::sample::select(vec![Op::Read, Op::Write]);
    let line = prop::option::of(prop_oneof![0..14u32, any::<u32>()]);
    let stack = || prop::collection::vec(text(), 0..20);
    let file = prop::option::of(prop_oneof![Just("A.java".to_owned()), text()]);
    let locks = prop::option::of(prop::collection::vec(text(), 0..2));
    (op, prop::option::of(text()), text(), text(), file, line, stack(), locks, stack()).prop_map(
        |(op, thread, class, method, file, line, stack, locks, thread_created_at)| Access {
            op,
            thread,
            class,
            method,
            descriptor: "()V".to_owned(),
            file,
            line,
            nth: None,
            stack,
            locks,
            thread_created_at,
        },
    )
}
