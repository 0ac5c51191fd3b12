//! The detector's state of a thread, in fields of `java.lang.Thread` itself: for the current
//! thread that is one load after an intrinsic, for virtual threads too.

use redflag_classfile::{ClassFile, Flags, Result};

pub const THREAD: &str = "java/lang/Thread";

/// The runtime's `ThreadState`, as an object, because `java.base` cannot name its class.
pub const STATE: (&str, &str) = ("$redflag$state", "Ljava/lang/Object;");

/// The thread's current epoch, beside its state because every check compares with it.
pub const EPOCH: (&str, &str) = ("$redflag$epoch", "J");

/// The classes whose initialisation the thread knows of, a bit each.
pub const INITS: (&str, &str) = ("$redflag$inits", "[J");

/// Shared read words that are known to stand for a read of the thread in its current epoch, each
/// at the place that its lowest bits say.
pub const SHARED: (&str, &str) = ("$redflag$shared", "[J");

/// Not zero when inlined code has put the current epoch into a word.
pub const RECORDED: (&str, &str) = ("$redflag$recorded", "J");

/// Two epochs, without sites, that the thread is known to come after.
pub const AFTER: [(&str, &str); 2] = [("$redflag$after0", "J"), ("$redflag$after1", "J")];

/// Adds the fields to `java.lang.Thread`.
pub fn add_fields(class: &mut ClassFile<'_>) -> Result<()> {
    let flags = Flags::PUBLIC.with(Flags::TRANSIENT).with(Flags::SYNTHETIC);
    for (name, descriptor) in [STATE, EPOCH, INITS, RECORDED, SHARED].into_iter().chain(AFTER) {
        class.add_field(flags, name, descriptor)?;
    }
    Ok(())
}
