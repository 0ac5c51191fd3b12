//! Runs a command to its end, through signals too.

use std::io;
use std::process::{Child, Command, ExitStatus};

use super::Watched;
use crate::failure::Failure;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Exited(u8),
    /// By a signal that it did not handle.
    Killed(i32),
}

impl End {
    /// As a shell has it.
    pub fn status(self) -> u8 {
        match self {
            End::Exited(status) => status,
            End::Killed(signal) => u8::try_from(128 + signal).unwrap_or(u8::MAX),
        }
    }
}

/// How it ended, and its process id. The command's input and output are this process's own.
pub fn to_its_end(program: &Watched, mut command: Command) -> Result<(End, u32), Failure> {
    let name = program.name();
    let mut child = command.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Failure::Usage(format!("{name}: there is no such command")),
        _ => Failure::Failed(format!("cannot start {name}: {error}")),
    })?;
    let status = wait(&mut child)
        .map_err(|error| Failure::Failed(format!("cannot wait for {name}: {error}")))?;
    Ok((end_of(status), child.id()))
}

/// Waits for the child, whatever becomes of this process meanwhile: it has a result to fetch.
///
/// A terminal's interrupt goes to the child as well, which is in the same process group. Signals
/// that were sent to this process alone are passed on.
#[cfg(unix)]
fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    // After the child was started, which so inherits what this process was told to ignore.
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let handle = signals.handle();
    let id = rustix::process::Pid::from_child(child);
    let passing_on = std::thread::spawn(move || {
        for signal in signals.forever() {
            if signal == SIGINT && is_at_a_terminal() {
                continue;
            }
            let signal = rustix::process::Signal::from_named_raw(signal);
            // A child that is gone needs no signal.
            let _ = signal.map(|signal| rustix::process::kill_process(id, signal));
        }
    });
    let status = child.wait();
    handle.close();
    let _ = passing_on.join();
    status
}

/// Whether this process group is the one that a terminal's interrupts go to.
#[cfg(unix)]
fn is_at_a_terminal() -> bool {
    let Ok(terminal) = std::fs::File::open("/dev/tty") else { return false };
    rustix::termios::tcgetpgrp(terminal).is_ok_and(|group| group == rustix::process::getpgrp())
}

#[cfg(not(unix))]
fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    child.wait()
}

#[cfg(unix)]
fn end_of(status: ExitStatus) -> End {
    use std::os::unix::process::ExitStatusExt;
    match status.signal() {
        Some(signal) => End::Killed(signal),
        None => exited(status),
    }
}

#[cfg(not(unix))]
fn end_of(status: ExitStatus) -> End {
    exited(status)
}

fn exited(status: ExitStatus) -> End {
    let code = status.code().unwrap_or(1);
    End::Exited(u8::try_from(code).unwrap_or(1))
}

#[cfg(unix)]
pub fn signal_name(signal: i32) -> Option<&'static str> {
    signal_hook::low_level::signal_name(signal)
}

#[cfg(not(unix))]
pub fn signal_name(_signal: i32) -> Option<&'static str> {
    None
}
