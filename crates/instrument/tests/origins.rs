//! What is added to classes so that objects know where they were made.

use std::sync::atomic::{AtomicU32, Ordering};

use redflag_classfile::{ClassFile, Constant, Insn, Op};
use redflag_instrument::{ClassRole, FieldRole, Instrumented, Numbers, World, instrument};
use redflag_test_support::{javac, jdks};

const SOURCE: &str = "
    class Plain {
        int value;
        static Object all(int x) {
            new Plain();
            x++; Object other = new java.util.ArrayList<Plain>();
            value(new Special(
                    x > 0 ? new Plain() : null));
            return new int[x];
        }
        static void value(Plain plain) { plain.value = plain.value + 1; }
    }
    class Special extends Plain { Special(Plain other) { super(); } }
    class FromJdk extends java.util.ArrayList<String> {}
    enum Level { LOW }
    record Point(int x) {}
    interface Shape { Shape ANY = new Shape() {}; }
";

/// All classes are the program's, but those of the JDK.
struct OneProgram;

impl World for OneProgram {
    fn role(&self, class: &str) -> ClassRole {
        if class.starts_with("java/") { ClassRole::Observed } else { ClassRole::Checked }
    }
    fn field(&self, _: &str, _: &str, _: &str) -> FieldRole {
        FieldRole::Data
    }
    fn initialisers(&self, _: &str) -> Vec<u32> {
        Vec::new()
    }
    fn finalizer(&self, _: &str) -> Option<String> {
        None
    }
    fn is_fenced(&self, _: &ClassFile<'_>) -> bool {
        false
    }
    fn counts_accesses(&self) -> bool {
        false
    }
    fn counts_rules(&self) -> bool {
        false
    }
    fn compresses_arrays(&self) -> bool {
        false
    }
    fn wait_is_native(&self) -> bool {
        false
    }
}

struct FromHundred(AtomicU32);

impl Numbers for FromHundred {
    fn sites(&self, count: u32) -> u32 {
        self.0.fetch_add(count, Ordering::Relaxed)
    }
    fn origins(&self, count: u32) -> u32 {
        self.0.fetch_add(count, Ordering::Relaxed)
    }
    fn fields(&self, count: u32) -> u32 {
        self.0.fetch_add(count, Ordering::Relaxed)
    }
}

fn compiled(class: &str) -> Vec<u8> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("Plain.java");
    std::fs::write(&source, SOURCE).expect("a writable directory");
    let classes = javac::compile(jdks::compiler(), &[source], &["-g"]);
    std::fs::read(classes.join(format!("{class}.class"))).expect("a compiled class")
}

fn instrumented(bytes: &[u8]) -> Instrumented {
    let numbers = FromHundred(AtomicU32::new(100));
    instrument(bytes, ClassRole::Checked, &OneProgram, &numbers, &[]).expect("a good class")
}

fn has_origin(bytes: &[u8]) -> bool {
    let class = ClassFile::read(bytes).expect("a good class");
    class.fields.iter().any(|field| class.pool.utf8(field.name) == Ok(b"$redflag$origin"))
}

/// The numbers that a class stores, and the classes whose objects get them.
fn stores(bytes: &[u8]) -> Vec<(i32, String)> {
    let class = ClassFile::read(bytes).expect("a good class");
    let mut stores = Vec::new();
    for code in class.methods.iter().filter_map(|method| method.code()) {
        for insns in code.insns.windows(3) {
            let Insn::Field { op: Op::Putfield, index } = insns[2] else { continue };
            let field = class.pool.field(index).expect("a field");
            if field.name == b"$redflag$origin" {
                let Insn::Push { value, .. } = insns[1] else { panic!("{:?}", insns[1]) };
                assert_eq!(insns[0].op(), Op::Dup);
                stores.push((value.into(), String::from_utf8_lossy(field.class).into_owned()));
            }
        }
    }
    stores
}

#[test]
fn the_topmost_checked_class_has_the_field() {
    let with = ["Plain", "FromJdk", "Level", "Point", "Shape$1"];
    let without = ["Special", "Shape"];
    for (class, expected) in
        with.map(|class| (class, true)).into_iter().chain(without.map(|class| (class, false)))
    {
        let done = instrumented(&compiled(class));
        assert_eq!(has_origin(&done.bytes), expected, "{class}");
        // It is not taken for one of the program's own.
        assert!(done.fields.iter().all(|field| !field.name.contains("redflag")), "{class}");
    }
}

#[test]
fn each_new_of_a_checked_class_has_its_number_and_line() {
    let done = instrumented(&compiled("Plain"));
    let first = done.first_origin as i32;
    let expected = [(first, "Plain"), (first + 1, "Plain"), (first + 2, "Special")];
    assert_eq!(stores(&done.bytes), expected.map(|(number, class)| (number, class.to_owned())));
    let lines: Vec<_> = done.origins.iter().map(|place| place.line).collect();
    assert_eq!(lines, [Some(5), Some(8), Some(7)]);
    let place = &done.origins[0];
    assert_eq!((place.class.as_str(), place.method.as_str()), ("Plain", "all"));
    assert_eq!(place.file.as_deref(), Some("Plain.java"));
    // The sites of accesses are numbered as if nothing were made.
    assert_eq!(done.sites.len(), 2);
    assert!(done.sites.iter().all(|site| site.nth == 1), "{:?}", done.sites);
}

/// Whoever makes objects of a class stores into its field, whatever became of its code.
#[test]
fn a_class_with_a_full_pool_keeps_its_members() {
    let bytes = compiled("Plain");
    let mut class = ClassFile::read(&bytes).expect("a good class");
    for number in 1_000_000.. {
        if class.pool.constants().len() == 65490 {
            break;
        }
        class.pool.add(Constant::Integer(number)).expect("room");
    }
    let done = instrumented(&class.write().expect("a good class"));
    assert!(has_origin(&done.bytes));
    assert_eq!(done.fields.len(), 1);
    assert!(!done.skipped.is_empty(), "there was room for all");
}
