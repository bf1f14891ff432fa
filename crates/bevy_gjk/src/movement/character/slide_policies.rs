//! The two ways in which a character slides: on the ground it keeps its heading, in the air it falls. No steep slope is
//! climbed in either.

use gjk::{Vector, Wide};
use smallvec::SmallVec;

use super::checked_settings::CheckedSettings;
use super::surface_tests::SurfaceTests;
use super::walk::LEAST_GAIN;
use crate::collider::Dimension;
use crate::movement::answer::{MoveHit, MoveResponse};
use crate::movement::constraints::{Constraint, length, nearest_feasible};
use crate::movement::hit::{Hit, PartKey};
use crate::movement::obstacles::MAX_STORED_PARTS;
use crate::movement::planes::{ContactPlanes, Projection};
use crate::movement::slide::{SlidePolicy, report};

/// A length of a unit normal's part below which it has no direction.
pub(super) const VANISHING: f64 = 1e-6;

/// The planes of a move, and those that follow from them.
type Constraints<D> = SmallVec<[Constraint<<D as Dimension>::Wide>; 2 * MAX_STORED_PARTS]>;

/// A part that is no ground and in the way of a walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall<D: Dimension> {
    pub(super) key: PartKey,
    /// The displacement of the mover when it hits it.
    pub(super) displacement: D::Wide,
    /// The motion that remains there.
    pub(super) remaining: D::Wide,
}

/// A slide along the ground: the wanted motion is horizontal, and its heading is kept as far as walls allow. The mover
/// rises as much as the ground requires.
pub(super) struct WalkPolicy<'a, D: Dimension> {
    pub(super) surfaces: &'a SurfaceTests<'a, D>,
    pub(super) hits: &'a mut Vec<MoveHit<D>>,
    /// The first hit that is no ground.
    pub(super) first_wall: Option<Wall<D>>,
    /// Where it begins, if it is the forward part of a step. The mover is above the ground then, so a ceiling pushes it down
    /// instead of stopping it, and the step ends at the first ground that it meets, rather than lead over several steps. It ends
    /// at the first wall that it comes to, too, which may be the next step: along that, it would spend the motion of a way up
    /// the stairs that is not perpendicular to them. It goes past walls that it touches already.
    pub(super) step_from: Option<D::Wide>,
}

impl<D: Dimension> WalkPolicy<'_, D> {
    /// Returns whether the forward part of a step has led anywhere.
    fn has_stepped(&self, displacement: D::Wide, remaining: D::Wide) -> bool {
        self.step_from.is_some_and(|from| length(displacement - from) > LEAST_GAIN * length(remaining))
    }
}

impl<D: Dimension> SlidePolicy<D> for WalkPolicy<'_, D> {
    fn respond(
        &mut self,
        hit: &Hit<D>,
        [from, displacement]: [D::Wide; 2],
        remaining: D::Wide,
    ) -> MoveResponse {
        if !note_if_blocking(self.surfaces, self.hits, hit, [from, displacement], remaining) {
            return MoveResponse::Pass;
        }
        if self.surfaces.settings().is_walkable(-hit.impact.at_min.clearance.normal) {
            return if self.step_from.is_some() { MoveResponse::Stop } else { MoveResponse::Slide };
        }
        self.first_wall.get_or_insert(Wall { key: hit.key, displacement, remaining });
        if self.has_stepped(displacement, remaining) { MoveResponse::Stop } else { MoveResponse::Slide }
    }

    fn project(&self, planes: &ContactPlanes<D>, wanted: D::Wide) -> Projection<D> {
        let settings = self.surfaces.settings();
        let up = settings.up;
        let is_walkable = |normal: D::Wide| settings.is_walkable(-normal);
        let is_ceiling = |normal: D::Wide| normal.dot(up) > VANISHING;
        let ceiling_pushes_down = self.step_from.is_some();
        // The surfaces that the motion follows up or down; all others only allow it to go past them.
        let is_followed =
            |normal: D::Wide| if ceiling_pushes_down { is_ceiling(normal) } else { is_walkable(normal) };
        let mut constraints = Constraints::<D>::new();
        for normal in planes.normals().filter(|normal| !is_followed(*normal)) {
            push_horizontal(&mut constraints, settings, normal);
            if is_ceiling(normal) != ceiling_pushes_down {
                // It is above where the motion rises, or below where it sinks: what both surfaces leave.
                for followed in planes.normals().filter(|normal| is_followed(*normal)) {
                    let both = normal + followed * (normal.dot(up) / -followed.dot(up));
                    push_horizontal(&mut constraints, settings, both);
                }
            }
        }
        let Ok(nearest) = nearest_feasible(settings.horizontal(wanted), &constraints, D::Vector::DIMENSION)
        else {
            return Projection::Motion(D::Wide::ZERO);
        };
        // The constraints are horizontal, so this only removes rounding.
        let horizontal = settings.horizontal(nearest.point);
        let change = |normal: D::Wide| -normal.dot(horizontal) / normal.dot(up);
        let farther = if ceiling_pushes_down { f64::min } else { f64::max };
        let rise = planes.normals().filter(|normal| is_followed(*normal)).map(change).fold(0.0, farther);
        Projection::Motion(horizontal + up * rise)
    }
}

/// A slide through the air: steep slopes are not climbed, and ground ends a fall.
pub(super) struct FallPolicy<'a, D: Dimension> {
    pub(super) surfaces: &'a SurfaceTests<'a, D>,
    pub(super) hits: &'a mut Vec<MoveHit<D>>,
    /// The least rise of [ground](super::ground) that ends the fall; `None` if none does.
    pub(super) min_rise: Option<f64>,
    pub(super) has_landed: bool,
}

impl<D: Dimension> SlidePolicy<D> for FallPolicy<'_, D> {
    fn respond(&mut self, hit: &Hit<D>, sweep: [D::Wide; 2], remaining: D::Wide) -> MoveResponse {
        if !note_if_blocking(self.surfaces, self.hits, hit, sweep, remaining) {
            return MoveResponse::Pass;
        }
        if let Some(min_rise) = self.min_rise
            && self.surfaces.ground_at(hit, min_rise).is_some()
        {
            self.has_landed = true;
            return MoveResponse::Stop;
        }
        MoveResponse::Slide
    }

    fn project(&self, planes: &ContactPlanes<D>, wanted: D::Wide) -> Projection<D> {
        Projection::Motion(project_fall(self.surfaces.settings(), planes.normals(), wanted))
    }
}

/// Notes a hit of a sweep if the part is in the way at all, and returns whether it is.
fn note_if_blocking<D: Dimension>(
    surfaces: &SurfaceTests<D>,
    hits: &mut Vec<MoveHit<D>>,
    hit: &Hit<D>,
    [from, to]: [D::Wide; 2],
    remaining: D::Wide,
) -> bool {
    let blocks = surfaces.blocks(hit, from);
    if blocks {
        hits.push(report(hit, to, remaining));
    }
    blocks
}

/// A slide down steep surfaces to where they hold the character.
pub(super) struct SinkPolicy<'a, D: Dimension>(pub(super) &'a SurfaceTests<'a, D>);

impl<D: Dimension> SlidePolicy<D> for SinkPolicy<'_, D> {
    fn respond(&mut self, hit: &Hit<D>, [from, _]: [D::Wide; 2], _: D::Wide) -> MoveResponse {
        if self.0.blocks(hit, from) { MoveResponse::Slide } else { MoveResponse::Pass }
    }

    fn project(&self, planes: &ContactPlanes<D>, wanted: D::Wide) -> Projection<D> {
        let settings = self.0.settings();
        let down = project_fall(settings, planes.normals(), settings.up * -1.0);
        let depth = -wanted.dot(settings.up);
        Projection::Motion(if settings.is_steep(down) { down * depth } else { D::Wide::ZERO })
    }
}

/// Returns the nearest motion through the air that surfaces with these unit normals, towards them, allow.
pub(super) fn project_fall<D: Dimension>(
    settings: &CheckedSettings<D>,
    normals: impl Iterator<Item = D::Wide>,
    wanted: D::Wide,
) -> D::Wide {
    let mut constraints = Constraints::<D>::new();
    for normal in normals {
        constraints.push(Constraint { normal, offset: 0.0 });
        let rise = -normal.dot(settings.up);
        if rise > VANISHING && settings.least_cosine.is_some_and(|least| rise < least) {
            push_horizontal(&mut constraints, settings, normal);
        }
    }
    nearest_feasible(wanted, &constraints, D::Vector::DIMENSION).map_or(D::Wide::ZERO, |found| found.point)
}

/// Adds the constraint on horizontal motions that belongs to a normal, if the normal is not vertical.
fn push_horizontal<D: Dimension>(
    constraints: &mut Constraints<D>,
    settings: &CheckedSettings<D>,
    normal: D::Wide,
) {
    let horizontal = settings.horizontal(normal);
    let length = length(horizontal);
    if length > VANISHING {
        constraints.push(Constraint { normal: horizontal * (1.0 / length), offset: 0.0 });
    }
}
