//! A summary as tables of text, whatever they are then drawn with.

use crate::head::{Fact, head};
use crate::papers::{self, Figure};
use crate::program::Kind;
use crate::result::BenchResult;
use crate::stats::{Spread, geometric_mean};
use crate::summary::{Figures, Missing, Row, Summary, summarise};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub title: String,
    /// What its figures mean.
    pub caption: String,
    pub head: Vec<String>,
    /// The first column is a name, the others are figures.
    pub rows: Vec<Vec<String>>,
}

/// A page: what it was measured on, the tables, what failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    pub head: Vec<Fact>,
    pub tables: Vec<Table>,
    /// What could not be run, and why.
    pub not_run: Vec<String>,
    pub failures: Vec<String>,
}

pub fn page(result: &BenchResult) -> Page {
    let summary = summarise(result);
    let tables = [Kind::Kernel, Kind::Small, Kind::Application].into_iter().flat_map(|kind| {
        [
            slowdowns(&summary, kind),
            races(&summary, kind),
            processor_times(&summary, kind),
            memory(&summary, kind),
            smallest_heap(&summary, kind),
            check_ratio(&summary, kind),
            array_check_ratio(&summary, kind),
            shadow_locations(&summary, kind),
            skipped(&summary, kind),
        ]
    });
    let tables = tables.chain([start_up(&summary)]);
    Page {
        head: head(result),
        tables: tables.flatten().collect(),
        not_run: summary.not_run(),
        failures: summary.failures(),
    }
}

fn slowdowns(summary: &Summary, kind: Kind) -> Option<Table> {
    let mut table = Table {
        title: title("Slowdown", kind),
        caption: format!(
            "Time of an iteration as a multiple of the program's own; in brackets what the paper reports for its \
             program of that name ({}).",
            slowdown_source(kind)
        ),
        head: head_row("base s", summary),
        rows: rows(summary, kind, |row| {
            let base = cell(&row.base, |base| spread(&base.seconds, 3));
            let show = |figures: &Figures| {
                let mark = if figures.is_cold { "*" } else { "" };
                format!("{}{mark}", ratio(&figures.slowdown))
            };
            (base, Box::new(show), papers::slowdown)
        }),
    };
    let mut cells = summary.rows_of(kind).flat_map(|row| row.cells.iter().flatten());
    if cells.any(|figures| figures.is_cold) {
        table.caption.push_str(" *: there was time for a single iteration, whose warm-up counts.");
    }
    if table.rows.is_empty() {
        return None;
    }
    if summary.detectors.is_empty() {
        return Some(base_times(table, kind));
    }
    let mut means = vec!["geometric mean".to_owned(), String::new()];
    for (index, detector) in summary.detectors.iter().enumerate() {
        let programs = summary.rows_of(kind);
        let all = programs.clone().count();
        let published: Vec<f64> = programs
            .filter(|row| row.cells[index].is_ok())
            .filter_map(|row| Some(papers::slowdown(&row.program, detector)?.value))
            .collect();
        means.push(match summary.mean_slowdown(kind, index) {
            Some((mean, programs)) => {
                let over =
                    if programs == all { String::new() } else { format!(" (of {programs})") };
                // A mean over other programs would not be comparable.
                let is_comparable = programs == all && published.len() == all;
                let published = geometric_mean(&published).filter(|_| is_comparable);
                format!("{}{over}{}", number(mean), bracketed(published))
            }
            None => "-".to_owned(),
        });
    }
    table.rows.push(means);
    Some(table)
}

/// Of programs that ran alone there is nothing else to say.
fn base_times(table: Table, kind: Kind) -> Table {
    let caption = "Seconds of an iteration.".to_owned();
    Table { title: title("Time", kind), caption, ..table }
}

fn title(what: &str, kind: Kind) -> String {
    match kind {
        Kind::Small => format!("{what} of small programs"),
        Kind::Application => format!("{what} of applications"),
        Kind::Kernel | Kind::StartUp => what.to_owned(),
    }
}

fn slowdown_source(kind: Kind) -> &'static str {
    match kind {
        Kind::Kernel | Kind::StartUp => "BigFoot Table 1",
        Kind::Small => "RedCard Table 2, where only tsp computes more than it waits",
        Kind::Application => "BigFoot Table 1, of another release under another load",
    }
}

/// Of programs that state their races, each run has shown just those, or has failed.
fn races(summary: &Summary, kind: Kind) -> Option<Table> {
    let mut table = Table {
        title: title("Races", kind),
        caption:
            "How many were reported: the fewest and the most of any process, where they differ."
                .to_owned(),
        head: head_row("", summary),
        rows: rows(summary, kind, |_| {
            let show = |figures: &Figures| match figures.races {
                None => "-".to_owned(),
                Some((least, most)) if least == most => least.to_string(),
                Some((least, most)) => format!("{least}-{most}"),
            };
            (String::new(), Box::new(show), no_paper)
        }),
    };
    without_base(&mut table);
    let is_wanted = kind == Kind::Application && !summary.detectors.is_empty();
    Some(table).filter(|table| is_wanted && !table.rows.is_empty())
}

/// There is no base to count.
fn without_base(table: &mut Table) {
    table.head.remove(1);
    table.rows.iter_mut().for_each(|row| {
        row.remove(1);
    });
}

fn processor_times(summary: &Summary, kind: Kind) -> Option<Table> {
    let table = Table {
        title: title("Processor time", kind),
        caption: "User and system time of the whole process, start-up, warm-up and the program's own checking \
                  included, as a multiple of the base's."
            .to_owned(),
        head: head_row("base s", summary),
        rows: rows(summary, kind, |row| {
            let base = cell(&row.base, |base| spread(&base.cpu_seconds, 2));
            (base, Box::new(|figures| ratio(&figures.cpu)), no_paper)
        }),
    };
    Some(table).filter(|table| !table.rows.is_empty() && !summary.detectors.is_empty())
}

fn memory(summary: &Summary, kind: Kind) -> Option<Table> {
    let table = Table {
        title: title("Peak memory", kind),
        caption:
            "Largest resident set as a multiple of the base's, with the heap that the JVM chose."
                .to_owned(),
        head: head_row("base MiB", summary),
        rows: rows(summary, kind, |row| {
            let base = cell(&row.base, |base| {
                format!("{:.0}", base.peak_memory.median / f64::from(1 << 20))
            });
            (base, Box::new(|figures| ratio(&figures.memory)), no_paper)
        }),
    };
    Some(table).filter(|table| !table.rows.is_empty() && !summary.detectors.is_empty())
}

/// Only when it was looked for.
fn smallest_heap(summary: &Summary, kind: Kind) -> Option<Table> {
    let was_looked_for = |row: &Row| {
        row.base.as_ref().is_ok_and(|base| base.smallest_heap.is_some() || base.no_heap.is_some())
    };
    if !summary.rows_of(kind).any(was_looked_for) {
        return None;
    }
    Some(Table {
        title: title("Smallest heap", kind),
        caption: "Smallest heap with which the program ends well, in not much more than the usual time, as a \
                  multiple of the base's; in brackets the paper's (BigFoot Table 2). When memory is short, \
                  detectors give up shadows of large arrays before they let the program fail."
            .to_owned(),
        head: head_row("base MiB", summary),
        rows: rows(summary, kind, |row| {
            let missing = |why: &Option<String>| {
                if why.is_some() { FAILED.to_owned() } else { "-".to_owned() }
            };
            let base = cell(&row.base, |base| {
                let heap = base.smallest_heap.map(|mebibytes| mebibytes.to_string());
                heap.unwrap_or_else(|| missing(&base.no_heap))
            });
            let show = move |figures: &Figures| {
                figures.smallest_heap.map_or_else(|| missing(&figures.no_heap), number)
            };
            (base, Box::new(show), papers::memory)
        }),
    })
}

/// Only when something was counted, or was to be.
fn check_ratio(summary: &Summary, kind: Kind) -> Option<Table> {
    let table = Table {
        title: title("Check ratio", kind),
        caption: "Checks for each access of the program; in brackets the papers' (BigFoot Table 1, RedCard Table 1). \
                  It is above 1 where the JDK reads or writes the program's arrays, which are checks and no accesses."
            .to_owned(),
        head: head_row("", summary),
        rows: rows(summary, kind, |_| {
            let show = |figures: &Figures| counted(figures, figures.check_ratio.map(number));
            (String::new(), Box::new(show), papers::check_ratio)
        }),
    };
    if_counted(summary, kind, table)
}

/// Only where some detector does without some of them.
fn array_check_ratio(summary: &Summary, kind: Kind) -> Option<Table> {
    let mut cells = summary.rows_of(kind).flat_map(|row| row.cells.iter().flatten());
    if !cells.any(|figures| figures.array_check_ratio.is_some_and(|ratio| ratio < 1.0)) {
        return None;
    }
    let mut table = Table {
        title: title("Check ratio of arrays", kind),
        caption: "Checks for each access to an element of an array; in brackets ShrinkWrap's (Table 5.1). A check \
                  is an element or a segment of a compressed shadow that is checked against the words of the \
                  shadow, by inlined code too."
            .to_owned(),
        head: head_row("", summary),
        rows: rows(summary, kind, |_| {
            let show = |figures: &Figures| counted(figures, figures.array_check_ratio.map(number));
            (String::new(), Box::new(show), papers::array_check_ratio)
        }),
    };
    let ratio = |figures: &Figures| figures.array_check_ratio;
    table.rows.push(geometric_means(summary, kind, ratio, papers::array_check_ratio));
    if_counted(summary, kind, table)
}

fn shadow_locations(summary: &Summary, kind: Kind) -> Option<Table> {
    let mut table = Table {
        title: title("Shadow locations of arrays", kind),
        caption: "How many elements of arrays, or segments of several, a detector told apart in one iteration at size \
                  quick, and these as a multiple of fasttrack's; in brackets the paper's (ShrinkWrap Table 5.1)."
            .to_owned(),
        head: head_row("", summary),
        rows: rows(summary, kind, |_| {
            let show = |figures: &Figures| {
                let ratio = figures.shadow_ratio.filter(|&ratio| ratio != 1.0);
                let ratio = ratio.map_or_else(String::new, |ratio| format!(", {}", number(ratio)));
                let shown = figures.shadow_locations.map(|count| grouped(count) + &ratio);
                counted(figures, shown)
            };
            (String::new(), Box::new(show), papers::shadow_ratio)
        }),
    };
    let ratio = |figures: &Figures| figures.shadow_ratio;
    table.rows.push(geometric_means(summary, kind, ratio, papers::shadow_ratio));
    if_counted(summary, kind, table)
}

/// The last row of a table of ratios; a dash where not every program has one.
fn geometric_means(
    summary: &Summary,
    kind: Kind,
    ratio: fn(&Figures) -> Option<f64>,
    paper: fn(&str, &str) -> Option<papers::Figure>,
) -> Vec<String> {
    let mut means = vec!["geometric mean".to_owned(), String::new()];
    for (index, detector) in summary.detectors.iter().enumerate() {
        let rows = || summary.rows_of(kind);
        let ours = rows().map(|row| row.cells[index].as_ref().ok().and_then(ratio));
        let ours: Option<Vec<f64>> = ours.map(|ratio| ratio.filter(|&ratio| ratio > 0.0)).collect();
        let theirs = rows().map(|row| Some(paper(&row.program, detector)?.value));
        let theirs: Option<Vec<f64>> = theirs.collect();
        let mean = |ratios: Option<Vec<f64>>| ratios.as_deref().and_then(geometric_mean);
        let ours = mean(ours).map_or_else(|| "-".to_owned(), number);
        means.push(ours + &bracketed(mean(theirs)));
    }
    means
}

fn counted(figures: &Figures, shown: Option<String>) -> String {
    let otherwise = if figures.not_counted.is_some() { FAILED } else { "-" };
    shown.unwrap_or_else(|| otherwise.to_owned())
}

fn if_counted(summary: &Summary, kind: Kind, mut table: Table) -> Option<Table> {
    let is_counted = |figures: &Figures| {
        figures.check_ratio.is_some()
            || figures.shadow_locations.is_some()
            || figures.not_counted.is_some()
    };
    let mut cells = summary.rows_of(kind).flat_map(|row| row.cells.iter().flatten());
    without_base(&mut table);
    cells.any(is_counted).then_some(table)
}

/// `81,000,238`.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}

/// Only when something was counted behind a filter.
fn skipped(summary: &Summary, kind: Kind) -> Option<Table> {
    let mut cells = summary.rows_of(kind).flat_map(|row| row.cells.iter().flatten());
    if !cells.any(|figures| figures.skipped.is_some()) {
        return None;
    }
    let mut table = Table {
        title: title("Skipped events", kind),
        caption: "Percent of the accesses and synchronisations of the program that the filter drops, and with what the \
                  test for the same epoch settles before; in brackets what TREE Table 5.1 reports."
            .to_owned(),
        head: head_row("", summary),
        rows: rows(summary, kind, |_| {
            let percent = |part: f64| number(100.0 * part);
            let show = move |figures: &Figures| match figures.skipped {
                None => "-".to_owned(),
                Some(skipped) => format!(
                    "{}, {} in all",
                    percent(skipped.by_filter),
                    percent(skipped.with_same_epoch)
                ),
            };
            (String::new(), Box::new(show), papers::skipped)
        }),
    };
    without_base(&mut table);
    Some(table)
}

fn start_up(summary: &Summary) -> Option<Table> {
    let programs = summary.rows_of(Kind::StartUp);
    let milliseconds = |seconds: f64| format!("{:.0}", seconds * 1e3);
    let rows: Vec<Vec<String>> = programs
        .map(|row| {
            let base = cell(&row.base, |base| milliseconds(base.wall_seconds.median));
            let cells = row.cells.iter().map(|figures| {
                cell(figures, |figures| format!("+{}", milliseconds(figures.added_seconds.median)))
            });
            [row.program.clone(), base].into_iter().chain(cells).collect()
        })
        .collect();
    let table = Table {
        title: "Start-up".to_owned(),
        caption: "Milliseconds of a whole process that does nothing, and what detectors add."
            .to_owned(),
        head: head_row("base ms", summary),
        rows,
    };
    Some(table).filter(|table| !table.rows.is_empty())
}

fn head_row(base: &str, summary: &Summary) -> Vec<String> {
    let fixed = ["program", base].map(str::to_owned);
    fixed.into_iter().chain(summary.detectors.iter().cloned()).collect()
}

type Show = Box<dyn Fn(&Figures) -> String>;
type Paper = fn(&str, &str) -> Option<Figure>;

/// A row for each program of a kind: its name, the text of its base, a figure with the paper's for
/// each detector.
fn rows(
    summary: &Summary,
    kind: Kind,
    columns: impl Fn(&Row) -> (String, Show, Paper),
) -> Vec<Vec<String>> {
    let rows = summary.rows_of(kind).map(|row| {
        if row.not_run.is_some() {
            let cells = summary.detectors.iter().map(|_| NOT_RUN.to_owned());
            return [row.program.clone(), NOT_RUN.to_owned()].into_iter().chain(cells).collect();
        }
        let (base, show, paper) = columns(row);
        let cells = summary.detectors.iter().zip(&row.cells).map(|(detector, figures)| {
            let published = paper(&row.program, detector).map(|figure| figure.value);
            format!("{}{}", cell(figures, &show), bracketed(published))
        });
        [row.program.clone(), base].into_iter().chain(cells).collect()
    });
    rows.collect()
}

const NOT_RUN: &str = "not run";
const FAILED: &str = "failed";

fn no_paper(_: &str, _: &str) -> Option<Figure> {
    None
}

fn cell<T>(figures: &Result<T, Missing>, show: impl Fn(&T) -> String) -> String {
    figures.as_ref().map_or_else(Missing::to_string, show)
}

fn bracketed(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| format!(" [{}]", number(value)))
}

fn ratio(figure: &Spread) -> String {
    format!("{}{}", number(figure.median), plus_minus(figure))
}

fn spread(figure: &Spread, decimals: usize) -> String {
    format!("{:.decimals$}{}", figure.median, plus_minus(figure))
}

/// Nothing for a single value, which has no spread.
fn plus_minus(figure: &Spread) -> String {
    if figure.low == figure.high {
        return String::new();
    }
    format!(" ±{:.0}%", 100.0 * figure.relative())
}

/// Three digits that count, or two for what is small.
pub(crate) fn number(value: f64) -> String {
    match value {
        _ if !value.is_finite() => "-".to_owned(),
        0.0 => "0".to_owned(),
        _ if value.abs() < 0.1 => {
            let digits = (1.0 - value.abs().log10().floor()) as usize;
            format!("{value:.digits$}")
        }
        _ if value.abs() < 10.0 => format!("{value:.2}"),
        _ if value.abs() < 100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples;
    use crate::result::{Counted, Run, Sample};

    #[test]
    fn numbers_have_the_digits_that_count() {
        let shown = [1.0, 9.999, 97.21, 128.4, 0.43, 0.0022, 0.0000028, 0.0, f64::NAN].map(number);
        let expected = ["1.00", "10.00", "97.2", "128", "0.43", "0.0022", "0.0000028", "0", "-"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_failed_program_is_a_row_that_says_so() {
        let page = page(&examples::result());
        let slowdowns = &page.tables[0];
        assert_eq!(slowdowns.head, ["program", "base s", "fasttrack", "bigfoot"]);
        let rows = [
            ["crypt", "1.500 ±33%", "2.50 ±20% [97.2]", "1.25 ±4% [1.07]"],
            ["sor", "1.000", "10.0 [14.4]", "failed [11.7]"],
            ["geometric mean", "", "5.00 [37.4]", "1.25 (of 1)"],
        ];
        assert_eq!(slowdowns.rows, rows);
        assert_eq!(page.failures, ["sor under bigfoot ended with exit status: 1: row 7 is wrong"]);
        let rows = [
            ["tsp", "1.000", "3.00 [7.30]", "2.00"],
            ["geometric mean", "", "3.00 [7.30]", "2.00"],
        ];
        let small = page.tables.iter().find(|table| table.title == "Slowdown of small programs");
        assert_eq!(small.expect("a table of its own").rows, rows);
    }

    #[test]
    fn what_took_too_long_is_shown_as_such() {
        let mut result = examples::result();
        let failed = "was not done after 600 s and was killed".to_owned();
        result.programs[1].variants[2].runs = vec![Run::Failed { failed, over: Some(600) }];
        let page = page(&result);
        assert_eq!(page.tables[0].rows[1], ["sor", "1.000", "10.0 [14.4]", "over 600 s [11.7]"]);
        assert_eq!(page.failures, ["sor under bigfoot was not done after 600 s and was killed"]);
    }

    #[test]
    fn an_iteration_that_was_not_warmed_up_is_marked() {
        let mut result = examples::result();
        assert!(!page(&result).tables[0].caption.contains('*'));
        if let Run::Measured(sample) = &mut result.programs[1].variants[1].runs[0] {
            sample.times = vec![10_000_000_000];
        }
        let page = page(&result);
        assert_eq!(page.tables[0].rows[1], ["sor", "1.000", "10.0* [14.4]", "failed [11.7]"]);
        assert!(page.tables[0].caption.contains("*: there was time for a single iteration"));
        let start_up = page.tables.last().expect("the last table");
        assert!(!start_up.rows[0][2].contains('*'), "one iteration is all that it has");
    }

    #[test]
    fn only_what_was_measured_has_a_table() {
        let titles = |result: &BenchResult| -> Vec<String> {
            page(result).tables.into_iter().map(|table| table.title).collect()
        };
        let mut result = examples::result();
        let small = ["Slowdown", "Processor time", "Peak memory"];
        let all = [
            "Slowdown",
            "Processor time",
            "Peak memory",
            "Check ratio",
            "Shadow locations of arrays",
        ]
        .map(str::to_owned)
        .into_iter()
        .chain(small.map(|title| format!("{title} of small programs")))
        .chain(["Start-up".to_owned()]);
        let all: Vec<String> = all.collect();
        assert_eq!(titles(&result), all);
        for program in &mut result.programs {
            program.variants.truncate(1);
        }
        result.programs.pop();
        assert_eq!(titles(&result), ["Time", "Time of small programs"]);
        assert_eq!(page(&result).tables[1].rows, [["tsp", "1.000"]]);
        assert_eq!(page(&result).tables[0].rows, [["crypt", "1.500 ±33%"], ["sor", "1.000"]]);
    }

    #[test]
    fn applications_have_tables_of_their_own() {
        let mut result = examples::result();
        let runs = |races: [u64; 2]| {
            let runs = races.map(|races| match examples::sample(3000, 100) {
                Run::Measured(sample) => Run::Measured(Sample { races: Some(races), ..sample }),
                failed @ Run::Failed { .. } => failed,
            });
            runs.to_vec()
        };
        let variants = vec![
            examples::variant("base", vec![examples::sample(1500, 50); 2]),
            examples::variant("fasttrack", runs([7, 9])),
            examples::variant("bigfoot", runs([8, 8])),
        ];
        result.programs = vec![
            examples::program("h2", Kind::Application, variants),
            examples::not_run("pmd", "there is no Maven"),
        ];
        let page = page(&result);
        let titles: Vec<&str> = page.tables.iter().map(|table| table.title.as_str()).collect();
        let expected = [
            "Slowdown of applications",
            "Races of applications",
            "Processor time of applications",
            "Peak memory of applications",
        ];
        assert_eq!(titles, expected);
        let slowdowns = [
            ["h2", "1.500", "2.00 [4.23]", "2.00 [4.07]"],
            ["pmd", "not run", "not run", "not run"],
            ["geometric mean", "", "2.00 (of 1)", "2.00 (of 1)"],
        ];
        assert_eq!(page.tables[0].rows, slowdowns);
        assert_eq!(page.tables[1].head, ["program", "fasttrack", "bigfoot"]);
        assert_eq!(page.tables[1].rows, [["h2", "7-9", "8"], ["pmd", "not run", "not run"]]);
        assert_eq!(page.not_run, ["pmd was not run: there is no Maven"]);
        assert_eq!(page.failures, [""; 0]);
    }

    #[test]
    fn what_was_skipped_is_shown_beside_the_paper() {
        let mut result = examples::result();
        for program in &mut result.programs {
            program.variants[1].variant = "fasttrack --filter tree".to_owned();
        }
        let mut counters = examples::counters();
        for (name, count) in [
            ("events.sync", 6),
            ("events.filtered", 1),
            ("rules.Read Same Epoch", 2),
            ("rules.Read Shared Same Epoch", 0),
            ("rules.Write Same Epoch", 1),
        ] {
            counters.add(name, count);
        }
        result.programs[2].variants[1].counted = Some(Counted::Counters(counters));
        let tables = page(&result).tables;
        let skipped: Vec<_> =
            tables.iter().filter(|table| table.title.starts_with("Skipped events")).collect();
        assert_eq!(skipped.len(), 1, "of small programs only");
        assert_eq!(skipped[0].head, ["program", "fasttrack --filter tree", "bigfoot"]);
        assert_eq!(skipped[0].rows, [["tsp", "10.0, 40.0 in all [19.9]", "-"]]);
    }

    #[test]
    fn counters_and_start_up_are_shown() {
        let tables = page(&examples::result()).tables;
        assert_eq!(tables[3].head, ["program", "fasttrack", "bigfoot"]);
        assert_eq!(tables[3].rows[0], ["crypt", "0.75 [1.00]", "- [0.0000028]"]);
        assert_eq!(tables[4].head, ["program", "fasttrack", "bigfoot"]);
        assert_eq!(tables[4].rows[0], ["crypt", "1,234", "-"]);
        let means = tables[4].rows.last().expect("the means");
        assert_eq!(means[..], ["geometric mean", "-", "-"], "not every program was counted");
        assert_eq!([0, 999, 81_000_238].map(grouped), ["0", "999", "81,000,238"]);
        let start_up = tables.last().expect("the last table");
        assert_eq!(start_up.rows, [["hello", "45", "+250", "+300"]]);
    }
}
