//! The code that tells of spans where their loops end, whichever way that is.
//!
//! The loop itself only keeps up to date which round it is in and how far that has come, in variables that
//! compilers know anyway: what the stepping variables held when the round began, and the number of the last
//! span's access that it has made.
//!
//! The epoch in which the loop began is told with each span. Should the thread have synchronised in the loop
//! after all, as a class loader may that the JVM calls there, that is another one by then. So that it is, the thread
//! is said to have recorded something from the beginning on.

use std::collections::{BTreeMap, BTreeSet};

use redflag_classfile::edit::{CodeEdit, Item, LocalType, Snippet};
use redflag_classfile::{Code, Insn, Label, Op, Result};

use crate::arrays::element_of;
use crate::carrier::GATE;
use crate::hooks::{self, CARRIER};
use crate::method::Method;
use crate::snippet::Writer;
use crate::spans::{Base, Index, Path, Span, Sweep, sweeps};
use crate::thread_state::{EPOCH, RECORDED, THREAD};
use crate::world::World;

/// Tells of all spans of a method; to the accesses that are thereby told of. What this puts at the ends of loops
/// belongs before what other passes put there.
pub fn tell_spans<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
    world: &dyn World,
) -> Result<BTreeSet<Label>> {
    let mut told = BTreeSet::new();
    for sweep in sweeps(code, method, world)? {
        let kept = Kept::new(edit, method, &sweep)?;
        let calls =
            sweep.spans.iter().map(|span| Call::new(code, method, span)).collect::<Vec<_>>();
        for &edge in &sweep.entries {
            // Each has labels of its own.
            let entering = kept.entering(edit, method, &sweep)?;
            on_edge(edit, code, edge, entering);
        }
        edit.before(sweep.header, kept.beginning_round(method)?);
        for (number, span) in (1..).zip(&sweep.spans) {
            let mut reached = Writer::new(method.pool);
            reached.int(number)?.local(Op::Istore, kept.reached);
            edit.after(span.access, reached.done());
            told.insert(span.access);
        }
        let leaving = kept.leaving(edit, method, &sweep, &calls)?;
        for &edge in &sweep.exits {
            on_edge(edit, code, edge, leaving.clone());
        }
        for &handler in &sweep.handlers {
            // It may handle what is thrown elsewhere, too.
            let outside = edit.new_label();
            let mut test = Writer::new(method.pool);
            test.local(Op::Lload, kept.epoch).ops(&[Op::Lconst0, Op::Lcmp]);
            test.branch(Op::Ifeq, outside);
            edit.before(handler, test.done());
            if covers_itself(code, handler) {
                // As it would go, but C1 compiles no calls in handlers that throw to themselves.
                let (start, end) = (edit.new_label(), edit.new_label());
                edit.before(handler, vec![Item::Bind(start)]);
                edit.before(handler, leaving.clone());
                edit.before(handler, vec![Item::Bind(end)]);
                edit.guard(start, end, outside);
            } else {
                edit.before(handler, leaving.clone());
            }
            edit.before(handler, vec![Item::Bind(outside)]);
        }
        for &(start, end) in &sweep.runs {
            let mut thrown = leaving.clone();
            thrown.push(Insn::Plain(Op::Athrow).into());
            edit.add_handler(start, end, 0, thrown);
        }
    }
    Ok(told)
}

/// Whether whatever is thrown where a handler begins comes to that handler again, as where compilers leave monitors.
fn covers_itself(code: &Code<'_>, handler: Label) -> bool {
    code.handlers.iter().any(|one| {
        one.handler == handler && one.catch_type == 0 && (one.start..one.end).contains(&handler)
    })
}

/// Only branches have edges that nothing else is put on.
fn on_edge(
    edit: &mut CodeEdit<'_, '_>,
    code: &Code<'_>,
    (from, to): (Label, Label),
    snippet: Snippet,
) {
    match code.insns[from.index()] {
        Insn::Branch { .. } | Insn::Switch(_) => edit.on_edge(from, to, snippet),
        _ => edit.after(from, snippet),
    }
}

/// The variables of a loop.
struct Kept {
    /// 0 outside of the loop.
    epoch: u16,
    /// How many of the spans' accesses the round has made.
    reached: u16,
    arrays: BTreeMap<Path, u16>,
    /// For each stepping variable, what it held when the loop began, and when the round did.
    steps: BTreeMap<u16, (u16, u16)>,
    /// The indices that stay the same, by their accesses.
    indices: BTreeMap<Label, u16>,
}

impl Kept {
    fn new(
        edit: &mut CodeEdit<'_, '_>,
        method: &mut Method<'_, '_>,
        sweep: &Sweep,
    ) -> Result<Kept> {
        let object = method.pool.add_class(b"java/lang/Object")?;
        let mut kept = Kept {
            epoch: edit.live_local(LocalType::Long)?,
            reached: edit.live_local(LocalType::Int)?,
            arrays: BTreeMap::new(),
            steps: BTreeMap::new(),
            indices: BTreeMap::new(),
        };
        for &variable in sweep.steps.keys() {
            let pair = (edit.live_local(LocalType::Int)?, edit.live_local(LocalType::Int)?);
            kept.steps.insert(variable, pair);
        }
        for span in &sweep.spans {
            if !kept.arrays.contains_key(&span.array) {
                kept.arrays.insert(span.array.clone(), edit.live_local(LocalType::Object(object))?);
            }
            if !matches!(span.index, Index::Along { .. }) {
                kept.indices.insert(span.access, edit.live_local(LocalType::Int)?);
            }
        }
        Ok(kept)
    }

    fn entering(
        &self,
        edit: &mut CodeEdit<'_, '_>,
        method: &mut Method<'_, '_>,
        sweep: &Sweep,
    ) -> Result<Snippet> {
        let mut code = Writer::new(method.pool);
        for (path, &array) in &self.arrays {
            keep_array(edit, &mut code, path, array);
        }
        for (&variable, &(begin, _)) in &self.steps {
            code.local(Op::Iload, variable).local(Op::Istore, begin);
        }
        for span in &sweep.spans {
            let Some(&index) = self.indices.get(&span.access) else { continue };
            match span.index {
                Index::At { variable, plus } => {
                    code.local(Op::Iload, variable).int(plus)?.op(Op::Iadd);
                }
                Index::Along { plus: value, .. } | Index::Constant(value) => {
                    code.int(value)?;
                }
            }
            code.local(Op::Istore, index);
        }
        // A class loader may be asked for the carrier when code first names it: now rather than at the end.
        code.field(Op::Getstatic, CARRIER, GATE, "Z")?.op(Op::Pop);
        code.current_thread()?.op(Op::Lconst1);
        code.field(Op::Putfield, THREAD, RECORDED.0, RECORDED.1)?;
        code.current_thread()?.thread_field(EPOCH)?.local(Op::Lstore, self.epoch);
        Ok(code.done())
    }

    fn beginning_round(&self, method: &mut Method<'_, '_>) -> Result<Snippet> {
        let mut code = Writer::new(method.pool);
        for (&variable, &(_, now)) in &self.steps {
            code.local(Op::Iload, variable).local(Op::Istore, now);
        }
        code.int(0)?.local(Op::Istore, self.reached);
        Ok(code.done())
    }

    /// Once only: if there is no stack for a call, what is thrown may come to a handler that tells as well.
    fn leaving(
        &self,
        edit: &mut CodeEdit<'_, '_>,
        method: &mut Method<'_, '_>,
        sweep: &Sweep,
        calls: &[Call],
    ) -> Result<Snippet> {
        let epoch = edit.scratch_local(2)?;
        let mut code = Writer::new(method.pool);
        code.local(Op::Lload, self.epoch).local(Op::Lstore, epoch);
        code.op(Op::Lconst0).local(Op::Lstore, self.epoch);
        let mut told: Vec<_> = (1..).zip(sweep.spans.iter().zip(calls)).collect();
        // What another thread has written is forgotten with a write, but not with a read.
        told.sort_by_key(|(_, (_, call))| call.is_write);
        for (number, (span, call)) in told {
            code.local(Op::Aload, self.arrays[&span.array]);
            let (offset, step) = match span.index {
                Index::Along { variable, plus } => {
                    let (begin, now) = self.steps[&variable];
                    code.local(Op::Iload, begin).local(Op::Iload, now);
                    (plus, sweep.steps[&variable])
                }
                _ => {
                    code.local(Op::Iload, self.indices[&span.access]);
                    // A loop without a stepping variable is none with spans.
                    if let Some(&(begin, now)) = self.steps.values().next() {
                        code.local(Op::Iload, now).local(Op::Iload, begin).op(Op::Isub);
                    }
                    (0, 0)
                }
            };
            code.local(Op::Iload, self.reached).int(number)?.op(Op::Isub);
            code.int(offset)?.int(step)?.local(Op::Lload, epoch).int(call.site as i32)?;
            code.call(if call.is_write { hooks::WRITE_SPAN } else { hooks::READ_SPAN })?;
        }
        for &array in self.arrays.values() {
            code.op(Op::AconstNull).local(Op::Astore, array);
        }
        Ok(code.done())
    }
}

/// Keeps the array of a path in a variable; null if it leads nowhere.
fn keep_array(edit: &mut CodeEdit<'_, '_>, code: &mut Writer<'_, '_>, path: &Path, array: u16) {
    let nowhere = edit.new_label();
    if !path.fields.is_empty() {
        code.op(Op::AconstNull).local(Op::Astore, array);
    }
    match path.base {
        Base::Variable(variable) => code.local(Op::Aload, variable),
        Base::Static(index) => code.insn(Insn::Field { op: Op::Getstatic, index }),
    };
    for &index in &path.fields {
        let somewhere = edit.new_label();
        code.op(Op::Dup).branch(Op::Ifnonnull, somewhere);
        code.op(Op::Pop).branch(Op::Goto, nowhere).bind(somewhere);
        code.insn(Insn::Field { op: Op::Getfield, index });
    }
    code.local(Op::Astore, array).bind(nowhere);
}

/// What is told of a span besides its elements.
struct Call {
    site: u32,
    is_write: bool,
}

impl Call {
    fn new(code: &Code<'_>, method: &mut Method<'_, '_>, span: &Span) -> Call {
        let (element, is_write) =
            element_of(code.insns[span.access.index()].op()).unwrap_or(("I", false));
        Call { site: method.site_of_span(span.access, is_write, element), is_write }
    }
}
