//! Triggers with observers: coins vanish when the player touches them, and the pools light up while something
//! is inside. Press the arrow keys to walk (the player follows a path until then), F1 to hide and show the
//! overlay.
//!
//!     cargo example triggers

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use examples::cli::Options;
use examples::label::{Status, spawn_label};
use examples::motion::{Drift, MotionPlugin};
use examples::{look, overlay_keys, stage, walk};

collision_layers! {
    /// Walkers collide with coins and pools, which do not collide with each other.
    enum Layer {
        Walker,
        Thing,
    }
}

#[derive(Component)]
struct Player;

/// The number of coins that the player has.
#[derive(Resource, Default)]
struct Purse(u32);

/// The number of things inside a pool.
#[derive(Component, Default)]
struct Pool(u32);

const EMPTY: Color = look::WATER;
const FULL: Color = Color::srgb(0.22, 0.58, 0.85);

/// The places of the pools, and half the size of each.
const POOLS: [Vec2; 3] = [Vec2::new(-330.0, 90.0), Vec2::new(280.0, -110.0), Vec2::new(300.0, 150.0)];
const POOL: Vec2 = Vec2::new(150.0, 80.0);

/// Runs the example.
pub fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: triggers", &options);
    app.add_plugins((CollisionPlugin::default(), MotionPlugin, overlay_keys::hidden_plugin, walk::plugin));
    app.init_resource::<Purse>().insert_resource(stage::Ready(true));
    app.add_systems(Startup, spawn).add_systems(Update, show_purse);
    app.run()
}

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn(look::camera_2d());
    let walker = CollisionLayers::new(Layer::Walker, Layer::Thing);
    let thing = CollisionLayers::new(Layer::Thing, Layer::Walker);
    let disc = meshes.add(Circle::new(1.0));
    let gold = materials.add(look::GOLD);
    for place in coins() {
        commands
            .spawn((
                (Collider::circle(1.0), thing),
                Transform::from_translation(place.extend(1.0)).with_scale(Vec3::splat(11.0)),
                (Mesh2d(disc.clone()), MeshMaterial2d(gold.clone())),
            ))
            .observe(pick_up);
    }
    for place in POOLS {
        commands
            .spawn((
                Pool::default(),
                (Collider::ellipse(POOL.x, POOL.y), thing),
                Transform::from_translation(place.extend(0.0)),
                (Mesh2d(meshes.add(Ellipse::new(POOL.x, POOL.y))), MeshMaterial2d(materials.add(EMPTY))),
            ))
            .observe(enter)
            .observe(leave)
            .with_child((
                Text2d::new("empty"),
                TextFont { font_size: FontSize::Px(16.0), ..default() },
                // At the upper edge, where walkers hide it seldom.
                Transform::from_xyz(0.0, POOL.y + 16.0, 3.0),
            ));
    }
    let capsule = Capsule2d::new(20.0, 24.0);
    let room = Vec3::new(560.0, 250.0, 0.0);
    commands.spawn((
        (Player, walk::Walker),
        (Collider::from(capsule), walker),
        Transform::from_xyz(-420.0, -120.0, 2.0),
        (Mesh2d(meshes.add(capsule)), MeshMaterial2d(materials.add(look::PLAYER))),
    ));
    for (x, velocity) in [(-100.0, Vec3::new(90.0, 60.0, 0.0)), (350.0, Vec3::new(-70.0, 80.0, 0.0))] {
        commands.spawn((
            Drift { velocity, room },
            (Collider::from(capsule), walker),
            Transform::from_xyz(x, -60.0, 2.0),
            (Mesh2d(meshes.add(capsule)), MeshMaterial2d(materials.add(look::OTHER))),
        ));
    }
    spawn_label(
        &mut commands,
        "Observers of a coin despawn it when the player touches it; those of a pool count who enters and leaves",
        &format!("arrows walk    {}", overlay_keys::HELP),
        &[
            (look::PLAYER, "player"),
            (look::OTHER, "others"),
            (look::GOLD, "coin"),
            (EMPTY, "pool: empty"),
            (FULL, "pool: occupied"),
        ],
    );
}

/// Returns the places of the coins, on a spiral: none is in a pool or on its label.
fn coins() -> impl Iterator<Item = Vec2> {
    let spiral = (0..70_u16)
        .map(f32::from)
        .map(|index| Vec2::from_angle(index * 2.4) * ((index + 2.0) / 72.0).sqrt() * Vec2::new(560.0, 245.0));
    let room = POOL + Vec2::new(24.0, 40.0);
    spiral.filter(move |&coin| POOLS.iter().all(|&pool| ((coin - pool) / room).length() > 1.0))
}

/// Collects a coin: observes its collisions with the player only.
fn pick_up(touch: On<CollisionStartedWith<Player>>, mut purse: ResMut<Purse>, mut commands: Commands) {
    purse.0 += 1;
    commands.entity(touch.entity).despawn();
}

/// Observes each pool: something entered.
fn enter(
    touch: On<CollisionStarted>,
    pools: Query<(&mut Pool, &Children, &MeshMaterial2d<ColorMaterial>)>,
    texts: Query<&mut Text2d>,
    materials: ResMut<Assets<ColorMaterial>>,
) {
    fill(touch.entity, |inside| inside + 1, pools, texts, materials);
}

/// Observes each pool: something left or was despawned. Runs exactly once for each thing that entered.
fn leave(
    touch: On<CollisionEnded>,
    pools: Query<(&mut Pool, &Children, &MeshMaterial2d<ColorMaterial>)>,
    texts: Query<&mut Text2d>,
    materials: ResMut<Assets<ColorMaterial>>,
) {
    fill(touch.entity, |inside| inside - 1, pools, texts, materials);
}

fn fill(
    pool: Entity,
    count: impl Fn(u32) -> u32,
    mut pools: Query<(&mut Pool, &Children, &MeshMaterial2d<ColorMaterial>)>,
    mut texts: Query<&mut Text2d>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let Ok((mut inside, children, material)) = pools.get_mut(pool) else { return };
    inside.0 = count(inside.0);
    let mut words = texts.iter_many_mut(children);
    while let Some(Ok(mut text)) = words.fetch_next() {
        text.0 = if inside.0 > 0 { format!("{} inside", inside.0) } else { "empty".into() };
    }
    if let Some(mut material) = materials.get_mut(material) {
        material.color = if inside.0 > 0 { FULL } else { EMPTY };
    }
}

fn show_purse(purse: Res<Purse>, pools: Query<&Pool>, mut status: Query<&mut Text, With<Status>>) {
    let bathing: u32 = pools.iter().map(|pool| pool.0).sum();
    for mut text in &mut status {
        text.0 = format!("{} coins collected; {bathing} things in the pools", purse.0);
    }
}
