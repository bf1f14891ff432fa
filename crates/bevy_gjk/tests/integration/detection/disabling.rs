//! Entities that are disabled by Bevy's `Disabled` and by disabling components that the app registered.

use bevy_ecs::component::Mutable;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::texts::ApartReason;
use bevy_gjk::{ColliderError, detect_collisions};

use crate::common::basics::*;

/// A disabling component with table storage.
#[derive(Component, Clone, Default)]
struct Asleep;

/// A disabling component with sparse-set storage.
#[derive(Component, Clone, Default)]
#[component(storage = "SparseSet")]
struct Prefab;

const NOTHING: FrameEvents = (vec![], vec![]);

fn started(entities: [Entity; 2]) -> FrameEvents {
    (vec![entities], vec![])
}

fn ended(entities: [Entity; 2], reason: EndReason) -> FrameEvents {
    (vec![], vec![(entities, reason)])
}

/// Returns an app in which `C` is a disabling component, registered after the plugin and before the first
/// frame.
fn app_with<C: Component<Mutability = Mutable>>() -> App {
    let mut app = app();
    app.world_mut().register_disabling_component::<C>();
    app
}

fn disk(app: &mut App, x: f32) -> Entity {
    app.spawn((Collider::circle(1.0), at_x(x)))
}

/// Calls a check with each disabling component.
macro_rules! with_each {
    ($check:ident) => {
        $check::<Disabled>();
        $check::<Asleep>();
        $check::<Prefab>();
    };
}

fn check_single<C: Component<Mutability = Mutable> + Default>() {
    let mut app = app_with::<C>();
    let (a, b) = (disk(&mut app, 0.0), disk(&mut app, 1.5));
    assert_eq!(step2(&mut app), started(pair(a, b)));
    app.insert(a, C::default());
    assert_eq!(step2(&mut app), ended(pair(a, b), EndReason::Disabled));
    assert_eq!(step2(&mut app), NOTHING);
    app.remove::<C>(a);
    assert_eq!(step2(&mut app), started(pair(a, b)));
    // Disabling and enabling within one frame causes no event.
    app.insert(a, C::default());
    app.remove::<C>(a);
    assert_eq!(step2(&mut app), NOTHING);
    // Both entities at once, one of them with another disabling component as well.
    app.insert(a, (C::default(), ColliderDisabled));
    app.insert(b, C::default());
    assert_eq!(step2(&mut app), ended(pair(a, b), EndReason::Disabled));
    app.remove::<C>(a);
    app.remove::<C>(b);
    assert_eq!(step2(&mut app), NOTHING);
    app.remove::<ColliderDisabled>(a);
    assert_eq!(step2(&mut app), started(pair(a, b)));
    // Of several reasons the first in the order of `EndReason` is reported.
    app.world_mut().entity_mut(a).insert(C::default()).remove::<Collider>();
    assert_eq!(step2(&mut app), ended(pair(a, b), EndReason::Removed));
    app.world_mut().entity_mut(a).remove::<C>().insert(Collider::circle(1.0));
    assert_eq!(step2(&mut app), started(pair(a, b)));
    app.insert(a, C::default());
    set(&mut app, b, at_x(9.0));
    assert_eq!(step2(&mut app), ended(pair(a, b), EndReason::Disabled));
    // Despawning a disabled entity causes no event.
    app.world_mut().despawn(a);
    assert_eq!(step2(&mut app), NOTHING);
    // One is disabled in the frame in which another is enabled, so that their number stays the same.
    let (c, d) = (disk(&mut app, 9.5), disk(&mut app, 10.0));
    app.insert(d, C::default());
    assert_eq!(step2(&mut app), started(pair(b, c)));
    app.insert(c, C::default());
    app.remove::<C>(d);
    // Bevy has not propagated its transform so far.
    set(&mut app, d, at_x(10.0));
    assert_eq!(step2(&mut app), (vec![pair(b, d)], vec![(pair(b, c), EndReason::Disabled)]));
    app.insert(d, C::default());
    app.world_mut().despawn(b);
    assert_eq!(step2(&mut app), ended(pair(b, d), EndReason::Despawned));
}

#[test]
fn every_disabling_component_ends_a_touch() {
    with_each!(check_single);
}

fn check_compound<C: Component<Mutability = Mutable> + Default>() {
    let mut app = app_with::<C>();
    let head = app.spawn(CompoundCollider);
    let joint = app.spawn((Collider::circle(1.0), at_x(0.0), ChildOf(head)));
    let left = app.spawn((Collider::circle(1.0), at_x(-1.0), ChildOf(joint)));
    let right = app.spawn((Collider::circle(1.0), at_x(1.0), ChildOf(joint)));
    let rocks = [-2.6, 0.0, 2.6].map(|x| disk(&mut app, x));
    let [west, middle, east] = rocks.map(|rock| pair(head, rock));
    assert_eq!(step2(&mut app).0, [west, middle, east]);
    // The parts of a disabled compound are no colliders of their own.
    app.insert(head, C::default());
    let all = |reason| (vec![], vec![(west, reason), (middle, reason), (east, reason)]);
    assert_eq!(step2(&mut app), all(EndReason::Disabled));
    assert_eq!(step2(&mut app), NOTHING);
    detect_collisions(app.world_mut());
    assert_eq!(app.resource::<Collisions>().iter().count(), 0);
    app.remove::<C>(head);
    assert_eq!(step2(&mut app).0, [west, middle, east]);
    // A disabled part is left out, and its descendants stay parts.
    app.insert(joint, C::default());
    assert_eq!(step2(&mut app), NOTHING, "the others touch the rock in the middle as well");
    app.insert(left, C::default());
    assert_eq!(step2(&mut app), ended(west, EndReason::Separated));
    app.insert(right, C::default());
    let (_, both) = step2(&mut app);
    assert_eq!(both.iter().map(|it| it.0).collect::<Vec<_>>(), [middle, east]);
    app.remove::<C>(joint);
    assert_eq!(step2(&mut app), started(middle));
    // A disabled compound in the middle is still part of the one above it.
    app.insert(joint, (CompoundCollider, C::default()));
    app.remove::<C>(left);
    app.remove::<C>(right);
    assert_eq!(step2(&mut app).0, [west, east]);
    app.remove::<C>(joint);
    assert_eq!(step2(&mut app), NOTHING);
    app.insert(head, C::default());
    assert_eq!(step2(&mut app), all(EndReason::Disabled));
    app.world_mut().despawn(head);
    assert_eq!(step2(&mut app), NOTHING);
}

#[test]
fn every_disabling_component_on_a_compound_disables_its_parts() {
    with_each!(check_compound);
}

fn check_self_collision_group<C: Component<Mutability = Mutable> + Default>() {
    let mut app = app_with::<C>();
    let head = app.spawn((Transform::default(), NoSelfCollision));
    let body = app.spawn((Transform::default(), ChildOf(head)));
    let limb = |x: f32, parent| (Collider::circle(1.0), at_x(x), ChildOf(parent));
    let a = app.spawn(limb(0.0, body));
    let b = app.spawn(limb(1.0, head));
    assert_eq!(step2(&mut app), NOTHING);
    for entity in [head, body] {
        app.insert(entity, C::default());
        assert_eq!(step2(&mut app), NOTHING, "a disabled ancestor keeps its self-collision group");
        set(&mut app, b, at_x(1.1));
        assert_eq!(step2(&mut app), NOTHING);
        set(&mut app, b, at_x(1.0));
    }
    assert_eq!(step2(&mut app), NOTHING);
    // A change of an ancestor is detected, even if it is disabled.
    app.remove::<ChildOf>(body);
    assert_eq!(step2(&mut app), started(pair(a, b)));
    app.insert(body, ChildOf(head));
    assert_eq!(step2(&mut app), ended(pair(a, b), EndReason::Filtered));
    app.remove::<NoSelfCollision>(head);
    assert_eq!(step2(&mut app), started(pair(a, b)));
    app.insert(head, NoSelfCollision);
    assert_eq!(step2(&mut app), ended(pair(a, b), EndReason::Filtered));
}

#[test]
fn a_disabled_ancestor_keeps_its_self_collision_group() {
    with_each!(check_self_collision_group);
}

/// Applies the same random edits to several apps, each with its own disabling component: all send the same
/// events.
#[test]
fn all_disabling_components_have_the_same_effect() {
    fn run<C: Component<Mutability = Mutable> + Default>(seed: u64) -> Vec<FrameEvents> {
        let (mut random, mut app) = (Random(seed), app_with::<C>());
        let mut all: Vec<Entity> = Vec::new();
        let mut history = Vec::new();
        for _ in 0..300 {
            for _ in 0..1 + random.below(4) {
                edit::<C>(&mut app, &mut all, &mut random);
            }
            if random.below(8) == 0 {
                detect_collisions(app.world_mut());
                // The events of this run are not repeated by the schedule.
                let messages = app.world_mut().resource_mut::<Messages<CollisionEvent>>();
                let mut on_demand: FrameEvents = NOTHING;
                for event in messages.into_inner().drain() {
                    match event {
                        CollisionEvent::Started { a, b, .. } => on_demand.0.push([a, b]),
                        CollisionEvent::Ended { a, b, reason } => on_demand.1.push(([a, b], reason)),
                    }
                }
                history.push(on_demand);
            }
            history.push(step2(&mut app));
        }
        history
    }
    fn is_below(world: &World, mut entity: Entity, above: Entity) -> bool {
        while entity != above {
            match world.get::<ChildOf>(entity) {
                Some(parent) => entity = parent.parent(),
                None => return false,
            }
        }
        true
    }
    fn edit<C: Component<Mutability = Mutable> + Default>(
        app: &mut App,
        all: &mut Vec<Entity>,
        random: &mut Random,
    ) {
        let world = app.world_mut();
        all.retain(|&entity| world.entities().contains(entity));
        let place = at_x(random.range(-6.0, 6.0));
        if all.len() < 24 {
            all.push(world.spawn((Collider::circle(random.range(0.2, 1.0)), place)).id());
            return;
        }
        let [one, other] = [(); 2].map(|()| all[random.below(all.len() as u32) as usize]);
        let may_hang = !is_below(world, other, one);
        let mut entity = world.entity_mut(one);
        match random.below(24) {
            0 => entity.despawn(),
            1..=4 => _ = entity.insert(C::default()),
            5..=9 => _ = entity.remove::<C>(),
            10 => _ = entity.insert(CompoundCollider),
            11 | 12 => _ = entity.remove::<CompoundCollider>(),
            13 => _ = entity.insert(NoSelfCollision),
            14 => _ = entity.remove::<NoSelfCollision>(),
            15..=17 if may_hang => _ = entity.insert(ChildOf(other)),
            18 => _ = entity.remove::<ChildOf>(),
            19 => _ = entity.remove::<Collider>(),
            20 => _ = entity.insert(Collider::circle(0.8)),
            _ => _ = entity.insert(place),
        }
    }
    for seed in 0..20 {
        let expected = run::<Disabled>(seed);
        let count: usize = expected.iter().map(|it| it.0.len()).sum();
        let disabled = expected.iter().flat_map(|it| &it.1).filter(|it| it.1 == EndReason::Disabled).count();
        assert!(count > 50 && disabled > 10, "{count} {disabled}");
        for found in [run::<Asleep>(seed), run::<Prefab>(seed)] {
            for (frame, (found, expected)) in found.iter().zip(&expected).enumerate() {
                assert_eq!(found, expected, "seed {seed}, frame {frame}");
            }
        }
    }
}

/// Runs some frames and returns their warnings.
fn warnings_of(app: &mut App) -> Vec<String> {
    warnings(|| (0..30).for_each(|_| app.update()))
}

/// Returns an app whose systems run on this thread, with a disk named "rock" at the origin.
fn app_with_rock<C: Component<Mutability = Mutable>>() -> (App, Entity) {
    let mut app = app_with::<C>();
    app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    let rock = app.spawn((Name::new("rock"), Collider::circle(1.0)));
    (app, rock)
}

/// Spawns a chain of entities, each a unit to the right of the one above it, the last with a disk. Returns them with the
/// topmost first.
fn chain(app: &mut App, length: usize) -> Vec<Entity> {
    let world = app.world_mut();
    let mut all = vec![world.spawn((Name::new("top"), at_x(20.0))).id()];
    for _ in 1..length {
        let parent = all[all.len() - 1];
        all.push(world.spawn((at_x(1.0), ChildOf(parent))).id());
    }
    world.entity_mut(all[length - 1]).insert((Name::new("leaf"), Collider::circle(1.0)));
    all
}

fn why(app: &mut App, a: Entity, b: Entity) -> Option<ApartReason> {
    app.world_mut()
        .run_system_once(move |rules: CollisionRules| rules.why_apart(a, b))
        .unwrap()
        .map(|why| why.reason)
}

/// Where the collider of an entity is, if it takes part.
fn place(app: &App, entity: Entity) -> Option<f32> {
    let collisions = app.resource::<Collisions>();
    collisions.colliders().get(entity).map(|collider| collider.affine().translation.x)
}

fn check_below_disabled_from_the_beginning<C: Component<Mutability = Mutable> + Default>() {
    for length in 2..5 {
        for disabled in 0..length - 1 {
            let (mut app, rock) = app_with_rock::<C>();
            let all = chain(&mut app, length);
            let leaf = all[length - 1];
            app.insert(all[disabled], C::default());
            assert_eq!(step2(&mut app), NOTHING, "it is not at the origin");
            assert_eq!(place(&app, leaf), None);
            let reason = ApartReason::Invalid { entity: leaf, error: ColliderError::NotPlaced };
            assert_eq!(why(&mut app, rock, leaf), Some(reason));
            let lines = warnings_of(&mut app);
            assert_eq!(lines.len(), 1, "{lines:#?}");
            let named =
                app.world().get::<Name>(all[disabled]).map_or(all[disabled].to_string(), Name::to_string);
            for word in ["\"leaf\"", &*named, "is disabled", "insert_recursive"] {
                assert!(lines[0].contains(word), "{word}: {lines:#?}");
            }
            // Once enabled, it has a place as soon as Bevy computes it, and not at the origin before.
            app.remove::<C>(all[disabled]);
            assert_eq!(step2(&mut app), NOTHING);
            assert_eq!(place(&app, leaf), None);
            set(&mut app, all[0], at_x(-(length as f32 - 1.0)));
            assert_eq!(step2(&mut app), started(pair(rock, leaf)));
            assert_eq!(place(&app, leaf), Some(0.0));
            assert_eq!(why(&mut app, rock, leaf), None);
            assert!(warnings_of(&mut app).is_empty());
        }
    }
}

#[test]
fn a_collider_below_what_is_disabled_from_the_beginning_has_no_place() {
    with_each!(check_below_disabled_from_the_beginning);
}

fn check_below_disabled_later<C: Component<Mutability = Mutable> + Default>() {
    for length in 2..5 {
        for disabled in 0..length - 1 {
            let (mut app, rock) = app_with_rock::<C>();
            let all = chain(&mut app, length);
            let leaf = all[length - 1];
            assert!(warnings_of(&mut app).is_empty());
            let before = place(&app, leaf);
            assert_eq!(before, Some(19.0 + length as f32));
            app.insert(all[disabled], C::default());
            let lines = warnings_of(&mut app);
            assert_eq!(lines.len(), 1, "{lines:#?}");
            for word in ["\"leaf\"", "is disabled, but", "insert_recursive"] {
                assert!(lines[0].contains(word), "{word}: {lines:#?}");
            }
            assert_eq!(place(&app, leaf), before, "where it is drawn");
            assert!(matches!(why(&mut app, rock, leaf), Some(ApartReason::Aabbs { .. })));
            app.remove::<C>(all[disabled]);
            set(&mut app, all[0], at_x(30.0));
            assert!(warnings_of(&mut app).is_empty());
        }
    }
}

#[test]
fn a_collider_below_what_is_disabled_later_stays_where_it_was() {
    with_each!(check_below_disabled_later);
}

fn check_whole_trees<C: Component<Mutability = Mutable> + Default + Clone>() {
    let (mut app, rock) = app_with_rock::<C>();
    let all = chain(&mut app, 3);
    app.world_mut().entity_mut(all[0]).insert_recursive::<Children>(C::default());
    assert!(warnings_of(&mut app).is_empty(), "the whole tree is disabled");
    assert_eq!(why(&mut app, rock, all[2]), Some(ApartReason::Disabled(all[2])));
    app.world_mut().entity_mut(all[0]).remove_recursive::<Children, C>();
    // Bevy misses the tree until it moves.
    assert_eq!(step2(&mut app), NOTHING);
    let lines = warnings_of(&mut app);
    assert!(
        lines.len() == 1 && lines[0].contains("\"leaf\"") && lines[0].contains("mark the Transform"),
        "{lines:#?}"
    );
    for &entity in &all {
        app.world_mut().get_mut::<Transform>(entity).unwrap().set_changed();
    }
    step2(&mut app);
    assert_eq!(place(&app, all[2]), Some(22.0));
    // One entity alone, and one that is swept: not from the origin.
    let world = app.world_mut();
    world.spawn((Name::new("wall"), Collider::rectangle(1.0, 9.0), at_x(10.0)));
    let lone = world.spawn((Collider::circle(1.0), at_x(15.0), SweptCollider::default(), C::default())).id();
    step2(&mut app);
    app.remove::<C>(lone);
    assert_eq!(step2(&mut app), NOTHING);
    assert_eq!(place(&app, lone), None);
    set(&mut app, lone, at_x(15.5));
    assert_eq!(step2(&mut app), NOTHING);
    assert_eq!(place(&app, lone), Some(15.5));
    // One that belongs at the origin.
    let home = app.spawn((Collider::circle(1.0), C::default()));
    step2(&mut app);
    app.remove::<C>(home);
    assert_eq!(step2(&mut app), started(pair(rock, home)));
}

#[test]
fn what_was_spawned_disabled_has_no_place_until_bevy_computes_it() {
    with_each!(check_whole_trees);
}

#[test]
fn a_compound_below_a_disabled_entity_has_no_place() {
    let (mut app, rock) = app_with_rock::<Disabled>();
    let all = chain(&mut app, 3);
    app.insert(all[1], (CompoundCollider, Name::new("ship")));
    app.insert(all[0], Disabled);
    assert_eq!(step2(&mut app), NOTHING);
    let reason = ApartReason::Invalid { entity: all[1], error: ColliderError::NotPlaced };
    assert_eq!(why(&mut app, rock, all[1]), Some(reason));
    let lines = warnings_of(&mut app);
    assert!(lines.len() == 1 && lines[0].contains("\"ship\""), "{lines:#?}");
    app.remove::<Disabled>(all[0]);
    set(&mut app, all[0], at_x(-2.0));
    set(&mut app, all[1], at_x(1.0));
    assert_eq!(step2(&mut app), started(pair(rock, all[1])));
}

#[test]
fn a_collider_below_an_entity_without_a_transform_has_no_place() {
    let (mut app, rock) = app_with_rock::<Disabled>();
    let folder = app.spawn(Name::new("folder"));
    let leaf = app.spawn((Name::new("leaf"), Collider::circle(1.0), at_x(9.0), ChildOf(folder)));
    assert_eq!(step2(&mut app), NOTHING);
    let reason = ApartReason::Invalid { entity: leaf, error: ColliderError::NotPlaced };
    assert_eq!(why(&mut app, rock, leaf), Some(reason));
    let lines = warnings_of(&mut app);
    assert!(lines.len() == 1 && lines[0].contains("\"folder\", which has no Transform"), "{lines:#?}");
    app.insert(folder, Transform::default());
    assert!(warnings_of(&mut app).is_empty());
    assert_eq!(place(&app, leaf), Some(9.0));
}
