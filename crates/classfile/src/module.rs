//! The `Module` attribute [JVMS §4.7.25].

use crate::attribute::{indices, write_indices};
use crate::cursor::Cursor;
use crate::error::Result;
use crate::output::Output;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    pub name: u16,
    pub flags: u16,
    pub version: u16,
    pub requires: Vec<Requires>,
    pub exports: Vec<Exports>,
    pub opens: Vec<Exports>,
    pub uses: Vec<u16>,
    /// Services with their implementations.
    pub provides: Vec<(u16, Vec<u16>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requires {
    pub module: u16,
    pub flags: u16,
    pub version: u16,
}

/// A package that is exported or opened, to everyone or to some modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exports {
    pub package: u16,
    pub flags: u16,
    pub to: Vec<u16>,
}

pub(crate) fn read_module(cursor: &mut Cursor<'_>) -> Result<Module> {
    Ok(Module {
        name: cursor.u2("module name")?,
        flags: cursor.u2("module flags")?,
        version: cursor.u2("module version")?,
        requires: cursor.table("requires", 6, |cursor| {
            Ok(Requires {
                module: cursor.u2("required module")?,
                flags: cursor.u2("requires flags")?,
                version: cursor.u2("required version")?,
            })
        })?,
        exports: cursor.table("exports", 6, read_exports)?,
        opens: cursor.table("opens", 6, read_exports)?,
        uses: indices(cursor)?,
        provides: cursor.table("provides", 4, |cursor| {
            Ok((cursor.u2("provided service")?, indices(cursor)?))
        })?,
    })
}

fn read_exports(cursor: &mut Cursor<'_>) -> Result<Exports> {
    Ok(Exports {
        package: cursor.u2("package")?,
        flags: cursor.u2("package flags")?,
        to: indices(cursor)?,
    })
}

pub(crate) fn write_module(module: &Module, out: &mut Output) -> Result<()> {
    out.u2(module.name);
    out.u2(module.flags);
    out.u2(module.version);
    out.table(&module.requires, "requires", |out, requires| {
        out.u2(requires.module);
        out.u2(requires.flags);
        out.u2(requires.version);
        Ok(())
    })?;
    for packages in [&module.exports, &module.opens] {
        out.table(packages, "exports", |out, exports| {
            out.u2(exports.package);
            out.u2(exports.flags);
            write_indices(&exports.to, out)
        })?;
    }
    write_indices(&module.uses, out)?;
    out.table(&module.provides, "provides", |out, (service, implementations)| {
        out.u2(*service);
        write_indices(implementations, out)
    })
}
