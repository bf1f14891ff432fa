//! The record of a move: what it did, step by step, and why it ended.
//!
//! The algorithms report to a [`Recorder`] what they do, which records it in a [`MoveTrace`] if there is one. [`text`]
//! prints that.

mod event;
mod recorder;
mod text;

use bevy_ecs::name::Name;
use bevy_ecs::prelude::{Component, Entity, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use gjk::Vector;

pub use event::{MoveEvent, PushingPart, StepRefusal, SweepPurpose, TracedPush, TracedStep, TracedSweep};
pub(super) use recorder::{Push, Recorder};

use super::answer::{MoveEnd, MoveHit};
use crate::collider::{Dimension, GridCell};
use crate::ecs::names::KeptNames;

/// The record of one move. Printed, it answers "why is my character stuck?".
///
/// As a component of a [`CharacterMover`](crate::CharacterMover) it holds what the last run did, with the names of the
/// entities, and the overlay draws it. Without it, nothing is recorded, and a move costs nothing more.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::Vec2;
/// # use bevy_transform::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// # let mut app = App::new();
/// # app.add_plugins((TransformPlugin, CollisionPlugin::default()));
/// # let world = app.world_mut();
/// world.spawn((Name::new("floor"), Collider::rectangle(20.0, 1.0), Transform::from_xyz(0.0, -0.5, 0.0)));
/// world.spawn((Name::new("crate"), Collider::rectangle(1.0, 1.0), Transform::from_xyz(1.5, 0.5, 0.0)));
/// let hero = (Name::new("hero"), Collider::capsule(0.3, 1.2), Transform::from_xyz(0.5, 0.91, 0.0));
/// let hero = world.spawn((hero, CharacterMover::default(), MoveTrace::default())).id();
/// # app.update();
/// # let mut motion = MoverMotion::default();
///
/// motion.displacement = Vec2::X * 0.5;
/// # app.world_mut().entity_mut(hero).insert(motion);
/// # app.update();
/// # let trace = app.world().get::<MoveTrace>(hero).unwrap();
/// println!("{trace}");
/// # let text = trace.to_string();
/// assert!(text.starts_with("It is blocked:") && text.contains("\"crate\" is in the way"));
/// assert!(text.contains("the step is refused: it is too high"));
/// # assert_eq!(trace.end(), Some(MoveEnd::Blocked));
/// ```
///
/// For a single move, [`ShapeMover::traced`](crate::queries::ShapeMover::traced) fills it.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(opaque, Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[doc(alias("debug", "stuck", "log"))]
pub struct MoveTrace<D: Dimension> {
    start: D::Vector,
    wanted: D::Vector,
    translation: D::Vector,
    events: Vec<MoveEvent<D>>,
    end: Option<MoveEnd>,
    not_moved: Option<&'static str>,
    wedged_between: Vec<Entity>,
    /// What the character overlaps at the end although it is not solid for it.
    pub(super) passed: Vec<Entity>,
    names: KeptNames,
    /// The cells of grids that were hit.
    cells: Vec<((Entity, u32), GridCell<D>)>,
    /// The translation to which displacements are relative.
    origin: D::Vector,
    /// The up direction, and the least cosine of ground.
    ground: Option<(D::Wide, f64)>,
}

impl<D: Dimension> MoveTrace<D> {
    /// Returns the translation at which the move began.
    pub fn start(&self) -> D::Vector {
        self.start
    }

    /// Returns the motion that was wanted.
    pub fn wanted(&self) -> D::Vector {
        self.wanted
    }

    /// Returns the translation at which the move ended.
    pub fn translation(&self) -> D::Vector {
        self.translation
    }

    /// Returns what the move did, in order.
    pub fn events(&self) -> &[MoveEvent<D>] {
        &self.events
    }

    /// Returns whether nothing was done: nothing is recorded, or the motion was zero, and nothing carried or pushed the
    /// shape.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Returns why the move ended, or `None` if none is recorded.
    pub fn end(&self) -> Option<MoveEnd> {
        self.end
    }

    /// Returns why a character was not moved at all, such as a collider that is disabled.
    pub fn not_moved(&self) -> Option<&'static str> {
        self.not_moved
    }

    /// Returns the entities between which the character is [wedged](crate::MoverState::is_wedged) at the end of the
    /// move; none if it is not.
    pub fn wedged_between(&self) -> &[Entity] {
        &self.wedged_between
    }

    /// Returns the entities that the character overlaps at the end of the move although they are not solid for it: its
    /// [`solid_layers`](crate::CharacterMover::solid_layers) leave them out, or the layers or exceptions of one of the
    /// two.
    #[doc(alias("falls through", "ghost"))]
    pub fn passed(&self) -> &[Entity] {
        &self.passed
    }

    /// Returns why the last step that was tried was refused.
    pub fn step_refusal(&self) -> Option<StepRefusal> {
        let last = self.events.iter().rev().find_map(|event| match event {
            MoveEvent::Step(step) => Some(step),
            _ => None,
        });
        last.and_then(|step| step.refusal)
    }

    /// Iterates over the entities that the last motion pressed against where the move ended.
    pub fn blockers(&self) -> impl Iterator<Item = Entity> + '_ {
        let slides = self.events.iter().rev().filter_map(MoveEvent::sweep).filter(|sweep| sweep.is_slide());
        let mut has_come = false;
        let at_the_end = slides.take_while(move |sweep| {
            // The last hit on the way there counts, and those at the end.
            let was_before = has_come;
            has_come |= sweep.moved != D::Vector::ZERO;
            !was_before
        });
        at_the_end.filter_map(|sweep| {
            let hit = sweep.hit.filter(|_| sweep.slides_along() && !sweep.hits_ground)?;
            let wanted = if hit.remaining == D::Vector::ZERO { self.wanted } else { hit.remaining };
            (hit.normal.dot(wanted) < 0.0).then_some(hit.entity)
        })
    }

    /// Removes what is recorded, and keeps the memory.
    pub fn clear(&mut self) {
        let mut cleared = core::mem::take(self);
        cleared.events.clear();
        cleared.wedged_between.clear();
        cleared.passed.clear();
        cleared.names.clear();
        cleared.cells.clear();
        let Self { events, wedged_between, passed, names, cells, .. } = cleared;
        *self = Self { events, wedged_between, passed, names, cells, ..Self::default() };
    }

    /// Returns the cell that a part of a hit was, if it was one of a grid.
    pub fn cell(&self, hit: &MoveHit<D>) -> Option<GridCell<D>> {
        self.cells.iter().find(|(of, _)| *of == (hit.entity, hit.part)).map(|&(_, cell)| cell)
    }

    /// Looks up the names of all entities in the record, for its text. The names of a character's record are there
    /// already.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    ///
    /// fn print(trace: &mut MoveTrace, names: &Query<&Name>) {
    ///     trace.set_names(|entity| names.get(entity).ok());
    ///     println!("{trace}");
    /// }
    /// ```
    pub fn set_names<'n>(&mut self, name_of: impl Fn(Entity) -> Option<&'n Name>) {
        let Self { events, wedged_between, passed, names, end, .. } = self;
        names.clear();
        let mut add = |entity| names.keep(entity, &name_of);
        events.iter().for_each(|event| event.each_entity(&mut add));
        wedged_between.iter().chain(passed.iter()).copied().for_each(&mut add);
        match *end {
            Some(MoveEnd::Stopped(entity)) => add(entity),
            Some(MoveEnd::Crushed(pair)) => pair.into_iter().for_each(add),
            _ => {}
        }
    }
}
