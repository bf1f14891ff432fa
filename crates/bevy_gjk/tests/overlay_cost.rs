//! What the overlay costs a frame of five thousand shapes: `cargo test --release -p bevy_gjk --all-features
//! --test overlay_cost -- --ignored --nocapture`.
#![cfg(feature = "overlay")]

mod common;
#[path = "common/screen.rs"]
mod screen;

use std::time::Instant;

use bevy_app::App;
use bevy_gizmos::config::GizmoConfigStore;
use bevy_gjk::{CollisionGizmos, dim2, dim3};
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use common::Random;
use screen::{app, camera_at};

const COUNT: usize = 5000;

/// Shapes of a dozen pixels that drift over a window of 1280 by 720.
fn plane() -> App {
    let mut app = app();
    app.world_mut().spawn(camera_at(Transform::from_xyz(0.0, 0.0, 600.0)));
    let mut random = Random(5);
    for index in 0..COUNT {
        let place = Transform::from_xyz(random.range(-420.0, 420.0), random.range(-310.0, 310.0), 0.0);
        let collider = match index % 4 {
            0 => dim2::Collider::circle(3.0),
            1 => dim2::Collider::rectangle(6.0, 4.0),
            2 => dim2::Collider::capsule(2.0, 4.0),
            _ => dim2::Collider::regular_polygon(3.0, 6),
        };
        app.world_mut().spawn((collider, place));
    }
    app
}

fn space() -> App {
    let mut app = app();
    app.world_mut().spawn(camera_at(Transform::from_xyz(0.0, 0.0, 130.0)));
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
        app.world_mut().spawn((collider, place));
    }
    app
}

/// The median time of a frame in milliseconds, while everything moves.
fn frame(app: &mut App) -> f64 {
    let mut times: Vec<_> = (0..60)
        .map(|step| {
            let by = if step % 2 == 0 { 0.1 } else { -0.1 };
            let mut all = app
                .world_mut()
                .query_filtered::<&mut Transform, bevy_ecs::prelude::Without<bevy_camera::Camera>>();
            for mut transform in all.iter_mut(app.world_mut()) {
                transform.translation += Vec3::new(by, by, 0.0);
            }
            let start = Instant::now();
            app.update();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

#[test]
#[ignore = "measures time"]
fn five_thousand_shapes() {
    for (name, mut app) in [("plane", plane()), ("space", space())] {
        let off = frame(&mut app);
        let mut show = |overlay: CollisionGizmos| {
            let mut store = app.world_mut().resource_mut::<GizmoConfigStore>();
            let (config, all) = store.config_mut::<CollisionGizmos>();
            config.enabled = true;
            *all = overlay;
            frame(&mut app) - off
        };
        let shapes = show(CollisionGizmos { shapes: true, ..screen::nothing() });
        let bounds = show(CollisionGizmos { bounds: true, ..screen::nothing() });
        let marks = show(CollisionGizmos { contacts: true, normals: true, ..screen::nothing() });
        let depths = show(CollisionGizmos { depths: true, ..screen::nothing() });
        let usual = show(CollisionGizmos::default());
        println!(
            "{name}: frame without {off:.2} ms; shapes +{shapes:.2}, boxes +{bounds:.2}, contacts and normals \
             +{marks:.2}, depths +{depths:.2}, the usual +{usual:.2}; {} touch",
            match name {
                "plane" => app.world().resource::<dim2::Collisions>().iter().count(),
                _ => app.world().resource::<dim3::Collisions>().iter().count(),
            }
        );
    }
}
