//! Height fields have holes where heights are NaN.

use crate::common::prelude::*;

const COLUMNS: u32 = 17;
const NO_TRIANGLE: &str = "heights that leave no triangle, since each would have a NaN";

/// A flat field of 16 by 16 cells of side 1 at height 0, with holes at some grid points.
fn field(holes: &[[u32; 2]]) -> dim3::Collider {
    let height = |index: u32| {
        if holes.contains(&[index % COLUMNS, index / COLUMNS]) { f32::NAN } else { 0.0 }
    };
    dim3::Collider::height_field((0..COLUMNS * COLUMNS).map(height), COLUMNS, Vec2::splat(16.0))
}

#[test]
fn rays_pass_through_holes_and_hit_beside_them() {
    let mut app = app();
    // The grid point in the middle.
    let ground = app.spawn(field(&[[8, 8]]));
    app.update();
    let mut hits = |x: f32, z: f32| {
        app.query::<Dim3>().cast_ray(Vec3::new(x, 5.0, z), Dir3::NEG_Y, 100.0, &QueryFilter::ALL)
    };
    for [x, z] in each([[0.0, 0.0], [0.2, 0.2], [-0.3, -0.3], [0.3, -0.3], [-0.6, 0.4]]) {
        assert!(hits(x, z).is_none());
    }
    for [x, z] in each([[1.2, 0.0], [0.0, -1.3], [0.9, 0.9], [-0.9, -0.9], [7.9, 7.9]]) {
        let hit = hits(x, z).unwrap();
        assert_eq!((hit.entity, hit.distance), (ground, 5.0));
    }
}

#[test]
fn balls_fall_through_holes_only() {
    let mut app = app();
    let holes: Vec<_> = (6..=10).flat_map(|z| (6..=10).map(move |x| [x, z])).collect();
    let ground = app.spawn(field(&holes));
    for (x, falls) in each([(0.0, true), (5.0, false)]) {
        let ball = app.spawn((dim3::Collider::sphere(0.5), at_xy(x, 3.0)));
        let touches = (0..60).any(|step| {
            app.update_at(ball, at_xy(x, 3.0 - 0.1 * step as f32));
            app.resource::<dim3::Collisions>().get(ground, ball).is_some()
        });
        assert_ne!(touches, falls);
    }
}

/// A field with random holes touches what its triangles touch, one by one.
#[test]
fn what_is_left_is_as_its_triangles() {
    let mut random = Random(9);
    for _ in 0..60 {
        let (columns, rows) = (2 + random.below(9), 2 + random.below(9));
        let heights: Vec<f32> = (0..columns * rows)
            .map(|_| if random.below(3) == 0 { f32::NAN } else { random.range(-1.0, 1.0) })
            .collect();
        let collider = dim3::Collider::height_field(heights.clone(), columns, Vec2::splat(4.0));
        let at = |x: u32, z: u32| {
            let part = Vec2::new(x as f32 / (columns - 1) as f32, z as f32 / (rows - 1) as f32);
            let place = (part - 0.5) * 4.0;
            Vec3::new(place.x, heights[(z * columns + x) as usize], place.y)
        };
        let mut triangles = Vec::new();
        for (x, z) in (0..rows - 1).flat_map(|z| (0..columns - 1).map(move |x| (x, z))) {
            let (one, two) = (at(x + 1, z), at(x, z + 1));
            triangles.extend([[at(x, z), two, one], [at(x + 1, z + 1), one, two]]);
        }
        triangles.retain(|corners| corners.iter().all(|corner| !corner.y.is_nan()));
        let placed = collider.placed(Transform::IDENTITY);
        if triangles.is_empty() {
            assert_eq!(placed.unwrap_err().to_string(), NO_TRIANGLE);
            continue;
        }
        let placed = placed.unwrap();
        for _ in 0..40 {
            let center = Vec3::new(random.range(-2.5, 2.5), random.range(-1.0, 1.0), random.range(-2.5, 2.5));
            let ball = dim3::Collider::sphere(random.range(0.05, 0.5)).placed(at_point(center)).unwrap();
            let touches = |[a, b, c]: &[Vec3; 3]| {
                let triangle = dim3::Collider::triangle(*a, *b, *c).placed(Transform::IDENTITY).unwrap();
                triangle.pair(&ball).contact().is_some()
            };
            assert_eq!(placed.pair(&ball).contact().is_some(), triangles.iter().any(touches), "{center}");
        }
    }
}

#[test]
fn a_field_without_triangles_is_invalid_and_holes_are_no_change() {
    let error = |heights: &[f32]| {
        let field = dim3::Collider::height_field(heights.iter().copied(), 2, Vec2::ONE);
        Shape::<Dim3>::prepare(&field).unwrap_err().to_string()
    };
    assert_eq!(error(&[f32::NAN; 4]), NO_TRIANGLE);
    assert_eq!(error(&[0.0, f32::NAN, 0.0, 0.0]), NO_TRIANGLE);
    // A field with a hole is not equal to itself, but it is made once.
    let mut app = app();
    let ground = app.spawn(field(&[[3, 3]]));
    app.spawn(dim3::Collider::sphere(1.0));
    assert_eq!(step::<Dim3>(&mut app).len(), 1);
    let shape = |app: &App| {
        let colliders = app.resource::<dim3::Collisions>().colliders();
        core::ptr::from_ref(colliders.get(ground).unwrap().shape().unwrap().composite().unwrap())
    };
    let first = shape(&app);
    for _ in 0..3 {
        assert!(step::<Dim3>(&mut app).is_empty());
    }
    assert_eq!(shape(&app), first);
}
