//! From what the command line names to loaded classes.

use std::path::{Path, PathBuf};

use redflag_ir::program::jdk::{self, Jdk};
use redflag_ir::program::source::{ClassPath, split_class_path};
use redflag_ir::program::{ClassId, Program};

use crate::failure::Failure;

/// The release that a multi-release jar is read for when no JDK says otherwise.
const NEWEST_RELEASE: u32 = 25;

/// A program with the classes that are meant, and which they are.
///
/// A target that is a file or directory means all classes in it; any other is taken for the name
/// of a class, which may be the JDK's.
pub fn open(
    targets: &[String],
    class_path: Option<&str>,
    jdk: Option<&Path>,
) -> Result<(Program, Vec<ClassId>), Failure> {
    let jdk = match jdk {
        Some(home) => {
            Some(Jdk::at(home).map_err(|error| Failure::Usage(format!("--jdk: {error}")))?)
        }
        None => jdk::default_jdk(),
    };
    let (paths, names): (Vec<&String>, Vec<&String>) =
        targets.iter().partition(|target| Path::new(target).exists());
    if let Some(missing) = names.iter().find(|name| looks_like_a_path(name)) {
        return Err(Failure::Usage(format!("{missing}: there is no such file or directory")));
    }
    // What was named comes first: a jar may hold classes that the JDK has too.
    let mut entries: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    entries.extend(class_path.map(split_class_path).unwrap_or_default());
    entries.extend(jdk.iter().flat_map(Jdk::class_containers));
    let release = jdk.as_ref().map_or(NEWEST_RELEASE, |jdk| jdk.feature);
    let program = Program::new(ClassPath::open(&entries, release));
    let (program, mut classes) = load_paths(program, &paths);
    let program = load_names(program, &names, jdk.as_ref(), &mut classes)?;
    if classes.is_empty() {
        let why: Vec<String> = program
            .skipped()
            .map(|skipped| format!("; {}: {}", skipped.what, skipped.why))
            .collect();
        let targets = targets.join(" ");
        return Err(Failure::Failed(format!("there are no classes in {targets}{}", why.concat())));
    }
    Ok((program, classes))
}

/// Loads every class under the paths that were named.
fn load_paths(mut program: Program, paths: &[&String]) -> (Program, Vec<ClassId>) {
    let is_under = |origin: &str| {
        paths.iter().any(|path| {
            origin
                .strip_prefix(path.trim_end_matches('/'))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '!']))
        })
    };
    let class_path = program.class_path();
    let names: Vec<String> = class_path
        .classes()
        // A module's description is a class file, but no class.
        .filter(|&(location, name)| name != "module-info" && is_under(&class_path.origin(location)))
        .map(|(_, name)| name.to_owned())
        .collect();
    let mut classes: Vec<ClassId> = names.iter().filter_map(|name| program.load(name)).collect();
    classes.sort_by(|&a, &b| program.class_name(a).cmp(program.class_name(b)));
    classes.dedup();
    (program, classes)
}

fn load_names(
    mut program: Program,
    names: &[&String],
    jdk: Option<&Jdk>,
    classes: &mut Vec<ClassId>,
) -> Result<Program, Failure> {
    for name in names {
        match program.load(&name.replace('.', "/")) {
            Some(class) => classes.push(class),
            None => {
                let searched = match jdk {
                    Some(jdk) => format!("the class path and JDK {}", jdk.version),
                    None => "the class path (and no JDK was found: set JAVA_HOME or --jdk)".into(),
                };
                return Err(Failure::Usage(format!(
                    "{name} is neither a file nor a class in {searched}"
                )));
            }
        }
    }
    Ok(program)
}

/// Whether a person who wrote this meant a file.
fn looks_like_a_path(target: &str) -> bool {
    target.starts_with(['.', '/'])
        || [".jar", ".class", ".jmod", ".war", ".zip"].iter().any(|end| target.ends_with(end))
}
