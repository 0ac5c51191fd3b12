//! Footprints [ShrinkWrap Figure 4.4], as far as inlined code knows them: the elements of one array that a
//! thread has accessed at one place since it last synchronised.
//!
//! Most accesses go on where the last one was, and only move the footprint's end. What else there is to
//! footprints is the runtime's (`Footprint.java`).

use redflag_classfile::{ClassFile, Op, Result};

use crate::carrier::{Inlined, add_method};
use crate::snippet::Writer;

/// The runtime's footprints extend this class. It is one of `java.base`, so that code of every class loader
/// can name it.
pub const FOOTPRINT: &str = "java/lang/RedflagFootprint";

/// From array, index, footprint and site to the footprint that takes its place.
pub const EXTENDED: &str =
    "(Ljava/lang/Object;ILjava/lang/RedflagFootprint;I)Ljava/lang/RedflagFootprint;";

/// What is kept where nothing is known: the next access asks again.
pub const NONE: &str = "NONE";

pub const KEPT: &str = "Ljava/lang/RedflagFootprint;";

/// What all code of a method has: `(index, footprint)`, whether nothing is left to do.
pub const HAS: &str = "(ILjava/lang/RedflagFootprint;)Z";

/// The words of an array that has one for each element, and no footprints.
pub const WORDS: (&str, &str) = ("words", "[J");

/// The index that extends the footprint, and how far it then moves.
const NEXT: (&str, &str) = ("next", "I");
const STRIDE: (&str, &str) = ("stride", "I");

/// From here up to `next`, all elements have been accessed.
const FIRST: (&str, &str) = ("from", "I");

/// `(index, footprint)`: extends the footprint by the index, or finds that the index is in it; else false.
pub fn add_extension(class: &mut ClassFile<'_>, copy: u32) -> Result<()> {
    add_method(class, &extended(copy), HAS, Inlined::Always, |edit, code| {
        let [not_next, beyond] = [(); 2].map(|()| edit.new_label());
        code.local(Op::Iload, 0);
        push(code, NEXT)?.branch(Op::IfIcmpne, not_next);
        code.local(Op::Aload, 1).local(Op::Iload, 0);
        push(code, STRIDE)?.op(Op::Iadd).field(Op::Putfield, FOOTPRINT, NEXT.0, NEXT.1)?;
        code.ops(&[Op::Iconst1, Op::Ireturn]).bind(not_next).local(Op::Iload, 0);
        push(code, FIRST)?.branch(Op::IfIcmplt, beyond).local(Op::Iload, 0);
        push(code, NEXT)?.branch(Op::IfIcmpge, beyond).ops(&[Op::Iconst1, Op::Ireturn]);
        code.bind(beyond).ops(&[Op::Iconst0, Op::Ireturn]);
        Ok(())
    })
}

pub fn extended(copy: u32) -> String {
    format!("extended{copy}")
}

fn push<'c, 'p, 'a>(
    code: &'c mut Writer<'p, 'a>,
    (name, ty): (&str, &str),
) -> Result<&'c mut Writer<'p, 'a>> {
    code.local(Op::Aload, 1).field(Op::Getfield, FOOTPRINT, name, ty)
}
