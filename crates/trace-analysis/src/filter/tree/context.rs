//! Concurrency contexts [TREE Definition 3.3.2]: what each thread holds and has sent.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::messages::Messages;
use crate::event::{Event, LockId, ThreadId};

/// `Γ` of one thread.
#[derive(Debug, Clone, Default)]
pub struct ConcurrencyContext {
    /// By rising id.
    locks: Rc<[LockId]>,
    messages: Messages,
}

impl ConcurrencyContext {
    /// The lock set.
    pub fn locks(&self) -> Rc<[LockId]> {
        Rc::clone(&self.locks)
    }

    pub fn messages(&self) -> &Messages {
        &self.messages
    }
}

/// `Γ` of all threads.
#[derive(Debug, Default)]
pub struct ConcurrencyContexts {
    threads: FxHashMap<ThreadId, ConcurrencyContext>,
    /// Who has acquired each lock last.
    last_holders: FxHashMap<LockId, ThreadId>,
}

impl ConcurrencyContexts {
    pub fn of(&mut self, thread: ThreadId) -> &ConcurrencyContext {
        self.threads.entry(thread).or_default()
    }

    /// An event that is no access.
    pub fn step(&mut self, event: &Event) {
        let context = self.threads.entry(event.thread()).or_default();
        match *event {
            Event::Acquire { thread, lock } => {
                let before = self.last_holders.insert(lock, thread);
                context.messages.acquire(lock, before == Some(thread));
                let mut locks = context.locks.to_vec();
                locks.push(lock);
                locks.sort_unstable();
                context.locks = locks.into();
            }
            Event::Release { lock, .. } => {
                context.messages.release(lock);
                context.locks =
                    context.locks.iter().copied().filter(|&held| held != lock).collect();
            }
            Event::Fork { .. } | Event::VolatileWrite { .. } => context.messages.send(),
            Event::Join { .. } | Event::VolatileRead { .. } => {}
            Event::Read { .. } | Event::Write { .. } => {}
        }
    }
}
