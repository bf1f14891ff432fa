//! Ground detection at one contact: the most upward normal of a touched feature decides between ground and wall. What the
//! character stands on after its move is chosen among all contacts in
//! [`ground`](super::touched_parts::TouchedParts::ground).
//!
//! Where a capsule stands on the edge of a ledge, the normal of the contact is inclined, but what it stands on is the
//! top of the ledge. The normals of a convex part at a point `q` of its surface are the directions `d` in which no point
//! of the part lies farther than `q`. Of these the one nearest to the up direction is found by cutting planes: one support
//! query tells whether a direction is such a normal, and otherwise gives a point that excludes it. Each exclusion leaves a
//! smaller cone, so the search ends early where all of the cone is too steep.
//!
//! The *rise* of a unit normal is its component along the up direction. Ground needs two things: the most upward normal
//! of the feature is not too steep, and the normal of the contact itself has a rise of at least `min_rise`, so that a
//! character does not stand on the outermost edge of a ledge. How far it may hang over an edge at all is a setting. Whether
//! a move follows a surface or takes it for a wall is judged by the normal of the contact alone:
//! [`is_walkable`](CheckedSettings::is_walkable).

use core::ops::ControlFlow;

use arrayvec::ArrayVec;
use gjk::{Aabb, Support, Vector, Wide};

use super::checked_settings::CheckedSettings;
use super::state::MoverContact;
use crate::collider::Dimension;
use crate::collider::bvh::AabbDistance;
use crate::movement::clearance::Part;
use crate::movement::constraints::{Constraint, length, nearest_feasible};
use crate::movement::hit::{Hit, PartKey};
use crate::movement::parts_in_order::each_part_in_order;
use crate::query::{CollisionQuery, FilterView};

/// The limit of support queries of a part, and of cuts that are kept. A face takes one or two, a curved surface some more.
const MAX_CUTS: usize = 24;
/// How much less than one the cosine of two directions may be that are the same, up to rounding.
pub(super) const SAME_DIRECTION: f64 = 1e-9;
/// The least cosine of the angle between a normal of ground and the up direction, where
/// [`max_slope`](crate::CharacterMover::max_slope) is a right angle: a normal that is horizontal up to rounding has
/// none.
const MIN_COSINE: f64 = 1e-6;

/// A contact of the mover with a part, or where one would be.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartContact<D: Dimension> {
    pub(super) key: PartKey,
    pub(super) point: D::Wide,
    /// The unit normal of the contact, towards the mover.
    pub(super) normal: D::Wide,
    /// The tolerance of the clearance.
    pub(super) tolerance: f64,
}

impl<D: Dimension> PartContact<D> {
    /// Describes the contact with a part at a hit.
    pub(super) fn of(hit: &Hit<D>) -> Self {
        let clearance = &hit.impact.at_min.clearance;
        Self {
            key: hit.key,
            point: clearance.on_b,
            normal: -clearance.normal,
            tolerance: hit.limits.tolerance,
        }
    }

    /// Describes the contact for the user, with the normal of the surface.
    pub(super) fn report(&self, surface: D::Wide) -> MoverContact<D> {
        MoverContact {
            entity: self.key.entity,
            part: self.key.part,
            point: D::Vector::narrow(self.point),
            normal: D::Vector::narrow(surface),
            contact_normal: D::Vector::narrow(self.normal),
        }
    }
}

/// What decides about ground.
#[derive(Clone, Copy)]
pub(super) struct GroundTest<'a, D: Dimension> {
    pub(super) query: &'a CollisionQuery<'a, D>,
    pub(super) filter: FilterView<'a>,
    pub(super) settings: &'a CheckedSettings<D>,
    /// The character where its move begins.
    pub(super) shape: &'a dyn Support<D::Vector>,
}

impl<D: Dimension> GroundTest<'_, D> {
    /// Returns the normal of the ground at a contact, or `None` if it is none. `min_rise` is the least rise of the
    /// normal of the contact.
    pub(super) fn ground_normal(&self, contact: &PartContact<D>, min_rise: f64) -> Option<D::Wide> {
        self.surface_normal(contact, min_rise).filter(|surface| !self.hangs_over(contact, *surface))
    }

    /// Returns whether a round bottom hangs farther over the edge of a surface than it may, with nothing below it within the
    /// height of a step.
    fn hangs_over(&self, contact: &PartContact<D>, surface: D::Wide) -> bool {
        let Self { settings, shape, .. } = *self;
        if contact.normal.dot(surface) >= settings.least_edge_cosine {
            return false;
        }
        let up = settings.up;
        let support = |direction: D::Wide| shape.support(D::Vector::narrow(direction)).widen();
        // From the point that touches the edge to the lowest one, wherever the shape is.
        let lowest = contact.point + support(up * -1.0) - support(contact.normal * -1.0);
        let depth = settings.step_height - (contact.point - lowest).dot(up);
        !(depth > 0.0 && self.has_part_below(lowest, depth))
    }

    /// Returns whether there is any part at a depth of at most `depth` straight below a point.
    fn has_part_below(&self, point: D::Wide, depth: f64) -> bool {
        let up = self.settings.up;
        let (origin, end) = (D::Vector::narrow(point), D::Vector::narrow(point - up * depth));
        let bounds = AabbDistance::new::<D>(&Aabb { min: origin.min(end), max: origin.max(end) });
        let mut found = false;
        self.query.each_part(&bounds, 0.0, self.filter, &mut |_, _, part, limit| {
            found |= gjk::ray_cast(part, origin, D::Vector::narrow(-up), depth as f32).is_some();
            if found { -1.0 } else { limit }
        });
        found
    }

    /// Returns the most upward normal of the surface at a contact if that is ground, wherever the edge is.
    pub(super) fn surface_normal(&self, contact: &PartContact<D>, min_rise: f64) -> Option<D::Wide> {
        // `None`: nothing counts as ground.
        let least = self.settings.least_cosine?;
        let rise = contact.normal.dot(self.settings.up);
        if !(rise >= min_rise) {
            return None;
        }
        let collider = self.query.colliders().get(contact.key.entity)?;
        let mut cone = NormalCone::new(self.settings.up, least, contact);
        let is_open = collider.with_part(contact.key.part, |part| cone.cut(part))?;
        if rise >= least {
            // The normal of the contact is one of the feature. Near the edge of a face, the rounding of the point may cut
            // it off.
            return cone.best().or(Some(contact.normal));
        }
        if is_open {
            // At the edge between two faces of one surface, each part alone would give too large a cone.
            self.each_part_at(contact, |part| {
                if cone.cut(part) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        cone.best()
    }

    /// Visits the other parts that contain the point of a contact, in the order of their keys.
    fn each_part_at(&self, contact: &PartContact<D>, mut visit: impl FnMut(&Part<D>) -> ControlFlow<()>) {
        let point = D::Vector::narrow(contact.point);
        let tolerance = contact.tolerance as f32;
        let padding = D::Vector::splat(tolerance);
        let bounds = Aabb { min: point - padding, max: point + padding };
        let still = D::Wide::ZERO;
        each_part_in_order(self.query, &bounds, self.filter, &mut |key, part| {
            if key == contact.key {
                return ControlFlow::Continue(());
            }
            let found = gjk::Query::new(&gjk::Point::new([point]), part).signed_distance(still);
            let is_here = found.is_some_and(|found| found.distance <= contact.tolerance);
            if is_here { visit(part) } else { ControlFlow::Continue(()) }
        });
    }
}

/// The cone of normals that is left, and the direction in it that is nearest to the up direction.
struct NormalCone<W: Wide> {
    up: W,
    least_cosine: f64,
    point: W,
    tolerance: f64,
    dimension: usize,
    cuts: ArrayVec<Constraint<W>, MAX_CUTS>,
    /// The indices of the cuts that hold the best direction.
    active: [Option<(usize, f64)>; 3],
    best: Option<W>,
}

impl<W: Wide> NormalCone<W> {
    fn new<D: Dimension<Wide = W>>(up: W, least_cosine: f64, contact: &PartContact<D>) -> Self {
        Self {
            up,
            least_cosine,
            point: contact.point,
            tolerance: contact.tolerance,
            dimension: D::Vector::DIMENSION,
            cuts: ArrayVec::new(),
            active: [None; 3],
            best: Some(up),
        }
    }

    /// Cuts off the directions that are no normals of a part. Returns whether ground is left.
    fn cut<V: Vector<Wide = W, Scalar = f32>>(&mut self, part: &impl Support<V>) -> bool {
        for _ in 0..MAX_CUTS {
            let Some(direction) = self.best else { break };
            if let Some(plane) = part.half_space() {
                let normal = plane.normal;
                self.best = (normal.dot(direction) >= 1.0 - SAME_DIRECTION
                    || normal.dot(self.up) >= self.least_cosine)
                    .then_some(normal);
                break;
            }
            let offset = part.support(V::narrow(direction)).widen() - self.point;
            let length = length(offset);
            if !(offset.dot(direction) > self.tolerance) {
                return true;
            }
            self.add(Constraint { normal: offset * (1.0 / length), offset: 0.0 });
        }
        // Of a smooth surface, all that is left is near its only normal.
        self.best.is_some()
    }

    /// Adds a cut that the best direction violates. If there is no room, it stands beside those that held that direction:
    /// they exclude all that was better.
    fn add(&mut self, cut: Constraint<W>) {
        if self.cuts.is_full() {
            self.cuts = self.active.iter().flatten().map(|&(index, _)| self.cuts[index]).collect();
        }
        self.cuts.push(cut);
        let found = nearest_feasible(self.up, &self.cuts, self.dimension);
        self.best = found.ok().and_then(|found| {
            self.active = found.active;
            let length = length(found.point);
            // The distance from the up direction is the sine of the angle, so the length is its cosine.
            (length >= self.least_cosine.max(MIN_COSINE)).then(|| found.point * (1.0 / length))
        });
    }

    fn best(&self) -> Option<W> {
        self.best
    }
}
