//! A small app to try things in.

use bevy::prelude::*;
use oracle::case::Form;

use crate::arena::bare_app;
use crate::engine::Engine;
use crate::scene::{Body, Role};
use crate::touches::Touches;

/// How many updates an event may take.
const PATIENCE: usize = 6;

/// A small app with an engine. All that is spawned is moved by hand.
pub struct Lab {
    /// The app.
    pub app: App,
    engine: Engine,
}

/// A ball.
pub fn ball(radius: f32) -> Form {
    Form::Ball(radius)
}

/// A box.
pub fn cuboid(x: f32, y: f32, z: f32) -> Form {
    Form::Box(Vec3::new(x, y, z))
}

/// At a place.
pub fn at(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

/// A body that moves and meets everybody.
pub fn body(shape: Form, place: Transform) -> Body {
    Body { shape, role: Role::Mover, place, course: None }
}

impl Lab {
    /// Before its first update.
    pub fn new(engine: &Engine) -> Self {
        let mut app = bare_app(1);
        (engine.install)(&mut app);
        app.finish();
        app.cleanup();
        Self { app, engine: *engine }
    }

    /// Lets the first updates pass, in which engines make what they need.
    pub fn warm_up(&mut self) {
        self.pass(3);
    }

    /// Lets updates pass, and forgets what was said.
    pub fn pass(&mut self, updates: usize) {
        (0..updates).for_each(|_| self.app.update());
        self.touches().clear();
    }

    /// Spawns a shape.
    pub fn spawn(&mut self, shape: Form, place: Transform) -> Entity {
        (self.engine.spawn)(self.app.world_mut(), &body(shape, place))
    }

    /// Spawns a shape under a parent: with a body of its own, or as a part of the parent's.
    pub fn spawn_child(&mut self, parent: Entity, role: Role, shape: Form, place: Transform) -> Entity {
        let child = (self.engine.spawn)(self.app.world_mut(), &Body { role, ..body(shape, place) });
        self.app.world_mut().entity_mut(child).insert(ChildOf(parent));
        child
    }

    /// Spawns a parent without a shape.
    pub fn spawn_parent(&mut self, place: Transform) -> Entity {
        self.app.world_mut().spawn(place).id()
    }

    /// Edits the place of an entity.
    pub fn edit(&mut self, entity: Entity, edit: impl FnOnce(&mut Transform)) {
        edit(&mut self.app.world_mut().get_mut(entity).expect("it is there"));
    }

    /// Despawns an entity.
    pub fn despawn(&mut self, entity: Entity) {
        self.app.world_mut().despawn(entity);
    }

    /// Where an entity really is.
    pub fn place(&self, entity: Entity) -> Transform {
        self.app.world().get::<GlobalTransform>(entity).expect("it is there").compute_transform()
    }

    /// An update, and what was said in it.
    pub fn step(&mut self) -> Touches {
        self.app.update();
        std::mem::take(&mut *self.touches())
    }

    /// When a pair begins to touch.
    pub fn started(&mut self, one: Entity, other: Entity) -> String {
        self.when(|touches| has(&touches.started, one, other))
    }

    /// When a pair ceases to touch.
    pub fn ended(&mut self, one: Entity, other: Entity) -> String {
        self.when(|touches| has(&touches.ended, one, other))
    }

    /// When something is said.
    pub fn when(&mut self, said: impl Fn(&Touches) -> bool) -> String {
        for late in 0..PATIENCE {
            if said(&self.step()) {
                return if late == 0 { "at once".into() } else { format!("{late} late") };
            }
        }
        "never".into()
    }

    fn touches(&mut self) -> Mut<'_, Touches> {
        self.app.world_mut().resource_mut()
    }
}

/// Whether a pair is among others.
pub fn has(pairs: &[[Entity; 2]], one: Entity, other: Entity) -> bool {
    pairs.iter().any(|&pair| pair == [one, other] || pair == [other, one])
}
