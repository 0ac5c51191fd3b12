//! Makes class files, archives and images, sound ones and bad ones.

use std::path::{Path, PathBuf};

use libdeflater::{CompressionLvl, Compressor};
use redflag_ir::program::source::ClassPath;

/// The head of a class file named `name`; `mark` tells one from another.
pub fn class(name: &str, mark: &str) -> Vec<u8> {
    let mut bytes = b"\xca\xfe\xba\xbe\0\0\0\x34\0\x04\x07\0\x02".to_vec();
    for text in [name, mark] {
        bytes.push(1);
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend(b"\0\x21\0\x01\0\0\0\0\0\0\0\0\0\0");
    bytes
}

/// What the archive's directory says of an entry, and what there is.
#[derive(Clone)]
pub struct Entry {
    pub name: Vec<u8>,
    pub method: u16,
    pub flags: u16,
    pub crc: u32,
    pub claimed: u32,
    pub data: Vec<u8>,
    /// Point at the content of an earlier entry instead.
    pub same_as: Option<usize>,
}

pub fn stored(name: &str, content: impl AsRef<[u8]>) -> Entry {
    let content = content.as_ref();
    Entry {
        name: name.into(),
        method: 0,
        flags: 0,
        crc: libdeflater::crc32(content),
        claimed: content.len() as u32,
        data: content.to_vec(),
        same_as: None,
    }
}

pub fn deflated(name: &str, content: impl AsRef<[u8]>) -> Entry {
    let content = content.as_ref();
    let mut compressor = Compressor::new(CompressionLvl::default());
    let mut data = vec![0; compressor.deflate_compress_bound(content.len())];
    let length = compressor.deflate_compress(content, &mut data).expect("the bound suffices");
    data.truncate(length);
    Entry { method: 8, data, ..stored(name, content) }
}

pub fn manifest(lines: &str) -> Entry {
    deflated("META-INF/MANIFEST.MF", format!("Manifest-Version: 1.0\r\n{lines}\r\n"))
}

/// A zip archive.
pub fn zip(entries: &[Entry]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut offsets = Vec::new();
    for entry in entries {
        offsets.push(match entry.same_as {
            Some(other) => offsets[other],
            None => out.len() as u32,
        });
        if entry.same_as.is_none() {
            out.extend(b"PK\x03\x04\x14\0");
            out.extend(shared_header(entry));
            out.extend(&entry.name);
            out.extend(&entry.data);
        }
    }
    let directory = out.len() as u32;
    for (entry, offset) in entries.iter().zip(offsets) {
        out.extend(b"PK\x01\x02\x14\0\x14\0");
        out.extend(shared_header(entry));
        out.extend([0; 10]);
        out.extend(offset.to_le_bytes());
        out.extend(&entry.name);
    }
    let size = out.len() as u32 - directory;
    let count = (entries.len() as u16).to_le_bytes();
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count);
    out.extend(count);
    out.extend(size.to_le_bytes());
    out.extend(directory.to_le_bytes());
    out.extend([0; 2]);
    out
}

/// Flags to extra-field length, which local and directory headers have in common.
fn shared_header(entry: &Entry) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend(entry.flags.to_le_bytes());
    out.extend(entry.method.to_le_bytes());
    out.extend([0; 4]);
    out.extend(entry.crc.to_le_bytes());
    out.extend((entry.data.len() as u32).to_le_bytes());
    out.extend(entry.claimed.to_le_bytes());
    out.extend((entry.name.len() as u16).to_le_bytes());
    out.extend([0; 2]);
    out
}

/// A JDK image under construction.
pub struct ImageMaker {
    pub big_endian: bool,
    strings: Vec<u8>,
    locations: Vec<u8>,
    offsets: Vec<u32>,
    content: Vec<u8>,
}

impl ImageMaker {
    pub fn new(big_endian: bool) -> ImageMaker {
        ImageMaker {
            big_endian,
            strings: vec![0],
            locations: vec![0],
            offsets: vec![],
            content: vec![],
        }
    }

    pub fn string(&mut self, text: &str) -> u32 {
        let offset = self.strings.len() as u32;
        self.strings.extend(text.as_bytes());
        self.strings.push(0);
        offset
    }

    pub fn word(&self, value: u32) -> [u8; 4] {
        if self.big_endian { value.to_be_bytes() } else { value.to_le_bytes() }
    }

    pub fn long(&self, value: u64) -> [u8; 8] {
        if self.big_endian { value.to_be_bytes() } else { value.to_le_bytes() }
    }

    /// Adds a resource `/module/parent/base.extension`; `compressed` says that `content` is so.
    pub fn add(&mut self, name: [&str; 4], content: &[u8], compressed: bool, size: u64) {
        let [module, parent, base, extension] = name.map(|text| self.string(text));
        let offset = self.content.len() as u64;
        self.content.extend(content);
        let stored = if compressed { content.len() as u64 } else { 0 };
        self.offsets.push(self.locations.len() as u32);
        let strings = [module, parent, base, extension].map(u64::from);
        let values = strings.into_iter().chain([offset, stored, size]);
        for (kind, value) in (1u8..).zip(values) {
            self.locations.push(kind << 3 | 7);
            self.locations.extend(value.to_be_bytes());
        }
        self.locations.push(0);
    }

    /// Puts a resource header before compressed content.
    pub fn layer(&mut self, method: &str, content: &[u8], uncompressed: u64) -> Vec<u8> {
        let method = self.string(method);
        let mut out = self.word(0xCAFE_FAFA).to_vec();
        out.extend(self.long(content.len() as u64));
        out.extend(self.long(uncompressed));
        out.extend(self.word(method));
        out.extend(self.word(0));
        out.push(1);
        out.extend(content);
        out
    }

    pub fn finish(self) -> Vec<u8> {
        let mut out = Vec::new();
        let count = self.offsets.len() as u32;
        let sizes = [self.locations.len() as u32, self.strings.len() as u32];
        for value in [0xCAFE_DADA, 1 << 16, 0, count, count].into_iter().chain(sizes) {
            out.extend(self.word(value));
        }
        out.extend(vec![0; self.offsets.len() * 4]);
        for &offset in &self.offsets {
            out.extend(self.word(offset));
        }
        out.extend(self.locations);
        out.extend(self.strings);
        out.extend(self.content);
        out
    }
}

pub fn zlib(content: &[u8]) -> Vec<u8> {
    let mut compressor = Compressor::new(CompressionLvl::default());
    let mut data = vec![0; compressor.zlib_compress_bound(content.len())];
    let length = compressor.zlib_compress(content, &mut data).expect("the bound suffices");
    data.truncate(length);
    data
}

/// Writes files below a fresh directory.
pub fn files(files: &[(&str, Vec<u8>)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (name, content) in files {
        let path = directory.path().join(name);
        std::fs::create_dir_all(path.parent().expect("has a parent")).expect("made");
        std::fs::write(path, content).expect("written");
    }
    directory
}

/// Opens paths below `root` as Java 17 would.
pub fn open(root: &Path, entries: &[&str]) -> ClassPath {
    let entries: Vec<PathBuf> = entries.iter().map(|entry| root.join(entry)).collect();
    ClassPath::open(&entries, 17)
}

/// The bytes of the class that counts.
pub fn read(class_path: &ClassPath, name: &str) -> Vec<u8> {
    let location = class_path.find(name).unwrap_or_else(|| panic!("{name} is not listed"));
    class_path.read(location).unwrap_or_else(|error| panic!("{error}")).into_owned()
}

pub fn names(class_path: &ClassPath) -> Vec<&str> {
    class_path.classes().map(|(_, name)| name).collect()
}

/// The origin of the class that counts, without the directory it was made in.
pub fn origin(root: &Path, class_path: &ClassPath, name: &str) -> String {
    let location = class_path.find(name).unwrap_or_else(|| panic!("{name} is not listed"));
    strip(root, &class_path.origin(location))
}

/// `what: why` of everything skipped, without the directory it was made in.
pub fn skipped(root: &Path, class_path: &ClassPath) -> Vec<String> {
    class_path.skipped().iter().map(|skipped| strip(root, &skipped.to_string())).collect()
}

fn strip(root: &Path, text: &str) -> String {
    text.replace(&format!("{}/", root.display()), "")
}
