//! Queries about [sets with a boundary](crate::collider::solid): closed meshes and areas.

use core::ops::ControlFlow::{Break, Continue};

use gjk::{Aabb, Cast, Point, RayHit, Status, Support, Vector, Wide};

use crate::collider::Dimension;
use crate::collider::solid::{BodyParts, Exit, Solid, any_point};
use crate::detection::proxies::PlacedCollider;
use crate::query::filter::Admitted;
use crate::query::per_collider;
use crate::query::shape::QueryShape;

/// Returns whether a part of a shape is inside of a closed mesh, if it touches none of its faces.
pub(super) fn is_inside<D: Dimension>(collider: &PlacedCollider<D>, shape: &dyn QueryShape<D>) -> bool {
    if !collider.is_hollow() {
        return false;
    }
    let bounds = collider.bounds();
    let flow = collider.each_solid(&mut |solid| {
        shape.each_part(&mut |own| {
            let point = any_point(own);
            let is_near = Aabb { min: point, max: point }.overlaps(&bounds);
            if is_near && solid.has_between_faces(point.widen()) { Break(()) } else { Continue(()) }
        })
    });
    flow.is_break()
}

/// Calls for each set with a boundary that a shape touches, with the way of the shape out of it.
pub(super) fn each_exit<D: Dimension>(
    collider: &PlacedCollider<D>,
    shape: &dyn QueryShape<D>,
    mut visit: impl FnMut(&Exit<D>),
) {
    let parts = PartsIn { shape, region: collider.bounds() };
    let _ = collider.each_solid(&mut |solid| {
        if let Some(exit) = solid.exit(&parts, D::Wide::ZERO) {
            visit(&exit);
        }
        Continue(())
    });
}

/// The bounded parts of a shape in a region.
struct PartsIn<'s, D: Dimension> {
    shape: &'s dyn QueryShape<D>,
    region: Aabb<D::Vector>,
}

impl<D: Dimension> BodyParts<D::Vector> for PartsIn<'_, D> {
    fn each(&self, visit: &mut dyn FnMut(u32, &dyn Support<D::Vector>)) {
        let mut index = 0;
        let _ = self.shape.each_part(&mut |own| {
            let bounds = own.aabb();
            if bounds.min.is_finite() && bounds.max.is_finite() && bounds.overlaps(&self.region) {
                visit(index, own);
            }
            index += 1;
            Continue(())
        });
    }
}

/// Returns the hit of a ray on a collider, of whose parts the first hit is given.
pub(super) fn ray_hit<D: Dimension>(
    collider: &PlacedCollider<D>,
    [origin, direction]: [D::Vector; 2],
    first: Option<(u32, RayHit<D::Vector>)>,
) -> Option<(u32, RayHit<D::Vector>)> {
    let is_at_start =
        |part: u32, hit: &RayHit<D::Vector>| hit.distance == 0.0 && collider.is_part_of_solid(part);
    let point = Point::new([origin]);
    if first.is_some_and(|(part, hit)| is_at_start(part, &hit))
        || first.is_none_or(|(_, hit)| hit.distance > 0.0) && is_inside(collider, &point)
    {
        let mut deepest: Option<Exit<D>> = None;
        each_exit(collider, &point, |exit| {
            if deepest.is_none_or(|deepest| exit.depth > deepest.depth) {
                deepest = Some(*exit);
            }
        });
        if let Some(Exit { part, direction, .. }) = deepest {
            let normal = D::Vector::narrow(direction);
            return Some((part, RayHit { point: origin, normal, distance: 0.0, status: Status::Converged }));
        }
    }
    first.map(|(part, hit)| {
        let normal = normal_at(collider, part, [hit.point, hit.normal, direction]);
        (part, RayHit { normal, ..hit })
    })
}

/// Returns the hit of a moving shape on a collider, of whose parts the first hit is given.
pub(super) fn cast_hit<D: Dimension>(
    collider: &Admitted<D>,
    shape: &dyn QueryShape<D>,
    motion: D::Vector,
    first: Option<(u32, Cast<D::Vector>)>,
) -> Option<(u32, Cast<D::Vector>)> {
    let placed = collider.collider();
    let is_at_start = first.is_some_and(|(_, hit)| hit.time == 0.0) || is_inside(placed, shape);
    if is_at_start && let Some((part, contact)) = per_collider::contact(collider, shape) {
        return Some((part, Cast { time: 0.0, contact }));
    }
    first.map(|(part, mut hit)| {
        hit.contact.normal = -normal_at(placed, part, [hit.contact.on_b, -hit.contact.normal, motion]);
        (part, hit)
    })
}

/// Returns an outward normal of the set that a part belongs to, at a point of the part.
fn normal_at<D: Dimension>(
    collider: &PlacedCollider<D>,
    part: u32,
    [point, normal, motion]: [D::Vector; 3],
) -> D::Vector {
    of_set(collider, part, |solid| solid.normal_at(point, normal, motion)).unwrap_or(normal)
}

/// Calls for each hit of a moving shape that enters a set with a boundary, with the part: see [`Solid::each_entry`].
pub(super) fn each_entry<D: Dimension>(
    collider: &PlacedCollider<D>,
    shape: &dyn QueryShape<D>,
    motion: D::Vector,
    mut limit: f32,
    mut visit: impl FnMut(u32, Cast<D::Vector>, f32) -> f32,
) -> f32 {
    let _ = collider.each_solid(&mut |solid| {
        shape.each_part(&mut |own| {
            solid.each_entry(own, motion, limit, |part, hit, _| {
                limit = visit(part, hit, limit);
                limit
            });
            if limit >= 0.0 { Continue(()) } else { Break(()) }
        })
    });
    limit
}

/// Returns an answer about the set that a part belongs to.
fn of_set<D: Dimension, T>(
    collider: &PlacedCollider<D>,
    part: u32,
    answer: impl Fn(&Solid<D>) -> T,
) -> Option<T> {
    let mut found = None;
    let _ = collider.each_solid(&mut |solid| {
        if solid.has_part(part) {
            found = Some(answer(solid));
            return Break(());
        }
        Continue(())
    });
    found
}
