//! The constants that code names, as values of this crate: looked up once a class, and gathered
//! into the tables of a body once a method.

use redflag_classfile::{ClassFile, Constant as PoolConstant};

use crate::body::{CallSite, Constant, FieldRef, MethodRef};
use crate::call_site::{self, describe_handle};
use crate::names::Names;
use crate::symbol::Symbol;
use crate::types::Type;

pub(super) struct Constants<'c> {
    pub class: &'c ClassFile<'c>,
    pub names: &'c Names,
    known: Vec<Known>,
    /// Where in the current body's table each constant is, if the mark is the current one.
    placed: Vec<(u32, u32)>,
    mark: u32,
    pub tables: Tables,
}

/// The tables of the body under construction.
#[derive(Default)]
pub(super) struct Tables {
    pub fields: Vec<FieldRef>,
    pub methods: Vec<MethodRef>,
    pub call_sites: Vec<CallSite>,
    pub texts: Vec<Box<str>>,
}

#[derive(Clone, Copy)]
enum Known {
    NotYet,
    /// Looked for in vain.
    Wrong,
    Field(FieldRef),
    Method(MethodRef),
    Type(Type),
}

impl<'c> Constants<'c> {
    pub(super) fn new(class: &'c ClassFile<'c>, names: &'c Names) -> Constants<'c> {
        let count = class.pool.len();
        Constants {
            class,
            names,
            known: vec![Known::NotYet; count],
            placed: vec![(0, 0); count],
            mark: 0,
            tables: Tables::default(),
        }
    }

    pub(super) fn start_method(&mut self) {
        self.mark += 1;
        self.tables = Tables::default();
    }

    /// The type in a `Class` constant.
    pub(super) fn class_type(&mut self, index: u16) -> Option<Type> {
        match self.known(index, call_site::class_type, Known::Type)? {
            Known::Type(ty) => Some(ty),
            _ => None,
        }
    }

    /// A field reference and where it is in the table.
    pub(super) fn field(&mut self, index: u16) -> Option<(FieldRef, u32)> {
        match self.known(index, call_site::field_ref, Known::Field)? {
            Known::Field(field) => {
                let at = self.place(index, |tables| push(&mut tables.fields, field));
                Some((field, at))
            }
            _ => None,
        }
    }

    /// A method reference and where it is in the table.
    pub(super) fn method(&mut self, index: u16) -> Option<(MethodRef, u32)> {
        match self.known(index, call_site::method_ref, Known::Method)? {
            Known::Method(method) => {
                let at = self.place(index, |tables| push(&mut tables.methods, method));
                Some((method, at))
            }
            _ => None,
        }
    }

    /// A call site of `invokedynamic` and where it is in the table.
    pub(super) fn call_site(&mut self, index: u16) -> Option<(&CallSite, u32)> {
        let dynamic = self.class.pool.invoke_dynamic(index).ok()?;
        let at =
            self.place_call_site(index, || call_site::read(self.class, self.names, dynamic))?;
        Some((&self.tables.call_sites[at as usize], at))
    }

    /// What `ldc` pushes, and its type.
    pub(super) fn loadable(&mut self, index: u16) -> Option<(Constant, Type)> {
        let (class, names) = (self.class, self.names);
        let pool = &class.pool;
        Some(match *pool.get(index).ok()? {
            PoolConstant::Integer(value) => (Constant::Int(value), Type::INT),
            PoolConstant::Float(bits) => (Constant::Float(bits), Type::FLOAT),
            PoolConstant::Long(value) => (Constant::Long(value), Type::LONG),
            PoolConstant::Double(bits) => (Constant::Double(bits), Type::DOUBLE),
            PoolConstant::String { text } => {
                let text = pool.text(text).ok()?;
                let at = self.place(index, |tables| push(&mut tables.texts, text.into()));
                (Constant::String(at), Type::class(Symbol::STRING))
            }
            PoolConstant::Class { .. } => {
                (Constant::Class(self.class_type(index)?), Type::class(Symbol::CLASS))
            }
            PoolConstant::MethodType { descriptor } => {
                let text = pool.text(descriptor).ok()?;
                let at = self.place(index, |tables| push(&mut tables.texts, text.into()));
                (Constant::MethodType(at), Type::class(Symbol::METHOD_TYPE))
            }
            PoolConstant::MethodHandle { .. } => {
                let text = describe_handle(class, index)?;
                let at = self.place(index, |tables| push(&mut tables.texts, text.into()));
                (Constant::MethodHandle(at), Type::class(Symbol::METHOD_HANDLE))
            }
            PoolConstant::Dynamic { .. } => {
                let dynamic = pool.dynamic_constant(index).ok()?;
                let ty = names.field_type(names.get_bytes(dynamic.descriptor)?)?;
                let at = self.place_call_site(index, || call_site::read(class, names, dynamic))?;
                (Constant::Dynamic(at), ty.on_stack())
            }
            _ => return None,
        })
    }

    /// Looks a constant up, or remembers that it was looked up before.
    fn known<T>(
        &mut self,
        index: u16,
        find: impl Fn(&ClassFile<'_>, &Names, u16) -> Option<T>,
        wrap: impl Fn(T) -> Known,
    ) -> Option<Known> {
        let known = self.known.get_mut(usize::from(index))?;
        if let Known::NotYet = known {
            *known = find(self.class, self.names, index).map_or(Known::Wrong, wrap);
        }
        Some(*known)
    }

    /// Where a constant is in its table of the current body, into which `add` puts it.
    fn place(&mut self, index: u16, add: impl FnOnce(&mut Tables) -> u32) -> u32 {
        // The caller has found the constant, so the index is one of the pool's.
        let placed = &mut self.placed[usize::from(index)];
        if placed.0 != self.mark {
            *placed = (self.mark, add(&mut self.tables));
        }
        placed.1
    }

    fn place_call_site(
        &mut self,
        index: u16,
        read: impl FnOnce() -> Option<CallSite>,
    ) -> Option<u32> {
        if self.placed[usize::from(index)].0 != self.mark {
            let site = read()?;
            self.place(index, |tables| push(&mut tables.call_sites, site));
        }
        Some(self.placed[usize::from(index)].1)
    }
}

fn push<T>(table: &mut Vec<T>, item: T) -> u32 {
    table.push(item);
    table.len() as u32 - 1
}
