//! Brings pinned jars into the cache, by the user's Maven.
//!
//! Maven's own settings say where jars come from. A jar enters the cache only after its checksum was
//! found right, so one that is there needs no second look; the names are those of
//! `scripts/fetch-jars`, which fills the same cache.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::process;

/// A jar, pinned by content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jar {
    /// `group:artifact:version[:classifier]`.
    pub coordinates: String,
    /// In hexadecimal digits.
    pub sha256: String,
}

impl Jar {
    pub fn pinned(coordinates: &str, sha256: &str) -> Result<Jar, String> {
        if !(3..=4).contains(&coordinates.split(':').count()) {
            return Err("expected group:artifact:version[:classifier]".to_owned());
        }
        if sha256.len() != 64 || !sha256.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err("expected a sha256 of 64 hexadecimal digits".to_owned());
        }
        Ok(Jar { coordinates: coordinates.to_owned(), sha256: sha256.to_owned() })
    }

    /// Where it is kept.
    pub fn path_in(&self, cache: &Path) -> PathBuf {
        cache.join("jars").join(self.file_name())
    }

    fn file_name(&self) -> String {
        let parts: Vec<&str> = self.coordinates.split(':').skip(1).collect();
        format!("{}.jar", parts.join("-"))
    }
}

/// Pinned like the jars: the plug-in decides what the files are called.
const PLUGIN: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";

/// A slow network may take minutes; a silent one should not take hours.
const LIMIT: Duration = Duration::from_secs(900);

/// Fetches what is missing, all of it in one run of Maven. The answer says of each jar that still
/// is not there why, by coordinates.
pub fn fetch(
    jars: &[&Jar],
    cache: &Path,
    fetching: &mut dyn FnMut(usize),
) -> BTreeMap<String, String> {
    let is_missing = |jar: &&&Jar| !jar.path_in(cache).is_file();
    let mut missing: Vec<&Jar> = jars.iter().filter(is_missing).copied().collect();
    missing.sort_by_key(|jar| &jar.coordinates);
    missing.dedup();
    if missing.is_empty() {
        return BTreeMap::new();
    }
    fetching(missing.len());
    match fetch_all(&missing, &cache.join("jars")) {
        Ok(unavailable) => unavailable,
        Err(error) => {
            let why = format!("its jars cannot be kept in {}: {error}", cache.display());
            missing.iter().map(|jar| (jar.coordinates.clone(), why.clone())).collect()
        }
    }
}

fn fetch_all(missing: &[&Jar], directory: &Path) -> io::Result<BTreeMap<String, String>> {
    fs::create_dir_all(directory)?;
    // Beside the jars, so that the final move is a rename.
    let staging = tempfile::Builder::new().prefix(".fetch-").tempdir_in(directory)?;
    let maven = run_maven(missing, staging.path())?;
    let mut unavailable = BTreeMap::new();
    for jar in missing {
        let Jar { coordinates, sha256 } = jar;
        let fetched = staging.path().join(jar.file_name());
        let why = match (fs::read(&fetched), &maven) {
            (Ok(bytes), _) => {
                let found = hexadecimal(&Sha256::digest(bytes));
                if found == *sha256 {
                    fs::rename(&fetched, directory.join(jar.file_name()))?;
                    continue;
                }
                format!("{coordinates} has sha256 {found}, expected {sha256}, and was not kept")
            }
            (Err(_), Some(why)) => format!("{coordinates} is not in the cache, and {why}"),
            (Err(_), None) => {
                format!("{coordinates} is not in the cache, and Maven did not fetch it")
            }
        };
        unavailable.insert(coordinates.clone(), why);
    }
    Ok(unavailable)
}

/// Gets what it can into a directory. The answer is why that may not be everything.
fn run_maven(jars: &[&Jar], directory: &Path) -> io::Result<Option<String>> {
    let file = directory.join("pom.xml");
    fs::write(&file, pom(jars))?;
    let mut command = Command::new("mvn");
    command.args(["--batch-mode", "--quiet", "--file"]).arg(&file).arg(format!("{PLUGIN}:copy"));
    let mut output = std::ffi::OsString::from("-DoutputDirectory=");
    output.push(directory);
    command.arg(output);
    let ended = match process::run(&mut command, LIMIT) {
        Ok(ended) => ended,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Some("there is no Maven (`mvn`) to fetch it with".to_owned()));
        }
        Err(error) => return Ok(Some(format!("Maven (`mvn`) does not start: {error}"))),
    };
    Ok(match () {
        () if ended.was_killed => {
            Some(format!("Maven was not done fetching after {} s", LIMIT.as_secs()))
        }
        () if ended.status.success() => None,
        () => Some(format!("Maven failed to fetch it: {}", complaint(&ended.stdout))),
    })
}

/// Maven repeats itself after its first sentence.
fn complaint(said: &str) -> String {
    let line = said.lines().find_map(|line| line.strip_prefix("[ERROR] "));
    line.unwrap_or("it did not say why").chars().take(300).collect()
}

fn pom(jars: &[&Jar]) -> String {
    let mut items = String::new();
    for jar in jars {
        let names = ["groupId", "artifactId", "version", "classifier"];
        let parts = names.iter().zip(jar.coordinates.split(':'));
        let parts: String = parts.map(|(name, part)| format!("<{name}>{part}</{name}>")).collect();
        items.push_str(&format!("<artifactItem>{parts}</artifactItem>\n"));
    }
    format!(
        "<project><modelVersion>4.0.0</modelVersion>
<groupId>redflag</groupId><artifactId>jars</artifactId><version>1</version><packaging>pom</packaging>
<build><plugins><plugin>{}
<configuration><artifactItems>
{items}</artifactItems></configuration>
</plugin></plugins></build></project>
",
        plugin()
    )
}

fn plugin() -> String {
    let names = ["groupId", "artifactId", "version"];
    let parts = names.iter().zip(PLUGIN.split(':'));
    parts.map(|(name, part)| format!("<{name}>{part}</{name}>")).collect()
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_not_fetched() {
        let cache = tempfile::tempdir().expect("made");
        let jar = Jar::pinned("g:a:1", &"0".repeat(64)).expect("pinned");
        fs::create_dir(cache.path().join("jars")).expect("made");
        fs::write(jar.path_in(cache.path()), "checked when it came").expect("written");
        let why = fetch(&[&jar], cache.path(), &mut |_| panic!("there is nothing to fetch"));
        assert_eq!(why, BTreeMap::new());
    }

    #[test]
    fn a_project_names_each_part() {
        let jar = Jar::pinned("g:a:1:linux", &"0".repeat(64)).expect("pinned");
        let expected = "<artifactItem><groupId>g</groupId><artifactId>a</artifactId>\
                        <version>1</version><classifier>linux</classifier></artifactItem>\n";
        assert!(pom(&[&jar]).contains(expected), "{}", pom(&[&jar]));
    }

    #[test]
    fn the_first_complaint_is_enough() {
        let said = "[WARNING] old\n[ERROR] Unknown host\n[ERROR] -> [Help 1]\n";
        assert_eq!(complaint(said), "Unknown host");
        assert_eq!(complaint("killed"), "it did not say why");
    }

    #[test]
    fn checksums_are_written_as_usual() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(hexadecimal(&Sha256::digest(b"")), empty);
    }
}
