//! The components of colliders, and which of them changed.
//!
//! Bevy stores components in tables, a column for each type. Where it can, the rows are read slice by slice, and the
//! change ticks are [compared in blocks](super::ticks).

use core::any::TypeId;
use std::borrow::Cow;

use arrayvec::ArrayVec;
use bevy_ecs::change_detection::{ContiguousRef, Ref, Tick};
use bevy_ecs::prelude::{DetectChanges, Entity, Query, With, Without};
use bevy_transform::components::GlobalTransform;

use crate::collider::{
    ColliderDisabled, CollisionExceptions, CollisionLayers, CollisionOrder, CompoundCollider, Dimension,
    ProximityMargin, SweptCollider,
};
use crate::detection::proxies::ColliderSettings;
use crate::frame::inherited::Inherited;
use crate::frame::read_world::Warnings;
use crate::frame::read_world::ticks::{TickColumns, TickRange};

/// The number of components that make a collider.
pub(super) const COLUMNS: usize = 7;

/// Returns the components that make a collider: the columns of [`ColliderComponents`].
pub(super) fn columns<D: Dimension>() -> [TypeId; COLUMNS] {
    [
        TypeId::of::<D::Collider>(),
        TypeId::of::<GlobalTransform>(),
        TypeId::of::<CollisionLayers>(),
        TypeId::of::<ProximityMargin>(),
        TypeId::of::<CollisionExceptions>(),
        TypeId::of::<SweptCollider>(),
        TypeId::of::<CollisionOrder>(),
    ]
}

/// The components that make a collider.
type ColliderComponents<'w, D> = (
    Entity,
    Ref<'w, <D as Dimension>::Collider>,
    Ref<'w, GlobalTransform>,
    Option<Ref<'w, CollisionLayers>>,
    Option<Ref<'w, ProximityMargin>>,
    Option<Ref<'w, CollisionExceptions>>,
    Option<Ref<'w, SweptCollider>>,
    Option<Ref<'w, CollisionOrder>>,
);

/// Matches entities whose collider is enabled.
pub(super) type Enabled = Without<ColliderDisabled>;

/// All entities that have a collider of their own.
pub(super) type ColliderRows<'w, 's, D> =
    Query<'w, 's, ColliderComponents<'static, D>, (Enabled, Without<CompoundCollider>)>;

/// The components of the root of a compound.
pub(super) type CompoundRoots<'w, 's> = Query<
    'w,
    's,
    (
        Ref<'static, GlobalTransform>,
        Option<&'static CollisionLayers>,
        Option<&'static ProximityMargin>,
        Option<&'static CollisionExceptions>,
        Option<&'static SweptCollider>,
        Option<&'static CollisionOrder>,
    ),
    With<CompoundCollider>,
>;

/// The components of one collider.
pub(super) struct ColliderRow<'w, D: Dimension> {
    pub(super) entity: Entity,
    pub(super) shape: &'w D::Collider,
    pub(super) transform: &'w GlobalTransform,
    pub(super) settings: SettingsRefs<'w>,
    pub(super) changed: Changed,
}

/// The components that make its settings.
pub(super) struct SettingsRefs<'w> {
    layers: Option<&'w CollisionLayers>,
    margin: Option<&'w ProximityMargin>,
    exceptions: Option<&'w CollisionExceptions>,
    swept: Option<&'w SweptCollider>,
    order: Option<&'w CollisionOrder>,
}

impl<'w> SettingsRefs<'w> {
    /// Reads the settings, and warns of invalid ones.
    #[inline]
    pub(super) fn read(
        &self,
        entity: Entity,
        Inherited { group, space }: Inherited,
        warnings: &mut Warnings,
    ) -> ColliderSettings<'w> {
        ColliderSettings {
            layers: self
                .layers
                .map_or_else(CollisionLayers::default, |&layers| warnings.layers(entity, layers)),
            margin: self.margin.map_or(0.0, |&margin| warnings.margin(entity, margin)),
            swept: self.swept.copied(),
            exceptions: Cow::Borrowed(self.exceptions.map_or(&[], |exceptions| &exceptions.0)),
            group,
            space,
            order: self.order.copied(),
        }
    }
}

/// What changed or is new.
#[derive(Clone, Copy)]
pub(super) struct Changed {
    pub(super) shape: bool,
    pub(super) transform: bool,
}

/// Returns the components of one entity.
pub(super) fn row<'w, D: Dimension>(all: &'w ColliderRows<D>, entity: Entity) -> Option<ColliderRow<'w, D>> {
    all.get(entity).ok().map(from_parts)
}

/// Returns the components of the root of a compound.
pub(super) fn compound_root<'w>(
    compound_roots: &'w CompoundRoots,
    entity: Entity,
) -> Option<(Ref<'w, GlobalTransform>, SettingsRefs<'w>)> {
    let (transform, layers, margin, exceptions, swept, order) = compound_roots.get(entity).ok()?;
    Some((transform, SettingsRefs { layers, margin, exceptions, swept, order }))
}

/// Iterates over all colliders.
pub(super) fn rows<'w, D: Dimension>(all: &'w ColliderRows<D>) -> impl Iterator<Item = ColliderRow<'w, D>> {
    all.iter().map(from_parts)
}

/// Creates a row from the components that a query returns.
fn from_parts<D: Dimension>(
    (entity, shape, transform, layers, margin, exceptions, swept, order): ColliderComponents<D>,
) -> ColliderRow<D> {
    let changed = Changed { shape: shape.is_changed(), transform: transform.is_changed() };
    ColliderRow {
        entity,
        shape: shape.into_inner(),
        transform: transform.into_inner(),
        settings: SettingsRefs {
            layers: layers.map(Ref::into_inner),
            margin: margin.map(Ref::into_inner),
            exceptions: exceptions.map(Ref::into_inner),
            swept: swept.map(Ref::into_inner),
            order: order.map(Ref::into_inner),
        },
        changed,
    }
}

/// Counts the colliders, apart from compounds. Returns `None` if Bevy cannot iterate by columns, as in an app that
/// disables entities by a component in sparse-set storage.
pub(super) fn count<D: Dimension>(all: &ColliderRows<D>) -> Option<usize> {
    Some(all.contiguous_iter().ok()?.map(|(entities, ..)| entities.len()).sum())
}

/// Calls `transform_changed` for each collider of which only the transform changed since the last run, and `changed`
/// for each other one that changed, and where `transform_changed` returned `false`.
///
/// For components that did not change, only their ticks are read: four bytes each. Of this crate's own components not
/// even these are read where nothing in the column changed, which its summary tick says.
pub(super) fn changed_rows<'w, D: Dimension, T>(
    all: &'w ColliderRows<D>,
    context: &mut T,
    mut transform_changed: impl FnMut(&mut T, Entity, &'w GlobalTransform) -> bool,
    changed: impl Fn(&mut T, ColliderRow<'w, D>),
) {
    for (entities, shapes, transforms, layers, margins, exceptions, swept, orders) in
        all.contiguous_iter().into_iter().flatten()
    {
        let age = TickRange::of(&transforms);
        let (shapes, shape_ticks) = split(shapes);
        let (layers, layer_ticks) = layers.map(split).unzip();
        let (margins, margin_ticks) = margins.map(split).unzip();
        let (exceptions, exception_ticks) = exceptions.map(split).unzip();
        let (swept, swept_ticks) = swept.map(split).unzip();
        let (orders, order_ticks) = orders.map(split).unzip();
        // Those of the columns beside the transforms in which anything may have changed: mostly none.
        let settings_ticks = [layer_ticks, margin_ticks, exception_ticks, swept_ticks, order_ticks];
        let other_ticks: ArrayVec<&[Tick], COLUMNS> =
            settings_ticks.into_iter().flatten().chain([shape_ticks]).flatten().collect();
        let transform_ticks = transforms.changed_ticks_slice();
        let transforms = transforms.into_inner();
        let mut columns = TickColumns::new(age, transform_ticks);
        other_ticks.iter().for_each(|ticks| columns.add(ticks));
        columns.visit_changed_blocks(|row| {
            let is_newer = |ticks: &[Tick]| age.is_newer(ticks[row]);
            let transform = is_newer(transform_ticks);
            let is_other_newer = other_ticks.iter().any(|ticks| is_newer(ticks));
            if !is_other_newer && (!transform || transform_changed(context, entities[row], &transforms[row]))
            {
                return;
            }
            let changes = Changed { shape: shape_ticks.is_some_and(is_newer), transform };
            changed(
                context,
                ColliderRow {
                    entity: entities[row],
                    shape: &shapes[row],
                    transform: &transforms[row],
                    settings: SettingsRefs {
                        layers: layers.map(|all| &all[row]),
                        margin: margins.map(|all| &all[row]),
                        exceptions: exceptions.map(|all| &all[row]),
                        swept: swept.map(|all| &all[row]),
                        order: orders.map(|all| &all[row]),
                    },
                    changed: changes,
                },
            );
        });
    }
}

/// Splits a column into its components and their change ticks; no ticks if nothing in the column changed, which the
/// summary tick of the column says. That saves a sixth of the instructions of a frame of 50,000 still shapes.
fn split<T>(column: ContiguousRef<'_, T>) -> (&[T], Option<&[Tick]>) {
    let ticks = column.changed_ticks_slice();
    let (components, summary) = ContiguousRef::split(column);
    (components, (summary.summary_tick_is_changed() != Some(false)).then_some(ticks))
}
