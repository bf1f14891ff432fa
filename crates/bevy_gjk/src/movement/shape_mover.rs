//! The settings and the builder of a move: a shape, where it is, and what the move keeps to.

use bevy_ecs::prelude::Entity;
use gjk::{Affine, Scalar, Support, Vector, Wide};

use super::{
    MoveEnd, MoveHit, MoveResponse, MoveResult, MoveTrace, MovingShape, Obstacles, PushResult, Recorder,
    Slide, length, push_out,
};
use crate::collider::{AffineOf, Dimension};
use crate::query::{CollisionQuery, FilterView, QueryFilter};

/// How a shape moves among colliders; see [`CollisionQuery::move_and_slide`](crate::CollisionQuery::move_and_slide).
///
/// ```
/// use bevy_gjk::MoveSettings;
///
/// // A game whose unit is a pixel.
/// let settings = MoveSettings { skin: 0.1, ..MoveSettings::default() };
/// # assert_eq!(settings.max_steps, 32);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("character", "kinematic"))]
pub struct MoveSettings {
    /// The clearance that a move keeps from every collider, in the units of the world. It is at least four times the
    /// distance at which the two count as touching, and at least 9.5e-7 of the largest coordinate that the motion can
    /// lead to (eight times `f32::EPSILON`), so that rounding never makes them touch;
    /// [`MoveHit::skin`](crate::MoveHit::skin) reports what it was.
    pub skin: f32,
    /// How many straight pieces the path of one move may have.
    pub max_steps: u32,
}

impl Default for MoveSettings {
    /// A skin of a hundredth of a unit, and 32 steps.
    fn default() -> Self {
        Self { skin: 0.01, max_steps: 32 }
    }
}

/// A move of a shape among the colliders, made by [`CollisionQuery::mover`]: set what it keeps to, then
/// [`slide`](Self::slide) or [`push_out`](Self::push_out).
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_transform::components::GlobalTransform;
/// use bevy_gjk::dim3::prelude::*;
/// use bevy_gjk::gjk::{Affine3A, Sphere, Vec3};
/// # #[derive(Component)] struct Bush;
///
/// /// Rolls a ball through bushes, and along what else is in its way.
/// fn roll(query: CollisionQuery, bushes: Query<(), With<Bush>>) {
///     let (ball, pose) = (Sphere::new(0.5), Affine3A::IDENTITY);
///     let mut is_on_floor = false;
///     let moved = query
///         .mover(&ball, pose)
///         .with_settings(MoveSettings { skin: 0.02, ..MoveSettings::default() })
///         .on_hit(|hit| {
///             if bushes.contains(hit.entity) {
///                 return MoveResponse::Pass;
///             }
///             is_on_floor |= hit.normal.y > 0.7;
///             MoveResponse::Slide
///         })
///         .slide(Vec3::new(3.0, -1.0, 0.0));
///     assert!(is_on_floor && moved.end == MoveEnd::Arrived);
///     assert!((moved.translation - Vec3::new(3.0, -0.48, 0.0)).length() < 1e-4);
/// }
///
/// # let mut app = App::new();
/// # app.add_plugins(CollisionPlugin::default());
/// # let at = |x, y| GlobalTransform::from_xyz(x, y, 0.0);
/// app.world_mut().spawn((Collider::cuboid(20.0, 1.0, 20.0), at(0.0, -1.5)));
/// app.world_mut().spawn((Collider::cuboid(1.0, 4.0, 1.0), at(2.0, 0.0), Bush));
/// app.update();
/// app.world_mut().run_system_cached(roll).unwrap();
/// ```
#[must_use = "a move does nothing until `slide` or `push_out`"]
#[doc(alias("MoveAndSlide", "move and slide"))]
pub struct ShapeMover<'a, D: Dimension, S, F> {
    query: &'a CollisionQuery<'a, D>,
    shape: &'a S,
    pose: AffineOf<D>,
    settings: MoveSettings,
    filter: FilterView<'a>,
    on_hit: F,
    trace: Option<&'a mut MoveTrace<D>>,
}

impl<D: Dimension> CollisionQuery<'_, D> {
    /// Begins a move of a shape from a pose: see [`ShapeMover`].
    pub fn mover<'a, S: Support<D::Vector>>(
        &'a self,
        shape: &'a S,
        pose: AffineOf<D>,
    ) -> ShapeMover<'a, D, S, impl FnMut(&MoveHit<D>) -> MoveResponse> {
        ShapeMover {
            query: self,
            shape,
            pose,
            settings: MoveSettings::default(),
            filter: const { &QueryFilter::ALL }.view(),
            on_hit: |_: &_| MoveResponse::Slide,
            trace: None,
        }
    }
}

impl<'a, D, S, F> ShapeMover<'a, D, S, F>
where
    D: Dimension,
    S: Support<D::Vector>,
    F: FnMut(&MoveHit<D>) -> MoveResponse,
{
    /// Sets the skin and the limit of steps.
    pub fn with_settings(self, settings: MoveSettings) -> Self {
        Self { settings, ..self }
    }

    /// Selects the colliders that are in the way; all of them if nothing is selected.
    pub fn with_filter(self, filter: &'a QueryFilter<impl Fn(Entity) -> bool>) -> Self {
        Self { filter: filter.view(), ..self }
    }

    /// Lets a callback decide about each hit.
    ///
    /// For a slide, a hit is a part that the motion presses against, so a floor under a shape that is not pressed down
    /// is none. A part may be reported again, once for each straight piece of the path that it stops or turns. For a
    /// push, it is a part that the shape overlaps, or that the push would enter.
    pub fn on_hit<G: FnMut(&MoveHit<D>) -> MoveResponse>(self, on_hit: G) -> ShapeMover<'a, D, S, G> {
        let Self { query, shape, pose, settings, filter, trace, .. } = self;
        ShapeMover { query, shape, pose, settings, filter, on_hit, trace }
    }

    /// Records what the move does. Its result stays the same, to the bit.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    /// use bevy_gjk::gjk::{Affine2, Circle, Vec2};
    ///
    /// fn why_is_it_stuck(query: &CollisionQuery, at: Vec2, motion: Vec2, names: &Query<&Name>) -> String {
    ///     let (ball, pose) = (Circle::new(0.5), Affine2::from_translation(at));
    ///     let mut trace = MoveTrace::default();
    ///     query.mover(&ball, pose).traced(&mut trace).slide(motion);
    ///     trace.set_names(|entity| names.get(entity).ok());
    ///     trace.to_string()
    /// }
    /// ```
    pub fn traced(self, trace: &'a mut MoveTrace<D>) -> Self {
        Self { trace: Some(trace), ..self }
    }

    /// Moves the shape by a displacement, and slides it along what is in its way; see
    /// [`move_and_slide`](CollisionQuery::move_and_slide).
    pub fn slide(self, motion: impl Into<D::Vector>) -> MoveResult<D> {
        let Self { query, shape, pose, settings, filter, mut on_hit, trace } = self;
        let (translation, motion) = (pose.translation(), motion.into());
        let stays =
            |end| MoveResult { translation, moved: D::Vector::ZERO, remaining: motion, steps: 0, end };
        let wanted = motion.widen();
        let length = length(wanted);
        let placed = shape.placed(pose);
        let mut recorder = Recorder(trace);
        recorder.begin(translation, motion, None);
        let result = match MovingShape::new(&placed, pose, length, settings.skin) {
            None => stays(MoveEnd::NotFinite),
            Some(_) if length == 0.0 => stays(MoveEnd::Arrived),
            Some(shape) => {
                let mut obstacles = Obstacles::new(query, filter, shape);
                obstacles.collect(length);
                obstacles.find_surfaces();
                let mut slide = Slide::new(D::Wide::ZERO, wanted);
                slide.run(&mut obstacles, settings.max_steps, &mut on_hit, &mut recorder);
                slide.finish(&obstacles)
            }
        };
        recorder.end(query, result.translation, result.end);
        result
    }

    /// Pushes the shape out of what it overlaps; see [`depenetrate`](CollisionQuery::depenetrate).
    pub fn push_out(self) -> PushResult<D> {
        let Self { query, shape, pose, settings, filter, on_hit, trace } = self;
        let placed = shape.placed(pose);
        let mut recorder = Recorder(trace);
        recorder.begin(pose.translation(), D::Vector::ZERO, None);
        // Most pushes are shorter than the shape.
        let reach = placed.size().half_extents.max_element().widen();
        let result = match MovingShape::new(&placed, pose, reach, settings.skin) {
            None => {
                let (translation, pushed) = (pose.translation(), D::Vector::ZERO);
                PushResult { translation, pushed, parts: 0, end: MoveEnd::NotFinite }
            }
            Some(shape) => {
                let mut obstacles = Obstacles::new(query, filter, shape);
                obstacles.collect(reach);
                push_out(&mut obstacles, settings.max_steps, on_hit, &mut recorder)
            }
        };
        recorder.end(query, result.translation, result.end);
        result
    }

    /// Returns whether the shape has room where it is: whether everything leaves it the skin as a clearance, up to the
    /// tolerance. Nothing is moved, and no callback is asked.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    /// use bevy_gjk::gjk::{Affine2, Circle, Vec2};
    ///
    /// fn can_grow(query: &CollisionQuery, ball: Entity, at: Vec2) -> bool {
    ///     let pose = Affine2::from_translation(at);
    ///     query.mover(&Circle::new(2.0), pose).with_filter(&QueryFilter::of(ball)).has_room()
    /// }
    /// ```
    #[doc(alias("fits", "overlap"))]
    pub fn has_room(self) -> bool {
        let Self { query, shape, pose, settings, filter, .. } = self;
        let placed = shape.placed(pose);
        let shape = MovingShape::new(&placed, pose, 0.0, settings.skin);
        shape.is_some_and(|shape| Obstacles::new(query, filter, shape).leave_room(|_| true))
    }
}
