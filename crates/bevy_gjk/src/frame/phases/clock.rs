//! The clocks of the phases: an adapter around each system of a dimension adds up its running time.

use core::marker::PhantomData;
use core::time::Duration;
use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::prelude::{IntoSystem, Resource, System};
use bevy_ecs::system::{Adapt, IntoAdapterSystem, RunSystemError, SystemIn, SystemInput};
use bevy_platform::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use bevy_platform::time::Instant;

use crate::collider::Dimension;
use crate::frame::CollisionSystems;

/// The times of the phases since they were last taken.
#[derive(Debug, Default)]
struct Times {
    running: AtomicBool,
    /// In the order of the phases.
    nanoseconds: [AtomicU64; CollisionSystems::ALL.len()],
}

/// The clock of a dimension. It measures nothing until it is started.
#[derive(Resource, Debug, Default)]
pub(crate) struct Clock<D: Dimension> {
    times: Arc<Times>,
    dimension: PhantomData<D>,
}

impl<D: Dimension> Clock<D> {
    /// Returns the clock of an app, and inserts it if there is none yet.
    pub(crate) fn of(app: &mut App) -> &Self {
        app.init_resource::<Self>().world().resource::<Self>()
    }

    /// Starts to measure.
    pub(crate) fn start(&self) {
        self.times.running.store(true, Ordering::Relaxed);
    }

    /// Returns the milliseconds of each phase, and resets them to 0.
    pub(crate) fn take(&self) -> impl Iterator<Item = (CollisionSystems, f64)> {
        CollisionSystems::ALL.into_iter().zip(&self.times.nanoseconds).map(|(phase, time)| {
            let time = Duration::from_nanos(time.swap(0, Ordering::Relaxed));
            (phase, 1e3 * time.as_secs_f64())
        })
    }
}

/// Wraps a system in a clock.
pub(crate) fn timed<D: Dimension, S, M>(
    app: &mut App,
    phase: CollisionSystems,
    system: S,
) -> IntoAdapterSystem<Timed, S>
where
    S: IntoSystem<(), (), M>,
{
    let times = Clock::<D>::of(app).times.clone();
    IntoAdapterSystem::new(Timed { times, index: phase as usize }, system)
}

/// An adapter that measures the running time of a system.
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
