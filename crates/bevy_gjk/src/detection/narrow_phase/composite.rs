//! Queries on pairs with a composite shape.
//!
//! [`each_part_pair`] visits the pairs of convex parts whose AABBs are near enough, most promising first (branch and
//! bound). Each is answered by GJK or EPA, and the [best](Best) answer so far narrows the search.

use gjk::support::hints::Plane;
use gjk::{Aabb, ClosestPoints, Contact, Manifold, Query, Support, Vector, Wide};

use crate::collider::aabb::padded;
use crate::collider::bvh::{AabbQuery, Aabbs, END_SEARCH, grown, moved_back};
use crate::collider::{ColliderShape, Dimension, PlacedPart};
use crate::detection::narrow_phase::best::Best;
use crate::detection::narrow_phase::{ShapePair, solids};
use crate::detection::proxies::PlacedCollider;

/// An answer about two parts, one of each collider, and their indices.
pub(super) type OfParts<T> = Option<([u32; 2], T)>;

/// Two colliders of any shape, convex or composite.
pub(crate) struct CompositePair<'c, D: Dimension>(pub(crate) [&'c PlacedCollider<D>; 2]);

impl<D: Dimension> ShapePair<D> for CompositePair<'_, D> {
    fn intersects(&mut self) -> bool {
        let last = each_part_pair(
            self.0,
            0.0,
            |_, one, two, limit| {
                if gjk::intersects(one, two) { END_SEARCH } else { limit }
            },
        );
        last == END_SEARCH || solids::is_one_inside(self.0)
    }

    fn contact(&mut self) -> Option<Contact<D::Vector>> {
        deepest(self.0).map(|(_, contact)| contact)
    }

    fn closest_points(&mut self, within: f32) -> Option<ClosestPoints<D::Vector>> {
        nearest(self.0, within).map(|(_, closest)| closest)
    }
}

/// Returns the two parts that overlap deepest, and their contact.
///
/// Of a solid, the depth is the length of the way out of the whole solid, and the part is that of the face
/// to which it leads.
pub(super) fn deepest<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> OfParts<Contact<D::Vector>> {
    if pair.iter().any(|collider| collider.has_boundary()) {
        return solids::deepest(pair);
    }
    deepest_of_parts(pair)
}

/// Does the same for the parts as such, whether or not they belong to a larger solid.
pub(super) fn deepest_of_parts<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> OfParts<Contact<D::Vector>> {
    let mut deepest = Best::NONE;
    // A move that separates two AABBs also separates the parts in them: the overlap of the AABBs is an upper bound of
    // the depth of the parts.
    each_part_pair(pair, 0.0, |parts, one, two, limit| match gjk::contact(one, two) {
        Some(contact) if deepest.improve(parts, contact) => -contact.depth,
        _ => limit,
    });
    deepest.0
}

/// Returns the two parts that are nearest of those within a distance, and their closest points. Parts that overlap do
/// not count.
fn nearest<D: Dimension>(pair: [&PlacedCollider<D>; 2], within: f32) -> OfParts<ClosestPoints<D::Vector>> {
    let mut nearest = Best::NONE;
    each_part_pair(pair, within, |parts, one, two, limit| match gjk::closest_points(one, two) {
        Some(closest) if closest.distance <= limit && nearest.improve(parts, closest) => closest.distance,
        _ => limit,
    });
    nearest.0
}

/// Returns the two parts that overlap deepest or, if none overlap, the two nearest ones, as the index of one part of
/// each collider.
pub(crate) fn deciding_parts<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> Option<[u32; 2]> {
    if let (Some(_), Some(_)) = (pair[0].placed(), pair[1].placed()) {
        return Some([0; 2]);
    }
    deepest(pair).map(|(parts, _)| parts).or_else(|| nearest(pair, f32::INFINITY).map(|(parts, _)| parts))
}

/// Returns the contact manifold of the two parts that overlap deepest.
pub(crate) fn manifold<D: Dimension>([a, b]: [&PlacedCollider<D>; 2]) -> Option<Manifold<D::Vector>> {
    if let (Some(one), Some(two)) = (a.placed(), b.placed()) {
        return gjk::manifold(&one, &two);
    }
    let ([of_a, of_b], contact) = deepest([a, b])?;
    let is_of_solid = a.is_part_of_solid(of_a) || b.is_part_of_solid(of_b);
    a.with_part(of_a, |one| {
        b.with_part(of_b, |two| match is_of_solid {
            true => Query::new(one, two).manifold_of(&contact),
            false => gjk::manifold(one, two),
        })
    })??
}

/// Visits each pair of parts, one of each collider, whose AABBs are within a distance of each other, roughly the most
/// promising first: those that may be nearest or overlap deepest. `visit` gets the distance and returns a new one,
/// which may be lower. A negative distance admits only AABBs that overlap at least that far. Returns the last distance.
pub(super) fn each_part_pair<D: Dimension>(
    pair: [&PlacedCollider<D>; 2],
    within: f32,
    visit: impl FnMut([u32; 2], &PlacedPart<D>, &PlacedPart<D>, f32) -> f32,
) -> f32 {
    let region_of_part = |few: &PlacedCollider<D>, part: &PlacedPart<D>, _| match few.shape() {
        Some(ColliderShape::Convex(_)) => Region::of_collider(few),
        _ => Region::of_part::<D>(part),
    };
    each_part_pair_in(pair, within, |many| Region::of_collider(many), region_of_part, visit)
}

/// Does the same for swept colliders, whose regions are larger than their AABBs: `region` is that around the collider
/// with more parts, which has to meet the parts of the other one, and `region_of_part` that around each of those. It
/// gets the collider with fewer parts, the part, and whether that collider is the second one.
pub(super) fn each_part_pair_in<D: Dimension>(
    [a, b]: [&PlacedCollider<D>; 2],
    within: f32,
    region: impl Fn(&PlacedCollider<D>) -> Region<D::Vector>,
    region_of_part: impl Fn(&PlacedCollider<D>, &PlacedPart<D>, bool) -> Region<D::Vector>,
    mut visit: impl FnMut([u32; 2], &PlacedPart<D>, &PlacedPart<D>, f32) -> f32,
) -> f32 {
    let (Some(shape_a), Some(shape_b)) = (a.shape(), b.shape()) else { return within };
    // Each part of the shape with fewer parts queries the tree of the other.
    let swapped = shape_a.len() > shape_b.len();
    let (few, many) = if swapped { (b, a) } else { (a, b) };
    let has_cell_layers = few.has_cell_layers() || many.has_cell_layers();
    let may_touch = |index, other| {
        !has_cell_layers || few.layers_of_part(index).interacts_with(many.layers_of_part(other))
    };
    few.search_parts(&region(many), within, &mut |index, part, within| {
        many.search_parts(&region_of_part(few, part, swapped), within, &mut |other, part_of_many, within| {
            if !may_touch(index, other) {
                within
            } else if swapped {
                visit([other, index], part_of_many, part, within)
            } else {
                visit([index, other], part, part_of_many, within)
            }
        })
    })
}

/// A query by a bounding volume. The lower bound of an AABB is its gap to the volume; where the two overlap, it is
/// minus the length of the shortest move along an axis that separates them.
pub(super) enum Region<V: Vector> {
    Aabb([[f32; 3]; 2]),
    /// All points below the plane.
    HalfSpace(Plane<V>),
    Everywhere,
}

impl<V: Vector<Scalar = f32>> Region<V> {
    fn of_collider<D: Dimension<Vector = V>>(collider: &PlacedCollider<D>) -> Self {
        match collider.placed() {
            // The bounds of the collider include its margin, which does not belong to the shape.
            Some(shape) if collider.margin() > 0.0 => Self::of_part::<D>(&shape),
            Some(shape) if let Some(plane) = shape.half_space() => Self::HalfSpace(plane),
            _ => Self::of_aabb::<D>(&collider.bounds()),
        }
    }

    fn of_part<D: Dimension<Vector = V>>(part: &PlacedPart<D>) -> Self {
        match part.half_space() {
            Some(plane) => Self::HalfSpace(plane),
            None => Self::of_aabb::<D>(&padded(part.aabb())),
        }
    }

    pub(super) fn of_aabb<D: Dimension<Vector = V>>(Aabb { min, max }: &Aabb<V>) -> Self {
        let (mut min, mut max) = (D::coordinates(*min), D::coordinates(*max));
        // In 2D everything overlaps on the third axis.
        min[V::DIMENSION..].fill(f32::NEG_INFINITY);
        max[V::DIMENSION..].fill(f32::INFINITY);
        Self::Aabb([min, max])
    }
}

impl<V: Vector<Scalar = f32>> AabbQuery for Region<V> {
    #[inline]
    fn moved_back(&self, translation: [f32; 3]) -> Option<Self> {
        match self {
            Self::Aabb(corners) => moved_back(*corners, translation).map(Self::Aabb),
            Self::HalfSpace(_) => None,
            Self::Everywhere => Some(Self::Everywhere),
        }
    }

    /// Returns the box outside of which nothing is within the limit.
    #[inline]
    fn reach(&self, limit: f32) -> Option<[[f32; 3]; 2]> {
        match self {
            // A limit below zero asks for an overlap of boxes in the world. A search in the coordinates of a composite
            // that is rotated uses another box, which only has to be met.
            Self::Aabb(corners) => Some(grown(*corners, limit.max(0.0))),
            _ => None,
        }
    }

    #[inline]
    fn lower_bounds<const N: usize>(&self, aabbs: &Aabbs<N>) -> [f32; N] {
        match self {
            Self::Aabb(corners) => aabbs.gaps(*corners),
            Self::Everywhere => {
                core::array::from_fn(|lane| if aabbs.contains(lane) { 0.0 } else { f32::INFINITY })
            }
            Self::HalfSpace(Plane { point, normal }) => core::array::from_fn(|lane| {
                let bounds: Aabb<V> = aabbs.get(lane);
                // The corner of the AABB that is deepest in the half-space.
                let mut corner = V::ZERO;
                for index in 0..V::DIMENSION {
                    let axis = V::axis(index);
                    let deepest = if normal.dot(axis.widen()) > 0.0 { bounds.min } else { bounds.max };
                    corner = corner + axis * deepest.element(index);
                }
                normal.dot(corner.widen() - *point) as f32
            }),
        }
    }
}
