//! The cost of the overlay in a frame of five thousand shapes: `cargo test --release -p bevy_gjk --all-features
//! --test integration overlay_cost -- --ignored --nocapture`.

use std::time::Instant;

use bevy_camera::Camera;
use bevy_diagnostic::DiagnosticsStore;
use bevy_gizmos::config::GizmoConfigStore;
use bevy_gjk::diagnostics::{CollisionDiagnostic, CollisionDiagnosticsPlugin};

use crate::common::prelude::*;
use crate::common::screen::{app_with, camera_at, nothing};

const COUNT: usize = 5000;

/// Spawns shapes of a dozen pixels that drift over a window of 1280 by 720.
fn app_2d() -> App {
    let mut app = app_with(CollisionDiagnosticsPlugin::<Dim2>::default());
    app.spawn(camera_at(Transform::from_xyz(0.0, 0.0, 600.0)));
    let mut random = Random(5);
    for index in 0..COUNT {
        let place = at_xy(random.range(-420.0, 420.0), random.range(-310.0, 310.0));
        let collider = match index % 4 {
            0 => dim2::Collider::circle(3.0),
            1 => dim2::Collider::rectangle(6.0, 4.0),
            2 => dim2::Collider::capsule(2.0, 4.0),
            _ => dim2::Collider::regular_polygon(3.0, 6),
        };
        app.spawn((collider, place));
    }
    app
}

fn app_3d() -> App {
    let mut app = app_with(CollisionDiagnosticsPlugin::<Dim3>::default());
    app.spawn(camera_at(Transform::from_xyz(0.0, 0.0, 130.0)));
    let mut random = Random(5);
    for index in 0..COUNT {
        let mut range = || random.range(-50.0, 50.0);
        let place = Transform::from_xyz(range(), range(), range());
        let collider = match index % 4 {
            0 => dim3::Collider::sphere(1.5),
            1 => dim3::Collider::cuboid(3.0, 2.0, 2.0),
            2 => dim3::Collider::capsule(1.0, 2.0),
            _ => dim3::Collider::cylinder(1.5, 2.0),
        };
        app.spawn((collider, place));
    }
    app
}

/// Returns the time of a frame in milliseconds while everything moves, and that of the overlay's systems in it:
/// the minimum over many frames, since other programs run as well.
fn frame<D: Dimension>(app: &mut App) -> [f64; 2] {
    let mut movers = app.world_mut().query_filtered::<&mut Transform, Without<Camera>>();
    let frames = (0..60).map(|step| {
        let by = if step % 2 == 0 { 0.1 } else { -0.1 };
        for mut transform in movers.iter_mut(app.world_mut()) {
            transform.translation += Vec3::new(by, by, 0.0);
        }
        let start = Instant::now();
        app.update();
        let frame = start.elapsed().as_secs_f64() * 1e3;
        let overlay = CollisionDiagnostic::Overlay.path::<D>();
        [
            frame,
            app.resource::<DiagnosticsStore>()
                .get(&overlay)
                .and_then(bevy_diagnostic::Diagnostic::value)
                .unwrap(),
        ]
    });
    frames.fold([f64::MAX; 2], |least, frame| [0, 1].map(|index| least[index].min(frame[index])))
}

fn measure<D: Dimension>(name: &str, mut app: App) {
    let [off, _] = frame::<D>(&mut app);
    println!("{name}: {off:.2} ms a frame without the overlay; with it, and in its own systems:");
    let mut show = |category: &str, overlay: CollisionGizmos| {
        let mut store = app.resource_mut::<GizmoConfigStore>();
        let (config, all) = store.config_mut::<CollisionGizmos>();
        config.enabled = true;
        *all = overlay;
        let [on, own] = frame::<D>(&mut app);
        println!("    {category:8} {:+6.2} {own:6.2}", on - off);
    };
    show("shapes", CollisionGizmos { shapes: true, ..nothing() });
    show("bounds", CollisionGizmos { bounds: true, ..nothing() });
    show("marks", CollisionGizmos { contacts: true, normals: true, ..nothing() });
    show("depths", CollisionGizmos { depths: true, ..nothing() });
    show("tree", CollisionGizmos { tree: true, ..nothing() });
    show("default", CollisionGizmos::default());
    println!("    {} touch", app.resource::<Collisions<D>>().iter().count());
}

#[test]
#[ignore = "measures time"]
fn the_overlay_is_measured_with_five_thousand_shapes() {
    measure::<Dim2>("2D", app_2d());
    measure::<Dim3>("3D", app_3d());
}
