//! Undoes `compact-cp`, `jlink --compress=1`'s sharing of constant-pool strings between classes.
//!
//! The class keeps its header and all constants but UTF-8 ones, which become a reference into the image's
//! strings (tag 23), or a descriptor with its class names taken out (tag 25): `(L;I)V` and, for each
//! `L`, a package and a class name.

use std::borrow::Cow;

/// The whole string was moved out.
const EXTERNAL_STRING: u8 = 23;
/// A descriptor whose class names were moved out.
const EXTERNAL_DESCRIPTOR: u8 = 25;

/// Rebuilds the class file of `claimed` bytes; `string` looks up the image's strings.
pub(super) fn expand<'i>(
    body: &[u8],
    claimed: u64,
    cap: u64,
    string: &dyn Fn(u32) -> Result<&'i [u8], String>,
) -> Result<Vec<u8>, String> {
    if claimed > cap {
        return Err(format!("claims {claimed} bytes, expected at most {cap}"));
    }
    let mut input = Input { body, at: 0 };
    let mut out = input.take(8)?.to_vec();
    let count = input.u16()?;
    out.extend(count.to_be_bytes());
    let mut index = 1;
    while index < count {
        let tag = input.take(1)?[0];
        match tag {
            EXTERNAL_STRING => {
                push_utf8(&mut out, string(input.number()?)?)?;
            }
            EXTERNAL_DESCRIPTOR => {
                let shape = string(input.number()?)?;
                let length = input.number()?;
                let names = input.take(length as usize)?;
                let text = descriptor(shape, names, string)?;
                push_utf8(&mut out, &text)?;
            }
            1 => {
                let length = input.u16()?;
                push_utf8(&mut out, input.take(usize::from(length))?)?;
            }
            _ => {
                out.push(tag);
                out.extend(input.take(constant_size(tag)?)?);
                // A long or double takes two numbers.
                index += u16::from(matches!(tag, 5 | 6));
            }
        }
        // Shared strings let a small body ask for a lot; the claim was checked against the cap.
        if out.len() as u64 > claimed {
            return Err(format!("expands beyond the {claimed} bytes it claims"));
        }
        index = index.saturating_add(1);
    }
    out.extend(&body[input.at..]);
    if out.len() as u64 != claimed {
        return Err(format!("expands to {} bytes, expected {claimed}", out.len()));
    }
    Ok(out)
}

/// Puts the class names back: after each `L` of `shape` goes `package/Class`.
fn descriptor<'i>(
    shape: &'i [u8],
    names: &[u8],
    string: &dyn Fn(u32) -> Result<&'i [u8], String>,
) -> Result<Cow<'i, [u8]>, String> {
    if names.is_empty() {
        return Ok(Cow::Borrowed(shape));
    }
    let mut names = Input { body: names, at: 0 };
    let mut text = Vec::new();
    for &byte in shape {
        text.push(byte);
        if byte == b'L' {
            let package = string(names.number()?)?;
            text.extend(package);
            if !package.is_empty() {
                text.push(b'/');
            }
            text.extend(string(names.number()?)?);
        }
        if text.len() > usize::from(u16::MAX) {
            return Err("a descriptor expands beyond 65535 bytes".to_owned());
        }
    }
    Ok(Cow::Owned(text))
}

fn push_utf8(out: &mut Vec<u8>, text: &[u8]) -> Result<(), String> {
    let length = u16::try_from(text.len())
        .map_err(|_| format!("a string has {} bytes, expected at most 65535", text.len()))?;
    out.push(1);
    out.extend(length.to_be_bytes());
    out.extend(text);
    Ok(())
}

fn constant_size(tag: u8) -> Result<usize, String> {
    match tag {
        7 | 8 | 16 | 19 | 20 => Ok(2),
        15 => Ok(3),
        3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => Ok(4),
        5 | 6 => Ok(8),
        _ => Err(format!("constant tag {tag}, expected 1 to 20, 23 or 25")),
    }
}

struct Input<'b> {
    body: &'b [u8],
    at: usize,
}

impl<'b> Input<'b> {
    fn take(&mut self, length: usize) -> Result<&'b [u8], String> {
        let taken =
            self.at.checked_add(length).and_then(|end| self.body.get(self.at..end)).ok_or_else(
                || format!("the compacted class ends within {length} bytes at {:#x}", self.at),
            )?;
        self.at += length;
        Ok(taken)
    }

    fn u16(&mut self) -> Result<u16, String> {
        let bytes = self.take(2)?;
        Ok(u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    /// A number of one to four bytes: with the top bit set, the next two bits say how many bytes and the
    /// lower five start the number; without, it is four plain bytes.
    fn number(&mut self) -> Result<u32, String> {
        let first = self.take(1)?[0];
        let (start, more) = match first & 0x80 {
            0 => (first, 3),
            _ => (first & 0x1f, usize::from(first >> 5 & 3).saturating_sub(1)),
        };
        let rest = self.take(more)?;
        Ok(rest.iter().fold(u32::from(start), |value, &byte| value << 8 | u32::from(byte)))
    }
}
