//! Beginnings and ends that order threads: the initialisation of classes, the end of constructors
//! for final fields, and finalisers.

use redflag_classfile::edit::{CodeEdit, LocalType};
use redflag_classfile::{ClassFile, Code, Flags, Insn, Label, Op, Result};

use crate::hooks;
use crate::method::Method;
use crate::monitors::returns;
use crate::snippet::Writer;
use crate::this::{has_this_after, keeps_this};
use crate::world::World;

/// In classes that declare a finaliser: what happened before an object of theirs was made.
pub const MADE: (&str, &str) = ("$redflag$made", "Ljava/lang/Object;");

/// In classes with final fields that lead to data: how often a freeze was told of.
const FREEZES: (&str, &str) = ("$redflag$freezes", "I");

/// So often it is. Each freeze begins a new epoch, and a class of small values is made by the
/// million; who publishes so many without order is told of that (docs/soundness.md).
const MOST_FREEZES: i32 = 1000;

/// What a checked class makes of its methods' beginnings and ends.
#[derive(Clone, Debug, Default)]
pub struct Lifetimes {
    /// The keys of the initialisers that have run when the class is used.
    initialisers: Vec<u32>,
    /// Whether the first of them is the class's own.
    own_initialiser: bool,
    /// Final instance fields that lead to other objects, by name and descriptor.
    final_references: Vec<(String, String)>,
    /// The class whose finaliser the objects have.
    finalizer: Option<String>,
}

impl Lifetimes {
    pub fn of(class: &ClassFile<'_>, world: &dyn World) -> Result<Lifetimes> {
        let name = class.name()?;
        let mut own_initialiser = false;
        for method in &class.methods {
            own_initialiser |= class.pool.utf8(method.name)? == b"<clinit>";
        }
        let mut final_references = Vec::new();
        for field in &class.fields {
            let descriptor = class.pool.text(field.descriptor)?;
            let is_final = field.flags.has(Flags::FINAL) && !field.flags.is_static();
            if is_final && leads_to_data(&descriptor) {
                let name = class.pool.text(field.name)?;
                final_references.push((name.into_owned(), descriptor.into_owned()));
            }
        }
        Ok(Lifetimes {
            initialisers: world.initialisers(&name),
            own_initialiser,
            final_references,
            finalizer: world.finalizer(&name),
        })
    }

    /// Adds the fields that go with finalisers and final fields.
    pub fn add_fields(&self, class: &mut ClassFile<'_>) -> Result<()> {
        if self.finalizer.as_deref() == Some(&class.name()?) {
            let flags = Flags::PUBLIC.with(Flags::TRANSIENT).with(Flags::SYNTHETIC);
            class.add_field(flags, MADE.0, MADE.1)?;
        }
        if !self.final_references.is_empty() {
            let flags = Flags::PUBLIC.with(Flags::STATIC).with(Flags::SYNTHETIC);
            class.add_field(flags, FREEZES.0, FREEZES.1)?;
        }
        Ok(())
    }

    /// Adds the calls of one method.
    pub fn observe<'a>(
        &self,
        edit: &mut CodeEdit<'_, 'a>,
        code: &Code<'a>,
        method: &mut Method<'_, 'a>,
    ) -> Result<()> {
        match method.name.as_str() {
            "<clinit>" => self.observe_initialiser(edit, code, method),
            "<init>" => {
                self.observe_use(edit, method)?;
                self.observe_constructor(edit, code, method)
            }
            "finalize" if method.descriptor == "()V" && !method.context.flags.is_static() => {
                let mut call = Writer::new(method.pool);
                call.local(Op::Aload, 0).field(Op::Getfield, method.class, MADE.0, MADE.1)?;
                call.call(hooks::FINALIZING)?;
                edit.at_entry(call.done());
                Ok(())
            }
            _ if method.context.flags.is_static() => self.observe_use(edit, method),
            _ => Ok(()),
        }
    }

    fn observe_initialiser<'a>(
        &self,
        edit: &mut CodeEdit<'_, 'a>,
        code: &Code<'a>,
        method: &mut Method<'_, 'a>,
    ) -> Result<()> {
        let (true, Some(&key)) = (self.own_initialiser, self.initialisers.first()) else {
            return Ok(());
        };
        for at in returns(code) {
            let mut call = Writer::new(method.pool);
            call.int(key as i32)?.call(hooks::INITIALISED)?;
            edit.before(at, call.done());
        }
        Ok(())
    }

    fn observe_use<'a>(
        &self,
        edit: &mut CodeEdit<'_, 'a>,
        method: &mut Method<'_, 'a>,
    ) -> Result<()> {
        for &key in &self.initialisers {
            edit.at_entry(method.used(key)?);
        }
        Ok(())
    }

    fn observe_constructor<'a>(
        &self,
        edit: &mut CodeEdit<'_, 'a>,
        code: &Code<'a>,
        method: &mut Method<'_, 'a>,
    ) -> Result<()> {
        let nothing = self.finalizer.is_none() && self.final_references.is_empty();
        if nothing {
            return Ok(());
        }
        let mut this = 0;
        if !keeps_this(code, &method.descriptor) {
            if !has_this_after(code, method.pool, method.super_call())? {
                return Ok(());
            }
            this = edit.live_local(LocalType::Object(method.context.this_class))?;
            let keep = [Insn::local(Op::Aload, 0), Insn::local(Op::Astore, this)];
            edit.after(method.super_call(), keep.map(Into::into).to_vec());
        }
        let ends: Vec<Label> = returns(code).collect();
        for at in ends {
            let enough = edit.new_label();
            let mut call = Writer::new(method.pool);
            if !self.final_references.is_empty() {
                let (class, (name, ty)) = (method.class, FREEZES);
                call.field(Op::Getstatic, class, name, ty)?.int(MOST_FREEZES)?;
                call.branch(Op::IfIcmpge, enough).field(Op::Getstatic, class, name, ty)?;
                call.ops(&[Op::Iconst1, Op::Iadd]).field(Op::Putstatic, class, name, ty)?;
            }
            for (name, descriptor) in &self.final_references {
                call.local(Op::Aload, this).field(Op::Getfield, method.class, name, descriptor)?;
                call.call(hooks::FREEZE)?;
            }
            call.bind(enough);
            if let Some(class) = &self.finalizer {
                call.local(Op::Aload, this).call(hooks::CONSTRUCTED)?;
                call.field(Op::Putfield, class, MADE.0, MADE.1)?;
            }
            edit.before(at, call.done());
        }
        Ok(())
    }
}

/// Whether a final field of that type can lead to data that is checked. Of the JDK's classes most
/// cannot, or only by ways that are not checked.
fn leads_to_data(descriptor: &str) -> bool {
    let jdk = ["Ljava/", "Ljavax/", "Ljdk/", "Lsun/"];
    descriptor.starts_with('[')
        || descriptor == "Ljava/lang/Object;"
        || (descriptor.starts_with('L') && !jdk.iter().any(|prefix| descriptor.starts_with(prefix)))
}
