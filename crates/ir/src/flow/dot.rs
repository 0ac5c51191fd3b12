//! The control flow of a body for Graphviz.

use std::fmt::Write;

use crate::body::{BlockId, Body, Opcode};
use crate::flow::dominators::dominators;
use crate::names::Names;

/// A directed graph with a box for each block. Exceptional edges are dashed and name what is
/// caught; edges back to a dominator are bold.
pub fn dot(
    body: &Body,
    names: &Names,
    title: &str,
    block_text: &dyn Fn(BlockId) -> String,
) -> String {
    let mut text = format!("digraph {} {{\n", quoted(title));
    text.push_str("  node [shape=box, fontname=monospace];\n  edge [fontname=monospace];\n");
    for block in body.block_ids() {
        // Graphviz ends a line that is to be set flush left with `\l`.
        let lines: Vec<_> = block_text(block).lines().map(escaped).collect();
        let label: String = lines.iter().flat_map(|line| [line.as_str(), "\\l"]).collect();
        line(&mut text, format_args!("{block} [label=\"{label}\"];"));
    }
    let dominators = dominators(body);
    for from in body.block_ids() {
        let mut edge = |to: BlockId, label: &str, exceptional: bool| {
            let style = match (exceptional, dominators.dominates(to, from)) {
                (false, false) => "solid",
                (false, true) => "bold",
                (true, false) => "dashed",
                (true, true) => "\"bold,dashed\"",
            };
            let label = quoted(label);
            line(&mut text, format_args!("{from} -> {to} [style={style}, label={label}];"));
        };
        for (to, label) in labelled_successors(body, from) {
            edge(to, &label, false);
        }
        for handler in &body.block(from).handlers {
            match handler.catches {
                Some(ty) => edge(handler.block, &ty.java_name(names.symbols()), true),
                None => edge(handler.block, "any exception", true),
            }
        }
    }
    text.push_str("}\n");
    text
}

fn labelled_successors(body: &Body, block: BlockId) -> Vec<(BlockId, String)> {
    match body.terminator(block).op {
        Opcode::If { then, otherwise, .. } => {
            vec![(then, "true".to_owned()), (otherwise, "false".to_owned())]
        }
        Opcode::Switch(table) => {
            let table = &body.switches[table as usize];
            let cases = table.cases.iter().map(|(case, target)| (*target, case.to_string()));
            merged(cases.chain([(table.default, "default".to_owned())]).collect())
        }
        _ => body.successors(block).into_iter().map(|to| (to, String::new())).collect(),
    }
}

/// One edge for all cases that go to the same block, by block.
fn merged(mut cases: Vec<(BlockId, String)>) -> Vec<(BlockId, String)> {
    cases.sort_by_key(|case| case.0);
    cases.dedup_by(|later, earlier| {
        let is_same = later.0 == earlier.0;
        if is_same {
            earlier.1.push_str(", ");
            earlier.1.push_str(&later.1);
        }
        is_same
    });
    cases
}

fn line(text: &mut String, content: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  {content}");
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// As it stands between the quotes of a label, where a backslash starts an escape.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => escaped.extend(['\\', c]),
            '\n' => escaped.push_str("\\n"),
            c if c.is_control() => escaped.extend(c.escape_unicode().flat_map(|c| match c {
                '\\' => vec!['\\', '\\'],
                c => vec![c],
            })),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::test_bodies::body_of;

    #[test]
    fn every_kind_of_edge() {
        let body = body_of(&[&[1, 2], &[1, 3], &[3, 3, 4], &[], &[4]], &[(4, 4)]);
        let drawn = dot(&body, &Names::default(), "A.m(\"x\")", &|block| format!("{block}\ni0"));
        let expected = r#"digraph "A.m(\"x\")" {
  node [shape=box, fontname=monospace];
  edge [fontname=monospace];
  b0 [label="b0\li0\l"];
  b1 [label="b1\li0\l"];
  b2 [label="b2\li0\l"];
  b3 [label="b3\li0\l"];
  b4 [label="b4\li0\l"];
  b0 -> b1 [style=solid, label="true"];
  b0 -> b2 [style=solid, label="false"];
  b1 -> b1 [style=bold, label="true"];
  b1 -> b3 [style=solid, label="false"];
  b2 -> b3 [style=solid, label="0, 1"];
  b2 -> b4 [style=solid, label="default"];
  b4 -> b4 [style=bold, label=""];
  b4 -> b4 [style="bold,dashed", label="java.lang.String"];
}
"#;
        assert_eq!(drawn, expected);
    }

    #[test]
    fn nothing_breaks_out_of_a_label() {
        assert_eq!(escaped("a\"];\\l\u{0}\n"), r#"a\"];\\l\\u{0}\n"#);
    }
}
