//! The reasons why two entities do not touch.

use core::fmt;

use bevy_ecs::prelude::Entity;

use crate::collider::{ColliderError, CollisionLayers, CollisionSpace, LayerMask};
use crate::ecs::names::NameSource;
use crate::ecs::numbers::Number;

/// The reason why two entities do not touch, in the answer of
/// [`CollisionRules::why_apart`](crate::CollisionRules::why_apart), which prints it with the names of the entities.
///
/// What keeps the first entity from taking part is reported before what keeps the second one from it. Of several
/// reasons otherwise, it is the first one in the order of the variants.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ApartReason {
    /// The entity does not exist, or not any longer.
    Despawned(Entity),
    /// The entity has no collider.
    NoCollider(Entity),
    /// The entity has a collider of the other dimension only.
    OtherDimension(Entity),
    /// The entity has a collider, but no `GlobalTransform`.
    NoTransform(Entity),
    /// The entity is a part of a [`CompoundCollider`](crate::CompoundCollider), whose root touches in its place.
    PartOfCompound {
        /// The entity that was asked about.
        part: Entity,
        /// The root of the compound, if the part is a valid shape of it.
        compound: Option<Entity>,
    },
    /// The entity is the root of a [`CompoundCollider`](crate::CompoundCollider) without a valid part.
    EmptyCompound(Entity),
    /// The entity is disabled: by [`ColliderDisabled`](crate::ColliderDisabled), Bevy's `Disabled`, or a component that
    /// the app registered by `World::register_disabling_component`.
    Disabled(Entity),
    /// The entity has a collider, but had none in the last run of the systems.
    NotSeen(Entity),
    /// The systems have not run so far.
    NotRun,
    /// The collider of the entity is invalid.
    Invalid {
        /// The entity.
        entity: Entity,
        /// What is wrong with it.
        error: ColliderError,
    },
    /// The grid of the entity has no cells with a shape: all are empty, or left out.
    NoCells(Entity),
    /// Both are the same entity.
    SameEntity,
    /// The two are in different [spaces](CollisionSpace).
    Spaces {
        /// The two entities.
        entities: [Entity; 2],
        /// The space of each; the default one if neither it nor an entity above has such a component.
        spaces: [CollisionSpace; 2],
    },
    /// The [`CollisionLayers`] of the two do not agree.
    Layers {
        /// The two entities.
        entities: [Entity; 2],
        /// The layers of each; the default ones if it has no such component.
        layers: [CollisionLayers; 2],
    },
    /// An entity lists the other one in its [`CollisionExceptions`](crate::CollisionExceptions).
    Exception {
        /// The entity with the list.
        of: Entity,
        /// The listed entity.
        listed: Entity,
    },
    /// Both are below an entity with [`NoSelfCollision`](crate::NoSelfCollision), or are that entity.
    NoSelfCollision {
        /// The topmost entity with the component.
        group: Entity,
    },
    /// A [`CollisionFilter`](crate::CollisionFilter) refused the pair in the last run.
    CollisionFilter,
    /// The two overlap, and a [`ContactFilter`](crate::ContactFilter) refused their contact when it was tested last.
    ContactFilter,
    /// The AABBs do not meet, so that the shapes were not tested.
    Aabbs {
        /// How far the AABBs are apart: the length of the shortest way from one to the other. Both are enlarged by the
        /// [`ProximityMargin`](crate::ProximityMargin) of their entities, and that of a
        /// [`SweptCollider`](crate::SweptCollider) encloses its whole motion.
        gap: f32,
        /// The distance of the two shapes.
        distance: f32,
    },
    /// What overlaps are cells of a grid, of [kinds](crate::grid::CellKind::layers) whose own layers refuse the other
    /// collider.
    CellLayers {
        /// The entity of the grid's collider.
        grid: Entity,
        /// The other entity.
        other: Entity,
    },
    /// The shapes do not meet.
    Shapes {
        /// The distance of the two shapes; 0 if it is lost in rounding.
        distance: f32,
    },
    /// The shapes meet where they stand, but the last test has not found so.
    ///
    /// It does not happen after a run of the plugin's own systems, except for shapes that just touch, to within the
    /// precision of the test. Otherwise the colliders were updated and the pairs not tested yet, or a phase is
    /// [left out](crate::CollisionPlugin::without).
    Untested,
}

impl ApartReason {
    /// Returns whether a rule keeps the two apart, wherever they are: `false` for [`Aabbs`](Self::Aabbs),
    /// [`CellLayers`](Self::CellLayers), [`Shapes`](Self::Shapes) and [`Untested`](Self::Untested).
    pub fn is_rule(&self) -> bool {
        !matches!(self, Self::Aabbs { .. } | Self::CellLayers { .. } | Self::Shapes { .. } | Self::Untested)
    }

    /// Writes half a sentence that names the entities.
    pub(super) fn describe(&self, names: &dyn NameSource, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |entity: Entity| names.named(entity);
        match *self {
            Self::SameEntity => write!(f, "both are the same entity"),
            Self::Despawned(entity) => write!(f, "{} does not exist", named(entity)),
            Self::NoCollider(entity) => write!(f, "{} has no collider", named(entity)),
            Self::OtherDimension(entity) => {
                write!(f, "{} has a collider of the other dimension", named(entity))
            }
            Self::NoTransform(entity) => write!(f, "{} has no GlobalTransform", named(entity)),
            Self::PartOfCompound { part, compound: Some(compound) } => {
                let [part, compound] = [part, compound].map(named);
                write!(f, "{part} is a part of the compound {compound}, which touches in its place")
            }
            Self::PartOfCompound { part, compound: None } => {
                write!(f, "{} is below a compound, and no valid part of it", named(part))
            }
            Self::EmptyCompound(entity) => write!(f, "the compound {} has no valid part", named(entity)),
            Self::Disabled(entity) => write!(f, "{} is disabled", named(entity)),
            Self::NotSeen(entity) => write!(f, "{} got its collider after the last run", named(entity)),
            Self::NotRun => write!(f, "the systems of the CollisionPlugin have not run so far"),
            Self::NoCells(entity) => {
                write!(
                    f,
                    "the grid of {} has no cells: all are empty, or left out with a warning",
                    named(entity)
                )
            }
            Self::Invalid { entity, error } => write!(f, "{} is invalid: {error}", named(entity)),
            Self::Spaces { entities, spaces: [one, other] } => {
                let [a, b] = entities.map(named);
                write!(
                    f,
                    "they are in different worlds: {a} is in CollisionSpace {}, {b} in {}",
                    one.0, other.0
                )
            }
            Self::Layers { entities, layers } => write_layers(entities.map(named), layers, f),
            Self::Exception { of, listed } => {
                let [of, listed] = [of, listed].map(named);
                write!(f, "exception: {of} lists {listed} in its CollisionExceptions")
            }
            Self::NoSelfCollision { group } => {
                write!(f, "self-collision: both belong to {}, which has NoSelfCollision", named(group))
            }
            Self::CollisionFilter => write!(f, "filter: a CollisionFilter refuses the pair"),
            Self::ContactFilter => write!(f, "filter: a ContactFilter refuses the contact"),
            Self::Aabbs { gap, distance } => {
                let [gap, distance] = [gap, distance].map(|it| Number(f64::from(it)));
                write!(f, "their bounding boxes are {gap} apart, and their shapes {distance}")
            }
            Self::CellLayers { grid, other } => {
                let [grid, other] = [grid, other].map(named);
                write!(f, "layers: {other} overlaps cells of {grid} whose kinds have layers that refuse it")
            }
            Self::Shapes { distance } => {
                let distance = Number(f64::from(distance));
                write!(f, "their bounding boxes overlap, and their shapes are {distance} apart")
            }
            Self::Untested => write!(f, "their shapes meet, but the last test has not found so"),
        }
    }
}

/// Writes which of the two does not collide with the layers of the other.
fn write_layers(
    [a, b]: [impl fmt::Display; 2],
    [of_a, of_b]: [CollisionLayers; 2],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let refusals = [(&a, of_a, &b, of_b), (&b, of_b, &a, of_a)];
    let refusals = refusals.into_iter().filter(|(_, of_one, _, of_other)| !of_one.accepts(*of_other));
    for (index, (one, _, other, of_other)) in refusals.enumerate() {
        write!(f, "{}", if index == 0 { "layers: " } else { "; " })?;
        match of_other.memberships {
            LayerMask::NONE => write!(f, "{other} is in no layer")?,
            layers => write!(f, "{one} does not collide with {layers}, where {other} is")?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ecs::names::Written;

    #[test]
    fn the_text_of_layers_says_which_way_they_refuse() {
        let entities = [1, 2].map(|index| Entity::from_raw_u32(index).unwrap());
        // From layer 8 on, since other tests of this process name the first ones.
        let text = |one: [u32; 2], two: [u32; 2]| {
            let layers = [one, two];
            let layers = layers.map(|[members, filters]| CollisionLayers::new(members << 8, filters << 8));
            let reason = ApartReason::Layers { entities, layers };
            Written(move |f: &mut fmt::Formatter<'_>| reason.describe(&(), f)).to_string()
        };
        assert_eq!(text([0b1, 0b1], [0b10, 0b1]), "layers: 1v0 does not collide with layer 9, where 2v0 is");
        assert_eq!(
            text([0b1001, 0b10], [0b10, 0b10]),
            "layers: 2v0 does not collide with layers 8, 11, where 1v0 is"
        );
        assert_eq!(
            text([0b1, 0b1], [0b10, 0b10]),
            "layers: 1v0 does not collide with layer 9, where 2v0 is; 2v0 does not collide with layer 8, where 1v0 is"
        );
        assert_eq!(text([0, 0b1], [0b1, 0b1]), "layers: 1v0 is in no layer");
    }
}
