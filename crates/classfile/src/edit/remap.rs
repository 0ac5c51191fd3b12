//! Moving everything that points into the code to where its instructions have gone.

use super::flatten::Flat;
use crate::annotation::{Target, TypeAnnotation};
use crate::attribute::{Attribute, Info, LocalVariable};
use crate::code::{Code, Handler};
use crate::frame::{Change, Frame, VType};
use crate::insn::Label;

/// The original's tables and attributes, pointing into the new list; its instructions are left
/// to the caller.
pub(super) fn remap<'a>(original: &Code<'a>, flat: &Flat) -> Code<'a> {
    let target = |label: Label| Label(flat.target_of[label.index()]);
    let itself = |label: Label| Label(flat.insn_of[label.index()]);
    let mut handlers: Vec<Handler> = original
        .handlers
        .iter()
        .map(|old| Handler {
            start: target(old.start),
            end: target(old.end),
            handler: target(old.handler),
            catch_type: old.catch_type,
        })
        // A range whose instructions were replaced by nothing is gone.
        .filter(|handler| handler.start < handler.end)
        .collect();
    handlers.extend(flat.new_handlers.iter().copied());
    let attributes = original
        .attributes
        .iter()
        .filter_map(|attribute| {
            let info = match &attribute.info {
                // Positions in it may be wrong already, and cannot be moved.
                Info::Malformed { .. } => return None,
                Info::StackMapTable(frames) => Info::StackMapTable(
                    frames.iter().map(|frame| move_frame(frame, &target, &itself)).collect(),
                ),
                Info::LineNumberTable(lines) => {
                    let mut moved: Vec<_> =
                        lines.iter().map(|&(at, line)| (target(at), line)).collect();
                    for &(start, from) in &flat.trampolines {
                        if let Some(line) = line_at(lines, from) {
                            moved.push((Label(start), line));
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
                    ))
                }
                Info::RuntimeInvisibleTypeAnnotations(annotations) => {
                    Info::RuntimeInvisibleTypeAnnotations(move_annotations(
                        annotations,
                        &target,
                        &itself,
                    ))
                }
                other => other.clone(),
            };
            Some(Attribute { name: attribute.name, info })
        })
        .collect();
    Code { max_stack: 0, max_locals: 0, insns: Vec::new(), pcs: Vec::new(), handlers, attributes }
}

fn line_at(lines: &[(Label, u16)], at: Label) -> Option<u16> {
    let before = lines.iter().filter(|(start, _)| *start <= at);
    before.max_by_key(|(start, _)| *start).map(|&(_, line)| line)
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
) -> Vec<TypeAnnotation> {
    let mut moved = annotations.to_vec();
    for annotation in &mut moved {
        match &mut annotation.target {
            Target::LocalVariable { ranges, .. } => {
                for (start, end, _) in ranges {
                    *start = target(*start);
                    *end = target(*end);
                }
            }
            Target::Offset { at, .. } | Target::TypeArgument { at, .. } => *at = itself(*at),
            _ => {}
        }
    }
    moved
}
