//! The level of the example: one grid of cells.

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind};
use examples::cells::{CellColors, Pointer};
use examples::look;
use examples::never_inside::Passable;

/// The level: `#` a tile, `/ \` slopes, `a b` a slope of half the steepness, `1 2 3` steps, `-` a one-way platform, `< >` a
/// conveyor belt, `o` a coin, `L` the initial position of the lift, `@` the player.
const LEVEL: [&str; 20] = [
    "########################################",
    "#                                      #",
    "#                                      #",
    "#                                      #",
    "#                    o  o              #",
    "#                    ----   oo         #",
    "#           oo              ----       #",
    "#         <<<<<<<                      #",
    "#        /#######\\               ----  #",
    "# oo    /#########                     #",
    "#----                       ############",
    "#                           ############",
    "#    ---                    ############",
    "#                           ############",
    "# ---                       ############",
    "#                           ############",
    "#                           ############",
    "#    ---                    ############",
    "# @      ab##\\ o 123#\\  LLLL############",
    "######<<<<##############################",
];
/// The side length of a cell, in pixels.
pub const TILE: f32 = 32.0;

collision_layers! {
    pub enum Layer {
        /// Where everything is that says nothing else.
        Solid,
        Coin,
    }
}

/// What a cell may be, its letter in the level, its name and its color. Its number is its place in this list, from 1.
pub fn kinds() -> [(char, &'static str, Color, CellKind); 12] {
    let polygon = |corners: &[(f32, f32)]| {
        CellKind::new(Collider::polygon(corners.iter().map(|&(x, y)| 0.5 * Vec2::new(x, y))))
    };
    let step = |top: f32| polygon(&[(-1.0, -1.0), (1.0, -1.0), (1.0, top), (-1.0, top)]);
    let belt = |speed: f32| CellKind { surface_velocity: Vec2::X * speed, ..CellKind::full() };
    let one_way = CellKind {
        transform: Transform::from_xyz(0.0, 0.375, 0.0),
        one_way: Some(OneWayPlatform::default()),
        ..CellKind::new(Collider::rectangle(1.0, 0.25))
    };
    let coin = CellKind {
        layers: Some(CollisionLayers::new(Layer::Coin, LayerMask::ALL)),
        reports: true,
        ..CellKind::new(Collider::circle(0.28))
    };
    [
        ('#', "tile", look::WALL, CellKind::full()),
        ('/', "slope", look::WALL, CellKind::slope()),
        ('\\', "slope", look::WALL, CellKind::slope().mirrored_x()),
        ('a', "gentle slope", look::WALL, polygon(&[(-1.0, -1.0), (1.0, -1.0), (1.0, 0.0)])),
        ('b', "gentle slope", look::WALL, polygon(&[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 0.0)])),
        ('1', "step", look::WALL, step(-0.5)),
        ('2', "step", look::WALL, step(0.0)),
        ('3', "step", look::WALL, step(0.5)),
        ('-', "platform", look::ONE_WAY, one_way),
        ('<', "belt", look::CONVEYOR, belt(-90.0)),
        ('>', "belt", look::CONVEYOR, belt(90.0)),
        ('o', "coin", look::GOLD, coin),
    ]
}

/// Marks the level.
#[derive(Component)]
pub struct Level;

/// What the level says of things that move.
pub struct Places {
    /// From the center of the lift's first letter to that of its last.
    pub lift: Rect,
    /// The center of the player's cell.
    pub home: Vec2,
}

/// Spawns the level, which is one grid.
pub fn spawn(commands: &mut Commands) -> Places {
    let kinds = kinds();
    let size = UVec2::new(LEVEL[0].len() as u32, LEVEL.len() as u32);
    let mut grid = CellGrid::new(size, TILE, kinds.iter().map(|(.., kind)| kind.clone()));
    let corner = -0.5 * TILE * size.as_vec2();
    let (mut lift, mut home) = (Vec::new(), Vec2::ZERO);
    for (y, line) in (0..).zip(LEVEL.iter().rev()) {
        for (x, letter) in (0..).zip(line.chars()) {
            let at = corner + grid.center(UVec2::new(x, y));
            match letter {
                'L' => lift.push(at),
                '@' => home = at,
                _ => {
                    let kind = (1..).zip(&kinds).find(|(_, kind)| kind.0 == letter);
                    let written = grid.set(UVec2::new(x, y), kind.map_or(0, |(number, _)| number));
                    written.expect("the grid is as large as the level");
                }
            }
        }
    }
    let can_be_inside = |kind: &CellKind| kind.one_way.is_some() || kind.reports;
    let passable = (1..).zip(&kinds).filter(|(_, (.., kind))| can_be_inside(kind)).map(|(number, _)| number);
    let rules = (Level, Passable(passable.collect()), CellColors(kinds.map(|(_, _, color, _)| color).into()));
    let place = Transform::from_translation(corner.extend(0.0));
    commands.spawn((Name::new("level"), Collider::Grid(grid), place, rules));
    Places { lift: Rect::from_corners(lift[0], lift[lift.len() - 1]), home }
}

/// Writes the cell under the mouse: the left button digs it, the right one builds a tile. A player that stands there is
/// pushed out.
pub fn dig(
    buttons: Res<ButtonInput<MouseButton>>,
    pointer: Pointer,
    level: Single<(&mut Collider, &GlobalTransform), With<Level>>,
) {
    let kind = match () {
        () if buttons.pressed(MouseButton::Left) => 0,
        () if buttons.just_pressed(MouseButton::Right) => 1,
        () => return,
    };
    let (mut collider, place) = level.into_inner();
    let Collider::Grid(grid) = collider.bypass_change_detection() else { return };
    if let Some(cell) = pointer.cell(grid, place)
        && grid.set(cell, kind).is_ok_and(|before| before != kind)
    {
        collider.set_changed();
    }
}

/// Draws chevrons that move along the belts.
pub fn draw_belts(level: Single<(&Collider, &Transform), With<Level>>, time: Res<Time>, mut gizmos: Gizmos) {
    let (Collider::Grid(grid), place) = *level else { return };
    for (cell, _) in grid.filled() {
        let Some(CellKind { surface_velocity: Vec2 { x: speed, .. }, .. }) = grid.kind(cell) else {
            continue;
        };
        if *speed != 0.0 {
            let shift = (time.elapsed_secs() * speed).rem_euclid(TILE) - 0.5 * TILE;
            let center = place.translation.truncate() + grid.center(cell);
            let tip = center + Vec2::new(shift, 0.5 * TILE - 7.0);
            let back = Vec2::new(-5.0 * speed.signum(), 5.0);
            gizmos.linestrip_2d([tip + back, tip, tip + back * Vec2::new(1.0, -1.0)], look::GOLD);
        }
    }
}
