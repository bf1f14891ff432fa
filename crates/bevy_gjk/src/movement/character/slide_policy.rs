//! How a character slides: on the ground it keeps its heading, in the air it falls. No steep slope is climbed in
//! either.

use gjk::{Vector, Wide};
use smallvec::SmallVec;

use super::{CheckedSettings, LEAST_GAIN, SurfaceTests};
use crate::collider::Dimension;
use crate::movement::{
    Constraint, ContactPlanes, Hit, MAX_STORED_PARTS, MoveHit, MoveResponse, PartKey, Projection,
    SlidePolicy, SweepPurpose, length, nearest_feasible, report,
};

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

/// What a slide is for.
#[derive(Clone, Copy)]
pub(super) enum SlideKind<D: Dimension> {
    /// Through the air: ground whose contact has at least this [rise](super::ground) ends the fall; none does with
    /// `None`.
    Air { min_rise: Option<f64> },
    /// Down steep surfaces, to where they hold the character.
    Sink,
    /// Along the ground: the wanted motion is horizontal, and its heading is kept as far as walls allow. The mover
    /// rises as much as the ground requires.
    Walk,
    /// The forward part of a step, which begins after this displacement. The mover is above the ground then, so a
    /// ceiling pushes it down instead of stopping it, and the step ends at the first ground that it meets, rather than
    /// lead over several steps. It ends at the first wall that it comes to, too, which may be the next step: along
    /// that, it would spend the motion of a way up the stairs that is not perpendicular to them. It goes past walls
    /// that it touches already.
    StepForward { from: D::Wide },
}

/// A slide of a character, and what it meets.
pub(super) struct CharacterSlide<'a, D: Dimension> {
    pub(super) kind: SlideKind<D>,
    pub(super) surfaces: &'a SurfaceTests<'a, D>,
    pub(super) hits: &'a mut Vec<MoveHit<D>>,
    /// The first hit of a walk that is no ground.
    pub(super) first_wall: Option<Wall<D>>,
    /// Whether ground has ended a fall.
    pub(super) has_landed: bool,
}

impl<D: Dimension> SlidePolicy<D> for CharacterSlide<'_, D> {
    /// Notes the hit if the part is in the way at all.
    fn respond(
        &mut self,
        hit: &Hit<D>,
        [from, displacement]: [D::Wide; 2],
        remaining: D::Wide,
    ) -> MoveResponse {
        if !self.surfaces.blocks(hit, from) {
            return MoveResponse::Pass;
        }
        self.hits.push(report(hit, displacement, remaining));
        let is_walkable = || self.surfaces.settings.is_walkable(-hit.impact.at_min.clearance.normal);
        let stops = match self.kind {
            SlideKind::Sink => false,
            SlideKind::Air { min_rise } => {
                self.has_landed =
                    min_rise.is_some_and(|min_rise| self.surfaces.ground_at(hit, min_rise).is_some());
                self.has_landed
            }
            SlideKind::Walk if is_walkable() => false,
            SlideKind::StepForward { .. } if is_walkable() => true,
            kind => {
                self.first_wall.get_or_insert(Wall { key: hit.key, displacement, remaining });
                // Only if the step has led anywhere.
                matches!(kind, SlideKind::StepForward { from }
                    if length(displacement - from) > LEAST_GAIN * length(remaining))
            }
        };
        if stops { MoveResponse::Stop } else { MoveResponse::Slide }
    }

    fn project(&self, planes: &ContactPlanes<D>, wanted: D::Wide) -> Projection<D> {
        let settings = &self.surfaces.settings;
        Projection::Motion(match self.kind {
            SlideKind::Walk => project_walk(settings, planes, wanted, false),
            SlideKind::StepForward { .. } => project_walk(settings, planes, wanted, true),
            SlideKind::Air { .. } => project_fall(settings, planes.normals(), wanted),
            SlideKind::Sink => {
                let down = project_fall(settings, planes.normals(), settings.up * -1.0);
                let depth = -wanted.dot(settings.up);
                if settings.is_steep(down) { down * depth } else { D::Wide::ZERO }
            }
        })
    }

    fn purpose(&self) -> SweepPurpose {
        match self.kind {
            SlideKind::Air { .. } if self.surfaces.settings.least_cosine.is_none() => SweepPurpose::Slide,
            SlideKind::Air { .. } => SweepPurpose::Air,
            SlideKind::Sink => SweepPurpose::Down,
            SlideKind::Walk => SweepPurpose::Walk,
            SlideKind::StepForward { .. } => SweepPurpose::StepForward,
        }
    }
}

/// Returns the motion along the ground that is nearest to a horizontal one. The motion follows ground upwards or, for
/// the forward part of a step, ceilings downwards; all other planes only allow it to go past them.
fn project_walk<D: Dimension>(
    settings: &CheckedSettings<D>,
    planes: &ContactPlanes<D>,
    wanted: D::Wide,
    follows_ceilings: bool,
) -> D::Wide {
    let up = settings.up;
    let is_ceiling = |normal: D::Wide| normal.dot(up) > VANISHING;
    let is_followed =
        |normal: D::Wide| if follows_ceilings { is_ceiling(normal) } else { settings.is_walkable(-normal) };
    let followed = || planes.normals().filter(|normal| is_followed(*normal));
    let mut constraints = Constraints::<D>::new();
    for passed in planes.normals().filter(|normal| !is_followed(*normal)) {
        push_horizontal(&mut constraints, settings, passed);
        if is_ceiling(passed) != follows_ceilings {
            // The plane is above where the motion rises, or below where it sinks: what both surfaces leave.
            for followed in followed() {
                let both = passed + followed * (passed.dot(up) / -followed.dot(up));
                push_horizontal(&mut constraints, settings, both);
            }
        }
    }
    let Ok(nearest) = nearest_feasible(settings.horizontal(wanted), &constraints, D::Vector::DIMENSION)
    else {
        return D::Wide::ZERO;
    };
    // The constraints are horizontal, so this only removes rounding.
    let horizontal = settings.horizontal(nearest.point);
    let rises = followed().map(|normal| -normal.dot(horizontal) / normal.dot(up));
    let rise = rises.fold(0.0, if follows_ceilings { f64::min } else { f64::max });
    horizontal + up * rise
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
