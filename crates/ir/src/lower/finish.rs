//! The finished body out of a draft, in vectors of just the size that they need.

use redflag_classfile::{Code, Info};

use super::constants::Constants;
use super::cut::Cut;
use super::draft::Draft;
use super::graph::Graph;
use super::phis::Phis;
use super::unlowerable::Unlowerable;
use crate::body::{Block, BlockId, Body, HandlerEdge};
use crate::types::Type;

pub(super) fn finish(
    code: &Code<'_>,
    cut: &Cut,
    graph: &Graph,
    constants: &mut Constants<'_>,
    draft: &mut Draft,
    phis: &Phis,
) -> Result<Body, Unlowerable> {
    let mut blocks = Vec::with_capacity(graph.nodes.len());
    let mut phis = phis.left.as_slice();
    let mut first = 0;
    for (at, node) in graph.nodes.iter().enumerate() {
        let here = phis.partition_point(|&(block, ..)| block as usize == at);
        let (own, rest) = phis.split_at(here);
        phis = rest;
        let block = cut.blocks[node.block as usize];
        let pc = code.pcs[block.start as usize];
        let mut handlers = Vec::with_capacity(graph.handlers(at).len());
        let (from, to) = block.handlers;
        let covering = &cut.covering[from as usize..to as usize];
        for (&target, &entry) in graph.handlers(at).iter().zip(covering) {
            let catches = catches(constants, code.handlers[entry as usize].catch_type, pc)?;
            handlers.push(HandlerEdge { block: BlockId(target), catches });
        }
        let end = draft.ends[at];
        blocks.push(Block {
            phis: own.iter().map(|&(_, phi, _)| phi).collect(),
            first,
            end,
            predecessors: graph.predecessors(at).iter().map(|&from| BlockId(from)).collect(),
            handlers,
            pc,
        });
        first = end;
    }
    let tables = std::mem::take(&mut constants.tables);
    let mut body = Body {
        blocks,
        insts: draft.insts.clone(),
        values: draft.values.clone(),
        operands: draft.operands.clone(),
        parameters: draft.parameters.clone(),
        fields: tables.fields,
        methods: tables.methods,
        call_sites: tables.call_sites,
        switches: draft.switches.drain(..).collect(),
        texts: tables.texts,
        lines: lines(code),
    };
    body.fields.shrink_to_fit();
    body.methods.shrink_to_fit();
    body.call_sites.shrink_to_fit();
    body.texts.shrink_to_fit();
    Ok(body)
}

fn catches(
    constants: &mut Constants<'_>,
    catch_type: u16,
    pc: u16,
) -> Result<Option<Type>, Unlowerable> {
    if catch_type == 0 {
        return Ok(None);
    }
    let ty = constants.class_type(catch_type);
    ty.map(Some).ok_or(Unlowerable::Constant { pc, index: catch_type })
}

/// From which position on which line holds. A method may have several tables in any order.
fn lines(code: &Code<'_>) -> Vec<(u16, u16)> {
    let mut lines = Vec::new();
    for attribute in &code.attributes {
        if let Info::LineNumberTable(table) = &attribute.info {
            lines.reserve_exact(table.len());
            lines.extend(
                table.iter().filter_map(|&(at, line)| Some((*code.pcs.get(at.index())?, line))),
            );
        }
    }
    if !lines.is_sorted_by_key(|&(pc, _)| pc) {
        lines.sort_by_key(|&(pc, _)| pc);
    }
    lines
}
