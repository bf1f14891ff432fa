//! The builder of a move: a shape, where it is, and what the move keeps to.

use bevy_ecs::prelude::Entity;
use gjk::{Affine, Scalar, Support, Vector, Wide};

use super::answer::{MoveEnd, MoveHit, MoveResponse, MoveResult, PushResult};
use super::clearance::MovingShape;
use super::constraints::length;
use super::obstacles::Obstacles;
use super::push_out::push_out;
use super::room::has_room;
use super::settings::MoveSettings;
use super::slide::{AskAboutHits, Slide};
use super::trace::{MoveObserver, MoveTrace, Unobserved};
use crate::collider::{AffineOf, Dimension};
use crate::query::{CollisionQuery, FilterView, QueryFilter};

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
    /// For a slide, a hit is a part that the motion presses against, so a floor under a shape that is not pressed down is
    /// none. A part may be reported again, once for each straight piece of the path that it stops or turns. For a push, it
    /// is a part that the shape overlaps, or that the push would enter.
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
    pub fn slide(mut self, motion: impl Into<D::Vector>) -> MoveResult<D> {
        let motion = motion.into();
        match self.trace.take() {
            None => self.slide_observed(motion, &mut Unobserved),
            Some(trace) => {
                let query = self.query;
                let result = self.slide_observed(motion, trace);
                trace.find_cells(query);
                result
            }
        }
    }

    /// Pushes the shape out of what it overlaps; see [`depenetrate`](CollisionQuery::depenetrate).
    pub fn push_out(mut self) -> PushResult<D> {
        match self.trace.take() {
            None => self.push_out_observed(&mut Unobserved),
            Some(trace) => {
                let query = self.query;
                let result = self.push_out_observed(trace);
                trace.find_cells(query);
                result
            }
        }
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
        let shape = MovingShape::new(&placed, pose, 0.0, &settings);
        shape.is_some_and(|shape| has_room(&mut Obstacles::new(query, filter, shape), |_| true))
    }

    fn slide_observed(self, motion: D::Vector, observer: &mut impl MoveObserver<D>) -> MoveResult<D> {
        let Self { query, shape, pose, settings, filter, on_hit, .. } = self;
        let translation = pose.translation();
        let stays =
            |end| MoveResult { translation, moved: D::Vector::ZERO, remaining: motion, steps: 0, end };
        let wanted = motion.widen();
        let length = length(wanted);
        let placed = shape.placed(pose);
        observer.begin(translation, motion);
        let result = match MovingShape::new(&placed, pose, length, &settings) {
            None => stays(MoveEnd::NotFinite),
            Some(_) if length == 0.0 => stays(MoveEnd::Arrived),
            Some(shape) => {
                let mut obstacles = Obstacles::new(query, filter, shape);
                obstacles.collect(length);
                obstacles.find_surfaces();
                let mut slide = Slide::new(D::Wide::ZERO, wanted);
                slide.run(&mut obstacles, settings.max_steps, &mut AskAboutHits(on_hit), observer);
                slide.finish(&obstacles)
            }
        };
        observer.end(result.translation, result.end);
        result
    }

    fn push_out_observed(self, observer: &mut impl MoveObserver<D>) -> PushResult<D> {
        let Self { query, shape, pose, settings, filter, on_hit, .. } = self;
        let placed = shape.placed(pose);
        observer.begin(pose.translation(), D::Vector::ZERO);
        // Most pushes are shorter than the shape.
        let reach = placed.size().half_extents.max_element().widen();
        let Some(shape) = MovingShape::new(&placed, pose, reach, &settings) else {
            let (translation, pushed) = (pose.translation(), D::Vector::ZERO);
            observer.end(translation, MoveEnd::NotFinite);
            return PushResult { translation, pushed, parts: 0, end: MoveEnd::NotFinite };
        };
        let mut obstacles = Obstacles::new(query, filter, shape);
        obstacles.collect(reach);
        let result = push_out(&mut obstacles, settings.max_steps, on_hit, observer);
        observer.end(result.translation, result.end);
        result
    }
}
