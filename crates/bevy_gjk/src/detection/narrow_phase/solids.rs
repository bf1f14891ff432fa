//! Pairs with [sets that have a boundary](crate::collider::solid): what is inside of a closed mesh, and the ways out.

use core::ops::ControlFlow::{Break, Continue};
use core::ops::Range;

use gjk::{Aabb, Contact, Placed, Status, Support, Vector, Wide};
use smallvec::SmallVec;

mod parts_inside;

use crate::collider::bvh::{AabbDistance, END_SEARCH};
use crate::collider::solid::{BodyParts, Exit, Solid, any_point};
use crate::collider::{ColliderShape, ConvexOf, Dimension};
use crate::detection::narrow_phase::composite::{self, OfParts, each_part_pair};
use crate::detection::proxies::PlacedCollider;
pub(super) use parts_inside::each_part_inside;

/// Returns whether one of two colliders, no parts of which touch, has a part inside of the other.
pub(super) fn is_one_inside<D: Dimension>([a, b]: [&PlacedCollider<D>; 2]) -> bool {
    is_one_inside_of([a, b], [&may_touch(a, b), &may_touch(b, a)])
}

/// Does the same with those parts of each for which its function returns true.
pub(crate) fn is_one_inside_of<D: Dimension>(
    [a, b]: [&PlacedCollider<D>; 2],
    [counts_of_a, counts_of_b]: [&dyn Fn(u32) -> bool; 2],
) -> bool {
    has_inside(a, b, counts_of_b) || has_inside(b, a, counts_of_a)
}

/// Returns whether a part of a collider may touch closed meshes of another one: not, if layers of its own say so, or those
/// of the other entity, where cells beside the meshes have others.
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
    if !collider.has_closed_mesh() {
        return false;
    }
    let point = any_point(part).widen();
    let is_in = |solid: &Solid<D>| solid.contains_between_faces(point);
    collider.each_solid(&mut |solid| if is_in(solid) { Break(()) } else { Continue(()) }).is_break()
}

/// Returns whether a collider has a part of another one between its faces.
fn has_inside<D: Dimension>(
    outer: &PlacedCollider<D>,
    inner: &PlacedCollider<D>,
    counts: &dyn Fn(u32) -> bool,
) -> bool {
    if !outer.has_closed_mesh() {
        return false;
    }
    let at = AabbDistance::new::<D>(&outer.bounds());
    let flow = outer.each_solid(&mut |solid| {
        let last = inner.search_parts(&at, 0.0, &mut |index, part, limit| {
            if counts(index) && solid.contains_between_faces(any_point(part).widen()) {
                END_SEARCH
            } else {
                limit
            }
        });
        if last == END_SEARCH { Break(()) } else { Continue(()) }
    });
    flow.is_break()
}

/// Returns the two parts that overlap deepest, and their contact.
pub(super) fn deepest<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> OfParts<Contact<D::Vector>> {
    let mut deepest: OfParts<Contact<D::Vector>> = None;
    let mut consider = |parts: [u32; 2], contact: Contact<D::Vector>| {
        if deepest.is_none_or(|(of, deepest)| (-contact.depth, parts) < (-deepest.depth, of)) {
            deepest = Some((parts, contact));
        }
    };
    let [a, b] = pair;
    each_part_pair(pair, 0.0, |[of_a, of_b], one, two, limit| {
        let is_endless = one.half_space().is_some() || two.half_space().is_some();
        if (is_endless || !a.is_part_of_solid(of_a) && !b.is_part_of_solid(of_b))
            && let Some(contact) = gjk::contact(one, two)
        {
            consider([of_a, of_b], contact);
        }
        limit
    });
    each_way_out(pair, [&may_touch(a, b), &may_touch(b, a)], consider);
    // Where coordinates are too large for a way out to be found, parts answer for themselves.
    deepest.or_else(|| composite::deepest_of_parts(pair))
}

/// Calls for each set with a boundary of one of two colliders that the other one has to leave, with a part of each and the contact that leads it
/// out. The smaller one leaves the other; of the larger one, what it has not left is led out of the sets of the smaller one. Of each,
/// those parts are led out for which its function returns true.
pub(crate) fn each_way_out<D: Dimension>(
    [a, b]: [&PlacedCollider<D>; 2],
    [counts_of_a, counts_of_b]: [&dyn Fn(u32) -> bool; 2],
    mut visit: impl FnMut([u32; 2], Contact<D::Vector>),
) {
    // The parts of the sets that the smaller one leaves.
    let mut left = SmallVec::<[Range<u32>; 2]>::new();
    let is_a_smaller =
        (size(a), a.shape().map(ColliderShape::len)) <= (size(b), b.shape().map(ColliderShape::len));
    for is_a_body in [is_a_smaller, !is_a_smaller] {
        let (body, outer) = if is_a_body { (a, b) } else { (b, a) };
        let counts = if is_a_body { counts_of_a } else { counts_of_b };
        let sets = core::mem::take(&mut left);
        let is_led_out = |part| counts(part) && !sets.iter().any(|set| set.contains(&part));
        let parts = PartsNear::new(body, outer, &is_led_out);
        let _ = outer.each_solid(&mut |solid| {
            if let Some(exit) = solid.exit(&parts, D::Wide::ZERO) {
                left.push(solid.parts());
                let (of_body, of_set) = (exit.part_of_body, exit.part);
                let parts = if is_a_body { [of_body, of_set] } else { [of_set, of_body] };
                visit(parts, contact(&exit, is_a_body));
            }
            Continue(())
        });
    }
}

/// Returns the longest side of the AABB of a collider.
fn size<D: Dimension>(collider: &PlacedCollider<D>) -> f32 {
    let Aabb { min, max } = collider.bounds();
    (max - min).max_element()
}

/// The bounded parts of a collider that count: of many, those near another one.
struct PartsNear<'c, D: Dimension> {
    body: &'c PlacedCollider<D>,
    region: Option<Aabb<D::Vector>>,
    counts: &'c dyn Fn(u32) -> bool,
}

impl<'c, D: Dimension> PartsNear<'c, D> {
    fn new(body: &'c PlacedCollider<D>, outer: &PlacedCollider<D>, counts: &'c dyn Fn(u32) -> bool) -> Self {
        /// The number of parts up to which all count. On its way out, a part may meet what it was not near to before.
        const FEW: u32 = 32;
        let has_many = body.shape().is_some_and(|shape| shape.len() > FEW);
        Self { body, region: has_many.then(|| outer.bounds()), counts }
    }
}

impl<D: Dimension> BodyParts<D::Vector> for PartsNear<'_, D> {
    fn outward(&self, index: u32) -> Option<D::Wide> {
        if !self.body.has_closed_mesh() {
            return None;
        }
        let mut outward = None;
        let _ = self.body.each_solid(&mut |solid| {
            outward = solid.outward_of_part(index);
            if outward.is_some() { Break(()) } else { Continue(()) }
        });
        outward
    }

    fn each(&self, visit: &mut dyn FnMut(u32, &dyn Support<D::Vector>)) {
        let mut visit_bounded = |index: u32, part: &Placed<&ConvexOf<D>, D::Vector>| {
            let Aabb { min, max } = part.aabb();
            if min.is_finite() && max.is_finite() && (self.counts)(index) {
                visit(index, part);
            }
        };
        match &self.region {
            Some(region) => {
                self.body.search_parts(&AabbDistance::new::<D>(region), 0.0, &mut |index, part, limit| {
                    visit_bounded(index, part);
                    limit
                });
            }
            None => {
                let _ = self.body.each_part(|index, part| {
                    visit_bounded(index, part);
                    Continue(())
                });
            }
        }
    }
}

/// Returns the contact of a body and the set that it leaves by a way; the body is the first of the two or the second one.
pub(crate) fn contact<D: Dimension>(exit: &Exit<D>, is_body_first: bool) -> Contact<D::Vector> {
    let &Exit { direction, depth, deepest, .. } = exit;
    let [on_body, on_set] = [deepest, deepest + direction * depth].map(D::Vector::narrow);
    let out = D::Vector::narrow(direction);
    let (on_a, on_b, normal) = if is_body_first { (on_body, on_set, -out) } else { (on_set, on_body, out) };
    Contact { on_a, on_b, normal, depth: depth as f32, status: Status::Converged }
}
