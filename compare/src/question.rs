//! What is asked: the rows of the table.

use std::fmt;

/// A question about two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether they meet.
    Intersects,
    /// The distance and the nearest points.
    ClosestPoints,
    /// The depth, the normal and a point.
    Contact,
    /// All points of contact.
    Manifold,
    /// No question, but the least that any must do: where one shape is, seen from the other.
    RelativePose,
    /// Likewise: the relative pose and a farthest point of each shape.
    SupportPair,
}

/// How the poses of a row were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mix {
    /// Well apart.
    Separated,
    /// About touching, apart or overlapping by very little.
    Near,
    /// Overlapping.
    Overlap,
    /// Apart, the second shape moving a little from frame to frame.
    MovingApart,
    /// Overlapping, the second shape moving a little from frame to frame.
    MovingOverlap,
}

/// Whether something is kept from frame to frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Every pair is new.
    Cold,
    /// What the last frame left of the same pair is at hand.
    Warm,
}

/// Every mix, in the order of the table.
pub const MIXES: [Mix; 5] = [Mix::Separated, Mix::Near, Mix::Overlap, Mix::MovingApart, Mix::MovingOverlap];

/// Every question, in the order of the table.
pub const QUESTIONS: [Question; 6] = [
    Question::Intersects,
    Question::ClosestPoints,
    Question::Contact,
    Question::Manifold,
    Question::RelativePose,
    Question::SupportPair,
];

impl Question {
    /// The mixes of poses on which the question is asked: those for which an answer says something.
    pub fn mixes(self) -> &'static [Mix] {
        match self {
            Self::Intersects => &[Mix::Separated, Mix::Near, Mix::Overlap],
            Self::ClosestPoints => &[Mix::Separated, Mix::Near, Mix::MovingApart],
            Self::Contact => &[Mix::Near, Mix::Overlap],
            Self::Manifold => &[Mix::Near, Mix::Overlap, Mix::MovingApart, Mix::MovingOverlap],
            Self::RelativePose | Self::SupportPair => &[Mix::Near],
        }
    }

    /// Whether this is a floor, a part of the work that every answer needs.
    pub fn is_floor(self) -> bool {
        matches!(self, Self::RelativePose | Self::SupportPair)
    }
}

impl Mix {
    /// Whether the poses are frames of a motion, of which something can be kept.
    pub fn is_moving(self) -> bool {
        matches!(self, Self::MovingApart | Self::MovingOverlap)
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Intersects => "intersects",
            Self::ClosestPoints => "closest points",
            Self::Contact => "contact",
            Self::Manifold => "manifold",
            Self::RelativePose => "relative pose",
            Self::SupportPair => "support pair",
        })
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Separated => "separated",
            Self::Near => "near",
            Self::Overlap => "overlap",
            Self::MovingApart => "moving apart",
            Self::MovingOverlap => "moving overlap",
        })
    }
}
