//! When proxies become static, and dynamic again.

use bevy_app::App;
use bevy_ecs::prelude::Entity;
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;

use crate::collider::Dim2;
use crate::detection::broad_phase::{BroadPhase, RUNS_UNTIL_IDLE};
use crate::dim2::prelude::*;

mod brute_force;

/// A row of circles.
struct Row {
    app: App,
    circles: Vec<Entity>,
}

impl Row {
    fn new(count: u16) -> Self {
        let mut app = App::new();
        app.add_plugins((TransformPlugin, CollisionPlugin::default()));
        let transforms = (0..count).map(|index| Transform::from_xyz(3.0 * f32::from(index), 0.0, 0.0));
        let circles = transforms.map(|transform| (Collider::circle(1.0), transform)).collect::<Vec<_>>();
        let circles = circles.into_iter().map(|circle| app.world_mut().spawn(circle).id()).collect();
        Self { app, circles }
    }

    /// Moves the first few circles, and returns how many proxies are static then.
    fn step(&mut self, moving: usize) -> usize {
        for &circle in &self.circles[..moving] {
            let mut circle = self.app.world_mut().entity_mut(circle);
            circle.get_mut::<Transform>().unwrap().translation.y += 0.1;
        }
        self.app.update();
        self.app.world().resource::<BroadPhase<Dim2>>().static_tree.len()
    }
}

/// One circle keeps moving, because nothing is searched where nothing moves.
#[test]
fn colliders_that_never_moved_become_static_in_the_next_run() {
    let mut row = Row::new(100);
    assert_eq!([row.step(1), row.step(1)], [0, 99]);
}

#[test]
fn colliders_that_moved_become_static_after_some_idle_runs() {
    for runs in [1, 2, 3 * RUNS_UNTIL_IDLE] {
        let mut row = Row::new(100);
        row.step(100);
        for _ in 0..runs {
            assert_eq!(row.step(100), 0);
        }
        // Runs in which all moved are recorded once for all.
        for _ in 1..RUNS_UNTIL_IDLE {
            assert_eq!(row.step(1), 0);
        }
        assert_eq!(row.step(1), 99);
        assert_eq!([row.step(100), row.step(100), row.step(1)], [0; 3]);
    }
}

/// The numbers of moved and of dynamic proxies are the same as before, but they are different colliders.
#[test]
fn a_collider_that_replaces_another_is_inserted() {
    let mut row = Row::new(100);
    for _ in 0..3 {
        row.step(100);
    }
    row.app.world_mut().despawn(row.circles.pop().unwrap());
    row.step(99);
    row.app.world_mut().spawn((Collider::circle(1.0), Transform::default()));
    row.step(98);
    assert_eq!(row.app.world().resource::<BroadPhase<Dim2>>().dynamic_pairs.slots().len(), 100);
}
