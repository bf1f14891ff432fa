//! Tables in Markdown, which are aligned and so can be read in a terminal, too.

use std::fmt::Write;

/// Formats rows of equal length, the first of which is the header. The first `words` columns are text, aligned to the
/// left; the others are numbers.
pub fn table(rows: &[Vec<String>], words: usize) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = if column < words {
                write!(text, "| {cell:<width$} ")
            } else {
                write!(text, "| {cell:>width$} ")
            };
        }
        text += "|\n";
        if index == 0 {
            for (column, width) in widths.iter().enumerate() {
                let end = if column < words { "-" } else { ":" };
                let _ = write!(text, "|{}{end}", "-".repeat(width + 1));
            }
            text += "|\n";
        }
    }
    text
}

/// Formats a number with three digits, as times are.
pub fn three_digits(number: f64) -> String {
    match number.abs() {
        ..0.9995 => format!("{number:.3}"),
        ..9.995 => format!("{number:.2}"),
        ..99.95 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_aligned_to_the_right() {
        let rows = [["what", "ms"], ["a", "1"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(table(&rows, 1), "| what |  ms |\n|------|----:|\n| a    |   1 |\n");
    }

    #[test]
    fn three_digits_are_shown() {
        assert_eq!([0.12345, 1.2345, 12.345, 123.45].map(three_digits), ["0.123", "1.23", "12.3", "123"]);
    }
}
