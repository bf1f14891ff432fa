//! With the feature `serialize`, components are written and read without a registry.

use core::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::common::prelude::*;
use crate::common::samples;

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = ron::to_string(value).unwrap();
    let read: T = ron::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read, *value, "{text}");
}

#[test]
fn colliders_survive_a_serde_round_trip() {
    samples::all_2d().iter().for_each(round_trip);
    samples::all_3d().iter().for_each(round_trip);
}

#[test]
fn other_components_survive_a_serde_round_trip() {
    round_trip(&CollisionLayers::new(LayerMask(6), !LayerMask::layer(31)));
    round_trip(&ProximityMargin(0.5));
    round_trip(&CollisionExceptions::of([Entity::from_raw_u32(7).unwrap()]));
    round_trip(&ColliderDisabled);
    round_trip(&NoSelfCollision);
    round_trip(&BubbleCollisions);
    round_trip(&SweptCollider::default());
    round_trip(&EndReason::Filtered);
    #[cfg(all(feature = "meshes", feature = "sprites"))]
    {
        use bevy_gjk::assets::{ColliderFromMesh, ColliderFromSprite, CollidersFromScene};
        round_trip(&ColliderFromMesh::Triangles);
        round_trip(&ColliderFromSprite::opaque());
        round_trip(&CollidersFromScene::each(ColliderFromMesh::Hull).without("grass"));
    }
    #[cfg(feature = "overlay")]
    {
        round_trip(&ColliderGizmo::HIDDEN);
        round_trip(&ColliderGizmo::colored(bevy_color::Color::srgb(0.5, 0.25, 1.0)));
    }
}

#[test]
fn serde_writes_the_text_of_scene_files() {
    assert_eq!(ron::to_string(&dim2::Collider::circle(1.5)).unwrap(), "Circle(radius:1.5)");
    let rectangle: dim2::Collider = ron::from_str("Rectangle(half_size: (2.0, 0.5))").unwrap();
    assert_eq!(rectangle, dim2::Collider::rectangle(4.0, 1.0));
    let layers: CollisionLayers = ron::from_str("(memberships: (2), filters: (5))").unwrap();
    assert_eq!(layers, CollisionLayers::new(LayerMask::layer(1), LayerMask(5)));
    let error = ron::from_str::<dim2::Collider>("Blob(radius: 1.0)").unwrap_err();
    assert!(error.to_string().contains("Blob"), "an unknown shape is named: {error}");
}

#[test]
fn a_custom_shape_is_written_without_its_function() {
    let custom = dim3::Collider::custom(gjk::Sphere::new(1.0));
    let text = ron::to_string(&custom).unwrap();
    let read: dim3::Collider = ron::from_str(&text).unwrap();
    assert_eq!(read, dim3::Collider::Custom(Default::default()));
}

/// A description with a number that is too large is read, and its entity is warned of later.
#[test]
fn a_count_that_is_too_large_is_read_without_allocating_for_it() {
    let polygon = "RegularPolygon(circumradius: 1.0, sides: 4294967295)";
    let flat: dim2::Collider = ron::from_str(polygon).unwrap();
    assert_eq!(flat, dim2::Collider::regular_polygon(1.0, u32::MAX));
    let heights = "HeightField(heights: [0.0, 0.0, 0.0, 0.0], columns: 4294967295, size: (1.0, 1.0))";
    let solid: dim3::Collider = ron::from_str(heights).unwrap();
    assert_eq!(solid, dim3::Collider::height_field([0.0; 4], u32::MAX, Vec2::ONE));
    let prepare = |collider| Shape::<Dim2>::prepare(collider).map(|_| ());
    let error = prepare(&flat).unwrap_err().to_string();
    assert!(error.contains("4294967295"), "{error}");
}

/// Returns the text of a shape in so many compounds, one in the other.
fn nested(levels: usize, shape: &str) -> String {
    let (open, close) = ("Compound(parts:[(shape:".repeat(levels), ")])".repeat(levels));
    format!("{open}{shape}{close}")
}

#[test]
fn compounds_nested_too_deeply_are_not_read() {
    // The format has a limit of its own, which is lower; binary formats have none.
    let unlimited = ron::Options::default().without_recursion_limit();
    let flat = |levels| unlimited.from_str::<dim2::Collider>(&nested(levels, "Circle(radius:1.0)"));
    let solid = |levels| unlimited.from_str::<dim3::Collider>(&nested(levels, "Sphere(radius:1.0)"));
    assert!(flat(32).is_ok() && solid(32).is_ok());
    for levels in [33, 34, 10_000] {
        for error in [flat(levels).unwrap_err(), solid(levels).unwrap_err()] {
            assert!(error.to_string().contains("more than 32 levels deep"), "{error}");
        }
    }
    // A failed attempt leaves no trace.
    assert!(flat(32).is_ok() && solid(32).is_ok());
}
