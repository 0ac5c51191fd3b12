//! The two places in their sources.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use redflag_artifact::{Access, Op, Race};

use crate::terminal::Options;
use crate::text::clean;

/// Lines for the places whose sources are at hand; none if none is.
pub fn excerpt(race: &Race, options: &Options<'_>) -> Vec<String> {
    let [first, second] = &race.accesses;
    let first_source = source(first, options);
    // One file is asked for once: two answers might differ, and the places share an excerpt.
    let second_source = match &first_source {
        Some(source) if is_same_file(first, second) => Some(source.clone()),
        _ => source(second, options),
    };
    let name = race.location.name.as_deref();
    let places: Vec<SourcePlace<'_>> = [(first, first_source), (second, second_source)]
        .into_iter()
        .filter_map(|(access, source)| source_place(access, name, &source?))
        .collect();
    if places.is_empty() {
        return Vec::new();
    }
    let snippets = windows(&places).into_iter().map(|window| snippet(&places, window));
    let group = Group::with_level(Level::ERROR).elements(snippets);
    let renderer = if options.color { Renderer::styled() } else { Renderer::plain() };
    // Narrower than this the margin alone fills the line.
    let width = options.width.saturating_sub(INDENT.len()).max(40);
    let text = renderer.decor_style(DecorStyle::Ascii).term_width(width).render(&[group]);
    text.lines().map(|line| format!("{INDENT}{line}").trim_end().to_owned()).collect()
}

const INDENT: &str = "  ";
/// Lines that are shown around a place.
const BEFORE: usize = 2;
const AFTER: usize = 1;

struct SourcePlace<'a> {
    access: &'a Access,
    file: String,
    /// The source from `start` on: only the lines that are shown, for a file may be long.
    lines: Vec<String>,
    /// The numbers of the first line that is shown and of the place's own, from 1.
    start: usize,
    line: usize,
    /// What is underlined: bytes of the place's line.
    span: Range<usize>,
    label: String,
}

fn source(access: &Access, options: &Options<'_>) -> Option<String> {
    (options.sources)(&access.class, access.file.as_deref()?)
}

/// By the package too, which a file's name does not tell.
fn is_same_file(first: &Access, second: &Access) -> bool {
    let package = |access: &Access| access.class.rsplit_once('.').map(|(it, _)| it.to_owned());
    first.file == second.file && package(first) == package(second)
}

fn source_place<'a>(
    access: &'a Access,
    name: Option<&str>,
    source: &str,
) -> Option<SourcePlace<'a>> {
    let file = clean(access.file.as_deref()?);
    let line = usize::try_from(access.line?).ok()?;
    let start = line.saturating_sub(BEFORE).max(1);
    let lines: Vec<String> = source
        .lines()
        .take(line.saturating_add(AFTER))
        .skip(start - 1)
        .map(str::to_owned)
        .collect();
    // A source that ends before the line, or has nothing there, is not the one that was compiled.
    let text = lines.get(line.checked_sub(start)?)?;
    let span = span(text, name)?;
    let op = match access.op {
        Op::Write => "write",
        Op::Read => "read",
    };
    let label = match &access.thread {
        Some(thread) => format!("{op} by thread \"{}\"", clean(thread)),
        None => op.to_owned(),
    };
    Some(SourcePlace { access, file, lines, start, line, span, label })
}

/// The field's name where the line's code has it once, or else the whole line.
fn span(line: &str, name: Option<&str>) -> Option<Range<usize>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let is_word = |at: usize, name: &str| {
        let (before, after) = (&line[..at], &line[at + name.len()..]);
        let is_quoted = before.matches('"').count() % 2 == 1 || before.contains("//");
        !is_quoted && !before.ends_with(is_part) && !after.starts_with(is_part)
    };
    if let Some(name) = name.filter(|name| !name.is_empty()) {
        let mut found = line.match_indices(name).filter(|&(at, _)| is_word(at, name));
        if let (Some((at, _)), None) = (found.next(), found.next()) {
            return Some(at..at + name.len());
        }
    }
    let start = line.len() - line.trim_start().len();
    let end = line.trim_end().len();
    (start < end).then_some(start..end)
}

/// The places by index, those together whose lines overlap or touch.
fn windows(places: &[SourcePlace<'_>]) -> Vec<Vec<usize>> {
    let end = |place: &SourcePlace<'_>| place.start + place.lines.len();
    match places {
        [first, second]
            if is_same_file(first.access, second.access)
                && first.start <= end(second)
                && second.start <= end(first) =>
        {
            vec![if first.start <= second.start { vec![0, 1] } else { vec![1, 0] }]
        }
        _ => (0..places.len()).map(|index| vec![index]).collect(),
    }
}

/// One piece of source with the places that lie in it, the upper one first.
fn snippet<'a>(places: &'a [SourcePlace<'a>], window: Vec<usize>) -> Snippet<'a, Annotation<'a>> {
    let members = || window.iter().filter_map(|&index| Some((index, places.get(index)?)));
    let mut lines: Vec<&str> = Vec::new();
    let mut start = 1;
    for (_, place) in members() {
        if lines.is_empty() {
            start = place.start;
        }
        let known = start + lines.len() - place.start;
        lines.extend(place.lines.iter().skip(known).map(String::as_str));
    }
    // No place lies on a blank line, so that those at the ends can go.
    let is_blank = |line: &&str| line.trim().is_empty();
    let blank = lines.iter().take_while(|line| is_blank(line)).count();
    lines.drain(..blank);
    start += blank;
    let blank = lines.iter().rev().take_while(|line| is_blank(line)).count();
    lines.truncate(lines.len() - blank);
    let offset =
        |line: usize| -> usize { lines.iter().take(line - start).map(|line| line.len() + 1).sum() };
    let annotations: Vec<Annotation<'a>> = members()
        .map(|(index, place)| {
            // The two sides look different even without colours.
            let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            let at = offset(place.line);
            kind.span(at + place.span.start..at + place.span.end).label(place.label.as_str())
        })
        .collect();
    let path = members().next().map(|(_, place)| place.file.as_str());
    Snippet::source(lines.join("\n"))
        .line_start(start)
        .path(path)
        .fold(false)
        .annotations(annotations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn underlines_the_name_or_the_line() {
        let underlined = |line: &'static str, name| span(line, name).map(|span| &line[span]);
        assert_eq!(underlined("  this.sum += sums;", Some("sum")), Some("sum"));
        assert_eq!(underlined("  sum = sum + 1; ", Some("sum")), Some("sum = sum + 1;"));
        assert_eq!(underlined("  a[i] = 1;", None), Some("a[i] = 1;"));
        assert_eq!(underlined("  größe++;", Some("größe")), Some("größe"));
        assert_eq!(underlined("print(\"sum: \" + sum); // sum", Some("sum")), Some("sum"));
        assert_eq!(span("\"sum: \" + sum", Some("sum")), Some(10..13));
        assert_eq!(underlined("   ", Some("sum")), None);
        assert_eq!(underlined("x", Some("")), Some("x"));
    }
}
