//! The components of colliders, and which of them changed.

use bevy_ecs::change_detection::{ContiguousRef, Ref, Tick};
use bevy_ecs::prelude::{DetectChanges, Entity, Has, Query, With, Without};
use bevy_transform::components::GlobalTransform;

use crate::collider::Dimension;
use crate::collider::{ColliderDisabled, ProximityMargin, SweptCollider, TouchOnly};
use crate::compound::CompoundCollider;
use crate::filter::CollisionExceptions;
use crate::layers::CollisionLayers;
use crate::proxies::ColliderSettings;
use crate::proxies::update::Warnings;
use crate::proxies::update::ticks::{TickColumns, TickRange};

/// The components that make a collider.
type CompositeShape<'w, D> = (
    Entity,
    Ref<'w, <D as Dimension>::Collider>,
    Ref<'w, GlobalTransform>,
    Option<Ref<'w, CollisionLayers>>,
    Option<Ref<'w, ProximityMargin>>,
    Option<Ref<'w, CollisionExceptions>>,
    Option<Ref<'w, TouchOnly>>,
    Option<Ref<'w, SweptCollider>>,
);

/// ColliderRows entities that have what makes a collider of their own.
pub(super) type ColliderRows<'w, 's, D> =
    Query<'w, 's, CompositeShape<'static, D>, (Without<ColliderDisabled>, Without<CompoundCollider>)>;

/// The components of a compound of entities.
pub(super) type CompoundRoots<'w, 's> = Query<
    'w,
    's,
    (
        Ref<'static, GlobalTransform>,
        Option<&'static CollisionLayers>,
        Option<&'static ProximityMargin>,
        Option<&'static CollisionExceptions>,
        Has<TouchOnly>,
        Option<&'static SweptCollider>,
    ),
    With<CompoundCollider>,
>;

/// What an entity has that makes a collider.
pub(super) struct ColliderRow<'w, D: Dimension> {
    pub(super) entity: Entity,
    pub(super) shape: &'w D::Collider,
    pub(super) transform: &'w GlobalTransform,
    pub(super) settings: SettingsRefs<'w>,
    pub(super) changed: Changed,
}

/// The components beside the shape and its place that count.
pub(super) struct SettingsRefs<'w> {
    layers: Option<&'w CollisionLayers>,
    margin: Option<&'w ProximityMargin>,
    exceptions: Option<&'w CollisionExceptions>,
    touch_only: bool,
    swept: Option<&'w SweptCollider>,
}

impl<'w> SettingsRefs<'w> {
    /// On what terms an entity takes part.
    #[inline]
    pub(super) fn read(
        &self,
        entity: Entity,
        group: Option<Entity>,
        warnings: &mut Warnings,
    ) -> ColliderSettings<'w> {
        ColliderSettings {
            layers: self.layers.copied().unwrap_or_default(),
            margin: self.margin.map_or(0.0, |&margin| warnings.margin(entity, margin)),
            touch_only: self.touch_only,
            swept: self.swept.copied(),
            exceptions: self.exceptions.map_or(&[], |exceptions| &exceptions.0),
            group,
        }
    }
}

/// What of it changed, or is new.
#[derive(Clone, Copy)]
pub(super) struct Changed {
    pub(super) shape: bool,
    pub(super) transform: bool,
    pub(super) settings: bool,
}

/// Looks at one entity.
pub(super) fn row<'w, D: Dimension>(all: &'w ColliderRows<D>, entity: Entity) -> Option<ColliderRow<'w, D>> {
    all.get(entity).ok().map(from_parts)
}

/// Looks at a compound.
pub(super) fn compound_root<'w>(
    compound_roots: &'w CompoundRoots,
    entity: Entity,
) -> Option<(Ref<'w, GlobalTransform>, SettingsRefs<'w>)> {
    let (transform, layers, margin, exceptions, touch_only, swept) = compound_roots.get(entity).ok()?;
    Some((transform, SettingsRefs { layers, margin, exceptions, touch_only, swept }))
}

/// Looks at all.
pub(super) fn rows<'w, D: Dimension>(all: &'w ColliderRows<D>) -> impl Iterator<Item = ColliderRow<'w, D>> {
    all.iter().map(from_parts)
}

fn from_parts<D: Dimension>(
    (entity, shape, transform, layers, margin, exceptions, touch_only, swept): CompositeShape<D>,
) -> ColliderRow<D> {
    let changed = Changed {
        shape: shape.is_changed(),
        transform: transform.is_changed(),
        settings: layers.is_some_and(|it| it.is_changed())
            || margin.is_some_and(|it| it.is_changed())
            || exceptions.is_some_and(|it| it.is_changed())
            || touch_only.is_some_and(|it| it.is_changed())
            || swept.is_some_and(|it| it.is_changed()),
    };
    ColliderRow {
        entity,
        shape: shape.into_inner(),
        transform: transform.into_inner(),
        settings: SettingsRefs {
            layers: layers.map(Ref::into_inner),
            margin: margin.map(Ref::into_inner),
            exceptions: exceptions.map(Ref::into_inner),
            touch_only: touch_only.is_some(),
            swept: swept.map(Ref::into_inner),
        },
        changed,
    }
}

/// How many colliders of their own there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ColliderCounts {
    pub(super) all: usize,
    /// How many of them are [`TouchOnly`].
    pub(super) touch_only: usize,
}

impl ColliderCounts {
    /// Nothing if Bevy does not keep the components in columns, as where an app disables entities by a component that
    /// it stores elsewhere.
    pub(super) fn of<D: Dimension>(all: &ColliderRows<D>) -> Option<Self> {
        let mut counts = Self::default();
        for (entities, .., touch_only, _) in all.contiguous_iter().ok()? {
            counts.all += entities.len();
            counts.touch_only += if touch_only.is_some() { entities.len() } else { 0 };
        }
        Some(counts)
    }
}

/// Calls for all that changed since the last run.
///
/// Of what did not change, only the ticks are read: four bytes for each component. Of what moved and did nothing else,
/// `moved` is told first; only if that is not enough for it, as for all else, `changed` is. Those of [`TouchOnly`], which
/// is there or not, and no more, are read only if `marked` says that somebody may have been given it.
pub(super) fn changed_rows<'w, D: Dimension, T>(
    all: &'w ColliderRows<D>,
    marked: bool,
    told: &mut T,
    mut moved: impl FnMut(&mut T, Entity, &'w GlobalTransform) -> bool,
    changed: impl Fn(&mut T, ColliderRow<'w, D>),
) {
    for (entities, shapes, transforms, layers, margins, exceptions, touch_only, swept) in
        all.contiguous_iter().into_iter().flatten()
    {
        let age = TickRange::of(&shapes);
        let of_shapes = shapes.changed_ticks_slice();
        let of_transforms = transforms.changed_ticks_slice();
        let of_marks = ticks(&touch_only).filter(|_| marked);
        let of_terms = [ticks(&layers), ticks(&margins), ticks(&exceptions), of_marks, ticks(&swept)];
        let (shapes, transforms) = (shapes.into_inner(), transforms.into_inner());
        let layers = layers.map(ContiguousRef::into_inner);
        let margins = margins.map(ContiguousRef::into_inner);
        let exceptions = exceptions.map(ContiguousRef::into_inner);
        let swept = swept.map(ContiguousRef::into_inner);
        let mut columns = TickColumns::new(age, of_shapes);
        columns.add(of_transforms);
        of_terms.iter().flatten().for_each(|ticks| columns.add(ticks));
        columns.newer_blocks(|row| {
            let news = Changed {
                shape: age.is_newer(of_shapes[row]),
                transform: age.is_newer(of_transforms[row]),
                settings: of_terms.iter().flatten().any(|ticks| age.is_newer(ticks[row])),
            };
            if !(news.shape || news.settings)
                && (!news.transform || moved(told, entities[row], &transforms[row]))
            {
                return;
            }
            changed(
                told,
                ColliderRow {
                    entity: entities[row],
                    shape: &shapes[row],
                    transform: &transforms[row],
                    settings: SettingsRefs {
                        layers: layers.map(|all| &all[row]),
                        margin: margins.map(|all| &all[row]),
                        exceptions: exceptions.map(|all| &all[row]),
                        touch_only: touch_only.is_some(),
                        swept: swept.map(|all| &all[row]),
                    },
                    changed: news,
                },
            );
        });
    }
}

fn ticks<'w, T>(column: &Option<ContiguousRef<'w, T>>) -> Option<&'w [Tick]> {
    column.as_ref().map(ContiguousRef::changed_ticks_slice)
}
