//! The convex parts of a placed collider.

use core::ops::ControlFlow;

use bevy_ecs::prelude::Entity;
use gjk::{Aabb, Placed};

use super::PlacedCollider;
use crate::collider::bvh::{AabbDistance, AabbQuery, END_SEARCH, QueryByBound, corners_of};
use crate::collider::solid::Solid;
use crate::collider::{
    AffineOf, CellRules, ColliderShape, CollisionLayers, CompositeShape, Dimension, GridCell, PlacedPart,
    SearchVisitor,
};

/// A convex part of a collider: see [`Touch::touching_parts`](crate::Touch::touching_parts) and
/// [`PlacedCollider::source_of_part`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcePart {
    /// The entity whose `Collider` the part belongs to: one of the entities of a
    /// [`CompoundCollider`](crate::CompoundCollider), or otherwise the entity that was asked about.
    pub entity: Entity,
    /// The index of the part in that collider: of the triangle of a mesh, of the segment of a polyline, or of the
    /// part of a compound, counted with all parts of the shapes before. A height field has two triangles for each
    /// cell, row by row. 0 for a collider of a single convex shape.
    pub index: u32,
}

impl<D: Dimension> PlacedCollider<D> {
    /// Calls `visit` with the convex part of this index, placed in the world: 0 for a single convex shape. Returns
    /// `None` without a call if there is no such part, or while the collider is invalid.
    pub fn with_part<T>(&self, index: u32, visit: impl FnOnce(&PlacedPart<D>) -> T) -> Option<T> {
        match self.placed() {
            Some(convex) => (index == 0).then(|| visit(&convex)),
            None => self.with_part_at(index, &self.affine, visit),
        }
    }

    /// Calls `visit` as [`with_part`](Self::with_part) does, with the part placed by another affine map.
    pub(crate) fn with_part_at<T>(
        &self,
        index: u32,
        affine: &AffineOf<D>,
        visit: impl FnOnce(&PlacedPart<D>) -> T,
    ) -> Option<T> {
        match self.shape()? {
            ColliderShape::Convex(shape) => (index == 0).then(|| visit(&Placed::new(shape, *affine))),
            ColliderShape::Composite(parts) => parts.with_part(index, affine, visit),
        }
    }

    /// Calls `visit` for each convex part, in their order, until it breaks.
    pub(crate) fn each_part(
        &self,
        mut visit: impl FnMut(u32, &PlacedPart<D>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut visit =
            |index| self.with_part(index, |part| visit(index, part)).unwrap_or(ControlFlow::Continue(()));
        match self.shape() {
            Some(ColliderShape::Composite(parts)) => parts.each_index(&mut visit),
            Some(ColliderShape::Convex(_)) => visit(0),
            None => ControlFlow::Continue(()),
        }
    }

    /// Returns the outward unit normal of the face of a convex part at a point of its surface, or `None` if there is no
    /// such part, or while the collider is invalid. Of several faces that meet there, it is the one whose normal is
    /// nearest to `normal`, an outward unit normal at the point, such as that of a hit.
    ///
    /// See [`gjk::face_normal`] for edges, vertices and smooth surfaces. For the hit of a shape cast, there is
    /// [`CollisionQuery::face_normal`](crate::CollisionQuery::face_normal); this method is for other hits, such as a
    /// [`MoveHit`](crate::MoveHit).
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::{dim3::prelude::*, gjk::Vec3};
    ///
    /// fn face_normal(query: &CollisionQuery, hit: &MoveHit) -> Option<Vec3> {
    ///     query.get(hit.entity)?.face_normal(hit.part, hit.point, hit.normal)
    /// }
    /// ```
    #[doc(alias("surface normal", "impact normal"))]
    pub fn face_normal(&self, part: u32, point: D::Vector, normal: D::Vector) -> Option<D::Vector> {
        self.with_part(part, |part| gjk::face_normal(part, point, normal))
    }

    /// Returns the entity whose `Collider` a convex part belongs to, and the index of the part in that collider. They
    /// differ from those of this collider if it is the union of a [`CompoundCollider`](crate::CompoundCollider).
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    ///
    /// /// Returns which tile of a map was hit.
    /// fn tile(query: &CollisionQuery, hit: &MoveHit) -> Option<Entity> {
    ///     Some(query.get(hit.entity)?.source_of_part(hit.part).entity)
    /// }
    /// ```
    pub fn source_of_part(&self, index: u32) -> SourcePart {
        let (source, index) =
            self.composite().and_then(|parts| parts.source_of_part(index)).unwrap_or((None, index));
        SourcePart { entity: source.unwrap_or(self.entity), index }
    }

    /// Returns the cell that a convex part is, if it is one of a grid: such as that of
    /// [`RayHit::part`](crate::RayHit::part). Of a cell that has been emptied since it was hit, it is `None`.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::{dim2::prelude::*, grid::GridCell, Dim2};
    ///
    /// /// Returns what a character stands on.
    /// fn tile(query: &CollisionQuery, state: &MoverState) -> Option<GridCell<Dim2>> {
    ///     let ground = state.ground?;
    ///     query.get(ground.entity)?.cell(ground.part)
    /// }
    /// ```
    #[doc(alias("tile", "voxel"))]
    pub fn cell(&self, part: u32) -> Option<GridCell<D>> {
        let (grid, index) = self.composite()?.grid_of(part)?;
        grid.cell(index)
    }

    /// Returns the entity of the grid that a part is a cell of, and which one of the grids of this entity it is.
    pub(crate) fn grid_of_part(&self, part: u32) -> (Entity, u32) {
        let (source, grid_index) = self.composite().map_or((None, 0), |parts| parts.grid_of_part(part));
        (source.unwrap_or(self.entity), grid_index)
    }

    /// Returns the cell whose shape contains a point of the world; of several that meet there, the first one.
    pub fn cell_at(&self, point: D::Vector) -> Option<GridCell<D>> {
        let at = AabbDistance::new::<D>(&Aabb { min: point, max: point });
        let mut first: Option<u32> = None;
        self.composite().filter(|parts| parts.has_cells())?;
        self.search_parts(&at, 0.0, &mut |index, part, limit| {
            if first.is_none_or(|first| index < first) && gjk::intersects(part, &gjk::Point::new([point])) {
                first = Some(index);
            }
            limit
        });
        self.cell(first?)
    }

    /// Returns what the kind of a cell says of it, if a part is one of which more is known than of the collider.
    pub(crate) fn cell_rules(&self, part: u32) -> Option<&CellRules<D>> {
        let (grid, index) = self.composite()?.grid_of(part)?;
        grid.cell_rules(index)
    }

    /// Returns the composite shape, if it is one and the collider is valid.
    #[inline]
    pub(crate) fn composite(&self) -> Option<&CompositeShape<D>> {
        self.shape().and_then(ColliderShape::composite)
    }

    /// Returns whether parts belong to a set with a boundary: see [`solid`](crate::collider::solid).
    #[inline]
    pub(crate) fn has_boundary(&self) -> bool {
        self.composite().is_some_and(CompositeShape::has_boundary)
    }

    /// Returns whether any of these sets is a closed mesh: its parts are only its faces, and do not fill it.
    #[inline]
    pub(crate) fn has_closed_mesh(&self) -> bool {
        self.composite().is_some_and(CompositeShape::has_closed_mesh)
    }

    /// Returns whether a part belongs to a set with a boundary.
    pub(crate) fn is_part_of_solid(&self, index: u32) -> bool {
        self.composite().is_some_and(|parts| parts.is_part_of_solid(index))
    }

    /// Calls `visit` for each set with a boundary that it consists of, until it breaks.
    pub(crate) fn each_solid(&self, visit: &mut dyn FnMut(&Solid<D>) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.composite() {
            Some(parts) => parts.each_solid(&self.affine, 0, visit),
            None => ControlFlow::Continue(()),
        }
    }

    /// Returns whether cells have layers of their own: then those of the collider are those of all parts together.
    #[inline]
    pub(crate) fn has_cell_layers(&self) -> bool {
        self.composite().is_some_and(|parts| parts.layers_of_kinds().is_some())
    }

    /// Returns the layers of a part.
    pub(crate) fn layers_of_part(&self, part: u32) -> CollisionLayers {
        let of_cell = if self.has_cell_layers() { self.cell_rules(part) } else { None };
        of_cell.and_then(|rules| rules.layers).unwrap_or_else(|| self.layers_of_entity())
    }

    /// Calls `visit` for each convex part whose AABB overlaps `bounds`, with the index of the part and the part placed
    /// in the world, until it breaks.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use core::ops::ControlFlow;
    /// use bevy_gjk::{dim3::prelude::*, shape::Aabb};
    ///
    /// fn count(collisions: Res<Collisions>, walls: Query<Entity, With<Collider>>) {
    ///     for wall in walls.iter().filter_map(|wall| collisions.colliders().get(wall)) {
    ///         let around = Aabb { min: gjk::Vec3::splat(-1.0), max: gjk::Vec3::splat(1.0) };
    ///         let mut count = 0;
    ///         let _ = wall.parts_within(&around, |_, part| {
    ///             count += usize::from(gjk::intersects(part, &gjk::Sphere::new(1.0)));
    ///             ControlFlow::Continue(())
    ///         });
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(count);
    /// ```
    pub fn parts_within(
        &self,
        bounds: &Aabb<D::Vector>,
        mut visit: impl FnMut(u32, &PlacedPart<D>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let overlaps = |aabb: &Aabb<D::Vector>| aabb.overlaps(bounds).then_some(0.0);
        let mut flow = ControlFlow::Continue(());
        self.search_parts(&QueryByBound::<D, _>::new(overlaps), 0.0, &mut |index, part, limit| {
            flow = visit(index, part);
            if flow.is_break() { END_SEARCH } else { limit }
        });
        flow
    }

    /// Calls `visit` for each convex part within the limit of a query, roughly those nearby first; see
    /// [`bvh::search`](crate::collider::bvh::search).
    #[inline]
    pub(crate) fn search_parts(
        &self,
        query: &impl AabbQuery,
        limit: f32,
        visit: &mut SearchVisitor<D>,
    ) -> f32 {
        match self.shape() {
            Some(ColliderShape::Convex(shape))
                if query.lower_bound_of(corners_of::<D>(&self.bounds())) <= limit =>
            {
                visit(0, &Placed::new(shape, self.affine), limit)
            }
            Some(ColliderShape::Composite(parts)) => parts.search(&self.affine, query, limit, visit),
            _ => limit,
        }
    }
}
