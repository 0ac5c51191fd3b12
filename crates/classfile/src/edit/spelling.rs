//! From what the type rules found to frames, in their shortest form.

use rustc_hash::FxHashMap;

use crate::error::Result;
use crate::frame::{Change, Frame, VType};
use crate::insn::Label;
use crate::pool::ConstantPool;
use crate::typing::{Name, Slot, State};

/// Frames in ascending order, each written as a change to the one before.
pub(super) struct Spelling<'p, 'a> {
    pool: &'p mut ConstantPool<'a>,
    /// Each name's `Class` constant, looked up once.
    constants: FxHashMap<Name, u16>,
    frames: Vec<Frame>,
    /// The locals of the last frame; `None` where it is the frame of the original code, of which
    /// the next original frame speaks as it is.
    last: Option<Vec<VType>>,
}

impl<'p, 'a> Spelling<'p, 'a> {
    pub fn new(pool: &'p mut ConstantPool<'a>) -> Spelling<'p, 'a> {
        Spelling { pool, constants: FxHashMap::default(), frames: Vec::new(), last: None }
    }

    pub fn pool(&self) -> &ConstantPool<'a> {
        self.pool
    }

    pub fn finish(self) -> Vec<Frame> {
        self.frames
    }

    /// Puts an original frame, which describes `state`.
    pub fn original(&mut self, frame: &Frame, state: &State) -> Result<()> {
        match self.last.take() {
            None => self.frames.push(frame.clone()),
            Some(last) => {
                self.put(frame.at, &last, state)?;
                self.last = None;
            }
        }
        Ok(())
    }

    /// Puts a frame that the original code does not have. `before` is the state of the original
    /// frame before it, or of the method's entry.
    pub fn derived(&mut self, at: Label, state: &State, before: &State) -> Result<()> {
        let last = match self.last.take() {
            Some(last) => last,
            None => self.locals(&before.locals)?,
        };
        self.put(at, &last, state)
    }

    fn put(&mut self, at: Label, last: &[VType], state: &State) -> Result<()> {
        let locals = self.locals(&state.locals)?;
        let stack: Vec<VType> =
            state.stack.iter().map(|&slot| self.vtype(slot)).collect::<Result<_>>()?;
        let change = change_between(last, &locals, stack);
        self.frames.push(Frame { at, change, extended: false });
        self.last = Some(locals);
        Ok(())
    }

    /// Locals without the unset ones at the end; the second half of a wide one goes without
    /// saying.
    fn locals(&mut self, slots: &[Slot]) -> Result<Vec<VType>> {
        let mut types = Vec::with_capacity(slots.len());
        let mut at = 0;
        while let Some(&slot) = slots.get(at) {
            types.push(self.vtype(slot)?);
            at += 1 + usize::from(slot.is_wide());
        }
        while types.last() == Some(&VType::Top) {
            types.pop();
        }
        Ok(types)
    }

    fn vtype(&mut self, slot: Slot) -> Result<VType> {
        Ok(match slot {
            Slot::Top => VType::Top,
            Slot::Int => VType::Int,
            Slot::Float => VType::Float,
            Slot::Long => VType::Long,
            Slot::Double => VType::Double,
            Slot::Null => VType::Null,
            Slot::UninitializedThis => VType::UninitializedThis,
            Slot::Uninitialized(at) => VType::Uninitialized(at),
            Slot::Object(Name::Class(index)) => VType::Object(index),
            Slot::Object(name) => VType::Object(match self.constants.get(&name) {
                Some(&index) => index,
                None => {
                    let index = name.constant(self.pool)?;
                    self.constants.insert(name, index);
                    index
                }
            }),
        })
    }
}

fn change_between(before: &[VType], locals: &[VType], stack: Vec<VType>) -> Change {
    let kept = before.iter().zip(locals).take_while(|(a, b)| a == b).count();
    let (gone, more) = (before.len() - kept, locals.len() - kept);
    match (gone, more, stack.as_slice()) {
        (0, 0, []) => Change::Same,
        (0, 0, [item]) => Change::Stack(*item),
        (1..=3, 0, []) => Change::Chop(gone as u8),
        (0, 1..=3, []) => Change::Append(locals[kept..].to_vec()),
        _ => Change::Full { locals: locals.to_vec(), stack },
    }
}
