//! The maximally-specific superinterface methods of a class [JVMS §5.4.3.3].

use super::{ClassId, MethodId, Program};
use crate::symbol::Symbol;

/// The methods of a name and descriptor in superinterfaces of `class` that are neither private nor
/// static, and that no other such method in a subinterface hides. Descending by id.
pub fn maximally_specific(
    program: &Program,
    class: ClassId,
    name: Symbol,
    descriptor: Symbol,
) -> Vec<MethodId> {
    let mut specific: Vec<MethodId> = Vec::new();
    // Subinterfaces have the higher ids. What a method that is hidden would hide, the one that
    // hides it hides too, so that looking at those kept is enough.
    for &interface in program.class(class).superinterfaces.iter().rev() {
        let Some(id) = program.declared_method(interface, name, descriptor) else { continue };
        let method = program.method(id);
        if method.is_private() || method.is_static() {
            continue;
        }
        let is_hidden = specific
            .iter()
            .any(|&other| program.is_subclass(program.method(other).class, interface));
        if !is_hidden {
            specific.push(id);
        }
    }
    specific
}
