//! Queries on pairs with a composite shape.
//!
//! A traversal of both AABB trees visits the pairs of convex parts whose AABBs are near enough, most promising first
//! (branch and bound). Each visited pair is answered by GJK or EPA, and the best answer so far narrows the search.

use core::cell::Cell;
use core::ops::ControlFlow::{self, Break, Continue};

use gjk::{Aabb, ClosestPoints, Contact, Manifold, Placed, Plane, Support, Vector, Wide};

use crate::collider::Dimension;
use crate::collider::aabb::padded;
use crate::collider::{ColliderShape, ConvexOf};
use crate::detection::narrow_phase::ShapePair;
use crate::detection::proxies::PlacedCollider;

/// A convex part, placed in the world.
type PlacedPart<'p, D> = Placed<&'p ConvexOf<D>, <D as Dimension>::Vector>;

/// Two colliders of any shape, convex or composite.
pub(crate) struct CompositePair<'c, D: Dimension>(pub(crate) [&'c PlacedCollider<D>; 2]);

impl<D: Dimension> ShapePair<D> for CompositePair<'_, D> {
    fn intersects(&mut self) -> bool {
        let found = each_pair(
            self.0,
            || 0.0,
            |_, one, two| {
                if gjk::intersects(one, two) { Break(()) } else { Continue(()) }
            },
        );
        found.is_break()
    }

    fn contact(&mut self) -> Option<Contact<D::Vector>> {
        deepest(self.0).map(|(_, contact)| contact)
    }

    fn closest_points(&mut self, within: f32) -> Option<ClosestPoints<D::Vector>> {
        let (mut best, least) = (None, Cell::new(within));
        let _ = each_pair(
            self.0,
            || least.get(),
            |_, one, two| {
                if let Some(closest) = gjk::closest_points(one, two)
                    && closest.distance <= least.get()
                {
                    least.set(closest.distance);
                    best = Some(closest);
                }
                Continue(())
            },
        );
        best
    }
}

/// Returns the two parts that overlap deepest, as the index of one part of each collider, and their contact.
pub(super) fn deepest<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> Option<([u32; 2], Contact<D::Vector>)> {
    let (mut deepest, depth): (Option<([u32; 2], Contact<D::Vector>)>, _) = (None, Cell::new(0.0));
    let _ = each_pair(
        pair,
        // A move that separates two AABBs also separates the parts in them: the overlap of the AABBs is an upper
        // bound of the depth of the parts.
        || -depth.get(),
        |parts, one, two| {
            if let Some(contact) = gjk::contact(one, two)
                && deepest.is_none_or(|(_, deepest)| contact.depth > deepest.depth)
            {
                depth.set(contact.depth);
                deepest = Some((parts, contact));
            }
            Continue(())
        },
    );
    deepest
}

/// Returns the two parts that overlap deepest or, if none overlap, the two nearest ones, as the index of one part of
/// each collider.
#[cfg(feature = "stepper")]
pub(crate) fn decisive<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> Option<[u32; 2]> {
    if let (Some(_), Some(_)) = (pair[0].placed(), pair[1].placed()) {
        return Some([0; 2]);
    }
    if let Some((parts, _)) = deepest(pair) {
        return Some(parts);
    }
    let (mut nearest, least) = (None, Cell::new(f32::INFINITY));
    let _ = each_pair(
        pair,
        || least.get(),
        |parts, one, two| {
            if let Some(closest) = gjk::closest_points(one, two)
                && closest.distance < least.get()
            {
                least.set(closest.distance);
                nearest = Some(parts);
            }
            Continue(())
        },
    );
    nearest
}

/// Returns the contact manifold of the two parts that overlap deepest.
pub(crate) fn manifold<D: Dimension>([a, b]: [&PlacedCollider<D>; 2]) -> Option<Manifold<D::Vector>> {
    if let (Some(one), Some(two)) = (a.placed(), b.placed()) {
        return gjk::manifold(&one, &two);
    }
    let ([of_a, of_b], _) = deepest([a, b])?;
    a.with_part(of_a, |one| b.with_part(of_b, |two| gjk::manifold(one, two)))??
}

/// Visits each pair of parts, one of each collider, whose AABBs are within a distance of each other. Pairs that may
/// be nearest or overlap deepest come first.
///
/// `within` is read again for each pair and may shrink during the search. A negative distance admits only AABBs that
/// overlap at least that far.
fn each_pair<D: Dimension>(
    [a, b]: [&PlacedCollider<D>; 2],
    within: impl Fn() -> f32,
    mut visit: impl FnMut([u32; 2], &PlacedPart<D>, &PlacedPart<D>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (Some(shape_a), Some(shape_b)) = (a.shape(), b.shape()) else { return Continue(()) };
    // Each part of the shape with fewer parts queries the tree of the other.
    let swapped = shape_a.len() > shape_b.len();
    let (few, many) = if swapped { (b, a) } else { (a, b) };
    let region_of_many = Region::of_collider(many);
    few.parts_in_order(
        |bounds| region_of_many.order(bounds, within()),
        |index, part| {
            let region = match few.shape() {
                Some(ColliderShape::Convex(_)) => Region::of_collider(few),
                _ => Region::of_part::<D>(part),
            };
            many.parts_in_order(
                |bounds| region.order(bounds, within()),
                |other, part_of_many| {
                    if swapped {
                        visit([other, index], part_of_many, part)
                    } else {
                        visit([index, other], part, part_of_many)
                    }
                },
            )
        },
    )
}

/// A bounding volume to query an AABB tree with.
enum Region<V: Vector> {
    Aabb(Aabb<V>),
    /// All points below the plane.
    HalfSpace(Plane<V>),
}

impl<V: Vector<Scalar = f32>> Region<V> {
    fn of_collider<D: Dimension<Vector = V>>(collider: &PlacedCollider<D>) -> Self {
        match collider.placed() {
            // The bounds of the collider include its margin, which does not belong to the shape.
            Some(shape) if collider.margin() > 0.0 => Self::of_part::<D>(&shape),
            Some(shape) if let Some(plane) = shape.half_space() => Self::HalfSpace(plane),
            _ => Self::Aabb(collider.bounds()),
        }
    }

    fn of_part<D: Dimension<Vector = V>>(part: &PlacedPart<D>) -> Self {
        match part.half_space() {
            Some(plane) => Self::HalfSpace(plane),
            None => Self::Aabb(padded(part.aabb())),
        }
    }

    /// Returns a lower bound of the distance to an AABB, or `None` if it exceeds `within`. Where the two overlap, it
    /// is minus the shortest move along an axis that separates them.
    #[inline]
    fn order(&self, bounds: &Aabb<V>, within: f32) -> Option<f32> {
        let gap = match self {
            Self::Aabb(own) => {
                let gaps = bounds.min - own.max;
                gaps.max(own.min - bounds.max).max_element()
            }
            Self::HalfSpace(Plane { point, normal }) => {
                // The corner of the AABB that is deepest in the half-space.
                let mut corner = V::ZERO;
                for index in 0..V::DIMENSION {
                    let axis = V::axis(index);
                    let deepest = if normal.dot(axis.widen()) > 0.0 { bounds.min } else { bounds.max };
                    corner = corner + axis * deepest.element(index);
                }
                normal.dot(corner.widen() - *point) as f32
            }
        };
        (gap <= within).then_some(gap)
    }
}
