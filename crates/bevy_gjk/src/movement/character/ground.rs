//! Ground detection at one contact: the most upward normal of a touched feature decides between ground and wall. What
//! the character stands on after its move is chosen among all contacts in
//! [`ground`](super::touched_parts::TouchedParts::ground).
//!
//! Where a capsule stands on the edge of a ledge, the normal of the contact is inclined, but what it stands on is the
//! top of the ledge. The normals of a convex part at a point `q` of its surface are the directions `d` in which no
//! point of the part lies farther than `q`. Of these the one nearest to the up direction is found by cutting planes:
//! one support query shows whether a direction is such a normal, and otherwise gives a point that excludes it. Each
//! exclusion leaves a smaller cone, so the search ends early where all of the cone is too steep.
//!
//! The *rise* of a unit normal is its component along the up direction. Ground needs two things: the most upward normal
//! of the feature is not too steep, and the normal of the contact itself has a rise of at least `min_rise`, so that a
//! character does not stand on the outermost edge of a ledge. How far it may hang over an edge at all is a setting.
//! Whether a move follows a surface or takes it for a wall is judged by the normal of the contact alone:
//! [`is_walkable`](super::checked_settings::CheckedSettings::is_walkable).

use core::ops::ControlFlow;

use arrayvec::ArrayVec;
use gjk::{Aabb, Support, Vector, Wide};

use super::{MoverContact, SurfaceTests};
use crate::collider::Dimension;
use crate::movement::{
    Constraint, Hit, PartKey, PlacedPart, any_part, each_part_in_order, length, nearest_feasible,
};

/// The limit of support queries of a part, and of cuts that are kept. A face takes one or two, a curved surface some
/// more.
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

impl<D: Dimension> SurfaceTests<'_, D> {
    /// Returns the normal of the ground at a hit, if it is ground.
    pub(super) fn ground_at(&self, hit: &Hit<D>, min_rise: f64) -> Option<D::Wide> {
        self.ground_normal(&PartContact::of(hit), min_rise)
    }

    /// Returns the normal of the ground at a contact, or `None` if it is none. `min_rise` is the least rise of the
    /// normal of the contact.
    pub(super) fn ground_normal(&self, contact: &PartContact<D>, min_rise: f64) -> Option<D::Wide> {
        self.surface_normal(contact, min_rise).filter(|surface| !self.hangs_over(contact, *surface))
    }

    /// Returns whether a round bottom hangs farther over the edge of a surface than it may, with nothing below it
    /// within the height of a step.
    fn hangs_over(&self, contact: &PartContact<D>, surface: D::Wide) -> bool {
        let Self { settings, shape, .. } = self;
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
        let bounds = Aabb { min: origin.min(end), max: origin.max(end) };
        any_part(self.query, &bounds, self.filter, |_, part| {
            gjk::ray_cast(part, origin, D::Vector::narrow(-up), depth as f32).is_some()
        })
    }

    /// Returns the most upward normal of the surface at a contact if that is ground, wherever the edge is.
    pub(super) fn surface_normal(&self, contact: &PartContact<D>, min_rise: f64) -> Option<D::Wide> {
        // `None`: nothing counts as ground.
        let least_cosine = self.settings.least_cosine?;
        let up = self.settings.up;
        let rise = contact.normal.dot(up);
        if !(rise >= min_rise) {
            return None;
        }
        let collider = self.query.colliders().get(contact.key.entity)?;
        let (cuts, active, best) = (ArrayVec::new(), [None; 3], Some(up));
        let mut cone = NormalCone { up, least_cosine, contact, cuts, active, best };
        let is_open = collider.with_part(contact.key.part, |part| cone.cut(part))?;
        if rise >= least_cosine {
            // The normal of the contact is one of the feature. Near the edge of a face, the rounding of the point may
            // cut it off.
            return cone.best.or(Some(contact.normal));
        }
        if is_open {
            // At the edge between two faces of one surface, each part alone would give too large a cone.
            self.each_part_at(contact, |part| {
                if cone.cut(part) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        cone.best
    }

    /// Visits the other parts that contain the point of a contact, in the order of their keys.
    fn each_part_at(
        &self,
        contact: &PartContact<D>,
        mut visit: impl FnMut(&PlacedPart<D>) -> ControlFlow<()>,
    ) {
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

/// The cone of normals that is left at a contact, and the direction in it that is nearest to the up direction.
struct NormalCone<'c, D: Dimension> {
    up: D::Wide,
    least_cosine: f64,
    contact: &'c PartContact<D>,
    cuts: ArrayVec<Constraint<D::Wide>, MAX_CUTS>,
    /// The indices of the cuts that hold the best direction.
    active: [Option<(usize, f64)>; 3],
    best: Option<D::Wide>,
}

impl<D: Dimension> NormalCone<'_, D> {
    /// Cuts off the directions that are no normals of a part. Returns whether ground is left.
    fn cut(&mut self, part: &PlacedPart<D>) -> bool {
        for _ in 0..MAX_CUTS {
            let Some(direction) = self.best else { break };
            if let Some(plane) = part.half_space() {
                let normal = plane.normal;
                self.best = (normal.dot(direction) >= 1.0 - SAME_DIRECTION
                    || normal.dot(self.up) >= self.least_cosine)
                    .then_some(normal);
                break;
            }
            let offset = part.support(D::Vector::narrow(direction)).widen() - self.contact.point;
            let length = length(offset);
            if !(offset.dot(direction) > self.contact.tolerance) {
                return true;
            }
            self.add(Constraint { normal: offset * (1.0 / length), offset: 0.0 });
        }
        // Of a smooth surface, all that is left is near its only normal.
        self.best.is_some()
    }

    /// Adds a cut that the best direction violates. If there is no room, it stands beside those that held that
    /// direction: they exclude all that was better.
    fn add(&mut self, cut: Constraint<D::Wide>) {
        if self.cuts.is_full() {
            self.cuts = self.active.iter().flatten().map(|&(index, _)| self.cuts[index]).collect();
        }
        self.cuts.push(cut);
        let found = nearest_feasible(self.up, &self.cuts, D::Vector::DIMENSION);
        self.best = found.ok().and_then(|found| {
            self.active = found.active;
            let length = length(found.point);
            // The distance from the up direction is the sine of the angle, so the length is its cosine.
            (length >= self.least_cosine.max(MIN_COSINE)).then(|| found.point * (1.0 / length))
        });
    }
}
