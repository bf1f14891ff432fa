//! Layers, self-collision groups, exceptions and custom filters, all changed at run time.

use EndReason::{Filtered, Separated};
use bevy_ecs::entity::{EntityHashMap, MapEntities};
use bevy_ecs::system::SystemParam;
use bevy_gjk::detect_collisions;
use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;
use crate::common::detour::{allow_detours, detect_at, detour};

collision_layers! {
    /// The names of the layers.
    enum Layer {
        Ground,
        Player,
        Enemy,
    }
}

#[test]
fn named_layers_may_change_at_run_time() {
    let mut app = app();
    let player = CollisionLayers::new(Layer::Player, [Layer::Ground, Layer::Enemy]);
    let [a, b] = [(); 2].map(|()| app.spawn((Collider::circle(1.0), player)));
    let enemy = CollisionLayers::new(Layer::Enemy, LayerMask::ALL);
    let ignore_enemies = |app: &mut App| app.get_mut::<CollisionLayers>(a).filters = !Layer::Enemy;
    let story: Story = &[
        ("two players", &|_| (), NOTHING),
        ("one becomes an enemy", &|app| app.insert(b, enemy), starts(a, b)),
        ("the other ignores enemies", &ignore_enemies, ends(a, b, Filtered)),
        ("without layers it is in the first", &|app| app.remove::<CollisionLayers>(b), starts(a, b)),
    ];
    play(&mut app, story);
    assert_eq!(LayerMask::from([Layer::Ground, Layer::Enemy]), Layer::Ground | Layer::Enemy);
}

#[test]
fn colliders_of_a_self_collision_group_do_not_touch() {
    let mut app = app();
    let top = app.spawn(Transform::IDENTITY);
    let body = app.spawn((Transform::IDENTITY, ChildOf(top)));
    let [a, b] = [0.0, 1.0].map(|x| app.spawn((Collider::circle(1.0), at_x(x), ChildOf(body))));
    let outside = (Collider::circle(1.0), at_x(-1.5));
    // No collider moves; an ancestor two levels above changes.
    let story: Story = &[
        ("no group", &|_| (), starts(a, b)),
        ("the topmost is a group", &|app| app.insert(top, NoSelfCollision), ends(a, b, Filtered)),
        ("it stays one", &|_| (), NOTHING),
        ("it no longer is", &|app| app.remove::<NoSelfCollision>(top), starts(a, b)),
        ("the one below it is", &|app| app.insert(body, NoSelfCollision), ends(a, b, Filtered)),
    ];
    play(&mut app, story);
    let c = app.spawn(outside);
    let nest = |app: &mut App| {
        app.insert(top, NoSelfCollision);
        app.insert(c, ChildOf(top));
    };
    let hang = |app: &mut App| {
        app.insert(b, ChildOf(a));
        set(app, b, at_x(1.0));
    };
    let story: Story = &[
        ("one outside of the group touches as before", &|_| (), starts(a, c)),
        ("in nested groups the topmost decides", &nest, ends(a, c, Filtered)),
        ("what leaves the group may touch it", &|app| app.remove::<ChildOf>(b), starts(a, b)),
        ("a group has any depth", &hang, ends(a, b, Filtered)),
    ];
    play(&mut app, story);
    app.remove::<NoSelfCollision>(top);
    app.remove::<NoSelfCollision>(body);
    assert_eq!(step2(&mut app).0.len(), 2);
    let alone = "a collider is a group with its descendants";
    play(&mut app, &[(alone, &|app| app.insert(a, NoSelfCollision), ends(a, b, Filtered))]);
}

#[test]
fn either_entity_may_exclude_a_pair() {
    let mut app = app();
    let [a, b] = [(); 2].map(|()| app.spawn(Collider::circle(1.0)));
    let c = app.spawn((Collider::circle(1.0), CollisionExceptions::of([a])));
    let (mut started, _) = step2(&mut app);
    started.sort();
    let mut expected = [pair(a, b), pair(b, c)];
    expected.sort();
    assert_eq!(started, expected);
    let both = CollisionExceptions::of([b, c]);
    let story: Story = &[
        ("one names both others", &|app| app.insert(a, both.clone()), ends(a, b, Filtered)),
        ("the other still names it", &|app| app.remove::<CollisionExceptions>(c), NOTHING),
    ];
    play(&mut app, story);
    app.get_mut::<CollisionExceptions>(a).0.clear();
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

fn set_truce(app: &mut App, truce: bool) {
    app.resource_mut::<Truce>().0 = truce;
}

fn set_team(app: &mut App, entity: Entity, team: u8) {
    app.get_mut::<Team>(entity).0 = team;
}

#[test]
fn filters_read_the_world_in_every_run() {
    let mut app = with_filters();
    let [a, b] = [(); 2].map(|()| app.spawn((Collider::circle(1.0), Team(1))));
    // Nothing moves: only the data of the filters change.
    let story: Story = &[
        ("friends", &|_| (), NOTHING),
        ("one changes sides", &|app| set_team(app, b, 2), starts(a, b)),
        ("a truce", &|app| set_truce(app, true), ends(a, b, Filtered)),
        ("it changes sides again", &|app| set_team(app, b, 1), NOTHING),
        ("without a truce the first filter still refuses", &|app| set_truce(app, false), NOTHING),
        ("one leaves its team", &|app| app.remove::<Team>(a), starts(a, b)),
        ("nothing changes", &|_| (), NOTHING),
    ];
    play(&mut app, story);
    assert!(app.resource::<Collisions>().contains(a, b));
    // `detect_collisions` asks the same filters.
    set_truce(&mut app, true);
    detect_collisions(app.world_mut());
    assert!(!app.resource::<Collisions>().contains(a, b));
    assert_eq!(step2(&mut app), NOTHING, "already reported on demand");
}

#[test]
fn a_refused_pair_touches_once_it_is_allowed() {
    let mut app = with_filters();
    set_truce(&mut app, true);
    let a = app.spawn(Collider::circle(1.0));
    let b = app.spawn((Collider::circle(1.0), at_x(5.0)));
    let story: Story = &[
        ("refused and apart", &|_| (), NOTHING),
        ("it arrives while it is refused", &|app| set(app, b, at_x(1.0)), NOTHING),
        ("it leaves", &|app| set(app, b, at_x(5.0)), NOTHING),
        ("it arrives again", &|app| set(app, b, at_x(1.5)), NOTHING),
        ("it is allowed", &|app| set_truce(app, false), starts(a, b)),
    ];
    play(&mut app, story);
    let contact = app.resource::<Collisions>().get(a, b).map(|touch| touch.contact()).unwrap();
    assert!((contact.depth - 0.5).abs() < 1e-6);
    let story: Story = &[
        ("it is refused", &|app| set_truce(app, true), ends(a, b, Filtered)),
        ("and despawned, which ends nothing twice", &|app| app.despawn(a), NOTHING),
    ];
    play(&mut app, story);
}

/// Of two reasons the first in the order of `EndReason` is reported, wherever the two are.
#[test]
fn a_pair_refused_and_separated_at_once_ends_as_filtered() {
    // In the last two cases the AABBs are apart: circles side by side, and circles beside a corner.
    for place in [Transform::IDENTITY, at_xy(1.8, 1.8), at_x(2.1), at_x(1000.0)] {
        let mut app = with_filters();
        let a = app.spawn((Collider::circle(1.0), Team(1)));
        let b = app.spawn((Collider::circle(1.0), Team(2)));
        let stays = place == Transform::IDENTITY;
        let meet = |app: &mut App| set(app, b, at_x(0.5));
        let leave = |app: &mut App| set(app, b, place);
        let leave_refused = |app: &mut App, by_both: bool| {
            leave(app);
            set_truce(app, true);
            set_team(app, b, if by_both { 1 } else { 2 });
        };
        let allow = |app: &mut App| {
            set_truce(app, false);
            set_team(app, b, 2);
        };
        for by_both in [false, true, false] {
            let again = if stays { starts(a, b) } else { NOTHING };
            let story: Story = &[
                ("they meet", &meet, starts(a, b)),
                ("refused at once", &|app| leave_refused(app, by_both), ends(a, b, Filtered)),
                ("no more", &|_| (), NOTHING),
                ("allowed", &allow, again),
            ];
            play(&mut app, story);
            if stays {
                play(&mut app, &[("refused alone", &|app| set_truce(app, true), ends(a, b, Filtered))]);
                set_truce(&mut app, false);
            } else {
                let not_refused = ("not refused", &leave as &dyn Fn(&mut App), ends(a, b, Separated));
                play(&mut app, &[("they meet", &meet, starts(a, b)), not_refused]);
            }
        }
        let disable = |app: &mut App| {
            leave_refused(app, false);
            app.insert(b, ColliderDisabled);
        };
        let story: Story = &[
            ("they meet", &meet, starts(a, b)),
            ("reasons that precede `Filtered`", &disable, ends(a, b, EndReason::Disabled)),
        ];
        play(&mut app, story);
    }
}

#[test]
fn a_pair_refused_and_out_of_the_margin_at_once_ends_as_filtered() {
    for x in [3.5, 20.0] {
        let mut app = with_filters();
        app.spawn((Collider::circle(1.0), ProximityMargin(1.0)));
        let b = app.spawn((Collider::circle(1.0), at_x(2.5)));
        for (refuses, expected) in [(false, Separated), (true, Filtered)] {
            app.update_at(b, at_x(2.5));
            app.resource_mut::<Messages<ProximityEvent>>().clear();
            set(&mut app, b, at_x(x));
            set_truce(&mut app, refuses);
            app.update();
            let events: Vec<_> = app.resource_mut::<Messages<ProximityEvent>>().drain().collect();
            let [ProximityEvent::Ended { reason, .. }] = events[..] else { panic!("{events:?}") };
            assert_eq!(reason, expected, "{x}");
        }
    }
}

/// Another run takes place between the search and the test of a run: a pair that separated in the first is
/// filtered, separated, or together again.
#[test]
fn a_pair_separated_in_an_interrupted_run_ends_in_the_next() {
    for (x, refuses, expected) in [
        (50.0, false, Some(Separated)),
        (60.0, false, Some(Separated)),
        (50.0, true, Some(Filtered)),
        (0.7, false, None),
        (0.7, true, Some(Filtered)),
    ] {
        let mut app = with_filters();
        let a = app.spawn(Collider::circle(1.0));
        let b = app.spawn((Collider::circle(1.0), at_x(0.5)));
        allow_detours(&mut app, CollisionSystems::BroadPhase, CollisionSystems::Filter);
        assert_eq!(step2(&mut app), starts(a, b));
        set(&mut app, b, at_x(50.0));
        detour(&mut app, move |world| {
            world.resource_mut::<Truce>().0 = refuses;
            detect_at(world, b, x);
        });
        let ended = expected.map(|reason| (pair(a, b), reason)).into_iter().collect();
        assert_eq!(step2(&mut app), (vec![], ended), "{x} {refuses}");
        assert_eq!(app.resource::<Collisions>().contains(a, b), expected.is_none());
        assert_eq!(step2(&mut app), NOTHING);
        // The ids of ended edges are used again.
        set(&mut app, b, at_x(0.2));
        set_truce(&mut app, false);
        assert_eq!(step2(&mut app).0.len(), usize::from(expected.is_some()));
        assert_eq!(app.step_at(b, at_x(90.0)), ends(a, b, Separated));
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
        let mut app = app_with(CollisionPlugin::default().with_contact_filter::<OnlyFromAbove>());
        let [beside, above] = [at_x(1.4), at_xy(0.0, 1.4)];
        let spawn_box = |app: &mut App| app.spawn((FromAbove, Collider::rectangle(2.0, 2.0)));
        let spawn_ball = |app: &mut App, at: Transform| app.spawn((Collider::circle(0.5), at));
        let first = marked_first.then(|| spawn_box(&mut app));
        let ball = spawn_ball(&mut app, beside);
        let hit_box = first.unwrap_or_else(|| spawn_box(&mut app));
        assert_eq!(step2(&mut app), NOTHING, "a touch from the side sends no event");
        assert!(!app.resource::<Collisions>().contains(hit_box, ball));
        let unmarked = spawn_ball(&mut app, at_x(1.6));
        assert_eq!(step2(&mut app), starts(ball, unmarked), "as usual");
        app.despawn(unmarked);
        step2(&mut app);
        play(&mut app, &[("from above", &|app| set(app, ball, above), starts(hit_box, ball))]);
        let touch = app.resource::<Collisions>().get(hit_box, ball).unwrap().contact();
        assert!((touch.depth - 0.1).abs() < 1e-5);
        let story: Story = &[
            ("while both stand still, it lasts", &|_| (), NOTHING),
            ("around the corner both overlap", &|app| set(app, ball, beside), ends(hit_box, ball, Filtered)),
            ("above again", &|app| set(app, ball, above), starts(hit_box, ball)),
            ("what parts is separated", &|app| set(app, ball, at_x(9.0)), ends(hit_box, ball, Separated)),
        ];
        play(&mut app, story);
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
