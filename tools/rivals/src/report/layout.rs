//! Rows of cells as text.

use std::fmt::Write;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// With spaces.
    Plain,
    /// In Markdown.
    Markdown,
}

/// Writes a title, rows of equal length, the first of which is the head, and what they mean. The first
/// column is words, the rest numbers.
pub fn table(title: &str, rows: &[Vec<String>], meaning: &str, style: Style) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let (mark, begin, between, end) = match style {
        Style::Plain => ("", "", "  ", ""),
        Style::Markdown => ("### ", "| ", " | ", " |"),
    };
    let mut text = format!("{mark}{title}\n\n");
    for (index, row) in rows.iter().enumerate() {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        let line = format!("{begin}{}{end}", cells.collect::<Vec<_>>().join(between));
        let _ = writeln!(text, "{}", line.trim_end());
        if index == 0 && style == Style::Markdown {
            let rules = widths.iter().enumerate().map(|(column, &width)| {
                let dashes = "-".repeat(width + 1);
                if column == 0 { format!("{dashes}-") } else { format!("{dashes}:") }
            });
            let _ = writeln!(text, "|{}|", rules.collect::<Vec<_>>().join("|"));
        }
    }
    if !meaning.is_empty() {
        let _ = write!(text, "\n{meaning}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_aligned_to_the_right() {
        let rows = [["what", "ms"], ["a", "1"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(table("T", &rows, "", Style::Plain), "T\n\nwhat  ms\na      1\n");
        let markdown = "### T\n\n| what | ms |\n|------|---:|\n| a    |  1 |\n\nM\n";
        assert_eq!(table("T", &rows, "M", Style::Markdown), markdown);
    }
}
