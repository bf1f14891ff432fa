//! The plugins add to an app what their docs list, and each part can be left out.

use bevy_app::{Plugin, PluginGroup, TaskPoolPlugin};
use bevy_ecs::lifecycle::ComponentHooks;
use bevy_ecs::schedule::Schedules;
use bevy_transform::TransformSystems;

use crate::common::prelude::*;

fn app_with<M>(plugins: impl bevy_app::Plugins<M>) -> App {
    finished(common::app_with(plugins))
}

#[test]
fn the_group_has_both_dimensions_and_each_can_be_left_out() {
    let mut app = app_with(CollisionPlugins);
    // Even on one entity: one pair touches only in 2D, another one only in 3D.
    let both = || (dim2::Collider::circle(1.0), dim3::Collider::sphere(1.0));
    app.spawn(both());
    app.spawn((both(), Transform::from_xyz(0.0, 0.0, 9.0)));
    app.spawn((dim3::Collider::sphere(1.0), Transform::from_xyz(0.0, 1.5, 9.0)));
    app.update();
    assert_eq!(app.resource::<Collisions<Dim2>>().iter().count(), 1);
    assert_eq!(app.resource::<Collisions<Dim3>>().iter().count(), 1);
    assert_eq!((step::<Dim2>(&mut app).len(), step::<Dim3>(&mut app).len()), (0, 0));

    let mut app = app_with(CollisionPlugins.build().disable::<dim3::CollisionPlugin>());
    app.update();
    assert!(app.world().contains_resource::<Collisions<Dim2>>());
    assert!(!app.world().contains_resource::<Collisions<Dim3>>());
}

/// Returns the number of observers.
fn observers(app: &mut App) -> usize {
    let mut all = app.world_mut().query_filtered::<Entity, (With<Observer>, Allow<Disabled>)>();
    all.iter(app.world()).count()
}

#[test]
fn the_plugins_add_no_hooks_and_no_observers() {
    let mut app = app_with(CollisionPlugins);
    assert_eq!(observers(&mut app), observers(&mut app_with(())));
    let entity = app.spawn(dim2::Collider::default());
    for component in app.world().entity(entity).archetype().components() {
        let info = app.world().components().get_info(*component).unwrap();
        let ours = info.name().to_string().starts_with("bevy_gjk");
        let none = format!("{:?}", ComponentHooks::default());
        assert!(!ours || format!("{:?}", info.hooks()) == none, "{info:?}");
    }
}

#[test]
fn hooks_of_the_app_on_colliders_stay() {
    #[derive(Resource, Default)]
    struct Inserted(u32);
    let mut app = common::app_with(());
    app.init_resource::<Inserted>();
    let hooks = app.world_mut().register_component_hooks::<dim2::Collider>();
    hooks.on_insert(|mut world, _| world.resource_mut::<Inserted>().0 += 1);
    app.add_plugins(CollisionPlugins);
    app.spawn(dim2::Collider::default());
    assert_eq!(app.resource::<Inserted>().0, 1);
    // What is added once the plugin is there may be of the kind that looks for it.
    let hooks = app.world_mut().register_component_hooks::<dim3::Collider>();
    hooks.on_add(|mut world, _| world.resource_mut::<Inserted>().0 += 1);
    app.spawn(dim3::Collider::default());
    assert_eq!(app.resource::<Inserted>().0, 2);
}

/// Returns the number of systems in a schedule.
fn systems(app: &App, schedule: impl ScheduleLabel) -> usize {
    app.resource::<Schedules>().get(schedule).map_or(0, Schedule::systems_len)
}

/// Returns a collision plugin without any phase.
fn bare<D: Dimension>() -> CollisionPlugin<D> {
    use CollisionSystems::{BroadPhase, Events, Filter, Movers, NarrowPhase, Overlay, Prepare};
    let phases = [Prepare, Movers, BroadPhase, Filter, NarrowPhase, Events, Overlay];
    phases.into_iter().fold(CollisionPlugin::default(), CollisionPlugin::without)
}

#[test]
fn every_phase_can_be_left_out() {
    let before = app_with(());
    let mut app = app_with((bare::<Dim2>(), bare::<Dim3>()));
    assert_eq!(systems(&app, PostUpdate), systems(&before, PostUpdate));
    assert_eq!(systems(&app, PreUpdate), systems(&before, PreUpdate));
    app.world_mut().spawn_batch([dim2::Collider::circle(1.0), dim2::Collider::circle(1.0)]);
    app.update();
    assert_eq!(app.resource::<Collisions<Dim2>>().iter().count(), 0);
    assert!(app.resource::<Messages<CollisionEvent<Dim2>>>().is_empty());
}

#[test]
fn a_phase_that_is_left_out_does_nothing() {
    let mut app = app_with(dim2::CollisionPlugin::default().without(CollisionSystems::Events));
    app.world_mut().spawn_batch([dim2::Collider::circle(1.0), dim2::Collider::circle(1.0)]);
    assert_eq!(step2(&mut app), NOTHING, "no events are sent");
    assert_eq!(app.resource::<Collisions<Dim2>>().iter().count(), 1, "the touch is stored");
}

#[test]
fn system_sets_order_custom_systems() {
    use CollisionSystems::{BroadPhase, Events, Filter, NarrowPhase, Overlay, Prepare};
    #[derive(Resource, Default)]
    struct Log(Vec<CollisionSystems>);
    let mut app = app_with(dim2::CollisionPlugin::default());
    app.init_resource::<Log>();
    app.spawn(dim2::Collider::circle(1.0));
    app.spawn((dim2::Collider::circle(1.0), ProximityMargin(1.0)));
    let phases = [Prepare, BroadPhase, Filter, NarrowPhase, Events, Overlay];
    for phase in phases.into_iter().rev() {
        app.add_systems(PostUpdate, (move |mut log: ResMut<Log>| log.0.push(phase)).in_set(phase));
    }
    app.update();
    assert_eq!(app.resource::<Log>().0, phases);
    // The results of each phase can be read.
    let colliders = app.resource::<Collisions<Dim2>>().colliders();
    assert_eq!(colliders.iter().count(), 2);
    let enlarged = colliders.iter().find(|collider| collider.margin() > 0.0).unwrap();
    assert!((enlarged.bounds().max.x - 2.0).abs() < 1e-5);
    assert!(colliders.get(enlarged.entity()).is_some());
    assert!(colliders.get(Entity::PLACEHOLDER).is_none());
}

/// Returns the warnings of an app of one thread in three frames, with a collider in each dimension.
fn warnings_of<M>(plugins: impl bevy_app::Plugins<M>) -> Vec<String> {
    warnings(|| {
        let mut app = App::new();
        app.add_plugins(TaskPoolPlugin::default()).add_plugins(plugins);
        app.edit_schedule(PreUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
        app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
        app.finish();
        let world = app.world_mut();
        world.spawn((Name::new("flat"), dim2::Collider::circle(1.0), at_x(1.0)));
        world.spawn((Name::new("solid"), dim3::Collider::sphere(1.0), at_x(1.0)));
        app.updates(3);
    })
}

#[test]
fn a_missing_transform_plugin_is_warned_of_once() {
    assert_one_warning(&warnings_of(CollisionPlugins), &["flat", "TransformPlugin"]);
    // In another schedule the plugin itself propagates the transforms.
    let plugins =
        (dim2::CollisionPlugin::in_schedule(PreUpdate), dim3::CollisionPlugin::in_schedule(PreUpdate));
    assert!(warnings_of(plugins).is_empty());
}

#[cfg(feature = "overlay")]
mod overlay {
    use bevy::mesh::MeshPlugin;
    use bevy_asset::AssetPlugin;
    use bevy_gizmos::GizmoPlugin;
    use bevy_gizmos::config::GizmoConfigStore;
    use bevy_input::InputPlugin;

    use super::*;

    /// Returns an app that can draw gizmos.
    fn drawing(plugin: dim2::CollisionPlugin) -> App {
        app_with((AssetPlugin::default(), MeshPlugin, InputPlugin, GizmoPlugin, plugin))
    }

    #[test]
    fn the_overlay_is_off_has_no_key_and_can_be_left_out() {
        let app = drawing(dim2::CollisionPlugin::default());
        let (config, _) = app.resource::<GizmoConfigStore>().config::<CollisionGizmos>();
        assert!(!config.enabled);
        assert_eq!(app.resource::<CollisionOverlayKey>().0, None);
        let without = drawing(dim2::CollisionPlugin::default().without(CollisionSystems::Overlay));
        assert!(without.world().resource::<GizmoConfigStore>().get_config::<CollisionGizmos>().is_none());
        assert!(!without.world().contains_resource::<CollisionOverlayKey>());
        let bare = app_with((AssetPlugin::default(), MeshPlugin, InputPlugin, GizmoPlugin));
        assert_eq!(systems(&without, PreUpdate), systems(&bare, PreUpdate));
        assert!(systems(&app, PreUpdate) > systems(&bare, PreUpdate), "those that look at keys");
    }
}

/// A plugin of a user can detect this one, wherever it was added.
#[test]
fn a_library_can_detect_the_plugin() {
    struct Library;
    impl Plugin for Library {
        fn build(&self, app: &mut App) {
            if !app.is_plugin_added::<dim2::CollisionPlugin>() {
                app.add_plugins(dim2::CollisionPlugin::default());
            }
        }
    }
    _ = app_with((CollisionPlugins, Library));
    let app = app_with(Library);
    assert!(app.world().contains_resource::<Collisions<Dim2>>());
}

/// What a renderer draws. As Bevy's does for sprites and lights, it gives new and changed ones components by commands.
#[derive(Component, Default)]
struct Drawn(u32);

#[derive(Component)]
struct DrawnMesh;

#[derive(Component)]
struct DrawnMaterial;

fn add_mesh(drawn: Query<Entity, Added<Drawn>>, mut commands: Commands) {
    drawn.iter().for_each(|entity| _ = commands.entity(entity).insert(DrawnMesh));
}

fn add_material(
    drawn: Query<Entity, Or<(Changed<Drawn>, Added<DrawnMesh>, Changed<GlobalTransform>)>>,
    mut commands: Commands,
) {
    drawn.iter().for_each(|entity| _ = commands.entity(entity).insert(DrawnMaterial));
}

fn renderer(app: &mut App) {
    app.add_systems(PostUpdate, (add_mesh, add_material).chain());
    app.add_systems(PostUpdate, add_material.after(TransformSystems::Propagate));
}

fn despawn_what_touches(mut events: MessageReader<CollisionEvent<Dim2>>, mut commands: Commands) {
    for event in events.read().filter(|event| event.is_started()) {
        let [_, bullet] = event.entities();
        commands.entity(bullet).try_despawn();
    }
}

fn despawn_what_is_touching(collisions: Res<Collisions<Dim2>>, mut commands: Commands) {
    collisions.iter().for_each(|touch| commands.entity(touch.other).try_despawn());
}

fn despawn_when_hit(hit: On<dim2::CollisionStarted>, mut commands: Commands) {
    commands.entity(hit.entity).try_despawn();
}

fn despawn_at_once(world: &mut World) {
    let touching: Vec<_> = world.resource::<Collisions<Dim2>>().iter().map(|touch| touch.other).collect();
    touching.into_iter().for_each(|bullet| _ = world.try_despawn(bullet));
}

/// How an app reacts to the touches of its bullets.
#[derive(Clone, Copy, PartialEq)]
enum Reaction {
    System,
    SystemAfterNarrowPhase,
    ExclusiveSystem,
    Observer,
}

/// Shoots one bullet in each frame, at a target that it touches at once, and another bullet that arrives a frame later.
#[track_caller]
fn shoot(app: &mut App, reaction: Reaction) {
    app.spawn(dim2::Collider::circle(1.0));
    let mut shots = Vec::new();
    for frame in 0..20 {
        for x in [0.5, 50.0] {
            let bullet = (dim2::Collider::circle(0.1), Drawn::default(), at_x(x));
            let mut bullet = app.world_mut().spawn(bullet);
            if reaction == Reaction::Observer {
                bullet.observe(despawn_when_hit);
            }
            shots.push(bullet.id());
        }
        app.update();
        let late = shots[2 * frame + 1];
        app.get_mut::<Transform>(late).translation.x = 0.5;
        app.get_mut::<Drawn>(late).0 += 1;
        assert!(app.world().get_entity(shots[2 * frame]).is_err(), "despawned in the frame of its touch");
    }
}

#[test]
fn what_is_despawned_after_the_events_is_not_drawn_whatever_the_order_of_plugins() {
    use Reaction::{ExclusiveSystem, Observer, System, SystemAfterNarrowPhase};
    for reaction in [System, SystemAfterNarrowPhase, ExclusiveSystem, Observer] {
        for order in 0..3 {
            let mut app = common::app_with(());
            use CollisionSystems::{Events, NarrowPhase};
            let react = |app: &mut App| match reaction {
                System => _ = app.add_systems(PostUpdate, despawn_what_touches.after(Events)),
                SystemAfterNarrowPhase => {
                    app.add_systems(PostUpdate, despawn_what_is_touching.after(NarrowPhase));
                }
                ExclusiveSystem => _ = app.add_systems(PostUpdate, despawn_at_once.after(NarrowPhase)),
                Observer => {}
            };
            let add = |app: &mut App| _ = app.add_plugins(dim2::CollisionPlugin::default());
            let steps: [&dyn Fn(&mut App); 3] = match order {
                0 => [&renderer, &add, &react],
                1 => [&add, &react, &renderer],
                _ => [&react, &renderer, &add],
            };
            steps.iter().for_each(|step| step(&mut app));
            shoot(&mut app, reaction);
        }
    }
}

#[test]
fn a_system_that_queues_commands_may_still_be_ordered_after_the_events() {
    #[derive(Resource, Default)]
    struct Seen(Vec<bool>);
    fn note(mut events: MessageReader<CollisionEvent<Dim2>>, mut seen: ResMut<Seen>, mut commands: Commands) {
        seen.0.push(events.read().count() > 0);
        commands.spawn_empty();
    }
    fn queue(mut commands: Commands) {
        commands.spawn_empty();
    }
    #[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
    struct Late;
    let mut app = app_with(dim2::CollisionPlugin::default());
    app.init_resource::<Seen>();
    app.configure_sets(PostUpdate, Late.after(CollisionSystems::Events));
    let systems = (note.in_set(Late), queue.after(note), queue.before(CollisionSystems::Prepare));
    app.add_systems(PostUpdate, systems);
    app.world_mut().spawn_batch([dim2::Collider::circle(1.0), dim2::Collider::circle(1.0)]);
    app.update();
    assert_eq!(app.resource::<Seen>().0, [true], "in the frame of the touch");
}
