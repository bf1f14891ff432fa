//! Seams between cells and between grids are no edges.

use bevy_gjk::dim2::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind};
use bevy_gjk::gjk::{Affine2, Rectangle, Sphere};
use bevy_math::{UVec2, UVec3};

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

/// There a step of `f32` is 6e-5, and the skin covers eight of them.
#[test]
fn a_ball_slides_over_grids_a_thousand_units_away_at_its_height_to_a_thousandth() {
    use bevy_gjk::dim3;

    let mut app = app();
    for (x, z) in [(-8.0, 0.0), (0.0, 0.0), (8.0, 0.0), (-8.0, 8.0), (0.0, 8.0), (8.0, 8.0)] {
        let mut grid = dim3::CellGrid::new(UVec3::new(8, 1, 8), 1.0, [dim3::CellKind::full()]);
        for cell in 0..64 {
            grid.set(UVec3::new(cell % 8, 0, cell / 8), 1).unwrap();
        }
        let place = Transform::from_xyz(1000.3 + x, -1.0, 1000.3 + z);
        app.spawn((dim3::Collider::Grid(grid), place));
    }
    app.update();
    let query = app.query::<Dim3>();
    let settings = MoveSettings { skin: 0.01, max_steps: 8 };
    let start = Vec3::new(993.0, 0.31, 1001.0);
    for motion in [Vec3::new(0.37, -0.01, 0.21), Vec3::new(1.3, 0.0, 0.7), Vec3::new(0.05, -0.3, 0.04)] {
        let mut place = start;
        while place.x < 1015.0 && place.z < 1015.0 {
            let pose = Affine3A::from_translation(place);
            let moved = query.move_and_slide(&Sphere::new(0.3), pose, motion, &settings, &QueryFilter::ALL);
            assert!((moved.translation.y - 0.31).abs() < 1e-3, "{}", moved.translation);
            assert!(moved.translation.x > place.x);
            place = moved.translation;
        }
    }
}

/// The search of the second box in a turned grid begins beyond the depth of the first.
#[test]
fn the_deepest_cell_of_a_turned_grid_is_found() {
    let mut grid = CellGrid::new(UVec2::splat(8), 4.0, [CellKind::full()]);
    for cell in [(4, 0), (4, 6), (0, 7)] {
        grid.set(UVec2::from(cell), 1).unwrap();
    }
    let square = || Collider::rectangle(4.0, 4.0);
    let turned = Transform::from_rotation(Quat::from_rotation_z(core::f32::consts::FRAC_PI_4));
    let mut app = app();
    let level = app.spawn((Collider::Grid(grid), turned));
    let body =
        app.spawn(Collider::compound([(at_xy(8.75, 11.575), square()), (at_xy(-8.36, 28.4), square())]));
    app.update();
    let contact = app.resource::<Collisions>().get(body, level).unwrap().contact();
    let mut deepest = 0.0_f32;
    let query = app.query::<Dim2>();
    query.contacts_with_parts(query.get(body).unwrap(), &QueryFilter::of(body), |_, _, contact| {
        deepest = deepest.max(contact.depth);
    });
    assert!((deepest - 1.2).abs() < 1e-3 && (contact.depth - deepest).abs() < 1e-5, "{contact:?} {deepest}");
}
