//! The name that a class file gives itself, for a class file that stands alone on the class path.
//!
//! A full reading belongs to the class-file crate; opening a path must not parse more than the name needs.

/// The internal name of the class in `bytes`, or the offset and a sentence on what is wrong there.
pub(super) fn this_class(bytes: &[u8]) -> Result<&str, (u64, String)> {
    let mut at = 0;
    let magic = u32_at(bytes, &mut at)?;
    if magic != 0xCAFE_BABE {
        return Err((0, format!("magic {magic:#010x}, expected 0xcafebabe")));
    }
    at = 8;
    let count = u16_at(bytes, &mut at)?;
    // Where each constant starts; what lies in the second half of a long or double is no constant.
    let mut starts = vec![None];
    while starts.len() < usize::from(count) {
        starts.push(Some(at));
        let tag = u8_at(bytes, &mut at)?;
        let size = match tag {
            1 => usize::from(u16_at(bytes, &mut at)?),
            7 | 8 | 16 | 19 | 20 => 2,
            15 => 3,
            3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => 4,
            5 | 6 => {
                starts.push(None);
                8
            }
            _ => {
                let offset = at as u64 - 1;
                return Err((offset, format!("constant tag {tag}, expected 1 to 20")));
            }
        };
        at += size;
    }
    at += 2;
    let class = u16_at(bytes, &mut at)?;
    let mut at = constant(&starts, class, bytes, 7)?;
    let name = u16_at(bytes, &mut at)?;
    let mut at = constant(&starts, name, bytes, 1)?;
    let length = usize::from(u16_at(bytes, &mut at)?);
    let text = bytes.get(at..at + length).ok_or_else(|| end(bytes))?;
    std::str::from_utf8(text).map_err(|_| (at as u64, "class name is not UTF-8".to_owned()))
}

/// Where the content of constant `index` starts, which must have `tag`.
fn constant(
    starts: &[Option<usize>],
    index: u16,
    bytes: &[u8],
    tag: u8,
) -> Result<usize, (u64, String)> {
    let start = starts.get(usize::from(index)).copied().flatten();
    let start = start.ok_or_else(|| (8, format!("constant #{index} does not exist")))?;
    let mut at = start;
    let found = u8_at(bytes, &mut at)?;
    if found != tag {
        return Err((start as u64, format!("constant #{index} has tag {found}, expected {tag}")));
    }
    Ok(at)
}

fn u8_at(bytes: &[u8], at: &mut usize) -> Result<u8, (u64, String)> {
    let byte = *bytes.get(*at).ok_or_else(|| end(bytes))?;
    *at += 1;
    Ok(byte)
}

fn u16_at(bytes: &[u8], at: &mut usize) -> Result<u16, (u64, String)> {
    Ok(u16::from_be_bytes([u8_at(bytes, at)?, u8_at(bytes, at)?]))
}

fn u32_at(bytes: &[u8], at: &mut usize) -> Result<u32, (u64, String)> {
    let high = u32::from(u16_at(bytes, at)?);
    Ok(high << 16 | u32::from(u16_at(bytes, at)?))
}

fn end(bytes: &[u8]) -> (u64, String) {
    let problem = "the file ends within the class's constants or header".to_owned();
    (bytes.len() as u64, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class() -> Vec<u8> {
        let mut bytes = b"\xca\xfe\xba\xbe\0\0\0\x34\0\x05".to_vec();
        bytes.extend(b"\x05\0\0\0\0\0\0\0\x01"); // #1 and #2: a long
        bytes.extend(b"\x07\0\x04"); // #3: the class
        bytes.extend(b"\x01\0\x08com/acme"); // #4: its name
        bytes.extend(b"\0\x21\0\x03");
        bytes
    }

    #[test]
    fn names_itself() {
        assert_eq!(this_class(&class()), Ok("com/acme"));
    }

    #[test]
    fn every_truncation_is_an_error() {
        let whole = class();
        for length in 0..whole.len() {
            assert!(this_class(&whole[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn the_half_of_a_long_is_no_constant() {
        let mut bytes = class();
        *bytes.last_mut().expect("not empty") = 2;
        assert_eq!(this_class(&bytes), Err((8, "constant #2 does not exist".into())));
        *bytes.last_mut().expect("not empty") = 4;
        let (offset, why) = this_class(&bytes).unwrap_err();
        assert_eq!((offset, why.as_str()), (22, "constant #4 has tag 1, expected 7"));
    }
}
