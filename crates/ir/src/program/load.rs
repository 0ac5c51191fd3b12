//! Loading of classes: each with its superclass and superinterfaces before it [JVMS §5.3].
//!
//! Departures from the JVM, all of them towards knowing more of a program that would not run as it
//! stands. A class whose superclass or superinterface the JVM would not accept (missing, of the
//! wrong kind, final, its own descendant, named twice) is loaded without that ancestor, or with it
//! once, and marked [`Class::is_broken`], as are its descendants; the reason is in
//! [`Program::skipped`]. Not looked at: whether the ancestor is accessible, whether it permits the
//! subclass (sealed classes), whether a final method is overridden, and loading constraints.

use std::sync::Arc;

use redflag_classfile::{Constant, Flags};
use rustc_hash::FxHashSet;

use super::class::{Class, Draft, read_draft};
use super::source::{ClassLocation, Skipped};
use super::{ClassId, FieldId, MethodId, NoBody, Program, hash_of};
use crate::symbol::Symbol;
use crate::types::Type;

/// How many superinterfaces a class may have. Every class lists all of its own, so that a chain of
/// interfaces would otherwise take memory that grows with the square of its length; the JVM runs
/// out of stack on chains of this length.
pub const MAX_SUPERINTERFACES: usize = 2048;

/// How far a name has got.
#[derive(Clone, Copy)]
pub(super) enum State {
    /// Waits for its ancestors, at this index of the stack.
    Loading(usize),
    Loaded(ClassId),
    /// Not there or not readable; the reason has been noted.
    Missing,
}

impl Program {
    /// Loads the class of an internal name (`com/acme/Account`) with all its ancestors. `None` if
    /// it is missing or cannot be read, which is noted once.
    pub fn load(&mut self, name: &str) -> Option<ClassId> {
        let name = self.names.intern(name);
        self.load_named(name)
    }

    /// As [`Self::load`], by the interned name.
    pub fn load_named(&mut self, name: Symbol) -> Option<ClassId> {
        if !self.by_name.contains_key(&Symbol::OBJECT) {
            self.load_closed(Symbol::OBJECT);
        }
        if !self.by_name.contains_key(&name) {
            self.load_closed(name);
        }
        self.loaded(name)
    }

    /// Loads every class of the class path; of several with one name the first, as the JVM does.
    pub fn load_all(&mut self) {
        let locations: Vec<ClassLocation> =
            self.class_path.classes().map(|(location, _)| location).collect();
        for location in locations {
            let name = self.class_path.name(location);
            // A module's description is no class, and each module has one of the same name.
            if name == "module-info" || self.class_path.find(name) != Some(location) {
                continue;
            }
            let name = self.names.intern(name);
            self.load_named(name);
        }
    }

    /// Loads every class that the members and the code of a class name, so that what it mentions
    /// can be resolved.
    pub fn load_mentioned(&mut self, class: ClassId) -> Result<(), NoBody> {
        let mentioned = self.with_headers(class, |file| {
            let constants = file.pool.constants().iter();
            let classes = constants.filter_map(|constant| match *constant {
                Constant::Class { name } => self.names.class_constant(file.pool.utf8(name).ok()?),
                _ => None,
            });
            classes.filter_map(Type::element_class).collect::<Vec<Symbol>>()
        })?;
        for name in mentioned {
            self.load_named(name);
        }
        Ok(())
    }

    /// Loads a class and, before it, its ancestors, with a stack of its own: chains of classes may
    /// be longer than the thread's stack is deep.
    fn load_closed(&mut self, name: Symbol) {
        let mut stack = Vec::new();
        self.begin(name, None, &mut stack);
        while let Some(top) = stack.last_mut() {
            let Some(ancestor) = top.ancestors.get(top.next).copied() else {
                self.finish(&mut stack);
                continue;
            };
            top.next += 1;
            match self.by_name.get(&ancestor) {
                None => {
                    let wanted_by = top.draft.name;
                    self.begin(ancestor, Some(wanted_by), &mut stack);
                }
                Some(&State::Loading(index)) => top.lowest = top.lowest.min(index),
                Some(State::Loaded(_) | State::Missing) => {}
            }
        }
    }

    /// Reads a class and puts it on the stack, or notes why not.
    fn begin(&mut self, name: Symbol, wanted_by: Option<Symbol>, stack: &mut Vec<Pending>) {
        match self.read(name, wanted_by) {
            Ok((location, draft)) => {
                self.by_name.insert(name, State::Loading(stack.len()));
                stack.push(Pending::new(location, draft));
            }
            Err(skipped) => {
                self.by_name.insert(name, State::Missing);
                self.skipped.push(skipped);
            }
        }
    }

    fn read(
        &mut self,
        name: Symbol,
        wanted_by: Option<Symbol>,
    ) -> Result<(ClassLocation, Draft), Skipped> {
        let Some(location) = self.class_path.find(self.names.text(name)) else {
            let why = match wanted_by {
                Some(by) => {
                    format!("not on the class path, expected by {}", self.names.text(by))
                }
                None => "not on the class path".to_owned(),
            };
            return Err(Skipped { what: self.names.text(name).to_owned(), why });
        };
        let bytes = self.class_path.read(location)?;
        let unusable = |why: String| Skipped { what: self.class_path.origin(location), why };
        let draft = read_draft(&bytes, &mut self.names).map_err(unusable)?;
        if draft.name != name {
            return Err(unusable(format!(
                "NoClassDefFoundError: says that it is {}, expected {}",
                self.names.text(draft.name),
                self.names.text(name)
            )));
        }
        Ok((location, draft))
    }

    /// Makes a class of the top of the stack, whose ancestors are loaded as far as they can be.
    fn finish(&mut self, stack: &mut Vec<Pending>) {
        let Some(pending) = stack.pop() else { return };
        let index = stack.len();
        let Pending { location, draft, lowest, .. } = pending;
        if let Some(below) = stack.last_mut() {
            // What this class led back to, the classes between lead back to as well.
            below.lowest = below.lowest.min(lowest);
        }
        // Ids are 32 bits; the class path itself is numbered so.
        let id = ClassId(self.classes.len() as u32);
        let mut flaws = Vec::new();
        let super_class = self.super_class(&draft, &mut flaws);
        let (interfaces, superinterfaces) = self.interfaces(&draft, super_class, &mut flaws);
        let inherits_flaw =
            super_class.iter().chain(&interfaces).any(|&ancestor| self.class(ancestor).is_broken);
        let is_broken = lowest <= index || !flaws.is_empty() || inherits_flaw;
        for why in flaws {
            self.skipped.push(Skipped { what: self.class_path.origin(location), why });
        }
        for &ancestor in super_class.iter().chain(&interfaces) {
            let subtypes = &mut self.classes[ancestor.index()].subtypes;
            if subtypes.last() != Some(&id) {
                subtypes.push(id);
            }
        }
        let (fields, methods) = self.add_members(id, &draft);
        self.by_name.insert(draft.name, State::Loaded(id));
        self.classes.push(Class {
            name: draft.name,
            package: draft.package,
            flags: draft.flags,
            version: draft.version,
            super_class,
            interfaces: interfaces.into(),
            superinterfaces,
            is_broken,
            is_record: draft.is_record,
            source_file: draft.source_file,
            nest_host: draft.nest_host,
            location,
            fields,
            methods,
            subtypes: Vec::new(),
        });
    }

    fn add_members(
        &mut self,
        class: ClassId,
        draft: &Draft,
    ) -> (std::ops::Range<u32>, std::ops::Range<u32>) {
        let first_field = self.fields.len() as u32;
        for field in &draft.fields {
            let id = FieldId(self.fields.len() as u32);
            let field = super::Field { class, ..*field };
            self.fields.push(field);
            let (fields, hash) = (&self.fields, hash_of(&field.key()));
            let is_it = |&other: &FieldId| fields[other.index()].key() == field.key();
            let hash_again = |&other: &FieldId| hash_of(&fields[other.index()].key());
            self.fields_by_name.entry(hash, is_it, hash_again).or_insert(id);
        }
        let first_method = self.methods.len() as u32;
        for method in &draft.methods {
            let id = MethodId(self.methods.len() as u32);
            let method = super::Method { class, ..*method };
            self.methods.push(method);
            let (methods, hash) = (&self.methods, hash_of(&method.key()));
            let is_it = |&other: &MethodId| methods[other.index()].key() == method.key();
            let hash_again = |&other: &MethodId| hash_of(&methods[other.index()].key());
            self.methods_by_name.entry(hash, is_it, hash_again).or_insert(id);
        }
        (first_field..self.fields.len() as u32, first_method..self.methods.len() as u32)
    }

    /// The superclass, or `java/lang/Object` in place of one that the JVM would refuse.
    fn super_class(&self, draft: &Draft, flaws: &mut Vec<String>) -> Option<ClassId> {
        if draft.name == Symbol::OBJECT {
            return None;
        }
        let object = self.object();
        let Some(name) = draft.super_class else {
            flaws.push("ClassFormatError: no superclass, expected one".to_owned());
            return object;
        };
        let text = self.names.text(name);
        let Some(super_class) = self.ancestor(name, flaws) else {
            return object;
        };
        let flags = self.class(super_class).flags;
        if draft.flags.has(Flags::INTERFACE) && Some(super_class) != object {
            flaws.push(format!(
                "ClassFormatError: the superclass of an interface is {text}, expected java/lang/Object"
            ));
        } else if flags.has(Flags::INTERFACE) {
            flaws.push(format!(
                "IncompatibleClassChangeError: the superclass {text} is an interface"
            ));
        } else if flags.has(Flags::FINAL) {
            flaws.push(format!("IncompatibleClassChangeError: the superclass {text} is final"));
        } else {
            return Some(super_class);
        }
        object
    }

    /// The direct and all superinterfaces, without those that the JVM would refuse.
    fn interfaces(
        &self,
        draft: &Draft,
        super_class: Option<ClassId>,
        flaws: &mut Vec<String>,
    ) -> (Vec<ClassId>, Arc<[ClassId]>) {
        let inherited = match super_class {
            Some(super_class) => Arc::clone(&self.class(super_class).superinterfaces),
            None => Arc::default(),
        };
        let mut direct = Vec::with_capacity(draft.interfaces.len());
        let mut all = inherited.to_vec();
        if draft.name == Symbol::OBJECT {
            return (direct, inherited);
        }
        let mut seen = FxHashSet::default();
        let mut is_repeated = false;
        for &name in &draft.interfaces {
            if !seen.insert(name) {
                // The JVM stops at the first; saying it of each could take as many lines as a
                // class file has interfaces.
                if !std::mem::replace(&mut is_repeated, true) {
                    flaws.push(format!(
                        "ClassFormatError: the superinterface {} is repeated",
                        self.names.text(name)
                    ));
                }
                continue;
            }
            let Some(interface) = self.ancestor(name, flaws) else { continue };
            if !self.class(interface).is_interface() {
                flaws.push(format!(
                    "IncompatibleClassChangeError: the superinterface {} is a class",
                    self.names.text(name)
                ));
                continue;
            }
            let grown = self.with_interface(&all, interface);
            if grown.len() > MAX_SUPERINTERFACES {
                flaws.push(format!(
                    "more than {MAX_SUPERINTERFACES} superinterfaces; {} and those after it are \
                     left out",
                    self.names.text(name)
                ));
                break;
            }
            all = grown;
            direct.push(interface);
        }
        let superinterfaces = if all.len() == inherited.len() { inherited } else { all.into() };
        (direct, superinterfaces)
    }

    fn with_interface(&self, known: &[ClassId], interface: ClassId) -> Vec<ClassId> {
        let mut all = [known, &self.class(interface).superinterfaces, &[interface]].concat();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// A superclass or superinterface, if it has been loaded.
    fn ancestor(&self, name: Symbol, flaws: &mut Vec<String>) -> Option<ClassId> {
        let text = self.names.text(name);
        match self.by_name.get(&name) {
            Some(&State::Loaded(class)) => return Some(class),
            Some(State::Loading(_)) => flaws.push(format!(
                "ClassCircularityError: the class is its own ancestor, through {text}"
            )),
            _ => flaws.push(format!("NoClassDefFoundError: its ancestor {text} is not there")),
        }
        None
    }
}

/// A class on the stack, whose ancestors are being loaded.
struct Pending {
    location: ClassLocation,
    draft: Draft,
    /// Superclass and superinterfaces, and how many of them have been looked at.
    ancestors: Vec<Symbol>,
    next: usize,
    /// The lowest index of the stack that this class leads back to: a cycle if it is not above.
    lowest: usize,
}

impl Pending {
    fn new(location: ClassLocation, draft: Draft) -> Pending {
        let ancestors = match draft.name {
            Symbol::OBJECT => Vec::new(),
            _ => draft.super_class.iter().chain(&draft.interfaces).copied().collect(),
        };
        Pending { location, draft, ancestors, next: 0, lowest: usize::MAX }
    }
}
