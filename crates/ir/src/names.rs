//! All names that the loaded classes mention, with their descriptors parsed.
//!
//! Names are interned when a class is loaded, everything that its code can mention included, so
//! that lowering and the analyses only look up and can share the tables between threads.

use redflag_classfile::{ClassFile, Constant};

use crate::symbol::{Symbol, Symbols};
use crate::types::{self, Signature, Type};

#[derive(Debug, Default)]
pub struct Names {
    symbols: Symbols,
    signatures: Vec<Signature>,
    field_types: Vec<Type>,
    /// What each symbol is as a descriptor, by symbol; shorter than the symbols.
    descriptors: Vec<Descriptor>,
}

#[derive(Clone, Copy, Debug, Default)]
enum Descriptor {
    #[default]
    None,
    /// An index into `signatures`.
    Method(u32),
    /// An index into `field_types`.
    Field(u32),
}

impl Names {
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    pub fn text(&self, symbol: Symbol) -> &str {
        self.symbols.text(symbol)
    }

    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.symbols.get(text)
    }

    /// The symbol of a constant's bytes, if a class that is loaded has mentioned them.
    pub fn get_bytes(&self, bytes: &[u8]) -> Option<Symbol> {
        self.symbols.get_bytes(bytes)
    }

    pub fn intern(&mut self, text: &str) -> Symbol {
        self.symbols.intern(text)
    }

    pub fn intern_bytes(&mut self, bytes: &[u8]) -> Symbol {
        self.symbols.intern_bytes(bytes)
    }

    /// The types in a method descriptor that has been interned; `None` if it is not one.
    pub fn signature(&self, descriptor: Symbol) -> Option<&Signature> {
        match self.descriptors.get(descriptor.index()) {
            Some(&Descriptor::Method(at)) => Some(&self.signatures[at as usize]),
            _ => None,
        }
    }

    /// The type in a field descriptor that has been interned; `None` if it is not one.
    pub fn field_type(&self, descriptor: Symbol) -> Option<Type> {
        match self.descriptors.get(descriptor.index()) {
            Some(&Descriptor::Field(at)) => Some(self.field_types[at as usize]),
            _ => None,
        }
    }

    /// The type in a `Class` constant that has been interned.
    pub fn class_constant(&self, bytes: &[u8]) -> Option<Type> {
        match bytes.first() {
            Some(b'[') => self.get_bytes(bytes).and_then(|symbol| self.field_type(symbol)),
            _ => self.get_bytes(bytes).map(Type::class),
        }
    }

    /// Interns a descriptor and the classes in it.
    pub fn intern_descriptor(&mut self, bytes: &[u8]) -> Symbol {
        let symbol = self.symbols.intern_bytes(bytes);
        if self.descriptors.len() <= symbol.index() {
            self.descriptors.resize(symbol.index() + 1, Descriptor::None);
        } else if !matches!(self.descriptors[symbol.index()], Descriptor::None) {
            return symbol;
        }
        let text = self.symbols.text(symbol).to_owned();
        if let Some(signature) = types::signature(&text, &mut self.symbols) {
            self.descriptors[symbol.index()] = Descriptor::Method(self.signatures.len() as u32);
            self.signatures.push(signature);
        } else if let Some(ty) = types::field_type(&text, &mut self.symbols) {
            self.descriptors[symbol.index()] = Descriptor::Field(self.field_types.len() as u32);
            self.field_types.push(ty);
        }
        symbol
    }

    /// Interns everything by which the class, its members or its code may name something.
    pub fn intern_class(&mut self, class: &ClassFile<'_>) {
        let pool = &class.pool;
        for constant in pool.constants() {
            match *constant {
                Constant::Class { name } => {
                    if let Ok(bytes) = pool.utf8(name) {
                        if bytes.first() == Some(&b'[') {
                            self.intern_descriptor(bytes);
                        } else {
                            self.symbols.intern_bytes(bytes);
                        }
                    }
                }
                Constant::NameAndType { name, descriptor } => {
                    if let (Ok(name), Ok(descriptor)) = (pool.utf8(name), pool.utf8(descriptor)) {
                        self.symbols.intern_bytes(name);
                        self.intern_descriptor(descriptor);
                    }
                }
                Constant::MethodType { descriptor } => {
                    if let Ok(descriptor) = pool.utf8(descriptor) {
                        self.intern_descriptor(descriptor);
                    }
                }
                _ => {}
            }
        }
        for member in class.fields.iter().chain(&class.methods) {
            if let (Ok(name), Ok(descriptor)) =
                (pool.utf8(member.name), pool.utf8(member.descriptor))
            {
                self.symbols.intern_bytes(name);
                self.intern_descriptor(descriptor);
            }
        }
    }
}
