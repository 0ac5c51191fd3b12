//! Bounds-checked reading of big-endian bytes.

use crate::error::{Error, Result};

/// A place in a byte slice. `base` is where the slice itself starts in the file, so that errors
/// inside an attribute still name the offset in the file.
#[derive(Clone)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    position: usize,
    base: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { bytes, position: 0, base: 0 }
    }

    /// A cursor over bytes that start at `base` in their file.
    pub fn at(bytes: &'a [u8], base: usize) -> Cursor<'a> {
        Cursor { bytes, position: 0, base }
    }

    /// The offset in the file of the next byte.
    pub fn offset(&self) -> usize {
        self.base + self.position
    }

    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.position
    }

    pub fn take(&mut self, length: usize, what: &str) -> Result<&'a [u8]> {
        if length > self.remaining() {
            return Err(self.short(length, what));
        }
        let taken = &self.bytes[self.position..self.position + length];
        self.position += length;
        Ok(taken)
    }

    /// A cursor over the next `length` bytes, which this one skips.
    pub fn section(&mut self, length: usize, what: &str) -> Result<Cursor<'a>> {
        let base = self.offset();
        Ok(Cursor { bytes: self.take(length, what)?, position: 0, base })
    }

    /// Everything that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.position..];
        self.position = self.bytes.len();
        rest
    }

    pub fn u1(&mut self, what: &str) -> Result<u8> {
        match self.bytes.get(self.position) {
            Some(&byte) => {
                self.position += 1;
                Ok(byte)
            }
            None => Err(self.short(1, what)),
        }
    }

    pub fn u2(&mut self, what: &str) -> Result<u16> {
        match self.bytes.get(self.position..self.position + 2) {
            Some(&[a, b]) => {
                self.position += 2;
                Ok(u16::from_be_bytes([a, b]))
            }
            _ => Err(self.short(2, what)),
        }
    }

    pub fn u4(&mut self, what: &str) -> Result<u32> {
        match self.bytes.get(self.position..self.position + 4) {
            Some(&[a, b, c, d]) => {
                self.position += 4;
                Ok(u32::from_be_bytes([a, b, c, d]))
            }
            _ => Err(self.short(4, what)),
        }
    }

    pub fn u8(&mut self, what: &str) -> Result<u64> {
        Ok(u64::from(self.u4(what)?) << 32 | u64::from(self.u4(what)?))
    }

    /// A `u2` count followed by that many items. The capacity is bounded by what the bytes can
    /// hold, so a hostile count allocates nothing.
    pub fn table<T>(
        &mut self,
        what: &str,
        smallest: usize,
        mut item: impl FnMut(&mut Cursor<'a>) -> Result<T>,
    ) -> Result<Vec<T>> {
        let count = usize::from(self.u2(what)?);
        let mut items = Vec::with_capacity(count.min(self.remaining() / smallest.max(1)));
        for _ in 0..count {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Fails unless every byte has been read.
    pub fn finish(&self, what: &str) -> Result<()> {
        match self.remaining() {
            0 => Ok(()),
            extra => Err(Error::at(self.offset(), format!("{extra} bytes left over after {what}"))),
        }
    }

    #[cold]
    fn short(&self, wanted: usize, what: &str) -> Error {
        let left = self.remaining();
        Error::at(self.offset(), format!("{what} needs {wanted} bytes, {left} are left"))
    }
}
