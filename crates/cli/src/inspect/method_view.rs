//! Methods: in SSA form, as a graph, or as bytecode.

use std::io::Write;

use redflag_classfile::listing::code_listing;
use redflag_classfile::{ClassFile, Code, Member};
use redflag_ir::flow::cfg_text::cfg_text;
use redflag_ir::flow::dot::dot;
use redflag_ir::lower::lower;
use redflag_ir::names::Names;
use redflag_ir::print::{block_text, heading, print};
use redflag_ir::program::{ClassId, Program};

use super::method_pattern::MethodPattern;
use crate::failure::Failure;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum View {
    Ir,
    Cfg,
    Dot,
    Bytecode,
}

/// Shows the methods of a class that have code and are meant; how many there were.
pub fn write_matching(
    program: &Program,
    class: ClassId,
    pattern: &MethodPattern,
    view: View,
    out: &mut impl Write,
) -> Result<usize, Failure> {
    let names = program.names();
    let meant: Vec<bool> = program
        .class(class)
        .methods()
        .map(|id| {
            let method = program.method(id);
            let [name, descriptor] = [method.name, method.descriptor].map(|text| names.text(text));
            method.has_code() && pattern.matches(program.class_name(class), name, descriptor)
        })
        .collect();
    if !meant.contains(&true) {
        return Ok(0);
    }
    let shown = program.with_class_file(class, |file| {
        let mut shown = 0;
        for (method, _) in file.methods.iter().zip(&meant).filter(|(_, meant)| **meant) {
            if let Some(code) = method.code() {
                writeln!(out, "{}", text(file, method, code, names, view))?;
                shown += 1;
            }
        }
        Ok(shown)
    });
    match shown {
        Ok(shown) => shown,
        Err(error) => {
            eprintln!("skipped {}: {error}", program.class_name(class).replace('/', "."));
            Ok(0)
        }
    }
}

fn text(
    class: &ClassFile<'_>,
    method: &Member<'_>,
    code: &Code<'_>,
    names: &Names,
    view: View,
) -> String {
    let heading = heading(class, method, names);
    if view == View::Bytecode {
        return format!("{heading}\n{}", code_listing(code, &class.pool));
    }
    match lower(class, method, code, names) {
        // A graph must stay one that Graphviz reads.
        Err(why) if view == View::Dot => format!("// {heading}: not lowered: {why}"),
        Err(why) => format!("{heading}\n  not lowered: {why}"),
        Ok(body) => match view {
            View::Cfg => format!("{heading}\n{}", cfg_text(&body, names)),
            View::Dot => dot(&body, names, &heading, &|block| block_text(names, &body, block)),
            View::Ir | View::Bytecode => print(class, method, names, &body),
        },
    }
}
