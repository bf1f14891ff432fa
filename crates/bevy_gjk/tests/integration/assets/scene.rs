//! Colliders are read from hand-written scene files, and written back.

use bevy::asset::{AssetPlugin, AssetServer};
use bevy::prelude::*;
use bevy::world_serialization::DynamicWorldBuilder;
use bevy::world_serialization::serde::WorldDeserializer;
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::reflect::{ReflectEvent, ReflectMessage};
use bevy_reflect::serde::{ReflectDeserializer, ReflectSerializer, TypedReflectDeserializer};
use bevy_reflect::{FromReflect, GetTypeRegistration, TypeRegistry};
use serde::de::DeserializeSeed;

use crate::common::prelude::*;
use crate::common::samples;

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
fn hand_written_colliders_are_read() {
    use dim2::Collider as Flat;
    use dim3::Collider as Solid;
    let [o, x, y] = [Vec2::ZERO, Vec2::X, Vec2::Y];
    let flat = [
        ("Circle(radius: 1.0)", Flat::circle(1.0)),
        ("Rectangle(half_size: (2.0, 0.5))", Flat::rectangle(4.0, 1.0)),
        ("Segment(a: (0.0, 0.0), b: (1.0, 0.0))", Flat::segment(o, x)),
        ("Capsule(half_length: 1.0, radius: 0.25)", Flat::capsule(0.25, 2.0)),
        ("Triangle(corners: ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))", Flat::triangle(o, x, y)),
        ("RegularPolygon(circumradius: 1.0, sides: 6)", Flat::regular_polygon(1.0, 6)),
        ("Polygon(corners: [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])", Flat::polygon([o, x, y])),
        ("Outline(contours: [[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]])", Flat::outline([o, x, y])),
        ("HalfSpace(normal: (0.0, 1.0), offset: -2.0)", Flat::half_space(Vec2::Y, -2.0)),
        ("Polyline(vertices: [(0.0, 0.0), (1.0, 0.0)], closed: false)", Flat::polyline([o, x])),
        (
            "Rounded(parts: [(shape: Rectangle(half_size: (2.0, 0.5)))], radius: 0.25)",
            Flat::rounded(Flat::rectangle(4.0, 1.0), 0.25),
        ),
    ];
    flat.into_iter().for_each(|(text, collider)| assert_eq!(read(text), Ok(collider)));
    let solid = [
        ("Sphere(radius: 1.0)", Solid::sphere(1.0)),
        ("Cone(radius: 1.0, half_height: 2.0)", Solid::cone(1.0, 4.0)),
        ("Hull(points: [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)])", Solid::hull([Vec3::ZERO, Vec3::X])),
        ("Extrusion(base: Circle(radius: 1.0), half_depth: 2.0)", Solid::extrusion(Flat::circle(1.0), 4.0)),
        (
            "Compound(parts: [(transform: (translation: (0.0, 2.0, 0.0)), shape: Sphere(radius: 1.0))])",
            Solid::compound([(at_xy(0.0, 2.0), Solid::sphere(1.0))]),
        ),
        (
            "TriMesh(vertices: [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)], triangles: [(0, 1, 2)])",
            Solid::tri_mesh([Vec3::ZERO, Vec3::X, Vec3::Y], [[0, 1, 2]]),
        ),
        (
            "HeightField(heights: [0.0, 1.0, 0.0, 2.0], columns: 2, size: (8.0, 4.0))",
            Solid::height_field([0.0, 1.0, 0.0, 2.0], 2, Vec2::new(8.0, 4.0)),
        ),
    ];
    solid.into_iter().for_each(|(text, collider)| assert_eq!(read(text), Ok(collider)));
    let layers = read::<CollisionLayers>("(memberships: (2), filters: (5))").unwrap();
    assert_eq!(layers, CollisionLayers::new(LayerMask::layer(1), LayerMask(5)));
    let error = read::<Flat>("Blob(radius: 1.0)").unwrap_err();
    assert!(error.contains("Blob"), "an unknown shape is named: {error}");
}

#[test]
fn written_colliders_are_read_back() {
    fn round_trip<C: FromReflect + Reflect + PartialEq + core::fmt::Debug>(collider: &C) {
        let registry = registry();
        let serializer = ReflectSerializer::new(collider.as_partial_reflect(), &registry);
        let text = ron::to_string(&serializer).unwrap();
        let mut deserializer = ron::Deserializer::from_str(&text).unwrap();
        let value = ReflectDeserializer::new(&registry).deserialize(&mut deserializer).unwrap();
        assert_eq!(C::from_reflect(&*value).unwrap(), *collider, "{text}");
    }
    samples::all_2d().iter().for_each(round_trip);
    samples::all_3d().iter().for_each(round_trip);
}

/// Writes all entities of an app to a scene file, and reads them into another app.
fn save_and_load(app: &mut App) -> App {
    let registry = app.resource::<AppTypeRegistry>().clone();
    let entities: Vec<_> = app.world_mut().query::<Entity>().iter(app.world()).collect();
    let text = DynamicWorldBuilder::from_world(app.world(), &registry.read())
        .extract_entities(entities.into_iter())
        .build()
        .serialize(&registry.read())
        .unwrap();
    let assets = app.resource::<AssetServer>().clone();
    let mut deserializer = ron::Deserializer::from_str(&text).unwrap();
    let world = WorldDeserializer { type_registry: &registry.read(), load_from_path: &mut &assets }
        .deserialize(&mut deserializer)
        .unwrap_or_else(|error| panic!("{error} in {text}"));
    let mut loaded = self::app();
    world.write_to_world(loaded.world_mut(), &mut EntityHashMap::default()).unwrap();
    loaded
}

fn app() -> App {
    let mut app = common::app();
    app.add_plugins(AssetPlugin::default());
    // The features of Bevy that register these types are off in tests.
    app.register_type::<Transform>().register_type::<Name>();
    app
}

#[test]
fn a_world_is_saved_and_loaded_with_all_its_components() {
    let mut app = app();
    let places = || (0..).map(|index| at_x(0.9 * index as f32));
    samples::all_2d().into_iter().zip(places()).for_each(|sample| _ = app.spawn(sample));
    samples::all_3d().into_iter().zip(places()).for_each(|sample| _ = app.spawn(sample));
    let target = app.spawn((dim2::Collider::circle(0.1), Name::new("target")));
    app.spawn((
        dim2::Collider::default(),
        Name::new("one of all"),
        (ColliderDisabled, NoSelfCollision, BubbleCollisions),
        ProximityMargin(0.5),
        CollisionLayers::new(LayerMask(6), LayerMask(9)),
        CollisionExceptions::of([target]),
    ));
    let mut loaded = save_and_load(&mut app);
    // The same colliders touch, though the order of entities differs.
    app.update();
    loaded.update();
    let touches = |app: &App| {
        let plane = app.resource::<Collisions<Dim2>>().iter().count();
        [plane, app.resource::<Collisions<Dim3>>().iter().count()]
    };
    assert_eq!(touches(&loaded), touches(&app));
    assert!(touches(&app).iter().all(|&count| count > 5), "{:?}", touches(&app));
    let mut one_of_all = loaded.world_mut().query::<(
        Entity,
        Has<ColliderDisabled>,
        Has<NoSelfCollision>,
        Has<BubbleCollisions>,
        &ProximityMargin,
        &CollisionLayers,
        &CollisionExceptions,
    )>();
    let (_, disabled, no_self_collision, bubble, margin, layers, exceptions) =
        one_of_all.single(loaded.world()).unwrap();
    assert!(disabled && no_self_collision && bubble);
    assert_eq!((margin.0, *layers), (0.5, CollisionLayers::new(LayerMask(6), LayerMask(9))));
    let mapped = loaded.world().get::<Name>(exceptions.0[0]);
    assert_eq!(mapped.map(Name::as_str), Some("target"), "entities are mapped");
}

#[test]
fn a_custom_shape_is_saved_without_its_function_and_is_invalid() {
    let mut app = app();
    app.spawn(dim2::Collider::custom(gjk::Circle::new(1.0)));
    app.spawn(dim2::Collider::circle(1.0));
    app.update();
    assert_eq!(app.resource::<Collisions<Dim2>>().iter().count(), 1);
    let mut loaded = save_and_load(&mut app);
    loaded.update();
    assert_eq!(loaded.world().resource::<Collisions<Dim2>>().colliders().iter().count(), 1);
}

#[test]
fn type_paths_in_files_equal_those_in_the_docs() {
    assert_eq!(dim2::Collider::type_path(), "bevy_gjk::dim2::Collider");
    assert_eq!(dim3::Collider::type_path(), "bevy_gjk::dim3::Collider");
    let app = app();
    let registry = app.resource::<AppTypeRegistry>().read();
    let shared = [
        "BubbleCollisions",
        "ColliderDisabled",
        "CollisionExceptions",
        "CollisionLayers",
        "ProximityMargin",
        "NoSelfCollision",
    ];
    for name in shared.map(|name| format!("bevy_gjk::{name}")) {
        let registration = registry.get_with_type_path(&name).unwrap_or_else(|| panic!("no {name}"));
        assert!(registration.data::<ReflectComponent>().is_some(), "{name}");
        assert!(registration.data::<ReflectDefault>().is_some(), "{name}");
        #[cfg(feature = "serialize")]
        assert!(registration.data::<ReflectSerialize>().is_some(), "{name}");
    }
}

#[test]
fn tools_can_write_messages_and_watch_events() {
    let mut app = app();
    app.init_resource::<Seen>();
    let registry = app.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let started = registry.get_with_type_path("bevy_gjk::CollisionStarted<bevy_gjk::Dim2>").unwrap();
    let watch = started.data::<ReflectEvent>().unwrap();
    let observer = watch.create_observer(Box::new(|event, mut world| {
        let event = format!("{event:?}");
        world.resource_mut::<Seen>().0.push(event);
    }));
    app.spawn(observer);
    app.spawn(dim2::Collider::circle(1.0));
    app.spawn(dim2::Collider::circle(2.0));
    app.update();
    let seen = &app.resource::<Seen>().0;
    assert!(seen.len() == 2 && seen[0].contains("depth: 3"), "{seen:?}");
    let message = registry.get_with_type_path("bevy_gjk::CollisionEvent<bevy_gjk::Dim2>").unwrap();
    let [a, b] = [Entity::PLACEHOLDER; 2];
    let event = CollisionEvent::<Dim2>::Ended { a, b, reason: EndReason::Removed };
    let before = app.resource::<Messages<CollisionEvent<Dim2>>>().len();
    message.data::<ReflectMessage>().unwrap().write_message(app.world_mut(), &event, &registry);
    assert_eq!(app.resource::<Messages<CollisionEvent<Dim2>>>().len(), before + 1);
}

/// The events that a tool received.
#[derive(Resource, Default)]
struct Seen(Vec<String>);
