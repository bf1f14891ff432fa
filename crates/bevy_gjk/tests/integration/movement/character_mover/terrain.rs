//! Ground that is made of many parts, changes its slope, or is taken away.

use super::level::Level;
use super::person::{SKIN, SOLE, cuboid, mover_to_45_degrees as mover, person, with_slab};
use crate::common::prelude::*;

/// A grid of triangles over x and z, of cells of this size.
fn terrain(count: i32, cell: f32, height: impl Fn(f32, f32) -> f32) -> dim3::Collider {
    let mut corners = Vec::new();
    let mut triangles = Vec::new();
    let side = 2 * count + 1;
    for x in -count..=count {
        for z in -count..=count {
            let at = Vec3::new(x as f32 * cell, 0.0, z as f32 * cell);
            corners.push(at + Vec3::Y * height(at.x, at.z));
            if x < count && z < count {
                let first = ((x + count) * side + z + count) as u32;
                let [a, b, c, d] = [0, 1, side as u32, side as u32 + 1].map(|next| first + next);
                triangles.extend([[a, b, c], [b, d, c]]);
            }
        }
    }
    dim3::Collider::tri_mesh(corners, triangles)
}

/// Nothing at the seams of triangles counts as ground where all of them are steep.
#[test]
fn the_seams_of_a_steep_mesh_are_no_ground() {
    for degrees in [50, 60, 75] {
        let tangent = (degrees as f32).to_radians().tan();
        for direction in [Vec2::X, Vec2::new(0.6, 0.8)] {
            let mut level = Level::<Dim3>::new();
            let mesh = terrain(12, 0.5, |x, z| tangent * Vec2::new(x, z).dot(direction));
            level.obstacle(mesh, Transform::IDENTITY);
            let character = level.character(mover(), person(), Transform::from_xyz(0.1, 2.0, 0.05));
            for frame in 0..150 {
                let state = level.step(character, Vec3::new(0.01, -0.03, 0.004));
                let place = level.place(character);
                assert!(!state.is_grounded(), "{degrees}° {frame}: {place} {:?}", state.ground);
            }
        }
    }
}

/// A wall of stacked boxes has edges that face up, with a box above each.
#[test]
fn a_fall_along_a_wall_of_boxes_does_not_stop_at_its_seams() {
    let mut level = Level::<Dim3>::new();
    for row in 0..20 {
        for column in -2..=2 {
            cuboid(&mut level, Vec3::new(1.0, row as f32, column as f32), Vec3::ONE);
        }
    }
    let character = level.character(mover(), person(), at_xy(0.1, 15.0));
    for frame in 0..100 {
        let before = level.place(character);
        let state = level.step(character, Vec3::new(0.05, -0.1, 0.01));
        let way = level.place(character) - before;
        assert!(!state.is_grounded(), "{frame}: {:?}", state.ground);
        assert!((way.y + 0.1).abs() < 1e-5 && (way.z - 0.01).abs() < 1e-5, "{frame}: {way}");
    }
    assert!(level.state(character).wall.is_some());
}

#[test]
fn a_walk_over_hills_is_grounded_in_each_frame_and_keeps_its_level_speed() {
    let height = |x: f32, z: f32| (0.9 * x).sin() * 0.5 + (0.7 * z).cos() * 0.4;
    let mesh = terrain(20, 0.4, height);
    let rows: Vec<Vec<f32>> = (0..41)
        .map(|z| (0..41).map(|x| height(0.4 * (x - 20) as f32, 0.4 * (z - 20) as f32)).collect())
        .collect();
    let heights: Vec<f32> = rows.into_iter().flatten().collect();
    let field = dim3::Collider::height_field(heights, 41, Vec2::splat(16.0));
    for (name, ground) in [("mesh", mesh), ("height field", field)] {
        for shape in [person(), dim3::Collider::cylinder(0.3, 1.95), dim3::Collider::cuboid(0.6, 1.95, 0.6)] {
            let mut level = Level::<Dim3>::new();
            level.obstacle(ground.clone(), Transform::IDENTITY);
            let place = Transform::from_xyz(-6.0, 3.0, -5.0);
            let character = level.character(mover(), shape, place);
            level.walk(character, Vec3::NEG_Y * 0.1, 60);
            let start = level.place(character);
            for frame in 0..200 {
                let state = level.step(character, Vec3::new(0.05, -0.02, 0.04));
                let place = level.place(character);
                assert!(state.is_grounded(), "{name} {frame}: {place}");
                let expected = start + (frame + 1) as f32 * Vec3::new(0.05, 0.0, 0.04);
                let off = (place - expected) * Vec3::new(1.0, 0.0, 1.0);
                assert!(off.length() < 1e-3, "{name} {frame}: {place} {expected}");
                assert!(level.clearance(character) > 0.99 * f64::from(SKIN), "{name} {frame}");
            }
        }
    }
}

/// From a slope that is walkable onto one that is not.
#[test]
fn a_walk_up_a_slope_stops_where_it_gets_too_steep() {
    let (low, high) = (30f32.to_radians(), 60f32.to_radians());
    let height = |x: f32| if x < 0.0 { x * low.tan() } else { x * high.tan() };
    let corners = [-5.0f32, 0.0, 5.0].map(|x| (x, height(x)));
    let mut level = Level::<Dim3>::new();
    for pair in corners.windows(2) {
        let points = [(pair[0].0, pair[0].1), (pair[1].0, pair[1].1), (pair[1].0, -4.0), (pair[0].0, -4.0)];
        let hull = points.into_iter().flat_map(|(x, y)| [-3.0, 3.0].map(|z| Vec3::new(x, y, z)));
        level.obstacle(dim3::Collider::hull(hull), Transform::IDENTITY);
    }
    let character = level.character(mover(), person(), at_xy(-3.0, 0.5));
    let mut rest = None;
    for frame in 0..200 {
        let state = level.step(character, Vec3::new(0.05, -0.05, 0.0));
        if frame > 100 {
            assert!(state.is_grounded() && state.wall.is_some(), "{frame}");
            let place = level.place(character);
            assert!(place.distance(*rest.get_or_insert(place)) < 1e-5, "{frame}: {place}");
            assert!(place.x < 0.1, "{place}");
        }
    }
}

/// From a slope that is walkable onto one that is not, downhill.
#[test]
fn a_walk_over_a_crest_slides_down_the_steep_side() {
    let mut level = Level::<Dim3>::new();
    let corners = [(-5.0, -3.0), (0.0, 0.0), (3.0, -6.0), (-5.0, -6.0)];
    let hull = corners.into_iter().flat_map(|(x, y)| [-3.0, 3.0].map(|z| Vec3::new(x, y, z)));
    level.obstacle(dim3::Collider::hull(hull), Transform::IDENTITY);
    let character = level.character(mover(), person(), at_xy(-2.0, 0.5));
    let mut was_grounded = false;
    for _ in 0..120 {
        let state = level.step(character, Vec3::new(0.03, -0.08, 0.0));
        was_grounded |= state.is_grounded();
        assert!(level.clearance(character) > 0.99 * f64::from(SKIN));
    }
    let place = level.place(character);
    assert!(was_grounded && !level.state(character).is_grounded());
    assert!(place.x > 1.0 && place.y < -0.5, "{place}");
}

/// Whoever cannot sink stands, and so can jump out again.
#[test]
fn a_character_between_two_steep_slopes_stands() {
    for asymmetry in [0.0, 10.0] {
        let mut level = Level::<Dim3>::new();
        for side in [-1.0f32, 1.0] {
            let angle = (60.0 + side.max(0.0) * asymmetry).to_radians();
            let turn = Quat::from_rotation_z(side * angle);
            let place = Transform::from_translation(turn * Vec3::NEG_Y * 0.5).with_rotation(turn);
            level.obstacle(dim3::Collider::cuboid(20.0, 1.0, 10.0), place);
        }
        let character = level.character(mover(), person(), at_xy(0.4, 3.0));
        for frame in 0..100 {
            let state = level.step(character, Vec3::new(0.0, -0.05, 0.0));
            assert!(state.is_grounded() || frame < 60, "{frame}");
        }
        assert!(level.state(character).is_grounded(), "{:?}", level.state(character));
        let before = level.place(character);
        level.step(character, Vec3::Y * 0.3);
        assert!((level.place(character).y - before.y - 0.3).abs() < 1e-4);
    }
}

/// At a low frame rate, one move climbs several steps.
#[test]
fn one_move_climbs_several_steps() {
    for rate in [5, 10, 15] {
        let mut level = Level::<Dim3>::at_rate(f64::from(rate));
        cuboid(&mut level, Vec3::NEG_Y * 0.5, Vec3::new(60.0, 1.0, 60.0));
        for step in 0..10 {
            let (low, high) = (0.3 * step as f32, 0.3 * (step + 1) as f32);
            cuboid(&mut level, Vec3::new(low + 5.0, high - 0.15, 0.0), Vec3::new(10.0, 0.3, 4.0));
        }
        let mover = CharacterMover { step_height: 0.4, snap_distance: 0.4, ..mover() };
        let character = level.character(mover, person(), at_xy(-1.0, SOLE));
        for frame in 0..2 * rate {
            let before = level.place(character);
            let state = level.step(character, Vec3::new(4.0, -9.8 / rate as f32, 0.0) / rate as f32);
            assert!(state.is_grounded(), "{rate} Hz, frame {frame}");
            let way = level.place(character).x - before.x;
            assert!((way - 4.0 / rate as f32).abs() < 0.02, "{rate} Hz, frame {frame}: {way}");
        }
        assert!(
            (level.place(character).y - 3.0 - SOLE).abs() < 1e-3,
            "{rate} Hz: {}",
            level.place(character)
        );
    }
}

#[test]
fn a_character_whose_ground_is_taken_away_falls() {
    for way in 0..3 {
        let (mut level, ground) = with_slab(4.0, 4.0);
        let character = level.character(mover(), person(), at_xy(0.0, SOLE));
        assert!(level.step(character, Vec3::NEG_Y * 0.1).is_grounded());
        let world = level.app.world_mut();
        match way {
            0 => _ = world.despawn(ground),
            1 => _ = world.entity_mut(ground).insert(ColliderDisabled),
            _ => _ = world.entity_mut(ground).remove::<dim3::Collider>(),
        }
        let state = level.step(character, Vec3::NEG_Y * 0.1);
        assert!(!state.is_grounded(), "{way}");
        assert!((level.place(character).y - SOLE + 0.1).abs() < 1e-5, "{way}: {}", level.place(character));
    }
}

/// A small jump is not undone by snapping.
#[test]
fn a_rise_leaves_the_ground_however_slow_it_is() {
    let (mut level, _) = with_slab(4.0, 4.0);
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    for frame in 1..=20 {
        let state = level.step(character, Vec3::new(0.01, 0.001, 0.0));
        assert!(!state.is_grounded(), "{frame}");
        assert!((level.place(character).y - SOLE - 0.001 * frame as f32).abs() < 1e-5, "{frame}");
    }
}

/// A scaled, mirrored capsule is an ellipsoid with a waist, and walks as well.
#[test]
fn scaled_and_mirrored_characters_walk_and_climb() {
    for scale in [Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.5, 0.8, 0.7), Vec3::new(0.5, -1.0, 0.5)] {
        let (mut level, _) = with_slab(60.0, 60.0);
        cuboid(&mut level, Vec3::new(6.0, 0.1, 0.0), Vec3::new(8.0, 0.2, 4.0));
        let sole = 0.975 * scale.y.abs() + SKIN;
        let place = at_xy(0.0, sole).with_scale(scale);
        let character = level.character(mover(), person(), place);
        for frame in 0..100 {
            let state = level.step(character, Vec3::new(0.05, -0.02, 0.0));
            assert!(state.is_grounded(), "{scale} {frame}");
            assert!(level.clearance(character) > 0.99 * f64::from(SKIN), "{scale} {frame}");
        }
        let place = level.place(character);
        assert!((place.x - 5.0).abs() < 0.05 && (place.y - 0.2 - sole).abs() < 1e-3, "{scale}: {place}");
    }
}

/// Under a parent that is turned, scaled and mirrored, a way is still one in the world.
#[test]
fn a_character_below_a_parent_moves_in_the_world() {
    let (mut level, _) = with_slab(60.0, 60.0);
    let parent = Transform::from_xyz(1.0, 0.5, -2.0)
        .with_rotation(Quat::from_rotation_y(0.7))
        .with_scale(Vec3::new(-2.0, 2.0, 2.0));
    let parent_entity = level.spawn(parent);
    let local = parent.compute_affine().inverse().transform_point3(Vec3::new(0.0, SOLE, 0.0));
    let place = Transform::from_translation(local).with_scale(Vec3::splat(0.5));
    let character = level.spawn((mover(), person(), place, ChildOf(parent_entity)));
    level.app.update();
    let start = level.place(character);
    level.walk(character, Vec3::new(0.02, -0.01, 0.03), 100);
    let way = level.place(character) - start;
    assert!((way - Vec3::new(2.0, 0.0, 3.0)).length() < 1e-3, "{way}");
    assert!(level.state(character).is_grounded());
}

/// What hangs on a character moves with it in the same frame.
#[test]
fn the_children_of_a_character_are_moved_along_in_the_same_frame() {
    let mut level = Level::<Dim2>::new();
    let mover = CharacterMover::top_down().with_skin(SKIN);
    let character = level.character(mover, dim2::Collider::circle(0.5), Transform::default());
    let sword = (dim2::Collider::rectangle(1.0, 0.1), at_x(0.4), ChildOf(character));
    let sword = level.spawn(sword);
    let target = level.obstacle(dim2::Collider::circle(0.2), at_x(4.0));
    level.app.update();
    level.step(character, Vec2::X * 3.0);
    assert!((level.place(sword) - Vec2::new(3.4, 0.0)).length() < 1e-5, "{}", level.place(sword));
    let collisions = level.app.resource::<Collisions<Dim2>>();
    assert!(collisions.contains(sword, target));
}

/// A tile that juts out of a ceiling stops a jump, and not the way along.
#[test]
fn a_jump_under_a_ceiling_of_tiles_slides_along_it() {
    let mut level = Level::<Dim2>::new();
    for column in -10..30 {
        level.obstacle(dim2::Collider::rectangle(16.0, 16.0), at_xy(16.0 * column as f32, -8.0));
        level.obstacle(dim2::Collider::rectangle(16.0, 16.0), at_xy(16.0 * column as f32, 40.0));
    }
    let mover = CharacterMover::for_height(20.0);
    let character = level.character(mover, dim2::Collider::rectangle(12.0, 20.0), at_xy(0.0, 10.1));
    let mut velocity = Vec2::new(2.0, 5.0);
    let mut hit_ceiling = false;
    for frame in 0..120 {
        let state = level.step(character, velocity);
        hit_ceiling |= state.ceiling.is_some();
        if state.ceiling.is_some() {
            velocity.y = velocity.y.min(0.0);
        }
        velocity.y = if state.is_grounded() { 0.0 } else { velocity.y - 0.2 };
        let place = level.place(character);
        assert!((place.x - 2.0 * (frame + 1) as f32).abs() < 1e-3, "{frame}: {place}");
    }
    assert!(hit_ceiling && level.state(character).is_grounded());
}

/// On one inclined plane of triangles, the ground is there in every frame, wherever the edges of triangles are.
#[test]
fn an_inclined_height_field_is_ground_everywhere() {
    let tangent = 20f32.to_radians().tan();
    let bodies = [person(), dim3::Collider::cuboid(0.6, 1.95, 0.6), dim3::Collider::cylinder(0.3, 1.95)];
    for (index, body) in bodies.into_iter().enumerate() {
        for scale in [Vec3::ONE, Vec3::new(2.0, 0.5, 4.0), Vec3::new(-1.0, 1.0, 1.0)] {
            let mut level = Level::<Dim3>::new();
            for center in [5.0, 15.0] {
                let heights = (0..63).map(|sample| {
                    let x = 10.0 * (sample % 9) as f32 / 8.0 - 5.0;
                    x * scale.x.signum() * tangent / scale.y
                });
                let size = Vec2::new(10.0 / scale.x.abs(), 12.0 / scale.z.abs());
                let place = at_xy(center, center * tangent).with_scale(scale);
                level.obstacle(dim3::Collider::height_field(heights, 9, size), place);
            }
            let start = Transform::from_xyz(1.0, tangent + 1.3, -3.0);
            let character = level.character(mover(), body.clone(), start);
            level.walk(character, Vec3::NEG_Y * 0.1, 10);
            for frame in 1..=320 {
                let before = level.place(character);
                let state = level.step(character, Vec3::new(0.05, -0.02, 0.02));
                let moved = level.place(character) - before;
                let expected = Vec3::new(0.05, 0.05 * tangent, 0.02);
                assert!(state.is_grounded(), "body {index}, {scale}, frame {frame}: {before}");
                assert!(moved.distance(expected) < 1e-3, "body {index}, {scale}, frame {frame}: {moved}");
            }
        }
    }
}
