//! A state that is restored while the events of a run are delivered: what follows is dropped.

use bevy_ecs::entity::Entities;
use bevy_gjk::detect_collisions;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind, CellStarted};
use bevy_math::UVec2;

use crate::common::basics::*;

/// What observers have heard: of whom, and whether it is a start.
#[derive(Resource, Default)]
struct Heard(Vec<(Entity, bool)>);

/// The state that the observer of the first event restores, how often it does, and what else it does.
#[derive(Resource)]
struct Plan {
    state: CollisionState,
    restores: u32,
    and_then: fn(&mut World),
}

fn carry_out(world: &mut World) {
    let Some(mut plan) = world.get_resource_mut::<Plan>().filter(|plan| plan.restores > 0) else { return };
    plan.restores -= 1;
    let (state, and_then) = (plan.state.clone(), plan.and_then);
    world.resource_scope(|world, mut collisions: Mut<Collisions>| {
        collisions.restore(&state, world.entities()).unwrap();
    });
    and_then(world);
}

/// Returns an app with 4 pairs of circles that are apart, and the entities of the first ones of the pairs.
fn scene() -> (App, [Entity; 4]) {
    let mut app = app_with((CollisionPlugin::default(), CollisionLogPlugin::new(4)));
    app.init_resource::<Heard>();
    let movers = [0.0, 10.0, 20.0, 30.0].map(|x| {
        app.spawn((Collider::circle(1.0), at_xy(x, 0.0)));
        app.spawn((Collider::circle(1.0), at_xy(x, 5.0)))
    });
    app.update();
    let state = app.save::<Dim2>();
    app.insert_resource(Plan { state, restores: 1, and_then: |_| () });
    (app, movers)
}

/// Adds observers of which each restores by a command.
fn observe(app: &mut App) {
    app.add_observer(|hit: On<CollisionStarted>, mut heard: ResMut<Heard>, mut commands: Commands| {
        heard.0.push((hit.entity, true));
        commands.queue(carry_out);
    });
    app.add_observer(|hit: On<CollisionEnded>, mut heard: ResMut<Heard>| heard.0.push((hit.entity, false)));
}

fn meet(app: &mut App, movers: &[Entity]) {
    for (&mover, x) in movers.iter().zip([0.0, 10.0, 20.0, 30.0]) {
        set(app, mover, at_xy(x, 1.5));
    }
}

fn heard(app: &mut App) -> Vec<(Entity, bool)> {
    core::mem::take(&mut app.resource_mut::<Heard>().0)
}

#[test]
fn a_restore_by_a_command_of_an_observer_drops_the_events_that_follow() {
    let (mut app, movers) = scene();
    observe(&mut app);
    app.update();
    meet(&mut app, &movers);
    app.resource_mut::<Messages<CollisionEvent>>().clear();
    app.update();
    // The other entity of the first pair and the three other pairs hear nothing.
    assert_eq!(heard(&mut app).len(), 1);
    assert_eq!(app.resource::<Messages<CollisionEvent>>().len(), 4, "messages were written before");
    assert_eq!(app.resource::<Collisions>().iter().count(), 0);
    // From the restored state, all of them begin.
    app.update();
    assert_eq!(heard(&mut app).len(), 8);
    // The log has presented them once, as its tick was not named anew.
    app.update();
    assert_eq!(heard(&mut app), []);
}

#[test]
fn a_run_of_the_detection_after_the_restore_is_heard_in_full() {
    let (mut app, movers) = scene();
    observe(&mut app);
    app.update();
    app.resource_mut::<Plan>().and_then = detect_collisions;
    meet(&mut app, &movers);
    detect_collisions(app.world_mut());
    // One event of the first run, and all of the second one.
    assert_eq!(heard(&mut app).len(), 1 + 8);
    app.update();
    assert_eq!(heard(&mut app), []);
}

#[test]
fn a_restore_by_an_observer_at_once_lets_the_observers_of_the_same_event_run() {
    let (mut app, movers) = scene();
    let restore = |_: On<CollisionStarted>,
                   mut plan: ResMut<Plan>,
                   mut collisions: ResMut<Collisions>,
                   entities: &Entities| {
        if plan.restores > 0 {
            plan.restores -= 1;
            collisions.restore(&plan.state, entities).unwrap();
        }
    };
    app.add_observer(restore);
    for _ in 0..2 {
        app.add_observer(|hit: On<CollisionStarted>, mut heard: ResMut<Heard>| {
            heard.0.push((hit.entity, true));
        });
    }
    app.update();
    meet(&mut app, &movers);
    app.update();
    let first = heard(&mut app);
    assert!(first.len() == 2 && first[0] == first[1], "{first:?}");
    app.update();
    assert_eq!(heard(&mut app).len(), 16);
}

#[test]
fn a_restore_that_fails_drops_nothing() {
    use bevy_ecs::entity::{EntityHashMap, MapEntities};
    let (mut app, movers) = scene();
    meet(&mut app, &movers[..1]);
    app.update();
    let mut state = app.save::<Dim2>();
    state.map_entities(&mut EntityHashMap::from_iter([(movers[0], Entity::PLACEHOLDER)]));
    app.insert_resource(Plan { state, restores: 1, and_then: |_| () });
    let fails = |_: On<CollisionStarted>,
                 plan: Res<Plan>,
                 mut heard: ResMut<Heard>,
                 mut collisions: ResMut<Collisions>,
                 entities: &Entities| {
        heard.0.push((Entity::PLACEHOLDER, true));
        assert!(collisions.restore(&plan.state, entities).is_err());
    };
    app.add_observer(fails);
    meet(&mut app, &movers);
    app.update();
    assert_eq!(heard(&mut app).len(), 6);
}

#[test]
fn the_log_presents_what_it_has_found_and_retracts_it_if_the_tick_is_run_again_without() {
    let (mut app, movers) = scene();
    app.add_observer(|_: On<CollisionPresented>, mut heard: ResMut<Heard>, mut commands: Commands| {
        heard.0.push((Entity::PLACEHOLDER, true));
        commands.queue(carry_out);
    });
    app.add_observer(|_: On<CollisionRetracted>, mut heard: ResMut<Heard>| {
        heard.0.push((Entity::PLACEHOLDER, false));
    });
    app.add_observer(|hit: On<CollisionStarted>, mut heard: ResMut<Heard>| heard.0.push((hit.entity, true)));
    app.update();
    app.resource_mut::<CollisionLog>().begin_tick(1);
    meet(&mut app, &movers);
    app.update();
    assert_eq!(heard(&mut app), [(Entity::PLACEHOLDER, true); 4]);
    for mover in movers {
        set(&mut app, mover, at_xy(0.0, 50.0));
    }
    set(&mut app, movers[3], at_xy(30.0, 1.5));
    app.resource_mut::<CollisionLog>().begin_tick(1);
    app.update();
    let heard = heard(&mut app);
    let retracted = heard.iter().filter(|&&it| it == (Entity::PLACEHOLDER, false)).count();
    let present = heard.iter().filter(|&&it| it.0 == movers[3]).count();
    assert!(retracted == 3 && present == 1, "{heard:?}");
}

#[test]
fn a_restore_drops_the_events_of_cells_that_follow() {
    let (mut app, movers) = scene();
    let coin = CellKind { reports: true, ..CellKind::new(Collider::circle(0.3)) };
    let mut grid = CellGrid::new(UVec2::new(8, 8), 1.0, [coin]);
    (0..64).for_each(|cell| _ = grid.set(UVec2::new(cell % 8, cell / 8), 1));
    app.spawn((Collider::Grid(grid), at_xy(60.0, 0.0)));
    app.update();
    let state = app.save::<Dim2>();
    app.resource_mut::<Plan>().state = state;
    app.add_observer(|hit: On<CellStarted>, mut heard: ResMut<Heard>, mut commands: Commands| {
        heard.0.push((hit.entity, true));
        commands.queue(carry_out);
    });
    app.update();
    app.update_at(movers[0], at_xy(62.0, 2.0));
    assert_eq!(heard(&mut app).len(), 1);
    app.update();
    let cells = app.resource::<Collisions>().cell_touches().len();
    assert!(cells > 2);
    assert_eq!(heard(&mut app).len(), 2 * cells);
    // A restore by an observer of a collision drops them, too.
    app.resource_mut::<Plan>().restores = 1;
    app.add_observer(|_: On<CollisionStarted>, mut commands: Commands| commands.queue(carry_out));
    app.update_at(movers[0], at_xy(0.0, 50.0));
    app.update();
    heard(&mut app);
    set(&mut app, movers[1], at_xy(64.0, 4.0));
    app.resource_mut::<Plan>().restores = 1;
    app.update();
    assert_eq!(heard(&mut app), []);
}
