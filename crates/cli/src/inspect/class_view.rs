//! One class: its header, fields and methods, and what the compiler made of its own.

use std::io::{self, Write};

use redflag_ir::program::origin::{Member, Origin, origins_in};
use redflag_ir::program::{ClassId, MethodId, Program};

use super::overview::kind;

pub fn write(program: &Program, id: ClassId, out: &mut impl Write) -> io::Result<()> {
    let class = program.class(id);
    let name_of = |id: ClassId| program.class_name(id).replace('/', ".");
    write!(out, "{} {}", kind(class.flags, class.is_record), name_of(id))?;
    if let Some(parent) = class.super_class
        && program.object() != Some(parent)
    {
        write!(out, " extends {}", name_of(parent))?;
    }
    let interfaces: Vec<String> = class.interfaces.iter().map(|&id| name_of(id)).collect();
    if !interfaces.is_empty() {
        let how = if class.is_interface() { "extends" } else { "implements" };
        write!(out, " {how} {}", interfaces.join(", "))?;
    }
    writeln!(out)?;
    let (major, minor) = class.version;
    let source = class.source_file.map_or("unknown", |file| program.names().text(file));
    writeln!(out, "  source {source}, class file {major}.{minor}")?;
    writeln!(out, "  from {}", program.class_path().origin(class.location))?;
    write_fields(program, id, out)?;
    write_methods(program, id, out)
}

fn write_fields(program: &Program, id: ClassId, out: &mut impl Write) -> io::Result<()> {
    let names = program.names();
    let class = program.class(id);
    if class.fields().len() > 0 {
        writeln!(out, "\nfields")?;
    }
    for field in class.fields().map(|id| program.field(id)) {
        let ty = field.ty.java_name(names.symbols());
        writeln!(out, "  {}{ty} {}", before(field.flags.of_field()), names.text(field.name))?;
    }
    Ok(())
}

fn write_methods(program: &Program, id: ClassId, out: &mut impl Write) -> io::Result<()> {
    let class = program.class(id);
    if class.methods().len() > 0 {
        writeln!(out, "\nmethods")?;
    }
    // A class whose code cannot be read still has its list of methods.
    let details = program.with_class_file(id, |file| {
        let lengths: Vec<Option<u16>> = file
            .methods
            .iter()
            .map(|method| method.code().and_then(|code| code.pcs.last().copied()))
            .collect();
        (origins_in(program, id, file), lengths)
    });
    let (origins, lengths) = details.unwrap_or_default();
    for (at, id) in class.methods().enumerate() {
        let method = program.method(id);
        write!(out, "  {}{}", before(method.flags.of_method()), signature(program, id))?;
        if let Some(Some(length)) = lengths.get(at) {
            write!(out, "  {length} bytes")?;
        }
        match origins.get(at).and_then(|&origin| origin_note(program, origin)) {
            Some(note) => writeln!(out, "  [{note}]")?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

/// `void deposit(int)`.
fn signature(program: &Program, id: MethodId) -> String {
    let names = program.names();
    let method = program.method(id);
    let name = names.text(method.name);
    match names.signature(method.descriptor) {
        None => format!("{name}{}", names.text(method.descriptor)),
        Some(signature) => {
            let parameters: Vec<String> =
                signature.parameters.iter().map(|ty| ty.java_name(names.symbols())).collect();
            let returns = signature.returns.java_name(names.symbols());
            format!("{returns} {name}({})", parameters.join(", "))
        }
    }
}

fn origin_note(program: &Program, origin: Origin) -> Option<String> {
    let what = match origin {
        Origin::Plain => return None,
        Origin::Bridge { .. } => "bridge to",
        Origin::Accessor { .. } => "accessor of",
        Origin::DefaultArguments { .. } => "default arguments of",
        Origin::LambdaBody { .. } => "body of a lambda",
        Origin::RecordAccessor { .. } => "record accessor of",
        Origin::RecordMethod => "made for the record",
        Origin::EnumMethod => "made for the enum",
        Origin::Synthetic => "synthetic",
    };
    let joint = if matches!(origin, Origin::LambdaBody { .. }) { " in " } else { " " };
    Some(match origin.behind() {
        None => what.to_owned(),
        Some(Member::Field(field)) => format!("{what}{joint}{}", program.field_name(field)),
        Some(Member::Method(method)) => format!("{what}{joint}{}", program.method_name(method)),
    })
}

/// Words that stand before something else.
fn before(words: String) -> String {
    if words.is_empty() { words } else { words + " " }
}
