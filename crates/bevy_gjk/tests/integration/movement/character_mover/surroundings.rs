//! What a character's game asks of its surroundings: room above and for another shape, the edge and the ledge ahead.

use bevy_ecs::system::SystemState;
use bevy_gjk::gjk::{Affine2, Rectangle};
use bevy_gjk::queries::{CharacterQuery, QueryShape};

use super::prelude::*;
use super::standing::{Bodies, mover};

in_both_dimensions!(
    the_room_above_a_head_counts_the_skin,
    a_taller_shape_has_room_with_its_skin,
    an_edge_ahead_is_where_the_ground_is_lost,
    a_ledge_ahead_is_where_a_character_could_stand,
);

/// Asks about a character.
fn ask<D: Dimension, T>(level: &mut Level<D>, question: impl FnOnce(&mut CharacterQuery<D>) -> T) -> T {
    let mut state = SystemState::<CharacterQuery<D>>::new(level.app.world_mut());
    question(&mut state.get_mut(level.app.world_mut()).unwrap())
}

/// A floor at height 0, and a character of height 1.2 that stands on it at x = 0.
fn on_a_floor<D: Bodies>(body: D::Collider) -> (Level<D>, Entity) {
    let mut level = Level::<D>::new();
    level.obstacle(D::block(40.0, 1.0), at_xy(0.0, -0.5));
    let character = level.character(mover(), body, at_xy(0.0, 0.62));
    assert!(level.state(character).is_grounded());
    (level, character)
}

fn the_room_above_a_head_counts_the_skin<D: Bodies>() {
    for body in each([D::round(), D::flat()]) {
        let (mut level, character) = on_a_floor::<D>(body);
        let room = |level: &mut Level<D>, max| ask(level, |it| it.head_room(character, max).unwrap());
        assert_eq!(room(&mut level, 5.0), 5.0);
        // What does not stop it does not count: a one-way platform, and what it carries.
        let one_way = level.one_way(D::block(4.0, 0.2), at_xy(0.0, 1.6));
        level.spawn((D::block(0.5, 0.1), at_xy(0.0, 0.8), ChildOf(character)));
        level.app.update();
        assert_eq!(room(&mut level, 5.0), 5.0);
        let ceiling = level.obstacle(D::block(4.0, 1.0), at_xy(0.0, 2.5));
        level.app.update();
        // From the head at 1.22 to a skin below the ceiling at 2.
        let found = room(&mut level, 5.0);
        assert_near(found, 0.76, 1e-4);
        assert_eq!(room(&mut level, 0.5), 0.5);
        // Rising by it is what a run does.
        let state = level.step(character, D::at(0.0, 2.0));
        assert_near(state.moved.element(1), found, 1e-4);
        assert_eq!(state.ceiling.map(|contact| contact.entity), Some(ceiling));
        assert!(room(&mut level, 5.0) < 1e-4);
        let of_no_character = ask(&mut level, |it| it.head_room(one_way, 1.0));
        assert_eq!(of_no_character, None);
    }
}

fn a_taller_shape_has_room_with_its_skin<D: Bodies>()
where
    PlacedShape<D>: QueryShape<D>,
{
    let (mut level, character) = on_a_floor::<D>(D::round());
    level.obstacle(D::block(4.0, 1.0), at_xy(0.0, 2.5));
    level.app.update();
    let has_room = |level: &mut Level<D>, height: f32, x: f32| {
        ask(level, |it| {
            // On the same feet.
            let place = at_xy(x, 0.5 * height + SKIN);
            it.has_room(character, &PlacedShape::<D>::new(&D::block(0.6, height), place).unwrap())
        })
    };
    // Below the ceiling at 2, where at 1.97 it would touch nothing, but be nearer than its skin; and beside the
    // ceiling.
    let cases =
        [(1.9, 0.0, true), (1.96 - 1e-4, 0.0, true), (1.97, 0.0, false), (2.5, 0.0, false), (2.5, 5.0, true)];
    for (height, x, expected) in each(cases) {
        assert_eq!(has_room(&mut level, height, x), expected);
    }
    // A wall counts as well, and a one-way platform does not.
    let wall = level.obstacle(D::block(0.2, 9.0), at_xy(5.3 + SKIN, 0.0));
    level.app.update();
    assert!(!has_room(&mut level, 2.5, 5.0));
    level.app.insert(wall, OneWayPlatform::<D>::default());
    assert!(has_room(&mut level, 2.5, 5.0));
    assert!(!ask(&mut level, |it| {
        it.has_room(wall, &PlacedShape::<D>::new(&D::block(0.6, 1.0), at_xy(0.0, 9.0)).unwrap())
    }));
}

#[test]
fn a_shape_of_no_entity_has_room_with_its_skin() {
    let mut level = Level::<Dim2>::new();
    level.obstacle(dim2::Collider::rectangle(4.0, 1.0), at_xy(0.0, -0.5));
    level.app.update();
    let query = level.app.query::<Dim2>();
    for (gap, expected) in
        each([(0.03, true), (0.01, true), (0.0098, false), (-0.1, false), (f32::NAN, false)])
    {
        let pose = Affine2::from_translation(Vec2::new(0.0, 0.5 + gap));
        assert_eq!(query.mover(&Rectangle::new(1.0, 1.0), pose).has_room(), expected);
    }
}

fn an_edge_ahead_is_where_the_ground_is_lost<D: Bodies>() {
    for (body, max_overhang) in each([(D::flat(), 1.0), (D::round(), 1.0), (D::round(), 0.5)]) {
        let mut level = Level::<D>::new();
        level.obstacle(D::block(10.0, 1.0), at_xy(0.0, -0.5));
        let below = level.obstacle(D::block(40.0, 1.0), at_xy(0.0, -2.5));
        let mover = CharacterMover { max_overhang, ..mover() };
        let character = level.character(mover, body.clone(), at_xy(3.0, 0.62));
        let edge = |level: &mut Level<D>, x: f32, distance: f32, drop: f32| {
            let direction = D::direction(x, if x == 0.0 { 1.0 } else { 0.0 });
            ask(level, |it| it.edge_ahead(character, direction, distance, drop))
        };
        let found = edge(&mut level, 1.0, 4.0, 5.0).unwrap();
        assert_near(found.distance, 2.0 + 0.32 * max_overhang, 5e-3);
        // A round bottom sinks over the edge before it falls.
        let drop = found.drop.unwrap();
        let sunk = if body == D::flat() { 0.03 } else { 0.33 };
        assert!((2.0 - sunk..2.0 + 1e-3).contains(&drop), "{drop}");
        // Its runs lose the ground there.
        let start = level.place(character);
        let mut last = 0.0;
        while level.step(character, D::at(0.004, 0.0)).is_grounded() {
            last = (level.place(character) - start).element(0);
        }
        assert_near(last, found.distance, 6e-3);
        level.set(character, at_xy(3.0, 0.62));
        level.step(character, D::at(0.0, -0.01));

        assert_eq!(edge(&mut level, 1.0, 4.0, 1.0).unwrap().drop, None);
        assert_eq!(edge(&mut level, 1.0, 1.9, 5.0), None, "too far");
        assert_eq!(edge(&mut level, -1.0, 4.0, 5.0), None, "the other way");
        assert_eq!(edge(&mut level, 0.0, 4.0, 5.0), None, "no way");
        level.set(below, at_xy(0.0, -0.75));
        level.app.update();
        assert_eq!(edge(&mut level, 1.0, 4.0, 5.0), None, "what it walks down is no edge");
        level.set(below, at_xy(0.0, -2.5));
        let wall = level.obstacle(D::block(0.2, 4.0), at_xy(4.5, 0.0));
        level.app.update();
        assert_eq!(edge(&mut level, 1.0, 4.0, 5.0), None, "a wall comes first");
        level.despawn(wall);
        level.set(character, at_xy(3.0, 1.5));
        level.app.update();
        assert_eq!(edge(&mut level, 1.0, 4.0, 5.0), None, "in the air");
    }
}

/// The ground of hills, steps and hollows that begins with a flat piece around x = 0.
fn rough_ground(random: &mut Random) -> dim2::Collider {
    let mut points = vec![Vec2::new(-3.0, 0.0), Vec2::new(0.6, 0.0)];
    while points[points.len() - 1].x < 9.0 {
        let last = points[points.len() - 1];
        let cliff = random.range(0.0, 1.0) < 0.3;
        let width = if cliff { random.range(0.0, 0.05) } else { random.range(0.2, 2.0) };
        let rise = if cliff { random.range(-1.5, 0.2) } else { width * random.range(-0.6, 0.6) };
        points.push(last + Vec2::new(width, rise));
    }
    dim2::Collider::polyline(points)
}

/// Walks a character slowly until it loses the ground, and returns after which way; `None` if it does not, or at a
/// wall.
fn walk_to_edge(level: &mut Level<Dim2>, character: Entity, way: f32, step: f32) -> Option<f32> {
    let start = level.place(character).x;
    loop {
        let before = level.place(character).x - start;
        if before >= way {
            return None;
        }
        let state = level.step(character, Vec2::X * step);
        if !state.is_grounded() {
            return Some(before);
        }
        if state.moved.x < 0.9 * step {
            return None;
        }
    }
}

#[test]
fn an_edge_ahead_is_where_slow_runs_lose_the_ground() {
    const WAY: f32 = 6.0;
    const STEP: f32 = 0.008;
    let mut random = Random(5);
    let (mut edges, mut passed) = (0, 0);
    let mut share = Share::one_of(3);
    for case in each((0..120).filter(|_| share.takes_next())) {
        let body = if case % 2 == 0 { Dim2::round() } else { Dim2::flat() };
        let mut level = Level::<Dim2>::new();
        level.obstacle(rough_ground(&mut random), at_xy(0.0, 0.0));
        let character = level.character(mover(), body, at_xy(0.0, 0.62));
        let found = ask(&mut level, |it| it.edge_ahead(character, Dir2::X, WAY, 20.0));
        let lost = walk_to_edge(&mut level, character, WAY, STEP);
        let Some(found) = found else {
            passed += u32::from(lost.is_some());
            continue;
        };
        let lost = lost.unwrap_or_else(|| panic!("no edge at {found:?}"));
        assert!(lost < found.distance + 2.0 * STEP, "{lost} {found:?}");
        if lost < found.distance - 2.0 * STEP {
            passed += 1;
            continue;
        }
        edges += 1;
        let height = level.place(character).y;
        level.step(character, Vec2::Y * -20.0);
        // The depth is looked for at some places, and the fall leads down to the wall of a hollow.
        let fallen = height - level.place(character).y;
        assert!(fallen < found.drop.unwrap() + 0.1, "{fallen} {found:?}");
    }
    // A longer step bridges a few places that a slow run falls into.
    assert!(edges > 20 && passed <= edges / 20, "{edges} {passed}");
}

#[test]
fn a_hollow_that_rises_behind_the_edge_is_a_drop() {
    let bodies = [(dim2::Collider::capsule(6.0, 8.0), 2.0), (dim2::Collider::rectangle(12.0, 20.0), 7.0)];
    for (body, expected) in each(bodies) {
        let mut level = Level::<Dim2>::new();
        let line = [(-60.0, 0.0), (0.0, 0.0), (0.0, -12.0), (100.0, 20.0)].map(Vec2::from);
        level.obstacle(dim2::Collider::polyline(line), Transform::IDENTITY);
        let mover = CharacterMover::default().with_skin(0.1);
        let character = level.character(mover, body, at_xy(-8.0, 10.1));
        let found = ask(&mut level, |it| it.edge_ahead(character, Dir2::X, 20.0, 50.0)).unwrap();
        assert!((13.9..14.2).contains(&found.distance), "{found:?}");
        assert!(found.drop.is_some_and(|drop| (expected..expected + 2.0).contains(&drop)), "{found:?}");
    }
}

fn a_ledge_ahead_is_where_a_character_could_stand<D: Bodies>() {
    for body in each([D::round(), D::flat()]) {
        let (mut level, character) = on_a_floor::<D>(body);
        let ledge = |level: &mut Level<D>, distance: f32, height: f32| {
            ask(level, |it| it.ledge_ahead(character, D::direction(1.0, 0.0), distance, height))
        };
        assert_eq!(ledge(&mut level, 1.0, 1.5), None);
        let block = level.obstacle(D::block(2.0, 1.0), at_xy(2.0, 0.5));
        level.app.update();
        let found = ledge(&mut level, 1.0, 1.5).unwrap();
        assert_near(found.distance, 0.68, 1e-4);
        assert_near(found.height, 1.0, 1e-4);
        assert_eq!([found.wall.entity, found.top.entity], [block; 2]);
        assert_near(found.wall.normal, D::at(-1.0, 0.0), 1e-4);
        assert_near(found.top.normal, D::at(0.0, 1.0), 1e-4);
        assert_eq!(ledge(&mut level, 0.6, 1.5), None, "out of reach");
        assert_eq!(ledge(&mut level, 1.0, 0.9), None, "too high");
        // In the air as well, where it is lower above the feet.
        level.set(character, at_xy(0.0, 1.12));
        level.app.update();
        let from_air = ledge(&mut level, 1.0, 0.6).unwrap();
        assert_near(from_air.height, 0.5, 1e-4);
        assert_near(from_air.translation.element(1), found.translation.element(1), 1e-4);
        // It stands where the answer says.
        level.set(character, at_point(Vec3::from_array(D::coordinates(found.translation))));
        let state = level.step(character, D::at(0.0, -0.01));
        assert!(state.ground.is_some_and(|ground| ground.entity == block));
        assert!(level.place(character).element(0) > 1.0);
        level.assert_clear(character, 0.995);
        // Under a ceiling that leaves no room for it there is none.
        level.set(character, at_xy(0.0, 0.62));
        level.obstacle(D::block(2.0, 1.0), at_xy(2.0, 2.7));
        level.app.update();
        assert_eq!(ledge(&mut level, 1.0, 1.5), None, "no room");
        // A slope that it can walk up is none.
        level.set(block, at_xy(2.0, -0.4).with_rotation(Quat::from_rotation_z(0.5)));
        level.app.update();
        assert_eq!(ledge(&mut level, 1.0, 1.5), None, "a slope");
    }
}

#[test]
fn a_free_way_ends_a_skin_before_a_wall() {
    let (mut level, character) = on_a_floor::<Dim3>(Dim3::round());
    level.obstacle(dim3::Collider::cuboid(1.0, 4.0, 9.0), at_xy(3.0, 1.0));
    level.app.update();
    let way = ask(&mut level, |it| [Dir3::X, Dir3::NEG_X].map(|to| it.free_way(character, to, 9.0).unwrap()));
    assert!((way[0] - (2.5 - 0.32)).abs() < 1e-4 && way[1] == 9.0, "{way:?}");
}
