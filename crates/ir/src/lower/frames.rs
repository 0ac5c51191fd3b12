//! The types that the class file's stack maps give to variables where paths join.

use redflag_classfile::frame::{Change, VType};
use redflag_classfile::{Code, Info};

use super::constants::Constants;
use super::cut::{Cut, NO_BLOCK};
use super::graph::Graph;
use super::unlowerable::Unlowerable;
use super::work::{REMEMBERED, Work};
use crate::types::Type;

#[derive(Default)]
pub(super) struct Frames {
    /// By block of the code: its frame, if it has one and it is wanted.
    frame_of: Vec<u32>,
    frames: Vec<Kept>,
    items: Vec<Item>,
    locals: Vec<Item>,
}

/// A frame, as ranges of the items: the locals by slot, then the stack by value.
#[derive(Clone, Copy)]
struct Kept {
    locals: u32,
    stack: u32,
    end: u32,
}

#[derive(Clone, Copy)]
enum Item {
    Nothing,
    Type(Type),
    /// A `Class` constant.
    Class(u16),
}

/// In [`Frames::frame_of`]: no frame is wanted there.
const UNWANTED: u32 = u32::MAX;

/// In [`Frames::frame_of`]: one is wanted and has not been found.
const WANTED: u32 = u32::MAX - 1;

impl Frames {
    /// Keeps the frames of all nodes where paths join or a handler catches several types.
    pub(super) fn keep(
        &mut self,
        code: &Code<'_>,
        cut: &Cut,
        graph: &Graph,
        parameters: impl Iterator<Item = Type>,
        work: &mut Work,
    ) -> Result<(), Unlowerable> {
        self.frame_of.clear();
        self.frames.clear();
        self.items.clear();
        let table = code.attributes.iter().find_map(|attribute| match &attribute.info {
            Info::StackMapTable(frames) if !frames.is_empty() => Some(frames),
            _ => None,
        });
        let Some(table) = table else { return Ok(()) };
        self.frame_of.resize(cut.blocks.len(), UNWANTED);
        for (at, node) in graph.nodes.iter().enumerate() {
            if node.kind.catches() || graph.predecessors(at).len() > 1 {
                self.frame_of[node.block as usize] = WANTED;
            }
        }
        self.locals.clear();
        self.locals.extend(parameters.map(|ty| Item::Type(ty.on_stack())));
        for frame in table {
            let stack: &[VType] = match &frame.change {
                Change::Same => &[],
                Change::Stack(item) => std::slice::from_ref(item),
                Change::Chop(gone) => {
                    let left = self.locals.len().saturating_sub(usize::from(*gone));
                    self.locals.truncate(left);
                    &[]
                }
                Change::Append(more) => {
                    self.locals.extend(more.iter().map(item));
                    &[]
                }
                Change::Full { locals, stack } => {
                    self.locals.clear();
                    self.locals.extend(locals.iter().map(item));
                    stack
                }
            };
            let block = cut.block_at.get(frame.at.index()).copied().unwrap_or(NO_BLOCK);
            if self.frame_of.get(block as usize) == Some(&WANTED) {
                self.frame_of[block as usize] = self.frames.len() as u32;
                self.keep_one(cut.locals, stack, work)?;
            }
        }
        Ok(())
    }

    /// The type of a local variable at the start of a block.
    pub(super) fn local(
        &self,
        constants: &mut Constants<'_>,
        block: u32,
        slot: usize,
    ) -> Option<Type> {
        let frame = self.frame(block)?;
        self.type_at(constants, frame.locals as usize + slot, frame.stack)
    }

    /// The type of a value on the operand stack at the start of a block, counted from the bottom.
    pub(super) fn stack(
        &self,
        constants: &mut Constants<'_>,
        block: u32,
        position: usize,
    ) -> Option<Type> {
        let frame = self.frame(block)?;
        self.type_at(constants, frame.stack as usize + position, frame.end)
    }

    fn frame(&self, block: u32) -> Option<&Kept> {
        self.frames.get(*self.frame_of.get(block as usize)? as usize)
    }

    fn type_at(&self, constants: &mut Constants<'_>, at: usize, end: u32) -> Option<Type> {
        if at >= end as usize {
            return None;
        }
        match self.items[at] {
            Item::Nothing => None,
            Item::Type(ty) => Some(ty),
            Item::Class(index) => constants.class_type(index),
        }
    }

    fn keep_one(
        &mut self,
        slots: usize,
        stack: &[VType],
        work: &mut Work,
    ) -> Result<(), Unlowerable> {
        let start = self.items.len();
        work.spend(self.locals.len() + stack.len())?;
        for &local in &self.locals {
            self.items.push(local);
            if let Item::Type(Type::LONG | Type::DOUBLE) = local {
                self.items.push(Item::Nothing);
            }
            if self.items.len() - start >= slots {
                break;
            }
        }
        let middle = self.items.len();
        self.items.extend(stack.iter().map(item));
        if self.items.len() > REMEMBERED {
            return Err(Unlowerable::TooLarge);
        }
        self.frames.push(Kept {
            locals: start as u32,
            stack: middle as u32,
            end: self.items.len() as u32,
        });
        Ok(())
    }
}

fn item(vtype: &VType) -> Item {
    match *vtype {
        VType::Int => Item::Type(Type::INT),
        VType::Float => Item::Type(Type::FLOAT),
        VType::Double => Item::Type(Type::DOUBLE),
        VType::Long => Item::Type(Type::LONG),
        VType::Null => Item::Type(Type::NULL),
        VType::Object(index) => Item::Class(index),
        // Two paths cannot bring different objects that are not initialised, so no phi asks.
        VType::Top | VType::UninitializedThis | VType::Uninitialized(_) => Item::Nothing,
    }
}
