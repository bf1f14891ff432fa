//! Benchmarks `gjk` beside its peers and prints the table; see the README.

use std::process::ExitCode;
use std::{env, fs, io};

use peers::bench::BenchmarkGroup;
use peers::options::{Options, USAGE};
use peers::query::QUERY_KINDS;
use peers::report::{Style, baselines, csv, lines, summary, table};
use peers::versions::versions;
use peers::workload::{Workload, workloads};
use peers::{accuracy, baseline, peers, timing};

fn main() -> ExitCode {
    let options = match Options::parse(env::args()) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            return ExitCode::FAILURE;
        }
    };
    let workloads = selected_workloads(&options);
    let mut groups: Vec<BenchmarkGroup> =
        workloads.iter().map(|workload| benchmark_group(workload, &options)).collect();
    if groups.iter().all(|group| group.rows.is_empty()) {
        eprintln!("no row has all the words of --only\n{USAGE}");
        return ExitCode::FAILURE;
    }
    timing::measure(&mut groups, options.reps, options.passes);
    accuracy::check(&mut groups);
    println!("{}", report(&groups, Style::Plain));
    match write(&options, &groups) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the workloads that have a selected row, with the poses that these rows need.
fn selected_workloads(options: &Options) -> Vec<Workload> {
    let mut workloads = workloads();
    for workload in &mut workloads {
        let name = workload.name;
        workload.generate_poses(options.pairs, |pose_set| {
            let queries = QUERY_KINDS.into_iter().filter(|query| query.pose_sets().contains(&pose_set));
            queries.into_iter().any(|query| options.selection.includes(name, query, pose_set))
        });
    }
    workloads
}

fn benchmark_group<'w>(workload: &'w Workload, options: &'w Options) -> BenchmarkGroup<'w> {
    let mut group = BenchmarkGroup::new(workload, &options.selection);
    peers::add(&mut group);
    baseline::add(&mut group);
    group.sort();
    group
}

fn report(groups: &[BenchmarkGroup], style: Style) -> String {
    let lines = lines(groups);
    let parts = [
        versions() + "\n",
        table(&lines, style),
        in_code_block(summary(&lines), style),
        baselines(groups, style),
    ];
    parts.join("\n")
}

/// Puts a text that is aligned with spaces in a code block, in Markdown.
fn in_code_block(text: String, style: Style) -> String {
    if style == Style::Markdown { format!("```text\n{text}```\n") } else { text }
}

fn write(options: &Options, groups: &[BenchmarkGroup]) -> io::Result<()> {
    if let Some(path) = &options.csv {
        fs::write(path, csv(groups))?;
    }
    if let Some(path) = &options.markdown {
        fs::write(path, report(groups, Style::Markdown))?;
    }
    Ok(())
}
