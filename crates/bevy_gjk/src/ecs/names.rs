//! Entities with their names, as all texts for people give them.

use core::fmt::{Display, Formatter, Result};

use bevy_ecs::name::{Name, NameOrEntity};
use bevy_ecs::prelude::{Entity, Query, World};
use bevy_ecs::system::SystemParam;

use crate::ecs::UnfilteredQuery;

/// An entity and its `Name`: printed, `12v0 "hero"`, or `12v0` without a name.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_gjk::texts::NameSource;
///
/// let mut world = World::new();
/// let hero = world.spawn(Name::new("hero")).id();
/// let stone = world.spawn_empty().id();
/// assert_eq!(world.named(hero).to_string(), format!("{hero} \"hero\""));
/// assert_eq!(world.named(stone).to_string(), stone.to_string());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedEntity<'n> {
    /// The entity.
    pub entity: Entity,
    /// Its name, if it has one.
    pub name: Option<&'n Name>,
}

impl Display for NamedEntity<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.name {
            Some(name) => write!(f, "{} \"{name}\"", self.entity),
            None => write!(f, "{}", self.entity),
        }
    }
}

/// Where a text takes the names of entities from: [`EntityNames`] in systems, and the `World`.
pub trait NameSource {
    /// Returns the name of an entity, if it has one.
    fn name_of(&self, entity: Entity) -> Option<&Name>;

    /// Returns the entity with its name, to be printed.
    fn named(&self, entity: Entity) -> NamedEntity<'_> {
        NamedEntity { entity, name: self.name_of(entity) }
    }
}

/// Has no names: entities are printed by their ids alone.
impl NameSource for () {
    fn name_of(&self, _: Entity) -> Option<&Name> {
        None
    }
}

impl NameSource for World {
    fn name_of(&self, entity: Entity) -> Option<&Name> {
        self.get(entity)
    }
}

/// What can be described in a sentence about entities: the collision events.
pub trait Describe {
    /// Writes the sentence, with the names of the entities.
    ///
    /// # Errors
    /// Returns the errors of the formatter.
    fn describe(&self, names: &dyn NameSource, f: &mut Formatter<'_>) -> Result;
}

/// A system parameter that prints entities, and events about them, with their names. Disabled entities have names, too.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_ecs::system::RunSystemOnce;
/// use bevy_gjk::{dim2::prelude::*, texts::EntityNames};
/// # use bevy_transform::TransformPlugin;
///
/// fn print(mut events: MessageReader<CollisionEvent>, names: EntityNames) -> Vec<String> {
///     events.read().map(|event| names.text(event).to_string()).collect()
/// }
///
/// let mut app = App::new();
/// app.add_plugins((TransformPlugin, CollisionPlugin::default()));
/// let hero = app.world_mut().spawn((Name::new("hero"), Collider::circle(1.0))).id();
/// let wall = app.world_mut().spawn((Name::new("wall"), Collider::rectangle(1.0, 9.0))).id();
/// app.update();
/// let lines = app.world_mut().run_system_once(print).unwrap();
/// assert!(lines[0].starts_with(&format!("{hero} \"hero\" and {wall} \"wall\" began to touch: depth 1.5")));
/// ```
#[derive(SystemParam)]
pub struct EntityNames<'w, 's> {
    names: UnfilteredQuery<'w, 's, &'static Name>,
}

impl EntityNames<'_, '_> {
    /// Returns an entity with its name, to be printed: `12v0 "hero"`.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::{dim2::prelude::*, texts::EntityNames};
    ///
    /// fn report(hit: On<CollisionStarted>, names: EntityNames) {
    ///     println!("{} is hit by {}", names.of(hit.entity), names.of(hit.other));
    /// }
    /// # bevy_ecs::system::assert_is_system(|mut commands: Commands| { commands.add_observer(report); });
    /// ```
    pub fn of(&self, entity: Entity) -> NamedEntity<'_> {
        self.named(entity)
    }

    /// Returns a sentence about an event, with the names of its entities.
    pub fn text<'t>(&'t self, what: &'t impl Describe) -> impl Display + 't {
        Written(move |f: &mut Formatter<'_>| what.describe(self, f))
    }
}

impl NameSource for EntityNames<'_, '_> {
    fn name_of(&self, entity: Entity) -> Option<&Name> {
        self.names.name_of(entity)
    }
}

impl NameSource for UnfilteredQuery<'_, '_, &'static Name> {
    fn name_of(&self, entity: Entity) -> Option<&Name> {
        self.get(entity).ok()
    }
}

impl NameSource for Query<'_, '_, NameOrEntity> {
    fn name_of(&self, entity: Entity) -> Option<&Name> {
        self.get(entity).ok()?.name
    }
}

/// The names of a few entities, kept with a text that outlives the system.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KeptNames(Vec<(Entity, Name)>);

impl KeptNames {
    /// Keeps the name of an entity, if it has one.
    pub(crate) fn keep<'n>(&mut self, entity: Entity, name_of: impl Fn(Entity) -> Option<&'n Name>) {
        if self.name_of(entity).is_none()
            && let Some(name) = name_of(entity)
        {
            self.0.push((entity, name.clone()));
        }
    }

    /// Forgets all names.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

impl NameSource for KeptNames {
    fn name_of(&self, entity: Entity) -> Option<&Name> {
        self.0.iter().find(|(named, _)| *named == entity).map(|(_, name)| name)
    }
}

/// A function that writes a text.
pub(crate) struct Written<F>(pub(crate) F);

impl<F: Fn(&mut Formatter<'_>) -> Result> Display for Written<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.0(f)
    }
}
