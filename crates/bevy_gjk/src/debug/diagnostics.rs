//! Bevy diagnostics: the time of each phase, and counts of colliders, pairs, tests and touches.

use core::marker::PhantomData;

use bevy_app::{App, Last, Plugin};
use bevy_diagnostic::{Diagnostic, DiagnosticPath, Diagnostics, RegisterDiagnostic};
use bevy_ecs::prelude::Res;
use gjk::trace::Step;
use gjk::{Query, Vector};

use crate::collider::Dimension;
use crate::detection::Collisions;
use crate::detection::contacts::PairState;
use crate::frame::{Clock, CollisionSystems};

/// Defines the enum of measurements. Paths are concatenated at compile time, so that measuring does not allocate.
macro_rules! measures {
    ($($(#[$doc:meta])* $name:ident: $path:literal $suffix:literal;)*) => {
        /// A measurement of [`CollisionDiagnosticsPlugin`], with a path such as `collision/2d/narrow_phase`.
        ///
        /// Times are in milliseconds per frame: the sum of all runs of the systems in the frame and of all calls of
        /// [`detect_collisions`](crate::detect_collisions). The time of observers is not included.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum CollisionDiagnostic {
            $($(#[$doc])* $name,)*
        }

        impl CollisionDiagnostic {
            /// All measurements.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Returns the path of the measurement in a dimension.
            pub const fn path<D: Dimension>(self) -> DiagnosticPath {
                let is_2d = D::Vector::DIMENSION == 2;
                DiagnosticPath::const_new(match self {
                    $(Self::$name if is_2d => concat!("collision/2d/", $path),
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
    /// The time of [`CollisionSystems::Prepare`](crate::CollisionSystems::Prepare).
    Prepare: "prepare" "ms";
    /// The time of [`CollisionSystems::Movers`](crate::CollisionSystems::Movers).
    Movers: "movers" "ms";
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
    /// The sum of these times, without phases that are [left out](crate::CollisionPlugin::without).
    Total: "total" "ms";
    /// The number of colliders that take part.
    Colliders: "colliders" "";
    /// The number of candidate pairs of the last run: pairs of which at least one collider moved, and whose AABBs and
    /// bounding spheres overlap.
    Candidates: "candidates" "";
    /// The number of candidate pairs that were tested. Pairs that touch are not tested while their inscribed spheres
    /// overlap.
    Tests: "tests" "";
    /// The number of pairs that touch.
    Touching: "touching" "";
    /// The number of pairs that are near without touching.
    Near: "near" "";
    /// The mean number of support points that GJK computes for a pair, starting from its cache, over a sample of
    /// the pairs. Disabled unless [enabled](CollisionDiagnosticsPlugin::with_iterations).
    Iterations: "iterations" "";
}

impl CollisionDiagnostic {
    /// Returns the measurement of the time of a phase.
    fn of(phase: CollisionSystems) -> Self {
        match phase {
            CollisionSystems::Prepare => Self::Prepare,
            CollisionSystems::Movers => Self::Movers,
            CollisionSystems::BroadPhase => Self::BroadPhase,
            CollisionSystems::Filter => Self::Filter,
            CollisionSystems::NarrowPhase => Self::NarrowPhase,
            CollisionSystems::Events => Self::Events,
            CollisionSystems::Overlay => Self::Overlay,
        }
    }
}

/// Adds the measurements of one dimension: each [`CollisionDiagnostic`], once per frame.
///
/// Nothing is measured without this plugin. [`CollisionPlugins`](crate::CollisionPlugins) contains it for both
/// dimensions. Bevy's `LogDiagnosticsPlugin` logs the measurements, its `DiagnosticsOverlay` shows them on the
/// screen.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_diagnostic::DiagnosticsStore;
/// use bevy_gjk::{Dim2, dim2::prelude::*, diagnostics::{CollisionDiagnostic, CollisionDiagnosticsPlugin}};
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
/// The `is_enabled` of Bevy's `Diagnostic` disables a single measurement.
#[derive(Clone, Copy, Debug, Default)]
pub struct CollisionDiagnosticsPlugin<D: Dimension> {
    iterations: bool,
    dimension: PhantomData<D>,
}

impl<D: Dimension> CollisionDiagnosticsPlugin<D> {
    /// Enables [`CollisionDiagnostic::Iterations`]. Some pairs are tested once more in each frame to count the
    /// iterations, which takes a few microseconds.
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

/// Adds the measurements of the frame to the diagnostics.
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
            PairState::Apart | PairState::FilteredByContact => {}
            PairState::Near(_) => near += 1,
            PairState::Touching | PairState::Swept(_) => touching += 1,
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
    diagnostics.add_measurement(&Iterations.path::<D>(), || mean_iterations(&collisions));
}

/// The number of pairs in a sample. Tuning constant.
const SAMPLE: usize = 64;

/// Returns the mean number of support points that GJK computes over a sample of the pairs, or NaN if there is no pair.
/// They are tested once more, on a copy of their caches, with an observer that counts.
fn mean_iterations<D: Dimension>(collisions: &Collisions<D>) -> f64 {
    let stride = (collisions.contacts.len() / SAMPLE).max(1);
    let (mut supports, mut tested) = (0, 0);
    for pair in collisions.contacts.iter(&collisions.colliders).step_by(stride) {
        let [one, two] = pair.slots.map(|slot| collisions.colliders.at(slot).placed());
        let (Some(one), Some(two)) = (one, two) else { continue };
        let mut cache = *pair.cache;
        let mut ended = false;
        let count = |step: Step<'_, D::Vector>| match step {
            Step::Support { .. } => supports += u32::from(!ended),
            Step::GjkStop(_) => ended = true,
            _ => {}
        };
        Query::new(&one, &two).cache(&mut cache).observe(count).contact();
        tested += 1;
    }
    f64::from(supports) / f64::from(tested)
}
