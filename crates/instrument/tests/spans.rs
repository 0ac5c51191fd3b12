//! Which accesses to elements are told of where their loops end: `testdata/spans/Spans.java` says it on its lines.

mod fixture;

use std::collections::BTreeMap;
use std::path::PathBuf;

use fixture::{Fixture, FromHundred};
use redflag_classfile::{ClassFile, ConstantPool, Insn, Op};
use redflag_instrument::{ClassRole, Instrumented, instrument};
use redflag_test_support::{cache, javac, jdks, markers};

/// The classes of some sources, by their names.
fn compiled(sources: &[PathBuf]) -> Vec<(String, Vec<u8>)> {
    let directory = javac::compile(jdks::compiler(), sources, &["-g"]);
    let mut classes = Vec::new();
    let mut left = vec![directory.clone()];
    while let Some(next) = left.pop() {
        for entry in std::fs::read_dir(next).expect("a directory") {
            let path = entry.expect("a directory that stays").path();
            if path.is_dir() {
                left.push(path);
                continue;
            }
            let name = path.strip_prefix(&directory).expect("in there").with_extension("");
            let bytes = std::fs::read(path).expect("a compiled class");
            classes.push((name.to_string_lossy().replace('\\', "/"), bytes));
        }
    }
    classes.sort();
    classes
}

/// What becomes of each of them.
fn instrumented(classes: &[(String, Vec<u8>)], compresses_arrays: bool) -> Vec<Instrumented> {
    let world = Fixture::of(classes, compresses_arrays);
    let numbers = FromHundred::new();
    let each = classes.iter().map(|(name, bytes)| {
        let done =
            instrument(bytes, ClassRole::Checked, &world, &numbers, &[]).expect("a good class");
        assert_eq!(done.skipped, [], "{name}");
        done
    });
    each.collect()
}

/// The places that a class tells of at the ends of loops: numbers of sites, and whether they write.
fn told(bytes: &[u8]) -> BTreeMap<i32, bool> {
    let class = ClassFile::read(bytes).expect("a good class");
    let mut told = BTreeMap::new();
    for code in class.methods.iter().filter_map(|method| method.code()) {
        for insns in code.insns.windows(2) {
            if let Some(is_write) = span_call(&insns[1], &class.pool) {
                let Insn::Push { value, .. } = insns[0] else { panic!("{:?}", insns[0]) };
                told.insert(value.into(), is_write);
            }
        }
    }
    told
}

fn span_call(insn: &Insn, pool: &ConstantPool<'_>) -> Option<bool> {
    let Insn::Invoke { op: Op::Invokestatic, index } = *insn else { return None };
    let name = pool.method(index).expect("a method").name;
    match name {
        _ if name.ends_with(b"writeSpan") => Some(true),
        _ if name.ends_with(b"readSpan") => Some(false),
        _ => None,
    }
}

/// The same by lines, in words.
fn told_on_lines(done: &Instrumented) -> Vec<(u32, &'static str)> {
    let of_site = |(site, is_write): (i32, bool)| {
        let place = &done.sites[(site as u32 - done.first_site) as usize];
        assert_eq!(place.is_write, is_write, "{place:?}");
        (place.line.expect("compiled with lines"), if is_write { "write" } else { "read" })
    };
    told(&done.bytes).into_iter().map(of_site).collect()
}

fn check(compresses_arrays: bool) {
    let source = cache::in_repository("testdata/spans/Spans.java");
    let text = std::fs::read_to_string(&source).expect("a fixture");
    let markers = markers::parse(&text).expect("good expectations");
    let mut expected: Vec<(u32, &str)> =
        markers.expectations.iter().map(|expected| (expected.line, &*expected.text)).collect();
    let classes = compiled(&[source]);
    let mut found: Vec<_> =
        instrumented(&classes, compresses_arrays).iter().flat_map(told_on_lines).collect();
    found.sort_unstable();
    expected.sort_unstable();
    let show = |(line, what): &(u32, &str)| {
        let code = text.lines().nth(*line as usize - 1).unwrap_or("").trim();
        format!("{what} on line {line}: {code}\n")
    };
    let without = |some: &[(u32, &'static str)], others: &[(u32, &str)]| -> String {
        some.iter().filter(|told| !others.contains(told)).map(show).collect()
    };
    let unexpected = without(&found, &expected);
    let unmet: String = expected.iter().filter(|told| !found.contains(told)).map(show).collect();
    assert_eq!((unexpected.as_str(), unmet.as_str()), ("", ""), "unexpected, unmet");
    assert_eq!(found, expected);
}

#[test]
fn each_loop_tells_of_what_its_lines_say() {
    check(false);
}

/// How arrays are remembered has no part in it.
#[test]
fn compressed_arrays_are_told_of_likewise() {
    check(true);
}

/// The programs that show what is said of such accesses have some, but for those whose loops are left alone.
#[test]
fn programs_that_are_run_have_spans() {
    const WITHOUT: [&str; 4] =
        ["MatrixRaces", "ReassignedArrayRaces", "VolatileInLoopOrders", "VolatileInLoopRaces"];
    let mut sources = javac::sources_in(&cache::in_repository("testdata/run/spans"));
    let programs = sources.clone();
    sources.extend(javac::sources_in(&cache::in_repository("testdata/run/harness")));
    let classes = compiled(&sources);
    let done = instrumented(&classes, false);
    for source in programs {
        let name = source.file_stem().expect("a Java file").to_string_lossy().into_owned();
        let class = format!("spans/{name}");
        let is_of = |of: &str| of.split('$').next() == Some(&class);
        let mut all = classes.iter().zip(&done).filter(|((name, _), _)| is_of(name));
        let has_spans = all.any(|(_, done)| !told(&done.bytes).is_empty());
        assert_eq!(has_spans, !WITHOUT.contains(&&*name), "{name}");
    }
}
