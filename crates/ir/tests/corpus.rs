//! Every method of every JDK at hand and of all pinned jars lowers, and what comes out verifies.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use redflag_classfile::{ClassFile, Op};
use redflag_ir::lower::Lowerer;
use redflag_ir::names::Names;
use redflag_ir::program::source::{ClassLocation, ClassPath};
use redflag_ir::verify::verify;
use redflag_test_support::{jars, jdks};

/// The methods of the corpus that have no SSA form: the kind of reason, how many, and why that is
/// right. There are none.
const UNLOWERABLE: [(&str, usize, &str); 0] = [];

#[test]
fn every_method_of_every_jdk_lowers_and_verifies() {
    for jdk in jdks::all() {
        let tally = lower_all(&ClassPath::open_with_jdk::<&str>(jdk, &[]));
        tally.assert_good(&format!("Java {}", jdk.version));
        assert!(tally.methods > 50_000, "{} methods of Java {}", tally.methods, jdk.version);
    }
}

#[test]
fn every_method_of_every_jar_lowers_and_verifies() {
    let paths: Vec<_> = jars::all().into_iter().map(|jar| jar.path).collect();
    let tally = lower_all(&ClassPath::open(&paths, 25));
    tally.assert_good("the jars");
    assert!(tally.methods > 500_000, "{} methods", tally.methods);
    // The old ones are there for their subroutines.
    assert!(tally.with_subroutines > 500, "{} with subroutines", tally.with_subroutines);
}

#[derive(Default)]
struct Tally {
    methods: usize,
    with_subroutines: usize,
    /// By kind, with the methods.
    unlowerable: BTreeMap<&'static str, Vec<String>>,
    /// Classes that cannot be read and bodies that do not verify.
    problems: Vec<String>,
}

impl Tally {
    fn assert_good(&self, what: &str) {
        let show = |list: &[String]| list.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
        assert!(self.problems.is_empty(), "{what}:\n{}", show(&self.problems));
        let found: Vec<_> =
            self.unlowerable.iter().map(|(&kind, methods)| (kind, methods.len())).collect();
        let listed: Vec<_> = UNLOWERABLE.iter().map(|&(kind, count, _)| (kind, count)).collect();
        let methods: Vec<String> = self.unlowerable.values().flatten().cloned().collect();
        assert_eq!(found, listed, "{what}:\n{}", show(&methods));
    }

    fn add(&mut self, other: Tally) {
        self.methods += other.methods;
        self.with_subroutines += other.with_subroutines;
        self.problems.extend(other.problems);
        for (kind, methods) in other.unlowerable {
            self.unlowerable.entry(kind).or_default().extend(methods);
        }
    }
}

fn lower_all(class_path: &ClassPath) -> Tally {
    let classes: Vec<ClassLocation> = class_path.classes().map(|(location, _)| location).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut tally = Tally::default();
                while let Some(&location) = classes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(problem) = lower_class(class_path, location, &mut tally) {
                        let class = class_path.origin(location);
                        tally.problems.push(format!("{class}: {problem}"));
                    }
                }
                total.lock().expect("no thread panicked").add(tally);
            });
        }
    });
    total.into_inner().expect("no thread panicked")
}

fn lower_class(
    class_path: &ClassPath,
    location: ClassLocation,
    tally: &mut Tally,
) -> Result<(), String> {
    let bytes = class_path.read(location).map_err(|error| error.to_string())?;
    let class = ClassFile::read(&bytes).map_err(|error| error.to_string())?;
    let mut names = Names::default();
    names.intern_class(&class);
    let mut lowerer = Lowerer::new(&class, &names);
    for method in &class.methods {
        let Some(code) = method.code() else { continue };
        let name = || {
            let name = class.pool.text(method.name).unwrap_or_default();
            format!("{}.{name}", class_path.origin(location))
        };
        tally.methods += 1;
        let is_jsr = |op| matches!(op, Op::Jsr | Op::JsrW);
        tally.with_subroutines += usize::from(code.insns.iter().any(|insn| is_jsr(insn.op())));
        match lowerer.lower(method, code) {
            Ok(body) => {
                if let Err(violation) = verify(&names, &body) {
                    tally.problems.push(format!("{}: {violation}", name()));
                }
            }
            Err(why) => {
                let methods = tally.unlowerable.entry(why.kind()).or_default();
                methods.push(format!("{}: {why}", name()));
            }
        }
    }
    Ok(())
}
