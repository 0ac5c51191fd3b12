//! The exit status of a run, and what has to be said with it.

use redflag_artifact::ResultFile;
use redflag_artifact::run_options::RunOptions;

use super::launch::{End, signal_name};
use super::results::Collected;
use crate::failure::{BAD_USAGE, FAILED, Failure};

#[derive(Debug, PartialEq, Eq)]
pub struct Verdict {
    pub status: u8,
    pub note: Option<String>,
}

const SAYS_NOTHING: &str = "this run says nothing about races";

/// Races come first, then the program's own status; that of a program which went well counts only
/// if something was checked.
pub fn verdict(
    end: &End,
    found: &Collected,
    result: Option<&ResultFile>,
    asked: &RunOptions,
    is_java: bool,
) -> Result<Verdict, Failure> {
    let partly = partly_checked(found);
    if result.is_some_and(|result| !result.races.is_empty()) {
        let status = if asked.exit_code == 0 { end.status() } else { asked.exit_code };
        return Ok(Verdict { status, note: partly });
    }
    let classes = result.and_then(|result| result.stats.count("classes.instrumented"));
    let why = match classes {
        Some(1..) => return Ok(Verdict { status: end.status(), note: partly }),
        Some(0) | None if result.is_some() => nothing_checked(asked),
        _ if !found.unreadable.is_empty() => found.unreadable.join("; "),
        // Every JVM with the agent in it begins a result.
        _ if is_java && found.unfinished.is_empty() => return never_begun(end),
        _ => no_result(end, is_java),
    };
    let sentence = format!("{why}: {SAYS_NOTHING}");
    match *end {
        // A program that failed did so without our help, and its caller knows what that means.
        End::Exited(status @ 1..) => Ok(Verdict { status, note: Some(sentence) }),
        _ => Err(Failure::Failed(sentence)),
    }
}

fn nothing_checked(asked: &RunOptions) -> String {
    let why = match (asked.include.is_empty(), asked.exclude.is_empty()) {
        (true, true) => "it loaded none but the JDK's",
        (false, true) => "--include matches none that it loaded",
        (true, false) => "--exclude matches all that it loaded",
        (false, false) => "--include and --exclude leave none that it loaded",
    };
    format!("no class of the program was checked ({why})")
}

fn never_begun(end: &End) -> Result<Verdict, Failure> {
    match *end {
        // The agent's own: it has said what it did not like.
        End::Exited(status @ (BAD_USAGE | FAILED)) => Ok(Verdict { status, note: None }),
        End::Exited(status) => Err(Failure::Failed(format!(
            "the JVM ended with status {status} before redflag's agent was at work: {SAYS_NOTHING}"
        ))),
        End::Killed(_) => Err(Failure::Failed(format!("{}: {SAYS_NOTHING}", no_result(end, true)))),
    }
}

fn no_result(end: &End, is_java: bool) -> String {
    match *end {
        End::Killed(signal) => {
            let name = signal_name(signal).map(|name| format!(" ({name})")).unwrap_or_default();
            format!("the program was killed by signal {signal}{name} and left no result")
        }
        End::Exited(status @ 1..) => {
            format!("the program ended with status {status} and left no result")
        }
        End::Exited(_) if is_java => "the program ended without leaving a result".to_owned(),
        End::Exited(_) => "no JVM below the command left a result (did it start one? One that a \
                           daemon or a container started is not seen: with Gradle, use --no-daemon)"
            .to_owned(),
    }
}

/// What is missing in a result that is there.
fn partly_checked(found: &Collected) -> Option<String> {
    let of_jvm = |&id: &u32| match is_running(id) {
        true => format!(
            "the JVM with process id {id} is still running: what it found is not in the result \
             (with Gradle, use --no-daemon)"
        ),
        false => format!("the JVM with process id {id} was killed: what it found is not known"),
    };
    let missing: Vec<String> =
        found.unfinished.iter().map(of_jvm).chain(found.unreadable.iter().cloned()).collect();
    (!missing.is_empty()).then(|| missing.join("; "))
}

#[cfg(unix)]
fn is_running(id: u32) -> bool {
    let id = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    id.is_some_and(|id| rustix::process::test_kill_process(id).is_ok())
}

#[cfg(not(unix))]
fn is_running(_id: u32) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use redflag_artifact::{Access, Evidence, Location, LocationKind, Op, Race};

    use super::*;

    fn result(races: usize, classes: Option<u64>) -> Collected {
        let access = |op| Access {
            op,
            thread: None,
            class: "A".to_owned(),
            method: "run".to_owned(),
            descriptor: "()V".to_owned(),
            file: None,
            line: None,
            nth: None,
            stack: Vec::new(),
            locks: None,
            thread_created_at: Vec::new(),
        };
        let location = Location {
            kind: LocationKind::Static,
            class: "A".to_owned(),
            name: Some("x".to_owned()),
            descriptor: None,
            index: None,
            allocated_at: None,
        };
        let race = Race::new(Evidence::Observed, location, [access(Op::Read), access(Op::Write)]);
        let mut result = ResultFile { races: vec![race; races], ..ResultFile::default() };
        classes.iter().for_each(|&classes| result.stats.add("classes.instrumented", classes));
        Collected { results: vec![(1, result)], ..Collected::default() }
    }

    fn of(end: End, found: &Collected, asked: &RunOptions) -> Result<(u8, String), String> {
        match verdict(&end, found, found.merged().as_ref(), asked, true) {
            Ok(verdict) => Ok((verdict.status, verdict.note.unwrap_or_default())),
            Err(failure) => Err(failure.to_string()),
        }
    }

    fn status(end: End, found: &Collected, exit_code: u8) -> u8 {
        let asked = RunOptions { exit_code, ..RunOptions::default() };
        let (status, note) = of(end, found, &asked).expect("a status");
        assert_eq!(note, "");
        status
    }

    #[test]
    fn races_come_first() {
        let races = result(1, Some(3));
        assert_eq!(status(End::Exited(0), &races, 66), 66);
        assert_eq!(status(End::Exited(1), &races, 66), 66);
        assert_eq!(status(End::Killed(15), &races, 66), 66);
        assert_eq!(status(End::Exited(0), &races, 3), 3);
        assert_eq!(status(End::Exited(5), &races, 0), 5);
    }

    #[test]
    fn then_the_programs_own_status() {
        let clean = result(0, Some(3));
        assert_eq!(status(End::Exited(0), &clean, 66), 0);
        assert_eq!(status(End::Exited(130), &clean, 66), 130);
        assert_eq!(status(End::Killed(15), &clean, 66), 143);
    }

    #[test]
    fn nothing_checked_is_no_success() {
        let asked = RunOptions::default();
        let nothing = "no class of the program was checked (it loaded none but the JDK's): this \
                       run says nothing about races";
        for classes in [Some(0), None] {
            let found = result(0, classes);
            assert_eq!(of(End::Exited(0), &found, &asked), Err(nothing.to_owned()));
            assert_eq!(of(End::Exited(3), &found, &asked), Ok((3, nothing.to_owned())));
        }
        let only = RunOptions { include: vec!["a.*".to_owned()], ..RunOptions::default() };
        let refused = of(End::Exited(0), &result(0, Some(0)), &only).expect_err("refused");
        assert!(refused.contains("--include matches none"), "{refused}");
    }

    #[test]
    fn no_result_is_no_success() {
        let none = Collected { unfinished: vec![u32::MAX >> 1], ..Collected::default() };
        let asked = RunOptions::default();
        let says = |end| of(end, &none, &asked);
        assert_eq!(
            says(End::Exited(0)),
            Err("the program ended without leaving a result: this run says nothing about races"
                .to_owned())
        );
        let (status, note) = says(End::Exited(2)).expect("its own status");
        assert_eq!(status, 2);
        assert!(note.starts_with("the program ended with status 2 and left no result"), "{note}");
        let killed = says(End::Killed(9)).expect_err("no success");
        assert!(killed.starts_with("the program was killed by signal 9"), "{killed}");
        let never_begun = of(End::Exited(1), &Collected::default(), &asked);
        assert_eq!(
            never_begun,
            Err("the JVM ended with status 1 before redflag's agent was at work: this run says \
                 nothing about races"
                .to_owned())
        );
        let (status, _) = of(End::Exited(64), &Collected::default(), &asked).expect("the agent's");
        assert_eq!(status, 64);
        let unreadable =
            Collected { unreadable: vec!["half a file".to_owned()], ..Collected::default() };
        let refused = of(End::Exited(0), &unreadable, &asked).expect_err("no success");
        assert!(refused.starts_with("half a file: "), "{refused}");
    }

    #[test]
    fn what_is_missing_in_a_result_is_told() {
        let asked = RunOptions::default();
        // No process has this id: it is above what any system gives out.
        let found = Collected { unfinished: vec![u32::MAX >> 1], ..result(0, Some(3)) };
        let (status, note) = of(End::Exited(0), &found, &asked).expect("a status");
        assert_eq!(status, 0);
        assert!(note.ends_with("was killed: what it found is not known"), "{note}");
        let found = Collected { unfinished: vec![std::process::id()], ..result(1, Some(3)) };
        let (status, note) = of(End::Exited(0), &found, &asked).expect("a status");
        assert_eq!(status, 66);
        assert!(note.contains("is still running"), "{note}");
    }
}
