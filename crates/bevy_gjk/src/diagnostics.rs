//! What collision detection costs and how much there is of it, among Bevy's diagnostics.

use core::marker::PhantomData;

use bevy_app::{App, Last, Plugin};
use bevy_diagnostic::{Diagnostic, DiagnosticPath, Diagnostics, RegisterDiagnostic};
use bevy_ecs::prelude::Res;
use gjk::Vector;

mod effort;

use crate::collider::Dimension;
use crate::collisions::Collisions;
use crate::contacts::PairState;
use crate::systems::{Clock, CollisionSystems};

/// Makes the enum of what is measured. Paths are written out at compile time, so that a measurement
/// allocates nothing.
macro_rules! measures {
    ($($(#[$doc:meta])* $name:ident: $path:literal $suffix:literal;)*) => {
        /// What [`CollisionDiagnosticsPlugin`] measures, each under a path such as
        /// `collision/2d/narrow_phase`.
        ///
        /// Times are milliseconds of a frame: where the systems run several times in it, of all runs, and of
        /// all calls of [`detect_collisions`](crate::detect_collisions). What observers do with the events is
        /// not among them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum CollisionDiagnostic {
            $($(#[$doc])* $name,)*
        }

        impl CollisionDiagnostic {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The path of the measurement in one of the dimensions.
            pub const fn path<D: Dimension>(self) -> DiagnosticPath {
                let plane = D::Vector::DIMENSION == 2;
                DiagnosticPath::const_new(match self {
                    $(Self::$name if plane => concat!("collision/2d/", $path),
                    Self::$name => concat!("collision/3d/", $path),)*
                })
            }

            const fn suffix(self) -> &'static str {
                match self {
                    $(Self::$name => $suffix,)*
                }
            }
        }
    };
}

measures! {
    /// The time of [`CollisionSystems::Bounds`](crate::CollisionSystems::Bounds).
    Bounds: "bounds" "ms";
    /// The time of [`CollisionSystems::BroadPhase`](crate::CollisionSystems::BroadPhase).
    BroadPhase: "broad_phase" "ms";
    /// The time of the [filters](crate::CollisionPlugin::with_filter) in
    /// [`CollisionSystems::Filter`](crate::CollisionSystems::Filter).
    Filter: "filter" "ms";
    /// The time of [`CollisionSystems::NarrowPhase`](crate::CollisionSystems::NarrowPhase).
    NarrowPhase: "narrow_phase" "ms";
    /// The time of [`CollisionSystems::Events`](crate::CollisionSystems::Events).
    Events: "events" "ms";
    /// The time of [`CollisionSystems::Overlay`](crate::CollisionSystems::Overlay).
    Overlay: "overlay" "ms";
    /// The sum of these times. Phases that are [replaced](crate::CollisionPlugin::replace) are not in it.
    Total: "total" "ms";
    /// How many colliders take part.
    Colliders: "colliders" "";
    /// How many pairs were found in the last run: those whose boxes overlap, and the balls around them, and of
    /// which one moved.
    Candidates: "candidates" "";
    /// How many of these were tested. Pairs of which only is asked whether they touch need
    /// none while balls within both overlap.
    Tests: "tests" "";
    /// How many pairs touch.
    Touching: "touching" "";
    /// How many pairs are near without touching.
    Near: "near" "";
    /// How many support points GJK takes for a pair, in the mean of a sample, from the pair's cache. Off
    /// unless [asked for](CollisionDiagnosticsPlugin::with_iterations).
    Iterations: "iterations" "";
}

impl CollisionDiagnostic {
    /// Returns the measurement of the time of a phase.
    fn of(phase: CollisionSystems) -> Self {
        match phase {
            CollisionSystems::Bounds => Self::Bounds,
            CollisionSystems::BroadPhase => Self::BroadPhase,
            CollisionSystems::Filter => Self::Filter,
            CollisionSystems::NarrowPhase => Self::NarrowPhase,
            CollisionSystems::Events => Self::Events,
            CollisionSystems::Overlay => Self::Overlay,
        }
    }
}

/// Measures one dimension: each [`CollisionDiagnostic`], once a frame.
///
/// Nothing is measured unless this is added. [`CollisionPlugins`](crate::CollisionPlugins) has it for both
/// dimensions. Bevy's `LogDiagnosticsPlugin` logs what is measured, its `DiagnosticsOverlay` shows it on the
/// screen.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_diagnostic::DiagnosticsStore;
/// use bevy_gjk::{CollisionDiagnostic, CollisionDiagnosticsPlugin, Dim2, dim2::prelude::*};
///
/// let mut app = App::new();
/// # app.add_plugins(bevy_transform::TransformPlugin);
/// app.add_plugins((CollisionPlugin::default(), CollisionDiagnosticsPlugin::<Dim2>::default()));
/// app.world_mut().spawn(Collider::circle(1.0));
/// app.update();
/// let store = app.world().resource::<DiagnosticsStore>();
/// let colliders = store.get(&CollisionDiagnostic::Colliders.path::<Dim2>()).unwrap();
/// assert_eq!(colliders.value(), Some(1.0));
/// ```
///
/// A measurement of its own is switched off and on by the `is_enabled` of Bevy's `Diagnostic`.
#[derive(Clone, Copy, Debug)]
pub struct CollisionDiagnosticsPlugin<D: Dimension> {
    iterations: bool,
    dimension: PhantomData<D>,
}

impl<D: Dimension> Default for CollisionDiagnosticsPlugin<D> {
    fn default() -> Self {
        Self { iterations: false, dimension: PhantomData }
    }
}

impl<D: Dimension> CollisionDiagnosticsPlugin<D> {
    /// Counts the steps of GJK, too. In each frame some pairs are tested once more for it, a few
    /// microseconds in all.
    #[must_use]
    pub fn with_iterations(self) -> Self {
        Self { iterations: true, ..self }
    }
}

impl<D: Dimension> Plugin for CollisionDiagnosticsPlugin<D> {
    fn build(&self, app: &mut App) {
        for &measure in CollisionDiagnostic::ALL {
            let mut diagnostic = Diagnostic::new(measure.path::<D>()).with_suffix(measure.suffix());
            diagnostic.is_enabled = self.iterations || measure != CollisionDiagnostic::Iterations;
            app.register_diagnostic(diagnostic);
        }
        Clock::<D>::of(app).start();
        app.add_systems(Last, measure::<D>);
    }
}

/// Hands over what the frame brought.
fn measure<D: Dimension>(
    clock: Res<Clock<D>>,
    collisions: Option<Res<Collisions<D>>>,
    mut diagnostics: Diagnostics,
) {
    use CollisionDiagnostic::{Candidates, Colliders, Iterations, Near, Tests, Total, Touching};
    let Some(collisions) = collisions else { return };
    let mut total = 0.0;
    for (phase, time) in clock.take() {
        total += time;
        diagnostics.add_measurement(&CollisionDiagnostic::of(phase).path::<D>(), || time);
    }
    diagnostics.add_measurement(&Total.path::<D>(), || total);
    let (mut touching, mut near) = (0, 0);
    for pair in collisions.contacts.iter(&collisions.colliders) {
        match pair.state {
            PairState::Apart => {}
            PairState::Near(_) => near += 1,
            PairState::Touching(_) | PairState::Swept(_) => touching += 1,
        }
    }
    let narrow_phase = &collisions.narrow_phase;
    let counts = [
        (Colliders, collisions.colliders().iter().count()),
        (Candidates, narrow_phase.found()),
        (Tests, narrow_phase.tested()),
        (Touching, touching),
        (Near, near),
    ];
    for (measure, count) in counts {
        diagnostics.add_measurement(&measure.path::<D>(), || count as f64);
    }
    diagnostics.add_measurement(&Iterations.path::<D>(), || effort::mean_iterations(&collisions));
}
