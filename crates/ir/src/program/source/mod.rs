//! Where class bytes come from: directories, jars, nested jars, jmods, JDK images.
//!
//! Opening reads names only; bytes are mapped and read when asked for. Nothing here fails as a whole: what
//! cannot be opened is listed in [`ClassPath::skipped`], and what cannot be read is a [`SourceError`].
//! All input is taken to be hostile: sizes are capped ([`Limits`]) before memory is taken, and names
//! from archives never become paths.

mod archive;
mod bytes;
mod class_header;
mod compact_cp;
mod container;
mod directory;
mod entry_name;
mod error;
mod inflate;
mod jar;
mod jar_contents;
mod jimage;
mod limits;
mod manifest;
mod mapped;
mod opener;
mod wildcard;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

pub use error::{Skipped, SourceError};
pub use limits::Limits;
pub use wildcard::split_class_path;

use super::jdk::Jdk;
use container::{Container, Listed};
use opener::Opener;

/// An ordered list of opened entries with an index of their classes.
pub struct ClassPath {
    containers: Vec<Container>,
    classes: Vec<Listed>,
    /// The first class of each name.
    index: FxHashMap<Arc<str>, u32>,
    skipped: Vec<Skipped>,
    limits: Limits,
}

/// Where one class is, in the class path that gave this out and in no other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassLocation(u32);

/// How to open a class path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenOptions {
    /// The Java release whose view of multi-release jars is taken.
    pub release: u32,
    /// Caps on sizes and numbers.
    pub limits: Limits,
}

impl ClassPath {
    /// Opens entries in order: directories, jars, `lib/*`, class files, jmods, images. `release` chooses
    /// among the versions in multi-release jars. What cannot be opened is in [`ClassPath::skipped`].
    pub fn open<P: AsRef<Path>>(entries: &[P], release: u32) -> ClassPath {
        let limits = Limits::default();
        ClassPath::open_with(None, entries, &OpenOptions { release, limits })
    }

    /// Opens a JDK's classes and then the entries, which is the order in which the JVM looks.
    /// The release is the JDK's own.
    pub fn open_with_jdk<P: AsRef<Path>>(jdk: &Jdk, entries: &[P]) -> ClassPath {
        let options = OpenOptions { release: jdk.feature, limits: Limits::default() };
        ClassPath::open_with(Some(jdk), entries, &options)
    }

    /// Opens a JDK's classes, if one is given, and then the entries.
    pub fn open_with<P: AsRef<Path>>(
        jdk: Option<&Jdk>,
        entries: &[P],
        options: &OpenOptions,
    ) -> ClassPath {
        let mut opener = Opener::new(options.release, options.limits.clone());
        if let Some(jdk) = jdk {
            opener.open_all(jdk.class_containers(), true);
        }
        let entries: Vec<PathBuf> = entries.iter().map(|path| path.as_ref().to_owned()).collect();
        opener.open_all(entries, false);
        ClassPath::of(opener)
    }

    fn of(mut opener: Opener) -> ClassPath {
        let skipped = opener.take_skipped();
        let mut classes = opener.classes;
        let mut index = FxHashMap::default();
        index.reserve(classes.len());
        // Backwards, so that the first class of a name stays and leads to the later ones.
        for (number, class) in classes.iter_mut().enumerate().rev() {
            class.next = index.insert(Arc::clone(&class.name), number as u32);
        }
        ClassPath { containers: opener.containers, classes, index, skipped, limits: opener.limits }
    }

    /// The class that the JVM would load for an internal name (`java/lang/Object`): the first.
    pub fn find(&self, internal_name: &str) -> Option<ClassLocation> {
        self.index.get(internal_name).copied().map(ClassLocation)
    }

    /// All classes of a name, the one that counts first.
    pub fn find_all(&self, internal_name: &str) -> impl Iterator<Item = ClassLocation> + '_ {
        std::iter::successors(self.find(internal_name), |location| {
            self.listed(*location).next.map(ClassLocation)
        })
    }

    /// The bytes of a class: borrowed where they are stored plainly, owned where they were inflated.
    /// Checksums are verified where there are any.
    pub fn read(&self, location: ClassLocation) -> Result<Cow<'_, [u8]>, SourceError> {
        let class = self.listed(location);
        self.container(location).read(class, self.limits.class_bytes)
    }

    /// Every class with its name, later ones of the same name included, in an order that depends only
    /// on the files: entries as on the class path; in archives as their directory has them, in images as
    /// the content lies, in directories by path.
    pub fn classes(&self) -> impl ExactSizeIterator<Item = (ClassLocation, &str)> + '_ {
        let numbered = self.classes.iter().enumerate();
        numbered.map(|(number, class)| (ClassLocation(number as u32), &*class.name))
    }

    /// How many classes there are, later ones of the same name included.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there is no class at all.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// How many classes are hidden by an earlier one of the same name. `module-info` hides nothing: each
    /// module has its own.
    pub fn duplicates(&self) -> usize {
        let module_infos = self.find_all("module-info").count();
        self.classes.len() - self.index.len() - module_infos.saturating_sub(1)
    }

    /// The internal name of a class, taken from where it lies and not from its bytes.
    pub fn name(&self, location: ClassLocation) -> &str {
        &self.listed(location).name
    }

    /// Where a class lies, for people: `app.jar!/BOOT-INF/lib/x.jar!/com/acme/A.class`.
    pub fn origin(&self, location: ClassLocation) -> String {
        self.container(location).origin_of(self.listed(location))
    }

    /// The path, jar or nested jar that holds a class: `app.jar!/BOOT-INF/lib/x.jar`.
    pub fn container_origin(&self, location: ClassLocation) -> &str {
        &self.container(location).origin
    }

    /// The module of a class of a JDK image, or of a jmod by its file name.
    pub fn module(&self, location: ClassLocation) -> Option<&str> {
        let prefix = self.listed(location).prefix as usize;
        self.container(location).prefixes[prefix].module.as_deref()
    }

    /// Whether a class belongs to the JDK that the class path was opened with, rather than to the program.
    pub fn is_platform(&self, location: ClassLocation) -> bool {
        self.container(location).platform
    }

    /// What was left out, and why.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    fn listed(&self, location: ClassLocation) -> &Listed {
        &self.classes[location.0 as usize]
    }

    fn container(&self, location: ClassLocation) -> &Container {
        &self.containers[self.listed(location).container as usize]
    }
}
