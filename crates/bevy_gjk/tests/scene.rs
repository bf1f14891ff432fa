//! Colliders are read from scene files by hand-written text, and written back.

use bevy_gjk::{CollisionLayers, LayerMask, dim2, dim3};
use bevy_math::{Vec2, Vec3};
use bevy_reflect::serde::{ReflectDeserializer, ReflectSerializer, TypedReflectDeserializer};
use bevy_reflect::{FromReflect, GetTypeRegistration, PartialReflect, Reflect, TypePath, TypeRegistry};
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
    let registry = registry();
    let colliders = [
        dim2::Collider::polygon([Vec2::ZERO, Vec2::X, Vec2::ONE]),
        dim2::Collider::CircularSector { radius: 1.0, half_angle: 0.5 },
    ];
    for collider in colliders {
        let serializer = ReflectSerializer::new(collider.as_partial_reflect(), &registry);
        let text = ron::to_string(&serializer).unwrap();
        let mut deserializer = ron::Deserializer::from_str(&text).unwrap();
        let value = ReflectDeserializer::new(&registry).deserialize(&mut deserializer).unwrap();
        assert_eq!(dim2::Collider::from_reflect(&*value).unwrap(), collider);
    }
}
