//! Moving a shape among colliders without a physics engine: move and slide, and depenetration.
//!
//! [`slide`] and [`push_out`](mod@push_out) have the two algorithms; the shortest exit from several parts is found by
//! the [`exit_search`](crate::collider::exit_search). Both ask [`obstacles`] for the parts on the way, which
//! [`sweep`](mod@sweep) finds by the signed distance of [`clearance`] and by the [`surfaces`] near the start, and both
//! project motions onto [`planes`] by a small quadratic program. A *displacement* is where the shape is, relative to
//! the start of the move; a *motion* leads from one displacement to another, and a *step* is a straight piece of the
//! path. Displacements are summed in `f64`, and [`rounding`] rounds once at the end. Both algorithms report each step
//! to the recorder of [`trace`], which records them on demand.

mod answer;
mod character;
mod clearance;
mod entered;
mod hit;
mod obstacles;
mod part_state;
mod parts_in_order;
mod planes;
mod push_out;
mod rounding;
mod shape_mover;
mod slide;
mod surfaces;
mod sweep;
mod trace;

use bevy_ecs::prelude::Entity;
use gjk::Support;

pub use answer::{MoveEnd, MoveHit, MoveResponse, MoveResult, PushResult};
pub use character::{
    CharacterMover, CharacterQuery, ColliderMover, EdgeAhead, LedgeAhead, MoverContact, MoverMotion,
    MoverState,
};
pub(crate) use character::{CharacterQueries, MovedPart, MoverRuns, has_characters, overwritten};
pub use shape_mover::{MoveSettings, ShapeMover};
pub use trace::{
    MoveEvent, MoveTrace, PushingPart, StepRefusal, SweepPurpose, TracedPush, TracedStep, TracedSweep,
};

use crate::collider::exit_search::constraints::{Constraint, Infeasible, length, nearest_feasible};
use crate::collider::{AffineOf, Dimension, PlacedPart};
use crate::query::{CollisionQuery, QueryFilter};
use clearance::{Clearance, Limits, MovingShape, face_normal, least_closing};
use entered::{Entered, Holding};
use hit::{Hit, PartKey, Passable};
use obstacles::{HeldBy, MAX_STORED_PARTS, NearPart, Obstacles};
use part_state::PartState;
use parts_in_order::{any_part, each_part_in_order};
use planes::{ContactPlane, ContactPlanes, Projection};
use push_out::{nearest_exit, push_out};
use rounding::round_to_translation;
use slide::{Slide, SlidePolicy, report};
use surfaces::Surfaces;
use sweep::{ACCURACY, Impact, Moment, sweep};
use trace::{Push, Recorder};

/// # Moving a shape
/// These queries return where a shape ends up when it moves among colliders; they change nothing. The shape may be any
/// convex one, and the colliders may be of any kind.
///
/// What they promise:
/// - The shape keeps a clearance of at least [`MoveSettings::skin`] from every convex part of a collider. If it was
///   nearer when the move began, it keeps the clearance that it had. From a part that does not rise above the plane of
///   a nearer one, such as the next cell of a floor, it keeps what that plane leaves of the skin.
/// - The tolerance is the largest of a 1024th of the skin, the distance at which the two count as touching, and 2.4e-7
///   of the largest coordinate that the motion can lead to (twice `f32::EPSILON`). For characters see
///   [`CharacterMover`](CharacterMover#its-clearance).
/// - No point of the path is deeper in a part than where the move began, however fast it is.
/// - The motion is used as far as the surfaces allow against which it presses, any number of them at once: the motion
///   that remains is the nearest one that comes closer to none of them.
///
/// No answer allocates memory, and equal worlds give equal answers.
impl<D: Dimension> CollisionQuery<'_, D> {
    /// Moves a shape, and slides it along what is in its way.
    ///
    /// `motion` is a displacement, not a velocity. A [`mover`](Self::mover) also asks about each hit, or records the
    /// move.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_transform::components::Transform;
    /// use bevy_gjk::dim2::prelude::*;
    /// use bevy_gjk::gjk::{Affine2, Capsule2, Vec2};
    /// # #[derive(Component)] struct Player { velocity: Vec2 }
    /// # const STEP: f32 = 1.0 / 60.0;
    ///
    /// fn walk(mut players: Query<(Entity, &mut Transform, &mut Player)>, query: CollisionQuery) {
    ///     let capsule = Capsule2::new(0.6, 0.3);
    ///     for (entity, mut transform, mut player) in &mut players {
    ///         let pose = Affine2::from_translation(transform.translation.truncate());
    ///         let (motion, filter) = (player.velocity * STEP, QueryFilter::of(entity));
    ///         let moved = query.move_and_slide(&capsule, pose, motion, &MoveSettings::default(), &filter);
    ///         transform.translation = moved.translation.extend(transform.translation.z);
    ///         if moved.end == MoveEnd::Blocked {
    ///             player.velocity = Vec2::ZERO;
    ///         }
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(walk);
    /// ```
    #[doc(alias("character", "kinematic", "slide"))]
    pub fn move_and_slide(
        &self,
        shape: &impl Support<D::Vector>,
        pose: AffineOf<D>,
        motion: impl Into<D::Vector>,
        settings: &MoveSettings,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
    ) -> MoveResult<D> {
        self.mover(shape, pose).with_settings(*settings).with_filter(filter).slide(motion)
    }

    /// Pushes a shape out of all colliders that it overlaps, by the shortest displacement after which all colliders
    /// leave it the skin as a clearance.
    ///
    /// What counts is the union of all parts: a seam between two tiles is no way out, and in a block of tiles the push
    /// leads to the nearest free place. In 2D, and for boxes in 3D, the push is the shortest, to within 1 %. Among
    /// several parts in 3D, a round shape or a hull has more ways out than are tried, so a shorter push may be missed
    /// now and then: in closed meshes, 4 % of random pushes were longer by more than 5 %.
    ///
    /// It leads through no wall: on the straight way, the center of the shape's AABB does not come from the open into a
    /// part. Where it is inside of a part at the start, it may go on into those that follow without a gap.
    ///
    /// The end is [`MoveEnd::Crushed`] if there is no such way that is at most four times as long as the longest side
    /// of the AABB, or of any length if the center is inside of a part. The search looks at up to 512 combinations of
    /// parts and their faces, and for round shapes at as many of other directions. That is enough some ten tiles deep
    /// in a block in 2D, and four in 3D.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    /// use bevy_gjk::gjk::{Affine2, Circle, Vec2};
    ///
    /// /// A free place near a wanted one.
    /// fn free_place(query: &CollisionQuery, at: Vec2) -> Option<Vec2> {
    ///     let (ball, pose) = (Circle::new(0.5), Affine2::from_translation(at));
    ///     let pushed = query.depenetrate(&ball, pose, &MoveSettings::default(), &QueryFilter::ALL);
    ///     (pushed.end == MoveEnd::Arrived).then_some(pushed.translation)
    /// }
    /// ```
    #[doc(alias("penetration", "push out", "overlap"))]
    pub fn depenetrate(
        &self,
        shape: &impl Support<D::Vector>,
        pose: AffineOf<D>,
        settings: &MoveSettings,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
    ) -> PushResult<D> {
        self.mover(shape, pose).with_settings(*settings).with_filter(filter).push_out()
    }
}
