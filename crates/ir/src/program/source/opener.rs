//! Opening a class path: what each path is, in which order, and what had to be left out.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::bytes::Bytes;
use super::class_header::this_class;
use super::container::{Container, Listed, Prefix, Store};
use super::entry_name;
use super::error::{Skipped, SourceError};
use super::jimage::{self, Image};
use super::limits::Limits;
use super::{directory, jar, wildcard};

/// Collects containers and classes in look-up order.
pub(super) struct Opener {
    pub release: u32,
    pub limits: Limits,
    pub containers: Vec<Container>,
    pub classes: Vec<Listed>,
    /// Bytes of nested jars inflated so far.
    pub inflated: u64,
    platform: bool,
    skipped: Vec<Skipped>,
    /// Skipped beyond the limit.
    uncounted: usize,
    /// Canonical paths: the JVM too opens each once, which also ends cycles between manifests.
    seen: FxHashSet<PathBuf>,
}

impl Opener {
    pub fn new(release: u32, limits: Limits) -> Opener {
        Opener {
            release,
            limits,
            containers: Vec::new(),
            classes: Vec::new(),
            inflated: 0,
            platform: false,
            skipped: Vec::new(),
            uncounted: 0,
            seen: FxHashSet::default(),
        }
    }

    /// Opens paths in order; what a jar's manifest asks for comes right after the jar.
    pub fn open_all(&mut self, paths: Vec<PathBuf>, platform: bool) {
        self.platform = platform;
        // Each with the jar whose manifest asked for it, if one did.
        let mut waiting: VecDeque<(PathBuf, Option<Rc<Path>>)> =
            paths.into_iter().map(|path| (path, None)).collect();
        while let Some((path, asked_by)) = waiting.pop_front() {
            let found = match wildcard::parent(&path) {
                // A manifest has URLs, in which `*` means nothing.
                Some(parent) if asked_by.is_none() => wildcard::jars(&parent),
                _ => self.open(&path),
            };
            match found {
                Ok(next) => {
                    let asking = path.is_file().then(|| Rc::from(path));
                    let next = next.into_iter().rev().map(|path| (path, asking.clone()));
                    next.for_each(|next| waiting.push_front(next));
                }
                Err(mut error) => {
                    if let Some(jar) = asked_by {
                        let jar = jar.display();
                        error.problem += &format!(" (in the Class-Path of {jar}'s manifest)");
                    }
                    self.skip(error);
                }
            }
        }
    }

    /// Opens one path and returns the paths that it brings along.
    fn open(&mut self, path: &Path) -> Result<Vec<PathBuf>, SourceError> {
        let origin = path.display().to_string();
        let fail = |error: std::io::Error| SourceError::new(origin.as_str(), error.to_string());
        let canonical = path.canonicalize().map_err(fail)?;
        if !self.seen.insert(canonical) {
            return Ok(Vec::new());
        }
        if path.is_dir() {
            return directory::open(self, path);
        }
        let bytes = Bytes::map(path).map_err(fail)?;
        match bytes.as_ref() {
            [0xCA, 0xFE, 0xBA, 0xBE, ..] => self.open_class(origin, path, &bytes).map(|()| vec![]),
            [b'J', b'M', ..] => jar::open_jmod(self, origin, path, &bytes).map(|()| vec![]),
            start if jimage::is_image(start) => self.open_image(origin, bytes).map(|()| vec![]),
            _ => {
                let urls = jar::open(self, origin.clone(), bytes, 0)?;
                Ok(self.manifest_paths(&origin, path, &urls))
            }
        }
    }

    fn open_class(
        &mut self,
        origin: String,
        path: &Path,
        bytes: &Bytes,
    ) -> Result<(), SourceError> {
        let name = this_class(bytes.as_ref())
            .map_err(|(offset, problem)| SourceError::at(origin.as_str(), offset, problem))?;
        entry_name::check(name)
            .map_err(|why| SourceError::new(origin.as_str(), format!("its class {why}")))?;
        let container =
            self.add_container(origin, Store::File(path.to_owned()), vec![Prefix::none()]);
        self.add_class(Arc::from(name), container, 0, 0);
        Ok(())
    }

    fn open_image(&mut self, origin: String, bytes: Bytes) -> Result<(), SourceError> {
        let image = Image::open(origin.clone(), bytes)?;
        let listing = image.list()?;
        let prefixes = listing
            .modules
            .into_iter()
            .map(|module| Prefix { text: format!("{module}/"), module: Some(module) });
        let places = listing.classes.iter().map(|class| class.place).collect();
        let store = Store::Image { image, places };
        let container = self.add_container(origin, store, prefixes.collect());
        self.classes.reserve(listing.classes.len());
        for (place, class) in listing.classes.into_iter().enumerate() {
            self.add_class(class.name, container, class.module, place as u32);
        }
        Ok(())
    }

    /// The files that a manifest's `Class-Path` means, relative to the jar.
    fn manifest_paths(&mut self, origin: &str, jar: &Path, urls: &[String]) -> Vec<PathBuf> {
        let directory = jar.parent().unwrap_or(Path::new(""));
        let mut paths = Vec::new();
        for url in urls {
            match super::manifest::path_of_url(url) {
                Ok(path) => paths.push(directory.join(path)),
                Err(why) => self.skip(SourceError::new(origin, why)),
            }
        }
        paths
    }

    pub fn add_container(&mut self, origin: String, store: Store, prefixes: Vec<Prefix>) -> u32 {
        self.containers.push(Container { origin, platform: self.platform, prefixes, store });
        (self.containers.len() - 1) as u32
    }

    pub fn add_class(&mut self, name: Arc<str>, container: u32, prefix: u32, place: u32) {
        if self.classes.len() >= self.limits.classes {
            let what = self.containers[container as usize].origin.as_str();
            let why = format!(
                "holds class {name} beyond the {} that are listed at most",
                self.limits.classes
            );
            return self.skip(SourceError::new(what, why));
        }
        self.classes.push(Listed { name, container, prefix, place, next: None });
    }

    pub fn skip(&mut self, skipped: impl Into<Skipped>) {
        if self.skipped.len() < self.limits.skipped {
            self.skipped.push(skipped.into());
        } else {
            self.uncounted += 1;
        }
    }

    /// What was skipped, with a last line for those beyond the limit.
    pub fn take_skipped(&mut self) -> Vec<Skipped> {
        let mut skipped = std::mem::take(&mut self.skipped);
        if self.uncounted > 0 {
            skipped.push(Skipped {
                what: format!("{} more", self.uncounted),
                why: format!("only the first {} are listed", self.limits.skipped),
            });
        }
        skipped
    }
}

impl Prefix {
    /// Nothing before the class name.
    pub fn none() -> Prefix {
        Prefix::plain("")
    }

    /// A prefix that says nothing about a module.
    pub fn plain(text: impl Into<String>) -> Prefix {
        Prefix { text: text.into(), module: None }
    }
}
