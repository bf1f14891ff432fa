//! Ground that is made of many parts, changes its slope, or is taken away.

use super::person::mover_to_45_degrees as mover;
use super::prelude::*;

/// Nothing at the seams of triangles counts as ground where all of them are steep.
#[test]
fn the_seams_of_a_steep_mesh_are_no_ground() {
    for (degrees, direction) in each2([50, 60, 75], [Vec2::X, Vec2::new(0.6, 0.8)]) {
        let tangent = (degrees as f32).to_radians().tan();
        let height = |x, z| tangent * Vec2::new(x, z).dot(direction);
        let [_, (_, mesh)] = terrain([25, 25], Vec2::splat(0.5), &height);
        let mut level = Level::<Dim3>::new();
        level.obstacle(mesh, Transform::IDENTITY);
        let character = level.character(mover(), person(), Transform::from_xyz(0.1, 2.0, 0.05));
        for _ in 0..150 {
            assert!(!level.step(character, Vec3::new(0.01, -0.03, 0.004)).is_grounded());
        }
    }
}

/// A wall of stacked boxes has edges that face up, with a box above each.
#[test]
fn a_fall_along_a_wall_of_boxes_does_not_stop_at_its_seams() {
    let mut level = Level::<Dim3>::new();
    for (row, column) in each2(0..20, -2..=2) {
        level.cuboid(Vec3::new(1.0, row as f32, column as f32), Vec3::ONE);
    }
    let character = level.character(mover(), person(), at_xy(0.1, 15.0));
    for _ in 0..100 {
        let before = level.place(character);
        let state = level.step(character, Vec3::new(0.05, -0.1, 0.01));
        let way = level.place(character) - before;
        assert!(!state.is_grounded());
        assert!((way.y + 0.1).abs() < 1e-5 && (way.z - 0.01).abs() < 1e-5, "{way}");
    }
    assert!(level.state(character).wall.is_some());
}

#[test]
fn a_walk_over_hills_is_grounded_in_each_frame_and_keeps_its_level_speed() {
    let height = |x: f32, z: f32| (0.9 * x).sin() * 0.5 + (0.7 * z).cos() * 0.4;
    let ground = terrain([41, 41], Vec2::splat(0.4), &height);
    for (kind, (_, body)) in each2([0, 1], bodies()) {
        let mut level = Level::<Dim3>::new();
        level.obstacle(ground[kind].1.clone(), Transform::IDENTITY);
        let character = level.character(mover(), body, Transform::from_xyz(-6.0, 3.0, -5.0));
        level.walk(character, Vec3::NEG_Y * 0.1, 60);
        let start = level.place(character);
        for frame in 1..=200 {
            level.walk_on_ground(character, Vec3::new(0.05, -0.02, 0.04), 1);
            let expected = start + frame as f32 * Vec3::new(0.05, 0.0, 0.04);
            assert_near(level.place(character).with_y(0.0), expected.with_y(0.0), 1e-3);
            level.assert_clear(character, 0.99);
        }
    }
}

/// From a slope that is walkable onto one that is not.
#[test]
fn a_walk_up_a_slope_stops_where_it_gets_too_steep() {
    let [low, high] = [30f32, 60.0].map(|degrees| degrees.to_radians().tan());
    let corners = [(-5.0, -5.0 * low), (0.0, 0.0), (5.0, 5.0 * high)];
    let mut level = Level::<Dim3>::new();
    for pair in corners.windows(2) {
        let points = [pair[0], pair[1], (pair[1].0, -4.0), (pair[0].0, -4.0)];
        let hull = points.into_iter().flat_map(|(x, y)| [-3.0, 3.0].map(|z| Vec3::new(x, y, z)));
        level.obstacle(dim3::Collider::hull(hull), Transform::IDENTITY);
    }
    let character = level.character(mover(), person(), at_xy(-3.0, 0.5));
    level.walk(character, Vec3::new(0.05, -0.05, 0.0), 102);
    let rest = level.place(character);
    assert!(rest.x < 0.1);
    for _ in 102..200 {
        let state = level.step(character, Vec3::new(0.05, -0.05, 0.0));
        assert!(state.is_grounded() && state.wall.is_some());
        assert_near(level.place(character), rest, 1e-5);
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
        was_grounded |= level.step(character, Vec3::new(0.03, -0.08, 0.0)).is_grounded();
        level.assert_clear(character, 0.99);
    }
    let place = level.place(character);
    assert!(was_grounded && !level.state(character).is_grounded());
    assert!(place.x > 1.0 && place.y < -0.5, "{place}");
}

/// At a low frame rate, one move climbs several steps.
#[test]
fn one_move_climbs_several_steps() {
    for rate in each([5, 10, 15]) {
        let mut level = Level::<Dim3>::at_rate(rate);
        level.floor();
        for step in 0..10 {
            let (low, high) = (0.3 * step as f32, 0.3 * (step + 1) as f32);
            level.cuboid(Vec3::new(low + 5.0, high - 0.15, 0.0), Vec3::new(10.0, 0.3, 4.0));
        }
        let mover = CharacterMover { step_height: 0.4, snap_distance: 0.4, ..mover() };
        let character = level.character(mover, person(), at_xy(-1.0, SOLE));
        for _ in 0..2 * rate {
            let before = level.place(character);
            level.walk_on_ground(character, Vec3::new(4.0, -9.8 / rate as f32, 0.0) / rate as f32, 1);
            assert_near(level.place(character).x - before.x, 4.0 / rate as f32, 0.02);
        }
        assert_near(level.place(character).y, 3.0 + SOLE, 1e-3);
    }
}

#[test]
fn a_character_whose_ground_is_taken_away_falls() {
    let ways: [(&str, fn(EntityWorldMut)); 3] = [
        ("despawned", |ground| ground.despawn()),
        ("disabled", |mut ground| _ = ground.insert(ColliderDisabled)),
        ("without a collider", |mut ground| _ = ground.remove::<dim3::Collider>()),
    ];
    for (_, take_away) in each(ways) {
        let (mut level, ground) = with_slab(4.0, 4.0);
        let character = level.character(mover(), person(), at_xy(0.0, SOLE));
        level.walk_on_ground(character, Vec3::NEG_Y * 0.1, 1);
        take_away(level.app.world_mut().entity_mut(ground));
        let state = level.step(character, Vec3::NEG_Y * 0.1);
        assert!(!state.is_grounded());
        assert_near(level.place(character).y, SOLE - 0.1, 1e-5);
    }
}

/// A small jump is not undone by snapping.
#[test]
fn a_rise_leaves_the_ground_however_slow_it_is() {
    let (mut level, _) = with_slab(4.0, 4.0);
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    for frame in 1..=20 {
        assert!(!level.step(character, Vec3::new(0.01, 0.001, 0.0)).is_grounded());
        assert_near(level.place(character).y, SOLE + 0.001 * frame as f32, 1e-5);
    }
}

/// A scaled, mirrored capsule is an ellipsoid with a waist, and walks as well.
#[test]
fn scaled_and_mirrored_characters_walk_and_climb() {
    let scales = [Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.5, 0.8, 0.7), Vec3::new(0.5, -1.0, 0.5)];
    for scale in each(scales) {
        let (mut level, _) = with_slab(60.0, 60.0);
        level.cuboid(Vec3::new(6.0, 0.1, 0.0), Vec3::new(8.0, 0.2, 4.0));
        let sole = 0.975 * scale.y.abs() + SKIN;
        let character = level.character(mover(), person(), at_xy(0.0, sole).with_scale(scale));
        level.walk_clear(character, Vec3::new(0.05, -0.02, 0.0), 100, 0.99);
        assert_near(level.place(character).x, 5.0, 0.05);
        assert_near(level.place(character).y, 0.2 + sole, 1e-3);
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
    let place = at_point(local).with_scale(Vec3::splat(0.5));
    let character = level.spawn((mover(), person(), place, ChildOf(parent_entity)));
    level.app.update();
    let start = level.place(character);
    level.walk(character, Vec3::new(0.02, -0.01, 0.03), 100);
    assert_near(level.place(character) - start, Vec3::new(2.0, 0.0, 3.0), 1e-3);
    assert!(level.state(character).is_grounded());
}

/// What hangs on a character moves with it in the same frame.
#[test]
fn the_children_of_a_character_are_moved_along_in_the_same_frame() {
    let mut level = Level::<Dim2>::new();
    let mover = CharacterMover::top_down().with_skin(SKIN);
    let character = level.character(mover, dim2::Collider::circle(0.5), Transform::default());
    let sword = level.spawn((dim2::Collider::rectangle(1.0, 0.1), at_x(0.4), ChildOf(character)));
    let target = level.obstacle(dim2::Collider::circle(0.2), at_x(4.0));
    level.app.update();
    level.step(character, Vec2::X * 3.0);
    assert_near(level.place(sword), Vec2::new(3.4, 0.0), 1e-5);
    assert!(level.app.resource::<Collisions<Dim2>>().contains(sword, target));
}

/// A tile that juts out of a ceiling stops a jump, and not the way along.
#[test]
fn a_jump_under_a_ceiling_of_tiles_slides_along_it() {
    let mut level = Level::<Dim2>::new();
    for (column, height) in each2(-10..30, [-8.0, 40.0]) {
        level.obstacle(dim2::Collider::rectangle(16.0, 16.0), at_xy(16.0 * column as f32, height));
    }
    let mover = CharacterMover::for_height(20.0);
    let character = level.character(mover, dim2::Collider::rectangle(12.0, 20.0), at_xy(0.0, 10.1));
    let mut velocity = Vec2::new(2.0, 5.0);
    let mut hit_ceiling = false;
    for frame in 1..=120 {
        let state = level.step(character, velocity);
        if state.ceiling.is_some() {
            hit_ceiling = true;
            velocity.y = velocity.y.min(0.0);
        }
        velocity.y = if state.is_grounded() { 0.0 } else { velocity.y - 0.2 };
        assert_near(level.place(character).x, 2.0 * frame as f32, 1e-3);
    }
    assert!(hit_ceiling && level.state(character).is_grounded());
}

/// On one inclined plane of triangles, the ground is there in every frame, wherever the edges of triangles are.
#[test]
fn an_inclined_height_field_is_ground_everywhere() {
    let tangent = 20f32.to_radians().tan();
    let scales = [Vec3::ONE, Vec3::new(2.0, 0.5, 4.0), Vec3::new(-1.0, 1.0, 1.0)];
    for ((_, body), scale) in each2(bodies(), scales) {
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
        let character = level.character(mover(), body, Transform::from_xyz(1.0, tangent + 1.3, -3.0));
        level.walk(character, Vec3::NEG_Y * 0.1, 10);
        for _ in 0..320 {
            let before = level.place(character);
            level.walk_on_ground(character, Vec3::new(0.05, -0.02, 0.02), 1);
            let expected = Vec3::new(0.05, 0.05 * tangent, 0.02);
            assert_near(level.place(character) - before, expected, 1e-3);
        }
    }
}
