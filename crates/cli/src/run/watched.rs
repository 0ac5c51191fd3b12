//! A command, and how the agent gets into the JVMs that it is or starts.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use redflag_artifact::run_options::{CHILDREN, PROCESS, RunOptions, TOOL_OPTIONS};

use super::quoting::{shell_line, shell_word, with_option};
use super::{agent_library, jvm, share};
use crate::failure::Failure;

/// A command that can be watched, as far as can be known before it runs.
pub struct Watched {
    /// As it was written.
    name: OsString,
    arguments: Vec<OsString>,
    /// The launcher's file, if the command is Java's own.
    launcher: Option<PathBuf>,
    library: String,
}

impl Watched {
    pub fn prepare(command: &[OsString]) -> Result<Watched, Failure> {
        let (name, arguments) = command.split_first().ok_or_else(|| {
            Failure::Usage("there is no command: write `redflag run -- java ...`".to_owned())
        })?;
        let launcher = match jvm::is_launcher(name) {
            true => Some(jvm::find_launcher(name)?),
            false => None,
        };
        let java_arguments = if launcher.is_some() { arguments } else { &[] };
        share::refuse_required_sharing(java_arguments, |name| {
            std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
        })?;
        launcher.as_deref().map_or(Ok(()), jvm::check)?;
        let library = agent_library::find()?;
        Ok(Watched { name: name.clone(), arguments: arguments.to_vec(), launcher, library })
    }

    /// Whether it is a JVM itself; any number of them may be below it.
    pub fn is_java(&self) -> bool {
        self.launcher.is_some()
    }

    pub fn name(&self) -> std::borrow::Cow<'_, str> {
        self.name.to_string_lossy()
    }

    /// The command with the agent in it.
    pub fn command(&self, told: &RunOptions) -> Command {
        let agent = self.agent_option(told);
        match &self.launcher {
            Some(launcher) => {
                let mut command = Command::new(launcher);
                // Whatever they print goes where the program sends it.
                let below = RunOptions { quiet: true, ..told.clone() };
                let children = tool_options(&self.agent_option(&below));
                command.arg(agent).args(&self.arguments).env(CHILDREN, children);
                command
            }
            None => {
                let mut command = Command::new(&self.name);
                command.args(&self.arguments).env(TOOL_OPTIONS, tool_options(&agent));
                command
            }
        }
    }

    /// A line for a shell that runs the command with the agent in it.
    pub fn line(&self, asked: &RunOptions) -> String {
        match &self.launcher {
            Some(launcher) => {
                let agent = OsString::from(self.agent_option(asked));
                let words = [self.shown_launcher(launcher), &agent];
                shell_line(words.into_iter().chain(self.arguments.iter().map(OsString::as_os_str)))
            }
            None => {
                // Nothing merges what several JVMs write.
                let own = |path: &Option<PathBuf>| path.as_deref().map(of_each_process);
                let (json, stats) = (own(&asked.json), own(&asked.stats));
                let asked = RunOptions { json, stats, ..asked.clone() };
                let options = tool_options(&self.agent_option(&asked));
                let options = shell_word(&options.to_string_lossy());
                let words = std::iter::once(&self.name).chain(&self.arguments);
                format!("{TOOL_OPTIONS}={options} {}", shell_line(words))
            }
        }
    }

    /// As it was written, where a shell finds the same file by that.
    fn shown_launcher<'a>(&'a self, launcher: &'a Path) -> &'a OsStr {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let is_on_path = || std::env::split_paths(&path).any(|d| launcher == d.join(&self.name));
        let is_a_path = Path::new(&self.name).components().count() > 1;
        if is_a_path || is_on_path() { &self.name } else { launcher.as_os_str() }
    }

    fn agent_option(&self, options: &RunOptions) -> String {
        let options = options.to_agent_options();
        let equals = if options.is_empty() { "" } else { "=" };
        format!("-agentpath:{}{equals}{options}", self.library)
    }
}

/// `JAVA_TOOL_OPTIONS` as it is and the agent.
fn tool_options(agent: &str) -> OsString {
    let existing = std::env::var_os(TOOL_OPTIONS).unwrap_or_default();
    match existing.to_str() {
        Some(existing) => with_option(existing, agent).into(),
        // Quotes and spaces are the same bytes in every text that is no UTF-8.
        None => {
            let mut both = OsString::from(with_option("", agent));
            both.push(" ");
            both.push(existing);
            both
        }
    }
}

/// `result.json` as `result-{pid}.json`.
fn of_each_process(path: &Path) -> PathBuf {
    let text = path.to_string_lossy();
    if text.contains(PROCESS) {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().map(|end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}-{PROCESS}{}", end.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_process_has_its_own_file() {
        assert_eq!(of_each_process(Path::new("out/r.json")), Path::new("out/r-{pid}.json"));
        assert_eq!(of_each_process(Path::new("result")), Path::new("result-{pid}"));
        assert_eq!(of_each_process(Path::new("{pid}/r.json")), Path::new("{pid}/r.json"));
    }
}
