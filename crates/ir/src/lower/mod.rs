//! From bytecode to SSA.
//!
//! The code is cut into blocks (`cut`), of which the reachable ones become the control-flow
//! graph in reverse postorder, subroutines inlined (`graph`, `subroutine`, `return_addresses`).
//! One run over the blocks turns stack and local variables into values and makes phis where paths
//! join, for variables that are read later (`simulate`, `liveness`); superfluous ones are taken
//! out (`phis`). Types of references come from the stack maps (`frames`) or, in class files
//! without them, from a fixed point (`infer`).
//!
//! The code need not be verified. Whatever it is, the result is a body that
//! [`crate::verify::verify`] accepts or a reason why there is none, within bounds of time and
//! memory.

mod constants;
mod cut;
mod draft;
mod finish;
mod frames;
mod graph;
mod infer;
mod insn_facts;
mod join;
mod liveness;
mod phis;
mod plain;
mod return_addresses;
mod simulate;
mod step;
mod subroutine;
mod unlowerable;
mod work;

use redflag_classfile::{ClassFile, Code, Member};

pub use unlowerable::Unlowerable;

use crate::body::Body;
use crate::names::Names;
use constants::Constants;
use cut::Cut;
use draft::Draft;
use frames::Frames;
use graph::Graph;
use liveness::Liveness;
use phis::Phis;
use simulate::{Machine, States};
use work::Work;

/// The body of one method, whose class has been interned in `names`. To lower many methods of a
/// class, keep a [`Lowerer`].
pub fn lower(
    class: &ClassFile<'_>,
    method: &Member<'_>,
    code: &Code<'_>,
    names: &Names,
) -> Result<Body, Unlowerable> {
    Lowerer::new(class, names).lower(method, code)
}

/// Lowers the methods of one class; what it looks up and allocates serves all of them.
pub struct Lowerer<'c> {
    constants: Constants<'c>,
    cut: Cut,
    graph: Graph,
    liveness: Liveness,
    frames: Frames,
    states: States,
    draft: Draft,
    phis: Phis,
}

impl<'c> Lowerer<'c> {
    /// For a class that has been interned in `names`.
    pub fn new(class: &'c ClassFile<'c>, names: &'c Names) -> Lowerer<'c> {
        Lowerer {
            constants: Constants::new(class, names),
            cut: Cut::default(),
            graph: Graph::default(),
            liveness: Liveness::default(),
            frames: Frames::default(),
            states: States::default(),
            draft: Draft::default(),
            phis: Phis::default(),
        }
    }

    /// The body of a method of the class.
    pub fn lower(&mut self, method: &Member<'_>, code: &Code<'_>) -> Result<Body, Unlowerable> {
        let Lowerer { constants, cut, graph, liveness, frames, states, draft, phis } = self;
        let (class, names) = (constants.class, constants.names);
        let descriptor = class.pool.utf8(method.descriptor).ok();
        let signature = descriptor
            .and_then(|descriptor| names.signature(names.get_bytes(descriptor)?))
            .filter(|signature| signature.parameters.len() <= 255)
            .ok_or(Unlowerable::Descriptor)?;
        let this = constants.class_type(class.this_class).ok_or(Unlowerable::Descriptor)?;
        let receiver = (!method.flags.is_static()).then_some(this);
        let parameters = || receiver.into_iter().chain(signature.parameters.iter().copied());

        let mut work = Work::new();
        constants.start_method();
        draft.clear();
        cut.cut(code, &class.pool, &mut work)?;
        graph.build(code, cut, &mut work)?;
        if graph.has_joins {
            liveness.find(code, cut, graph, &mut work)?;
        }
        if graph.has_joins || !code.handlers.is_empty() {
            frames.keep(code, cut, graph, parameters(), &mut work)?;
        }
        let mut machine = Machine {
            code,
            cut,
            graph,
            liveness,
            frames,
            constants,
            draft,
            states,
            work: &mut work,
            returns: signature.returns,
            pc: 0,
            node: 0,
        };
        machine.run(parameters())?;
        phis.simplify(draft, |block| graph.predecessors(block as usize).len(), &mut work)?;
        infer::infer(draft, phis, &mut work)?;
        finish::finish(code, cut, graph, constants, draft, phis)
    }
}
