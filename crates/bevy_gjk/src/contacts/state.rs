//! What two colliders are to each other.

use gjk::{Cast, ClosestPoints, Contact};

use crate::collider::Dimension;

/// What two colliders are to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PairState<D: Dimension> {
    /// Neither near nor touching.
    #[default]
    Apart,
    /// Within the margin, but not touching.
    Near(ClosestPoints<D::Vector>),
    /// They touch.
    Touching(Contact<D::Vector>),
    /// They touched on the way of a [`SweptCollider`](crate::SweptCollider), from 0 to 1: when first, and how.
    Swept(Cast<D::Vector>),
}

impl<D: Dimension> PairState<D> {
    /// The contact of two that touch, and at what time on their way: 1, unless one of them is swept.
    #[inline]
    pub fn touch(&self) -> Option<(Contact<D::Vector>, f32)> {
        match *self {
            Self::Touching(contact) => Some((contact, 1.0)),
            Self::Swept(Cast { contact, time }) => Some((contact, time)),
            Self::Apart | Self::Near(_) => None,
        }
    }

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

/// What two colliders are to each other, without how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairKind {
    Apart,
    Near,
    Touching,
    Swept,
}

impl PairKind {
    #[inline]
    pub(crate) fn touches(self) -> bool {
        matches!(self, Self::Touching | Self::Swept)
    }
}
