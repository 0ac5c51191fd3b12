//! Monitors in a real JVM: the fixture's classes, `java.lang.Number` and `java.lang.Thread` are
//! instrumented, and a stand-in for the runtime writes down what it is told.

use std::path::Path;
use std::time::Duration;

use redflag_classfile::edit::{CodeEdit, MethodContext};
use redflag_classfile::{ClassFile, Result};
use redflag_instrument::hooks::CARRIER;
use redflag_instrument::monitors::observe_monitors;
use redflag_instrument::thread_state::THREAD;
use redflag_instrument::{carrier, thread_state};
use redflag_ir::program::jdk::Jdk;
use redflag_ir::program::source::ClassPath;
use redflag_test_support::cache::in_repository;
use redflag_test_support::{javac, jdks, jvm, markers, patched_jdk};

#[test]
fn the_runtime_is_told_of_every_monitor_operation() {
    let fixture = in_repository("testdata/instrument/Monitors.java");
    let hooks = in_repository("testdata/instrument/runtime/redflag/runtime/Hooks.java");
    let compiled =
        javac::compile(jdks::compiler(), &[fixture.clone(), hooks.clone()], &["--release", "17"]);
    let runtime = javac::compile(jdks::compiler(), &[hooks], &["--release", "17"]);
    let source = std::fs::read_to_string(&fixture).expect("the fixture");
    let expected: Vec<String> = markers::parse(&source)
        .expect("its markers")
        .expectations
        .iter()
        .map(|expectation| expectation.text.clone())
        .collect();
    assert_eq!(expected.len(), 12, "the fixture's expectations");
    for jdk in jdks::all() {
        let told = run(jdk, &compiled, &runtime);
        assert_eq!(told, expected, "on Java {}", jdk.version);
    }
}

/// What the runtime was told in each of the fixture's scenarios.
fn run(jdk: &Jdk, compiled: &Path, runtime: &Path) -> Vec<String> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let classes = directory.path().join("classes");
    std::fs::create_dir_all(&classes).expect("a directory for classes");
    let bytes = std::fs::read(compiled.join("Monitors.class")).expect("the compiled fixture");
    let instrumented = instrument(&bytes, |_| Ok(())).expect("the fixture can be instrumented");
    std::fs::write(classes.join("Monitors.class"), instrumented).expect("room for a class");

    let class_path = ClassPath::open_with_jdk::<&Path>(jdk, &[]);
    let of_jdk = |name: &str, add: fn(&mut ClassFile<'_>) -> Result<()>| {
        let location = class_path.find(name).expect("every JDK has it");
        let bytes = class_path.read(location).expect("the JDK's own classes can be read");
        (name.to_owned(), instrument(&bytes, add).expect("it can be instrumented"))
    };
    let added = [of_jdk(CARRIER, carrier::add_hooks), of_jdk(THREAD, thread_state::add_fields)];
    let patch = patched_jdk::patch_only_with(&directory.path().join("patch"), &added).unwrap();
    let arguments = [
        "-Xverify:all".to_owned(),
        patch.argument(),
        // The carrier's module must be let to see the runtime, which is in none.
        "--add-reads".to_owned(),
        "java.base=ALL-UNNAMED".to_owned(),
        format!("-Xbootclasspath/a:{}", runtime.display()),
        "-cp".to_owned(),
        classes.display().to_string(),
        "Monitors".to_owned(),
    ];
    let outcome = jvm::run_well(jdk, &arguments, Duration::from_secs(60));
    let after_name = |line: &str| line.split_once(": ").map(|(_, told)| told.to_owned());
    outcome.stdout.lines().filter_map(after_name).collect()
}

fn instrument(bytes: &[u8], add: impl Fn(&mut ClassFile<'_>) -> Result<()>) -> Result<Vec<u8>> {
    let mut class = ClassFile::read(bytes)?;
    for index in 0..class.methods.len() {
        let method = &class.methods[index];
        let Some(code) = method.code() else { continue };
        let context = MethodContext::of(&class, method);
        let mut edit = CodeEdit::new(code);
        observe_monitors(&mut edit, code, &context, &mut class.pool)?;
        if !edit.is_empty() {
            let edited = edit.finish(&mut class.pool, &context)?;
            *class.methods[index].code_mut().expect("it has code") = edited;
        }
    }
    add(&mut class)?;
    class.write()
}
