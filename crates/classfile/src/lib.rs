//! JVM class files: reading, editing and writing them, versions 45 to 69 (Java 1.1 to 25).
//!
//! A class that is read and written unchanged is the same bytes. Code is a list of instructions
//! whose branches, ranges and frames point at each other by [`Label`], and is changed through
//! [`edit::CodeEdit`], which keeps the stack maps right without loading any other class.

pub mod annotation;
pub mod attribute;
mod class;
pub mod code;
mod construction;
pub mod cursor;
mod decode;
mod descriptor;
pub mod edit;
mod effect;
mod encode;
mod error;
mod flags;
pub mod frame;
pub mod insn;
pub mod listing;
pub mod module;
pub mod mutf8;
pub mod opcode;
mod output;
pub mod pool;
mod typing;

pub use attribute::{Attribute, Info};
pub use class::{ClassFile, Member, NEWEST_MAJOR};
pub use code::{Code, Handler};
pub use construction::{Construction, constructions};
pub use edit::CodeEdit;
pub use effect::stack_effect;
pub use error::{Error, Result};
pub use flags::Flags;
pub use insn::{Insn, Label};
pub use opcode::Op;
pub use pool::{Constant, ConstantPool};
