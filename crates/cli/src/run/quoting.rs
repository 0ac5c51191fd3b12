//! Words for shells, and for the variables whose options a JVM takes.

use std::ffi::OsStr;

/// A command as a shell reads it.
pub fn shell_line<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>) -> String {
    let words: Vec<String> =
        words.into_iter().map(|word| shell_word(&word.as_ref().to_string_lossy())).collect();
    words.join(" ")
}

pub fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_./:=,@%+-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The value of `JAVA_TOOL_OPTIONS` with one more option at its end.
pub fn with_option(existing: &str, option: &str) -> String {
    let quoted = quoted(option);
    if existing.trim().is_empty() {
        return quoted;
    }
    // A quote that is left open ends with the text, for the JVM: what is added must not be in it.
    let close = split(existing).open_quote.map(String::from).unwrap_or_default();
    format!("{existing}{close} {quoted}")
}

/// The options in the value of such a variable.
pub fn options_of(value: &str) -> Vec<String> {
    split(value).words
}

/// What the JVM takes for one option: it knows quotes, but no escapes.
fn quoted(option: &str) -> String {
    if !option.contains(|c: char| c.is_whitespace() || c == '"' || c == '\'') {
        return option.to_owned();
    }
    let parts: Vec<String> = option.split('"').map(|part| format!("\"{part}\"")).collect();
    parts.join("'\"'")
}

struct Split {
    words: Vec<String>,
    open_quote: Option<char>,
}

/// As `Arguments::parse_options_buffer` of HotSpot does it.
fn split(value: &str) -> Split {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in value.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Split { words, open_quote: quote }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shells_read_words_as_they_were() {
        assert_eq!(shell_line(["java", "-cp", "a:b", "Main"]), "java -cp a:b Main");
        assert_eq!(shell_line(["echo", "", "a b", "$HOME", "it's", "**"]), {
            r"echo '' 'a b' '$HOME' 'it'\''s' '**'"
        });
        let words = ["", "a b", "it's", "\"x\"", "a\\b", "{pid}", "größe", "line\nbreak", "~", "!"];
        let script = format!("printf '%s\\0' {}", shell_line(words));
        let output = std::process::Command::new("sh").args(["-c", &script]).output().expect("sh");
        let read = String::from_utf8(output.stdout).expect("text");
        assert_eq!(read.split_terminator('\0').collect::<Vec<_>>(), words);
    }

    #[test]
    fn jvms_read_options_as_they_were() {
        for option in ["-agentpath:/a/lib.so=x=y", "-Da=b c", "-Da=it's \"so\"", "\"", "' '"] {
            assert_eq!(options_of(&with_option("", option)), [option]);
            for existing in ["-Xmx1g", "  -Xmx1g ", "'-Xmx1g", "\"-Xmx1g", "-Xmx'1g"] {
                let both = with_option(existing, option);
                assert_eq!(options_of(&both), ["-Xmx1g", option], "{both}");
            }
        }
        assert_eq!(with_option("-Xmx1g", "-agentpath:lib.so"), "-Xmx1g -agentpath:lib.so");
        assert_eq!(options_of(" -Da='b c'd\t\"\" -e\n"), ["-Da=b cd", "", "-e"]);
        assert_eq!(options_of("  "), [] as [&str; 0]);
    }
}
