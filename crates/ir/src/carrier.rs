//! The five kinds of value that the JVM computes with [JVMS §2.11.1].

use crate::types::{Kind, Type};

/// What instructions tell apart: small integers are `int`, and all references are one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Carrier {
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl Carrier {
    /// `None` for `void`.
    #[inline]
    pub fn of(ty: Type) -> Option<Carrier> {
        Some(match ty.kind() {
            Kind::Void => return None,
            Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int => Carrier::Int,
            Kind::Long => Carrier::Long,
            Kind::Float => Carrier::Float,
            Kind::Double => Carrier::Double,
            Kind::Null | Kind::Class => Carrier::Reference,
        })
    }

    /// Whether a value takes two slots of the operand stack.
    #[inline]
    pub fn is_wide(self) -> bool {
        matches!(self, Carrier::Long | Carrier::Double)
    }

    /// The type of every value of this kind but a reference, whose type says more.
    pub fn primitive(self) -> Option<Type> {
        Some(match self {
            Carrier::Int => Type::INT,
            Carrier::Long => Type::LONG,
            Carrier::Float => Type::FLOAT,
            Carrier::Double => Type::DOUBLE,
            Carrier::Reference => return None,
        })
    }
}
