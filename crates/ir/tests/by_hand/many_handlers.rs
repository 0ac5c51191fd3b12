//! A method with as many handlers as fit, each of which covers every block.
//!
//! The bounds on time are far above what is needed, and far below what a walk over all handlers
//! for each edge would need.

use std::time::{Duration, Instant};

use redflag_classfile::Op;
use redflag_ir::verify::verify;

use crate::assembly::{Assembly, Lowered};

const HANDLERS: u32 = 20_000;
const BLOCKS: u32 = 32;

/// Each call is followed by a store, which starts the next block.
fn covered_by_all() -> Lowered {
    let mut code = Assembly::new();
    for _ in 0..BLOCKS {
        code.call("step", "()V").plain(&[Op::Iconst0]).local(Op::Istore, 1);
    }
    code.plain(&[Op::Return]);
    for handler in 0..HANDLERS {
        let at = 3 * BLOCKS + 1 + handler;
        code.plain(&[Op::Athrow]);
        code.handler(0..3 * BLOCKS, at, Some("java/lang/Exception"));
    }
    code.lower("()V").expect("lowers")
}

#[test]
fn take_no_more_than_linear_time_to_verify() {
    let lowered = covered_by_all();
    let started = Instant::now();
    assert_eq!(verify(&lowered.names, &lowered.body), Ok(()));
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
}

#[test]
fn are_successors_once_each() {
    let body = covered_by_all().body;
    let started = Instant::now();
    let edges: usize = body.block_ids().map(|block| body.all_successors(block).len()).sum();
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    // Besides, each block goes on to the next, and the last store to the return.
    assert_eq!(edges, (HANDLERS * BLOCKS + BLOCKS + 1) as usize);
}
