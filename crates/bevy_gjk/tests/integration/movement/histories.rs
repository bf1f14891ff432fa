//! Moves depend on nothing but the world: not on the order of a tree, or on which colliders count as static.

use gjk::{Affine, Ball};

use crate::common::histories::{HISTORIES, after};
use crate::common::prelude::*;

/// Returns colliders at random places around the origin, between two distances from it, with sizes up to a limit.
fn crowd<D: Spatial>(
    random: &mut Random,
    count: u32,
    [least, reach, size]: [f32; 3],
) -> Vec<(D::Collider, Transform)> {
    (0..count)
        .map(|_| {
            let size = size * random.range(0.4, 1.0);
            let part = |x, shape| ColliderPart { transform: at_x(x), shape };
            let collider = match random.below(3) {
                0 => D::ball(size),
                1 => D::cuboid(Vec3::splat(size)),
                _ => D::compound(vec![
                    part(-0.5 * size, D::ball(0.6 * size)),
                    part(0.5 * size, D::cuboid(Vec3::splat(0.5 * size))),
                ]),
            };
            let at = point(random, reach);
            let away = (least / at.truncate().length()).max(1.0);
            let mut place = at_point(at * away);
            place.rotate_z(random.range(-3.0, 3.0) * f32::from(random.below(2) as u8));
            (collider, place)
        })
        .collect()
}

/// Returns the text of what moves come to in a crowd: of a character that is pushed out and walks on, and of shapes.
fn moves<D: Spatial>(app: &mut App, seed: u64) -> Vec<String> {
    let mut random = Random(seed);
    let mut motion = || D::vector(point(&mut random, 0.4));
    let mut lines = Vec::new();
    let shape = D::cuboid(Vec3::new(0.3, 0.6, 0.3));
    let character = app.spawn((CharacterMover::<D>::default(), shape, Transform::default()));
    for _ in 0..4 {
        app.update_with(character, MoverMotion::<D>::new(motion()));
        let MoverState { moved, pushed, ground, wall, hits, end, .. } = app.get::<MoverState<D>>(character);
        lines.push(format!("{moved:?} {pushed:?} {ground:?} {wall:?} {hits:?} {end:?}"));
        lines.push(format!("{:?}", app.get::<Transform>(character).translation));
    }
    app.despawn(character);
    app.update();
    let (ball, start) = (Ball::<D::Vector>::new(0.3), Affine::IDENTITY);
    let query = app.query::<D>();
    let pushed = query.mover(&ball, start).push_out();
    let slid = query.mover(&ball, start.with_translation(pushed.translation)).slide(motion());
    lines.push(format!("{pushed:?} {slid:?}"));
    lines
}

fn are_the_same_after_each_history<D: Spatial>(count: u32, sizes: [f32; 3], seeds: u64) {
    let mut moved = 0;
    for seed in 0..seeds {
        let mut random = Random(seed);
        let scene = crowd::<D>(&mut random, count, sizes);
        let mut expected = None;
        for history in 0..HISTORIES {
            let (mut app, _) = after::<D>(history, &scene, &mut random);
            let found = moves::<D>(&mut app, seed);
            let expected = expected.get_or_insert_with(|| found.clone());
            assert_eq!(found, *expected, "{} {count} {sizes:?}, seed {seed}, history {history}", D::NAME);
        }
        moved += expected.map_or(0, |lines| u64::from(lines[1] != lines[3]));
    }
    assert!(moved > 0, "none moves");
}

/// A push out of large parts leads farther than the parts around the start are collected.
#[test]
fn pushes_out_of_large_parts_do_not_depend_on_trees() {
    are_the_same_after_each_history::<Dim2>(7, [0.0, 1.2, 1.6], 24);
    are_the_same_after_each_history::<Dim3>(7, [0.0, 1.2, 1.6], 12);
}

/// More parts than a move stores.
#[test]
fn moves_among_many_parts_do_not_depend_on_trees() {
    are_the_same_after_each_history::<Dim2>(130, [0.8, 1.4, 0.1], 6);
    are_the_same_after_each_history::<Dim3>(140, [0.9, 1.3, 0.15], 3);
}
