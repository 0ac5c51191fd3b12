//! Reads the expectations that Java fixtures carry in their comments.
//!
//! ```java
//! //@ run: check predict      a header: a key and its values
//! x = 1; // race[a] !hb       a marker: word, label, flags; several may follow each other
//! x = 1; //~ v3 = phi; v4     expectations for this line, one or more
//! ```
//!
//! Any other comment is a comment.

/// All that a fixture says about itself. Lines count from 1.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Markers {
    pub headers: Vec<Header>,
    pub markers: Vec<Marker>,
    pub expectations: Vec<Expectation>,
}

/// `//@ key: values`, alone on its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    pub line: u32,
    pub key: String,
    pub values: Vec<String>,
}

/// `// word[label] flags`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marker {
    pub line: u32,
    pub word: String,
    pub label: String,
    pub flags: Vec<String>,
}

/// One of the texts of `//~ text; text`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    pub line: u32,
    pub text: String,
}

impl Markers {
    /// The values of a header, of all its lines together; nothing when there is none.
    pub fn header(&self, key: &str) -> Option<Vec<&str>> {
        let of_key = self.headers.iter().filter(|header| header.key == key);
        let mut lines = of_key.map(|header| header.values.iter().map(String::as_str)).peekable();
        lines.peek()?;
        Some(lines.flatten().collect())
    }
}

/// Reads a Java source. What looks like an expectation and is none is an error: it would be
/// silently unmet.
pub fn parse(source: &str) -> Result<Markers, String> {
    let mut found = Markers::default();
    let mut in_block = false;
    for (line, text) in (1..).zip(source.lines()) {
        let Some(comment) = line_comment(text, &mut in_block) else {
            continue;
        };
        let wrong = |what: &str| format!("line {line}: {what}");
        if let Some(header) = comment.strip_prefix('@') {
            if !text.trim_start().starts_with("//@") {
                return Err(wrong("//@ stands alone on its line"));
            }
            found
                .headers
                .push(parse_header(line, header).ok_or_else(|| wrong("expected //@ key: values"))?);
            continue;
        }
        let (marked, expected) = match comment.strip_prefix('~') {
            Some(expected) => ("", Some(expected)),
            None => match comment.split_once("//~") {
                Some((marked, expected)) => (marked, Some(expected)),
                None => (comment, None),
            },
        };
        parse_markers(line, marked, &mut found.markers).map_err(|what| wrong(&what))?;
        if let Some(expected) = expected {
            for text in expected.split(';').map(str::trim) {
                if text.is_empty() {
                    return Err(wrong("expected a text after //~ and between semicolons"));
                }
                let text = text.to_owned();
                found.expectations.push(Expectation { line, text });
            }
        }
    }
    Ok(found)
}

fn parse_header(line: u32, header: &str) -> Option<Header> {
    let (key, values) = header.split_once(':')?;
    let key = key.trim();
    is_word(key).then(|| Header {
        line,
        key: key.to_owned(),
        values: values.split_whitespace().map(str::to_owned).collect(),
    })
}

/// A comment holds markers when its first word has a label.
fn parse_markers(line: u32, comment: &str, markers: &mut Vec<Marker>) -> Result<(), String> {
    let mut words = comment.split_whitespace();
    let Some(mut current) = words.next().and_then(|word| labelled(line, word)) else {
        return Ok(());
    };
    for word in words {
        if let Some(next) = labelled(line, word) {
            markers.push(std::mem::replace(&mut current, next));
        } else if is_word(word.strip_prefix('!').unwrap_or(word)) {
            current.flags.push(word.to_owned());
        } else {
            return Err(format!("{word:?} is no flag of {}[{}]", current.word, current.label));
        }
    }
    markers.push(current);
    Ok(())
}

/// `race[a]`
fn labelled(line: u32, word: &str) -> Option<Marker> {
    let (word, rest) = word.split_once('[')?;
    let label = rest.strip_suffix(']')?;
    (is_word(word) && is_word(label)).then(|| Marker {
        line,
        word: word.to_owned(),
        label: label.to_owned(),
        flags: Vec::new(),
    })
}

fn is_word(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !text.is_empty() && text.chars().all(fits)
}

/// What stands after the `//` of a line: not one in a string, a character or a block comment, which
/// may span lines.
fn line_comment<'a>(line: &'a str, in_block: &mut bool) -> Option<&'a str> {
    let bytes = line.as_bytes();
    let mut quote = None;
    let mut at = 0;
    while at < bytes.len() {
        let two = bytes.get(at..at + 2);
        match (quote, bytes[at]) {
            _ if *in_block => {
                if two == Some(b"*/") {
                    *in_block = false;
                    at += 1;
                }
            }
            (Some(_), b'\\') => at += 1,
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
            (None, _) if two == Some(b"//") => return Some(&line[at + 2..]),
            (None, _) if two == Some(b"/*") => {
                *in_block = true;
                at += 1;
            }
            (None, _) => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marker(line: u32, word: &str, label: &str, flags: &[&str]) -> Marker {
        Marker {
            line,
            word: word.to_owned(),
            label: label.to_owned(),
            flags: flags.iter().map(|flag| flag.to_string()).collect(),
        }
    }

    fn markers(source: &str) -> Vec<Marker> {
        parse(source).expect("a good fixture").markers
    }

    #[test]
    fn headers_have_a_key_and_values() {
        let found =
            parse("//@ run: check run\n//@ javac:\n//@ run: predict\nclass A {}").expect("good");
        assert_eq!(found.header("run"), Some(vec!["check", "run", "predict"]));
        assert_eq!(found.header("javac"), Some(vec![]));
        assert_eq!(found.header("jdk"), None);
        assert_eq!(found.headers[2].line, 3);
    }

    #[test]
    fn markers_have_labels_and_flags() {
        let source = "x = 1; // race[a] !hb\ny = 2;\nz = 3;// false-alarm[b2] static race[c]";
        let expected = [
            marker(1, "race", "a", &["!hb"]),
            marker(3, "false-alarm", "b2", &["static"]),
            marker(3, "race", "c", &[]),
        ];
        assert_eq!(markers(source), expected);
    }

    #[test]
    fn expectations_belong_to_their_line() {
        let found =
            parse("\na(); //~ v1 = call; v2 = phi v1\nb(); // race[a] //~ text").expect("good");
        let texts: Vec<_> = found.expectations.iter().map(|e| (e.line, e.text.as_str())).collect();
        assert_eq!(texts, [(2, "v1 = call"), (2, "v2 = phi v1"), (3, "text")]);
        assert_eq!(found.markers, [marker(3, "race", "a", &[])]);
    }

    #[test]
    fn other_comments_are_comments() {
        for source in [
            "// orders the run, see a[i] race[a]",
            "int[] race; // array[i + 1] is read",
            "String s = \"// race[a]\";",
            "char c = '\"'; String s = \"\\\"// race[a]\";",
            "/* // race[a]\n// race[a]\n*/ int x;",
            "/** race[a] */",
        ] {
            assert_eq!(markers(source), [], "{source}");
        }
        assert_eq!(markers("char c = '\"'; /* x */ c++; // race[a]").len(), 1);
        assert_eq!(markers("/*\n*/ x = 1; // race[a]"), [marker(2, "race", "a", &[])]);
    }

    #[test]
    fn slips_are_errors_with_their_line() {
        let problem = |source| parse(source).expect_err("a slip");
        assert_eq!(problem("\n//@ run check"), "line 2: expected //@ key: values");
        assert_eq!(problem("x(); //@ run: check"), "line 1: //@ stands alone on its line");
        assert_eq!(problem("// race[a] (hb)"), "line 1: \"(hb)\" is no flag of race[a]");
        assert_eq!(
            problem("x(); //~ a;"),
            "line 1: expected a text after //~ and between semicolons"
        );
    }
}
