//! The state of a pair of colliders: apart, near or touching.

use gjk::{Cast, ClosestPoints};

use crate::collider::Dimension;

/// The state of a pair of colliders.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", serde(bound = ""))]
pub(crate) enum PairState<D: Dimension> {
    /// Neither near nor touching.
    #[default]
    Apart,
    /// Within the margin, without touching.
    Near(ClosestPoints<D::Vector>),
    /// The two touch where they stand. The contact is computed when it is read.
    Touching,
    /// The two touched during the motion of a [`SweptCollider`](crate::SweptCollider): the first impact, with its
    /// time from 0 to 1.
    Swept(Cast<D::Vector>),
    /// The two touch, but a filter that saw the contact refuses it: they count as apart, and a touch ends with
    /// [`EndReason::Filtered`](crate::EndReason::Filtered).
    FilteredByContact,
}

impl<D: Dimension> PairState<D> {
    /// Returns whether the two touch.
    #[inline]
    pub(crate) fn touches(&self) -> bool {
        self.kind().touches()
    }

    /// Returns the state without its data.
    #[inline]
    pub(crate) fn kind(&self) -> PairKind {
        match self {
            Self::Apart => PairKind::Apart,
            Self::FilteredByContact => PairKind::FilteredByContact,
            Self::Near(_) => PairKind::Near,
            Self::Touching => PairKind::Touching,
            Self::Swept(_) => PairKind::Swept,
        }
    }
}

/// A [`PairState`] without its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairKind {
    Apart,
    Near,
    Touching,
    Swept,
    FilteredByContact,
}

impl PairKind {
    /// Returns whether no event reports the state: the two neither touch nor are near.
    #[inline]
    pub(crate) fn is_apart(self) -> bool {
        matches!(self, Self::Apart | Self::FilteredByContact)
    }

    /// Returns whether the state is a touch.
    #[inline]
    pub(crate) fn touches(self) -> bool {
        matches!(self, Self::Touching | Self::Swept)
    }
}
