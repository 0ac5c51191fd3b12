//! Reads an archive whole, every entry of it: `ClassPath` shows only what the JVM would see of a
//! jar, and the tests want the class files for other releases and in odd places too.

use rawzip::{CompressionMethod, ZipArchive};

/// One file of an archive.
pub struct Entry {
    pub name: String,
    pub content: Vec<u8>,
}

/// All entries but directories, in the archive's order.
pub fn read(zip: &[u8]) -> Result<Vec<Entry>, String> {
    let archive = ZipArchive::from_slice(zip).map_err(|error| error.to_string())?;
    let mut entries = Vec::new();
    for record in archive.entries() {
        let record = record.map_err(|error| error.to_string())?;
        let name = String::from_utf8_lossy(record.file_path().as_bytes()).into_owned();
        if name.ends_with('/') {
            continue;
        }
        let wrong = |what: &dyn std::fmt::Display| format!("{name}: {what}");
        let entry = archive.get_entry(record.wayfinder()).map_err(|error| wrong(&error))?;
        let content = match record.compression_method() {
            CompressionMethod::STORE => entry.data().to_vec(),
            CompressionMethod::DEFLATE => {
                let mut content = vec![0; record.uncompressed_size_hint() as usize];
                let written = libdeflater::Decompressor::new()
                    .deflate_decompress(entry.data(), &mut content)
                    .map_err(|error| wrong(&error))?;
                content.truncate(written);
                content
            }
            other => return Err(wrong(&format_args!("compressed by method {}", other.as_u16()))),
        };
        entries.push(Entry { name, content });
    }
    Ok(entries)
}
