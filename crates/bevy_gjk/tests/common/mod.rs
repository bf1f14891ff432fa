//! An app without a renderer, and helpers for the tests.

pub mod basics;
pub mod detour;
pub mod dimension;
pub mod histories;
pub mod prelude;
pub mod random;
pub mod rows;
pub mod samples;
#[cfg(feature = "overlay")]
pub mod screen;
pub mod share;
pub mod warnings;
pub mod world;

use bevy::image::{ImagePlugin, TextureAtlasPlugin};
use bevy::mesh::MeshPlugin;
use bevy_app::{App, Plugins, PostUpdate, TaskPoolPlugin};
use bevy_asset::AssetPlugin;
use bevy_ecs::message::Messages;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;
use bevy_gjk::{CollisionEvent, CollisionPlugin, Dim2, Dim3, Dimension, EndReason};
use bevy_math::{EulerRot, Quat, Vec3};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use gjk::Vector;

pub use random::Random;
pub use share::Share;

/// Returns an app with threads, the propagation of transforms and these plugins.
pub fn app_with<M>(plugins: impl Plugins<M>) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin)).add_plugins(plugins);
    app
}

/// Returns the same app with the collision plugins of both dimensions.
pub fn app() -> App {
    app_with((CollisionPlugin::<Dim2>::default(), CollisionPlugin::<Dim3>::default()))
}

/// Returns the same app, whose systems run on the thread that captures warnings.
pub fn single_threaded() -> App {
    let mut app = app();
    app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    app
}

/// Returns an app of one thread with the collision plugins, the assets of meshes and sprites, and further plugins.
pub fn app_with_assets<M>(plugins: impl Plugins<M>) -> App {
    let mut app = single_threaded();
    app.add_plugins((AssetPlugin::default(), MeshPlugin, ImagePlugin::default(), TextureAtlasPlugin));
    app.add_plugins(plugins);
    finished(app)
}

/// Finishes an app that has all its plugins.
pub fn finished(mut app: App) -> App {
    app.finish();
    app.cleanup();
    app
}

/// Returns a random transform with any rotation and scale, mirrored or not, and optionally flat. In 2D it only
/// rotates about the z axis.
pub fn anywhere<D: Dimension>(random: &mut Random, reach: f32, flat: bool) -> Transform {
    let mut range = |by: f32| random.range(-by, by);
    let translation = Vec3::new(range(reach), range(reach), range(reach));
    let tilt = if D::Vector::DIMENSION == 2 { 0.0 } else { 3.0 };
    let rotation = Quat::from_euler(EulerRot::XYZ, range(tilt), range(tilt), range(3.0));
    let mut scale = Vec3::new(range(1.5), range(1.5), range(1.5));
    if flat {
        scale.y = 0.0;
    }
    Transform { translation, rotation, scale }
}

/// Runs one frame and returns its events.
pub fn step<D: Dimension>(app: &mut App) -> Vec<CollisionEvent<D>> {
    app.world_mut().resource_mut::<Messages<CollisionEvent<D>>>().clear();
    app.update();
    app.world_mut().resource_mut::<Messages<CollisionEvent<D>>>().drain().collect()
}

/// The pairs that started to touch in a frame, and those that ceased to.
pub type FrameEvents = (Vec<[Entity; 2]>, Vec<([Entity; 2], EndReason)>);

/// Runs one frame and returns its 2D events.
pub fn step2(app: &mut App) -> FrameEvents {
    frame_events::<Dim2>(app)
}

/// A change of an entity and a frame, whose 2D events are returned.
pub trait StepApp {
    /// Moves an entity before the frame.
    fn step_at(&mut self, entity: Entity, place: Transform) -> FrameEvents;
    /// Inserts components before the frame.
    fn step_with(&mut self, entity: Entity, bundle: impl Bundle) -> FrameEvents;
}

impl StepApp for App {
    fn step_at(&mut self, entity: Entity, place: Transform) -> FrameEvents {
        set(self, entity, place);
        step2(self)
    }
    fn step_with(&mut self, entity: Entity, bundle: impl Bundle) -> FrameEvents {
        self.world_mut().entity_mut(entity).insert(bundle);
        step2(self)
    }
}

/// Runs one frame and returns its events without contacts.
pub fn frame_events<D: Dimension>(app: &mut App) -> FrameEvents {
    without_contacts(step::<D>(app))
}

/// Returns the starts and the ends among events.
pub fn without_contacts<D: Dimension>(all: impl IntoIterator<Item = CollisionEvent<D>>) -> FrameEvents {
    let mut events = NOTHING;
    for event in all {
        match event {
            CollisionEvent::Started { a, b, .. } => events.0.push([a, b]),
            CollisionEvent::Ended { a, b, reason } => events.1.push(([a, b], reason)),
        }
    }
    events
}

/// The events of a frame without any.
pub const NOTHING: FrameEvents = (vec![], vec![]);

/// Returns the events of a frame in which one pair starts to touch.
pub fn starts(one: Entity, two: Entity) -> FrameEvents {
    (vec![pair(one, two)], vec![])
}

/// Returns the events of a frame in which one pair ceases to touch.
pub fn ends(one: Entity, two: Entity, reason: EndReason) -> FrameEvents {
    (vec![], vec![(pair(one, two), reason)])
}

/// What is done before each frame, in words and as code, and the events of that frame.
pub type Story<'a> = &'a [(&'a str, &'a dyn Fn(&mut App), FrameEvents)];

/// Runs a frame for each row of a story, and checks its 2D events.
#[track_caller]
pub fn play(app: &mut App, story: Story) {
    play_in::<Dim2>(app, story);
}

/// Runs a frame for each row of a story, and checks its events of a dimension.
#[track_caller]
pub fn play_in<D: Dimension>(app: &mut App, story: Story) {
    for (what, act, events) in story {
        act(app);
        assert_eq!(frame_events::<D>(app), *events, "{what}");
    }
}

/// Returns the two entities of a pair in the order of their indices.
pub fn pair(one: Entity, two: Entity) -> [Entity; 2] {
    if one.index_u32() < two.index_u32() { [one, two] } else { [two, one] }
}

/// Returns a transform on the x axis.
pub fn at_x(x: f32) -> Transform {
    at_xy(x, 0.0)
}

/// Returns a transform in the plane.
pub fn at_xy(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

/// Returns a transform at a point.
pub fn at_point(point: Vec3) -> Transform {
    Transform::from_translation(point)
}

/// Returns the transform of a block of height 1 whose upper side goes through the origin, turned about it.
pub fn below_origin(turn: Quat) -> Transform {
    at_point(turn * Vec3::NEG_Y * 0.5).with_rotation(turn)
}

pub fn set(app: &mut App, entity: Entity, transform: Transform) {
    *app.world_mut().get_mut::<Transform>(entity).unwrap() = transform;
}
