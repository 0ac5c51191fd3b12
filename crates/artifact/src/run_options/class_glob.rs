//! Globs on the names of classes: `com.acme.**`.

/// Whether a glob matches the whole of a class's name: `*` stands for anything within one level of
/// packages, `**` for anything, and the rest for itself.
pub(super) fn matches(glob: &str, java_name: &str) -> bool {
    let name: Vec<char> = java_name.chars().collect();
    // Which beginnings of the name (by length) the glob so far matches: one pass for each part of
    // the glob, so that no glob takes longer than its length times the name's.
    let mut reached = vec![false; name.len() + 1];
    reached[0] = true;
    for part in parts(glob) {
        let mut next = vec![false; name.len() + 1];
        match part {
            Part::Just(c) => {
                for at in 0..name.len() {
                    next[at + 1] = reached[at] && name[at] == c;
                }
            }
            Part::Level => {
                for at in 0..=name.len() {
                    next[at] = reached[at] || (at > 0 && next[at - 1] && name[at - 1] != '.');
                }
            }
            Part::Anything => {
                for at in 0..=name.len() {
                    next[at] = reached[at] || (at > 0 && next[at - 1]);
                }
            }
        }
        reached = next;
    }
    reached[name.len()]
}

/// Refuses a glob that no class's name can match, with what to write instead.
pub fn check_class_glob(glob: &str) -> Result<(), String> {
    if glob.is_empty() {
        return Err("a glob on class names cannot be empty; `**` is every class".to_owned());
    }
    if glob.contains('/') {
        let dotted = glob.replace('/', ".");
        return Err(format!("class names have dots: write `{dotted}` for `{glob}`"));
    }
    match glob.chars().find(|c| c.is_whitespace() || c.is_control()) {
        Some(c) => Err(format!(
            "no class's name has {c:?} in it, as `{}` has: give one glob at a time",
            glob.escape_debug()
        )),
        None => Ok(()),
    }
}

enum Part {
    Just(char),
    Level,
    Anything,
}

fn parts(glob: &str) -> impl Iterator<Item = Part> {
    let mut rest = glob.chars().peekable();
    std::iter::from_fn(move || {
        let part = match rest.next()? {
            '*' if rest.next_if_eq(&'*').is_some() => Part::Anything,
            '*' => Part::Level,
            c => Part::Just(c),
        };
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_whole_names() {
        for (glob, name) in [
            ("com.acme.Account", "com.acme.Account"),
            ("com.acme.*", "com.acme.Account"),
            ("com.acme.*", "com.acme.Outer$Inner"),
            ("com.acme.**", "com.acme.bank.Account"),
            ("com.acme.**", "com.acme.Account"),
            ("com.*.Account", "com.acme.Account"),
            ("com.**.Account", "com.acme.bank.Account"),
            ("**.Account", "com.acme.Account"),
            ("**Account*", "com.acme.SavingsAccount$1"),
            ("**", "Hello"),
            ("*", "Hello"),
            ("***", "a.b"),
            ("com.ac*me.*", "com.acme.Account"),
            ("größe.*", "größe.Maß"),
        ] {
            assert!(matches(glob, name), "{glob} should match {name}");
        }
        for (glob, name) in [
            ("com.acme.Account", "com.acme.Account$Entry"),
            ("com.acme.Account", "com.acme.Accoun"),
            ("com.acme.*", "com.acme.bank.Account"),
            ("com.acme.**", "com.acmeAccount"),
            ("com.*.Account", "com.acme.bank.Account"),
            ("com.**.Account", "com.Account"),
            ("**.Account", "Account"),
            ("*", "com.acme.Account"),
            ("com.acme", "com.acme.Account"),
            ("com_acme_Account", "com.acme.Account"),
            ("", "Hello"),
        ] {
            assert!(!matches(glob, name), "{glob} should not match {name}");
        }
    }

    #[test]
    fn a_hostile_glob_is_quick() {
        let glob = "**a".repeat(200);
        let name = "a".repeat(2000);
        assert!(!matches(&format!("{glob}b"), &name));
        assert!(matches(&glob, &name));
    }

    #[test]
    fn globs_that_match_nothing_are_refused() {
        assert_eq!(
            check_class_glob("com/acme/**"),
            Err("class names have dots: write `com.acme.**` for `com/acme/**`".to_owned())
        );
        assert!(check_class_glob("").is_err_and(|why| why.contains("cannot be empty")));
        assert!(check_class_glob("a.* b.*").is_err_and(|why| why.contains("one glob at a time")));
        assert_eq!(check_class_glob("com.acme.Outer$*"), Ok(()));
    }
}
