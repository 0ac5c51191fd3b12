//! Many classes: a line for each, and the sum of them.

use std::collections::BTreeMap;
use std::io::{self, Write};

use redflag_classfile::Flags;
use redflag_ir::program::{ClassId, Program};

pub fn write(program: &Program, classes: &[ClassId], out: &mut impl Write) -> io::Result<()> {
    let (mut methods, mut with_code) = (0, 0);
    let mut versions: BTreeMap<(u16, u16), usize> = BTreeMap::new();
    for &id in classes {
        let class = program.class(id);
        let code = class.methods().filter(|&method| program.method(method).has_code()).count();
        methods += class.methods().len();
        with_code += code;
        *versions.entry(class.version).or_default() += 1;
        writeln!(
            out,
            "{:<10} {}  {}, {}",
            kind(class.flags, class.is_record),
            program.class_name(id).replace('/', "."),
            count(class.fields().len(), "field"),
            count(class.methods().len(), "method"),
        )?;
    }
    let versions: Vec<String> = versions
        .iter()
        .map(|((major, minor), classes)| format!("{major}.{minor}: {classes}"))
        .collect();
    writeln!(
        out,
        "\n{}, {}, {with_code} of them with code; class-file versions {}",
        count(classes.len(), "class"),
        count(methods, "method"),
        versions.join(", "),
    )
}

pub fn kind(flags: Flags, is_record: bool) -> &'static str {
    match () {
        () if flags.has(Flags::ANNOTATION) => "annotation",
        () if flags.has(Flags::INTERFACE) => "interface",
        () if flags.has(Flags::ENUM) => "enum",
        () if is_record => "record",
        () => "class",
    }
}

/// `1 class`, `2 classes`.
pub fn count(number: usize, what: &str) -> String {
    match (number, what) {
        (1, _) => format!("1 {what}"),
        (_, "class") => format!("{number} classes"),
        _ => format!("{number} {what}s"),
    }
}
