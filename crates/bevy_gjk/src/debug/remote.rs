//! Methods for Bevy's remote protocol (BRP): what touches, and why two do not, for tools outside of the game.
//!
//! They are systems from JSON to JSON, and need no part of `bevy_remote`, which depends on Bevy's developer tools.

use bevy_ecs::entity::Entities;
use bevy_ecs::name::Name;
use bevy_ecs::prelude::{Entity, In, Res};
use gjk::Vector;
use serde_json::{Map, Value, json};

use crate::collider::Dimension;
use crate::debug::CollisionRules;
use crate::detection::{Collisions, Touch};
use crate::ecs::{EntityNames, NameSource};

/// The usual name of the method [`touching`], in the style of Bevy's own: `world.query`, `registry.schema`.
pub const TOUCHING: &str = "collisions.touching";

/// The usual name of the method [`why_apart`].
pub const WHY_APART: &str = "collisions.why_apart";

/// The code of JSON-RPC for parameters that the method does not take.
const INVALID_PARAMS: i16 = -32602;

/// The code of Bevy's remote protocol for an entity that does not exist.
const ENTITY_NOT_FOUND: i16 = -23401;

/// What a method answers: the result in JSON, or an error with the fields of `bevy_remote::BrpError`.
pub type RemoteResult = Result<Value, RemoteError>;

/// Why a method cannot answer. `bevy_remote::BrpError` has the same fields, beside `data`, which is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteError {
    /// The kind of the error: one of `bevy_remote::error_codes`.
    pub code: i16,
    /// What is wrong.
    pub message: String,
}

impl RemoteError {
    fn invalid_params(message: impl Into<String>) -> Self {
        Self { code: INVALID_PARAMS, message: message.into() }
    }
}

impl core::fmt::Display for RemoteError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for RemoteError {}

/// Tells what touches: a method of Bevy's remote protocol, usually with the name [`TOUCHING`].
///
/// Parameters: none for all touches, or `{"entity": ID}` for those of one entity. An id is a number, as in all of
/// Bevy's methods.
///
/// The result is `{"touches": [...]}`, in the order of [`Collisions::iter`]. Each touch has
///
/// - `entity`, `other`: the ids of the two, the one that was asked about first;
/// - `names`: their [`Name`](bevy_ecs::name::Name)s, each or null;
/// - `depth`, `normal`, `on_entity`, `on_other`: the [contact](crate::Touch::contact), in units of the world; the
///   normal points away from `entity`; points and normals are arrays of 2 or 3 numbers;
/// - `since`: the time at which it began, in seconds; `runs`: the number of runs since then.
///
/// It is what the last run of the systems has found.
///
/// # Errors
/// Returns an error with the code for invalid parameters, or for an entity that does not exist.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_ecs::system::RunSystemOnce;
/// use bevy_gjk::{Dim2, dim2::prelude::*, remote};
/// # use bevy_transform::TransformPlugin;
///
/// let mut app = App::new();
/// app.add_plugins((TransformPlugin, CollisionPlugin::default()));
/// let ball = app.world_mut().spawn((Name::new("ball"), Collider::circle(1.0))).id();
/// let wall = app.world_mut().spawn(Collider::rectangle(1.0, 8.0)).id();
/// app.update();
///
/// let params = serde_json::json!({ "entity": wall.to_bits() });
/// let answer = app.world_mut().run_system_once_with(remote::touching::<Dim2>, Some(params)).unwrap().unwrap();
/// let touch = &answer["touches"][0];
/// assert_eq!(touch["other"], ball.to_bits());
/// assert_eq!(touch["names"][1], "ball");
/// assert_eq!(touch["depth"], 1.5);
/// ```
pub fn touching<D: Dimension>(
    In(params): In<Option<Value>>,
    collisions: Res<Collisions<D>>,
    entities: &Entities,
    names: EntityNames,
) -> RemoteResult {
    let params = read_params(params, "entity")?;
    let write = |touch: Touch<D>| write_touch(&touch, &names);
    let touches: Vec<_> = match params {
        None => collisions.iter().map(write).collect(),
        Some(value) => {
            let entity = read_entity(&value)?;
            if !entities.contains_spawned(entity) {
                return Err(RemoteError {
                    code: ENTITY_NOT_FOUND,
                    message: format!("Entity {entity} not found"),
                });
            }
            collisions.collisions_with(entity).map(write).collect()
        }
    };
    Ok(json!({ "touches": touches }))
}

/// Tells why two entities do not touch: a method of Bevy's remote protocol, usually with the name [`WHY_APART`].
///
/// Parameters: `{"entities": [ID, ID]}`.
///
/// The result is null if they touch, or else the answer of [`CollisionRules::why_apart`]:
///
/// - `text`: the reason in words, with the names of entities and layers;
/// - `is_rule`: whether a rule keeps the two apart, [wherever they are](crate::texts::ApartReason::is_rule); if not,
///   only their places do.
///
/// An entity that does not exist is such a reason, and no error.
///
/// # Errors
/// Returns an error with the code for invalid parameters.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_ecs::system::RunSystemOnce;
/// use bevy_gjk::{Dim2, dim2::prelude::*, remote};
/// # use bevy_transform::prelude::*;
///
/// let mut app = App::new();
/// app.add_plugins((TransformPlugin, CollisionPlugin::default()));
/// let ball = app.world_mut().spawn(Collider::circle(1.0)).id();
/// let wall = app.world_mut().spawn((Collider::rectangle(1.0, 8.0), Transform::from_xyz(5.0, 0.0, 0.0))).id();
/// app.update();
///
/// let params = serde_json::json!({ "entities": [ball.to_bits(), wall.to_bits()] });
/// let answer = app.world_mut().run_system_once_with(remote::why_apart::<Dim2>, Some(params)).unwrap().unwrap();
/// assert_eq!(answer["text"], "their bounding boxes are 3.50 apart, and their shapes 3.50");
/// assert_eq!(answer["is_rule"], false);
/// ```
pub fn why_apart<D: Dimension>(In(params): In<Option<Value>>, rules: CollisionRules<D>) -> RemoteResult {
    let params = read_params(params, "entities")?;
    let Some(Value::Array(ids)) = params else {
        return Err(RemoteError::invalid_params("the parameter `entities` must be an array of two ids"));
    };
    let [a, b] = ids.as_slice() else {
        return Err(RemoteError::invalid_params(format!(
            "`entities` must be two ids, and not {}",
            ids.len()
        )));
    };
    let why = rules.why_apart(read_entity(a)?, read_entity(b)?);
    Ok(why.map_or(Value::Null, |why| json!({ "text": why.to_string(), "is_rule": why.reason.is_rule() })))
}

/// Returns the only parameter that a method knows, if it is given.
fn read_params(params: Option<Value>, known: &str) -> Result<Option<Value>, RemoteError> {
    let mut params = match params {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => return Err(RemoteError::invalid_params("the parameters must be an object")),
    };
    let value = params.remove(known);
    match params.keys().next() {
        Some(unknown) => {
            Err(RemoteError::invalid_params(format!("no parameter `{unknown}`: there is only `{known}`")))
        }
        None => Ok(value),
    }
}

/// Returns the entity of an id, whether it exists or not.
fn read_entity(id: &Value) -> Result<Entity, RemoteError> {
    id.as_u64()
        .and_then(Entity::try_from_bits)
        .ok_or_else(|| RemoteError::invalid_params(format!("{id} is not the id of an entity")))
}

fn write_touch<D: Dimension>(touch: &Touch<D>, names: &EntityNames) -> Value {
    let pair = [touch.entity, touch.other];
    let contact = touch.contact();
    let coordinates = |vector| D::coordinates(vector)[..D::Vector::DIMENSION].to_vec();
    json!({
        "entity": touch.entity.to_bits(),
        "other": touch.other.to_bits(),
        "names": pair.map(|entity| names.name_of(entity).map(Name::as_str)),
        "depth": contact.depth,
        "normal": coordinates(contact.normal),
        "on_entity": coordinates(contact.on_a),
        "on_other": coordinates(contact.on_b),
        "since": touch.since.as_secs_f64(),
        "runs": touch.runs,
    })
}
