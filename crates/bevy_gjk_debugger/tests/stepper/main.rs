//! The stepper shows the steps of the test of a pair, as `gjk` traces them, and costs nothing while it is off.

mod choosing;
mod drawing;
mod moves;
#[cfg(feature = "recorder")]
mod player;

#[path = "../../../bevy_gjk/tests/common/world.rs"]
#[expect(dead_code, reason = "shared with the tests of the plugin")]
mod world;

use core::any::TypeId;
use core::time::Duration;

use bevy::mesh::MeshPlugin;
use bevy::window::{PrimaryWindow, Window};
use bevy_app::{App, Plugins, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, Assets};
use bevy_camera::{Camera, RenderTargetInfo};
use bevy_color::LinearRgba;
use bevy_ecs::prelude::*;
use bevy_gizmos::prelude::*;
use bevy_gizmos::{GizmoHandles, GizmoPlugin};
use bevy_gjk::gjk::trace::Trace;
use bevy_gjk::gjk::{Query as Question, Support};
use bevy_gjk::shape::Shape;
use bevy_gjk::texts::ApartReason;
use bevy_gjk::*;
use bevy_gjk_debugger::{
    CollisionStepper, CollisionStepperGizmos, CollisionStepperKeys, CollisionStepperPlugin, CollisionTrace,
    StepThrough, StepperPlace, StepperQuestion,
};
use bevy_input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy_input::{ButtonState, InputPlugin};
use bevy_math::{Dir3, Quat, UVec2, Vec2, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::{GlobalTransform, Transform};

use world::AppWorld;

/// Returns an app with the collision plugins and steppers, and with a view.
fn app() -> App {
    let dimensions = (CollisionPlugin::<Dim2>::default(), CollisionPlugin::<Dim3>::default());
    app_with((
        dimensions,
        CollisionStepperPlugin::<Dim2>::default(),
        CollisionStepperPlugin::<Dim3>::default(),
    ))
}

/// Returns an app with some plugins and a view of 800 by 600 pixels that is 20 units high in 2D.
fn app_with<M>(plugins: impl Plugins<M>) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, AssetPlugin::default(), MeshPlugin))
        .add_plugins((InputPlugin, TimePlugin, GizmoPlugin))
        .add_plugins(plugins)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
    app.finish();
    app.cleanup();
    let mut camera = Camera::default();
    camera.computed.clip_from_view =
        glam::camera::rh::proj::directx::orthographic(-13.333_333, 13.333_333, -10.0, 10.0, 1000.0, -1000.0);
    camera.computed.target_info =
        Some(RenderTargetInfo { physical_size: UVec2::new(800, 600), scale_factor: 1.0 });
    app.spawn((camera, Transform::default()));
    app
}

fn at_xy(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

fn set(app: &mut App, entity: Entity, transform: Transform) {
    app.insert(entity, transform);
}

fn spawn(app: &mut App, collider: impl Bundle, x: f32, y: f32) -> Entity {
    app.spawn((collider, at_xy(x, y)))
}

/// Returns two overlapping squares, in an app that shows their test.
fn squares() -> (App, [Entity; 2]) {
    let mut app = app();
    let a = spawn(&mut app, dim2::Collider::rectangle(2.0, 2.0), -6.0, 0.0);
    let b = spawn(&mut app, dim2::Collider::regular_polygon(1.5, 5), -4.8, 0.7);
    stepper(&mut app).show(a, b);
    app.update();
    (app, [a, b])
}

fn stepper(app: &mut App) -> Mut<'_, CollisionStepper<Dim2>> {
    app.world_mut().resource_mut()
}

fn trace(app: &App) -> &CollisionTrace<Dim2> {
    app.world().resource()
}

/// Returns the points that were drawn in the last frame.
fn drawn(app: &App) -> Vec<(Vec3, LinearRgba)> {
    let handles = app.resource::<GizmoHandles>().handles();
    let Some(Some(handle)) = handles.get(&TypeId::of::<CollisionStepperGizmos>()) else { return Vec::new() };
    let buffer = app.resource::<Assets<GizmoAsset>>().get(handle).unwrap().buffer();
    let strips = buffer.strip_positions.iter().zip(&buffer.strip_colors);
    let lines = buffer.list_positions.iter().zip(&buffer.list_colors);
    strips.chain(lines).map(|(&at, &color)| (at, color)).filter(|(at, _)| at.is_finite()).collect()
}

fn press(app: &mut App, key_code: KeyCode) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        let window = Entity::PLACEHOLDER;
        let logical_key = Key::F1;
        app.world_mut().write_message(KeyboardInput {
            key_code,
            logical_key,
            state,
            text: None,
            repeat: false,
            window,
        });
    }
    app.update();
}

/// Returns the steps of `gjk` itself for the pair.
fn steps_of<D: Dimension>(app: &App, pair: [Entity; 2], question: StepperQuestion) -> Trace<D::Vector> {
    let [a, b] = pair.map(|entity| {
        let transform = app.get::<GlobalTransform>(entity);
        let form = app.get::<D::Collider>(entity).prepare().unwrap();
        form.convex().unwrap().clone().placed(D::affine(transform))
    });
    let mut trace = Trace::default();
    let asked = Question::new(&a, &b).observe(&mut trace);
    match question {
        StepperQuestion::Contact => drop(asked.contact()),
        StepperQuestion::Distance => drop(asked.closest_points()),
    }
    trace
}

fn check<D: Dimension>(colliders: &[D::Collider], apart: f32) {
    let mut app = app();
    let turn = Quat::from_rotation_z(0.4) * Quat::from_rotation_x(if D::NAME == "3D" { 0.7 } else { 0.0 });
    for (index, one) in colliders.iter().enumerate() {
        for two in &colliders[..=index] {
            let place = at_xy(1.0, 0.5).with_scale(Vec3::new(1.5, 0.75, 1.0));
            let a = app.spawn((one.clone(), place));
            let place = at_xy(1.0 + apart, 0.75).with_rotation(turn);
            let b = app.spawn((two.clone(), place));
            for question in [StepperQuestion::Contact, StepperQuestion::Distance] {
                let mut stepper = app.world_mut().resource_mut::<CollisionStepper<D>>();
                stepper.show(a, b);
                stepper.question = question;
                app.update();
                let expected = steps_of::<D>(&app, [a, b], question);
                let trace = app.resource::<CollisionTrace<D>>();
                assert!(!trace.steps().is_empty());
                assert_eq!(trace.steps().to_string(), expected.to_string(), "{one:?} {two:?}");
                let count = app.resource::<CollisionStepper<D>>().count();
                assert_eq!(count, expected.len());
                // Each step can be drawn.
                for step in 0..count {
                    app.world_mut().resource_mut::<CollisionStepper<D>>().step = step;
                    app.update();
                    assert!(drawn(&app).len() > 100);
                }
            }
            app.world_mut().despawn(a);
            app.world_mut().despawn(b);
            app.update();
        }
    }
}

#[test]
fn the_steps_equal_those_of_gjk_in_2d() {
    use dim2::Collider;
    let colliders = [
        Collider::circle(1.0),
        Collider::ellipse(1.0, 0.5),
        Collider::rectangle(1.0, 2.0),
        Collider::capsule(0.5, 1.0),
        Collider::regular_polygon(1.0, 7),
        Collider::segment(Vec2::ZERO, Vec2::ONE),
    ];
    check::<Dim2>(&colliders, 0.6);
    check::<Dim2>(&colliders, 5.0);
}

#[test]
fn the_steps_equal_those_of_gjk_in_3d() {
    use dim3::Collider;
    let colliders = [
        Collider::sphere(1.0),
        Collider::cuboid(1.0, 2.0, 0.5),
        Collider::cone(0.5, 1.0),
        Collider::triangle(Vec3::X, Vec3::Y, Vec3::Z),
    ];
    check::<Dim3>(&colliders, 0.4);
    check::<Dim3>(&colliders, 5.0);
}

#[test]
fn the_answer_equals_that_of_the_systems() {
    let (mut app, [a, b]) = squares();
    let known = app.resource::<dim2::Collisions>().get(a, b).map(|touch| touch.contact()).unwrap();
    let found = *trace(&app).contact().unwrap();
    assert!((known.depth - found.depth).abs() < 1e-5 && known.normal.distance(found.normal) < 1e-4);
    set(&mut app, b, at_xy(4.0, 0.0));
    stepper(&mut app).question = StepperQuestion::Distance;
    app.update();
    assert!(trace(&app).contact().is_none());
    assert!((trace(&app).closest_points().unwrap().distance - (10.0 - 1.0 - 1.4266)).abs() < 1e-3);
}

#[test]
fn a_compound_shows_its_deepest_or_nearest_part() {
    let mut app = app();
    let boxes = [-4.0, 0.0, 4.0].map(|x| (at_xy(x, 0.0), dim2::Collider::rectangle(1.0, 1.0)));
    let row = spawn(&mut app, dim2::Collider::compound(boxes), 0.0, 0.0);
    let ball = spawn(&mut app, dim2::Collider::circle(1.0), 4.5, 0.5);
    stepper(&mut app).show(ball, row);
    app.update();
    assert_eq!(trace(&app).parts(), [None, Some(2)]);
    let known = app.resource::<dim2::Collisions>().get(ball, row).map(|touch| touch.contact()).unwrap();
    assert!((known.depth - trace(&app).contact().unwrap().depth).abs() < 1e-5);
    set(&mut app, ball, at_xy(-1.5, 7.0));
    app.update();
    assert_eq!(trace(&app).parts(), [None, Some(1)], "the nearest");
    assert!(trace(&app).contact().is_none() && !trace(&app).steps().is_empty());
}

#[test]
fn steps_go_forward_and_back_and_stop_at_the_ends() {
    let (mut app, _) = squares();
    let count = stepper(&mut app).count();
    assert!(count > 5 && count == trace(&app).steps().len());
    let at = |app: &mut App| stepper(app).current();
    assert_eq!(at(&mut app), 0);
    stepper(&mut app).back();
    assert_eq!(at(&mut app), 0);
    for step in 1..count {
        stepper(&mut app).forward();
        assert_eq!(at(&mut app), step);
    }
    stepper(&mut app).forward();
    assert_eq!(at(&mut app), count - 1);
    stepper(&mut app).step = usize::MAX;
    app.update();
    assert_eq!(at(&mut app), count - 1, "the answer");
    stepper(&mut app).back();
    assert_eq!(at(&mut app), count - 2);
    // Another pair may have fewer steps.
    stepper(&mut app).step = count - 1;
    let balls = [0.0, 5.0].map(|x| spawn(&mut app, dim2::Collider::circle(1.0), x, 5.0));
    stepper(&mut app).pair = Some(balls);
    app.update();
    let fewer = stepper(&mut app).count();
    assert!(fewer < count);
    assert_eq!(at(&mut app), fewer - 1);
}

#[test]
fn playing_keeps_the_rate_of_steps_and_ends_at_the_last() {
    let (mut app, _) = squares();
    let count = stepper(&mut app).count();
    stepper(&mut app).speed = 5.0;
    stepper(&mut app).play_or_pause();
    app.updates(4);
    assert_eq!(stepper(&mut app).current(), 2, "five steps a second, a tenth of a second a frame");
    stepper(&mut app).play_or_pause();
    app.update();
    app.update();
    assert_eq!(stepper(&mut app).current(), 2, "paused");
    stepper(&mut app).speed = f32::INFINITY;
    stepper(&mut app).play_or_pause();
    app.update();
    stepper(&mut app).speed = 1e6;
    app.update();
    assert_eq!(stepper(&mut app).current(), count - 1);
    assert!(!stepper(&mut app).playing);
    stepper(&mut app).play_or_pause();
    assert_eq!(stepper(&mut app).current(), 0, "again from the beginning");
}

#[test]
fn a_frozen_trace_stays_until_it_is_unfrozen() {
    let (mut app, [a, b]) = squares();
    let before = trace(&app).steps().to_string();
    let picture = drawn(&app);
    stepper(&mut app).frozen = true;
    set(&mut app, b, at_xy(-5.2, -0.4));
    app.update();
    assert_eq!(trace(&app).steps().to_string(), before);
    // Except for the label that says so.
    let color = CollisionStepperGizmos::default();
    let of = |drawn: Vec<(Vec3, LinearRgba)>, color: bevy_color::Color| -> Vec<_> {
        drawn.into_iter().filter(|(_, drawn)| *drawn == color.into()).collect()
    };
    assert_eq!(of(drawn(&app), color.a), of(picture.clone(), color.a));
    // Even after the two are despawned.
    app.world_mut().despawn(a);
    app.update();
    assert_eq!(trace(&app).steps().to_string(), before);
    assert!(!drawn(&app).is_empty());
    stepper(&mut app).frozen = false;
    app.update();
    assert!(trace(&app).pair().is_none() && stepper(&mut app).pair.is_none() && drawn(&app).is_empty());
    // Another pair is recorded once, and stays frozen.
    let c = spawn(&mut app, dim2::Collider::circle(1.0), 0.0, 0.0);
    stepper(&mut app).show(b, c);
    stepper(&mut app).frozen = true;
    app.update();
    let held = trace(&app).steps().to_string();
    assert!(!held.is_empty() && held != before);
    set(&mut app, c, at_xy(-5.0, 0.0));
    app.update();
    assert_eq!(trace(&app).steps().to_string(), held);
    stepper(&mut app).frozen = false;
    app.update();
    assert_ne!(trace(&app).steps().to_string(), held);
}

#[test]
fn a_despawned_entity_ends_the_trace_and_an_invalid_one_suspends_it() {
    let (mut app, [a, b]) = squares();
    app.insert(a, ColliderDisabled);
    app.update();
    assert!(trace(&app).pair().is_none() && drawn(&app).is_empty());
    assert_eq!((stepper(&mut app).pair, stepper(&mut app).count()), (Some([a, b]), 0));
    app.remove::<ColliderDisabled>(a);
    app.update();
    assert!(trace(&app).pair().is_some() && !drawn(&app).is_empty());
    app.world_mut().despawn(b);
    app.update();
    assert!(trace(&app).pair().is_none() && drawn(&app).is_empty());
    assert_eq!(stepper(&mut app).pair, None);
    // An entity without a 2D collider, one that never existed, and a pair of an entity with itself.
    let solid = spawn(&mut app, dim3::Collider::sphere(1.0), 0.0, 0.0);
    for pair in [[a, solid], [solid, a], [Entity::PLACEHOLDER, a]] {
        stepper(&mut app).pair = Some(pair);
        app.update();
        assert!(trace(&app).pair().is_none());
    }
    stepper(&mut app).pair = Some([a, a]);
    app.update();
    assert!(trace(&app).contact().is_some());
}

#[test]
fn the_stepper_records_and_draws_nothing_while_it_is_off() {
    let mut app = app();
    let a = spawn(&mut app, dim2::Collider::circle(1.0), 0.0, 0.0);
    let b = spawn(&mut app, dim2::Collider::circle(1.0), 1.0, 0.0);
    app.update();
    assert!(drawn(&app).is_empty());
    assert!(trace(&app).pair().is_none() && trace(&app).steps().is_empty());
    let ticks = |app: &App| {
        let world = app.world();
        let of = |ticks: Option<bevy_ecs::change_detection::ComponentTicks>| ticks.unwrap().changed;
        [
            of(world.get_resource_change_ticks::<CollisionTrace<Dim2>>()),
            of(world.get_resource_change_ticks::<CollisionStepper<Dim2>>()),
        ]
    };
    let before = ticks(&app);
    app.update();
    app.update();
    assert_eq!(ticks(&app), before, "not even looked at");
    stepper(&mut app).show(a, b);
    app.update();
    assert!(!drawn(&app).is_empty());
    stepper(&mut app).stop();
    app.update();
    assert!(drawn(&app).is_empty() && trace(&app).steps().is_empty());
}
