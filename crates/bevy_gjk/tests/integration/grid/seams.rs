//! Seams between cells and between grids are no edges.

use bevy_gjk::dim2::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind};
use bevy_gjk::dim3;
use bevy_gjk::gjk::{Affine2, Affine3A, Rectangle, Sphere};
use bevy_math::{UVec2, UVec3};

use crate::common::basics::*;

const CELL: f32 = 16.0;
/// The number of cells in a grid along x, and the number of grids.
const WIDTH: u32 = 64;
const GRIDS: u32 = 40;

/// Grids side by side: two full rows of cells, below them cells of all kinds, and some grids with a third row of half
/// cells, whose tops are at the same height as the full ones beside them.
fn level(app: &mut App) {
    let (half, slope) = (CellKind::upper_half, CellKind::slope);
    let turned = [1, 2, 3].map(|quarters| slope().turned(quarters));
    let kinds = [CellKind::full(), half(), half().mirrored_y(), slope(), slope().mirrored_x()];
    let kinds: Vec<CellKind> = kinds.into_iter().chain(turned).collect();
    let mut random = Random(5);
    for index in 0..GRIDS {
        let mut grid = CellGrid::new(UVec2::new(WIDTH, 6), CELL, kinds.clone());
        for (x, y) in each2(0..WIDTH, 0..5) {
            // The top row has full cells, upper halves, and slopes that are turned so that their level side is above.
            let kind = match y {
                4 => [1, 1, 2, 6, 7][random.below(5) as usize],
                _ => random.below(9) as u16,
            };
            grid.set(UVec2::new(x, y), kind).unwrap();
        }
        let place = at_xy(index as f32 * WIDTH as f32 * CELL, -5.0 * CELL);
        app.spawn((Collider::Grid(grid), place));
    }
}

#[test]
fn a_box_slides_over_thousands_of_mixed_cells_at_its_height_to_the_bit() {
    let mut app = app();
    level(&mut app);
    let query = app.query_after_update::<Dim2>();
    let shape = Rectangle::from_half_size(Vec2::new(5.0, 7.0));
    // The last number is how many grids a skin is wide enough for: farther from the origin, rounding needs more.
    for (skin, step, grids) in each([(0.1, 11.3, GRIDS), (0.02, 3.7, 16), (0.1, 90.0, GRIDS)]) {
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
            assert_near(pose.translation.x - before, step, 0.01);
        }
    }
}

/// How far round shapes may leave their height on flat ground, in units in the last place of their largest coordinate.
const ROUND_ULPS: f32 = 2.0;

/// At 1,000 units from the origin, on grids of cells of 1 side by side.
#[test]
fn a_ball_slides_over_grids_side_by_side_at_its_height_up_to_rounding_at_1000_units() {
    let mut app = app();
    for (x, z) in each2(0..4, 0..4) {
        let full = dim3::CellKind::full();
        let mut grid = dim3::CellGrid::new(UVec3::new(8, 1, 8), 1.0, [full]);
        each2(0..8, 0..8).for_each(|(x, z)| _ = grid.set(UVec3::new(x, 0, z), 1).unwrap());
        let corner = Vec3::new(1000.3 + 8.0 * (x as f32 - 2.0), -1.0, 1000.3 + 8.0 * (z as f32 - 2.0));
        app.spawn((dim3::Collider::Grid(grid), at_point(corner)));
    }
    let query = app.query_after_update::<Dim3>();
    let settings = MoveSettings::default();
    let mut random = Random(3);
    let mut worst = 0.0_f32;
    for index in 0..400 {
        let radius = if index < 200 { 0.3 } else { random.range(0.05, 2.0) };
        let ball = Sphere::new(radius);
        let height = radius + settings.skin;
        let mut place = Vec3::new(1000.3 + random.range(-8.0, 8.0), height, 1000.3 + random.range(-8.0, 8.0));
        let way = Vec2::from_angle(random.range(0.0, 6.0)) * random.range(0.05, 0.5);
        for _ in 0..12 {
            let from = Affine3A::from_translation(place);
            let motion = Vec3::new(way.x, -0.01, way.y);
            place = query.move_and_slide(&ball, from, motion, &settings, &QueryFilter::ALL).translation;
            worst = worst.max((place.y - height).abs());
        }
    }
    let ulp = 1024.0 * f32::EPSILON / 2.0;
    assert!(worst <= ROUND_ULPS * ulp, "{worst}");
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
    let squares = [(at_xy(8.75, 11.575), square()), (at_xy(-8.36, 28.4), square())];
    let body = app.spawn(Collider::compound(squares));
    app.update();
    let contact = app.resource::<Collisions>().get(body, level).unwrap().contact();
    let mut deepest = 0.0_f32;
    let query = app.query::<Dim2>();
    query.nearest_parts(query.get(body).unwrap(), 0.0, &QueryFilter::of(body), |near| {
        deepest = deepest.max(near.on_shape.distance(near.on_collider));
    });
    assert!((deepest - 1.2).abs() < 1e-3 && (contact.depth - deepest).abs() < 1e-5, "{contact:?} {deepest}");
}
