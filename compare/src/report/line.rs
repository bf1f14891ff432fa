//! The lines of the table: one for each row, two for one that something can be kept for.

use judge::case::Dimension;

use crate::bench::{Entry, OURS, Row, Sheet};
use crate::question::{Memory, Mix, Question};
use crate::shape::Shape;
use crate::timing::medians;
use crate::verdict::Tally;

/// What a peer took for the answers of a line.
#[derive(Clone, Copy)]
pub struct Figure {
    /// Who.
    pub peer: &'static str,
    /// In nanoseconds for a question.
    pub time: f64,
    /// Whether this is another line's figure: the peer can keep nothing, and is asked as if the pair were
    /// new.
    pub borrowed: bool,
    /// How right it is.
    pub tally: Tally,
}

/// A line of the table.
pub struct Line {
    /// The workload.
    pub workload: &'static str,
    /// In which space that is.
    pub dimension: Dimension,
    /// What was asked.
    pub question: Question,
    /// About which poses.
    pub mix: Mix,
    /// Whether something is kept from frame to frame.
    pub memory: Memory,
    /// Whether it is one of the rows that are summed apart: the fewest that show what a crate can do. Each
    /// question about random poses, the deeper ones where there is something to find out, and warm distances
    /// of all but balls, which have nothing to keep.
    pub headline: bool,
    /// What this project's crate took.
    pub ours: Option<Figure>,
    /// What the peers took.
    pub peers: Vec<Figure>,
}

impl Line {
    /// The fastest peer whose answers are right.
    pub fn fastest(&self) -> Option<&Figure> {
        let right = self.peers.iter().filter(|figure| figure.tally.is_right());
        right.min_by(|one, two| one.time.total_cmp(&two.time))
    }

    /// How many times faster ours is than that one.
    pub fn ratio(&self) -> Option<f64> {
        Some(self.fastest()?.time / self.ours?.time)
    }

    /// The line's name.
    pub fn name(&self) -> String {
        format!("{} {} {}", self.workload, self.question, self.poses())
    }

    /// What the poses are, and whether something is kept.
    pub fn poses(&self) -> String {
        match (self.memory, self.mix.is_moving()) {
            (Memory::Warm, _) => format!("{}, warm", self.mix),
            (Memory::Cold, true) => format!("{}, cold", self.mix),
            (Memory::Cold, false) => self.mix.to_string(),
        }
    }
}

/// All lines, without the floors.
pub fn lines(sheets: &[Sheet]) -> Vec<Line> {
    sheets.iter().flat_map(lines_of).collect()
}

fn lines_of(sheet: &Sheet) -> Vec<Line> {
    let mut lines = Vec::new();
    for row in sheet.rows.iter().filter(|row| !row.question.is_floor()) {
        lines.push(line(sheet, row, Memory::Cold));
        if row.entries.iter().any(|entry| entry.memory == Memory::Warm) {
            lines.push(line(sheet, row, Memory::Warm));
        }
    }
    lines
}

fn line(sheet: &Sheet, row: &Row, memory: Memory) -> Line {
    let times = medians(row);
    let mut figures = Vec::<Figure>::new();
    for (entry, &time) in row.entries.iter().zip(&times) {
        let &Entry { peer, tally, .. } = entry;
        let figure = Figure { peer, time, borrowed: entry.memory != memory, tally };
        match figures.iter_mut().find(|other| other.peer == peer) {
            // Its own figure takes the place of the other line's.
            Some(other) if other.borrowed && !figure.borrowed => *other = figure,
            None if memory == Memory::Warm || !figure.borrowed => figures.push(figure),
            _ => {}
        }
    }
    let (ours, peers) = figures.into_iter().partition::<Vec<_>, _>(|figure| figure.peer == OURS);
    let (question, mix) = (row.question, row.mix);
    let headline = match (question, memory) {
        (Question::ClosestPoints, Memory::Warm) => !matches!(sheet.workload.a, Shape::Ball(_)),
        (Question::Intersects | Question::ClosestPoints, Memory::Cold) => !mix.is_moving(),
        (Question::Contact | Question::Manifold, Memory::Cold) => mix == Mix::Overlap,
        _ => false,
    };
    Line {
        workload: sheet.workload.name,
        dimension: sheet.workload.dimension,
        question,
        mix,
        memory,
        headline,
        ours: ours.first().copied(),
        peers,
    }
}
