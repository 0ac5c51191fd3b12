//! What is known of classes by their names: from the JVM as they load, and before that from the
//! JDK's image and the class path.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock, RwLock};

use redflag_artifact::run_options::RunOptions;
use redflag_classfile::{ClassFile, Constant, ConstantPool, Flags, Info};
use redflag_instrument::unsafe_calls::UNSAFE;
use redflag_instrument::{ClassRole, FieldRole, World, jdk};
use redflag_ir::program::jdk::Jdk;
use redflag_ir::program::source::{ClassPath, split_class_path};
use rustc_hash::FxHashMap;

/// A chain of superclasses that is longer than this goes in a circle.
const DEEPEST: usize = 200;

pub struct Universe {
    options: RunOptions,
    jdk: ClassPath,
    release: u32,
    class_path: String,
    /// Opened when first asked for: many programs never do.
    program: OnceLock<ClassPath>,
    known: RwLock<FxHashMap<String, Option<Arc<Facts>>>>,
    initialisers: RwLock<FxHashMap<String, u32>>,
    /// Whether classes that others are nested in rely on fences.
    fenced_hosts: RwLock<FxHashMap<String, bool>>,
    pub unsafe_methods: Vec<(String, String)>,
    wait_is_native: bool,
}

/// What is known of one class.
struct Facts {
    role: ClassRole,
    superclass: Option<String>,
    interfaces: Vec<String>,
    fields: Vec<FieldFacts>,
    has_initialiser: bool,
    has_finalizer: bool,
}

struct FieldFacts {
    name: String,
    descriptor: String,
    role: FieldRole,
}

impl Universe {
    /// With the classes of the JDK that runs the program, and the class path that it was given.
    pub fn new(
        java_home: &str,
        class_path: String,
        options: RunOptions,
    ) -> Result<Universe, String> {
        let found = Jdk::at(java_home).map_err(|error| error.to_string())?;
        let jdk = ClassPath::open_with_jdk::<PathBuf>(&found, &[]);
        if jdk.is_empty() {
            return Err(format!("no classes were found in the JDK at {java_home}"));
        }
        let mut universe = Universe {
            options,
            jdk,
            release: found.feature,
            class_path,
            program: OnceLock::new(),
            known: RwLock::default(),
            initialisers: RwLock::default(),
            fenced_hosts: RwLock::default(),
            unsafe_methods: Vec::new(),
            wait_is_native: true,
        };
        let methods = universe.methods_of(UNSAFE)?;
        universe.unsafe_methods =
            methods.into_iter().map(|(name, descriptor, _)| (name, descriptor)).collect();
        universe.wait_is_native = universe
            .methods_of("java/lang/Object")?
            .iter()
            .any(|(name, ty, flags)| name == "wait" && ty == "(J)V" && flags.has(Flags::NATIVE));
        Ok(universe)
    }

    /// What is done to the class of that internal name: it depends on the name alone, because
    /// other classes must know it before the class is there.
    pub fn role(&self, name: &str) -> ClassRole {
        let generated = ["java/", "jdk/", "sun/", "com/sun/proxy/"];
        if name.starts_with("redflag/runtime/") || jdk::NOT_OBSERVED.contains(&name) {
            ClassRole::Untouched
        } else if generated.iter().any(|prefix| name.starts_with(prefix))
            || self.jdk.find(name).is_some()
            || !self.options.selects(&name.replace('/', "."))
        {
            ClassRole::Observed
        } else {
            ClassRole::Checked
        }
    }

    /// Whether it is a class of the JDK, or one that the JDK generates for itself.
    pub fn is_of_jdk(&self, name: &str) -> bool {
        ["java/", "jdk/", "sun/"].iter().any(|prefix| name.starts_with(prefix))
            || self.jdk.find(name).is_some()
    }

    /// A class has been loaded.
    pub fn learn(&self, class: &ClassFile<'_>) -> redflag_classfile::Result<()> {
        let name = class.name()?.into_owned();
        let facts = self.facts_of(class)?;
        if let Ok(mut known) = self.known.write() {
            known.insert(name, Some(Arc::new(facts)));
        }
        Ok(())
    }

    fn facts(&self, name: &str) -> Option<Arc<Facts>> {
        if let Ok(known) = self.known.read()
            && let Some(facts) = known.get(name)
        {
            return facts.clone();
        }
        let found = self.find(name).map(Arc::new);
        if let Ok(mut known) = self.known.write() {
            known.entry(name.to_owned()).or_insert_with(|| found.clone());
        }
        found
    }

    fn find(&self, name: &str) -> Option<Facts> {
        let from = |path: &ClassPath| {
            let bytes = path.read(path.find(name)?).ok()?;
            self.facts_of(&ClassFile::read_headers(&bytes).ok()?).ok()
        };
        from(&self.jdk).or_else(|| from(self.program()))
    }

    fn program(&self) -> &ClassPath {
        self.program.get_or_init(|| {
            let entries: Vec<PathBuf> = split_class_path(&self.class_path);
            ClassPath::open(&entries, self.release)
        })
    }

    fn facts_of(&self, class: &ClassFile<'_>) -> redflag_classfile::Result<Facts> {
        let pool = &class.pool;
        let name = class.name()?;
        let role = self.role(&name);
        let fenced = role == ClassRole::Observed && self.is_fenced(class);
        let class_name = |index: u16| {
            let name = pool.optional_class(index)?;
            Ok(name.map(|name| redflag_classfile::mutf8::decode(name).into_owned()))
        };
        let superclass = class_name(class.super_class)?;
        let mut interfaces = Vec::new();
        for &index in &class.interfaces {
            interfaces.extend(class_name(index)?);
        }
        let mut fields = Vec::new();
        for field in &class.fields {
            fields.push(FieldFacts {
                name: pool.text(field.name)?.into_owned(),
                descriptor: pool.text(field.descriptor)?.into_owned(),
                role: FieldRole::of(role, fenced, field.flags, pool.utf8(field.name)?),
            });
        }
        let (mut has_initialiser, mut has_finalizer) = (false, false);
        for method in &class.methods {
            let (name, ty) = (pool.utf8(method.name)?, pool.utf8(method.descriptor)?);
            has_initialiser |= name == b"<clinit>";
            has_finalizer |= name == b"finalize" && ty == b"()V" && role == ClassRole::Checked;
        }
        has_initialiser &= role == ClassRole::Checked;
        Ok(Facts { role, superclass, interfaces, fields, has_initialiser, has_finalizer })
    }

    /// Whether a class of the JDK, or the one that it is nested in, relies on fences: then its plain
    /// fields are read and written as if they were volatile.
    pub fn is_fenced(&self, class: &ClassFile<'_>) -> bool {
        if calls_fences(&class.pool) {
            return true;
        }
        let host = class.attributes.iter().find_map(|attribute| match attribute.info {
            Info::NestHost(host) => class.pool.class(host).ok(),
            _ => None,
        });
        let Some(host) = host.map(redflag_classfile::mutf8::decode) else { return false };
        if let Ok(known) = self.fenced_hosts.read()
            && let Some(&fenced) = known.get(host.as_ref())
        {
            return fenced;
        }
        let fenced = || {
            let bytes = self.jdk.read(self.jdk.find(&host)?).ok()?;
            Some(calls_fences(&ClassFile::read_headers(&bytes).ok()?.pool))
        };
        let fenced = fenced().unwrap_or(false);
        if let Ok(mut known) = self.fenced_hosts.write() {
            known.insert(host.into_owned(), fenced);
        }
        fenced
    }

    fn methods_of(&self, name: &str) -> Result<Vec<(String, String, Flags)>, String> {
        let location = self.jdk.find(name).ok_or_else(|| format!("the JDK has no {name}"))?;
        let bytes = self.jdk.read(location).map_err(|error| error.to_string())?;
        let class = ClassFile::read_headers(&bytes).map_err(|error| error.to_string())?;
        let text = |index| class.pool.text(index).map(|text| text.into_owned());
        class
            .methods
            .iter()
            .map(|method| Ok((text(method.name)?, text(method.descriptor)?, method.flags)))
            .collect::<redflag_classfile::Result<_>>()
            .map_err(|error| error.to_string())
    }

    /// Field resolution [JVMS §5.4.3.2].
    fn resolve(&self, class: &str, name: &str, descriptor: &str, depth: usize) -> FieldRole {
        if depth > DEEPEST {
            return FieldRole::Unknown;
        }
        let Some(facts) = self.facts(class) else { return FieldRole::Unknown };
        let own = |field: &&FieldFacts| field.name == name && field.descriptor == descriptor;
        if let Some(field) = facts.fields.iter().find(own) {
            return field.role;
        }
        let above = facts.interfaces.iter().chain(&facts.superclass);
        above
            .map(|above| self.resolve(above, name, descriptor, depth + 1))
            .find(|role| *role != FieldRole::Unknown)
            .unwrap_or(FieldRole::Unknown)
    }

    fn initialiser_key(&self, class: &str) -> u32 {
        if let Ok(keys) = self.initialisers.read()
            && let Some(&key) = keys.get(class)
        {
            return key;
        }
        match self.initialisers.write() {
            Ok(mut keys) => {
                let next = keys.len() as u32;
                *keys.entry(class.to_owned()).or_insert(next)
            }
            Err(_) => 0,
        }
    }
}

fn calls_fences(pool: &ConstantPool<'_>) -> bool {
    (0u16..).zip(pool.constants()).any(|(index, constant)| {
        matches!(constant, Constant::Method { .. })
            && pool.method(index).is_ok_and(|method| {
                method.class == b"java/lang/invoke/VarHandle"
                    && (method.name == b"acquireFence" || method.name == b"loadLoadFence")
            })
    })
}

impl World for Universe {
    fn role(&self, class: &str) -> ClassRole {
        Universe::role(self, class)
    }

    fn field(&self, class: &str, name: &str, descriptor: &str) -> FieldRole {
        self.resolve(class, name, descriptor, 0)
    }

    fn initialisers(&self, class: &str) -> Vec<u32> {
        let mut keys = Vec::new();
        let mut next = Some(class.to_owned());
        while let Some(name) = next.take() {
            let Some(facts) = self.facts(&name) else { break };
            if facts.role != ClassRole::Checked || keys.len() > DEEPEST {
                break;
            }
            if facts.has_initialiser {
                keys.push(self.initialiser_key(&name));
            }
            next = facts.superclass.clone();
        }
        keys
    }

    fn finalizer(&self, class: &str) -> Option<String> {
        let mut name = class.to_owned();
        for _ in 0..DEEPEST {
            let facts = self.facts(&name)?;
            if facts.role != ClassRole::Checked {
                return None;
            }
            if facts.has_finalizer {
                return Some(name);
            }
            name = facts.superclass.clone()?;
        }
        None
    }

    fn is_fenced(&self, class: &ClassFile<'_>) -> bool {
        Universe::is_fenced(self, class)
    }

    fn counts_accesses(&self) -> bool {
        self.options.count_accesses
    }

    fn counts_rules(&self) -> bool {
        self.options.stats.is_some()
    }

    fn compresses_arrays(&self) -> bool {
        self.options.detector.compresses_arrays()
    }

    fn wait_is_native(&self) -> bool {
        self.wait_is_native
    }
}
