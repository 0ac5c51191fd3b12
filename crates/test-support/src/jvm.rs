//! Runs Java programs for a limited time.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use redflag_ir::program::jdk::Jdk;

/// What a program that ended left behind.
#[derive(Debug)]
pub struct Outcome {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `java` with these arguments. A program that is not done within `limit` is killed, and that
/// is an error.
pub fn run<A: AsRef<OsStr>>(
    jdk: &Jdk,
    arguments: &[A],
    limit: Duration,
) -> Result<Outcome, String> {
    run_in(jdk, arguments, &[], limit)
}

/// Like [`run`], with more variables in its environment.
pub fn run_in<A: AsRef<OsStr>>(
    jdk: &Jdk,
    arguments: &[A],
    variables: &[(&str, String)],
    limit: Duration,
) -> Result<Outcome, String> {
    let mut java = Command::new(jdk.java());
    java.args(arguments).envs(variables.iter().map(|(name, value)| (name, value)));
    run_command(java, limit)
}

/// Like [`run`], for a program that must end well: panics with all it printed when it does not.
pub fn run_well<A: AsRef<OsStr>>(jdk: &Jdk, arguments: &[A], limit: Duration) -> Outcome {
    let outcome = run(jdk, arguments, limit).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(
        outcome.status.success(),
        "java ended with {}\n{}{}",
        outcome.status,
        tail(&outcome.stdout),
        tail(&outcome.stderr)
    );
    outcome
}

fn run_command(mut command: Command, limit: Duration) -> Result<Outcome, String> {
    // Options from the user's environment would change what is tested, and announce themselves in
    // the output.
    command
        .env_remove("JAVA_TOOL_OPTIONS")
        .env_remove("JDK_JAVA_OPTIONS")
        .env_remove("_JAVA_OPTIONS");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let program = command.get_program().to_string_lossy().into_owned();
    let mut child = command.spawn().map_err(|error| format!("{program} did not start: {error}"))?;
    let stdout = read_aside(child.stdout.take());
    let stderr = read_aside(child.stderr.take());
    let ended =
        wait(&mut child, limit).map_err(|error| format!("waiting for {program}: {error}"))?;
    let stdout = stdout.join().unwrap_or_default();
    let stderr = stderr.join().unwrap_or_default();
    match ended {
        Some(status) => Ok(Outcome { status, stdout, stderr }),
        None => Err(format!(
            "{program} was not done after {limit:?} and was killed; it had printed\n{}{}",
            tail(&stdout),
            tail(&stderr)
        )),
    }
}

/// Reads a pipe to its end in a thread: a program whose pipe is full stands still.
fn read_aside(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The status of a program, or nothing when it had to be killed.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

/// The end of a long output, where the reason usually is.
fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut tail = lines[lines.len().saturating_sub(40)..].join("\n");
    tail.push('\n');
    tail
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn captures_both_streams_and_the_status() {
        let outcome = run_command(shell("echo out; echo err >&2; exit 3"), Duration::from_secs(60))
            .expect("ends");
        assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("out\n", "err\n"));
        assert_eq!(outcome.status.code(), Some(3));
    }

    #[test]
    fn kills_what_does_not_end() {
        let problem = run_command(shell("echo begun; exec sleep 60"), Duration::from_millis(300))
            .expect_err("sleeps too long");
        assert!(problem.contains("was killed"), "{problem}");
        assert!(problem.contains("begun"), "{problem}");
    }
}
