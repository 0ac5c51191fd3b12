//! Results have one form, however they came about.

use std::collections::BTreeSet;

use proptest::prelude::*;
use redflag_artifact::{
    Access, Counters, Evidence, Location, LocationKind, Op, Race, ResultFile, Schema, Skipped,
    normalise,
};

proptest! {
    #[test]
    fn normalising_twice_is_normalising_once(races in races()) {
        let once = normal(races);
        prop_assert_eq!(normal(once.clone()), once);
    }

    #[test]
    fn the_order_of_races_and_of_their_sides_does_not_matter(
        (races, shuffled, swaps) in races().prop_flat_map(|races| {
            let swaps = prop::collection::vec(any::<bool>(), races.len());
            (Just(races.clone()), Just(races).prop_shuffle(), swaps)
        })
    ) {
        let mut shuffled = shuffled;
        for (race, swap) in shuffled.iter_mut().zip(swaps) {
            if swap {
                race.accesses.reverse();
            }
        }
        prop_assert_eq!(normal(shuffled), normal(races));
    }

    #[test]
    fn in_parts_or_at_once(races in races(), more in races()) {
        let at_once = normal([races.clone(), more.clone()].concat());
        prop_assert_eq!(normal([normal(races), more].concat()), at_once);
    }

    #[test]
    fn every_id_once_and_every_sighting_kept(races in races()) {
        let before: BTreeSet<String> =
            races.iter().map(|race| normal(vec![race.clone()])[0].id.clone()).collect();
        let seen: u64 = races.iter().map(sightings).sum();
        let after = normal(races);
        prop_assert_eq!(after.len(), before.len());
        let ids: BTreeSet<String> = after.iter().map(|race| race.id.clone()).collect();
        prop_assert_eq!(ids, before);
        prop_assert_eq!(after.iter().map(sightings).sum::<u64>(), seen);
    }
}

#[test]
fn the_entry_that_says_most_is_kept_whole() {
    let bare = race("A", "x", Evidence::Observed, "m");
    let mut telling = bare.clone();
    telling.accesses[0].thread = Some("worker".to_owned());
    telling.accesses[0].locks = Some(Vec::new());
    let kept = normal(vec![bare.clone(), telling.clone(), bare]);
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].accesses, telling.accesses);
    assert_eq!(kept[0].count, Some(3));
}

#[test]
fn races_are_sorted_by_class_and_name_and_place() {
    let sorted = normal(vec![
        race("B", "a", Evidence::Observed, "m"),
        race("A", "y", Evidence::Static, "m"),
        race("A", "x", Evidence::Static, "n"),
        race("A", "x", Evidence::Observed, "m"),
    ]);
    let names: Vec<String> = sorted
        .iter()
        .map(|race| {
            let name = race.location.name.as_deref().unwrap_or_default();
            format!("{}.{name} {}", race.location.class, race.accesses[0].method)
        })
        .collect();
    assert_eq!(names, ["A.x m", "A.x n", "A.y m", "B.a m"]);
}

#[test]
fn what_was_skipped_is_told_once() {
    let skipped = |what: &str| Skipped { what: what.to_owned(), why: "too large".to_owned() };
    let mut result = ResultFile { command: "run".to_owned(), ..ResultFile::default() };
    result.skipped = vec![skipped("b"), skipped("a"), skipped("b")];
    normalise(&mut result);
    assert_eq!(result.skipped, [skipped("a"), skipped("b")]);
}

fn normal(races: Vec<Race>) -> Vec<Race> {
    let mut result = ResultFile {
        schema: Schema,
        command: "run".to_owned(),
        detector: None,
        races,
        skipped: Vec::new(),
        stats: Counters::new(),
    };
    normalise(&mut result);
    result.races
}

fn sightings(race: &Race) -> u64 {
    let unsaid = if race.evidence == Evidence::Observed { 1 } else { 0 };
    race.count.unwrap_or(unsaid)
}

fn race(class: &str, name: &str, evidence: Evidence, method: &str) -> Race {
    let access = |op| Access {
        op,
        thread: None,
        class: class.to_owned(),
        method: method.to_owned(),
        descriptor: "()V".to_owned(),
        file: None,
        line: None,
        nth: None,
        stack: Vec::new(),
        locks: None,
        thread_created_at: Vec::new(),
    };
    let location = Location {
        kind: LocationKind::Field,
        class: class.to_owned(),
        name: Some(name.to_owned()),
        descriptor: None,
        index: None,
        allocated_at: None,
    };
    Race::new(evidence, location, [access(Op::Read), access(Op::Write)])
}

/// Races from so few names that many are the same but for their details.
fn races() -> impl Strategy<Value = Vec<Race>> {
    let evidence =
        prop::sample::select(vec![Evidence::Observed, Evidence::Predicted, Evidence::Static]);
    let also = prop::collection::vec(prop::sample::select(vec!["y", "z"]), 0..3);
    let count = prop::option::of(0..5u64);
    let index = prop::option::of(prop::sample::select(vec!["1", "2"]));
    let race = (evidence, index, access(), access(), also, count).prop_map(
        |(evidence, index, first, second, also, count)| {
            let mut race = race("A", "x", evidence, "m");
            race.location.index = index.map(str::to_owned);
            race.accesses = [first, second];
            race.also = also.into_iter().map(str::to_owned).collect();
            race.count = count;
            race
        },
    );
    prop::collection::vec(race, 0..12)
}

fn access() -> impl Strategy<Value = Access> {
    let op = prop::sample::select(vec![Op::Read, Op::Write]);
    let method = prop::sample::select(vec!["m", "n", "lambda$m$0", "lambda$m$1"]);
    let thread = prop::option::of(prop::sample::select(vec!["main", "worker"]));
    let locks = prop::option::of(prop::sample::select(vec!["A@1", "A@2"]));
    let line = prop::option::of(1..3u32);
    let nth = prop::option::of(1..3u32);
    (op, method, thread, locks, line, nth).prop_map(|(op, method, thread, locks, line, nth)| {
        Access {
            op,
            thread: thread.map(str::to_owned),
            class: "A".to_owned(),
            method: method.to_owned(),
            descriptor: "()V".to_owned(),
            file: None,
            line,
            nth,
            stack: Vec::new(),
            locks: locks.map(|lock| vec![lock.to_owned()]),
            thread_created_at: Vec::new(),
        }
    })
}
