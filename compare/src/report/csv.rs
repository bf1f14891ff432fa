//! The measurements, for other programs: a line for each entry of each row.

use std::fmt::Write;

use crate::bench::Sheet;
use crate::question::Memory;
use crate::timing::{medians, quantile};

/// All entries, the floors too. Times are in nanoseconds; `ns` is without the drift of the machine, the
/// quantiles are of the bare samples.
pub fn csv(sheets: &[Sheet]) -> String {
    let mut text = String::from(
        "workload,question,poses,memory,peer,ns,min,quarter,median,three_quarters,samples,judged,wrong,worst\n",
    );
    for sheet in sheets {
        for row in &sheet.rows {
            for (entry, ns) in row.entries.iter().zip(medians(row)) {
                let memory = if entry.memory == Memory::Warm { "warm" } else { "cold" };
                let at = |part| quantile(entry.samples.iter().copied(), part);
                let _ = writeln!(
                    text,
                    "{},{},{},{memory},{},{ns:.2},{:.2},{:.2},{:.2},{:.2},{},{},{},{:.2e}",
                    sheet.workload.name,
                    row.question,
                    row.mix,
                    entry.peer,
                    at(0.0),
                    at(0.25),
                    at(0.5),
                    at(0.75),
                    entry.samples.len(),
                    entry.tally.judged,
                    entry.tally.wrong,
                    entry.tally.worst,
                );
            }
        }
    }
    text
}
