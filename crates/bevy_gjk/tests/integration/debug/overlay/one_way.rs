//! The solid sides of one-way platforms.

use bevy_math::UVec2;

use super::*;

fn sides_only() -> CollisionGizmos {
    CollisionGizmos { one_way: true, ..nothing() }
}

#[test]
fn the_solid_side_of_a_platform_is_marked() {
    assert!(CollisionGizmos::default().one_way);
    for (direction, along) in
        [(Vec2::Y, Vec2::X), (-Vec2::Y, Vec2::X), (Vec2::X, Vec2::Y), (-3.0 * Vec2::X, Vec2::Y)]
    {
        let mut app = shown(sides_only());
        let platform = dim2::OneWayPlatform { direction, ..Default::default() };
        app.spawn((dim2::Collider::rectangle(4.0, 2.0), platform, at_xy(1.0, 1.0)));
        let half = Vec2::new(2.0, 1.0);
        let direction = direction.normalize();
        let side = direction.abs().dot(half);
        let points: Vec<_> = drawn(&mut app).iter().map(|(point, _)| point.truncate() - 1.0).collect();
        // The line along the side covers all of it.
        let on_side: Vec<_> =
            points.iter().filter(|point| (point.dot(direction) - side).abs() < 1e-2).collect();
        for end in [-1.0, 1.0] {
            let reach = end * along.abs().dot(half);
            let reaches = on_side.iter().any(|point| (point.dot(along) - reach).abs() < 1e-2);
            assert!(reaches, "{direction} {points:?}");
        }
        // The arrow goes out of the solid side, and nothing into the platform.
        assert!(points.iter().all(|point| point.dot(direction) > side - 1e-2), "{direction}: {points:?}");
        assert!(points.iter().any(|point| point.dot(direction) > side + 0.3), "{direction}: {points:?}");
    }
}

#[test]
fn sides_are_drawn_in_3d_and_where_there_is_one() {
    let mut app = shown(sides_only());
    app.spawn((dim3::Collider::cuboid(4.0, 1.0, 4.0), dim3::OneWayPlatform::default()));
    let points = drawn(&mut app);
    assert!(points.iter().any(|(point, _)| point.y > 0.8) && points.iter().all(|(point, _)| point.y > 0.49));
    for direction in [Vec2::ZERO, Vec2::NAN] {
        let mut app = shown(sides_only());
        let platform = dim2::OneWayPlatform { direction, ..Default::default() };
        app.spawn((dim2::Collider::rectangle(4.0, 2.0), platform));
        assert!(drawn(&mut app).is_empty());
    }
    let mut app = shown(sides_only());
    app.spawn((dim2::Collider::half_space(Vec2::Y, 0.0), dim2::OneWayPlatform::default()));
    app.spawn(dim2::Collider::rectangle(4.0, 2.0));
    assert!(drawn(&mut app).is_empty());
}

#[test]
fn the_solid_side_of_each_cell_is_marked_by_its_kind_or_by_the_entity() {
    let from_left = dim2::OneWayPlatform { direction: -Vec2::X, ..Default::default() };
    let kinds =
        [dim2::CellKind::lower_half(), dim2::CellKind { one_way: Some(from_left), ..dim2::CellKind::full() }];
    let mut grid = dim2::CellGrid::new(UVec2::new(4, 2), 1.0, kinds);
    grid.set(UVec2::new(0, 0), 1).unwrap();
    grid.set(UVec2::new(2, 1), 2).unwrap();
    let draw = |platform: Option<dim2::OneWayPlatform>| {
        let mut app = shown(sides_only());
        let entity = app.spawn((dim2::Collider::Grid(grid.clone()), at_xy(-2.0, -1.0)));
        platform.into_iter().for_each(|platform| app.insert(entity, platform));
        drawn(&mut app).iter().map(|(point, _)| point.truncate()).collect::<Vec<_>>()
    };
    let is_on = |points: &[Vec2], end: Vec2| points.iter().any(|point| point.distance(end) < 1e-2);
    // The cell that is solid from the left: its left side, and nothing right of it.
    let points = draw(None);
    assert!(is_on(&points, Vec2::ZERO) && is_on(&points, Vec2::Y), "{points:?}");
    assert!(points.iter().all(|point| point.x < 1e-2 && point.y > -0.5), "{points:?}");
    // What the entity says is for the other cell only: the top of its lower half.
    let points = draw(Some(dim2::OneWayPlatform::default()));
    assert!(is_on(&points, Vec2::new(-2.0, -0.5)) && is_on(&points, Vec2::new(-1.0, -0.5)), "{points:?}");
    assert!(is_on(&points, Vec2::ZERO) && is_on(&points, Vec2::Y), "{points:?}");
    assert!(points.iter().all(|point| point.x < 1e-2), "{points:?}");
}
