//! Selection: the method that a call runs, given the class of its receiver [JVMS §5.4.6], and
//! `invokespecial`'s own rule [JVMS §6.5].
//!
//! Differs from the JVM: access control is not modelled, but for the check that `invokeinterface`
//! makes after selection. Every class is taken to have `ACC_SUPER`, as HotSpot takes it.

use redflag_classfile::Flags;

use super::resolve::{class_of_ref, public_method_of_object, resolve_call};
use super::superinterfaces::maximally_specific;
use super::{ClassId, Incompatible, LinkError, MethodId, Program};
use crate::body::{InvokeKind, MethodRef};
use crate::symbol::Symbol;
use crate::types::Type;

/// The method that a call in a method of `caller` runs. `receiver` is the run-time type of the
/// object that it is called on; static and special calls do not ask for it.
pub fn call_target(
    program: &Program,
    caller: ClassId,
    kind: InvokeKind,
    method: &MethodRef,
    receiver: Type,
) -> Result<MethodId, LinkError> {
    let resolved = resolve_call(program, kind, method)?;
    let named = class_of_ref(program, method)?;
    let receiver = || {
        let class = if receiver.is_array() { Type::OBJECT } else { receiver };
        program.loaded_class(class).ok_or(LinkError::NoClassDefFound)
    };
    match kind {
        InvokeKind::Static => Ok(resolved),
        InvokeKind::Special => select_special(program, caller, named, resolved),
        InvokeKind::Virtual => select(program, receiver()?, resolved),
        InvokeKind::Interface => select_interface(program, receiver()?, named, resolved),
    }
}

/// What `invokevirtual` selects for an object of class `receiver`.
pub fn select(
    program: &Program,
    receiver: ClassId,
    resolved: MethodId,
) -> Result<MethodId, LinkError> {
    match overriding(program, receiver, resolved) {
        Some(found) => concrete(program, found),
        None => {
            let method = program.method(resolved);
            default_method(program, receiver, method.name, method.descriptor)
        }
    }
}

/// What `invokeinterface` selects for an object of class `receiver`, where the reference names
/// `interface`.
pub fn select_interface(
    program: &Program,
    receiver: ClassId,
    interface: ClassId,
    resolved: MethodId,
) -> Result<MethodId, LinkError> {
    if !program.is_subclass(receiver, interface) {
        return Err(LinkError::IncompatibleClassChange(Incompatible::NotImplemented));
    }
    if let Some(found) = overriding(program, receiver, resolved) {
        let flags = program.method(found).flags;
        if !flags.has(Flags::PUBLIC) && !flags.has(Flags::PRIVATE) {
            return Err(LinkError::IllegalAccess);
        }
    }
    select(program, receiver, resolved)
}

/// What `invokespecial` in a method of `caller` runs, where the reference names `named`.
pub fn select_special(
    program: &Program,
    caller: ClassId,
    named: ClassId,
    resolved: MethodId,
) -> Result<MethodId, LinkError> {
    let method = program.method(resolved);
    let (name, descriptor) = (method.name, method.descriptor);
    if program.names().text(name) == "<init>" {
        return Ok(resolved);
    }
    let calls_super = caller != named
        && !program.class(named).is_interface()
        && program.is_subclass(caller, named);
    let from = match program.class(caller).super_class {
        Some(super_class) if calls_super => super_class,
        _ => named,
    };
    let is_instance = |&found: &MethodId| !program.method(found).is_static();
    let found = if program.class(from).is_interface() {
        program
            .declared_method(from, name, descriptor)
            .filter(is_instance)
            .or_else(|| public_method_of_object(program, name, descriptor))
    } else {
        superclasses(program, from)
            .filter_map(|class| program.declared_method(class, name, descriptor))
            .find(is_instance)
    };
    match found {
        Some(found) => concrete(program, found),
        None => default_method(program, from, name, descriptor),
    }
}

/// Every method that a call to `resolved` on some object of type `class` may select, ascending:
/// one for each class that is loaded and that there can be objects of (class hierarchy analysis).
pub fn targets(program: &Program, class: ClassId, resolved: MethodId) -> Vec<MethodId> {
    let receivers = program.subtypes(class).into_iter();
    let mut targets: Vec<MethodId> = receivers
        .filter(|&receiver| program.class(receiver).is_instantiable())
        .filter_map(|receiver| select(program, receiver, resolved).ok())
        .collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Whether a method that `class` declares overrides `overridden`, or is it [JVMS §5.4.5].
pub fn can_override(program: &Program, method: MethodId, overridden: MethodId) -> bool {
    let (this, that) = (program.method(method), program.method(overridden));
    (this.name, this.descriptor) == (that.name, that.descriptor)
        && !that.is_static()
        && overriders(program, this.class, overridden).contains(&method)
}

/// The method of `receiver` or the nearest superclass that can override `resolved`; a private
/// method itself.
fn overriding(program: &Program, receiver: ClassId, resolved: MethodId) -> Option<MethodId> {
    let method = program.method(resolved);
    if method.is_private() {
        return Some(resolved);
    }
    if is_open(method.flags) {
        return instance_methods(program, receiver, method.name, method.descriptor).next();
    }
    overriders(program, receiver, resolved).last().copied()
}

/// The methods in `class` and its superclasses that can override `overridden`, those of
/// superclasses first.
///
/// A method overrides a package-private one of another package if something between the two
/// overrides it and is overridden. What overrides it by being of its package is again
/// package-private, or public or protected: then all below override it.
fn overriders(program: &Program, class: ClassId, overridden: MethodId) -> Vec<MethodId> {
    let method = program.method(overridden);
    let mut below: Vec<MethodId> =
        instance_methods(program, class, method.name, method.descriptor).collect();
    below.reverse();
    if is_open(method.flags) {
        return below;
    }
    let Some(start) = below.iter().position(|&id| id == overridden) else {
        return Vec::new();
    };
    let mut is_any_open = false;
    let mut overrides = |&id: &MethodId| {
        let other = program.method(id);
        let overrides = is_any_open || program.same_package(other.class, method.class);
        is_any_open |= overrides && is_open(other.flags);
        overrides
    };
    below.drain(..start);
    below.retain(&mut overrides);
    below
}

/// Whether methods of any package can override a method.
fn is_open(flags: Flags) -> bool {
    flags.has(Flags::PUBLIC) || flags.has(Flags::PROTECTED)
}

/// The methods of a name and descriptor that a class and its superclasses declare, nearest first,
/// without the static and private ones, which override nothing.
fn instance_methods(
    program: &Program,
    class: ClassId,
    name: Symbol,
    descriptor: Symbol,
) -> impl Iterator<Item = MethodId> {
    superclasses(program, class)
        .filter_map(move |class| program.declared_method(class, name, descriptor))
        .filter(|&id| !program.method(id).is_static() && !program.method(id).is_private())
}

/// A class and its superclasses.
fn superclasses(program: &Program, class: ClassId) -> impl Iterator<Item = ClassId> {
    std::iter::successors(Some(class), |&class| program.class(class).super_class)
}

/// The one default method that a class inherits, or what the JVM throws in its place.
fn default_method(
    program: &Program,
    class: ClassId,
    name: Symbol,
    descriptor: Symbol,
) -> Result<MethodId, LinkError> {
    let specific = maximally_specific(program, class, name, descriptor);
    let mut concrete = specific.iter().filter(|&&id| !program.method(id).is_abstract());
    match (concrete.next(), concrete.next()) {
        (Some(&only), None) => Ok(only),
        (None, _) => Err(LinkError::AbstractMethod),
        (Some(_), Some(_)) => Err(LinkError::IncompatibleClassChange(Incompatible::Conflict)),
    }
}

fn concrete(program: &Program, found: MethodId) -> Result<MethodId, LinkError> {
    if program.method(found).is_abstract() { Err(LinkError::AbstractMethod) } else { Ok(found) }
}
