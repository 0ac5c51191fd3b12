//! What the agent knows of the run: what was instrumented, what the numbers in the code stand for,
//! what was found.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, RwLock};

use redflag_artifact::run_options::RunOptions;
use redflag_artifact::{Place, Race};
use redflag_classfile::{ClassFile, Constant};
use redflag_instrument::epoch::MAX_SITE;
use redflag_instrument::hooks::PREFIX;
use redflag_instrument::records::{Field, Site};
use redflag_instrument::unsafe_calls::UNSAFE;
use redflag_instrument::{ClassRole, Instrumented, Numbers, instrument, jdk};
use rustc_hash::FxHashMap;

use crate::universe::Universe;

pub struct Session {
    pub options: RunOptions,
    pub universe: Universe,
    numbers: Given,
    sites: RwLock<FxHashMap<u32, Site>>,
    origins: RwLock<FxHashMap<u32, Place>>,
    fields: RwLock<FxHashMap<u32, Field>>,
    pub tally: Mutex<Tally>,
    pub found: Mutex<Vec<Found>>,
}

/// The numbers given out so far.
struct Given {
    sites: AtomicU32,
    origins: AtomicU32,
    fields: AtomicU32,
}

/// What was instrumented and what was not.
#[derive(Default)]
pub struct Tally {
    /// Classes of the program whose accesses are checked.
    pub classes: u64,
    pub methods: u64,
    /// Classes of the JDK and excluded ones, whose synchronisation is observed.
    pub observed: u64,
    pub methods_skipped: u64,
    pub skipped: Vec<(String, String)>,
    pub unknown_fields: u64,
    pub sites_ran_out: bool,
}

/// A race, with the numbers by which the runtime counts its repetitions.
pub struct Found {
    pub pair: Pair,
    pub race: Race,
}

/// `(key, site, is_write, other site, other is_write)`, the smaller site first, then the read.
pub type Pair = (i64, i64, i64, i64, i64);

impl Session {
    pub fn new(options: RunOptions, universe: Universe) -> Session {
        Session {
            options,
            universe,
            numbers: Given::default(),
            sites: RwLock::default(),
            origins: RwLock::default(),
            fields: RwLock::default(),
            tally: Mutex::default(),
            found: Mutex::default(),
        }
    }

    /// The bytes that the JVM is to get for a class; `None` if it stays as it is. One that is not new
    /// is being redefined, and has been counted.
    pub fn transform(&self, bytes: &[u8], is_new: bool) -> Option<Vec<u8>> {
        let headers = match ClassFile::read_headers(bytes) {
            Ok(headers) => headers,
            // The JVM will say what is wrong with it, or knows more than we do.
            Err(error) => {
                self.skip("a class".to_owned(), error.to_string());
                return None;
            }
        };
        if is_rewritten(&headers) {
            return None;
        }
        let name = headers.name().ok()?.into_owned();
        let role = self.universe.role(&name);
        let is_carrier = name == redflag_instrument::hooks::CARRIER;
        if role == ClassRole::Untouched && !jdk::has_special_methods(&name) && !is_carrier {
            return None;
        }
        let learnt = self.universe.learn(&headers);
        let methods = &self.universe.unsafe_methods;
        let done =
            learnt.and_then(|()| instrument(bytes, role, &self.universe, &self.numbers, methods));
        let done = match done {
            Ok(done) => done,
            Err(error) => {
                self.skip(name.replace('/', "."), error.to_string());
                return None;
            }
        };
        if is_new {
            self.count(&name, role, &done);
        }
        remember(&self.sites, done.first_site, done.sites);
        remember(&self.origins, done.first_origin, done.origins);
        remember(&self.fields, done.first_field, done.fields);
        Some(done.bytes)
    }

    fn count(&self, name: &str, role: ClassRole, done: &Instrumented) {
        let mut tally = lock(&self.tally);
        match role {
            ClassRole::Checked => tally.classes += 1,
            ClassRole::Observed => tally.observed += 1,
            ClassRole::Untouched => {}
        }
        tally.methods += u64::from(done.methods);
        tally.unknown_fields += u64::from(done.unknown_fields);
        for (method, why) in &done.skipped {
            tally.methods_skipped += 1;
            tally.skipped.push((format!("{}.{method}", name.replace('/', ".")), why.clone()));
        }
        tally.sites_ran_out |= done.first_site == 0 && role == ClassRole::Checked;
    }

    /// The same for a hidden class, which the JVM shows nobody; many are made while a program
    /// starts, and few do anything that matters.
    pub fn transform_hidden(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let headers = ClassFile::read_headers(bytes).ok()?;
        let name = headers.name().ok()?;
        let matters = match self.universe.is_of_jdk(&name) {
            true => contains(bytes, UNSAFE.as_bytes()),
            // Those have final fields and a call.
            false => !name.contains("$$Lambda"),
        };
        if !matters {
            return None;
        }
        // Inserted code names the class. The JVM gives it another name, in the constant that the
        // class itself is given by and nowhere else.
        let mut pool = headers.pool.clone();
        match pool.add_class(pool.class(headers.this_class).ok()?.to_vec().as_slice()) {
            Ok(index) if index == headers.this_class => self.transform(bytes, true),
            _ => {
                let why = "the class has two constants for itself";
                self.skip(name.replace('/', "."), why.to_owned());
                None
            }
        }
    }

    /// The key of a data field of the class whose first key that is, by its name; `None` if there
    /// is none or more than one.
    pub fn key(&self, first: u32, name: &str) -> Option<u32> {
        let fields = self.fields.read().ok()?;
        let class = &fields.get(&first)?.class;
        let mut found = None;
        for key in first.. {
            let Some(field) = fields.get(&key).filter(|field| field.class == *class) else { break };
            if field.name == name && field.count > 0 && found.replace(key).is_some() {
                return None;
            }
        }
        found
    }

    /// Numbers a site that is no instruction of instrumented code; 0 if there are no more numbers.
    pub fn add_site(&self, site: Site) -> u32 {
        let number = self.numbers.sites(1);
        if number == 0 {
            lock(&self.tally).sites_ran_out = true;
        } else {
            remember(&self.sites, number, vec![site]);
        }
        number
    }

    pub fn skip(&self, what: String, why: String) {
        lock(&self.tally).skipped.push((what, why));
    }

    pub fn site(&self, number: u32) -> Option<Site> {
        self.sites.read().ok()?.get(&number).cloned()
    }

    /// Where objects that have that number were made.
    pub fn origin(&self, number: u32) -> Option<Place> {
        self.origins.read().ok()?.get(&number).cloned()
    }

    pub fn field(&self, key: u32) -> Option<Field> {
        self.fields.read().ok()?.get(&key).cloned()
    }
}

/// A thread that panicked while it held a lock has left nothing half done that matters.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Whether a class comes back with what was inserted into it, as when another agent redefines it
/// from the bytes that it was shown.
fn is_rewritten(class: &ClassFile<'_>) -> bool {
    class.pool.constants().iter().any(|constant| match constant {
        Constant::Utf8(text) => text.starts_with(PREFIX.as_bytes()),
        _ => false,
    })
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

fn remember<T>(records: &RwLock<FxHashMap<u32, T>>, first: u32, new: Vec<T>) {
    if let Ok(mut records) = records.write() {
        records.extend((first..).zip(new));
    }
}

impl Default for Given {
    fn default() -> Given {
        let [sites, origins, fields] = [(); 3].map(|()| AtomicU32::new(1));
        Given { sites, origins, fields }
    }
}

impl Numbers for Given {
    fn sites(&self, count: u32) -> u32 {
        let given = self.sites.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| {
            next.checked_add(count).filter(|&after| after <= MAX_SITE)
        });
        given.unwrap_or(0)
    }

    fn origins(&self, count: u32) -> u32 {
        self.origins.fetch_add(count, Ordering::Relaxed)
    }

    fn fields(&self, count: u32) -> u32 {
        self.fields.fetch_add(count, Ordering::Relaxed)
    }
}
