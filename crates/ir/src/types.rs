//! Types of values, fields and parameters, and how descriptors spell them [JVMS §4.3].

use crate::symbol::{Symbol, Symbols};

/// A type: a primitive, a class, or an array of either. Small enough to copy freely.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Type {
    /// The kind of the value, or of an array's innermost element.
    kind: Kind,
    dimensions: u8,
    /// The class where `kind` is [`Kind::Class`], else [`Symbol::OBJECT`].
    class: Symbol,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    Void,
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    /// The type of `null` alone.
    Null,
    Class,
}

impl Type {
    pub const VOID: Type = Type::primitive(Kind::Void);
    pub const BOOLEAN: Type = Type::primitive(Kind::Boolean);
    pub const BYTE: Type = Type::primitive(Kind::Byte);
    pub const CHAR: Type = Type::primitive(Kind::Char);
    pub const SHORT: Type = Type::primitive(Kind::Short);
    pub const INT: Type = Type::primitive(Kind::Int);
    pub const LONG: Type = Type::primitive(Kind::Long);
    pub const FLOAT: Type = Type::primitive(Kind::Float);
    pub const DOUBLE: Type = Type::primitive(Kind::Double);
    pub const NULL: Type = Type::primitive(Kind::Null);
    pub const OBJECT: Type = Type::class(Symbol::OBJECT);
    pub const THROWABLE: Type = Type::class(Symbol::THROWABLE);

    const fn primitive(kind: Kind) -> Type {
        Type { kind, dimensions: 0, class: Symbol::OBJECT }
    }

    /// The primitive type of a kind; `java.lang.Object` for [`Kind::Class`].
    pub const fn of_kind(kind: Kind) -> Type {
        Type::primitive(kind)
    }

    pub const fn class(class: Symbol) -> Type {
        Type { kind: Kind::Class, dimensions: 0, class }
    }

    /// An array of this type; `None` beyond the JVM's 255 dimensions.
    pub fn array_of(self) -> Option<Type> {
        Some(Type { dimensions: self.dimensions.checked_add(1)?, ..self })
    }

    /// What an array of this type holds.
    pub fn component(self) -> Option<Type> {
        Some(Type { dimensions: self.dimensions.checked_sub(1)?, ..self })
    }

    /// The kind of the value itself: an array is a [`Kind::Class`].
    pub fn kind(self) -> Kind {
        if self.dimensions > 0 { Kind::Class } else { self.kind }
    }

    /// The kind of an array's innermost element, or of the value itself.
    pub fn element_kind(self) -> Kind {
        self.kind
    }

    pub fn dimensions(self) -> u8 {
        self.dimensions
    }

    pub fn is_array(self) -> bool {
        self.dimensions > 0
    }

    pub fn is_reference(self) -> bool {
        self.dimensions > 0 || matches!(self.kind, Kind::Class | Kind::Null)
    }

    /// The class, if it is one and not an array.
    pub fn as_class(self) -> Option<Symbol> {
        (self.dimensions == 0 && self.kind == Kind::Class).then_some(self.class)
    }

    /// The class of an array's innermost element, or of the value itself.
    pub fn element_class(self) -> Option<Symbol> {
        (self.kind == Kind::Class).then_some(self.class)
    }

    /// What the type is on the operand stack: small integers are `int` there.
    pub fn on_stack(self) -> Type {
        match self.kind() {
            Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short => Type::INT,
            _ => self,
        }
    }

    /// How many stack or local slots a value takes.
    pub fn slots(self) -> usize {
        match self.kind() {
            Kind::Void => 0,
            Kind::Long | Kind::Double => 2,
            _ => 1,
        }
    }

    /// As a descriptor spells it: `[Ljava/lang/String;`.
    pub fn descriptor(self, symbols: &Symbols) -> String {
        let mut text = "[".repeat(usize::from(self.dimensions));
        match self.kind {
            Kind::Class => {
                text.push('L');
                text.push_str(symbols.text(self.class));
                text.push(';');
            }
            Kind::Null => text.push_str("Ljava/lang/Object;"),
            Kind::Void => text.push('V'),
            Kind::Boolean => text.push('Z'),
            Kind::Byte => text.push('B'),
            Kind::Char => text.push('C'),
            Kind::Short => text.push('S'),
            Kind::Int => text.push('I'),
            Kind::Long => text.push('J'),
            Kind::Float => text.push('F'),
            Kind::Double => text.push('D'),
        }
        text
    }

    /// As Java spells it: `java.lang.String[]`.
    pub fn java_name(self, symbols: &Symbols) -> String {
        let mut text = match self.kind {
            Kind::Class => symbols.text(self.class).replace('/', "."),
            Kind::Null => "null".to_owned(),
            Kind::Void => "void".to_owned(),
            Kind::Boolean => "boolean".to_owned(),
            Kind::Byte => "byte".to_owned(),
            Kind::Char => "char".to_owned(),
            Kind::Short => "short".to_owned(),
            Kind::Int => "int".to_owned(),
            Kind::Long => "long".to_owned(),
            Kind::Float => "float".to_owned(),
            Kind::Double => "double".to_owned(),
        };
        text.push_str(&"[]".repeat(usize::from(self.dimensions)));
        text
    }
}

/// A method's parameter and return types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    pub parameters: Box<[Type]>,
    pub returns: Type,
}

/// What names of classes inside a descriptor become: interning them, or looking them up.
pub trait NameClass {
    fn name_class(&mut self, name: &str) -> Option<Symbol>;
}

impl NameClass for &mut Symbols {
    fn name_class(&mut self, name: &str) -> Option<Symbol> {
        Some(self.intern(name))
    }
}

impl NameClass for &Symbols {
    fn name_class(&mut self, name: &str) -> Option<Symbol> {
        self.get(name)
    }
}

/// A field descriptor; `None` if it is not one.
pub fn field_type(descriptor: &str, mut names: impl NameClass) -> Option<Type> {
    match parse(descriptor, &mut names)? {
        (ty, "") if ty != Type::VOID => Some(ty),
        _ => None,
    }
}

/// A method descriptor; `None` if it is not one.
pub fn signature(descriptor: &str, mut names: impl NameClass) -> Option<Signature> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut parameters = Vec::new();
    while !rest.starts_with(')') {
        let (ty, after) = parse(rest, &mut names)?;
        if ty == Type::VOID {
            return None;
        }
        parameters.push(ty);
        rest = after;
    }
    let (returns, after) = parse(&rest[1..], &mut names)?;
    after.is_empty().then(|| Signature { parameters: parameters.into(), returns })
}

/// The type in a `Class` constant: an internal name, or an array's descriptor.
pub fn class_constant(name: &str, mut names: impl NameClass) -> Option<Type> {
    if name.starts_with('[') {
        field_type(name, names)
    } else {
        names.name_class(name).map(Type::class)
    }
}

fn parse<'d>(descriptor: &'d str, names: &mut impl NameClass) -> Option<(Type, &'d str)> {
    let inner = descriptor.trim_start_matches('[');
    let dimensions = u8::try_from(descriptor.len() - inner.len()).ok()?;
    let mut rest = inner.get(1..)?;
    let mut element = match inner.as_bytes().first()? {
        b'V' if dimensions == 0 => Type::VOID,
        b'Z' => Type::BOOLEAN,
        b'B' => Type::BYTE,
        b'C' => Type::CHAR,
        b'S' => Type::SHORT,
        b'I' => Type::INT,
        b'J' => Type::LONG,
        b'F' => Type::FLOAT,
        b'D' => Type::DOUBLE,
        b'L' => {
            let (name, after) = rest.split_once(';')?;
            rest = after;
            Type::class(names.name_class(name)?)
        }
        _ => return None,
    };
    element.dimensions = dimensions;
    Some((element, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_both_ways() {
        let mut symbols = Symbols::default();
        for text in ["I", "J", "[[Z", "Ljava/lang/String;", "[Lcom/acme/Account;"] {
            let ty = field_type(text, &mut symbols).unwrap();
            assert_eq!(ty.descriptor(&symbols), text);
        }
        let parsed = signature("(I[JLjava/lang/String;)V", &mut symbols).unwrap();
        assert_eq!(parsed.parameters.len(), 3);
        assert_eq!(parsed.parameters[1].component(), Some(Type::LONG));
        assert_eq!(parsed.returns, Type::VOID);
        assert_eq!(parsed.parameters[2].java_name(&symbols), "java.lang.String");
    }

    #[test]
    fn what_is_no_descriptor() {
        let mut symbols = Symbols::default();
        for text in ["", "V", "[V", "Lx", "Q", "II", "[", "(I)V"] {
            assert_eq!(field_type(text, &mut symbols), None, "{text}");
        }
        for text in ["", "()", "(V)V", "(I", "I)V", "()VV", "(Lx)V"] {
            assert_eq!(signature(text, &mut symbols), None, "{text}");
        }
        assert_eq!(field_type(&("[".repeat(256) + "I"), &mut symbols), None);
    }
}
