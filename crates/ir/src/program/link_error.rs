//! The errors that the JVM throws when a name in code cannot be linked. They are outcomes of a
//! call like any other, not failures of the analysis.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkError {
    /// The class is not loaded here, or one of its ancestors is missing or refused.
    NoClassDefFound,
    NoSuchField,
    NoSuchMethod,
    IncompatibleClassChange(Incompatible),
    /// Selection ended at an abstract method or at none.
    AbstractMethod,
    /// `invokeinterface` selected a method that is neither public nor private.
    IllegalAccess,
}

/// What has changed incompatibly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Incompatible {
    /// The reference says class, and it is an interface.
    ExpectedClass,
    /// The reference says interface, and it is a class.
    ExpectedInterface,
    ExpectedStatic,
    ExpectedInstance,
    /// The receiver does not implement the interface.
    NotImplemented,
    /// Several default methods, none more specific than the others.
    Conflict,
}

impl LinkError {
    /// The class of the exception, without its package.
    pub fn java_name(self) -> &'static str {
        match self {
            LinkError::NoClassDefFound => "NoClassDefFoundError",
            LinkError::NoSuchField => "NoSuchFieldError",
            LinkError::NoSuchMethod => "NoSuchMethodError",
            LinkError::IncompatibleClassChange(_) => "IncompatibleClassChangeError",
            LinkError::AbstractMethod => "AbstractMethodError",
            LinkError::IllegalAccess => "IllegalAccessError",
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.java_name())?;
        let LinkError::IncompatibleClassChange(change) = self else {
            return Ok(());
        };
        f.write_str(match change {
            Incompatible::ExpectedClass => ": an interface, expected a class",
            Incompatible::ExpectedInterface => ": a class, expected an interface",
            Incompatible::ExpectedStatic => ": an instance member, expected a static one",
            Incompatible::ExpectedInstance => ": a static member, expected one of an instance",
            Incompatible::NotImplemented => ": the receiver does not implement the interface",
            Incompatible::Conflict => ": conflicting default methods",
        })
    }
}

impl std::error::Error for LinkError {}
