//! One-way platforms that are sets with an inside: areas in 2D, closed meshes and extrusions in 3D. There is no
//! ground inside of them.

use super::prelude::*;

const FALL: Vec2 = Vec2::new(0.0, -0.05);

fn outline(corners: &[(f32, f32)]) -> dim2::Collider {
    dim2::Collider::outline(corners.iter().copied().map(Vec2::from))
}

/// A T: its bar is from y = 1 to 2, its stem from 0 to 1.
fn tee() -> dim2::Collider {
    outline(&[(-4., 2.), (-4., 1.), (-2., 1.), (-2., 0.), (2., 0.), (2., 1.), (4., 1.), (4., 2.)])
}

/// A T as above, one that stands on its bar, and a rectangle of four triangles, with an edge at y = 1.
fn areas() -> [(&'static str, dim2::Collider); 3] {
    let turned = [(-4., 0.), (4., 0.), (4., 1.), (2., 1.), (2., 2.), (-2., 2.), (-2., 1.), (-4., 1.)];
    let corners = [(-4., 0.), (4., 0.), (4., 2.), (-4., 2.), (-4., 1.), (4., 1.)].map(Vec2::from);
    let mesh = dim2::Collider::tri_mesh(corners, [[0, 1, 5], [0, 5, 4], [4, 5, 2], [4, 2, 3]]);
    [("tee", tee()), ("turned", outline(&turned)), ("mesh", mesh)]
}

fn star() -> dim2::Collider {
    let radius = |index: u32| if index.is_multiple_of(2) { 4.0 } else { 1.5 };
    let corner = |index: u32| Vec2::from_angle(index as f32 * 0.6283 + 0.3) * radius(index);
    dim2::Collider::outline((0..10).map(corner))
}

fn overlap(one: (&dim2::Collider, Transform), two: &dim2::Collider) -> bool {
    let (one, two) = (one.0.placed(one.1).unwrap(), two.placed(Transform::IDENTITY).unwrap());
    one.pair(&two).intersects()
}

/// The cuts between its parts are no surface.
#[test]
fn what_is_in_a_one_way_area_falls_out_of_it() {
    let small = dim2::Collider::rectangle(0.1, 0.1);
    let mut share = Share::one_of(7);
    let [tee, turned, mesh] = areas();
    let places = each2([-3.0, -1.5, 0.0, 0.3, 1.0, 1.7], [0.2, 0.5, 1.3, 1.5, 1.7]);
    for ((_, area), (x, y)) in each2([tee, turned, ("star", star()), mesh], places) {
        if !overlap((&small, at_xy(x, y)), &area) || !share.takes_next() {
            continue;
        }
        let mut level = Level::<Dim2>::new();
        level.one_way(area.clone(), Transform::IDENTITY);
        let mover = CharacterMover::for_height(0.1).with_step_height(0.0);
        let character = level.character(mover, small.clone(), at_xy(x, y));
        let mut was_out = false;
        for _ in 0..200 {
            let state = level.step(character, FALL);
            let place = level.place(character);
            was_out |= !overlap((&small, at_xy(place.x, place.y)), &area);
            assert!(was_out || !state.is_grounded(), "it stands inside");
        }
        assert!(was_out);
    }
}

/// Lets a body jump from a floor below a one-way body, and returns its greatest height and its last one.
fn jump_below<D: Spatial>(one_way: D::Collider, place: Transform, mut speed: f32) -> [f32; 2] {
    let mut level = Level::<D>::new();
    level.obstacle(D::cuboid(Vec3::new(25.0, 0.5, 25.0)), at_xy(0.0, -1.5));
    level.one_way(one_way, Transform::IDENTITY);
    let body = D::cuboid(Vec3::new(0.05, 0.1, 0.05));
    let character = level.character(CharacterMover::for_height(0.2), body, place);
    let mut highest = f32::MIN;
    for _ in 0..200 {
        let state = level.step(character, D::Vector::axis(1) * speed);
        speed = if state.is_grounded() { 0.0 } else { speed - 0.01 };
        highest = highest.max(level.place(character).element(1));
    }
    [highest, level.place(character).element(1)]
}

#[test]
fn a_jump_that_ends_in_a_one_way_area_falls_out_of_it_and_one_through_it_lands_on_it() {
    for (_, area) in each(areas()) {
        let [highest, last] = jump_below::<Dim2>(area.clone(), at_xy(0.0, -0.85), 0.2);
        assert!(highest > 1.0 && highest < 1.9 && last < -0.8, "up to {highest}, ends at {last}");
        let [_, last] = jump_below::<Dim2>(area, at_xy(0.0, -0.85), 0.3);
        assert_near(last, 2.1, 0.01);
    }
}

/// A rising area is compared at the place where it was in the run before.
#[test]
fn a_one_way_area_that_rises_lifts_what_stands_on_it_and_passes_what_is_in_it() {
    for speed in each([0.02, 0.3, 3.0]) {
        let mut level = Level::<Dim2>::new();
        let lift = level.one_way(tee(), Transform::IDENTITY);
        let small = || dim2::Collider::rectangle(0.1, 0.1);
        let on = level.character(CharacterMover::for_height(0.1), small(), at_xy(0.0, 2.051));
        let inside = level.character(CharacterMover::for_height(0.1), small(), at_xy(1.0, 1.5));
        for frame in 1..20 {
            level.step_beside(lift, at_xy(0.0, speed * frame as f32), on, FALL);
            assert_near(level.place(on).y, 2.051 + speed * frame as f32, 0.01);
        }
        assert_eq!(level.place(inside), Vec2::new(1.0, 1.5));
    }
}

#[test]
fn a_jump_into_a_one_way_body_falls_out_of_it_whatever_it_is_made_of() {
    let corner = |index: u32| {
        let side = |axis: u32, [low, high]: [f32; 2]| if index >> axis & 1 == 0 { low } else { high };
        Vec3::new(side(0, [-2.0, 2.0]), side(1, [0.0, 2.0]), side(2, [-2.0, 2.0]))
    };
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    let bodies = [
        ("cuboid", dim3::Collider::compound([(at_xy(0.0, 1.0), dim3::Collider::cuboid(4.0, 2.0, 4.0))])),
        ("solid", dim3::Collider::solid((0..8).map(corner), triangles)),
        ("extrusion", dim3::Collider::extrusion(tee(), 4.0)),
    ];
    for (_, body) in each(bodies) {
        let [highest, last] = jump_below::<Dim3>(body, Transform::from_xyz(0.3, -0.85, 0.2), 0.22);
        assert!(highest > 1.1 && highest < 1.9 && last < -0.8, "up to {highest}, ends at {last}");
    }
}
