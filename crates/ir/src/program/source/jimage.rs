//! Reads `lib/modules`, the image that holds the JDK's classes since Java 9.
//!
//! Our own reader rather than the `jimage-rs` crate (0.0.5): that one slices its map by unchecked offsets,
//! so a damaged image panics; it maps the file itself; it hands out names in four pieces and finds
//! content only by composing and hashing the whole name again; it cannot undo `compact-cp`; and it brings
//! clap, snafu and flate2.
//!
//! Layout, in the byte order of the machine it was made for: a header of seven words, a redirect table,
//! a table of offsets into the locations, the locations, the strings, the content. A location is a
//! list of attributes, each a byte (kind in the upper five bits, length less one in the lower three)
//! and a big-endian number. The redirect table serves hashed look-up, which our own index replaces.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bytes::Bytes;
use super::compact_cp;
use super::entry_name;
use super::error::SourceError;
use super::inflate::{Wrapping, inflate};

const MAGIC: u32 = 0xCAFE_DADA;
const RESOURCE_MAGIC: u32 = 0xCAFE_FAFA;
const HEADER_SIZE: u64 = 28;
const RESOURCE_HEADER_SIZE: usize = 29;
/// `jlink` stacks at most two compressors; more is a loop or an attack.
const MAX_LAYERS: u32 = 4;

/// An opened image: where its tables are.
pub(super) struct Image {
    bytes: Bytes,
    origin: String,
    big_endian: bool,
    offsets: Range<usize>,
    locations: Range<usize>,
    strings: Range<usize>,
}

/// Where one resource's content lies.
#[derive(Clone, Copy)]
pub(super) struct ImagePlace {
    /// From the start of the content.
    offset: u64,
    /// Bytes as stored when compressed; zero when not.
    compressed: u64,
    uncompressed: u64,
}

/// A class of an image, as listed.
pub(super) struct ImageClass {
    pub name: Arc<str>,
    /// Index into the listing's modules.
    pub module: u32,
    pub place: ImagePlace,
}

/// All classes of an image, in the order in which their content lies.
pub(super) struct Listing {
    pub modules: Vec<String>,
    pub classes: Vec<ImageClass>,
}

/// Whether these bytes start like an image, of either byte order.
pub(super) fn is_image(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC.to_be_bytes()) || bytes.starts_with(&MAGIC.to_le_bytes())
}

impl Image {
    /// Reads the header and checks that the tables lie within the file.
    pub fn open(origin: String, bytes: Bytes) -> Result<Image, SourceError> {
        let data = bytes.as_ref();
        let big_endian = data.starts_with(&MAGIC.to_be_bytes());
        if !is_image(data) {
            return Err(SourceError::at(origin, 0, "no image magic, expected 0xcafedada"));
        }
        let field = |index: usize| {
            word(data, index * 4, big_endian).ok_or_else(|| {
                let problem = format!("the file ends within the header of {HEADER_SIZE} bytes");
                SourceError::at(origin.clone(), data.len() as u64, problem)
            })
        };
        let (major, minor) = (field(1)? >> 16, field(1)? & 0xffff);
        if major != 1 {
            let problem = format!("image version {major}.{minor}, expected 1.x (Java 9 or later)");
            return Err(SourceError::at(origin, 4, problem));
        }
        let table = u64::from(field(4)?) * 4;
        let offsets = HEADER_SIZE + table;
        let locations = offsets + table;
        let strings = locations + u64::from(field(5)?);
        let content = strings + u64::from(field(6)?);
        if content > data.len() as u64 {
            let problem = format!(
                "the header claims tables up to offset {content:#x}, but the file has {:#x} bytes",
                data.len()
            );
            return Err(SourceError::at(origin, 16, problem));
        }
        // All of these are at most the length of `data`, so they fit.
        let range = |start: u64, end: u64| start as usize..end as usize;
        Ok(Image {
            big_endian,
            offsets: range(offsets, locations),
            locations: range(locations, strings),
            strings: range(strings, content),
            origin,
            bytes,
        })
    }

    /// Lists all classes. One damaged location fails the whole image: no JDK runs from such a file.
    pub fn list(&self) -> Result<Listing, SourceError> {
        let mut modules = Modules::default();
        let mut classes = Vec::new();
        let mut class_extension = None;
        let mut name = String::new();
        // Locations may share strings, so a small file can spell out an enormous number of long names. An
        // honest class contains its own name, and module names are short, so names never outgrow the image.
        let mut name_bytes = 0;
        for slot in self.offsets.clone().step_by(4) {
            let location = self.location(slot)?;
            if class_extension != Some(location.extension) {
                if self.string(location.extension)? != "class" {
                    continue;
                }
                class_extension = Some(location.extension);
            }
            let parent = self.string(location.parent)?;
            name.clear();
            name.push_str(parent);
            if !parent.is_empty() {
                name.push('/');
            }
            name.push_str(self.string(location.base)?);
            if name.starts_with("META-INF/") {
                continue;
            }
            if let Err(why) = entry_name::check(&name) {
                let problem = format!("the location's class {why}");
                return Err(self.error(slot, problem));
            }
            let module = modules.number(location.module, self)?;
            name_bytes += name.len() + self.string(location.module)?.len();
            if name_bytes > self.bytes.len() {
                let problem = "the names of the locations are longer than the whole image";
                return Err(self.error(self.strings.start, problem));
            }
            classes.push(ImageClass {
                name: Arc::from(name.as_str()),
                module,
                place: location.place,
            });
        }
        // The table is in hash order; reading in content order reads the file from front to back.
        classes.sort_by(|a, b| (a.place.offset, &a.name).cmp(&(b.place.offset, &b.name)));
        Ok(Listing { modules: modules.names, classes })
    }

    /// The content at `place`: borrowed when stored plainly. `origin` names the resource in errors.
    pub fn read(
        &self,
        place: ImagePlace,
        cap: u64,
        origin: &dyn Fn() -> String,
    ) -> Result<Cow<'_, [u8]>, SourceError> {
        let content = &self.bytes.as_ref()[self.strings.end..];
        let position = (self.strings.end as u64).saturating_add(place.offset);
        let fail = |problem: String| SourceError::at(origin(), position, problem);
        if place.uncompressed > cap {
            let claimed = place.uncompressed;
            return Err(fail(format!("claims {claimed} bytes, expected at most {cap}")));
        }
        let stored = match place.compressed {
            0 => place.uncompressed,
            compressed => compressed,
        };
        let end = place.offset.checked_add(stored);
        let stored = usize::try_from(place.offset)
            .ok()
            .zip(end.and_then(|end| usize::try_from(end).ok()))
            .and_then(|(start, end)| content.get(start..end))
            .ok_or_else(|| {
                fail(format!("claims {stored} bytes, more than the image has from there"))
            })?;
        if place.compressed == 0 {
            return Ok(Cow::Borrowed(stored));
        }
        let out = self.decompress(stored, cap).map_err(fail)?;
        if out.len() as u64 != place.uncompressed {
            return Err(fail(format!(
                "decompresses to {} bytes, expected {}",
                out.len(),
                place.uncompressed
            )));
        }
        Ok(Cow::Owned(out))
    }

    /// Takes off one compression after the other while the content starts with a resource header.
    fn decompress(&self, stored: &[u8], cap: u64) -> Result<Vec<u8>, String> {
        let mut content = Cow::Borrowed(stored);
        for _ in 0..MAX_LAYERS {
            if word(&content, 0, self.big_endian) != Some(RESOURCE_MAGIC) {
                return match content {
                    Cow::Owned(out) => Ok(out),
                    Cow::Borrowed(_) => Err(format!(
                        "compressed content without a resource header, expected {RESOURCE_MAGIC:#x}"
                    )),
                };
            }
            content = Cow::Owned(self.decompress_layer(&content, cap)?);
        }
        Err(format!("compressed more than {MAX_LAYERS} times over, expected at most twice"))
    }

    fn decompress_layer(&self, content: &[u8], cap: u64) -> Result<Vec<u8>, String> {
        let short = || "the content ends within its resource header".to_owned();
        let long = |at| long_word(content, at, self.big_endian).ok_or_else(short);
        let (compressed, claimed) = (long(4)?, long(12)?);
        let method = word(content, 20, self.big_endian).ok_or_else(short)?;
        let body = content.get(RESOURCE_HEADER_SIZE..).ok_or_else(short)?;
        let body = usize::try_from(compressed)
            .ok()
            .and_then(|compressed| body.get(..compressed))
            .ok_or_else(|| {
            format!("the resource header claims {compressed} bytes, but {} follow", body.len())
        })?;
        let string = |offset: u32| {
            let string = self.string_bytes(u64::from(offset));
            string.map_err(|error| error.problem)
        };
        match string(method)? {
            b"zip" => inflate(body, Wrapping::Zlib, claimed, cap),
            b"compact-cp" => compact_cp::expand(body, claimed, cap, &string),
            other => Err(format!(
                "compressed with `{}`, expected `zip` or `compact-cp`",
                String::from_utf8_lossy(other)
            )),
        }
    }

    /// The location that the offset table has at byte `slot` of the file.
    fn location(&self, slot: usize) -> Result<Location, SourceError> {
        let data = self.bytes.as_ref();
        let start = word(data, slot, self.big_endian).unwrap_or(u32::MAX) as usize;
        let locations = &data[self.locations.clone()];
        let end = || {
            let problem = format!(
                "location {start:#x} runs past the {:#x} bytes of locations",
                locations.len()
            );
            self.error(slot, problem)
        };
        let mut location = Location::default();
        let mut at = start;
        loop {
            let attribute = *locations.get(at).ok_or_else(end)?;
            let length = usize::from(attribute & 7) + 1;
            let kind = attribute >> 3;
            if kind == 0 {
                return Ok(location);
            }
            let bytes = locations.get(at + 1..at + 1 + length).ok_or_else(end)?;
            let value = bytes.iter().fold(0, |value: u64, &byte| value << 8 | u64::from(byte));
            match kind {
                1 => location.module = value,
                2 => location.parent = value,
                3 => location.base = value,
                4 => location.extension = value,
                5 => location.place.offset = value,
                6 => location.place.compressed = value,
                7 => location.place.uncompressed = value,
                // Later versions add kinds that finding classes does not need.
                _ => {}
            }
            at += 1 + length;
        }
    }

    /// A string that is part of a name. Modified UTF-8, which the image uses, differs from UTF-8 only in
    /// NUL and in characters that no JDK name has.
    fn string(&self, offset: u64) -> Result<&str, SourceError> {
        let bytes = self.string_bytes(offset)?;
        std::str::from_utf8(bytes).map_err(|_| self.string_error(offset, "string is not UTF-8"))
    }

    fn string_bytes(&self, offset: u64) -> Result<&[u8], SourceError> {
        let strings = &self.bytes.as_ref()[self.strings.clone()];
        let tail =
            usize::try_from(offset).ok().and_then(|offset| strings.get(offset..)).ok_or_else(
                || self.string_error(offset, "string past the end of the image's strings"),
            )?;
        let window = &tail[..tail.len().min(entry_name::MAX_NAME + 1)];
        let length = window.iter().position(|&byte| byte == 0).ok_or_else(|| {
            self.string_error(offset, "string without an end, expected NUL within 65536 bytes")
        })?;
        Ok(&window[..length])
    }

    fn string_error(&self, offset: u64, problem: &str) -> SourceError {
        let at = (self.strings.start as u64).saturating_add(offset);
        SourceError::at(self.origin.clone(), at, problem)
    }

    fn error(&self, at: usize, problem: impl Into<String>) -> SourceError {
        SourceError::at(self.origin.clone(), at as u64, problem)
    }
}

struct Location {
    module: u64,
    parent: u64,
    base: u64,
    extension: u64,
    place: ImagePlace,
}

impl Default for Location {
    /// An absent attribute is zero, which for strings is the empty string.
    fn default() -> Location {
        Location {
            module: 0,
            parent: 0,
            base: 0,
            extension: 0,
            place: ImagePlace { offset: 0, compressed: 0, uncompressed: 0 },
        }
    }
}

/// Numbers modules by the offset of their name: strings of an image are unique.
#[derive(Default)]
struct Modules {
    names: Vec<String>,
    numbers: FxHashMap<u64, u32>,
}

impl Modules {
    fn number(&mut self, offset: u64, image: &Image) -> Result<u32, SourceError> {
        if let Some(&number) = self.numbers.get(&offset) {
            return Ok(number);
        }
        let number = self.names.len() as u32;
        self.names.push(image.string(offset)?.to_owned());
        self.numbers.insert(offset, number);
        Ok(number)
    }
}

fn word(data: &[u8], at: usize, big_endian: bool) -> Option<u32> {
    let bytes = data.get(at..at.checked_add(4)?)?.try_into().ok()?;
    Some(match big_endian {
        true => u32::from_be_bytes(bytes),
        false => u32::from_le_bytes(bytes),
    })
}

fn long_word(data: &[u8], at: usize, big_endian: bool) -> Option<u64> {
    let bytes = data.get(at..at.checked_add(8)?)?.try_into().ok()?;
    Some(match big_endian {
        true => u64::from_be_bytes(bytes),
        false => u64::from_le_bytes(bytes),
    })
}
