//! One class, from the bytes of its file to the bytes that the JVM gets.

use std::collections::BTreeSet;

use redflag_artifact::{CodeAccess, Place, nth_lines};
use redflag_classfile::edit::{CodeEdit, MethodContext};
use redflag_classfile::{ClassFile, Code, Error, Result};

use crate::accesses::observe_fields;
use crate::arrays::{Kept, observe_elements};
use crate::hooks::CARRIER;
use crate::lifetimes::Lifetimes;
use crate::members::{Form, add_members};
use crate::method::{Method, SiteNumbers};
use crate::monitors::observe_monitors;
use crate::origins::{add_origin, most_origins, observe_origins};
use crate::random::ATOMIC_LONG;
use crate::ranges::observe_ranges;
use crate::records::{Field, Site};
use crate::span_code::tell_spans;
use crate::thread_state::{self, THREAD};
use crate::unsafe_calls::{add_wrappers, redirect_calls};
use crate::waits::observe_waits;
use crate::world::{ClassRole, Numbers, World};
use crate::{carrier, indirect, jdk, random};

/// HotSpot never compiles methods of more bytes than this.
const COMPILED_UP_TO: usize = 8000;

/// What became of a class.
#[derive(Debug, Default)]
pub struct Instrumented {
    pub bytes: Vec<u8>,
    /// The sites from the first number on.
    pub first_site: u32,
    pub sites: Vec<Site>,
    /// Where objects are made, from the first number on.
    pub first_origin: u32,
    pub origins: Vec<Place>,
    /// The fields from the first key on.
    pub first_field: u32,
    pub fields: Vec<Field>,
    /// Methods of a checked class with code that was changed or needed no change.
    pub methods: u32,
    /// Methods that were left as they are, and why.
    pub skipped: Vec<(String, String)>,
    /// Accesses to fields of classes that could not be found.
    pub unknown_fields: u32,
}

/// Instruments a class of that role. `unsafe_methods` are those of the JDK's Unsafe, by name and
/// descriptor; only the carrier asks for them.
pub fn instrument(
    bytes: &[u8],
    role: ClassRole,
    world: &dyn World,
    numbers: &dyn Numbers,
    unsafe_methods: &[(String, String)],
) -> Result<Instrumented> {
    let mut class = ClassFile::read(bytes)?;
    let name = class.name()?.into_owned();
    let mut done = Instrumented::default();
    if name == CARRIER {
        carrier::add_hooks(&mut class)?;
        add_wrappers(&mut class, unsafe_methods)?;
        done.bytes = class.write()?;
        return Ok(done);
    }
    let is_checked = role == ClassRole::Checked;
    let is_observed = role != ClassRole::Untouched;
    let lifetimes = if is_checked { Lifetimes::of(&class, world)? } else { Lifetimes::default() };
    let mut sites = SiteNumbers::default();
    let arrays = is_checked || jdk::works_on_program_arrays(&name);
    if arrays {
        sites.first = numbers.sites(most_sites(&class));
    }
    if is_checked {
        sites.first_origin = numbers.origins(most_origins(&class));
    }
    // Before any code is changed: others rely on these members, and the constant pool may get full.
    let own_methods = class.methods.len();
    let own_fields = declared_fields(&class)?;
    if is_observed {
        let form = if world.counts_rules() { Form::Counted } else { Form::Inlined };
        let fenced = role == ClassRole::Observed && world.is_fenced(&class);
        (done.first_field, done.fields) = add_members(&mut class, role, fenced, form, numbers)?;
    }
    if is_checked {
        add_origin(&mut class, world)?;
    }
    lifetimes.add_fields(&mut class)?;
    if name == THREAD {
        thread_state::add_fields(&mut class)?;
    }
    if name == ATOMIC_LONG {
        random::add_copies(&mut class)?;
    }
    for index in 0..own_methods {
        let context = MethodContext::of(&class, &class.methods[index]);
        // Taken out, so that the pool can grow while the code is looked at.
        let Some(code) = class.methods[index].code_mut().map(std::mem::take) else { continue };
        let met = sites.count();
        let pool = &mut class.pool;
        let mut method =
            Method::new(pool, context, &name, is_checked, &code, &own_fields, &mut sites)?;
        let pass = Pass { code: &code, lifetimes: &lifetimes, world, is_observed, arrays };
        let mut edited = pass.edit(&mut method, Speed::WithSpans);
        let limit = if is_short(&code) { COMPILED_UP_TO } else { usize::MAX };
        for less in [Speed::WithVariables, Speed::Small] {
            if edited.as_ref().map_or_else(gives_way, |code| is_longer(code, limit)) {
                method.forget_sites(met);
                edited = pass.edit(&mut method, less);
            }
        }
        done.unknown_fields += method.unknown_fields;
        let title = format!("{}{}", method.name, method.descriptor);
        let kept = match edited {
            Ok(Some(edited)) => edited,
            Ok(None) => code,
            Err(error) => {
                method.forget_sites(met);
                done.skipped.push((title, error.to_string()));
                code
            }
        };
        done.methods += u32::from(is_checked);
        if let Some(place) = class.methods[index].code_mut() {
            *place = kept;
        }
    }
    done.methods -= done.skipped.len() as u32 * u32::from(is_checked);
    done.bytes = class.write()?;
    done.first_site = sites.first;
    done.first_origin = sites.first_origin;
    done.origins = std::mem::take(&mut sites.origins);
    let file = class.source_file();
    done.origins.iter_mut().for_each(|place| place.file = file.as_deref().map(str::to_owned));
    done.sites = sites_of(&class, &name, sites);
    Ok(done)
}

/// How much code a method may be given for its accesses to arrays to be fast.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Speed {
    WithSpans,
    WithVariables,
    Small,
}

/// The fields that a class declares, by name and descriptor.
fn declared_fields(class: &ClassFile<'_>) -> Result<Vec<(String, String)>> {
    let text = |index| class.pool.text(index).map(|text| text.into_owned());
    let fields = class.fields.iter();
    fields.map(|field| Ok((text(field.name)?, text(field.descriptor)?))).collect()
}

/// All that is done to the code of one method.
struct Pass<'p, 'a> {
    code: &'p Code<'a>,
    lifetimes: &'p Lifetimes,
    world: &'p dyn World,
    is_observed: bool,
    /// Whether accesses to arrays are checked.
    arrays: bool,
}

impl<'a> Pass<'_, 'a> {
    /// The new code; `None` if it stays as it is.
    fn edit(&self, method: &mut Method<'_, 'a>, speed: Speed) -> Result<Option<Code<'a>>> {
        let mut edit = CodeEdit::new(self.code);
        if self.arrays {
            let told = match speed {
                Speed::WithSpans if !self.world.counts_rules() => {
                    tell_spans(&mut edit, self.code, method, self.world)?
                }
                _ => BTreeSet::new(),
            };
            let kept = match speed != Speed::Small && !self.world.counts_rules() {
                false => Kept::Nothing,
                true if self.world.compresses_arrays() => Kept::Footprints,
                true => Kept::Words,
            };
            let counted = method.is_checked && self.world.counts_accesses();
            observe_elements(&mut edit, self.code, method, &told, kept, counted)?;
        }
        if self.is_observed {
            observe_monitors(&mut edit, self.code, &method.context.clone(), method.pool)?;
            observe_waits(&mut edit, self.code, method, self.world)?;
            let for_program = indirect::works_on_program_fields(method.class);
            redirect_calls(&mut edit, self.code, method.pool, for_program)?;
            observe_fields(&mut edit, self.code, method, self.world)?;
        }
        if method.is_checked {
            observe_ranges(&mut edit, self.code, method)?;
            self.lifetimes.observe(&mut edit, self.code, method)?;
            observe_origins(&mut edit, self.code, method, self.world)?;
            if jdk::is_called_by_jvm(method) {
                jdk::order_again(&mut edit, self.code, method)?;
            }
        } else if jdk::has_special_methods(method.class) {
            jdk::observe(&mut edit, self.code, method)?;
        }
        if self.is_observed && !method.is_checked {
            indirect::observe(&mut edit, self.code, method)?;
        }
        if edit.is_empty() {
            return Ok(None);
        }
        let context = method.context;
        edit.finish(method.pool, &context).map(Some)
    }
}

fn is_short(code: &Code<'_>) -> bool {
    code.pcs.last().is_none_or(|&end| usize::from(end) <= COMPILED_UP_TO)
}

/// A method must not go without its synchronisation for the sake of speed, whatever is wrong.
fn gives_way(error: &Error) -> bool {
    debug_assert!(error.is_limit(), "{error}");
    true
}

fn is_longer(code: &Option<Code<'_>>, limit: usize) -> bool {
    let end = code.as_ref().and_then(|code| code.pcs.last().copied()).unwrap_or(0);
    usize::from(end) > limit
}

/// A bound on the sites that a class can have: an access each, and two where one call does both.
fn most_sites(class: &ClassFile<'_>) -> u32 {
    let count = class
        .methods
        .iter()
        .filter_map(|method| method.code())
        .map(|code| code.insns.iter().map(crate::ranges::most_sites).sum::<u32>());
    count.sum()
}

fn sites_of(class: &ClassFile<'_>, name: &str, sites: SiteNumbers) -> Vec<Site> {
    if sites.first == 0 {
        return Vec::new();
    }
    let op = |is_write| match is_write {
        true => redflag_artifact::Op::Write,
        false => redflag_artifact::Op::Read,
    };
    let accesses: Vec<CodeAccess<'_>> = sites
        .met
        .iter()
        .map(|site| CodeAccess {
            method: &site.method,
            descriptor: &site.descriptor,
            op: op(site.is_write),
            target: &site.target,
            line: site.line,
        })
        .collect();
    let nth = nth_lines(&accesses);
    let file = class.source_file().map(|file| file.into_owned());
    let site = |(site, nth): (crate::method::MetSite, u32)| Site {
        is_write: site.is_write,
        class: name.to_owned(),
        method: site.method,
        descriptor: site.descriptor,
        file: file.clone(),
        line: site.line,
        nth,
        target: site.target,
        is_of_span: site.is_of_span,
    };
    sites.met.into_iter().zip(nth).map(site).collect()
}
