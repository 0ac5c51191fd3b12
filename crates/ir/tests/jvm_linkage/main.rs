//! Resolution and selection against the JVM itself: generated hierarchies, all in one process,
//! and for each use of a member what the JVM ran or threw, compared with what we say.

mod emit;
mod hierarchy;
mod random;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use redflag_classfile::Flags;
use redflag_ir::body::{InvokeKind, MethodRef};
use redflag_ir::program::jdk::Jdk;
use redflag_ir::program::resolve::{resolve_field, resolve_method_ref};
use redflag_ir::program::select::call_target;
use redflag_ir::program::source::ClassPath;
use redflag_ir::program::{ClassId, Incompatible, LinkError, Program};
use redflag_test_support::{cache, jdks, jvm};

use hierarchy::{From, Hierarchy, Use, What};
use random::Random;

const HIERARCHIES: usize = 800;
/// HotSpot crashes while it builds the method tables of about one hierarchy in five thousand, seen
/// where a package-private method meets an interface's and a class of another package overrides
/// both. This seed has none of them.
const SEED: u64 = 0x7265_6466_6c61_6731;

#[test]
fn the_jvm_links_as_we_say() {
    let mut random = Random::new(SEED);
    let hierarchies: Vec<Hierarchy> =
        (0..HIERARCHIES).map(|number| hierarchy::generate(number, &mut random)).collect();
    let directory = tempfile::tempdir().expect("a writable temporary directory");
    let mut places = String::new();
    for hierarchy in &hierarchies {
        for (name, bytes) in emit::emit(hierarchy).expect("small enough") {
            let file = directory.path().join(format!("{name}.class"));
            fs::create_dir_all(file.parent().expect("it has a package")).expect("writable");
            fs::write(file, bytes).expect("writable");
        }
        for (class, at) in users(hierarchy) {
            writeln!(places, "{class} {}", emit::method_of(at)).expect("memory");
        }
    }
    fs::write(directory.path().join("places.txt"), places).expect("writable");
    for jdk in jdks::all() {
        compare(jdk, directory.path(), &hierarchies);
    }
}

/// Every use with each class that it is in.
fn users(hierarchy: &Hierarchy) -> Vec<(String, usize)> {
    let mut users = Vec::new();
    for (at, it) in hierarchy.uses.iter().enumerate() {
        match it.from {
            From::Type(ty) => users.push((hierarchy.types[ty].name.clone(), at)),
            From::EveryPackage => {
                let packages = hierarchy.packages.iter();
                users.extend(packages.map(|package| (emit::user_of(package), at)));
            }
        }
    }
    users
}

fn compare(jdk: &Jdk, directory: &Path, hierarchies: &[Hierarchy]) {
    let answers = ask_jvm(jdk, directory);
    let mut program = Program::new(ClassPath::open_with_jdk(jdk, &[directory]));
    for hierarchy in hierarchies {
        for ty in &hierarchy.types {
            program.load(&ty.name).expect("generated");
        }
        for package in &hierarchy.packages {
            program.load(&emit::user_of(package)).expect("generated");
        }
    }
    assert_eq!(program.skipped().collect::<Vec<_>>(), Vec::<&_>::new());
    let mut differences = BTreeMap::new();
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
    let mut answers = answers.lines();
    for hierarchy in hierarchies {
        for (user, at) in users(hierarchy) {
            let it = &hierarchy.uses[at];
            let answer = answers.next().expect("one answer for each use");
            let expected = expected(&program, jdk, hierarchy, &user, it);
            if expected != answer {
                let difference = describe(hierarchy, &user, it, &expected, answer);
                // One of each hierarchy is enough to look at.
                differences.entry(&*hierarchy.packages[0]).or_insert(difference);
            }
            *outcomes.entry(if answer.contains("Error") { answer } else { "ran" }).or_default() +=
                1;
        }
    }
    assert_eq!(answers.next(), None);
    println!("Java {}: {outcomes:?}", jdk.version);
    // A generator that has lost a kind of outcome tests less than it seems to.
    for outcome in [
        "ran",
        "AbstractMethodError",
        "IllegalAccessError",
        "IncompatibleClassChangeError",
        "NoSuchFieldError",
        "NoSuchMethodError",
    ] {
        assert!(outcomes.get(outcome).is_some_and(|&count| count >= 100), "too few: {outcome}");
    }
    let shown = differences.values().take(5).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(
        differences.is_empty(),
        "{} hierarchies differ from Java {}, the first of them:\n{shown}",
        differences.len(),
        jdk.version
    );
}

fn ask_jvm(jdk: &Jdk, directory: &Path) -> String {
    // The launcher compiles a source file itself; only some JDKs here have a compiler for it.
    let classes = redflag_test_support::javac::compile(
        jdks::compiler(),
        &[cache::in_repository("testdata/jvm/RunUses.java")],
        &["--release", "17"],
    );
    let class_path = std::env::join_paths([&classes, directory]).expect("no odd characters");
    let class_path = class_path.to_str().expect("Unicode").to_owned();
    let places = directory.join("places.txt").to_str().expect("Unicode").to_owned();
    let arguments = ["-cp".to_owned(), class_path, "RunUses".to_owned(), places];
    jvm::run_well(jdk, &arguments, Duration::from_secs(300)).stdout
}

/// The class whose member is reached, or the error.
fn expected(program: &Program, jdk: &Jdk, hierarchy: &Hierarchy, user: &str, it: &Use) -> String {
    let outcome = match it.what {
        What::Call(kind, of_interface) => {
            call_outcome(program, hierarchy, user, it, kind, of_interface)
        }
        What::GetStatic | What::GetField => field_outcome(program, hierarchy, user, it),
    };
    match outcome {
        Ok(class) => class,
        // The specification has no other error for conflicting default methods, and later releases follow it.
        Err(LinkError::IncompatibleClassChange(Incompatible::Conflict))
            if jdk.feature < 25 && matches!(it.what, What::Call(InvokeKind::Interface, _)) =>
        {
            LinkError::AbstractMethod.java_name().to_owned()
        }
        Err(error) => error.java_name().to_owned(),
    }
}

fn call_outcome(
    program: &Program,
    hierarchy: &Hierarchy,
    user: &str,
    it: &Use,
    kind: InvokeKind,
    of_interface: bool,
) -> Result<String, LinkError> {
    let caller = class(program, user);
    let method = MethodRef {
        class: program.type_of(class(program, &hierarchy.types[it.named].name)),
        name: program.names().get(it.name).expect("mentioned"),
        descriptor: program.names().get(&it.descriptor).expect("mentioned"),
        of_interface,
    };
    let receiver = program.type_of(class(program, &hierarchy.types[it.receiver].name));
    let resolved = resolve_method_ref(program, &method)?;
    let declared = program.method(resolved);
    check_access(program, caller, declared.class, declared.flags)?;
    let target = call_target(program, caller, kind, &method, receiver)?;
    Ok(program.class_name(program.method(target).class).to_owned())
}

fn field_outcome(
    program: &Program,
    hierarchy: &Hierarchy,
    user: &str,
    it: &Use,
) -> Result<String, LinkError> {
    let named = class(program, &hierarchy.types[it.named].name);
    let name = program.names().get(it.name).expect("mentioned");
    let descriptor = program.names().get(&it.descriptor).expect("mentioned");
    let ty = program.names().field_type(descriptor).expect("a field descriptor");
    let field = program.field(resolve_field(program, named, name, ty)?);
    check_access(program, class(program, user), field.class, field.flags)?;
    if field.is_static() != (it.what == What::GetStatic) {
        let change = match field.is_static() {
            true => Incompatible::ExpectedInstance,
            false => Incompatible::ExpectedStatic,
        };
        return Err(LinkError::IncompatibleClassChange(change));
    }
    Ok(program.class_name(field.class).to_owned())
}

/// The JVM's access control, which the library does not model. All classes of a package are of
/// one nest, so that only protected members are within reach of another package.
fn check_access(
    program: &Program,
    from: ClassId,
    declared_in: ClassId,
    flags: Flags,
) -> Result<(), LinkError> {
    let is_inherited = flags.has(Flags::PROTECTED) && program.is_subclass(from, declared_in);
    if flags.has(Flags::PUBLIC) || is_inherited || program.same_package(from, declared_in) {
        Ok(())
    } else {
        Err(LinkError::IllegalAccess)
    }
}

fn class(program: &Program, name: &str) -> ClassId {
    program.find_class(name).expect("loaded")
}

fn describe(hierarchy: &Hierarchy, user: &str, it: &Use, expected: &str, answer: &str) -> String {
    format!(
        "{hierarchy}in {user}: {:?} {}.{}{} on a {}\n  we say {expected}, the JVM says {answer}\n",
        it.what,
        hierarchy.types[it.named].name,
        it.name,
        it.descriptor,
        hierarchy.types[it.receiver].name,
    )
}
