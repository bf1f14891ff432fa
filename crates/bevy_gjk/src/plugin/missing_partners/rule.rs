//! A rule: which component needs which others.

use core::any::TypeId;

use bevy_ecs::archetype::Archetype;
use bevy_ecs::entity_disabling::DefaultQueryFilters;
use bevy_ecs::prelude::{Entity, World};

use super::inspector::Inspector;

/// What a look at an entity found.
pub(super) enum Finding {
    /// Nothing is missing.
    Complete,
    /// It cannot be told yet.
    Loading,
    /// A component is missing, which may arrive later. The text of the warning.
    Component(String),
    /// Something is wrong, whatever arrives later. The text of the warning.
    #[cfg_attr(not(feature = "meshes"), expect(dead_code, reason = "only rules about meshes find it"))]
    Certain(String),
    /// A plugin is missing: one warning is enough for all entities, and the rule ends. What else may be wrong with an entity
    /// needs a rule of its own. The text of the warning.
    Plugin(String),
    /// Nothing is missing, and nothing of this kind will be.
    Retired,
}

/// Which entities a rule looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Enabled,
    /// Those with a disabling component.
    Disabled,
    Any,
}

/// A component, or several together, and the partners beside which it works.
pub(super) struct Rule {
    /// Entities with all of these are looked at; none if it is empty.
    subjects: Vec<TypeId>,
    /// An entity with one of these lacks nothing.
    partners: Vec<TypeId>,
    scope: Scope,
    /// Whether one entity stands for all of its archetype.
    pub(super) is_about_all: bool,
    judge: Box<dyn Fn(&Inspector, Entity) -> Finding + Send + Sync>,
    /// Whether no more is to be said.
    pub(super) is_retired: bool,
    /// The number of warnings so far.
    pub(super) warnings: u32,
}

impl Rule {
    /// Creates a rule about entities with all of these components. `judge` looks at those without a partner.
    pub(super) fn new(
        subjects: impl Into<Vec<TypeId>>,
        judge: impl Fn(&Inspector, Entity) -> Finding + Send + Sync + 'static,
    ) -> Self {
        Self {
            subjects: subjects.into(),
            partners: Vec::new(),
            scope: Scope::Enabled,
            is_about_all: false,
            judge: Box::new(judge),
            is_retired: false,
            warnings: 0,
        }
    }

    /// Leaves entities with any of these components out.
    pub(super) fn unless(mut self, partners: impl IntoIterator<Item = TypeId>) -> Self {
        self.partners.extend(partners);
        self
    }

    /// Looks at other entities than those that are enabled.
    pub(super) fn in_scope(self, scope: Scope) -> Self {
        Self { scope, ..self }
    }

    /// Looks at one entity of each archetype.
    pub(super) fn about_all(self) -> Self {
        Self { is_about_all: true, ..self }
    }

    /// Returns whether the entities of an archetype are to be looked at.
    pub(super) fn suspects(&self, archetype: &Archetype, world: &World) -> bool {
        let has =
            |&type_id: &TypeId| world.components().get_id(type_id).is_some_and(|id| archetype.contains(id));
        if self.subjects.is_empty() || !self.subjects.iter().all(has) || self.partners.iter().any(has) {
            return false;
        }
        let filters = world.get_resource::<DefaultQueryFilters>();
        let is_disabled = filters.is_some_and(|it| it.disabling_ids().any(|id| archetype.contains(id)));
        match self.scope {
            Scope::Enabled => !is_disabled,
            Scope::Disabled => is_disabled,
            Scope::Any => true,
        }
    }

    /// Looks at an entity.
    pub(super) fn judge(&self, inspector: &Inspector, entity: Entity) -> Finding {
        (self.judge)(inspector, entity)
    }
}
