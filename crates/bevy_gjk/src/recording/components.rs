//! The components that a recording holds: how they are found, written, and inserted again.

use bevy_ecs::change_detection::{DetectChanges, Tick};
use bevy_ecs::component::Component;
use bevy_ecs::entity::EntityMapper;
use bevy_ecs::entity_disabling::{DefaultQueryFilters, Disabled};
use bevy_ecs::hierarchy::Children;
use bevy_ecs::name::Name;
use bevy_ecs::prelude::{Entity, EntityRef, EntityWorldMut, Or, QueryState, Ref, With, World};
use bevy_ecs::query::QueryFilter;
use bevy_math::Affine3A;
use bevy_transform::components::{GlobalTransform, Transform};
use core::marker::PhantomData;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::collider::{
    ColliderDisabled, CollisionExceptions, CollisionLayers, CollisionOrder, CollisionSpace, CompoundCollider,
    NoSelfCollision, OneWayPlatform, ProximityMargin, SurfaceVelocity, SweptCollider,
};
use crate::movement::{CharacterMover, MoverMotion, MoverState};
use crate::recording::Recordable;
use crate::recording::records::GlobalNumbers;

/// The number in files of a [`Transform`], whose numbers are recorded by themselves.
pub(super) const TRANSFORM: u8 = 0;
/// The number of a [`GlobalTransform`], likewise.
pub(super) const GLOBAL_TRANSFORM: u8 = 1;
/// The number of the [`Children`] of an entity.
pub(super) const CHILDREN: u8 = 2;
/// The number of a collider.
pub(super) const COLLIDER: u8 = 3;
/// The number of a collider in which AABBs stand for the shapes of the app's own.
pub(super) const COLLIDER_OF_BOXES: u8 = 4;
/// The number of a [`Name`].
pub(super) const NAME: u8 = 19;

/// The numbers of the components in a [`Role`].
pub(super) const ROLES: [u8; 5] = [COLLIDER, 5, 6, 14, 20];

/// What all recorded entities have, but for those above them in the hierarchy: one of these.
pub(super) type Role<D> = Or<(
    With<<D as crate::collider::Dimension>::Collider>,
    With<CompoundCollider>,
    With<NoSelfCollision>,
    With<CharacterMover<D>>,
    With<CollisionSpace>,
)>;

/// Finds what has changed of one component, and writes it.
pub(super) trait Watch: Send + Sync {
    /// Calls `changed` for each row with a role in which the component has changed, and returns the number of all rows.
    fn find(&mut self, world: &World, since: Since, changed: &mut dyn FnMut(Entity, Written)) -> usize;

    /// Returns whether an entity has the component.
    fn is_on(&self, entity: EntityRef) -> bool;

    /// Returns what is written of an entity, if it has the component and it has changed.
    fn get(&self, entity: EntityRef, since: Since) -> Option<Written>;
}

/// A component as it is written: its number, and its bytes.
pub(super) type Written = (u8, Vec<u8>);

/// From when on a change counts.
#[derive(Clone, Copy, Debug)]
pub(super) enum Since {
    /// Everything counts as changed.
    Ever,
    /// What is newer than the first tick, as seen at the second one.
    Tick(Tick, Tick),
}

impl Since {
    /// Returns whether a change at a tick counts.
    pub(super) fn includes(self, changed: Tick) -> bool {
        match self {
            Self::Ever => true,
            Self::Tick(since, now) => changed.is_newer_than(since, now),
        }
    }
}

/// A component that is recorded.
struct Watched<C: Component, F: QueryFilter + 'static> {
    write: Write<C>,
    rows: QueryState<(Entity, Ref<'static, C>), F>,
}

/// How a component is written.
enum Write<C> {
    /// Only that it is there, under this number.
    Presence(u8),
    /// As this function does.
    Value(fn(&C) -> Written),
}

impl<C: Component, F: QueryFilter + 'static> Watched<C, F> {
    fn written(&self, component: &Ref<C>, since: Since) -> Option<Written> {
        match self.write {
            Write::Presence(number) => since.includes(component.added()).then_some((number, Vec::new())),
            Write::Value(write) => since.includes(component.last_changed()).then(|| write(component)),
        }
    }
}

impl<C: Component, F: QueryFilter + Send + Sync + 'static> Watch for Watched<C, F> {
    fn find(&mut self, world: &World, since: Since, changed: &mut dyn FnMut(Entity, Written)) -> usize {
        self.rows.update_archetypes(world);
        let mut count = 0;
        for (entity, component) in self.rows.iter_manual(world) {
            count += 1;
            if let Some(written) = self.written(&component, since) {
                changed(entity, written);
            }
        }
        count
    }

    fn is_on(&self, entity: EntityRef) -> bool {
        entity.contains::<C>()
    }

    fn get(&self, entity: EntityRef, since: Since) -> Option<Written> {
        self.written(&entity.get_ref::<C>()?, since)
    }
}

/// A kind of component that recordings hold: its number, by which files name it, and what is done with it.
pub(super) struct Row {
    pub(super) number: u8,
    /// Creates what finds its changes.
    pub(super) watch: fn(&mut World) -> Box<dyn Watch>,
    /// Inserts it, with other ids of entities. Returns `false` if the bytes are not such a component.
    pub(super) insert: Insert,
    pub(super) remove: fn(&mut EntityWorldMut),
}

/// Inserts a component that was written.
type Insert = fn(&mut EntityWorldMut, &[u8], &mut dyn FnMut(Entity) -> Entity) -> bool;

/// A component that is written by `serde` under a number of its own.
struct AsSerde<C, const NUMBER: u8>(PhantomData<C>);

impl<C: Component + Serialize + DeserializeOwned, const NUMBER: u8> AsSerde<C, NUMBER> {
    fn row<D: Recordable>() -> Row {
        Row {
            number: NUMBER,
            watch: |world| watch::<D, C>(world, Write::Value(|component| (NUMBER, to_bytes(component)))),
            insert: Self::insert,
            remove: |entity| _ = entity.remove::<C>(),
        }
    }

    fn insert(entity: &mut EntityWorldMut, bytes: &[u8], map: &mut dyn FnMut(Entity) -> Entity) -> bool {
        let Ok(mut component) = postcard::from_bytes::<C>(bytes) else { return false };
        C::map_entities(&mut component, &mut Mapper(map));
        entity.insert(component);
        true
    }
}

/// A component of which only the presence is recorded.
fn presence<D: Recordable, C: Component + Default, const NUMBER: u8>() -> Row {
    Row {
        number: NUMBER,
        watch: |world| watch::<D, C>(world, Write::Presence(NUMBER)),
        insert: |entity, _, _| {
            if !entity.contains::<C>() {
                entity.insert(C::default());
            }
            true
        },
        remove: |entity| _ = entity.remove::<C>(),
    }
}

fn watch<D: Recordable, C: Component>(world: &mut World, write: Write<C>) -> Box<dyn Watch> {
    Box::new(Watched { write, rows: QueryState::<_, Role<D>>::new(world) })
}

/// Returns all kinds of components, in the order in which they are inserted. Their numbers are those of files: new ones
/// are added at the end.
pub(super) fn rows<D: Recordable>() -> [Row; 21] {
    [
        presence::<D, Transform, TRANSFORM>(),
        presence::<D, GlobalTransform, GLOBAL_TRANSFORM>(),
        children::<D>(),
        collider::<D, COLLIDER>(),
        collider::<D, COLLIDER_OF_BOXES>(),
        presence::<D, CompoundCollider, 5>(),
        presence::<D, NoSelfCollision, 6>(),
        AsSerde::<CollisionExceptions, 7>::row::<D>(),
        AsSerde::<CollisionLayers, 8>::row::<D>(),
        AsSerde::<ProximityMargin, 9>::row::<D>(),
        AsSerde::<SweptCollider, 10>::row::<D>(),
        AsSerde::<CollisionOrder, 11>::row::<D>(),
        presence::<D, ColliderDisabled, 12>(),
        presence::<D, Disabled, 13>(),
        AsSerde::<CharacterMover<D>, 14>::row::<D>(),
        AsSerde::<MoverMotion<D>, 15>::row::<D>(),
        AsSerde::<MoverState<D>, 16>::row::<D>(),
        AsSerde::<OneWayPlatform<D>, 17>::row::<D>(),
        AsSerde::<SurfaceVelocity<D>, 18>::row::<D>(),
        name::<D>(),
        AsSerde::<CollisionSpace, 20>::row::<D>(),
    ]
}

/// Creates what finds the changes of all components, and with `others` further queries; of disabled entities, too.
pub(super) fn watches<D: Recordable, T>(
    world: &mut World,
    others: impl FnOnce(&mut World) -> T,
) -> (Vec<(u8, Box<dyn Watch>)>, T) {
    // A query copies the default filters when it is created.
    let filters = world.get_resource_mut::<DefaultQueryFilters>();
    let filters = filters.map(|mut it| core::mem::replace(&mut *it, DefaultQueryFilters::empty()));
    // The collider is found once, whatever stands for its shapes.
    let rows = rows::<D>().into_iter().filter(|row| row.number != COLLIDER_OF_BOXES);
    let watches = rows.map(|row| (row.number, (row.watch)(world))).collect();
    let others = others(world);
    if let (Some(mut empty), Some(filters)) = (world.get_resource_mut::<DefaultQueryFilters>(), filters) {
        *empty = filters;
    }
    (watches, others)
}

fn collider<D: Recordable, const NUMBER: u8>() -> Row {
    Row {
        number: NUMBER,
        watch: |world| {
            watch::<D, D::Collider>(
                world,
                Write::Value(|collider| match D::with_boxes(collider) {
                    Some(boxes) => (COLLIDER_OF_BOXES, to_bytes(&boxes)),
                    None => (COLLIDER, to_bytes(collider)),
                }),
            )
        },
        insert: AsSerde::<D::Collider, NUMBER>::insert,
        remove: |entity| _ = entity.remove::<D::Collider>(),
    }
}

fn children<D: Recordable>() -> Row {
    Row {
        number: CHILDREN,
        watch: |world| {
            watch::<D, Children>(world, Write::Value(|children| (CHILDREN, to_bytes(&children[..]))))
        },
        insert: |parent, bytes, map| {
            let Ok(mut children) = postcard::from_bytes::<Vec<Entity>>(bytes) else { return false };
            children.iter_mut().for_each(|child| *child = map(*child));
            let own = parent.id();
            // Of what is below a collider, only what takes part is recorded.
            children.retain(|&child| child != own && parent.world().get_entity(child).is_ok());
            parent.replace_children(&children);
            true
        },
        remove: |parent| _ = parent.detach_all_children(),
    }
}

fn name<D: Recordable>() -> Row {
    Row {
        number: NAME,
        watch: |world| {
            watch::<D, Name>(world, Write::Value(|name| (NAME, name.as_str().as_bytes().to_vec())))
        },
        insert: |entity, bytes, _| {
            entity.insert(Name::new(String::from_utf8_lossy(bytes).into_owned()));
            true
        },
        remove: |entity| _ = entity.remove::<Name>(),
    }
}

/// Writes a value. Nothing that is written here can fail: there is no limit, and no sequence of unknown length.
pub(super) fn to_bytes<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    postcard::to_stdvec(value).unwrap_or_default()
}

/// Maps entities by a function.
pub(super) struct Mapper<'m>(pub(super) &'m mut dyn FnMut(Entity) -> Entity);

impl EntityMapper for Mapper<'_> {
    fn get_mapped(&mut self, source: Entity) -> Entity {
        (self.0)(source)
    }

    fn set_mapped(&mut self, _: Entity, _: Entity) {}
}

/// Returns the numbers of a global transform, unless it is what a transform alone makes of it.
pub(super) fn global_numbers(global: &GlobalTransform, transform: &Transform) -> Option<GlobalNumbers> {
    let bits = |global: &GlobalTransform| global.affine().to_cols_array().map(f32::to_bits);
    let own = bits(global);
    (own != bits(&GlobalTransform::from(*transform))).then(|| own.map(f32::from_bits))
}

/// The inverse of [`global_numbers`].
pub(super) fn global_of(numbers: &GlobalNumbers) -> GlobalTransform {
    GlobalTransform::from(Affine3A::from_cols_array(numbers))
}
