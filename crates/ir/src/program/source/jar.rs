//! Jars, multi-release jars, jars and wars with jars inside, and jmods.

use std::path::Path;

use super::archive::{Archive, ZipPlace};
use super::bytes::Bytes;
use super::container::Store;
use super::error::SourceError;
use super::jar_contents::{Class, Contents, usable};
use super::manifest::{self, Manifest};
use super::opener::Opener;

/// Lists a jar and the jars inside it; returns the URLs of its manifest's `Class-Path`.
///
/// `depth` is how many jars are around this one. The `Class-Path` of nested jars leads nowhere: they have
/// no directory around them.
pub(super) fn open(
    opener: &mut Opener,
    origin: String,
    bytes: Bytes,
    depth: u32,
) -> Result<Vec<String>, SourceError> {
    let archive = Archive::open(&origin, bytes)?;
    let manifest = read_manifest(opener, &archive, &origin)?;
    let release = manifest.multi_release.then_some(opener.release);
    let mut contents = Contents::new(release);
    for entry in archive.entries(&origin) {
        if let Err(error) = contents.sort(&entry?, &origin) {
            opener.skip(error);
        }
    }
    let nested = nested_jars(opener, &archive, &origin, &contents.nested, depth);
    list(opener, origin, archive, contents);
    for (origin, bytes) in nested {
        if let Err(error) = open(opener, origin, bytes, depth + 1) {
            opener.skip(error);
        }
    }
    Ok(manifest.class_path)
}

/// Lists the classes of a `.jmod`: four bytes of header, then an archive with `classes/`.
pub(super) fn open_jmod(
    opener: &mut Opener,
    origin: String,
    path: &Path,
    bytes: &Bytes,
) -> Result<(), SourceError> {
    let version = bytes.as_ref().get(2..4).unwrap_or_default();
    if version != [1, 0] {
        let problem = format!("jmod version {version:?}, expected [1, 0]");
        return Err(SourceError::at(origin, 2, problem));
    }
    let zip = bytes.part(4..bytes.len() as u64);
    let zip = zip.ok_or_else(|| SourceError::at(origin.as_str(), 4, "no archive follows"))?;
    let archive = Archive::open(&origin, zip)?;
    // The JDK names each jmod after its module; asking module-info would mean parsing it.
    let module = path.file_stem().map(|stem| stem.to_string_lossy().into());
    let mut contents = Contents::of_jmod(module);
    for entry in archive.entries(&origin) {
        if let Err(error) = contents.sort_jmod(&entry?, &origin) {
            opener.skip(error);
        }
    }
    list(opener, origin, archive, contents);
    Ok(())
}

/// The manifest; one that cannot be read costs its attributes but not the jar.
fn read_manifest(
    opener: &mut Opener,
    archive: &Archive,
    origin: &str,
) -> Result<Manifest, SourceError> {
    for entry in archive.entries(origin) {
        let entry = entry?;
        if !entry.name.eq_ignore_ascii_case(b"META-INF/MANIFEST.MF") {
            continue;
        }
        let read = usable(&entry, origin).and_then(|usable| match usable {
            Some((name, place)) => {
                let origin = || format!("{origin}!/{name}");
                archive.read(place, opener.limits.class_bytes, &origin)
            }
            None => Ok(Default::default()),
        });
        return Ok(match read {
            Ok(text) => manifest::parse(&text),
            Err(error) => {
                opener.skip(error);
                Manifest::default()
            }
        });
    }
    Ok(Manifest::default())
}

/// The bytes of the jars inside a jar, with their origins.
fn nested_jars(
    opener: &mut Opener,
    archive: &Archive,
    origin: &str,
    nested: &[(String, ZipPlace)],
    depth: u32,
) -> Vec<(String, Bytes)> {
    let mut jars = Vec::new();
    let mut stored = 0;
    for (name, place) in nested {
        let origin = format!("{origin}!/{name}");
        let jar = if depth >= opener.limits.nesting {
            let problem =
                format!("lies in {} jars, expected at most {}", depth + 1, opener.limits.nesting);
            Err(SourceError::new(origin.as_str(), problem))
        } else if place.deflated {
            inflated_jar(opener, archive, *place, &origin)
        } else {
            stored_jar(archive, *place, &origin, &mut stored)
        };
        match jar {
            Ok(bytes) => jars.push((origin, bytes)),
            Err(error) => opener.skip(error),
        }
    }
    jars
}

fn inflated_jar(
    opener: &mut Opener,
    archive: &Archive,
    place: ZipPlace,
    origin: &str,
) -> Result<Bytes, SourceError> {
    let left = opener.limits.nested_bytes.saturating_sub(opener.inflated);
    let bytes = archive.read(place, left, &|| origin.to_owned())?;
    opener.inflated += bytes.len() as u64;
    Ok(Bytes::owned(bytes.into_owned()))
}

/// A stored jar is used where it lies. Its CRC is not checked, which would read all of it; that of each
/// class in it is, when the class is read.
fn stored_jar(
    archive: &Archive,
    place: ZipPlace,
    origin: &str,
    stored: &mut u64,
) -> Result<Bytes, SourceError> {
    let bytes = archive.stored_part(place, origin)?;
    *stored += bytes.len() as u64;
    // Entries that share their bytes would multiply without end at each level of nesting.
    if *stored > archive.len() {
        let problem = "overlaps other nested jars: together they exceed the archive around them";
        return Err(SourceError::new(origin, problem));
    }
    Ok(bytes)
}

fn list(opener: &mut Opener, origin: String, archive: Archive, contents: Contents) {
    let (classes, prefixes) = contents.finish();
    let places = classes.iter().map(|class| class.place).collect();
    let container = opener.add_container(origin, Store::Zip { archive, places }, prefixes);
    opener.classes.reserve(classes.len());
    for (place, Class { name, prefix, .. }) in classes.into_iter().enumerate() {
        opener.add_class(name, container, prefix, place as u32);
    }
}
