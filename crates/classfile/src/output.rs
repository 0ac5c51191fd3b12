//! Writing of big-endian bytes.

use crate::error::{Error, Result};

#[derive(Default)]
pub(crate) struct Output {
    bytes: Vec<u8>,
}

impl Output {
    pub fn with_capacity(capacity: usize) -> Output {
        Output { bytes: Vec::with_capacity(capacity) }
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub fn u1(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub fn u2(&mut self, value: u16) {
        self.bytes.extend_from_slice(&value.to_be_bytes());
    }

    pub fn u4(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_be_bytes());
    }

    pub fn u8(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_be_bytes());
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// A `u2` count; more than fit are an error that names what there are too many of.
    pub fn count(&mut self, count: usize, what: &str) -> Result<()> {
        let fitting = u16::try_from(count)
            .map_err(|_| Error::limit(format!("{count} {what}, at most 65535 fit")))?;
        self.u2(fitting);
        Ok(())
    }

    /// A `u2` count and that many items.
    pub fn table<T>(
        &mut self,
        items: &[T],
        what: &str,
        mut each: impl FnMut(&mut Output, &T) -> Result<()>,
    ) -> Result<()> {
        self.count(items.len(), what)?;
        items.iter().try_for_each(|item| each(self, item))
    }

    /// A `u4` length and the bytes that `body` writes.
    pub fn sized(&mut self, body: impl FnOnce(&mut Output) -> Result<()>) -> Result<()> {
        let at = self.bytes.len();
        self.u4(0);
        body(self)?;
        let length = (self.bytes.len() - at - 4) as u32;
        self.bytes[at..at + 4].copy_from_slice(&length.to_be_bytes());
        Ok(())
    }
}
