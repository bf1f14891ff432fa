//! The app of an example: with a window, or without one.

use std::time::Duration;

use bevy::app::ScheduleRunnerPlugin;
use bevy::asset::{AssetMetaCheck, AssetPlugin};
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;
use bevy::window::{ExitCondition, WindowResolution};
use bevy::winit::WinitPlugin;

use crate::cli::Options;
use crate::look;

/// The fixed length of a frame in a run without a window or for a screenshot.
pub const FRAME: Duration = Duration::from_nanos(16_666_667);

/// Whether frames are counted: everything that has to load first is loaded.
#[derive(Resource, Default)]
pub struct Ready(pub bool);

/// The number of frames since the example was ready.
#[derive(Resource, Default)]
pub struct FrameCount(pub u32);

/// The system set, in `Last`, that decides whether this was the last frame.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ending;

/// Marks an app without a window.
#[derive(Resource)]
pub struct Headless;

/// Marks an app that exits by itself.
#[derive(Resource)]
pub(crate) struct Limit(Options);

/// Creates an app with Bevy's plugins, and with a window if possible.
pub fn app(title: &str, options: &Options) -> App {
    let mut app = App::new();
    // Assets are found from any working directory; in the browser they are beside the page.
    let folder = match cfg!(target_arch = "wasm32") {
        true => "assets",
        false => concat!(env!("CARGO_MANIFEST_DIR"), "/../assets"),
    };
    let assets = AssetPlugin {
        file_path: folder.into(),
        // A web page has no `.meta` files, which describe how to load assets.
        meta_check: if cfg!(target_arch = "wasm32") { AssetMetaCheck::Never } else { AssetMetaCheck::Always },
        ..default()
    };
    let window = options.wants_window();
    let plugins = DefaultPlugins.set(assets);
    if window {
        // In the browser each example draws to the canvas with its name, with as many pixels on any screen: the page
        // scales the canvas.
        let canvas = title.rsplit(' ').next().map(|name| format!("#{name}"));
        let mut resolution = WindowResolution::new(1280, 720);
        resolution.set_scale_factor_override(cfg!(target_arch = "wasm32").then_some(1.0));
        let window = Window { title: title.into(), resolution, canvas, ..default() };
        app.add_plugins(plugins.set(WindowPlugin { primary_window: Some(window), ..default() }));
    } else {
        // All plugins that need neither a window nor a graphics device nor a clock.
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
        // Makes every run give the same pictures and the same events.
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

/// Run condition: returns whether the example is ready.
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
            error!("cannot write {}: a screenshot needs a display", path.display());
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
                            error!("cannot write {}: {error}", path.display());
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
