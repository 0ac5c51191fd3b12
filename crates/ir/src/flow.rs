//! The control-flow facts of one body, made together because most questions need several.

use crate::body::Body;
use crate::dominators::{Dominators, dominators};
use crate::invariance::{Invariance, invariance};
use crate::loops::{Loops, loops};

#[derive(Clone, Debug)]
pub struct Flow<'b> {
    pub body: &'b Body,
    pub dominators: Dominators,
    pub loops: Loops,
    pub invariance: Invariance,
}

pub fn flow(body: &Body) -> Flow<'_> {
    let dominators = dominators(body);
    let loops = loops(body, &dominators);
    let invariance = invariance(body, &loops);
    Flow { body, dominators, loops, invariance }
}
