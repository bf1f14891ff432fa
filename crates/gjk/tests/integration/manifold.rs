//! Contact manifolds: the points lie on both shapes, have the depth that they state, are as many as faces and
//! edges need, and keep their feature ids while shapes slide.

use gjk::support::hints::FEATURE_TOLERANCE;
use gjk::*;

use crate::common::dynamic::{contact, manifold, nearest_point};
use crate::common::{Rng, at};

/// Returns the points on the first shape, sorted.
fn points_on_a(manifold: &Manifold<Vec3>) -> Vec<[f32; 3]> {
    let mut points: Vec<_> = manifold.points().iter().map(|point| point.on_a.to_array()).collect();
    points.sort_by(|one, other| one.partial_cmp(other).unwrap());
    points
}

#[test]
fn a_box_on_a_floor_touches_with_four_vertices() {
    let floor = Cuboid::new(10.0, 1.0, 10.0);
    let crate_ = at(Cuboid::new(1.0, 1.0, 1.0), Vec3::new(2.0, 0.75, -1.0));
    let manifold = manifold(&floor, &crate_).unwrap();
    let corners = [[1.5, 0.5, -1.5], [1.5, 0.5, -0.5], [2.5, 0.5, -1.5], [2.5, 0.5, -0.5]];
    assert_eq!(points_on_a(&manifold), corners);
    for point in manifold.points() {
        assert_eq!((point.depth, point.on_b.y), (0.25, 0.25));
        assert!(matches!(point.features, [Feature::Face, Feature::Vertex(_)]));
    }
}

#[test]
fn a_box_over_the_edge_of_a_table_is_clipped_at_the_edge() {
    let table = Cuboid::new(2.0, 1.0, 2.0);
    let crate_ = at(Cuboid::new(1.0, 1.0, 1.0), Vec3::new(1.2, 0.9, 1.2));
    let manifold = manifold(&table, &crate_).unwrap();
    let corners = [[0.7, 0.5, 0.7], [0.7, 0.5, 1.0], [1.0, 0.5, 0.7], [1.0, 0.5, 1.0]];
    for (point, corner) in points_on_a(&manifold).into_iter().zip(corners) {
        assert!(Vec3::from(point).distance(Vec3::from(corner)) < 1e-6, "{point:?}");
    }
    let count = |wanted: fn(&[Feature; 2]) -> bool| {
        manifold.points().iter().filter(|point| wanted(&point.features)).count()
    };
    assert_eq!(count(|f| matches!(f, [Feature::Face, Feature::Vertex(_)])), 1);
    assert_eq!(count(|f| matches!(f, [Feature::Vertex(_), Feature::Face])), 1);
    assert_eq!(count(|f| matches!(f, [Feature::Edge(..), Feature::Edge(..)])), 2);
}

#[test]
fn feature_ids_stay_the_same_while_a_box_slides() {
    let table = Cuboid::new(4.0, 1.0, 4.0);
    let features = |x: f32, turn: f32| {
        let map = Affine3A::from_rotation_translation(Quat::from_rotation_y(turn), Vec3::new(x, 0.99, 1.7));
        let manifold = manifold(&table, &Cuboid::new(1.0, 1.0, 1.0).placed(map)).unwrap();
        let mut features: Vec<_> =
            manifold.points().iter().map(|point| format!("{:?}", point.features)).collect();
        features.sort();
        features
    };
    let first = features(0.0, 0.0);
    assert_eq!(first.len(), 4);
    for step in 1..20 {
        let step = step as f32 * 0.01;
        assert_eq!(features(step, 0.0), first);
    }
    let turned = features(0.0, 0.1);
    assert_eq!(features(0.05, 0.12), turned);
}

#[test]
fn a_face_is_preferred_to_an_edge_within_the_tolerance() {
    let floor = Cuboid::new(10.0, 1.0, 10.0);
    let tilted = |angle: f32| {
        let map = Affine3A::from_rotation_translation(Quat::from_rotation_x(angle), Vec3::Y * 0.995);
        manifold(&floor, &Cuboid::new(1.0, 1.0, 1.0).placed(map)).unwrap()
    };
    let tolerance = (FEATURE_TOLERANCE * 0.5) as f32;
    assert_eq!(tilted(0.9 * tolerance).points().len(), 4);
    assert_eq!(tilted(1.2 * tolerance).points().len(), 2);
    assert_eq!(tilted(core::f32::consts::FRAC_PI_4).points().len(), 2);
    // A box that stands on a vertex.
    let turn = Quat::from_rotation_arc(Vec3::ONE.normalize(), Vec3::NEG_Y);
    let map = Affine3A::from_rotation_translation(turn, Vec3::Y * 1.3);
    let corner = manifold(&floor, &Cuboid::new(1.0, 1.0, 1.0).placed(map)).unwrap();
    assert_eq!(corner.points().len(), 1);
    assert_eq!(corner.points()[0].features[0], Feature::Face);
}

#[test]
fn round_shapes_touch_a_floor_along_their_side_or_with_their_cap() {
    let floor = Cuboid::new(10.0, 1.0, 10.0);
    let lying = |shape: &dyn Support<Vec3>, height: f32| {
        let turn = Quat::from_rotation_z(core::f32::consts::FRAC_PI_2);
        let map = Affine3A::from_rotation_translation(turn, Vec3::Y * (0.49 + height));
        manifold(&floor, &shape.placed(map)).unwrap()
    };
    for shape in [&Capsule3::new(1.0, 0.5) as &dyn Support<Vec3>, &Cylinder::new(0.5, 2.0)] {
        let manifold = lying(shape, 0.5);
        let [one, other] = manifold.points() else { panic!("{manifold:?}") };
        assert!((one.on_a.distance(other.on_a) - 2.0).abs() < 1e-5, "{manifold:?}");
        assert!((one.depth - 0.01).abs() < 1e-5 && (other.depth - 0.01).abs() < 1e-5);
    }
    let standing = |shape: &dyn Support<Vec3>| {
        let map = Affine3A::from_translation(Vec3::Y * 1.49);
        manifold(&floor, &shape.placed(map)).unwrap().points().len()
    };
    assert_eq!(standing(&Cylinder::new(0.5, 2.0)), 4);
    assert_eq!(standing(&Cone::new(0.5, 2.0)), 4);
    assert_eq!(standing(&ConicalFrustum::new(0.2, 0.5, 2.0)), 4);
    assert_eq!(standing(&Sphere::new(1.0)), 1);
    assert_eq!(standing(&Capsule3::new(0.5, 0.5)), 1);
    let turned = Affine3A::from_rotation_x(core::f32::consts::FRAC_PI_2);
    assert_eq!(standing(&Extrusion::new(Circle::new(0.5), 2.0).placed(turned)), 4);
    // Parallel capsules touch along their common length, crossed ones in a point.
    let one = Capsule3::new(1.0, 0.5);
    let beside = manifold(&one, &at(one, Vec3::new(0.9, 0.5, 0.0))).unwrap();
    assert_eq!(beside.points().len(), 2);
    let turn = Quat::from_rotation_x(core::f32::consts::FRAC_PI_2);
    let crossed = Affine3A::from_rotation_translation(turn, Vec3::X * 0.9);
    assert_eq!(manifold(&one, &one.placed(crossed)).unwrap().points().len(), 1);
}

#[test]
fn rectangles_touch_along_the_common_part_of_their_edges() {
    let floor = Rectangle::new(10.0, 1.0);
    let manifold = manifold(&floor, &at(Rectangle::new(2.0, 1.0), Vec2::new(4.5, 0.75))).unwrap();
    let [one, other] = manifold.points() else { panic!("{manifold:?}") };
    let mut ends = [one, other];
    ends.sort_by(|one, other| one.on_a.x.total_cmp(&other.on_a.x));
    assert_eq!((ends[0].on_a, ends[1].on_a), (Vec2::new(3.5, 0.5), Vec2::new(5.0, 0.5)));
    assert!(matches!(ends[0].features, [Feature::Edge(..), Feature::Vertex(_)]));
    assert!(matches!(ends[1].features, [Feature::Vertex(_), Feature::Edge(..)]));
    assert_eq!((one.depth, other.depth), (0.25, 0.25));
}

#[test]
fn a_manifold_with_a_half_space_has_the_points_of_the_other_shape() {
    let ground = HalfSpace::new(Vec3::Y, 0.0);
    let crate_ = at(Cuboid::new(1.0, 1.0, 1.0), Vec3::new(1e4, 0.49, 0.0));
    let under = manifold(&ground, &crate_).unwrap();
    assert_eq!(under.points().len(), 4);
    for point in under.points() {
        assert!((point.depth - 0.01).abs() < 1e-6 && point.on_a.y.abs() < 1e-6, "{point:?}");
    }
    assert_eq!(manifold(&crate_, &ground).unwrap().points().len(), 4);
    assert_eq!(manifold(&ground, &at(Sphere::new(1.0), Vec3::Y * 0.9)).unwrap().points().len(), 1);
    let plane = HalfSpace::new(Vec2::Y, 0.0);
    assert_eq!(manifold(&plane, &at(Rectangle::new(1.0, 1.0), Vec2::Y * 0.4)).unwrap().points().len(), 2);
}

/// Asserts the invariants of the manifold of any pair, and returns its number of points.
fn assert_manifold<V: Space + Vector<Scalar = f32>>(
    case: usize,
    a: &dyn Support<V>,
    b: &dyn Support<V>,
) -> usize {
    let Some(manifold) = manifold(a, b) else {
        assert!(contact(a, b).is_none());
        return 0;
    };
    assert_eq!(Some(manifold.contact), contact(a, b));
    let points = manifold.points();
    assert!((1..=if V::DIMENSION == 2 { 2 } else { 4 }).contains(&points.len()));
    let normal = manifold.contact.normal;
    for (index, point) in points.iter().enumerate() {
        // Each point lies in its shape, up to rounding.
        for (shape, on) in [(a, point.on_a), (b, point.on_b)] {
            let gap = nearest_point(shape, on).distance;
            assert!(gap < 1e-5, "{case}: {gap} {point:?}");
        }
        let depth = (point.on_a - point.on_b).dot(normal);
        assert!((depth - point.depth).abs() < 1e-5, "{case}: {depth} {point:?}");
        assert!(point.depth <= manifold.contact.depth + 1e-5, "{case}: {manifold:?}");
        assert!(point.depth > -0.03, "{case}: {manifold:?}");
        for other in &points[..index] {
            assert_ne!(other.on_a, point.on_a, "{case}: {manifold:?}");
        }
    }
    points.len()
}

#[test]
fn manifold_points_of_any_pair_lie_on_both_shapes() {
    let mut rng = Rng(41);
    let mut counts = [[0; 5]; 2];
    for case in 0..4000 {
        let (a, b) = (rng.shape_3d(0.6), rng.shape_3d(0.6));
        counts[0][assert_manifold(case, &*a, &*b)] += 1;
        let (a, b) = (rng.shape_2d(0.6), rng.shape_2d(0.6));
        counts[1][assert_manifold(case, &*a, &*b)] += 1;
    }
    assert!(counts.iter().all(|counts| counts[1] > 500), "{counts:?}");
}

#[test]
fn manifolds_of_stacked_shapes_at_any_angle_have_four_points() {
    let mut rng = Rng(43);
    let mut counts = [0; 5];
    for case in 0..2000 {
        let mut standing = |y: f32| {
            let turn = Quat::from_rotation_y(rng.real(-3.0, 3.0));
            let place = Vec3::new(rng.real(-0.4, 0.4), y, rng.real(-0.4, 0.4));
            let map = Affine3A::from_rotation_translation(turn, place);
            let prism = |sides: usize| Extrusion::new(ConvexPolygon::regular(0.6, sides).unwrap(), 1.0);
            let upright = Affine3A::from_rotation_x(core::f32::consts::FRAC_PI_2);
            match rng.below(4) {
                0 => Box::new(Cuboid::new(1.0, 1.0, 1.0).placed(map)) as Box<dyn Support<Vec3>>,
                1 => Box::new(Cylinder::new(0.5, 1.0).placed(map)),
                2 => Box::new(prism(3).placed(map * upright)),
                // More vertices than clipping has room for.
                _ => Box::new(prism(70).placed(map * upright)),
            }
        };
        let (a, b) = (standing(0.0), standing(0.995));
        counts[assert_manifold(case, &*a, &*b)] += 1;
    }
    // The corners of some triangles miss each other.
    assert!(counts[4] > 1500 && counts[0] < 20 && counts[1] + counts[2] == 0, "{counts:?}");
}

/// The vertices of one face near a sharp corner of another are on the corner only if they are near it, not if they are
/// near the lines of both of its edges.
#[test]
fn manifold_points_of_slivers_lie_on_both_shapes() {
    let mut rng = Rng(44);
    let (mut faces, mut edges) = (0, 0);
    for case in 0..4000 {
        // A flat triangle with a sharp corner at the origin, 100 long, and a triangle or an edge that ends near that
        // corner.
        let angle = 10_f32.powf(rng.real(-3.0, -0.5));
        let (sin, cos) = angle.sin_cos();
        let corner =
            Hull::<Vec3>::new([Vec3::ZERO, Vec3::X * 100.0, Vec3::new(cos, sin, 0.0) * 100.0]).unwrap();
        let along = |t: f32, y: f32| Vec3::new(t, t * (0.5 * angle).tan() + y, 0.0);
        let beyond = 10_f32.powf(rng.real(-4.0, 0.0));
        let aside = rng.real(-1e-4, 1e-4);
        let half_slope = if case % 2 == 0 { 0.0 } else { 0.3 * angle };
        let end = along(-beyond, aside);
        let other = if half_slope == 0.0 {
            Hull::<Vec3>::new([end, along(60.0, aside)])
        } else {
            Hull::<Vec3>::new([
                end,
                along(60.0, aside - 60.0 * half_slope),
                along(60.0, aside + 60.0 * half_slope),
            ])
        };
        let turn = Affine3A::from_quat(Quat::from_rotation_y(rng.real(-3.0, 3.0)));
        let (a, b) = (corner.placed(turn), other.unwrap().placed(turn));
        for (a, b) in [(&a, &b), (&b, &a)] {
            let Some(manifold) = manifold(a, b) else { continue };
            for point in manifold.points() {
                for (shape, on) in [(a, point.on_a), (b, point.on_b)] {
                    let gap = nearest_point(shape, on).distance;
                    // A thousandth of the feature tolerance, at most twice, and rounding.
                    assert!(gap < 5.1e-4 + 1e-4, "{case}: {gap} {point:?}");
                }
            }
            if half_slope == 0.0 { edges += 1 } else { faces += 1 }
        }
    }
    assert!(faces > 1000 && edges > 1000, "{faces} {edges}");
}
