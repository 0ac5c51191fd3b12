//! Rewritings that put each ability of the editing layer to work on any class: the program must
//! go on as if nothing had happened.

use redflag_classfile::edit::{CodeEdit, Item, LocalType, MethodContext, Snippet};
use redflag_classfile::{ClassFile, Code, ConstantPool, Insn, Label, Op, Result};

use crate::probe::{PROBE_CLASS, is_probed};

/// Which ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stress {
    /// A probe and a branch before every access, monitor operation and call.
    Before,
    /// A probe and a branch after every instruction that goes on to the next.
    After,
    /// A probe and a branch on every edge out of every branch and switch.
    Edges,
    /// Two locals that live through the method, a `long` and an object, written before every
    /// access.
    LiveLocals,
    /// A handler for everything around the method, which throws the exception on.
    Handlers,
    /// So many instructions in the middle that branches over them need wide forms.
    FarBranches,
}

impl Stress {
    pub const ALL: [Stress; 6] = [
        Stress::Before,
        Stress::After,
        Stress::Edges,
        Stress::LiveLocals,
        Stress::Handlers,
        Stress::FarBranches,
    ];
}

/// The class with every method rewritten; `None` when there was nothing to do. A method that
/// would become too large for the JVM stays as it is.
pub fn stress_class(bytes: &[u8], stress: Stress) -> std::result::Result<Option<Vec<u8>>, String> {
    let text = |error: redflag_classfile::Error| error.to_string();
    let mut class = ClassFile::read(bytes).map_err(text)?;
    if class.name().map_err(text)? == PROBE_CLASS {
        return Ok(None);
    }
    let mut changed = false;
    for index in 0..class.methods.len() {
        match stress_method(&mut class, index, stress) {
            Ok(did) => changed |= did,
            Err(error) if error.is_limit() => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    if changed { class.write().map(Some).map_err(text) } else { Ok(None) }
}

fn stress_method(class: &mut ClassFile<'_>, index: usize, stress: Stress) -> Result<bool> {
    let method = &class.methods[index];
    let Some(code) = method.code() else { return Ok(false) };
    let context = MethodContext::of(class, method);
    let pool = &mut class.pool;
    let is_constructor = pool.utf8(method.name)? == b"<init>";
    let mut edit = CodeEdit::new(code);
    let labels = (0..code.insns.len() as u32).map(Label);
    let accesses = labels.clone().filter(|at| is_probed(&code.insns[at.index()]));
    match stress {
        Stress::Before => {
            let probe = Probe::new(pool)?;
            for at in accesses {
                let snippet = probe.snippet(&mut edit);
                edit.before(at, snippet);
            }
        }
        Stress::After => {
            let probe = Probe::new(pool)?;
            for at in labels.filter(|at| code.insns[at.index()].falls_through()) {
                let snippet = probe.snippet(&mut edit);
                edit.after(at, snippet);
            }
        }
        Stress::Edges => {
            let probe = Probe::new(pool)?;
            for from in labels {
                for to in edges(&code.insns[from.index()], from) {
                    let snippet = probe.snippet(&mut edit);
                    edit.on_edge(from, to, snippet);
                }
            }
        }
        Stress::LiveLocals => {
            let object = pool.add_class(b"java/lang/Object")?;
            let text = pool.add_string("live")?;
            let accesses: Vec<Label> = accesses.collect();
            if !accesses.is_empty() {
                let counter = edit.live_local(LocalType::Long)?;
                let holder = edit.live_local(LocalType::Object(object))?;
                for at in accesses {
                    edit.before(at, count_and_hold(counter, holder, text));
                }
            }
        }
        Stress::Handlers => {
            // An empty method stays empty, because the JVM registers every object for
            // finalization when Object.finalize is not.
            let end = Label(code.insns.len() as u32);
            let start = if is_constructor { after_super(code, pool) } else { Some(Label(0)) };
            if let Some(start) = start.filter(|start| start.0 + 1 < end.0) {
                let exception = edit.scratch_local(1)?;
                let body = vec![
                    Insn::local(Op::Astore, exception).into(),
                    Insn::local(Op::Aload, exception).into(),
                    Insn::Plain(Op::Athrow).into(),
                ];
                edit.add_handler(start, end, 0, body);
            }
        }
        Stress::FarBranches => {
            let branches = code.insns.iter().any(|insn| matches!(insn, Insn::Branch { .. }));
            if branches {
                let middle = Label(code.insns.len() as u32 / 2);
                edit.before(middle, vec![Insn::Plain(Op::Nop).into(); 33_000]);
            }
        }
    }
    if edit.is_empty() {
        return Ok(false);
    }
    let edited = edit.finish(pool, &context)?;
    if let Some(code) = class.methods[index].code_mut() {
        *code = edited;
    }
    Ok(true)
}

/// Where a constructor's object is surely initialised: after the last call of a constructor, which
/// may be another object's, if nothing before branches past it.
fn after_super(code: &Code<'_>, pool: &ConstantPool<'_>) -> Option<Label> {
    let is_constructor_call = |insn: &Insn| match insn {
        Insn::Invoke { op: Op::Invokespecial, index } => {
            pool.method(*index).is_ok_and(|method| method.name == b"<init>")
        }
        _ => false,
    };
    let last = code.insns.iter().rposition(is_constructor_call)?;
    let after = Label(last as u32 + 1);
    let mut is_passed = false;
    for insn in &code.insns[..=last] {
        insn.for_each_target(|target| is_passed |= target >= after);
    }
    (!is_passed).then_some(after)
}

/// Every place to which control goes from an instruction that has a choice, once each.
fn edges(insn: &Insn, from: Label) -> Vec<Label> {
    let mut targets = Vec::new();
    insn.for_each_target(|target| {
        if !targets.contains(&target) {
            targets.push(target);
        }
    });
    let next = Label(from.0 + 1);
    if !targets.is_empty() && insn.falls_through() && !targets.contains(&next) {
        targets.push(next);
    }
    targets
}

/// `counter = counter + 1; holder = "live"`.
fn count_and_hold(counter: u16, holder: u16, text: u16) -> Snippet {
    vec![
        Insn::local(Op::Lload, counter).into(),
        Insn::Plain(Op::Lconst1).into(),
        Insn::Plain(Op::Ladd).into(),
        Insn::local(Op::Lstore, counter).into(),
        Insn::Ldc { op: Op::LdcW, index: text }.into(),
        Insn::local(Op::Astore, holder).into(),
    ]
}

/// The constants of a probe.
struct Probe {
    on: u16,
    hit: u16,
}

impl Probe {
    fn new(pool: &mut ConstantPool<'_>) -> Result<Probe> {
        Ok(Probe {
            on: pool.add_method(PROBE_CLASS.as_bytes(), b"on", b"()Z")?,
            hit: pool.add_method(PROBE_CLASS.as_bytes(), b"hit", b"()V")?,
        })
    }

    /// `if (on()) hit();`
    fn snippet(&self, edit: &mut CodeEdit<'_, '_>) -> Snippet {
        let past = edit.new_label();
        vec![
            Insn::Invoke { op: Op::Invokestatic, index: self.on }.into(),
            Insn::Branch { op: Op::Ifeq, target: past }.into(),
            Insn::Invoke { op: Op::Invokestatic, index: self.hit }.into(),
            Item::Bind(past),
        ]
    }
}
