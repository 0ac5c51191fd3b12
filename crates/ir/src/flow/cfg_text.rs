//! The control flow of a body as text: blocks, loops, what ends them.
//!
//! ```text
//! b0, line 3 -> b1
//! b1, line 4, after b0, heads l0 -> b2 b4; any exception -> b3
//! ...
//! l0 depth 1: blocks b1 b2; latches b2; preheader b0; exits b1->b4, b1->b3 by exception
//!   v5 from 0 step 1
//!   while v5 < v2, trips ?
//! ```

use std::fmt::Write;

use crate::body::{BlockId, Body, Opcode, ValueId};
use crate::effects::integer_constant;
use crate::flow::induction::induction_variables;
use crate::flow::loop_text::{bound_text, variable_text};
use crate::flow::loops::LoopId;
use crate::flow::trip_bounds::trip_bounds;
use crate::flow::{Flow, flow};
use crate::names::Names;

/// One line a block, the blocks being followed by the loops, outer ones first. `after` names a
/// block's immediate dominator.
pub fn cfg_text(body: &Body, names: &Names) -> String {
    let flow = flow(body);
    let mut lines: Vec<_> = body.block_ids().map(|block| block_line(&flow, names, block)).collect();
    for id in flow.loops.ids() {
        lines.push(loop_line(&flow, id));
        let name = |value: ValueId| value_text(body, value);
        let variables = induction_variables(&flow, id);
        lines.extend(
            variables.iter().map(|variable| format!("  {}", variable_text(variable, name))),
        );
        let bounds = trip_bounds(&flow, id);
        lines.extend(bounds.iter().map(|bound| format!("  {}", bound_text(bound, name))));
    }
    for region in flow.loops.irreducible() {
        lines.push(format!(
            "irreducible: {}; entries {}",
            list(&region.blocks),
            list(&region.entries)
        ));
    }
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

fn block_line(flow: &Flow<'_>, names: &Names, block: BlockId) -> String {
    let body = flow.body;
    let mut text = block.to_string();
    // Writing to a string cannot fail.
    if let Some(line) = body.line(body.block(block).pc) {
        let _ = write!(text, ", line {line}");
    }
    if let Some(above) = flow.dominators.immediate(block) {
        let _ = write!(text, ", after {above}");
    }
    match (flow.loops.headed_by(block), flow.loops.innermost(block)) {
        (Some(id), _) => _ = write!(text, ", heads {id}"),
        (None, Some(id)) => _ = write!(text, ", in {id}"),
        (None, None) => {}
    }
    match body.terminator(block).op {
        Opcode::Return => text.push_str(", returns"),
        Opcode::Throw => text.push_str(", throws"),
        _ => {
            let mut successors = body.successors(block);
            let mut seen = hashbrown::HashSet::with_hasher(rustc_hash::FxBuildHasher);
            successors.retain(|&successor| seen.insert(successor));
            let _ = write!(text, " -> {}", list(&successors));
        }
    }
    for edge in &body.block(block).handlers {
        let caught = match edge.catches {
            Some(ty) => ty.java_name(names.symbols()),
            None => "any exception".to_owned(),
        };
        let _ = write!(text, "; {caught} -> {}", edge.block);
    }
    text
}

fn loop_line(flow: &Flow<'_>, id: LoopId) -> String {
    let (body, found) = (flow.body, flow.loops.get(id));
    let mut text = format!("{id} depth {}", found.depth);
    if let Some(parent) = found.parent {
        let _ = write!(text, " in {parent}");
    }
    let mut blocks = flow.loops.blocks(id).to_vec();
    blocks.sort();
    let _ = write!(text, ": blocks {}; latches {}", list(&blocks), list(&found.latches));
    if let Some(preheader) = flow.loops.preheader(body, id) {
        let _ = write!(text, "; preheader {preheader}");
    }
    let exits = flow.loops.exits(body, id).into_iter().map(|exit| {
        let how = if exit.exceptional { " by exception" } else { "" };
        format!("{}->{}{how}", exit.from, exit.to)
    });
    let exits: Vec<_> = exits.collect();
    match exits.is_empty() {
        true => text.push_str("; no exit"),
        false => _ = write!(text, "; exits {}", exits.join(", ")),
    }
    text
}

/// A constant as itself, anything else by its number.
fn value_text(body: &Body, value: ValueId) -> String {
    match integer_constant(body, value) {
        Some(number) => number.to_string(),
        None => value.to_string(),
    }
}

fn list(blocks: &[BlockId]) -> String {
    blocks.iter().map(BlockId::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::test_bodies::body_of;

    #[test]
    fn loops_and_regions_are_listed_after_the_blocks() {
        let body = body_of(&[&[1], &[2, 3], &[1], &[5, 4], &[5], &[4, 6], &[]], &[(2, 3)]);
        let expected = "\
b0 -> b1
b1, after b0, heads l0 -> b2 b3
b2, after b1, in l0 -> b1; java.lang.String -> b3
b3, after b1 -> b5 b4
b4, after b3 -> b5
b5, after b3 -> b4 b6
b6, after b5, returns
l0 depth 1: blocks b1 b2; latches b2; preheader b0; exits b1->b3, b2->b3 by exception
irreducible: b4 b5; entries b4 b5
";
        assert_eq!(cfg_text(&body, &Names::default()), expected);
    }
}
