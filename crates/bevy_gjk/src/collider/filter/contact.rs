//! User-defined filters that see the contact of a pair.

use bevy_ecs::prelude::Entity;
use bevy_ecs::system::ReadOnlySystemParam;
use gjk::Contact;

use crate::collider::Dimension;

/// Two colliders that overlap, as a [`ContactFilter`] sees them.
#[derive(Clone, Copy, Debug)]
pub struct FilteredContact<D: Dimension> {
    /// The entity with the lower index, or with the lower [`CollisionOrder`](crate::CollisionOrder).
    pub a: Entity,
    /// The other entity.
    pub b: Entity,
    /// The contact. Its normal points from `a` to `b`.
    pub contact: Contact<D::Vector>,
    /// Whether the two touched in the last run.
    pub was_touching: bool,
}

impl<D: Dimension> FilteredContact<D> {
    /// Returns the entity that is not the given one, and the unit normal from the given one to it. Returns `None` if
    /// the given entity is neither of the two.
    pub fn seen_from(&self, entity: Entity) -> Option<(Entity, D::Vector)> {
        if entity == self.a {
            Some((self.b, self.contact.normal))
        } else {
            (entity == self.b).then(|| (self.a, -self.contact.normal))
        }
    }
}

/// A user-defined filter that looks at the contact of a pair before it counts as touching: a read-only `SystemParam`.
///
/// A pair that it refuses does not touch: no touch begins, and one that lasted ends with
/// [`EndReason::Filtered`](crate::EndReason::Filtered). It is asked in each run about each pair that overlaps and of which
/// one collider moved, once, after layers, exceptions and every [`CollisionFilter`](crate::CollisionFilter); a pair that
/// stands still keeps its state.
///
/// The contact of each of these pairs is computed, and they are tested on one thread: where
/// [`is_concerned`](Self::is_concerned) returns `false`, there is no contact to compute.
///
/// A hit box that counts only from above:
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_ecs::system::SystemParam;
/// use bevy_gjk::dim2::prelude::*;
///
/// #[derive(Component)]
/// struct FromAbove;
///
/// #[derive(SystemParam)]
/// struct OnlyFromAbove<'w, 's> {
///     marked: Query<'w, 's, (), With<FromAbove>>,
/// }
///
/// impl ContactFilter<bevy_gjk::Dim2> for OnlyFromAbove<'_, '_> {
///     fn is_concerned(&self, a: Entity, b: Entity) -> bool {
///         self.marked.contains(a) || self.marked.contains(b)
///     }
///
///     fn allows(&self, found: &FilteredContact) -> bool {
///         let marked = if self.marked.contains(found.a) { found.a } else { found.b };
///         // Once it has begun from above, it lasts.
///         found.was_touching || found.seen_from(marked).is_some_and(|(_, normal)| normal.y > 0.7)
///     }
/// }
///
/// # let mut app = bevy_app::App::new();
/// app.add_plugins(CollisionPlugin::default().with_contact_filter::<OnlyFromAbove>());
/// ```
#[doc(alias = "one-way")]
#[doc(alias = "contact hook")]
pub trait ContactFilter<D: Dimension>: ReadOnlySystemParam {
    /// Returns whether the filter wants to see the contacts of a pair. `a` is the entity with the lower index, or with the lower
    /// [`CollisionOrder`](crate::CollisionOrder). All other pairs are allowed.
    fn is_concerned(&self, a: Entity, b: Entity) -> bool {
        let _ = (a, b);
        true
    }

    /// Returns whether the two may touch in this way.
    fn allows(&self, found: &FilteredContact<D>) -> bool;
}
