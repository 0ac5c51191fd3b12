//! The verifier's type rules [JVMS §4.10.1], run forwards over straight code.
//!
//! They serve to derive a stack map frame where code was inserted. No other class is looked at:
//! where the verifier would ask whether one class is another's subclass, these rules take the
//! code for well typed, as it was before the edit.

use std::borrow::Cow;

use crate::descriptor::Parameters;
use crate::effect::plain_effect;
use crate::error::{Error, Result};
use crate::frame::{Change, Frame, VType};
use crate::insn::{Insn, Label};
use crate::opcode::Op;
use crate::pool::{Constant, ConstantPool};

/// What a local variable or stack item holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Top,
    Int,
    Float,
    Long,
    Double,
    Null,
    UninitializedThis,
    Uninitialized(Label),
    Object(Name),
}

/// The name of a class, in the shape in which the rules come upon it; a `Class` constant is made
/// of it only when a frame needs one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Name {
    /// A `Class` constant.
    Class(u16),
    /// An array of a `Class` constant's type.
    ArrayOf(u16),
    /// A part of a `Utf8` constant.
    Part {
        utf8: u16,
        start: u16,
        end: u16,
    },
    Known(&'static str),
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct State {
    /// By index; the second half of a `long` or `double` is `Top`.
    pub locals: Vec<Slot>,
    /// One item a value, wide ones too.
    pub stack: Vec<Slot>,
}

/// What the rules need to know of the method.
#[derive(Clone, Copy)]
pub(crate) struct Method<'p, 'a> {
    pub pool: &'p ConstantPool<'a>,
    pub this_class: u16,
    pub is_static: bool,
    /// `Utf8` constants.
    pub name: u16,
    pub descriptor: u16,
}

impl Method<'_, '_> {
    /// The state on entry.
    pub fn entry(&self) -> Result<State> {
        let mut state = State::default();
        if !self.is_static {
            let is_constructor = self.pool.utf8(self.name)? == b"<init>"
                && self.pool.class(self.this_class)? != b"java/lang/Object";
            state.locals.push(if is_constructor {
                Slot::UninitializedThis
            } else {
                Slot::Object(Name::Class(self.this_class))
            });
        }
        let descriptor = self.pool.utf8(self.descriptor)?;
        for (start, end) in Parameters::of(descriptor)? {
            let slot = self.descriptor_part(self.descriptor, start, end)?;
            state.locals.push(slot);
            if slot.is_wide() {
                state.locals.push(Slot::Top);
            }
        }
        Ok(state)
    }

    /// Runs one instruction.
    pub fn step(&self, state: &mut State, insns: &[Insn], at: usize) -> Result<()> {
        let insn = &insns[at];
        let op = insn.op();
        if let Some((pops, pushes)) = plain_effect(op) {
            for letter in pops.bytes().rev() {
                state.expect(letter)?;
            }
            for letter in pushes.bytes() {
                state.stack.push(Slot::of_letter(letter));
            }
            return Ok(());
        }
        match *insn {
            Insn::Plain(_) => state.shuffle(self, op)?,
            Insn::Push { .. } => state.stack.push(Slot::Int),
            Insn::Ldc { index, .. } => {
                let slot = self.constant(index)?;
                state.stack.push(slot);
            }
            Insn::Local { index, .. } => state.local(op, usize::from(index))?,
            Insn::Iinc { .. } => {}
            Insn::Field { index, .. } => self.field(state, op, index)?,
            Insn::Invoke { index, .. } | Insn::InvokeInterface { index, .. } => {
                self.invoke(state, op, index, insns)?;
            }
            Insn::InvokeDynamic { index } => {
                let descriptor = match *self.pool.get(index)? {
                    Constant::InvokeDynamic { name_and_type, .. } => {
                        self.descriptor_of(name_and_type)?
                    }
                    _ => return Err(unexpected(insn)),
                };
                self.pop_arguments(state, descriptor)?;
                self.push_result(state, descriptor)?;
            }
            Insn::Type { index, .. } => match op {
                Op::New => state.stack.push(Slot::Uninitialized(Label(at as u32))),
                Op::Anewarray => {
                    state.expect(b'I')?;
                    state.stack.push(Slot::Object(Name::ArrayOf(index)));
                }
                Op::Checkcast => {
                    state.expect(b'A')?;
                    state.stack.push(Slot::Object(Name::Class(index)));
                }
                _ => {
                    state.expect(b'A')?;
                    state.stack.push(Slot::Int);
                }
            },
            Insn::NewArray { code } => {
                state.expect(b'I')?;
                state.stack.push(Slot::Object(Name::Known(primitive_array(code)?)));
            }
            Insn::MultiNewArray { index, dimensions } => {
                for _ in 0..dimensions {
                    state.expect(b'I')?;
                }
                state.stack.push(Slot::Object(Name::Class(index)));
            }
            // Subroutines do not occur in code that has stack maps.
            Insn::Branch { .. } | Insn::Switch(_) => return Err(unexpected(insn)),
        }
        Ok(())
    }

    fn constant(&self, index: u16) -> Result<Slot> {
        Ok(match *self.pool.get(index)? {
            Constant::Integer(_) => Slot::Int,
            Constant::Float(_) => Slot::Float,
            Constant::Long(_) => Slot::Long,
            Constant::Double(_) => Slot::Double,
            Constant::String { .. } => Slot::Object(Name::Known("java/lang/String")),
            Constant::Class { .. } => Slot::Object(Name::Known("java/lang/Class")),
            Constant::MethodHandle { .. } => {
                Slot::Object(Name::Known("java/lang/invoke/MethodHandle"))
            }
            Constant::MethodType { .. } => Slot::Object(Name::Known("java/lang/invoke/MethodType")),
            Constant::Dynamic { name_and_type, .. } => {
                let descriptor = self.descriptor_of(name_and_type)?;
                self.descriptor_part(descriptor, 0, self.pool.utf8(descriptor)?.len())?
            }
            _ => return Err(Error::new(format!("constant #{index} cannot be pushed"))),
        })
    }

    fn field(&self, state: &mut State, op: Op, index: u16) -> Result<()> {
        let Constant::Field { name_and_type, .. } = *self.pool.get(index)? else {
            return Err(Error::new(format!("constant #{index} is no field")));
        };
        let descriptor = self.descriptor_of(name_and_type)?;
        let slot = self.descriptor_part(descriptor, 0, self.pool.utf8(descriptor)?.len())?;
        if matches!(op, Op::Putfield | Op::Putstatic) {
            state.expect(slot.letter())?;
        }
        if matches!(op, Op::Putfield | Op::Getfield) {
            state.expect(b'A')?;
        }
        if matches!(op, Op::Getfield | Op::Getstatic) {
            state.stack.push(slot);
        }
        Ok(())
    }

    fn invoke(&self, state: &mut State, op: Op, index: u16, insns: &[Insn]) -> Result<()> {
        let (Constant::Method { name_and_type, .. }
        | Constant::InterfaceMethod { name_and_type, .. }) = *self.pool.get(index)?
        else {
            return Err(Error::new(format!("constant #{index} is no method")));
        };
        let descriptor = self.descriptor_of(name_and_type)?;
        self.pop_arguments(state, descriptor)?;
        if op != Op::Invokestatic {
            let receiver = state.expect(b'A')?;
            if op == Op::Invokespecial && self.pool.name_and_type(name_and_type)?.0 == b"<init>" {
                state.initialize(receiver, self.initialized(receiver, insns)?);
            }
        }
        self.push_result(state, descriptor)
    }

    /// What an uninitialised object becomes when its constructor has run.
    fn initialized(&self, receiver: Slot, insns: &[Insn]) -> Result<Slot> {
        match receiver {
            Slot::UninitializedThis => Ok(Slot::Object(Name::Class(self.this_class))),
            Slot::Uninitialized(at) => match insns.get(at.index()) {
                Some(&Insn::Type { op: Op::New, index }) => Ok(Slot::Object(Name::Class(index))),
                _ => Err(Error::new(format!("{at} is not a new instruction"))),
            },
            _ => Err(Error::new("a constructor is called on an initialised object")),
        }
    }

    fn pop_arguments(&self, state: &mut State, descriptor: u16) -> Result<()> {
        let bytes = self.pool.utf8(descriptor)?;
        for _ in Parameters::of(bytes)? {
            state.pop()?;
        }
        Ok(())
    }

    fn push_result(&self, state: &mut State, descriptor: u16) -> Result<()> {
        let bytes = self.pool.utf8(descriptor)?;
        let mut parameters = Parameters::of(bytes)?;
        parameters.by_ref().for_each(drop);
        let start = parameters.returns()?;
        if bytes[start] != b'V' {
            let slot = self.descriptor_part(descriptor, start, bytes.len())?;
            state.stack.push(slot);
        }
        Ok(())
    }

    fn descriptor_of(&self, name_and_type: u16) -> Result<u16> {
        match *self.pool.get(name_and_type)? {
            Constant::NameAndType { descriptor, .. } => Ok(descriptor),
            _ => Err(Error::new(format!("constant #{name_and_type} is no NameAndType"))),
        }
    }

    /// The slot of the field descriptor in a part of a `Utf8` constant.
    fn descriptor_part(&self, utf8: u16, start: usize, end: usize) -> Result<Slot> {
        let part = |start: usize, end: usize| {
            Slot::Object(Name::Part { utf8, start: start as u16, end: end as u16 })
        };
        match self.pool.utf8(utf8)?.get(start) {
            Some(b'Z' | b'B' | b'C' | b'S' | b'I') => Ok(Slot::Int),
            Some(b'J') => Ok(Slot::Long),
            Some(b'F') => Ok(Slot::Float),
            Some(b'D') => Ok(Slot::Double),
            Some(b'[') => Ok(part(start, end)),
            Some(b'L') if end > start + 2 => Ok(part(start + 1, end - 1)),
            _ => Err(Error::new(format!("constant #{utf8} is not a descriptor"))),
        }
    }

    /// What an element of an array is.
    fn element(&self, array: Slot) -> Result<Slot> {
        let name = match array {
            Slot::Null => return Ok(Slot::Null),
            Slot::Object(Name::ArrayOf(class)) => return Ok(Slot::Object(Name::Class(class))),
            Slot::Object(name) => name,
            _ => return Err(Error::new("aaload on what is no array")),
        };
        let (utf8, start, end) = match name {
            Name::Part { utf8, start, end } => (utf8, usize::from(start), usize::from(end)),
            Name::Class(class) => match *self.pool.get(class)? {
                Constant::Class { name } => (name, 0, self.pool.utf8(name)?.len()),
                _ => return Err(Error::new(format!("constant #{class} is no class"))),
            },
            _ => return Err(Error::new("aaload on an array of primitives")),
        };
        match self.pool.utf8(utf8)?.get(start) {
            Some(b'[') => self.descriptor_part(utf8, start + 1, end),
            _ => Err(Error::new("aaload on what is no array")),
        }
    }

    /// What holds whichever of two ways control came; `None` where nothing does that these rules
    /// could tell without the class hierarchy.
    pub fn meet(&self, a: Slot, b: Slot) -> Result<Option<Slot>> {
        Ok(match (a, b) {
            _ if a == b => Some(a),
            (Slot::Object(_), Slot::Null) => Some(a),
            (Slot::Null, Slot::Object(_)) => Some(b),
            (Slot::Object(x), Slot::Object(y)) if x.bytes(self.pool)? == y.bytes(self.pool)? => {
                Some(a)
            }
            _ => None,
        })
    }
}

impl Name {
    /// The `Class` constant of the name, which is added if there is none.
    pub fn constant(self, pool: &mut ConstantPool<'_>) -> Result<u16> {
        if let Name::Class(index) = self {
            return Ok(index);
        }
        let bytes = self.bytes(pool)?.into_owned();
        pool.add_class(&bytes)
    }

    pub fn bytes<'p>(self, pool: &'p ConstantPool<'_>) -> Result<Cow<'p, [u8]>> {
        Ok(match self {
            Name::Class(index) => Cow::Borrowed(pool.class(index)?),
            Name::Known(text) => Cow::Borrowed(text.as_bytes()),
            Name::Part { utf8, start, end } => {
                Cow::Borrowed(&pool.utf8(utf8)?[usize::from(start)..usize::from(end)])
            }
            Name::ArrayOf(index) => {
                let element = pool.class(index)?;
                let is_array = element.first() == Some(&b'[');
                let (before, after): (&[u8], &[u8]) =
                    if is_array { (b"[", b"") } else { (b"[L", b";") };
                Cow::Owned([before, element, after].concat())
            }
        })
    }
}

impl Slot {
    fn of_letter(letter: u8) -> Slot {
        match letter {
            b'I' => Slot::Int,
            b'J' => Slot::Long,
            b'F' => Slot::Float,
            b'D' => Slot::Double,
            _ => Slot::Null,
        }
    }

    fn letter(self) -> u8 {
        match self {
            Slot::Int => b'I',
            Slot::Long => b'J',
            Slot::Float => b'F',
            Slot::Double => b'D',
            Slot::Top => b'?',
            _ => b'A',
        }
    }

    pub fn is_wide(self) -> bool {
        matches!(self, Slot::Long | Slot::Double)
    }

    fn of_vtype(vtype: VType) -> Slot {
        match vtype {
            VType::Top => Slot::Top,
            VType::Int => Slot::Int,
            VType::Float => Slot::Float,
            VType::Double => Slot::Double,
            VType::Long => Slot::Long,
            VType::Null => Slot::Null,
            VType::UninitializedThis => Slot::UninitializedThis,
            VType::Object(class) => Slot::Object(Name::Class(class)),
            VType::Uninitialized(at) => Slot::Uninitialized(at),
        }
    }
}

impl State {
    /// The state that a frame describes, given the one of the frame before.
    pub fn apply(&mut self, frame: &Frame) -> Result<()> {
        self.stack.clear();
        match &frame.change {
            Change::Same => {}
            Change::Stack(item) => self.stack.push(Slot::of_vtype(*item)),
            Change::Chop(gone) => {
                for _ in 0..*gone {
                    self.chop().ok_or_else(|| {
                        Error::new(format!("the frame at {} chops what is not there", frame.at))
                    })?;
                }
            }
            Change::Append(more) => more.iter().for_each(|local| self.append(*local)),
            Change::Full { locals, stack } => {
                self.locals.clear();
                locals.iter().for_each(|local| self.append(*local));
                self.stack.extend(stack.iter().map(|item| Slot::of_vtype(*item)));
            }
        }
        Ok(())
    }

    fn append(&mut self, local: VType) {
        let slot = Slot::of_vtype(local);
        self.locals.push(slot);
        if slot.is_wide() {
            self.locals.push(Slot::Top);
        }
    }

    fn chop(&mut self) -> Option<()> {
        let last = self.locals.pop()?;
        if last == Slot::Top && self.locals.last().is_some_and(|slot| slot.is_wide()) {
            self.locals.pop();
        }
        Some(())
    }

    pub fn pop(&mut self) -> Result<Slot> {
        self.stack.pop().ok_or_else(|| Error::new("the operand stack is empty"))
    }

    fn expect(&mut self, letter: u8) -> Result<Slot> {
        let slot = self.pop()?;
        if slot.letter() == letter {
            Ok(slot)
        } else {
            let letter = char::from(letter);
            Err(Error::new(format!("{slot:?} is on the stack, expected {letter}")))
        }
    }

    fn initialize(&mut self, before: Slot, after: Slot) {
        for slot in self.locals.iter_mut().chain(&mut self.stack) {
            if *slot == before {
                *slot = after;
            }
        }
    }

    fn local(&mut self, op: Op, index: usize) -> Result<()> {
        match op {
            Op::Iload => self.stack.push(Slot::Int),
            Op::Lload => self.stack.push(Slot::Long),
            Op::Fload => self.stack.push(Slot::Float),
            Op::Dload => self.stack.push(Slot::Double),
            Op::Aload => match self.locals.get(index) {
                Some(&slot) if slot.letter() == b'A' => self.stack.push(slot),
                _ => return Err(Error::new(format!("local {index} holds no reference"))),
            },
            Op::Ret => return Err(Error::new("ret has no type rule here")),
            _ => {
                let slot = self.pop()?;
                self.set_local(index, slot);
            }
        }
        Ok(())
    }

    pub fn set_local(&mut self, index: usize, slot: Slot) {
        let end = index + 1 + usize::from(slot.is_wide());
        if self.locals.len() < end {
            self.locals.resize(end, Slot::Top);
        }
        // A store into the second half of a wide value ends the first half too.
        if index > 0 && self.locals[index - 1].is_wide() {
            self.locals[index - 1] = Slot::Top;
        }
        self.locals[index] = slot;
        if slot.is_wide() {
            self.locals[index + 1] = Slot::Top;
        }
    }

    /// The instructions that move values of any type.
    fn shuffle(&mut self, method: &Method<'_, '_>, op: Op) -> Result<()> {
        match op {
            Op::Aaload => {
                self.expect(b'I')?;
                let array = self.pop()?;
                self.stack.push(method.element(array)?);
            }
            Op::Pop => drop(self.pop()?),
            Op::Pop2 => drop(self.pop_slots(2)?),
            Op::Dup => self.duplicate(1, 0)?,
            Op::DupX1 => self.duplicate(1, 1)?,
            Op::DupX2 => self.duplicate(1, 2)?,
            Op::Dup2 => self.duplicate(2, 0)?,
            Op::Dup2X1 => self.duplicate(2, 1)?,
            Op::Dup2X2 => self.duplicate(2, 2)?,
            Op::Swap => {
                let (top, below) = (self.pop()?, self.pop()?);
                self.stack.extend([top, below]);
            }
            _ => return Err(Error::new(format!("{} cannot stand alone", op.name()))),
        }
        Ok(())
    }

    /// Copies the top `count` slots to below the `under` slots under them.
    fn duplicate(&mut self, count: usize, under: usize) -> Result<()> {
        let top = self.pop_slots(count)?;
        let below = self.pop_slots(under)?;
        self.stack.extend_from_slice(&top);
        self.stack.extend(below);
        self.stack.extend(top);
        Ok(())
    }

    /// The values in the top `count` slots, bottom first.
    fn pop_slots(&mut self, count: usize) -> Result<Vec<Slot>> {
        let mut values = Vec::new();
        let mut slots = 0;
        while slots < count {
            let value = self.pop()?;
            slots += 1 + usize::from(value.is_wide());
            values.push(value);
        }
        if slots > count {
            return Err(Error::new("half of a long or double is moved"));
        }
        values.reverse();
        Ok(values)
    }
}

fn primitive_array(code: u8) -> Result<&'static str> {
    Ok(match code {
        4 => "[Z",
        5 => "[C",
        6 => "[F",
        7 => "[D",
        8 => "[B",
        9 => "[S",
        10 => "[I",
        11 => "[J",
        _ => return Err(Error::new(format!("newarray of type {code}, expected 4 to 11"))),
    })
}

#[cold]
fn unexpected(insn: &Insn) -> Error {
    Error::new(format!("{} has no type rule here", insn.op().name()))
}
