//! An app with an engine and the bodies of a scene.

use std::collections::HashMap;
use std::time::Duration;

use bevy::app::{TaskPoolOptions, TaskPoolPlugin, TaskPoolThreadAssignmentPolicy};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use crate::course::advance;
use crate::engine::Engine;
use crate::scene::Scene;
use crate::touches::Touches;

/// An app with an engine and the bodies of a scene.
pub struct Arena {
    /// The app.
    pub app: App,
    /// The bodies, in the order of the scene.
    pub entities: Vec<Entity>,
    engine: Engine,
}

impl Arena {
    /// With an engine, and without bodies. Its first updates are over.
    pub fn new(engine: &Engine, scene: &Scene, threads: usize) -> Self {
        let mut app = bare_app(threads);
        app.insert_resource(scene.room).add_systems(Update, advance);
        (engine.install)(&mut app);
        app.finish();
        app.cleanup();
        // Engines make their own entities in these.
        for _ in 0..3 {
            app.update();
        }
        Self { app, entities: Vec::new(), engine: *engine }
    }

    /// Spawns all bodies.
    pub fn spawn(&mut self, scene: &Scene) {
        self.entities.reserve(scene.bodies.len());
        let world = self.app.world_mut();
        self.entities.extend(scene.bodies.iter().map(|body| (self.engine.spawn)(world, body)));
    }

    /// Despawns them.
    pub fn despawn(&mut self) {
        for entity in self.entities.drain(..) {
            self.app.world_mut().despawn(entity);
        }
    }

    /// The number of each body in the scene.
    pub fn numbers(&self) -> HashMap<Entity, u32> {
        self.entities.iter().copied().zip(0..).collect()
    }

    /// What the engine has said.
    pub fn touches(&mut self) -> Mut<'_, Touches> {
        self.app.world_mut().resource_mut()
    }
}

/// Bevy without a window, with so many worker threads. With one, Bevy's parallel loops are plain loops.
pub fn bare_app(threads: usize) -> App {
    let exactly = |threads| TaskPoolThreadAssignmentPolicy {
        min_threads: threads,
        max_threads: threads,
        percent: 1.0,
        on_thread_spawn: None,
        on_thread_destroy: None,
    };
    let task_pool_options = TaskPoolOptions {
        min_total_threads: 1,
        max_total_threads: usize::MAX,
        io: exactly(1),
        async_compute: exactly(1),
        compute: exactly(threads),
    };
    let mut app = App::new();
    app.add_plugins((MinimalPlugins.set(TaskPoolPlugin { task_pool_options }), TransformPlugin))
        // One step of 64 Hz in each update, for engines that run in the fixed schedule.
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(15_625)))
        .init_resource::<Touches>();
    app
}
