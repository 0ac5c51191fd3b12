//! The one form of a result: the same for the same races, in whatever order they were found.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::id::race_id;
use crate::result::{Access, Evidence, Race, ResultFile};

/// One race for each pair of places, their counts added, everything sorted.
///
/// Ids are made anew, so that whoever finds races need not, and so that a file from before a
/// change of ids still meets one from after it. Of several entries for a pair the one with the
/// strongest evidence and then the most to say stays, whole: a stack of one run beside a lock of
/// another would be an event that never was.
pub fn normalise(result: &mut ResultFile) {
    let mut races: BTreeMap<String, Race> = BTreeMap::new();
    for mut race in std::mem::take(&mut result.races) {
        race.accesses.sort_by(|a, b| a.order().cmp(&b.order()));
        race.id = race_id(&race.location, &race.accesses);
        race.count = sightings(&race);
        race.also.sort();
        race.also.dedup();
        match races.remove(&race.id) {
            Some(other) => races.insert(race.id.clone(), united(other, race)),
            None => races.insert(race.id.clone(), race),
        };
    }
    result.races = races.into_values().collect();
    result.races.sort_by(|a, b| order(a).cmp(&order(b)));
    result.skipped.sort();
    result.skipped.dedup();
}

/// What was observed was seen at least once.
fn sightings(race: &Race) -> Option<u64> {
    match (race.count, race.evidence) {
        (None, Evidence::Observed) => Some(1),
        (count, _) => count,
    }
}

fn united(a: Race, b: Race) -> Race {
    let (mut kept, other) = if rank(&a) <= rank(&b) { (a, b) } else { (b, a) };
    kept.count = match (kept.count, other.count) {
        (Some(a), Some(b)) => Some(a.saturating_add(b)),
        (a, b) => a.or(b),
    };
    kept.also.extend(other.also);
    kept.also.sort();
    kept.also.dedup();
    kept
}

/// Smaller is better; without the parts that uniting changes, so that the order of uniting does
/// not matter.
fn rank(race: &Race) -> impl Ord + '_ {
    let known: usize = race.accesses.iter().map(known_parts).sum();
    let known = known + usize::from(race.location.allocated_at.is_some());
    (race.evidence, Reverse(known), &race.location, &race.accesses)
}

fn known_parts(access: &Access) -> usize {
    [
        access.thread.is_some(),
        access.line.is_some(),
        !access.stack.is_empty(),
        access.locks.is_some(),
        !access.thread_created_at.is_empty(),
    ]
    .into_iter()
    .filter(|&known| known)
    .count()
}

fn order(race: &Race) -> impl Ord + '_ {
    let location = &race.location;
    let [first, second] = &race.accesses;
    (&location.class, &location.name, location.kind, first.order(), second.order(), race)
}
