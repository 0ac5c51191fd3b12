//! Whole JVM programs and their methods in SSA form.

pub mod body;
pub mod call_site;
pub mod carrier;
pub mod cfg_text;
mod condition;
mod dominator_tree;
pub mod dominators;
pub mod dot;
pub mod effects;
pub mod flow;
mod graph;
pub mod induction;
mod intervals;
pub mod invariance;
pub mod irreducible;
pub mod linear;
pub mod loop_text;
pub mod loops;
pub mod lower;
pub mod names;
pub mod post_dominators;
pub mod print;
pub mod program;
pub mod symbol;
pub mod trip_bounds;
mod trip_count;
pub mod types;
pub mod verify;

#[cfg(test)]
mod test_bodies;
#[cfg(test)]
mod test_run;
