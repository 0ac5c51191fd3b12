//! A body as text for people. The same body always gives the same text.
//!
//! ```text
//! method com.acme.Account.deposit(int): void  [public synchronized]
//!   parameters: v0: com.acme.Account, v1: int
//! b0:                                                     ; pc 0, line 12
//!   v2: int = getfield v0 com.acme.Account.balance        ; pc 2
//!   v3: int = add v2, v1                                  ; pc 6
//!   putfield v0 com.acme.Account.balance, v3              ; pc 7
//!   return                                                ; pc 10, line 13
//! ```

mod call_site;
mod inst;
mod literal;

use std::fmt::Write;

use redflag_classfile::{ClassFile, Member, mutf8};

use crate::body::{BlockId, Body, ValueId};
use crate::names::Names;
use crate::types::{self, Type};

/// Where the comments start, unless a line is longer.
const COMMENT_COLUMN: usize = 56;

/// The method with its heading, every block with its phis and instructions.
pub fn print(class: &ClassFile<'_>, method: &Member<'_>, names: &Names, body: &Body) -> String {
    let printer = Printer { names, body };
    let mut out = heading(class, method, names);
    out.push('\n');
    if !body.parameters.is_empty() {
        let parameters = body.parameters.iter().map(|&value| printer.definition(value));
        out.push_str(&format!("  parameters: {}\n", comma_separated(parameters)));
    }
    let mut line = None;
    for block in body.block_ids() {
        printer.block(block, &mut line, &mut out);
    }
    out
}

/// One block as [`print`] shows it.
pub fn block_text(names: &Names, body: &Body, block: BlockId) -> String {
    let mut out = String::new();
    Printer { names, body }.block(block, &mut None, &mut out);
    out
}

/// The method's name with its types and flags:
/// `method com.acme.Account.deposit(int): void  [public]`.
pub fn heading(class: &ClassFile<'_>, method: &Member<'_>, names: &Names) -> String {
    let text = |index| class.pool.utf8(index).map(mutf8::decode).unwrap_or_default();
    let owner = class.name().unwrap_or_default().replace('/', ".");
    let (name, descriptor) = (text(method.name), text(method.descriptor));
    let mut out = format!("method {owner}.{name}");
    match types::signature(&descriptor, names.symbols()) {
        Some(signature) => {
            let parameters = signature.parameters.iter().map(|&ty| java_name(names, ty));
            let returns = java_name(names, signature.returns);
            let _ = write!(out, "({}): {returns}", comma_separated(parameters));
        }
        None => out.push_str(&descriptor),
    }
    let flags = method.flags.of_method();
    if !flags.is_empty() {
        let _ = write!(out, "  [{flags}]");
    }
    out
}

struct Printer<'p> {
    names: &'p Names,
    body: &'p Body,
}

impl Printer<'_> {
    fn block(&self, id: BlockId, line: &mut Option<u16>, out: &mut String) {
        let block = self.body.block(id);
        let mut text = format!("{id}:");
        if !block.predecessors.is_empty() {
            let _ = write!(text, " (from {})", comma_separated(&block.predecessors));
        }
        if !block.handlers.is_empty() {
            let handlers = block.handlers.iter().map(|edge| {
                let catches = edge.catches.map(|ty| self.ty(ty));
                format!("{} -> {}", catches.as_deref().unwrap_or("any"), edge.block)
            });
            let _ = write!(text, " handlers: {}", comma_separated(handlers));
        }
        self.line(&text, Some(block.pc), line, out);
        for phi in &block.phis {
            let operands = self.body.operands(phi.operands);
            let arrivals = block.predecessors.iter().zip(operands);
            let arrivals = arrivals.map(|(from, operand)| format!("{from}: {operand}"));
            let (value, arrivals) = (self.definition(phi.value), comma_separated(arrivals));
            self.line(&format!("  {value} = phi({arrivals})"), None, line, out);
        }
        for (_, inst) in self.body.insts_of(id) {
            let text = match inst.result {
                Some(value) => format!("  {} = {}", self.definition(value), self.inst(inst)),
                None => format!("  {}", self.inst(inst)),
            };
            self.line(&text, Some(inst.pc), line, out);
        }
    }

    /// One line, with its position as a comment, and the source line where it changes.
    fn line(&self, text: &str, pc: Option<u16>, line: &mut Option<u16>, out: &mut String) {
        out.push_str(text);
        if let Some(pc) = pc {
            let padding = COMMENT_COLUMN.saturating_sub(text.chars().count()).max(2);
            let _ = write!(out, "{:padding$}; pc {pc}", "");
            let here = self.body.line(pc);
            if let Some(here) = here.filter(|_| here != *line) {
                let _ = write!(out, ", line {here}");
            }
            *line = here;
        }
        out.push('\n');
    }

    fn definition(&self, value: ValueId) -> String {
        format!("{value}: {}", self.ty(self.body.value(value).ty))
    }

    fn ty(&self, ty: Type) -> String {
        java_name(self.names, ty)
    }
}

fn java_name(names: &Names, ty: Type) -> String {
    ty.java_name(names.symbols())
}

fn comma_separated(items: impl IntoIterator<Item = impl ToString>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}
