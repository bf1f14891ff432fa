//! The methods for Bevy's remote protocol: their answers are those of `Collisions` and `CollisionRules`, and wrong
//! parameters are errors that say what is wrong.

use bevy_gjk::remote::{self, RemoteResult};
use bevy_transform::TransformPlugin;
use serde_json::{Value, json};

use crate::common::prelude::*;

/// The code of JSON-RPC for invalid parameters, and that of Bevy for a missing entity.
const INVALID_PARAMS: i16 = -32602;
const ENTITY_NOT_FOUND: i16 = -23401;

/// A hero between two walls, the left of which it touches; a ghost without a layer in common with anything; a ball far
/// away.
struct Room {
    app: App,
    hero: Entity,
    left: Entity,
    right: Entity,
    ghost: Entity,
    far: Entity,
}

fn room() -> Room {
    let mut app = App::new();
    app.add_plugins((TransformPlugin, CollisionPlugin::<Dim2>::default()));
    let wall = dim2::Collider::rectangle(2.0, 8.0);
    let hero = app.spawn((Name::new("hero"), dim2::Collider::circle(1.0)));
    let left = app.spawn((Name::new("left"), wall.clone(), at_x(-1.75)));
    let right = app.spawn((wall, at_x(1.5)));
    let nowhere = CollisionLayers::new(LayerMask::layer(9), LayerMask::NONE);
    let ghost = app.spawn((Name::new("ghost"), dim2::Collider::circle(1.0), nowhere));
    let far = app.spawn((dim2::Collider::circle(1.0), at_x(50.0)));
    app.update();
    Room { app, hero, left, right, ghost, far }
}

impl Room {
    fn touching(&mut self, params: Option<Value>) -> RemoteResult {
        self.app.world_mut().run_system_once_with(remote::touching::<Dim2>, params).unwrap()
    }

    fn why_apart(&mut self, params: Option<Value>) -> RemoteResult {
        self.app.world_mut().run_system_once_with(remote::why_apart::<Dim2>, params).unwrap()
    }
}

#[test]
fn all_touches_are_told_with_names_and_contacts() {
    let mut room = room();
    let answer = room.touching(None).unwrap();
    let touches = answer["touches"].as_array().unwrap();
    assert_eq!(touches.len(), 2);
    let of_left = touches.iter().find(|it| it["other"] == room.left.to_bits()).unwrap();
    let expected = json!({
        "entity": room.hero.to_bits(),
        "other": room.left.to_bits(),
        "names": ["hero", "left"],
        "depth": 0.25,
        "normal": [-1.0, 0.0],
        "on_entity": [-1.0, 0.0],
        "on_other": [-0.75, 0.0],
        "since": 0.0,
        "runs": 0,
    });
    assert_eq!(*of_left, expected);
    let of_right = touches.iter().find(|it| it["other"] == room.right.to_bits()).unwrap();
    assert_eq!(of_right["names"], json!(["hero", null]));
    // Without parameters is as with none of them.
    assert_eq!(room.touching(Some(json!({}))), Ok(answer.clone()));
    assert_eq!(room.touching(Some(Value::Null)), Ok(answer));
}

#[test]
fn the_touches_of_one_entity_are_told_from_its_side() {
    let mut room = room();
    room.app.update();
    let left = room.left.to_bits();
    let answer = room.touching(Some(json!({ "entity": left }))).unwrap();
    let touches = answer["touches"].as_array().unwrap();
    assert_eq!(touches.len(), 1);
    assert_eq!(touches[0]["entity"], left);
    assert_eq!(touches[0]["names"], json!(["left", "hero"]));
    assert_eq!(touches[0]["normal"], json!([1.0, 0.0]));
    assert_eq!(touches[0]["runs"], 1);
    let ghost = room.ghost.to_bits();
    assert_eq!(room.touching(Some(json!({ "entity": ghost }))), Ok(json!({ "touches": [] })));
}

#[test]
fn contacts_in_3d_have_three_coordinates() {
    let mut app = App::new();
    app.add_plugins((TransformPlugin, CollisionPlugin::<Dim3>::default()));
    app.spawn(dim3::Collider::sphere(1.0));
    app.spawn((dim3::Collider::sphere(1.0), Transform::from_xyz(0.0, 0.0, 1.5)));
    app.update();
    let answer = app.world_mut().run_system_once_with(remote::touching::<Dim3>, None).unwrap().unwrap();
    assert_eq!(answer["touches"][0]["normal"], json!([0.0, 0.0, 1.0]));
}

#[test]
fn the_reason_is_told_in_words_and_whether_it_is_a_rule() {
    let mut room = room();
    let [hero, left, ghost, far] = [room.hero, room.left, room.ghost, room.far].map(Entity::to_bits);
    let mut ask = |a: u64, b: u64| room.why_apart(Some(json!({ "entities": [a, b] }))).unwrap();
    assert_eq!(ask(hero, left), Value::Null);
    let of_ghost = ask(hero, ghost);
    assert_eq!(of_ghost["is_rule"], true);
    assert!(of_ghost["text"].as_str().unwrap().contains("\"ghost\" does not collide with"), "{of_ghost}");
    let text = "their bounding boxes are 48.0 apart, and their shapes 48.0";
    assert_eq!(ask(hero, far), json!({ "text": text, "is_rule": false }));
    room.app.despawn(room.far);
    room.app.update();
    let gone = room.why_apart(Some(json!({ "entities": [hero, far] }))).unwrap();
    assert!(gone["text"].as_str().unwrap().ends_with("does not exist"), "{gone}");
}

/// Stands for `bevy_remote::BrpError`, into which a game converts errors when it registers a method.
#[derive(Debug, PartialEq)]
struct OtherError {
    code: i16,
    message: String,
}

#[test]
fn a_method_can_be_registered_with_another_type_of_errors() {
    let answer = |result: RemoteResult| {
        result.map_err(|error| OtherError { code: error.code, message: error.message })
    };
    let mut room = room();
    let method = remote::touching::<Dim2>.map(answer);
    let error = room.app.world_mut().run_system_once_with(method, Some(json!(1))).unwrap().unwrap_err();
    let message = "the parameters must be an object".to_string();
    assert_eq!(error, OtherError { code: INVALID_PARAMS, message });
}

#[test]
fn wrong_parameters_are_errors_that_say_what_is_wrong() {
    let mut room = room();
    let (hero, far) = (room.hero.to_bits(), room.far.to_bits());
    room.app.despawn(room.far);
    let missing = room.touching(Some(json!({ "entity": far }))).unwrap_err();
    assert_eq!(missing.code, ENTITY_NOT_FOUND);
    assert_eq!(missing.to_string(), format!("Entity {} not found", room.far));
    let of_touching = [
        (json!({ "entity": "hero" }), "\"hero\" is not the id of an entity"),
        (json!({ "entity": 0.5 }), "0.5 is not the id of an entity"),
        (json!({ "entity": -1 }), "-1 is not the id of an entity"),
        (json!({ "entities": [hero] }), "no parameter `entities`: there is only `entity`"),
        (json!([hero]), "the parameters must be an object"),
    ];
    for (params, message) in of_touching {
        let error = room.touching(Some(params)).unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (INVALID_PARAMS, message));
    }
    let of_why = [
        (None, "the parameter `entities` must be an array of two ids"),
        (Some(json!({ "entities": hero })), "the parameter `entities` must be an array of two ids"),
        (Some(json!({ "entities": [hero] })), "`entities` must be two ids, and not 1"),
        (Some(json!({ "entities": [hero, null] })), "null is not the id of an entity"),
        (Some(json!({ "a": hero })), "no parameter `a`: there is only `entities`"),
    ];
    for (params, message) in of_why {
        let error = room.why_apart(params).unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (INVALID_PARAMS, message));
    }
}
