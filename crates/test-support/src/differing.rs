//! Says where two runs of a program differ.

use crate::jvm::Outcome;

/// Nothing when both ended the same way and printed the same; otherwise the first difference of
/// each kind.
pub fn differences(alone: &Outcome, watched: &Outcome) -> Option<String> {
    let mut found = Vec::new();
    if alone.status != watched.status {
        found.push(format!("status: {} alone, {} watched\n", alone.status, watched.status));
    }
    found.extend(first_difference("stdout", &alone.stdout, &watched.stdout));
    found.extend(first_difference("stderr", &alone.stderr, &watched.stderr));
    (!found.is_empty()).then(|| found.concat())
}

/// How many lines are shown from the first that differs.
const SHOWN: usize = 6;

fn first_difference(stream: &str, alone: &str, watched: &str) -> Option<String> {
    if alone == watched {
        return None;
    }
    let [alone, watched] = [alone, watched].map(|text| text.split_inclusive('\n'));
    let same = alone.clone().zip(watched.clone()).take_while(|(a, b)| a == b).count();
    let shown = |lines: std::str::SplitInclusive<'_, char>, sign: char| -> String {
        let lines: Vec<String> =
            lines.skip(same).take(SHOWN).map(|line| format!("  {sign} {line:?}\n")).collect();
        if lines.is_empty() { format!("  {sign} (ends here)\n") } else { lines.concat() }
    };
    Some(format!(
        "{stream} from line {} on (- alone, + watched):\n{}{}",
        same + 1,
        shown(alone, '-'),
        shown(watched, '+')
    ))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn outcome(stdout: &str, code: &str) -> Outcome {
        let status = Command::new("sh").args(["-c", &format!("exit {code}")]).status();
        let status = status.expect("a shell");
        Outcome { status, stdout: stdout.to_owned(), stderr: String::new() }
    }

    #[test]
    fn the_same_differs_in_nothing() {
        assert_eq!(differences(&outcome("a\n", "3"), &outcome("a\n", "3")), None);
    }

    #[test]
    fn the_first_line_that_differs_is_shown() {
        let found = differences(&outcome("a\nb\nc\n", "0"), &outcome("a\nB\n", "0"));
        let expected = "stdout from line 2 on (- alone, + watched):\n  - \"b\\n\"\n  - \"c\\n\"\n  + \"B\\n\"\n";
        assert_eq!(found.as_deref(), Some(expected));
    }

    #[test]
    fn a_missing_end_and_another_status_are_differences() {
        let found = differences(&outcome("a\n", "0"), &outcome("a", "3")).expect("differ");
        assert!(found.starts_with("status: exit status: 0 alone, exit status: 3 watched\n"));
        assert!(found.contains("  - \"a\\n\"\n  + \"a\"\n"), "{found}");
    }
}
