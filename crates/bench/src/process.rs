//! Runs one process for a limited time, and says what it used.
//!
//! The figures are `wait4`'s: of the process and of those that it waited for, so that `redflag run`
//! and the JVM that it starts count together.

use std::io::{self, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use wait4::Wait4;

#[derive(Debug)]
pub struct Ended {
    pub status: ExitStatus,
    /// It was not done in time and was killed.
    pub was_killed: bool,
    pub stdout: String,
    pub stderr: String,
    pub wall: Duration,
    pub user: Duration,
    pub system: Duration,
    /// The largest resident set of any one of the processes, in bytes.
    pub peak_memory: u64,
}

/// Runs a command to its end; kills it, and what it started, after `limit`.
pub fn run(command: &mut Command, limit: Duration) -> io::Result<Ended> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn()?;
    let stdout = read_aside(child.stdout.take());
    let stderr = read_aside(child.stderr.take());
    let (ended, watching) = mpsc::channel::<()>();
    let pid = child.id();
    let watchdog = thread::spawn(move || {
        let is_late = watching.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
        if is_late {
            kill_with_descendants(pid);
        }
        is_late
    });
    let used = child.wait4();
    let wall = start.elapsed();
    drop(ended);
    let was_killed = watchdog.join().unwrap_or(false);
    let used = used?;
    Ok(Ended {
        status: used.status,
        was_killed,
        stdout: stdout.join().unwrap_or_default(),
        stderr: stderr.join().unwrap_or_default(),
        wall,
        user: used.rusage.utime,
        system: used.rusage.stime,
        peak_memory: used.rusage.maxrss,
    })
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

/// Not by process group: the programs stay in the bench's own, so that Ctrl-C ends them with it.
fn kill_with_descendants(pid: u32) {
    let mut condemned = vec![pid];
    let mut next = 0;
    while let Some(&parent) = condemned.get(next) {
        condemned.extend(children_of(parent));
        next += 1;
    }
    for pid in condemned {
        let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
        if let Some(pid) = pid {
            // Whoever has ended meanwhile is gone, which is what is wanted.
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
    }
}

/// As Linux tells it; elsewhere only the process itself is killed.
fn children_of(parent: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{parent}/task"));
    let mut children = Vec::new();
    for thread in threads.into_iter().flatten().flatten() {
        let list = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        children.extend(list.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok()));
    }
    children
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
    fn says_what_a_process_used_and_what_it_started_used() {
        // Twice the same loop: in the shell's own process, and in one that it waits for.
        let script = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done";
        let nested = format!("sh -c '{script}'; exit 3");
        for (script, status) in [(script, 0), (nested.as_str(), 3)] {
            let ended = run(&mut shell(script), Duration::from_secs(60)).expect("runs");
            assert_eq!(ended.status.code(), Some(status));
            assert_eq!(ended.stdout, "done\n");
            assert!(ended.user >= Duration::from_millis(5), "{:?}", ended.user);
            assert!(ended.wall >= ended.user / 4, "{:?} {:?}", ended.wall, ended.user);
            assert!((1 << 18..1 << 30).contains(&ended.peak_memory), "{}", ended.peak_memory);
            assert!(!ended.was_killed);
        }
    }

    #[test]
    fn what_does_not_end_is_killed_with_what_it_started() {
        let start = Instant::now();
        // The inner process holds the pipe: reading it ends only when that one is killed too.
        let ended =
            run(&mut shell("echo begun; sh -c 'sleep 60; :'; :"), Duration::from_millis(300))
                .expect("runs");
        assert!(ended.was_killed);
        assert_eq!(ended.stdout, "begun\n");
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}
