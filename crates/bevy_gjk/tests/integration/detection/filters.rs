//! Layers, self-collision groups, exceptions and custom filters, all changed at run time.

use bevy_ecs::entity::{EntityHashMap, MapEntities};
use bevy_ecs::system::SystemParam;
use bevy_gjk::detect_collisions;
use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

collision_layers! {
    /// The names of the layers.
    enum Layer {
        Ground,
        Player,
        Enemy,
    }
}

const NOTHING: FrameEvents = (vec![], vec![]);

fn started(entities: [Entity; 2]) -> FrameEvents {
    (vec![entities], vec![])
}

fn filtered(entities: [Entity; 2]) -> FrameEvents {
    (vec![], vec![(entities, EndReason::Filtered)])
}

#[test]
fn named_layers_may_change_at_run_time() {
    let mut app = app();
    let player = CollisionLayers::new(Layer::Player, [Layer::Ground, Layer::Enemy]);
    let a = app.spawn((Collider::circle(1.0), player));
    let b = app.spawn((Collider::circle(1.0), player));
    assert_eq!(step2(&mut app), NOTHING);
    app.insert(b, CollisionLayers::new(Layer::Enemy, LayerMask::ALL));
    assert_eq!(step2(&mut app), started(pair(a, b)));
    app.world_mut().get_mut::<CollisionLayers>(a).unwrap().filters = !Layer::Enemy;
    assert_eq!(step2(&mut app), filtered(pair(a, b)));
    // Without the component the collider is in the first layer.
    app.remove::<CollisionLayers>(b);
    assert_eq!(step2(&mut app), started(pair(a, b)));
    assert_eq!(LayerMask::from([Layer::Ground, Layer::Enemy]), Layer::Ground | Layer::Enemy);
}

#[test]
fn colliders_of_a_self_collision_group_do_not_touch() {
    let mut app = app();
    let top = app.spawn(Transform::IDENTITY);
    let body = app.spawn((Transform::IDENTITY, ChildOf(top)));
    let limb = |x: f32| (Collider::circle(1.0), at_x(x), ChildOf(body));
    let a = app.spawn(limb(0.0));
    let b = app.spawn(limb(1.0));
    assert_eq!(step2(&mut app), started(pair(a, b)));
    // No collider moves; an ancestor two levels above changes.
    app.insert(top, NoSelfCollision);
    assert_eq!(step2(&mut app), filtered(pair(a, b)));
    assert_eq!(step2(&mut app), NOTHING);
    app.remove::<NoSelfCollision>(top);
    assert_eq!(step2(&mut app), started(pair(a, b)));
    app.insert(body, NoSelfCollision);
    assert_eq!(step2(&mut app), filtered(pair(a, b)));
    // Colliders outside of the group touch as before.
    let c = app.spawn((Collider::circle(1.0), at_x(-1.5)));
    assert_eq!(step2(&mut app), started(pair(a, c)));
    // In nested groups the topmost decides, and a collider that leaves the group may touch it.
    app.insert(top, NoSelfCollision);
    app.insert(c, ChildOf(top));
    assert_eq!(step2(&mut app), filtered(pair(a, c)));
    app.remove::<ChildOf>(b);
    assert_eq!(step2(&mut app), started(pair(a, b)));
    app.insert(b, ChildOf(a));
    set(&mut app, b, at_x(1.0));
    assert_eq!(step2(&mut app), filtered(pair(a, b)), "at any depth");
    // A group of a single collider and its descendants.
    app.remove::<NoSelfCollision>(top);
    app.remove::<NoSelfCollision>(body);
    assert_eq!(step2(&mut app).0.len(), 2);
    app.insert(a, NoSelfCollision);
    assert_eq!(step2(&mut app), filtered(pair(a, b)), "and itself");
}

#[test]
fn either_entity_may_exclude_a_pair() {
    let mut app = app();
    let a = app.spawn(Collider::circle(1.0));
    let b = app.spawn(Collider::circle(1.0));
    let c = app.spawn((Collider::circle(1.0), CollisionExceptions::of([a])));
    let (mut started, _) = step2(&mut app);
    started.sort();
    let mut expected = [pair(a, b), pair(b, c)];
    expected.sort();
    assert_eq!(started, expected);
    app.insert(a, CollisionExceptions::of([b, c]));
    assert_eq!(step2(&mut app), filtered(pair(a, b)));
    app.remove::<CollisionExceptions>(c);
    assert_eq!(step2(&mut app), NOTHING, "the other still names it");
    app.world_mut().get_mut::<CollisionExceptions>(a).unwrap().0.clear();
    assert_eq!(step2(&mut app).0.len(), 2);
}

#[test]
fn exceptions_are_mapped_to_the_entities_of_a_scene() {
    let [from, to] = [1, 2].map(|index| Entity::from_raw_u32(index).unwrap());
    let mut exceptions = CollisionExceptions::of([from]);
    exceptions.map_entities(&mut EntityHashMap::from_iter([(from, to)]));
    assert_eq!(exceptions, CollisionExceptions::of([to]));
}

#[derive(Component, Clone, Copy, PartialEq)]
struct Team(u8);

#[derive(Resource, Default)]
struct Truce(bool);

#[derive(SystemParam)]
struct NoFriendlyFire<'w, 's> {
    teams: Query<'w, 's, &'static Team>,
}

impl CollisionFilter for NoFriendlyFire<'_, '_> {
    fn allows(&self, a: Entity, b: Entity) -> bool {
        match (self.teams.get(a), self.teams.get(b)) {
            (Ok(one), Ok(two)) => one != two,
            _ => true,
        }
    }
}

#[derive(SystemParam)]
struct NoFightInATruce<'w> {
    truce: Res<'w, Truce>,
}

impl CollisionFilter for NoFightInATruce<'_> {
    fn allows(&self, _: Entity, _: Entity) -> bool {
        !self.truce.0
    }
}

fn with_filters() -> App {
    let plugin = CollisionPlugin::default().with_filter::<NoFriendlyFire>().with_filter::<NoFightInATruce>();
    let mut app = app_with(plugin);
    app.init_resource::<Truce>();
    app
}

#[test]
fn filters_read_the_world_in_every_run() {
    let mut app = with_filters();
    let a = app.spawn((Collider::circle(1.0), Team(1)));
    let b = app.spawn((Collider::circle(1.0), Team(1)));
    assert_eq!(step2(&mut app), NOTHING);
    // Nothing moves: only the data of the filters change.
    app.world_mut().get_mut::<Team>(b).unwrap().0 = 2;
    assert_eq!(step2(&mut app), started(pair(a, b)));
    app.world_mut().resource_mut::<Truce>().0 = true;
    assert_eq!(step2(&mut app), filtered(pair(a, b)));
    app.world_mut().get_mut::<Team>(b).unwrap().0 = 1;
    assert_eq!(step2(&mut app), NOTHING);
    app.world_mut().resource_mut::<Truce>().0 = false;
    assert_eq!(step2(&mut app), NOTHING, "the first filter still refuses");
    app.remove::<Team>(a);
    assert_eq!(step2(&mut app), started(pair(a, b)));
    assert_eq!(step2(&mut app), NOTHING);
    assert!(app.resource::<Collisions>().contains(a, b));
    // `detect_collisions` asks the same filters.
    app.world_mut().resource_mut::<Truce>().0 = true;
    detect_collisions(app.world_mut());
    assert!(!app.resource::<Collisions>().contains(a, b));
    assert_eq!(step2(&mut app), NOTHING, "already reported on demand");
}

#[test]
fn a_refused_pair_touches_once_it_is_allowed() {
    let mut app = with_filters();
    app.world_mut().resource_mut::<Truce>().0 = true;
    let a = app.spawn(Collider::circle(1.0));
    let b = app.spawn((Collider::circle(1.0), at_x(5.0)));
    assert_eq!(step2(&mut app), NOTHING);
    // It arrives while it is refused, leaves and arrives again; only then the filter allows the pair.
    for x in [1.0, 5.0, 1.5] {
        set(&mut app, b, at_x(x));
        assert_eq!(step2(&mut app), NOTHING);
    }
    app.world_mut().resource_mut::<Truce>().0 = false;
    assert_eq!(step2(&mut app), started(pair(a, b)));
    let contact = app.resource::<Collisions>().get(a, b).map(|touch| touch.contact()).unwrap();
    assert!((contact.depth - 0.5).abs() < 1e-6);
    // Refused and despawned at once, the touch ends once.
    app.world_mut().resource_mut::<Truce>().0 = true;
    assert_eq!(step2(&mut app), filtered(pair(a, b)));
    app.world_mut().despawn(a);
    assert_eq!(step2(&mut app), NOTHING);
}

/// Of two reasons the first in the order of `EndReason` is reported, wherever the two are.
#[test]
fn a_pair_refused_and_separated_at_once_ends_as_filtered() {
    let ended = |entities, reason| (vec![], vec![(entities, reason)]);
    // In the last two cases the AABBs are apart: circles side by side, and circles beside a corner.
    for place in [Transform::IDENTITY, at_xy(1.8, 1.8), at_x(2.1), at_x(1000.0)] {
        let mut app = with_filters();
        let a = app.spawn((Collider::circle(1.0), Team(1)));
        let b = app.spawn((Collider::circle(1.0), Team(2)));
        let both = pair(a, b);
        for round in 0..3 {
            set(&mut app, b, at_x(0.5));
            assert_eq!(step2(&mut app), started(both));
            set(&mut app, b, place);
            app.world_mut().resource_mut::<Truce>().0 = true;
            if round == 1 {
                app.world_mut().get_mut::<Team>(b).unwrap().0 = 1;
            }
            assert_eq!(step2(&mut app), filtered(both), "{place:?}");
            assert_eq!(step2(&mut app), NOTHING);
            app.world_mut().resource_mut::<Truce>().0 = false;
            app.world_mut().get_mut::<Team>(b).unwrap().0 = 2;
            let again = if place == Transform::IDENTITY { started(both) } else { NOTHING };
            assert_eq!(step2(&mut app), again);
            // If no filter refuses the pair, it ends as separated.
            if place == Transform::IDENTITY {
                app.world_mut().resource_mut::<Truce>().0 = true;
                assert_eq!(step2(&mut app), filtered(both));
                app.world_mut().resource_mut::<Truce>().0 = false;
            } else {
                set(&mut app, b, at_x(0.5));
                assert_eq!(step2(&mut app), started(both));
                set(&mut app, b, place);
                assert_eq!(step2(&mut app), ended(both, EndReason::Separated));
            }
        }
        // Reasons that precede `Filtered` are reported instead.
        set(&mut app, b, at_x(0.5));
        assert_eq!(step2(&mut app), started(both));
        set(&mut app, b, place);
        app.world_mut().resource_mut::<Truce>().0 = true;
        app.insert(b, ColliderDisabled);
        assert_eq!(step2(&mut app), ended(both, EndReason::Disabled));
    }
}

#[test]
fn a_pair_refused_and_out_of_the_margin_at_once_ends_as_filtered() {
    for x in [3.5, 20.0] {
        let mut app = with_filters();
        app.spawn((Collider::circle(1.0), ProximityMargin(1.0)));
        let b = app.spawn((Collider::circle(1.0), at_x(2.5)));
        for (refuses, expected) in [(false, EndReason::Separated), (true, EndReason::Filtered)] {
            set(&mut app, b, at_x(2.5));
            app.update();
            app.world_mut().resource_mut::<Messages<ProximityEvent>>().clear();
            set(&mut app, b, at_x(x));
            app.world_mut().resource_mut::<Truce>().0 = refuses;
            app.update();
            let events: Vec<_> = app.world_mut().resource_mut::<Messages<ProximityEvent>>().drain().collect();
            let [ProximityEvent::Ended { reason, .. }] = events[..] else { panic!("{events:?}") };
            assert_eq!(reason, expected, "{x}");
        }
    }
}

/// Another run takes place between the search and the test of a run: a pair that separated in the first is
/// filtered, separated, or together again.
#[test]
fn a_pair_separated_in_an_interrupted_run_ends_in_the_next() {
    #[derive(Resource)]
    struct Next(Option<(Entity, f32, bool)>);
    for (x, refuses, expected) in [
        (50.0, false, Some(EndReason::Separated)),
        (60.0, false, Some(EndReason::Separated)),
        (50.0, true, Some(EndReason::Filtered)),
        (0.7, false, None),
        (0.7, true, Some(EndReason::Filtered)),
    ] {
        let mut app = with_filters();
        let a = app.spawn(Collider::circle(1.0));
        let b = app.spawn((Collider::circle(1.0), at_x(0.5)));
        app.insert_resource(Next(None));
        let detour = |world: &mut World| {
            let Some((b, x, refuses)) = world.resource_mut::<Next>().0.take() else { return };
            world.resource_mut::<Truce>().0 = refuses;
            if world.get::<Transform>(b).unwrap().translation.x != x {
                *world.get_mut::<Transform>(b).unwrap() = at_x(x);
            }
            detect_collisions(world);
        };
        let between = detour.after(CollisionSystems::BroadPhase).before(CollisionSystems::Filter);
        app.add_systems(PostUpdate, between);
        assert_eq!(step2(&mut app), started(pair(a, b)));
        set(&mut app, b, at_x(50.0));
        app.world_mut().resource_mut::<Next>().0 = Some((b, x, refuses));
        let ended = expected.map(|reason| (pair(a, b), reason)).into_iter().collect();
        assert_eq!(step2(&mut app), (vec![], ended), "{x} {refuses}");
        assert_eq!(app.resource::<Collisions>().contains(a, b), expected.is_none());
        assert_eq!(step2(&mut app), NOTHING);
        // The ids of ended edges are used again.
        set(&mut app, b, at_x(0.2));
        app.world_mut().resource_mut::<Truce>().0 = false;
        assert_eq!(step2(&mut app).0.len(), usize::from(expected.is_some()));
        set(&mut app, b, at_x(90.0));
        assert_eq!(step2(&mut app), (vec![], vec![(pair(a, b), EndReason::Separated)]));
    }
}

#[test]
fn filters_agree_with_a_test_of_all_pairs() {
    let mut app = with_filters();
    let mut random = Random(21);
    let all: Vec<_> = (0..60)
        .map(|_| {
            let place = at_xy(random.range(-5.0, 5.0), random.range(-5.0, 5.0));
            app.spawn((Collider::circle(1.0), Team(0), place))
        })
        .collect();
    let mut touching = BTreeSet::new();
    for frame in 0..200 {
        for _ in 0..3 {
            let entity = all[random.below(60) as usize];
            let mut entity = app.world_mut().entity_mut(entity);
            match random.below(3) {
                0 => entity.get_mut::<Team>().unwrap().0 = random.below(3) as u8,
                1 => entity.get_mut::<Transform>().unwrap().translation.x += random.range(-1.0, 1.0),
                _ => _ = entity.insert(CollisionLayers::new(1 << random.below(2), random.below(4))),
            }
        }
        let (started, ended) = step2(&mut app);
        ended.iter().for_each(|(pair, _)| assert!(touching.remove(pair)));
        started.iter().for_each(|&pair| assert!(touching.insert(pair)));
        let world = app.world();
        let mut expected = BTreeSet::new();
        for (index, &one) in all.iter().enumerate() {
            for &two in &all[..index] {
                let team = |entity| *world.get::<Team>(entity).unwrap();
                let layers = |entity| world.get::<CollisionLayers>(entity).copied().unwrap_or_default();
                let place = |entity| world.get::<Transform>(entity).unwrap().translation;
                let near = place(one).distance_squared(place(two)) <= 4.0;
                if near && team(one) != team(two) && layers(one).interacts_with(layers(two)) {
                    expected.insert(pair(one, two));
                }
            }
        }
        assert_eq!(touching, expected, "frame {frame}");
    }
}

/// Marks a hit box that counts only from above.
#[derive(Component)]
struct FromAbove;

#[derive(SystemParam)]
struct OnlyFromAbove<'w, 's> {
    marked: Query<'w, 's, (), With<FromAbove>>,
}

impl ContactFilter<Dim2> for OnlyFromAbove<'_, '_> {
    fn is_concerned(&self, a: Entity, b: Entity) -> bool {
        self.marked.contains(a) || self.marked.contains(b)
    }

    fn allows(&self, found: &FilteredContact) -> bool {
        assert!(found.contact.depth >= 0.0 && (found.contact.normal.length() - 1.0).abs() < 1e-5);
        let marked = if self.marked.contains(found.a) { found.a } else { found.b };
        found.seen_from(marked).is_some_and(|(_, normal)| normal.y > 0.7)
    }
}

#[test]
fn a_contact_filter_refuses_touches_by_their_normal() {
    for marked_first in [true, false] {
        let plugin = CollisionPlugin::default().with_contact_filter::<OnlyFromAbove>();
        let mut app = app_with(plugin);
        let spawn_box =
            |app: &mut App| app.spawn((FromAbove, Collider::rectangle(2.0, 2.0), Transform::IDENTITY));
        let spawn_ball = |app: &mut App, at: Transform| app.spawn((Collider::circle(0.5), at));
        let beside = at_x(1.4);
        let (hit_box, ball);
        if marked_first {
            hit_box = spawn_box(&mut app);
            ball = spawn_ball(&mut app, beside);
        } else {
            ball = spawn_ball(&mut app, beside);
            hit_box = spawn_box(&mut app);
        }
        // From the side it does not touch, and nobody hears of it.
        assert_eq!(step2(&mut app), NOTHING);
        assert!(!app.resource::<Collisions>().contains(hit_box, ball));
        // An unmarked one touches it as usual.
        let other = spawn_ball(&mut app, at_x(1.6));
        assert_eq!(step2(&mut app), started(pair(ball, other)));
        app.world_mut().despawn(other);
        step2(&mut app);
        let above = at_xy(0.0, 1.4);
        set(&mut app, ball, above);
        assert_eq!(step2(&mut app), started(pair(hit_box, ball)));
        let collisions = app.resource::<Collisions>();
        let touch = collisions.get(hit_box, ball).unwrap();
        assert!((touch.contact().depth - 0.1).abs() < 1e-5);
        assert_eq!(step2(&mut app), NOTHING, "while both stand still, it lasts");
        // Around the corner it is refused, although the two still overlap.
        set(&mut app, ball, beside);
        assert_eq!(step2(&mut app), filtered(pair(hit_box, ball)));
        set(&mut app, ball, above);
        assert_eq!(step2(&mut app), started(pair(hit_box, ball)));
        // And what parts is separated.
        set(&mut app, ball, at_x(9.0));
        assert_eq!(step2(&mut app), (vec![], vec![(pair(hit_box, ball), EndReason::Separated)]));
    }
}

/// A filter that allows all changes nothing, on any number of pairs.
#[test]
fn a_contact_filter_that_allows_all_changes_no_event() {
    #[derive(SystemParam)]
    struct All;

    impl ContactFilter<Dim2> for All {
        fn allows(&self, _: &FilteredContact) -> bool {
            true
        }
    }

    let run = |plugin: CollisionPlugin| {
        let mut app = app_with(plugin);
        let mut random = Random(11);
        let movers: Vec<Entity> = (0..120)
            .map(|_| app.spawn((Collider::circle(random.range(0.2, 1.5)), Transform::IDENTITY)))
            .collect();
        let mut all = Vec::new();
        for _ in 0..60 {
            for &mover in &movers {
                let place = at_xy(random.range(-8.0, 8.0), random.range(-8.0, 8.0));
                set(&mut app, mover, place);
            }
            all.push(step::<Dim2>(&mut app));
        }
        assert!(all.iter().flatten().count() > 1000);
        all
    };
    let filtered = run(CollisionPlugin::default().with_contact_filter::<All>());
    assert_eq!(filtered, run(CollisionPlugin::default()));
}
