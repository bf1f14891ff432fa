//! The queries and pose sets of the benchmark: together they name its rows.

use std::fmt;

/// A kind of query about two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryKind {
    /// Whether the shapes intersect.
    Intersects,
    /// The distance and the closest points.
    ClosestPoints,
    /// The penetration depth, the normal and a point.
    Contact,
    /// All contact points.
    Manifold,
}

/// A set of poses, named after how they are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoseSet {
    /// Well separated.
    Separated,
    /// Nearly touching: slightly apart or slightly overlapping.
    Near,
    /// Overlapping.
    Overlap,
    /// Separated; the second shape moves a little from frame to frame.
    MovingApart,
    /// Overlapping; the second shape moves a little from frame to frame.
    MovingOverlap,
}

/// Whether a query starts from the cached result of the previous frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// A cold start: nothing is cached.
    Cold,
    /// A warm start: what the previous frame cached of the same pair is available.
    Warm,
}

/// Every pose set, in the order of the table.
pub const POSE_SETS: [PoseSet; 5] =
    [PoseSet::Separated, PoseSet::Near, PoseSet::Overlap, PoseSet::MovingApart, PoseSet::MovingOverlap];

/// Every kind of query, in the order of the table.
pub const QUERY_KINDS: [QueryKind; 4] =
    [QueryKind::Intersects, QueryKind::ClosestPoints, QueryKind::Contact, QueryKind::Manifold];

impl QueryKind {
    /// Returns the pose sets on which the query is benchmarked: those on which its result is meaningful.
    pub fn pose_sets(self) -> &'static [PoseSet] {
        match self {
            Self::Intersects => &[PoseSet::Separated, PoseSet::Near, PoseSet::Overlap],
            Self::ClosestPoints => &[PoseSet::Separated, PoseSet::Near, PoseSet::MovingApart],
            Self::Contact => &[PoseSet::Near, PoseSet::Overlap],
            Self::Manifold => {
                &[PoseSet::Near, PoseSet::Overlap, PoseSet::MovingApart, PoseSet::MovingOverlap]
            }
        }
    }
}

impl PoseSet {
    /// Returns whether the poses are the frames of a motion, so that a query can start warm.
    pub fn is_moving(self) -> bool {
        matches!(self, Self::MovingApart | Self::MovingOverlap)
    }
}

impl fmt::Display for QueryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Intersects => "intersects",
            Self::ClosestPoints => "closest points",
            Self::Contact => "contact",
            Self::Manifold => "manifold",
        })
    }
}

impl fmt::Display for PoseSet {
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
