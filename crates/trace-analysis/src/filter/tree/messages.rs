//! The messages that one thread has sent and that stand: what may have come after one of its accesses,
//! and not after a later one [TREE §3.2, SND].
//!
//! Let `e` and `f` be accesses of a thread, `e` first, and `g` an event of another. If no message stands
//! that was sent between `e` and `f`, and `g` is unordered with `f`, it is unordered with `e`:
//! - were `g` before `e`, it would be before `f`;
//! - were `g` after `e`, by a message of `e`'s thread, then that one would have been sent after `f`, too,
//!   and `g` be after `f`; or it would be a release that does not stand. Its lock was acquired again
//!   before anyone else could, and is held at `f`, or its next release would stand. So `g` comes after a
//!   release that follows `f`.

use crate::event::LockId;

/// So many releases can be taken back; of more, the first stand for ever.
const RELEASES: usize = 16;

/// Moments are numbered from 1: each message begins a new one.
#[derive(Debug, Clone)]
pub struct Messages {
    now: u32,
    /// The moment that the last message began which stands for ever.
    lasting: u32,
    /// Releases of locks, and the moments that they began, rising.
    releases: Vec<Release>,
}

#[derive(Debug, Clone)]
struct Release {
    /// None if somebody else has acquired the lock since.
    lock: Option<LockId>,
    moment: u32,
}

impl Default for Messages {
    fn default() -> Messages {
        Messages { now: 1, lasting: 1, releases: Vec::new() }
    }
}

impl Messages {
    pub fn now(&self) -> u32 {
        self.now
    }

    /// From this moment on no message was sent that stands.
    pub fn since(&self) -> u32 {
        self.releases.last().map_or(self.lasting, |last| last.moment)
    }

    /// To whoever may receive it, at any time.
    pub fn send(&mut self) {
        self.now += 1;
        self.lasting = self.now;
        self.releases.clear();
    }

    /// To the next that acquires a lock.
    pub fn release(&mut self, lock: LockId) {
        self.now += 1;
        if self.releases.len() == RELEASES {
            self.lasting = self.releases.remove(0).moment;
        }
        self.releases.push(Release { lock: Some(lock), moment: self.now });
    }

    /// The thread acquires a lock. If it was the last to do so, nobody has come after its releases.
    pub fn acquire(&mut self, lock: LockId, was_last: bool) {
        if was_last {
            self.releases.retain(|release| release.lock != Some(lock));
        } else {
            for release in &mut self.releases {
                release.lock = release.lock.filter(|&seen| seen != lock);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const M: LockId = LockId(0);
    const N: LockId = LockId(1);

    #[test]
    fn what_nobody_has_seen_is_taken_back() {
        let mut messages = Messages::default();
        messages.release(M);
        messages.release(N);
        assert_eq!(messages.since(), 3);
        messages.acquire(M, true);
        assert_eq!(messages.since(), 3, "the release of the other lock stands");
        messages.acquire(N, true);
        assert_eq!(messages.since(), 1);
    }

    #[test]
    fn what_was_seen_stands() {
        let mut messages = Messages::default();
        messages.release(M);
        messages.acquire(M, false);
        messages.release(M);
        assert_eq!(messages.since(), 3);
        messages.acquire(M, true);
        assert_eq!(messages.since(), 2, "only the later release is taken back");
        messages.send();
        assert_eq!(messages.since(), messages.now());
    }

    #[test]
    fn too_many_releases_stand() {
        let mut messages = Messages::default();
        let locks: Vec<LockId> = (0..=RELEASES as u32).map(LockId).collect();
        locks.iter().for_each(|&lock| messages.release(lock));
        locks.iter().for_each(|&lock| messages.acquire(lock, true));
        assert_eq!(messages.since(), 2, "the first is not known any more");
    }
}
