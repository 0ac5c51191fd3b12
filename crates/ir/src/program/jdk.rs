//! Finds JDKs on this machine without running them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::source::{ClassPath, SourceError};

/// A Java installation that can be analysed: its classes are where they should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jdk {
    /// The directory with `bin` and `lib`, with links resolved.
    pub home: PathBuf,
    /// The feature release: 8, 11, 17, ...
    pub feature: u32,
    /// The whole version as the installation gives it: `17.0.15`.
    pub version: String,
}

impl Jdk {
    /// The JDK whose home is `path` (or `path/Contents/Home`, as on macOS).
    pub fn at(path: impl AsRef<Path>) -> Result<Jdk, SourceError> {
        let path = path.as_ref();
        let not =
            |why: String| SourceError::new(path.display().to_string(), format!("not a JDK: {why}"));
        let mut home = path.canonicalize().map_err(|error| not(error.to_string()))?;
        if !home.is_dir() {
            return Err(not(
                "it is a file, expected the directory that holds `bin` and `lib`".to_owned()
            ));
        }
        let bundle = home.join("Contents/Home");
        if bundle.is_dir() {
            home = bundle;
        }
        if class_containers(&home).is_empty() {
            return Err(not(why_without_classes(&home)));
        }
        let is_jre_8 = home.join("lib/rt.jar").is_file() && !has_javac(&home);
        if is_jre_8 {
            let parent = home.parent().filter(|parent| has_javac(parent));
            return Err(not(match parent {
                Some(parent) => format!("it is the JRE of the Java 8 JDK {}", parent.display()),
                None => "it is a Java 8 JRE, without `bin/javac`".to_owned(),
            }));
        }
        let version = match release_version(&home) {
            Some(version) => version,
            None => version_by_object(&home).map_err(not)?,
        };
        let feature = feature_of(&version).ok_or_else(|| {
            not(format!("its `release` file has JAVA_VERSION={version:?}, expected a number first"))
        })?;
        Ok(Jdk { home, feature, version })
    }

    /// Whether it can compile Java.
    pub fn has_javac(&self) -> bool {
        has_javac(&self.home)
    }

    /// The `java` launcher.
    pub fn java(&self) -> PathBuf {
        self.tool("java")
    }

    /// A program of its `bin` directory.
    pub fn tool(&self, name: &str) -> PathBuf {
        tool(&self.home, name)
    }

    /// The files with its classes: `lib/modules`, or for Java 8 `rt.jar` and the jars beside it.
    pub fn class_containers(&self) -> Vec<PathBuf> {
        class_containers(&self.home)
    }
}

/// All JDKs that can be found, each once, sorted by feature release and path.
///
/// Looks at `REDFLAG_JDKS` (a path list of homes, or of directories that hold homes), `JAVA_HOME`, `java`
/// on the `PATH`, and the directories where JDKs are usually installed.
pub fn find_all() -> Vec<Jdk> {
    all_of(&Places::of_environment())
}

/// The JDK to use when none is named: `JAVA_HOME`, then `java` on the `PATH`, then the highest release.
pub fn default_jdk() -> Option<Jdk> {
    default_of(&Places::of_environment())
}

/// Where to look.
#[derive(Default)]
struct Places {
    listed: Vec<PathBuf>,
    java_home: Option<PathBuf>,
    path: Vec<PathBuf>,
    parents: Vec<PathBuf>,
}

impl Places {
    fn of_environment() -> Places {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let list = |value: Option<OsString>| match value {
            Some(value) => std::env::split_paths(&value).collect(),
            None => Vec::new(),
        };
        let mut parents: Vec<PathBuf> =
            ["/usr/lib/jvm", "/usr/java", "/opt", "/opt/java", "/Library/Java/JavaVirtualMachines"]
                .map(PathBuf::from)
                .into();
        if let Some(user) = std::env::home_dir() {
            parents.push(user.join(".sdkman/candidates/java"));
            parents.push(user.join(".jdks"));
            parents.push(user.join("Library/Java/JavaVirtualMachines"));
        }
        Places {
            listed: list(variable("REDFLAG_JDKS")),
            java_home: variable("JAVA_HOME").map(PathBuf::from),
            path: list(variable("PATH")),
            parents,
        }
    }
}

fn all_of(places: &Places) -> Vec<Jdk> {
    let mut found = BTreeMap::new();
    let mut add = |jdk: Option<Jdk>| {
        if let Some(jdk) = jdk {
            found.insert((jdk.feature, jdk.home.clone()), jdk);
        }
    };
    places.java_home.iter().for_each(|home| add(Jdk::at(home).ok()));
    places.path.iter().for_each(|bin| add(of_bin(bin)));
    for path in &places.listed {
        add(Jdk::at(path).ok());
    }
    for parent in places.listed.iter().chain(&places.parents) {
        for child in std::fs::read_dir(parent).into_iter().flatten().flatten() {
            add(Jdk::at(child.path()).ok());
        }
    }
    found.into_values().collect()
}

fn default_of(places: &Places) -> Option<Jdk> {
    let home = places.java_home.iter().find_map(|home| Jdk::at(home).ok());
    home.or_else(|| places.path.iter().find_map(|bin| of_bin(bin))).or_else(|| all_of(places).pop())
}

/// The JDK that a `bin` directory's `java` belongs to, links resolved.
fn of_bin(bin: &Path) -> Option<Jdk> {
    let launcher = format!("java{}", std::env::consts::EXE_SUFFIX);
    let java = bin.join(launcher).canonicalize().ok()?;
    let home = java.parent()?.parent()?;
    // Java 8 has its launcher in the JRE inside the JDK.
    Jdk::at(home).or_else(|_| Jdk::at(home.join(".."))).ok()
}

fn class_containers(home: &Path) -> Vec<PathBuf> {
    let image = home.join("lib/modules");
    if image.is_file() {
        return vec![image];
    }
    for lib in ["jre/lib", "lib"].map(|lib| home.join(lib)) {
        if lib.join("rt.jar").is_file() {
            let jars = ["rt.jar", "jce.jar", "jsse.jar", "charsets.jar"];
            let jars = jars.map(|jar| lib.join(jar)).into_iter();
            return jars.filter(|jar| jar.is_file()).collect();
        }
    }
    Vec::new()
}

fn why_without_classes(home: &Path) -> String {
    match tool(home, "java").is_file() {
        true => "it has `bin/java` but neither `lib/modules` nor a Java 8 `rt.jar`".to_owned(),
        false => "expected `lib/modules`, or for Java 8 `jre/lib/rt.jar`".to_owned(),
    }
}

fn has_javac(home: &Path) -> bool {
    tool(home, "javac").is_file()
}

fn tool(home: &Path, name: &str) -> PathBuf {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    home.join("bin").join(file)
}

/// `JAVA_VERSION` of the `release` file.
fn release_version(home: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    let file = home.join("release");
    // Not opened unless it is a plain file, and never read whole if it is not what it should be.
    if !file.is_file() {
        return None;
    }
    File::open(file).ok()?.take(64 << 10).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let value = text.lines().find_map(|line| line.trim().strip_prefix("JAVA_VERSION="))?;
    let version = value.trim().trim_matches('"');
    (!version.is_empty()).then(|| version.to_owned())
}

/// The feature release by the class-file version of `java/lang/Object`, for installations without a
/// `release` file.
fn version_by_object(home: &Path) -> Result<String, String> {
    let class_path = ClassPath::open(&class_containers(home), 8);
    let object = class_path.find("java/lang/Object").ok_or_else(|| {
        let skipped = class_path.skipped().first().map(|skipped| format!(" ({skipped})"));
        format!(
            "it has no `release` file and no class java/lang/Object{}",
            skipped.unwrap_or_default()
        )
    })?;
    let bytes = class_path.read(object).map_err(|error| error.to_string())?;
    match *bytes {
        // Java 8 is class-file version 52, and each release since then one more.
        [0xCA, 0xFE, 0xBA, 0xBE, _, _, high, low, ..] => {
            let major = u32::from(high) << 8 | u32::from(low);
            Ok(major.saturating_sub(44).to_string())
        }
        _ => Err("its java/lang/Object is not a class file".to_owned()),
    }
}

/// 17 of `17.0.15`, 25 of `25-ea`, 8 of `1.8.0_392`.
fn feature_of(version: &str) -> Option<u32> {
    let mut numbers = version.split(|c: char| !c.is_ascii_digit());
    match numbers.next()?.parse().ok()? {
        1 => numbers.next()?.parse().ok(),
        feature => Some(feature),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    /// A directory that looks like a JDK's home, as far as is asked here.
    fn home(root: &Path, name: &str, files: &[(&str, &str)]) -> PathBuf {
        let home = root.join(name);
        for (file, content) in files {
            let path = home.join(file);
            fs::create_dir_all(path.parent().expect("inside")).expect("made");
            fs::write(path, content).expect("written");
        }
        home.canonicalize().expect("made")
    }

    fn modern(root: &Path, name: &str, version: &str) -> PathBuf {
        let release = format!("IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"{version}\"\n");
        home(root, name, &[("release", &release), ("lib/modules", ""), ("bin/java", "")])
    }

    fn refusal(home: &Path) -> String {
        Jdk::at(home).expect_err("not a JDK").problem
    }

    #[test]
    fn versions_are_understood() {
        assert_eq!(feature_of("17.0.15"), Some(17));
        assert_eq!(feature_of("25-ea"), Some(25));
        assert_eq!(feature_of("26"), Some(26));
        assert_eq!(feature_of("1.8.0_392"), Some(8));
        assert_eq!(feature_of("next"), None);
        assert_eq!(feature_of("99999999999"), None);
    }

    #[test]
    fn a_home_is_described_by_its_release_file() {
        let root = tempfile::tempdir().expect("made");
        let home = modern(root.path(), "jdk-21", "21.0.8");
        let jdk = Jdk::at(&home).expect("a JDK");
        assert_eq!((jdk.feature, jdk.version.as_str()), (21, "21.0.8"));
        assert_eq!(jdk.home, home);
        assert!(!jdk.has_javac());
        assert_eq!(jdk.java(), tool(&home, "java"));
        assert_eq!(jdk.class_containers(), [home.join("lib/modules")]);
    }

    #[test]
    fn a_bundle_has_its_home_inside() {
        let root = tempfile::tempdir().expect("made");
        let home = modern(root.path(), "x.jdk/Contents/Home", "17");
        assert_eq!(Jdk::at(root.path().join("x.jdk")).expect("a JDK").home, home);
    }

    #[test]
    fn what_is_no_jdk_is_told_in_a_sentence() {
        let root = tempfile::tempdir().expect("made");
        let root = root.path();
        let error = Jdk::at(root.join("nowhere")).expect_err("not there");
        assert!(error.to_string().contains("nowhere: not a JDK: "), "{error}");
        let launcher = home(root, "a", &[("bin/java", "")]);
        let why = "not a JDK: it has `bin/java` but neither `lib/modules` nor a Java 8 `rt.jar`";
        assert_eq!(refusal(&launcher), why);
        assert!(refusal(&launcher.join("bin/java")).contains("it is a file"));
        let empty = home(root, "b", &[("readme", "")]);
        assert!(refusal(&empty).contains("expected `lib/modules`"));
        let odd = modern(root, "c", "newest");
        assert!(refusal(&odd).contains("JAVA_VERSION=\"newest\""));
        let broken = home(root, "d", &[("lib/modules", "not an image")]);
        assert!(refusal(&broken).contains("no `release` file and no class java/lang/Object ("));
    }

    #[test]
    fn java_8_has_its_classes_in_jars() {
        let root = tempfile::tempdir().expect("made");
        let release = "JAVA_VERSION=\"1.8.0_392\"";
        let javac = format!("bin/javac{}", std::env::consts::EXE_SUFFIX);
        let files = [
            (javac.as_str(), ""),
            ("release", release),
            ("jre/lib/rt.jar", ""),
            ("jre/lib/jce.jar", ""),
            ("jre/lib/other.jar", ""),
        ];
        let home_8 = home(root.path(), "jdk8", &files);
        let jdk = Jdk::at(&home_8).expect("a JDK");
        assert_eq!(jdk.feature, 8);
        let jars = ["jre/lib/rt.jar", "jre/lib/jce.jar"].map(|jar| home_8.join(jar));
        assert_eq!(jdk.class_containers(), jars);
        assert!(refusal(&home_8.join("jre")).contains("the JRE of the Java 8 JDK"));
        let jre = home(root.path(), "jre8", &[("lib/rt.jar", ""), ("release", release)]);
        assert_eq!(refusal(&jre), "not a JDK: it is a Java 8 JRE, without `bin/javac`");
    }

    #[test]
    fn without_a_release_file_the_classes_tell() {
        let root = tempfile::tempdir().expect("made");
        let mut zip = rawzip::ZipArchiveWriter::new(Vec::new());
        let (mut entry, config) = zip.new_file("java/lang/Object.class").start().expect("started");
        let mut writer = config.wrap(&mut entry);
        writer.write_all(b"\xca\xfe\xba\xbe\0\0\0\x34").expect("written");
        let (_, output) = writer.finish().expect("finished");
        entry.finish(output).expect("finished");
        let jar = zip.finish().expect("finished");
        let javac = format!("bin/javac{}", std::env::consts::EXE_SUFFIX);
        let home = home(root.path(), "old", &[(&javac, ""), ("jre/lib/rt.jar", "")]);
        fs::write(home.join("jre/lib/rt.jar"), jar).expect("written");
        let jdk = Jdk::at(&home).expect("a JDK");
        assert_eq!((jdk.feature, jdk.version.as_str()), (8, "8"));
    }

    #[cfg(unix)]
    #[test]
    fn places_are_searched_in_order_and_each_jdk_found_once() {
        let root = tempfile::tempdir().expect("made");
        let root = root.path();
        let [a, b, c] = [("jvm/a", "11"), ("jvm/b", "21"), ("elsewhere/c", "17")]
            .map(|(name, version)| modern(root, name, version));
        std::os::unix::fs::symlink(&a, root.join("jvm/link")).expect("linked");
        fs::create_dir(root.join("path")).expect("made");
        std::os::unix::fs::symlink(c.join("bin/java"), root.join("path/java")).expect("linked");
        let homes = |places: &Places| -> Vec<PathBuf> {
            all_of(places).into_iter().map(|jdk| jdk.home).collect()
        };
        let mut places = Places { parents: vec![root.join("jvm")], ..Places::default() };
        assert_eq!(homes(&places), [a.clone(), b.clone()]);
        assert_eq!(default_of(&places).expect("one").home, b, "the highest");
        places.path = vec![root.join("nowhere"), root.join("path")];
        assert_eq!(homes(&places), [a.clone(), c.clone(), b.clone()]);
        assert_eq!(default_of(&places).expect("one").home, c, "that of the PATH");
        places.java_home = Some(root.join("jvm/link"));
        assert_eq!(default_of(&places).expect("one").home, a, "JAVA_HOME");
        // A home and a directory of homes may both be listed.
        let listed = Places { listed: vec![c.clone(), root.join("jvm")], ..Places::default() };
        assert_eq!(homes(&listed), [a, c, b]);
        assert_eq!(default_of(&Places::default()), None);
    }
}
