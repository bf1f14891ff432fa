//! The components that make an entity a character: what it regards as ground, and how it moves on it; and the
//! displacement that it is to make.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use bevy_time::Time;
use bevy_transform::components::Transform;
use gjk::Vector;

use super::MoverState;
use crate::collider::{Dimension, LayerMask};

/// Moves an entity with a convex collider as a character: it walks on ground, climbs steps, rides on platforms and
/// slides along walls. There are no bodies, no velocities and no forces.
///
/// In each run, in [`CollisionSystems::Movers`](crate::CollisionSystems::Movers), the plugin
///
/// 1. takes the displacement from [`MoverMotion`],
/// 2. moves the entity, and writes its `Transform` and `GlobalTransform`,
/// 3. says in [`MoverState`] what happened.
///
/// Gravity, jumps and their timing are yours: your game knows the velocity and asks for the displacement of a frame.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::Vec2;
/// # use bevy_time::Time;
/// use bevy_gjk::dim2::prelude::*;
/// # use bevy_transform::components::Transform;
///
/// #[derive(Component, Default)]
/// struct Velocity(Vec2);
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((
///         CharacterMover::for_height(20.0),
///         Collider::rectangle(12.0, 20.0),
///         Transform::from_xyz(0.0, 40.0, 0.0),
///         Velocity::default(),
///     ));
/// }
///
/// fn walk(time: Res<Time>, mut players: Query<(&mut Velocity, &mut MoverMotion, &MoverState)>) {
///     for (mut velocity, mut motion, state) in &mut players {
///         velocity.0.x = 60.0; // or what the player wants
///         if state.is_grounded() {
///             velocity.0.y = 0.0;
///         } else {
///             velocity.0.y -= 500.0 * time.delta_secs();
///         }
///         motion.add(velocity.0, &time);
///     }
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// # bevy_ecs::system::assert_is_system(walk);
/// ```
///
/// The collider has to be a single convex one. A mover with another one is not moved, and a warning says so. Its own
/// [`CollisionSpace`](crate::CollisionSpace), [`CollisionLayers`](crate::CollisionLayers), exceptions and
/// [`NoSelfCollision`](crate::NoSelfCollision) count. The colliders of entities below it in the hierarchy are never in its
/// way.
///
/// It keeps the [`skin`](Self::skin) as its distance from what stops it, so the two do not touch, and there is no
/// [`CollisionStarted`](crate::CollisionStarted). To let it walk into something, such as coins, zones and enemies,
/// leave their layer out of the [`solid_layers`](Self::solid_layers).
///
/// # On the ground
/// Ground is a surface that is no steeper than [`max_slope`](Self::max_slope). On it the horizontal part of the motion
/// is kept, and the mover rises and sinks with the ground. The downward part of the motion moves it straight down until
/// it stands, so gravity does not make it creep down a slope. A steeper surface is a wall for the horizontal part of
/// the motion, and a slide for the downward part.
///
/// In a trench or a pit, several surfaces may each be too steep for ground and yet leave no way down together. There
/// the mover stands as well: it [is wedged](crate::MoverState::is_wedged).
///
/// # Its clearance
/// It keeps the [`skin`](Self::skin) as its clearance from each solid part. If it was nearer when the run began, it
/// keeps the clearance that it had.
///
/// - The skin is at least four times the distance at which the two count as touching, and at least 9.5e-7 of the
///   largest coordinate that the run can lead to (eight times `f32::EPSILON`).
/// - The tolerance is the largest of a 1024th of the skin, the distance of touching, and 3.6e-7 of that coordinate
///   (three times `f32::EPSILON`). At x = 857 the last is 3.1e-4. Two thirds of it are for the walk, and one third is
///   for being carried and pushed before, which is rounded by itself.
///
/// # Why is it stuck?
///
/// Put a [`MoveTrace`](crate::trace::MoveTrace) on the same entity. It records each move, and says why the character is
/// stuck.
///
/// # Other rules
/// You can switch off each rule; [`top_down`](Self::top_down) makes a mover without any. For rules of your own, use
/// [`CollisionQuery::move_and_slide`](crate::CollisionQuery::move_and_slide) and
/// [`ColliderMover`](crate::ColliderMover).
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[require(Transform, MoverMotion<D>, MoverState<D>)]
#[doc(alias("character controller", "KinematicCharacterController", "kinematic", "platformer"))]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", serde(bound = ""))]
pub struct CharacterMover<D: Dimension> {
    /// The direction away from the ground, of any length.
    pub up: D::Vector,
    /// The clearance from all other colliders, in the units of the world; see
    /// [`MoveSettings::skin`](crate::MoveSettings).
    pub skin: f32,
    /// The angle, in radians, between the steepest ground and a horizontal one. With `None` there is no ground: the
    /// mover slides along everything, in all directions, and neither climbs steps nor snaps.
    #[doc(alias = "slope")]
    pub max_slope: Option<f32>,
    /// The height of the highest step that is climbed, above the ground in front of it; 0 for none. A round bottom also
    /// walks over edges whose contact is not steeper than [`max_slope`](Self::max_slope).
    pub step_height: f32,
    /// How far down a mover that walks on ground is pulled to stay on it, whatever there was between; 0 for not at all.
    /// Unless it is 0, the mover also follows the ground down wherever it could walk back up, however fast it runs:
    /// down slopes that are ground, and down steps of at most [`step_height`](Self::step_height). A motion with an
    /// upward part leaves the ground.
    pub snap_distance: f32,
    /// How far a round bottom may hang over an edge and still stand there, as a fraction of its radius: at 1 to its
    /// outermost point, at 0.5 until half of the radius is over the edge. Farther out it falls. It counts only at edges
    /// below which there is nothing within [`step_height`](Self::step_height), so it does not change how steps are
    /// climbed. A flat bottom stands on any edge.
    #[doc(alias("ledge", "capsule", "edge"))]
    pub max_overhang: f32,
    /// Only colliders in at least one of these layers are in its way. It walks through all others and, if the
    /// [`CollisionLayers`](crate::CollisionLayers) of the two agree, touches them.
    pub solid_layers: LayerMask,
    /// Whether the ground carries it: along with the motion and rotation of the ground, and by its
    /// [`SurfaceVelocity`](crate::SurfaceVelocity). Ground that is mirrored, as a sprite that is flipped, carries
    /// nothing in that run.
    #[doc(alias = "moving platform")]
    pub rides_platforms: bool,
    /// Whether things that move into it push it, and whether it is pushed out of what it overlaps. It is pushed as
    /// [`depenetrate`](crate::CollisionQuery::depenetrate) does, but no farther than its own size, unless its center is
    /// inside of something.
    pub is_pushed: bool,
}

impl<D: Dimension> Default for CharacterMover<D> {
    /// All lengths suit a person in meters.
    fn default() -> Self {
        Self {
            up: D::Vector::axis(1),
            skin: 0.01,
            max_slope: Some(50f32.to_radians()),
            step_height: 0.3,
            snap_distance: 0.3,
            max_overhang: 1.0,
            solid_layers: LayerMask::ALL,
            rides_platforms: true,
            is_pushed: true,
        }
    }
}

impl<D: Dimension> CharacterMover<D> {
    /// Creates a mover whose lengths are fractions of the character's height, in the units of the world: the skin is a
    /// 200th of it, a step and the snap distance are a sixth.
    pub fn for_height(height: f32) -> Self {
        Self {
            skin: height / 200.0,
            step_height: height / 6.0,
            snap_distance: height / 6.0,
            ..Self::default()
        }
    }

    /// Creates a mover without ground: it slides along everything in all directions, as in a top-down game or
    /// in zero gravity. Its skin is that of a person in meters; see [`top_down_for_size`](Self::top_down_for_size) for
    /// other units.
    pub fn top_down() -> Self {
        Self { max_slope: None, step_height: 0.0, snap_distance: 0.0, ..Self::default() }
    }

    /// Creates a mover [without ground](Self::top_down) whose skin is a 200th of its size, in the units of the world.
    /// For a character of 20 pixels the skin is a tenth of a pixel.
    ///
    /// ```
    /// use bevy_gjk::dim2::prelude::*;
    ///
    /// let mover = CharacterMover::top_down_for_size(20.0);
    /// assert_eq!((mover.skin, mover.max_slope), (0.1, None));
    /// ```
    #[doc(alias = "pixels")]
    pub fn top_down_for_size(size: f32) -> Self {
        Self { skin: size / 200.0, ..Self::top_down() }
    }

    /// Replaces the height of the steps that it climbs, and makes it snap down as far.
    #[must_use]
    pub fn with_step_height(self, height: f32) -> Self {
        Self { step_height: height, snap_distance: height, ..self }
    }

    /// Replaces the direction away from the ground: a vector of any length, or a `Dir2` or `Dir3`.
    ///
    /// ```
    /// use bevy_gjk::{dim2::prelude::*, gjk::Vec2};
    /// use bevy_math::Dir2;
    ///
    /// let on_the_ceiling = CharacterMover::for_height(20.0).with_up(Dir2::NEG_Y);
    /// assert_eq!(on_the_ceiling.up, Vec2::NEG_Y);
    /// ```
    #[must_use]
    pub fn with_up(self, up: impl Into<D::Vector>) -> Self {
        Self { up: up.into(), ..self }
    }

    /// Replaces the skin.
    #[must_use]
    pub fn with_skin(self, skin: f32) -> Self {
        Self { skin, ..self }
    }
}

/// How far a [`CharacterMover`](crate::CharacterMover) wants to go in the next run: a displacement in world units, not
/// a velocity.
///
/// Each run takes the displacement and leaves zero. [`add`](Self::add) takes a velocity, and is right in every
/// schedule: the displacements of several frames or ticks before one run add up. If you assign the displacement, do it
/// in the schedule of the plugin, or else only the last one before a run counts.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::Vec3;
/// # use bevy_time::Time;
/// use bevy_gjk::dim3::prelude::*;
///
/// fn walk(time: Res<Time>, mut motions: Query<&mut MoverMotion>) {
///     for mut motion in &mut motions {
///         motion.add(Vec3::new(4.0, 0.0, 0.0), &time); // four units a second
///     }
/// }
/// # bevy_ecs::system::assert_is_system(walk);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", serde(bound = ""))]
pub struct MoverMotion<D: Dimension> {
    /// The displacement that is wanted. If it is not finite, the mover stays where it is, and
    /// [`MoverState::end`](crate::MoverState::end) says so.
    pub displacement: D::Vector,
    /// Whether this move ignores [one-way platforms](crate::OneWayPlatform), to drop down through the one on which the
    /// mover stands. One run is enough, even if the displacement is zero. From then on that platform, and what is at
    /// the same height, is passable, until the mover has left it, or rises, or stands again.
    pub drop_through: bool,
}

impl<D: Dimension> MoverMotion<D> {
    /// Creates a motion.
    pub fn new(displacement: D::Vector) -> Self {
        Self { displacement, drop_through: false }
    }

    /// Adds what a velocity, in world units per second, amounts to in the present frame or fixed step. Call it once in
    /// each of them, in any schedule, also if the plugin runs in another one.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use bevy_gjk::{dim2::prelude::*, gjk::Vec2};
    /// use bevy_time::Time;
    ///
    /// let (mut time, mut motion) = (Time::<()>::default(), MoverMotion::default());
    /// for _ in 0..2 {
    ///     time.advance_by(Duration::from_millis(250));
    ///     motion.add(Vec2::new(8.0, 0.0), &time);
    /// }
    /// assert_eq!(motion.displacement, Vec2::new(4.0, 0.0));
    /// ```
    #[doc(alias("velocity", "speed"))]
    pub fn add(&mut self, velocity: D::Vector, time: &Time) {
        self.displacement = self.displacement + velocity * time.delta_secs();
    }
}
