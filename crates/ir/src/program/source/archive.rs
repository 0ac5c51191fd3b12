//! One zip archive: its directory and the content of its entries.

use std::borrow::Cow;

use rawzip::{
    CompressionMethod, ZipArchiveEntryWayfinder, ZipFileHeaderRecord, ZipLocator, ZipSliceArchive,
};

use super::bytes::Bytes;
use super::error::SourceError;
use super::inflate::{Wrapping, inflate};

/// An archive with a directory that was found, though not yet walked.
pub(super) struct Archive {
    zip: ZipSliceArchive<Bytes>,
}

/// Where one entry's content lies, and how.
#[derive(Clone, Copy)]
pub(super) struct ZipPlace {
    way: ZipArchiveEntryWayfinder,
    header: u64,
    pub deflated: bool,
}

/// One entry of the directory.
pub(super) struct Entry<'a> {
    pub name: &'a [u8],
    /// The place, or why its content cannot be had.
    pub place: Result<ZipPlace, String>,
}

impl Archive {
    /// Finds the directory at the end of the bytes.
    pub fn open(origin: &str, bytes: Bytes) -> Result<Archive, SourceError> {
        let length = bytes.len() as u64;
        match ZipLocator::new().locate_in_slice(bytes) {
            Ok(zip) => Ok(Archive { zip }),
            Err((_, error)) => {
                let offset = error.eocd_offset().unwrap_or(length);
                let problem = format!("{error}, expected a zip archive's end record");
                Err(SourceError::at(origin, offset, problem))
            }
        }
    }

    /// The entries in directory order. A damaged directory ends in an error.
    pub fn entries<'a>(
        &'a self,
        origin: &'a str,
    ) -> impl Iterator<Item = Result<Entry<'a>, SourceError>> + 'a {
        let mut records = self.zip.entries();
        let mut offset = self.zip.directory_offset();
        std::iter::from_fn(move || match records.next_entry() {
            Ok(Some(record)) => {
                offset = record.central_directory_offset();
                Some(Ok(Entry { name: record.file_path().as_bytes(), place: place(&record) }))
            }
            Ok(None) => None,
            Err(error) => {
                let problem = format!("{error}, expected an entry of the directory here or next");
                Some(Err(SourceError::at(origin, offset, problem)))
            }
        })
    }

    /// The checked content of an entry: borrowed when stored plainly. `origin` names it in errors.
    pub fn read(
        &self,
        place: ZipPlace,
        cap: u64,
        origin: &dyn Fn() -> String,
    ) -> Result<Cow<'_, [u8]>, SourceError> {
        let fail = |problem: String| SourceError::at(origin(), place.header, problem);
        let entry = self.zip.get_entry(place.way).map_err(|error| {
            fail(format!(
                "{error}, expected a local header and {} bytes",
                place.way.compressed_size_hint()
            ))
        })?;
        let claim = entry.claim_verifier();
        let content = match place.deflated {
            false => {
                Cow::Borrowed(stored(entry.data(), claim.uncompressed_size, cap).map_err(fail)?)
            }
            true => {
                let size = claim.uncompressed_size;
                Cow::Owned(inflate(entry.data(), Wrapping::None, size, cap).map_err(fail)?)
            }
        };
        let crc = libdeflater::crc32(&content);
        if crc != claim.crc {
            return Err(fail(format!("CRC {crc:#010x}, expected {:#010x}", claim.crc)));
        }
        Ok(content)
    }

    /// A stored entry's bytes as they lie in the archive, without reading them.
    pub fn stored_part(&self, place: ZipPlace, origin: &str) -> Result<Bytes, SourceError> {
        let fail = |problem: String| SourceError::at(origin, place.header, problem);
        let entry = self
            .zip
            .get_entry(place.way)
            .map_err(|error| fail(format!("{error}, expected a stored jar")))?;
        let (start, end) = entry.compressed_data_range();
        let part = self.zip.get_ref().part(start..end);
        part.ok_or_else(|| fail("reaches past the end of the archive".to_owned()))
    }

    /// How many bytes the whole archive has.
    pub fn len(&self) -> u64 {
        self.zip.get_ref().len() as u64
    }
}

fn place(record: &ZipFileHeaderRecord<'_>) -> Result<ZipPlace, String> {
    if record.flags().is_encrypted() || record.flags().has_strong_encryption() {
        return Err("is encrypted, expected plain content".to_owned());
    }
    let method = record.compression_method();
    let deflated = match method {
        CompressionMethod::STORE => false,
        CompressionMethod::DEFLATE => true,
        _ => {
            return Err(format!(
                "is compressed by method {}, expected stored (0) or deflated (8)",
                method.as_u16()
            ));
        }
    };
    Ok(ZipPlace { way: record.wayfinder(), header: record.local_header_offset(), deflated })
}

fn stored(data: &[u8], claimed: u64, cap: u64) -> Result<&[u8], String> {
    let length = data.len() as u64;
    if length > cap {
        return Err(format!("has {length} bytes, expected at most {cap}"));
    }
    if length != claimed {
        return Err(format!("stores {length} bytes, expected {claimed}"));
    }
    Ok(data)
}
