//! Who is whose subtype [JVMS §4.10.1.2, §6.5 checkcast].

use super::{ClassId, Program};
use crate::symbol::Symbol;
use crate::types::{Kind, Type};

impl Program {
    /// Whether `class` is `ancestor` or a subclass, implementor or subinterface of it.
    pub fn is_subclass(&self, class: ClassId, ancestor: ClassId) -> bool {
        if class == ancestor {
            return true;
        }
        if self.class(ancestor).is_interface() {
            return self.class(class).superinterfaces.binary_search(&ancestor).is_ok();
        }
        // Superclasses have lower ids, and chains are short: two steps on average in the JDK.
        let mut at = class;
        while at > ancestor {
            match self.class(at).super_class {
                Some(super_class) => at = super_class,
                None => return false,
            }
        }
        at == ancestor
    }

    /// Whether every value of type `sub` may be stored in a variable of type `ty`. A class that is
    /// not loaded is a subtype of itself and of `java/lang/Object` alone.
    pub fn is_subtype(&self, sub: Type, ty: Type) -> bool {
        let (mut sub, mut ty) = (sub, ty);
        loop {
            if sub == ty || (ty == Type::OBJECT && sub.is_reference()) {
                return true;
            }
            match (sub.component(), ty.component()) {
                (Some(sub_component), Some(component)) => {
                    (sub, ty) = (sub_component, component);
                }
                (Some(_), None) => {
                    let array_supertypes = [Symbol::CLONEABLE, Symbol::SERIALIZABLE];
                    return ty.as_class().is_some_and(|name| array_supertypes.contains(&name));
                }
                (None, Some(_)) => return sub.kind() == Kind::Null,
                (None, None) => break,
            }
        }
        if sub.kind() == Kind::Null {
            return ty.is_reference();
        }
        match (self.loaded_class(sub), self.loaded_class(ty)) {
            (Some(sub), Some(class)) => self.is_subclass(sub, class),
            _ => false,
        }
    }

    /// The nearest class that both are or extend; interfaces count as `java/lang/Object`, as they
    /// do for the verifier. `None` only where a class path has no `java/lang/Object`.
    pub fn common_superclass(&self, a: ClassId, b: ClassId) -> Option<ClassId> {
        let (mut a, mut b) = (a, b);
        while a != b {
            // The higher id cannot be an ancestor of the lower one.
            let higher = if a > b { &mut a } else { &mut b };
            *higher = self.class(*higher).super_class?;
        }
        if self.class(a).is_interface() { self.object() } else { Some(a) }
    }

    /// The nearest type that both may be stored in, with interfaces as in
    /// [`Self::common_superclass`]. `None` if one of them is primitive and they differ.
    pub fn common_supertype(&self, a: Type, b: Type) -> Option<Type> {
        if a == b || (a == Type::NULL && b.is_reference()) {
            return Some(b);
        }
        if b == Type::NULL && a.is_reference() {
            return Some(a);
        }
        if !a.is_reference() || !b.is_reference() {
            return None;
        }
        // Arrays have what their innermost elements have in common if both are as deep; else the
        // deeper one's elements are, at the other's depth, arrays and nothing but objects.
        let depth = a.dimensions().min(b.dimensions());
        let strip = |ty: Type| (0..depth).try_fold(ty, |ty, _| ty.component());
        let (inner_a, inner_b) = (strip(a)?, strip(b)?);
        let wrap = |ty: Type, depth: u8| (0..depth).try_fold(ty, |ty, _| ty.array_of());
        match (inner_a.as_class(), inner_b.as_class()) {
            (Some(class_a), Some(class_b)) => {
                let common = match (self.loaded(class_a), self.loaded(class_b)) {
                    (Some(a), Some(b)) => self.common_superclass(a, b),
                    _ => None,
                };
                wrap(common.map_or(Type::OBJECT, |common| self.type_of(common)), depth)
            }
            _ if inner_a.is_reference() && inner_b.is_reference() => wrap(Type::OBJECT, depth),
            // At this depth one is primitive, so that the arrays around them differ.
            _ => wrap(Type::OBJECT, depth.saturating_sub(1)),
        }
    }

    pub fn type_of(&self, class: ClassId) -> Type {
        Type::class(self.class(class).name)
    }

    /// The class and all that extend or implement it, directly or not, ascending.
    pub fn subtypes(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = vec![class];
        let mut seen = rustc_hash::FxHashSet::default();
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            let new = self.class(at).direct_subtypes().iter().filter(|&&sub| seen.insert(sub));
            found.extend(new);
        }
        found.sort_unstable();
        found
    }

    /// Whether two classes are of one run-time package. One loader is assumed for each package.
    pub fn same_package(&self, a: ClassId, b: ClassId) -> bool {
        self.class(a).package == self.class(b).package
    }
}
