//! The detector's state of a thread, in fields of `java.lang.Thread` itself: for the current
//! thread that is one load after an intrinsic, for virtual threads too.

use redflag_classfile::annotation::{Annotation, ElementValue};
use redflag_classfile::{Attribute, ClassFile, Flags, Info, Result};

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

/// Fields of one group share cache lines with nothing else. `Thread` has this one, for random numbers, so that
/// threads become no larger for it.
const GROUP: &str = "tlr";

/// Adds the fields to `java.lang.Thread`. Threads that are made one after the other lie side by side, and write
/// these all the time: each would take the other's cache line away.
pub fn add_fields(class: &mut ClassFile<'_>) -> Result<()> {
    let flags = Flags::PUBLIC.with(Flags::TRANSIENT).with(Flags::SYNTHETIC);
    for (name, descriptor) in [STATE, EPOCH, INITS, RECORDED, SHARED].into_iter().chain(AFTER) {
        class.add_field(flags, name, descriptor)?;
        let group = ElementValue::Constant { tag: b's', index: class.pool.add_text(GROUP)? };
        let contended = Annotation {
            type_index: class.pool.add_text("Ljdk/internal/vm/annotation/Contended;")?,
            elements: vec![(class.pool.add_text("value")?, group)],
        };
        let name = class.pool.add_text("RuntimeVisibleAnnotations")?;
        let info = Info::RuntimeVisibleAnnotations(vec![contended]);
        // The field was added just now.
        if let Some(field) = class.fields.last_mut() {
            field.attributes.push(Attribute { name, info });
        }
    }
    Ok(())
}
