//! Invalid input gets one warning that names the entity and the cause; all else goes on.

use bevy_gjk::dim2::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind};
use bevy_math::UVec2;

use crate::common::basics::*;

/// Spawns colliders, each with its name, and asserts that there is one warning for each, with its cause, and that all
/// others go on. Returns the colliders.
fn assert_warned_of<C: Component>(
    app: &mut App,
    faults: Vec<(&'static str, C, &'static str)>,
) -> Vec<Entity> {
    let touching = [app.spawn(Collider::circle(1.0)), app.spawn(Collider::segment(Vec2::ZERO, Vec2::X))];
    let mut expected = Vec::new();
    for (name, collider, cause) in faults {
        expected.push((name, app.spawn((Name::new(name), collider)), cause));
    }
    let lines = warnings(|| {
        assert_eq!(step2(app).0, [pair(touching[0], touching[1])]);
        (0..3).for_each(|_| assert_eq!(step2(app), NOTHING));
    });
    assert_eq!(lines.len(), expected.len(), "{lines:#?}");
    for (name, entity, cause) in &expected {
        let line = lines.iter().find(|line| line.contains(&format!("\"{name}\"")));
        let line = line.unwrap_or_else(|| panic!("{name}: {lines:#?}"));
        assert!(line.contains(cause) && line.contains(&entity.to_string()), "{line}");
    }
    expected.into_iter().map(|(_, entity, _)| entity).collect()
}

#[test]
fn each_invalid_collider_is_warned_of_once_and_all_others_go_on() {
    let star = [Vec2::new(0.0, 2.0), Vec2::new(-1.0, -1.0), Vec2::ZERO, Vec2::new(1.0, -1.0)];
    let faults = vec![
        ("concave", Collider::polygon(star), "the polygon is concave at corner 2"),
        ("few", Collider::polygon([Vec2::ZERO, Vec2::X]), "a polygon of 2 corners, fewer than 3"),
        ("repeated", Collider::polygon([Vec2::ZERO, Vec2::X, Vec2::X]), "corner 2 repeats the one before it"),
        ("nan", Collider::polygon([Vec2::ZERO, Vec2::X, Vec2::NAN]), "corner 2 is NaN or infinite"),
        ("negative", Collider::circle(-1.0), "a size is negative"),
        ("size", Collider::rectangle(f32::NAN, 1.0), "a size is NaN or infinite"),
        ("empty", Collider::hull([]), "a hull of no points"),
        ("sides", Collider::regular_polygon(1.0, 2), "a polygon of 2 corners, fewer than 3"),
        ("lost", Collider::Custom(bevy_gjk::shape::CustomShape::default()), "without a support function"),
    ];
    let mut app = single_threaded();
    let bad = assert_warned_of(&mut app, faults);
    // Valid again, each takes part.
    for &entity in &bad {
        app.insert(entity, Collider::circle(1.0));
    }
    assert_eq!(step2(&mut app).0.len(), 11 * 10 / 2 - 1);
}

#[test]
fn a_zero_scale_makes_a_valid_flat_shape() {
    let mut app = single_threaded();
    let a = app.spawn(Collider::circle(1.0));
    let b = app.spawn((Collider::circle(1.0), at_xy(0.0, 0.5)));
    for scale in [Vec3::new(1.0, 0.0, 1.0), Vec3::new(0.0, 1.0, 0.0), Vec3::ZERO] {
        set(&mut app, b, at_xy(0.0, 0.5).with_scale(scale));
        let lines = warnings(|| _ = step2(&mut app));
        assert!(lines.is_empty(), "{lines:?}");
        assert!(app.resource::<Collisions>().contains(a, b), "{scale}");
    }
    set(&mut app, b, at_xy(0.0, 1.1).with_scale(Vec3::new(1.0, 0.0, 1.0)));
    assert_eq!(step2(&mut app).1, [(pair(a, b), EndReason::Separated)]);
}

#[test]
fn flat_hulls_are_valid() {
    let mut app = single_threaded();
    let flat = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE.with_z(0.0)];
    app.spawn(dim3::Collider::hull(flat));
    app.spawn(dim3::Collider::hull([Vec3::splat(0.25).with_z(0.0)]));
    app.spawn(dim3::Collider::hull([Vec3::new(0.5, 0.5, -1.0), Vec3::new(0.5, 0.5, 1.0)]));
    let mut touches = 0;
    let lines = warnings(|| touches = step::<Dim3>(&mut app).len());
    assert_eq!((touches, lines.len()), (2, 0), "{lines:?}");
}

/// Frame after frame at NaN, with another fault in addition, disabled and enabled: one warning, until it is
/// valid again.
#[test]
fn an_entity_is_warned_of_once_until_it_is_valid_again() {
    let mut app = single_threaded();
    let good = app.spawn((Collider::circle(1.0), at_x(5.0)));
    let bad = app.spawn((Name::new("bad"), Collider::circle(1.0)));
    app.spawn((Collider::circle(1.0), at_x(6.0), ChildOf(bad)));
    step2(&mut app);
    let lines = warnings(|| {
        for frame in 0..10 {
            assert!(app.step_at(bad, Transform::from_xyz(0.0, f32::NAN, frame as f32)).0.is_empty());
        }
        app.step_with(bad, Collider::circle(-1.0));
        app.step_with(bad, ColliderDisabled);
        app.remove::<ColliderDisabled>(bad);
        step2(&mut app);
    });
    assert_eq!(lines.len(), 2, "the parent, and the child that stands at NaN with it: {lines:#?}");
    let of_bad: Vec<_> = lines.into_iter().filter(|line| line.contains("\"bad\"")).collect();
    assert_one_warning(&of_bad, &["GlobalTransform"]);
    set(&mut app, bad, Transform::IDENTITY);
    let lines = warnings(|| _ = step2(&mut app));
    assert_eq!(lines.len(), 0, "its shape is still invalid, and that has been reported");
    app.step_with(bad, Collider::circle(1.0));
    let lines = warnings(|| {
        app.step_with(bad, Collider::circle(-1.0));
        app.step_with(good, Collider::circle(f32::NAN));
    });
    assert_eq!(lines.len(), 2, "fixed and invalid again: {lines:#?}");
}

#[test]
fn an_invalid_margin_counts_as_none() {
    let mut app = single_threaded();
    let a = app.spawn((Name::new("shy"), Collider::circle(1.0), ProximityMargin(1.0)));
    let b = app.spawn((Collider::circle(1.0), at_x(2.5)));
    step2(&mut app);
    let near = |app: &App| app.resource::<Collisions>().get_proximity(a, b).is_some();
    assert!(near(&app));
    for margin in [-1.0, f32::NAN, f32::INFINITY] {
        let lines = warnings(|| {
            for _ in 0..3 {
                app.step_with(a, ProximityMargin(margin));
                assert!(!near(&app), "{margin}");
            }
        });
        assert_one_warning(&lines, &["\"shy\"", "ProximityMargin"]);
        // Touches go on.
        assert_eq!(app.step_at(b, at_x(1.5)).0, [pair(a, b)]);
        set(&mut app, b, at_x(2.5));
        app.step_with(a, ProximityMargin(1.0));
        assert!(near(&app));
    }
}

#[test]
fn colliders_out_of_range_are_invalid_and_huge_ones_are_valid() {
    let mut app = single_threaded();
    let far = app.spawn((Collider::circle(1.0), at_x(f32::MAX)));
    let huge = app.spawn((Collider::circle(1e30), ProximityMargin(1e37)));
    let small = app.spawn((Collider::circle(1.0), at_x(9.0)));
    let lines = warnings(|| assert_eq!(step2(&mut app).0, [pair(huge, small)]));
    assert!(lines.len() <= 1, "{lines:#?}");
    assert!(!app.resource::<Collisions>().contains(far, small));
}

/// Nests a shape in a number of compounds, one in the other.
fn nested<C>(inner: C, levels: usize, compound: fn([(Transform, C); 1]) -> C) -> C {
    (0..levels).fold(inner, |inner, _| compound([(Transform::IDENTITY, inner)]))
}

fn nested_2d(levels: usize) -> Collider {
    nested(Collider::circle(1.0), levels, Collider::compound)
}

fn nested_3d(levels: usize) -> dim3::Collider {
    nested(dim3::Collider::sphere(1.0), levels, dim3::Collider::compound)
}

/// Nests a shape in a number of rounded shapes, one in the other.
fn rounded_2d(levels: usize) -> Collider {
    (0..levels).fold(Collider::circle(1.0), |inner, _| Collider::rounded(inner, 0.1))
}

/// What a file or an inspector may hold: no memory is allocated by a number alone, and no stack overflows.
#[test]
fn counts_that_are_too_large_are_warned_of_in_2d() {
    let part = nested(Collider::regular_polygon(1.0, 1 << 31), 1, Collider::compound);
    assert_warned_of(
        &mut single_threaded(),
        vec![
            ("sides", Collider::regular_polygon(1.0, u32::MAX), "4294967295 corners, more than 8192"),
            ("one more", Collider::regular_polygon(1.0, 8193), "8193 corners, more than 8192; use a circle"),
            ("part", part, "2147483648 corners"),
            ("round", Collider::rounded(Collider::regular_polygon(1.0, u32::MAX), 0.5), "more than 8192"),
            ("deep", nested_2d(33), "more than 32 levels deep"),
            ("deeper", nested_2d(2000), "more than 32 levels deep"),
            ("round in round", rounded_2d(2000), "more than 32 levels deep"),
            ("mesh", Collider::tri_mesh([Vec2::ZERO; 3], [[0, 1, u32::MAX]]), "triangle 0 has a vertex"),
        ],
    );
}

#[test]
fn counts_that_are_too_large_are_warned_of_in_3d() {
    use dim3::Collider as Solid;
    let heights = |columns| Solid::height_field([0.0; 12], columns, Vec2::ONE);
    let both = nested(Solid::extrusion(nested_2d(17), 1.0), 16, Solid::compound);
    assert_warned_of(
        &mut single_threaded(),
        vec![
            ("sides", Solid::extrusion(Collider::regular_polygon(1.0, u32::MAX), 1.0), "more than 8192"),
            ("deep", nested_3d(33), "more than 32 levels deep"),
            ("deeper", nested_3d(2000), "more than 32 levels deep"),
            ("base", Solid::extrusion(nested_2d(2000), 1.0), "more than 32 levels deep"),
            ("both", both, "more than 32 levels"),
            ("columns", heights(u32::MAX), "12 heights do not make two rows or more of 4294967295"),
            ("half", heights(1 << 31), "of 2147483648"),
            ("none", heights(0), "of 0"),
            ("one", heights(1), "of 1"),
            ("five", heights(5), "of 5"),
            ("one row", heights(12), "of 12"),
            ("mesh", Solid::tri_mesh([Vec3::ZERO; 3], [[u32::MAX; 3]]), "triangle 0 has a vertex"),
        ],
    );
}

#[test]
fn counts_up_to_the_limits_are_valid() {
    let mut app = single_threaded();
    let flat = [Collider::regular_polygon(1.0, 8192), nested_2d(32), rounded_2d(32)];
    let flat = flat.map(|collider| app.spawn(collider));
    let solid = [nested_3d(32), dim3::Collider::extrusion(Collider::regular_polygon(1.0, 8192), 1.0)];
    let solid = solid.map(|collider| app.spawn(collider));
    let lines = warnings(|| assert_eq!(step2(&mut app).0.len(), 3));
    assert_eq!(lines.len(), 0, "{lines:#?}");
    assert!(app.resource::<Collisions>().contains(flat[0], flat[1]));
    assert!(app.resource::<dim3::Collisions>().contains(solid[0], solid[1]));
}

#[test]
fn another_flaw_is_another_warning() {
    let mut app = single_threaded();
    let ball = app.spawn((Name::new("ball"), Collider::circle(-1.0)));
    let says = |app: &mut App, text: &str| {
        let lines = warnings(|| (0..3).for_each(|_| app.update()));
        assert_one_warning(&lines, &[text, "\"ball\""]);
    };
    says(&mut app, "a size is negative");
    app.insert(ball, Collider::rectangle(-1.0, 2.0));
    assert!(warnings(|| app.update()).is_empty(), "the same flaw has been said");
    let arrow = [[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]].map(Vec2::from);
    app.insert(ball, Collider::polygon(arrow));
    says(&mut app, "concave at corner 2");
    // Of a compound, the text has the index of the part.
    let parts = [Collider::circle(1.0), Collider::circle(f32::NAN)];
    app.insert(ball, Collider::compound(parts.map(|part| (Transform::IDENTITY, part))));
    says(&mut app, "part 1: a size is NaN");
    // Of a grid, each flawed kind in turn.
    let circle = |radius| CellKind::new(Collider::circle(radius));
    let grid = |kinds: [CellKind; 2]| {
        let mut grid = CellGrid::new(UVec2::new(2, 1), 1.0, kinds);
        (0..2).for_each(|x| _ = grid.set(UVec2::new(x, 0), x as u16 + 1).unwrap());
        Collider::Grid(grid)
    };
    app.insert(ball, grid([circle(3.0), circle(f32::NAN)]));
    says(&mut app, "kind 1");
    app.insert(ball, grid([circle(0.5), circle(f32::NAN)]));
    says(&mut app, "kind 2");
    app.insert(ball, grid([circle(0.5), circle(0.4)]));
    assert!(warnings(|| app.update()).is_empty());
}

#[test]
fn a_collider_in_no_layer_is_warned_of_until_it_is_in_one() {
    let mut app = single_threaded();
    let in_no_layer = CollisionLayers::new(LayerMask::NONE, LayerMask::ALL);
    let coin = app.spawn((Name::new("coin"), Collider::circle(1.0), in_no_layer));
    // Both sets are empty where an app wants no touches.
    app.spawn((Collider::circle(1.0), CollisionLayers::new(LayerMask::NONE, LayerMask::NONE)));
    app.spawn((Collider::circle(1.0), CollisionLayers::new(LayerMask::layer(3), LayerMask::NONE)));
    let lines = warnings(|| app.updates(3));
    assert_one_warning(&lines, &[&format!("{coin} \"coin\""), "in no layer", "ColliderDisabled"]);
    let lines = warnings(|| {
        app.update_with(coin, CollisionLayers::default());
        app.update_with(coin, in_no_layer);
    });
    assert_eq!(lines.len(), 1);
}
