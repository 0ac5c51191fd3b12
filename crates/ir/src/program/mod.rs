//! The program under analysis: where its classes come from, what they declare, how they are
//! related, and what the names in their code mean.
//!
//! Loading takes a `&mut Program`; everything else only reads it, so that analyses can share one
//! between threads. Nothing here fails as a whole: what cannot be loaded is in
//! [`Program::skipped`].

mod bodies;
mod class;
mod code_pos;
mod hierarchy;
pub mod jdk;
mod link_error;
mod load;
pub mod origin;
pub mod resolve;
pub mod select;
pub mod source;
mod superinterfaces;

use std::fmt;
use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use crate::body;
use crate::names::Names;
use crate::symbol::Symbol;
use crate::types::Type;

pub use bodies::NoBody;
pub use class::{Class, Field, Method};
pub use code_pos::CodePos;
pub use link_error::{Incompatible, LinkError};
pub use load::MAX_SUPERINTERFACES;
pub use superinterfaces::maximally_specific;

use source::{ClassPath, Skipped};

body::ids! {
    /// A class or interface. Its superclass and superinterfaces have lower ids.
    ClassId "c",
    /// A method; those of one class follow each other in the order of the class file.
    MethodId "m",
    /// A field; those of one class follow each other in the order of the class file.
    FieldId "f",
}

/// The classes loaded so far, of those that a class path offers.
pub struct Program {
    class_path: ClassPath,
    names: Names,
    classes: Vec<Class>,
    methods: Vec<Method>,
    fields: Vec<Field>,
    by_name: FxHashMap<Symbol, load::State>,
    /// By class, name and descriptor; of doubles the first.
    methods_by_name: HashTable<MethodId>,
    /// By class, name and type; of doubles the first.
    fields_by_name: HashTable<FieldId>,
    skipped: Vec<Skipped>,
}

impl Program {
    /// A program with no class loaded yet.
    pub fn new(class_path: ClassPath) -> Program {
        Program {
            class_path,
            names: Names::default(),
            classes: Vec::new(),
            methods: Vec::new(),
            fields: Vec::new(),
            by_name: FxHashMap::default(),
            methods_by_name: HashTable::new(),
            fields_by_name: HashTable::new(),
            skipped: Vec::new(),
        }
    }

    pub fn class_path(&self) -> &ClassPath {
        &self.class_path
    }

    pub fn names(&self) -> &Names {
        &self.names
    }

    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
    }

    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }

    /// The classes that are loaded, superclasses and superinterfaces first.
    pub fn classes(&self) -> impl ExactSizeIterator<Item = ClassId> + use<> {
        (0..self.classes.len() as u32).map(ClassId)
    }

    /// All methods of the classes that are loaded.
    pub fn methods(&self) -> impl ExactSizeIterator<Item = MethodId> + use<> {
        (0..self.methods.len() as u32).map(MethodId)
    }

    /// All fields of the classes that are loaded.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = FieldId> + use<> {
        (0..self.fields.len() as u32).map(FieldId)
    }

    /// The class of an internal name (`java/lang/Object`), if it is loaded.
    pub fn find_class(&self, name: &str) -> Option<ClassId> {
        self.names.get(name).and_then(|name| self.loaded(name))
    }

    /// As [`Self::find_class`], by the interned name.
    pub fn loaded(&self, name: Symbol) -> Option<ClassId> {
        match self.by_name.get(&name) {
            Some(&load::State::Loaded(class)) => Some(class),
            _ => None,
        }
    }

    /// The class of a type that is neither primitive nor an array, if it is loaded.
    pub fn loaded_class(&self, ty: Type) -> Option<ClassId> {
        ty.as_class().and_then(|name| self.loaded(name))
    }

    /// `java/lang/Object`; loaded with the first class, unless the class path has none.
    pub fn object(&self) -> Option<ClassId> {
        self.loaded(Symbol::OBJECT)
    }

    /// The method that a class itself declares, static or not.
    pub fn declared_method(
        &self,
        class: ClassId,
        name: Symbol,
        descriptor: Symbol,
    ) -> Option<MethodId> {
        let wanted = (class, name, descriptor);
        let is_it = |&id: &MethodId| self.method(id).key() == wanted;
        self.methods_by_name.find(hash_of(&wanted), is_it).copied()
    }

    /// The field that a class itself declares, static or not.
    pub fn declared_field(&self, class: ClassId, name: Symbol, ty: Type) -> Option<FieldId> {
        let wanted = (class, name, ty);
        let is_it = |&id: &FieldId| self.field(id).key() == wanted;
        self.fields_by_name.find(hash_of(&wanted), is_it).copied()
    }

    pub fn class_name(&self, id: ClassId) -> &str {
        self.names.text(self.class(id).name)
    }

    /// A method for people and tests: `java/lang/Object.wait(J)V`.
    pub fn method_name(&self, id: MethodId) -> String {
        let method = self.method(id);
        let (name, descriptor) = (self.names.text(method.name), self.names.text(method.descriptor));
        format!("{}.{name}{descriptor}", self.class_name(method.class))
    }

    /// A field for people and tests: `java/lang/System.out`.
    pub fn field_name(&self, id: FieldId) -> String {
        let field = self.field(id);
        format!("{}.{}", self.class_name(field.class), self.names.text(field.name))
    }

    /// What was left out and why: first what the class path could not open, then classes that
    /// are missing, cannot be read, or that the JVM would not link.
    pub fn skipped(&self) -> impl Iterator<Item = &Skipped> {
        self.class_path.skipped().iter().chain(&self.skipped)
    }
}

fn hash_of(key: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}
