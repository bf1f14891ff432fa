//! Steps and drops of exactly the limits of a mover, and passages that are hardly wider than it is.

use super::prelude::*;

/// Shapes that are all 0.6 wide and 1.95 high.
fn shapes() -> impl Iterator<Item = (&'static str, dim3::Collider)> {
    let prism = (0..6).flat_map(|corner| {
        let angle = corner as f32 * core::f32::consts::TAU / 6.0;
        [-0.975, 0.975].map(|y| Vec3::new(0.3 * angle.cos(), y, 0.3 * angle.sin()))
    });
    bodies().into_iter().chain([("prism", dim3::Collider::hull(prism))])
}

/// A step of exactly the height is climbed, and no higher one: a round bottom does not add its radius.
#[test]
fn steps_are_climbed_up_to_their_height_by_all_shapes() {
    let steps = each2([0.1, 0.25, 1.0 / 3.0], [(0.0, true), (0.03, false), (0.25, false)]);
    for ((_, body), base, (height, (more, climbs))) in each3(shapes(), [0.0, -7.3, 100.0], steps) {
        let mut level = Level::<Dim3>::new();
        level.cuboid(Vec3::Y * (base - 0.5), Vec3::new(40.0, 1.0, 10.0));
        let size = height + more;
        level.cuboid(Vec3::new(3.0, base + 0.5 * size, 0.0), Vec3::new(4.0, size, 6.0));
        let mover = CharacterMover { step_height: height, ..mover() };
        let character = level.character(mover, body, at_xy(0.0, base + SOLE));
        level.walk(character, Vec3::new(0.03, -0.01, 0.0), 80);
        let place = level.place(character);
        assert_eq!(place.y > base + SOLE + 0.5 * size && place.x > 1.2, climbs);
    }
}

/// On a slope, the height of a step is that above the slope in front of it.
#[test]
fn steps_on_a_slope_are_measured_from_the_slope() {
    for (size, climbs) in each([(0.25, true), (0.36, false)]) {
        let mut level = Level::<Dim3>::new();
        let rise = 20f32.to_radians().tan();
        for (low, high, above) in [(-5.0, 2.0, 0.0), (2.0, 8.0, size)] {
            let ends = each2([low, high], [-3.0, 3.0]);
            let corners = ends.flat_map(|(x, z)| [above, -3.0].map(|y| Vec3::new(x, rise * x + y, z)));
            level.obstacle(dim3::Collider::hull(corners), Transform::IDENTITY);
        }
        let character = level.character(mover(), person(), at_xy(0.0, 1.1));
        level.walk(character, Vec3::new(0.03, -0.03, 0.0), 120);
        assert_eq!(level.place(character).x > 3.0, climbs);
    }
}

/// Stairs down, each step of exactly the distance of snapping: the ground is never lost.
#[test]
fn a_drop_of_exactly_the_snap_distance_is_snapped_over() {
    for (base, drop, gravity) in each3([0.0, 3.7, 50.0], [0.2, 0.25, 1.0 / 3.0], [0.0, 0.01]) {
        let mut level = Level::<Dim2>::new();
        for step in 0..6 {
            let place = at_xy(step as f32 - 5.0, base - drop * step as f32 - 2.0);
            level.obstacle(dim2::Collider::rectangle(10.0, 4.0), place);
        }
        let mover = CharacterMover { snap_distance: drop, ..CharacterMover::default().with_skin(SKIN) };
        let body = dim2::Collider::rectangle(0.6, 1.95);
        let character = level.character(mover, body, at_xy(-0.5, base + SOLE));
        level.walk_on_ground(character, Vec2::new(0.04, -gravity), 140);
        assert!(level.place(character).y < base - 4.5 * drop + SOLE);
    }
}

/// A static corridor neither crushes nor stops a character, although there is room for less than two skins.
#[test]
fn a_narrow_corridor_is_walked_through() {
    for ((name, body), room) in each2(shapes(), [0.5, 1.0, 1.9, 2.1]) {
        let mut level = with_floor();
        // The prism is narrower.
        let depth = if name == "prism" { 0.6 * (core::f32::consts::PI / 6.0).cos() } else { 0.6 };
        for side in [-1.0, 1.0] {
            let z = side * (0.5 * (depth + room * SKIN) + 0.5);
            level.cuboid(Vec3::new(0.0, 2.01, z), Vec3::new(60.0, 4.0, 1.0));
        }
        let character = level.character(mover(), body, at_xy(0.0, SOLE));
        for _ in 0..60 {
            assert_eq!(level.step(character, Vec3::new(0.05, -0.01, 0.0)).end, MoveEnd::Arrived);
        }
        assert_near(level.place(character).x, 3.0, 1e-2);
    }
}

/// A round bottom that has landed on the edge of a ledge stands on the ledge, and walks on to its top, although its
/// feet are farther below the top than a step is high.
#[test]
fn a_character_on_the_edge_of_a_ledge_climbs_it() {
    let mut level = Level::<Dim2>::new();
    level.obstacle(dim2::Collider::rectangle(80.0, 80.0), at_xy(40.0, -40.0));
    let mover = CharacterMover { step_height: 9.0, ..CharacterMover::for_height(40.0) };
    let character = level.character(mover, dim2::Collider::capsule(11.0, 18.0), at_xy(-11.1, 30.0));
    level.walk(character, Vec2::NEG_Y * 2.0, 20);
    assert!(level.state(character).is_grounded() && level.place(character).y < 10.9);
    level.walk(character, Vec2::new(2.0, -1.0), 20);
    assert_near(level.place(character).y, 20.2, 1e-2);
    assert!(level.place(character).x > 20.0);
}
