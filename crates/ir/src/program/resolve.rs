//! Resolution: the member that a name in code means [JVMS §5.4.3.2 to §5.4.3.4].
//!
//! Differs from the JVM: access control is not modelled, so that a member the code may not touch
//! is found all the same. In a class that has lost an ancestor (see [`super::Class::is_broken`]) what the
//! others declare is found, and what is not found is a `NoClassDefFoundError`. Where the
//! specification leaves the choice between several abstract methods, the one with the highest id
//! is taken.

use redflag_classfile::Flags;
use rustc_hash::FxHashSet;

use super::superinterfaces::maximally_specific;
use super::{ClassId, FieldId, Incompatible, LinkError, MethodId, Program};
use crate::body::{FieldRef, InvokeKind, MethodRef};
use crate::symbol::Symbol;
use crate::types::Type;

/// The field that a reference means.
pub fn resolve_field_ref(program: &Program, field: &FieldRef) -> Result<FieldId, LinkError> {
    let class = program.loaded(field.class).ok_or(LinkError::NoClassDefFound)?;
    resolve_field(program, class, field.name, field.ty)
}

/// The method that a reference means. A method of an array is that of `java/lang/Object`.
pub fn resolve_method_ref(program: &Program, method: &MethodRef) -> Result<MethodId, LinkError> {
    let class = class_of_ref(program, method)?;
    let resolve = if method.of_interface { resolve_interface_method } else { resolve_method };
    resolve(program, class, method.name, method.descriptor)
}

/// As [`resolve_method_ref`], with what the instruction asks of the method besides.
pub fn resolve_call(
    program: &Program,
    kind: InvokeKind,
    method: &MethodRef,
) -> Result<MethodId, LinkError> {
    let id = resolve_method_ref(program, method)?;
    let resolved = program.method(id);
    let is_constructor = program.names().text(resolved.name) == "<init>";
    if is_constructor && program.loaded_class(method.class) != Some(resolved.class) {
        return Err(LinkError::NoSuchMethod);
    }
    match (kind, resolved.is_static()) {
        (InvokeKind::Static, false) => incompatible(Incompatible::ExpectedStatic),
        (InvokeKind::Static, true) | (_, false) => Ok(id),
        (_, true) => incompatible(Incompatible::ExpectedInstance),
    }
}

/// The field of a name and type as seen from a class: its own, else one of its superinterfaces,
/// else its superclass's [JVMS §5.4.3.2].
pub fn resolve_field(
    program: &Program,
    class: ClassId,
    name: Symbol,
    ty: Type,
) -> Result<FieldId, LinkError> {
    let mut at = Some(class);
    let mut seen = FxHashSet::default();
    while let Some(id) = at {
        let found = program
            .declared_field(id, name, ty)
            .or_else(|| field_of_interfaces(program, id, name, ty, &mut seen));
        if let Some(field) = found {
            return Ok(field);
        }
        at = program.class(id).super_class;
    }
    Err(not_found(program, class, LinkError::NoSuchField))
}

/// The method of a name and descriptor as seen from a class that is no interface [JVMS §5.4.3.3].
pub fn resolve_method(
    program: &Program,
    class: ClassId,
    name: Symbol,
    descriptor: Symbol,
) -> Result<MethodId, LinkError> {
    if program.class(class).is_interface() {
        return incompatible(Incompatible::ExpectedClass);
    }
    let mut at = Some(class);
    while let Some(id) = at {
        let polymorphic = signature_polymorphic(program, id, name);
        if let Some(found) = polymorphic.or_else(|| program.declared_method(id, name, descriptor)) {
            return Ok(found);
        }
        at = program.class(id).super_class;
    }
    method_of_interfaces(program, class, name, descriptor)
}

/// The method of a name and descriptor as seen from an interface [JVMS §5.4.3.4].
pub fn resolve_interface_method(
    program: &Program,
    interface: ClassId,
    name: Symbol,
    descriptor: Symbol,
) -> Result<MethodId, LinkError> {
    if !program.class(interface).is_interface() {
        return incompatible(Incompatible::ExpectedInterface);
    }
    if let Some(found) = program.declared_method(interface, name, descriptor) {
        return Ok(found);
    }
    match public_method_of_object(program, name, descriptor) {
        Some(found) => Ok(found),
        None => method_of_interfaces(program, interface, name, descriptor),
    }
}

/// Whether a call may pass any arguments to the method: its own descriptor is not that of the
/// call [JVMS §2.9.3].
pub fn is_signature_polymorphic(program: &Program, method: MethodId) -> bool {
    const VARARGS: Flags = Flags(0x0080);
    let method = program.method(method);
    let class = program.class(method.class).name;
    let is_handle = class == Symbol::METHOD_HANDLE
        || program.names().text(class) == "java/lang/invoke/VarHandle";
    is_handle
        && method.flags.has(VARARGS.with(Flags::NATIVE))
        && program.names().signature(method.descriptor).is_some_and(|signature| {
            Some(&*signature.parameters)
                == Type::OBJECT.array_of().as_ref().map(std::slice::from_ref)
        })
}

pub(super) fn class_of_ref(program: &Program, method: &MethodRef) -> Result<ClassId, LinkError> {
    let class = if method.class.is_array() { Type::OBJECT } else { method.class };
    program.loaded_class(class).ok_or(LinkError::NoClassDefFound)
}

pub(super) fn public_method_of_object(
    program: &Program,
    name: Symbol,
    descriptor: Symbol,
) -> Option<MethodId> {
    let found = program.declared_method(program.object()?, name, descriptor)?;
    let method = program.method(found);
    (method.flags.has(Flags::PUBLIC) && !method.is_static()).then_some(found)
}

/// The method of that name in `java/lang/invoke/MethodHandle` or `VarHandle`, if there is no other
/// and it is signature polymorphic.
fn signature_polymorphic(program: &Program, class: ClassId, name: Symbol) -> Option<MethodId> {
    let of_name = |&id: &MethodId| program.method(id).name == name;
    let package = program.names().text(program.class(class).package);
    if package != "java/lang/invoke" {
        return None;
    }
    let mut named = program.class(class).methods().filter(of_name);
    let only = named.next().filter(|_| named.next().is_none())?;
    is_signature_polymorphic(program, only).then_some(only)
}

/// The first field in the direct superinterfaces of a class and theirs, each with its own
/// superinterfaces before the next. `seen` have been searched in vain.
fn field_of_interfaces(
    program: &Program,
    class: ClassId,
    name: Symbol,
    ty: Type,
    seen: &mut FxHashSet<ClassId>,
) -> Option<FieldId> {
    let mut stack: Vec<ClassId> = Vec::new();
    let mut at = class;
    loop {
        stack.extend(program.class(at).interfaces.iter().rev());
        at = loop {
            let next = stack.pop()?;
            if seen.insert(next) {
                break next;
            }
        };
        if let Some(field) = program.declared_field(at, name, ty) {
            return Some(field);
        }
    }
}

fn method_of_interfaces(
    program: &Program,
    class: ClassId,
    name: Symbol,
    descriptor: Symbol,
) -> Result<MethodId, LinkError> {
    let specific = maximally_specific(program, class, name, descriptor);
    let mut concrete = specific.iter().filter(|&&id| !program.method(id).is_abstract());
    match (concrete.next(), concrete.next()) {
        (Some(&only), None) => Ok(only),
        _ => specific
            .first()
            .copied()
            .ok_or_else(|| not_found(program, class, LinkError::NoSuchMethod)),
    }
}

fn not_found(program: &Program, class: ClassId, error: LinkError) -> LinkError {
    if program.class(class).is_broken { LinkError::NoClassDefFound } else { error }
}

fn incompatible<T>(change: Incompatible) -> Result<T, LinkError> {
    Err(LinkError::IncompatibleClassChange(change))
}
