//! From classes and methods back to their bytes and bodies.
//!
//! Bytes are not kept: those of a JDK image and of stored entries lie in a memory map and are
//! borrowed, and inflating an entry again takes about 12 µs a class, a fraction of lowering
//! it, where keeping what was inflated would double the memory of a program made of jars.

use std::borrow::Cow;
use std::fmt;

use redflag_classfile::{ClassFile, Code, Error, Info, Member};

use super::source::SourceError;
use super::{ClassId, MethodId, Program};
use crate::body::Body;
use crate::lower::{Lowerer, Unlowerable};

/// Why a class file or body is not to be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoBody {
    /// Abstract or native.
    NoCode,
    /// The class could not be read again.
    Unread(SourceError),
    /// The class or its code is not as it should be.
    Malformed(Error),
    Unlowerable(Unlowerable),
}

impl Program {
    /// The body of one method. To have those of a whole class, ask for [`Self::bodies`], which reads
    /// the class once.
    pub fn body(&self, method: MethodId) -> Result<Body, NoBody> {
        let class = self.method(method).class;
        let index = method.index() - self.class(class).methods.start as usize;
        self.with_headers(class, |file| match file.methods.get(index) {
            Some(member) => body_of(file, member, &mut Lowerer::new(file, &self.names)),
            None => Err(changed()),
        })?
    }

    /// The bodies of a class's methods, in their order.
    pub fn bodies(&self, class: ClassId) -> Result<Vec<Result<Body, NoBody>>, NoBody> {
        self.with_headers(class, |file| {
            if file.methods.len() != self.class(class).methods.len() {
                return Err(changed());
            }
            let mut lowerer = Lowerer::new(file, &self.names);
            Ok(file.methods.iter().map(|member| body_of(file, member, &mut lowerer)).collect())
        })?
    }

    /// The class file: borrowed where it is stored plainly, inflated again where it is not.
    pub fn bytes(&self, class: ClassId) -> Result<Cow<'_, [u8]>, SourceError> {
        self.class_path.read(self.class(class).location)
    }

    /// What `look` makes of a class file that is read without its methods' code; its methods and
    /// fields are in the order of [`super::Class::methods`] and [`super::Class::fields`].
    pub fn with_headers<T>(
        &self,
        class: ClassId,
        look: impl FnOnce(&ClassFile<'_>) -> T,
    ) -> Result<T, NoBody> {
        let bytes = self.bytes(class).map_err(NoBody::Unread)?;
        ClassFile::read_headers(&bytes).map(|file| look(&file)).map_err(NoBody::Malformed)
    }

    /// As [`Self::with_headers`], with all code read.
    pub fn with_class_file<T>(
        &self,
        class: ClassId,
        look: impl FnOnce(&ClassFile<'_>) -> T,
    ) -> Result<T, NoBody> {
        let bytes = self.bytes(class).map_err(NoBody::Unread)?;
        ClassFile::read(&bytes).map(|file| look(&file)).map_err(NoBody::Malformed)
    }
}

/// The body of a method whose code has not been read yet. Code that cannot be read costs its own
/// method only.
fn body_of(
    file: &ClassFile<'_>,
    member: &Member<'_>,
    lowerer: &mut Lowerer<'_>,
) -> Result<Body, NoBody> {
    let unread = member.attributes.iter().find_map(|attribute| match attribute.info {
        Info::UnreadCode { bytes, offset } => Some((bytes, offset)),
        _ => None,
    });
    let (bytes, offset) = unread.ok_or(NoBody::NoCode)?;
    let code = Code::read_later(bytes, offset, &file.pool, (file.major, file.minor))
        .map_err(NoBody::Malformed)?;
    lowerer.lower(member, &code).map_err(NoBody::Unlowerable)
}

/// A class lies in a file, which may have been written to since.
fn changed() -> NoBody {
    NoBody::Malformed(Error::new("the class has changed since it was loaded"))
}

impl fmt::Display for NoBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoBody::NoCode => f.write_str("the method is abstract or native"),
            NoBody::Unread(error) => error.fmt(f),
            NoBody::Malformed(error) => error.fmt(f),
            NoBody::Unlowerable(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NoBody {}
