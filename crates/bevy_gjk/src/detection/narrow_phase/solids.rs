//! Pairs with [solids](crate::collider::solid): what is inside of a closed mesh, and the ways out.

use core::ops::ControlFlow::{self, Break, Continue};
use core::ops::Range;

use gjk::{Aabb, Cast, Contact, Support, Vector, Wide};
use smallvec::SmallVec;

mod parts_inside;

use crate::collider::bvh::{AabbDistance, END_SEARCH};
use crate::collider::solid::{BodyParts, Exit, Solid};
use crate::collider::{ColliderShape, Dimension, PlacedPart};
use crate::detection::narrow_phase::best::Best;
use crate::detection::narrow_phase::composite::{self, OfParts, each_part_pair};
use crate::detection::proxies::PlacedCollider;
pub(super) use parts_inside::each_part_inside;

/// The number of parts up to which all of a body count on its way out of a solid.
pub(crate) const FEW_PARTS: u32 = 32;

/// Returns whether one of two colliders, no parts of which touch, has a part inside of the other.
pub(super) fn is_one_inside<D: Dimension>([a, b]: [&PlacedCollider<D>; 2]) -> bool {
    is_one_inside_of([a, b], [&may_touch(a, b), &may_touch(b, a)])
}

/// Does the same with those parts of each for which its function returns true.
pub(crate) fn is_one_inside_of<D: Dimension>(
    [a, b]: [&PlacedCollider<D>; 2],
    [counts_of_a, counts_of_b]: [&dyn Fn(u32) -> bool; 2],
) -> bool {
    has_inside(a, &CountedParts { collider: b, counts: counts_of_b })
        || has_inside(b, &CountedParts { collider: a, counts: counts_of_a })
}

/// Returns whether a part of a collider may touch closed meshes of another one: not, if layers of its own say so, or
/// those of the other entity, where cells beside the meshes have others.
fn may_touch<D: Dimension>(collider: &PlacedCollider<D>, other: &PlacedCollider<D>) -> impl Fn(u32) -> bool {
    let has_cell_layers = collider.has_cell_layers() || other.has_cell_layers();
    let of_meshes = other.layers_of_entity();
    move |part| !has_cell_layers || collider.layers_of_part(part).interacts_with(of_meshes)
}

/// Returns whether a collider has a convex shape between its faces, if that touches none of them.
pub(crate) fn contains_between_faces<D: Dimension>(
    collider: &PlacedCollider<D>,
    part: &(impl Support<D::Vector> + ?Sized),
) -> bool {
    let point = part.support(D::Vector::axis(0));
    if !(collider.has_closed_mesh() && Aabb { min: point, max: point }.overlaps(&collider.bounds())) {
        return false;
    }
    let is_in = |solid: &Solid<D>| solid.contains_between_faces(part);
    collider.each_solid(&mut |solid| if is_in(solid) { Break(()) } else { Continue(()) }).is_break()
}

/// Returns whether a collider has a part of a body between its faces, if that touches none of them.
pub(crate) fn has_inside<D: Dimension>(outer: &PlacedCollider<D>, body: &dyn PartsByRegion<D>) -> bool {
    let mut visit = |_: u32, part: &dyn Support<D::Vector>| {
        if contains_between_faces(outer, part) { Break(()) } else { Continue(()) }
    };
    outer.has_closed_mesh() && body.each_in(Some(&outer.bounds()), &mut visit).is_break()
}

/// Returns the two parts that overlap deepest, and their contact.
pub(super) fn deepest<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> OfParts<Contact<D::Vector>> {
    let [a, b] = pair;
    let mut in_no_solid = Best::NONE;
    each_part_pair(pair, 0.0, |[of_a, of_b], one, two, limit| {
        let is_endless = one.half_space().is_some() || two.half_space().is_some();
        if (is_endless || !a.is_part_of_solid(of_a) && !b.is_part_of_solid(of_b))
            && let Some(contact) = gjk::contact(one, two)
        {
            in_no_solid.improve([of_a, of_b], contact);
        }
        limit
    });
    let deepest = deepest_or_way_out(
        in_no_solid,
        |visit| each_way_out(pair, [&may_touch(a, b), &may_touch(b, a)], visit),
        || Best(composite::deepest_of_parts(pair)),
    );
    deepest.0
}

/// Returns the deepest contact of two bodies, one of which has solids: that of the parts in no solid, or of
/// a way out of a solid, or otherwise that of any parts.
pub(crate) fn deepest_or_way_out<P: Copy + PartialOrd, V: Vector<Scalar = f32>>(
    in_no_solid: Best<P, Contact<V>>,
    each_way_out: impl FnOnce(&mut dyn FnMut(P, Contact<V>)),
    of_all_parts: impl FnOnce() -> Best<P, Contact<V>>,
) -> Best<P, Contact<V>> {
    let mut deepest = in_no_solid;
    each_way_out(&mut |parts, contact| _ = deepest.improve(parts, contact));
    // Where coordinates are too large for a way out to be found, parts answer for themselves.
    if deepest.0.is_some() { deepest } else { of_all_parts() }
}

/// Calls for each solid of one of two colliders that the other one has to leave, with a part of each and the contact
/// that moves it out. The smaller collider leaves the solids of the larger one; those parts of the larger one that it
/// was not in leave the solids of the smaller one. Of each collider, only parts leave for which its function returns
/// true.
pub(crate) fn each_way_out<D: Dimension>(
    [a, b]: [&PlacedCollider<D>; 2],
    [counts_of_a, counts_of_b]: [&dyn Fn(u32) -> bool; 2],
    mut visit: impl FnMut([u32; 2], Contact<D::Vector>),
) {
    // The parts of the solids that the smaller one leaves.
    let mut left = SmallVec::<[Range<u32>; 2]>::new();
    let is_a_smaller =
        (size(a), a.shape().map(ColliderShape::len)) <= (size(b), b.shape().map(ColliderShape::len));
    for is_a_body in [is_a_smaller, !is_a_smaller] {
        let (body, outer) = if is_a_body { (a, b) } else { (b, a) };
        let counts = if is_a_body { counts_of_a } else { counts_of_b };
        let solids = core::mem::take(&mut left);
        let leaves = |part| counts(part) && !solids.iter().any(|solid| solid.contains(&part));
        each_exit(outer, &CountedParts { collider: body, counts: &leaves }, |solid, exit| {
            left.push(solid.parts());
            let (of_body, of_solid) = (exit.part_of_body, exit.part);
            let parts = if is_a_body { [of_body, of_solid] } else { [of_solid, of_body] };
            visit(parts, contact(exit, is_a_body));
        });
    }
}

/// Calls for each solid of a collider that a body touches, with the way of the body out of it.
pub(crate) fn each_exit<D: Dimension>(
    outer: &PlacedCollider<D>,
    body: &dyn PartsByRegion<D>,
    mut visit: impl FnMut(&Solid<D>, &Exit<D>),
) {
    let _ = outer.each_solid(&mut |solid| {
        if let Some(exit) = exit_near(solid, outer.bounds(), body) {
            visit(solid, &exit);
        }
        Continue(())
    });
}

/// Returns the longest side of the AABB of a collider.
fn size<D: Dimension>(collider: &PlacedCollider<D>) -> f32 {
    let Aabb { min, max } = collider.bounds();
    (max - min).max_element()
}

/// A visitor of parts with their indices, which returns whether to continue.
pub(crate) type BodyVisitor<'v, D> =
    dyn FnMut(u32, &dyn Support<<D as Dimension>::Vector>) -> ControlFlow<()> + 'v;

/// A body of which the parts in a region can be visited.
pub(crate) trait PartsByRegion<D: Dimension> {
    /// Returns whether the search for an exit visits only the parts near the solid, since the body has many.
    fn has_many(&self) -> bool;

    /// Calls `visit` with the parts whose AABBs overlap a box, or with all, until it breaks.
    fn each_in(&self, region: Option<&Aabb<D::Vector>>, visit: &mut BodyVisitor<D>) -> ControlFlow<()>;

    /// See [`BodyParts::solid_of`].
    fn solid_of(&self, _part: u32, _visit: &mut dyn FnMut(&Solid<D>)) {}
}

/// Returns the shortest way of a body out of a solid in a box, or `None` if it does not touch it. Of many parts, those
/// count that meet the box on the way.
fn exit_near<D: Dimension>(
    solid: &Solid<D>,
    bounds: Aabb<D::Vector>,
    body: &dyn PartsByRegion<D>,
) -> Option<Exit<D>> {
    /// How often a way is computed anew with the parts that it leads into the box; then all count.
    const MAX_REGIONS: u32 = 4;
    let mut region = body.has_many().then_some(bounds);
    for round in 1.. {
        let exit = solid.exit(&PartsInRegion { body, region }, D::Wide::ZERO)?;
        let Some(known) = region else { return Some(exit) };
        let way = D::Vector::narrow(exit.direction * exit.depth);
        let swept = known.union(Aabb { min: bounds.min - way, max: bounds.max - way });
        let count = |region| {
            let mut count = 0;
            let _ = body.each_in(Some(region), &mut |_, _| {
                count += 1;
                Continue(())
            });
            count
        };
        if count(&swept) == count(&known) {
            return Some(exit);
        }
        region = (round < MAX_REGIONS).then_some(swept);
    }
    None
}

/// The parts of a body, in a region if there is one.
pub(crate) struct PartsInRegion<'b, D: Dimension> {
    pub(crate) body: &'b dyn PartsByRegion<D>,
    pub(crate) region: Option<Aabb<D::Vector>>,
}

impl<D: Dimension> BodyParts<D> for PartsInRegion<'_, D> {
    fn solid_of(&self, part: u32, visit: &mut dyn FnMut(&Solid<D>)) {
        self.body.solid_of(part, visit);
    }

    fn each(&self, visit: &mut dyn FnMut(u32, &dyn Support<D::Vector>)) {
        let _ = self.body.each_in(self.region.as_ref(), &mut |index, part| {
            visit(index, part);
            Continue(())
        });
    }
}

/// The parts of a collider for which a function returns true.
struct CountedParts<'c, D: Dimension> {
    collider: &'c PlacedCollider<D>,
    counts: &'c dyn Fn(u32) -> bool,
}

impl<D: Dimension> PartsByRegion<D> for CountedParts<'_, D> {
    fn has_many(&self) -> bool {
        self.collider.shape().is_some_and(|shape| shape.len() > FEW_PARTS)
    }

    fn solid_of(&self, part: u32, visit: &mut dyn FnMut(&Solid<D>)) {
        of_solid(self.collider, part, visit);
    }

    fn each_in(&self, region: Option<&Aabb<D::Vector>>, visit: &mut BodyVisitor<D>) -> ControlFlow<()> {
        let mut visit = |index: u32, part: &PlacedPart<D>| {
            if (self.counts)(index) { visit(index, part) } else { Continue(()) }
        };
        let Some(region) = region else { return self.collider.each_part(visit) };
        let near = AabbDistance::new::<D>(region);
        let last = self.collider.search_parts(&near, 0.0, &mut |index, part, limit| {
            if visit(index, part).is_break() { END_SEARCH } else { limit }
        });
        if last == END_SEARCH { Break(()) } else { Continue(()) }
    }
}

/// Returns the normal of a later hit of two parts that move at their velocities, from the first one to the second: that
/// of the solid which one of them belongs to.
pub(crate) fn normal_of_hit<D: Dimension>(
    own: Option<(&PlacedCollider<D>, u32)>,
    (collider, part): (&PlacedCollider<D>, u32),
    [velocity, velocity_of_collider]: [D::Vector; 2],
    hit: &Cast<D::Vector>,
) -> D::Vector {
    let Contact { on_a, on_b, normal, .. } = hit.contact;
    let motion = velocity - velocity_of_collider;
    // The solids are where they were at the start.
    let [on_a, on_b] = [on_a - velocity * hit.time, on_b - velocity_of_collider * hit.time];
    of_solid(collider, part, |solid| -solid.normal_at(on_b, -normal, motion))
        .or_else(|| {
            own.and_then(|(own, part)| of_solid(own, part, |solid| solid.normal_at(on_a, normal, -motion)))
        })
        .unwrap_or(normal)
}

/// Returns an answer about the solid that a part belongs to.
pub(crate) fn of_solid<D: Dimension, T>(
    collider: &PlacedCollider<D>,
    part: u32,
    mut answer: impl FnMut(&Solid<D>) -> T,
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

/// Returns the contact of a body and the solid that it leaves by a way; the body is the first of the two or the second
/// one.
pub(crate) fn contact<D: Dimension>(exit: &Exit<D>, is_body_first: bool) -> Contact<D::Vector> {
    let &Exit { direction, depth, deepest, status, .. } = exit;
    let [on_body, on_set] = [deepest, deepest + direction * depth].map(D::Vector::narrow);
    let out = D::Vector::narrow(direction);
    let (on_a, on_b, normal) = if is_body_first { (on_body, on_set, -out) } else { (on_set, on_body, out) };
    Contact { on_a, on_b, normal, depth: depth as f32, status }
}
