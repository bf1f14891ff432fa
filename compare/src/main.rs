//! Times `gjk` beside its peers and prints the table; see the README.

use std::process::ExitCode;
use std::{env, fs, io};

use compare::bench::Sheet;
use compare::options::{Options, USAGE};
use compare::question::QUESTIONS;
use compare::report::{Style, csv, floors, lines, summary, table};
use compare::versions::versions;
use compare::workload::{Workload, workloads};
use compare::{floors as floor, peers, timing, verdict};

fn main() -> ExitCode {
    let options = match Options::parse(env::args()) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            return ExitCode::FAILURE;
        }
    };
    let workloads = chosen(&options);
    let mut sheets: Vec<Sheet> = workloads.iter().map(|workload| filled(workload, &options)).collect();
    if sheets.iter().all(|sheet| sheet.rows.is_empty()) {
        eprintln!("no row has all those words\n{USAGE}");
        return ExitCode::FAILURE;
    }
    timing::measure(&mut sheets, options.reps, options.passes);
    verdict::judge(&mut sheets);
    println!("{}", report(&sheets, Style::Plain));
    match write(&options, &sheets) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The workloads that have a row that is wanted, with the poses that those need.
fn chosen(options: &Options) -> Vec<Workload> {
    let mut workloads = workloads();
    for workload in &mut workloads {
        let name = workload.name;
        workload.choose_poses(options.pairs, |mix| {
            let asked = QUESTIONS.into_iter().filter(|question| question.mixes().contains(&mix));
            asked.into_iter().any(|question| options.selection.has(name, question, mix))
        });
    }
    workloads
}

fn filled<'w>(workload: &'w Workload, options: &'w Options) -> Sheet<'w> {
    let mut sheet = Sheet::new(workload, &options.selection);
    peers::enter(&mut sheet);
    floor::enter(&mut sheet);
    sheet.sort();
    sheet
}

fn report(sheets: &[Sheet], style: Style) -> String {
    let lines = lines(sheets);
    let parts =
        [versions() + "\n", table(&lines, style), fenced(summary(&lines), style), floors(sheets, style)];
    parts.join("\n")
}

/// The sums are aligned with spaces.
fn fenced(text: String, style: Style) -> String {
    if style == Style::Markdown { format!("```text\n{text}```\n") } else { text }
}

fn write(options: &Options, sheets: &[Sheet]) -> io::Result<()> {
    if let Some(path) = &options.csv {
        fs::write(path, csv(sheets))?;
    }
    if let Some(path) = &options.markdown {
        fs::write(path, report(sheets, Style::Markdown))?;
    }
    Ok(())
}
