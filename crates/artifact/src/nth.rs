//! Which of a method's accesses one is, without saying on which line it stands.
//!
//! Two lines of one method may write the same field, and each may be in a race of its own. Their
//! line numbers tell them apart but change with every edit above them; their order does not. So an
//! access says that it stands on the *n*-th of the lines that do the same. Lines and not
//! instructions are counted, because the compiler copies a `finally` block to each of its exits
//! and a reader sees one place.

use std::collections::{BTreeMap, BTreeSet};

use crate::id::lasting_name;
use crate::result::Op;

/// An access in a class's code.
#[derive(Clone, Copy, Debug)]
pub struct CodeAccess<'a> {
    pub method: &'a str,
    pub descriptor: &'a str,
    pub op: Op,
    /// What is accessed, as the code names it: the field's name, or the array's element type.
    pub target: &'a str,
    pub line: Option<u32>,
}

/// For each access of a class its [`crate::Access::nth`], from 1.
///
/// It takes a whole class because lambdas of one method, whose numbers are no part of an id, are
/// counted together. Accesses without a line are not told apart.
pub fn nth_lines(accesses: &[CodeAccess<'_>]) -> Vec<u32> {
    let mut lines: BTreeMap<_, BTreeSet<Option<u32>>> = BTreeMap::new();
    for access in accesses {
        lines.entry(alike(access)).or_default().insert(access.line);
    }
    let ranks: BTreeMap<_, u32> = lines
        .into_iter()
        .flat_map(|(alike, lines)| (1..).zip(lines).map(move |(rank, line)| ((alike, line), rank)))
        .collect();
    // Every access has put its own line there.
    accesses.iter().map(|access| ranks[&(alike(access), access.line)]).collect()
}

/// What a line is counted among.
fn alike<'a>(access: &CodeAccess<'a>) -> (&'a str, &'a str, Op, &'a str) {
    (lasting_name(access.method), access.descriptor, access.op, access.target)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(method: &'static str, line: u32) -> CodeAccess<'static> {
        CodeAccess { method, descriptor: "()V", op: Op::Write, target: "x", line: Some(line) }
    }

    #[test]
    fn counts_lines_and_not_instructions() {
        // The second is the loop's head, which the compiler puts at its end.
        let accesses = [write("run", 8), write("run", 6), write("run", 8), write("run", 9)];
        assert_eq!(nth_lines(&accesses), [2, 1, 2, 3]);
    }

    #[test]
    fn counts_what_is_alike() {
        let read = CodeAccess { op: Op::Read, ..write("run", 7) };
        let other = CodeAccess { target: "y", ..write("run", 7) };
        let overload = CodeAccess { descriptor: "(I)V", ..write("run", 7) };
        let nowhere = CodeAccess { line: None, ..write("stop", 0) };
        let accesses = [write("run", 6), read, other, overload, write("stop", 7), nowhere, nowhere];
        assert_eq!(nth_lines(&accesses), [1, 1, 1, 1, 2, 1, 1]);
    }

    #[test]
    fn lambdas_of_one_method_are_counted_together() {
        let accesses =
            [write("lambda$main$1", 9), write("lambda$main$0", 5), write("lambda$f$2", 3)];
        assert_eq!(nth_lines(&accesses), [2, 1, 1]);
    }
}
