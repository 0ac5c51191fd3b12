//! A location as a Java programmer would name it.

use redflag_artifact::{Location, LocationKind, Race};

use crate::frames::place_text;
use crate::text::clean;

/// `com.acme.Account.balance (int field)`, `element 3 of int[]`.
pub fn headline(location: &Location) -> String {
    let class = clean(&class_name(&location.class));
    if location.kind == LocationKind::Array {
        return match location.index.as_deref() {
            None => format!("an element of {class}"),
            Some(index) if index.parse::<u32>().is_ok() => format!("element {index} of {class}"),
            Some(range) => format!("elements {} of {class}", clean(range)),
        };
    }
    let name = location.name.as_deref().map(|name| format!(".{}", clean(name)));
    let ty = location.descriptor.as_deref().map(|descriptor| clean(&type_name(descriptor)));
    let kind = match (location.kind, ty) {
        (LocationKind::Static, Some(ty)) => format!("static {ty} field"),
        (LocationKind::Static, None) => "static field".to_owned(),
        (_, Some(ty)) => format!("{ty} field"),
        (_, None) => "field".to_owned(),
    };
    format!("{class}{} ({kind})", name.unwrap_or_default())
}

/// What else is known of the location, in lines.
pub fn about(race: &Race) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(place) = &race.location.allocated_at {
        let what = if race.location.kind == LocationKind::Array { "array" } else { "object" };
        lines.push(format!("{what} allocated at {}", place_text(place)));
    }
    if !race.also.is_empty() {
        let names: Vec<String> = race.also.iter().map(|name| clean(name)).collect();
        lines.push(format!("one check stands for it and {}: they may race too", names.join(", ")));
    }
    lines
}

/// Java's name of a class, of an array too if it is given as the JVM names it.
fn class_name(class: &str) -> String {
    if class.starts_with('[') { type_name(class) } else { class.to_owned() }
}

/// Java's name of a type: `int` for `I`. What is no descriptor stays as it is.
fn type_name(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let name = match element {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        _ => match element.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
            Some(class) => &class.replace('/', "."),
            None => return descriptor.to_owned(),
        },
    };
    format!("{name}{}", "[]".repeat(descriptor.len() - element.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_named_as_in_java() {
        assert_eq!(type_name("I"), "int");
        assert_eq!(type_name("[[J"), "long[][]");
        assert_eq!(type_name("[Ljava/lang/String;"), "java.lang.String[]");
        assert_eq!(class_name("[I"), "int[]");
        assert_eq!(class_name("int[]"), "int[]");
        assert_eq!(type_name("[what"), "[what");
    }
}
