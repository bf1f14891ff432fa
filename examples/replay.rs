//! Plays a recording of a game's collisions: with a time line, the overlay, and what the game asked and wrote.
//!
//! Space plays, the arrow keys step, page up and page down go to events and to lines of the game, F2 steps through the
//! test of the pair at the cursor. The wheel zooms, the right button drags the view, which it turns in 3D. With two files,
//! those of two peers, the first one is shown in the run in which they differ first.
//!
//!     cargo example replay strange.gjkrec
//!     cargo example replay client.gjkrec server.gjkrec

use std::path::{Path, PathBuf};

use argh::FromArgs;
use bevy::camera::ScalingMode;
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll};
use bevy::prelude::*;
use bevy_gjk::recording::{CollisionReplay, Recordable, Recording, RecordingError};
use bevy_gjk::{Collisions, Dim2, Dim3};
use bevy_gjk_debugger::{
    CollisionStepperKeys, CollisionStepperPlugin, RecordingPlayer, RecordingPlayerPlugin,
};
use examples::cli;
use examples::stage;

/// The width of the view of an empty world, in world units.
const WIDTH: f32 = 20.0;
/// How much wider the view is than all that collides.
const MARGIN: f32 = 1.3;

/// Plays a recording of a game's collisions.
#[derive(FromArgs, Clone, Debug)]
struct Options {
    /// a recording; with a second one, where the two differ first
    #[argh(positional)]
    files: Vec<PathBuf>,

    /// the run to show first
    #[argh(option)]
    run: Option<u64>,

    /// write a screenshot to this PNG file after --frames frames, and exit
    #[argh(option)]
    screenshot: Option<PathBuf>,

    /// how many frames to run without a window or until the screenshot (30)
    #[argh(option, default = "30")]
    frames: u32,

    /// run without a window even where there is a display
    #[argh(switch)]
    headless: bool,
}

/// Runs the example.
pub fn main() -> Result<AppExit> {
    let options: Options = argh::from_env();
    let [first, ..] = &options.files[..] else { return Err("give the file of a recording".into()) };
    let bytes = read_bytes(first)?;
    match Recording::<Dim2>::read(bytes.clone()) {
        Err(RecordingError::Dimension(3)) => {
            play(Recording::<Dim3>::read(bytes)?, CollisionStepperPlugin::<Dim3>::default(), &options)
        }
        recording => play(recording?, CollisionStepperPlugin::<Dim2>::default(), &options),
    }
}

fn read_bytes(file: &Path) -> Result<Vec<u8>> {
    std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()).into())
}

fn play<D: Recordable>(recording: Recording<D>, stepper: impl Plugin, options: &Options) -> Result<AppExit> {
    let mut run = options.run.unwrap_or(recording.runs().start);
    if let [first, second] = &options.files[..] {
        let peers =
            [first, second].map(|file| Recording::<D>::read(read_bytes(file)?).map_err(BevyError::from));
        let [one, other] = peers;
        if let Some(difference) = one?.first_difference(other?)? {
            println!("{difference}");
            recording.each_run(|recorded| {
                if recorded.tick == difference.tick && options.run.is_none() {
                    run = recorded.run;
                }
                recorded.tick <= difference.tick
            })?;
        }
    }
    let shared = cli::Options {
        screenshot: options.screenshot.clone(),
        frames: options.frames,
        headless: options.headless,
        scene: None,
    };
    let mut app = stage::app("bevy_gjk: replay", &shared);
    app.add_plugins((RecordingPlayerPlugin::new(recording), stepper));
    app.insert_resource(CollisionStepperKeys::STANDARD).insert_resource(stage::Ready(true));
    app.world_mut().resource_mut::<RecordingPlayer<D>>().run = run;
    CollisionReplay::<D>::seek(app.world_mut(), run)?;
    let view = View::of::<D>(app.world());
    app.insert_resource(view).add_systems(Startup, spawn_camera::<D>).add_systems(Update, look_around);
    Ok(app.run())
}

/// Where the camera looks, and from where.
#[derive(Resource)]
struct View {
    center: Vec3,
    width: f32,
    yaw: f32,
    pitch: f32,
    is_flat: bool,
}

impl View {
    /// Returns a view of all that collides, but for half-spaces.
    fn of<D: Recordable>(world: &World) -> Self {
        let mut bounds: Option<[Vec3; 2]> = None;
        for placed in world.resource::<Collisions<D>>().colliders().iter() {
            let placed = placed.bounds();
            let [min, max] = [placed.min, placed.max].map(|corner| Vec3::from_array(D::coordinates(corner)));
            if min.is_finite() && max.is_finite() && (max - min).max_element() < 1e6 {
                bounds = Some(bounds.map_or([min, max], |[low, high]| [low.min(min), high.max(max)]));
            }
        }
        let [min, max] = bounds.unwrap_or([Vec3::splat(-0.5 * WIDTH), Vec3::splat(0.5 * WIDTH)]);
        let is_flat = D::NAME == "2D";
        let (yaw, pitch) = if is_flat { (0.0, 0.0) } else { (0.5, 0.5) };
        Self {
            center: 0.5 * (min + max),
            width: MARGIN * (max - min).max_element().max(1.0),
            yaw,
            pitch,
            is_flat,
        }
    }

    fn camera(&self) -> (Transform, Projection) {
        let rotation = Quat::from_rotation_y(self.yaw) * Quat::from_rotation_x(-self.pitch);
        let distance = 10.0 * self.width;
        let back = if self.is_flat { 0.0 } else { distance };
        let projection = OrthographicProjection {
            near: if self.is_flat { -distance } else { 0.0 },
            far: 2.0 * distance,
            scaling_mode: ScalingMode::AutoMin { min_width: self.width, min_height: self.width },
            ..OrthographicProjection::default_3d()
        };
        let from = self.center + rotation * Vec3::Z * back;
        (Transform::from_translation(from).with_rotation(rotation), Projection::Orthographic(projection))
    }
}

fn spawn_camera<D: Recordable>(view: Res<View>, mut commands: Commands) {
    let mut camera = commands.spawn(view.camera());
    if view.is_flat {
        camera.insert(Camera2d)
    } else {
        camera.insert(Camera3d::default())
    };
}

fn look_around(
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    window: Single<&Window>,
    mut view: ResMut<View>,
    mut camera: Single<(&mut Transform, &mut Projection)>,
) {
    if scroll.delta.y != 0.0 {
        view.width *= 0.9_f32.powf(scroll.delta.y.signum());
    }
    if buttons.pressed(MouseButton::Right) && motion.delta != Vec2::ZERO {
        if view.is_flat {
            let pixel = view.width / window.width().min(window.height());
            view.center += (motion.delta * Vec2::new(-pixel, pixel)).extend(0.0);
        } else {
            view.yaw -= 0.006 * motion.delta.x;
            view.pitch = (view.pitch + 0.006 * motion.delta.y).clamp(-1.5, 1.5);
        }
    }
    if view.is_changed() {
        (*camera.0, *camera.1) = view.camera();
    }
}
