//! Colliders from images: each is made from what its sprite shows, so it follows the picture of a sprite sheet, flips,
//! anchors, sizes and scaling modes. The pink ball, which follows the mouse, touches exactly the outlines. Press S for
//! rectangles or hulls of the opaque pixels, X and Y to flip, F1 to hide and show the overlay, 1 to 9 for its
//! categories, P to pause the motion.
//!
//! `assets/axe.py` and `assets/bat.py` draw the images.
//!
//!     cargo example from_images

use bevy::asset::LoadState;
use bevy::prelude::*;
use bevy::sprite::Anchor;
use bevy_gjk::dim2::prelude::*;
use examples::cli::Options;
use examples::label::{Status, spawn_label};
use examples::motion::{MotionPlugin, Spin};
use examples::{look, overlay_keys, stage};

/// The places of the sprites: columns and rows.
const CELL: Vec2 = Vec2::new(300.0, 290.0);

/// The images that must be loaded before frames are counted.
#[derive(Resource)]
struct Awaited([Handle<Image>; 2]);

/// A sprite that shows the pictures of its sheet in turn.
#[derive(Component)]
struct Animated;

/// Follows the mouse.
#[derive(Component)]
struct Probe;

fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: from_images", &options);
    app.add_plugins((CollisionPlugin::default(), SpriteColliderPlugin::default()));
    app.add_plugins((MotionPlugin, overlay_keys::plugin));
    app.add_systems(Startup, spawn);
    app.add_systems(Update, (await_images, animate, follow_mouse, show_status));
    app.add_systems(Update, change_sprites.run_if(resource_exists::<ButtonInput<KeyCode>>));
    app.run()
}

fn spawn(
    mut commands: Commands,
    assets: Res<AssetServer>,
    mut layouts: ResMut<Assets<TextureAtlasLayout>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn(look::camera_2d());
    let keys = format!("S shape   X Y flip   {}", overlay_keys::HELP);
    spawn_label(
        &mut commands,
        "Each collider is made from what its sprite shows",
        &keys,
        &overlay_keys::legend(),
    );
    let (axe, bat) = (assets.load("axe.png"), assets.load("bat.png"));
    commands.insert_resource(Awaited([axe.clone(), bat.clone()]));

    let whole = Sprite::from_image(axe);
    let layout = layouts.add(TextureAtlasLayout::from_grid(UVec2::splat(96), 4, 1, None, None));
    let sheet = Sprite::from_atlas_image(bat, TextureAtlas { layout, index: 0 });
    let in_size = |image_mode, x, y| Sprite {
        custom_size: Some(Vec2::new(x, y)),
        image_mode: SpriteImageMode::Scale(image_mode),
        ..whole.clone()
    };
    let turned = Transform::from_scale(Vec3::splat(2.2));
    let sprites = [
        ("a whole image", whole.clone(), Anchor::CENTER, turned),
        ("flipped", Sprite { flip_x: true, ..whole.clone() }, Anchor::CENTER, turned),
        (
            "a part of it",
            Sprite { rect: Some(Rect::new(40.0, 0.0, 96.0, 48.0)), ..whole.clone() },
            Anchor::CENTER,
            turned,
        ),
        (
            "turned about its anchor",
            whole.clone(),
            Anchor(Vec2::new(-0.03, -0.45)),
            turned.with_scale(Vec3::splat(1.4)),
        ),
        ("the pictures of a sheet", sheet, Anchor::CENTER, turned),
        (
            "fitted into a size",
            in_size(SpriteScalingMode::FitEnd, 250.0, 170.0),
            Anchor::CENTER,
            Transform::IDENTITY,
        ),
        (
            "filling a size",
            in_size(SpriteScalingMode::FillCenter, 250.0, 170.0),
            Anchor::CENTER,
            Transform::IDENTITY,
        ),
        ("stretched and mirrored", whole, Anchor::CENTER, Transform::from_scale(Vec3::new(-2.6, 1.6, 1.0))),
    ];
    for (index, (words, sprite, anchor, transform)) in sprites.into_iter().enumerate() {
        let (column, row) = (index % 4, index / 4);
        let place = Vec2::new(column as f32 - 1.5, 0.5 - row as f32) * CELL;
        let is_animated = sprite.texture_atlas.is_some();
        let mut body = commands.spawn((
            (sprite, anchor, ColliderFromSprite::opaque()),
            transform.with_translation(place.extend(0.0)),
        ));
        if is_animated {
            body.insert(Animated);
        } else if index == 3 || index == 7 {
            body.insert(Spin(Vec3::Z * 0.6));
        }
        let font = TextFont { font_size: FontSize::Px(15.0), ..default() };
        let below = Transform::from_translation((place - Vec2::Y * 128.0).extend(1.0));
        commands.spawn((Text2d::new(words), font, TextColor(look::DIM), below));
    }
    let ball = Circle::new(13.0);
    commands.spawn((
        (Probe, Collider::from(ball), Transform::from_xyz(0.0, 0.0, 2.0)),
        (Mesh2d(meshes.add(ball)), MeshMaterial2d(materials.add(Color::srgb(0.95, 0.5, 0.75)))),
    ));
}

/// Starts to count frames once the files have been loaded or have failed to load.
fn await_images(assets: Res<AssetServer>, awaited: Res<Awaited>, mut ready: ResMut<stage::Ready>) {
    let is_settled = |image| matches!(assets.load_state(image), LoadState::Loaded | LoadState::Failed(_));
    if !ready.0 && awaited.0.iter().all(is_settled) {
        ready.0 = true;
    }
}

fn animate(mut sprites: Query<&mut Sprite, With<Animated>>, time: Res<Time>) {
    let picture = (time.elapsed_secs() * 6.0) as usize % 4;
    for mut sprite in &mut sprites {
        // Changed only when the picture changes, since that makes the collider anew.
        if sprite.texture_atlas.as_ref().is_some_and(|atlas| atlas.index != picture) {
            sprite.texture_atlas.iter_mut().for_each(|atlas| atlas.index = picture);
        }
    }
}

/// Moves the ball to the mouse; in a loop until there is one.
fn follow_mouse(
    window: Query<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mut probe: Single<&mut Transform, With<Probe>>,
    time: Res<Time>,
) {
    let cursor = window.iter().find_map(Window::cursor_position);
    let mouse = cursor.and_then(|cursor| camera.0.viewport_to_world_2d(camera.1, cursor).ok());
    let round =
        Vec2::new(480.0, 150.0) * Vec2::new((0.5 * time.elapsed_secs()).sin(), time.elapsed_secs().sin());
    probe.translation = mouse.unwrap_or(round).extend(2.0);
}

fn change_sprites(
    keys: Res<ButtonInput<KeyCode>>,
    mut sprites: Query<(&mut Sprite, &mut ColliderFromSprite)>,
) {
    for (mut sprite, mut shape) in &mut sprites {
        if keys.just_pressed(KeyCode::KeyX) {
            sprite.flip_x = !sprite.flip_x;
        }
        if keys.just_pressed(KeyCode::KeyY) {
            sprite.flip_y = !sprite.flip_y;
        }
        if keys.just_pressed(KeyCode::KeyS) {
            *shape = match *shape {
                ColliderFromSprite::Rectangle => ColliderFromSprite::opaque(),
                ColliderFromSprite::Opaque { .. } => ColliderFromSprite::outline(),
                ColliderFromSprite::Outline { .. } => ColliderFromSprite::Rectangle,
            };
        }
    }
}

fn show_status(
    probe: Single<Entity, With<Probe>>,
    shapes: Query<&ColliderFromSprite>,
    collisions: Res<Collisions>,
    mut status: Single<&mut Text, With<Status>>,
) {
    let shape = match shapes.iter().next() {
        Some(ColliderFromSprite::Rectangle) => "Rectangle",
        Some(ColliderFromSprite::Outline { .. }) => "Outline",
        _ => "Opaque",
    };
    let touches = match collisions.collisions_with(*probe).next() {
        Some(touch) => format!("the ball touches, {:.1} deep", touch.contact().depth),
        None => "the ball touches nothing".into(),
    };
    status.0 = format!("ColliderFromSprite::{shape}; {touches}");
}
