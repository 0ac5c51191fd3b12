//! Sorts the entries of a jar into what the JVM would see: classes at the root, classes of a release,
//! classes of a packed application, and jars inside.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::archive::{Entry, ZipPlace};
use super::container::Prefix;
use super::entry_name;
use super::error::SourceError;

/// Where a packed application keeps its own classes and its libraries.
pub(super) struct ApplicationRoot {
    pub classes: &'static str,
    pub libraries: &'static [&'static str],
}

/// Spring Boot's jars, and wars (of which Spring Boot's keep the embedded server's libraries apart).
pub(super) const APPLICATION_ROOTS: [ApplicationRoot; 2] = [
    ApplicationRoot { classes: "BOOT-INF/classes/", libraries: &["BOOT-INF/lib/"] },
    ApplicationRoot {
        classes: "WEB-INF/classes/",
        libraries: &["WEB-INF/lib/", "WEB-INF/lib-provided/"],
    },
];

const VERSIONS: &str = "META-INF/versions/";
/// `META-INF/versions/8` and below do not count (JAR file specification).
const FIRST_VERSION: u32 = 9;
const JMOD_CLASSES: &str = "classes/";

/// One class of an archive.
pub(super) struct Class {
    pub name: Arc<str>,
    /// Index into the prefixes.
    pub prefix: u32,
    pub place: ZipPlace,
}

/// The sorted entries.
pub(super) struct Contents {
    /// The release whose versioned classes count; `None` when the jar is not multi-release.
    release: Option<u32>,
    prefixes: Vec<Prefix>,
    root: Vec<Class>,
    /// The newest version of each class that has any.
    versioned: BTreeMap<Arc<str>, (u32, ZipPlace)>,
    application: Vec<Class>,
    /// Jars inside, by their full entry name.
    pub nested: Vec<(String, ZipPlace)>,
}

impl Contents {
    pub fn new(release: Option<u32>) -> Contents {
        // The prefix of an application root is found at its index plus one.
        let roots = APPLICATION_ROOTS.iter().map(|root| Prefix::plain(root.classes));
        Contents {
            release,
            prefixes: std::iter::once(Prefix::none()).chain(roots).collect(),
            root: Vec::new(),
            versioned: BTreeMap::new(),
            application: Vec::new(),
            nested: Vec::new(),
        }
    }

    pub fn of_jmod(module: Option<String>) -> Contents {
        let classes = Prefix { text: JMOD_CLASSES.to_owned(), module };
        Contents { prefixes: vec![classes], ..Contents::new(None) }
    }

    /// Puts an entry where it belongs, or says why it is left out. What the JVM would not look at
    /// either (resources, classes of other releases) is passed over without a word.
    pub fn sort(&mut self, entry: &Entry<'_>, origin: &str) -> Result<(), SourceError> {
        let Some((name, place)) = usable(entry, origin)? else {
            return Ok(());
        };
        if let Some(versioned) = name.strip_prefix(VERSIONS) {
            return self.sort_versioned(versioned, place, name, origin);
        }
        for (index, root) in APPLICATION_ROOTS.iter().enumerate() {
            if let Some(path) = name.strip_prefix(root.classes) {
                if let Some(class) = class(path, index as u32 + 1, place, name, origin)? {
                    self.application.push(class);
                }
                return Ok(());
            }
            if root.libraries.iter().any(|lib| is_jar_in(name, lib)) {
                self.nested.push((name.to_owned(), place));
                return Ok(());
            }
        }
        self.root.extend(class(name, 0, place, name, origin)?);
        Ok(())
    }

    /// The same for a jmod, in which only `classes/` counts.
    pub fn sort_jmod(&mut self, entry: &Entry<'_>, origin: &str) -> Result<(), SourceError> {
        if let Some((name, place)) = usable(entry, origin)?
            && let Some(path) = name.strip_prefix(JMOD_CLASSES)
        {
            self.root.extend(class(path, 0, place, name, origin)?);
        }
        Ok(())
    }

    fn sort_versioned(
        &mut self,
        versioned: &str,
        place: ZipPlace,
        name: &str,
        origin: &str,
    ) -> Result<(), SourceError> {
        let Some((version, path)) = versioned.split_once('/') else {
            return Ok(());
        };
        let Some(release) = self.release else {
            return Ok(());
        };
        let Some(version) = version_number(version) else {
            return Ok(());
        };
        if !(FIRST_VERSION..=release).contains(&version) {
            return Ok(());
        }
        if let Some(class) = class(path, 0, place, name, origin)? {
            let newest = self.versioned.entry(class.name).or_insert((version, place));
            if newest.0 < version {
                *newest = (version, place);
            }
        }
        Ok(())
    }

    /// All classes in look-up order: root, with versions in the place of what they replace; classes that
    /// exist only in a version; the application's.
    pub fn finish(mut self) -> (Vec<Class>, Vec<Prefix>) {
        let mut classes = std::mem::take(&mut self.root);
        // Not removed when met: a jar may list a name twice, and both mean the version.
        let mut met = Vec::new();
        for class in &mut classes {
            if let Some(&(version, place)) = self.versioned.get(&class.name) {
                class.prefix = self.version_prefix(version);
                class.place = place;
                met.push(Arc::clone(&class.name));
            }
        }
        met.iter().for_each(|name| {
            self.versioned.remove(name);
        });
        for (name, (version, place)) in std::mem::take(&mut self.versioned) {
            let prefix = self.version_prefix(version);
            classes.push(Class { name, prefix, place });
        }
        classes.append(&mut self.application);
        (classes, self.prefixes)
    }

    fn version_prefix(&mut self, version: u32) -> u32 {
        let text = format!("{VERSIONS}{version}/");
        let known = self.prefixes.iter().position(|prefix| prefix.text == text);
        known.unwrap_or_else(|| {
            self.prefixes.push(Prefix::plain(text));
            self.prefixes.len() - 1
        }) as u32
    }
}

/// The name and place of an entry that could matter, an error for one that must not be used.
pub(super) fn usable<'a>(
    entry: &Entry<'a>,
    origin: &str,
) -> Result<Option<(&'a str, ZipPlace)>, SourceError> {
    let fail = |why: &str| {
        let name = String::from_utf8_lossy(entry.name);
        SourceError::new(format!("{origin}!/{name}"), why)
    };
    if let Some(danger) = entry_name::danger(entry.name) {
        return Err(fail(danger));
    }
    let wanted = entry_name::is_class(entry.name)
        || is_jar(entry.name)
        || entry.name.eq_ignore_ascii_case(b"META-INF/MANIFEST.MF");
    if !wanted {
        return Ok(None);
    }
    let name = std::str::from_utf8(entry.name).map_err(|_| fail("has a name that is not UTF-8"))?;
    let place = entry.place.as_ref().map_err(|why| fail(why))?;
    Ok(Some((name, *place)))
}

/// The class at `path`, which is what is left of the entry's `name` after its prefix.
fn class(
    path: &str,
    prefix: u32,
    place: ZipPlace,
    name: &str,
    origin: &str,
) -> Result<Option<Class>, SourceError> {
    // META-INF is no package, so the JVM finds nothing under it by class name.
    if !entry_name::is_class(path.as_bytes()) || path.starts_with("META-INF/") {
        return Ok(None);
    }
    match entry_name::class_name(path) {
        Ok(class) => Ok(Some(Class { name: Arc::from(class), prefix, place })),
        Err(why) => Err(SourceError::new(format!("{origin}!/{name}"), why)),
    }
}

/// `9`, `11`, ... as the JVM would spell them when it looks: no sign, no leading zero.
fn version_number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    plain.then(|| text.parse().ok()).flatten()
}

fn is_jar(name: &[u8]) -> bool {
    name.len() > 4 && name[name.len() - 4..].eq_ignore_ascii_case(b".jar")
}

fn is_jar_in(name: &str, directory: &str) -> bool {
    let file = name.strip_prefix(directory);
    file.is_some_and(|file| is_jar(file.as_bytes()) && !file.contains('/'))
}
