//! A level of the editor [Tiled](https://www.mapeditor.org) as one grid of cells: its tileset says what shapes the tiles
//! have, which are one-way platforms, conveyor belts, coins and spikes, and a character walks on it. Open `assets/tiles.tmx`
//! in Tiled, change it, and run the example again. `tiles/from_tiled.rs` is the code to copy.
//!
//! Press the arrow keys or A and D to run, space to jump, down to drop through a platform; the left mouse button digs; F1
//! shows the overlay, T draws the moves and says why the player is stuck, P pauses the motion. A script plays until the first
//! key.
//!
//!     cargo example tiles --features tiled

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_gjk::Dim2;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::dim2::{CellEvent, CellGrid};
use examples::cells::Pointer;
use examples::cli::Options;
use examples::controls::{self, Controls, Cue, ReadControls, Script, jump, walk};
use examples::label::{Status, spawn_label};
use examples::never_inside::{self, Passable};
use examples::trail::{self, Trail};
use examples::{look, overlay_keys, stage, why};

use from_tiled::{COIN, HAZARD, Layer, flipped, grid_from_tiled};

#[path = "tiles/from_tiled.rs"]
mod from_tiled;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/tiles.tmx");

// Lengths are in pixels, times in seconds.
const HEIGHT: f32 = 40.0;
const RADIUS: f32 = 11.0;
const SPEED: f32 = 220.0;
const GRAVITY: f32 = 1_900.0;
const JUMP_SPEED: f32 = 640.0;

/// The script: over the spikes, over the pillars, and into the spikes beyond.
const SCRIPT: &[Cue] = &[
    walk(0.3, 0.0, 0.0),
    walk(1.3, 1.0, 0.0),
    jump(1.1, 1.0, 0.0),
    jump(0.62, 1.0, 0.0),
    jump(0.62, 1.0, 0.0),
    jump(0.75, 1.0, 0.0),
    walk(0.4, 1.0, 0.0),
    walk(1.0, 0.0, 0.0),
    jump(0.7, 1.0, 0.0),
    jump(0.7, -0.4, 0.0),
    jump(0.7, -0.3, 0.0),
];

fn main() -> AppExit {
    let options = Options::parse();
    let map = match tiled::Loader::new().load_tmx_map(FILE) {
        Ok(map) => map,
        Err(error) => {
            eprintln!("cannot read {FILE}: {error}");
            return AppExit::error();
        }
    };
    let mut app = stage::app("bevy_gjk: tiles", &options);
    app.add_plugins((
        CollisionPlugin::default(),
        (controls::plugin, trail::plugin),
        never_inside::plugin::<Dim2>,
        (overlay_keys::hidden_plugin, why::plugin::<Dim2>),
    ));
    app.insert_resource(Script(SCRIPT)).insert_resource(stage::Ready(true)).insert_resource(Map(map));
    app.add_systems(Startup, (set_stage, spawn_level));
    app.add_systems(Update, (run_and_jump.after(ReadControls), touch_cells, dig, show_status));
    app.add_systems(PostUpdate, draw);
    app.run()
}

#[derive(Resource)]
struct Map(tiled::Map);

impl Map {
    /// Returns the first layer of tiles.
    fn tiles(&self) -> Option<tiled::TileLayer<'_>> {
        self.0.layers().find_map(tiled::Layer::as_tile_layer)
    }

    /// Returns the place of an object with a name, y up.
    fn place(&self, name: &str) -> Option<Vec2> {
        let mut layers = self.0.layers().filter_map(tiled::Layer::as_object_layer);
        let at = layers.find_map(|layer| {
            let mut objects = layer.objects();
            objects.find(|object| object.name == name).map(|object| Vec2::new(object.x, object.y))
        });
        at.map(|at| Vec2::new(at.x, (self.0.height * self.0.tile_height) as f32 - at.y))
    }
}

fn set_stage(mut commands: Commands) {
    commands.spawn(look::camera_2d());
    spawn_label(
        &mut commands,
        "A map of the editor Tiled is one grid of cells: shapes, sides, belts and coins are in the tileset",
        &format!(
            "arrows or A D run   space jump   down drop   left mouse button digs   F1 overlay   {}   P pause",
            why::HELP
        ),
        &[(look::PLAYER, "player")],
    );
}

#[derive(Component)]
struct Level;

#[derive(Component, Default)]
struct Player {
    home: Vec3,
    velocity: Vec2,
    coins: u32,
    falls: u32,
}

fn spawn_level(
    map: Res<Map>,
    assets: Res<AssetServer>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) -> Result {
    let layer = map.tiles().ok_or("the map has no layer of tiles")?;
    let grid = grid_from_tiled(&map.0, layer)?;
    let corner = -0.5 * grid.cell_size * grid.size().as_vec2();
    let home = (corner + map.place("start").ok_or("the map has no object \"start\"")?).extend(1.0);
    let passable = (1..).zip(&grid.kinds).filter(|(_, kind)| kind.one_way.is_some() || kind.reports);
    let passable = Passable(passable.map(|(number, _)| number).collect());
    let picture = ColorMaterial { texture: Some(assets.load("tiles.png")), ..default() };
    commands.spawn((
        (
            Name::new("level"),
            Level,
            passable,
            Collider::Grid(grid),
            Transform::from_translation(corner.extend(0.0)),
        ),
        (Mesh2d::default(), MeshMaterial2d(materials.add(picture))),
    ));
    let body = Capsule2d::new(RADIUS, HEIGHT - 2.0 * RADIUS);
    commands.spawn((
        (Name::new("player"), Player { home, ..default() }, Trail::default()),
        (Collider::from(body), Transform::from_translation(home)),
        // Coins and spikes do not stop it, so it touches them.
        CharacterMover { solid_layers: Layer::Solid.into(), ..CharacterMover::for_height(HEIGHT) },
        (Mesh2d(meshes.add(body)), MeshMaterial2d(materials.add(look::PLAYER))),
    ));
    Ok(())
}

/// Draws the tiles of all cells that have not been emptied, as one mesh.
fn draw(
    map: Res<Map>,
    mut levels: Query<(&Collider, &mut Mesh2d), (With<Level>, Changed<Collider>)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    for (collider, mut mesh) in &mut levels {
        if let (Collider::Grid(grid), Some(layer)) = (collider, map.tiles()) {
            mesh.0 = meshes.add(mesh_of(grid, layer));
        }
    }
}

fn mesh_of(grid: &CellGrid, layer: tiled::TileLayer) -> Mesh {
    let (mut positions, mut places, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for (cell, _) in grid.filled() {
        let row = grid.size().y - 1 - cell.y;
        let Some(tile) = layer.get_tile(cell.x as i32, row as i32) else { continue };
        let tileset = tile.get_tileset();
        let size = Vec2::new(tileset.tile_width as f32, tileset.tile_height as f32);
        let Some(image) = &tileset.image else { continue };
        let image = Vec2::new(image.width as f32, image.height as f32);
        let in_image = UVec2::new(tile.id() % tileset.columns, tile.id() / tileset.columns).as_vec2() * size;
        let first = positions.len() as u32;
        for corner in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map(Vec2::from) {
            positions.push((grid.center(cell) + flipped(&tile, corner) * grid.cell_size).extend(0.0));
            // Half a pixel inside of the tile, so that its neighbors in the image are not seen.
            let pixel = in_image + (corner * Vec2::new(1.0, -1.0)) * (size - 1.0) + 0.5 * size;
            places.push(pixel / image);
        }
        indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, places)
        .with_inserted_indices(Indices::U32(indices))
}

/// Computes the player's displacement in this frame from the controls. The example `platformer` is more forgiving.
fn run_and_jump(
    controls: Res<Controls>,
    time: Res<Time>,
    player: Single<(&mut Player, &mut MoverMotion, &MoverState)>,
) {
    let (mut player, mut motion, state) = player.into_inner();
    let velocity = &mut player.velocity;
    velocity.x = controls.walk.x * SPEED;
    velocity.y = match state.is_grounded() && velocity.y <= 0.0 {
        true if controls.jump => JUMP_SPEED,
        true => 0.0,
        false => (velocity.y - GRAVITY * time.delta_secs()).max(-900.0),
    };
    if state.ceiling.is_some() {
        velocity.y = velocity.y.min(0.0);
    }
    motion.displacement = *velocity * time.delta_secs();
    motion.drop_through = controls.drop;
}

/// Collects coins, and goes home from spikes.
fn touch_cells(
    mut events: MessageReader<CellEvent>,
    mut levels: Query<&mut Collider, With<Level>>,
    mut players: Query<(&mut Player, &mut Transform)>,
) {
    for event in events.read() {
        let CellEvent::Started(touch) = event else { continue };
        let Ok((mut player, mut place)) = players.get_mut(touch.other) else { continue };
        match touch.tag {
            COIN => {
                if let Ok(mut collider) = levels.get_mut(touch.grid)
                    && let Collider::Grid(grid) = &mut *collider
                {
                    player.coins += u32::from(grid.set(touch.cell, 0).is_ok_and(|before| before != 0));
                }
            }
            HAZARD => {
                player.falls += 1;
                player.velocity = Vec2::ZERO;
                place.translation = player.home;
            }
            _ => {}
        }
    }
}

fn dig(
    buttons: Res<ButtonInput<MouseButton>>,
    pointer: Pointer,
    level: Single<(&mut Collider, &GlobalTransform), With<Level>>,
) {
    if buttons.just_pressed(MouseButton::Left) {
        let (mut collider, place) = level.into_inner();
        if let Collider::Grid(grid) = &mut *collider
            && let Some(cell) = pointer.cell(grid, place)
        {
            let _ = grid.set(cell, 0);
        }
    }
}

/// Shows and logs how many coins there are, and the cell on which the player stands.
fn show_status(
    player: Single<(&Player, &MoverState, &Transform)>,
    query: CollisionQuery,
    frame: Res<stage::FrameCount>,
    headless: Option<Res<stage::Headless>>,
    mut before: Local<String>,
    mut status: Query<&mut Text, With<Status>>,
) {
    let (player, state, place) = *player;
    let cell = state.ground.and_then(|ground| query.get(ground.entity)?.cell(ground.part));
    let under =
        cell.map_or("in the air".to_owned(), |on| format!("on cell {}, of kind {}", on.cell, on.kind));
    let words = format!("{} coins, {} times in spikes, {under}", player.coins, player.falls);
    if *before != words {
        if headless.is_some() {
            println!("frame {:3} at {:.1}: {words}", frame.0, place.translation.truncate());
        }
        for mut text in &mut status {
            text.0.clone_from(&words);
        }
        *before = words;
    }
}
