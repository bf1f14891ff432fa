//! The app that an example runs in: with a window, or without one.

use std::time::Duration;

use bevy::app::ScheduleRunnerPlugin;
use bevy::asset::{AssetMetaCheck, AssetPlugin};
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;

use crate::cli::Options;
use crate::look;

/// The length of a frame where no clock drives the app.
pub const FRAME: Duration = Duration::from_nanos(16_666_667);

/// Whether the frames of the example count already: what has to load first, has.
#[derive(Resource, Default)]
pub struct Ready(pub bool);

/// How many frames ran since the example was ready.
#[derive(Resource, Default)]
pub struct FrameCount(pub u32);

/// In `Last`: decides whether this was the last frame.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ending;

/// The app runs without a window.
#[derive(Resource)]
pub struct Headless;

/// The app ends by itself.
#[derive(Resource)]
pub(crate) struct Limit(Options);

/// An app with Bevy's plugins, and with a window if there can be one.
pub fn app(title: &str, options: &Options) -> App {
    let mut app = App::new();
    // The assets are found from wherever the example is started; in the browser, beside the page.
    let folder = match cfg!(target_arch = "wasm32") {
        true => "assets",
        false => concat!(env!("CARGO_MANIFEST_DIR"), "/../assets"),
    };
    let assets = AssetPlugin {
        file_path: folder.into(),
        // A page has no files that say how assets are to be loaded.
        meta_check: if cfg!(target_arch = "wasm32") { AssetMetaCheck::Never } else { AssetMetaCheck::Always },
        ..default()
    };
    let window = options.wants_window();
    let plugins = DefaultPlugins.set(assets);
    if window {
        // In the browser each example has the canvas of its name.
        let canvas = title.rsplit(' ').next().map(|name| format!("#{name}"));
        let window = Window { title: title.into(), resolution: (1280, 720).into(), canvas, ..default() };
        app.add_plugins(plugins.set(WindowPlugin { primary_window: Some(window), ..default() }));
    } else {
        // Everything but a window, a graphics device and a clock.
        let quiet = "info,bevy_extract=off,bevy_render=off,bevy_gizmos_render=off";
        let no_device = WgpuSettings { backends: None, ..default() };
        app.add_plugins(
            plugins
                .set(LogPlugin { filter: quiet.into(), ..default() })
                .set(RenderPlugin { render_creation: no_device.into(), ..default() })
                .set(WindowPlugin {
                    primary_window: None,
                    exit_condition: ExitCondition::DontExit,
                    ..default()
                })
                .disable::<WinitPlugin>()
                .add(ScheduleRunnerPlugin::run_loop(Duration::ZERO)),
        );
        app.insert_resource(Headless);
    }
    if !window || options.screenshot.is_some() {
        // The same pictures and the same events every time.
        app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
        app.insert_resource(Limit(options.clone()));
        app.add_systems(Last, end_after_limit.in_set(Ending));
    }
    app.insert_resource(ClearColor(look::GROUND));
    app.init_resource::<Ready>();
    app.init_resource::<FrameCount>();
    app.add_systems(First, count_frames);
    app
}

/// Runs while an example is ready.
pub fn is_ready(ready: Res<Ready>) -> bool {
    ready.0
}

fn count_frames(ready: Res<Ready>, mut count: ResMut<FrameCount>) {
    count.0 += u32::from(ready.0);
}

fn end_after_limit(
    limit: Res<Limit>,
    count: Res<FrameCount>,
    headless: Option<Res<Headless>>,
    mut asked: Local<bool>,
    mut commands: Commands,
    mut exit: MessageWriter<AppExit>,
) {
    if count.0 < limit.0.frames {
        return;
    }
    match &limit.0.screenshot {
        None => {
            exit.write(AppExit::Success);
        }
        Some(path) if headless.is_some() => {
            error!("no display, so no picture: {} was not written", path.display());
            exit.write(AppExit::error());
        }
        Some(path) if !*asked => {
            *asked = true;
            let path = path.clone();
            commands.spawn(Screenshot::primary_window()).observe(
                move |captured: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
                    exit.write(match save(&captured, &path) {
                        Ok(()) => AppExit::Success,
                        Err(error) => {
                            error!("{} was not written: {error}", path.display());
                            AppExit::error()
                        }
                    });
                },
            );
        }
        Some(_) => {}
    }
}

fn save(captured: &ScreenshotCaptured, path: &std::path::Path) -> Result<(), BevyError> {
    captured.image.clone().try_into_dynamic()?.to_rgb8().save(path)?;
    println!("Wrote {}.", path.display());
    Ok(())
}
