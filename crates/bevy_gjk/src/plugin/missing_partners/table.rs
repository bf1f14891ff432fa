//! The table: which component works beside which others, and what is wrong without.

use core::any::TypeId;

use bevy_app::{
    FixedFirst, FixedLast, FixedMain, FixedPostUpdate, FixedPreUpdate, FixedUpdate, MainScheduleOrder,
};
use bevy_ecs::intern::Interned;
use bevy_ecs::observer::Observer;
use bevy_ecs::prelude::{AppTypeRegistry, World};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_time::{Fixed, Time};
use bevy_transform::components::GlobalTransform;

use super::colliders::{
    is_in_whole_tree, lacks_collider, lists_colliders, needs_root_of_compound, parts_without_effect,
};
use super::{MissingPartners, Outcome, Row, When, observed, placement};
use crate::collider::{
    CollisionSpace, CompoundCollider, Dim2, Dim3, Dimension, NoSelfCollision, OneWayPlatform,
    SurfaceVelocity, SweptCollider,
};
use crate::detection::Collisions;
use crate::ecs::detect::DetectCollisions;
use crate::events::{CollisionEnded, CollisionStarted, ProximityEnded, ProximityStarted, Touching};
use crate::movement::{CharacterMover, MoveTrace, MoverMotion, MoverState};
use crate::plugin::components::{COLLIDER_COMPONENTS, ColliderComponent};

/// The index of the row about colliders without a place, whose entities are found without archetypes.
pub(super) const NOT_PLACED: usize = 0;
/// The index of the row about characters that were stopped, which are found without archetypes, too.
pub(super) const STOPPED: usize = 1;

/// The collider components of both dimensions.
pub(super) const COLLIDERS: &[TypeId] =
    &[TypeId::of::<<Dim2 as Dimension>::Collider>(), TypeId::of::<<Dim3 as Dimension>::Collider>()];

/// The components from which the collider of an entity is created later. What is missing for that, has rows of its own.
pub(super) const SOURCES: &[TypeId] = &[
    #[cfg(feature = "meshes")]
    TypeId::of::<crate::assets::ColliderFromMesh>(),
    #[cfg(feature = "sprites")]
    TypeId::of::<crate::assets::ColliderFromSprite>(),
];

/// The components that create colliders below their entity.
pub(super) const SCENES: &[TypeId] = &[
    #[cfg(feature = "meshes")]
    TypeId::of::<crate::assets::CollidersFromScene>(),
];

/// What picks in a space.
const CAMERA: &[TypeId] = &[
    #[cfg(feature = "picking")]
    TypeId::of::<bevy_camera::Camera>(),
];

pub(super) const COMPOUND: &[TypeId] = &[TypeId::of::<CompoundCollider>()];

/// Returns the rows that apply to an app.
pub(super) fn rows(world: &World, missing: &MissingPartners) -> Vec<Row> {
    let lacks_propagation = placement::lacks_propagation(world, missing);
    let mut rows = vec![
        placement::not_placed(lacks_propagation),
        observed::stops_before_observed(),
        placement::below_disabled(),
    ];
    if lacks_propagation {
        rows.push(placement::needs_propagation());
    }
    for &ColliderComponent { component, name, .. } in COLLIDER_COMPONENTS {
        let row = Row::new(When::Later, [component], move |it, entity| {
            if is_in_whole_tree(it, entity, component) {
                return Outcome::Nothing;
            }
            lacks_collider(it, entity, name, "Collider", &[COLLIDERS, SOURCES, SCENES].concat())
        });
        rows.push(row.unless(COLLIDERS).unless(SOURCES).unless(COMPOUND));
    }
    rows.push(needs_collider_below(TypeId::of::<CompoundCollider>(), "a CompoundCollider"));
    rows.push(needs_collider_below(TypeId::of::<NoSelfCollision>(), "a NoSelfCollision"));
    let space = TypeId::of::<CollisionSpace>();
    rows.push(needs_collider_below(space, "a CollisionSpace").unless(CAMERA));
    for (component, has) in [(TypeId::of::<SweptCollider>(), "a SweptCollider"), (space, "a CollisionSpace")]
    {
        rows.push(needs_root_of_compound(component, has.into(), COLLIDERS.to_vec()));
    }
    rows.push(parts_without_effect());
    rows.push(lists_colliders());
    // The parts of a compound are placed by their `Transform`s; its root needs a `GlobalTransform`.
    rows.push(needs_global_transform(COMPOUND[0], "a CompoundCollider".into()));
    rows.extend(rows_of::<Dim2>(world));
    rows.extend(rows_of::<Dim3>(world));
    rows.extend(rows_of_ui(world));
    #[cfg(feature = "meshes")]
    super::meshes::add_rows(world, &mut rows);
    #[cfg(feature = "sprites")]
    rows.push(row_of_sprites(world));
    #[cfg(feature = "picking")]
    rows.push(row_of_picking(world));
    rows.extend(missing.schedules.iter().map(|(schedule, row)| row(*schedule)));
    rows
}

/// Returns the rows of a dimension.
fn rows_of<D: Dimension>(world: &World) -> Vec<Row> {
    let collider = TypeId::of::<D::Collider>();
    let character = TypeId::of::<CharacterMover<D>>();
    let motion = TypeId::of::<MoverMotion<D>>();
    let state = TypeId::of::<MoverState<D>>();
    let trace = TypeId::of::<MoveTrace<D>>();
    let platform = TypeId::of::<OneWayPlatform<D>>();
    let velocity = TypeId::of::<SurfaceVelocity<D>>();
    let touching = TypeId::of::<Touching<D>>();
    if !world.contains_resource::<Collisions<D>>() {
        return vec![
            collider_needs_plugin::<D>(),
            needs_plugin::<D>(character, "CharacterMover"),
            needs_plugin::<D>(motion, "MoverMotion").unless(&[character]),
            needs_plugin::<D>(state, "MoverState").unless(&[character, motion]),
            needs_plugin::<D>(trace, "MoveTrace").unless(&[character]),
            needs_plugin::<D>(platform, "OneWayPlatform"),
            needs_plugin::<D>(velocity, "SurfaceVelocity"),
            needs_plugin::<D>(touching, "Touching"),
            observer_needs_plugin::<D>(),
        ];
    }
    let mut rows = vec![
        // Of a compound, the run of the characters says that it cannot be moved.
        needs_collider::<D>(character, "CharacterMover"),
        needs_character::<D>(motion, "MoverMotion"),
        needs_character::<D>(state, "MoverState").unless(&[motion]),
        needs_character::<D>(trace, "MoveTrace"),
        needs_global_transform(collider, format!("a {} Collider", D::NAME)),
        observed::needs_collider::<D>(),
        observed::asks_for_components_of_colliders::<D>(),
        observed::fits_its_size::<D>(),
    ];
    for (component, name) in
        [(platform, "OneWayPlatform"), (velocity, "SurfaceVelocity"), (touching, "Touching")]
    {
        rows.push(needs_collider::<D>(component, name));
        rows.push(needs_root_of_compound(component, format!("a {} {name}", D::NAME), vec![collider]));
    }
    rows
}

/// Returns a row about entities with these components, which need nothing but one of the partners of the row.
pub(super) fn lacks(when: When, components: impl Into<Vec<TypeId>>, has: String, but: String) -> Row {
    Row::new(when, components, move |it, entity| it.warning(entity, &has, &but))
}

/// Returns the row that a collider needs the plugin of its dimension.
fn collider_needs_plugin<D: Dimension>() -> Row {
    let dimension = D::NAME;
    let but = format!(
        "the {dimension} CollisionPlugin is missing: no {dimension} collider takes part until it is added"
    );
    lacks(When::Once, [TypeId::of::<D::Collider>()], format!("a {dimension} Collider"), but)
        .about_archetypes()
}

/// Returns the row that a component needs the plugin of its dimension, unless it is beside a collider, which needs it,
/// too.
fn needs_plugin<D: Dimension>(component: TypeId, name: &str) -> Row {
    let dimension = D::NAME;
    let but =
        format!("the {dimension} CollisionPlugin is missing: it has no effect until that plugin is added");
    lacks(When::Once, [component], format!("a {dimension} {name}"), but)
        .unless(&[TypeId::of::<D::Collider>()])
}

/// Returns the row that observers of collision events need the plugin of their dimension.
fn observer_needs_plugin<D: Dimension>() -> Row {
    // Bevy's own index of the observers answers for all of them at once.
    let mut row = Row::new(When::Once, [TypeId::of::<Observer>()], |it, _| {
        let keys = [
            it.world.event_key::<CollisionStarted<D>>(),
            it.world.event_key::<CollisionEnded<D>>(),
            it.world.event_key::<ProximityStarted<D>>(),
            it.world.event_key::<ProximityEnded<D>>(),
        ];
        let all = it.world.observers();
        let mut observers = keys.into_iter().flatten().filter_map(|key| all.try_get_observers(key));
        let Some(observers) = observers.next() else { return Outcome::Nothing };
        let first = observers.entity_observers().keys().min_by_key(|entity| entity.index_u32());
        let of_entity = first.map_or(String::new(), |&entity| format!("entity {} has ", it.name(entity)));
        let dimension = D::NAME;
        Outcome::Warning(format!(
            "{of_entity}an observer of {dimension} collision events, but the {dimension} CollisionPlugin is missing: nothing \
             triggers it until that plugin is added"
        ))
    });
    row.are_disabled = None;
    row.about_archetypes()
}

/// Returns the row that colliders need a run of the schedule of their plugin.
pub(super) fn needs_run_of_schedule<D: Dimension>(schedule: Interned<dyn ScheduleLabel>) -> Row {
    let row = Row::new(When::Once, [TypeId::of::<D::Collider>()], move |it, entity| {
        let collisions = it.world.get_resource::<Collisions<D>>();
        let has_run = collisions.is_none_or(|it| it.colliders.run > 0);
        // The app asks for the runs itself.
        if has_run || schedule == DetectCollisions.intern() {
            return Outcome::NothingEver;
        }
        if will_run(schedule, it.world) {
            return Outcome::Unknown;
        }
        let dimension = D::NAME;
        let but = format!(
            "the schedule {schedule:?} of the {dimension} CollisionPlugin has not run so far: no {dimension} collider takes \
             part until it does"
        );
        it.warning(entity, &format!("a {dimension} Collider"), &but)
    });
    row.about_archetypes()
}

/// Returns whether Bevy runs a schedule sooner or later: in each frame, or in fixed steps if there is a clock for them.
fn will_run(schedule: Interned<dyn ScheduleLabel>, world: &World) -> bool {
    let order = world.get_resource::<MainScheduleOrder>();
    let is_main = order
        .is_some_and(|order| order.labels.contains(&schedule) || order.startup_labels.contains(&schedule));
    let fixed = [
        FixedMain.intern(),
        FixedFirst.intern(),
        FixedPreUpdate.intern(),
        FixedUpdate.intern(),
        FixedPostUpdate.intern(),
        FixedLast.intern(),
    ];
    is_main || fixed.contains(&schedule) && world.contains_resource::<Time<Fixed>>()
}

/// Returns the row that a component needs a collider on its entity or below it.
fn needs_collider_below(component: TypeId, has: &'static str) -> Row {
    let row = Row::new(When::Later, [component], move |it, entity| {
        let any = [COLLIDERS, SOURCES, SCENES].concat();
        if is_in_whole_tree(it, entity, component) || it.find_below(entity, &any).is_some() {
            return Outcome::Nothing;
        }
        let but = "there is no Collider on it or below it: it has no effect";
        it.warning_unless_loading(entity, has, but, "Insert a Collider into this entity or one below it")
    });
    row.unless(COLLIDERS).unless(SOURCES).unless(SCENES)
}

/// Returns the row that a component needs a collider of its dimension beside it.
fn needs_collider<D: Dimension>(component: TypeId, name: &'static str) -> Row {
    let of_this = TypeId::of::<D::Collider>();
    let row = Row::new(When::Later, [component], move |it, entity| {
        let dimension = D::NAME;
        let name = format!("{dimension} {name}");
        if it.has_any(entity, COLLIDERS) {
            let but = format!(
                "its Collider is not a {dimension} one: it has no effect. Use the component of the dimension of the collider"
            );
            return it.warning(entity, &format!("a {name}"), &but);
        }
        lacks_collider(it, entity, &name, &format!("{dimension} Collider"), &[&[of_this], SOURCES].concat())
    });
    row.unless(&[of_this]).unless(SOURCES).unless(COMPOUND)
}

/// Returns the row that a component needs a `CharacterMover`.
fn needs_character<D: Dimension>(component: TypeId, name: &'static str) -> Row {
    let row = Row::new(When::Later, [component], move |it, entity| {
        let components = it.world.entity(entity);
        // A trace may be filled by a system of the app, and what was a character until its `CharacterMover` was removed
        // keeps the components that this one had brought along.
        let is_filled = components.get::<MoveTrace<D>>().is_some_and(|trace| !trace.is_empty());
        let was_character = components.get::<MoverState<D>>().is_some_and(MoverState::was_moved);
        if is_filled || was_character {
            return Outcome::Nothing;
        }
        let dimension = D::NAME;
        let but = format!(
            "no {dimension} CharacterMover: it has no effect. Insert a CharacterMover into the same entity"
        );
        it.warning(entity, &format!("a {dimension} {name}"), &but)
    });
    row.unless(&[TypeId::of::<CharacterMover<D>>()])
}

/// Returns the row that a component needs a `GlobalTransform`, unless its entity is below a compound.
fn needs_global_transform(component: TypeId, has: String) -> Row {
    let row = Row::new(When::Later, [component], move |it, entity| {
        if it.find_above(entity, COMPOUND).is_some() {
            return Outcome::Nothing;
        }
        it.warning(entity, &has, "no GlobalTransform: it takes no part. Insert a Transform, which brings one")
    });
    row.unless(&[TypeId::of::<GlobalTransform>()])
}

/// Returns the rows about colliders on what Bevy's UI lays out, if the app has it.
fn rows_of_ui(world: &World) -> Vec<Row> {
    const NODE: &str = "bevy_ui::ui_node::Node";
    const BUT: &str = "it is a Node of the UI: the layout does not place the collider, its Transform does. Use Bevy's picking for \
                       the UI, or insert the Collider into an entity that is no Node";
    let registry = world.get_resource::<AppTypeRegistry>();
    let node = registry.and_then(|all| Some(all.read().get_with_type_path(NODE)?.type_id()));
    let row = |node, &collider| lacks(When::Once, [node, collider], "a Collider".into(), BUT.into());
    node.into_iter().flat_map(|node| COLLIDERS.iter().map(move |collider| row(node, collider))).collect()
}

/// Returns the row about components of picking without a camera or without the plugin.
#[cfg(feature = "picking")]
fn row_of_picking(world: &World) -> Row {
    use crate::ecs::feature_plugins::has_plugin;
    use crate::picking::{CollisionPickingCamera, CollisionPickingPlugin};

    let marker = [TypeId::of::<CollisionPickingCamera>()];
    let has = "a CollisionPickingCamera".to_owned();
    if has_plugin::<CollisionPickingPlugin<Dim2>>(world) || has_plugin::<CollisionPickingPlugin<Dim3>>(world)
    {
        let but = "no Camera: it has no effect. Insert it into the entity of the camera";
        lacks(When::Later, marker, has, but.into()).unless(&[TypeId::of::<bevy_camera::Camera>()])
    } else {
        let but = "the CollisionPickingPlugin is missing: it has no effect until dim2::CollisionPickingPlugin or \
                   dim3::CollisionPickingPlugin is added";
        lacks(When::Once, marker, has, but.into())
    }
}

/// Returns the row about sprites.
#[cfg(feature = "sprites")]
fn row_of_sprites(world: &World) -> Row {
    use crate::assets::{ColliderFromSprite, SpriteColliderPlugin};
    use crate::ecs::feature_plugins::has_plugin;

    let component = [TypeId::of::<ColliderFromSprite>()];
    let has = "a ColliderFromSprite";
    if !has_plugin::<SpriteColliderPlugin>(world) {
        let but = "the SpriteColliderPlugin is missing: it gets no collider until that plugin is added";
        return lacks(When::Once, component, has.into(), but.into());
    }
    const SPRITE: &[TypeId] = &[TypeId::of::<bevy_sprite::Sprite>()];
    let row = Row::new(When::Later, component, move |it, entity| {
        let cure = match it.place_of(entity, SPRITE) {
            Some(place) => format!("There is a sprite {place}: insert the ColliderFromSprite there"),
            None => "Insert a Sprite into the same entity".to_owned(),
        };
        it.warning_unless_loading(entity, has, "no Sprite: it gets no collider", &cure)
    });
    row.unless(SPRITE)
}
