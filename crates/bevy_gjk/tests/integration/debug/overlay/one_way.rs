//! The solid sides of one-way platforms.

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
            assert!(
                on_side.iter().any(|point| (point.dot(along) - reach).abs() < 1e-2),
                "{direction} {points:?}"
            );
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
    for platform in [
        dim2::OneWayPlatform { direction: Vec2::ZERO, ..Default::default() },
        dim2::OneWayPlatform { direction: Vec2::NAN, ..Default::default() },
    ] {
        let mut app = shown(sides_only());
        app.spawn((dim2::Collider::rectangle(4.0, 2.0), platform));
        assert!(drawn(&mut app).is_empty());
    }
    let mut app = shown(sides_only());
    app.spawn((dim2::Collider::half_space(Vec2::Y, 0.0), dim2::OneWayPlatform::default()));
    app.spawn(dim2::Collider::rectangle(4.0, 2.0));
    assert!(drawn(&mut app).is_empty());
}
