//! Where a method comes from: the programmer, or a compiler that needed one to reach the
//! programmer's. Reports show the member behind it.
//!
//! Compilers say so by the synthetic and bridge flags, by names, and by what the code does; all
//! three are asked, so that a method which merely looks like one of these is left alone.

use redflag_classfile::{ClassFile, Constant, Flags, Info, Insn, Member as MemberInfo, Op};
use rustc_hash::FxHashMap;

use super::resolve::{resolve_field, resolve_method_ref};
use super::select::select_special;
use super::{ClassId, FieldId, MethodId, NoBody, Program};
use crate::body::MethodRef;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Written by the programmer, as far as can be seen.
    Plain,
    /// Passes a call on under another descriptor or name.
    Bridge { to: MethodId },
    /// Opens a private or protected member to other classes: javac's `access$000`, ecj's
    /// `access$0`, Kotlin's `access$getX$p`, Groovy's `pfaccess$0` and `super$1$m`, and
    /// constructors with an extra parameter.
    Accessor { of: Member },
    /// Kotlin's `f$default`, which fills in the arguments that a call leaves out.
    DefaultArguments { of: MethodId },
    /// The body of a lambda, and the method that makes it where that is known.
    LambdaBody { within: Option<MethodId> },
    /// A record's `x()` that returns the field `x`.
    RecordAccessor { of: FieldId },
    /// `equals`, `hashCode` or `toString` of a record that does not declare its own.
    RecordMethod,
    /// `values`, `valueOf` or `$values` of an enum.
    EnumMethod,
    /// Made by a compiler for a purpose that is not known here.
    Synthetic,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    Field(FieldId),
    Method(MethodId),
}

impl Origin {
    /// The member to show in the method's place.
    pub fn behind(self) -> Option<Member> {
        match self {
            Origin::Bridge { to } => Some(Member::Method(to)),
            Origin::Accessor { of } => Some(of),
            Origin::DefaultArguments { of } => Some(Member::Method(of)),
            Origin::LambdaBody { within } => within.map(Member::Method),
            Origin::RecordAccessor { of } => Some(Member::Field(of)),
            Origin::Plain | Origin::RecordMethod | Origin::EnumMethod | Origin::Synthetic => None,
        }
    }
}

/// The origins of a class's methods, in their order.
pub fn origins(program: &Program, class: ClassId) -> Result<Vec<Origin>, NoBody> {
    program.with_class_file(class, |file| origins_in(program, class, file))
}

/// As [`origins`], for a caller that has read the class file, with its code.
pub fn origins_in(program: &Program, class: ClassId, file: &ClassFile<'_>) -> Vec<Origin> {
    let context = Context { program, class, file };
    let makers = context.lambda_makers();
    let methods = program.class(class).methods().zip(&file.methods);
    methods.map(|(id, info)| context.origin(id, info, &makers)).collect()
}

struct Context<'p> {
    program: &'p Program,
    class: ClassId,
    file: &'p ClassFile<'p>,
}

impl Context<'_> {
    fn origin(
        &self,
        id: MethodId,
        info: &MemberInfo<'_>,
        makers: &FxHashMap<MethodId, MethodId>,
    ) -> Origin {
        let method = self.program.method(id);
        let name = self.program.names().text(method.name);
        let is_synthetic = method.flags.has(Flags::SYNTHETIC)
            // Before Java 5 there was no flag.
            || info.attributes.iter().any(|attribute| matches!(attribute.info, Info::Synthetic));
        let found = if is_lambda_name(name) && (is_synthetic || makers.contains_key(&id)) {
            Some(Origin::LambdaBody { within: makers.get(&id).copied() })
        } else if method.flags.has(Flags::BRIDGE) && is_synthetic {
            self.only_method(id, info).map(|to| Origin::Bridge { to })
        } else if is_synthetic && name == "<init>" {
            self.only_method(id, info).map(|of| match self.takes_default_marker(id) {
                true => Origin::DefaultArguments { of },
                false => Origin::Accessor { of: Member::Method(of) },
            })
        } else if let Some(name) = name.strip_suffix("$default").filter(|_| is_synthetic) {
            self.without_defaults(name, info).map(|of| Origin::DefaultArguments { of })
        } else if is_synthetic && is_accessor_name(name) {
            self.only_member(id, info).map(|of| Origin::Accessor { of })
        } else if self.is_enum_method(id) {
            Some(Origin::EnumMethod)
        } else if self.program.class(self.class).is_record {
            self.record_origin(id, info)
        } else {
            None
        };
        found.unwrap_or(if is_synthetic { Origin::Synthetic } else { Origin::Plain })
    }

    /// Which method makes each lambda whose body is in this class.
    fn lambda_makers(&self) -> FxHashMap<MethodId, MethodId> {
        let mut makers = FxHashMap::default();
        if self.file.bootstrap_methods().is_empty() {
            return makers;
        }
        for (maker, info) in self.program.class(self.class).methods().zip(&self.file.methods) {
            // It makes serialized lambdas anew, which other methods made first.
            let name = self.program.names().text(self.program.method(maker).name);
            if name == "$deserializeLambda$" {
                continue;
            }
            for insn in info.code().map_or(&[][..], |code| &code.insns) {
                if let &Insn::InvokeDynamic { index } = insn
                    && let Some(body) = self.lambda_body(index)
                {
                    makers.entry(body).or_insert(maker);
                }
            }
        }
        makers
    }

    /// The method of this class that implements the lambda of a call site.
    fn lambda_body(&self, call_site: u16) -> Option<MethodId> {
        let pool = &self.file.pool;
        let site = pool.invoke_dynamic(call_site).ok()?;
        let bootstrap = self.file.bootstrap_methods().get(usize::from(site.bootstrap))?;
        // The erased type comes first, for both of LambdaMetafactory's methods.
        let implementation = *bootstrap.arguments.get(1)?;
        match *pool.get(implementation).ok()? {
            Constant::MethodHandle { kind: 5..=9, reference } => {
                let own = self.method_at(reference)?;
                (self.program.method(own).class == self.class).then_some(own)
            }
            _ => None,
        }
    }

    /// The one member that a method is there for: the only one of this class that its code
    /// mentions, or else the only one of an ancestor.
    fn only_member(&self, id: MethodId, info: &MemberInfo<'_>) -> Option<Member> {
        self.only(id, &self.mentioned(info))
    }

    /// As [`Self::only_member`], where fields do not count.
    fn only_method(&self, id: MethodId, info: &MemberInfo<'_>) -> Option<MethodId> {
        let mut mentioned = self.mentioned(info);
        mentioned.retain(|member| matches!(member, Member::Method(_)));
        match self.only(id, &mentioned)? {
            Member::Method(method) => Some(method),
            Member::Field(_) => None,
        }
    }

    fn only(&self, id: MethodId, mentioned: &[Member]) -> Option<Member> {
        let related = |&&member: &&Member| {
            member != Member::Method(id)
                && self.program.is_subclass(self.class, self.class_of(member))
        };
        let related: Vec<&Member> = mentioned.iter().filter(related).collect();
        let mut own = related.iter().filter(|member| self.class_of(***member) == self.class);
        match (own.next(), own.next(), &*related) {
            (Some(&&only), None, _) => Some(only),
            (None, _, &[&only]) => Some(only),
            _ => None,
        }
    }

    /// The method that `f$default` calls; of an interface's the `f` is in another class.
    fn without_defaults(&self, name: &str, info: &MemberInfo<'_>) -> Option<MethodId> {
        self.mentioned(info).into_iter().find_map(|member| match member {
            Member::Method(method) => {
                let called = self.program.names().text(self.program.method(method).name);
                (called == name).then_some(method)
            }
            Member::Field(_) => None,
        })
    }

    /// The fields and methods that the code of a method mentions, each once.
    fn mentioned(&self, info: &MemberInfo<'_>) -> Vec<Member> {
        let mut mentioned = Vec::new();
        for insn in info.code().map_or(&[][..], |code| &code.insns) {
            let member = match *insn {
                Insn::Field { index, .. } => self.field_at(index).map(Member::Field),
                Insn::Invoke { op: Op::Invokespecial, index } => {
                    self.special_at(index).map(Member::Method)
                }
                Insn::Invoke { index, .. } | Insn::InvokeInterface { index, .. } => {
                    self.method_at(index).map(Member::Method)
                }
                _ => None,
            };
            mentioned.extend(member.filter(|member| !mentioned.contains(member)));
        }
        mentioned
    }

    fn class_of(&self, member: Member) -> ClassId {
        match member {
            Member::Field(field) => self.program.field(field).class,
            Member::Method(method) => self.program.method(method).class,
        }
    }

    fn is_enum_method(&self, id: MethodId) -> bool {
        let class = self.program.class(self.class);
        let method = self.program.method(id);
        let names = self.program.names();
        if !class.flags.has(Flags::ENUM) || !method.is_static() {
            return false;
        }
        let name = self.program.class_name(self.class);
        let descriptor = names.text(method.descriptor);
        let returns = |parameters: &str, array: &str| {
            descriptor
                .strip_prefix(parameters)
                .and_then(|rest| rest.strip_prefix(array)?.strip_prefix('L')?.strip_suffix(';'))
                == Some(name)
        };
        match names.text(method.name) {
            "values" => returns("()", "["),
            "valueOf" => returns("(Ljava/lang/String;)", ""),
            "$values" => method.flags.has(Flags::SYNTHETIC) && returns("()", "["),
            _ => false,
        }
    }

    fn record_origin(&self, id: MethodId, info: &MemberInfo<'_>) -> Option<Origin> {
        let insns = &*info.code()?.insns;
        let method = self.program.method(id);
        if method.is_static() {
            return None;
        }
        if let [
            Insn::Local { op: Op::Aload, index: 0, .. },
            Insn::Field { op: Op::Getfield, index },
            _,
        ] = *insns
        {
            let of = self.field_at(index)?;
            let field = self.program.field(of);
            let is_own = field.class == self.class && field.name == method.name;
            return is_own.then_some(Origin::RecordAccessor { of });
        }
        let site = insns.iter().find_map(|insn| match *insn {
            Insn::InvokeDynamic { index } => self.file.pool.invoke_dynamic(index).ok(),
            _ => None,
        })?;
        let bootstrap = self.file.bootstrap_methods().get(usize::from(site.bootstrap))?;
        match *self.file.pool.get(bootstrap.method).ok()? {
            Constant::MethodHandle { reference, .. } => {
                let class = self.file.pool.method(reference).ok()?.class;
                (class == b"java/lang/runtime/ObjectMethods").then_some(Origin::RecordMethod)
            }
            _ => None,
        }
    }

    fn takes_default_marker(&self, id: MethodId) -> bool {
        let descriptor = self.program.names().text(self.program.method(id).descriptor);
        descriptor.ends_with("ILkotlin/jvm/internal/DefaultConstructorMarker;)V")
    }

    fn field_at(&self, index: u16) -> Option<FieldId> {
        let names = self.program.names();
        let field = self.file.pool.field(index).ok()?;
        let class = self.program.loaded(names.get_bytes(field.class)?)?;
        let ty = names.field_type(names.get_bytes(field.descriptor)?)?;
        resolve_field(self.program, class, names.get_bytes(field.name)?, ty).ok()
    }

    fn method_at(&self, index: u16) -> Option<MethodId> {
        resolve_method_ref(self.program, &self.method_ref(index)?).ok()
    }

    fn special_at(&self, index: u16) -> Option<MethodId> {
        let method = self.method_ref(index)?;
        let resolved = resolve_method_ref(self.program, &method).ok()?;
        let named = self.program.loaded_class(method.class)?;
        select_special(self.program, self.class, named, resolved).ok()
    }

    fn method_ref(&self, index: u16) -> Option<MethodRef> {
        let names = self.program.names();
        let method = self.file.pool.method(index).ok()?;
        Some(MethodRef {
            class: names.class_constant(method.class)?,
            name: names.get_bytes(method.name)?,
            descriptor: names.get_bytes(method.descriptor)?,
            of_interface: method.of_interface,
        })
    }
}

/// javac's `lambda$main$0`, ecj's `lambda$0`, Kotlin's `main$lambda$0`, Scala's `$anonfun$main$1`.
fn is_lambda_name(name: &str) -> bool {
    name.contains("lambda$") || name.contains("$anonfun$")
}

fn is_accessor_name(name: &str) -> bool {
    ["access$", "pfaccess$", "super$"].iter().any(|prefix| name.starts_with(prefix))
}
