//! Changing a method's code: insertions are collected against the original instructions and
//! carried out together.
//!
//! * Code put **before** an instruction also runs for branches to that instruction, and is inside
//!   the exception ranges that cover it.
//! * Code put **after** an instruction runs when that instruction ends normally and control goes
//!   on to the next one; branches to the next one pass it by.
//! * Code on an **edge** runs when control goes from the one instruction to the other, and for no
//!   other way of reaching either; it is inside the exception ranges that cover the former.
//!
//! The stack maps are kept right without loading other classes: existing frames are moved, and a
//! frame at a new branch target is derived by the verifier's type rules from the nearest frame
//! before it (`stack_maps`). Branches that no longer reach get wide forms (`widen`).

mod derive;
mod edges;
mod flatten;
mod remap;
mod spelling;
mod stack_maps;
mod widen;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::attribute::Info;
use crate::class::{ClassFile, Member};
use crate::code::{Code, CodeLayout};
use crate::encode::layout_of;
use crate::error::{Error, Result};
use crate::flags::Flags;
use crate::insn::{Insn, Label};
use crate::pool::ConstantPool;
use crate::typing::Slot;

/// Inserted code.
pub type Snippet = Vec<Item>;

#[derive(Clone, Debug)]
pub enum Item {
    Insn(Insn),
    /// The place of a label from [`CodeEdit::new_label`].
    Bind(Label),
}

impl From<Insn> for Item {
    fn from(insn: Insn) -> Item {
        Item::Insn(insn)
    }
}

/// The type of a local variable that lives through the whole method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalType {
    Int,
    Long,
    Float,
    Double,
    /// A `Class` constant.
    Object(u16),
}

/// What an edit needs to know about the method around the code.
#[derive(Clone, Copy, Debug)]
pub struct MethodContext {
    /// The class-file version.
    pub major: u16,
    pub minor: u16,
    /// The class's own `Class` constant.
    pub this_class: u16,
    pub flags: Flags,
    /// `Utf8` constants.
    pub name: u16,
    pub descriptor: u16,
}

impl MethodContext {
    pub fn of(class: &ClassFile<'_>, method: &Member<'_>) -> MethodContext {
        MethodContext {
            major: class.major,
            minor: class.minor,
            this_class: class.this_class,
            flags: method.flags,
            name: method.name,
            descriptor: method.descriptor,
        }
    }
}

#[derive(Debug)]
pub struct CodeEdit<'c, 'a> {
    code: &'c Code<'a>,
    entry: Snippet,
    before: FxHashMap<u32, Snippet>,
    after: FxHashMap<u32, Snippet>,
    /// The instructions after which inserted code is inside the exception ranges that begin with
    /// the next one.
    after_within: FxHashSet<u32>,
    replaced: FxHashMap<u32, Snippet>,
    edges: Vec<(Label, Label, Snippet)>,
    handlers: Vec<NewHandler>,
    guards: Vec<Guard>,
    labels: u32,
    max_locals: u16,
    /// Locals that every frame mentions.
    live: Vec<(u16, LocalType)>,
}

#[derive(Debug)]
struct NewHandler {
    start: Label,
    end: Label,
    catch_type: u16,
    body: Snippet,
}

/// A handler over inserted code, in inserted code: all three are new labels.
#[derive(Debug)]
struct Guard {
    start: Label,
    end: Label,
    handler: Label,
}

impl<'c, 'a> CodeEdit<'c, 'a> {
    pub fn new(code: &'c Code<'a>) -> CodeEdit<'c, 'a> {
        CodeEdit {
            code,
            entry: Vec::new(),
            before: FxHashMap::default(),
            after: FxHashMap::default(),
            after_within: FxHashSet::default(),
            replaced: FxHashMap::default(),
            edges: Vec::new(),
            handlers: Vec::new(),
            guards: Vec::new(),
            labels: 0,
            max_locals: code.max_locals,
            live: Vec::new(),
        }
    }

    /// A label to be bound once, somewhere in inserted code. The original instructions' labels
    /// can be branched to as they are.
    pub fn new_label(&mut self) -> Label {
        self.labels += 1;
        Label(self.code.insns.len() as u32 + self.labels)
    }

    /// Room for a local variable of one or two slots that is used inside one snippet only.
    pub fn scratch_local(&mut self, slots: u16) -> Result<u16> {
        let index = self.max_locals;
        self.max_locals = index
            .checked_add(slots)
            .ok_or_else(|| Error::limit("more than 65535 local variables"))?;
        Ok(index)
    }

    /// A local variable that keeps its value throughout the method, null or zero at first.
    pub fn live_local(&mut self, ty: LocalType) -> Result<u16> {
        let slots = if matches!(ty, LocalType::Long | LocalType::Double) { 2 } else { 1 };
        let index = self.scratch_local(slots)?;
        self.live.push((index, ty));
        Ok(index)
    }

    /// Inserts code that runs once, when the method is entered.
    pub fn at_entry(&mut self, snippet: Snippet) {
        self.entry.extend(snippet);
    }

    /// Inserts code before an instruction, after what was put there earlier.
    pub fn before(&mut self, at: Label, snippet: Snippet) {
        self.before.entry(at.0).or_default().extend(snippet);
    }

    /// Inserts code after an instruction, after what was put there earlier.
    pub fn after(&mut self, at: Label, snippet: Snippet) {
        self.after.entry(at.0).or_default().extend(snippet);
    }

    /// Inserts code after an instruction, inside the exception ranges that begin with the next one:
    /// what goes wrong in it is handled as if that had gone wrong.
    pub fn after_within(&mut self, at: Label, snippet: Snippet) {
        self.after(at, snippet);
        self.after_within.insert(at.0);
    }

    /// Puts code in place of an instruction.
    pub fn replace(&mut self, at: Label, snippet: Snippet) {
        self.replaced.insert(at.0, snippet);
    }

    /// Inserts code where control goes from one instruction to another.
    pub fn on_edge(&mut self, from: Label, to: Label, snippet: Snippet) {
        match self.edges.iter_mut().find(|(a, b, _)| (*a, *b) == (from, to)) {
            Some((_, _, existing)) => existing.extend(snippet),
            None => self.edges.push((from, to, snippet)),
        }
    }

    /// Adds an exception handler over original instructions, asked after all others, and for what the
    /// bodies of those throw on that were added before over some of the same instructions. `body` finds
    /// the exception on the stack and must not fall off its end.
    pub fn add_handler(&mut self, start: Label, end: Label, catch_type: u16, body: Snippet) {
        self.handlers.push(NewHandler { start, end, catch_type, body });
    }

    /// Sends whatever is thrown between two new labels to a third one after them, without asking any
    /// other handler. What stands there finds the exception on the stack.
    pub fn guard(&mut self, start: Label, end: Label, handler: Label) {
        self.guards.push(Guard { start, end, handler });
    }

    pub fn is_empty(&self) -> bool {
        self.entry.is_empty()
            && self.before.is_empty()
            && self.after.is_empty()
            && self.replaced.is_empty()
            && self.edges.is_empty()
            && self.handlers.is_empty()
            && self.live.is_empty()
    }

    /// Carries the edit out. An error, as when the method would become longer than the JVM
    /// allows, leaves the original code as it was; the pool may have gained constants.
    pub fn finish(self, pool: &mut ConstantPool<'a>, method: &MethodContext) -> Result<Code<'a>> {
        let max_stack = self.max_stack(pool)?;
        let mut flat = flatten::flatten(&self)?;
        widen::widen(&mut flat)?;
        let mut code = remap::remap(self.code, &flat)?;
        code.max_stack = max_stack;
        code.max_locals = self.max_locals;
        code.insns = flat.insns;
        code.pcs = layout_of(&code.insns)?;
        if needs_frames(self.code, method.major) {
            let live: Vec<_> =
                self.live.iter().map(|&(index, ty)| (index, Slot::from(ty))).collect();
            stack_maps::complete(&mut code, pool, method, &live, &flat.new_handlers)?;
        }
        check_limits(&code, method)?;
        Ok(code)
    }

    /// A bound on the stack: what the original needed, and on top of it what the neediest
    /// snippet needs.
    fn max_stack(&self, pool: &ConstantPool<'_>) -> Result<u16> {
        // What stands before an instruction may leave values for what stands after it.
        let mut at_insns: FxHashMap<u32, usize> = FxHashMap::default();
        for snippets in [&self.before, &self.replaced, &self.after] {
            for (at, snippet) in snippets {
                *at_insns.entry(*at).or_default() += flatten::growth(snippet, 0, pool)?;
            }
        }
        let mut growth = if self.live.is_empty() { 0 } else { 2 };
        growth = growth.max(at_insns.into_values().max().unwrap_or(0));
        let edges = self.edges.iter().map(|(_, _, snippet)| snippet);
        for snippet in edges.chain(std::iter::once(&self.entry)) {
            growth = growth.max(flatten::growth(snippet, 0, pool)?);
        }
        let mut total = usize::from(self.code.max_stack) + growth;
        for handler in &self.handlers {
            total = total.max(flatten::growth(&handler.body, 1, pool)?);
        }
        // The text of a snippet does not say that a guard's handler starts with an exception.
        total += usize::from(!self.guards.is_empty());
        u16::try_from(total).map_err(|_| Error::limit("more than 65535 stack slots"))
    }
}

/// Code built from nothing: the body of a new method, whose constants go to the pool.
pub fn assemble<'a>(
    pool: &mut ConstantPool<'a>,
    method: &MethodContext,
    body: impl FnOnce(&mut CodeEdit<'_, 'a>, &mut ConstantPool<'a>) -> Result<Snippet>,
) -> Result<Code<'a>> {
    let (arguments, _) = crate::descriptor::method_slots(pool.utf8(method.descriptor)?)?;
    let max_locals = arguments + usize::from(!method.flags.is_static());
    let empty = Code {
        max_stack: 0,
        max_locals: u16::try_from(max_locals)
            .map_err(|_| Error::limit("more than 65535 parameter slots"))?,
        insns: Vec::new(),
        pcs: vec![0],
        handlers: Vec::new(),
        attributes: Vec::new(),
    };
    let mut edit = CodeEdit::new(&empty);
    let snippet = body(&mut edit, pool)?;
    edit.at_entry(snippet);
    edit.finish(pool, method)
}

/// Limits of tables, told here and not when the whole class is written.
fn check_limits(code: &Code<'_>, method: &MethodContext) -> Result<()> {
    let longest = code.attributes.iter().map(|attribute| match &attribute.info {
        Info::LineNumberTable(lines) => lines.len(),
        Info::StackMapTable(frames) => frames.len(),
        _ => 0,
    });
    let longest = longest.max().unwrap_or(0).max(code.handlers.len());
    if longest > usize::from(u16::MAX) {
        return Err(Error::limit(format!("a table of {longest} entries, at most 65535 fit")));
    }
    let slots = code.max_stack.max(code.max_locals);
    match CodeLayout::of(method.major, method.minor) {
        CodeLayout::Before45_3 if slots > 255 => {
            Err(Error::limit(format!("{slots} slots, class files before 45.3 allow 255")))
        }
        _ => Ok(()),
    }
}

/// Whether the verifier will look at this code's stack maps: from version 51 on always; code of
/// version 50 that has branches but no maps goes to the old verifier, which infers types itself.
fn needs_frames(code: &Code<'_>, major: u16) -> bool {
    let has_frames = || code.frames().is_some();
    let branches = || {
        !code.handlers.is_empty()
            || code.insns.iter().any(|insn| matches!(insn, Insn::Branch { .. } | Insn::Switch(_)))
    };
    match major {
        ..50 => false,
        50 => has_frames() || !branches(),
        _ => true,
    }
}

impl From<LocalType> for Slot {
    fn from(ty: LocalType) -> Slot {
        match ty {
            LocalType::Int => Slot::Int,
            LocalType::Long => Slot::Long,
            LocalType::Float => Slot::Float,
            LocalType::Double => Slot::Double,
            LocalType::Object(class) => Slot::Object(crate::typing::Name::Class(class)),
        }
    }
}
