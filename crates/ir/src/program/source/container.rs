//! One place that holds classes, once opened: how to read from it and what to call what it holds.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::{Archive, ZipPlace};
use super::error::SourceError;
use super::jimage::{Image, ImagePlace};

/// A directory, class file, jar, nested jar, jmod or image.
pub(super) struct Container {
    /// How reports call it: `app.jar!/BOOT-INF/lib/x.jar`.
    pub origin: String,
    /// Whether it belongs to the JDK rather than to the program.
    pub platform: bool,
    /// What stands before the class name in the names of its entries, shared by many classes.
    pub prefixes: Vec<Prefix>,
    pub store: Store,
}

/// `BOOT-INF/classes/`, `META-INF/versions/11/`, or in an image `java.base/`.
pub(super) struct Prefix {
    pub text: String,
    pub module: Option<String>,
}

/// Where the bytes are. Classes refer to `places` by index.
pub(super) enum Store {
    Directory(PathBuf),
    File(PathBuf),
    Zip { archive: Archive, places: Vec<ZipPlace> },
    Image { image: Image, places: Vec<ImagePlace> },
}

/// One class of a container.
pub(super) struct Listed {
    pub name: Arc<str>,
    pub container: u32,
    /// Index into the container's prefixes.
    pub prefix: u32,
    /// Index into the store's places, where it has any.
    pub place: u32,
    /// The next class of the same name in look-up order.
    pub next: Option<u32>,
}

impl Container {
    /// How reports call one of its classes.
    pub fn origin_of(&self, class: &Listed) -> String {
        let origin = &self.origin;
        match &self.store {
            Store::File(_) => origin.clone(),
            Store::Directory(root) => class_file(root, &class.name).display().to_string(),
            Store::Zip { .. } | Store::Image { .. } => {
                let prefix = &self.prefixes[class.prefix as usize].text;
                format!("{origin}!/{prefix}{}.class", class.name)
            }
        }
    }

    /// The bytes of one of its classes.
    pub fn read(&self, class: &Listed, cap: u64) -> Result<Cow<'_, [u8]>, SourceError> {
        let origin = || self.origin_of(class);
        let place = class.place as usize;
        match &self.store {
            Store::Directory(root) => read_file(&class_file(root, &class.name), cap),
            Store::File(path) => read_file(path, cap),
            Store::Zip { archive, places } => archive.read(places[place], cap, &origin),
            Store::Image { image, places } => image.read(places[place], cap, &origin),
        }
    }
}

fn class_file(root: &Path, name: &str) -> PathBuf {
    root.join(format!("{name}.class"))
}

/// Reads a small file whole: mapping one would cost more than copying it.
fn read_file<'a>(path: &Path, cap: u64) -> Result<Cow<'a, [u8]>, SourceError> {
    let origin = || path.display().to_string();
    let fail = |error: std::io::Error| SourceError::new(origin(), error.to_string());
    let metadata = std::fs::metadata(path).map_err(fail)?;
    if !metadata.is_file() {
        return Err(SourceError::new(origin(), "not a regular file"));
    }
    let too_long = |length| {
        let problem = format!("has {length} bytes, expected at most {cap}");
        SourceError::at(origin(), cap, problem)
    };
    if metadata.len() > cap {
        return Err(too_long(metadata.len()));
    }
    // The file may grow between the question and the reading.
    let mut bytes = Vec::with_capacity(metadata.len() as usize);
    let mut capped = File::open(path).map_err(fail)?.take(cap + 1);
    capped.read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > cap {
        return Err(too_long(bytes.len() as u64));
    }
    Ok(Cow::Owned(bytes))
}
