//! Questions that find nothing for a reason that is hard to see. Each kind is warned of once.

use core::ops::ControlFlow;
use core::sync::atomic::Ordering;

use bevy_app::{App, PostStartup};
use bevy_ecs::prelude::ResMut;
use bevy_log::warn;
use gjk::Aabb;

use crate::collider::Dimension;
use crate::detection::Collisions;
use crate::query::CollisionQuery;
use crate::query::shape::{QueryShape, aabb_of};

/// What is wrong with a question.
#[derive(Clone, Copy)]
pub(super) enum Flaw {
    /// It is asked while the app starts, when no collider has been read.
    BeforeFirstRun,
    /// Its filter selects no layer.
    NoLayer,
    /// Its shape or its ray is NaN or infinite.
    NotFinite,
    /// Its shape has a negative size.
    Negative,
}

impl Flaw {
    /// Returns what is wrong, and the cure.
    fn text(self) -> &'static str {
        match self {
            Self::BeforeFirstRun => {
                "it is asked before the first run of the plugin, when no collider has been read. Ask in Update or later, or \
                 call read_colliders before"
            }
            Self::NoLayer => {
                "its filter selects no layer: in_layers was given an empty LayerMask. Leave in_layers out to find all layers"
            }
            Self::NotFinite => "its shape, or the origin of its ray, is NaN or infinite",
            Self::Negative => {
                "its shape has a negative size, such as a radius, a width or a height: use the absolute values"
            }
        }
    }
}

/// Adds the system that notes that the app has started. From then on, systems ask in each frame, and so in the first
/// one before the first run.
pub(crate) fn install<D: Dimension>(app: &mut App) {
    app.add_systems(PostStartup, |mut collisions: ResMut<Collisions<D>>| {
        collisions.warned.has_started = true;
    });
}

impl<D: Dimension> CollisionQuery<'_, D> {
    /// Warns of a question, once for each flaw.
    #[cold]
    pub(super) fn warn_of(&self, flaw: Flaw) {
        let bit = 1 << flaw as u8;
        if self.collisions.warned.questions.fetch_or(bit, Ordering::Relaxed) & bit == 0 {
            warn!(
                "a question to a {} CollisionQuery finds nothing: {} (of more like this, nothing is said)",
                D::NAME,
                flaw.text()
            );
        }
    }

    /// Returns the query of a ray, and warns if there is none since the ray is not finite.
    pub(super) fn or_warn<T>(&self, query: Option<T>) -> Option<T> {
        if query.is_none() {
            self.warn_of(Flaw::NotFinite);
        }
        query
    }

    /// Returns the AABB of the shape of a question; `None` if it has no parts or is not finite.
    pub(super) fn bounds_of(&self, shape: &dyn QueryShape<D>) -> Option<Aabb<D::Vector>> {
        let bounds = aabb_of(shape);
        // Colliders are checked when they are placed. Of boxes, the AABB does not show a negative size.
        if shape.as_collider().is_none() {
            let flow = shape.each_part(&mut |part| match part.size().inscribed_radius < 0.0 {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
            if flow.is_break() {
                self.warn_of(Flaw::Negative);
            } else if bounds.is_none() {
                self.warn_of(Flaw::NotFinite);
            }
        }
        bounds
    }
}
