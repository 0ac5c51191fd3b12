//! Text that is fit for a terminal.

/// A name from the program under test, harmless: threads are called what the program likes, and a
/// name with a line break or an escape sequence must not disturb the report.
pub fn clean(name: &str) -> String {
    name.chars()
        .flat_map(|c| {
            let escaped = c.is_control().then(|| c.escape_default());
            let kept = (!c.is_control()).then_some(c);
            escaped.into_iter().flatten().chain(kept)
        })
        .collect()
}

/// A paragraph in lines of at most `width` columns, the first behind `lead` and the others below
/// its end. A word that is longer than a line is not broken.
pub fn wrapped(paragraph: &str, lead: &str, width: usize) -> Vec<String> {
    let indent = " ".repeat(lead.chars().count());
    let mut lines = Vec::new();
    let mut line = lead.to_owned();
    let mut is_empty = true;
    for word in paragraph.split_whitespace() {
        let grown = line.chars().count() + 1 + word.chars().count();
        if !is_empty && grown > width {
            lines.push(std::mem::replace(&mut line, indent.clone()));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line);
    lines
}

/// `1 race`, `2 races`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_disturb_the_terminal() {
        assert_eq!(clean("worker\n\u{1b}[2J\u{9b}1"), "worker\\n\\u{1b}[2J\\u{9b}1");
        assert_eq!(clean("Zähler \"1\""), "Zähler \"1\"");
    }

    #[test]
    fn paragraphs_hang_below_their_lead() {
        let lines = wrapped("one two three extraordinarily four", "Why: ", 14);
        assert_eq!(lines, ["Why: one two", "     three", "     extraordinarily", "     four"]);
        assert_eq!(wrapped("", "Why: ", 0), ["Why: "]);
    }
}
