//! The smallest heap with which a program ends well, by bisection, as BigFoot's Table 2 measures it.

use std::time::Duration;

/// A heap is known to one part in so many, or to a mebibyte.
const PRECISION: u64 = 20;

/// Where the search begins, in mebibytes: no JVM runs in much less.
const FIRST: u64 = 8;

/// A heap in which a program takes so many times as long is too small: close to the limit a JVM may
/// collect garbage for hours without failing.
const PATIENCE: u32 = 4;

/// What a process takes at least that is not waited for to the second.
const GRACE: Duration = Duration::from_secs(5);

/// The smallest heap up to `largest`, in mebibytes. `run` runs the program with a heap, or with what
/// the JVM chooses, for a limited time; it says how long it took, or what was wrong.
pub fn smallest(
    largest: u64,
    limit: Duration,
    run: &mut dyn FnMut(Option<u64>, Duration) -> Result<Duration, String>,
) -> Result<u64, String> {
    let usual = run(None, limit)?;
    let patience = usual * PATIENCE + GRACE;
    let mut suffices = FIRST;
    let mut too_small = 0;
    while let Err(why) = run(Some(suffices), patience) {
        too_small = suffices;
        suffices *= 2;
        if suffices > largest {
            return Err(format!("with {too_small} MiB: {why}"));
        }
    }
    while suffices - too_small > (suffices / PRECISION).max(1) {
        let middle = (too_small + suffices) / 2;
        match run(Some(middle), patience) {
            Ok(_) => suffices = middle,
            Err(_) => too_small = middle,
        }
    }
    Ok(suffices)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a program that needs `needed`, and how many processes that took.
    fn found(needed: u64, largest: u64) -> (Result<u64, String>, u32) {
        let mut runs = 0;
        let mut run = |heap: Option<u64>, _| {
            runs += 1;
            match heap {
                Some(heap) if heap < needed => Err("ended with exit status: 1".to_owned()),
                _ => Ok(Duration::from_secs(1)),
            }
        };
        let found = smallest(largest, Duration::from_secs(60), &mut run);
        (found, runs)
    }

    #[test]
    fn what_is_found_suffices_and_is_not_much_more_than_needed() {
        for needed in [1, 8, 9, 33, 100, 1000, 1025, 3999] {
            let (found, runs) = found(needed, 8192);
            let found = found.expect("there is enough");
            assert!(found >= needed, "{found} for {needed}");
            assert!(found <= needed + (needed / 19).max(1) || needed < FIRST, "{found}, {needed}");
            assert!(runs <= 17, "{runs} processes for {needed}");
        }
    }

    #[test]
    fn more_than_there_is_is_not_tried() {
        let (found, _) = found(5000, 4096);
        assert_eq!(found, Err("with 4096 MiB: ended with exit status: 1".to_owned()));
    }

    #[test]
    fn a_program_that_fails_in_any_heap_fails_at_once() {
        let mut run = |_, _| Err("ended with exit status: 1".to_owned());
        assert!(smallest(4096, GRACE, &mut run).is_err());
    }

    #[test]
    fn a_heap_in_which_the_program_crawls_is_too_small() {
        let mut run = |heap: Option<u64>, limit: Duration| {
            let seconds = if heap.is_some_and(|heap| heap < 64) { 100 } else { 2 };
            let time = Duration::from_secs(seconds);
            if time > limit { Err("was killed".to_owned()) } else { Ok(time) }
        };
        let found = smallest(4096, Duration::from_secs(600), &mut run).expect("found");
        assert!((64..=67).contains(&found), "{found}");
    }
}
