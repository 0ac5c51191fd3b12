//! What a dynamic call site means, as text.

use super::literal::quoted;
use super::{Printer, comma_separated};
use crate::body::{CallSite, Handle, Meaning, SwitchLabel, ValueId};
use crate::symbol::Symbol;
use crate::types::Type;

impl Printer<'_> {
    pub(super) fn invoke_dynamic(&self, index: u32, operands: &[ValueId]) -> String {
        let site = &self.body.call_sites[index as usize];
        let listed = comma_separated(operands);
        match &site.meaning {
            Meaning::Lambda {
                interface,
                method,
                implementation,
                serializable,
                markers,
                bridges,
                ..
            } => {
                let mut text = format!(
                    "lambda {}.{} -> {}",
                    self.class(*interface),
                    self.names.text(*method),
                    self.handle(implementation)
                );
                if !operands.is_empty() {
                    text.push_str(&format!(" captures {listed}"));
                }
                if *serializable {
                    text.push_str(" serializable");
                }
                if !markers.is_empty() {
                    let markers = markers.iter().map(|&marker| self.class(marker));
                    text.push_str(&format!(" also {}", comma_separated(markers)));
                }
                if !bridges.is_empty() {
                    let bridges = bridges.iter().map(|&bridge| self.names.text(bridge));
                    text.push_str(&format!(" bridges {}", comma_separated(bridges)));
                }
                text
            }
            Meaning::StringConcat { recipe, constants } => {
                format!("concat {}", concatenation(recipe, constants, operands))
            }
            Meaning::Record { class, fields } => {
                let fields = fields.iter().map(|field| self.names.text(field.name));
                format!(
                    "record {}.{}({listed}) over {}",
                    self.class(*class),
                    self.names.text(site.name),
                    comma_separated(fields)
                )
            }
            Meaning::PatternSwitch { labels } => {
                let labels = labels.iter().map(|label| self.label(label));
                format!("pattern-switch {listed} over [{}]", comma_separated(labels))
            }
            Meaning::Other => {
                let name = self.names.text(site.name);
                format!("invokedynamic {name}({listed}) by {}", self.bootstrap(site))
            }
        }
    }

    pub(super) fn dynamic_constant(&self, index: u32) -> String {
        let site = &self.body.call_sites[index as usize];
        format!("dynamic {} by {}", self.names.text(site.name), self.bootstrap(site))
    }

    fn bootstrap(&self, site: &CallSite) -> String {
        site.bootstrap.map_or("nothing".to_owned(), |method| self.method_ref(&method))
    }

    fn handle(&self, handle: &Handle) -> String {
        match handle {
            Handle::GetField(field) => format!("{}(getfield)", self.field_ref(field)),
            Handle::GetStatic(field) => format!("{}(getstatic)", self.field_ref(field)),
            Handle::PutField(field) => format!("{}(putfield)", self.field_ref(field)),
            Handle::PutStatic(field) => format!("{}(putstatic)", self.field_ref(field)),
            Handle::InvokeVirtual(method) => format!("{}(virtual)", self.method_ref(method)),
            Handle::InvokeStatic(method) => format!("{}(static)", self.method_ref(method)),
            Handle::InvokeSpecial(method) => format!("{}(special)", self.method_ref(method)),
            Handle::NewInvokeSpecial(method) => format!("{}(new)", self.method_ref(method)),
            Handle::InvokeInterface(method) => format!("{}(interface)", self.method_ref(method)),
        }
    }

    fn label(&self, label: &SwitchLabel) -> String {
        match label {
            SwitchLabel::Type(ty) => self.ty(*ty),
            SwitchLabel::Text(text) => quoted(text),
            SwitchLabel::Int(value) => value.to_string(),
            SwitchLabel::Enum(name) => format!("enum {name}"),
            SwitchLabel::Other => "?".to_owned(),
        }
    }

    fn class(&self, class: Symbol) -> String {
        self.ty(Type::class(class))
    }
}

/// The pieces of a recipe in order, texts in quotes: `"a = " v1 ", b = " v2`.
fn concatenation(recipe: &str, constants: &[Box<str>], operands: &[ValueId]) -> String {
    let mut pieces = Vec::new();
    let mut literal = String::new();
    let (mut constants, mut operands) = (constants.iter(), operands.iter());
    for character in recipe.chars() {
        match character {
            '\u{1}' => {
                if !literal.is_empty() {
                    pieces.push(quoted(&std::mem::take(&mut literal)));
                }
                pieces.push(operands.next().map_or("?".to_owned(), ValueId::to_string));
            }
            '\u{2}' => literal.push_str(constants.next().map_or("?", |constant| constant)),
            _ => literal.push(character),
        }
    }
    if !literal.is_empty() {
        pieces.push(quoted(&literal));
    }
    pieces.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_interleave_texts_operands_and_constants() {
        let operands = [ValueId(1), ValueId(2)];
        let text = concatenation("a = \u{1}, \u{2}\u{1}!", &["[\u{1}]".into()], &operands);
        assert_eq!(text, r#""a = " v1 ", [\u{1}]" v2 "!""#);
        assert_eq!(concatenation("\u{1}\u{1}\u{1}", &[], &operands), "v1 v2 ?");
    }
}
