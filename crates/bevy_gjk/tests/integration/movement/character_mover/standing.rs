//! How a character stands: on an edge, with a limit of how far it may hang over it, and on slopes that are too steep.

use bevy_gjk::trace::MoveTrace;

use super::prelude::*;

const RADIUS: f32 = 0.3;

in_both_dimensions!(
    a_round_bottom_hangs_over_an_edge_as_far_as_the_setting_says,
    a_character_that_may_not_hang_over_an_edge_climbs_steps,
    a_character_stands_in_a_gap_that_is_narrower_than_itself,
    a_slope_that_is_too_steep_is_in_the_state,
    a_wall_and_an_edge_are_no_steep_slopes,
);

/// The shapes of a dimension.
pub trait Bodies: Spatial {
    /// A block, as deep as a level in 3D.
    fn block(width: f32, height: f32) -> Self::Collider {
        Self::cuboid(0.5 * Vec3::new(width, height, 20.0))
    }
    /// A box of height 1.2.
    fn flat() -> Self::Collider {
        Self::cuboid(Vec3::new(0.3, 0.6, 0.3))
    }
    /// A capsule of height 1.2.
    fn round() -> Self::Collider {
        Self::capsule(RADIUS, 0.6)
    }

    fn at(x: f32, y: f32) -> Self::Vector {
        Self::vector(Vec3::new(x, y, 0.0))
    }
    fn direction(x: f32, y: f32) -> Self::Direction {
        Self::Direction::try_from(Self::at(x, y)).unwrap()
    }
}

impl<D: Spatial> Bodies for D {}

pub fn mover<D: Dimension>() -> CharacterMover<D> {
    CharacterMover::default().with_skin(SKIN)
}

/// A ledge whose top is at height 0 and ends at x = 0, above a floor 3 below, and a character on it.
fn on_a_ledge<D: Bodies>(max_overhang: f32, body: D::Collider) -> Walker<D> {
    let mut level = Level::<D>::new();
    level.obstacle(D::block(10.0, 1.0), at_xy(-5.0, -0.5));
    level.obstacle(D::block(30.0, 1.0), at_xy(0.0, -3.5));
    Walker::new(level, CharacterMover { max_overhang, ..mover() }, body, at_xy(-1.0, 0.62)).land(2)
}

/// Walks slowly off the ledge, and returns how far the character was over the edge when it stood last.
fn overhang<D: Bodies>(max_overhang: f32, body: D::Collider) -> f32 {
    let is_round = body == D::round();
    let mut walker = on_a_ledge::<D>(max_overhang, body);
    let mut last = 0.0;
    for _ in 0..400 {
        let state = walker.run(D::at(0.3, 0.0));
        let [x, y] = [0, 1].map(|axis| walker.place().element(axis));
        if state.is_grounded() && y > -1.0 {
            let ground = state.ground.unwrap();
            assert_near(ground.normal.element(1), 1.0, 1e-3);
            let over = x.clamp(0.0, RADIUS + SKIN);
            if over > 0.01 && is_round {
                assert_near(ground.contact_normal.element(0), over / (RADIUS + SKIN), 0.02);
            }
            last = x;
        }
    }
    assert!(walker.place().element(0) > 0.3, "it fell");
    assert_near(walker.place().element(1), 0.62 - 3.0, 1e-3);
    last
}

fn a_round_bottom_hangs_over_an_edge_as_far_as_the_setting_says<D: Bodies>() {
    for max_overhang in each([0.1, 0.25, 0.5, 0.75, 0.9]) {
        let found = overhang::<D>(max_overhang, D::round());
        let expected = max_overhang * (RADIUS + SKIN);
        assert!((expected - 7e-3..expected + 2e-3).contains(&found), "{found} {expected}");
    }
    // Without a limit, to the outermost point.
    assert!(overhang::<D>(1.0, D::round()) > 0.995 * RADIUS);
    // A flat bottom stands on any edge.
    for max_overhang in each([0.0, 0.5]) {
        assert!(overhang::<D>(max_overhang, D::flat()) > 0.99 * RADIUS);
    }
}

/// A step is climbed bit by bit, and the bottom hangs over its edge meanwhile.
fn a_character_that_may_not_hang_over_an_edge_climbs_steps<D: Bodies>() {
    let mut level = Level::<D>::new();
    level.obstacle(D::block(20.0, 1.0), at_xy(-5.0, -0.5));
    for step in 1..=4 {
        let height = 0.25 * step as f32;
        level.obstacle(D::block(20.0, height), at_xy(10.0 + step as f32, 0.5 * height));
    }
    let mover = CharacterMover { max_overhang: 0.1, ..mover() };
    let mut walker = Walker::<D>::new(level, mover, D::round(), at_xy(0.0, 0.62)).land(2);
    for (direction, height) in each([(1.0, 1.62), (-1.0, 0.62)]) {
        walker.run_on_ground(D::at(0.6 * direction, 0.0), 800);
        assert_near(walker.place().element(1), height, 1e-3);
    }
}

/// Between two ledges it hangs over both, and falls into neither.
fn a_character_stands_in_a_gap_that_is_narrower_than_itself<D: Bodies>() {
    let mut level = Level::<D>::new();
    for side in [-1.0, 1.0] {
        level.obstacle(D::block(4.0, 1.0), at_xy(2.2 * side, -0.5));
    }
    let mover = CharacterMover { max_overhang: 0.2, ..mover() };
    let mut walker = Walker::<D>::new(level, mover, D::round(), at_xy(0.05, 0.7)).land(60);
    let before = walker.place();
    walker.run_on_ground(D::at(0.0, 0.0), 60);
    assert_near(walker.place(), before, 1e-4);
    assert!(walker.place().element(1) > 0.4);
}

fn a_slope_that_is_too_steep_is_in_the_state<D: Bodies>() {
    for degrees in each([30.0f32, 60.0, 75.0]) {
        let mut level = Level::<D>::new();
        let slope = degrees.to_radians();
        let turned = Transform::from_rotation(Quat::from_rotation_z(-slope));
        let ramp = level.obstacle(D::block(40.0, 1.0), turned);
        let character = level.character(mover::<D>(), D::round(), at_xy(0.0, 5.0));
        assert_eq!(level.state(character).steep_slope, None, "in the air");
        level.walk(character, D::at(0.0, -0.05), 90);
        let state = level.state(character);
        if degrees < 45.0 {
            assert!(state.is_grounded() && state.steep_slope.is_none());
            continue;
        }
        let steep = state.steep_slope.unwrap();
        assert_eq!((steep.entity, steep.contact_normal), (ramp, steep.normal));
        assert_near(steep.normal, D::at(slope.sin(), slope.cos()), 1e-3);
        assert!(!state.is_grounded() && state.wall.is_some_and(|wall| wall.entity == ramp));
    }
}

fn a_wall_and_an_edge_are_no_steep_slopes<D: Bodies>() {
    let mut walker = on_a_ledge::<D>(1.0, D::round());
    walker.level.obstacle(D::block(1.0, 20.0), at_xy(-2.5, 0.0));
    for (x, y) in each([(-3.0, 0.0), (-3.0, 4.0), (2.0, 0.0)]) {
        (0..60).for_each(|_| assert_eq!(walker.run(D::at(x, y)).steep_slope, None));
    }
}

#[test]
fn an_overhang_that_is_no_number_is_refused() {
    let mut level = Level::<Dim2>::new();
    for max_overhang in each([f32::NAN, -0.5]) {
        let mover = CharacterMover { max_overhang, ..mover::<Dim2>() };
        let body = Dim2::round();
        let character = level.spawn((mover, body, MoveTrace::<Dim2>::default(), at_x(0.0)));
        level.app.update();
        let trace: MoveTrace<Dim2> = level.get(character);
        assert!(trace.not_moved().is_some_and(|reason| reason.contains("max_overhang")), "{trace}");
    }
}
