//! Footprints [ShrinkWrap Figure 4.4], as far as inlined code knows them: the elements of one array that a
//! thread has accessed at one place since it last synchronised.
//!
//! Most accesses go on where the last one was, and only move the footprint's end. What else there is to
//! footprints is the runtime's (`Footprint.java`).

use redflag_classfile::{ClassFile, Op, Result};

use crate::carrier::{Access, Inlined, add_method, load_all};
use crate::snippet::{Writer, parameters};

/// The runtime's footprints extend this class. It is one of `java.base`, so that code of every class loader
/// can name it.
pub const FOOTPRINT: &str = "java/lang/RedflagFootprint";

/// From array, index, footprint and site to the footprint that takes its place.
pub const EXTENDED: &str =
    "(Ljava/lang/Object;ILjava/lang/RedflagFootprint;I)Ljava/lang/RedflagFootprint;";

/// The words of an array that has one for each element, and no footprints.
const WORDS: (&str, &str) = ("words", "[J");

/// The index that extends the footprint, and how far it then moves.
const NEXT: (&str, &str) = ("next", "I");
const STRIDE: (&str, &str) = ("stride", "I");

/// From here up to `next`, all elements have been accessed.
const FIRST: (&str, &str) = ("from", "I");

/// Extends a footprint, or finds that the element is in it, or checks the element of an array that has
/// no footprints; else asks the runtime. There is no footprint if the array is not checked.
pub fn add_extension(class: &mut ClassFile<'_>, access: Access) -> Result<()> {
    let (name, descriptor) = access.of_footprint();
    add_method(class, name, descriptor, Inlined::Always, |edit, code| {
        let [not_next, compressed, beyond, same] = [(); 4].map(|()| edit.new_label());
        let words = edit.scratch_local(1)?;
        code.local(Op::Aload, 2).branch(Op::Ifnull, same);
        code.local(Op::Iload, 1);
        push(code, NEXT)?.branch(Op::IfIcmpne, not_next);
        code.local(Op::Aload, 2).local(Op::Iload, 1);
        push(code, STRIDE)?.op(Op::Iadd).field(Op::Putfield, FOOTPRINT, NEXT.0, NEXT.1)?;
        code.branch(Op::Goto, same).bind(not_next);
        push(code, WORDS)?.op(Op::Dup).local(Op::Astore, words).branch(Op::Ifnull, compressed);
        let (element, element_descriptor) = access.of_element();
        code.local(Op::Aload, 0).local(Op::Iload, 1).local(Op::Aload, words).local(Op::Iload, 3);
        code.carried(element, element_descriptor)?.branch(Op::Goto, same).bind(compressed);
        code.local(Op::Iload, 1);
        push(code, FIRST)?.branch(Op::IfIcmplt, beyond).local(Op::Iload, 1);
        push(code, NEXT)?.branch(Op::IfIcmplt, same).bind(beyond);
        load_all(code, &parameters(descriptor).0, 0);
        code.call(access.beyond())?.op(Op::Areturn);
        code.bind(same).local(Op::Aload, 2).op(Op::Areturn);
        Ok(())
    })
}

fn push<'c, 'p, 'a>(
    code: &'c mut Writer<'p, 'a>,
    (name, ty): (&str, &str),
) -> Result<&'c mut Writer<'p, 'a>> {
    code.local(Op::Aload, 2).field(Op::Getfield, FOOTPRINT, name, ty)
}
