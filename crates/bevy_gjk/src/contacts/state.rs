//! The state of a pair of colliders: apart, near or touching.

use gjk::{Cast, ClosestPoints, Contact};

use crate::collider::Dimension;

/// The state of a pair of colliders.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PairState<D: Dimension> {
    /// Neither near nor touching.
    #[default]
    Apart,
    /// Within the margin, without touching.
    Near(ClosestPoints<D::Vector>),
    /// The two touch at the end of the run.
    Touching(Contact<D::Vector>),
    /// The two touched during the motion of a [`SweptCollider`](crate::SweptCollider): the first impact, with its
    /// time from 0 to 1.
    Swept(Cast<D::Vector>),
}

impl<D: Dimension> PairState<D> {
    /// Returns the contact and its time during the motion, or `None` if the two do not touch. The time is 1 unless
    /// the contact is the impact of a [`SweptCollider`](crate::SweptCollider).
    #[inline]
    pub fn touch(&self) -> Option<(Contact<D::Vector>, f32)> {
        match *self {
            Self::Touching(contact) => Some((contact, 1.0)),
            Self::Swept(Cast { contact, time }) => Some((contact, time)),
            Self::Apart | Self::Near(_) => None,
        }
    }

    /// Returns the state without its data.
    #[inline]
    pub(crate) fn kind(&self) -> PairKind {
        match self {
            Self::Apart => PairKind::Apart,
            Self::Near(_) => PairKind::Near,
            Self::Touching(_) => PairKind::Touching,
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
}

impl PairKind {
    /// Returns whether the state is a touch.
    #[inline]
    pub(crate) fn touches(self) -> bool {
        matches!(self, Self::Touching | Self::Swept)
    }
}
