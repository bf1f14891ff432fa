//! Composite shapes: many convex parts in a bounding volume hierarchy (BVH) of their AABBs.
//!
//! A composite is either a group of shapes, each with its own affine map, or consists of parts that are made on demand:
//! a triangle mesh, a polyline, a height field, a grid. Groups may be nested. Queries walk the BVH in the local
//! coordinates of the collider and map each node's AABB to world coordinates, so the tree does not change when the
//! collider moves. After the composite shapes of parry.

use crate::collider::AffineOf;
use core::fmt::Debug;
use core::ops::ControlFlow;

use bevy_ecs::prelude::Entity;
use gjk::Aabb;

mod cut_set;
mod implicit;
mod placement;
mod search;
mod simplices;

use crate::collider::bvh::{PackedBvh, corners_of};
use crate::collider::solid::Boundary;
use crate::collider::{
    ColliderError, ColliderShape, ContentHash, Dimension, GridParts, PlacedPart, part_count,
};
pub(crate) use cut_set::CutSet;
pub(crate) use implicit::{CellRules, ImplicitPart, ImplicitParts, LayersOfKinds};
pub(crate) use placement::Placement;
pub(crate) use search::{MappedQuery, SearchVisitor};
pub(crate) use simplices::{Simplices, check_faces, first_at_place, simplex_aabb};

/// A shape of many convex parts, in a bounding volume hierarchy.
#[derive(Debug)]
pub struct CompositeShape<D: Dimension> {
    parts: Parts<D>,
    count: u32,
    has_cells: bool,
    layers_of_kinds: Option<LayersOfKinds>,
    has_reporting_cells: bool,
    has_boundary: bool,
    has_closed_mesh: bool,
}

/// What the shape consists of.
#[derive(Debug)]
enum Parts<D: Dimension> {
    /// Shapes, each convex or itself composite.
    Group(Vec<Child<D>>, PackedBvh),
    /// Parts that are made on demand.
    Implicit(Box<dyn ImplicitParts<D>>),
}

/// A shape in a group, and the map that places it in the group.
#[derive(Debug)]
pub(crate) struct Child<D: Dimension> {
    shape: ColliderShape<D>,
    affine: AffineOf<D>,
    /// The index of its first convex part among all those of the group.
    first: u32,
    /// The entity whose collider it is, if it comes from a compound of entities.
    entity: Option<Entity>,
}

impl<D: Dimension> Child<D> {
    /// Creates a child with a shape and the map that places it.
    pub(crate) fn new(shape: ColliderShape<D>, affine: AffineOf<D>) -> Self {
        Self { shape, affine, first: 0, entity: None }
    }

    /// Creates a child from the collider of an entity and the map that places it.
    pub(crate) fn of(entity: Entity, shape: ColliderShape<D>, affine: AffineOf<D>) -> Self {
        Self { shape, affine, first: 0, entity: Some(entity) }
    }

    /// Returns the same child, if any of it is a closed mesh.
    pub(crate) fn closed_mesh(&self) -> Option<Self> {
        let composite = self.shape.composite().filter(|shape| shape.has_closed_mesh());
        composite.map(|_| Self::new(self.shape.clone(), self.affine))
    }

    pub(crate) fn shape(&self) -> &ColliderShape<D> {
        &self.shape
    }

    /// Returns the map that places it in the group.
    pub(crate) fn affine(&self) -> &AffineOf<D> {
        &self.affine
    }

    /// Computes the AABB in the coordinates of the group.
    fn bounds(&self) -> Aabb<D::Vector> {
        self.shape.bounds(&self.affine)
    }
}

impl<D: Dimension> CompositeShape<D> {
    /// Creates a group of children, all of them bounded.
    ///
    /// # Errors
    /// [`ColliderError::TooManyParts`], or [`ColliderError::NoParts`] without children, as those of a grid of empty
    /// cells.
    pub(crate) fn group(children: impl IntoIterator<Item = Child<D>>) -> Result<Self, ColliderError> {
        let mut children: Vec<_> = children.into_iter().collect();
        let mut count = 0;
        for child in &mut children {
            child.first = count;
            count = part_count(u64::from(count) + u64::from(child.shape.len()))?;
        }
        if count == 0 {
            return Err(ColliderError::NoParts);
        }
        let aabbs: Vec<_> = children.iter().map(Child::bounds).collect();
        let tree = PackedBvh::of::<D>(&aabbs);
        let any =
            |test: fn(&Self) -> bool| children.iter().filter_map(|child| child.shape.composite()).any(test);
        let (has_cells, has_reporting_cells) = (any(Self::has_cells), any(Self::has_reporting_cells));
        let composites = children.iter().map(|child| child.shape.composite());
        let layers_of_kinds = LayersOfKinds::merge(composites.map(|shape| shape?.layers_of_kinds));
        let (has_boundary, has_closed_mesh) = (any(Self::has_boundary), any(Self::has_closed_mesh));
        let parts = Parts::Group(children, tree);
        Ok(Self {
            parts,
            count,
            has_cells,
            layers_of_kinds,
            has_reporting_cells,
            has_boundary,
            has_closed_mesh,
        })
    }

    /// Replaces the maps of a group's children and rebuilds the BVH, reusing its memory.
    pub(crate) fn move_children(
        &mut self,
        affines: impl IntoIterator<Item = AffineOf<D>>,
        aabbs: &mut Vec<Aabb<D::Vector>>,
    ) {
        let Parts::Group(children, tree) = &mut self.parts else { return };
        aabbs.clear();
        for (child, affine) in children.iter_mut().zip(affines) {
            child.affine = affine;
            aabbs.push(child.bounds());
        }
        tree.build(0..aabbs.len() as u32, |index| corners_of::<D>(&aabbs[index as usize]), |_| 0);
    }

    /// Returns the entity of the collider that a part belongs to, if it is another entity's, and the index of the part
    /// in that collider.
    pub(crate) fn source_of_part(&self, index: u32) -> Option<(Option<Entity>, u32)> {
        let child = self.child(index)?;
        Some((child.entity, if child.entity.is_some() { index - child.first } else { index }))
    }

    /// Returns which one of the grids of its entity a part belongs to, and that entity, if it is another one's.
    pub(crate) fn grid_of_part(&self, index: u32) -> (Option<Entity>, u32) {
        let (Some(child), Parts::Group(children, _)) = (self.child(index), &self.parts) else {
            return (None, 0);
        };
        let within = child.shape.composite().map_or(0, |parts| parts.grid_of_part(index - child.first).1);
        if child.entity.is_some() {
            return (child.entity, within);
        }
        let composites = children.iter().filter(|other| other.first < child.first);
        let before = composites.filter_map(|child| child.shape.composite()).map(Self::grid_count);
        (None, before.sum::<u32>() + within)
    }

    /// Returns the map that places what a part belongs to, given that of this shape: a convex shape of a group, or the
    /// parts that are made on demand.
    pub(crate) fn frame_of_part(&self, index: u32, affine: &AffineOf<D>) -> AffineOf<D> {
        let Some(child) = self.child(index) else { return *affine };
        let placed = D::compose(affine, &child.affine);
        match &child.shape {
            ColliderShape::Convex(_) => placed,
            ColliderShape::Composite(parts) => parts.frame_of_part(index - child.first, &placed),
        }
    }

    /// Calls `visit` with the index of each part, in order, until it breaks; there may be no part with some of them.
    pub(crate) fn each_index(&self, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        match &self.parts {
            Parts::Implicit(parts) => parts.each_index(visit),
            Parts::Group(children, _) => children.iter().try_for_each(|child| match &child.shape {
                ColliderShape::Convex(_) => visit(child.first),
                ColliderShape::Composite(parts) => parts.each_index(&mut |index| visit(child.first + index)),
            }),
        }
    }

    /// Returns the shapes of a group.
    pub(crate) fn children(&self) -> Option<&[Child<D>]> {
        match &self.parts {
            Parts::Group(children, _) => Some(children),
            Parts::Implicit(_) => None,
        }
    }

    /// Returns the grid, if it is one itself.
    pub(crate) fn grid(&self) -> Option<&GridParts<D>> {
        match &self.parts {
            Parts::Group(..) => None,
            Parts::Implicit(parts) => parts.as_grid(),
        }
    }

    /// Returns the number of its grids.
    fn grid_count(&self) -> u32 {
        match &self.parts {
            Parts::Implicit(_) => self.has_cells.into(),
            Parts::Group(children, _) => {
                children.iter().filter_map(|child| child.shape.composite()).map(Self::grid_count).sum()
            }
        }
    }

    /// Returns the child of a group that the part with this index belongs to.
    fn child(&self, index: u32) -> Option<&Child<D>> {
        let Parts::Group(children, _) = &self.parts else { return None };
        if children.len() == self.count as usize {
            // Each of them is one part.
            return children.get(index as usize);
        }
        let after = children.partition_point(|child| child.first <= index);
        children.get(after.checked_sub(1)?)
    }

    /// Calls `visit` for each composite shape of a group, with the map that places it in the world and the index of its
    /// first part, until it breaks.
    pub(super) fn each_composite_child(
        &self,
        affine: &AffineOf<D>,
        mut visit: impl FnMut(&Self, &AffineOf<D>, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Parts::Group(children, _) = &self.parts else { return ControlFlow::Continue(()) };
        let mut composites = children.iter().filter_map(|child| Some((child, child.shape.composite()?)));
        composites
            .try_for_each(|(child, shape)| visit(shape, &D::compose(affine, &child.affine), child.first))
    }

    /// Creates a shape from parts that are made on demand: at least one.
    pub(crate) fn implicit(parts: impl ImplicitParts<D> + 'static) -> ColliderShape<D> {
        let grid = parts.as_grid();
        let composite = Self {
            count: parts.len(),
            has_cells: grid.is_some(),
            layers_of_kinds: grid.and_then(GridParts::layers_of_kinds),
            has_reporting_cells: grid.is_some_and(GridParts::has_reporting_cells),
            has_boundary: parts.boundary().is_some(),
            has_closed_mesh: parts.boundary().is_some_and(Boundary::has_only_face_parts),
            parts: Parts::Implicit(Box::new(parts)),
        };
        ColliderShape::Composite(composite.into())
    }

    /// Returns whether any of its parts belong to a set with a boundary.
    #[inline]
    pub(crate) fn has_boundary(&self) -> bool {
        self.has_boundary
    }

    /// Returns whether any of these sets is a closed mesh: its parts are only its faces, and do not fill it.
    #[inline]
    pub(crate) fn has_closed_mesh(&self) -> bool {
        self.has_closed_mesh
    }

    /// Adds all numbers that the shape is made of to a hash.
    pub(crate) fn add_to(&self, hash: &mut ContentHash) {
        hash.add(self.count.into());
        match &self.parts {
            Parts::Group(children, _) => {
                for Child { shape, affine, .. } in children {
                    hash.add_affine::<D>(affine);
                    shape.add_to(hash);
                }
            }
            Parts::Implicit(parts) => parts.add_to(hash),
        }
    }

    /// Returns the number of convex parts; at least one.
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Returns whether there is no part; never true in a valid collider.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Calls `visit` with the part of this index, placed by the collider's map to the world. Returns `None` without a
    /// call if there is no such part.
    pub fn with_part<T>(
        &self,
        index: u32,
        affine: &AffineOf<D>,
        visit: impl FnOnce(&PlacedPart<D>) -> T,
    ) -> Option<T> {
        self.with_placed_part(index, &Placement::new(affine), visit)
    }

    fn with_placed_part<T>(
        &self,
        index: u32,
        placement: &Placement<D>,
        visit: impl FnOnce(&PlacedPart<D>) -> T,
    ) -> Option<T> {
        if index >= self.count {
            return None;
        }
        match &self.parts {
            Parts::Group(..) => {
                let Child { shape, affine, first, .. } = self.child(index)?;
                let placement = placement.of(&Placement::new(affine));
                match shape {
                    ColliderShape::Convex(shape) => Some(visit(&placement.place(shape))),
                    ColliderShape::Composite(parts) => {
                        parts.with_placed_part(index - first, &placement, visit)
                    }
                }
            }
            Parts::Implicit(parts) => parts.part(index).map(|part| visit(&part.placed(placement))),
        }
    }
}
