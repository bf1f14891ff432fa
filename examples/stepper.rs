//! Shows GJK and EPA on two shapes, step by step: their Minkowski difference, the simplex that closes in on the
//! origin, the polytope that expands to the penetration depth, and the result of each step. Drag the shapes,
//! rotate them with the wheel, and choose others in the panel; in 3D, rotate the view with the right button.
//! Press full stop and comma for the next and the previous step, F3 to play, F4 to freeze.
//!
//! The stepper is the crate `bevy_gjk_debugger`: any app can show its own pairs with `CollisionStepper`. The panel only
//! edits that resource.
//!
//!     cargo example stepper --features panels -- --start deep --step 6

#[path = "stepper/bodies.rs"]
mod bodies;
#[path = "stepper/hands.rs"]
mod hands;
#[path = "stepper/panel.rs"]
mod panel;

use std::path::PathBuf;

use argh::FromArgs;
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy_egui::{EguiGlobalSettings, EguiPlugin, EguiPrimaryContextPass, PrimaryEguiContext};
use bevy_gjk::{CollisionGizmos, CollisionPlugin, Dim2, Dim3, Dimension};
use bevy_gjk_debugger::{CollisionStepper, CollisionStepperKeys, CollisionStepperPlugin, CollisionTrace};
use examples::cli;
use examples::stage::{self, Headless};

use bodies::{Pair, Start};

/// Shows GJK and EPA on two shapes, step by step.
#[derive(FromArgs, Clone, Debug, Default)]
struct Options {
    /// write a screenshot to this PNG file after --frames frames, and exit
    #[argh(option)]
    screenshot: Option<PathBuf>,

    /// how many frames to run without a window or until the screenshot (30)
    #[argh(option, default = "30")]
    frames: u32,

    /// run without a window even where there is a display
    #[argh(switch)]
    headless: bool,

    /// the first step to show, from 1
    #[argh(option, default = "1")]
    step: usize,

    /// the relative position of the shapes: apart, touching, overlapping or deep
    #[argh(option, default = "Start::Overlapping")]
    start: Start,

    /// the names of the two shapes, as in the panel
    #[argh(option)]
    shapes: Vec<String>,

    /// start in 3D instead of 2D
    #[argh(switch)]
    space: bool,
}

/// The dimension that is shown.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
enum Tab {
    Plane,
    Space,
}

/// A camera of one of the dimensions.
#[derive(Component)]
struct Shows(Tab);

/// Runs the example.
pub fn main() -> AppExit {
    // A browser has no command line.
    let options: Options = match cfg!(target_arch = "wasm32") {
        true => Options { step: 1, ..default() },
        false => argh::from_env(),
    };
    let shared = cli::Options {
        screenshot: options.screenshot.clone(),
        frames: options.frames,
        headless: options.headless,
        scene: None,
    };
    let mut app = stage::app("bevy_gjk: stepper", &shared);
    app.add_plugins((CollisionPlugin::<Dim2>::default(), CollisionPlugin::<Dim3>::default()));
    app.add_plugins((CollisionStepperPlugin::<Dim2>::default(), CollisionStepperPlugin::<Dim3>::default()));
    app.insert_resource(CollisionStepperKeys { pick: None, ..CollisionStepperKeys::STANDARD });
    app.insert_resource(if options.space { Tab::Space } else { Tab::Plane });
    app.insert_resource(stage::Ready(true));
    if app.world().contains_resource::<Headless>() {
        app.add_systems(Last, print_trace.after(stage::Ending).run_if(on_message::<AppExit>));
    } else {
        app.add_plugins((EguiPlugin::default(), hands::plugin));
        app.insert_resource(EguiGlobalSettings { auto_create_primary_context: false, ..default() });
        app.add_systems(EguiPrimaryContextPass, panel::show);
        app.add_systems(Last, (log_step::<Dim2>, log_step::<Dim3>));
    }
    app.add_plugins((bodies::plugin::<Dim2>, bodies::plugin::<Dim3>));
    app.add_systems(Startup, (set_stage, bodies::spawn::<Dim2>(&options), bodies::spawn::<Dim3>(&options)));
    app.add_systems(Update, turn_to.run_if(resource_changed::<Tab>)).run()
}

fn set_stage(mut commands: Commands, mut store: ResMut<GizmoConfigStore>) {
    let plane = Transform::from_xyz(260.0, 0.0, 0.0);
    commands.spawn((Camera2d, plane, Shows(Tab::Plane)));
    commands.spawn((Camera3d::default(), hands::Orbit::default(), Shows(Tab::Space)));
    commands.spawn((
        DirectionalLight { illuminance: 4_000.0, ..default() },
        Transform::from_xyz(3.0, 8.0, 5.0).looking_at(Vec3::ZERO, Vec3::Y),
    ));
    // The panel has a camera of its own, which covers the whole window.
    commands.spawn((
        Camera2d,
        PrimaryEguiContext,
        Camera { order: 10, clear_color: ClearColorConfig::None, ..default() },
        RenderLayers::none(),
    ));
    // The stepper draws the parts that it examines; behind them the overlay draws the other parts of a
    // compound.
    let (config, overlay) = store.config_mut::<CollisionGizmos>();
    config.enabled = true;
    config.depth_bias = -0.9;
    let faint = Color::srgba(0.5, 0.5, 0.55, 0.5);
    *overlay = CollisionGizmos {
        contacts: false,
        normals: false,
        depths: false,
        apart: faint,
        touching: faint,
        ..default()
    };
}

/// Shows one of the dimensions and hides the other.
fn turn_to(
    tab: Res<Tab>,
    mut cameras: Query<(&mut Camera, &Shows)>,
    pairs: (Query<&Pair<Dim2>>, Query<&Pair<Dim3>>),
    mut plane: ResMut<CollisionStepper<Dim2>>,
    mut space: ResMut<CollisionStepper<Dim3>>,
) {
    for (mut camera, shows) in &mut cameras {
        camera.is_active = shows.0 == *tab;
    }
    plane.pair = pairs.0.single().ok().filter(|_| *tab == Tab::Plane).map(|pair| pair.entities);
    space.pair = pairs.1.single().ok().filter(|_| *tab == Tab::Space).map(|pair| pair.entities);
}

/// Logs which step is shown.
fn log_step<D: Dimension>(
    stepper: Res<CollisionStepper<D>>,
    trace: Res<CollisionTrace<D>>,
    mut before: Local<(usize, usize)>,
) {
    let now = (stepper.current(), stepper.count());
    if *before != now
        && let Some(entry) = trace.steps().entries().nth(now.0)
    {
        info!("step {} of {}: {}", now.0 + 1, now.1, entry.step);
        *before = now;
    }
}

/// Prints the steps at the end of a run without a window.
fn print_trace(tab: Res<Tab>, plane: Res<CollisionTrace<Dim2>>, space: Res<CollisionTrace<Dim3>>) {
    match *tab {
        Tab::Plane => print!("{}", plane.steps()),
        Tab::Space => print!("{}", space.steps()),
    }
}
