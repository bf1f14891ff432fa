//! Entities that are disabled by Bevy's `Disabled` and by disabling components that the app registered. Touches of
//! single colliders that are disabled are in the chaos run.

use EndReason::{Disabled as IsDisabled, Filtered, Separated};
use bevy_ecs::component::Mutable;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::texts::ApartReason;
use bevy_gjk::{ColliderError, detect_collisions};

use crate::common::basics::*;

/// A component of Bevy or of the app that disables entities.
#[derive(Clone, Copy)]
struct Disabling {
    name: &'static str,
    register: fn(&mut World),
    insert: fn(&mut EntityWorldMut),
    remove: fn(&mut EntityWorldMut),
    insert_recursive: fn(&mut EntityWorldMut),
    remove_recursive: fn(&mut EntityWorldMut),
}

#[derive(Component, Clone, Default)]
struct Asleep;

#[derive(Component, Clone, Default)]
#[component(storage = "SparseSet")]
struct Prefab;

const ALL: [Disabling; 3] = [
    disabling::<Disabled>("Bevy's component"),
    disabling::<Asleep>("a component of the app"),
    disabling::<Prefab>("a component of the app in a sparse set"),
];

const fn disabling<C: Component<Mutability = Mutable> + Clone + Default>(name: &'static str) -> Disabling {
    Disabling {
        name,
        register: |world| world.register_disabling_component::<C>(),
        insert: |entity| _ = entity.insert(C::default()),
        remove: |entity| _ = entity.remove::<C>(),
        insert_recursive: |entity| _ = entity.insert_recursive::<Children>(C::default()),
        remove_recursive: |entity| _ = entity.remove_recursive::<Children, C>(),
    }
}

impl Disabling {
    /// Returns an app in which the component is registered: after the plugin and before the first frame.
    fn app(self) -> App {
        println!("disabled by {}", self.name);
        let mut app = app();
        (self.register)(app.world_mut());
        app
    }

    /// Returns an app whose systems run on this thread, with a disk named "rock" at the origin.
    fn app_with_rock(self) -> (App, Entity) {
        let mut app = self.app();
        app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
        let rock = app.spawn((Name::new("rock"), Collider::circle(1.0)));
        (app, rock)
    }

    fn disable(self, app: &mut App, entity: Entity) {
        (self.insert)(&mut app.world_mut().entity_mut(entity));
    }

    fn enable(self, app: &mut App, entity: Entity) {
        (self.remove)(&mut app.world_mut().entity_mut(entity));
    }
}

fn disk(app: &mut App, x: f32) -> Entity {
    app.spawn((Collider::circle(1.0), at_x(x)))
}

#[test]
fn every_disabling_component_on_a_compound_disables_its_parts() {
    for it in ALL {
        let mut app = it.app();
        let head = app.spawn(CompoundCollider);
        let part =
            |app: &mut App, x: f32, parent| app.spawn((Collider::circle(1.0), at_x(x), ChildOf(parent)));
        let joint = part(&mut app, 0.0, head);
        let [left, right] = [-1.0, 1.0].map(|x| part(&mut app, x, joint));
        let rocks = [-2.6, 0.0, 2.6].map(|x| disk(&mut app, x));
        let [west, middle, east] = rocks.map(|rock| pair(head, rock));
        let all_start = || (vec![west, middle, east], vec![]);
        let all_end = || (vec![], [west, middle, east].map(|pair| (pair, IsDisabled)).to_vec());
        let story: Story = &[
            ("a compound among rocks", &|_| (), all_start()),
            ("its parts are no colliders of their own", &|app| it.disable(app, head), all_end()),
            ("it stays so", &|_| (), NOTHING),
            ("on demand, too", &|app| detect_collisions(app.world_mut()), NOTHING),
        ];
        play(&mut app, story);
        assert_eq!(app.resource::<Collisions>().iter().count(), 0);
        let story: Story = &[
            ("it is enabled", &|app| it.enable(app, head), all_start()),
            ("without the joint, its descendants touch the rocks", &|app| it.disable(app, joint), NOTHING),
            ("and without the left", &|app| it.disable(app, left), (vec![], vec![(west, Separated)])),
        ];
        play(&mut app, story);
        it.disable(&mut app, right);
        let (_, both) = step2(&mut app);
        assert_eq!(both.iter().map(|it| it.0).collect::<Vec<_>>(), [middle, east]);
        let sub_compound = |app: &mut App| {
            app.insert(joint, CompoundCollider);
            it.disable(app, joint);
            [left, right].into_iter().for_each(|part| it.enable(app, part));
        };
        let story: Story = &[
            ("the joint is enabled", &|app| it.enable(app, joint), (vec![middle], vec![])),
            ("a disabled compound in the middle is still part", &sub_compound, (vec![west, east], vec![])),
            ("it is enabled", &|app| it.enable(app, joint), NOTHING),
            ("the whole is disabled", &|app| it.disable(app, head), all_end()),
            ("the whole is despawned", &|app| app.despawn(head), NOTHING),
        ];
        play(&mut app, story);
    }
}

#[test]
fn a_disabled_ancestor_keeps_its_self_collision_group() {
    for it in ALL {
        let mut app = it.app();
        let head = app.spawn((Transform::default(), NoSelfCollision));
        let body = app.spawn((Transform::default(), ChildOf(head)));
        let limb = |x: f32, parent| (Collider::circle(1.0), at_x(x), ChildOf(parent));
        let [a, b] = [limb(0.0, body), limb(1.0, head)].map(|limb| app.spawn(limb));
        assert_eq!(step2(&mut app), NOTHING);
        for entity in [head, body] {
            it.disable(&mut app, entity);
            assert_eq!(step2(&mut app), NOTHING);
            assert_eq!(app.step_at(b, at_x(1.1)), NOTHING);
            set(&mut app, b, at_x(1.0));
        }
        // A change of an ancestor is detected, even if it is disabled.
        let story: Story = &[
            ("both are disabled", &|_| (), NOTHING),
            ("one limb leaves the group", &|app| app.remove::<ChildOf>(body), starts(a, b)),
            ("it comes back", &|app| app.insert(body, ChildOf(head)), ends(a, b, Filtered)),
            ("there is no group", &|app| app.remove::<NoSelfCollision>(head), starts(a, b)),
            ("there is one", &|app| app.insert(head, NoSelfCollision), ends(a, b, Filtered)),
        ];
        play(&mut app, story);
    }
}

/// Applies the same random edits to several apps, each with its own disabling component: all send the same
/// events.
#[test]
fn all_disabling_components_have_the_same_effect() {
    fn run(it: Disabling, seed: u64) -> Vec<FrameEvents> {
        let (mut random, mut app) = (Random(seed), it.app());
        let mut all: Vec<Entity> = Vec::new();
        let mut history = Vec::new();
        for _ in 0..300 {
            for _ in 0..1 + random.below(4) {
                edit(it, &mut app, &mut all, &mut random);
            }
            if random.below(8) == 0 {
                detect_collisions(app.world_mut());
                // The events of this run are not repeated by the schedule.
                let messages = app.resource_mut::<Messages<CollisionEvent>>().into_inner().drain();
                history.push(without_contacts(messages));
            }
            history.push(step2(&mut app));
        }
        history
    }
    fn edit(it: Disabling, app: &mut App, all: &mut Vec<Entity>, random: &mut Random) {
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
            1..=4 => (it.insert)(&mut entity),
            5..=9 => (it.remove)(&mut entity),
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
        let [expected, others @ ..] = ALL.map(|it| run(it, seed));
        let count: usize = expected.iter().map(|it| it.0.len()).sum();
        let disabled = expected.iter().flat_map(|it| &it.1).filter(|it| it.1 == IsDisabled).count();
        assert!(count > 50 && disabled > 10, "{count} {disabled}");
        for found in others {
            for (frame, (found, expected)) in found.iter().zip(&expected).enumerate() {
                assert_eq!(found, expected, "seed {seed}, frame {frame}");
            }
        }
    }
}

/// Runs some frames and returns their warnings.
fn warnings_of(app: &mut App) -> Vec<String> {
    warnings(|| app.updates(30))
}

/// Asserts that some frames give one warning, which contains all of these words.
#[track_caller]
fn assert_warns(app: &mut App, words: &[&str]) {
    assert_one_warning(&warnings_of(app), words);
}

/// Spawns a chain of entities, each a unit to the right of the one above it, the last with a disk. Returns them with
/// the topmost first.
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

/// Runs a check for chains of 2 to 4 entities, each with an index of one to disable, which is not the last.
fn each_chain(check: &dyn Fn(Disabling, usize, usize)) {
    for it in ALL {
        for length in 2..5 {
            (0..length - 1).for_each(|disabled| check(it, length, disabled));
        }
    }
}

fn why(app: &mut App, a: Entity, b: Entity) -> Option<ApartReason> {
    let why = app.world_mut().run_system_once(move |rules: CollisionRules| rules.why_apart(a, b));
    why.unwrap().map(|why| why.reason)
}

/// Asserts that the collider of an entity has no place, which is why it does not touch another.
#[track_caller]
fn assert_not_placed(app: &mut App, rock: Entity, entity: Entity) {
    assert_eq!(place(app, entity), None);
    let reason = ApartReason::Invalid { entity, error: ColliderError::NotPlaced };
    assert_eq!(why(app, rock, entity), Some(reason));
}

/// Where the collider of an entity is, if it takes part.
fn place(app: &App, entity: Entity) -> Option<f32> {
    let collisions = app.resource::<Collisions>();
    collisions.colliders().get(entity).map(|collider| collider.affine().translation.x)
}

#[test]
fn a_collider_below_what_is_disabled_from_the_beginning_has_no_place() {
    each_chain(&|it, length, disabled| {
        let (mut app, rock) = it.app_with_rock();
        let all = chain(&mut app, length);
        let leaf = all[length - 1];
        it.disable(&mut app, all[disabled]);
        assert_eq!(step2(&mut app), NOTHING, "it is not at the origin");
        assert_not_placed(&mut app, rock, leaf);
        let named = app.world().get::<Name>(all[disabled]).map_or(all[disabled].to_string(), Name::to_string);
        assert_warns(&mut app, &["\"leaf\"", &named, "is disabled", "insert_recursive"]);
        // Once enabled, it has a place as soon as Bevy computes it, and not at the origin before.
        it.enable(&mut app, all[disabled]);
        assert_eq!(step2(&mut app), NOTHING);
        assert_eq!(place(&app, leaf), None);
        assert_eq!(app.step_at(all[0], at_x(-(length as f32 - 1.0))), starts(rock, leaf));
        assert_eq!(place(&app, leaf), Some(0.0));
        assert_eq!(why(&mut app, rock, leaf), None);
        assert!(warnings_of(&mut app).is_empty());
    });
}

#[test]
fn a_collider_below_what_is_disabled_later_stays_where_it_was() {
    each_chain(&|it, length, disabled| {
        let (mut app, rock) = it.app_with_rock();
        let all = chain(&mut app, length);
        let leaf = all[length - 1];
        assert!(warnings_of(&mut app).is_empty());
        let before = place(&app, leaf);
        assert_eq!(before, Some(19.0 + length as f32));
        it.disable(&mut app, all[disabled]);
        assert_warns(&mut app, &["\"leaf\"", "is disabled, but", "insert_recursive"]);
        assert_eq!(place(&app, leaf), before, "where it is drawn");
        assert!(matches!(why(&mut app, rock, leaf), Some(ApartReason::Aabbs { .. })));
        it.enable(&mut app, all[disabled]);
        set(&mut app, all[0], at_x(30.0));
        assert!(warnings_of(&mut app).is_empty());
    });
}

#[test]
fn what_was_spawned_disabled_has_no_place_until_bevy_computes_it() {
    for it in ALL {
        let (mut app, rock) = it.app_with_rock();
        let all = chain(&mut app, 3);
        (it.insert_recursive)(&mut app.world_mut().entity_mut(all[0]));
        assert!(warnings_of(&mut app).is_empty(), "the whole tree is disabled");
        assert_eq!(why(&mut app, rock, all[2]), Some(ApartReason::Disabled(all[2])));
        (it.remove_recursive)(&mut app.world_mut().entity_mut(all[0]));
        // Bevy misses the tree until it moves.
        assert_eq!(step2(&mut app), NOTHING);
        assert_warns(&mut app, &["\"leaf\"", "mark the Transform"]);
        all.iter().for_each(|&entity| app.get_mut::<Transform>(entity).set_changed());
        step2(&mut app);
        assert_eq!(place(&app, all[2]), Some(22.0));
        // One entity alone, and one that is swept: not from the origin.
        app.spawn((Name::new("wall"), Collider::rectangle(1.0, 9.0), at_x(10.0)));
        let lone = app.spawn((Collider::circle(1.0), at_x(15.0), SweptCollider::default()));
        it.disable(&mut app, lone);
        step2(&mut app);
        it.enable(&mut app, lone);
        assert_eq!(step2(&mut app), NOTHING);
        assert_eq!(place(&app, lone), None);
        assert_eq!(app.step_at(lone, at_x(15.5)), NOTHING);
        assert_eq!(place(&app, lone), Some(15.5));
        // One that belongs at the origin.
        let home = app.spawn(Collider::circle(1.0));
        it.disable(&mut app, home);
        step2(&mut app);
        it.enable(&mut app, home);
        assert_eq!(step2(&mut app), starts(rock, home));
    }
}

#[test]
fn a_compound_below_a_disabled_entity_has_no_place() {
    let (mut app, rock) = ALL[0].app_with_rock();
    let all = chain(&mut app, 3);
    app.insert(all[1], (CompoundCollider, Name::new("ship")));
    assert_eq!(app.step_with(all[0], Disabled), NOTHING);
    assert_not_placed(&mut app, rock, all[1]);
    assert_warns(&mut app, &["\"ship\""]);
    app.remove::<Disabled>(all[0]);
    set(&mut app, all[0], at_x(-2.0));
    assert_eq!(app.step_at(all[1], at_x(1.0)), starts(rock, all[1]));
}

#[test]
fn a_collider_below_an_entity_without_a_transform_has_no_place() {
    let (mut app, rock) = ALL[0].app_with_rock();
    let folder = app.spawn(Name::new("folder"));
    let leaf = app.spawn((Name::new("leaf"), Collider::circle(1.0), at_x(9.0), ChildOf(folder)));
    assert_eq!(step2(&mut app), NOTHING);
    assert_not_placed(&mut app, rock, leaf);
    assert_warns(&mut app, &["\"folder\", which has no Transform"]);
    app.insert(folder, Transform::default());
    assert!(warnings_of(&mut app).is_empty());
    assert_eq!(place(&app, leaf), Some(9.0));
}
