//! Detection in any schedule, with its own propagation of transforms; while time is paused; and on demand.

use core::time::Duration;

use bevy_app::prelude::*;
use bevy_app::{FixedPostUpdate, RunFixedMainLoop, TaskPoolPlugin};
use bevy_ecs::message::MessageCursor;
use bevy_gjk::DetectCollisions;
use bevy_gjk::detect_collisions;
use bevy_gjk::dim2::prelude::*;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy, Virtual};
use bevy_transform::TransformPlugin;

use crate::common::basics::*;

fn app_with(plugin: CollisionPlugin) -> App {
    let mut app = common::app_with((TimePlugin, plugin));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
    // Warnings are captured on this thread.
    app.edit_schedule(DetectCollisions, |it| _ = it.set_executor(SingleThreadedExecutor::new()));
    app
}

/// Spawns two circles, the second as the child of an entity that can be moved.
fn pair_with_parent(app: &mut App) -> (Entity, Entity, Entity) {
    let a = app.spawn((Collider::circle(1.0), at_x(0.0)));
    let parent = app.spawn(at_x(50.0));
    let b = app.spawn((Collider::circle(1.0), at_x(0.0), ChildOf(parent)));
    (a, b, parent)
}

fn touches(app: &App, a: Entity, b: Entity) -> bool {
    app.resource::<Collisions>().contains(a, b)
}

#[derive(Resource)]
struct Parent(Entity);

/// Moves the parent to where its child touches, and away again.
fn come_and_go(parent: Res<Parent>, mut moved: Query<&mut Transform>, mut odd: Local<bool>) {
    *odd = !*odd;
    moved.get_mut(parent.0).unwrap().translation.x = if *odd { 1.0 } else { 50.0 };
}

/// The events of the fixed steps: `+` for each start, `-` for each end, `|` behind each step.
#[derive(Resource, Default)]
struct Steps(String, MessageCursor<CollisionEvent>);

fn note_step(mut steps: ResMut<Steps>, events: Res<Messages<CollisionEvent>>) {
    let Steps(text, cursor) = &mut *steps;
    text.extend(cursor.read(&events).map(|event| if event.is_started() { '+' } else { '-' }));
    text.push('|');
}

fn fixed_app(step: Duration) -> App {
    let mut app = app_with(CollisionPlugin::in_schedule(FixedPostUpdate));
    app.insert_resource(Time::<Fixed>::from_duration(step));
    app.init_resource::<Steps>();
    app.add_systems(FixedPostUpdate, note_step.after(CollisionSystems::Events));
    app
}

#[test]
fn a_fixed_step_reports_the_motion_within_it() {
    let mut app = fixed_app(Duration::from_millis(10));
    let (a, b, parent) = pair_with_parent(&mut app);
    app.insert_resource(Parent(parent));
    // Starts or ends to touch in each second step.
    app.add_systems(FixedUpdate, come_and_go);
    for frame in 0..10 {
        app.update();
        let text = core::mem::take(&mut app.resource_mut::<Steps>().0);
        // The clock starts with the second frame.
        if frame > 0 {
            // No lag, not even through a parent.
            assert_eq!(text, if touches(&app, a, b) { "+|" } else { "-|" });
        }
    }
}

#[test]
fn motion_before_the_bounds_phase_is_taken_into_account() {
    let mut app = App::new();
    app.add_plugins((TransformPlugin, CollisionPlugin::in_schedule(Update)));
    let (a, b, parent) = pair_with_parent(&mut app);
    app.insert_resource(Parent(parent));
    app.add_systems(Update, come_and_go.before(CollisionSystems::Prepare));
    for frame in 0..6 {
        app.update();
        assert_eq!(touches(&app, a, b), frame % 2 == 0, "frame {frame}");
    }
}

#[test]
fn each_of_several_steps_in_a_frame_reports_its_own_events() {
    let mut app = fixed_app(Duration::from_micros(2500));
    let (.., parent) = pair_with_parent(&mut app);
    app.insert_resource(Parent(parent));
    let come_each_third = |parent: Res<Parent>, mut moved: Query<&mut Transform>, mut count: Local<u32>| {
        *count += 1;
        moved.get_mut(parent.0).unwrap().translation.x = if count.is_multiple_of(3) { 1.0 } else { 50.0 };
    };
    app.add_systems(FixedUpdate, come_each_third);
    app.updates(4);
    assert_eq!(app.resource::<Steps>().0, "||+|-||+|-||+|-||+|");
}

#[test]
fn frames_without_a_step_lose_no_events() {
    let mut app = fixed_app(Duration::from_millis(200));
    let (a, b, parent) = pair_with_parent(&mut app);
    let c = app.spawn((Collider::circle(1.0), at_x(-1.5)));
    app.updates(22);
    assert_eq!(core::mem::take(&mut app.resource_mut::<Steps>().0), "+|");
    // All of this happens before the next step, which reports only the final state.
    app.update_at(parent, at_x(1.0));
    app.update_at(parent, at_x(50.0));
    app.despawn(c);
    let d = app.spawn((Collider::circle(1.0), at_x(-1.5)));
    app.update();
    app.remove::<ChildOf>(b);
    app.despawn(parent);
    app.updates(17);
    let text = &app.resource::<Steps>().0;
    assert_eq!(text, "-+++|", "the old one gone, the new one and the freed child there");
    assert!(touches(&app, a, d) && touches(&app, a, b) && touches(&app, b, d));
}

#[test]
fn detection_works_while_time_is_paused() {
    let mut app = app_with(CollisionPlugin::default());
    let (a, b, parent) = pair_with_parent(&mut app);
    app.update();
    app.resource_mut::<Time<Virtual>>().pause();
    for x in [1.0, 50.0, 1.5] {
        let (started, ended) = app.step_at(parent, at_x(x));
        assert_eq!((started.len(), ended.len()), if x < 2.0 { (1, 0) } else { (0, 1) });
        assert_eq!(touches(&app, a, b), x < 2.0);
    }
}

#[test]
fn colliders_spawned_before_or_at_startup_take_part_in_the_first_update() {
    fn spawn_at(y: f32) -> impl FnMut(Commands) {
        move |mut commands| {
            commands.spawn((Collider::circle(1.0), at_xy(0.0, y)));
            let parent = commands.spawn(at_xy(0.5, y)).id();
            commands.spawn((Collider::circle(1.0), Transform::IDENTITY, ChildOf(parent)));
        }
    }
    for schedule in [PostUpdate.intern(), Last.intern()] {
        let mut app = app_with(CollisionPlugin::in_schedule(schedule));
        app.spawn((Collider::circle(1.0), at_x(0.0)));
        app.spawn((Collider::circle(1.0), at_x(0.5)));
        app.add_systems(Startup, spawn_at(10.0));
        app.add_systems(PostStartup, spawn_at(20.0));
        app.add_systems(Update, spawn_at(30.0));
        assert_eq!(step2(&mut app).0.len(), 4);
    }
}

#[test]
fn any_schedule_may_run_the_plugin() {
    for schedule in [First.intern(), PreUpdate.intern(), Update.intern(), RunFixedMainLoop.intern()] {
        let mut app = app_with(CollisionPlugin::in_schedule(schedule));
        let (a, b, parent) = pair_with_parent(&mut app);
        app.update();
        assert!(!touches(&app, a, b));
        assert_eq!(app.step_at(parent, at_x(1.0)).0.len(), 1, "{schedule:?}");
    }
}

#[test]
fn detect_collisions_answers_at_once_and_the_schedule_does_not_repeat_its_events() {
    let mut app = app_with(CollisionPlugin::default());
    let (a, b, parent) = pair_with_parent(&mut app);
    app.update();
    let mut counts = (0, 0);
    for round in 0..20 {
        // Moves either entity, before a detection on demand or before the schedule runs.
        set(&mut app, if round % 3 == 0 { a } else { parent }, at_x(if round % 2 == 0 { 1.0 } else { 90.0 }));
        let on_demand = round % 5 != 0;
        let mut cursor = app.resource::<Messages<CollisionEvent>>().get_cursor_current();
        if on_demand {
            detect_collisions(app.world_mut());
            let place = |entity| {
                let place = app.get::<GlobalTransform>(entity);
                place.translation().x
            };
            assert_eq!(touches(&app, a, b), (place(a) - place(b)).abs() <= 2.0, "round {round}");
        }
        let before = touches(&app, a, b);
        app.update();
        assert!(!on_demand || before == touches(&app, a, b), "the schedule finds no further changes");
        for event in cursor.read(app.resource::<Messages<CollisionEvent>>()) {
            *(if event.is_started() { &mut counts.0 } else { &mut counts.1 }) += 1;
        }
        assert_eq!(counts.0 - counts.1, i32::from(touches(&app, a, b)), "round {round}");
    }
    assert!(counts.0 > 3, "{counts:?}");
}

#[test]
fn the_plugin_may_run_on_demand_only() {
    let mut app = app_with(CollisionPlugin::in_schedule(DetectCollisions));
    app.add_plugins(dim3::CollisionPlugin::in_schedule(DetectCollisions));
    let (a, b, parent) = pair_with_parent(&mut app);
    let solids = [0.0, 1.0].map(|x| app.spawn((dim3::Collider::sphere(1.0), at_x(x))));
    app.update_at(parent, at_x(1.0));
    assert!(!touches(&app, a, b));
    detect_collisions(app.world_mut());
    assert!(touches(&app, a, b), "both dimensions at once");
    assert!(app.resource::<dim3::Collisions>().contains(solids[0], solids[1]));
}

#[test]
fn detect_collisions_without_the_plugin_warns_once() {
    let mut world = World::new();
    let run = || (0..3).for_each(|_| detect_collisions(&mut world));
    let found = warnings(run);
    assert_one_warning(&found, &["CollisionPlugin"]);
    // After the plugin is added, the call works.
    let mut app = App::new();
    assert_eq!(warnings(|| detect_collisions(app.world_mut())).len(), 1);
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, CollisionPlugin::default()));
    let [a, b] = [0.0, 1.0].map(|x| app.spawn((Collider::circle(1.0), at_x(x))));
    assert!(warnings(|| detect_collisions(app.world_mut())).is_empty());
    assert!(touches(&app, a, b));
}

/// Observers triggered by `detect_collisions` call it again, to any depth.
#[test]
fn observers_of_detect_collisions_may_call_it() {
    #[derive(Resource, Default)]
    struct Received(Vec<(Entity, Entity, bool)>);
    for schedule in [PostUpdate.intern(), DetectCollisions.intern()] {
        let mut app = app_with(CollisionPlugin::in_schedule(schedule));
        app.init_resource::<Received>();
        let a = app.spawn((Collider::circle(1.0), at_x(0.0)));
        let row = [1.0, 101.0, 201.0, 301.0].map(|x| {
            let y = if x == 1.0 { 0.0 } else { 5.0 };
            app.spawn((Collider::circle(1.0), at_xy(x, y)))
        });
        // Each hit moves the collider to the next one, and detects at once.
        app.observe(a, move |hit: On<CollisionStarted>, mut commands: Commands| {
            let (entity, other) = (hit.entity, hit.other);
            commands.queue(move |world: &mut World| {
                world.resource_mut::<Received>().0.push((entity, other, true));
                let place = row.iter().position(|&it| it == other).unwrap();
                let Some(&next) = row.get(place + 1) else { return };
                let to = *world.get::<Transform>(next).unwrap();
                *world.get_mut::<Transform>(entity).unwrap() = to;
                detect_collisions(world);
                let collisions = world.resource::<Collisions>();
                assert!(collisions.contains(entity, next) && !collisions.contains(entity, other));
                // The events of this call are triggered later.
                assert_eq!(world.resource::<Received>().0.last(), Some(&(entity, other, true)));
            });
        });
        app.observe(a, |end: On<CollisionEnded>, mut received: ResMut<Received>| {
            received.0.push((end.entity, end.other, false));
        });
        let mut cursor = app.resource::<Messages<CollisionEvent>>().get_cursor_current();
        let found = warnings(|| detect_collisions(app.world_mut()));
        assert!(found.is_empty(), "{found:?}");
        // All observers have been triggered when it returns.
        let expected = [(0, true), (0, false), (1, true), (1, false), (2, true), (2, false), (3, true)];
        let expected = expected.map(|(index, began)| (a, row[index], began));
        assert_eq!(app.resource::<Received>().0, expected, "{schedule:?}");
        assert_eq!(cursor.read(app.resource::<Messages<CollisionEvent>>()).count(), expected.len());
        assert!(touches(&app, a, row[3]));
        app.update();
        assert_eq!(app.resource::<Received>().0, expected, "no event is sent again");
    }
}

#[test]
fn observers_of_both_dimensions_may_call_detect_collisions() {
    #[derive(Resource, Default)]
    struct Received([u32; 2]);
    let mut app = app_with(CollisionPlugin::default());
    app.add_plugins(dim3::CollisionPlugin::default());
    app.init_resource::<Received>();
    app.add_observer(|_: On<CollisionStarted>, mut received: ResMut<Received>, mut commands: Commands| {
        received.0[0] += 1;
        commands.queue(|world: &mut World| detect_collisions(world));
    });
    app.add_observer(|_: On<dim3::CollisionStarted>, mut heard: ResMut<Received>, mut commands: Commands| {
        heard.0[1] += 1;
        commands.queue(|world: &mut World| detect_collisions(world));
    });
    for x in [0.0, 1.0] {
        app.spawn((Collider::circle(1.0), dim3::Collider::sphere(1.0), at_x(x)));
    }
    assert!(warnings(|| detect_collisions(app.world_mut())).is_empty());
    assert_eq!(app.resource::<Received>().0, [2, 2]);
    app.update();
    assert_eq!(app.resource::<Received>().0, [2, 2]);
}

#[test]
fn detect_collisions_within_its_own_schedule_warns_once() {
    let mut app = app_with(CollisionPlugin::default());
    app.add_systems(DetectCollisions, |world: &mut World| detect_collisions(world));
    let (a, b, parent) = pair_with_parent(&mut app);
    set(&mut app, parent, at_x(1.0));
    let found = warnings(|| (0..3).for_each(|_| detect_collisions(app.world_mut())));
    assert_one_warning(&found, &["DetectCollisions"]);
    assert!(touches(&app, a, b), "the outer run is not affected");
    // The same from an observer, if the app runs the schedule itself.
    let mut app = app_with(CollisionPlugin::default());
    let (a, b, parent) = pair_with_parent(&mut app);
    set(&mut app, parent, at_x(1.0));
    app.add_observer(|_: On<CollisionStarted>, mut commands: Commands| {
        commands.queue(|world: &mut World| detect_collisions(world));
    });
    let found = warnings(|| app.world_mut().run_schedule(DetectCollisions));
    assert_one_warning(&found, &["DetectCollisions"]);
    assert!(touches(&app, a, b));
}
