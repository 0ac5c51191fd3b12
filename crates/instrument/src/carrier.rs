//! Hooks added to the carrier, each of which does nothing until the gate is opened, and then
//! calls the runtime's.

use redflag_classfile::edit::{Item, MethodContext, Snippet, assemble};
use redflag_classfile::{ClassFile, Flags, Insn, Op, Result};

use crate::hooks::{CARRIER, Hook, PREFIX, RUNTIME};

/// The carrier's static field that is set when the runtime can be called.
pub const GATE: &str = "open";

/// Adds the gate and all hooks to the carrier's class file.
pub fn add_hooks(class: &mut ClassFile<'_>) -> Result<()> {
    // Not volatile: each thread may learn of the runtime when it likes, and only the first thread
    // runs before it is there.
    let gate = format!("{PREFIX}{GATE}");
    class.add_field(Flags::PUBLIC.with(ADDED), &gate, "Z")?;
    for hook in Hook::ALL {
        add_hook(class, hook, &gate)?;
    }
    Ok(())
}

/// Static members that reflection shows as what they are: nobody's source.
const ADDED: Flags = Flags(Flags::STATIC.0 | Flags::SYNTHETIC.0);

/// `static void hook(Object o) { if (open) Hooks.hook(o); }`
fn add_hook(class: &mut ClassFile<'_>, hook: Hook, gate: &str) -> Result<()> {
    let flags = Flags::PUBLIC.with(ADDED);
    let name = hook.carried_name();
    let context = MethodContext {
        major: class.major,
        minor: class.minor,
        this_class: class.this_class,
        flags,
        name: class.pool.add_text(&name)?,
        descriptor: class.pool.add_text(hook.descriptor())?,
    };
    let pool = &mut class.pool;
    let gate = pool.add_field(CARRIER.as_bytes(), gate.as_bytes(), b"Z")?;
    let passed_on =
        pool.add_method(RUNTIME.as_bytes(), hook.name().as_bytes(), hook.descriptor().as_bytes())?;
    let code = assemble(pool, &context, |edit| {
        let shut = edit.new_label();
        let body: Snippet = vec![
            Insn::Field { op: Op::Getstatic, index: gate }.into(),
            Insn::Branch { op: Op::Ifeq, target: shut }.into(),
            Insn::local(Op::Aload, 0).into(),
            Insn::Invoke { op: Op::Invokestatic, index: passed_on }.into(),
            Item::Bind(shut),
            Insn::Plain(Op::Return).into(),
        ];
        Ok(body)
    })?;
    class.add_method(flags, &name, hook.descriptor(), Some(code))
}
