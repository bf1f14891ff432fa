//! The reasons why two entities do not touch.

use core::fmt;

use bevy_ecs::prelude::Entity;

use crate::collider::{ColliderError, CollisionLayers, LayerMask};

/// The reason why two entities do not touch: the answer of [`CollisionRules::why_apart`](crate::CollisionRules::why_apart).
///
/// What keeps the first entity from taking part is reported before what keeps the second one from it. Of several reasons
/// otherwise, it is the first one in the order of the variants. Printed, it is half a sentence that names the entities.
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
    /// The entity is disabled: by [`ColliderDisabled`](crate::ColliderDisabled), Bevy's `Disabled`, or a component that the
    /// app registered by `World::register_disabling_component`.
    Disabled(Entity),
    /// The entity has a collider, but had none in the last run of the systems.
    NotSeen(Entity),
    /// The collider of the entity is invalid.
    Invalid {
        /// The entity.
        entity: Entity,
        /// What is wrong with it.
        error: ColliderError,
    },
    /// Both are the same entity.
    SameEntity,
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
        /// The distance of the two shapes.
        distance: f32,
    },
    /// The shapes do not meet.
    Shapes {
        /// The distance of the two shapes; 0 if it is lost in rounding.
        distance: f32,
    },
    /// The shapes meet where they stand, but the last test has not found so.
    ///
    /// It does not happen after a run of the plugin's own systems, except for shapes that just touch, to within the
    /// precision of the test. Otherwise the colliders were updated and the pairs not tested yet, or a phase that the app
    /// [replaced](crate::CollisionPlugin::replace) decides differently.
    Untested,
}

impl ApartReason {
    /// Returns whether a rule keeps the two apart, wherever they are: `false` for [`Aabbs`](Self::Aabbs),
    /// [`Shapes`](Self::Shapes) and [`Untested`](Self::Untested).
    pub fn is_rule(&self) -> bool {
        !matches!(self, Self::Aabbs { .. } | Self::Shapes { .. } | Self::Untested)
    }
}

impl fmt::Display for ApartReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::SameEntity => write!(f, "both are the same entity"),
            Self::Despawned(entity) => write!(f, "{entity} does not exist"),
            Self::NoCollider(entity) => write!(f, "{entity} has no collider"),
            Self::OtherDimension(entity) => write!(f, "{entity} has a collider of the other dimension"),
            Self::NoTransform(entity) => write!(f, "{entity} has no GlobalTransform"),
            Self::PartOfCompound { part, compound: Some(compound) } => {
                write!(f, "{part} is a part of the compound {compound}, which touches in its place")
            }
            Self::PartOfCompound { part, compound: None } => {
                write!(f, "{part} is below a compound, and no valid part of it")
            }
            Self::EmptyCompound(entity) => write!(f, "the compound {entity} has no valid part"),
            Self::Disabled(entity) => write!(f, "{entity} is disabled"),
            Self::NotSeen(entity) => write!(f, "{entity} got its collider after the last run"),
            Self::Invalid { entity, error } => write!(f, "{entity} is invalid: {error}"),
            Self::Layers { entities: [a, b], layers: [of_a, of_b] } => {
                write!(f, "layers: ")?;
                if !of_a.accepts(of_b) {
                    write!(f, "{a} does not collide with {}, where {b} is", Numbers(of_b.memberships))?;
                }
                if !of_a.accepts(of_b) && !of_b.accepts(of_a) {
                    write!(f, "; ")?;
                }
                if !of_b.accepts(of_a) {
                    write!(f, "{b} does not collide with {}, where {a} is", Numbers(of_a.memberships))?;
                }
                Ok(())
            }
            Self::Exception { of, listed } => {
                write!(f, "exception: {of} lists {listed} in its CollisionExceptions")
            }
            Self::NoSelfCollision { group } => {
                write!(f, "self-collision: both belong to {group}, which has NoSelfCollision")
            }
            Self::CollisionFilter => write!(f, "filter: a CollisionFilter refuses the pair"),
            Self::ContactFilter => write!(f, "filter: a ContactFilter refuses the contact"),
            Self::Aabbs { distance } => {
                write!(f, "their bounding boxes do not meet: the distance is {distance}")
            }
            Self::Shapes { distance } => write!(f, "their shapes do not meet: the distance is {distance}"),
            Self::Untested => write!(f, "their shapes meet, but the last test has not found so"),
        }
    }
}

/// Prints the numbers of layers: `layers 1, 4`.
struct Numbers(LayerMask);

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(LayerMask(bits)) = *self;
        write!(
            f,
            "{}",
            match bits.count_ones() {
                0 => "no layer",
                1 => "layer ",
                _ => "layers ",
            }
        )?;
        let numbers = (0..u32::BITS).filter(|number| bits >> number & 1 == 1);
        for (index, number) in numbers.enumerate() {
            write!(f, "{}{number}", if index > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_layers_says_which_way_they_refuse() {
        let entities = [1, 2].map(|index| Entity::from_raw_u32(index).unwrap());
        let text = |one: [u32; 2], two: [u32; 2]| {
            let layers = [one, two].map(|[memberships, filters]| CollisionLayers::new(memberships, filters));
            ApartReason::Layers { entities, layers }.to_string()
        };
        assert_eq!(text([0b1, 0b1], [0b10, 0b1]), "layers: 1v0 does not collide with layer 1, where 2v0 is");
        assert_eq!(
            text([0b1001, 0b10], [0b10, 0b10]),
            "layers: 2v0 does not collide with layers 0, 3, where 1v0 is"
        );
        assert_eq!(
            text([0b1, 0b1], [0b10, 0b10]),
            "layers: 1v0 does not collide with layer 1, where 2v0 is; 2v0 does not collide with layer 0, where 1v0 is"
        );
        assert!(text([0, 0b1], [0b1, 0b1]).contains("no layer"));
    }
}
