//! The tables in docs/performance.md, and the figures of the text around them.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

use oracle::case::Dimension;

use super::layout::{Style, table};
use super::moves;
use super::ratio::{Comparison, compare, geometric_mean};
use super::{HEAD, Results, head as head_of, milliseconds, net, rapiers_threads};
use crate::births::Births;
use crate::engines::engines;
use crate::frames::{Frames, PERCENTILES};
use crate::moves::OfDimension;
use crate::row::Row;
use crate::stopwatch::Span;
use crate::versions::versions;

/// What stands before and behind the table in docs/performance.md.
const MARKS: [&str; 2] = ["<!-- rivals: written by `rivals --readme` -->", "<!-- rivals: end -->"];
/// What stands before and behind the tables of moves there.
const MOVES_MARKS: [&str; 2] =
    ["<!-- rivals moves: written by `rivals moves --readme` -->", "<!-- rivals moves: end -->"];

/// Writes the table between its marks in a file.
///
/// # Errors
/// If the file cannot be read or written, or has no marks.
pub fn into_readme(results: &Results, path: &Path) -> io::Result<()> {
    replace_between(MARKS, &readme(results), path)
}

/// Writes the tables of moves between their marks in a file.
///
/// # Errors
/// As [`into_readme`].
pub fn moves_into_readme(measured: &[OfDimension], path: &Path) -> io::Result<()> {
    let head = wrapped(&format!("{}.", versions()));
    let moves = without_title(&moves::lines(measured));
    let walks = without_title(&moves::walk_lines(measured));
    let (of_moves, of_walks) = (wrapped(&moves::meaning(measured)), wrapped(&moves::walk_meaning(measured)));
    let text = format!("{head}\n{moves}\n{of_moves}\n{walks}\n{}", of_walks.trim_end());
    replace_between(MOVES_MARKS, &text, path)
}

fn replace_between(marks: [&str; 2], text: &str, path: &Path) -> io::Result<()> {
    let old = fs::read_to_string(path)?;
    let new = replaced(&old, text, marks);
    let new = new.ok_or_else(|| io::Error::other(format!("{} has no marks {marks:?}", path.display())))?;
    fs::write(path, new)
}

/// Returns the text with what stands between the marks replaced, and the marks as they are.
fn replaced(text: &str, new: &str, marks: [&str; 2]) -> Option<String> {
    let [begin, end] = marks;
    let (before, rest) = text.split_once(begin)?;
    let (_, behind) = rest.split_once(end)?;
    Some(format!("{before}{begin}\n\n{new}\n{end}{behind}"))
}

/// Writes what stands between the marks.
fn readme(results: &Results) -> String {
    let ends = ["yes or no: ours, fastest rival, ratio", "contacts: ours, fastest rival, ratio"];
    let percentiles = "ours with contacts: whole frames, 50 / 90 / 99 %";
    let columns = HEAD.into_iter().chain(ends).chain([percentiles]);
    let mut lines = vec![columns.map(str::to_owned).collect::<Vec<_>>()];
    let mut all = [Vec::new(), Vec::new()];
    for (row, measured) in &results.frames {
        let mut line = head_of(row);
        for (found, all) in compare(row, measured).into_iter().zip(&mut all) {
            line.push(found.as_ref().map_or("–".into(), cell));
            all.extend(found.map(|found| found.times()));
        }
        let ours = measured.iter().find(|(name, _)| name == "gjk contacts");
        line.push(ours.map_or("–".into(), |(_, frames)| {
            frames.percentiles.map(|span| milliseconds(span.wall)).join(" / ")
        }));
        lines.push(line);
    }
    let head = format!("{}. {}", versions(), rapiers_threads(results));
    let mut text = format!("{}\n{}\n", wrapped(&head), without_title(&lines));
    let means = |of: fn(&Span) -> f64| {
        all.iter().map(|all| format!("{:.1}", geometric_mean(all.iter().map(of)))).collect::<Vec<_>>()
    };
    let (walls, cpus) = (means(|span| span.wall), means(|span| span.cpu));
    text += &wrapped(&format!(
        "In the geometric mean {} times as fast as the fastest rival for yes or no, {} times with contacts; by the \
         processor time of all threads {} and {} times. {}{}",
        walls[0],
        walls[1],
        cpus[0],
        cpus[1],
        wrong(results),
        slow_frames(results),
    ));
    let more = all_at_once(results);
    if !more.is_empty() {
        let meaning =
            "All bodies at once, with the update that follows, and with all that Bevy keeps of a body:";
        let _ = write!(text, "\n{meaning}\n\n{more}");
    }
    text.trim_end().to_owned()
}

/// Writes the two times and their ratio.
fn cell(found: &Comparison) -> String {
    let [ours, theirs] = [found.ours, found.theirs].map(|span| milliseconds(span.wall));
    format!("{ours}, {theirs} ({}), **{:.1}**", found.rival, found.times().wall)
}

/// Tells how many of our pairs are wrong.
fn wrong(results: &Results) -> String {
    let ours = || {
        results.frames.iter().flat_map(|(_, measured)| measured).filter(|(name, _)| name.starts_with("gjk"))
    };
    let count = |of: fn(&Frames) -> u64| ours().map(|(_, frames)| of(frames)).sum::<u64>();
    let wrong = count(|frames| frames.tally.wrong + frames.tally.missing + frames.tally.odd);
    format!("Of {} pairs that we judged {wrong} were wrong or missing. ", count(|it| it.tally.touching))
}

/// Tells how far the slow frames are from the usual ones.
fn slow_frames(results: &Results) -> String {
    let of = |name: &str, index: usize| {
        let frames = results.frames.iter().flat_map(|(_, measured)| measured);
        let ratio = |frames: &Frames| frames.percentiles[index].cpu / frames.percentiles[0].cpu;
        let ratios = frames.filter(|it| it.0 == name).map(|it| ratio(&it.1));
        format!("{:.2}", geometric_mean(ratios))
    };
    let rivals = ["gjk contacts", "avian lean", "rapier collision-only"];
    let text = rivals.map(|name| {
        let factors = (1..PERCENTILES.len()).map(|index| of(name, index)).collect::<Vec<_>>();
        format!("{} ({name})", factors.join(" and "))
    });
    format!("The 90th and 99th percentiles of whole frames are, by processor time, {} times the median. ", {
        text.join(", ")
    })
}

/// Writes what spawning, despawning and memory cost, beyond the empty app, for the lean settings.
fn all_at_once(results: &Results) -> String {
    let lean = |name: &&str| {
        engines(Dimension::Plane).iter().any(|it| it.lean && it.name == *name && name != &"none")
    };
    let names = results.births.first().map_or(Vec::new(), |(_, measured)| {
        measured.iter().map(|(name, _)| name.as_str()).filter(lean).collect::<Vec<_>>()
    });
    let head = ["scene", "bodies", "what"].into_iter().chain(names.iter().copied());
    let mut lines = vec![head.map(str::to_owned).collect::<Vec<_>>()];
    let mut line = |row: &Row, what: &str, cell: &dyn Fn(&str) -> Option<String>| {
        let mut line = head_of(row);
        line[2] = what.into();
        line.extend(names.iter().map(|name| cell(name).unwrap_or("–".into())));
        lines.push(line);
    };
    for (row, measured) in &results.births {
        line(row, "ms to spawn / despawn", &|name| {
            let time = |part: fn(&Births) -> Span| Some(milliseconds(net(measured, name, part)?.wall));
            Some(format!("{} / {}", time(|it| it.first)?, time(|it| it.gone)?))
        });
    }
    for (row, measured) in &results.memory {
        line(row, "bytes each", &|name| {
            let live = |name| Some(measured.iter().find(|it| it.0 == name)?.1.live);
            Some(format!("{:.0}", (live(name)? - live("none")?) / row.count as f64))
        });
    }
    if lines.len() > 1 { without_title(&lines) } else { String::new() }
}

/// Writes a table without a title.
fn without_title(lines: &[Vec<String>]) -> String {
    table("", lines, "", Style::Markdown).trim_start_matches(['#', ' ', '\n']).to_owned()
}

/// Breaks text into lines of at most 120 characters.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is one from the start");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > 120 {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_marks_is_replaced() {
        let [begin, end] = MARKS;
        let text = format!("a\n{begin}\nold\n{end}\nb\n");
        let expected = format!("a\n{begin}\n\nnew\n{end}\nb\n");
        assert_eq!(replaced(&text, "new", MARKS), Some(expected));
        assert_eq!(replaced("a\nb\n", "new", MARKS), None);
    }
}
