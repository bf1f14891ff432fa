//! Casts that leave flat walls: to the other side of nothing but what they touch at the start.

use crate::common::prelude::*;

const ALL: &QueryFilter = &QueryFilter::ALL;

/// The surface of a cube of triangles around the origin.
fn room(half: f32) -> dim3::Collider {
    let side = |bit: u32| if bit == 0 { -half } else { half };
    let corners = (0..8u32).map(|corner| Vec3::new(side(corner & 1), side(corner & 2), side(corner & 4)));
    let quads = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    let triangles = quads.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    dim3::Collider::tri_mesh(corners, triangles)
}

#[test]
fn a_laser_in_a_cube_hits_the_next_wall() {
    let mut app = app();
    app.spawn((room(2.0), Transform::IDENTITY));
    let query = app.query_after_update::<Dim3>();
    let cast = |from: Vec3, to: Vec3| {
        let hit = query.cast_shape_leaving(&gjk::Point::new([from]), Dir3::new(to).unwrap(), 99.0, ALL);
        hit.map(|hit| (hit.distance, hit.point, hit.normal)).unwrap()
    };
    let (distance, point, normal) = cast(Vec3::ZERO, Vec3::new(3.0, 2.0, 1.1));
    assert!((distance - 2.513077).abs() < 1e-5 && normal == Vec3::NEG_X, "{distance} {normal}");
    let (distance, _, normal) = cast(point, Vec3::new(-3.0, 2.0, 1.1));
    assert!((distance - 1.2565).abs() < 1e-3 && normal == Vec3::NEG_Y, "{distance} {normal}");
}

fn segment(ends: [[f32; 2]; 2]) -> (dim2::Collider, Transform) {
    (dim2::Collider::segment(ends[0].into(), ends[1].into()), Transform::IDENTITY)
}

#[test]
fn a_point_and_a_segment_leave_a_line_and_hit_another() {
    let mut app = app();
    app.spawn(segment([[-9.0, 0.0], [9.0, 0.0]]));
    let wall = app.spawn(segment([[2.0, -9.0], [2.0, 9.0]]));
    let query = app.query_after_update::<Dim2>();
    let from = Vec2::new(0.25, 0.0);
    // To both sides of the line.
    for side in each([1.0, -1.0]) {
        let along = Dir2::new(Vec2::new(2.0, 1.25 * side) - from).unwrap();
        let hit = query.cast_shape_leaving(&gjk::Point::new([from]), along, 9.0, ALL).unwrap();
        assert_eq!((hit.entity, hit.normal), (wall, Vec2::NEG_X));
        assert_near(hit.distance, 2.1506, 1e-3);
        // A segment that is parallel to the wall.
        let rod = gjk::Segment::new([from, from + Vec2::Y * side]);
        let hit = query.cast_shape_leaving(&rod, along, 9.0, ALL).unwrap();
        assert_eq!(hit.entity, wall);
        assert_near(hit.distance, 2.1506, 1e-3);
    }
}

#[test]
fn a_laser_that_bounces_a_thousand_times_stays_in_a_room_of_triangles() {
    let tilted = |at: Vec3| at_point(at).with_rotation(Quat::from_euler(EulerRot::XYZ, 0.4, 0.8, 0.3));
    let far = Vec3::new(1000.3, -300.1, 999.7);
    let mut in_corners = 0;
    for place in [Transform::IDENTITY, tilted(Vec3::new(7.7, -2.3, 0.4)), tilted(far)] {
        let mut app = app();
        app.spawn((room(2.0), place));
        let query = app.query_after_update::<Dim3>();
        let mut random = Random(3);
        for _ in 0..20 {
            let mut along = Dir3::new(point(&mut random, 1.0)).unwrap();
            let mut at = place.translation;
            for bounce in 0..1000 {
                let hit = query.cast_shape_leaving(&gjk::Point::new([at]), along, 100.0, ALL);
                let Some(hit) = hit else {
                    // In a corner nearer than the tolerance of touching, either wall may be left.
                    let local = place.compute_affine().inverse().transform_point3(at).abs();
                    let tolerance = 4e-6 + 5e-7 * at.abs().max_element();
                    let walls = local.to_array().into_iter().filter(|at| (at - 2.0).abs() < tolerance);
                    assert!(walls.count() > 1, "{bounce} bounces: from {at} along {along:?} {place:?}");
                    in_corners += 1;
                    break;
                };
                (at, along) = (hit.point, Dir3::new(along.reflect(hit.normal)).unwrap());
            }
        }
    }
    assert!(in_corners <= 2, "{in_corners} of 60 left through a corner");
}

/// The same in 2D, in rooms of segments and of one polyline, with any number of walls.
#[test]
fn a_laser_stays_in_a_room_of_lines() {
    let mut random = Random(5);
    for round in 0..40 {
        let corners = 3 + random.below(9) as usize;
        let angle = core::f32::consts::TAU / corners as f32;
        let ring: Vec<_> =
            (0..=corners).map(|at| 3.0 * Vec2::from_angle(angle * (at % corners) as f32)).collect();
        let mut app = app();
        if round % 2 == 0 {
            app.spawn((dim2::Collider::polyline(ring), Transform::IDENTITY));
        } else {
            for ends in ring.windows(2) {
                app.spawn((dim2::Collider::segment(ends[0], ends[1]), Transform::IDENTITY));
            }
        }
        let query = app.query_after_update::<Dim2>();
        let (mut at, mut along) = (Vec2::ZERO, Dir2::new(Vec2::from_angle(random.range(-3.0, 3.0))).unwrap());
        for bounce in 0..1000 {
            let hit = query.cast_shape_leaving(&gjk::Point::new([at]), along, 100.0, ALL);
            let hit =
                hit.unwrap_or_else(|| panic!("{corners} walls, {bounce} bounces: from {at} along {along:?}"));
            (at, along) = (hit.point, Dir2::new(along.reflect(hit.normal)).unwrap());
        }
    }
}

/// Flat shapes leave flat walls along them, and hit others from either side.
#[test]
fn a_flat_shape_slides_along_a_flat_wall_into_another() {
    let mut app = app();
    app.spawn((dim2::Collider::polyline((0..=10).map(|x| Vec2::new(x as f32, 0.0))), Transform::IDENTITY));
    let wall = app.spawn(segment([[7.0, -1.0], [7.0, 1.0]]));
    let query = app.query_after_update::<Dim2>();
    for (from, along, distance) in each([(0.5, Dir2::X, 6.5), (9.25, Dir2::NEG_X, 2.25)]) {
        let point = gjk::Point::new([Vec2::new(from, 0.0)]);
        let hit = query.cast_shape_leaving(&point, along, 99.0, ALL).unwrap();
        assert_eq!(hit.entity, wall);
        assert_near(hit.distance, distance, 1e-5);
    }
}
