//! The JVM's modified UTF-8 [JVMS §4.4.7]: NUL in two bytes, supplementary characters as
//! surrogate pairs of three bytes each.

use std::borrow::Cow;

/// The text as a Rust string. What has no counterpart there (a lone surrogate, a malformed byte)
/// is escaped as `\u{d800}` or `\x{ff}`, so that two different constants stay different.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    // Plain UTF-8 without supplementary characters is the same in both encodings. A NUL byte and
    // four-byte forms never occur in modified UTF-8, and passing them through harms nobody.
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Cow::Borrowed(text),
        _ => Cow::Owned(decode_slowly(bytes)),
    }
}

fn decode_slowly(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(&first) = rest.first() {
        let (unit, length) = code_unit(rest);
        rest = &rest[length..];
        match unit {
            None => text.push_str(&format!("\\x{{{first:02x}}}")),
            Some(high @ 0xd800..=0xdbff) => match code_unit(rest) {
                (Some(low @ 0xdc00..=0xdfff), length) => {
                    rest = &rest[length..];
                    let scalar = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                    text.extend(char::from_u32(scalar));
                }
                _ => text.push_str(&format!("\\u{{{high:x}}}")),
            },
            Some(unit) => match char::from_u32(unit) {
                Some(character) => text.push(character),
                None => text.push_str(&format!("\\u{{{unit:x}}}")),
            },
        }
    }
    text
}

/// The UTF-16 code unit at the start of `bytes` (which is not empty or gives `None`) and how many
/// bytes it takes.
fn code_unit(bytes: &[u8]) -> (Option<u32>, usize) {
    let continuation = |byte: u8| u32::from(byte & 0x3f);
    match *bytes {
        [a, ..] if a < 0x80 => (Some(u32::from(a)), 1),
        [a, b, ..] if a & 0xe0 == 0xc0 && b & 0xc0 == 0x80 => {
            (Some(u32::from(a & 0x1f) << 6 | continuation(b)), 2)
        }
        [a, b, c, ..] if a & 0xf0 == 0xe0 && b & 0xc0 == 0x80 && c & 0xc0 == 0x80 => {
            (Some(u32::from(a & 0x0f) << 12 | continuation(b) << 6 | continuation(c)), 3)
        }
        [] => (None, 0),
        _ => (None, 1),
    }
}

/// A Rust string as the JVM stores it.
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    let same = |byte: u8| byte != 0 && byte < 0xf0;
    if text.bytes().all(same) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len() + 8);
    for unit in text.encode_utf16() {
        match unit {
            0x01..=0x7f => bytes.push(unit as u8),
            0 | 0x80..=0x7ff => {
                bytes.extend([0xc0 | (unit >> 6) as u8, 0x80 | (unit & 0x3f) as u8]);
            }
            _ => bytes.extend([
                0xe0 | (unit >> 12) as u8,
                0x80 | (unit >> 6 & 0x3f) as u8,
                0x80 | (unit & 0x3f) as u8,
            ]),
        }
    }
    Cow::Owned(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        for text in ["", "plain", "naïve", "日本", "a\0b", "emoji 😀 end", "\u{7ff}\u{800}"] {
            assert_eq!(decode(&encode(text)), text);
        }
    }

    #[test]
    fn what_is_not_unicode_is_escaped_and_stays_distinct() {
        assert_eq!(decode(&[0xed, 0xa0, 0x80]), "\\u{d800}");
        assert_eq!(decode(&[0xed, 0xb0, 0x80, b'x']), "\\u{dc00}x");
        assert_eq!(decode(&[0xff, b'a', 0xe0]), "\\x{ff}a\\x{e0}");
    }
}
