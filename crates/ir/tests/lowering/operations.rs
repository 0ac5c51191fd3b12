//! The operations of an instruction that expectations speak of, in few words.

use redflag_ir::body::{Body, Handle, Inst, InvokeKind, Meaning, MethodRef, Opcode, SwitchLabel};
use redflag_ir::names::Names;

/// `None` for what touches neither memory nor monitors and calls nothing.
pub fn operation(names: &Names, body: &Body, inst: &Inst) -> Option<String> {
    let field = |at: u32| names.text(body.fields[at as usize].name);
    let method = |at: u32| names.text(body.methods[at as usize].name);
    Some(match inst.op {
        Opcode::GetStatic(at) => format!("getstatic {}", field(at)),
        Opcode::PutStatic(at) => format!("putstatic {}", field(at)),
        Opcode::GetField(at) => format!("getfield {}", field(at)),
        Opcode::PutField(at) => format!("putfield {}", field(at)),
        Opcode::ArrayLoad(ty) => format!("arrayload {}", ty.java_name(names.symbols())),
        Opcode::ArrayStore(ty) => format!("arraystore {}", ty.java_name(names.symbols())),
        Opcode::MonitorEnter => "monitorenter".to_owned(),
        Opcode::MonitorExit => "monitorexit".to_owned(),
        Opcode::Invoke(kind, at) => {
            let word = match kind {
                InvokeKind::Virtual => "invokevirtual",
                InvokeKind::Special => "invokespecial",
                InvokeKind::Static => "invokestatic",
                InvokeKind::Interface => "invokeinterface",
            };
            format!("{word} {}", method(at))
        }
        Opcode::InvokeDynamic(at) => {
            let site = &body.call_sites[at as usize];
            match &site.meaning {
                Meaning::Lambda { method, implementation, serializable, markers, .. } => {
                    let mut text = format!(
                        "lambda {} -> {}",
                        names.text(*method),
                        handle(names, implementation)
                    );
                    if *serializable {
                        text.push_str(" serializable");
                    }
                    for &marker in markers {
                        text.push_str(&format!(" also {}", names.text(marker)));
                    }
                    text
                }
                Meaning::StringConcat { recipe, constants } => {
                    let mut constants = constants.iter();
                    let mut text = String::from("concat ");
                    for character in recipe.chars() {
                        match character {
                            '\u{1}' => text.push('_'),
                            '\u{2}' => text.push_str(constants.next().map_or("?", |text| text)),
                            _ => text.push(character),
                        }
                    }
                    text
                }
                Meaning::Record { fields, .. } => {
                    let fields = fields.iter().map(|field| names.text(field.name));
                    let fields = fields.collect::<Vec<_>>().join(" ");
                    format!("record {} {fields}", names.text(site.name))
                }
                Meaning::PatternSwitch { labels } => {
                    let labels = labels.iter().map(|label| switch_label(names, label));
                    format!("pattern-switch {}", labels.collect::<Vec<_>>().join(" "))
                }
                Meaning::Other => format!("invokedynamic {}", names.text(site.name)),
            }
        }
        _ => return None,
    })
}

fn handle(names: &Names, handle: &Handle) -> String {
    let named = |method: &MethodRef, kind: &str| {
        format!("{} {kind}", without_number(names.text(method.name)))
    };
    match handle {
        Handle::InvokeVirtual(method) => named(method, "virtual"),
        Handle::InvokeStatic(method) => named(method, "static"),
        Handle::InvokeSpecial(method) => named(method, "special"),
        Handle::NewInvokeSpecial(method) => {
            format!("new {}", method.class.java_name(names.symbols()))
        }
        Handle::InvokeInterface(method) => named(method, "interface"),
        field => format!("{field:?}"),
    }
}

/// A lambda's method without the number that compilers choose differently.
fn without_number(name: &str) -> &str {
    let numbered = name.strip_prefix("lambda$").and_then(|rest| rest.find('$'));
    numbered.map_or(name, |end| &name[.."lambda$".len() + end])
}

fn switch_label(names: &Names, label: &SwitchLabel) -> String {
    match label {
        SwitchLabel::Type(ty) => ty.java_name(names.symbols()),
        SwitchLabel::Text(text) => format!("{text:?}"),
        SwitchLabel::Int(value) => value.to_string(),
        SwitchLabel::Enum(name) => format!("enum-{name}"),
        SwitchLabel::Other => "?".to_owned(),
    }
}
