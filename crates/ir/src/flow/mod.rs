//! The control flow of one body: dominators, loops, induction variables and trip bounds.
//!
//! [`flow`] makes together what most questions need; the other modules answer one question each.

pub mod cfg_text;
pub(crate) mod dominator_tree;
pub mod dominators;
pub mod dot;
pub(crate) mod graph;
pub mod induction;
mod intervals;
pub mod invariance;
pub mod irreducible;
pub mod linear;
pub mod loop_text;
pub mod loops;
pub mod post_dominators;
pub mod trip_bounds;
mod trip_count;

#[cfg(test)]
pub(crate) mod test_bodies;
#[cfg(test)]
mod test_run;

use self::dominators::{Dominators, dominators};
use self::invariance::{Invariance, invariance};
use self::loops::{Loops, loops};
use crate::body::Body;

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
