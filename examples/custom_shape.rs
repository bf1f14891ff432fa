//! A custom shape needs one function: here the support function of a superellipse, between a diamond and a
//! rectangle. It has events, contacts and an outline like any other shape. Press the up and down arrows to
//! change its exponent, F1 to hide and show the overlay, 1 to 9 for its categories, P to pause the motion.
//!
//!     cargo example custom_shape

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::gjk::Support;
use examples::cli::Options;
use examples::label::{Status, spawn_label};
use examples::motion::{Drift, MotionPlugin, Spin};
use examples::{look, overlay_keys, stage};

/// All points with |x / a|ⁿ + |y / b|ⁿ ≤ 1, for n above 1: a = `half_size.x`, b = `half_size.y`, n = `exponent`.
#[derive(Clone, Copy)]
struct Superellipse {
    half_size: Vec2,
    exponent: f32,
}

impl Support<Vec2> for Superellipse {
    /// Returns the support point in a direction, by Hölder's inequality: the point at which the gradient of |x
    /// / a|ⁿ + |y / b|ⁿ is parallel to the direction.
    fn support(&self, direction: Vec2) -> Vec2 {
        let along = direction * self.half_size;
        // Only the direction matters, so it is normalized to keep the powers in the range of `f32`.
        let along = along / along.abs().max_element().max(f32::MIN_POSITIVE);
        let dual = self.exponent / (self.exponent - 1.0);
        let norm = (along.x.abs().powf(dual) + along.y.abs().powf(dual)).powf(1.0 / dual);
        let on_unit = (along.abs() / norm.max(f32::MIN_POSITIVE)).powf(dual - 1.0);
        on_unit.copysign(direction) * self.half_size
    }
}

/// The exponent of all superellipses.
#[derive(Resource)]
struct Exponent(f32);

fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: custom_shape", &options);
    app.add_plugins((CollisionPlugin::default(), MotionPlugin, overlay_keys::plugin));
    app.insert_resource(Exponent(4.0)).insert_resource(stage::Ready(true));
    app.add_systems(Startup, spawn);
    app.add_systems(Update, (change_exponent, reshape.run_if(resource_changed::<Exponent>), show_exponent));
    app.run()
}

/// The half axes of a superellipse.
#[derive(Component)]
struct HalfSize(Vec2);

fn spawn(mut commands: Commands) {
    commands.spawn(look::camera_2d());
    let room = Vec3::new(520.0, 230.0, 0.0);
    for index in 0..24 {
        let angle = index as f32 * 2.4;
        let direction = Vec2::from_angle(angle);
        let half_size = Vec2::new(34.0 + 30.0 * (index as f32 * 0.7).sin().abs(), 36.0);
        commands.spawn((
            HalfSize(half_size),
            Transform::from_translation(
                (direction * Vec2::new(430.0, 190.0) * (index as f32 / 24.0).sqrt()).extend(0.0),
            ),
            Drift { velocity: (direction.perp() * 70.0).extend(0.0), room },
            Spin(Vec3::Z * direction.x),
        ));
    }
    spawn_label(
        &mut commands,
        "Custom shapes need only a support function: superellipses, from a diamond to a rectangle",
        &format!("up and down: exponent    {}", overlay_keys::HELP),
        &overlay_keys::legend(),
    );
}

fn change_exponent(keys: Res<ButtonInput<KeyCode>>, time: Res<Time<Real>>, mut exponent: ResMut<Exponent>) {
    let rate = f32::from(keys.pressed(KeyCode::ArrowUp)) - f32::from(keys.pressed(KeyCode::ArrowDown));
    if rate != 0.0 {
        exponent.0 = (exponent.0 * (rate * time.delta_secs()).exp()).clamp(1.1, 30.0);
    }
}

/// Updates the collider and the filled shape of each, at the start and when the exponent changes.
fn reshape(
    shapes: Query<(Entity, &HalfSize)>,
    exponent: Res<Exponent>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    for (index, (entity, &HalfSize(half_size))) in shapes.iter().enumerate() {
        let collider = Collider::custom(Superellipse { half_size, exponent: exponent.0 });
        let mesh =
            collider.geometry(0.2).map(|geometry| meshes.add(Mesh::from(&geometry))).unwrap_or_default();
        let color = materials.add(look::varied(index));
        commands.entity(entity).insert((collider, Mesh2d(mesh), MeshMaterial2d(color)));
    }
}

fn show_exponent(
    exponent: Res<Exponent>,
    collisions: Res<Collisions>,
    mut status: Query<&mut Text, With<Status>>,
) {
    for mut text in &mut status {
        text.0 = format!("exponent {:.2}; {} pairs touch", exponent.0, collisions.iter().count());
    }
}
