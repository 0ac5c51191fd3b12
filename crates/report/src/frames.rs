//! Stacks as a reader wants them: the program's frames, the JDK's folded.

use redflag_artifact::Place;

use crate::paint::Paint;
use crate::text::{clean, counted};

/// The lines of an access's stack, which begins at the access's own place.
pub fn access_stack(place: &str, stack: &[String], paint: Paint) -> Vec<String> {
    let frames: Vec<&str> = stack.iter().map(|frame| without_module(frame)).collect();
    // An access that the JDK makes on the program's behalf stays visible: it is the race.
    let (place, callers) = match frames.split_first() {
        Some((&first, callers)) if first == place || stands_for(first, place) => (first, callers),
        _ => (place, frames.as_slice()),
    };
    let mut lines = vec![format!("{INDENT}{}", clean(place))];
    lines.extend(folded(callers, paint));
    lines
}

/// The lines of the stack that started a thread.
pub fn creation_stack(stack: &[String], paint: Paint) -> Vec<String> {
    let frames: Vec<&str> = stack.iter().map(|frame| without_module(frame)).collect();
    folded(&frames, paint)
}

/// A place as Java prints a frame.
pub fn place_text(place: &Place) -> String {
    let source = match (&place.file, place.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => file.clone(),
        (None, _) => "Unknown Source".to_owned(),
    };
    clean(&format!("{}.{}({source})", place.class, place.method))
}

const INDENT: &str = "      ";
/// Lines of a stack that are shown before it is cut, and how many stay at its outer end, where one
/// sees whose task it was.
const MOST: usize = 12;
const OUTERMOST: usize = 2;

/// Runs of the JDK's frames as a line each, and the middle of what is too long as another.
fn folded(frames: &[&str], paint: Paint) -> Vec<String> {
    // How many frames a line stands for, and its text.
    let mut lines: Vec<(usize, String)> = Vec::new();
    for run in frames.chunk_by(|a, b| is_jdk(a) && is_jdk(b)) {
        match run {
            [frame] => lines.push((1, clean(frame))),
            _ => {
                let count = counted(run.len() as u64, "JDK frame", "JDK frames");
                lines.push((run.len(), paint.faint(&format!("... {count}"))));
            }
        }
    }
    if lines.len() > MOST {
        let cut = MOST - OUTERMOST - 1..lines.len() - OUTERMOST;
        let hidden: usize = lines[cut.clone()].iter().map(|(frames, _)| frames).sum();
        let line = paint.faint(&format!("... {hidden} more frames"));
        lines.splice(cut, [(hidden, line)]);
    }
    lines.into_iter().map(|(_, line)| format!("{INDENT}{line}")).collect()
}

fn is_jdk(frame: &str) -> bool {
    ["java.", "javax.swing.", "jdk.", "sun.", "com.sun."]
        .iter()
        .any(|package| frame.starts_with(package))
}

/// Whether a frame is the place, given with less: a stack may lack what the place's class knows.
fn stands_for(frame: &str, place: &str) -> bool {
    let method = |text: &str| text.split('(').next().map(str::to_owned);
    method(frame) == method(place) && !frame.contains(':')
}

/// The frame without the class loader and module that Java may print before the class
/// (`app//`, `java.base/`, `java.base@17.0.2/`). A hidden class has a slash in its name as well
/// (`Main$$Lambda/0x1f`), but after capitals or a dollar sign.
fn without_module(frame: &str) -> &str {
    let is_module = |part: &str| {
        part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || ".@_+-".contains(c))
    };
    let mut rest = frame;
    while let Some((part, after)) = rest.split_once('/') {
        if !is_module(part) {
            break;
        }
        rest = after;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Paint = Paint { color: false };

    #[test]
    fn modules_are_left_out_and_hidden_classes_kept() {
        for (frame, shown) in [
            (
                "java.base/java.lang.Thread.run(Thread.java:840)",
                "java.lang.Thread.run(Thread.java:840)",
            ),
            ("app//com.acme.Main.main(Main.java:3)", "com.acme.Main.main(Main.java:3)"),
            ("java.base@17.0.2/java.lang.A.b(A.java)", "java.lang.A.b(A.java)"),
            ("Main$$Lambda/0x1f.run(Unknown Source)", "Main$$Lambda/0x1f.run(Unknown Source)"),
        ] {
            assert_eq!(without_module(frame), shown);
        }
    }

    #[test]
    fn the_place_comes_first_even_in_the_jdk() {
        let stack = ["java.util.Arrays.fill(Arrays.java:3)", "a.B.c(B.java:1)"].map(str::to_owned);
        assert_eq!(
            access_stack("java.util.Arrays.fill(Arrays.java:3)", &stack, PLAIN),
            ["      java.util.Arrays.fill(Arrays.java:3)", "      a.B.c(B.java:1)"]
        );
        assert_eq!(access_stack("a.B.d(B.java:9)", &stack, PLAIN).len(), 3);
        assert_eq!(access_stack("a.B.d(B.java:9)", &[], PLAIN), ["      a.B.d(B.java:9)"]);
    }

    #[test]
    fn a_deep_stack_is_cut_in_its_middle() {
        let frames: Vec<String> = (0..100).map(|n| format!("a.B.c{n}(B.java)")).collect();
        let lines = creation_stack(&frames, PLAIN);
        assert_eq!(lines.len(), MOST);
        assert_eq!(lines[MOST - 3], "      ... 89 more frames");
        assert_eq!(lines[MOST - 1], "      a.B.c99(B.java)");
    }
}
