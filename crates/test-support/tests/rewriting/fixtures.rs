//! What the tests share, each made once: compiled Java, rewritten jars, and for each JDK its
//! rewritten modules.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use redflag_ir::program::jdk::Jdk;
use redflag_ir::program::source::ClassPath;
use redflag_test_support::patched_jdk::{self, AddedClass, PatchedJdk};
use redflag_test_support::rewritten_jar::{Tally, rewrite_jar};
use redflag_test_support::stored_zip::StoredZip;
use redflag_test_support::stress::{Stress, stress_class};
use redflag_test_support::{cache, jars, javac, jdks};

use crate::linking::Linked;

/// A JDK under test.
pub struct Subject {
    pub jdk: &'static Jdk,
    probed: OnceLock<Result<PatchedJdk, String>>,
    untouched_runtime: OnceLock<Result<Linked, String>>,
    untouched_jars: OnceLock<Result<Linked, String>>,
}

impl Subject {
    pub fn new(jdk: &'static Jdk) -> Subject {
        Subject {
            jdk,
            probed: OnceLock::new(),
            untouched_runtime: OnceLock::new(),
            untouched_jars: OnceLock::new(),
        }
    }

    /// A place for this JDK's files, kept until the next run for whoever has to find out what went
    /// wrong.
    pub fn file(&self, name: &str) -> PathBuf {
        temporary(&format!("java-{}/{name}", self.jdk.version))
    }

    /// The JDK with every class rewritten, in a directory of the given name.
    pub fn rewritten(&self, stress: Stress, directory: &Path) -> Result<PatchedJdk, String> {
        let rewrite = |bytes: &[u8]| stress_class(bytes, stress);
        let patched = patched_jdk::patch_all(self.jdk, directory, &added_to_java_base(), &rewrite)?;
        all_rewritten(&patched.tally)?;
        Ok(patched)
    }

    /// The JDK with probes.
    pub fn probed(&self) -> Result<&PatchedJdk, String> {
        let probed =
            self.probed.get_or_init(|| self.rewritten(Stress::Before, &self.file("modules")));
        probed.as_ref().map_err(Clone::clone)
    }

    /// The JDK as it is, with the probe for others to call.
    pub fn with_probe(&self) -> Result<PatchedJdk, String> {
        patched_jdk::patch_only_with(&self.file("only-probe"), &added_to_java_base())
    }

    /// What linking the runtime gives when it is as it should be, found out once.
    pub fn untouched_runtime(
        &self,
        link: impl FnOnce() -> Result<Linked, String>,
    ) -> Result<&Linked, String> {
        self.untouched_runtime.get_or_init(link).as_ref().map_err(Clone::clone)
    }

    /// The same for the jars.
    pub fn untouched_jars(
        &self,
        link: impl FnOnce() -> Result<Linked, String>,
    ) -> Result<&Linked, String> {
        self.untouched_jars.get_or_init(link).as_ref().map_err(Clone::clone)
    }
}

/// The pinned jars, and two made here: the workloads, and a class that must not verify.
pub fn untouched_jars() -> &'static [PathBuf] {
    static JARS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    JARS.get_or_init(|| {
        let pinned = jars::all().into_iter().map(|jar| jar.path);
        pinned.chain([workloads_jar(), broken_jar()]).collect()
    })
}

/// The same jars with probes, in the same order.
pub fn probed_jars() -> Result<&'static [PathBuf], String> {
    static JARS: OnceLock<Result<Vec<PathBuf>, String>> = OnceLock::new();
    let probed = JARS.get_or_init(|| rewrite_jars(Stress::Before, &temporary("jars"), |_| true));
    probed.as_deref().map_err(Clone::clone)
}

/// Rewrites those of the jars whose file name is `wanted`; the others stay where and as they are,
/// and so does the class that must not verify: its code makes no sense to rewrite.
pub fn rewrite_jars(
    stress: Stress,
    directory: &Path,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<PathBuf>, String> {
    fs::create_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut tally = Tally::default();
    let mut rewritten = Vec::new();
    for jar in untouched_jars() {
        let name = jar.file_name().unwrap_or_default().to_string_lossy();
        if !wanted(&name) || name == BROKEN_JAR {
            rewritten.push(jar.clone());
            continue;
        }
        let to = directory.join(&*name);
        tally.add(rewrite_jar(jar, &to, &|bytes| stress_class(bytes, stress))?);
        rewritten.push(to);
    }
    all_rewritten(&tally)?;
    Ok(rewritten)
}

/// What the workloads need beside themselves.
pub const WORKLOADS_USE: [&str; 3] = ["jackson-annotations", "jackson-core", "jackson-databind"];

/// The programs of `testdata/jvm/workloads`.
pub fn workloads_jar() -> PathBuf {
    let uses = WORKLOADS_USE.map(|artifact| jars::of_artifact(artifact).path);
    let class_path = std::env::join_paths(uses).expect("no separators in the cache's path");
    let sources = javac::sources_in(&cache::in_repository("testdata/jvm/workloads"));
    let flags = ["--release", "17", "-proc:none", "-cp", &class_path.to_string_lossy()];
    let jar = temporary("workloads.jar");
    write_jar(&jar, &classes_in(&javac::compile(jdks::compiler(), &sources, &flags)));
    jar
}

/// The classes of `LinkAll`, which are never rewritten.
pub fn link_all() -> PathBuf {
    let sources = javac::sources_in(&cache::in_repository("testdata/jvm"));
    javac::compile(jdks::compiler(), &sources, &["--release", "17"])
}

/// The class that must not verify, as [`broken`] made it.
pub const BROKEN_IN_RUNTIME: &str = "java.lang.RedflagBroken";
/// Its counterpart in a jar, as `LinkAll` calls it.
pub const BROKEN_IN_JAR: &str = "broken.jar!Broken";
const BROKEN_JAR: &str = "broken.jar";

fn broken_jar() -> PathBuf {
    let source = cache::in_repository("testdata/jvm/control/Broken.java");
    let classes = javac::compile(jdks::compiler(), &[source], &["--release", "17"]);
    let jar = temporary(BROKEN_JAR);
    let classes = classes_in(&classes).into_iter().map(|(name, bytes)| (name, broken(bytes)));
    write_jar(&jar, &classes.collect::<Vec<_>>());
    jar
}

/// What goes into `java.base`: the probe, and the class that must not verify.
fn added_to_java_base() -> Vec<AddedClass> {
    let root = cache::in_repository("testdata/jvm/patch");
    let sources = javac::sources_in(&root.join("java/lang"));
    let patch = format!("java.base={}", root.display());
    // Not --release: it hides the java.base that is patched.
    let flags = ["--patch-module", &patch, "-source", "17", "-target", "17"];
    let classes = classes_in(&javac::compile(jdks::compiler(), &sources, &flags));
    let is_broken = |name: &str| name.replace('/', ".") == BROKEN_IN_RUNTIME;
    let classes = classes.into_iter().map(|(name, bytes)| match is_broken(&name) {
        true => (name, broken(bytes)),
        false => (name, bytes),
    });
    classes.collect()
}

/// Turns `return 42` of an int into the return of a reference, which no verifier lets pass.
fn broken(mut class_file: Vec<u8>) -> Vec<u8> {
    let [bipush, ireturn, areturn] = [0x10, 0xac, 0xb0];
    let code = [bipush, 42, ireturn];
    let found: Vec<usize> =
        (0..class_file.len()).filter(|&at| class_file[at..].starts_with(&code)).collect();
    let [at] = found[..] else {
        panic!(
            "the class that is to be broken has {} places that return 42, expected 1",
            found.len()
        );
    };
    class_file[at + 2] = areturn;
    class_file
}

/// Every class must have been rewritten: one that silently stayed as it was would pass all other
/// tests.
fn all_rewritten(tally: &Tally) -> Result<(), String> {
    let (count, classes) = (tally.failed.len(), tally.classes);
    // Interfaces have little to rewrite, but they are not that many.
    if tally.changed < classes / 4 {
        return Err(format!(
            "{} of {classes} classes were rewritten, expected most",
            tally.changed
        ));
    }
    if count == 0 {
        return Ok(());
    }
    let shown: Vec<String> =
        tally.failed.iter().take(20).map(|(name, why)| format!("  {name}: {why}")).collect();
    Err(format!("{count} of {classes} classes could not be rewritten:\n{}", shown.join("\n")))
}

/// The class files of a compiled directory, by internal name.
fn classes_in(root: &Path) -> Vec<(String, Vec<u8>)> {
    let class_path = ClassPath::open(&[root], jdks::compiler().feature);
    let classes = class_path.classes().map(|(location, name)| {
        let bytes = class_path.read(location).expect("just compiled");
        (name.to_owned(), bytes.into_owned())
    });
    classes.collect()
}

fn write_jar(path: &Path, classes: &[(String, Vec<u8>)]) {
    let mut zip = StoredZip::new(Vec::new());
    for (name, bytes) in classes {
        zip.add(&format!("{name}.class"), bytes).expect("a few classes");
    }
    let bytes = zip.finish().expect("a few classes");
    fs::write(path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// A place among the build's files, whose directory is there.
fn temporary(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rewriting").join(name);
    let directory = path.parent().expect("below the build's directory");
    fs::create_dir_all(directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    path
}
