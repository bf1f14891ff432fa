//! Nothing goes through between parts of one collider that meet: cells of a grid, and boxes of a compound.

use bevy_gjk::grid::{CellGrid, CellKind};
use bevy_math::{UVec2, UVec3};

use crate::common::prelude::*;

const ALL: &QueryFilter = &QueryFilter::ALL;

fn full_2d(cells: [u32; 2], side: f32) -> dim2::Collider {
    let mut grid = CellGrid::<Dim2>::new(UVec2::from(cells), side, [CellKind::<Dim2>::full()]);
    each2(0..cells[0], 0..cells[1]).for_each(|(x, y)| _ = grid.set(UVec2::new(x, y), 1).unwrap());
    dim2::Collider::Grid(grid)
}

fn full_3d(cells: [u32; 3], side: f32) -> dim3::Collider {
    let mut grid = CellGrid::<Dim3>::new(UVec3::from(cells), side, [CellKind::<Dim3>::full()]);
    let all = each3(0..cells[0], 0..cells[1], 0..cells[2]);
    all.for_each(|(x, y, z)| _ = grid.set(UVec3::new(x, y, z), 1).unwrap());
    dim3::Collider::Grid(grid)
}

/// Boxes in a row, whose sides are at multiples of a binary fraction.
fn row_of_boxes(count: u32, side: f32, height: f32) -> dim2::Collider {
    let part =
        |x: u32| (at_xy((x as f32 + 0.5) * side, 0.5 * height), dim2::Collider::rectangle(side, height));
    dim2::Collider::compound((0..count).map(part))
}

/// Places near and far, turned and mirrored.
fn places() -> impl Iterator<Item = Transform> {
    let turns = [0.0, 0.4, -2.1].map(Quat::from_rotation_z);
    let at = [[0.0, 0.0], [7.7, -2.3], [-123.4, 37.1], [1000.3, -999.9]];
    each3(at, turns, [1.0, -1.0])
        .map(|([x, y], turn, mirror)| at_xy(x, y).with_rotation(turn).with_scale(Vec3::new(mirror, 1.0, 1.0)))
}

/// Checks that rays and points to a seam at the top are stopped there, and those to a corner inside before it.
fn check_seam_2d(
    query: &CollisionQuery<Dim2>,
    place: Transform,
    [seam, corner]: [Vec2; 2],
    random: &mut Random,
) {
    let to_world = |at: Vec2| place.transform_point(at.extend(0.0)).truncate();
    let from = to_world(seam + Vec2::new(random.range(-3.0, 3.0), random.range(0.5, 5.0)));
    let tolerance = 1e-4 + 1e-6 * from.length();
    let (seam, corner) = (to_world(seam), to_world(corner));
    let down = Dir2::new(seam - from).unwrap();
    let hit = query.cast_ray(from, down, 100.0, ALL).expect("a ray to a seam");
    assert!((hit.point - seam).length() < 20.0 * tolerance, "{seam} {hit:?} {place:?}");
    let hit = query.cast_shape(&gjk::Point::new([from]), down, 100.0, ALL).expect("a point to a seam");
    assert!((hit.point - seam).length() < 20.0 * tolerance, "{seam} {hit:?} {place:?}");
    let inwards = Dir2::new(corner - from).unwrap();
    let hit = query.cast_ray(from, inwards, 100.0, ALL).expect("a ray to a corner");
    assert!(hit.distance <= (corner - from).length(), "{corner} {hit:?} {place:?}");
    assert!(query.containing(corner, ALL).is_some(), "a point at a corner: {corner} {place:?}");
    let edge = gjk::Segment::new([corner, seam]);
    assert!(query.intersects(&edge, ALL), "a segment on a seam: {corner} {seam} {place:?}");
}

#[test]
fn nothing_passes_between_the_cells_of_a_tile_map() {
    let mut random = Random(31);
    let (mut app, mut count) = (app(), 0);
    for side in [0.1, 0.3, 1.0 / 3.0, 1.7, 16.1] {
        let entity = app.spawn(full_2d([60, 2], side));
        for place in places() {
            app.update_with(entity, place);
            let query = app.query::<Dim2>();
            for x in (1..60).flat_map(|x| [x; 3]) {
                let x = x as f32 * side;
                check_seam_2d(&query, place, [Vec2::new(x, 2.0 * side), Vec2::new(x, side)], &mut random);
                count += 5;
            }
        }
        app.despawn(entity);
    }
    assert!(count > 100_000, "{count}");
}

#[test]
fn nothing_passes_between_the_boxes_of_a_compound() {
    let mut random = Random(32);
    let mut app = app();
    let entity = app.spawn(row_of_boxes(60, 0.0625, 0.25));
    // Compounds in a compound are placed by two maps.
    let half = |x: f32| (at_x(x), row_of_boxes(30, 0.0625, 0.25));
    for shape in [row_of_boxes(60, 0.0625, 0.25), dim2::Collider::compound([half(0.0), half(30.0 * 0.0625)])]
    {
        app.insert(entity, shape);
        for place in places() {
            app.update_with(entity, place);
            let query = app.query::<Dim2>();
            for x in (1..60).flat_map(|x| [x; 3]) {
                let x = x as f32 * 0.0625;
                check_seam_2d(&query, place, [Vec2::new(x, 0.25), Vec2::new(x, 0.125)], &mut random);
            }
        }
    }
}

#[test]
fn nothing_passes_between_voxels() {
    let mut random = Random(33);
    let mut app = app();
    for side in [0.1, 0.3, 16.1] {
        let entity = app.spawn(full_3d([12, 2, 12], side));
        for place in places() {
            let tilt = Quat::from_rotation_x(place.rotation.z);
            let place = Transform { rotation: place.rotation * tilt, ..place };
            app.update_with(entity, place);
            let query = app.query::<Dim3>();
            for (x, z) in each2(1..12, 1..12).map(|(x, z)| (x as f32, z as f32)) {
                let _note = Note::new((x, z, place));
                // To a corner of four cells, and to an edge of two.
                for z in [z, z + 0.3] {
                    let seam = Vec3::new(x, 2.0, z) * side;
                    let away =
                        [(-2.0, 2.0), (1.0, 4.0), (-2.0, 2.0)].map(|(low, high)| random.range(low, high));
                    let from = seam + Vec3::from_array(away);
                    let [from, seam, inside] =
                        [from, seam, Vec3::new(x, 1.0, z) * side].map(|at| place.transform_point(at));
                    let [down, inwards] = [seam, inside].map(|to| Dir3::new(to - from).unwrap());
                    let hit = query.cast_ray(from, down, 100.0, ALL).expect("a ray to a seam");
                    assert_near(hit.point, seam, 2e-3 + 2e-5 * from.length());
                    assert!(query.cast_shape(&gjk::Point::new([from]), down, 100.0, ALL).is_some());
                    assert!(query.cast_ray(from, inwards, 100.0, ALL).is_some());
                    assert!(query.containing(inside, ALL).is_some());
                }
            }
        }
        app.despawn(entity);
    }
}

#[test]
fn a_ray_down_a_seam_hits_the_top_of_the_tile_map() {
    let mut app = app();
    app.spawn((full_2d([60, 1], 0.1), at_xy(0.0, 0.7)));
    let query = app.query_after_update::<Dim2>();
    for x in [4.4, 4.399, 4.401] {
        let hit = query.cast_ray(Vec2::new(x, 1.6), Dir2::NEG_Y, 9.0, ALL).unwrap();
        assert!((hit.distance - 0.8).abs() < 1e-6 && (hit.normal - Vec2::Y).length() < 1e-6, "{x} {hit:?}");
    }
}
