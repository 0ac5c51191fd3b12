//! Writes archives of uncompressed entries: the JVM reads them fastest, and nothing here needs them
//! small.

use std::io::{self, Write};

/// An archive under way.
pub struct StoredZip<W> {
    out: W,
    offset: u32,
    entries: u16,
    directory: Vec<u8>,
}

/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
const VERSION: u16 = 10;
/// Midnight of the first day that zip can say, so that the same content gives the same bytes.
const TIME_AND_DATE: u32 = 1 << 21 | 1 << 16;

impl<W: Write> StoredZip<W> {
    pub fn new(out: W) -> StoredZip<W> {
        StoredZip { out, offset: 0, entries: 0, directory: Vec::new() }
    }

    /// Adds an entry. An archive without zip64 ends at 65,535 entries and 4 GiB, which is an error.
    pub fn add(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        let name_length = u16::try_from(name.len()).map_err(|_| too_large())?;
        let size = u32::try_from(content.len()).map_err(|_| too_large())?;
        let entries = self.entries.checked_add(1).ok_or_else(too_large)?;
        let crc = libdeflater::crc32(content);

        let mut shared = Vec::new();
        push_u16(&mut shared, VERSION);
        push_u16(&mut shared, FLAGS);
        push_u16(&mut shared, 0); // stored
        push_u32(&mut shared, TIME_AND_DATE);
        push_u32(&mut shared, crc);
        push_u32(&mut shared, size);
        push_u32(&mut shared, size);
        push_u16(&mut shared, name_length);
        push_u16(&mut shared, 0); // no extra field

        self.directory.extend(b"PK\x01\x02");
        push_u16(&mut self.directory, VERSION);
        self.directory.extend(&shared);
        // No comment, first disk, no attributes.
        self.directory.extend([0; 10]);
        push_u32(&mut self.directory, self.offset);
        self.directory.extend(name.as_bytes());

        self.out.write_all(b"PK\x03\x04")?;
        self.out.write_all(&shared)?;
        self.out.write_all(name.as_bytes())?;
        self.out.write_all(content)?;
        let length = 4 + shared.len() + name.len() + content.len();
        let end = u32::try_from(length).ok().and_then(|length| self.offset.checked_add(length));
        self.offset = end.ok_or_else(too_large)?;
        self.entries = entries;
        Ok(())
    }

    /// Writes the directory and gives back what was written to.
    pub fn finish(mut self) -> io::Result<W> {
        let mut end = b"PK\x05\x06".to_vec();
        end.extend([0; 4]);
        push_u16(&mut end, self.entries);
        push_u16(&mut end, self.entries);
        let size = u32::try_from(self.directory.len()).map_err(|_| too_large())?;
        push_u32(&mut end, size);
        push_u32(&mut end, self.offset);
        push_u16(&mut end, 0);
        self.out.write_all(&self.directory)?;
        self.out.write_all(&end)?;
        self.out.flush()?;
        Ok(self.out)
    }
}

fn too_large() -> io::Error {
    io::Error::other("the archive is larger than the zip format allows")
}

fn push_u16(bytes: &mut Vec<u8>, value: u16) {
    bytes.extend(value.to_le_bytes());
}

fn push_u32(bytes: &mut Vec<u8>, value: u32) {
    bytes.extend(value.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zip_entries;

    #[test]
    fn what_is_written_is_read_back() {
        let mut zip = StoredZip::new(Vec::new());
        let content = [("a.txt", &b"hello"[..]), ("dir/\u{e9}.class", b""), ("b", &[0xCA; 1000])];
        for (name, bytes) in content {
            zip.add(name, bytes).expect("room");
        }
        let bytes = zip.finish().expect("room");
        let back = zip_entries::read(&bytes).expect("a good archive");
        let back: Vec<_> =
            back.iter().map(|entry| (entry.name.as_str(), &entry.content[..])).collect();
        assert_eq!(back, content);
    }

    #[test]
    fn too_many_entries_are_an_error() {
        let mut zip = StoredZip::new(io::sink());
        for number in 0..u16::MAX {
            zip.add(&number.to_string(), b"").expect("room");
        }
        assert!(zip.add("one more", b"").is_err());
    }
}
