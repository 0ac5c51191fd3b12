//! Moving everything that points into the code to where its instructions have gone.

use super::flatten::Flat;
use crate::annotation::{Target, TypeAnnotation};
use crate::attribute::{Attribute, Info, LocalVariable};
use crate::code::{Code, Handler};
use crate::error::{Error, Result};
use crate::frame::{Change, Frame, VType};
use crate::insn::Label;

/// The original's tables and attributes, pointing into the new list; its instructions are left
/// to the caller.
pub(super) fn remap<'a>(original: &Code<'a>, flat: &Flat) -> Result<Code<'a>> {
    let target = |label: Label| Label(flat.target_of[label.index()]);
    let itself = |label: Label| Label(flat.insn_of[label.index()]);
    // A thread that waits for a monitor is shown at the method's start or, by the interpreter, at
    // what follows the `monitorenter`. So what was inserted there is of the line that comes next.
    let line_start = |label: Label| match label {
        Label(0) => label,
        _ => Label(flat.range_of[label.index()]),
    };
    let (mut handlers, handler_of) = move_handlers(original, flat)?;
    handlers.extend(flat.new_handlers[flat.guards..].iter().copied());
    let attributes = original
        .attributes
        .iter()
        // Positions in a malformed one may be wrong already, and cannot be moved.
        .filter(|attribute| !matches!(attribute.info, Info::Malformed { .. }))
        .map(|attribute| {
            let info = match &attribute.info {
                Info::StackMapTable(frames) => {
                    Info::StackMapTable(move_frames(frames, &target, &itself)?)
                }
                Info::LineNumberTable(lines) => {
                    let mut moved: Vec<_> =
                        lines.iter().map(|&(at, line)| (line_start(at), line)).collect();
                    for trampoline in &flat.trampolines {
                        if let Some(line) = line_at(lines, trampoline.from) {
                            moved.push((Label(trampoline.start), line));
                        }
                    }
                    Info::LineNumberTable(moved)
                }
                Info::LocalVariableTable(locals) => {
                    Info::LocalVariableTable(move_locals(locals, &target))
                }
                Info::LocalVariableTypeTable(locals) => {
                    Info::LocalVariableTypeTable(move_locals(locals, &target))
                }
                Info::RuntimeVisibleTypeAnnotations(annotations) => {
                    Info::RuntimeVisibleTypeAnnotations(move_annotations(
                        annotations,
                        &target,
                        &itself,
                        &handler_of,
                    ))
                }
                Info::RuntimeInvisibleTypeAnnotations(annotations) => {
                    Info::RuntimeInvisibleTypeAnnotations(move_annotations(
                        annotations,
                        &target,
                        &itself,
                        &handler_of,
                    ))
                }
                other => other.clone(),
            };
            Ok(Attribute { name: attribute.name, info })
        })
        .collect::<Result<_>>()?;
    let (insns, pcs) = (Vec::new(), Vec::new());
    Ok(Code { max_stack: 0, max_locals: 0, insns, pcs, handlers, attributes })
}

/// The exception table, and for each entry where it is now. Code at the end of the method that
/// belongs to an edge is covered as the edge's branch is; a range whose instructions were
/// replaced by nothing is gone. Guards of inserted code come first.
fn move_handlers(original: &Code<'_>, flat: &Flat) -> Result<(Vec<Handler>, Vec<Option<u16>>)> {
    let mut handlers = flat.new_handlers[..flat.guards].to_vec();
    let mut handler_of = Vec::with_capacity(original.handlers.len());
    for old in &original.handlers {
        let moved = |start: u32, end: u32| Handler {
            start: Label(start),
            end: Label(end),
            handler: Label(flat.target_of[old.handler.index()]),
            catch_type: old.catch_type,
        };
        let covered = flat
            .trampolines
            .iter()
            .filter(|trampoline| (old.start..old.end).contains(&trampoline.from))
            .map(|trampoline| (trampoline.start, trampoline.end));
        let range = [flat.range_of[old.start.index()], flat.target_of[old.end.index()]];
        let before = handlers.len();
        for (start, end) in std::iter::once((range[0], range[1])).chain(covered) {
            if start < end {
                handlers.push(moved(start, end));
            }
        }
        if handlers.len() > usize::from(u16::MAX) {
            return Err(Error::limit("more than 65535 exception handlers"));
        }
        handler_of.push((handlers.len() > before).then_some(before as u16));
    }
    Ok((handlers, handler_of))
}

fn line_at(lines: &[(Label, u16)], at: Label) -> Option<u16> {
    let before = lines.iter().filter(|(start, _)| *start <= at);
    before.max_by_key(|(start, _)| *start).map(|&(_, line)| line)
}

/// Frames at one place, as where instructions were replaced by nothing, must say the same.
fn move_frames(
    frames: &[Frame],
    target: &impl Fn(Label) -> Label,
    itself: &impl Fn(Label) -> Label,
) -> Result<Vec<Frame>> {
    let mut moved: Vec<Frame> = Vec::with_capacity(frames.len());
    for frame in frames {
        let frame = move_frame(frame, target, itself);
        match moved.last() {
            Some(last) if last.at == frame.at => {
                if frame.change != Change::Same || has_stack(&last.change) {
                    return Err(Error::new(format!("two frames meet at {}", frame.at)));
                }
            }
            _ => moved.push(frame),
        }
    }
    Ok(moved)
}

fn has_stack(change: &Change) -> bool {
    match change {
        Change::Stack(_) => true,
        Change::Full { stack, .. } => !stack.is_empty(),
        Change::Same | Change::Chop(_) | Change::Append(_) => false,
    }
}

fn move_frame(
    frame: &Frame,
    target: &impl Fn(Label) -> Label,
    itself: &impl Fn(Label) -> Label,
) -> Frame {
    let vtype = |vtype: &VType| match *vtype {
        // The frame speaks of the `new` instruction, not of what was inserted before it.
        VType::Uninitialized(at) => VType::Uninitialized(itself(at)),
        other => other,
    };
    let change = match &frame.change {
        Change::Same => Change::Same,
        Change::Chop(gone) => Change::Chop(*gone),
        Change::Stack(item) => Change::Stack(vtype(item)),
        Change::Append(more) => Change::Append(more.iter().map(vtype).collect()),
        Change::Full { locals, stack } => Change::Full {
            locals: locals.iter().map(vtype).collect(),
            stack: stack.iter().map(vtype).collect(),
        },
    };
    Frame { at: target(frame.at), change, extended: false }
}

fn move_locals(locals: &[LocalVariable], target: &impl Fn(Label) -> Label) -> Vec<LocalVariable> {
    locals
        .iter()
        .map(|local| LocalVariable { start: target(local.start), end: target(local.end), ..*local })
        .collect()
}

fn move_annotations(
    annotations: &[TypeAnnotation],
    target: &impl Fn(Label) -> Label,
    itself: &impl Fn(Label) -> Label,
    handler_of: &[Option<u16>],
) -> Vec<TypeAnnotation> {
    let mut moved = annotations.to_vec();
    moved.retain_mut(|annotation| {
        match &mut annotation.target {
            Target::LocalVariable { ranges, .. } => {
                for (start, end, _) in ranges {
                    *start = target(*start);
                    *end = target(*end);
                }
            }
            Target::Offset { at, .. } | Target::TypeArgument { at, .. } => *at = itself(*at),
            Target::Catch { handler } => match handler_of.get(usize::from(*handler)) {
                Some(Some(now)) => *handler = *now,
                _ => return false,
            },
            _ => {}
        }
        true
    });
    moved
}
