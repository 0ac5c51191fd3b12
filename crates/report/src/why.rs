//! Why the two accesses are a race, in a sentence or two.

use redflag_artifact::{Access, Evidence, Op, Race};

use crate::terminal::locks_text;

pub fn why(race: &Race) -> String {
    let locks = about_locks(&race.accesses, race.evidence);
    match (race.evidence, locks) {
        (Evidence::Observed, Some(locks)) => format!(
            "nothing orders them: {locks}, and no start, join, volatile or other synchronisation \
             comes between."
        ),
        (Evidence::Observed, None) => "nothing orders them: no lock, start, join, volatile or \
                                       other synchronisation comes between."
            .to_owned(),
        (Evidence::Predicted, Some(locks)) => {
            format!("another schedule of the recorded run leaves them unordered: {locks}.")
        }
        (Evidence::Predicted, None) => {
            "another schedule of the recorded run leaves them unordered.".to_owned()
        }
        (Evidence::Static, Some(locks)) => {
            format!("the code seems to let two threads reach them at once: {locks}.")
        }
        (Evidence::Static, None) => {
            "the code seems to let two threads reach them at once.".to_owned()
        }
    }
}

/// What the locks have to do with it, if that is known.
fn about_locks([first, second]: &[Access; 2], evidence: Evidence) -> Option<String> {
    let [one, other] = names(first.op, second.op);
    let holds = |who: &str, locks: &[String]| format!("{who} holds {}", locks_text(locks));
    match (&first.locks, &second.locks) {
        (None, None) => None,
        (Some(locks), None) => {
            Some(format!("{} (what {other} holds is unknown)", holds(one, locks)))
        }
        (None, Some(locks)) => {
            Some(format!("{} (what {one} holds is unknown)", holds(other, locks)))
        }
        (Some(a), Some(b)) if a.is_empty() && b.is_empty() => {
            Some("neither holds a lock".to_owned())
        }
        (Some(a), Some(b)) => {
            let held = format!("{}, {}", holds(one, a), holds(other, b));
            let same_name = a.iter().any(|lock| b.contains(lock));
            Some(match evidence {
                _ if a.is_empty() || b.is_empty() => held,
                _ if !same_name => format!("{held} (not the same lock)"),
                // One exclusive lock around both would have ordered them.
                Evidence::Observed => format!("{held} (not one lock that excludes both)"),
                _ => format!("{held} (perhaps not the same object)"),
            })
        }
    }
}

fn names(first: Op, second: Op) -> [&'static str; 2] {
    match (first, second) {
        (Op::Write, Op::Write) => ["the first write", "the second write"],
        (Op::Write, Op::Read) => ["the write", "the read"],
        (Op::Read, Op::Write) => ["the read", "the write"],
        (Op::Read, Op::Read) => ["the first read", "the second read"],
    }
}
