//! Programs over a real JDK: what is loaded, who is whose subtype, and the way back to the code.

use redflag_ir::program::source::ClassPath;
use redflag_ir::program::{ClassId, MethodId, NoBody, Program};
use redflag_ir::types::{self, Type};
use redflag_test_support::jdks;

fn empty() -> Program {
    Program::new(ClassPath::open_with_jdk::<&str>(jdks::compiler(), &[]))
}

fn with(names: &[&str]) -> Program {
    let mut program = empty();
    for name in names {
        assert!(program.load(name).is_some(), "{name}");
    }
    program
}

fn type_named(program: &Program, name: &str) -> Type {
    let found = match name {
        "int" => Some(Type::INT),
        "long" => Some(Type::LONG),
        "null" => Some(Type::NULL),
        _ => types::class_constant(name, program.names().symbols()),
    };
    found.unwrap_or_else(|| panic!("{name}"))
}

fn method(program: &Program, class: &str, name: &str, descriptor: &str) -> MethodId {
    let symbol = |text| program.names().get(text).expect("mentioned");
    let class = program.find_class(class).expect("loaded");
    program.declared_method(class, symbol(name), symbol(descriptor)).expect("declared")
}

#[test]
fn programs_are_shared_between_threads() {
    fn check<T: Send + Sync>() {}
    check::<Program>();
}

#[test]
fn loading_closes_over_ancestors_and_no_more() {
    let mut program = with(&["java/lang/Integer"]);
    let mut names: Vec<&str> = program.classes().map(|id| program.class_name(id)).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "java/io/Serializable",
            "java/lang/Comparable",
            "java/lang/Integer",
            "java/lang/Number",
            "java/lang/Object",
            "java/lang/constant/Constable",
            "java/lang/constant/ConstantDesc",
        ]
    );
    assert_eq!(program.load("no/such/Class"), None);
    assert_eq!(program.load("no/such/Class"), None);
    let skipped: Vec<String> = program.skipped().map(ToString::to_string).collect();
    assert_eq!(skipped, ["no/such/Class: not on the class path"]);
}

#[test]
fn the_whole_jdk_loads_with_ancestors_first() {
    let mut program = empty();
    program.load_all();
    assert_eq!(program.skipped().collect::<Vec<_>>(), Vec::<&_>::new());
    assert!(program.classes().len() > 20_000, "{}", program.classes().len());
    for id in program.classes() {
        let class = program.class(id);
        assert!(!class.is_broken, "{}", program.class_name(id));
        assert_eq!(class.super_class.is_none(), Some(id) == program.object());
        let ancestors = class.super_class.iter().chain(&class.interfaces);
        for &ancestor in ancestors.chain(&*class.superinterfaces) {
            assert!(ancestor < id, "{}", program.class_name(id));
            assert!(program.is_subclass(id, ancestor), "{}", program.class_name(id));
        }
    }
    let object = program.object().expect("loaded");
    assert_eq!(program.subtypes(object).len(), program.classes().len());
}

#[test]
fn subtypes() {
    let program = with(&[
        "java/lang/Integer",
        "java/util/ArrayList",
        "java/util/List",
        "java/lang/Cloneable",
        "java/lang/String",
    ]);
    let yes = [
        ("int", "int"),
        ("null", "java/lang/String"),
        ("null", "[I"),
        ("java/lang/Integer", "java/lang/Object"),
        ("java/lang/Integer", "java/lang/Comparable"),
        ("java/util/ArrayList", "java/lang/Iterable"),
        ("java/util/List", "java/lang/Object"),
        ("[I", "java/lang/Object"),
        ("[I", "java/lang/Cloneable"),
        ("[[I", "[java/lang/Object"),
        ("[[I", "[java/io/Serializable"),
        ("[java/lang/Integer", "[java/lang/Number"),
        ("[[java/lang/Integer", "[[java/lang/Comparable"),
    ];
    let no = [
        ("int", "long"),
        ("int", "java/lang/Object"),
        ("java/lang/Object", "null"),
        ("java/lang/Number", "java/lang/Integer"),
        ("java/lang/Integer", "java/util/List"),
        ("java/lang/Object", "[I"),
        ("[I", "[java/lang/Object"),
        ("[I", "[[I"),
        ("[I", "java/lang/String"),
        ("[java/lang/Number", "[java/lang/Integer"),
    ];
    for (pairs, expected) in [(&yes[..], true), (&no[..], false)] {
        for &(sub, ty) in pairs {
            let found = program.is_subtype(array(&program, sub), array(&program, ty));
            assert_eq!(found, expected, "{sub} <: {ty}");
        }
    }
}

#[test]
fn what_two_types_have_in_common() {
    let program =
        with(&["java/lang/Integer", "java/lang/Long", "java/util/ArrayList", "java/lang/String"]);
    for (a, b, expected) in [
        ("java/lang/Integer", "java/lang/Long", Some("java/lang/Number")),
        ("java/lang/Integer", "java/lang/Number", Some("java/lang/Number")),
        ("java/lang/Integer", "java/lang/String", Some("java/lang/Object")),
        ("java/util/ArrayList", "java/lang/Comparable", Some("java/lang/Object")),
        ("null", "java/lang/String", Some("java/lang/String")),
        ("[I", "null", Some("[I")),
        ("[I", "[J", Some("java/lang/Object")),
        ("[[I", "[[J", Some("[java/lang/Object")),
        ("[[I", "[java/lang/String", Some("[java/lang/Object")),
        ("[java/lang/Integer", "[java/lang/Long", Some("[java/lang/Number")),
        ("[I", "java/lang/String", Some("java/lang/Object")),
        ("int", "int", Some("int")),
        ("int", "java/lang/String", None),
    ] {
        let found = program.common_supertype(array(&program, a), array(&program, b));
        assert_eq!(found, expected.map(|name| array(&program, name)), "{a} and {b}");
    }
}

/// `[java/lang/String` for `[Ljava/lang/String;`: descriptors of arrays need not have been mentioned.
fn array(program: &Program, name: &str) -> Type {
    let element = name.trim_start_matches('[');
    let dimensions = name.len() - element.len();
    let element = match (element, dimensions) {
        ("I", 1..) => Type::INT,
        ("J", 1..) => Type::LONG,
        _ => type_named(program, element),
    };
    (0..dimensions).fold(element, |ty, _| ty.array_of().expect("few dimensions"))
}

#[test]
fn bodies_one_by_one_and_together() {
    let program = with(&["java/util/concurrent/ConcurrentHashMap", "java/lang/Object"]);
    let class = program.find_class("java/util/concurrent/ConcurrentHashMap").expect("loaded");
    let together = program.bodies(class).expect("read before");
    let methods: Vec<MethodId> = program.class(class).methods().collect();
    assert_eq!(together.len(), methods.len());
    for (&id, body) in methods.iter().zip(&together) {
        let alone = program.body(id);
        match (&alone, body) {
            (Ok(alone), Ok(body)) => assert_eq!(alone.insts, body.insts),
            (alone, body) => panic!("{}: {alone:?} {body:?}", program.method_name(id)),
        }
        assert!(program.method(id).has_code());
    }
    let native = method(&program, "java/lang/Object", "hashCode", "()I");
    assert!(matches!(program.body(native), Err(NoBody::NoCode)));
    assert!(program.method(native).code_span().is_empty());
}

#[test]
fn names_for_people() {
    let program = with(&["java/lang/Object"]);
    let wait = method(&program, "java/lang/Object", "wait", "(J)V");
    assert_eq!(program.method_name(wait), "java/lang/Object.wait(J)V");
    assert_eq!(program.code_pos(wait, 7).to_string(), "java/lang/Object.wait(J)V@7");
    assert_eq!(ClassId(3).to_string(), "c3");
    assert_eq!(format!("{:?}", MethodId(12)), "m12");
}
