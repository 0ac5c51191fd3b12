//! The id of a race: the same in every run, and after edits elsewhere in the program.
//!
//! It is a hash of what the race is between: the location by kind, class and name, and the two
//! accesses by operation, class, method, descriptor and [`crate::nth_lines`], whichever comes
//! first. Not of lines, threads, stacks, locks, indices or evidence: those differ from run to run
//! or move with every edit, and a race that was predicted yesterday and seen today is the same.
//!
//! The compiler numbers the methods that it makes of lambdas through the whole class, so that a
//! new lambda renames those after it: `lambda$main$0` counts as `lambda$main$`.

use crate::result::{Access, Location, LocationKind, Op};

/// Sixteen hexadecimal digits.
pub fn race_id(location: &Location, accesses: &[Access; 2]) -> String {
    let kind = match location.kind {
        LocationKind::Field => "field",
        LocationKind::Static => "static",
        LocationKind::Array => "array",
    };
    let mut hash = Fnv::new();
    hash.text(kind);
    hash.text(&location.class);
    hash.text(location.name.as_deref().unwrap_or_default());
    let mut sides = [side(&accesses[0]), side(&accesses[1])];
    sides.sort_unstable();
    hash.word(sides[0]);
    hash.word(sides[1]);
    format!("{:016x}", hash.0)
}

/// The method's name without the number that the compiler gave to a lambda: of Java
/// `lambda$main$0`, of Kotlin `main$lambda$0`, of Scala `$anonfun$main$1`.
pub(crate) fn lasting_name(method: &str) -> &str {
    let unnumbered = method.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_lambda = (method.contains("lambda") || method.contains("$anonfun"))
        && unnumbered.ends_with(['$', '-']);
    if is_lambda { unnumbered } else { method }
}

fn side(access: &Access) -> u64 {
    let mut hash = Fnv::new();
    hash.text(match access.op {
        Op::Write => "write",
        Op::Read => "read",
    });
    hash.text(&access.class);
    hash.text(lasting_name(&access.method));
    hash.text(&access.descriptor);
    hash.word(access.nth.unwrap_or(1).into());
    hash.0
}

/// The 64-bit FNV-1a hash: written out here because ids must outlive the hashers of libraries,
/// which promise nothing from version to version.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    /// With its length, so that no two lists of texts look alike.
    fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        self.bytes(text.as_bytes());
    }

    fn word(&mut self, word: u64) {
        self.bytes(&word.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location() -> Location {
        Location {
            kind: LocationKind::Field,
            class: "com.acme.Account".to_owned(),
            name: Some("balance".to_owned()),
            descriptor: Some("I".to_owned()),
            index: None,
            allocated_at: None,
        }
    }

    fn access(op: Op, method: &str, line: u32) -> Access {
        Access {
            op,
            thread: Some("worker-1".to_owned()),
            class: "com.acme.Account".to_owned(),
            method: method.to_owned(),
            descriptor: "(I)V".to_owned(),
            file: Some("Account.java".to_owned()),
            line: Some(line),
            nth: None,
            stack: Vec::new(),
            locks: None,
            thread_created_at: Vec::new(),
        }
    }

    fn deposit() -> Access {
        access(Op::Write, "deposit", 12)
    }

    fn print() -> Access {
        access(Op::Read, "print", 40)
    }

    #[test]
    fn is_the_id_that_files_already_have() {
        // A change of this value makes every baseline and suppression in the world stale.
        assert_eq!(race_id(&location(), &[deposit(), print()]), "826cfb59c5d8ece9");
    }

    #[test]
    fn does_not_depend_on_what_moves() {
        let id = race_id(&location(), &[deposit(), print()]);
        let shifted = [access(Op::Write, "deposit", 112), access(Op::Read, "print", 41)];
        assert_eq!(race_id(&location(), &shifted), id, "lines shifted");
        assert_eq!(race_id(&location(), &[print(), deposit()]), id, "sides swapped");

        let mut renamed = deposit();
        renamed.thread = Some("pool-7-thread-3".to_owned());
        renamed.locks = Some(vec!["java.lang.Object@1f".to_owned()]);
        renamed.stack = vec!["com.acme.Account.deposit(Account.java:12)".to_owned()];
        renamed.nth = Some(1);
        assert_eq!(race_id(&location(), &[renamed, print()]), id, "another thread and stack");
    }

    #[test]
    fn depends_on_what_the_race_is_between() {
        let mut ids = vec![race_id(&location(), &[deposit(), print()])];
        let mut other = |location: &Location, accesses| {
            let id = race_id(location, &accesses);
            assert!(!ids.contains(&id), "{accesses:?}");
            ids.push(id);
        };
        other(&location(), [deposit(), access(Op::Read, "log", 40)]);
        other(&location(), [deposit(), access(Op::Write, "print", 40)]);
        other(&location(), [deposit(), Access { descriptor: "()V".to_owned(), ..print() }]);
        other(&location(), [deposit(), Access { class: "com.acme.Bank".to_owned(), ..print() }]);
        other(&location(), [deposit(), Access { nth: Some(2), ..print() }]);
        other(&location(), [deposit(), deposit()]);
        other(&location(), [print(), print()]);
        let field = Location { name: Some("owner".to_owned()), ..location() };
        other(&field, [deposit(), print()]);
        let class = Location { class: "com.acme.Savings".to_owned(), ..location() };
        other(&class, [deposit(), print()]);
        let kind = Location { kind: LocationKind::Static, ..location() };
        other(&kind, [deposit(), print()]);
    }

    #[test]
    fn lambdas_keep_their_name_when_others_come_before_them() {
        assert_eq!(lasting_name("lambda$main$0"), "lambda$main$");
        assert_eq!(lasting_name("lambda$main$12"), "lambda$main$");
        assert_eq!(lasting_name("main$lambda-0"), "main$lambda-");
        assert_eq!(lasting_name("$anonfun$main$1"), "$anonfun$main$");
        for kept in ["lambda2", "sha256", "access$000", "<init>", "lambda$main$", ""] {
            assert_eq!(lasting_name(kept), kept);
        }
    }
}
