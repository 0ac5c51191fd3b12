//! The method that is being instrumented: what the passes over its code share.

use redflag_artifact::Place;
use redflag_classfile::edit::{MethodContext, Snippet};
use redflag_classfile::mutf8::decode;
use redflag_classfile::{Code, ConstantPool, Info, Insn, Label, Op, Result};

use crate::carrier::USED;
use crate::coverage::probes;
use crate::hooks;
use crate::snippet::Writer;
use crate::unescaped::unescaped_writes;

pub struct Method<'m, 'a> {
    pub pool: &'m mut ConstantPool<'a>,
    pub context: MethodContext,
    pub name: String,
    pub descriptor: String,
    /// Internal name.
    pub class: &'m str,
    /// Whether accesses are checked, and not only synchronisation observed.
    pub is_checked: bool,
    /// Accesses to fields whose class could not be found.
    pub unknown_fields: u32,
    sites: &'m mut SiteNumbers,
    /// The fields that its class declares, by name and descriptor.
    fields: &'m [(String, String)],
    lines: Vec<(Label, u16)>,
    /// Up to this instruction a constructor has not called another one.
    super_call: Label,
    /// The writes of a constructor to an object that nobody else knows.
    unescaped: Vec<Label>,
    /// Stores that another agent has inserted.
    probes: Vec<Label>,
}

/// The sites of a class, as they are met.
#[derive(Debug, Default)]
pub struct SiteNumbers {
    /// The number of the first; 0 if there are no more numbers.
    pub first: u32,
    pub met: Vec<MetSite>,
    /// The same for what was made, which is numbered apart.
    pub first_origin: u32,
    /// Without the file, which is the same for all.
    pub origins: Vec<Place>,
}

impl SiteNumbers {
    /// For [`Method::forget_sites`].
    pub fn count(&self) -> (usize, usize) {
        (self.met.len(), self.origins.len())
    }
}

#[derive(Debug)]
pub struct MetSite {
    pub method: String,
    pub descriptor: String,
    pub is_write: bool,
    pub target: String,
    pub line: Option<u32>,
    pub is_of_span: bool,
}

impl<'m, 'a> Method<'m, 'a> {
    pub fn new(
        pool: &'m mut ConstantPool<'a>,
        context: MethodContext,
        class: &'m str,
        is_checked: bool,
        code: &Code<'a>,
        fields: &'m [(String, String)],
        sites: &'m mut SiteNumbers,
    ) -> Result<Method<'m, 'a>> {
        let name = pool.text(context.name)?.into_owned();
        let descriptor = pool.text(context.descriptor)?.into_owned();
        let mut lines: Vec<(Label, u16)> = code
            .attributes
            .iter()
            .filter_map(|attribute| match &attribute.info {
                Info::LineNumberTable(lines) => Some(lines.iter().copied()),
                _ => None,
            })
            .flatten()
            .collect();
        lines.sort_unstable();
        let (mut super_call, mut unescaped) = (Label(0), Vec::new());
        if name == "<init>" {
            super_call = self::super_call(code, pool)?;
            unescaped = unescaped_writes(code, pool, super_call)?;
        }
        let probes = probes(code, pool);
        Ok(Method {
            pool,
            context,
            name,
            descriptor,
            class,
            is_checked,
            unknown_fields: 0,
            sites,
            fields,
            lines,
            super_call,
            unescaped,
            probes,
        })
    }

    /// The number of the site of an access.
    pub fn site(&mut self, at: Label, is_write: bool, target: &str) -> u32 {
        let number = match self.sites.first {
            0 => 0,
            first => first + self.sites.met.len() as u32,
        };
        self.sites.met.push(MetSite {
            method: self.name.clone(),
            descriptor: self.descriptor.clone(),
            is_write,
            target: target.to_owned(),
            line: self.line(at),
            is_of_span: false,
        });
        number
    }

    /// The same for an access that is told of where its loop ends.
    pub fn site_of_span(&mut self, at: Label, is_write: bool, target: &str) -> u32 {
        let number = self.site(at, is_write, target);
        if let Some(met) = self.sites.met.last_mut() {
            met.is_of_span = true;
        }
        number
    }

    /// The number of a `new`, never 0.
    pub fn origin(&mut self, at: Label) -> u32 {
        let number = self.sites.first_origin + self.sites.origins.len() as u32;
        self.sites.origins.push(Place {
            class: self.class.replace('/', "."),
            method: self.name.clone(),
            file: None,
            line: self.line(at),
        });
        number
    }

    /// Takes back the sites of this method that were met after that many.
    pub fn forget_sites(&mut self, (met, origins): (usize, usize)) {
        self.sites.met.truncate(met);
        self.sites.origins.truncate(origins);
        self.unknown_fields = 0;
    }

    fn line(&self, at: Label) -> Option<u32> {
        let after = self.lines.partition_point(|&(from, _)| from <= at);
        after.checked_sub(1).map(|entry| self.lines[entry].1.into())
    }

    /// Where a constructor calls another.
    pub fn super_call(&self) -> Label {
        self.super_call
    }

    /// Whether at this instruction `this` is not initialised yet.
    pub fn is_before_super_call(&self, at: Label) -> bool {
        at < self.super_call
    }

    /// Whether this instruction writes to a field of an object that nobody else knows yet.
    pub fn is_unescaped_write(&self, at: Label) -> bool {
        self.unescaped.contains(&at)
    }

    /// Whether an instruction is a store that JaCoCo has inserted to see where the program comes by.
    pub fn is_probe(&self, at: Label) -> bool {
        self.probes.binary_search(&at).is_ok()
    }

    /// Whether running this method says that the class is initialised, which then was told at its
    /// start.
    pub fn knows_class(&self, class: &str) -> bool {
        let starts_use = self.context.flags.is_static() || self.name == "<init>";
        class == self.class && starts_use
    }

    /// Whether the method's class itself declares a field.
    pub fn declares(&self, name: &str, descriptor: &str) -> bool {
        self.fields.iter().any(|field| field.0 == name && field.1 == descriptor)
    }

    /// Whether a class is declared inside the same outermost class as that of this method.
    pub fn is_beside(&self, class: &str) -> bool {
        let outermost = |name: &'_ str| name.find('$').unwrap_or(name.len());
        class[..outermost(class)] == self.class[..outermost(self.class)]
    }

    /// Code that counts an access.
    pub fn counted(&mut self, is_write: bool, is_element: bool) -> Result<Snippet> {
        let mut code = Writer::new(self.pool);
        code.int(i32::from(is_write))?.int(i32::from(is_element))?.call(hooks::COUNTED)?;
        Ok(code.done())
    }

    /// Code that tells of the use of a class with an initialiser.
    pub fn used(&mut self, key: u32) -> Result<Snippet> {
        let mut code = Writer::new(self.pool);
        code.int(key as i32)?.carried(USED.0, USED.1)?;
        Ok(code.done())
    }
}

/// The instruction at which a constructor calls another: the first such call that is for no
/// object made here. Compilers write what comes before it before it.
fn super_call(code: &Code<'_>, pool: &ConstantPool<'_>) -> Result<Label> {
    let mut made = 0;
    for (at, insn) in (0u32..).map(Label).zip(&code.insns) {
        if insn.op() == Op::New {
            made += 1;
        }
        let Insn::Invoke { op: Op::Invokespecial, index } = *insn else { continue };
        if decode(pool.method(index)?.name) != "<init>" {
            continue;
        }
        if made == 0 {
            return Ok(at);
        }
        made -= 1;
    }
    Ok(Label(code.insns.len() as u32))
}
