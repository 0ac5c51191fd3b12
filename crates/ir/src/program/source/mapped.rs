//! The bytes of a file, mapped; the only unsafe code of this crate.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// Maps a regular file read-only.
///
/// Anything that is not a regular file is refused before it is opened: opening a pipe would wait for a
/// writer that may never come.
pub(super) fn map(path: &Path) -> io::Result<Mmap> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let file = File::open(path)?;
    // SAFETY: the map is read-only and nothing here writes to the file. A file that another process
    // truncates while it is mapped ends this process (SIGBUS); the JVM maps `lib/modules` on the same terms.
    unsafe { Mmap::map(&file) }
}
