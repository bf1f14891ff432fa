//! Parts that are made on demand: the faces of a surface, the cells of a grid.

use core::fmt::Debug;
use core::ops::ControlFlow;
use std::borrow::Cow;

use gjk::{Aabb, Placed};

use super::{Child, CompositeShape, Parts, Placement};
use crate::collider::bvh::Bvh;
use crate::collider::solid::Boundary;
use crate::collider::{
    CollisionLayers, ContentHash, ConvexOf, Dimension, GridError, GridParts, OneWayPlatform, PlacedPart,
};

/// Many convex parts that are made on demand, with a BVH over them: the faces of a surface, the cells of a grid.
pub(crate) trait ImplicitParts<D: Dimension>: Debug + Send + Sync {
    /// Returns a number above all indices of parts.
    fn len(&self) -> u32;

    /// Makes the part with an index; `None` if there is none.
    fn part(&self, index: u32) -> Option<ImplicitPart<'_, D>>;

    /// Calls `visit` with the index of each part, in order; there may be no part with some of them.
    fn each_index(&self, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        (0..self.len()).try_for_each(visit)
    }

    /// Returns the AABB of all places where parts may be, if that can exceed the range of `f32`.
    fn extent(&self) -> Option<Aabb<D::Vector>> {
        None
    }

    /// Returns the BVH.
    fn bvh(&self) -> &dyn Bvh;

    /// Adds all numbers that the parts are made of to a hash.
    fn add_to(&self, hash: &mut ContentHash);

    /// Returns the boundary of all parts together, if their union is a set with an inside that is more than its parts:
    /// see [`solid`](crate::collider::solid).
    fn boundary(&self) -> Option<&dyn Boundary<D>> {
        None
    }

    /// Returns the grid, if the parts are cells.
    fn as_grid(&self) -> Option<&GridParts<D>> {
        None
    }

    /// Draws the lines of a part that are not inside of all parts together, unless the outline of its shape is drawn:
    /// then returns `false`.
    #[cfg(feature = "overlay")]
    fn draw(&self, _index: u32, _line: &mut dyn FnMut([D::Vector; 2])) -> bool {
        false
    }
}

/// What the kind of a cell says of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellRules<D: Dimension> {
    /// The layers of the cell; `None` if they are those of the entity.
    pub(crate) layers: Option<CollisionLayers>,
    pub(crate) one_way: Option<OneWayPlatform<D>>,
    pub(crate) surface_velocity: D::Vector,
}

/// The layers of a collider of which parts have layers of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LayersOfKinds {
    /// All that kinds of cells have of their own.
    all: CollisionLayers,
    /// Whether other parts have those of the entity.
    beside_entity: bool,
}

impl LayersOfKinds {
    /// Puts together the layers of all kinds of a grid; `None` if no kind has any of its own.
    pub(crate) fn of(kinds: impl Iterator<Item = Option<CollisionLayers>>) -> Option<Self> {
        Self::merge(kinds.map(|own| own.map(|all| Self { all, beside_entity: false })))
    }

    /// Puts together the layers of all parts of a group; `None` if no part has any of its own.
    pub(super) fn merge(parts: impl Iterator<Item = Option<Self>>) -> Option<Self> {
        let (mut merged, mut beside_entity) = (None::<CollisionLayers>, false);
        for part in parts {
            beside_entity |= part.is_none_or(|part| part.beside_entity);
            merged = match (merged, part) {
                (Some(all), Some(part)) => Some(all.union(part.all)),
                (all, part) => all.or(part.map(|part| part.all)),
            };
        }
        merged.map(|all| Self { all, beside_entity })
    }

    /// Returns the layers of the whole collider, given those of its entity: a pair is tested if it interacts with any
    /// part.
    pub(crate) fn of_all_parts(self, of_entity: CollisionLayers) -> CollisionLayers {
        if self.beside_entity { self.all.union(of_entity) } else { self.all }
    }
}

/// A part that was made on demand.
pub(crate) struct ImplicitPart<'s, D: Dimension> {
    pub(crate) shape: Cow<'s, ConvexOf<D>>,
    /// Where it is in the collider; `None` if it is placed as the collider is.
    pub(crate) placement: Option<Placement<D>>,
}

impl<D: Dimension> ImplicitPart<'_, D> {
    /// Returns the part of a collider that is placed in the world. Parts that are placed as the collider is round
    /// alike.
    #[inline]
    pub(super) fn placed(&self, collider: &Placement<D>) -> PlacedPart<'_, D> {
        match &self.placement {
            Some(placement) => collider.of(placement).place(&*self.shape),
            None => Placed::new(&*self.shape, collider.affine),
        }
    }
}

impl<D: Dimension> CompositeShape<D> {
    /// Returns the boundary of all its parts together, if it has one itself.
    pub(crate) fn boundary(&self) -> Option<&dyn Boundary<D>> {
        match &self.parts {
            Parts::Implicit(parts) => parts.boundary(),
            Parts::Group(..) => None,
        }
    }
}

/// Parts that are cells of grids.
impl<D: Dimension> CompositeShape<D> {
    /// Returns the parts that are made on demand, and the index of a part among them, if it is one.
    fn implicit_part(&self, index: u32) -> Option<(&dyn ImplicitParts<D>, u32)> {
        match &self.parts {
            Parts::Implicit(parts) => Some((&**parts, index)),
            Parts::Group(..) => {
                let Child { shape, first, .. } = self.child(index)?;
                shape.composite()?.implicit_part(index - first)
            }
        }
    }

    /// Returns the grid that a part is a cell of, and the index of the part in it.
    pub(crate) fn grid_of(&self, index: u32) -> Option<(&GridParts<D>, u32)> {
        let (parts, index) = self.has_cells.then(|| self.implicit_part(index))??;
        Some((parts.as_grid()?, index))
    }

    /// Returns whether a part belongs to a set with a boundary.
    pub(crate) fn is_part_of_solid(&self, index: u32) -> bool {
        self.has_boundary && self.implicit_part(index).is_some_and(|(parts, _)| parts.boundary().is_some())
    }

    /// Returns whether parts are cells of a grid.
    #[inline]
    pub(crate) fn has_cells(&self) -> bool {
        self.has_cells
    }

    /// Returns the layers that kinds of its cells have of their own, if any has.
    #[inline]
    pub(crate) fn layers_of_kinds(&self) -> Option<LayersOfKinds> {
        self.layers_of_kinds
    }

    /// Returns whether there are cells whose touches are reported by events.
    #[inline]
    pub(crate) fn has_reporting_cells(&self) -> bool {
        self.has_reporting_cells
    }

    /// Returns whether a line between two points of a part's shape is inside of all parts together, and not drawn.
    #[cfg(feature = "overlay")]
    pub(crate) fn hides(&self, index: u32, line: [D::Vector; 2]) -> bool {
        self.grid_of(index).is_some_and(|(grid, index)| grid.hides(index, line))
    }

    /// Draws the lines of a part that are not inside of all parts together; returns whether it did.
    #[cfg(feature = "overlay")]
    pub(crate) fn draw(&self, index: u32, mut line: impl FnMut([D::Vector; 2])) -> bool {
        self.implicit_part(index).is_some_and(|(parts, index)| parts.draw(index, &mut line))
    }

    /// Returns the first thing that is wrong with a cell or a kind of a grid.
    pub(crate) fn grid_error(&self) -> Option<GridError<D>> {
        match &self.parts {
            Parts::Implicit(parts) => parts.as_grid().and_then(GridParts::error),
            Parts::Group(children, _) => {
                children.iter().find_map(|child| child.shape.composite().and_then(Self::grid_error))
            }
        }
    }
}
