//! The player: shows a recording in an app with a window, run by run, with a time line.

use core::fmt::Write;
use std::sync::Arc;

use bevy_app::{App, Plugin, PostUpdate, PreUpdate};
use bevy_asset::Assets;
use bevy_color::{Color, palettes::tailwind};
use bevy_ecs::name::Name;
use bevy_ecs::prelude::{
    Entity, IntoScheduleConfigs, Mut, Query, Res, ResMut, Resource, Single, With, World,
};
use bevy_gizmos::{GizmoAsset, config::GizmoConfigStore, gizmos::Gizmos};
use bevy_gjk::recording::{CollisionReplay, Recordable, RecordedRun, Recording, RecordingError};
use bevy_gjk::{CollisionGizmos, CollisionSystems};
use bevy_input::{ButtonInput, InputSystems, keyboard::KeyCode, mouse::MouseButton};
use bevy_log::warn;
use bevy_math::{Rect, Vec2, Vec3};
use bevy_transform::TransformSystems;
use bevy_window::{PrimaryWindow, Window};

use crate::stepper::CollisionStepperGizmos;
use crate::stepper::labels::{self, LINE};
use crate::stepper::view::{Cameras, View};

/// The margin of the time line on the sides and below, in logical pixels.
const MARGIN: f32 = 24.0;
/// How far from the time line it can be clicked, in logical pixels.
const REACH: f32 = 16.0;
/// The most events and lines of a run that are written.
const LINES: usize = 6;

/// Plays a recording in an app with a window: adds the resource [`RecordingPlayer`] and a
/// [`CollisionReplay`], whose colliders the overlay draws. The app has no collision plugin of this dimension itself.
///
/// | key | does |
/// |---|---|
/// | space | plays and pauses |
/// | right, left | one run on, or back |
/// | page down, page up | to the next mark, or the one before: an event, or a line of the game |
/// | home, end | to the first run, or the last one |
/// | the left button on the time line | to the run at the cursor |
///
/// With a [`CollisionStepperPlugin`](crate::CollisionStepperPlugin) beside it, `F2` steps through the test of the pair
/// at the cursor in the run that is shown.
///
/// ```no_run
/// use bevy::prelude::*;
/// use bevy_gjk::{Dim2, recording::Recording};
/// use bevy_gjk_debugger::{CollisionStepperKeys, CollisionStepperPlugin, RecordingPlayerPlugin};
///
/// let recording = Recording::<Dim2>::read(std::fs::read("strange.gjkrec").unwrap()).unwrap();
/// let mut app = App::new(); // with `DefaultPlugins`
/// app.insert_resource(CollisionStepperKeys::STANDARD);
/// app.add_plugins((RecordingPlayerPlugin::new(recording), CollisionStepperPlugin::<Dim2>::default()));
/// app.world_mut().spawn(Camera2d);
/// ```
pub struct RecordingPlayerPlugin<D: Recordable>(Arc<Recording<D>>);

impl<D: Recordable> RecordingPlayerPlugin<D> {
    /// Creates a player of a recording.
    pub fn new(recording: impl Into<Arc<Recording<D>>>) -> Self {
        Self(recording.into())
    }
}

impl<D: Recordable> Plugin for RecordingPlayerPlugin<D> {
    fn build(&self, app: &mut App) {
        CollisionReplay::install(app, self.0.clone());
        app.insert_resource(RecordingPlayer::<D>::new(&self.0));
        let systems = (press::<D>, click::<D>, show::<D>).chain().after(InputSystems);
        app.add_systems(PreUpdate, systems);
    }

    fn finish(&self, app: &mut App) {
        if !app.world().contains_resource::<Assets<GizmoAsset>>() {
            warn!(
                "the recording is played, but nothing can be drawn: add Bevy's GizmoPlugin, which DefaultPlugins contains"
            );
            return;
        }
        crate::stepper::init_gizmos(app);
        if let Some(mut store) = app.world_mut().get_resource_mut::<GizmoConfigStore>()
            && store.get_config::<CollisionGizmos>().is_some()
        {
            store.config_mut::<CollisionGizmos>().0.enabled = true;
        }
        let draw = draw::<D>.in_set(CollisionSystems::Overlay).after(TransformSystems::Propagate);
        app.add_systems(PostUpdate, draw);
    }
}

/// A run with something to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordingMark {
    /// The number of the run.
    pub run: u64,
    /// Whether the game has written a line; otherwise something began or ended.
    pub has_note: bool,
}

/// A resource: which run of a recording is shown.
#[derive(Resource)]
pub struct RecordingPlayer<D: Recordable> {
    /// The number of the run that is shown.
    pub run: u64,
    /// Whether the following ones are, one a frame.
    pub is_playing: bool,
    /// The run as it was recorded.
    shown: Option<RecordedRun>,
    runs: core::ops::Range<u64>,
    marks: Vec<RecordingMark>,
    error: Option<RecordingError>,
    /// The run that could not be shown last.
    failed: Option<u64>,
    /// What is written beside the time line.
    lines: Vec<String>,
    dimension: core::marker::PhantomData<D>,
}

impl<D: Recordable> RecordingPlayer<D> {
    fn new(recording: &Recording<D>) -> Self {
        let mut marks = Vec::new();
        let read = recording.each_run(|run| {
            if !run.events.is_empty() || !run.notes.is_empty() {
                marks.push(RecordingMark { run: run.run, has_note: !run.notes.is_empty() });
            }
            true
        });
        let runs = recording.runs();
        Self {
            run: runs.start,
            is_playing: false,
            shown: None,
            runs,
            marks,
            error: read.err().or_else(|| recording.damage().cloned()),
            failed: None,
            lines: Vec::new(),
            dimension: core::marker::PhantomData,
        }
    }

    /// Returns the runs with something to look at, ascending.
    pub fn marks(&self) -> &[RecordingMark] {
        &self.marks
    }

    /// Returns why the recording ends before its end, if it does.
    pub fn error(&self) -> Option<&RecordingError> {
        self.error.as_ref()
    }

    /// Returns the run as it was recorded, with its events, queries and lines, once it is shown.
    pub fn shown(&self) -> Option<&RecordedRun> {
        self.shown.as_ref()
    }

    /// Goes to the next mark, or to the one before.
    pub fn go_to_mark(&mut self, forward: bool) {
        let mark = match forward {
            true => self.marks.iter().find(|mark| mark.run > self.run),
            false => self.marks.iter().rev().find(|mark| mark.run < self.run),
        };
        self.run = mark.map_or(self.run, |mark| mark.run);
    }

    /// Returns the entities whose name contains a text, in the run that is shown.
    pub fn find(world: &mut World, name: &str) -> Vec<Entity> {
        let mut names = world.query::<(Entity, &Name)>();
        names.iter(world).filter(|(_, own)| own.contains(name)).map(|(entity, _)| entity).collect()
    }
}

/// Changes the player according to the pressed keys.
fn press<D: Recordable>(keys: Option<Res<ButtonInput<KeyCode>>>, mut player: ResMut<RecordingPlayer<D>>) {
    let last = player.runs.end.saturating_sub(1);
    let is_pressed = |key| keys.as_ref().is_some_and(|keys| keys.just_pressed(key));
    if is_pressed(KeyCode::Space) {
        player.is_playing = !player.is_playing;
    }
    if is_pressed(KeyCode::ArrowRight) || player.is_playing {
        player.run += 1;
    }
    if is_pressed(KeyCode::ArrowLeft) {
        player.run = player.run.saturating_sub(1);
    }
    if is_pressed(KeyCode::PageDown) {
        player.go_to_mark(true);
    }
    if is_pressed(KeyCode::PageUp) {
        player.go_to_mark(false);
    }
    if is_pressed(KeyCode::Home) {
        player.run = player.runs.start;
    }
    if is_pressed(KeyCode::End) {
        player.run = last;
    }
    player.is_playing &= player.run < last;
    player.run = player.run.clamp(player.runs.start, last);
}

/// Goes to the run at the cursor while the button is pressed on the time line.
fn click<D: Recordable>(
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    cameras: Query<(&'static bevy_camera::Camera, &'static bevy_transform::components::GlobalTransform)>,
    mut player: ResMut<RecordingPlayer<D>>,
) {
    let (Some(buttons), Some(window)) = (buttons, window) else { return };
    if !buttons.pressed(MouseButton::Left) {
        return;
    }
    let cameras: Cameras = cameras;
    let line = View::of_first(&cameras, Vec3::ZERO).map(|view| TimeLine::new(view.rect, &player.runs));
    if let (Some(line), Some(cursor)) = (line, window.cursor_position())
        && (cursor.y - line.bottom).abs() < REACH
    {
        (player.run, player.is_playing) = (line.run_at(cursor.x), false);
    }
}

/// Where the time line is in the viewport.
struct TimeLine {
    left: f32,
    right: f32,
    bottom: f32,
    /// The first run, and the number of those after it.
    first: u64,
    count: u64,
}

impl TimeLine {
    fn new(viewport: Rect, runs: &core::ops::Range<u64>) -> Self {
        let (min, max) = (viewport.min + MARGIN, viewport.max - MARGIN);
        let count = (runs.end - runs.start).max(2) - 1;
        Self { left: min.x, right: max.x.max(min.x), bottom: max.y, first: runs.start, count }
    }

    /// Returns the pixel of a run, at a height above the line.
    fn pixel_of(&self, run: u64, height: f32) -> Vec2 {
        let part = (run - self.first) as f32 / self.count as f32;
        Vec2::new(self.left + part * (self.right - self.left), self.bottom - height)
    }

    fn run_at(&self, x: f32) -> u64 {
        let part = ((x - self.left) / (self.right - self.left).max(1.0)).clamp(0.0, 1.0);
        self.first + (part * self.count as f32).round() as u64
    }
}

/// Brings the world to the run that is to be shown.
fn show<D: Recordable>(world: &mut World) {
    let _ = world.try_resource_scope(|world, mut player: Mut<RecordingPlayer<D>>| {
        let shown = player.shown.as_ref().map(|shown| shown.run);
        if [shown, player.failed].contains(&Some(player.run)) {
            return;
        }
        let Some(replay) = world.get_resource::<CollisionReplay<D>>() else { return };
        let next = replay.next_run();
        let played = match next == player.run {
            true => CollisionReplay::<D>::step(world).map(|played| played.and_then(|it| it.difference)),
            false => CollisionReplay::<D>::seek(world, player.run).map(|()| None),
        };
        let run =
            world.get_resource::<CollisionReplay<D>>().and_then(|replay| replay.recorded_run().cloned());
        match played {
            Ok(difference) => {
                player.lines = lines::<D>(world, run.as_ref());
                if let Some(difference) = difference {
                    let text = CollisionReplay::<D>::text(world, &difference);
                    player.lines.insert(0, format!("today: {text}"));
                }
                player.shown = run;
            }
            Err(error) => {
                player.lines = vec![error.to_string()];
                player.is_playing = false;
                player.failed = Some(player.run);
                player.error = Some(error);
            }
        }
    });
}

/// Returns what is written of a run.
fn lines<D: Recordable>(world: &World, run: Option<&RecordedRun>) -> Vec<String> {
    let Some(run) = run else { return Vec::new() };
    let events = run.events.iter().map(|event| CollisionReplay::<D>::text(world, event));
    let mut lines: Vec<_> = run.notes.iter().map(|note| format!("\"{note}\"")).chain(events).collect();
    if lines.len() > LINES {
        let more = lines.len() - LINES;
        lines.truncate(LINES);
        lines.push(format!("and {more} more"));
    }
    lines
}

/// Draws the time line, what happened in the run, and its queries.
fn draw<D: Recordable>(
    player: Res<RecordingPlayer<D>>,
    mut gizmos: Gizmos<CollisionStepperGizmos>,
    cameras: Query<(&'static bevy_camera::Camera, &'static bevy_transform::components::GlobalTransform)>,
) {
    let cameras: Cameras = cameras;
    let Some(view) = View::of_first(&cameras, Vec3::ZERO) else { return };
    let time_line = TimeLine::new(view.rect, &player.runs);
    let TimeLine { left, right, bottom, .. } = time_line;
    let mut line =
        |from: Vec2, to: Vec2, color: Color| gizmos.line(view.point_at(from), view.point_at(to), color);
    line(Vec2::new(left, bottom), Vec2::new(right, bottom), tailwind::GRAY_500.into());
    for mark in &player.marks {
        let (height, color) =
            if mark.has_note { (12.0, tailwind::AMBER_400) } else { (6.0, tailwind::SKY_500) };
        line(time_line.pixel_of(mark.run, 0.0), time_line.pixel_of(mark.run, height), color.into());
    }
    line(time_line.pixel_of(player.run, -6.0), time_line.pixel_of(player.run, 16.0), Color::WHITE);
    let Some(run) = &player.shown else { return };
    for query in &run.queries {
        let [from, direction] = [query.from, query.direction].map(Vec3::from_array);
        let distance = query.hit.map_or(query.max_distance.min(1e4), |hit| hit.distance);
        let color = if query.hit.is_some() { tailwind::AMBER_400 } else { tailwind::GRAY_400 };
        let to = match query.hit {
            // What is nearest lies in no direction that was asked for.
            Some(hit) if direction == Vec3::ZERO => Vec3::from_array(hit.point),
            _ => from + direction.normalize_or_zero() * distance,
        };
        if from.is_finite() && to.is_finite() {
            gizmos.line(from, to, color);
        }
        if let Some(pixel) = view.pixel_of(from) {
            let name = query.label.rsplit("::").next().unwrap_or_default();
            labels::write(&mut gizmos, &view, pixel, name, Vec2::new(-0.5, 0.0), color.into());
        }
    }
    let mut text = String::new();
    let _ = write!(text, "run {} of {}, tick {}", run.run, player.runs.end, run.tick);
    if let Some(error) = &player.error {
        let _ = write!(text, ". The recording ends early: {error}");
    }
    let height = gizmos.config_ext.text_size * LINE;
    let lines = core::iter::once(&text).chain(&player.lines);
    for (line, row) in lines.zip(0u8..) {
        let at = Vec2::new(left, view.rect.min.y + MARGIN + f32::from(row) * height);
        labels::write(&mut gizmos, &view, at, line, Vec2::new(-0.5, 0.0), Color::WHITE);
    }
}
