//! Why a method has no SSA form. A method that the JVM would run always has one, unless it is
//! larger than the limits; the other kinds are code that the JVM's verifier rejects.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlowerable {
    /// The method's own descriptor.
    Descriptor,
    /// A constant that an instruction or exception handler names.
    Constant { pc: u16, index: u16 },
    /// A branch.
    Target { pc: u16 },
    /// The last instruction.
    End { pc: u16 },
    /// The operand stack.
    Stack { pc: u16 },
    /// The operand stack where paths join.
    Depth { pc: u16 },
    /// The operands of an instruction.
    Types { pc: u16 },
    /// `jsr` and `ret`.
    Subroutine { pc: u16 },
    /// The limits on work and memory.
    TooLarge,
}

impl Unlowerable {
    /// The kind, in one word.
    pub fn kind(&self) -> &'static str {
        match self {
            Unlowerable::Descriptor => "descriptor",
            Unlowerable::Constant { .. } => "constant",
            Unlowerable::Target { .. } => "target",
            Unlowerable::End { .. } => "end",
            Unlowerable::Stack { .. } => "stack",
            Unlowerable::Depth { .. } => "depth",
            Unlowerable::Types { .. } => "types",
            Unlowerable::Subroutine { .. } => "subroutine",
            Unlowerable::TooLarge => "too-large",
        }
    }
}

impl fmt::Display for Unlowerable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unlowerable::Descriptor => {
                f.write_str("the method's descriptor is not a method descriptor")
            }
            Unlowerable::Constant { pc, index } => {
                write!(f, "pc {pc}: constant #{index} is missing or not of the kind that is needed")
            }
            Unlowerable::Target { pc } => {
                write!(f, "pc {pc}: a branch or table leads outside the code")
            }
            Unlowerable::End { pc } => write!(f, "pc {pc}: control falls off the end of the code"),
            Unlowerable::Stack { pc } => {
                write!(f, "pc {pc}: the operand stack underflows or exceeds max_stack")
            }
            Unlowerable::Depth { pc } => {
                write!(f, "pc {pc}: paths join here with operand stacks of different depth")
            }
            Unlowerable::Types { pc } => {
                write!(f, "pc {pc}: an operand is undefined or of another kind than expected")
            }
            Unlowerable::Subroutine { pc } => {
                write!(f, "pc {pc}: ret without a jsr whose subroutine keeps its address there")
            }
            Unlowerable::TooLarge => {
                f.write_str("the method exceeds the limits on blocks, edges or work")
            }
        }
    }
}

impl std::error::Error for Unlowerable {}
