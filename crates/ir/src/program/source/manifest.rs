//! The main section of `META-INF/MANIFEST.MF`, as far as finding classes needs it.

/// What a manifest says about where classes are.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    /// `Multi-Release: true`: classes under `META-INF/versions/` count.
    pub multi_release: bool,
    /// The relative URLs of `Class-Path`, in order.
    pub class_path: Vec<String>,
}

/// Reads the main section. Lines that are not `Name: value` are passed over, as a broken manifest
/// should cost its attributes and not the jar's classes.
pub(super) fn parse(text: &[u8]) -> Manifest {
    let mut manifest = Manifest::default();
    for line in main_section(text) {
        let line = String::from_utf8_lossy(&line);
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        if name.eq_ignore_ascii_case("Multi-Release") {
            manifest.multi_release = value.trim().eq_ignore_ascii_case("true");
        } else if name.eq_ignore_ascii_case("Class-Path") {
            manifest.class_path = value.split_ascii_whitespace().map(str::to_owned).collect();
        }
    }
    manifest
}

/// The logical lines up to the first empty one. A line that starts with a space continues the one
/// before it, possibly in the middle of a UTF-8 character: hence bytes.
fn main_section(text: &[u8]) -> Vec<Vec<u8>> {
    let mut rest = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut lines: Vec<Vec<u8>> = Vec::new();
    loop {
        match (next_line(&mut rest), lines.last_mut()) {
            ([], _) => return lines,
            ([b' ', more @ ..], Some(last)) => last.extend_from_slice(more),
            (line, _) => lines.push(line.to_vec()),
        }
    }
}

/// Takes one line off the front; lines end with `\n`, `\r` or `\r\n`. Empty at the end of the text.
fn next_line<'t>(rest: &mut &'t [u8]) -> &'t [u8] {
    let text = *rest;
    let end = text.iter().position(|&byte| byte == b'\r' || byte == b'\n').unwrap_or(text.len());
    let (line, after) = text.split_at(end);
    *rest = match after {
        [b'\r', b'\n', after @ ..] | [b'\r' | b'\n', after @ ..] => after,
        _ => after,
    };
    line
}

/// The file path that one URL of `Class-Path` means, relative to the jar's directory unless absolute;
/// an error sentence for URLs that are not files.
pub(super) fn path_of_url(url: &str) -> Result<String, String> {
    let path = match url.split_once(':') {
        Some(("file", path)) => match path.strip_prefix("//") {
            // `file://host/path`: an empty host, or this one.
            Some(with_host) => {
                let path = with_host.strip_prefix("localhost").unwrap_or(with_host);
                if !path.starts_with('/') {
                    return Err(format!(
                        "names another host in its manifest's Class-Path ({url}), expected a file"
                    ));
                }
                path
            }
            None => path,
        },
        Some((scheme, _)) if is_scheme(scheme) => {
            return Err(format!(
                "has a `{scheme}:` URL in its manifest's Class-Path ({url}), expected a file"
            ));
        }
        _ => url,
    };
    percent_decoded(path).ok_or_else(|| {
        format!(
            "has a badly escaped URL in its manifest's Class-Path ({url}), expected UTF-8 with %XX"
        )
    })
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut out = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'%' => {
                let high = char::from(bytes.next()?).to_digit(16)?;
                let low = char::from(bytes.next()?).to_digit(16)?;
                u8::try_from(high * 16 + low).ok()?
            }
            other => other,
        });
    }
    // A NUL cannot be in a path, and the operating system would refuse it less clearly.
    String::from_utf8(out).ok().filter(|path| !path.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_main_section_counts() {
        let text =
            b"Manifest-Version: 1.0\r\nMulti-Release: TRUE\r\n\r\nName: a\r\nClass-Path: x.jar\r\n";
        let expected = Manifest { multi_release: true, class_path: vec![] };
        assert_eq!(parse(text), expected);
        assert!(!parse(b"Multi-Release: yes\n").multi_release);
        assert!(!parse(b"Manifest-Version: 1.0\n\nMulti-Release: true\n").multi_release);
    }

    #[test]
    fn continued_lines_are_joined() {
        for newline in ["\n", "\r", "\r\n"] {
            let text = ["class-path: lib/a.jar li", " b/b.jar  c", " .jar", "X: y"].join(newline);
            assert_eq!(parse(text.as_bytes()).class_path, ["lib/a.jar", "lib/b.jar", "c.jar"]);
        }
    }

    #[test]
    fn rubbish_is_no_manifest() {
        assert_eq!(parse(b""), Manifest::default());
        assert_eq!(parse(b" \n \n\xff\xfe:"), Manifest::default());
    }

    #[test]
    fn urls_become_paths() {
        assert_eq!(path_of_url("../lib/a%20b.jar"), Ok("../lib/a b.jar".into()));
        assert_eq!(path_of_url("file:/x/a.jar"), Ok("/x/a.jar".into()));
        assert_eq!(path_of_url("file:///x/a.jar"), Ok("/x/a.jar".into()));
        assert_eq!(path_of_url("./odd:name.jar"), Ok("./odd:name.jar".into()));
        assert!(path_of_url("http://host/a.jar").is_err());
        assert!(path_of_url("file://host/a.jar").is_err());
        assert!(path_of_url("a%2").is_err());
        assert!(path_of_url("a%zz.jar").is_err());
        assert!(path_of_url("a%ff.jar").is_err());
        assert!(path_of_url("a%00.jar").is_err());
    }
}
