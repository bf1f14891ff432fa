//! What is wrong with a cell or a kind of a grid.

use core::fmt;

use gjk::Vector;

use crate::collider::{ColliderError, Dimension};

/// What is wrong with a cell of a [`CellGrid`](super::CellGrid), or with a kind. It concerns nothing else: the rest of
/// the grid takes part.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum GridError<D: Dimension> {
    /// The cell is outside of the grid.
    OutsideOfGrid {
        /// Its coordinates.
        cell: D::Cell,
        /// The number of cells along each axis.
        size: D::Cell,
    },
    /// The cell has a number for which there is no kind.
    NoSuchKind {
        /// Its coordinates.
        cell: D::Cell,
        /// The number.
        kind: u16,
        /// How many kinds there are.
        kinds: usize,
    },
    /// The shape of a kind is invalid: its cells are empty.
    KindInvalid {
        /// The number of the kind.
        kind: u16,
        /// Why its shape is invalid.
        error: ColliderError,
        /// The first cell of that kind, if there is one.
        cell: Option<D::Cell>,
    },
    /// The shape of a kind is larger than a cell: its cells are empty.
    LeavesCell {
        /// The number of the kind.
        kind: u16,
        /// The first cell of that kind, if there is one.
        cell: Option<D::Cell>,
    },
    /// What a kind says of its cells has an invalid number, and is ignored.
    RuleInvalid {
        /// The number of the kind.
        kind: u16,
        /// The field of the kind.
        field: &'static str,
        /// What is wrong with it.
        flaw: &'static str,
        /// The first cell of that kind, if there is one.
        cell: Option<D::Cell>,
    },
}

/// What is wrong with a grid, whichever cells it concerns: which error, and of which kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GridFlaw(&'static str, u16);

impl<D: Dimension> GridError<D> {
    /// Returns what is wrong, without the place.
    pub(crate) fn flaw(&self) -> GridFlaw {
        match *self {
            Self::OutsideOfGrid { .. } => GridFlaw("outside", 0),
            Self::NoSuchKind { kind, .. } => GridFlaw("no kind", kind),
            Self::KindInvalid { kind, .. } => GridFlaw("shape", kind),
            Self::LeavesCell { kind, .. } => GridFlaw("size", kind),
            Self::RuleInvalid { kind, field, .. } => GridFlaw(field, kind),
        }
    }
}

/// Cells are written as in `(3, 4)`.
pub(super) struct Coordinates<D: Dimension>(pub(super) D::Cell);

impl<D: Dimension> fmt::Display for Coordinates<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = D::cell_coordinates(self.0);
        let mut separator = "(";
        for coordinate in &all[..D::Vector::DIMENSION] {
            write!(f, "{separator}{coordinate}")?;
            separator = ", ";
        }
        write!(f, ")")
    }
}

impl<D: Dimension> fmt::Display for GridError<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut of_kind = |cell: &Option<D::Cell>, error: &dyn fmt::Display| match *cell {
            Some(cell) => {
                write!(f, "cell {} and all of its kind are empty: {error}", Coordinates::<D>(cell))
            }
            None => write!(f, "{error}"),
        };
        match self {
            Self::OutsideOfGrid { cell, size } => {
                write!(
                    f,
                    "cell {} is outside of a grid of {} cells",
                    Coordinates::<D>(*cell),
                    Coordinates::<D>(*size)
                )
            }
            Self::NoSuchKind { cell, kind, kinds } => {
                write!(f, "cell {} is of kind {kind}, and there are {kinds} kinds", Coordinates::<D>(*cell))
            }
            Self::KindInvalid { kind, error, cell } => {
                of_kind(cell, &format_args!("the shape of kind {kind} is invalid: {error}"))
            }
            Self::LeavesCell { kind, cell } => of_kind(
                cell,
                &format_args!(
                    "the shape of kind {kind} leaves its cell, which reaches from -0.5 to 0.5; \
                     CellKind::from_polygons takes what is in the cell"
                ),
            ),
            Self::RuleInvalid { kind, field, flaw, cell } => {
                write!(f, "the {field} of kind {kind}")?;
                if let Some(cell) = *cell {
                    write!(f, ", which is that of cell {},", Coordinates::<D>(cell))?;
                }
                write!(f, " is ignored: {flaw}")
            }
        }
    }
}

impl<D: Dimension> core::error::Error for GridError<D> {}
