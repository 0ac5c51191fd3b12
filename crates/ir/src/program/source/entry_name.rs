//! Names inside archives, images and directories: which are dangerous, and which name a class.

/// A class name is a constant of at most this many bytes (JVMS §4.4.7), so a longer one names nothing.
pub(super) const MAX_NAME: usize = 65_535;

/// Why an archive entry's name must not be used at all, if so.
///
/// Nothing here writes files, but origins are shown to people and tools that may.
pub(super) fn danger(name: &[u8]) -> Option<&'static str> {
    if name.is_empty() {
        return Some("has an empty name");
    }
    if name[0] == b'/' {
        return Some("has an absolute name, expected one relative to the archive");
    }
    if name.len() > 1 && name[1] == b':' && name[0].is_ascii_alphabetic() {
        return Some("has a name that starts with a drive letter, expected a relative one");
    }
    let mut segment_start = true;
    for (i, &byte) in name.iter().enumerate() {
        match byte {
            b'\\' => return Some("has a backslash in its name, expected `/`"),
            0 => return Some("has a NUL byte in its name"),
            b'.' if segment_start && is_dots(&name[i..]) => {
                return Some("has a `.` or `..` step in its name, expected a plain path");
            }
            _ => {}
        }
        segment_start = byte == b'/';
    }
    None
}

/// Whether the segment that starts here is `.` or `..`.
fn is_dots(rest: &[u8]) -> bool {
    let after_dots = match rest {
        [b'.', b'.', after @ ..] | [b'.', after @ ..] => after,
        _ => return false,
    };
    after_dots.first().is_none_or(|&byte| byte == b'/')
}

/// Whether the name is that of a class file.
pub(super) fn is_class(name: &[u8]) -> bool {
    name.ends_with(b".class")
}

/// The internal name of the class that `path` (`com/acme/A.class`) holds, or why it can hold none.
pub(super) fn class_name(path: &str) -> Result<&str, &'static str> {
    let name = path.strip_suffix(".class").unwrap_or(path);
    check(name).map(|()| name)
}

/// Checks that `name` is a binary class name in internal form (JVMS §4.2.1).
pub(super) fn check(name: &str) -> Result<(), &'static str> {
    if name.len() > MAX_NAME {
        return Err("has a name of more than 65535 bytes");
    }
    // `/` counts as the byte before the name, so that an empty first step is seen like any other.
    let mut before = b'/';
    for &byte in name.as_bytes() {
        match byte {
            b'.' | b';' | b'[' | b'\\' | 0 => {
                return Err(
                    "is not named like a class: `.`, `;`, `[`, `\\` and NUL cannot be in one",
                );
            }
            b'/' if before == b'/' => {
                return Err("is not named like a class: it has an empty step");
            }
            _ => {}
        }
        before = byte;
    }
    if before == b'/' {
        return Err("is not named like a class: it has an empty step");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dangerous_names_are_seen() {
        for name in [
            "",
            "/etc/passwd",
            "../x.class",
            "a/../../x",
            "a/..",
            "./a",
            "a/./b",
            ".",
            "a\\b.class",
            "C:/x",
            "a\0b",
        ] {
            assert!(danger(name.as_bytes()).is_some(), "{name:?}");
        }
        for name in ["a", "a/b.class", "..a/b", "a/...", ".hidden", "a..b/c", "a/"] {
            assert_eq!(danger(name.as_bytes()), None, "{name:?}");
        }
    }

    #[test]
    fn class_names_are_internal_names() {
        assert_eq!(class_name("com/acme/A$1.class"), Ok("com/acme/A$1"));
        assert_eq!(class_name("module-info.class"), Ok("module-info"));
        assert_eq!(class_name("a/package-info.class"), Ok("a/package-info"));
        for path in [".class", "a/.class", "/a.class", "a//b.class", "a.b/C.class", "a;.class"] {
            assert!(class_name(path).is_err(), "{path:?}");
        }
    }
}
