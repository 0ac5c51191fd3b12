//! The `StackMapTable` attribute [JVMS §4.7.4], frames as the file encodes them.

use crate::cursor::Cursor;
use crate::error::{Error, Result};
use crate::insn::Label;
use crate::output::Output;

/// A verification type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VType {
    Top,
    Int,
    Float,
    Double,
    Long,
    Null,
    UninitializedThis,
    /// A `Class` constant.
    Object(u16),
    /// What the `new` at the label made, before its constructor has run.
    Uninitialized(Label),
}

/// A frame, as a change to the frame before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub at: Label,
    pub change: Change,
    /// Encoded with an explicit offset although a short form would have done; kept so that an
    /// unedited class is written as it was read.
    pub extended: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The same locals, an empty stack.
    Same,
    /// The same locals, one stack item.
    Stack(VType),
    /// The last one to three locals gone, an empty stack.
    Chop(u8),
    /// One to three more locals, an empty stack.
    Append(Vec<VType>),
    Full {
        locals: Vec<VType>,
        stack: Vec<VType>,
    },
}

pub(crate) fn read_frames(
    cursor: &mut Cursor<'_>,
    label: impl Fn(u32, usize) -> Result<Label>,
) -> Result<Vec<Frame>> {
    let mut next = 0u32;
    cursor.table("StackMapTable entries", 1, |cursor| {
        let offset = cursor.offset();
        let kind = cursor.u1("frame type")?;
        let mut extended = false;
        let (delta, change) = match kind {
            0..=63 => (u32::from(kind), Change::Same),
            64..=127 => (u32::from(kind - 64), Change::Stack(read_vtype(cursor, &label)?)),
            128..=246 => return Err(Error::at(offset, format!("frame type {kind} is reserved"))),
            _ => {
                let delta = u32::from(cursor.u2("offset_delta")?);
                let change = match kind {
                    247 => {
                        extended = delta < 64;
                        Change::Stack(read_vtype(cursor, &label)?)
                    }
                    248..=250 => Change::Chop(251 - kind),
                    251 => {
                        extended = delta < 64;
                        Change::Same
                    }
                    252..=254 => Change::Append(
                        (251..kind).map(|_| read_vtype(cursor, &label)).collect::<Result<_>>()?,
                    ),
                    _ => Change::Full {
                        locals: cursor.table("frame locals", 1, |c| read_vtype(c, &label))?,
                        stack: cursor.table("frame stack", 1, |c| read_vtype(c, &label))?,
                    },
                };
                (delta, change)
            }
        };
        let pc = next + delta;
        next = pc + 1;
        Ok(Frame { at: label(pc, offset)?, change, extended })
    })
}

fn read_vtype(
    cursor: &mut Cursor<'_>,
    label: &impl Fn(u32, usize) -> Result<Label>,
) -> Result<VType> {
    let offset = cursor.offset();
    Ok(match cursor.u1("verification type")? {
        0 => VType::Top,
        1 => VType::Int,
        2 => VType::Float,
        3 => VType::Double,
        4 => VType::Long,
        5 => VType::Null,
        6 => VType::UninitializedThis,
        7 => VType::Object(cursor.u2("object type")?),
        8 => {
            let pc = u32::from(cursor.u2("uninitialized offset")?);
            VType::Uninitialized(label(pc, offset)?)
        }
        tag => return Err(Error::at(offset, format!("verification type {tag} is unknown"))),
    })
}

pub(crate) fn write_frames(
    frames: &[Frame],
    out: &mut Output,
    pc: &dyn Fn(Label) -> u16,
) -> Result<()> {
    let mut next = 0u32;
    out.table(frames, "stack map frames", |out, frame| {
        let at = u32::from(pc(frame.at));
        let delta = at
            .checked_sub(next)
            .and_then(|delta| u16::try_from(delta).ok())
            .ok_or_else(|| Error::new(format!("stack map frames out of order at {at}")))?;
        next = at + 1;
        write_frame(frame, delta, out, pc)
    })
}

fn write_frame(
    frame: &Frame,
    delta: u16,
    out: &mut Output,
    pc: &dyn Fn(Label) -> u16,
) -> Result<()> {
    let short = delta < 64 && !frame.extended;
    match &frame.change {
        Change::Same if short => out.u1(delta as u8),
        Change::Same => {
            out.u1(251);
            out.u2(delta);
        }
        Change::Stack(item) => {
            if short {
                out.u1(64 + delta as u8);
            } else {
                out.u1(247);
                out.u2(delta);
            }
            write_vtype(item, out, pc);
        }
        Change::Chop(gone) => {
            out.u1(251 - gone);
            out.u2(delta);
        }
        Change::Append(more) => {
            out.u1(251 + more.len() as u8);
            out.u2(delta);
            more.iter().for_each(|local| write_vtype(local, out, pc));
        }
        Change::Full { locals, stack } => {
            out.u1(255);
            out.u2(delta);
            for items in [locals, stack] {
                out.table(items, "frame entries", |out, item| {
                    write_vtype(item, out, pc);
                    Ok(())
                })?;
            }
        }
    }
    Ok(())
}

fn write_vtype(vtype: &VType, out: &mut Output, pc: &dyn Fn(Label) -> u16) {
    match *vtype {
        VType::Top => out.u1(0),
        VType::Int => out.u1(1),
        VType::Float => out.u1(2),
        VType::Double => out.u1(3),
        VType::Long => out.u1(4),
        VType::Null => out.u1(5),
        VType::UninitializedThis => out.u1(6),
        VType::Object(class) => {
            out.u1(7);
            out.u2(class);
        }
        VType::Uninitialized(at) => {
            out.u1(8);
            out.u2(pc(at));
        }
    }
}
