//! Spans: the elements that one access in a loop comes to, one after the other, in all rounds together.
//!
//! Where a loop does nothing that orders threads, it makes no difference whether an element is checked
//! when it is accessed or when the loop is left: the thread's clock is the same. So the code of such a
//! loop stays as it is, and its spans are told of at its end (`span_code`).
//!
//! A span's access is in an innermost loop, runs once in each round, and goes through an array that stays
//! the same, with an index that is one larger, or one smaller, in each round. Accesses whose index stays the
//! same are spans of one element, if the loop has others: those end the loop where the array ends, so that no
//! check waits for ever.
//!
//! What variables hold is found by running a round in the abstract.

use std::collections::BTreeMap;

use redflag_classfile::mutf8::decode;
use redflag_classfile::{Code, Insn, Label, Op, Result, stack_effect};

use crate::arrays::element_of;
use crate::loops::{Blocks, Loop};
use crate::method::Method;
use crate::quiet::is_quiet;
use crate::world::{FieldRole, World};

/// A loop with spans.
#[derive(Debug)]
pub struct Sweep {
    /// Where each round begins.
    pub header: Label,
    /// In the order in which a round comes to them.
    pub spans: Vec<Span>,
    /// Variables and how they change in each round, of those that spans go along.
    pub steps: BTreeMap<u16, i32>,
    /// The edges that enter the loop.
    pub entries: Vec<(Label, Label)>,
    /// The edges that leave it.
    pub exits: Vec<(Label, Label)>,
    /// The instructions of the loop, from each first one up to the next that is not of it.
    pub runs: Vec<(Label, Label)>,
    /// The method's own handlers of what is thrown in the loop.
    pub handlers: Vec<Label>,
}

#[derive(Debug)]
pub struct Span {
    pub access: Label,
    pub array: Path,
    pub index: Index,
}

/// Where a loop has an array from, that stays the same: a variable or a static final field, and final fields
/// from there on. These are `Fieldref` constants.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path {
    pub base: Base,
    pub fields: Vec<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Base {
    Variable(u16),
    Static(u16),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// What a variable holds when a round begins, plus a constant. Each round changes the variable by 1 or -1.
    Along {
        variable: u16,
        plus: i32,
    },
    /// The same without change.
    At {
        variable: u16,
        plus: i32,
    },
    Constant(i32),
}

/// More spans are told of one by one, as other accesses are: each has its code at each end of its loop.
const MOST_CALLS: usize = 48;

/// The loops of a method whose accesses can be told of at their ends.
pub fn sweeps<'a>(
    code: &Code<'a>,
    method: &Method<'_, 'a>,
    world: &dyn World,
) -> Result<Vec<Sweep>> {
    let has_elements = code.insns.iter().any(|insn| element_of(insn.op()).is_some());
    let goes_back = (0u32..).zip(&code.insns).any(|(at, insn)| {
        let mut back = false;
        insn.for_each_target(|target| back |= target.0 <= at);
        back
    });
    if !has_elements || !goes_back {
        return Ok(Vec::new());
    }
    let Some(blocks) = Blocks::of(code) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for innermost in blocks.innermost_loops() {
        found.extend(sweep(code, method, world, &blocks, &innermost)?);
    }
    Ok(found)
}

fn sweep<'a>(
    code: &Code<'a>,
    method: &Method<'_, 'a>,
    world: &dyn World,
    blocks: &Blocks,
    innermost: &Loop,
) -> Result<Option<Sweep>> {
    let header = blocks.first(innermost.blocks[0]);
    let is_inside = |at: Label| innermost.blocks.contains(&blocks.at(at));
    // A method's first instruction may be reached by no edge.
    if header.0 == 0
        || method.is_before_super_call(header)
        || code.handlers.iter().any(|handler| is_inside(handler.handler))
    {
        return Ok(None);
    }
    for at in innermost.blocks.iter().flat_map(|&block| blocks.insns(block)) {
        if !is_quiet(&code.insns[at.index()], method, world)? {
            return Ok(None);
        }
    }
    let Some(round) = Round::run(code, method, world, blocks, innermost)? else { return Ok(None) };
    let every_round = |at: Label| {
        let block = blocks.at(at);
        innermost.latches.iter().all(|&latch| blocks.dominates(block, latch))
    };
    let mut spans: Vec<Span> = Vec::new();
    for (at, array, index) in &round.accesses {
        // What a reference was read from may excuse what is done with it next: that must be known at once.
        if code.insns[at.index()].op() == Op::Aaload || method.is_probe(*at) || !every_round(*at) {
            continue;
        }
        let array = round.lasting_path(array);
        if let (Some(array), Some(index)) = (array, round.index(index)) {
            spans.push(Span { access: *at, array, index });
        }
    }
    let mut sweep = Sweep {
        header,
        steps: BTreeMap::new(),
        entries: Vec::new(),
        exits: Vec::new(),
        runs: Vec::new(),
        handlers: Vec::new(),
        spans,
    };
    for span in &sweep.spans {
        if let Index::Along { variable, .. } = span.index {
            sweep.steps.insert(variable, round.steps[usize::from(variable)].unwrap_or(0));
        }
    }
    if sweep.steps.is_empty() {
        return Ok(None);
    }
    sweep.find_edges(code, blocks, innermost);
    let ends = sweep.exits.len() + sweep.runs.len() + sweep.handlers.len();
    Ok((ends * sweep.spans.len() <= MOST_CALLS).then_some(sweep))
}

impl Sweep {
    fn find_edges(&mut self, code: &Code<'_>, blocks: &Blocks, innermost: &Loop) {
        let inside = &innermost.blocks;
        let edge = |from: usize, to: usize| (blocks.last(from), blocks.first(to));
        let enters = |from: &&usize| !inside.contains(from);
        let entries = blocks.previous(inside[0]).iter().filter(enters);
        self.entries = entries.map(|&from| edge(from, inside[0])).collect();
        let mut insns: Vec<Label> = Vec::new();
        for &block in inside {
            let outside = blocks.next(block).iter().filter(|to| !inside.contains(to));
            self.exits.extend(outside.map(|&to| edge(block, to)));
            insns.extend(blocks.insns(block));
        }
        insns.sort_unstable();
        for &at in &insns {
            match self.runs.last_mut() {
                Some((_, end)) if *end == at => end.0 += 1,
                _ => self.runs.push((at, Label(at.0 + 1))),
            }
        }
        for handler in &code.handlers {
            let covered = insns.iter().any(|at| (handler.start..handler.end).contains(at));
            if covered && !self.handlers.contains(&handler.handler) {
                self.handlers.push(handler.handler);
            }
        }
    }
}

/// What a variable or a slot of the stack holds, in terms of what the variables held when the round began.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Unknown,
    Constant(i32),
    /// That of a variable, plus a constant.
    Variable(u16, i32),
    /// A final field.
    Field(Path),
}

impl Value {
    fn plus(self, by: i32) -> Value {
        match self {
            Value::Constant(value) => Value::Constant(value.wrapping_add(by)),
            Value::Variable(variable, plus) => Value::Variable(variable, plus.wrapping_add(by)),
            _ => Value::Unknown,
        }
    }

    /// The same if it is an object from a known place.
    fn path(&self) -> Option<Path> {
        match self {
            Value::Variable(variable, 0) => {
                Some(Path { base: Base::Variable(*variable), fields: Vec::new() })
            }
            Value::Field(path) => Some(path.clone()),
            _ => None,
        }
    }
}

#[derive(Clone)]
struct State {
    variables: Vec<Value>,
    /// What the round has pushed.
    stack: Vec<Value>,
}

impl State {
    fn merge(&mut self, other: &State) {
        let mine = self.variables.iter_mut().chain(&mut self.stack);
        for (mine, theirs) in mine.zip(other.variables.iter().chain(&other.stack)) {
            if mine != theirs {
                *mine = Value::Unknown;
            }
        }
    }

    fn set(&mut self, variable: u16, value: Value) {
        if let Some(place) = self.variables.get_mut(usize::from(variable)) {
            *place = value;
        }
    }
}

/// One round of a loop.
struct Round {
    /// The accesses to elements, in the order in which they may be made; of each its array and its index.
    accesses: Vec<(Label, Value, Value)>,
    /// By how much each variable changes; none if that is not always the same.
    steps: Vec<Option<i32>>,
}

impl Round {
    /// None if the loop takes values from the stack that were there before.
    fn run<'a>(
        code: &Code<'a>,
        method: &Method<'_, 'a>,
        world: &dyn World,
        blocks: &Blocks,
        innermost: &Loop,
    ) -> Result<Option<Round>> {
        let initial = (0..code.max_locals).map(|variable| Value::Variable(variable, 0)).collect();
        let initial = State { variables: initial, stack: Vec::new() };
        let mut after: BTreeMap<usize, State> = BTreeMap::new();
        let mut accesses = Vec::new();
        for &block in &innermost.blocks {
            let mut before = blocks.previous(block).iter().filter_map(|from| after.get(from));
            let mut state = match before.next() {
                Some(first) if block != innermost.blocks[0] => first.clone(),
                _ => initial.clone(),
            };
            if block != innermost.blocks[0] {
                before.for_each(|other| state.merge(other));
            }
            for at in blocks.insns(block) {
                let insn = &code.insns[at.index()];
                if let Some((array, index)) = operands(insn.op(), &state.stack) {
                    accesses.push((at, array, index));
                }
                if step(&mut state, insn, method, world)?.is_none() {
                    return Ok(None);
                }
            }
            after.insert(block, state);
        }
        let step_of = |variable: u16| {
            let ends = innermost.latches.iter().map(|latch| &after[latch].variables);
            let mut by = ends.map(|variables| match variables[usize::from(variable)] {
                Value::Variable(same, by) if same == variable => Some(by),
                _ => None,
            });
            let first = by.next().flatten()?;
            by.all(|by| by == Some(first)).then_some(first)
        };
        Ok(Some(Round { accesses, steps: (0..code.max_locals).map(step_of).collect() }))
    }

    /// The place of an array, if it is the same in all rounds.
    fn lasting_path(&self, array: &Value) -> Option<Path> {
        let path = array.path()?;
        match path.base {
            Base::Variable(variable) if self.steps[usize::from(variable)] != Some(0) => None,
            _ => Some(path),
        }
    }

    fn index(&self, index: &Value) -> Option<Index> {
        match *index {
            Value::Constant(value) => Some(Index::Constant(value)),
            Value::Variable(variable, plus) => match self.steps[usize::from(variable)] {
                Some(0) => Some(Index::At { variable, plus }),
                Some(1 | -1) => Some(Index::Along { variable, plus }),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Array and index of an access to an element.
fn operands(op: Op, stack: &[Value]) -> Option<(Value, Value)> {
    let (element, is_write) = element_of(op)?;
    let value = if is_write { usize::from(crate::snippet::slots(element)) } else { 0 };
    let index = stack.len().checked_sub(value + 1)?;
    let array = index.checked_sub(1)?;
    Some((stack[array].clone(), stack[index].clone()))
}

/// Runs an instruction; none if there is too little on the stack.
fn step<'a>(
    state: &mut State,
    insn: &Insn,
    method: &Method<'_, 'a>,
    world: &dyn World,
) -> Result<Option<()>> {
    let (popped, pushed) = stack_effect(insn, method.pool)?;
    let Some(below) = state.stack.len().checked_sub(popped) else { return Ok(None) };
    let taken = state.stack.split_off(below);
    let unknown = || vec![Value::Unknown; pushed];
    let results = match *insn {
        Insn::Push { value, .. } => vec![Value::Constant(value.into())],
        Insn::Iinc { index, delta, .. } => {
            let value = state.variables.get(usize::from(index)).cloned();
            state.set(index, value.unwrap_or(Value::Unknown).plus(delta.into()));
            Vec::new()
        }
        Insn::Local { op: Op::Iload | Op::Aload, index, .. } => {
            vec![state.variables.get(usize::from(index)).cloned().unwrap_or(Value::Unknown)]
        }
        Insn::Local { op, index, .. } if pushed == 0 => {
            if matches!(op, Op::Lstore | Op::Dstore) {
                state.set(index + 1, Value::Unknown);
            }
            let single = matches!(op, Op::Istore | Op::Astore);
            let value = taken.into_iter().next().filter(|_| single);
            state.set(index, value.unwrap_or(Value::Unknown));
            Vec::new()
        }
        Insn::Field { op: op @ (Op::Getfield | Op::Getstatic), index } => {
            let path = final_field(op, index, taken.first(), method, world)?;
            path.map_or_else(unknown, |path| vec![Value::Field(path)])
        }
        Insn::Plain(op) => plain(op, &taken).unwrap_or_else(unknown),
        _ => unknown(),
    };
    state.stack.extend(results);
    Ok(Some(()))
}

/// The path of a final field of one slot.
fn final_field(
    op: Op,
    index: u16,
    object: Option<&Value>,
    method: &Method<'_, '_>,
    world: &dyn World,
) -> Result<Option<Path>> {
    let named = method.pool.field(index)?;
    let descriptor = decode(named.descriptor);
    let role = world.field(&decode(named.class), &decode(named.name), &descriptor);
    // A constructor may be just about to write to it.
    if role != FieldRole::Final
        || method.name.starts_with('<')
        || !descriptor.starts_with(['L', '['])
    {
        return Ok(None);
    }
    if op == Op::Getstatic {
        return Ok(Some(Path { base: Base::Static(index), fields: Vec::new() }));
    }
    // The field is read before the loop, where finding its class must neither fail nor run anything.
    if !method.is_beside(&decode(named.class)) {
        return Ok(None);
    }
    Ok(object.and_then(Value::path).map(|mut path| {
        path.fields.push(index);
        path
    }))
}

/// What an instruction without operands leaves of the slots that it takes; none if nothing is known of it.
fn plain(op: Op, taken: &[Value]) -> Option<Vec<Value>> {
    let constant = |value| Some(vec![Value::Constant(value)]);
    let pick = |slots: &[usize]| Some(slots.iter().map(|&slot| taken[slot].clone()).collect());
    match op {
        Op::IconstM1 => constant(-1),
        Op::Iconst0 => constant(0),
        Op::Iconst1 => constant(1),
        Op::Iconst2 => constant(2),
        Op::Iconst3 => constant(3),
        Op::Iconst4 => constant(4),
        Op::Iconst5 => constant(5),
        Op::Dup => pick(&[0, 0]),
        Op::DupX1 => pick(&[1, 0, 1]),
        Op::DupX2 => pick(&[2, 0, 1, 2]),
        Op::Dup2 => pick(&[0, 1, 0, 1]),
        Op::Dup2X1 => pick(&[1, 2, 0, 1, 2]),
        Op::Dup2X2 => pick(&[2, 3, 0, 1, 2, 3]),
        Op::Swap => pick(&[1, 0]),
        Op::Iadd => match taken {
            [value, Value::Constant(by)] | [Value::Constant(by), value] => {
                Some(vec![value.clone().plus(*by)])
            }
            _ => None,
        },
        Op::Isub => match taken {
            [value, Value::Constant(by)] => Some(vec![value.clone().plus(by.wrapping_neg())]),
            _ => None,
        },
        _ => None,
    }
}
