//! Paths as bytes and back: on Unix a path is any bytes, elsewhere it has to be Unicode here.

use std::path::{Path, PathBuf};

use super::PROCESS;

/// The path with `{pid}` replaced by the id of the process.
pub(super) fn with_process(path: &Path, id: u32) -> PathBuf {
    let from = PROCESS.as_bytes();
    let to = id.to_string();
    let mut rest = &*to_bytes(path);
    let mut replaced = Vec::new();
    while let Some((&byte, others)) = rest.split_first() {
        match rest.strip_prefix(from) {
            Some(others) => {
                replaced.extend_from_slice(to.as_bytes());
                rest = others;
            }
            None => {
                replaced.push(byte);
                rest = others;
            }
        }
    }
    // Taking out ASCII and putting in ASCII leaves what was Unicode Unicode.
    from_bytes(replaced).unwrap_or_else(|_| path.to_owned())
}

#[cfg(unix)]
pub(super) fn to_bytes(path: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes().to_vec()
}

#[cfg(unix)]
pub(super) fn from_bytes(bytes: Vec<u8>) -> Result<PathBuf, String> {
    use std::os::unix::ffi::OsStringExt;
    Ok(std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
pub(super) fn to_bytes(path: &Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

#[cfg(not(unix))]
pub(super) fn from_bytes(bytes: Vec<u8>) -> Result<PathBuf, String> {
    let text = String::from_utf8(bytes).map_err(|_| "expected a path in UTF-8".to_owned())?;
    Ok(text.into())
}
