//! Numbers of grounds that are no valid ones: one warning names the entity and the cause, and they are ignored.

use bevy_gjk::grid::{CellGrid, CellKind};
use bevy_math::UVec2;

use super::prelude::*;

/// Returns a level whose warnings can be captured, with a floor that is named and has these components, and a
/// character on it.
fn level_with(floor: impl Bundle) -> (Level<Dim2>, Entity, Entity) {
    let mut level = Level::<Dim2>::new();
    level.app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    let floor = level.spawn((Name::new("culprit"), floor));
    let shape = dim2::Collider::rectangle(1.0, 2.0);
    let walker = level.spawn((CharacterMover::<Dim2>::default(), shape, at_xy(0.0, 1.01)));
    (level, floor, walker)
}

fn slab() -> (dim2::Collider, Transform) {
    (dim2::Collider::rectangle(100.0, 10.0), at_xy(0.0, -5.0))
}

/// Walks to the right, and returns the warnings.
fn walk(level: &mut Level<Dim2>, walker: Entity) -> Vec<String> {
    let from = level.place(walker);
    let lines = warnings(|| level.walk(walker, Vec2::new(0.1, -0.1), 5));
    let place = level.place(walker);
    assert!(level.state(walker).is_grounded() && place.y > 1.0, "the floor is not solid: {place}");
    assert!((place.x - from.x - 0.5).abs() < 1e-3, "it carries: {place}");
    lines
}

#[track_caller]
fn assert_named(lines: &[String], words: &[&str]) {
    assert_one_warning(lines, &[&["\"culprit\""], words].concat());
}

/// Asserts that a component is warned of once until it is valid again.
fn assert_component_is_named<C: Component + Clone>(bad: C, good: C, words: &[&str]) {
    let (mut level, floor, walker) = level_with((slab(), bad.clone()));
    assert_named(&walk(&mut level, walker), words);
    assert!(walk(&mut level, walker).is_empty());
    level.app.insert(floor, bad.clone());
    assert!(walk(&mut level, walker).is_empty(), "it has been said");
    level.app.insert(floor, good);
    assert!(warnings(|| level.app.update()).is_empty());
    level.app.insert(floor, bad);
    assert_named(&walk(&mut level, walker), words);
}

#[test]
fn a_surface_velocity_that_is_not_finite_is_named_and_ignored() {
    for bad in each([f32::NAN, f32::INFINITY]) {
        let [bad, good] = [bad, 0.0].map(|x| SurfaceVelocity::<Dim2>::new(Vec2::new(x, 0.0)));
        assert_component_is_named(bad, good, &["2D SurfaceVelocity", "its velocity is not finite"]);
    }
}

#[test]
fn a_one_way_platform_without_a_valid_direction_or_angle_is_named_and_ignored() {
    let good = OneWayPlatform::<Dim2>::default();
    for (direction, max_angle, cause) in each([
        (Vec2::ZERO, good.max_angle, "direction is zero or not finite"),
        (Vec2::NAN, good.max_angle, "direction is zero or not finite"),
        (Vec2::X * f32::INFINITY, good.max_angle, "direction is zero or not finite"),
        (good.direction, f32::NAN, "max_angle is negative or not finite"),
        (good.direction, f32::INFINITY, "max_angle is negative or not finite"),
        (good.direction, -1.0, "max_angle is negative or not finite"),
    ]) {
        let bad = OneWayPlatform { direction, max_angle };
        assert_component_is_named(bad, good, &["2D OneWayPlatform", cause]);
    }
}

#[test]
fn a_one_way_platform_may_be_solid_from_all_sides() {
    let all = OneWayPlatform::<Dim2> { max_angle: 7.0, ..Default::default() };
    let (mut level, _, walker) = level_with(slab());
    level.spawn((dim2::Collider::rectangle(4.0, 1.0), all, at_xy(0.0, 4.0)));
    level.walk(walker, Vec2::Y * 0.2, 20);
    assert!(level.place(walker).y < 2.5, "it jumps through");
}

/// The warning names the collider that the grid is, or is a part of.
#[test]
fn bad_numbers_in_the_kind_of_a_cell_are_named_and_ignored() {
    let full = CellKind::<Dim2>::full;
    let one_way =
        |direction, max_angle| CellKind { one_way: Some(OneWayPlatform { direction, max_angle }), ..full() };
    let kinds = [
        (CellKind { surface_velocity: Vec2::NAN, ..full() }, "the surface_velocity of kind 2"),
        (one_way(Vec2::ZERO, 1.0), "the one_way of kind 2"),
        (one_way(Vec2::NAN, 1.0), "the one_way of kind 2"),
        (one_way(Vec2::Y, f32::NAN), "the one_way of kind 2"),
    ];
    for (kind, says) in each(kinds) {
        let mut grid = CellGrid::<Dim2>::new(UVec2::new(200, 1), 1.0, [full(), kind]);
        (0..200).for_each(|x| _ = grid.set(UVec2::new(x, 0), 2).unwrap());
        let (grid, place) = (dim2::Collider::Grid(grid), at_xy(-100.0, -1.0));
        let (mut level, _, walker) = level_with((grid.clone(), place));
        assert_named(&walk(&mut level, walker), &[says, "cell (0, 0)", "is ignored: its "]);
        let compound = dim2::Collider::compound([(place, grid.clone())]);
        let (mut level, _, walker) = level_with((compound, Transform::IDENTITY));
        assert_named(&walk(&mut level, walker), &[says]);
        let (mut level, root, walker) = level_with((CompoundCollider, Transform::IDENTITY));
        level.spawn((grid, place, ChildOf(root)));
        assert_named(&walk(&mut level, walker), &[says]);
    }
}

/// Returns the warnings of some runs in which a character is to move, and why its move ended.
fn warnings_of(level: &mut Level<Dim2>, walker: Entity, way: Vec2) -> (Vec<String>, MoveEnd) {
    (warnings(|| level.walk(walker, way, 3)), level.state(walker).end)
}

#[test]
fn a_character_that_is_not_moved_says_so_in_its_state() {
    let (mut level, _, walker) = level_with(slab());
    level.app.insert(walker, Name::new("culprit"));
    let way = Vec2::X * 0.1;
    assert_eq!(warnings_of(&mut level, walker, way), (vec![], MoveEnd::Arrived));
    let (lines, end) = warnings_of(&mut level, walker, Vec2::new(f32::NAN, 0.0));
    assert_named(&lines, &["the displacement of its MoverMotion is NaN or infinite"]);
    assert_eq!(end, MoveEnd::NotFinite);
    assert_eq!(warnings_of(&mut level, walker, Vec2::ZERO), (vec![], MoveEnd::Arrived));
    level.app.insert(walker, CharacterMover::<Dim2> { max_slope: Some(50.0), ..Default::default() });
    let (lines, end) = warnings_of(&mut level, walker, way);
    assert_named(&lines, &["max_slope", "radians"]);
    assert_eq!(end, MoveEnd::Refused);
    level.app.insert(walker, (CharacterMover::<Dim2>::default(), ColliderDisabled));
    assert_eq!(warnings_of(&mut level, walker, way), (vec![], MoveEnd::Refused));
    level.app.remove::<ColliderDisabled>(walker);
    assert_eq!(warnings_of(&mut level, walker, way), (vec![], MoveEnd::Arrived));
}

#[test]
fn a_character_below_a_scale_of_zero_is_named() {
    let (mut level, ..) = level_with(slab());
    let turned = Transform::from_rotation(Quat::from_rotation_z(core::f32::consts::FRAC_PI_2));
    let parent = level.spawn(turned.with_scale(Vec3::new(2.0, 0.0, 1.0)));
    let child = (Name::new("culprit"), dim2::Collider::circle(1.0), CharacterMover::<Dim2>::default());
    let child = level.spawn((child, dim2::MoveTrace::default(), at_x(2.0), ChildOf(parent)));
    let (lines, end) = warnings_of(&mut level, child, Vec2::X);
    assert_named(&lines, &["a scale of 0 above it"]);
    assert_eq!(end, MoveEnd::Refused);
    let trace = level.app.get::<dim2::MoveTrace>(child).to_string();
    assert!(trace.contains("a scale of 0 above it"), "{trace}");
}

#[test]
fn a_trace_names_what_the_character_falls_through() {
    let (mut level, floor, walker) = level_with(slab());
    let mover = CharacterMover::<Dim2> { solid_layers: LayerMask::layer(5), ..Default::default() };
    level.app.insert(walker, (mover, dim2::MoveTrace::default()));
    warnings_of(&mut level, walker, Vec2::NEG_Y * 0.5);
    let trace = level.app.get::<dim2::MoveTrace>(walker);
    assert_eq!(trace.passed(), [floor]);
    let text = trace.summary().to_string();
    let says = format!("It passes through {floor} \"culprit\", which is not solid for it");
    assert!(text.contains(&says), "{text}");
}
