//! What the call sites of `invokedynamic` and dynamic constants mean, read from the well-known
//! bootstrap methods of the JDK. Data that is malformed or not understood means
//! [`Meaning::Other`].

use redflag_classfile::attribute::BootstrapMethod;
use redflag_classfile::pool::DynamicRef;
use redflag_classfile::{ClassFile, Constant};

use crate::body::{CallSite, FieldRef, Handle, Meaning, MethodRef, SwitchLabel};
use crate::names::Names;
use crate::symbol::Symbol;
use crate::types::Type;

/// A call site or dynamic constant; `None` only if its name or descriptor was never interned.
pub fn read(class: &ClassFile<'_>, names: &Names, site: DynamicRef<'_>) -> Option<CallSite> {
    let reader = Reader { class, names };
    let name = names.get_bytes(site.name)?;
    let descriptor = names.get_bytes(site.descriptor)?;
    let method = class.bootstrap_methods().get(usize::from(site.bootstrap));
    let bootstrap = method.and_then(|method| reader.bootstrap(method.method));
    let meaning = method
        .zip(bootstrap)
        .and_then(|(method, bootstrap)| reader.meaning(name, descriptor, &bootstrap, method));
    Some(CallSite { name, descriptor, bootstrap, meaning: meaning.unwrap_or(Meaning::Other) })
}

/// The type in a `Class` constant.
pub fn class_type(class: &ClassFile<'_>, names: &Names, index: u16) -> Option<Type> {
    names.class_constant(class.pool.class(index).ok()?)
}

/// The field that a `Fieldref` constant names.
pub fn field_ref(class: &ClassFile<'_>, names: &Names, index: u16) -> Option<FieldRef> {
    let field = class.pool.field(index).ok()?;
    Some(FieldRef {
        class: names.class_constant(field.class)?.as_class()?,
        name: names.get_bytes(field.name)?,
        ty: names.field_type(names.get_bytes(field.descriptor)?)?,
    })
}

/// The method that a `Methodref` or `InterfaceMethodref` constant names.
pub fn method_ref(class: &ClassFile<'_>, names: &Names, index: u16) -> Option<MethodRef> {
    let method = class.pool.method(index).ok()?;
    let descriptor = names.get_bytes(method.descriptor)?;
    names.signature(descriptor)?;
    Some(MethodRef {
        class: names.class_constant(method.class)?,
        name: names.get_bytes(method.name)?,
        descriptor,
        of_interface: method.of_interface,
    })
}

/// The member that a `MethodHandle` constant names.
pub fn handle(class: &ClassFile<'_>, names: &Names, index: u16) -> Option<Handle> {
    let &Constant::MethodHandle { kind, reference } = class.pool.get(index).ok()? else {
        return None;
    };
    let field = || field_ref(class, names, reference);
    let method = || method_ref(class, names, reference);
    Some(match kind {
        1 => Handle::GetField(field()?),
        2 => Handle::GetStatic(field()?),
        3 => Handle::PutField(field()?),
        4 => Handle::PutStatic(field()?),
        5 => Handle::InvokeVirtual(method()?),
        6 => Handle::InvokeStatic(method()?),
        7 => Handle::InvokeSpecial(method()?),
        8 => Handle::NewInvokeSpecial(method()?),
        9 => Handle::InvokeInterface(method()?),
        _ => return None,
    })
}

/// A `MethodHandle` constant for a reader: `invokeStatic java.lang.Math.max(II)I`.
pub fn describe_handle(class: &ClassFile<'_>, index: u16) -> Option<String> {
    const KINDS: [&str; 9] = [
        "getField",
        "getStatic",
        "putField",
        "putStatic",
        "invokeVirtual",
        "invokeStatic",
        "invokeSpecial",
        "newInvokeSpecial",
        "invokeInterface",
    ];
    let &Constant::MethodHandle { kind, reference } = class.pool.get(index).ok()? else {
        return None;
    };
    let kind = KINDS.get(usize::from(kind).checked_sub(1)?)?;
    let member = class.pool.field(reference).or_else(|_| class.pool.method(reference)).ok()?;
    let text = |bytes| redflag_classfile::mutf8::decode(bytes);
    Some(format!(
        "{kind} {}.{}{}",
        text(member.class).replace('/', "."),
        text(member.name),
        text(member.descriptor)
    ))
}

struct Reader<'r> {
    class: &'r ClassFile<'r>,
    names: &'r Names,
}

/// The flags of `LambdaMetafactory.altMetafactory`.
const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

impl Reader<'_> {
    fn bootstrap(&self, index: u16) -> Option<MethodRef> {
        match handle(self.class, self.names, index)? {
            Handle::InvokeStatic(method) | Handle::NewInvokeSpecial(method) => Some(method),
            _ => None,
        }
    }

    fn meaning(
        &self,
        name: Symbol,
        descriptor: Symbol,
        bootstrap: &MethodRef,
        method: &BootstrapMethod,
    ) -> Option<Meaning> {
        let class = self.names.text(bootstrap.class.as_class()?);
        let arguments = &method.arguments;
        match (class, self.names.text(bootstrap.name)) {
            ("java/lang/invoke/LambdaMetafactory", "metafactory") => {
                self.lambda(name, descriptor, arguments, false)
            }
            ("java/lang/invoke/LambdaMetafactory", "altMetafactory") => {
                self.lambda(name, descriptor, arguments, true)
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => {
                let (&recipe, constants) = arguments.split_first()?;
                Some(Meaning::StringConcat {
                    recipe: self.string(recipe)?,
                    constants: constants.iter().map(|&at| self.display(at)).collect(),
                })
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcat") => {
                let operands = self.names.signature(descriptor)?.parameters.len();
                Some(Meaning::StringConcat {
                    recipe: "\u{1}".repeat(operands).into(),
                    constants: Vec::new(),
                })
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.record(arguments),
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch") => {
                let labels = arguments.iter().map(|&at| self.type_label(at)).collect();
                Some(Meaning::PatternSwitch { labels })
            }
            ("java/lang/runtime/SwitchBootstraps", "enumSwitch") => {
                let labels = arguments.iter().map(|&at| self.enum_label(at)).collect();
                Some(Meaning::PatternSwitch { labels })
            }
            _ => None,
        }
    }

    fn lambda(
        &self,
        name: Symbol,
        descriptor: Symbol,
        arguments: &[u16],
        is_alternative: bool,
    ) -> Option<Meaning> {
        let &[erased, implementation, instantiated, ref more @ ..] = arguments else {
            return None;
        };
        let (mut serializable, mut markers, mut bridges) = (false, Vec::new(), Vec::new());
        if is_alternative {
            let mut more = more.iter().copied();
            let flags = self.int(more.next()?)?;
            serializable = flags & SERIALIZABLE != 0;
            if flags & MARKERS != 0 {
                for _ in 0..self.int(more.next()?)? {
                    markers.push(class_type(self.class, self.names, more.next()?)?.as_class()?);
                }
            }
            if flags & BRIDGES != 0 {
                for _ in 0..self.int(more.next()?)? {
                    bridges.push(self.method_type(more.next()?)?);
                }
            }
        }
        Some(Meaning::Lambda {
            interface: self.names.signature(descriptor)?.returns.as_class()?,
            method: name,
            erased: self.method_type(erased)?,
            instantiated: self.method_type(instantiated)?,
            implementation: handle(self.class, self.names, implementation)?,
            serializable,
            markers,
            bridges,
        })
    }

    fn record(&self, arguments: &[u16]) -> Option<Meaning> {
        let &[class, _names, ref getters @ ..] = arguments else { return None };
        let field = |&at| match handle(self.class, self.names, at)? {
            Handle::GetField(field) => Some(field),
            _ => None,
        };
        Some(Meaning::Record {
            class: class_type(self.class, self.names, class)?.as_class()?,
            fields: getters.iter().map(field).collect::<Option<_>>()?,
        })
    }

    fn type_label(&self, index: u16) -> SwitchLabel {
        let label = match self.class.pool.get(index) {
            Ok(Constant::Class { .. }) => {
                class_type(self.class, self.names, index).map(SwitchLabel::Type)
            }
            Ok(Constant::String { .. }) => self.string(index).map(SwitchLabel::Text),
            Ok(&Constant::Integer(value)) => Some(SwitchLabel::Int(value)),
            Ok(Constant::Dynamic { .. }) => self.enum_description(index).map(SwitchLabel::Enum),
            _ => None,
        };
        label.unwrap_or(SwitchLabel::Other)
    }

    fn enum_label(&self, index: u16) -> SwitchLabel {
        match self.type_label(index) {
            SwitchLabel::Text(name) => SwitchLabel::Enum(name),
            label => label,
        }
    }

    /// The name in a dynamic constant that calls `EnumDesc.of(class, name)`.
    fn enum_description(&self, index: u16) -> Option<Box<str>> {
        let dynamic = self.class.pool.dynamic_constant(index).ok()?;
        let method = self.class.bootstrap_methods().get(usize::from(dynamic.bootstrap))?;
        let &[maker, _class, name] = method.arguments.as_slice() else { return None };
        let Handle::InvokeStatic(maker) = handle(self.class, self.names, maker)? else {
            return None;
        };
        let class = self.names.text(maker.class.as_class()?);
        let is_enum = class == "java/lang/Enum$EnumDesc" && self.names.text(maker.name) == "of";
        if is_enum { self.string(name) } else { None }
    }

    fn method_type(&self, index: u16) -> Option<Symbol> {
        let &Constant::MethodType { descriptor } = self.class.pool.get(index).ok()? else {
            return None;
        };
        self.names.get_bytes(self.class.pool.utf8(descriptor).ok()?)
    }

    fn int(&self, index: u16) -> Option<i32> {
        match self.class.pool.get(index) {
            Ok(&Constant::Integer(value)) => Some(value),
            _ => None,
        }
    }

    fn string(&self, index: u16) -> Option<Box<str>> {
        match self.class.pool.get(index) {
            Ok(&Constant::String { text }) => Some(self.class.pool.text(text).ok()?.into()),
            _ => None,
        }
    }

    /// A constant inside a concatenated string, as the string shows it where that is known here.
    fn display(&self, index: u16) -> Box<str> {
        match self.class.pool.get(index) {
            Ok(&Constant::String { .. }) => self.string(index).unwrap_or_default(),
            Ok(&Constant::Integer(value)) => value.to_string().into(),
            Ok(&Constant::Long(value)) => value.to_string().into(),
            Ok(&Constant::Float(bits)) => f32::from_bits(bits).to_string().into(),
            Ok(&Constant::Double(bits)) => f64::from_bits(bits).to_string().into(),
            Ok(Constant::Class { .. }) => match class_type(self.class, self.names, index) {
                Some(ty) => ty.java_name(self.names.symbols()).into(),
                None => "?".into(),
            },
            _ => "?".into(),
        }
    }
}
