//! The touches of cells are part of a saved state: after a restore, each begins and ends once.

use bevy_ecs::entity::{EntityMapper, MapEntities};
use bevy_gjk::dim2::CellKind;
use bevy_gjk::dim2::prelude::*;

use super::kinds::{cell_events, dig, grid_of, reporting, row_of, spawn_grid};
use crate::common::basics::*;

fn restore(app: &mut App, state: &CollisionState) {
    app.world_mut().resource_scope(|world, mut collisions: Mut<Collisions>| {
        collisions.restore(state, world.entities()).unwrap();
    });
}

#[test]
fn cells_begin_and_end_after_a_restore_as_without_one() {
    let mut app = app();
    let coin = CellKind { reports: true, tag: 3, ..CellKind::new(Collider::circle(0.3)) };
    let level = spawn_grid(&mut app, grid_of([12, 2], [coin], (0..12).map(|x| (x, x % 2, 1))));
    let ball = app.spawn((Collider::circle(0.6), Transform::default()));
    let play = |app: &mut App, ticks: core::ops::Range<u32>| {
        let mut all = Vec::new();
        for tick in ticks {
            set(app, ball, at_xy(tick as f32 * 0.4, 1.0));
            if tick == 14 {
                dig(app, level, 5, 1, 0);
            }
            all.push(cell_events(app));
        }
        all
    };
    play(&mut app, 0..11);
    let state = app.resource::<Collisions>().save();
    let level_then = app.get::<Collider>(level).clone();
    assert!(!app.resource::<Collisions>().cell_touches().is_empty());
    let before = play(&mut app, 11..20);
    assert!(before.iter().flatten().count() > 6, "{before:?}");
    assert_ne!(app.resource::<Collisions>().save(), state);
    restore(&mut app, &state);
    assert_eq!(app.resource::<Collisions>().cell_touches().len(), 2);
    app.insert(level, level_then.clone());
    assert_eq!(play(&mut app, 11..20), before);
    // In another world, under other ids.
    let mut mapped = state.clone();
    let (old_ball, new_ball) = (ball, app.spawn((Collider::circle(0.6), Transform::default())));
    app.despawn(old_ball);
    struct Renamed(Entity, Entity);
    impl EntityMapper for Renamed {
        fn get_mapped(&mut self, source: Entity) -> Entity {
            if source == self.0 { self.1 } else { source }
        }
        fn set_mapped(&mut self, _: Entity, _: Entity) {}
    }
    mapped.map_entities(&mut Renamed(old_ball, new_ball));
    restore(&mut app, &mapped);
    app.insert(level, level_then);
    let mut again = Vec::new();
    for tick in 11..14 {
        set(&mut app, new_ball, at_xy(tick as f32 * 0.4, 1.0));
        again.push(cell_events(&mut app).len());
    }
    assert_eq!(again, before[..3].iter().map(Vec::len).collect::<Vec<_>>());
}

#[cfg(feature = "serialize")]
#[test]
fn a_state_with_cells_is_written_and_read() {
    let mut app = app();
    spawn_grid(&mut app, row_of([1], [reporting()]));
    app.spawn((Collider::circle(0.6), Transform::default()));
    app.update();
    let state = app.resource::<Collisions>().save();
    let text = ron::to_string(&state).unwrap();
    assert!(text.contains("cells:[(colliders:(0,1)"), "{text}");
    assert_eq!(ron::from_str::<CollisionState>(&text).unwrap(), state);
    // A collider that the state does not have is an error, and nothing else.
    let broken: CollisionState =
        ron::from_str(&text.replace("cells:[(colliders:(0,1)", "cells:[(colliders:(0,9)")).unwrap();
    app.world_mut().resource_scope(|world, mut collisions: Mut<Collisions>| {
        assert!(collisions.restore(&broken, world.entities()).is_err());
    });
    assert_eq!(app.resource::<Collisions>().save(), state);
}
