//! Hierarchies that the JVM would refuse, or that are larger than any honest one: they load as far
//! as they make sense, and what does not is listed.

use std::fs;
use std::time::{Duration, Instant};

use redflag_classfile::{ClassFile, Flags};
use redflag_ir::program::resolve::{resolve_field, resolve_interface_method, resolve_method};
use redflag_ir::program::select::{select, targets};
use redflag_ir::program::source::ClassPath;
use redflag_ir::program::{LinkError, MAX_SUPERINTERFACES, NoBody, Program};
use redflag_ir::types::Type;
use redflag_test_support::empty_class::empty_class;

const CLASS: Flags = Flags(0x0021);
const INTERFACE: Flags = Flags(0x0601);

fn class(name: &str, super_class: &str, interfaces: &[&str]) -> ClassFile<'static> {
    empty_class(name, CLASS, super_class, interfaces).expect("small")
}

fn interface(name: &str, interfaces: &[&str]) -> ClassFile<'static> {
    empty_class(name, INTERFACE, "java/lang/Object", interfaces).expect("small")
}

/// A program with these classes and a `java/lang/Object`, each lying where its name says.
fn program(classes: Vec<ClassFile<'static>>) -> Program {
    let files = classes.into_iter().map(|class| {
        (class.name().expect("named").into_owned(), class.write().expect("small enough"))
    });
    program_of(files.collect())
}

fn program_of(files: Vec<(String, Vec<u8>)>) -> Program {
    let directory = tempfile::tempdir().expect("a writable temporary directory");
    let object = class("java/lang/Object", "", &[]).write().expect("small");
    for (name, bytes) in files.into_iter().chain([("java/lang/Object".to_owned(), object)]) {
        let file = directory.path().join(format!("{name}.class"));
        fs::create_dir_all(file.parent().expect("the directory itself")).expect("writable");
        fs::write(file, bytes).expect("writable");
    }
    let mut program = Program::new(ClassPath::open(&[directory.path()], 17));
    program.load_all();
    program
}

fn reasons(program: &Program) -> Vec<String> {
    let name = |what: &str| what.rsplit('/').next().unwrap_or_default().to_owned();
    program.skipped().map(|skipped| format!("{}: {}", name(&skipped.what), skipped.why)).collect()
}

fn super_name<'p>(program: &'p Program, name: &str) -> &'p str {
    let class = program.find_class(name).expect("loaded");
    program.class_name(program.class(class).super_class.expect("never without"))
}

fn is_broken(program: &Program, name: &str) -> bool {
    program.class(program.find_class(name).expect("loaded")).is_broken
}

#[test]
fn classes_that_extend_each_other() {
    let program = program(vec![
        class("A", "B", &[]),
        class("B", "C", &[]),
        class("C", "A", &[]),
        class("Below", "B", &[]),
        class("Self", "Self", &[]),
        class("Fine", "java/lang/Object", &[]),
    ]);
    assert_eq!(
        reasons(&program),
        [
            "C.class: ClassCircularityError: the class is its own ancestor, through A",
            "Self.class: ClassCircularityError: the class is its own ancestor, through Self",
        ]
    );
    for name in ["A", "B", "C", "Below", "Self"] {
        assert!(is_broken(&program, name), "{name}");
    }
    assert!(!is_broken(&program, "Fine"));
    assert_eq!(super_name(&program, "C"), "java/lang/Object");
    assert_eq!(super_name(&program, "A"), "B");
}

#[test]
fn interfaces_that_extend_each_other() {
    let program = program(vec![
        interface("I", &["J"]),
        interface("J", &["I"]),
        class("A", "java/lang/Object", &["I"]),
    ]);
    assert_eq!(
        reasons(&program),
        ["J.class: ClassCircularityError: the class is its own ancestor, through I"]
    );
    let id = |name| program.find_class(name).expect("loaded");
    assert!(program.is_subclass(id("A"), id("J")));
    assert!(program.is_subclass(id("I"), id("J")));
    assert!(!program.is_subclass(id("J"), id("I")));
    assert!(is_broken(&program, "A"));
}

#[test]
fn what_is_missing_is_said_once() {
    let program = program(vec![
        class("A", "Gone", &["GoneToo"]),
        class("B", "Gone", &[]),
        class("C", "A", &[]),
    ]);
    assert_eq!(
        reasons(&program),
        [
            "Gone: not on the class path, expected by A",
            "GoneToo: not on the class path, expected by A",
            "A.class: NoClassDefFoundError: its ancestor Gone is not there",
            "A.class: NoClassDefFoundError: its ancestor GoneToo is not there",
            "B.class: NoClassDefFoundError: its ancestor Gone is not there",
        ]
    );
    assert!(is_broken(&program, "C"));
    assert_eq!(super_name(&program, "C"), "A");
    assert_eq!(super_name(&program, "A"), "java/lang/Object");
    assert_eq!(program.find_class("Gone"), None);
}

#[test]
fn what_is_not_there_is_another_error_in_a_class_that_lost_an_ancestor() {
    let mut with_method = class("A", "Gone", &[]);
    with_method.add_method(Flags::PUBLIC.with(Flags::ABSTRACT), "m", "()V", None).expect("small");
    with_method.add_field(Flags::PUBLIC, "f", "I").expect("small");
    let mut program = program(vec![with_method, class("Whole", "java/lang/Object", &[])]);
    program.load("A");
    let id = |name| program.find_class(name).expect("loaded");
    let name = |text| program.names().get(text).expect("mentioned");
    let method = |class, text| resolve_method(&program, id(class), name(text), name("()V"));
    assert!(method("A", "m").is_ok());
    assert_eq!(method("A", "f"), Err(LinkError::NoClassDefFound));
    assert_eq!(method("Whole", "m"), Err(LinkError::NoSuchMethod));
    let field = |class, text| resolve_field(&program, id(class), name(text), Type::INT);
    assert!(field("A", "f").is_ok());
    assert_eq!(field("A", "m"), Err(LinkError::NoClassDefFound));
    assert_eq!(field("Whole", "f"), Err(LinkError::NoSuchField));
}

#[test]
fn ancestors_of_the_wrong_kind() {
    let last = empty_class("Last", CLASS.with(Flags::FINAL), "java/lang/Object", &[]);
    let odd = empty_class("Odd", INTERFACE, "ExtendsInterface", &[]);
    let program = program(vec![
        interface("I", &[]),
        class("ExtendsInterface", "I", &[]),
        class("ImplementsClass", "java/lang/Object", &["ExtendsInterface"]),
        last.expect("small"),
        class("ExtendsFinal", "Last", &[]),
        odd.expect("small"),
        class("Rootless", "", &[]),
    ]);
    let mut found = reasons(&program);
    found.sort();
    assert_eq!(
        found,
        [
            "ExtendsFinal.class: IncompatibleClassChangeError: the superclass Last is final",
            "ExtendsInterface.class: IncompatibleClassChangeError: the superclass I is an interface",
            "ImplementsClass.class: IncompatibleClassChangeError: the superinterface ExtendsInterface is a class",
            "Odd.class: ClassFormatError: the superclass of an interface is ExtendsInterface, expected java/lang/Object",
            "Rootless.class: ClassFormatError: no superclass, expected one",
        ]
    );
    for name in ["ExtendsInterface", "ImplementsClass", "ExtendsFinal", "Odd", "Rootless"] {
        assert_eq!(super_name(&program, name), "java/lang/Object");
        assert!(is_broken(&program, name), "{name}");
    }
}

#[test]
fn interfaces_that_are_repeated_count_once() {
    let program = program(vec![
        interface("I", &[]),
        interface("J", &[]),
        class("A", "java/lang/Object", &["I", "J", "J", "I"]),
        class("B", "A", &["I"]),
        class("C", "java/lang/Object", &["Gone", "Gone"]),
    ]);
    assert_eq!(
        reasons(&program),
        [
            "A.class: ClassFormatError: the superinterface J is repeated",
            "Gone: not on the class path, expected by C",
            "C.class: NoClassDefFoundError: its ancestor Gone is not there",
            "C.class: ClassFormatError: the superinterface Gone is repeated",
        ]
    );
    let id = |name| program.find_class(name).expect("loaded");
    assert_eq!(*program.class(id("A")).interfaces, [id("I"), id("J")]);
    assert_eq!(*program.class(id("A")).superinterfaces, [id("I"), id("J")]);
    assert!(is_broken(&program, "A") && is_broken(&program, "B"));
}

/// As often as a class file can name it, an interface that itself has as many as it may.
#[test]
fn interfaces_that_are_repeated_cost_nothing() {
    let names: Vec<String> = (1..MAX_SUPERINTERFACES).map(|at| format!("I{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut classes: Vec<_> = names.iter().map(|name| interface(name, &[])).collect();
    classes.push(interface("All", &names));
    classes.push(class("Repeats", "java/lang/Object", &["All"; 65_535]));
    let started = Instant::now();
    let program = program(classes);
    assert_eq!(
        reasons(&program),
        ["Repeats.class: ClassFormatError: the superinterface All is repeated"]
    );
    let repeats = program.class(program.find_class("Repeats").expect("loaded"));
    assert_eq!(repeats.interfaces.len(), 1);
    assert_eq!(repeats.superinterfaces.len(), MAX_SUPERINTERFACES);
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

#[test]
fn files_that_are_not_what_they_say() {
    let bytes = class("Real", "java/lang/Object", &[]).write().expect("small");
    let mut bad_field = class("BadField", "java/lang/Object", &[]);
    bad_field.add_field(Flags::PUBLIC, "f", "Q").expect("small");
    let mut bad_method = class("BadMethod", "java/lang/Object", &[]);
    bad_method.add_method(Flags::PUBLIC, "m", "I", None).expect("small");
    let module = empty_class("Module", Flags::MODULE, "", &[]).expect("small");
    let program = program_of(vec![
        ("Claimed".to_owned(), bytes.clone()),
        ("Torn".to_owned(), bytes[..bytes.len() - 3].to_vec()),
        ("Text".to_owned(), b"not a class".to_vec()),
        ("BadField".to_owned(), bad_field.write().expect("small")),
        ("BadMethod".to_owned(), bad_method.write().expect("small")),
        ("Module".to_owned(), module.write().expect("small")),
    ]);
    let found = reasons(&program);
    let expected = [
        "BadField.class: field f has the descriptor \"Q\", expected one of a field",
        "BadMethod.class: method m has the descriptor \"I\", expected one of a method",
        "Claimed.class: NoClassDefFoundError: says that it is Real, expected Claimed",
        "Module.class: is a module, expected a class or interface",
        "Text.class: offset 0x0: magic is 0x6e6f7420, expected 0xcafebabe",
    ];
    assert_eq!(found[..5], expected);
    assert!(found[5].starts_with("Torn.class: offset 0x"), "{}", found[5]);
    assert_eq!(program.classes().len(), 1, "java/lang/Object alone");
}

#[test]
fn chains_that_are_deeper_than_a_stack() {
    const DEPTH: usize = 10_000;
    let name = |at: usize| format!("C{at}");
    let mut classes = Vec::new();
    // The names make the last of the chain load first, so that it is all pending at once.
    for at in 0..DEPTH {
        let above = if at + 1 == DEPTH { "java/lang/Object".to_owned() } else { name(at + 1) };
        let mut it = class(&name(at), &above, &[]);
        let flags = if at % 2 == 0 { Flags(0) } else { Flags::PUBLIC };
        it.add_method(flags.with(Flags::NATIVE), "m", "()V", None).expect("small");
        classes.push(it);
    }
    let started = Instant::now();
    let program = program(classes);
    let id = |at: usize| program.find_class(&name(at)).expect("loaded");
    let (bottom, top) = (id(0), id(DEPTH - 1));
    assert!(program.is_subclass(bottom, top) && !program.is_subclass(top, bottom));
    assert_eq!(program.common_superclass(bottom, id(7000)), Some(id(7000)));
    assert_eq!(program.subtypes(top).len(), DEPTH);
    let text = |text| program.names().get(text).expect("mentioned");
    let resolved = resolve_method(&program, top, text("m"), text("()V")).expect("declared");
    let selected = select(&program, bottom, resolved).expect("overridden");
    assert_eq!(program.method(selected).class, bottom);
    assert_eq!(reasons(&program), Vec::<String>::new());
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

#[test]
fn chains_of_interfaces_take_bounded_memory() {
    const DEPTH: usize = 5_000;
    let name = |at: usize| format!("I{at:04}");
    let classes = (0..DEPTH).map(|at| match at {
        0 => interface(&name(0), &[]),
        _ => interface(&name(at), &[&name(at - 1)]),
    });
    let program = program(classes.collect());
    let most = program.classes().map(|id| program.class(id).superinterfaces.len()).max();
    assert_eq!(most, Some(MAX_SUPERINTERFACES));
    assert_eq!(reasons(&program).len(), 2, "cut twice");
    assert!(reasons(&program)[0].contains("more than 2048 superinterfaces"));
}

#[test]
fn a_thousand_interfaces() {
    let names: Vec<String> = (0..1000).map(|at| format!("I{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut classes: Vec<ClassFile<'static>> = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let mut it = interface(name, &[]);
        if at == 777 {
            it.add_method(Flags::PUBLIC.with(Flags::NATIVE), "m", "()V", None).expect("small");
        }
        classes.push(it);
    }
    classes.push(class("A", "java/lang/Object", &names));
    classes.push(class("B", "A", &names));
    let program = program(classes);
    let id = |name| program.find_class(name).expect("loaded");
    let text = |text| program.names().get(text).expect("mentioned");
    assert_eq!(program.class(id("B")).superinterfaces.len(), 1000);
    let resolved = resolve_method(&program, id("B"), text("m"), text("()V")).expect("inherited");
    assert_eq!(program.method_name(resolved), "I777.m()V");
    assert_eq!(targets(&program, id("I777"), resolved), [resolved]);
    let other = resolve_interface_method(&program, id("I776"), text("m"), text("()V"));
    assert_eq!(other, Err(LinkError::NoSuchMethod));
}

#[test]
fn a_full_constant_pool() {
    let mut full = class("Full", "java/lang/Object", &[]);
    let mut number = 0;
    while full.pool.len() < 65_535 {
        let added = full.pool.add(redflag_classfile::Constant::Integer(number));
        number += 1;
        if added.is_err() {
            break;
        }
    }
    assert_eq!(full.pool.len(), 65_535);
    let program = program(vec![full]);
    assert_eq!(reasons(&program), Vec::<String>::new());
    let full = program.find_class("Full").expect("loaded");
    let again = program.with_class_file(full, |file| file.pool.len());
    assert!(matches!(again, Err(NoBody::Unread(_))), "the directory is gone by now");
}
