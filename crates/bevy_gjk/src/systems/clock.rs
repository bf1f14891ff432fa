//! How long the phases of one dimension take: a clock around each system, whatever runs beside it.

use core::marker::PhantomData;
use core::time::Duration;
use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::prelude::{IntoSystem, Resource, System};
use bevy_ecs::system::{Adapt, IntoAdapterSystem, RunSystemError, SystemIn, SystemInput};
use bevy_platform::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use bevy_platform::time::Instant;

use crate::collider::Dimension;
use crate::systems::CollisionSystems;

/// The phases, in the order of their times.
const PHASES: [CollisionSystems; 6] = [
    CollisionSystems::Bounds,
    CollisionSystems::BroadPhase,
    CollisionSystems::Filter,
    CollisionSystems::NarrowPhase,
    CollisionSystems::Events,
    CollisionSystems::Overlay,
];

/// The times of the phases since they were last taken.
#[derive(Debug, Default)]
struct Times {
    running: AtomicBool,
    nanoseconds: [AtomicU64; PHASES.len()],
}

/// The clock of a dimension. It stands still unless the plugin starts it.
#[derive(Resource, Debug)]
pub(crate) struct Clock<D: Dimension> {
    times: Arc<Times>,
    dimension: PhantomData<D>,
}

impl<D: Dimension> Default for Clock<D> {
    fn default() -> Self {
        Self { times: Arc::default(), dimension: PhantomData }
    }
}

impl<D: Dimension> Clock<D> {
    /// The one of an app, whoever comes first.
    pub(crate) fn of(app: &mut App) -> &Self {
        app.init_resource::<Self>().world().resource::<Self>()
    }

    pub(crate) fn start(&self) {
        self.times.running.store(true, Ordering::Relaxed);
    }

    /// The milliseconds of each phase, which begin anew.
    pub(crate) fn take(&self) -> impl Iterator<Item = (CollisionSystems, f64)> {
        PHASES.iter().zip(&self.times.nanoseconds).map(|(&phase, time)| {
            let time = Duration::from_nanos(time.swap(0, Ordering::Relaxed));
            (phase, 1e3 * time.as_secs_f64())
        })
    }
}

/// The same system, with a clock around it.
pub(crate) fn timed<D: Dimension, S, M>(
    app: &mut App,
    phase: CollisionSystems,
    system: S,
) -> IntoAdapterSystem<Timed, S>
where
    S: IntoSystem<(), (), M>,
{
    let times = Clock::<D>::of(app).times.clone();
    let index = PHASES.iter().position(|&set| set == phase).unwrap_or_default();
    IntoAdapterSystem::new(Timed { times, index }, system)
}

/// Notes the time of the system that it is put around.
#[derive(Clone, Debug)]
pub(crate) struct Timed {
    times: Arc<Times>,
    index: usize,
}

impl<S: System> Adapt<S> for Timed {
    type In = S::In;
    type Out = S::Out;

    fn adapt(
        &mut self,
        input: <Self::In as SystemInput>::Inner<'_>,
        run_system: impl FnOnce(SystemIn<'_, S>) -> Result<S::Out, RunSystemError>,
    ) -> Result<S::Out, RunSystemError> {
        if !self.times.running.load(Ordering::Relaxed) {
            return run_system(input);
        }
        let start = Instant::now();
        let out = run_system(input);
        let nanoseconds = start.elapsed().as_nanos() as u64;
        self.times.nanoseconds[self.index].fetch_add(nanoseconds, Ordering::Relaxed);
        out
    }
}
