//! What is in different spaces has nothing to do with each other, and what changes its space begins anew.

use EndReason::{Despawned, Filtered};
use bevy_ecs::entity::{EntityHashMap, MapEntities};
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::grid::{CellGrid, CellKind};
use bevy_math::UVec2;

use crate::common::basics::*;

const ONE: CollisionSpace = CollisionSpace(1);
const TWO: CollisionSpace = CollisionSpace(2);

fn ball() -> Collider {
    Collider::circle(1.0)
}

#[test]
fn a_space_is_inherited_from_the_nearest_entity_above() {
    let mut app = app();
    let [room, other_room] = [(); 2].map(|()| app.spawn(Transform::IDENTITY));
    let shelf = app.spawn((Transform::IDENTITY, ChildOf(room)));
    let [a, b] = [(); 2].map(|()| app.spawn((ball(), ChildOf(shelf))));
    let c = app.spawn(ball());
    assert_eq!(step2(&mut app).0.len(), 3);
    // No collider moves; an ancestor two levels above changes.
    let room_of_its_own: FrameEvents = (
        vec![pair(a, b)],
        [[a, b], [a, c], [b, c]].map(|[one, other]| (pair(one, other), Filtered)).to_vec(),
    );
    let story: Story = &[
        ("both leave for a space, and meet there", &|app| app.insert(room, ONE), room_of_its_own),
        ("they stay there", &|app| app.insert(room, ONE), NOTHING),
        ("one has its own", &|app| app.insert(a, TWO), ends(a, b, Filtered)),
        ("which may be the default one", &|app| app.insert(a, CollisionSpace::DEFAULT), starts(a, c)),
        ("and that of the nearest", &|app| app.insert(shelf, CollisionSpace::DEFAULT), {
            let mut all = starts(a, b);
            all.0.push(pair(b, c));
            all.0.sort_by_key(|pair| pair.map(Entity::index_u32));
            all
        }),
        ("without it, that above", &|app| app.remove::<CollisionSpace>(shelf), {
            let mut all = ends(a, b, Filtered);
            all.1.push((pair(b, c), Filtered));
            all.1.sort_by_key(|(pair, _)| pair.map(Entity::index_u32));
            all
        }),
        ("under another parent, that of this one", &|app| app.insert(shelf, ChildOf(other_room)), {
            let mut all = starts(a, b);
            all.0.push(pair(b, c));
            all.0.sort_by_key(|pair| pair.map(Entity::index_u32));
            all
        }),
        ("and without a parent, none", &|app| app.remove::<ChildOf>(shelf), NOTHING),
    ];
    play(&mut app, story);
    app.insert(shelf, (ONE, ChildOf(room)));
    app.remove::<CollisionSpace>(a);
    app.update();
    let space = |app: &App, entity| app.resource::<Collisions>().colliders().get(entity).unwrap().space();
    assert_eq!([a, b, c].map(|entity| space(&app, entity)), [ONE, ONE, CollisionSpace::DEFAULT]);
    app.despawn(room);
    assert_eq!(step2(&mut app), ends(a, b, Despawned));
}

#[test]
fn a_cycle_of_parents_has_a_space_or_none() {
    let mut app = app();
    let [a, b] = [(); 2].map(|()| app.spawn(ball()));
    app.insert(a, ChildOf(b));
    app.insert(b, ChildOf(a));
    app.updates(2);
    app.insert(a, ONE);
    app.updates(2);
    let space = |entity| app.resource::<Collisions>().colliders().get(entity).unwrap().space();
    assert_eq!([a, b].map(space), [ONE; 2]);
}

#[test]
fn spaces_with_the_same_low_bits_are_different_ones() {
    let mut app = app();
    let numbers = [0, 1 << 24, 5, 5 + (1 << 24), u32::MAX, u32::MAX >> 8];
    let balls = numbers.map(|number| app.spawn((ball(), CollisionSpace(number))));
    let also = app.spawn((ball(), CollisionSpace(u32::MAX)));
    assert_eq!(step2(&mut app), starts(balls[4], also));
    let query = app.query::<Dim2>();
    for (number, ball) in numbers.into_iter().zip(balls) {
        let filter = QueryFilter::ALL.in_space(CollisionSpace(number));
        assert_eq!(query.containing(Vec2::ZERO, &filter), Some(ball));
    }
}

#[test]
fn queries_find_what_is_in_their_space() {
    let mut app = app();
    let [outside, inside] = [CollisionSpace::DEFAULT, ONE].map(|space| app.spawn((ball(), space, at_x(5.0))));
    let shooter = app.spawn((ball(), ONE));
    // Before and after the trees have what has changed, and static ones as well.
    for frame in 0..30 {
        app.update();
        let query = app.query::<Dim2>();
        for (filter, expected) in [
            (QueryFilter::ALL, outside),
            (QueryFilter::default(), outside),
            (QueryFilter::ALL.in_space(ONE).excluding([shooter]), inside),
            (QueryFilter::of(shooter), inside),
            (QueryFilter::of(shooter).in_space(ONE), inside),
        ] {
            let hit = query.cast_ray(Vec2::new(2.0, 0.0), Dir2::X, 9.0, &filter).unwrap();
            assert_eq!((hit.entity, hit.distance), (expected, 2.0), "frame {frame}");
            let moved = gjk::Circle::new(0.5).placed(Affine2::from_translation(Vec2::new(2.0, 0.0)));
            assert_eq!(query.cast_shape(&moved, Dir2::X, 9.0, &filter).unwrap().entity, expected);
            let point = gjk::Point::new([Vec2::new(9.0, 0.0)]);
            assert_eq!(query.nearest(&point, 9.0, &filter).unwrap().entity, expected);
            assert_eq!(query.containing(Vec2::new(5.0, 0.0), &filter), Some(expected));
            let everything = gjk::Aabb { min: Vec2::NEG_INFINITY, max: Vec2::INFINITY };
            let mut found = Vec::new();
            query.intersections_with_aabb(&everything, &filter, |it| found.push(it.entity()));
            assert!(found.contains(&expected) && found.len() <= 2, "{found:?}");
        }
        for filter in [QueryFilter::ALL.in_space(TWO), QueryFilter::of(shooter).in_space(TWO)] {
            assert!(query.cast_ray(Vec2::ZERO, Dir2::X, 9.0, &filter).is_none());
        }
        // Questions about two entities ask no filter.
        assert!(query.pair(outside, inside).unwrap().intersects());
    }
}

/// Asks in the phase of the movers, before the trees have what has changed.
#[test]
fn a_query_right_after_a_change_of_space_finds_it() {
    #[derive(Resource, Default)]
    struct Found([Option<Entity>; 2]);
    let mut app = app();
    app.init_resource::<Found>();
    let ask = |mut mover: ColliderMover, mut found: ResMut<Found>| {
        let query = mover.query();
        let at = |space| query.containing(Vec2::ZERO, &QueryFilter::ALL.in_space(space));
        found.0 = [at(CollisionSpace::DEFAULT), at(ONE)];
    };
    app.add_systems(PostUpdate, ask.in_set(CollisionSystems::Movers));
    let walls = [(); 40].map(|()| app.spawn((ball(), at_x(9.0))));
    let traveler = app.spawn(ball());
    for frame in 0..60 {
        let expected = match frame % 20 {
            15.. => [None, Some(traveler)],
            _ => [Some(traveler), None],
        };
        match frame % 20 {
            15 => app.insert(traveler, ONE),
            0 => app.remove::<CollisionSpace>(traveler),
            _ => {}
        }
        app.update();
        assert_eq!(app.resource::<Found>().0, expected, "frame {frame}");
    }
    assert!(walls.iter().all(|&wall| app.resource::<Collisions>().colliders().get(wall).is_some()));
}

#[test]
fn what_changes_its_space_is_not_swept_there() {
    let mut app = app();
    let [wall, wall_of_one] = [CollisionSpace::DEFAULT, ONE]
        .map(|space| app.spawn((Collider::rectangle(0.1, 9.0), at_x(5.0), space)));
    let bullet = app.spawn((Collider::circle(0.1), SweptCollider::default()));
    let set_out = |app: &mut App| {
        app.insert(bullet, ONE);
        set(app, bullet, at_x(9.0));
    };
    let story: Story = &[
        ("it arrives behind the wall", &|_| (), NOTHING),
        ("as one that is spawned there", &set_out, NOTHING),
        (
            "and meets what is there on its way",
            &|app| set(app, bullet, at_x(0.0)),
            starts(bullet, wall_of_one),
        ),
        ("once", &|app| set(app, bullet, at_x(-1.0)), ends(bullet, wall_of_one, EndReason::Separated)),
        (
            "at home it is not swept either",
            &|app| {
                app.remove::<CollisionSpace>(bullet);
                set(app, bullet, at_x(9.0));
            },
            NOTHING,
        ),
        ("but from then on", &|app| set(app, bullet, at_x(0.0)), starts(bullet, wall)),
    ];
    play(&mut app, story);
}

#[test]
fn characters_meet_what_is_in_their_space() {
    let mut app = app();
    let floor = |app: &mut App, height: f32, space: CollisionSpace| {
        app.spawn((Collider::rectangle(20.0, 1.0), at_xy(0.0, height - 0.5), space))
    };
    let [high, low] =
        [(2.0, CollisionSpace::DEFAULT), (0.0, ONE)].map(|(at, space)| floor(&mut app, at, space));
    app.spawn((Collider::rectangle(1.0, 9.0), at_x(3.0)));
    let walker = (Collider::capsule(0.4, 1.0), CharacterMover::default(), MoveTrace::default());
    let character = app.spawn((walker, ONE, at_xy(0.0, 2.0)));
    for _ in 0..60 {
        app.insert(character, MoverMotion::new(Vec2::new(0.1, -0.1)));
        app.update();
    }
    let at = |app: &App| app.get::<Transform>(character).translation;
    assert!(at(&app).x > 5.9 && at(&app).y < 1.0, "{}", at(&app));
    let state = app.get::<MoverState>(character);
    assert_eq!(state.ground.map(|ground| ground.entity), Some(low));
    assert!(app.get::<MoveTrace>(character).passed().is_empty(), "what is in another space is not passed");
    // A floor of another space carries nobody, and neither does one that arrives.
    let before = at(&app);
    app.update_at(high, at_xy(1.0, 1.5));
    app.insert(high, ONE);
    app.update_at(high, at_xy(5.0, -3.0));
    app.insert(character, MoverMotion::new(Vec2::new(0.0, -0.01)));
    app.update();
    assert_near(at(&app).x, before.x, 1e-4);
    // One that leaves takes nobody along.
    app.insert(low, TWO);
    app.update_at(low, at_xy(7.0, -0.5));
    assert_near(at(&app).x, before.x, 1e-4);
    app.insert(character, MoverMotion::new(Vec2::new(0.0, -0.01)));
    app.update();
    assert!(!app.get::<MoverState>(character).is_grounded());
}

#[test]
fn grids_outlines_compounds_and_near_ones_keep_to_their_space() {
    let mut grid = CellGrid::new(UVec2::splat(2), 1.0, [CellKind::<Dim2>::full()]);
    grid.set(UVec2::ZERO, 1).unwrap();
    let outline = [[-3.0, -3.0], [3.0, -3.0], [3.0, 3.0], [-3.0, 3.0]].map(Vec2::from);
    let mut app = app();
    let mut big = Vec::new();
    for space in [ONE, TWO] {
        big.push(app.spawn((Collider::Grid(grid.clone()), space)));
        big.push(app.spawn((Collider::outline(outline), space)));
        let compound = app.spawn((CompoundCollider, space));
        app.spawn((ball(), ChildOf(compound)));
        big.push(compound);
    }
    let probe = app.spawn((Collider::circle(0.2), ProximityMargin(1.0)));
    let far = app.spawn((Collider::circle(0.2), at_x(3.9), ONE));
    let touched = |app: &mut App| {
        app.update();
        let touched: BTreeSet<_> = app.resource::<Collisions>().entities_colliding_with(probe).collect();
        touched
    };
    assert!(touched(&mut app).is_empty());
    app.insert(probe, ONE);
    assert_eq!(touched(&mut app), big[..3].iter().copied().collect());
    app.insert(probe, TWO);
    assert_eq!(touched(&mut app), big[3..].iter().copied().collect());
    app.insert(probe, at_x(3.2));
    assert!(touched(&mut app).len() <= 1);
    assert!(app.resource::<Collisions>().proximities().all(|near| near.other != far && near.entity != far));
    app.insert(probe, ONE);
    app.update();
    assert!(app.resource::<Collisions>().proximities().any(|near| near.other == far || near.entity == far));
}

#[test]
fn the_reason_why_two_are_apart_is_their_space() {
    let mut app = app();
    let room = app.spawn((Transform::IDENTITY, CollisionSpace(7)));
    let a = app.spawn((ball(), Name::new("a"), ChildOf(room)));
    let b = app.spawn((ball(), Name::new("b")));
    app.update();
    let why = app.world_mut().run_system_once(move |rules: CollisionRules| rules.why_apart(a, b)).unwrap();
    let why = why.unwrap();
    let spaces = [CollisionSpace(7), CollisionSpace::DEFAULT];
    assert_eq!(why.reason, bevy_gjk::texts::ApartReason::Spaces { entities: [a, b], spaces });
    assert!(why.reason.is_rule());
    let text = format!("they are in different worlds: {a} \"a\" is in CollisionSpace 7, {b} \"b\" in 0");
    assert_eq!(why.to_string(), text);
}

#[test]
fn a_space_without_effect_gives_a_warning() {
    let mut app = single_threaded();
    let root = app.spawn((Name::new("root"), CompoundCollider));
    app.spawn((Name::new("part"), ball(), TWO, ChildOf(root)));
    app.spawn((Name::new("empty"), Transform::IDENTITY, ONE));
    let room = app.spawn((Name::new("room"), Transform::IDENTITY, ONE));
    app.spawn((ball(), ChildOf(room)));
    app.spawn((ball(), CollisionSpace(12)));
    #[cfg(feature = "picking")]
    app.spawn((bevy_camera::Camera::default(), ONE));
    let lines = warnings(|| app.updates(300));
    let causes = [("part", "it has no effect"), ("empty", "it has no effect")];
    assert_warnings(&lines, causes.into_iter());
}

#[test]
fn a_state_restores_the_space_that_was() {
    let mut app = app();
    let [a, b] = [(); 2].map(|()| app.spawn((ball(), ONE)));
    assert_eq!(step2(&mut app), starts(a, b));
    let saved: CollisionState = app.save();
    app.insert(a, TWO);
    assert_eq!(step2(&mut app), ends(a, b, Filtered));
    // Back in its space before the next run, it has never left.
    app.restore(&saved).unwrap();
    app.insert(a, ONE);
    assert_eq!(step2(&mut app), NOTHING);
    assert_eq!(app.resource::<Collisions>().iter().count(), 1);
    // Where it is not, it leaves as it did.
    app.insert(a, TWO);
    app.update();
    app.restore(&saved).unwrap();
    assert_eq!(step2(&mut app), ends(a, b, Filtered));
    app.restore(&saved).unwrap();
    app.insert(a, CollisionSpace(3));
    app.insert(b, CollisionSpace(3));
    assert_eq!(step2(&mut app), (vec![pair(a, b)], vec![(pair(a, b), Filtered)]));
    // A state that was written and read, too.
    #[cfg(feature = "recorder")]
    {
        let bytes = postcard::to_stdvec(&saved).unwrap();
        let read: CollisionState = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(read, saved);
        app.restore(&read).unwrap();
        app.insert(a, ONE);
        app.insert(b, ONE);
        assert_eq!(step2(&mut app), NOTHING);
        // Those of a time without spaces end where the list of them begins.
        let without = app_without_spaces();
        let bytes = postcard::to_stdvec(&without).unwrap();
        let read: CollisionState = postcard::from_bytes(&bytes[..bytes.len() - 1]).unwrap();
        assert_eq!(read, without);
    }
}

#[cfg(feature = "recorder")]
fn app_without_spaces() -> CollisionState {
    let mut app = app();
    (0..2).for_each(|_| _ = app.spawn(ball()));
    app.update();
    app.save()
}

#[test]
fn the_past_knows_spaces() {
    let mut app = app();
    app.add_plugins(CollisionPastPlugin::new(9));
    let traveler = app.spawn(ball());
    for tick in 0..6 {
        app.resource_mut::<CollisionPast>().begin_tick(tick);
        app.insert(traveler, CollisionSpace(tick as u32 / 2));
        app.update();
    }
    let mut past = app.resource_mut::<CollisionPast>();
    for tick in [5, 0, 3, 2, 4, 1] {
        let query = past.at(tick).unwrap();
        for number in 0..4 {
            let found = query.containing(Vec2::ZERO, &QueryFilter::ALL.in_space(CollisionSpace(number)));
            assert_eq!(found.is_some(), number == tick as u32 / 2, "tick {tick}, space {number}");
        }
    }
}

#[test]
fn a_space_that_changes_in_each_frame_ends_and_begins_touches() {
    let mut app = app();
    let [a, b] = [(); 2].map(|()| app.spawn(ball()));
    assert_eq!(step2(&mut app), starts(a, b));
    for frame in 1..40 {
        app.insert(a, CollisionSpace(frame));
        app.insert(b, CollisionSpace(frame));
        assert_eq!(step2(&mut app), (vec![pair(a, b)], vec![(pair(a, b), Filtered)]));
        assert_eq!(app.resource::<Collisions>().iter().count(), 1);
    }
}

/// One room of many is wound back, and nothing happens in the others.
#[test]
fn one_space_of_several_is_wound_back() {
    let mut app = app();
    let spaces = [1, 2].map(CollisionSpace);
    let all = spaces.map(|space| [0.0, 1.5].map(|x| app.spawn((ball(), at_x(x), space))));
    app.update();
    let mut before: CollisionState = app.save();
    all.iter().for_each(|&[one, _]| set(&mut app, one, at_x(-5.0)));
    app.update();
    assert_eq!(app.resource::<Collisions>().iter().count(), 0);
    let mut now: CollisionState = app.save();
    now.retain_spaces(|space| space != spaces[1]);
    before.retain_spaces(|space| space == spaces[1]);
    now.merge(&before).unwrap();
    app.restore(&now).unwrap();
    set(&mut app, all[1][0], at_x(0.0));
    assert_eq!(step2(&mut app), NOTHING);
    let touches: Vec<_> =
        app.resource::<Collisions>().iter().map(|touch| [touch.entity, touch.other]).collect();
    assert_eq!(touches, [pair(all[1][0], all[1][1])]);
    // What cannot be restored cannot be merged.
    now.map_entities(
        &mut all.as_flattened().iter().map(|&entity| (entity, all[0][0])).collect::<EntityHashMap<_>>(),
    );
    assert!(before.merge(&now).is_err());
}
