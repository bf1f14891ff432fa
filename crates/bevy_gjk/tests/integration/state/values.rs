//! States as values: what a restore makes of a world that has changed, and states that cannot be restored.

use bevy_ecs::entity::{EntityHashMap, MapEntities};
use bevy_gjk::state::{RestoreError, StateDifference};

use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;
use crate::common::detour::{allow_detours, detour};

fn save(app: &App) -> CollisionState {
    app.save()
}

/// Returns an app with two circles that touch and one that is apart.
fn scene() -> (App, [Entity; 3]) {
    let mut app = app();
    let circles = [0.0, 1.5, 9.0].map(|x| app.spawn((Collider::circle(1.0), at_x(x))));
    app.update();
    (app, circles)
}

#[test]
fn a_state_holds_only_what_is_remembered_of_pairs() {
    let (mut app, [a, ..]) = scene();
    let state = save(&app);
    assert_eq!(state.pair_count(), 1);
    let mut again = CollisionState::default();
    app.resource::<Collisions>().save_into(&mut again);
    assert_eq!(again, state);
    app.update_at(a, at_x(-9.0));
    assert_ne!(save(&app), state);
    assert_eq!(state.first_difference(&state), None);
    app.resource::<Collisions>().save_into(&mut again);
    assert_eq!(again, CollisionState::default());
}

#[test]
fn a_state_is_restored_into_a_world_that_has_the_plugin() {
    let (mut app, [a, ..]) = scene();
    let state = save(&app);
    app.update_at(a, at_x(-9.0));
    assert_eq!(state.restore(app.world_mut()), Ok(()));
    assert_eq!(save(&app), state);
    assert_eq!(state.restore(&mut World::new()), Err(RestoreError::NoPlugin));
}

#[test]
fn what_is_missing_at_a_restore_ends_with_its_reason_and_what_is_new_begins() {
    let changes: [(fn(&mut App, Entity), EndReason); 4] = [
        (|app, entity| app.remove::<Collider>(entity), EndReason::Removed),
        (|app, entity| app.insert(entity, ColliderDisabled), EndReason::Disabled),
        (|app, entity| app.insert(entity, Collider::circle(f32::NAN)), EndReason::Invalid),
        (|app, entity| set(app, entity, at_x(50.0)), EndReason::Separated),
    ];
    for (change, reason) in changes {
        for runs in 0..3 {
            let (mut app, [a, b, far]) = scene();
            let state = save(&app);
            change(&mut app, b);
            set(&mut app, far, at_x(-0.5));
            for _ in 0..runs {
                app.update();
            }
            app.restore(&state).unwrap();
            let (started, ends) = step2(&mut app);
            assert_eq!(ends, [(pair(a, b), reason)], "{reason:?} after {runs} runs");
            assert!(started.contains(&pair(a, far)), "{started:?}");
            assert_eq!(step2(&mut app), NOTHING);
        }
    }
}

#[test]
fn an_entity_that_came_back_goes_on_to_touch_once_the_state_is_mapped() {
    let (mut app, [a, b, _]) = scene();
    let mut state = save(&app);
    app.despawn(b);
    app.update();
    assert_eq!(app.restore(&state), Err(RestoreError::NoSuchEntity(b)));
    assert_eq!(app.resource::<Collisions>().iter().count(), 0, "nothing was restored");
    let back = app.spawn((Collider::circle(1.0), at_x(1.5)));
    let mut without = state.clone();
    without.retain(|entity| entity != b);
    assert_eq!(without.pair_count(), 0);
    state.map_entities(&mut EntityHashMap::from_iter([(b, back)]));
    app.restore(&state).unwrap();
    assert_eq!(step2(&mut app), NOTHING);
    assert!(app.resource::<Collisions>().contains(a, back));
    app.restore(&without).unwrap();
    assert_eq!(step2(&mut app), starts(a, back));
}

/// A teleport in the first tick after a restore is none on the way, and a shot is, whatever the wrong guess did.
#[test]
fn resets_of_swept_colliders_are_part_of_a_state() {
    for (guess_resets, tick_resets) in [(false, false), (false, true), (true, false), (true, true)] {
        for comes_back in [false, true] {
            let mut app = app();
            let wall = app.spawn((Collider::rectangle(1.0, 9.0), at_x(5.0)));
            let mut ball = app.spawn((Collider::circle(0.1), SweptCollider::default(), at_x(0.0)));
            app.get_mut::<SweptCollider>(ball).reset();
            app.updates(2);
            let mut state = save(&app);
            let component = *app.get::<SweptCollider>(ball);
            let tick = |app: &mut App, ball, resets: bool| {
                set(app, ball, at_x(10.0));
                if resets {
                    app.get_mut::<SweptCollider>(ball).reset();
                }
                step2(app)
            };
            let hit = |ball, resets: bool| if resets { vec![] } else { vec![pair(wall, ball)] };
            assert_eq!(tick(&mut app, ball, guess_resets).0, hit(ball, guess_resets));
            if comes_back {
                app.despawn(ball);
                let back = app.spawn((Collider::circle(0.1), component, at_x(0.0)));
                state.map_entities(&mut EntityHashMap::from_iter([(ball, back)]));
                ball = back;
            }
            set(&mut app, ball, at_x(0.0));
            app.insert(ball, component);
            app.restore(&state).unwrap();
            let found = tick(&mut app, ball, tick_resets).0;
            assert_eq!(found, hit(ball, tick_resets), "{guess_resets} {tick_resets} {comes_back}");
        }
    }
}

/// Before the next run has read its collider.
#[test]
fn an_entity_that_came_back_is_heard_of_when_it_is_despawned_at_once() {
    #[derive(Component)]
    struct Enemy;
    #[derive(Resource, Default)]
    struct Count(u32);
    let (mut app, [_, b, _]) = scene();
    app.init_resource::<Count>();
    app.world_mut().add_observer(|_: On<CollisionEndedWith<Enemy>>, mut count: ResMut<Count>| count.0 += 1);
    app.update_with(b, Enemy);
    let mut state = save(&app);
    app.despawn(b);
    app.update();
    assert_eq!(app.resource::<Count>().0, 1);
    let back = app.spawn((Collider::circle(1.0), at_x(1.5), Enemy));
    state.map_entities(&mut EntityHashMap::from_iter([(b, back)]));
    app.restore(&state).unwrap();
    app.despawn(back);
    app.update();
    assert_eq!(app.resource::<Count>().0, 2);
}

#[test]
fn a_state_whose_entities_became_one_is_refused() {
    let (mut app, [a, b, _]) = scene();
    let mut state = save(&app);
    state.map_entities(&mut EntityHashMap::from_iter([(b, a)]));
    assert_eq!(app.restore(&state), Err(RestoreError::SameEntity(a)));
    assert!(app.resource::<Collisions>().contains(a, b));
}

#[test]
fn a_state_is_restored_between_two_phases() {
    use CollisionSystems::{BroadPhase, Events, Filter, Movers, NarrowPhase, Prepare};
    for [before, after] in [[Prepare, Movers], [BroadPhase, Filter], [NarrowPhase, Events]] {
        let (mut app, [a, b, far]) = scene();
        let state = save(&app);
        allow_detours(&mut app, before, after);
        set(&mut app, b, at_x(30.0));
        app.update_at(far, at_x(31.0));
        detour(&mut app, move |world| {
            world.resource_scope(|world, mut collisions: Mut<Collisions>| {
                collisions.restore(&state, world.entities()).unwrap();
            });
        });
        let (mut started, mut ended) = app.step_at(b, at_x(-1.5));
        let next = step2(&mut app);
        started.extend(next.0);
        ended.extend(next.1);
        // Events that were not sent yet are dropped.
        assert!(!started.contains(&pair(a, b)) && ended.is_empty(), "{after:?}: {started:?} {ended:?}");
        assert!(app.resource::<Collisions>().contains(a, b), "{after:?}");
        assert!(!app.resource::<Collisions>().contains(b, far), "{after:?}");
    }
}

#[test]
fn the_first_number_that_differs_is_named() {
    let near = |distance: f32| {
        let mut app = app();
        app.spawn((Collider::circle(1.0), at_x(0.0), ProximityMargin(2.0), CollisionOrder(4)));
        app.spawn((Collider::circle(1.0), at_x(2.0 + distance), CollisionOrder(2)));
        app.update();
        save(&app)
    };
    let [one, other] = [near(0.5), near(1.0)];
    assert_eq!(one.first_difference(&one.clone()), None);
    assert_ne!(one.checksum(), other.checksum());
    let difference = one.first_difference(&other).unwrap();
    assert!(matches!(difference, StateDifference::Number(..)), "{difference:?}");
    assert_eq!(
        difference.to_string(),
        "of the collider with key 2 and the collider with key 4, a coordinate of the closest point of the first is 1.5 in \
         the first state and 2.0 in the second"
    );
}

#[test]
fn a_difference_is_told_with_the_names_of_the_entities() {
    use bevy_ecs::system::RunSystemOnce;
    let (mut app, [a, b, _]) = scene();
    app.world_mut().entity_mut(a).insert(Name::new("hero"));
    let one = save(&app);
    app.update_at(b, at_x(50.0));
    let difference = one.first_difference(&save(&app)).unwrap();
    let tell = move |names: bevy_gjk::texts::EntityNames| names.text(&difference).to_string();
    let text = app.world_mut().run_system_once(tell).unwrap();
    assert!(text.starts_with(&format!("the collider of entity {a} \"hero\" and ")), "{text}");
}
