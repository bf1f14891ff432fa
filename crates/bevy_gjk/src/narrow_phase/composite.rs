//! Colliders of many parts: each question goes to the parts whose boxes meet, and the best answer counts.

use core::cell::Cell;
use core::ops::ControlFlow::{self, Break, Continue};

use gjk::{Aabb, ClosestPoints, Contact, Manifold, Placed, Plane, Support, Vector, Wide};

use crate::aabb::padded;
use crate::collider::Dimension;
use crate::collider::{ColliderShape, ConvexOf};
use crate::narrow_phase::PairTests;
use crate::proxies::PlacedCollider;

/// A convex part where it stands.
type TaskOutput<'p, D> = Placed<&'p ConvexOf<D>, <D as Dimension>::Vector>;

/// Two colliders of any form.
pub(crate) struct CompositePair<'c, D: Dimension>(pub(crate) [&'c PlacedCollider<D>; 2]);

impl<D: Dimension> PairTests<D> for CompositePair<'_, D> {
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

/// The parts that overlap deepest, one of each collider by their indices, and their contact.
pub(super) fn deepest<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> Option<([u32; 2], Contact<D::Vector>)> {
    let (mut deepest, depth): (Option<([u32; 2], Contact<D::Vector>)>, _) = (None, Cell::new(0.0));
    let _ = each_pair(
        pair,
        // Whoever moves out of a box moves out of what is in it.
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

/// The two parts that matter, one of each collider by their indices: those that overlap deepest, or else those
/// that are nearest to each other.
#[cfg(feature = "overlay")]
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

/// The manifold of two colliders: of the parts that overlap deepest.
pub(crate) fn manifold<D: Dimension>([a, b]: [&PlacedCollider<D>; 2]) -> Option<Manifold<D::Vector>> {
    if let (Some(one), Some(two)) = (a.placed(), b.placed()) {
        return gjk::manifold(&one, &two);
    }
    let ([of_a, of_b], _) = deepest([a, b])?;
    a.with_part(of_a, |one| b.with_part(of_b, |two| gjk::manifold(one, two)))??
}

/// Calls for each two parts, one of each collider, whose boxes are within a distance of each other, which may
/// become less meanwhile: with the indices of both, those first that may be nearest or overlap deepest.
///
/// A distance less than 0 asks for boxes that overlap at least so far.
fn each_pair<D: Dimension>(
    [a, b]: [&PlacedCollider<D>; 2],
    within: impl Fn() -> f32,
    mut visit: impl FnMut([u32; 2], &TaskOutput<D>, &TaskOutput<D>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (Some(form_a), Some(form_b)) = (a.shape(), b.shape()) else { return Continue(()) };
    // Each part of that which has fewer is looked for in the tree of the other.
    let swapped = form_a.len() > form_b.len();
    let (few, many) = if swapped { (b, a) } else { (a, b) };
    let all = Region::of_collider(many);
    few.parts_in_order(
        |bounds| all.order(bounds, within()),
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

/// Where something is, roughly.
enum Region<V: Vector> {
    Within(Aabb<V>),
    Below(Plane<V>),
}

impl<V: Vector<Scalar = f32>> Region<V> {
    fn of_collider<D: Dimension<Vector = V>>(collider: &PlacedCollider<D>) -> Self {
        match collider.placed() {
            // Its margin, which is part of its box, is none of ours.
            Some(shape) if collider.margin() > 0.0 => Self::of_part::<D>(&shape),
            Some(shape) if let Some(plane) = shape.half_space() => Self::Below(plane),
            _ => Self::Within(collider.bounds()),
        }
    }

    fn of_part<D: Dimension<Vector = V>>(part: &TaskOutput<D>) -> Self {
        match part.half_space() {
            Some(plane) => Self::Below(plane),
            None => Self::Within(padded(part.aabb())),
        }
    }

    /// How far a box is at least, if that is not more than a distance; where the two overlap, less than 0 by the
    /// shortest move along an axis that parts them.
    #[inline]
    fn order(&self, bounds: &Aabb<V>, within: f32) -> Option<f32> {
        let gap = match self {
            Self::Within(own) => {
                let apart = bounds.min - own.max;
                apart.max(own.min - bounds.max).max_element()
            }
            Self::Below(Plane { point, normal }) => {
                // The corner that lies deepest.
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
