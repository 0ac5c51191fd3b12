//! Which methods a person means: `deposit`, `Account.deposit`, `com.acme.Account.deposit(I)V`.

use std::fmt;

pub struct MethodPattern {
    text: String,
    /// The end of a class name, with dots; `None` for any class.
    class: Option<String>,
    /// `*` for any method.
    name: String,
    /// A descriptor; `None` for any.
    descriptor: Option<String>,
}

impl MethodPattern {
    pub fn parse(text: &str) -> MethodPattern {
        let (path, descriptor) = match text.find('(') {
            Some(at) => (&text[..at], Some(text[at..].to_owned())),
            None => (text, None),
        };
        // Slashes and `::` are how other tools write the same.
        let path = path.replace("::", ".").replace(['/', '#'], ".");
        let (class, name) = match path.rsplit_once('.') {
            Some((class, name)) => (Some(class.to_owned()), name.to_owned()),
            None => (None, path),
        };
        MethodPattern { text: text.to_owned(), class, name, descriptor }
    }

    /// Whether a method is meant; the class is an internal name.
    pub fn matches(&self, class: &str, name: &str, descriptor: &str) -> bool {
        (self.name == "*" || self.name == name)
            && self.descriptor.as_deref().is_none_or(|wanted| wanted == descriptor)
            && self.class.as_deref().is_none_or(|wanted| is_class(wanted, class))
    }
}

/// Whether a name with dots is a class's, whole or from some dot or dollar on.
fn is_class(wanted: &str, class: &str) -> bool {
    let class = class.replace('/', ".");
    class
        .strip_suffix(wanted)
        .is_some_and(|before| before.is_empty() || before.ends_with(['.', '$']))
}

impl fmt::Display for MethodPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let is_meant = |pattern: &str| {
            MethodPattern::parse(pattern).matches("com/acme/Bank$Account", "deposit", "(I)V")
        };
        for pattern in [
            "*",
            "deposit",
            "Account.deposit",
            "Bank$Account.deposit",
            "com.acme.Bank$Account.deposit",
            "com/acme/Bank$Account.deposit(I)V",
            "Bank$Account::deposit",
            "deposit(I)V",
            "Account.*",
        ] {
            assert!(is_meant(pattern), "{pattern}");
        }
        for pattern in ["", "withdraw", "count.deposit", "deposit()V", "Bank.deposit", "acme.*"] {
            assert!(!is_meant(pattern), "{pattern}");
        }
    }
}
