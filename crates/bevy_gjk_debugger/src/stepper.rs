//! The stepper: GJK and EPA on one pair of colliders, step by step, drawn in the app itself.
//!
//! [`recording`] runs the test of the pair once more with an observer that records a [`gjk::trace::Trace`].
//! [`snapshot`] computes the state of the algorithm at the current step of the trace, and [`draw`] draws it: on the
//! shapes, and in a picture of their Minkowski difference, whose place [`layout`] chooses. [`pick`] chooses the pair;
//! [`keys`] and [`play`] change the step. Instead of a pair, it shows the last move of a character in the same way.

use core::marker::PhantomData;

use bevy_app::{App, Plugin, PostUpdate, PreUpdate};
use bevy_asset::Assets;
use bevy_ecs::prelude::{Entity, IntoScheduleConfigs, ReflectResource, Res, ResMut, Resource};
use bevy_gizmos::config::{GizmoConfig, GizmoConfigStore};
use bevy_gizmos::{AppGizmoBuilder, GizmoAsset};
use bevy_gjk::{CollisionSystems, Collisions, Dimension};
use bevy_input::InputSystems;
use bevy_log::warn;
use bevy_math::{Rect, Vec3};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use bevy_time::{Real, Time};
use bevy_transform::TransformSystems;

mod colors;
mod draw;
mod keys;
pub(crate) mod labels;
mod layout;
mod pick;
mod recording;
mod snapshot;
mod step_text;
pub(crate) mod view;
mod wireframe;

pub use colors::CollisionStepperGizmos;
pub use keys::CollisionStepperKeys;
pub use pick::StepThrough;
pub use recording::CollisionTrace;

use draw::{draw, draw_move};
use recording::{ShownMove, record};
use wireframe::DrawBySupport;

/// Shows the test of one pair of colliders step by step: the Minkowski difference and the origin, GJK's simplex,
/// the search direction and the support point found there, and EPA's polytope as it expands to the penetration
/// depth.
///
/// Instead of a pair, it shows the last move of a [`character`](Self::character): each sweep, what it hit, and the
/// steps that were tried.
///
/// It is off while both are `None`, and costs nothing then. All fields can be changed at any time,
/// by code, a panel, or the [keys](CollisionStepperKeys). The recorded steps are in the [`CollisionTrace`].
///
/// Drawing needs Bevy's `GizmoPlugin`; the trace is recorded without it. The colliders are drawn as of the last
/// update, also while the game is paused.
#[derive(Resource, Clone, Debug, PartialEq, Reflect)]
#[type_path = "bevy_gjk_debugger"]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct CollisionStepper<D: Dimension> {
    /// The two entities whose test is shown, the first as A and the second as B.
    pub pair: Option<[Entity; 2]>,
    /// The character whose last move is shown, from its [`MoveTrace`](bevy_gjk::trace::MoveTrace); instead of the pair.
    pub character: Option<Entity>,
    /// The query that is shown.
    pub question: StepperQuestion,
    /// The index of the shown step, from 0. An index beyond the last step shows the last one, so that `usize::MAX`
    /// always shows the result.
    pub step: usize,
    /// Whether steps advance automatically, up to the last one.
    pub playing: bool,
    /// The speed of playback in steps per second.
    pub speed: f32,
    /// Whether the trace is kept as it is, whatever happens to the two colliders. Otherwise it is recorded in each
    /// frame.
    pub frozen: bool,
    /// The place where the Minkowski difference is drawn.
    pub place: StepperPlace,
    /// The number of recorded steps.
    #[reflect(ignore)]
    count: usize,
    /// The elapsed fraction of a step in playback.
    #[reflect(ignore)]
    played: f32,
    #[reflect(ignore)]
    dimension: PhantomData<D>,
}

/// The query that the stepper shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_gjk_debugger"]
#[reflect(Default, Clone, Debug, PartialEq)]
pub enum StepperQuestion {
    /// Whether the two touch, and how deep they overlap: the query of the narrow phase.
    #[default]
    Contact,
    /// The distance of the two.
    Distance,
}

/// The place where the stepper draws the Minkowski difference, which has a coordinate system of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_gjk_debugger"]
#[reflect(Default, Clone, Debug, PartialEq)]
pub enum StepperPlace {
    /// Beside the pair, where the view has the most free space.
    #[default]
    Beside,
    /// In a part of the view: (0, 0) is the upper left corner of the view, (1, 1) the lower right one.
    View(Rect),
    /// In the world.
    World {
        /// The position of the origin of the difference.
        origin: Vec3,
        /// The length of a unit of the difference in world units.
        scale: f32,
    },
}

impl<D: Dimension> Default for CollisionStepper<D> {
    fn default() -> Self {
        Self {
            pair: None,
            character: None,
            question: StepperQuestion::default(),
            step: 0,
            playing: false,
            speed: 1.5,
            frozen: false,
            place: StepperPlace::default(),
            count: 0,
            played: 0.0,
            dimension: PhantomData,
        }
    }
}

impl<D: Dimension> CollisionStepper<D> {
    /// Shows the test of two colliders, beginning with its first step.
    pub fn show(&mut self, a: Entity, b: Entity) {
        (self.pair, self.character) = (Some([a, b]), None);
        self.step = 0;
    }

    /// Shows the last move of a character, beginning with its first step. It needs a
    /// [`MoveTrace`](bevy_gjk::trace::MoveTrace).
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    /// use bevy_gjk_debugger::dim2::prelude::*;
    ///
    /// fn catch(characters: Query<(Entity, &MoverState), With<MoveTrace>>, mut stepper: ResMut<CollisionStepper>) {
    ///     for (entity, state) in &characters {
    ///         if !stepper.frozen && state.end == MoveEnd::Blocked {
    ///             stepper.show_move(entity);
    ///             stepper.frozen = true;
    ///         }
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(catch);
    /// ```
    pub fn show_move(&mut self, character: Entity) {
        (self.pair, self.character) = (None, Some(character));
        self.step = 0;
    }

    /// Turns the stepper off.
    pub fn stop(&mut self) {
        (self.pair, self.character) = (None, None);
        (self.playing, self.frozen) = (false, false);
    }

    /// Returns whether a pair or a character is shown.
    fn is_on(&self) -> bool {
        self.pair.is_some() || self.character.is_some()
    }

    /// Returns the number of steps of the test; 0 until it is recorded.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the index of the shown step: the minimum of [`step`](Self::step) and the last step.
    pub fn current(&self) -> usize {
        self.step.min(self.last())
    }

    /// Advances to the next step, if there is one.
    pub fn forward(&mut self) {
        self.step = (self.current() + 1).min(self.last());
    }

    /// Goes back to the previous step, if there is one.
    pub fn back(&mut self) {
        self.step = self.current().saturating_sub(1);
    }

    /// Pauses playback or resumes it, from the first step if the last one is shown.
    pub fn play_or_pause(&mut self) {
        self.playing = !self.playing;
        if self.playing && self.current() == self.last() {
            self.step = 0;
        }
        self.played = 0.0;
    }

    /// Returns the index of the last step.
    fn last(&self) -> usize {
        self.count.saturating_sub(1)
    }
}

/// Adds the [`CollisionStepper`] of a dimension to an app with the [`CollisionPlugin`](bevy_gjk::CollisionPlugin) of
/// this dimension. It is drawn if the app has Bevy's `GizmoPlugin`.
///
/// It adds, for each dimension, the resources [`CollisionStepper`] and [`CollisionTrace`], systems in `PreUpdate` and
/// `PostUpdate`, which do not run until a pair or a move is shown, and the observers of [`StepThrough`]; for both
/// together, the resource [`CollisionStepperKeys`], without a key by default, and the gizmo group
/// [`CollisionStepperGizmos`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CollisionStepperPlugin<D: Dimension>(PhantomData<D>);

impl<D: DrawBySupport> Plugin for CollisionStepperPlugin<D> {
    fn build(&self, app: &mut App) {
        app.init_resource::<CollisionStepper<D>>()
            .init_resource::<CollisionTrace<D>>()
            .init_resource::<ShownMove<D>>()
            .init_resource::<CollisionStepperKeys>()
            .register_type::<CollisionStepper<D>>()
            .register_type::<CollisionStepperKeys>()
            .register_type::<StepThrough>()
            .add_observer(pick::on_insert::<D>)
            .add_observer(pick::on_remove::<D>);
    }

    fn finish(&self, app: &mut App) {
        let name = D::NAME;
        if !app.world().contains_resource::<Collisions<D>>() {
            warn!("the {name} CollisionStepperPlugin does nothing: add the {name} CollisionPlugin");
            return;
        }
        app.add_systems(
            PreUpdate,
            (keys::press::<D>.run_if(keys::are_set), play::<D>.run_if(is_playing::<D>))
                .chain()
                .after(InputSystems),
        );
        let set = CollisionSystems::Overlay;
        let record = record::<D>.run_if(is_shown::<D>).in_set(set).after(TransformSystems::Propagate);
        app.add_systems(PostUpdate, record);
        if app.world().contains_resource::<Assets<GizmoAsset>>() {
            let draw = (draw::<D>, draw_move::<D>).run_if(is_shown::<D>).in_set(set);
            app.add_systems(PostUpdate, draw.after(recording::record::<D>));
            init_gizmos(app);
        } else if *app.world().resource::<CollisionStepperKeys>() != CollisionStepperKeys::default() {
            warn!(
                "the keys of the {name} CollisionStepper are set, but nothing can be drawn: add Bevy's GizmoPlugin, \
                 which DefaultPlugins contains with the feature `bevy_gizmos`"
            );
        }
    }
}

/// Returns whether playback is running.
fn is_playing<D: Dimension>(stepper: Res<CollisionStepper<D>>) -> bool {
    stepper.playing && stepper.is_on()
}

/// Advances by the steps of the elapsed time. It uses real time, since the game may be paused.
fn play<D: Dimension>(mut stepper: ResMut<CollisionStepper<D>>, time: Option<Res<Time<Real>>>) {
    let Some(time) = time else { return };
    let stepper = &mut *stepper;
    let played = stepper.played + time.delta_secs() * stepper.speed;
    // A NaN or an infinite speed does not advance.
    stepper.played = if played.is_finite() { played.max(0.0) } else { 0.0 };
    while stepper.played >= 1.0 {
        if stepper.current() == stepper.last() {
            (stepper.playing, stepper.played) = (stepper.count == 0, 0.0);
            break;
        }
        stepper.played -= 1.0;
        stepper.forward();
    }
}

/// Returns whether something is shown, or is still to be cleared.
fn is_shown<D: Dimension>(
    stepper: Res<CollisionStepper<D>>,
    trace: Res<CollisionTrace<D>>,
    shown: Res<ShownMove<D>>,
) -> bool {
    stepper.is_on() || trace.pair().is_some() || shown.entity.is_some()
}

/// Adds the gizmos of the stepper, unless they are there.
pub(crate) fn init_gizmos(app: &mut App) {
    let store = app.world().get_resource::<GizmoConfigStore>();
    if store.is_none_or(|store| store.get_config::<CollisionStepperGizmos>().is_none()) {
        // In front of nearly everything. At -1 all lines would have the same depth, so that none could be in front of
        // another.
        let config = GizmoConfig { depth_bias: -0.98, ..Default::default() };
        app.insert_gizmo_config(CollisionStepperGizmos::default(), config)
            .register_type::<CollisionStepperGizmos>();
    }
}
