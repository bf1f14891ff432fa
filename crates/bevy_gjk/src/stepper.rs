//! The stepper: how the test of one pair runs, step by step, in the app itself.

use core::fmt;
use core::marker::PhantomData;

use bevy_app::{App, PostUpdate, PreUpdate};
use bevy_asset::Assets;
use bevy_ecs::prelude::{Entity, IntoScheduleConfigs, ReflectResource, Res, Resource};
use bevy_gizmos::config::{GizmoConfig, GizmoConfigStore};
use bevy_gizmos::{AppGizmoBuilder, GizmoAsset};
use bevy_math::{Rect, Vec3};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use bevy_transform::TransformSystems;

mod choose;
mod colors;
mod draw;
mod keys;
mod labels;
mod layout;
mod moment;
mod play;
mod recording;
mod view;
mod words;

pub use choose::StepThrough;
pub use colors::CollisionStepperGizmos;
pub use keys::CollisionStepperKeys;
pub use recording::CollisionTrace;

use crate::collider::Dimension;
use crate::systems::CollisionSystems;

/// Shows how the test of one pair of colliders runs, step by step: the Minkowski difference and the origin, the
/// simplex as it grows and sheds points, where GJK looks next and what it finds there, and how EPA's polytope
/// grows until the depth is known.
///
/// It is off while there is no [`pair`](Self::pair), and costs nothing then. All of it can be edited at any
/// time, by code, a panel, or the [keys](CollisionStepperKeys). What it shows is in the [`CollisionTrace`].
///
/// The picture needs Bevy's `GizmoPlugin`; the trace is recorded without it, too. What is drawn is what the
/// systems last saw, also while the game is paused.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
/// # #[derive(Component)] struct Player;
/// # #[derive(Component)] struct Wall;
///
/// fn why(player: Single<Entity, With<Player>>, wall: Single<Entity, With<Wall>>, mut stepper: ResMut<CollisionStepper>) {
///     stepper.show(*player, *wall);
///     stepper.frozen = true;
/// }
///
/// fn print(trace: Res<CollisionTrace>) {
///     println!("{}", trace.steps());
/// }
/// # bevy_ecs::system::assert_is_system(why);
/// # bevy_ecs::system::assert_is_system(print);
/// ```
#[derive(Resource, Clone, PartialEq, Reflect)]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct CollisionStepper<D: Dimension> {
    /// The two colliders whose test is shown, the first as A and the second as B; or none.
    pub pair: Option<[Entity; 2]>,
    /// What is asked about the two.
    pub question: StepperQuestion,
    /// The step that is shown, from 0. Beyond the last, it is the last, whatever comes: `usize::MAX` shows the
    /// answer.
    pub step: usize,
    /// Steps go on by themselves, to the last.
    pub playing: bool,
    /// How many in a second.
    pub speed: f32,
    /// What is shown stays as it was, whatever happens to the two; else each frame is shown as it comes.
    pub frozen: bool,
    /// Where the Minkowski difference is drawn.
    pub place: StepperPlace,
    /// How many steps there are.
    #[reflect(ignore)]
    count: usize,
    /// The part of a step that has been played.
    #[reflect(ignore)]
    played: f32,
    #[reflect(ignore)]
    dimension: PhantomData<D>,
}

/// What the stepper asks about a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Default, Clone, Debug, PartialEq)]
pub enum StepperQuestion {
    /// Whether they touch, and how deep they overlap: what the systems ask about each pair.
    #[default]
    Contact,
    /// How far apart they are.
    Distance,
}

/// Where the stepper draws the Minkowski difference, which has a space and an origin of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Default, Clone, Debug, PartialEq)]
pub enum StepperPlace {
    /// Where the view has the most room beside the pair.
    #[default]
    Beside,
    /// In this part of the view: (0, 0) is its upper left corner, (1, 1) the lower right one.
    View(Rect),
    /// In the world.
    World {
        /// Where the origin of the difference is.
        origin: Vec3,
        /// How large a unit of it is.
        scale: f32,
    },
}

impl<D: Dimension> Default for CollisionStepper<D> {
    fn default() -> Self {
        Self {
            pair: None,
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

impl<D: Dimension> fmt::Debug for CollisionStepper<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CollisionStepper")
            .field("pair", &self.pair)
            .field("question", &self.question)
            .field("step", &self.step)
            .field("playing", &self.playing)
            .field("speed", &self.speed)
            .field("frozen", &self.frozen)
            .field("place", &self.place)
            .finish_non_exhaustive()
    }
}

impl<D: Dimension> CollisionStepper<D> {
    /// Shows the test of two colliders, from its first step on.
    pub fn show(&mut self, a: Entity, b: Entity) {
        self.pair = Some([a, b]);
        self.step = 0;
    }

    /// Shows nothing any more.
    pub fn stop(&mut self) {
        (self.pair, self.playing, self.frozen) = (None, false, false);
    }

    /// How many steps the test took; 0 until it was recorded.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The step that is shown: [`step`](Self::step), or the last.
    pub fn current(&self) -> usize {
        self.step.min(self.last())
    }

    /// Goes to the next step, if there is one.
    pub fn forward(&mut self) {
        self.step = (self.current() + 1).min(self.last());
    }

    /// Goes to the step before, if there is one.
    pub fn back(&mut self) {
        self.step = self.current().saturating_sub(1);
    }

    /// Plays on, or from the beginning if all has been shown; or pauses.
    pub fn play_or_pause(&mut self) {
        self.playing = !self.playing;
        if self.playing && self.current() == self.last() {
            self.step = 0;
        }
        self.played = 0.0;
    }

    fn last(&self) -> usize {
        self.count.saturating_sub(1)
    }
}

/// Adds the stepper for a dimension; it draws if the app can draw gizmos.
pub(crate) fn install<D: Dimension>(app: &mut App) {
    app.init_resource::<CollisionStepper<D>>()
        .init_resource::<CollisionTrace<D>>()
        .init_resource::<CollisionStepperKeys>()
        .register_type::<CollisionStepper<D>>()
        .register_type::<CollisionStepperKeys>()
        .register_type::<StepThrough>()
        .add_observer(choose::begin::<D>)
        .add_observer(choose::end::<D>)
        .add_systems(
            PreUpdate,
            (keys::press::<D>.run_if(keys::are_set), play::play::<D>.run_if(play::is_playing::<D>))
                .chain()
                .after(bevy_input::InputSystems),
        )
        .add_systems(
            PostUpdate,
            recording::record::<D>
                .run_if(is_on::<D>)
                .in_set(CollisionSystems::Overlay)
                .after(TransformSystems::Propagate),
        );
    if !app.world().contains_resource::<Assets<GizmoAsset>>() {
        return;
    }
    let store = app.world().get_resource::<GizmoConfigStore>();
    if store.is_none_or(|store| store.get_config::<CollisionStepperGizmos>().is_none()) {
        // In front of nearly everything. At -1 it would be so of all, but no line in front of another.
        let config = GizmoConfig { depth_bias: -0.98, ..Default::default() };
        app.insert_gizmo_config(CollisionStepperGizmos::default(), config)
            .register_type::<CollisionStepperGizmos>();
    }
    app.add_systems(
        PostUpdate,
        draw::draw::<D>
            .run_if(has_picture::<D>)
            .in_set(CollisionSystems::Overlay)
            .after(recording::record::<D>)
            .after(TransformSystems::Propagate),
    );
}

/// There is a pair, or something to forget.
fn is_on<D: Dimension>(stepper: Res<CollisionStepper<D>>, trace: Res<CollisionTrace<D>>) -> bool {
    stepper.pair.is_some() || trace.pair().is_some()
}

fn has_picture<D: Dimension>(trace: Res<CollisionTrace<D>>) -> bool {
    trace.pair().is_some()
}
