//! What spawning and despawning cost.

use super::layout::{Style, table};
use super::{both, headed, names, net};
use crate::births::Births;
use crate::row::Row;
use crate::stopwatch::Span;
use crate::worker::Measured;

/// What is measured, and where that is.
pub type Part = (&'static str, fn(&Births) -> Span);

const PARTS: [Part; 3] =
    [("spawned", |it| it.first), ("despawned", |it| it.gone), ("spawned again", |it| it.again)];

/// Milliseconds to spawn and despawn all.
pub fn births(rows: &[(Row, Measured<Births>)], style: Style) -> String {
    let mut lines =
        vec![["scene", "bodies", "what"].into_iter().chain(names(rows)).map(str::to_owned).collect()];
    for (row, measured) in rows {
        for (what, part) in PARTS {
            let mut line = super::head(row);
            line[2] = what.into();
            line.extend(measured.iter().map(|(name, births)| {
                let whole = part(births);
                if name == "none" {
                    both(whole)
                } else {
                    net(measured, name, part).map_or("–".into(), both)
                }
            }));
            lines.push(line);
        }
    }
    let meaning = "All at once, with the update that follows: wall time (processor time). For `none` the whole; \
        for the engines what they take beyond that.";
    table(&headed("Milliseconds to spawn and despawn"), &lines, meaning, style)
}
