//! Collision layers: ships, rocks and shots are in layers of their own, and a table says which of them collide.
//! Press Q, W, E for ships and rocks, ships and shots, rocks and shots; A, S, D for each with itself. Touches
//! end at once when their layers no longer collide. Only what touches has an outline. F1 hides and shows the
//! overlay, 1 to 9 its categories, P pauses the motion.
//!
//!     cargo example layers

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use examples::cli::Options;
use examples::label::{Status, spawn_label, words};
use examples::motion::{Drift, MotionPlugin, Spin};
use examples::{look, overlay_keys, stage};

collision_layers! {
    /// The layers.
    #[derive(Component)]
    enum Layer {
        Ship,
        Rock,
        Shot,
    }
}

/// The colours of the layers.
const COLORS: [Color; 3] = [look::PLAYER, Color::srgb(0.56, 0.63, 0.78), Color::srgb(0.86, 0.36, 0.62)];

const LAYERS: [(Layer, &str); 3] = [(Layer::Ship, "ships"), (Layer::Rock, "rocks"), (Layer::Shot, "shots")];

/// The number of ships, rocks and shots.
const THINGS: usize = 48;

/// A key and the two layers whose collisions it turns on and off.
const KEYS: [(KeyCode, &str, usize, usize); 6] = [
    (KeyCode::KeyQ, "Q", 0, 1),
    (KeyCode::KeyW, "W", 0, 2),
    (KeyCode::KeyE, "E", 1, 2),
    (KeyCode::KeyA, "A", 0, 0),
    (KeyCode::KeyS, "S", 1, 1),
    (KeyCode::KeyD, "D", 2, 2),
];

/// For each layer, the layers with which it collides.
#[derive(Resource)]
struct Table([LayerMask; 3]);

/// The layer of a thing, as an index.
#[derive(Component)]
struct Kind(usize);

/// Runs the example.
pub fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: layers", &options);
    app.add_plugins((CollisionPlugin::default(), MotionPlugin, overlay_keys::plugin));
    // Initially ships collide with rocks, and rocks with shots.
    app.insert_resource(Table([Layer::Rock.into(), Layer::Ship | Layer::Shot, Layer::Rock.into()]));
    app.insert_resource(stage::Ready(true));
    app.add_systems(Startup, (spawn, outline_touches));
    app.add_systems(
        Update,
        (press_keys, enlist.run_if(resource_changed::<Table>), show_table, show_count).chain(),
    );
    app.run()
}

fn press_keys(keys: Res<ButtonInput<KeyCode>>, mut table: ResMut<Table>) {
    for (key, _, one, two) in KEYS {
        if keys.just_pressed(key) {
            let meet = table.0[one].overlaps(LAYERS[two].0.into());
            for (of, with) in [(one, two), (two, one)] {
                let with: LayerMask = LAYERS[with].0.into();
                table.0[of] = if meet { table.0[of] & !with } else { table.0[of] | with };
            }
        }
    }
}

/// Lets the overlay draw nothing but thick outlines of what touches, and the points where it does.
fn outline_touches(mut store: ResMut<GizmoConfigStore>) {
    let (config, overlay) = store.config_mut::<CollisionGizmos>();
    config.line.width = 3.5;
    overlay.apart = Color::NONE;
    (overlay.normals, overlay.depths) = (false, false);
}

/// Writes the table to the colliders.
fn enlist(things: Query<(Entity, &Kind)>, table: Res<Table>, mut commands: Commands) {
    for (entity, &Kind(kind)) in &things {
        commands.entity(entity).insert(CollisionLayers::new(LAYERS[kind].0, table.0[kind]));
    }
}

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn(look::camera_2d());
    // Of two that overlap, both are seen.
    let colors = COLORS.map(|color| materials.add(color.with_alpha(0.75)));
    for index in 0..THINGS {
        let kind = index % 3;
        let collider = match kind {
            0 => Collider::triangle(Vec2::new(0.0, 42.0), Vec2::new(-26.0, -26.0), Vec2::new(26.0, -26.0)),
            1 => Collider::RegularPolygon { circumradius: 30.0 + (index % 7) as f32 * 4.0, sides: 7 },
            _ => Collider::capsule(7.0, 26.0),
        };
        let mesh =
            collider.geometry(0.2).map(|geometry| meshes.add(Mesh::from(&geometry))).unwrap_or_default();
        let direction = Vec2::from_angle(index as f32 * 2.4);
        let place = direction * Vec2::new(560.0, 215.0) * ((index as f32 + 0.5) / THINGS as f32).sqrt();
        commands.spawn((
            Kind(kind),
            collider,
            Transform::from_translation(place.extend(0.0)).with_rotation(Quat::from_rotation_z(index as f32)),
            Drift { velocity: (direction.perp() * 60.0).extend(0.0), room: Vec3::new(570.0, 230.0, 0.0) },
            Spin(Vec3::Z * direction.y),
            (Mesh2d(mesh), MeshMaterial2d(colors[kind].clone())),
        ));
    }
    let [_, touches, points, _] = overlay_keys::legend();
    spawn_label(
        &mut commands,
        "Collision layers decide which shapes touch; the others overlap, and get no orange outline",
        overlay_keys::HELP,
        &[(COLORS[0], "ships"), (COLORS[1], "rocks"), (COLORS[2], "shots"), touches, points],
    );
    // The table is along the lower edge.
    let row = Node {
        position_type: PositionType::Absolute,
        bottom: Val::Px(10.0),
        width: Val::Percent(100.0),
        justify_content: JustifyContent::Center,
        column_gap: Val::Px(12.0),
        ..default()
    };
    commands.spawn(row).with_children(|row| {
        for (index, &(_, _, one, two)) in KEYS.iter().enumerate() {
            let node = Node { padding: UiRect::axes(Val::Px(10.0), Val::Px(5.0)), ..default() };
            row.spawn((node, BackgroundColor::default())).with_children(|chip| {
                let font = TextFont { font_size: FontSize::Px(14.0), ..default() };
                let word = |color| (TextSpan::default(), TextColor(color), font.clone());
                chip.spawn((words("", 14.0, look::TEXT), Chip(index))).with_children(|text| {
                    [COLORS[one], look::TEXT, COLORS[two]].into_iter().for_each(|color| {
                        text.spawn(word(color));
                    });
                });
            });
        }
    });
}

/// Shows one of the [`KEYS`].
#[derive(Component)]
struct Chip(usize);

/// Shows which layers collide, in green.
fn show_table(
    table: Res<Table>,
    chips: Query<(Entity, &Chip, &ChildOf)>,
    mut texts: TextUiWriter,
    mut backgrounds: Query<&mut BackgroundColor>,
) {
    for (entity, &Chip(index), parent) in &chips {
        let (_, key, one, two) = KEYS[index];
        let meet = table.0[one].overlaps(LAYERS[two].0.into());
        let verb = if meet { " hit " } else { " ignore " };
        for (part, word) in [&format!("{key}: "), LAYERS[one].1, verb, LAYERS[two].1].into_iter().enumerate()
        {
            word.clone_into(&mut texts.text(entity, part));
        }
        if let Ok(mut background) = backgrounds.get_mut(parent.0) {
            background.0 = if meet { Color::srgb(0.13, 0.40, 0.22) } else { Color::srgb(0.16, 0.18, 0.21) };
        }
    }
}

/// Shows the number of touching pairs.
fn show_count(collisions: Res<Collisions>, mut status: Query<&mut Text, With<Status>>) {
    for mut text in &mut status {
        text.0 = format!("{} pairs touch", collisions.iter().count());
    }
}
