//! Compares what the detector reported with what a fixture says on its lines.
//!
//! Both ways: a report that no label asks for is wrong, and so is a label that no report meets.
//! A pair of lines is met once for each location that was reported on it; that both its read and
//! its write race is told by the result file, and here it is the same race.
//!
//! `made[a]` stands on the line of the `new` whose object race `a` is about. In a fixture that has such
//! markers a race whose label has none is about something whose origin must not be told.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use redflag_artifact::{Access, LocationKind, Op, Race, ResultFile};

use crate::markers::Markers;

/// A file and a line of it. Places without are compared too, and meet no label.
type Line<'a> = (&'a str, u32);

/// Two lines, the smaller first.
type Pair<'a> = [Line<'a>; 2];

/// Nothing when the reports are those that the markers ask for; otherwise what is wrong, for a
/// person to read. `file` is the fixture's name as class files have it, `source` its text.
pub fn judge(
    file: &str,
    source: &str,
    markers: &Markers,
    result: &ResultFile,
) -> Result<(), String> {
    let wanted = wanted(file, markers);
    let reported = reported(result);
    let pairs: BTreeSet<Pair<'_>> = wanted.keys().chain(reported.keys()).copied().collect();
    let (mut unmet, mut unexpected) = (String::new(), String::new());
    for pair in pairs {
        let labels = wanted.get(&pair).map_or(&[][..], Vec::as_slice);
        let none = BTreeMap::new();
        let locations = reported.get(&pair).unwrap_or(&none);
        if labels.len() > locations.len() {
            describe_unmet(&mut unmet, source, pair, labels, locations);
        } else if labels.len() < locations.len() {
            describe_unexpected(&mut unexpected, file, source, labels, locations);
        }
    }
    let problems = unmet + &unexpected + &misplaced(file, markers, &wanted, &reported);
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// The races whose objects were not made where the markers say.
fn misplaced(
    file: &str,
    markers: &Markers,
    wanted: &BTreeMap<Pair<'_>, Vec<&str>>,
    reported: &BTreeMap<Pair<'_>, BTreeMap<Named<'_>, Vec<&Race>>>,
) -> String {
    let made: Vec<_> = markers.markers.iter().filter(|marker| marker.word == "made").collect();
    let mut misplaced = String::new();
    for marker in &made {
        let label = marker.label.as_str();
        assert!(wanted.values().flatten().any(|&race| race == label), "{file}: no race[{label}]");
    }
    for (pair, labels) in wanted.iter().filter(|_| !made.is_empty()) {
        let [label] = labels[..] else { panic!("{file}: {labels:?} are on the same lines") };
        let expected = made.iter().find(|marker| marker.label == label);
        let expected = expected.map(|marker| (file, marker.line));
        for race in reported.get(pair).into_iter().flatten().flat_map(|(_, races)| races) {
            let place = race.location.allocated_at.as_ref();
            let told = place.map(|at| (at.file.as_deref().unwrap_or(""), at.line.unwrap_or(0)));
            if told != expected {
                let place = |at: Option<Line<'_>>| at.map(|(file, line)| format!("{file}:{line}"));
                let [expected, told] =
                    [expected, told].map(|at| place(at).unwrap_or("nowhere".to_owned()));
                let _ = writeln!(misplaced, "race[{label}]: made at {expected}, told {told}");
            }
        }
    }
    misplaced
}

/// The labels of each pair of lines.
fn wanted<'a>(file: &'a str, markers: &'a Markers) -> BTreeMap<Pair<'a>, Vec<&'a str>> {
    let mut lines: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for marker in markers.markers.iter().filter(|marker| marker.word == "race") {
        lines.entry(&marker.label).or_default().push(marker.line);
    }
    let mut wanted: BTreeMap<Pair<'_>, Vec<&str>> = BTreeMap::new();
    for (label, lines) in lines {
        let [first, second] = lines[..] else {
            panic!("{file}: race[{label}] stands {} times, expected 2", lines.len());
        };
        wanted.entry([(file, first), (file, second)]).or_default().push(label);
    }
    wanted
}

/// What a race is about, by name: the number of an object or element is another in every run.
type Named<'a> = (LocationKind, &'a str, Option<&'a str>);

/// The locations reported for each pair of lines, each with the reports that name it.
fn reported(result: &ResultFile) -> BTreeMap<Pair<'_>, BTreeMap<Named<'_>, Vec<&Race>>> {
    let mut reported: BTreeMap<Pair<'_>, BTreeMap<Named<'_>, Vec<&Race>>> = BTreeMap::new();
    for race in &result.races {
        let mut pair = [line_of(&race.accesses[0]), line_of(&race.accesses[1])];
        pair.sort();
        let location = &race.location;
        // A check that stands for several fields reports them in one entry.
        let also = race.also.iter().map(|name| Some(name.as_str()));
        for name in also.chain([location.name.as_deref()]) {
            let named = (location.kind, location.class.as_str(), name);
            reported.entry(pair).or_default().entry(named).or_default().push(race);
        }
    }
    reported
}

fn line_of(access: &Access) -> Line<'_> {
    (access.file.as_deref().unwrap_or("no file"), access.line.unwrap_or(0))
}

fn describe_unmet(
    to: &mut String,
    source: &str,
    pair: Pair<'_>,
    labels: &[&str],
    locations: &BTreeMap<Named<'_>, Vec<&Race>>,
) {
    let labels: Vec<String> = labels.iter().map(|label| format!("race[{label}]")).collect();
    let missing = labels.len() - locations.len();
    let mut line = format!("unmet: {}", labels.join(", "));
    if !locations.is_empty() {
        let names: Vec<String> = locations.keys().map(name_of).collect();
        line += &format!(" ({missing} of {}; reported: {})", labels.len(), names.join(", "));
    }
    *to += &line;
    to.push('\n');
    for (file, line) in pair {
        let _ = writeln!(to, "    {file}:{line}: {}", source_line(source, line));
    }
}

fn describe_unexpected(
    to: &mut String,
    file: &str,
    source: &str,
    labels: &[&str],
    locations: &BTreeMap<Named<'_>, Vec<&Race>>,
) {
    if !labels.is_empty() {
        let _ = writeln!(
            to,
            "one too many: {} locations were reported where only race[{}] stands",
            locations.len(),
            labels.join("], race[")
        );
    }
    for (named, races) in locations {
        for race in races {
            let _ = writeln!(to, "unexpected: {}", name_of(named) + &details(race));
            for access in &race.accesses {
                describe_access(to, file, source, access);
            }
        }
    }
}

fn name_of((kind, class, name): &Named<'_>) -> String {
    match (kind, name) {
        (LocationKind::Array, _) => format!("an element of {class}"),
        (_, Some(name)) => format!("{class}.{name}"),
        (_, None) => format!("a nameless field of {class}"),
    }
}

fn details(race: &Race) -> String {
    let mut details = String::new();
    if let Some(index) = &race.location.index {
        details += &format!(", index {index}");
    }
    if let Some(count) = race.count {
        details += &format!(", seen {count} times");
    }
    if let Some(place) = &race.location.allocated_at {
        let file = place.file.as_deref().unwrap_or("no file");
        let line = place.line.map_or("no line".to_owned(), |line| line.to_string());
        details += &format!(", made in {}.{} ({file}:{line})", place.class, place.method);
    }
    details
}

fn describe_access(to: &mut String, fixture: &str, source: &str, access: &Access) {
    let op = match access.op {
        Op::Read => "read",
        Op::Write => "write",
    };
    let thread = access.thread.as_deref().unwrap_or("an unknown thread");
    let (file, line) = line_of(access);
    let text = if file == fixture { source_line(source, line) } else { "" };
    let _ = writeln!(to, "    {op} by {thread} at {file}:{line}: {text}");
    for frame in &access.stack {
        let _ = writeln!(to, "        at {frame}");
    }
    if access.stack.is_empty() {
        let Access { class, method, descriptor, .. } = access;
        let _ = writeln!(to, "        in {class}.{method}{descriptor}, no stack");
    }
    match access.locks.as_deref() {
        None | Some([]) => {}
        Some(locks) => {
            let _ = writeln!(to, "        holding {}", locks.join(", "));
        }
    }
    if let Some(creator) = access.thread_created_at.first() {
        let _ = writeln!(to, "        {thread} was started at {creator}");
    }
}

fn source_line(source: &str, line: u32) -> &str {
    let index = (line as usize).checked_sub(1);
    index.and_then(|index| source.lines().nth(index)).unwrap_or("").trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markers;
    use redflag_artifact::{Evidence, Location};

    const SOURCE: &str = "class A {\n\
                          a = b = 1; // race[a] race[b]\n\
                          use(a, b); // race[a] race[b]\n\
                          c++;       // race[c] race[c]\n\
                          }\n";

    fn race(name: &str, [first, second]: [(Op, u32); 2]) -> Race {
        let location = Location {
            kind: LocationKind::Field,
            class: "p.A".to_owned(),
            name: Some(name.to_owned()),
            descriptor: None,
            index: None,
            allocated_at: None,
        };
        let access = |(op, line)| Access {
            op,
            thread: Some("main".to_owned()),
            class: "p.A".to_owned(),
            method: "m".to_owned(),
            descriptor: "()V".to_owned(),
            file: Some("A.java".to_owned()),
            line: Some(line),
            nth: None,
            stack: vec![format!("p.A.m(A.java:{line})")],
            locks: None,
            thread_created_at: Vec::new(),
        };
        Race::new(Evidence::Observed, location, [access(first), access(second)])
    }

    fn verdict(races: Vec<Race>) -> Result<(), String> {
        let markers = markers::parse(SOURCE).expect("good markers");
        judge("A.java", SOURCE, &markers, &ResultFile { races, ..ResultFile::default() })
    }

    const A: [(Op, u32); 2] = [(Op::Read, 3), (Op::Write, 2)];
    const C: [(Op, u32); 2] = [(Op::Read, 4), (Op::Write, 4)];

    #[test]
    fn objects_are_made_where_it_is_marked() {
        let source = "new A(); // made[a]\n\
                      a = 1;   // race[a]\n\
                      b = 1;   // race[b]\n\
                      use(a);  // race[a]\n\
                      use(b);  // race[b]\n";
        let markers = markers::parse(source).expect("good markers");
        let judged = |made: [Option<u32>; 2]| {
            let mut races = [("a", 2), ("b", 3)]
                .map(|(name, line)| race(name, [(Op::Write, line), (Op::Read, line + 2)]));
            for (race, made) in races.iter_mut().zip(made) {
                race.location.allocated_at = made.map(|line| redflag_artifact::Place {
                    line: Some(line),
                    ..race.accesses[0].place()
                });
            }
            judge(
                "A.java",
                source,
                &markers,
                &ResultFile { races: races.to_vec(), ..ResultFile::default() },
            )
        };
        assert_eq!(judged([Some(1), None]), Ok(()));
        let problem = |text: &str| Err(format!("{text}\n"));
        assert_eq!(judged([Some(2), None]), problem("race[a]: made at A.java:1, told A.java:2"));
        assert_eq!(judged([None, None]), problem("race[a]: made at A.java:1, told nowhere"));
        assert_eq!(judged([Some(1), Some(1)]), problem("race[b]: made at nowhere, told A.java:1"));
    }

    #[test]
    fn every_label_met_and_nothing_else_is_right() {
        let both_write = [(Op::Write, 4), (Op::Write, 4)];
        let races = vec![race("a", A), race("b", A), race("c", C), race("c", both_write)];
        assert_eq!(verdict(races), Ok(()));
    }

    #[test]
    fn one_entry_may_stand_for_several_fields() {
        let mut both = race("a", A);
        both.also.push("b".to_owned());
        assert_eq!(verdict(vec![both, race("c", C)]), Ok(()));
    }

    #[test]
    fn an_unmet_label_is_shown_with_its_lines() {
        let expected = "unmet: race[c]\n    \
                            A.java:4: c++;       // race[c] race[c]\n    \
                            A.java:4: c++;       // race[c] race[c]\n";
        assert_eq!(verdict(vec![race("a", A), race("b", A)]), Err(expected.to_owned()));
    }

    #[test]
    fn two_labels_on_the_same_lines_are_two_locations() {
        let twice = [(Op::Write, 3), (Op::Write, 2)];
        let problem = verdict(vec![race("a", A), race("a", twice), race("c", C)]);
        let problem = problem.expect_err("b is missing");
        let first = problem.lines().next();
        assert_eq!(first, Some("unmet: race[a], race[b] (1 of 2; reported: p.A.a)"));
    }

    #[test]
    fn an_unexpected_report_is_shown_with_both_sides() {
        let stray = [(Op::Write, 2), (Op::Read, 5)];
        let problem = verdict(vec![race("a", A), race("b", A), race("c", C), race("d", stray)]);
        let expected = "unexpected: p.A.d\n    \
                        write by main at A.java:2: a = b = 1; // race[a] race[b]\n        \
                        at p.A.m(A.java:2)\n    \
                        read by main at A.java:5: }\n        \
                        at p.A.m(A.java:5)\n";
        assert_eq!(problem, Err(expected.to_owned()));
    }

    #[test]
    fn a_location_too_many_on_marked_lines_is_wrong_too() {
        let problem = verdict(vec![race("a", A), race("b", A), race("c", C), race("d", C)]);
        let problem = problem.expect_err("d is unmarked");
        let first = problem.lines().next();
        let expected = "one too many: 2 locations were reported where only race[c] stands";
        assert_eq!(first, Some(expected));
        assert!(problem.contains("unexpected: p.A.d"), "{problem}");
    }
}
