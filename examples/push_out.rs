//! Walls that stop a walker, without a physics engine: each contact says which way out, and how far. Press the
//! arrow keys to walk (the walkers stroll by themselves until then), F1 to hide and show the overlay.
//!
//! The systems run in `Update`, between the steps and the drawing, so that nobody is ever seen inside a wall.
//!
//!     cargo example push_out

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use examples::cli::Options;
use examples::label::{Status, spawn_label};
use examples::{overlay_keys, stage, walk};

collision_layers! {
    /// Walkers meet walls, and walk through one another.
    enum Layer {
        Walker,
        Wall,
    }
}

#[derive(Component)]
struct Wall;

fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: push_out", &options);
    app.add_plugins((CollisionPlugin::in_schedule(Update), overlay_keys::plugin, walk::plugin));
    app.insert_resource(stage::Ready(true));
    app.add_systems(Startup, spawn).add_systems(
        Update,
        (
            push_out.after(CollisionSystems::NarrowPhase).before(CollisionSystems::Overlay),
            show_pushes.after(CollisionSystems::Overlay),
        ),
    );
    app.configure_sets(Update, walk::Steps.before(CollisionSystems::Bounds));
    app.run()
}

/// How far the walkers were pushed in this frame.
#[derive(Component, Default)]
struct Pushed(Vec2);

/// Moves each walker out of the walls that it touches.
fn push_out(
    mut walkers: Query<(Entity, &mut Transform, &mut Pushed)>,
    walls: Query<(), With<Wall>>,
    collisions: Res<Collisions>,
) {
    for (walker, mut transform, mut pushed) in &mut walkers {
        pushed.0 = Vec2::ZERO;
        for touch in collisions.collisions_with(walker).filter(|touch| walls.contains(touch.other)) {
            // The normal points from the walker to the wall. What an earlier wall has already done counts.
            let done = -pushed.0.dot(touch.contact().normal);
            let left = (touch.contact().depth - done.max(0.0)).max(0.0);
            pushed.0 -= touch.contact().normal * left;
        }
        transform.translation += pushed.0.extend(0.0);
    }
}

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn((Camera2d, Transform::from_xyz(0.0, 24.0, 0.0)));
    let stone = materials.add(Color::srgb(0.35, 0.36, 0.40));
    let mut wall = |collider: Collider, transform: Transform| {
        let mesh = examples::body::mesh_2d(&collider).map(|mesh| meshes.add(mesh)).unwrap_or_default();
        let layers = CollisionLayers::new(Layer::Wall, Layer::Walker);
        commands.spawn(((Wall, layers), collider, transform, Mesh2d(mesh), MeshMaterial2d(stone.clone())));
    };
    for side in [-1.0, 1.0] {
        wall(Collider::rectangle(1200.0, 30.0), Transform::from_xyz(0.0, 275.0 * side, 0.0));
        wall(Collider::rectangle(30.0, 580.0), Transform::from_xyz(600.0 * side, 0.0, 0.0));
    }
    for index in 0..9 {
        let turn = Quat::from_rotation_z(index as f32 * 0.7);
        let place = Vec3::new(120.0 * index as f32 - 480.0, 150.0 * (index as f32 * 2.2).sin(), 0.0);
        let collider = match index % 3 {
            0 => Collider::rectangle(120.0, 50.0),
            1 => Collider::circle(45.0),
            _ => Collider::RegularPolygon { circumradius: 55.0, sides: 5 },
        };
        wall(collider, Transform::from_translation(place).with_rotation(turn));
    }
    let green = materials.add(Color::srgb(0.3, 0.8, 0.4));
    let body = Capsule2d::new(16.0, 20.0);
    for index in 0..5 {
        commands.spawn((
            (walk::Walker { phase: index as f32 * 1.3 }, Pushed::default()),
            Collider::from(body),
            CollisionLayers::new(Layer::Walker, Layer::Wall),
            Transform::from_xyz(-540.0, 100.0 * index as f32 - 200.0, 1.0),
            (Mesh2d(meshes.add(body)), MeshMaterial2d(green.clone())),
        ));
    }
    spawn_label(&mut commands, &format!("{}   arrows walk", overlay_keys::HELP));
}

fn show_pushes(walkers: Query<&Pushed>, mut status: Query<&mut Text2d, With<Status>>) {
    let pushed = walkers.iter().filter(|pushed| pushed.0 != Vec2::ZERO).count();
    for mut text in &mut status {
        text.0 =
            format!("{pushed} of {} walkers were pushed out of walls in this frame", walkers.iter().len());
    }
}
