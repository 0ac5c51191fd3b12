//! The one lasting name of a place in code.

use std::fmt;

use super::{MethodId, Program};

/// A place in code by names that mean the same in every run, unlike ids.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CodePos {
    /// The internal name: `com/acme/Account`.
    pub class: String,
    pub method: String,
    pub descriptor: String,
    /// The position in the bytecode.
    pub pc: u16,
}

impl Program {
    /// The lasting name of a position in a method's code.
    pub fn code_pos(&self, method: MethodId, pc: u16) -> CodePos {
        let method = self.method(method);
        let text = |symbol| self.names.text(symbol).to_owned();
        CodePos {
            class: self.class_name(method.class).to_owned(),
            method: text(method.name),
            descriptor: text(method.descriptor),
            pc,
        }
    }
}

impl fmt::Display for CodePos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}{}@{}", self.class, self.method, self.descriptor, self.pc)
    }
}
