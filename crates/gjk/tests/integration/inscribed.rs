//! Inscribed spheres: the sphere that a shape reports around its center lies within it, and is the largest.

use gjk::{
    Capsule3, Cuboid, Cylinder, Ellipsoid, Extrusion, Rectangle, Segment, Sphere, Support, Vec3, intersects,
};

/// Returns directions all around the sphere, of lengths over seven orders of magnitude, and axes.
fn directions() -> impl Iterator<Item = Vec3> {
    let axes = [Vec3::X, Vec3::NEG_Y, Vec3::Z, Vec3::new(0.0, 3.0, 4.0)];
    let around = (0..500).map(|index| {
        let (angle, height) = (index as f32 * 2.399_963, (index as f32 + 0.5) / 250.0 - 1.0);
        let radius = (1.0 - height * height).sqrt();
        Vec3::new(radius * angle.cos(), height, radius * angle.sin()) * 10f32.powi(index % 7 - 3)
    });
    axes.into_iter().chain(around)
}

/// Returns whether a shape contains a point, asked as a segment of length 0.
fn contains(shape: &dyn Support<Vec3>, point: Vec3) -> bool {
    intersects(shape, &Segment::new([point, point]))
}

#[test]
fn inscribed_spheres_touch_the_boundary() {
    let shapes: [(&str, &dyn Support<Vec3>); 8] = [
        ("sphere", &Sphere::new(2.0)),
        ("box", &Cuboid::new(1.0, 2.0, 30.0)),
        ("capsule", &Capsule3::new(1.5, 0.5)),
        ("long capsule", &Capsule3::new(30.0, 1.0)),
        ("short capsule", &Capsule3::new(0.01, 20.0)),
        ("cylinder", &Cylinder::new(1.0, 5.0)),
        ("ellipsoid", &Ellipsoid::from_half_size(Vec3::new(1.0, 2.0, 0.3))),
        ("extrusion", &Extrusion::new(Rectangle::new(2.0, 1.0), 3.0)),
    ];
    for (name, shape) in shapes {
        let radius = shape.size().inscribed_radius;
        let on_sphere = || directions().map(|direction| direction.normalize() * radius);
        for end in on_sphere() {
            assert!(contains(shape, end * (1.0 - 1e-4)), "{name}, {end}");
        }
        assert!(on_sphere().any(|end| !contains(shape, end * (1.0 + 1e-3))), "{name}");
    }
}
