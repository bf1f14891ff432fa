//! Adds the recorder to an app.

use bevy_app::{App, Last, Plugin};
use bevy_ecs::prelude::IntoScheduleConfigs;
use bevy_log::warn;
use core::marker::PhantomData;
use std::fs::File;
use std::path::PathBuf;

use crate::ecs::detect::Shared;
use crate::frame::CollisionSystems;
use crate::frame::pipeline::update_proxies;
use crate::plugin::add_systems;
use crate::recording::encoder::Encoder;
use crate::recording::recorder::{begin_run, execute_orders, has_orders, note_outcome, note_refused};
use crate::recording::sink::Sink;
use crate::recording::{CollisionRecorder, Recordable, RecordingHeader};

/// Adds the resource [`CollisionRecorder`] to an app.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// // The last seconds in at most 16 MB, written when the game asks for it.
/// App::new().add_plugins((CollisionPlugin::default(), CollisionRecorderPlugin::ring(16 << 20)));
/// ```
#[derive(Clone, Debug)]
pub struct CollisionRecorderPlugin<D: Recordable> {
    target: Target,
    dimension: PhantomData<D>,
}

/// Where recordings go.
#[derive(Clone, Debug)]
enum Target {
    Ring(usize),
    File(PathBuf),
}

impl<D: Recordable> CollisionRecorderPlugin<D> {
    /// Keeps the last seconds in memory, in at most as many bytes, until
    /// [`CollisionRecorder::write`] or [`CollisionRecorder::file`] asks for them. A thousand colliders that all move
    /// take 250 to 360 KB a second at 60 runs a second. With 0, nothing is recorded, and a warning says so.
    pub fn ring(bytes: usize) -> Self {
        Self { target: Target::Ring(bytes), dimension: PhantomData }
    }

    /// Writes to a file from the start: all that happens, up to the last second if the game crashes. If the file cannot
    /// be created or the disk is full, a warning says so, and the game goes on.
    pub fn to_file(path: impl Into<PathBuf>) -> Self {
        Self { target: Target::File(path.into()), dimension: PhantomData }
    }

    /// Opens where the recording goes.
    fn sink(&self) -> Option<Sink> {
        let header = RecordingHeader::new::<D>();
        match &self.target {
            Target::Ring(0) => {
                warn!(
                    "nothing is recorded, since the CollisionRecorderPlugin of {} has a budget of 0 bytes",
                    D::NAME
                );
                None
            }
            Target::Ring(budget) => Some(Sink::ring(header, *budget)),
            Target::File(path) => match File::create(path) {
                Ok(file) => Some(Sink::file_at(header, file)),
                Err(error) => {
                    warn!("nothing is recorded, since {} cannot be created: {error}", path.display());
                    None
                }
            },
        }
    }
}

impl<D: Recordable> Plugin for CollisionRecorderPlugin<D> {
    fn build(&self, app: &mut App) {
        let sink = self.sink();
        let recorder = CollisionRecorder::<D>::new(|flag| sink.map(|sink| Encoder::new(sink, flag)));
        app.insert_resource(recorder).add_systems(Last, execute_orders::<D>.run_if(has_orders::<D>));
    }

    fn finish(&self, app: &mut App) {
        let shared = app.world().get_resource::<Shared>();
        let of_dimension = shared.iter().flat_map(|shared| &shared.schedules_of);
        let of_dimension = of_dimension.filter(|(dimension, _)| *dimension == D::NAME);
        let schedules: Vec<_> = of_dimension.map(|&(_, schedule)| schedule).collect();
        if schedules.is_empty() {
            warn!(
                "nothing is recorded, since there is no CollisionPlugin of {} in this app: add it",
                D::NAME
            );
        }
        for schedule in schedules {
            use CollisionSystems::{Events, Filter, NarrowPhase, Prepare};
            add_systems(app, schedule, Prepare, begin_run::<D>.before(update_proxies::<D>));
            app.add_systems(schedule, note_refused::<D>.after(Filter).before(NarrowPhase));
            app.add_systems(schedule, note_outcome::<D>.after(NarrowPhase).before(Events));
        }
    }
}
