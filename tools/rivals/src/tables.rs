//! The tables of docs/performance.md.

use report::statistics::geometric_mean;
use report::table::{table, three_digits};
use report::versions::locked;

use crate::engine::{Engine, Finds};
use crate::engines::engines;
use crate::frames::WALL;
use crate::results::Results;
use crate::row::{Row, Task};

/// What the versions say if rapier runs on several threads.
pub const PARALLEL: &str = " with `parallel`";

/// Returns the versions of all that is compared.
pub fn versions() -> String {
    let version = |package| locked(include_str!("../Cargo.lock"), package);
    let [bevy, avian, plugin, rapier] = ["bevy", "avian2d", "bevy_rapier2d", "rapier2d"].map(version);
    let parallel = if cfg!(feature = "rapier-parallel") { PARALLEL } else { "" };
    format!("bevy {bevy}, avian {avian}, bevy_rapier {plugin} (rapier {rapier}{parallel})")
}

/// Writes all tables, and the sums.
pub fn report(results: &Results) -> String {
    format!("{}.\n\n{}\n{}", versions(), frames(results), all_at_once(results))
}

/// Our time beside that of the fastest rival that is right, both without the empty app, by the clock on the wall and by
/// processor time.
struct Comparison {
    ours: [f64; 2],
    rival: &'static str,
    theirs: [f64; 2],
}

impl Comparison {
    /// Returns how many times as long the rival takes.
    fn times(&self) -> [f64; 2] {
        // A difference that the clock cannot see is no time to divide by.
        [0, 1].map(|clock| self.theirs[clock] / self.ours[clock].max(1e-3))
    }

    fn cell(&self) -> String {
        let [ours, theirs] = [self.ours, self.theirs].map(|times| three_digits(times[0]));
        format!("{ours}, {theirs} ({}), **{:.1}**", self.rival, self.times()[0])
    }
}

/// Compares a row: touches alone, with the lean settings; and contacts, with all that find contacts.
fn compare(results: &Results, row: &Row) -> [Option<Comparison>; 2] {
    [
        fastest(results, row, Finds::Touches, |rival| rival.lean),
        fastest(results, row, Finds::Contacts, |rival| rival.finds == Finds::Contacts),
    ]
}

fn fastest(
    results: &Results,
    row: &Row,
    finds: Finds,
    counts: impl Fn(&Engine) -> bool,
) -> Option<Comparison> {
    let times =
        |engine: &str| Some([results.net(row, engine, "wall ms")?, results.net(row, engine, "cpu ms")?]);
    let engines = engines(row.dimension);
    let ours = engines.iter().find(|engine| engine.is_ours() && engine.finds == finds)?;
    let rivals = engines.iter().filter(|engine| engine.is_rival() && counts(engine));
    let right = rivals.filter(|rival| is_right(results, row, rival.name) == Some(true));
    let timed = right.filter_map(|rival| Some((rival.name, times(rival.name)?)));
    let (rival, theirs) = timed.min_by(|one, other| one.1[0].total_cmp(&other.1[0]))?;
    Some(Comparison { ours: times(ours.name)?, rival, theirs })
}

/// Returns whether at most one in a hundred pairs is wrong or missing: who is worse is never the fastest.
fn is_right(results: &Results, row: &Row, engine: &str) -> Option<bool> {
    let get = |figure| results.get(row, engine, figure);
    Some(100.0 * (get("wrong")? + get("missing")?) <= get("touching")?)
}

/// Writes the table of frames, and the means.
fn frames(results: &Results) -> String {
    let head = [
        "scene",
        "bodies",
        "threads",
        "yes or no: ours, fastest rival, ratio",
        "contacts: ours, fastest rival, ratio",
        "ours with contacts: whole frames, 50 / 90 / 99 %",
    ];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    let mut all = [Vec::new(), Vec::new()];
    let rows = results.rows(Task::Frames);
    for row in &rows {
        let mut line = vec![scene(row), row.count.to_string(), row.threads.to_string()];
        for (found, all) in compare(results, row).into_iter().zip(&mut all) {
            line.push(found.as_ref().map_or("–".into(), Comparison::cell));
            all.extend(found.map(|found| found.times()));
        }
        let percentiles =
            WALL.map(|figure| results.get(row, "gjk contacts", figure).map_or("–".into(), three_digits));
        line.push(percentiles.join(" / "));
        lines.push(line);
    }
    let mean =
        |finds: usize, clock: usize| geometric_mean(all[finds].iter().map(|times: &[f64; 2]| times[clock]));
    let sum = |figure: &str| -> f64 {
        let ours = rows
            .iter()
            .flat_map(|row| ["gjk touches", "gjk contacts"].map(|name| results.get(row, name, figure)));
        ours.flatten().sum()
    };
    format!(
        "{}\nIn the geometric mean {:.1} times as fast as the fastest rival for yes or no, {:.1} times with contacts;\nby \
         the processor time of all threads {:.1} and {:.1} times. Of {} pairs that we judged {} were wrong or missing.\n",
        table(&lines, 1),
        mean(0, 0),
        mean(1, 0),
        mean(0, 1),
        mean(1, 1),
        sum("touching"),
        sum("wrong") + sum("missing") + sum("odd")
    )
}

/// Writes what spawning, despawning and memory cost, beyond the empty app, for the lean settings.
fn all_at_once(results: &Results) -> String {
    let (births, memory) = (results.rows(Task::Births), results.rows(Task::Memory));
    let Some(first) = births.iter().chain(&memory).next() else { return String::new() };
    let lean = engines(first.dimension).into_iter().filter(|it| it.lean && it.finds != Finds::Nothing);
    let names: Vec<&str> = lean.map(|it| it.name).collect();
    let head = ["scene", "bodies", "what"].into_iter().chain(names.iter().copied());
    let mut lines = vec![head.map(str::to_owned).collect::<Vec<_>>()];
    let mut line = |row: &Row, what: &str, cell: &dyn Fn(&str) -> Option<String>| {
        let mut line = vec![scene(row), row.count.to_string(), what.to_owned()];
        line.extend(names.iter().map(|name| cell(name).unwrap_or("–".into())));
        lines.push(line);
    };
    for row in &births {
        line(row, "ms to spawn / despawn", &|name| {
            let time = |figure| Some(three_digits(results.net(row, name, figure)?));
            Some(format!("{} / {}", time("spawn wall ms")?, time("despawn wall ms")?))
        });
    }
    for row in &memory {
        line(row, "bytes each", &|name| {
            Some(format!("{:.0}", results.net(row, name, "live bytes")? / row.count as f64))
        });
    }
    table(&lines, 1)
}

fn scene(row: &Row) -> String {
    row.words()[1..3].join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Figures;
    use clap::Parser;

    #[test]
    fn both_dimensions_have_the_same_versions() {
        for [two, three] in
            [["avian2d", "avian3d"], ["bevy_rapier2d", "bevy_rapier3d"], ["rapier2d", "rapier3d"]]
        {
            let version = |package| locked(include_str!("../Cargo.lock"), package);
            assert_eq!(version(two), version(three));
        }
        assert!(versions().starts_with("bevy 0."));
    }

    #[test]
    fn who_is_wrong_is_never_the_fastest() {
        let row = Row::try_parse_from(["frames", "balls", "2D", "10", "1"]).expect("a row");
        let figures = |ms: f64, wrong: f64| -> Figures {
            vec![("wall ms", ms), ("cpu ms", ms), ("touching", 100.0), ("wrong", wrong), ("missing", 0.0)]
        };
        let mut results = Results::default();
        for (engine, ms, wrong) in [
            ("none", 1.0, 0.0),
            ("gjk touches", 2.0, 0.0),
            ("avian lean", 3.0, 2.0),
            ("rapier lean", 5.0, 1.0),
        ] {
            results.add(&row, engine, &figures(ms, wrong));
        }
        let [touches, contacts] = compare(&results, &row);
        assert_eq!(touches.map(|it| (it.rival, it.times())), Some(("rapier lean", [4.0, 4.0])));
        assert!(contacts.is_none());
    }
}
