//! Bars of figures by program and detector, laid out for drawing.
//!
//! All charts have a logarithmic axis: what is measured here spans orders of magnitude, and twice
//! as slow should look the same wherever it is.

use crate::papers::{self, Figure};
use crate::program::Kind;
use crate::summary::{Figures, Summary};

#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    pub title: String,
    pub caption: String,
    /// Whether there are figures of papers in it.
    pub has_marks: bool,
    pub ticks: Vec<Tick>,
    pub groups: Vec<Group>,
    /// In the units of the drawing.
    pub width: f64,
    pub height: f64,
    /// Where the bars begin.
    pub left: f64,
    /// Where the axis ends below.
    pub bottom: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    pub x: f64,
    pub label: String,
}

/// The bars of one program.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub name: String,
    /// The middle of its bars.
    pub y: f64,
    pub bars: Vec<Bar>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Which of the summary's detectors.
    pub series: usize,
    pub y: f64,
    pub height: f64,
    pub middle: f64,
    /// Nothing where the program failed.
    pub length: f64,
    /// Where the spread reaches from and to; the same where there is none.
    pub low: f64,
    pub high: f64,
    /// What stands behind the bar.
    pub text: String,
    pub text_x: f64,
    pub paper: Option<Mark>,
    /// For whoever points at it.
    pub hint: String,
}

/// Where a paper's figure is.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub x: f64,
    /// The figure, where there is room for it.
    pub text: Option<String>,
}

/// A figure of one program under one detector, or why there is none.
struct Value {
    figure: Result<[f64; 3], String>,
    paper: Option<Figure>,
}

const LEFT: f64 = 96.0;
const RIGHT: f64 = 640.0;
/// For the text behind the longest bar.
const MARGIN: f64 = 96.0;
/// For a figure behind a bar or a mark.
const TEXT: f64 = 36.0;
const BAR: f64 = 13.0;
const BETWEEN_GROUPS: f64 = 10.0;
const TOP: f64 = 6.0;
const AXIS: f64 = 22.0;

pub fn charts(summary: &Summary) -> Vec<Chart> {
    let spread = |figure: &crate::stats::Spread| Some([figure.median, figure.low, figure.high]);
    let charts = [
        chart(
            summary,
            "Slowdown",
            "Time of an iteration as a multiple of the program's own.",
            papers::slowdown,
            |figures| spread(&figures.slowdown),
        ),
        chart(
            summary,
            "Check ratio",
            "Checks for each access of the program.",
            papers::check_ratio,
            |figures| figures.check_ratio.map(|ratio| [ratio; 3]),
        ),
        chart(
            summary,
            "Memory",
            "Smallest sufficient heap as a multiple of the program's own, where it was looked for.",
            papers::memory,
            |figures| figures.smallest_heap.map(|ratio| [ratio; 3]),
        ),
        chart(
            summary,
            "Peak memory",
            "Largest resident set as a multiple of the program's own, with the heap that the JVM chose. What the \
             paper reports is the smallest sufficient heap, which comes nearest to it.",
            papers::memory,
            |figures| spread(&figures.memory),
        ),
    ];
    charts.into_iter().flatten().collect()
}

/// Nothing if there is no figure at all.
fn chart(
    summary: &Summary,
    title: &str,
    caption: &str,
    paper: impl Fn(&str, &str) -> Option<Figure>,
    figure: impl Fn(&Figures) -> Option<[f64; 3]>,
) -> Option<Chart> {
    let rows = summary.rows.iter().filter(|row| row.kind != Kind::StartUp);
    let mut groups: Vec<(String, Vec<Value>)> = Vec::new();
    for row in rows {
        let cells = summary.detectors.iter().zip(&row.cells);
        let values: Vec<Value> = cells
            .map(|(detector, cell)| Value {
                figure: match cell {
                    Ok(figures) => figure(figures).ok_or_else(|| "not measured".to_owned()),
                    Err(missing) => Err(missing.to_string()),
                },
                paper: paper(&row.program, detector),
            })
            .collect();
        if values.iter().any(|value| value.figure.is_ok()) {
            groups.push((row.program.clone(), values));
        }
    }
    let all = groups.iter().flat_map(|(_, values)| values);
    let shown: Vec<f64> = all
        .flat_map(|value| {
            let figures = value.figure.iter().flatten().copied();
            figures.chain(value.paper.map(|paper| paper.value)).collect::<Vec<f64>>()
        })
        .filter(|&value| value > 0.0 && value.is_finite())
        .collect();
    let scale = Scale::over(&shown)?;
    let mut y = TOP;
    let groups: Vec<Group> = groups
        .into_iter()
        .map(|(name, values)| group(summary, &scale, name, values, &mut y))
        .collect();
    let mut bars = groups.iter().flat_map(|group| &group.bars);
    Some(Chart {
        title: title.to_owned(),
        caption: caption.to_owned(),
        has_marks: bars.any(|bar| bar.paper.is_some()),
        ticks: scale.ticks(),
        groups,
        width: RIGHT + MARGIN,
        height: y + AXIS,
        left: LEFT,
        bottom: y,
    })
}

fn group(summary: &Summary, scale: &Scale, name: String, values: Vec<Value>, y: &mut f64) -> Group {
    let top = *y;
    let bars = values.into_iter().enumerate().map(|(series, value)| {
        let here = *y;
        *y += BAR;
        bar(scale, &name, &summary.detectors[series], series, here, &value)
    });
    let bars: Vec<Bar> = bars.collect();
    let middle = (top + *y) / 2.0;
    *y += BETWEEN_GROUPS;
    Group { name, y: middle, bars }
}

fn bar(scale: &Scale, program: &str, detector: &str, series: usize, y: f64, value: &Value) -> Bar {
    let paper = value.paper.as_ref();
    let published = paper
        .map_or(String::new(), |paper| format!(" ({} in {})", number(paper.value), paper.source));
    let (positions, text) = match &value.figure {
        Ok(figures) => (figures.map(|figure| scale.x(figure)), number(figures[0])),
        Err(why) => ([LEFT; 3], why.clone()),
    };
    let end = positions.into_iter().fold(LEFT, f64::max);
    let mut text_x = end + 6.0;
    let mut shown = text.clone();
    let paper = paper.map(|paper| {
        let x = scale.x(paper.value);
        let is_in_the_way = (end - 8.0..text_x + TEXT).contains(&x);
        if is_in_the_way {
            text_x = text_x.max(x + 8.0);
            // Behind a mark it would be taken for the mark's.
            shown = format!("{text} [{}]", number(paper.value));
        }
        Mark { x, text: (x >= text_x + TEXT).then(|| number(paper.value)) }
    });
    Bar {
        series,
        y,
        height: BAR - 3.0,
        middle: y + (BAR - 3.0) / 2.0,
        length: positions[0] - LEFT,
        low: positions[1],
        high: positions[2],
        paper,
        text_x: round(text_x),
        hint: format!("{program}, {detector}: {text}{published}"),
        text: shown,
    }
}

/// From a power of ten, or one of its halves and fifths, to another.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn over(values: &[f64]) -> Option<Scale> {
        // A bar of the value 1 would have no length if the axis began there.
        let smallest = values.iter().copied().reduce(f64::min)?.min(0.5);
        let largest = values.iter().copied().reduce(f64::max)?.max(1.0);
        let steps: Vec<f64> = steps(smallest, largest).collect();
        Some(Scale { low: *steps.first()?, high: *steps.last()? })
    }

    fn x(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        let part = (value / self.low).ln() / (self.high / self.low).ln();
        round(LEFT + part * (RIGHT - LEFT))
    }

    fn ticks(&self) -> Vec<Tick> {
        let all: Vec<f64> = steps(self.low, self.high).collect();
        let decades = (self.high / self.low).log10();
        // Beyond three decades there is no room for halves and fifths.
        let is_shown = |value: &f64| decades <= 3.0 || is_power_of_ten(*value);
        let shown = all.into_iter().filter(is_shown);
        shown.map(|value| Tick { x: self.x(value), label: label(value) }).collect()
    }
}

/// 0.5, 1, 2, 5, 10, …: from the last that is not above `low` to the first that is not below `high`.
fn steps(low: f64, high: f64) -> impl Iterator<Item = f64> {
    let first = low.log10().floor() as i32;
    let last = high.log10().ceil() as i32;
    let all: Vec<f64> = (first..=last)
        .flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)))
        .collect();
    let slack = 1.0 + 1e-9;
    let begin = all.iter().rposition(|step| *step <= low * slack).unwrap_or(0);
    let end = all.iter().position(|step| *step * slack >= high).unwrap_or(all.len() - 1);
    all.into_iter().take(end + 1).skip(begin)
}

fn is_power_of_ten(value: f64) -> bool {
    (value.log10() - value.log10().round()).abs() < 1e-9
}

fn label(value: f64) -> String {
    if value >= 1.0 { format!("{value:.0}") } else { format!("{}", round_to(value, 9)) }
}

fn number(value: f64) -> String {
    crate::tables::number(value)
}

/// A drawing needs no more than tenths.
fn round(value: f64) -> f64 {
    round_to(value, 1)
}

fn round_to(value: f64, digits: i32) -> f64 {
    let unit = 10f64.powi(digits);
    (value * unit).round() / unit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples;
    use crate::summary::summarise;

    #[test]
    fn steps_enclose_what_they_are_for() {
        let of = |low, high| steps(low, high).map(label).collect::<Vec<_>>();
        assert_eq!(of(0.5, 12.0), ["0.5", "1", "2", "5", "10", "20"]);
        assert_eq!(of(1.0, 10.0), ["1", "2", "5", "10"]);
        assert_eq!(of(0.0003, 0.0009), ["0.0002", "0.0005", "0.001"]);
    }

    #[test]
    fn bars_are_as_long_as_their_logarithms() {
        let charts = charts(&summarise(&examples::result()));
        let titles: Vec<_> = charts.iter().map(|chart| chart.title.as_str()).collect();
        assert_eq!(titles, ["Slowdown", "Check ratio", "Peak memory"]);
        let [crypt, sor, ..] = &charts[0].groups[..] else { panic!("two kernels") };
        // From 0.5 to 100: 2.5 is as far from 0.5 as 10 is from 2.
        let unit = (RIGHT - LEFT) / 200f64.ln();
        assert!((crypt.bars[0].length - 5f64.ln() * unit).abs() < 0.1);
        assert_eq!(crypt.bars[0].text, "2.50");
        assert_eq!(crypt.bars[0].hint, "crypt, fasttrack: 2.50 (97.2 in BigFoot Table 1)");
        assert!(crypt.bars[0].low < crypt.bars[0].high);
        assert_eq!((sor.bars[1].text.as_str(), sor.bars[1].length), ("failed", 0.0));
        // A mark just behind the bar would be taken for the place of the bar's figure.
        assert_eq!(sor.bars[0].text, "10.0 [14.4]");
        assert_eq!(sor.bars[0].paper.as_ref().expect("in the table").text, None);
    }

    #[test]
    fn without_detectors_there_is_nothing_to_draw() {
        let mut result = examples::result();
        for program in &mut result.programs {
            program.variants.truncate(1);
        }
        assert_eq!(charts(&summarise(&result)), []);
    }
}
