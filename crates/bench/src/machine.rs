//! What a result was measured on.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    pub os: String,
    pub processor: String,
    pub cores: u32,
    /// In bytes; 0 when unknown.
    pub memory: u64,
}

impl Machine {
    /// This one, as far as it says so itself.
    pub fn this() -> Machine {
        let read = |path| std::fs::read_to_string(path).unwrap_or_default();
        let os = value(&read("/etc/os-release"), "PRETTY_NAME", '=');
        let processor = value(&read("/proc/cpuinfo"), "model name", ':');
        let memory = value(&read("/proc/meminfo"), "MemTotal", ':');
        let kibibytes = memory.and_then(|memory| memory.strip_suffix(" kB")?.parse::<u64>().ok());
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Machine {
            os: os.unwrap_or_else(|| std::env::consts::OS.to_owned()),
            processor: processor.unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            cores: u32::try_from(cores).unwrap_or(u32::MAX),
            memory: kibibytes.unwrap_or(0) * 1024,
        }
    }
}

/// The first value of a key in lines of `key : value`.
fn value(text: &str, key: &str, separator: char) -> Option<String> {
    text.lines().find_map(|line| {
        let (found, value) = line.split_once(separator)?;
        (found.trim() == key).then(|| value.trim().trim_matches('"').to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_keys() {
        let text = "processor\t: 0\nmodel name\t: AMD EPYC\nmodel name\t: other\n";
        assert_eq!(value(text, "model name", ':').as_deref(), Some("AMD EPYC"));
        assert_eq!(
            value("NAME=x\nPRETTY_NAME=\"Debian 12\"", "PRETTY_NAME", '=').as_deref(),
            Some("Debian 12")
        );
        assert_eq!(value(text, "model", ':'), None);
    }
}
