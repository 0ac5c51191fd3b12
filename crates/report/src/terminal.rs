//! The report on a terminal: a block for each race, as `go test -race` has it, and a summary.

use redflag_artifact::{Access, Evidence, Op, Race, ResultFile};

use crate::excerpt::excerpt;
use crate::frames::{access_stack, creation_stack, place_text};
use crate::location::{about, headline};
use crate::paint::Paint;
use crate::summary::summary;
use crate::text::{clean, wrapped};
use crate::why::why;

/// How to render, and where sources come from.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    pub color: bool,
    /// The columns to fill. Stack frames are never broken: tools find them by their form.
    pub width: usize,
    /// The text of a class's source file, by the class's name and the file's (`Account.java`).
    pub sources: &'a dyn Fn(&str, &str) -> Option<String>,
}

/// The whole report, races in the order of the file.
pub fn terminal(result: &ResultFile, options: &Options<'_>) -> String {
    let mut text: String = result.races.iter().map(|race| race_block(race, options)).collect();
    text.push_str(&summary(result, options));
    text
}

/// One race, to be printed as it is found.
pub fn race_block(race: &Race, options: &Options<'_>) -> String {
    let paint = Paint { color: options.color };
    let warning = match race.evidence {
        Evidence::Observed => "DATA RACE",
        Evidence::Predicted => "PREDICTED DATA RACE",
        Evidence::Static => "POSSIBLE DATA RACE",
    };
    let mut lines = vec![
        RULE.to_owned(),
        format!("{} on {}", paint.alarm(warning), paint.strong(&headline(&race.location))),
    ];
    lines.extend(about(race).into_iter().map(|line| format!("  {line}")));
    for access in &race.accesses {
        lines.push(String::new());
        lines.extend(side(access, paint));
    }
    lines.push(String::new());
    let excerpt = excerpt(race, options);
    if !excerpt.is_empty() {
        lines.extend(excerpt);
        lines.push(String::new());
    }
    lines.extend(wrapped(&why(race), "  Why: ", options.width));
    lines.push(paint.faint(&format!("  {}", last_line(race))));
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

pub(crate) const RULE: &str = "==================";

/// What one thread did, and where the thread came from.
fn side(access: &Access, paint: Paint) -> Vec<String> {
    let mut heading = match access.op {
        Op::Write => "Write".to_owned(),
        Op::Read => "Read".to_owned(),
    };
    if let Some(thread) = &access.thread {
        heading.push_str(&format!(" by thread \"{}\"", clean(thread)));
    }
    if let Some(locks) = &access.locks {
        heading.push_str(&format!(", holding {}", locks_text(locks)));
    }
    let mut lines = vec![format!("  {}", paint.strong(&format!("{heading}:")))];
    lines.extend(access_stack(&place_text(&access.place()), &access.stack, paint));
    if !access.thread_created_at.is_empty() {
        lines.push("    Thread started at:".to_owned());
        lines.extend(creation_stack(&access.thread_created_at, paint));
    }
    lines
}

pub(crate) fn locks_text(locks: &[String]) -> String {
    if locks.is_empty() {
        return "no lock".to_owned();
    }
    let names: Vec<String> = locks.iter().map(|lock| clean(lock)).collect();
    names.join(", ")
}

fn last_line(race: &Race) -> String {
    let id = clean(&race.id);
    match race.count {
        Some(count) if count > 1 => format!("Race {id}, seen {count} times."),
        _ => format!("Race {id}."),
    }
}
