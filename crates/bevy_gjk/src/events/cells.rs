//! The events of single cells of a grid.

use bevy_ecs::event::EntityEvent;
use bevy_ecs::message::{Message, MessageWriter};
use bevy_ecs::prelude::{Commands, DetectChangesMut, Entity, ResMut, World};
use bevy_ecs::reflect::ReflectMessage;
use bevy_reflect::Reflect;

use crate::collider::Dimension;
use crate::detection::{CellTouch, Collisions};

/// A message: a collider began to touch a cell, or no longer touches it. Only cells whose kind
/// [reports](crate::grid::CellKind::reports) have it. Each touch of a cell has exactly one `Started` and one `Ended`.
///
/// A touch of a cell also ends when the cell is emptied or written over. In each run all `Ended` come before all
/// `Started`, both in the order of the grids, the other entities and the cells. For what touches the grid as a whole,
/// there is [`CollisionEvent`](super::CollisionEvent).
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
/// use bevy_gjk::dim2::CellEvent;
///
/// /// Collects coins, which are cells.
/// fn collect(mut events: MessageReader<CellEvent>, mut grids: Query<&mut Collider>) {
///     for event in events.read() {
///         if let CellEvent::Started(touch) = event
///             && let Ok(mut collider) = grids.get_mut(touch.grid)
///             && let Collider::Grid(grid) = &mut *collider
///         {
///             let _ = grid.set(touch.cell, 0);
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(collect);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(opaque, Message, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
#[doc(alias("tile event", "coin", "spike", "switch"))]
pub enum CellEvent<D: Dimension> {
    /// The cell began to be touched.
    Started(CellTouch<D>),
    /// The cell is no longer touched, or no longer of that kind.
    Ended(CellTouch<D>),
}

impl<D: Dimension> Message for CellEvent<D> {}

/// An event for observers: a collider began to touch a cell whose kind [reports](crate::grid::CellKind::reports). It is
/// triggered on the grid, then on the root of the [compound](crate::CompoundCollider) to which the grid belongs, if
/// there is one, and then on the other entity.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::{CellStarted, Collider};
///
/// const SPIKES: u32 = 7;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn(Collider::circle(0.4)).observe(|hit: On<CellStarted>| {
///         if hit.touch.tag == SPIKES {
///             println!("{} is hurt by the spikes at {}", hit.entity, hit.touch.cell);
///         }
///     });
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellStarted<D: Dimension> {
    /// The entity of the observer: the grid, its collider, or what touches it.
    #[event_target]
    pub entity: Entity,
    /// What touches which cell.
    pub touch: CellTouch<D>,
}

/// An event for observers: a collider no longer touches a cell. See [`CellStarted`].
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellEnded<D: Dimension> {
    /// The entity of the observer: the grid, its collider, or what touched it.
    #[event_target]
    pub entity: Entity,
    /// What touched which cell.
    pub touch: CellTouch<D>,
}

/// Finds the cells that began or ceased to be touched, and sends the events.
pub(crate) fn send_cell_events<D: Dimension>(
    mut collisions: ResMut<Collisions<D>>,
    mut messages: MessageWriter<CellEvent<D>>,
    mut commands: Commands,
) {
    let collisions = collisions.bypass_change_detection();
    collisions.find_cell_touches();
    if collisions.cell_touches.is_unchanged() {
        return;
    }
    let [ended, started] = collisions.cell_touches.changes();
    #[cfg(feature = "recorder")]
    if let Some(tape) = &mut collisions.tape {
        tape.events.extend(ended.iter().map(|touch| super::recorded::recorded_cell(touch, false)));
        tape.events.extend(started.iter().map(|touch| super::recorded::recorded_cell(touch, true)));
    }
    messages.write_batch(ended.iter().copied().map(CellEvent::Ended));
    messages.write_batch(started.iter().copied().map(CellEvent::Started));
    let (ended, started, restores) = (ended.to_vec(), started.to_vec(), collisions.restores);
    commands.queue(move |world: &mut World| {
        for touch in ended {
            on_each(world, &touch, restores, |world, entity| world.trigger(CellEnded { entity, touch }));
        }
        for touch in started {
            on_each(world, &touch, restores, |world, entity| world.trigger(CellStarted { entity, touch }));
        }
    });
}

/// Triggers an event on those of the entities that still exist, as long as this is the number of restored states.
fn on_each<D: Dimension>(
    world: &mut World,
    touch: &CellTouch<D>,
    restores: u32,
    trigger: impl Fn(&mut World, Entity),
) {
    let &CellTouch { grid, collider, other, .. } = touch;
    let root = Some(collider).filter(|&collider| collider != grid);
    for entity in [grid].into_iter().chain(root).chain([other]) {
        if super::trigger::restore_count::<D>(world) == restores && world.get_entity(entity).is_ok() {
            trigger(world, entity);
            // Observers of the next event see what these did.
            world.flush();
        }
    }
}
