//! Array accesses: told of after they happened, with the array's shadow words at hand.
//!
//! The words are found by a table, which is too slow for every element. So a method keeps, for
//! each *source* of arrays in its code (a variable, a field, an instruction), the array that came
//! from there last and its words, in two variables of its own. A loop over one array, or over the
//! rows of one, asks the table once for each array.

use std::collections::{BTreeMap, BTreeSet};

use redflag_classfile::edit::{CodeEdit, LocalType};
use redflag_classfile::{Code, ConstantPool, Insn, Label, Op, Result, stack_effect};

use crate::carrier::{Access, COPIES, SEEN_OF};
use crate::footprints::{FOOTPRINT, HAS, WORDS, extended};
use crate::hooks;
use crate::method::Method;
use crate::snippet::{Writer, load_op, slots, store_op};

/// So many sources, and so many places, have variables; accesses from others ask the table each time.
const PAIRS: usize = 32;

/// What a method keeps of the arrays that it accesses, so that not every access looks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Nothing: each access asks the table. That takes less code, and each can be counted.
    Nothing,
    /// For each source, the last array and its words, and what the thread has seen of it.
    Words,
    /// The same for arrays that are not compressed; and for each access, the last array that is, and the
    /// footprint of that access.
    Footprints,
}

/// Adds the calls for every array access of a method but those that are told of elsewhere.
pub fn observe_elements<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
    told: &BTreeSet<Label>,
    kept: Kept,
    counted: bool,
) -> Result<()> {
    let mut scratch = Scratch::default();
    let mut sources = Variables::default();
    let mut seen = BTreeMap::new();
    let mut places = Variables::default();
    let starts = block_starts(code);
    for (at, insn) in (0u32..).map(Label).zip(&code.insns) {
        let Some((element, is_write)) = element_of(insn.op()) else { continue };
        if counted && !method.is_probe(at) {
            edit.after(at, method.counted(is_write, true)?);
        }
        if method.is_probe(at) || told.contains(&at) {
            continue;
        }
        let access = if is_write { Access::Write } else { Access::Read };
        let site = method.site(at, is_write, element);
        let source = source_of(code, method.pool, &starts, at, element, is_write);
        let words = match kept {
            Kept::Nothing => None,
            _ => sources.of(edit, method.pool, source, b"[J")?,
        };
        let words = match words {
            None => None,
            Some(pair) => Some((pair, seen_of(edit, method.pool, &mut seen, pair)?)),
        };
        let footprint = match kept {
            Kept::Footprints => places.of(edit, method.pool, at, FOOTPRINT.as_bytes())?,
            _ => None,
        };
        let value = if is_write { scratch.of(edit, element)? } else { 0 };
        let index = scratch.of(edit, "index")?;
        let mut code = Writer::new(method.pool);
        if is_write {
            code.local(store_op(element), value).op(Op::Dup2);
            code.local(load_op(element), value).insn(insn.clone());
        } else {
            // The value goes below array and index, not into a variable: the JVM's messages about
            // null follow values on the stack to where they come from.
            let below: &[Op] = match slots(element) {
                2 => &[Op::Dup2X2, Op::Pop2],
                _ => &[Op::DupX2, Op::Pop],
            };
            code.op(Op::Dup2).insn(insn.clone()).ops(below);
        }
        match (words, footprint) {
            (Some(words), Some(footprint)) => {
                with_footprint(edit, &mut code, words, footprint, index, site, access)?;
            }
            (Some(words), None) if kept == Kept::Words => {
                with_words(edit, &mut code, words, index, site, access)?;
            }
            _ => {
                let hook = if is_write { hooks::WRITE_ELEMENT } else { hooks::READ_ELEMENT };
                code.int(site as i32)?.call(hook)?;
            }
        }
        edit.replace(at, code.done());
    }
    Ok(())
}

/// From array and index on the stack: the array's words, and the test in the carrier.
fn with_words(
    edit: &mut CodeEdit<'_, '_>,
    code: &mut Writer<'_, '_>,
    ((array, words), seen): ((u16, u16), u16),
    index: u16,
    site: u32,
    access: Access,
) -> Result<()> {
    let known = edit.new_label();
    code.local(Op::Istore, index).op(Op::Dup).local(Op::Aload, array);
    code.branch(Op::IfAcmpeq, known);
    // The variables change here only: to the compilers they are constant in a loop. They change together: there
    // may be no stack for the calls.
    code.op(Op::Dup).call(hooks::SHADOW)?.op(Op::Dup2).carried(SEEN_OF.0, SEEN_OF.1)?;
    code.local(Op::Astore, seen).local(Op::Astore, words).op(Op::Dup).local(Op::Astore, array);
    code.bind(known);
    code.local(Op::Iload, index).local(Op::Aload, words).local(Op::Aload, seen);
    code.int(site as i32)?;
    let (name, descriptor) = access.of_element(site);
    code.carried(&name, descriptor)?;
    Ok(())
}

/// From array and index on the stack. An array with words of its own is tested as above; that of another
/// is in the footprint of this place, or extends it, or the runtime is asked, which answers with what to
/// keep: words, or the footprint to go on with.
fn with_footprint(
    edit: &mut CodeEdit<'_, '_>,
    code: &mut Writer<'_, '_>,
    ((fine, words), seen): ((u16, u16), u16),
    (array, footprint): (u16, u16),
    index: u16,
    site: u32,
    access: Access,
) -> Result<()> {
    let [by_words, ask, known, compressed, told] = [(); 5].map(|()| edit.new_label());
    code.local(Op::Istore, index).op(Op::Dup).local(Op::Aload, fine);
    code.branch(Op::IfAcmpeq, by_words);
    code.op(Op::Dup).local(Op::Aload, array).branch(Op::IfAcmpne, ask);
    code.local(Op::Iload, index).local(Op::Aload, footprint);
    code.carried(&extended(site % COPIES), HAS)?.branch(Op::Ifne, known);
    code.bind(ask).op(Op::Dup).local(Op::Iload, index).local(Op::Aload, footprint);
    code.int(site as i32)?.call(access.beyond())?.op(Op::Dup).local(Op::Astore, footprint);
    code.field(Op::Getfield, FOOTPRINT, WORDS.0, WORDS.1)?.op(Op::Dup);
    code.branch(Op::Ifnull, compressed).op(Op::Dup2).carried(SEEN_OF.0, SEEN_OF.1)?;
    code.local(Op::Astore, seen).local(Op::Astore, words).op(Op::Dup).local(Op::Astore, fine);
    code.bind(by_words);
    code.local(Op::Iload, index).local(Op::Aload, words).local(Op::Aload, seen);
    code.int(site as i32)?;
    let (name, descriptor) = access.of_element(site);
    code.carried(&name, descriptor)?.branch(Op::Goto, told);
    code.bind(compressed).op(Op::Pop).op(Op::Dup).local(Op::Astore, array);
    code.bind(known).op(Op::Pop).bind(told);
    Ok(())
}

/// The variable for what the thread has seen of the array in the first of two.
fn seen_of(
    edit: &mut CodeEdit<'_, '_>,
    pool: &mut ConstantPool<'_>,
    known: &mut BTreeMap<u16, u16>,
    (array, _): (u16, u16),
) -> Result<u16> {
    if let Some(&seen) = known.get(&array) {
        return Ok(seen);
    }
    let longs = pool.add_class(b"[J")?;
    let seen = edit.live_local(LocalType::Object(longs))?;
    known.insert(array, seen);
    Ok(seen)
}

/// Pairs of variables, one for each source of arrays or each place: an array, and what is kept of it.
struct Variables<K>(BTreeMap<K, (u16, u16)>);

impl<K> Default for Variables<K> {
    fn default() -> Self {
        Variables(BTreeMap::new())
    }
}

impl<K: Ord> Variables<K> {
    /// None if there are too many.
    fn of(
        &mut self,
        edit: &mut CodeEdit<'_, '_>,
        pool: &mut ConstantPool<'_>,
        key: K,
        type_name: &[u8],
    ) -> Result<Option<(u16, u16)>> {
        if let Some(&pair) = self.0.get(&key) {
            return Ok(Some(pair));
        }
        if self.0.len() == PAIRS {
            return Ok(None);
        }
        let object = pool.add_class(b"java/lang/Object")?;
        let kept = pool.add_class(type_name)?;
        let pair = (
            edit.live_local(LocalType::Object(object))?,
            edit.live_local(LocalType::Object(kept))?,
        );
        self.0.insert(key, pair);
        Ok(Some(pair))
    }
}

/// The element type that an instruction moves, and whether it stores. Bytes and booleans share
/// their instructions.
pub(crate) fn element_of(op: Op) -> Option<(&'static str, bool)> {
    Some(match op {
        Op::Iaload => ("I", false),
        Op::Laload => ("J", false),
        Op::Faload => ("F", false),
        Op::Daload => ("D", false),
        Op::Aaload => ("Ljava/lang/Object;", false),
        Op::Baload => ("B", false),
        Op::Caload => ("C", false),
        Op::Saload => ("S", false),
        Op::Iastore => ("I", true),
        Op::Lastore => ("J", true),
        Op::Fastore => ("F", true),
        Op::Dastore => ("D", true),
        Op::Aastore => ("Ljava/lang/Object;", true),
        Op::Bastore => ("B", true),
        Op::Castore => ("C", true),
        Op::Sastore => ("S", true),
        _ => return None,
    })
}

/// Variables that hold a value while its access is told of, by how values of a type are moved.
#[derive(Default)]
struct Scratch(BTreeMap<&'static str, u16>);

impl Scratch {
    fn of(&mut self, edit: &mut CodeEdit<'_, '_>, what: &'static str) -> Result<u16> {
        if let Some(&variable) = self.0.get(what) {
            return Ok(variable);
        }
        let variable = edit.scratch_local(slots(what).max(1))?;
        self.0.insert(what, variable);
        Ok(variable)
    }
}

/// Where an array in the code comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Variable(u16),
    /// A `Fieldref` constant.
    Field(u16),
    /// Whatever this instruction pushes, or accesses.
    Instruction(Label),
}

/// The source of the array of an access, looked for backwards in its block.
fn source_of(
    code: &Code<'_>,
    pool: &ConstantPool<'_>,
    starts: &[bool],
    access: Label,
    element: &str,
    is_write: bool,
) -> Source {
    // How many slots lie on top of the array.
    let mut above = 1 + if is_write { usize::from(slots(element)) } else { 0 };
    let mut at = access.index();
    while at > 0 && !starts[at] {
        at -= 1;
        let insn = &code.insns[at];
        let Ok((popped, pushed)) = stack_effect(insn, pool) else { break };
        if pushed > above {
            return match *insn {
                Insn::Local { op: Op::Aload, index, .. } => Source::Variable(index),
                Insn::Field { index, .. } => Source::Field(index),
                _ => Source::Instruction(Label(at as u32)),
            };
        }
        above = above - pushed + popped;
    }
    Source::Instruction(access)
}

/// Which instructions control may reach otherwise than from the one before.
pub(crate) fn block_starts(code: &Code<'_>) -> Vec<bool> {
    let mut starts = vec![false; code.insns.len() + 1];
    for (at, insn) in code.insns.iter().enumerate() {
        insn.for_each_target(|target| starts[target.index()] = true);
        if !insn.falls_through() {
            starts[at + 1] = true;
        }
    }
    for handler in &code.handlers {
        starts[handler.handler.index()] = true;
    }
    starts
}
