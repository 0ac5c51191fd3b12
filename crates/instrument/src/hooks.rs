//! The hook table: which static methods of the carrier instrumented code calls.

use redflag_classfile::{ConstantPool, Insn, Op, Result};

/// The class that carries the hooks. The first code of the JVM may call them, when hardly any
/// class can be initialised, so it is one that has no initialiser, nor has its superclass. Its
/// package is open to all modules, and every class loader asks the boot loader for it.
pub const CARRIER: &str = "java/lang/Number";

/// The class of the runtime to which the carrier passes calls on, by the same names without the
/// prefix.
pub const RUNTIME: &str = "redflag/runtime/Hooks";

/// What every name that is added to a class of the program or the JDK starts with.
pub const PREFIX: &str = "$redflag$";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hook {
    /// The current thread has entered the object's monitor.
    Acquire,
    /// The current thread is about to leave the object's monitor.
    Release,
}

impl Hook {
    pub const ALL: [Hook; 2] = [Hook::Acquire, Hook::Release];

    /// The runtime's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Hook::Acquire => "acquire",
            Hook::Release => "release",
        }
    }

    pub fn descriptor(self) -> &'static str {
        match self {
            Hook::Acquire | Hook::Release => "(Ljava/lang/Object;)V",
        }
    }

    /// The carrier's name for it.
    pub fn carried_name(self) -> String {
        format!("{PREFIX}{}", self.name())
    }

    /// The call of it, for code of a class with this pool.
    pub fn call(self, pool: &mut ConstantPool<'_>) -> Result<Insn> {
        let (class, name) = (CARRIER.as_bytes(), self.carried_name());
        let index = pool.add_method(class, name.as_bytes(), self.descriptor().as_bytes())?;
        Ok(Insn::Invoke { op: Op::Invokestatic, index })
    }
}
