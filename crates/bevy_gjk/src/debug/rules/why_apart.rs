//! The answer why two entities do not touch: the reason, what lies behind it, and the names for its text.

use core::fmt;

use bevy_ecs::prelude::Entity;

use super::apart_reason::ApartReason;
use crate::collider::ColliderError;
use crate::ecs::names::{KeptNames, NameSource};
use crate::ecs::numbers::Number;

/// Why two entities do not touch: the answer of [`CollisionRules::why_apart`](crate::CollisionRules::why_apart).
///
/// Printed, it is half a sentence that gives the ids and names of the entities, the names of layers as
/// [`collision_layers!`](crate::collision_layers) defines them, and what lies behind the reason: a disabled parent, a scale of 0,
/// the skin of a character.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_ecs::system::RunSystemOnce;
/// use bevy_gjk::{collision_layers, dim2::prelude::*, texts::ApartReason};
/// use bevy_transform::prelude::*;
///
/// collision_layers! { enum Layer { Wall, Ghost } }
///
/// let mut app = App::new();
/// app.add_plugins((TransformPlugin, CollisionPlugin::default()));
/// let wall = (Name::new("wall"), Collider::circle(1.0), CollisionLayers::new(Layer::Wall, Layer::Wall));
/// let wall = app.world_mut().spawn(wall).id();
/// let ghost = (Name::new("ghost"), Collider::circle(1.0), CollisionLayers::new(Layer::Ghost, Layer::Wall));
/// let ghost = app.world_mut().spawn(ghost).id();
/// app.update();
///
/// let ask = move |rules: CollisionRules| rules.why_apart(wall, ghost);
/// let why = app.world_mut().run_system_once(ask).unwrap().unwrap();
/// assert!(matches!(why.reason, ApartReason::Layers { .. }));
/// let text = "\"wall\" does not collide with layer 1 \"Ghost\", where";
/// assert!(why.to_string().contains(text), "{why}");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WhyApart {
    /// The reason.
    pub reason: ApartReason,
    causes: Vec<Cause>,
    names: KeptNames,
}

/// Why a reason holds, such as the component that disables an entity: written after the reason.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cause {
    /// The component that disables the entity.
    DisabledBy(&'static str),
    /// An entity above is disabled, so that Bevy does not keep up the transform.
    DisabledAbove { of: Entity, above: Entity },
    /// An entity above has no `GlobalTransform`.
    NoTransformAbove { of: Entity, above: Entity },
    /// The scale is 0 along some axes, or along all of them.
    ScaleZero { of: Entity, along_all: bool },
    /// A 2D entity is turned so that its plane is seen from the side.
    TurnedFlat { of: Entity },
    /// The fault may be one of an entity above.
    MaybeAbove(Entity),
    /// What is wrong with a part of a compound.
    PartInvalid(ColliderError),
    /// A character keeps this distance from what is solid for it.
    KeepsSkin { of: Entity, skin: f32 },
}

impl WhyApart {
    /// Creates the answer, with the names of all entities in its text.
    pub(super) fn new(reason: ApartReason, causes: Vec<Cause>, names: &dyn NameSource) -> Self {
        let mut entities = reason.entities();
        for cause in &causes {
            match *cause {
                Cause::DisabledAbove { of, above } | Cause::NoTransformAbove { of, above } => {
                    entities.extend([of, above]);
                }
                Cause::ScaleZero { of, .. } | Cause::TurnedFlat { of } | Cause::KeepsSkin { of, .. } => {
                    entities.push(of);
                }
                Cause::MaybeAbove(above) => entities.push(above),
                Cause::DisabledBy(_) | Cause::PartInvalid(_) => {}
            }
        }
        Self { reason, causes, names: KeptNames::of(entities, names) }
    }
}

impl fmt::Display for WhyApart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.describe(&self.names, f)?;
        for cause in &self.causes {
            match *cause {
                Cause::DisabledBy(component) => write!(f, " by {component}")?,
                Cause::DisabledAbove { of, above } => {
                    let [of, above] = [of, above].map(|entity| self.names.named(entity));
                    write!(f, "; {above} above {of} is disabled, so Bevy does not update where {of} is")?;
                }
                Cause::NoTransformAbove { of, above } => {
                    let [of, above] = [of, above].map(|entity| self.names.named(entity));
                    write!(f, "; {above} above {of} has no Transform")?;
                }
                Cause::ScaleZero { of, along_all } => {
                    let (of, shape) = (self.names.named(of), if along_all { "a point" } else { "flat" });
                    write!(f, "; {of} has scale 0, which makes it {shape}")?;
                }
                Cause::TurnedFlat { of } => {
                    let of = self.names.named(of);
                    write!(f, "; {of} is turned out of the xy plane, which makes it flat")?;
                }
                Cause::MaybeAbove(above) => {
                    write!(f, ", maybe that of {} above it", self.names.named(above))?;
                }
                Cause::PartInvalid(error) => write!(f, ": {error}")?,
                Cause::KeepsSkin { of, skin } => {
                    let (of, skin) = (self.names.named(of), Number(f64::from(skin)));
                    write!(
                        f,
                        "; {of} is a CharacterMover, which stops at its skin of {skin} before what is solid for it"
                    )?;
                }
            }
        }
        Ok(())
    }
}
