//! Colliders are read from scene files by hand-written text, and written back.

use bevy_gjk::{CollisionLayers, LayerMask, dim2, dim3};
use bevy_math::{Vec2, Vec3};
use bevy_reflect::serde::{ReflectDeserializer, ReflectSerializer, TypedReflectDeserializer};
use bevy_reflect::{FromReflect, GetTypeRegistration, Reflect, TypePath, TypeRegistry};
use bevy_transform::components::Transform;
use serde::de::DeserializeSeed;

fn registry() -> TypeRegistry {
    let mut registry = TypeRegistry::default();
    registry.register::<dim2::Collider>();
    registry.register::<dim3::Collider>();
    registry.register::<CollisionLayers>();
    registry
}

fn read<T: FromReflect + Reflect + TypePath + GetTypeRegistration>(text: &str) -> Result<T, String> {
    let registry = registry();
    let registration = registry.get_with_type_path(T::type_path()).expect("the path is the one in the docs");
    let mut deserializer = ron::Deserializer::from_str(text).map_err(|error| error.to_string())?;
    let value = TypedReflectDeserializer::new(registration, &registry)
        .deserialize(&mut deserializer)
        .map_err(|error| error.to_string())?;
    T::from_reflect(&*value).ok_or_else(|| "not of the type".to_owned())
}

#[test]
fn type_paths_are_what_scenes_write() {
    assert_eq!(dim2::Collider::type_path(), "bevy_gjk::dim2::Collider");
    assert_eq!(dim3::Collider::type_path(), "bevy_gjk::dim3::Collider");
}

#[test]
fn hand_written_colliders_are_read() {
    use dim2::Collider as Flat;
    use dim3::Collider as Solid;
    let flat = |text: &str| read::<Flat>(text).unwrap();
    assert_eq!(flat("Circle(radius: 1.0)"), Flat::circle(1.0));
    assert_eq!(flat("Rectangle(half_size: (2.0, 0.5))"), Flat::rectangle(4.0, 1.0));
    assert_eq!(flat("Segment(a: (0.0, 0.0), b: (1.0, 0.0))"), Flat::segment(Vec2::ZERO, Vec2::X));
    assert_eq!(flat("Capsule(half_length: 1.0, radius: 0.25)"), Flat::capsule(0.25, 2.0));
    assert_eq!(
        flat("Triangle(corners: ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))"),
        Flat::triangle(Vec2::ZERO, Vec2::X, Vec2::Y)
    );
    assert_eq!(flat("RegularPolygon(circumradius: 1.0, sides: 6)"), Flat::regular_polygon(1.0, 6));
    assert_eq!(
        flat("Polygon(corners: [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])"),
        Flat::polygon([Vec2::ZERO, Vec2::X, Vec2::Y])
    );
    let solid = |text: &str| read::<Solid>(text).unwrap();
    assert_eq!(solid("Sphere(radius: 1.0)"), Solid::sphere(1.0));
    assert_eq!(solid("Cone(radius: 1.0, half_height: 2.0)"), Solid::cone(1.0, 4.0));
    assert_eq!(solid("Hull(points: [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)])"), Solid::hull([Vec3::ZERO, Vec3::X]));
    assert_eq!(
        solid("Extrusion(base: Circle(radius: 1.0), half_depth: 2.0)"),
        Solid::extrusion(Flat::circle(1.0), 4.0)
    );
    assert_eq!(flat("HalfSpace(normal: (0.0, 1.0), offset: -2.0)"), Flat::half_space(Vec2::Y, -2.0));
    assert_eq!(
        flat("Polyline(vertices: [(0.0, 0.0), (1.0, 0.0)], closed: false)"),
        Flat::polyline([Vec2::ZERO, Vec2::X])
    );
    assert_eq!(
        flat("Rounded(parts: [(shape: Rectangle(half_size: (2.0, 0.5)))], radius: 0.25)"),
        Flat::rounded(Flat::rectangle(4.0, 1.0), 0.25)
    );
    assert_eq!(
        solid("Compound(parts: [(transform: (translation: (0.0, 2.0, 0.0)), shape: Sphere(radius: 1.0))])"),
        Solid::compound([(Transform::from_xyz(0.0, 2.0, 0.0), Solid::sphere(1.0))])
    );
    assert_eq!(
        solid(
            "TriMesh(vertices: [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)], triangles: [(0, 1, 2)])"
        ),
        Solid::tri_mesh([Vec3::ZERO, Vec3::X, Vec3::Y], [[0, 1, 2]])
    );
    assert_eq!(
        solid("HeightField(heights: [0.0, 1.0, 0.0, 2.0], columns: 2, size: (8.0, 4.0))"),
        Solid::height_field([0.0, 1.0, 0.0, 2.0], 2, Vec2::new(8.0, 4.0))
    );
    let layers = read::<CollisionLayers>("(memberships: (2), filters: (5))").unwrap();
    assert_eq!(layers, CollisionLayers::new(LayerMask::layer(1), LayerMask(5)));
}

#[test]
fn an_unknown_shape_is_an_error_that_names_it() {
    let error = read::<dim2::Collider>("Blob(radius: 1.0)").unwrap_err();
    assert!(error.contains("Blob"), "{error}");
}

#[test]
fn what_is_written_is_read_again() {
    use dim2::Collider as Flat;
    use dim3::Collider as Solid;
    let line = || Flat::closed_polyline([Vec2::ZERO, Vec2::X, Vec2::ONE]);
    let mesh = || Flat::tri_mesh([Vec2::ZERO, Vec2::X, Vec2::ONE], [[0, 1, 2], [2, 1, 0]]);
    for collider in [
        Flat::polygon([Vec2::ZERO, Vec2::X, Vec2::ONE]),
        Flat::CircularSector { radius: 1.0, half_angle: 0.5 },
        Flat::half_space(Vec2::Y, 3.0),
        Flat::rounded(line(), 0.5),
        Flat::compound([(Transform::from_xyz(1.0, 2.0, 0.0), line()), (Transform::IDENTITY, mesh())]),
    ] {
        assert_eq!(written_and_read(&collider), collider);
    }
    for collider in [
        Solid::half_space(Vec3::Y, 3.0),
        Solid::tri_mesh([Vec3::ZERO, Vec3::X, Vec3::ONE], [[0, 1, 2]]),
        Solid::polyline([Vec3::ZERO, Vec3::X]),
        Solid::height_field([0.0, 1.0, 2.0, 3.0, 4.0, 5.0], 3, Vec2::new(2.0, 1.0)),
        Solid::extrusion(Flat::rounded(mesh(), 0.5), 2.0),
        Solid::compound([(Transform::from_xyz(1.0, 2.0, 0.0), Solid::rounded(Solid::cone(1.0, 2.0), 0.1))]),
    ] {
        assert_eq!(written_and_read(&collider), collider);
    }
}

fn written_and_read<T: FromReflect + Reflect>(collider: &T) -> T {
    let registry = registry();
    let serializer = ReflectSerializer::new(collider.as_partial_reflect(), &registry);
    let text = ron::to_string(&serializer).unwrap();
    let mut deserializer = ron::Deserializer::from_str(&text).unwrap();
    let value = ReflectDeserializer::new(&registry).deserialize(&mut deserializer).unwrap();
    T::from_reflect(&*value).unwrap()
}
