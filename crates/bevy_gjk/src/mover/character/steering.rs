//! How a character slides: on the ground it keeps its heading, in the air it falls, and no steep slope is climbed.

use arrayvec::ArrayVec;
use gjk::{Vector, Wide};

use super::checked_settings::CheckedSettings;
use super::ground::{Footing, GroundTest};
use super::solid::Solidity;
use crate::collider::Dimension;
use crate::mover::answer::{MoveHit, MoveResponse};
use crate::mover::clearance::WideOf;
use crate::mover::constraints::{Constraint, nearest_feasible};
use crate::mover::obstacles::{Hit, PartKey, STORED};
use crate::mover::planes::{ContactPlanes, Projection};
use crate::mover::slide::{Steering, report};

/// A length of a unit normal's part below which it has no direction.
const VANISHING: f64 = 1e-6;

/// The planes of a move, and those that follow from them.
type Constraints<D> = ArrayVec<Constraint<WideOf<D>>, { 2 * STORED }>;

/// What the slides of a walk share.
pub(super) struct Surroundings<'a, 'w, 's, D: Dimension> {
    pub(super) ground: GroundTest<'a, 'w, D>,
    pub(super) solidity: Solidity<'a, 'w, 's, D>,
}

impl<D: Dimension> Surroundings<'_, '_, '_, D> {
    pub(super) fn settings(&self) -> &CheckedSettings<D> {
        self.ground.settings
    }

    /// Returns whether a part that is hit is in the way at all.
    pub(super) fn is_solid(&self, hit: &Hit<D>) -> bool {
        self.solidity.is_solid(hit.key.entity, &hit.limits, -hit.impact.at_min.clearance.normal)
    }

    /// Returns the normal of the ground at a hit, if it is ground.
    pub(super) fn ground_at(&self, hit: &Hit<D>, least_support: f64) -> Option<WideOf<D>> {
        let clearance = &hit.impact.at_min.clearance;
        let footing = Footing {
            key: hit.key,
            point: clearance.on_b,
            normal: -clearance.normal,
            tolerance: hit.limits.tolerance,
        };
        self.ground.normal(&footing, least_support)
    }
}

/// A part in the way of a walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall<D: Dimension> {
    pub(super) key: PartKey,
    /// Where the mover is when it hits it.
    pub(super) place: WideOf<D>,
    /// The motion that is left there.
    pub(super) left: WideOf<D>,
}

/// A slide along the ground: the wanted motion is level, and its heading is kept as far as walls allow. The mover rises as
/// much as the ground requires.
pub(super) struct Walk<'a, 'b, 'w, 's, D: Dimension> {
    pub(super) around: &'a Surroundings<'b, 'w, 's, D>,
    pub(super) hits: &'a mut Vec<MoveHit<D>>,
    /// The first hit that is no ground.
    pub(super) first_wall: Option<Wall<D>>,
    /// Whether the mover is raised above the ground for a step, so that a ceiling pushes it down instead of stopping it.
    pub(super) is_raised: bool,
}

impl<D: Dimension> Steering<D> for Walk<'_, '_, '_, '_, D> {
    fn respond(&mut self, hit: &Hit<D>, place: WideOf<D>, left: WideOf<D>) -> MoveResponse {
        if !self.around.is_solid(hit) {
            return MoveResponse::Pass;
        }
        self.hits.push(report(hit, place, left));
        if !self.around.settings().is_walkable(-hit.impact.at_min.clearance.normal) {
            self.first_wall.get_or_insert(Wall { key: hit.key, place, left });
        }
        MoveResponse::Slide
    }

    fn project(&self, planes: &ContactPlanes<D>, wanted: WideOf<D>) -> Projection<D> {
        let settings = self.around.settings();
        let up = settings.up;
        let walkable = || planes.normals().filter(|normal| settings.is_walkable(-*normal));
        let mut constraints = Constraints::<D>::new();
        let mut fits = true;
        let sinks = self.is_raised && walkable().next().is_none();
        let is_ceiling = |normal: WideOf<D>| normal.dot(up) > VANISHING;
        for normal in planes.normals().filter(|normal| !settings.is_walkable(-*normal)) {
            if sinks && is_ceiling(normal) {
                continue;
            }
            fits &= push_level(&mut constraints, settings, normal);
            if is_ceiling(normal) {
                // Rising on a slope would run into this ceiling: what both of them leave.
                for floor in walkable() {
                    let both = normal + floor * (normal.dot(up) / -floor.dot(up));
                    fits &= push_level(&mut constraints, settings, both);
                }
            }
        }
        let Ok(level) = nearest_feasible(settings.level(wanted), &constraints, D::Vector::DIMENSION) else {
            return Projection::Motion(WideOf::<D>::ZERO);
        };
        if !fits {
            // Between dozens of walls it stands still.
            return Projection::Motion(WideOf::<D>::ZERO);
        }
        // The constraints are level, so this only removes rounding.
        let level = settings.level(level.point);
        let change = |normal: WideOf<D>| -normal.dot(level) / normal.dot(up);
        let rise = if sinks {
            planes.normals().filter(|normal| is_ceiling(*normal)).map(change).fold(0.0, f64::min)
        } else {
            walkable().map(change).fold(0.0, f64::max)
        };
        Projection::Motion(level + up * rise)
    }
}

/// A slide through the air: steep slopes are not climbed, and ground ends a fall.
pub(super) struct Fall<'a, 'b, 'w, 's, D: Dimension> {
    pub(super) around: &'a Surroundings<'b, 'w, 's, D>,
    pub(super) hits: &'a mut Vec<MoveHit<D>>,
    /// The least support of the ground that ends the fall; `None` if none does.
    pub(super) landing: Option<f64>,
    pub(super) has_landed: bool,
}

impl<D: Dimension> Steering<D> for Fall<'_, '_, '_, '_, D> {
    fn respond(&mut self, hit: &Hit<D>, place: WideOf<D>, left: WideOf<D>) -> MoveResponse {
        if !self.around.is_solid(hit) {
            return MoveResponse::Pass;
        }
        self.hits.push(report(hit, place, left));
        if let Some(least_support) = self.landing
            && self.around.ground_at(hit, least_support).is_some()
        {
            self.has_landed = true;
            return MoveResponse::Stop;
        }
        MoveResponse::Slide
    }

    fn project(&self, planes: &ContactPlanes<D>, wanted: WideOf<D>) -> Projection<D> {
        let settings = self.around.settings();
        let mut constraints = Constraints::<D>::new();
        for normal in planes.normals() {
            let _ = constraints.try_push(Constraint { normal, offset: 0.0 });
            let rise = -normal.dot(settings.up);
            if rise > VANISHING && settings.least_cosine.is_some_and(|least| rise < least) {
                // There is room: each plane gives two constraints at most.
                push_level(&mut constraints, settings, normal);
            }
        }
        match nearest_feasible(wanted, &constraints, D::Vector::DIMENSION) {
            Ok(found) => Projection::Motion(found.point),
            Err(_) => Projection::Motion(WideOf::<D>::ZERO),
        }
    }
}

/// Adds the level plane that belongs to a normal, if the normal is not vertical. Returns whether there was room.
fn push_level<D: Dimension>(
    constraints: &mut Constraints<D>,
    settings: &CheckedSettings<D>,
    normal: WideOf<D>,
) -> bool {
    let level = settings.level(normal);
    let length = level.dot(level).sqrt();
    length <= VANISHING
        || constraints.try_push(Constraint { normal: level * (1.0 / length), offset: 0.0 }).is_ok()
}
