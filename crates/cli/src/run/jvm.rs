//! Which JVM a command means, and whether it is one that can be watched; known by its files,
//! because starting it to ask takes longer than many a program.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use redflag_ir::program::jdk;

use crate::failure::Failure;

/// The oldest release that the agent works on.
pub const OLDEST: u32 = 11;

/// Whether a command is Java's own launcher.
pub fn is_launcher(command: &OsStr) -> bool {
    Path::new(command).file_name().is_some_and(|name| name == "java" || name == "java.exe")
}

/// The launcher that a command means: the file of that path; for a mere name, the one that a shell
/// would find, or else one of a JDK.
pub fn find_launcher(command: &OsStr) -> Result<PathBuf, Failure> {
    let path = Path::new(command);
    if path.components().count() > 1 {
        return match path.is_file() {
            true => Ok(path.to_owned()),
            false => Err(Failure::Usage(format!("{}: there is no such file", path.display()))),
        };
    }
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let directories: Vec<PathBuf> =
        variable("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    let java_home = variable("JAVA_HOME").map(PathBuf::from);
    let discovered = || jdk::default_jdk().map(|jdk| jdk.java());
    first_of(&directories, java_home.as_deref(), discovered).ok_or_else(|| {
        Failure::Failed(
            "there is no java: install a JDK, put its bin directory on the PATH, or set JAVA_HOME"
                .to_owned(),
        )
    })
}

fn first_of(
    directories: &[PathBuf],
    java_home: Option<&Path>,
    discovered: impl FnOnce() -> Option<PathBuf>,
) -> Option<PathBuf> {
    let name = format!("java{}", std::env::consts::EXE_SUFFIX);
    let on_path = directories.iter().map(|directory| directory.join(&name));
    let of_home = java_home.map(|home| home.join("bin").join(&name));
    on_path.chain(of_home).find(|java| is_executable(java)).or_else(discovered)
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

/// The directory of the installation that a launcher belongs to.
pub fn home_of(launcher: &Path) -> Option<PathBuf> {
    let launcher = launcher.canonicalize().ok()?;
    let home = launcher.parent()?.parent()?;
    // Java 8 has a JRE inside the JDK.
    match home.file_name().is_some_and(|name| name == "jre") && !home.join("release").is_file() {
        true => home.parent().map(Path::to_owned),
        false => Some(home.to_owned()),
    }
}

/// Refuses a JVM that is known to be one that the agent does not work on. One that does not tell
/// is not refused here: the agent looks again, from inside.
pub fn check(launcher: &Path) -> Result<(), Failure> {
    let Some(home) = home_of(launcher) else { return Ok(()) };
    let Ok(release) = std::fs::read(home.join("release")) else { return Ok(()) };
    let why = match unfit(&String::from_utf8_lossy(&release)) {
        Some(why) => why,
        None if has_openj9(&home) => NOT_HOTSPOT.replace("{}", "Eclipse OpenJ9"),
        None => return Ok(()),
    };
    Err(Failure::Failed(format!("the JVM in {} {why}", home.display())))
}

const NOT_HOTSPOT: &str = "is {}: redflag works on HotSpot, the JVM of OpenJDK builds such as \
                           Eclipse Temurin; use one of those";

/// What stands against a JVM, by its `release` file.
fn unfit(release: &str) -> Option<String> {
    let value = |key: &str| {
        let mut lines = release.lines().filter_map(|line| line.trim().split_once('='));
        let found = lines.find(|(name, _)| *name == key);
        found.map(|(_, value)| value.trim().trim_matches('"')).filter(|value| !value.is_empty())
    };
    let variant = value("JVM_VARIANT").filter(|variant| !is_hotspot(variant));
    let by_version = value("JVM_VERSION").filter(|version| names_openj9(version));
    if let Some(other) = variant.or(by_version) {
        let name = if names_openj9(other) { "Eclipse OpenJ9" } else { other };
        return Some(NOT_HOTSPOT.replace("{}", name));
    }
    if let Some(architecture) = value("OS_ARCH") {
        if is_32_bit(architecture) {
            return Some(format!(
                "is a 32-bit one ({architecture}): redflag works on 64-bit JVMs; use one of those"
            ));
        }
        let ours = std::env::consts::ARCH;
        if common_name(architecture) != ours {
            return Some(format!(
                "is for {architecture}, but this redflag is for {ours}: use a JVM and a redflag \
                 for the same processor"
            ));
        }
    }
    let version = value("JAVA_VERSION")?;
    let feature = feature_of(version).filter(|&feature| feature < OLDEST)?;
    Some(format!("is Java {feature} ({version}): redflag works on Java {OLDEST} and newer"))
}

/// OpenJ9's launcher starts a JVM that lies in a directory of its own.
fn has_openj9(home: &Path) -> bool {
    ["lib/j9vm", "lib/compressedrefs", "jre/lib/amd64/j9vm"]
        .iter()
        .any(|directory| home.join(directory).is_dir())
}

fn is_hotspot(variant: &str) -> bool {
    ["hotspot", "server", "client", "zero", "dcevm"].contains(&variant.to_lowercase().as_str())
}

fn names_openj9(text: &str) -> bool {
    text.to_lowercase().contains("openj9")
}

fn is_32_bit(architecture: &str) -> bool {
    ["x86", "i386", "i486", "i586", "i686", "arm", "arm32", "armv7l", "ppc", "sparc"]
        .contains(&architecture)
}

/// As Rust calls it.
fn common_name(architecture: &str) -> &str {
    match architecture {
        "amd64" | "x64" => "x86_64",
        "arm64" => "aarch64",
        other => other,
    }
}

/// 17 of `17.0.15`, 8 of `1.8.0_392`.
fn feature_of(version: &str) -> Option<u32> {
    let mut numbers = version.split(|c: char| !c.is_ascii_digit());
    match numbers.next()?.parse().ok()? {
        1 => numbers.next()?.parse().ok(),
        feature => Some(feature),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launchers_are_known_by_name() {
        for java in ["java", "/usr/bin/java", "jdk/bin/java", "java.exe"] {
            assert!(is_launcher(OsStr::new(java)), "{java}");
        }
        for other in ["javac", "./gradlew", "java/run", "my-java", "/"] {
            assert!(!is_launcher(OsStr::new(other)), "{other}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn launchers_are_looked_for_where_a_shell_would_and_then_further() {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().expect("made");
        let make = |path: &str, mode: u32| {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().expect("inside")).expect("made");
            std::fs::write(&path, "").expect("written");
            std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).expect("set");
            path
        };
        let none = make("none/readme", 0o644);
        let not_executable = make("text/java", 0o644);
        let on_path = make("path/java", 0o755);
        let of_home = make("home/bin/java", 0o755);
        let home = root.path().join("home");
        let [none, text, path] = [&none, &not_executable, &on_path]
            .map(|file| file.parent().expect("inside").to_owned());
        let nowhere = || panic!("not asked");
        assert_eq!(
            first_of(&[none.clone(), text.clone(), path], Some(&home), nowhere),
            Some(on_path)
        );
        assert_eq!(first_of(&[none.clone(), text], Some(&home), nowhere), Some(of_home));
        let found = || Some(PathBuf::from("/jdk/bin/java"));
        assert_eq!(first_of(std::slice::from_ref(&none), Some(&none), found), found());
        assert_eq!(first_of(&[], None, || None), None);
    }

    fn release(lines: &str) -> String {
        format!("IMPLEMENTOR=\"X\"\nOS_ARCH=\"{}\"\n{lines}\n", std::env::consts::ARCH)
    }

    #[test]
    fn hotspot_from_11_on_will_do() {
        for lines in [
            "JAVA_VERSION=\"17.0.15\"",
            "JAVA_VERSION=\"11.0.2\"\nJVM_VARIANT=\"Hotspot\"\nJVM_VERSION=\"11.0.2+9\"",
            "JAVA_VERSION=\"25-ea\"\nJVM_VARIANT=\"HotSpot\"",
            "JAVA_VERSION=\"newest\"",
            "JVM_VARIANT=\"\"",
            "nothing to see here",
        ] {
            assert_eq!(unfit(&release(lines)), None, "{lines}");
        }
    }

    #[test]
    fn others_are_refused_in_a_sentence() {
        let why = |lines: &str| unfit(lines).unwrap_or_else(|| panic!("accepted {lines}"));
        let openj9 = "is Eclipse OpenJ9: redflag works on HotSpot, the JVM of OpenJDK builds such \
                      as Eclipse Temurin; use one of those";
        assert_eq!(why("JVM_VARIANT=\"Openj9\""), openj9);
        assert_eq!(why("JVM_VERSION=\"openj9-0.41.0\""), openj9);
        assert!(why("JVM_VARIANT=\"Zing\"").starts_with("is Zing: redflag works on HotSpot"));
        assert!(why("OS_ARCH=\"i386\"").starts_with("is a 32-bit one (i386): "));
        assert!(why("OS_ARCH=\"s390x\"").starts_with("is for s390x, but this redflag is for "));
        let old = why(&release("JAVA_VERSION=\"1.8.0_392\""));
        assert_eq!(old, "is Java 8 (1.8.0_392): redflag works on Java 11 and newer");
    }
}
