//! Pages and comparisons as text for terminals and as Markdown.

use crate::tables::{Page, Table};

/// For a terminal: columns aligned, figures to the right.
pub fn terminal(page: &Page) -> String {
    let mut text = String::new();
    for fact in &page.head {
        text.push_str(&format!("{:<9}{}\n", fact.name, fact.text));
    }
    for table in &page.tables {
        text.push('\n');
        text.push_str(&terminal_table(table));
    }
    for (title, sentences) in lists(page) {
        text.push_str(&format!("\n{title}\n"));
        for sentence in sentences {
            text.push_str(&format!("  {sentence}\n"));
        }
    }
    text
}

pub fn terminal_table(table: &Table) -> String {
    let all = || std::iter::once(&table.head).chain(&table.rows);
    let width = |column: usize| {
        let cells = all().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table.head.len()).map(width).collect();
    let mut text = format!("{}\n{}\n", table.title, table.caption);
    for row in all() {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!("  {cell:<width$}") } else { format!("  {cell:>width$}") }
        });
        let line: String = cells.collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// For `docs/benchmarks.md`.
pub fn markdown(page: &Page) -> String {
    let mut text = String::from(
        "# Benchmarks\n\nWritten by the command below, from what it measured; what the programs are stands in \
         [bench/README.md](../bench/README.md).\n\n",
    );
    for fact in &page.head {
        let said = if fact.is_code { code(&fact.text) } else { escaped(&fact.text) };
        text.push_str(&format!("- **{}**: {said}\n", fact.name));
    }
    for table in &page.tables {
        text.push('\n');
        text.push_str(&markdown_table(table));
    }
    for (title, sentences) in lists(page) {
        text.push_str(&format!("\n## {title}\n\n"));
        for sentence in sentences {
            text.push_str(&format!("- {}\n", escaped(sentence)));
        }
    }
    text
}

pub fn markdown_table(table: &Table) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut text = format!("## {}\n\n{}\n\n", table.title, escaped(&table.caption));
    text.push_str(&line(&table.head));
    text.push_str(&format!("|---{}|\n", "|---:".repeat(table.head.len().saturating_sub(1))));
    for row in &table.rows {
        text.push_str(&line(row));
    }
    text
}

/// What stands below the tables, where there is something to say.
fn lists(page: &Page) -> impl Iterator<Item = (&'static str, &[String])> {
    let lists = [("Not run", &page.not_run[..]), ("Failed", &page.failures[..])];
    lists.into_iter().filter(|(_, sentences)| !sentences.is_empty())
}

/// Between more backticks than it contains itself.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

fn escaped(cell: &str) -> String {
    let cell = cell.replace('|', "\\|").replace('*', "\\*");
    cell.replace('<', "&lt;").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::head::Fact;

    fn page() -> Page {
        let fact = |name, text: &str, is_code| Fact { name, text: text.to_owned(), is_code };
        let strings = |row: [&str; 3]| row.map(str::to_owned).to_vec();
        Page {
            head: vec![
                fact("Machine", "2 < 3 cores", false),
                fact("Command", "redflag bench '<'", true),
            ],
            tables: vec![Table {
                title: "Slowdown".to_owned(),
                caption: "Of everything.".to_owned(),
                head: strings(["program", "base s", "a|b"]),
                rows: vec![strings(["crypt", "1.5", "2.5* ±4%"]), strings(["mean", "", "2.5"])],
            }],
            not_run: vec!["pmd was not run".to_owned()],
            failures: vec!["sor failed: a < b".to_owned()],
        }
    }

    #[test]
    fn columns_are_aligned() {
        let expected = "\
Machine  2 < 3 cores
Command  redflag bench '<'

Slowdown
Of everything.
  program  base s       a|b
  crypt       1.5  2.5* ±4%
  mean                  2.5

Not run
  pmd was not run

Failed
  sor failed: a < b
";
        assert_eq!(terminal(&page()), expected);
    }

    #[test]
    fn markdown_has_figures_to_the_right_and_nothing_breaks_its_cells() {
        let expected = "\
# Benchmarks

Written by the command below, from what it measured; what the programs are stands in [bench/README.md](../bench/README.md).

- **Machine**: 2 &lt; 3 cores
- **Command**: `redflag bench '<'`

## Slowdown

Of everything.

| program | base s | a\\|b |
|---|---:|---:|
| crypt | 1.5 | 2.5\\* ±4% |
| mean |  | 2.5 |

## Not run

- pmd was not run

## Failed

- sor failed: a &lt; b
";
        assert_eq!(markdown(&page()), expected);
    }
    #[test]
    fn code_is_fenced_by_more_backticks_than_it_has() {
        assert_eq!(code("a b"), "`a b`");
        assert_eq!(code("a `b`` c"), "``` a `b`` c ```");
    }
}
