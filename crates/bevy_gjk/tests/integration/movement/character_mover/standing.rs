//! How a character stands: on an edge, with a limit of how far it may hang over it, and on slopes that are too steep.

use bevy_gjk::trace::MoveTrace;

use super::level::Level;
use super::walker::Walker;
use crate::common::prelude::*;

const SKIN: f32 = 0.02;
const RADIUS: f32 = 0.3;

/// The shapes of a dimension.
pub trait Bodies: Spatial {
    /// A block, as deep as a level in 3D.
    fn block(width: f32, height: f32) -> Self::Collider;
    /// A capsule of height 1.2.
    fn capsule() -> Self::Collider;
    /// A box of height 1.2.
    fn flat() -> Self::Collider;

    fn at(x: f32, y: f32) -> Self::Vector {
        Self::vector(Vec3::new(x, y, 0.0))
    }

    fn direction(x: f32, y: f32) -> Self::Direction {
        Self::Direction::try_from(Self::at(x, y)).unwrap()
    }
}

impl Bodies for Dim2 {
    fn block(width: f32, height: f32) -> dim2::Collider {
        dim2::Collider::rectangle(width, height)
    }
    fn capsule() -> dim2::Collider {
        dim2::Collider::capsule(RADIUS, 0.6)
    }
    fn flat() -> dim2::Collider {
        dim2::Collider::rectangle(0.6, 1.2)
    }
}

impl Bodies for Dim3 {
    fn block(width: f32, height: f32) -> dim3::Collider {
        dim3::Collider::cuboid(width, height, 20.0)
    }
    fn capsule() -> dim3::Collider {
        dim3::Collider::capsule(RADIUS, 0.6)
    }
    fn flat() -> dim3::Collider {
        dim3::Collider::cuboid(0.6, 1.2, 0.6)
    }
}

pub fn mover<D: Dimension>() -> CharacterMover<D> {
    CharacterMover::default().with_skin(SKIN)
}

/// A ledge whose top is at height 0 and ends at x = 0, above a floor 3 below, and a character on it.
fn on_a_ledge<D: Bodies>(max_overhang: f32, body: D::Collider) -> Walker<D> {
    let mut level = Level::<D>::new();
    level.obstacle(D::block(10.0, 1.0), at_xy(-5.0, -0.5));
    level.obstacle(D::block(30.0, 1.0), at_xy(0.0, -3.5));
    let mover = CharacterMover { max_overhang, ..mover() };
    Walker::new(level, 60, mover, body, at_xy(-1.0, 0.62), 2)
}

/// Walks slowly off the ledge, and returns how far the character was over the edge when it stood last.
fn overhang<D: Bodies>(max_overhang: f32, body: D::Collider) -> f32 {
    let mut walker = on_a_ledge::<D>(max_overhang, body);
    let mut last = 0.0;
    for _ in 0..400 {
        let state = walker.run(D::at(0.3, 0.0));
        let [x, y] = [0, 1].map(|axis| walker.place().element(axis));
        if state.is_grounded() && y > -1.0 {
            let ground = state.ground.unwrap();
            assert!((ground.normal - D::at(0.0, 1.0)).element(1).abs() < 1e-3, "{ground:?}");
            let lean = ground.contact_normal.element(0);
            let over = x.clamp(0.0, RADIUS + SKIN);
            if over > 0.01 && body_is_round(&walker) {
                assert!((lean - over / (RADIUS + SKIN)).abs() < 0.02, "{over} {ground:?}");
            }
            last = x;
        }
    }
    let [x, y] = [0, 1].map(|axis| walker.place().element(axis));
    assert!(x > 0.3 && (y - (0.62 - 3.0)).abs() < 1e-3, "it fell to the floor: {x} {y}");
    last
}

fn body_is_round<D: Bodies>(walker: &Walker<D>) -> bool {
    walker.level.get::<D::Collider>(walker.character) == D::capsule()
}

fn a_round_bottom_hangs_over_an_edge_as_far_as_it_may<D: Bodies>() {
    for max_overhang in [0.1, 0.25, 0.5, 0.75, 0.9] {
        let found = overhang::<D>(max_overhang, D::capsule());
        let expected = max_overhang * (RADIUS + SKIN);
        assert!((expected - 7e-3..expected + 2e-3).contains(&found), "{max_overhang}: {found} {expected}");
    }
    // Without a limit, to the outermost point.
    assert!(overhang::<D>(1.0, D::capsule()) > 0.995 * RADIUS);
    // A flat bottom stands on any edge.
    for max_overhang in [0.0, 0.5] {
        assert!(overhang::<D>(max_overhang, D::flat()) > 0.99 * RADIUS);
    }
}

#[test]
fn a_round_bottom_hangs_over_an_edge_as_far_as_the_setting_says() {
    a_round_bottom_hangs_over_an_edge_as_far_as_it_may::<Dim2>();
    a_round_bottom_hangs_over_an_edge_as_far_as_it_may::<Dim3>();
}

/// A step is climbed bit by bit, and the bottom hangs over its edge meanwhile.
fn steps_are_climbed_all_the_same<D: Bodies>() {
    let mut level = Level::<D>::new();
    level.obstacle(D::block(20.0, 1.0), at_xy(-5.0, -0.5));
    for step in 1..=4 {
        let height = 0.25 * step as f32;
        level.obstacle(D::block(20.0, height), at_xy(10.0 + step as f32, 0.5 * height));
    }
    let mover = CharacterMover { max_overhang: 0.1, ..mover() };
    let mut walker = Walker::<D>::new(level, 60, mover, D::capsule(), at_xy(0.0, 0.62), 2);
    for direction in [1.0, -1.0] {
        for frame in 0..800 {
            let state = walker.run(D::at(0.6 * direction, 0.0));
            assert!(state.is_grounded(), "{direction}, {frame}: {:?} {state:?}", walker.place());
        }
        let expected = if direction > 0.0 { 1.62 } else { 0.62 };
        assert!((walker.place().element(1) - expected).abs() < 1e-3, "{:?}", walker.place());
    }
}

#[test]
fn a_character_that_may_not_hang_over_an_edge_climbs_steps() {
    steps_are_climbed_all_the_same::<Dim2>();
    steps_are_climbed_all_the_same::<Dim3>();
}

/// Between two ledges it hangs over both, and falls into neither.
fn a_gap_holds_it<D: Bodies>() {
    let mut level = Level::<D>::new();
    for side in [-1.0, 1.0] {
        level.obstacle(D::block(4.0, 1.0), at_xy(2.2 * side, -0.5));
    }
    let mover = CharacterMover { max_overhang: 0.2, ..mover() };
    let mut walker = Walker::<D>::new(level, 60, mover, D::capsule(), at_xy(0.05, 0.7), 60);
    let before = walker.place();
    for _ in 0..60 {
        assert!(walker.run(D::at(0.0, 0.0)).is_grounded());
    }
    let moved = walker.place() - before;
    assert!(moved.dot(moved) < 1e-8 && walker.place().element(1) > 0.4, "{before:?} {moved:?}");
}

#[test]
fn a_character_stands_in_a_gap_that_is_narrower_than_itself() {
    a_gap_holds_it::<Dim2>();
    a_gap_holds_it::<Dim3>();
}

fn a_steep_slope_is_in_the_state<D: Bodies>() {
    for degrees in [30.0f32, 60.0, 75.0] {
        let mut level = Level::<D>::new();
        let slope = degrees.to_radians();
        let turned = at_xy(0.0, 0.0).with_rotation(Quat::from_rotation_z(-slope));
        let ramp = level.obstacle(D::block(40.0, 1.0), turned);
        let character = level.character(mover::<D>(), D::capsule(), at_xy(0.0, 5.0));
        assert_eq!(level.state(character).steep_slope, None, "in the air");
        for _ in 0..90 {
            level.step(character, D::at(0.0, -0.05));
        }
        let state = level.state(character);
        if degrees < 45.0 {
            assert!(state.is_grounded() && state.steep_slope.is_none(), "{state:?}");
            continue;
        }
        let steep = state.steep_slope.unwrap();
        let off = steep.normal - D::at(slope.sin(), slope.cos());
        assert!(steep.entity == ramp && off.dot(off) < 1e-6, "{steep:?}");
        assert!(!state.is_grounded() && state.wall.is_some_and(|wall| wall.entity == ramp));
        assert_eq!(steep.contact_normal, steep.normal);
    }
}

#[test]
fn a_slope_that_is_too_steep_is_in_the_state() {
    a_steep_slope_is_in_the_state::<Dim2>();
    a_steep_slope_is_in_the_state::<Dim3>();
}

/// Neither a wall nor the edge of a ledge is a slope.
fn walls_and_edges_are_no_slopes<D: Bodies>() {
    let mut walker = on_a_ledge::<D>(1.0, D::capsule());
    walker.level.obstacle(D::block(1.0, 20.0), at_xy(-2.5, 0.0));
    for velocity in [D::at(-3.0, 0.0), D::at(-3.0, 4.0), D::at(2.0, 0.0)] {
        for _ in 0..60 {
            let state = walker.run(velocity);
            assert_eq!(state.steep_slope, None, "{:?} {state:?}", walker.place());
        }
    }
}

#[test]
fn a_wall_and_an_edge_are_no_steep_slopes() {
    walls_and_edges_are_no_slopes::<Dim2>();
    walls_and_edges_are_no_slopes::<Dim3>();
}

#[test]
fn an_overhang_that_is_no_number_is_refused() {
    let mut level = Level::<Dim2>::new();
    for max_overhang in [f32::NAN, -0.5] {
        let mover = CharacterMover { max_overhang, ..mover::<Dim2>() };
        let character =
            level.spawn((mover, <Dim2 as Bodies>::capsule(), MoveTrace::<Dim2>::default(), at_x(0.0)));
        level.app.update();
        let trace: MoveTrace<Dim2> = level.get(character);
        assert!(trace.not_moved().is_some_and(|reason| reason.contains("max_overhang")), "{trace}");
    }
}
