//! The walk through the BVH of a composite shape: the parts near a query, and the AABB of all. The nodes are in the
//! coordinates of the shape, and the [query](MappedQuery) is in those of the world, so that the tree stays as it is
//! when the collider moves.

use gjk::{Aabb, Affine, Support, Vector};

use super::{Child, CompositeShape, Parts, Placement};
use crate::collider::aabb::padded;
use crate::collider::bvh::{self, AabbQuery, Aabbs, MAP_ROUNDING, WIDTH};
use crate::collider::{AffineOf, ColliderShape, Dimension, PlacedPart, has_same_linear_part};

/// What a search calls with each part: its index, the part as it is placed in the world, and the limit; it returns a
/// new limit. Behind a pointer, so that the search is compiled once for each kind of query, and not for each caller.
pub(crate) type SearchVisitor<'v, D> = dyn FnMut(u32, &PlacedPart<D>, f32) -> f32 + 'v;

impl<D: Dimension> CompositeShape<D> {
    /// Calls `visit` for each part within the limit of a query, placed by the collider's map to the world, roughly
    /// those nearby first. See [`bvh::search`] for the limit that `visit` gets and returns.
    pub(crate) fn search(
        &self,
        affine: &AffineOf<D>,
        query: &impl AabbQuery,
        limit: f32,
        visit: &mut SearchVisitor<D>,
    ) -> f32 {
        self.search_placed(&Placement::new(affine), query, limit, visit)
    }

    fn search_placed(
        &self,
        placement: &Placement<D>,
        query: &impl AabbQuery,
        limit: f32,
        visit: &mut SearchVisitor<D>,
    ) -> f32 {
        let affine = &placement.affine;
        let is_translation = has_same_linear_part::<D::Vector>(affine, &AffineOf::<D>::IDENTITY);
        let moved = || query.moved_back(D::coordinates(affine.translation()));
        match is_translation.then(moved).flatten() {
            Some(moved) => self.search_by(placement, query, &moved, limit, visit),
            None => self.search_by(placement, query, &MappedQuery::<D, _> { query, affine }, limit, visit),
        }
    }

    /// Does the same with the query of AABBs in the coordinates of the shape.
    fn search_by(
        &self,
        placement: &Placement<D>,
        query: &impl AabbQuery,
        local: &impl AabbQuery,
        limit: f32,
        visit: &mut SearchVisitor<D>,
    ) -> f32 {
        match &self.parts {
            Parts::Group(children, tree) => bvh::search(tree, local, limit, &mut |index, limit| {
                let Child { shape, affine, first, .. } = &children[index as usize];
                let placement = placement.of(&Placement::new(affine));
                match shape {
                    ColliderShape::Convex(shape) => visit(*first, &placement.place(shape), limit),
                    ColliderShape::Composite(composite) => {
                        composite.search_placed(&placement, query, limit, &mut |index, part, limit| {
                            visit(first + index, part, limit)
                        })
                    }
                }
            }),
            Parts::Implicit(parts) => bvh::search(parts.bvh(), local, limit, &mut |index, limit| {
                parts.part(index).map_or(limit, |part| visit(index, &part.placed(placement), limit))
            }),
        }
    }

    /// Computes the AABB of all parts placed by a map: tight for a few parts, somewhat larger for many.
    pub(crate) fn bounds(&self, affine: &AffineOf<D>) -> Aabb<D::Vector> {
        /// The number of parts up to which each is placed exactly; of more, the upper nodes of the BVH are. A tuning
        /// constant.
        const FEW: u32 = 32;
        let mut all: Option<Aabb<D::Vector>> = None;
        let mut unite = |bounds| all = Some(all.map_or(bounds, |all: Aabb<_>| all.union(bounds)));
        let unite_mapped = |aabbs: &Aabbs<WIDTH>| {
            let mut united = Aabbs::<1>::EMPTY;
            united.set(0, aabbs.mapped::<D>(affine).union());
            unite(united.get(0));
        };
        match &self.parts {
            Parts::Group(children, _) if children.len() <= FEW as usize => {
                for Child { shape, affine: local, .. } in children {
                    unite(shape.bounds(&D::compose(affine, local)));
                }
            }
            Parts::Implicit(parts) if parts.len() <= FEW => {
                for part in (0..parts.len()).filter_map(|index| parts.part(index)) {
                    unite(padded(part.placed(&Placement::new(affine)).aabb()));
                }
            }
            Parts::Group(_, tree) => bvh::visit_upper_levels(tree, unite_mapped),
            Parts::Implicit(parts) => bvh::visit_upper_levels(parts.bvh(), unite_mapped),
        }
        // What exceeds the range of `f32` is missing in the nodes of a tree.
        if let Parts::Implicit(parts) = &self.parts
            && let Some(extent) = parts.extent()
        {
            let mut corners = Aabbs::<1>::EMPTY;
            corners.set(0, bvh::corners_of::<D>(&extent));
            let mapped: Aabb<D::Vector> = corners.mapped::<D>(affine).get(0);
            if !(mapped.min.is_finite() && mapped.max.is_finite()) {
                return Aabb {
                    min: D::Vector::splat(f32::NEG_INFINITY),
                    max: D::Vector::splat(f32::INFINITY),
                };
            }
        }
        // Without a part: a grid of empty cells.
        let nothing = Aabb { min: affine.translation(), max: affine.translation() };
        all.unwrap_or(nothing)
    }
}

/// A query in world coordinates of the AABBs of a shape that a map places in the world.
pub(crate) struct MappedQuery<'q, D: Dimension, Q> {
    pub(crate) query: &'q Q,
    pub(crate) affine: &'q AffineOf<D>,
}

impl<D: Dimension, Q: AabbQuery> AabbQuery for MappedQuery<'_, D, Q> {
    #[inline]
    fn lower_bounds<const N: usize>(&self, aabbs: &Aabbs<N>) -> [f32; N] {
        self.query.lower_bounds(&aabbs.mapped::<D>(self.affine))
    }

    /// Maps the box back, unless the map is nearly flat.
    fn reach(&self, limit: f32) -> Option<[[f32; 3]; 2]> {
        /// The largest product of lengths by which a map and its inverse stretch.
        const MAX_STRETCH: f32 = 100.0;
        let [min, max] = self.query.reach(limit)?;
        let inverse = self.affine.inverted()?;
        let axes = 0..D::Vector::DIMENSION;
        let longest = |map: &AffineOf<D>| {
            let columns = axes.clone().map(|axis| map.column(axis));
            columns.map(|column| column.dot(column)).fold(0.0, f32::max).sqrt()
        };
        if !(longest(self.affine) * longest(&inverse) <= MAX_STRETCH) {
            return None;
        }
        let [min, max] = [min, max].map(|corner| D::Vector::from_fn(|axis| corner[axis]));
        let (center, half) = ((min + max) * 0.5, (max - min) * 0.5);
        let translation = self.affine.translation();
        let terms = center.max(-center) + half + translation.max(-translation);
        let mut extent = D::Vector::ZERO;
        for axis in axes {
            let column = inverse.column(axis);
            extent = extent + column.max(-column) * (half.element(axis) + MAP_ROUNDING * terms.element(axis));
        }
        let center = inverse.apply(center);
        let is_finite = center.is_finite() && extent.is_finite();
        is_finite.then(|| [center - extent, center + extent].map(D::coordinates))
    }
}
