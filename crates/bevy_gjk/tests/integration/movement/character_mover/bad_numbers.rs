//! Numbers of grounds that are no valid ones: one warning names the entity and the cause, and they are ignored.

use bevy_gjk::grid::{CellGrid, CellKind};
use bevy_math::UVec2;

use super::level::Level;
use crate::common::prelude::*;

/// Returns a level whose warnings can be captured, with a floor that is named and has these components, and a character on it.
fn level_with(floor: impl Bundle) -> (Level<Dim2>, Entity, Entity) {
    let mut level = Level::<Dim2>::new();
    level.app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    let floor = level.spawn((Name::new("culprit"), floor));
    let shape = dim2::Collider::rectangle(1.0, 2.0);
    let walker = level.spawn((CharacterMover::<Dim2>::default(), shape, at_xy(0.0, 1.01)));
    (level, floor, walker)
}

/// Walks to the right, and returns the warnings.
fn walk(level: &mut Level<Dim2>, walker: Entity) -> Vec<String> {
    let from = level.place(walker);
    let lines = warnings(|| level.walk(walker, Vec2::new(0.1, -0.1), 5));
    let place = level.place(walker);
    assert!(level.state(walker).is_grounded() && place.y > 1.0, "the floor is solid: {place}");
    assert!((place.x - from.x - 0.5).abs() < 1e-3, "and carries nothing: {place}");
    lines
}

#[track_caller]
fn assert_named(lines: &[String], words: &[&str]) {
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(
        lines[0].contains("\"culprit\"") && words.iter().all(|word| lines[0].contains(word)),
        "{lines:?}"
    );
}

/// Asserts that a component is warned of once until it is valid again.
fn assert_component_is_named<C: Component + Clone>(bad: C, good: C, words: &[&str]) {
    let slab = || (dim2::Collider::rectangle(100.0, 10.0), at_xy(0.0, -5.0));
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
    for bad in [f32::NAN, f32::INFINITY] {
        let [bad, good] = [bad, 0.0].map(|x| SurfaceVelocity::<Dim2>::new(Vec2::new(x, 0.0)));
        assert_component_is_named(bad, good, &["2D SurfaceVelocity", "its velocity is not finite"]);
    }
}

#[test]
fn a_one_way_platform_without_a_valid_direction_or_angle_is_named_and_ignored() {
    let good = OneWayPlatform::<Dim2>::default();
    for direction in [Vec2::ZERO, Vec2::NAN, Vec2::X * f32::INFINITY] {
        let bad = OneWayPlatform { direction, ..good };
        assert_component_is_named(bad, good, &["2D OneWayPlatform", "direction is zero or not finite"]);
    }
    for max_angle in [f32::NAN, f32::INFINITY, -1.0] {
        let bad = OneWayPlatform { max_angle, ..good };
        assert_component_is_named(bad, good, &["2D OneWayPlatform", "max_angle is negative or not finite"]);
    }
}

#[test]
fn a_one_way_platform_may_be_solid_from_all_sides() {
    let all = OneWayPlatform::<Dim2> { max_angle: 7.0, ..Default::default() };
    let (mut level, _, walker) = level_with((dim2::Collider::rectangle(100.0, 10.0), at_xy(0.0, -5.0)));
    level.spawn((dim2::Collider::rectangle(4.0, 1.0), all, at_xy(0.0, 4.0)));
    level.walk(walker, Vec2::Y * 0.2, 20);
    assert!(level.place(walker).y < 2.5, "it jumps through: {}", level.place(walker));
}

fn bad_kinds() -> [(CellKind<Dim2>, &'static str); 4] {
    let full = CellKind::<Dim2>::full;
    let one_way =
        |direction, max_angle| CellKind { one_way: Some(OneWayPlatform { direction, max_angle }), ..full() };
    [
        (CellKind { surface_velocity: Vec2::NAN, ..full() }, "the surface_velocity of kind 2"),
        (one_way(Vec2::ZERO, 1.0), "the one_way of kind 2"),
        (one_way(Vec2::NAN, 1.0), "the one_way of kind 2"),
        (one_way(Vec2::Y, f32::NAN), "the one_way of kind 2"),
    ]
}

fn grid(kind: CellKind<Dim2>) -> dim2::Collider {
    let mut grid = CellGrid::<Dim2>::new(UVec2::new(200, 1), 1.0, [CellKind::<Dim2>::full(), kind]);
    (0..200).for_each(|x| _ = grid.set(UVec2::new(x, 0), 2).unwrap());
    dim2::Collider::Grid(grid)
}

#[test]
fn bad_numbers_in_the_kind_of_a_cell_are_named_and_ignored() {
    for (kind, says) in bad_kinds() {
        let (mut level, _, walker) = level_with((grid(kind), at_xy(-100.0, -1.0)));
        assert_named(&walk(&mut level, walker), &[says, "cell (0, 0)", "is ignored: its "]);
    }
}

/// The warning names the collider that the grid is a part of.
#[test]
fn bad_numbers_in_a_grid_in_a_compound_are_named() {
    for (kind, says) in bad_kinds() {
        let compound = dim2::Collider::compound([(at_xy(-100.0, -1.0), grid(kind.clone()))]);
        let (mut level, _, walker) = level_with((compound, Transform::IDENTITY));
        assert_named(&walk(&mut level, walker), &[says]);
        let (mut level, root, walker) = level_with((CompoundCollider, Transform::IDENTITY));
        level.spawn((grid(kind), at_xy(-100.0, -1.0), ChildOf(root)));
        assert_named(&walk(&mut level, walker), &[says]);
    }
}

/// Returns the warnings of some runs in which a character is to move, and why its move ended.
fn warnings_of(level: &mut Level<Dim2>, walker: Entity, way: Vec2) -> (Vec<String>, MoveEnd) {
    let lines = warnings(|| {
        for _ in 0..3 {
            level.app.world_mut().get_mut::<dim2::MoverMotion>(walker).unwrap().displacement = way;
            level.app.update();
        }
    });
    (lines, level.state(walker).end)
}

#[test]
fn a_character_that_is_not_moved_says_so_in_its_state() {
    let (mut level, _, walker) = level_with((dim2::Collider::rectangle(100.0, 10.0), at_xy(0.0, -5.0)));
    level.app.world_mut().entity_mut(walker).insert(Name::new("culprit"));
    assert_eq!(warnings_of(&mut level, walker, Vec2::X * 0.1), (vec![], MoveEnd::Arrived));
    let (lines, end) = warnings_of(&mut level, walker, Vec2::new(f32::NAN, 0.0));
    assert_named(&lines, &["the displacement of its MoverMotion is NaN or infinite"]);
    assert_eq!(end, MoveEnd::NotFinite);
    assert_eq!(warnings_of(&mut level, walker, Vec2::ZERO), (vec![], MoveEnd::Arrived));
    level.app.insert(walker, CharacterMover::<Dim2> { max_slope: Some(50.0), ..Default::default() });
    let (lines, end) = warnings_of(&mut level, walker, Vec2::X * 0.1);
    assert_named(&lines, &["max_slope", "radians"]);
    assert_eq!(end, MoveEnd::Refused);
    level.app.insert(walker, CharacterMover::<Dim2>::default());
    level.app.insert(walker, ColliderDisabled);
    assert_eq!(warnings_of(&mut level, walker, Vec2::X * 0.1), (vec![], MoveEnd::Refused));
    level.app.remove::<ColliderDisabled>(walker);
    assert_eq!(warnings_of(&mut level, walker, Vec2::X * 0.1), (vec![], MoveEnd::Arrived));
}

#[test]
fn a_character_below_a_scale_of_zero_is_named() {
    let (mut level, ..) = level_with((dim2::Collider::rectangle(100.0, 10.0), at_xy(0.0, -5.0)));
    let turned = Transform::from_rotation(Quat::from_rotation_z(core::f32::consts::FRAC_PI_2));
    let parent = level.spawn(turned.with_scale(Vec3::new(2.0, 0.0, 1.0)));
    let child = (Name::new("culprit"), dim2::Collider::circle(1.0), CharacterMover::<Dim2>::default());
    let child = level.spawn((child, dim2::MoveTrace::default(), ChildOf(parent)));
    level.app.insert(child, Transform::from_xyz(2.0, 0.0, 0.0));
    let (lines, end) = warnings_of(&mut level, child, Vec2::X);
    assert_named(&lines, &["a scale of 0 above it"]);
    assert_eq!(end, MoveEnd::Refused);
    let trace = level.app.get::<dim2::MoveTrace>(child).to_string();
    assert!(trace.contains("a scale of 0 above it"), "{trace}");
}

#[test]
fn a_trace_names_what_the_character_falls_through() {
    let (mut level, floor, walker) = level_with((dim2::Collider::rectangle(100.0, 10.0), at_xy(0.0, -5.0)));
    let mover = CharacterMover::<Dim2> { solid_layers: LayerMask::layer(5), ..Default::default() };
    level.app.world_mut().entity_mut(walker).insert((mover, dim2::MoveTrace::default()));
    warnings_of(&mut level, walker, Vec2::NEG_Y * 0.5);
    let trace = level.app.get::<dim2::MoveTrace>(walker);
    assert_eq!(trace.passed(), [floor]);
    let text = trace.summary().to_string();
    assert!(
        text.contains(&format!("It passes through {floor} \"culprit\", which is not solid for it")),
        "{text}"
    );
}
