//! What a character overlaps, and the ways out of it.

use arrayvec::ArrayVec;
use gjk::{Aabb, SimplexCache, Vector, Wide};

use super::platform_sweep::is_platform;
use super::push::{Planes, PushSolution, PushSolver};
use super::surface_tests::SurfaceTests;
use crate::collider::Dimension;
use crate::collider::aabb::padded;
use crate::collider::exit_search::{ExitPlane, ExitSpace, ExitTask, FoundExit, NearObstacle, shortest_exit};
use crate::movement::answer::MoveEnd;
use crate::movement::clearance::{Clearance, Limits, MovingShape, Part};
use crate::movement::constraints::{Constraint, length};
use crate::movement::hit::PartKey;
use crate::movement::obstacles::MAX_STORED_PARTS;
use crate::movement::planes::{ContactPlane, ContactPlanes};
use crate::movement::push_out::{exit_limit, near_part};

/// The distance of the centers of two characters, in units in the last place, up to which both are at one point.
const SAME_PLACE: f64 = 4.0;
/// The length by which the horizontal part of an axis has to exceed that of another to be longer: more than rounding.
const TIE: f64 = 1e-9;

impl<D: Dimension> PushSolver<'_, '_, D> {
    /// Searches for a nearer displacement among all ways out of what overlaps, if a solution may not be the nearest one.
    pub(super) fn nearer_solution(
        &mut self,
        solution: &PushSolution<D>,
        planes: &mut Planes<D>,
    ) -> Option<PushSolution<D>> {
        let wanted = self.carry.displacement;
        let push = solution.displacement - wanted;
        let shape = &self.obstacles.shape;
        let known_length = match solution.end {
            MoveEnd::Arrived => length(push) - shape.tolerance(shape.skin),
            MoveEnd::Crushed(_) => f64::INFINITY,
            _ => return None,
        };
        if known_length <= planes.depth {
            return None;
        }
        // It is crushed before it is moved farther than its own size.
        let (center, longest) = (shape.center(), shape.longest_side());
        let limit = exit_limit(self, center, wanted, known_length, longest);
        let fixed: ArrayVec<_, MAX_STORED_PARTS> =
            planes.swept.iter().map(ContactPlane::constraint).collect();
        let task = ExitTask { center, wanted, fixed: &fixed, limit };
        let FoundExit { displacement, planes: holding, .. } = shortest_exit(self, &task)?;
        let mut found = ContactPlanes::new();
        planes.swept.iter().for_each(|plane| _ = found.push(*plane));
        for ExitPlane { key, constraint } in holding {
            found.push(ContactPlane::rigid(key, constraint.normal, constraint.offset));
        }
        // What was moved into it is passed by none.
        if self
            .first_platform_hit(displacement, |key| planes.all.contains(key) || found.contains(key))
            .is_some()
        {
            return None;
        }
        planes.all = found;
        Some(PushSolution { displacement, end: MoveEnd::Arrived })
    }
}

impl<D: Dimension> ExitSpace<D> for PushSolver<'_, '_, D> {
    type Key = PartKey;

    fn each_overlap(&mut self, displacement: D::Wide, mut visit: impl FnMut(&NearObstacle<D, PartKey>)) {
        let Self { character, platforms, surfaces, parts_to_the_side, .. } = *self;
        let colliders = self.colliders();
        let mut visit_part = |shape: &MovingShape<D>,
                              key: PartKey,
                              part: &Part<D>,
                              clearance: &Clearance<D>,
                              limits: &Limits| {
            // Another character keeps its own skin from this one. It is not to push it by coming near.
            let skin_of_other = character.environment.skin_of(key.entity);
            let skin = skin_of_other.map_or(limits.skin, |skin| skin.min(limits.skin));
            if clearance.bound >= skin - limits.tolerance {
                return;
            }
            let mut near = near_part(key, shape, part, clearance, skin);
            if skin_of_other.is_some() {
                let is_first = colliders.order_of(character.entity) < key.order().0;
                near.only_exit = Some(if parts_to_the_side && clearance.bound < 0.0 {
                    side_plane(surfaces, shape, &near, displacement, is_first)
                } else {
                    near.nearest_exit(displacement)
                });
            }
            visit(&near);
        };
        self.obstacles.overlapping_parts(displacement, |shape, key, part, clearance, limits| {
            if !is_platform(colliders, platforms, key) && !surfaces.blocking.is_one_way(key) {
                visit_part(shape, key, part, clearance, limits);
            }
        });
        for platform in platforms {
            self.each_part_near(platform, displacement, |key, part| {
                let shape = &self.obstacles.shape;
                let mut cache = SimplexCache::default();
                let Some(clearance) = shape.measure(part, displacement, &mut cache) else { return };
                let limits = shape.limits(clearance.bound, clearance.touching_distance);
                if clearance.bound < limits.skin - limits.tolerance
                    && self.was_outside(platform, key, -clearance.normal)
                {
                    visit_part(shape, key, part, &clearance, &limits);
                }
            });
        }
    }

    fn each_guess(&mut self, displacement: D::Wide, visit: impl FnMut(D::Wide)) {
        self.obstacles.each_way_out(displacement, visit);
    }

    fn each_near(
        &mut self,
        displacement: D::Wide,
        motion: D::Wide,
        mut visit: impl FnMut(&NearObstacle<D, PartKey>),
    ) {
        let Self { platforms, surfaces, .. } = *self;
        let colliders = self.colliders();
        self.obstacles.near_motion(displacement, motion, |shape, key, part, clearance, limits| {
            if !is_platform(colliders, platforms, key) && !surfaces.blocking.is_one_way(key) {
                visit(&near_part(key, shape, part, clearance, limits.skin));
            }
        });
        for platform in platforms {
            self.each_part_near(platform, displacement, |key, part| {
                let shape = &self.obstacles.shape;
                let Some(clearance) = shape.measure(part, displacement, &mut SimplexCache::default()) else {
                    return;
                };
                let limits = shape.limits(clearance.bound, clearance.touching_distance);
                if self.was_outside(platform, key, -clearance.normal) {
                    visit(&near_part(key, shape, part, &clearance, limits.skin));
                }
            });
        }
    }
}

/// Returns the plane by which a character leaves another one to the side, and its offset. Where both are at one point, the
/// first of them goes one way, and the other one the opposite way.
fn side_plane<D: Dimension>(
    surfaces: &SurfaceTests<D>,
    shape: &MovingShape<D>,
    near: &NearObstacle<D, PartKey>,
    displacement: D::Wide,
    is_first: bool,
) -> Constraint<D::Wide> {
    let &NearObstacle { obstacle: part, skin, .. } = near;
    let settings = surfaces.settings();
    let Aabb { min, max } = padded(part.aabb());
    let center_of_part = (min.widen() + max.widen()) * 0.5;
    let apart = settings.horizontal(center_of_part - shape.center() - displacement);
    let normal = if length(apart) > SAME_PLACE * shape.ulp {
        apart * (1.0 / length(apart))
    } else {
        // The axis that is least upright.
        let axes = (0..D::Vector::DIMENSION).map(|index| settings.horizontal(D::Vector::axis(index).widen()));
        let axis = axes
            .fold(D::Wide::ZERO, |best, axis| if length(axis) > length(best) + TIE { axis } else { best });
        axis * (if is_first { 1.0 } else { -1.0 } / length(axis))
    };
    let nearest = part.support(D::Vector::narrow(-normal)).widen().dot(normal);
    let farthest = shape.support(normal).dot(normal);
    Constraint { normal, offset: nearest - farthest - skin }
}
