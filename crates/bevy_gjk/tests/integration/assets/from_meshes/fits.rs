//! Colliders fit the meshes from which they are made.

use super::elements::{SHAPES, shaped};
use super::*;

#[test]
fn shapes_fit_the_mesh() {
    let (mut app, _) = app();
    let centered = add(&mut app, Cuboid::new(2.0, 4.0, 6.0));
    let aside = add(&mut app, Mesh::from(Cuboid::new(2.0, 4.0, 6.0)).translated_by(Vec3::X));
    let ball = add(&mut app, Mesh::from(Sphere::new(3.0)).translated_by(Vec3::Y));
    let mut spawn = |mesh: &Handle<Mesh>, shape| app.spawn((Mesh3d(mesh.clone()), shape));
    let boxes = [spawn(&centered, ColliderFromMesh::Box), spawn(&aside, ColliderFromMesh::Box)];
    let balls = [spawn(&centered, ColliderFromMesh::Ball), spawn(&ball, ColliderFromMesh::Ball)];
    app.update();
    assert_eq!(collider(&app, boxes[0]), Some(&Collider::cuboid(2.0, 4.0, 6.0)));
    let [first, last] = [corners(&app, boxes[1])[0], corners(&app, boxes[1])[7]];
    assert_eq!((corners(&app, boxes[1]).len(), first, last), (8, [0.0, -2.0, -3.0], [2.0, 2.0, 3.0]));
    let Some(Collider::Sphere { radius }) = collider(&app, balls[0]) else { panic!("it is centered") };
    assert!((radius - 14f32.sqrt()).abs() < 1e-6, "{radius}");
    // Touches show where the collider is placed.
    let probe = |app: &mut App, y: f32| {
        let at = at_xy(0.0, y);
        let probe = app.spawn((Collider::sphere(0.0), at));
        app.update();
        let touches = app.resource::<Collisions>().contains(balls[1], probe);
        app.despawn(probe);
        touches
    };
    assert!(probe(&mut app, 3.99) && probe(&mut app, -1.99));
    assert!(!probe(&mut app, 4.01) && !probe(&mut app, -2.01));
}

/// Returns the mesh with all compression that Bevy offers.
fn compressed(mesh: impl Into<Mesh>) -> Mesh {
    let mut mesh = mesh.into();
    mesh.compress_mesh(&MeshCompressionArgs::regular()).unwrap();
    let positions = mesh.attribute(Mesh::ATTRIBUTE_POSITION).unwrap();
    assert_eq!(VertexFormat::from(positions), VertexFormat::Snorm16x4);
    mesh
}

/// Returns half of the longest side of the AABB of a mesh.
fn half_size(mesh: &Mesh) -> f32 {
    let positions = mesh.attribute(Mesh::ATTRIBUTE_POSITION).unwrap().as_float3().unwrap();
    let points = || positions.iter().copied().map(Vec3::from);
    let (min, max) = (points().reduce(Vec3::min).unwrap(), points().reduce(Vec3::max).unwrap());
    0.5 * (max - min).max_element()
}

#[test]
fn a_compressed_mesh_makes_the_same_collider() {
    let (mut app, _) = app();
    let moved = Mesh::from(Cuboid::new(2.0, 40.0, 6.0)).translated_by(Vec3::new(7.0, -3.0, 0.5));
    let meshes: [Mesh; 4] = [
        Cuboid::new(2.0, 4.0, 6.0).into(),
        moved,
        Mesh::from(Sphere::new(3.0)).translated_by(Vec3::Y * 2.0),
        // Flat, so that the AABB has a side without length.
        Mesh::from(Plane3d::new(Vec3::Y, Vec2::new(2.0, 3.0))).translated_by(Vec3::Y * 5.0),
    ];
    let mut pairs = Vec::new();
    for mesh in meshes {
        let size = half_size(&mesh);
        let both = [add(&mut app, mesh.clone()), add(&mut app, compressed(mesh))];
        for shape in SHAPES {
            let entities = both.clone().map(|mesh| app.spawn((Mesh3d(mesh), shape)));
            pairs.push((shape, size, entities));
        }
    }
    app.update();
    let mut random = Random(4);
    for (shape, size, entities) in pairs {
        let bounds = entities.map(|entity| {
            let collisions = app.resource::<Collisions>();
            collisions.colliders().get(entity).expect("it has a collider").bounds()
        });
        // Half a step of each coordinate, and the radii of balls and capsules are sums of three.
        let step = 1.0 / 32767.0;
        let tolerance = match shape {
            // Its length is the root of a difference of squares, which is almost 0 for a round mesh.
            ColliderFromMesh::Capsule => size * (2.0_f32 * step).sqrt(),
            _ => size * step * 2.0,
        };
        let error = (bounds[0].min - bounds[1].min).abs().max((bounds[0].max - bounds[1].max).abs());
        assert!(error.max_element() <= tolerance, "{shape:?}: {bounds:?}");
        // The distances to surrounding points are the same.
        for _ in 0..20 {
            let part = |random: &mut Random| random.range(-3.0, 3.0) * size;
            let point = Vec3::new(part(&mut random), part(&mut random), part(&mut random));
            let distance = |entity| {
                let collisions = app.resource::<Collisions>();
                let collider = collisions.colliders().get(entity).unwrap();
                let Some(placed) = collider.placed() else { return 0.0 };
                gjk::nearest_point(&placed, point).distance
            };
            let [plain, compressed]: [f32; 2] = entities.map(distance);
            assert!((plain - compressed).abs() <= tolerance, "{shape:?}: {plain} {compressed}");
        }
    }
}

#[test]
fn a_compressed_mesh_makes_the_same_collider_in_2d() {
    let (mut app, _) = app();
    let mesh = Mesh::from(Rectangle::new(4.0, 2.0)).translated_by(Vec3::new(1.0, 5.0, 0.0));
    let mesh = Mesh2d(add(&mut app, compressed(mesh)));
    let area = app.spawn((mesh, ColliderFromMesh::Hull));
    app.update();
    let Some(dim2::Collider::Polygon { corners } | dim2::Collider::Hull { points: corners }) =
        app.world().get(area)
    else {
        panic!("a hull")
    };
    assert_eq!(corners.len(), 4);
    for corner in corners {
        let from_center = (*corner - Vec2::new(1.0, 5.0)).abs();
        assert!(from_center.distance(Vec2::new(2.0, 1.0)) < 1e-6, "{corner}");
    }
}

#[test]
fn capsules_enclose_the_mesh_and_triangles_equal_it() {
    let (mut app, _) = app();
    let upright = add(&mut app, Capsule3d::new(0.5, 3.0));
    let lying = add(&mut app, Mesh::from(Cuboid::new(6.0, 1.0, 1.0)).translated_by(Vec3::Z));
    let mut spawn = |mesh: &Handle<Mesh>, shape| app.spawn((Mesh3d(mesh.clone()), shape));
    let [upright, lying] =
        [spawn(&upright, ColliderFromMesh::Capsule), spawn(&lying, ColliderFromMesh::Capsule)];
    app.update();
    let Some(&Collider::Capsule { half_length, radius }) = collider(&app, upright) else {
        panic!("a capsule")
    };
    assert!((half_length - 1.5).abs() < 1e-5 && (radius - 0.5).abs() < 1e-5, "{half_length} {radius}");
    let around = |app: &App, x, y, z| {
        let shape = app.resource::<Collisions>().colliders().get(lying).unwrap().placed().unwrap();
        gjk::contains_point(&shape, Vec3::new(x, y, z))
    };
    assert!(around(&app, 3.0, 0.5, 1.5) && around(&app, -3.0, -0.5, 0.5) && around(&app, 0.0, 0.7, 1.0));
    assert!(!around(&app, 3.8, 0.0, 1.0) && !around(&app, 0.0, 0.75, 1.0));

    // A collider in the hole of a ring does not touch it.
    let ring = add(&mut app, Annulus::new(1.0, 2.0));
    let ring = app.spawn((Mesh2d(ring), ColliderFromMesh::Triangles));
    let dot = |x| (dim2::Collider::circle(0.2), at_x(x));
    let [hole, rim] = [dot(0.0), dot(1.5)].map(|dot| app.spawn(dot));
    // A surface has no inside.
    let shell = add(&mut app, Mesh::from(Sphere::new(2.0)).translated_by(Vec3::X * 50.0));
    let shell = app.spawn((Mesh3d(shell), ColliderFromMesh::Triangles));
    let ball = |x| (Collider::sphere(0.2), at_x(x));
    let [inside, across] = [ball(50.0), ball(51.9)].map(|ball| app.spawn(ball));
    let strip = shaped(
        PrimitiveTopology::TriangleStrip,
        &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0; 3]],
        None,
    );
    let strip = add(&mut app, strip);
    let strip = app.spawn((Mesh3d(strip), ColliderFromMesh::Triangles));
    app.update();
    let flat = app.resource::<dim2::Collisions>();
    assert!(flat.contains(ring, rim) && !flat.contains(ring, hole));
    let solid = app.resource::<Collisions>();
    assert!(solid.contains(shell, across) && !solid.contains(shell, inside));
    let Some(Collider::TriMesh { triangles, .. }) = collider(&app, strip) else { panic!("triangles") };
    assert_eq!(*triangles, [[0, 1, 2], [1, 2, 3]]);
}

#[test]
fn hulls_in_2d_keep_only_corners() {
    let (mut app, _) = app();
    let square = add(&mut app, Rectangle::new(2.0, 2.0));
    let ring = add(&mut app, Annulus::new(1.0, 2.0));
    let line = add(&mut app, mesh([Vec3::ZERO, Vec3::X, Vec3::X * 2.0]));
    let shapes =
        [(square, ColliderFromMesh::Box), (ring, ColliderFromMesh::Hull), (line, ColliderFromMesh::Hull)];
    let [square, ring, line] = shapes.map(|(mesh, shape)| app.spawn((Mesh2d(mesh), shape)));
    assert!(warnings(|| app.update()).is_empty());
    let world = app.world();
    assert_eq!(world.get(square), Some(&dim2::Collider::rectangle(2.0, 2.0)));
    let Some(dim2::Collider::Hull { points }) = world.get(ring) else { panic!("a hull") };
    assert!(points.iter().all(|point| (point.length() - 2.0).abs() < 1e-5), "{points:?}");
    // A flat hull is valid.
    let Some(dim2::Collider::Hull { points }) = world.get(line) else { panic!("a hull") };
    assert!(points.contains(&Vec2::ZERO) && points.contains(&Vec2::new(2.0, 0.0)));
    assert!(world.resource::<dim2::Collisions>().contains(line, square));
}
