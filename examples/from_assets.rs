//! Colliders from assets: those of bats, rings and gems are made from the sprite, the mesh or the glTF scene
//! that is drawn, and that of a bat follows its wing beats. Press M for another shape of the meshes, S of the
//! sprites, F1 to hide and show the overlay, 1 to 9 for its categories, P to pause the motion.
//!
//! `assets/bat.py` draws the bat.
//!
//!     cargo example from_assets --features 3d

use bevy::asset::LoadState;
use bevy::prelude::*;
use bevy::world_serialization::WorldAssetRoot;
use bevy_gjk::{
    assets::{ColliderFromMesh, ColliderFromSprite, CollidersFromScene, SpriteColliderPlugin},
    dim2, dim3,
};
use examples::cli::Options;
use examples::label::{Status, spawn_label};
use examples::motion::{Drift, MotionPlugin, Spin};
use examples::{look, overlay_keys, stage};

/// The x coordinate of the 2D scene: so far to the side that neither camera sees the other's scene.
const FLAT_WORLD: Vec3 = Vec3::new(2000.0, 0.0, 0.0);

/// The assets that must be loaded before frames are counted.
#[derive(Resource)]
struct Awaited([UntypedHandle; 2]);

fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: from_assets", &options);
    app.add_plugins((
        (dim2::CollisionPlugin::default(), dim3::CollisionPlugin::default()),
        (dim2::MeshColliderPlugin::default(), dim3::MeshColliderPlugin::default()),
        SpriteColliderPlugin::default(),
        MotionPlugin,
        overlay_keys::plugin,
    ));
    app.add_systems(Startup, (spawn_bats, spawn_rings, spawn_solids, set_stage));
    app.add_systems(Update, (await_assets, beat_wings, show_status));
    app.add_systems(Update, change_shapes.run_if(resource_exists::<ButtonInput<KeyCode>>));
    app.run()
}

fn set_stage(mut commands: Commands, assets: Res<AssetServer>) {
    look::spawn_3d(&mut commands, Vec3::new(-3.3, 0.4, 11.0), Vec3::new(-3.3, 0.4, 0.0));
    commands.spawn((
        Camera2d,
        Camera { order: 1, clear_color: ClearColorConfig::None, ..default() },
        Transform::from_translation(FLAT_WORLD + Vec3::new(310.0, 20.0, 0.0)),
    ));
    spawn_label(
        &mut commands,
        "Each collider is made from the sprite (left, 2D) or the mesh (right, 3D) that is drawn",
        &format!("M shape of meshes   S shape of sprites    {}", overlay_keys::HELP),
        &overlay_keys::legend(),
    );
    let bat: Handle<Image> = assets.load("bat.png");
    let gem: Handle<WorldAsset> = assets.load("gem.gltf#Scene0");
    commands.insert_resource(Awaited([bat.untyped(), gem.untyped()]));
}

fn spawn_bats(
    mut commands: Commands,
    assets: Res<AssetServer>,
    mut layouts: ResMut<Assets<TextureAtlasLayout>>,
) {
    let image = assets.load("bat.png");
    let layout = layouts.add(TextureAtlasLayout::from_grid(UVec2::splat(96), 4, 1, None, None));
    commands.spawn((Transform::from_translation(FLAT_WORLD), Visibility::default())).with_children(|world| {
        for index in 0..7_u8 {
            let turn = f32::from(index);
            let velocity = 70.0 * Vec2::from_angle(2.4 * turn);
            let atlas = TextureAtlas { layout: layout.clone(), index: usize::from(index) % 4 };
            let sprite = Sprite { color: Color::hsl(51.0 * turn, 0.6, 0.75), ..default() };
            world.spawn((
                Sprite { image: image.clone(), texture_atlas: Some(atlas), ..sprite },
                ColliderFromSprite::opaque(),
                Drift { velocity: velocity.extend(0.0), room: Vec3::new(230.0, 240.0, 0.0) },
                Transform::from_translation((110.0 * Vec2::from_angle(1.3 * turn)).extend(turn))
                    .with_scale(Vec3::splat(1.4)),
            ));
        }
    });
}

fn spawn_rings(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let ring = meshes.add(Annulus::new(45.0, 60.0));
    let material = materials.add(look::WALL);
    commands.spawn((Transform::from_translation(FLAT_WORLD), Visibility::default())).with_children(|world| {
        for (x, y) in [(-170.0, 150.0), (150.0, -170.0)] {
            let look = (Mesh2d(ring.clone()), MeshMaterial2d(material.clone()));
            let place = Transform::from_xyz(x, y, -1.0).with_scale(Vec3::new(1.2, 0.8, 1.0));
            world.spawn((look, ColliderFromMesh::Triangles, Spin(Vec3::Z * 0.5), place));
        }
    });
}

fn spawn_solids(
    mut commands: Commands,
    assets: Res<AssetServer>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let room = Vec3::new(2.6, 2.6, 0.5);
    for (x, velocity) in [(-2.0, Vec3::new(0.8, 0.5, 0.1)), (1.8, Vec3::new(-0.6, 0.7, -0.1))] {
        let place = Transform::from_xyz(x, 1.0, 0.0).with_scale(Vec3::splat(1.3));
        commands.spawn((
            WorldAssetRoot(assets.load("gem.gltf#Scene0")),
            CollidersFromScene::each(ColliderFromMesh::Hull),
            (Drift { velocity, room }, Spin(Vec3::new(0.3, 0.7, 0.0)), place),
        ));
    }
    let solids: [Mesh; 3] = [
        Torus::new(0.35, 0.9).into(),
        ConicalFrustum { radius_top: 0.3, radius_bottom: 0.9, height: 1.4 }.into(),
        Mesh::from(Tetrahedron::default()).scaled_by(Vec3::splat(1.6)),
    ];
    for (index, mesh) in solids.into_iter().enumerate() {
        let turn = index as f32;
        let material = materials.add(look::matt(look::varied(index)));
        commands.spawn((
            (Mesh3d(meshes.add(mesh)), MeshMaterial3d(material), ColliderFromMesh::Hull),
            Drift { velocity: Vec3::new((2.0 * turn).cos(), (2.0 * turn).sin(), 0.0), room },
            (Spin(Vec3::new(0.5, 0.2 * turn, 0.3)), Transform::from_xyz(turn - 1.0, -1.2, 0.0)),
        ));
    }
}

/// Starts to count frames once the files have been loaded or have failed to load.
fn await_assets(assets: Res<AssetServer>, awaited: Res<Awaited>, mut ready: ResMut<stage::Ready>) {
    let is_settled = |asset| matches!(assets.load_state(asset), LoadState::Loaded | LoadState::Failed(_));
    if !ready.0 && awaited.0.iter().all(is_settled) {
        ready.0 = true;
    }
}

fn beat_wings(mut bats: Query<&mut Sprite>, time: Res<Time>) {
    for (index, mut sprite) in bats.iter_mut().enumerate() {
        let picture = (time.elapsed_secs() * 6.0) as usize + index;
        let Some(atlas) = &sprite.texture_atlas else { continue };
        // Changed only when the picture changes, since that makes the collider anew.
        if atlas.index != picture % 4 {
            sprite.texture_atlas.as_mut().expect("it has one").index = picture % 4;
        }
    }
}

fn change_shapes(
    keys: Res<ButtonInput<KeyCode>>,
    mut of_scenes: Query<&mut CollidersFromScene>,
    mut of_meshes: Query<&mut ColliderFromMesh>,
    mut of_sprites: Query<&mut ColliderFromSprite>,
) {
    if keys.just_pressed(KeyCode::KeyM) {
        of_meshes.iter_mut().for_each(|mut shape| *shape = next(*shape));
        of_scenes.iter_mut().for_each(|mut scene| scene.shape = scene.shape.map(next));
    }
    if keys.just_pressed(KeyCode::KeyS) {
        for mut shape in &mut of_sprites {
            *shape = match *shape {
                ColliderFromSprite::Rectangle => ColliderFromSprite::opaque(),
                ColliderFromSprite::Opaque { .. } => ColliderFromSprite::outline(),
                ColliderFromSprite::Outline { .. } => ColliderFromSprite::Rectangle,
            };
        }
    }
}

/// Returns the next shape in turn.
fn next(shape: ColliderFromMesh) -> ColliderFromMesh {
    match shape {
        ColliderFromMesh::Hull => ColliderFromMesh::Triangles,
        ColliderFromMesh::Triangles => ColliderFromMesh::Solid,
        ColliderFromMesh::Solid => ColliderFromMesh::Box,
        ColliderFromMesh::Box => ColliderFromMesh::Ball,
        ColliderFromMesh::Ball => ColliderFromMesh::Capsule,
        ColliderFromMesh::Capsule => ColliderFromMesh::Hull,
    }
}

fn show_status(
    flat: Res<dim2::Collisions>,
    solid: Res<dim3::Collisions>,
    of_solids: Query<&ColliderFromMesh, With<Mesh3d>>,
    of_sprites: Query<&ColliderFromSprite>,
    mut status: Query<&mut Text, With<Status>>,
) {
    let (Some(mesh), Some(sprite)) = (of_solids.iter().next(), of_sprites.iter().next()) else { return };
    let [flat, solid] = [flat.iter().count(), solid.iter().count()];
    for mut text in &mut status {
        let sprite = match sprite {
            ColliderFromSprite::Rectangle => "Rectangle",
            ColliderFromSprite::Opaque { .. } => "Opaque",
            ColliderFromSprite::Outline { .. } => "Outline",
        };
        text.0 = format!("meshes: {mesh:?}, sprites: {sprite}; {flat} touches in 2D and {solid} in 3D");
    }
}
