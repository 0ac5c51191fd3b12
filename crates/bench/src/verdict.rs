//! Whether a process did what it should: the right result, and exactly the declared races.

use std::time::Duration;

use redflag_artifact::{Race, ResultFile};

use crate::process::Ended;
use crate::program::{Pair, Races};
use crate::result::Sample;

/// The exit status of `redflag run` when it found races.
const RACES_FOUND: i32 = 66;

/// The figures of a process; or a sentence that says what is wrong with it.
///
/// There may be fewer iterations than were asked for if they took `enough` time. `report` is the
/// text of the result file of a detector's run.
pub fn sample(
    ended: &Ended,
    iterations: u32,
    enough: Duration,
    races: &Races,
    report: Option<&str>,
) -> Result<Sample, String> {
    if ended.was_killed {
        let seconds = ended.wall.as_secs_f64();
        return Err(format!("was not done after {seconds:.0} s and was killed"));
    }
    let is_well = match ended.status.code() {
        Some(0) => true,
        Some(RACES_FOUND) => report.is_some(),
        _ => false,
    };
    if !is_well {
        return Err(format!("ended with {}{}", ended.status, last_words(&ended.stderr)));
    }
    let times = times(&ended.stdout)?;
    let is_early = times.len() < iterations as usize && ended.wall < enough;
    if is_early || times.is_empty() || times.len() > iterations as usize {
        return Err(format!("printed {} times, expected {iterations}", times.len()));
    }
    if !ended.stdout.lines().any(|line| line == "result ok") {
        return Err("did not say that its result is right".to_owned());
    }
    let reported = report.map(|report| reported_races(report, races)).transpose()?;
    let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    Ok(Sample {
        times,
        wall: nanoseconds(ended.wall),
        user: nanoseconds(ended.user),
        system: nanoseconds(ended.system),
        peak_memory: ended.peak_memory,
        races: reported,
    })
}

fn times(stdout: &str) -> Result<Vec<u64>, String> {
    let times = stdout.lines().filter_map(|line| line.strip_prefix("time "));
    times
        .map(|time| {
            time.parse().map_err(|_| format!("printed `time {time}`, expected nanoseconds"))
        })
        .collect()
}

/// The end of what a program said, where the reason usually is, in one line.
fn last_words(stderr: &str) -> String {
    let lines: Vec<&str> = stderr.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines[lines.len().saturating_sub(3)..].join(" / ");
    let short: String = last.chars().take(300).collect();
    if short.is_empty() { short } else { format!(": {short}") }
}

/// How many races a report has, when they are those that the program declares.
fn reported_races(report: &str, races: &Races) -> Result<u64, String> {
    let report = ResultFile::from_json(report).map_err(|error| error.to_string())?;
    if let Races::Declared(pairs) = races {
        if let Some(race) =
            report.races.iter().find(|race| !pairs.iter().any(|pair| is_at(race, pair)))
        {
            return Err(format!("reported a race that the program does not have: {}", place(race)));
        }
        if let Some(missed) =
            pairs.iter().find(|pair| !report.races.iter().any(|race| is_at(race, pair)))
        {
            let Pair { file, lines: [first, second] } = missed;
            return Err(format!("missed the race of {file}:{first} and {file}:{second}"));
        }
    }
    Ok(report.races.len() as u64)
}

fn is_at(race: &Race, pair: &Pair) -> bool {
    let is_there = |access: usize, line: u32| {
        let access = &race.accesses[access];
        access.file.as_deref() == Some(&pair.file) && access.line == Some(line)
    };
    let [first, second] = pair.lines;
    is_there(0, first) && is_there(1, second) || is_there(0, second) && is_there(1, first)
}

fn place(race: &Race) -> String {
    let name = race.location.name.as_ref().map_or(String::new(), |name| format!(".{name}"));
    let sides = race.accesses.each_ref().map(|access| {
        let file = access.file.as_deref().unwrap_or(&access.class);
        access.line.map_or(file.to_owned(), |line| format!("{file}:{line}"))
    });
    format!("{}{name} at {} and {}", race.location.class, sides[0], sides[1])
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    use super::*;

    const ENOUGH: Duration = Duration::from_secs(5);

    const GOOD: &str = "time 20\nHello\ntime 10\nresult ok\n";

    fn ended(status: i32, stdout: &str) -> Ended {
        Ended {
            status: ExitStatus::from_raw(status << 8),
            was_killed: false,
            stdout: stdout.to_owned(),
            stderr: "Exception\n\n  at A.b\n".to_owned(),
            wall: Duration::from_nanos(50),
            user: Duration::from_nanos(30),
            system: Duration::from_nanos(5),
            peak_memory: 4096,
        }
    }

    fn report(lines: &[[u32; 2]]) -> String {
        let access = |line: u32| {
            format!(
                r#"{{"op":"write","class":"k.A","method":"m","descriptor":"()V","file":"A.java","line":{line}}}"#
            )
        };
        let races: Vec<String> = lines
            .iter()
            .map(|&[first, second]| {
                format!(
                    r#"{{"id":"1","evidence":"observed","location":{{"kind":"static","class":"k.A","name":"x"}},
                        "accesses":[{},{}]}}"#,
                    access(first),
                    access(second)
                )
            })
            .collect();
        format!(r#"{{"schema":"redflag/1","command":"run","races":[{}]}}"#, races.join(","))
    }

    fn declared(lines: &[[u32; 2]]) -> Races {
        let pair = |&lines| Pair { file: "A.java".to_owned(), lines };
        Races::Declared(lines.iter().map(pair).collect())
    }

    #[test]
    fn a_good_run_is_measured() {
        let good = sample(&ended(0, GOOD), 2, ENOUGH, &declared(&[]), None).expect("good");
        let expected = Sample {
            times: vec![20, 10],
            wall: 50,
            user: 30,
            system: 5,
            peak_memory: 4096,
            races: None,
        };
        assert_eq!(good, expected);
    }

    #[test]
    fn whatever_is_wrong_is_said() {
        let refused = |status, stdout| {
            sample(&ended(status, stdout), 2, ENOUGH, &declared(&[]), None).expect_err("refused")
        };
        assert_eq!(refused(1, GOOD), "ended with exit status: 1: Exception /   at A.b");
        assert!(refused(66, GOOD).starts_with("ended with exit status: 66"), "a base has no races");
        assert_eq!(refused(0, "time 1\nresult ok\n"), "printed 1 times, expected 2");
        assert_eq!(refused(0, "time 1\ntime 2\n"), "did not say that its result is right");
        assert_eq!(refused(0, "time x\n"), "printed `time x`, expected nanoseconds");
        let late = Ended { was_killed: true, wall: Duration::from_secs(9), ..ended(0, GOOD) };
        let late = sample(&late, 2, ENOUGH, &declared(&[]), None);
        assert_eq!(late, Err("was not done after 9 s and was killed".to_owned()));
    }

    #[test]
    fn fewer_iterations_will_do_when_they_took_long_enough() {
        let of = |iterations, wall| {
            let ended = Ended { wall: Duration::from_secs(wall), ..ended(0, GOOD) };
            sample(&ended, iterations, ENOUGH, &declared(&[]), None).map(|sample| sample.times)
        };
        assert_eq!(of(5, 6), Ok(vec![20, 10]));
        assert_eq!(of(5, 4), Err("printed 2 times, expected 5".to_owned()));
        assert_eq!(of(1, 6), Err("printed 2 times, expected 1".to_owned()));
    }

    #[test]
    fn races_must_be_the_declared_ones() {
        let verdict = |races: &Races, lines: &[[u32; 2]]| {
            sample(&ended(66, GOOD), 2, ENOUGH, races, Some(&report(lines)))
                .map(|sample| sample.races)
        };
        let races = declared(&[[3, 5], [7, 7]]);
        // Two kinds of accesses of one pair of lines are two races.
        assert_eq!(verdict(&races, &[[5, 3], [7, 7], [3, 5]]), Ok(Some(3)));
        assert_eq!(
            verdict(&races, &[[5, 3]]),
            Err("missed the race of A.java:7 and A.java:7".to_owned())
        );
        assert_eq!(
            verdict(&races, &[[3, 5], [7, 7], [3, 3]]),
            Err("reported a race that the program does not have: k.A.x at A.java:3 and A.java:3"
                .to_owned())
        );
        assert_eq!(verdict(&Races::Unknown, &[[1, 2]]), Ok(Some(1)));
    }
}
