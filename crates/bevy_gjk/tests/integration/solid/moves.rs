//! Moves and pushes out of closed meshes.

use gjk::{Affine3A, Capsule3, Cuboid, Sphere};

use super::meshes::{ClosedMesh, rock};
use crate::common::prelude::*;

#[test]
fn a_shape_is_pushed_out_of_a_solid_from_anywhere_inside() {
    let mut random = Random(5);
    let settings = MoveSettings::default();
    for (name, mesh) in ClosedMesh::samples() {
        let mut app = app();
        app.spawn((mesh.collider(), Transform::default()));
        let query = app.query_after_update::<Dim3>();
        let (mut pushed, mut crushed) = (0, 0);
        for _ in 0..40 {
            let at = Vec3::new(random.range(-3.0, 3.0), random.range(-2.0, 2.0), random.range(-3.0, 3.0));
            let pose = Affine3A::from_translation(at);
            let (ball, capsule, cuboid) =
                (Sphere::new(0.2), Capsule3::new(0.3, 0.15), Cuboid::new(0.3, 0.5, 0.2));
            let push = |shape: &dyn Fn() -> PushResult<Dim3>| shape();
            let results = [
                push(&|| query.depenetrate(&ball, pose, &settings, &QueryFilter::ALL)),
                push(&|| query.depenetrate(&capsule, pose, &settings, &QueryFilter::ALL)),
                push(&|| query.depenetrate(&cuboid, pose, &settings, &QueryFilter::ALL)),
            ];
            let touches = |pose: Affine3A| {
                [
                    query.intersects(&ball.placed(pose), &QueryFilter::ALL),
                    query.intersects(&capsule.placed(pose), &QueryFilter::ALL),
                    query.intersects(&cuboid.placed(pose), &QueryFilter::ALL),
                ]
            };
            let before = touches(pose);
            for (index, result) in results.into_iter().enumerate() {
                if result.end != MoveEnd::Arrived {
                    crushed += 1;
                    continue;
                }
                let after = touches(Affine3A::from_translation(result.translation))[index];
                assert!(!after, "{name} {at} {index}: {result:?}");
                assert!(!before[index] || result.pushed != Vec3::ZERO);
                pushed += u32::from(before[index]);
            }
        }
        assert!(crushed * 10 <= pushed, "{name}: {crushed} crushed of {pushed}");
    }
}

#[test]
fn a_character_that_is_spawned_in_a_rock_comes_out_and_walks_on() {
    let mut app = app();
    let rock = ClosedMesh::cuboid(Vec3::new(-10.0, -4.0, -10.0), Vec3::new(10.0, 0.0, 10.0));
    app.spawn((rock.collider(), Transform::default()));
    let body = (dim3::Collider::capsule(0.3, 1.0), Transform::from_xyz(1.0, -1.5, 2.0));
    let walker = app.spawn((body, CharacterMover::<Dim3>::default()));
    for frame in 0..240 {
        let motion = if frame > 20 { Vec3::new(0.02, -0.02, 0.0) } else { Vec3::NEG_Y * 0.02 };
        app.get_mut::<MoverMotion<Dim3>>(walker).displacement = motion;
        app.update();
    }
    let at = app.get::<Transform>(walker).translation;
    assert!((at.y - 0.8).abs() < 0.02, "{at}");
    assert!(at.x > 3.0, "{at}");
    assert!(app.get::<MoverState<Dim3>>(walker).ground.is_some());
}

#[test]
fn a_slide_in_the_room_of_a_dungeon_stays_there() {
    let mut app = app();
    let dungeon = ClosedMesh::cuboid(Vec3::splat(-6.0), Vec3::splat(6.0))
        .with(ClosedMesh::bumpy_ball(40, 20, 0.2).turned().moved(4.0, Vec3::ZERO));
    app.spawn((dungeon.collider(), Transform::default()));
    let query = app.query_after_update::<Dim3>();
    let mut random = Random(3);
    let ball = Sphere::new(0.3);
    let mut at = Vec3::ZERO;
    for _ in 0..300 {
        let motion = Vec3::new(random.range(-3.0, 3.0), random.range(-3.0, 3.0), random.range(-3.0, 3.0));
        let (pose, settings) = (Affine3A::from_translation(at), MoveSettings::default());
        let moved = query.move_and_slide(&ball, pose, motion, &settings, &QueryFilter::ALL);
        at = moved.translation;
        assert!(!query.intersects(&ball.placed(Affine3A::from_translation(at)), &QueryFilter::ALL), "{at}");
        assert!(at.length() < 5.0, "{at}");
    }
}

/// From inside, a cast leaves a closed mesh through its faces, and hits what is behind it, or is stopped at once.
#[test]
fn a_cast_leaves_a_closed_mesh() {
    let mut app = app();
    let rock = app.spawn((rock(2.0), Transform::default()));
    let wall = app.spawn((dim3::Collider::cuboid(1.0, 4.0, 4.0), at_x(6.0)));
    let query = app.query_after_update::<Dim3>();
    let cast = |x: f32, direction: Dir3| {
        let ball = Sphere::new(0.25).placed(Affine3A::from_translation(Vec3::new(x, 0.1, 0.2)));
        let hit = query.cast_shape_leaving(&ball, direction, 20.0, &QueryFilter::ALL);
        hit.map(|hit| (hit.entity, (hit.distance * 100.0).round() / 100.0))
    };
    assert_eq!(cast(1.0, Dir3::X), Some((wall, 4.25)));
    assert_eq!(cast(1.0, Dir3::NEG_X), Some((rock, 0.0)));
    assert_eq!(cast(1.0, Dir3::Y), None);
    assert_eq!(cast(-1.0, Dir3::NEG_X), None);
    assert_eq!(cast(-5.0, Dir3::X), Some((rock, 2.75)));
}

/// A block of 4 by 4 by 4 around the origin, as a mesh and as a convex shape.
fn blocks() -> [dim3::Collider; 2] {
    [rock(2.0), dim3::Collider::cuboid(4.0, 4.0, 4.0)]
}

/// Returns where a character at a place ends, run by run, while a block is moved.
fn ends(block: dim3::Collider, start: Vec3, ways: &[Transform]) -> Vec<(Vec3, MoveEnd)> {
    let mut app = app();
    let platform = app.spawn((block, ways[0]));
    app.update();
    let body = (dim3::Collider::capsule(0.2, 0.6), at_point(start));
    let walker = app.spawn((body, CharacterMover::<Dim3>::top_down()));
    let mut ends = Vec::new();
    for &way in &ways[1..] {
        app.update_at(platform, way);
        ends.push((app.get::<Transform>(walker).translation, app.get::<MoverState<Dim3>>(walker).end));
    }
    ends
}

#[test]
fn a_character_in_a_closed_mesh_that_moves_comes_out_as_of_a_convex_platform() {
    let at = |x: f32, y: f32| at_xy(x, y);
    let turned = |angle: f32| at(0.0, 0.0).with_rotation(Quat::from_rotation_y(angle));
    let cases: [(&str, Vec3, Vec<Transform>); 5] = [
        ("spawned in", Vec3::new(1.0, 0.1, 0.2), (0..4).map(|run| at(0.1 * run as f32, 0.0)).collect()),
        ("moves away", Vec3::new(1.0, 0.1, 0.2), vec![at(0.0, 0.0), at(9.0, 0.0), at(18.0, 0.0)]),
        ("drawn over it", Vec3::new(0.3, 0.1, 0.9), vec![at(-9.0, 0.0), at(0.0, 0.0), at(0.1, 0.0)]),
        ("rises", Vec3::new(0.2, 1.0, 0.3), vec![at(0.0, 0.0), at(0.0, 0.2), at(0.0, 0.4)]),
        ("turns", Vec3::new(0.9, 0.1, 0.2), vec![turned(0.0), turned(0.1), turned(0.2)]),
    ];
    for (name, start, ways) in cases {
        let [of_mesh, of_convex] = blocks().map(|block| ends(block, start, &ways));
        for ((one, end), (other, other_end)) in of_mesh.iter().zip(&of_convex) {
            assert!(one.distance(*other) < 2e-3, "{name}: {of_mesh:?} and {of_convex:?}");
            assert_eq!(end, other_end, "{name}");
        }
        assert!(of_mesh[0].0 != start || name == "moves away", "{name}: {of_mesh:?}");
    }
}
