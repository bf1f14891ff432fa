//! The measurements, for other programs.

use std::fmt::Write;

use super::Results;
use crate::row::Row;
use crate::wire::Sent;
use crate::worker::Measured;

/// A line for each engine of each row, and a head before each kind of rows.
pub fn csv(results: &Results) -> String {
    let row = "task,scene,dimension,bodies,threads,engine";
    let mut text = format!(
        "{row},wall_ms,cpu_ms,wall_50_ms,cpu_50_ms,wall_90_ms,cpu_90_ms,wall_99_ms,cpu_99_ms,cpu_worst_ms,frames,\
        allocations,bytes,pairs,touching,wrong,missing,odd\n"
    );
    lines(&mut text, &results.frames);
    let _ = writeln!(
        text,
        "{row},spawn_wall_ms,spawn_cpu_ms,gone_wall_ms,gone_cpu_ms,again_wall_ms,again_cpu_ms"
    );
    lines(&mut text, &results.births);
    let _ = writeln!(text, "{row},resident,peak,live,pairs");
    lines(&mut text, &results.memory);
    text
}

fn lines<S: Sent>(text: &mut String, rows: &[(Row, Measured<S>)]) {
    for (row, measured) in rows {
        for (engine, sent) in measured {
            let numbers: Vec<String> = sent.numbers().iter().map(f64::to_string).collect();
            let _ = writeln!(text, "{},{engine},{}", row.words().join(","), numbers.join(","));
        }
    }
}
