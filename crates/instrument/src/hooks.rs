//! The hook table: which static methods of the carrier instrumented code calls, and which methods
//! of the runtime they lead to.

use redflag_classfile::{ConstantPool, Insn, Op, Result};

use crate::footprints::EXTENDED;

/// The class that carries the hooks. The first code of the JVM may call them, when hardly any
/// class can be initialised, so it is one that has no initialiser of its own, nor has its
/// superclass; the one that is added makes an array and calls nothing. Its
/// package is open to all modules, and every class loader asks the boot loader for it.
pub const CARRIER: &str = "java/lang/Number";

/// What every name that is added to a class of the program or the JDK starts with.
pub const PREFIX: &str = "$redflag$";

/// A static method of the carrier that leads to the runtime's of the same name without the prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hook {
    /// The class of the runtime that has it.
    pub class: &'static str,
    /// The runtime's name for it.
    pub name: &'static str,
    /// The carrier's descriptor. The runtime's has the state of the current thread in front.
    pub descriptor: &'static str,
    /// Whether the runtime wants that state.
    pub with_state: bool,
}

const fn hook(class: &'static str, name: &'static str, descriptor: &'static str) -> Hook {
    Hook { class, name, descriptor, with_state: true }
}

const fn stateless(class: &'static str, name: &'static str, descriptor: &'static str) -> Hook {
    Hook { class, name, descriptor, with_state: false }
}

const MONITORS: &str = "redflag/runtime/MonitorHooks";

/// The current thread has entered the object's monitor.
pub const ACQUIRE_MONITOR: Hook = hook(MONITORS, "acquireMonitor", "(Ljava/lang/Object;)V");
/// The current thread is about to leave the object's monitor.
pub const RELEASE_MONITOR: Hook = hook(MONITORS, "releaseMonitor", "(Ljava/lang/Object;)V");
pub const BEFORE_WAIT: Hook = hook(MONITORS, "beforeWait", "(Ljava/lang/Object;)V");
pub const AFTER_WAIT: Hook = hook(MONITORS, "afterWait", "(Ljava/lang/Object;)V");
/// For reports only: the current thread got hold of a lock of `java.util.concurrent`.
pub const LOCK_TAKEN: Hook = hook(MONITORS, "lockTaken", "(Ljava/lang/Object;)V");
pub const LOCK_GIVEN: Hook = hook(MONITORS, "lockGiven", "(Ljava/lang/Object;)V");

const VARIABLES: &str = "redflag/runtime/VariableHooks";

/// A variable, given by object and offset, was read in a mode that acquires.
pub const ACQUIRE_VARIABLE: Hook = hook(VARIABLES, "acquireVariable", "(Ljava/lang/Object;J)V");
/// A variable is about to be written in a mode that releases.
pub const RELEASE_VARIABLE: Hook = hook(VARIABLES, "releaseVariable", "(Ljava/lang/Object;J)V");
/// A variable is about to be compared and set; what comes back goes to [`UNLOCK_VARIABLE`].
pub const LOCK_VARIABLE: Hook =
    hook(VARIABLES, "lockVariable", "(Ljava/lang/Object;J)Ljava/lang/Object;");
/// It has been; whether it was set, whether that releases, and whether it acquires.
pub const UNLOCK_VARIABLE: Hook = hook(VARIABLES, "unlockVariable", "(Ljava/lang/Object;ZZZ)V");
/// As [`LOCK_VARIABLE`], but nothing comes back if the variable is not also data of the program.
pub const LOCK_DATA: Hook = hook(VARIABLES, "lockData", "(Ljava/lang/Object;J)Ljava/lang/Object;");
/// A volatile field was read: its object or class, and its key.
pub const VOLATILE_READ: Hook = hook(VARIABLES, "volatileRead", "(Ljava/lang/Object;I)V");
/// A volatile field is about to be written.
pub const VOLATILE_WRITE: Hook = hook(VARIABLES, "volatileWrite", "(Ljava/lang/Object;I)V");
pub const BEFORE_OPAQUE_WRITE: Hook =
    hook(VARIABLES, "beforeOpaqueWrite", "(Ljava/lang/Object;J)V");
pub const AFTER_OPAQUE_READ: Hook = hook(VARIABLES, "afterOpaqueRead", "(Ljava/lang/Object;J)V");
/// A fence: whether it releases, and whether it acquires.
pub const FENCE: Hook = hook(VARIABLES, "fence", "(ZZ)V");

const ACCESSES: &str = "redflag/runtime/AccessHooks";
const FOOTPRINTS: &str = "redflag/runtime/FootprintHooks";
const SPANS: &str = "redflag/runtime/SpanHooks";

/// A field was read in another epoch than last: its object or class, its key, the site.
pub const READ_FIELD: Hook = hook(ACCESSES, "readField", "(Ljava/lang/Object;II)V");
pub const WRITE_FIELD: Hook = hook(ACCESSES, "writeField", "(Ljava/lang/Object;II)V");
/// The current epoch was put into a word at that site: its stack may be wanted.
pub const KEEP_STACK: Hook = hook(ACCESSES, "keepStack", "(I)V");
/// The shadow words of an array.
pub const SHADOW: Hook = stateless(ACCESSES, "shadow", "(Ljava/lang/Object;)[J");
/// An element was read in another epoch than last: the array, the index, the site.
pub const READ_ELEMENT: Hook = hook(ACCESSES, "readElement", "(Ljava/lang/Object;II)V");
pub const WRITE_ELEMENT: Hook = hook(ACCESSES, "writeElement", "(Ljava/lang/Object;II)V");
/// As these, with the array's words, and the index before them.
pub const READ_WORD: Hook = hook(ACCESSES, "readWord", "(Ljava/lang/Object;I[JI)V");
pub const WRITE_WORD: Hook = hook(ACCESSES, "writeWord", "(Ljava/lang/Object;I[JI)V");
/// What the thread has seen of an array that is so long that this is remembered, see the carrier; or null.
pub const SEEN: Hook = hook(ACCESSES, "seen", "(Ljava/lang/Object;)[J");
/// As [`READ_WORD`], of an element that is not among them.
pub const READ_UNSEEN: Hook = hook(ACCESSES, "readUnseen", "(Ljava/lang/Object;I[JI)V");
pub const WRITE_UNSEEN: Hook = hook(ACCESSES, "writeUnseen", "(Ljava/lang/Object;I[JI)V");
/// An element was accessed that the footprint of this place, the third argument, does not have and is not
/// simply extended by, or for which there is none yet; to the one that takes its place.
pub const READ_BEYOND: Hook = hook(FOOTPRINTS, "readBeyond", EXTENDED);
pub const WRITE_BEYOND: Hook = hook(FOOTPRINTS, "writeBeyond", EXTENDED);
/// A loop ends in which an access has read one element after the other: the array; what the variable held in
/// whose steps it went on, at the loop's start and at that of the last round; not negative if that round has
/// come to the access; what to add to the variable for the index; how the variable changes in each round, or 0 if
/// the index is always the first number, and the second is not 0 after a round; the epoch in which the loop
/// began; the site.
pub const READ_SPAN: Hook = hook(SPANS, "readSpan", "(Ljava/lang/Object;IIIIIJI)V");
pub const WRITE_SPAN: Hook = hook(SPANS, "writeSpan", "(Ljava/lang/Object;IIIIIJI)V");
/// Elements were read: the array, from, up to, the site.
pub const READ_RANGE: Hook = hook(ACCESSES, "readRange", "(Ljava/lang/Object;III)V");
pub const WRITE_RANGE: Hook = hook(ACCESSES, "writeRange", "(Ljava/lang/Object;III)V");
/// Elements of two arrays were read up to the first that differs: the arrays, a site for each.
pub const READ_EQUAL: Hook =
    hook(ACCESSES, "readEqual", "(Ljava/lang/Object;Ljava/lang/Object;II)V");
/// An access happened; asked for where accesses are counted: whether it writes, and whether to an element.
pub const COUNTED: Hook = hook(ACCESSES, "counted", "(ZZ)V");

const LIBRARY: &str = "redflag/runtime/LibraryHooks";

pub const AFTER_PLAIN_READ: Hook = hook(LIBRARY, "afterPlainRead", "(Ljava/lang/Object;J)V");
pub const AFTER_PLAIN_WRITE: Hook = hook(LIBRARY, "afterPlainWrite", "(Ljava/lang/Object;J)V");
/// An element was read or written: the array, the index.
pub const AFTER_ELEMENT_READ: Hook = hook(LIBRARY, "afterElementRead", "(Ljava/lang/Object;I)V");
pub const AFTER_ELEMENT_WRITE: Hook = hook(LIBRARY, "afterElementWrite", "(Ljava/lang/Object;I)V");
/// Someone wants to reach a field otherwise than by code that names it.
pub const FIELD_WANTED: Hook = hook(LIBRARY, "fieldWanted", "(Ljava/lang/Object;)V");
/// Someone wants to reach elements of arrays of that class otherwise than by code.
pub const ELEMENTS_WANTED: Hook = hook(LIBRARY, "elementsWanted", "(Ljava/lang/Object;)V");
/// What is to be loaded for a class that is about to be defined with these flags.
pub const DEFINED: Hook = hook(LIBRARY, "defined", "([BI)[B");
/// Those members that reflection may show.
pub const VISIBLE: Hook = stateless(LIBRARY, "visible", "([Ljava/lang/Object;)[Ljava/lang/Object;");

const THREADS: &str = "redflag/runtime/ThreadHooks";

/// The thread is about to be started by the current one.
pub const FORK: Hook = hook(THREADS, "fork", "(Ljava/lang/Object;)V");
/// The thread does no more that anyone could see.
pub const END: Hook = stateless(THREADS, "end", "(Ljava/lang/Object;)V");
/// The current thread has seen that the thread has ended.
pub const JOIN: Hook = hook(THREADS, "join", "(Ljava/lang/Object;)V");
pub const AFTER_IS_ALIVE: Hook = hook(THREADS, "afterIsAlive", "(Ljava/lang/Object;Z)Z");
pub const AFTER_GET_STATE: Hook =
    hook(THREADS, "afterGetState", "(Ljava/lang/Object;Ljava/lang/Object;)V");
/// The thread is about to be interrupted by the current one.
pub const INTERRUPT: Hook = hook(THREADS, "interrupt", "(Ljava/lang/Object;)V");
/// The current thread has learnt that it was interrupted.
pub const INTERRUPTED: Hook = hook(THREADS, "interrupted", "()V");

const SUSPENSION: &str = "redflag/runtime/SuspensionHooks";

/// What the JDK does from here on to schedule threads orders nothing that the program may rely on.
pub const SUSPEND: Hook = hook(SUSPENSION, "suspend", "()V");
pub const RESUME: Hook = hook(SUSPENSION, "resume", "()V");
/// The program's code is called from where threads are not ordered; what comes back goes to
/// [`SUSPEND_AGAIN`] afterwards.
pub const RESUME_ALL: Hook = hook(SUSPENSION, "resumeAll", "()Ljava/lang/Object;");
pub const SUSPEND_AGAIN: Hook = hook(SUSPENSION, "suspendAgain", "(Ljava/lang/Object;)V");

const LIFETIMES: &str = "redflag/runtime/LifetimeHooks";

/// The static initialiser of the class with that key has come to its end.
pub const INITIALISED: Hook = hook(LIFETIMES, "initialised", "(I)V");
/// The current thread uses the class for the first time.
pub const USE: Hook = hook(LIFETIMES, "use", "(I)V");
/// A constructor ends that stored the object into a final field.
pub const FREEZE: Hook = hook(LIFETIMES, "freeze", "(Ljava/lang/Object;)V");
/// An object with a finaliser has been made; what comes back is kept in it for [`FINALIZING`],
/// because nothing else knows the object any more when it is finalised.
pub const CONSTRUCTED: Hook = hook(LIFETIMES, "constructed", "()Ljava/lang/Object;");
pub const FINALIZING: Hook = hook(LIFETIMES, "finalizing", "(Ljava/lang/Object;)V");
/// The object is reachable up to here.
pub const REACHABLE: Hook = hook(LIFETIMES, "reachable", "(Ljava/lang/Object;)V");
pub const REFERENCE_MADE: Hook =
    hook(LIFETIMES, "referenceMade", "(Ljava/lang/Object;Ljava/lang/Object;)V");
pub const REFERENCE_REMOVED: Hook = hook(LIFETIMES, "referenceRemoved", "(Ljava/lang/Object;)V");

/// Every hook that leads to the runtime.
pub const ALL: [Hook; 62] = [
    ACQUIRE_MONITOR,
    RELEASE_MONITOR,
    BEFORE_WAIT,
    AFTER_WAIT,
    LOCK_TAKEN,
    LOCK_GIVEN,
    ACQUIRE_VARIABLE,
    RELEASE_VARIABLE,
    LOCK_VARIABLE,
    UNLOCK_VARIABLE,
    LOCK_DATA,
    VOLATILE_READ,
    VOLATILE_WRITE,
    BEFORE_OPAQUE_WRITE,
    AFTER_OPAQUE_READ,
    FENCE,
    READ_FIELD,
    WRITE_FIELD,
    KEEP_STACK,
    SHADOW,
    READ_ELEMENT,
    WRITE_ELEMENT,
    READ_WORD,
    WRITE_WORD,
    SEEN,
    READ_UNSEEN,
    WRITE_UNSEEN,
    READ_BEYOND,
    WRITE_BEYOND,
    READ_SPAN,
    WRITE_SPAN,
    READ_RANGE,
    WRITE_RANGE,
    READ_EQUAL,
    COUNTED,
    AFTER_PLAIN_READ,
    AFTER_PLAIN_WRITE,
    AFTER_ELEMENT_READ,
    AFTER_ELEMENT_WRITE,
    FIELD_WANTED,
    ELEMENTS_WANTED,
    DEFINED,
    VISIBLE,
    FORK,
    END,
    JOIN,
    AFTER_IS_ALIVE,
    AFTER_GET_STATE,
    INTERRUPT,
    INTERRUPTED,
    SUSPEND,
    RESUME,
    RESUME_ALL,
    SUSPEND_AGAIN,
    INITIALISED,
    USE,
    FREEZE,
    CONSTRUCTED,
    FINALIZING,
    REACHABLE,
    REFERENCE_MADE,
    REFERENCE_REMOVED,
];

impl Hook {
    /// The carrier's name for it.
    pub fn carried_name(self) -> String {
        format!("{PREFIX}{}", self.name)
    }

    /// The runtime's descriptor.
    pub fn runtime_descriptor(self) -> String {
        match self.with_state {
            true => format!("(Ljava/lang/Object;{}", &self.descriptor[1..]),
            false => self.descriptor.to_owned(),
        }
    }

    /// The call of it, for code of a class with this pool.
    pub fn call(self, pool: &mut ConstantPool<'_>) -> Result<Insn> {
        carried_call(pool, self.name, self.descriptor)
    }
}

/// The call of a method of the carrier by its name without the prefix.
pub fn carried_call(pool: &mut ConstantPool<'_>, name: &str, descriptor: &str) -> Result<Insn> {
    let name = format!("{PREFIX}{name}");
    let index = pool.add_method(CARRIER.as_bytes(), name.as_bytes(), descriptor.as_bytes())?;
    Ok(Insn::Invoke { op: Op::Invokestatic, index })
}
