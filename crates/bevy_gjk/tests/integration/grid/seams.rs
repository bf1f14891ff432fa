//! Seams between cells and between grids are no edges.

use bevy_gjk::dim2::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind};
use bevy_gjk::gjk::{Affine2, Rectangle};
use bevy_math::UVec2;

use crate::common::basics::*;

const CELL: f32 = 16.0;
/// The number of cells in a grid along x, and the number of grids.
const WIDTH: u32 = 64;
const GRIDS: u32 = 40;

/// Grids side by side: two full rows of cells, below them cells of all kinds, and some grids with a third row of half cells,
/// whose tops are at the same height as the full ones beside them.
fn level(app: &mut App) {
    let kinds = [
        CellKind::full(),
        CellKind::upper_half(),
        CellKind::upper_half().mirrored_y(),
        CellKind::slope(),
        CellKind::slope().mirrored_x(),
        CellKind::slope().turned(1),
        CellKind::slope().turned(2),
        CellKind::slope().turned(3),
    ];
    let mut random = Random(5);
    for index in 0..GRIDS {
        let mut grid = CellGrid::new(UVec2::new(WIDTH, 6), CELL, kinds.clone());
        for x in 0..WIDTH {
            for y in 0..5 {
                // The top row has full cells, upper halves, and slopes that are turned so that their level side is above.
                let kind = match y {
                    4 => [1, 1, 2, 6, 7][random.below(5) as usize],
                    _ => random.below(9) as u16,
                };
                grid.set(UVec2::new(x, y), kind).unwrap();
            }
        }
        let place = at_xy(index as f32 * WIDTH as f32 * CELL, -5.0 * CELL);
        app.spawn((Collider::Grid(grid), place));
    }
}

#[test]
fn a_box_slides_over_thousands_of_mixed_cells_at_its_height_to_the_bit() {
    let mut app = app();
    level(&mut app);
    app.update();
    let query = app.query::<Dim2>();
    let shape = Rectangle::from_half_size(Vec2::new(5.0, 7.0));
    // The last number is how many grids a skin is wide enough for: farther from the origin, rounding needs more.
    for (skin, step, grids) in [(0.1, 11.3, GRIDS), (0.02, 3.7, 16), (0.1, 90.0, GRIDS)] {
        let settings = MoveSettings { skin, max_steps: 8 };
        let mut pose = Affine2::from_translation(Vec2::new(20.0, 7.0 + skin));
        let height = pose.translation.y;
        let end = (grids * WIDTH) as f32 * CELL - 100.0;
        while pose.translation.x < end {
            let before = pose.translation.x;
            let moved =
                query.move_and_slide(&shape, pose, Vec2::new(step, -1.0), &settings, &QueryFilter::ALL);
            pose = Affine2::from_translation(moved.translation);
            assert_eq!(pose.translation.y, height, "at {}", pose.translation.x);
            let way = pose.translation.x - before;
            assert!((way - step).abs() < 0.01, "{way} in place of {step} at {before}");
        }
    }
}
