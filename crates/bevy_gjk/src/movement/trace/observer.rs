//! What the algorithms of a move report.

use bevy_ecs::prelude::Entity;

use super::event::{StepRefusal, SweepPurpose};
use crate::collider::Dimension;
use crate::movement::answer::{MoveEnd, MoveResponse};
use crate::movement::clearance::MovingShape;
use crate::movement::hit::{Hit, PartKey};
use crate::movement::planes::ContactPlanes;

/// Receives what a move does. Displacements are relative to the [origin](Self::set_origin).
pub(in crate::movement) trait MoveObserver<D: Dimension> {
    /// A move begins at a translation, which is the origin, too.
    fn begin(&mut self, _start: D::Vector, _wanted: D::Vector) {}

    /// From now on, displacements are relative to this translation.
    fn set_origin(&mut self, _origin: D::Vector) {}

    /// Surfaces whose unit normal has at least this component along the unit direction `up` are ground.
    fn set_ground(&mut self, _up: D::Wide, _least_cosine: Option<f64>) {}

    /// The sweeps that follow have this purpose.
    fn set_purpose(&mut self, _purpose: SweepPurpose) {}

    /// The shape was swept by a `motion` from where it was after a displacement: what the planes allow of what is
    /// `remaining`.
    fn swept(
        &mut self,
        _displacement: D::Wide,
        _remaining: D::Wide,
        _motion: D::Wide,
        _hit: Option<&Hit<D>>,
    ) {
    }

    /// This is done about the hit of the last sweep.
    fn answered(&mut self, _response: MoveResponse) {}

    /// The last sweep was a probe: the shape does not go there.
    fn probed(&mut self) {}

    /// The collider would have to push back more than its limit, and is ignored from now on.
    fn push_limit_exceeded(&mut self, _entity: Entity) {}

    /// The shape was pushed by these planes from where it was after a displacement, or would have been.
    fn pushed(
        &mut self,
        _shape: &MovingShape<D>,
        _displacement: D::Wide,
        _push: Push<D>,
        _planes: &ContactPlanes<D>,
    ) {
    }

    /// A step over a part was tried after a displacement, and led `to` another one or was refused.
    fn stepped(&mut self, _displacement: D::Wide, _obstacle: PartKey, _to: Result<D::Wide, StepRefusal>) {}

    /// Where the move ends, the character is wedged between parts of these entities.
    fn wedged(&mut self, _between: &mut dyn Iterator<Item = Entity>) {}

    /// The move ended at a translation.
    fn end(&mut self, _translation: D::Vector, _end: MoveEnd) {}
}

/// A displacement by others.
pub(in crate::movement) struct Push<D: Dimension> {
    pub(in crate::movement) ground: Option<Entity>,
    pub(in crate::movement) wanted: D::Wide,
    pub(in crate::movement) moved: D::Wide,
    pub(in crate::movement) end: MoveEnd,
}

/// The observer of a move that is not recorded.
pub(in crate::movement) struct Unobserved;

impl<D: Dimension> MoveObserver<D> for Unobserved {}
