//! Pitfalls: the simplest pairs, and cases that collision libraries have answered wrongly (shared vertices,
//! non-uniform scale, flat shapes, places far from the origin, NaN, malformed polygons).

use gjk::*;

use crate::common::dynamic::{closest_points, contact, intersects};

fn polygon<const N: usize>(corners: [[f32; 2]; N]) -> ConvexPolygon {
    ConvexPolygon::new(corners.map(Vec2::from)).unwrap()
}

/// Returns whether a pair touches, by three queries and in both orders, which have to agree.
fn touching<V: Space>(a: &dyn Support<V>, b: &dyn Support<V>) -> bool {
    let hit = intersects(a, b);
    assert_eq!(intersects(b, a), hit);
    assert_eq!(closest_points(a, b).is_none(), hit);
    assert_eq!(contact(a, b).is_some(), hit);
    hit
}

#[test]
fn polygons_touch_by_the_depth_of_their_overlap() {
    let square = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [0.0, 3.0]];
    let corner = polygon([[3.0, 3.0], [5.0, 3.0], [3.0, 5.0]]);
    let rows = [
        ("overlapping squares", polygon(square), polygon(square.map(|[x, y]| [x + 2.0, y + 2.0])), 1.0),
        ("a common vertex", polygon(square), corner.clone(), 0.0),
    ];
    for (name, a, b, depth) in rows {
        assert!(touching(&a, &b), "{name}");
        assert_eq!(contact(&a, &b).unwrap().depth, depth, "{name}");
    }
    let crossing = [[[0.0, 1.0], [1.0, -1.0], [-1.0, -1.0]], [[0.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]];
    assert!(touching(&polygon(crossing[0]), &polygon(crossing[1])));
    assert!(!touching(&polygon(square), &corner.placed(Affine2::from_translation(Vec2::splat(1e-4)))));
}

#[test]
fn a_circle_under_a_non_uniform_scale_is_an_ellipse() {
    let square = polygon([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]);
    let sprite = |x: f32| {
        let matrix = Affine2::from_scale_angle_translation(Vec2::new(2.0, -0.5), 0.0, Vec2::new(x, 0.0));
        Circle::new(1.0).placed(matrix)
    };
    assert!(touching(&square, &sprite(2.999)));
    assert!(!touching(&square, &sprite(3.001)));
    let closest = closest_points(&square, &sprite(4.0)).unwrap();
    assert!((closest.distance - 1.0).abs() < 1e-6);
    let sheared = Affine2::from_mat2_translation(Mat2::from_cols(Vec2::X, Vec2::new(1.0, 1.0)), Vec2::ZERO);
    // The unit circle sheared by x + y extends to √2 along x.
    let ellipse = Circle::new(1.0).placed(sheared);
    let wall = |x: f32| Segment::new([Vec2::new(x, -9.0), Vec2::new(x, 9.0)]);
    assert!(touching(&ellipse, &wall(core::f32::consts::SQRT_2 - 1e-5)));
    assert!(!touching(&ellipse, &wall(core::f32::consts::SQRT_2 + 1e-5)));
}

#[test]
fn contacts_of_3d_boxes_have_exact_depths() {
    let a = Cuboid::new(2.0, 2.0, 2.0);
    for (offset, depth, normal) in [
        (Vec3::new(1.5, 0.0, 0.0), 0.5, Vec3::X),
        (Vec3::new(0.0, -1.75, 0.25), 0.25, Vec3::NEG_Y),
        (Vec3::new(0.5, 0.25, 1.0), 1.0, Vec3::Z),
        (Vec3::new(0.1, 0.0, 0.0), 1.9, Vec3::X),
    ] {
        let b = a.placed(Affine3A::from_translation(offset));
        assert!(touching(&a, &b));
        let contact = contact(&a, &b).unwrap();
        assert!((contact.depth - depth).abs() < 1e-6, "{contact:?}");
        assert!(contact.normal.distance(normal) < 1e-6, "{contact:?}");
        assert_eq!(contact.status, Status::Converged);
    }
}

#[test]
fn contacts_of_spheres_and_capsules_are_exact() {
    let ball = |x| Sphere::new(1.0).placed(Affine3A::from_translation(Vec3::new(x, 0.0, 0.0)));
    assert_eq!(contact(&ball(0.0), &ball(1.5)).unwrap().depth, 0.5);
    assert_eq!(closest_points(&ball(0.0), &ball(3.0)).unwrap().on_a, Vec3::X);
    assert_eq!(contact(&ball(0.0), &ball(0.0)).unwrap().depth, 2.0);
    let capsule = Capsule3::new(1.0, 0.5).placed(Affine3A::from_translation(Vec3::new(1.25, 0.5, 0.0)));
    let contact = contact(&ball(0.0), &capsule).unwrap();
    assert!((contact.depth - 0.25).abs() < 1e-6 && contact.normal.distance(Vec3::X) < 1e-6);
}

#[test]
fn flat_shapes_touch_and_separate() {
    let upright = Segment::new([Vec3::NEG_Y, Vec3::Y]);
    let across = Segment::new([Vec3::NEG_X, Vec3::X]);
    assert!(touching(&upright, &across));
    assert_eq!(contact(&upright, &across).unwrap().depth, 0.0);
    let floor = Cuboid::new(2.0, 2.0, 2.0).placed(Affine3A::from_scale(Vec3::new(1.0, 0.0, 1.0)));
    assert!(touching(&floor, &upright));
    assert!(!touching(&floor, &across.placed(Affine3A::from_translation(Vec3::Y * 1e-3))));
    let point = Point::new([Vec3::ONE]);
    assert!(touching(&point, &point) && !touching(&point, &Point::new([Vec3::X])));
}

#[test]
fn closest_points_a_thousand_kilometers_from_the_origin_are_exact() {
    let far = Vec3::new(1e6, -1e6, 1e6);
    let a = Cuboid::new(2.0, 2.0, 2.0).placed(Affine3A::from_translation(far));
    let b = Sphere::new(1.0).placed(Affine3A::from_translation(far + Vec3::X * 3.0));
    let closest = closest_points(&a, &b).unwrap();
    assert_eq!((closest.distance, closest.normal), (1.0, Vec3::X));
}

#[test]
fn shapes_with_nan_or_infinity_touch_nothing() {
    let fine = Cuboid::new(1.0, 1.0, 1.0);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for bad in [Affine3A::from_translation(Vec3::X * bad), Affine3A::from_scale(Vec3::new(1.0, bad, 1.0))]
        {
            assert!(!intersects(&fine, &fine.placed(bad)));
            assert!(contact(&fine, &fine.placed(bad)).is_none());
            assert!(closest_points(&fine.placed(bad), &fine).is_none());
        }
    }
}

#[test]
fn polygon_errors_name_the_corner_at_fault() {
    let error =
        |corners: &[[f32; 2]]| ConvexPolygon::new(corners.iter().copied().map(Vec2::from)).unwrap_err();
    let rows: [(&[[f32; 2]], ShapeError); 7] = [
        (&[[0.0, 0.0], [1.0, 0.0]], ShapeError::TooFewCorners(2)),
        (&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0]], ShapeError::RepeatedCorner(2)),
        (&[[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]], ShapeError::RepeatedCorner(0)),
        (&[[1.0, 0.0]; 5], ShapeError::RepeatedCorner(0)),
        // Repeated corners count in the indices of the errors.
        (
            &[[0.0, 0.0], [0.0, 0.0], [4.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0], [0.0, 0.0]],
            ShapeError::ConcaveCorner(4),
        ),
        (&[[0.0, 0.0], [1.0, f32::NAN], [0.0, 1.0]], ShapeError::CornerNotFinite(1)),
        (&[[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]], ShapeError::ConcaveCorner(2)),
    ];
    rows.iter().for_each(|(corners, expected)| assert_eq!(error(corners), *expected, "{corners:?}"));
    // There and back on one line.
    assert!(matches!(error(&[[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [1.0, 1.0]]), ShapeError::ConcaveCorner(_)));
    let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    assert!(matches!(error(&[square, square].concat()), ShapeError::SelfIntersecting(_)));
    let star: Vec<_> =
        (0..5).map(|i| (i as f32 * 0.8 * core::f32::consts::PI).sin_cos()).map(|(y, x)| [x, y]).collect();
    assert!(matches!(error(&star), ShapeError::SelfIntersecting(_)));
    assert_eq!(Hull::<Vec3>::new([]).unwrap_err(), ShapeError::Empty);
    // Both orientations are accepted.
    let clockwise = polygon([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]]);
    assert_eq!(clockwise.corners().next().unwrap(), Vec2::new(1.0, 0.0));
}

#[test]
fn an_off_center_polygon_keeps_its_position_a_thousand_kilometers_away() {
    // The polygon is stored relative to one of its corners, whose position out there is not an `f32`.
    let triangle = polygon([[10.1, 10.3], [10.6, 10.2], [10.2, 10.7]]);
    let far = Vec2::new(1e6, -1e6);
    let turned = |by: Vec2| Affine2::from_angle_translation(0.7, by);
    let closest = |by: Vec2| {
        let ball = Circle::new(0.25).placed(Affine2::from_translation(by));
        closest_points(&(&triangle).placed(turned(by)), &ball).unwrap()
    };
    let (here, there) = (closest(Vec2::ZERO), closest(far));
    assert!((here.distance - there.distance).abs() < 2e-6, "{here:?} {there:?}");
    assert!(here.normal.distance(there.normal) < 1e-6);
}

#[test]
fn an_off_center_polygon_keeps_its_position_at_any_distance() {
    // The polygon's own origin is off by less than the last digit of an `f64` of its position.
    let triangle = polygon([[10.1, 10.3], [10.6, 10.2], [10.2, 10.7]]);
    let deepest = |by: Vec2| {
        let place = Affine2::from_angle_translation(0.7, by);
        let ball = Circle::new(0.25).placed(Affine2::from_translation(Vec2::new(10.3, 10.4)));
        contact(&(&triangle).placed(place), &ball.placed(place)).unwrap()
    };
    let here = deepest(Vec2::ZERO);
    for far in [1e9, 1e15, 1e30] {
        let there = deepest(Vec2::new(far, -far));
        assert!((here.depth - there.depth).abs() < 2e-6, "{far}: {here:?} {there:?}");
        assert!(here.normal.distance(there.normal) < 1e-5, "{far}: {here:?} {there:?}");
    }
}

/// A number in a file may be any: no memory is allocated for it.
#[test]
fn a_regular_polygon_of_too_many_corners_is_an_error() {
    let most = ConvexPolygon::MAX_REGULAR_CORNERS;
    let polygon = ConvexPolygon::regular(1.0, most).unwrap();
    assert_eq!(polygon.corners().len(), most);
    // It cannot be told from its circle: the middle of a side is within the touching distance.
    let gap = 1.0 - (core::f64::consts::PI / most as f64).cos();
    assert!(gap < 1e-7, "{gap}");
    for sides in [most + 1, 1_000_000, u32::MAX as usize, usize::MAX] {
        assert_eq!(ConvexPolygon::regular(1.0, sides), Err(ShapeError::TooManyCorners(sides)));
    }
    let text = ShapeError::TooManyCorners(9000).to_string();
    assert!(text.contains("9000") && text.contains("8192") && text.contains("circle"), "{text}");
    assert_eq!(ConvexPolygon::regular(f32::NAN, usize::MAX), Err(ShapeError::NotFinite));
    assert_eq!(ConvexPolygon::regular(1.0, 2), Err(ShapeError::TooFewCorners(2)));
}
