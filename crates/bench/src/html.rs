//! The page with charts, in one file that needs nothing else.

use askama::Template;

use crate::chart::{Chart, charts};
use crate::result::BenchResult;
use crate::summary::summarise;
use crate::tables::{self, Page};

#[derive(Template)]
#[template(path = "bench.html")]
struct BenchPage {
    page: Page,
    detectors: Vec<String>,
    charts: Vec<Chart>,
}

pub fn page(result: &BenchResult) -> String {
    let summary = summarise(result);
    let page = BenchPage {
        page: tables::page(result),
        charts: charts(&summary),
        detectors: summary.detectors,
    };
    // Rendering writes into a string, which does not fail.
    page.render().expect("a template without fallible expressions")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples;

    #[test]
    fn what_programs_and_commands_say_is_text() {
        let mut result = examples::result();
        result.command = Some("redflag bench --jvm-option '<b>&'".to_owned());
        let page = page(&result);
        assert!(page.contains("redflag bench --jvm-option &#39;&#60;b&#62;&#38;&#39;"));
        assert!(!page.contains("<b>"));
    }

    #[test]
    fn every_bar_and_every_table_is_there() {
        let page = page(&examples::result());
        // Slowdown and peak memory: three programs, two detectors. Check ratio: one program, both.
        assert_eq!(page.matches("<rect class=\"bar").count(), 6 + 6 + 2);
        for title in
            ["Slowdown", "Processor time", "Check ratio", "Shadow locations of arrays", "Failed"]
        {
            assert!(page.contains(&format!(">{title}</h2>")), "{title}");
        }
        assert!(page.contains("sor under bigfoot ended with exit status: 1: row 7 is wrong"));
    }
}
