//! Interned names. A [`Symbol`] is as cheap as an integer and means the same text throughout one
//! [`crate::program::Program`]; it never reaches disk.

use std::hash::Hasher;

use hashbrown::HashTable;
use redflag_classfile::mutf8;
use rustc_hash::FxHasher;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(u32);

impl Symbol {
    /// `java/lang/Object`, which every table knows.
    pub const OBJECT: Symbol = Symbol(0);
    pub const STRING: Symbol = Symbol(1);
    pub const CLASS: Symbol = Symbol(2);
    pub const THROWABLE: Symbol = Symbol(3);
    pub const METHOD_HANDLE: Symbol = Symbol(4);
    pub const METHOD_TYPE: Symbol = Symbol(5);
    pub const CLONEABLE: Symbol = Symbol(6);
    pub const SERIALIZABLE: Symbol = Symbol(7);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

const ALWAYS_KNOWN: [&str; 8] = [
    "java/lang/Object",
    "java/lang/String",
    "java/lang/Class",
    "java/lang/Throwable",
    "java/lang/invoke/MethodHandle",
    "java/lang/invoke/MethodType",
    "java/lang/Cloneable",
    "java/io/Serializable",
];

/// The texts, all in one buffer.
#[derive(Debug)]
pub struct Symbols {
    buffer: String,
    /// Where each text ends; it starts where the one before ends.
    ends: Vec<u32>,
    table: HashTable<Symbol>,
}

impl Default for Symbols {
    fn default() -> Symbols {
        let mut symbols =
            Symbols { buffer: String::new(), ends: Vec::new(), table: HashTable::new() };
        for name in ALWAYS_KNOWN {
            symbols.intern(name);
        }
        symbols
    }
}

impl Symbols {
    pub fn intern(&mut self, text: &str) -> Symbol {
        let hash = hash_of(text);
        if let Some(&symbol) = self.table.find(hash, |&other| self.text(other) == text) {
            return symbol;
        }
        let symbol = Symbol(self.ends.len() as u32);
        self.buffer.push_str(text);
        self.ends.push(self.buffer.len() as u32);
        let (buffer, ends) = (&self.buffer, &self.ends);
        self.table.insert_unique(hash, symbol, |&other| hash_of(slice(buffer, ends, other)));
        symbol
    }

    /// Interns a constant's modified UTF-8.
    pub fn intern_bytes(&mut self, bytes: &[u8]) -> Symbol {
        self.intern(&mutf8::decode(bytes))
    }

    /// The symbol of a text that has been interned before.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.table.find(hash_of(text), |&other| self.text(other) == text).copied()
    }

    /// As [`Self::get`], for a constant's modified UTF-8.
    pub fn get_bytes(&self, bytes: &[u8]) -> Option<Symbol> {
        self.get(&mutf8::decode(bytes))
    }

    pub fn text(&self, symbol: Symbol) -> &str {
        slice(&self.buffer, &self.ends, symbol)
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

fn slice<'b>(buffer: &'b str, ends: &[u32], symbol: Symbol) -> &'b str {
    let at = symbol.index();
    let start = if at == 0 { 0 } else { ends[at - 1] as usize };
    &buffer[start..ends[at] as usize]
}

fn hash_of(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_is_the_same_symbol() {
        let mut symbols = Symbols::default();
        let first = symbols.intern("com/acme/Account");
        assert_eq!(symbols.intern("com/acme/Account"), first);
        assert_ne!(symbols.intern("com/acme/Bank"), first);
        assert_eq!(symbols.text(first), "com/acme/Account");
        assert_eq!(symbols.get("nowhere"), None);
        assert_eq!(symbols.text(Symbol::SERIALIZABLE), "java/io/Serializable");
    }
}
