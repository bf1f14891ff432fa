//! Queries about [solids](crate::collider::solid): closed meshes and areas.

use core::ops::ControlFlow::{self, Break, Continue};

use gjk::{Aabb, Cast, Contact, Point, RayHit, Status, Support, Vector, Wide};

use crate::collider::aabb::padded;
use crate::collider::solid::Exit;
use crate::collider::{CompositeShape, Dimension};
use crate::detection::narrow_phase::{
    self, BodyVisitor, FEW_PARTS, PartsByRegion, contact_of_exit, contains_between_faces, normal_of_hit,
    of_solid,
};
use crate::detection::proxies::PlacedCollider;
use crate::query::filter::Admitted;
use crate::query::per_collider;
use crate::query::shape::QueryShape;

/// Returns the collider that a shape is, if it consists of solids.
pub(super) fn own_solids<'s, D: Dimension>(
    shape: &'s (dyn QueryShape<D> + 's),
) -> Option<&'s PlacedCollider<D>> {
    shape.as_collider().filter(|own| own.has_boundary())
}

/// Returns whether a shape or a collider has a part inside of the other, which is a closed mesh, if no parts of the two
/// touch.
pub(super) fn is_one_inside<D: Dimension>(collider: &Admitted<D>, shape: &dyn QueryShape<D>) -> bool {
    let placed = collider.collider;
    let has_solids = collider.has_solids();
    match shape.as_collider() {
        Some(own) if own.has_closed_mesh() => narrow_phase::is_one_inside_of(
            [own, placed],
            [&|_| has_solids, &|part: u32| collider.admits(part)],
        ),
        _ => has_solids && narrow_phase::has_inside(placed, &PartsOf(shape)),
    }
}

/// Calls for each way out of a shape and a collider, one of which is in a solid of the other, with the index of the
/// part of the collider and the contact. Of the collider, only parts leave for which `counts` returns true.
pub(super) fn each_way_out<D: Dimension>(
    collider: &Admitted<D>,
    shape: &dyn QueryShape<D>,
    counts: impl Fn(u32) -> bool,
    mut visit: impl FnMut(u32, Contact<D::Vector>),
) {
    let (placed, has_solids) = (collider.collider, collider.has_solids());
    match own_solids(shape) {
        Some(own) => {
            narrow_phase::each_way_out([own, placed], [&|_| has_solids, &counts], |[_, part], contact| {
                visit(part, contact);
            });
        }
        None if has_solids => narrow_phase::each_exit(placed, &PartsOf(shape), |_, exit| {
            visit(exit.part, contact_of_exit(exit, true));
        }),
        None => {}
    }
}

/// Returns the contact that leads a part out of the solids that a shape consists of: of several, the
/// deepest.
pub(super) fn way_out_of_own<D: Dimension>(
    own: &PlacedCollider<D>,
    part: &dyn Support<D::Vector>,
) -> Option<Contact<D::Vector>> {
    let bounds = part.aabb();
    if !(bounds.min.is_finite() && bounds.max.is_finite() && padded(bounds).overlaps(&own.bounds())) {
        return None;
    }
    let exit = own.composite()?.deepest_exit(own.affine(), &part, D::Wide::ZERO, |_| true)?;
    Some(contact_of_exit(&exit, false))
}

/// The parts of a shape.
struct PartsOf<'s, D: Dimension>(&'s dyn QueryShape<D>);

impl<D: Dimension> PartsByRegion<D> for PartsOf<'_, D> {
    fn has_many(&self) -> bool {
        let mut count = 0;
        let few = self.0.each_part(&mut |_| {
            count += 1;
            if count > FEW_PARTS { Break(()) } else { Continue(()) }
        });
        few.is_break()
    }

    fn each_in(&self, region: Option<&Aabb<D::Vector>>, visit: &mut BodyVisitor<D>) -> ControlFlow<()> {
        let mut indices = 0..;
        self.0.each_part(&mut |part| match indices.next() {
            Some(index) if region.is_none_or(|region| part.aabb().overlaps(region)) => visit(index, part),
            _ => Continue(()),
        })
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
        || first.is_none_or(|(_, hit)| hit.distance > 0.0) && contains_between_faces(collider, &point)
    {
        let body: &dyn Support<D::Vector> = &point;
        let exit = |solids: &CompositeShape<D>| {
            solids.deepest_exit(collider.affine(), &body, D::Wide::ZERO, |_| true)
        };
        if let Some(Exit { part, direction, .. }) = collider.composite().and_then(exit) {
            let normal = D::Vector::narrow(direction);
            return Some((part, RayHit { point: origin, normal, distance: 0.0, status: Status::Converged }));
        }
    }
    first.map(|(part, hit)| {
        let normal = of_solid(collider, part, |solid| solid.normal_at(hit.point, hit.normal, direction));
        (part, RayHit { normal: normal.unwrap_or(hit.normal), ..hit })
    })
}

/// Returns the hit of a moving shape on a collider that moves, too, at their velocities. Of their parts, the first hit
/// is given, with the indices of both, that of the collider's part first.
pub(super) fn cast_hit<D: Dimension>(
    collider: &Admitted<D>,
    shape: &dyn QueryShape<D>,
    velocities: [D::Vector; 2],
    first: Option<([u32; 2], Cast<D::Vector>)>,
) -> Option<(u32, Cast<D::Vector>)> {
    let is_at_start = first.is_some_and(|(_, hit)| hit.time == 0.0) || is_one_inside(collider, shape);
    if is_at_start && let Some((part, contact)) = per_collider::contact(collider, shape) {
        return Some((part, Cast { time: 0.0, contact }));
    }
    first.map(|([part, own_part], mut hit)| {
        let own = own_solids(shape).map(|own| (own, own_part));
        hit.contact.normal = normal_of_hit(own, (collider.collider, part), velocities, &hit);
        (part, hit)
    })
}

/// Calls for each hit of a moving shape that enters the solid to which a part of a collider belongs, with
/// the part that is hit: see [`Solid::each_entry`].
pub(super) fn each_entry<D: Dimension>(
    (collider, part): (&PlacedCollider<D>, u32),
    shape: &dyn QueryShape<D>,
    motion: D::Vector,
    mut limit: f32,
    mut visit: impl FnMut(u32, Cast<D::Vector>, f32) -> f32,
) -> f32 {
    of_solid(collider, part, |solid| {
        let _ = shape.each_part(&mut |own| {
            solid.each_entry(own, motion, limit, |part, hit, _| {
                limit = visit(part, hit, limit);
                limit
            });
            if limit >= 0.0 { Continue(()) } else { Break(()) }
        });
    });
    limit
}

/// Returns whether a solid that moves is entered where it hits something, and not left: the solid is a shape, one part
/// of which hits.
pub(super) fn is_own_entered<D: Dimension>(
    own: &PlacedCollider<D>,
    part: u32,
    hit: &Cast<D::Vector>,
    motion: D::Vector,
) -> bool {
    let Contact { on_a, normal, .. } = hit.contact;
    // The solid is where it was at the start.
    let on_a = on_a - motion * hit.time;
    of_solid(own, part, |solid| solid.is_entered_at(on_a, normal, -motion)).unwrap_or(true)
}
