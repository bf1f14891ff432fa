//! What a character overlaps, and the exits from it.

use arrayvec::ArrayVec;
use gjk::{Aabb, SimplexCache, Vector, Wide};

use super::{Planes, PushSolution, PushSolver, SurfaceTests, is_platform};
use crate::collider::Dimension;
use crate::collider::aabb::padded;
use crate::collider::exit_search::{ExitPlane, ExitSpace, FoundExit, NearObstacle};
use crate::movement::{
    Constraint, ContactPlane, ContactPlanes, MAX_STORED_PARTS, MoveEnd, MovingShape, NearPart, PartKey,
    length, nearest_exit,
};

/// The distance of the centers of two characters, in units in the last place, up to which both are at one point.
const SAME_PLACE: f64 = 4.0;
/// The length by which the horizontal part of an axis has to exceed that of another to be longer: more than rounding.
const TIE: f64 = 1e-9;

impl<D: Dimension> PushSolver<'_, '_, D> {
    /// Searches for a nearer displacement among all exits from what overlaps, if a solution may not be the nearest one.
    pub(super) fn nearer_solution(
        &mut self,
        solution: &PushSolution<D>,
        planes: &mut Planes<D>,
    ) -> Option<PushSolution<D>> {
        let (wanted, shape) = (self.carry.displacement, self.obstacles.shape);
        let push = solution.displacement - wanted;
        let known_length = match solution.end {
            MoveEnd::Arrived => length(push) - shape.tolerance(shape.skin),
            MoveEnd::Crushed(_) => f64::INFINITY,
            _ => return None,
        };
        if known_length <= planes.depth {
            return None;
        }
        let fixed: ArrayVec<_, MAX_STORED_PARTS> =
            planes.swept.iter().map(ContactPlane::constraint).collect();
        // It is crushed before it is moved farther than its own size.
        let longest = shape.longest_side();
        let FoundExit { displacement, planes: holding, .. } =
            nearest_exit(self, &shape, wanted, &fixed, known_length, longest)?;
        let mut found = ContactPlanes::default();
        planes.swept.iter().for_each(|plane| _ = found.push(*plane));
        for ExitPlane { key, constraint } in holding {
            found.push(ContactPlane::rigid(key, constraint.normal, constraint.offset));
        }
        // What was moved into it is passed by none.
        let has_plane = |key| planes.all.contains(key) || found.contains(key);
        if self.first_platform_hit(displacement, has_plane).is_some() {
            return None;
        }
        planes.all = found;
        Some(PushSolution { displacement, end: MoveEnd::Arrived })
    }

    /// Shows each part near a motion that may push the character, of what stands still and of the platforms: all, or
    /// only those that are overlapped at the start of the motion.
    fn each_pushing_part(
        &mut self,
        displacement: D::Wide,
        motion: D::Wide,
        only_overlapped: bool,
        mut visit: impl FnMut(&NearPart<D>),
    ) {
        let (colliders, platforms, surfaces) = (self.colliders(), self.rules.platforms, self.surfaces);
        let counts = |near: &NearPart<D>| !only_overlapped || near.is_overlapped();
        self.obstacles.near_motion(displacement, motion, |near| {
            let key = near.key;
            if counts(near) && !is_platform(colliders, platforms, key) && !surfaces.is_one_way(key) {
                visit(near);
            }
        });
        for platform in platforms {
            self.each_part_near(platform, displacement, |key, part| {
                let shape = &self.obstacles.shape;
                let clearance = shape.measure(part, displacement, &mut SimplexCache::default());
                let Some(clearance) = &clearance else { return };
                let limits = &shape.limits(clearance);
                let near = NearPart { shape, key, part, clearance, limits };
                if counts(&near) && self.was_outside(platform, key, -clearance.normal) {
                    visit(&near);
                }
            });
        }
    }
}

impl<D: Dimension> ExitSpace<D> for PushSolver<'_, '_, D> {
    type Key = PartKey;

    fn each_overlap(&mut self, displacement: D::Wide, mut visit: impl FnMut(&NearObstacle<D, PartKey>)) {
        let (character, surfaces, colliders) = (self.character, self.surfaces, self.colliders());
        let parts_to_the_side = self.rules.parts_to_the_side;
        self.each_pushing_part(displacement, D::Wide::ZERO, true, |near| {
            // Another character keeps its own skin from this one. It is not to push it by coming near.
            let skin_of_other = character.skin_of(near.key.entity);
            let skin = skin_of_other.map_or(near.limits.skin, |skin| skin.min(near.limits.skin));
            if near.clearance.bound >= skin - near.limits.tolerance {
                return;
            }
            let mut obstacle = near.obstacle(skin);
            if skin_of_other.is_some() {
                let is_first = colliders.order_of(character.entity) < near.key.order;
                obstacle.only_exit = Some(if parts_to_the_side && near.clearance.bound < 0.0 {
                    side_plane(surfaces, near.shape, &obstacle, displacement, is_first)
                } else {
                    obstacle.nearest_exit(displacement)
                });
            }
            visit(&obstacle);
        });
    }

    fn each_guess(&mut self, displacement: D::Wide, visit: impl FnMut(D::Wide)) {
        self.obstacles.each_exit_of_solids(displacement, visit);
    }

    fn each_near(
        &mut self,
        displacement: D::Wide,
        motion: D::Wide,
        mut visit: impl FnMut(&NearObstacle<D, PartKey>),
    ) {
        self.each_pushing_part(displacement, motion, false, |near| visit(&near.obstacle(near.limits.skin)));
    }
}

/// Returns the plane by which a character leaves another one to the side, and its offset. Where both are at one point,
/// the first of them goes one way, and the other one the opposite way.
fn side_plane<D: Dimension>(
    surfaces: &SurfaceTests<D>,
    shape: &MovingShape<D>,
    near: &NearObstacle<D, PartKey>,
    displacement: D::Wide,
    is_first: bool,
) -> Constraint<D::Wide> {
    let &NearObstacle { obstacle: part, skin, .. } = near;
    let settings = &surfaces.settings;
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
