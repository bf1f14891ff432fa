//! A batch answers as the loop does, whatever is in it.

mod common;

use std::f32::consts::PI;

use common::Dice;
use gjk::{Affine3A, Capsule3, Cuboid, Mat3, Query, Sphere, Support, Vec3, batch, intersects};

/// Boxes, capsules, spheres and points of any size, in any company, under any map.
fn solid(dice: &mut Dice, size: f32, place: Vec3) -> Box<dyn Support<Vec3>> {
    let mut length = || dice.real(0.1, 1.0) * size;
    let (x, y, z) = (length(), length(), length());
    let mut matrix = Mat3::from_quat(dice.rotation());
    match dice.below(4) {
        0 => matrix = Mat3::from_rotation_z(dice.below(8) as f32 * PI / 4.0),
        1 => matrix *= Mat3::from_diagonal(dice.vec3(2.0)) * Mat3::from_quat(dice.rotation()),
        _ => {}
    }
    let affine = Affine3A::from_mat3_translation(matrix, place);
    match dice.below(6) {
        0..3 => Box::new(Cuboid::new(x, y, z).placed(affine)),
        3 => Box::new(Sphere::new(x).placed(affine)),
        4 => Box::new(Cuboid::new(x, 0.0, z).rounded(y).placed(affine)),
        _ => Box::new(Capsule3::new(x, y).placed(affine)),
    }
}

#[test]
fn as_in_a_loop() {
    let dice = &mut Dice(11);
    for round in 0..400 {
        let size = [1.0, 1e-6, 1e-3, 1e4, 1e7][round % 5];
        let far = dice.vec3(1000.0) * size;
        let pairs: Vec<_> = (0..dice.below(100))
            .map(|_| {
                let ratio = [1.0, 1.0, 1.0, 1e-3][dice.below(4) as usize];
                let place = far + dice.vec3(2.0) * size;
                (solid(dice, size, far), solid(dice, size * ratio, place))
            })
            .collect();
        let mut answers = vec![None; pairs.len()];
        batch::intersects(pairs.iter().map(|(a, b)| Query::new(a, b)), |index, meets| {
            assert!(answers[index].replace(meets).is_none(), "answered once");
        });
        for ((a, b), meets) in pairs.iter().zip(answers) {
            assert_eq!(meets, Some(intersects(a, b)), "round {round}");
        }
    }
}

/// Boxes on each other, edges along each other, and what is a hair from it.
#[test]
fn about_touching() {
    let dice = &mut Dice(12);
    let mut boxes = Vec::new();
    for _ in 0..4000 {
        let turn = dice.below(4) as f32 * PI / 4.0 + [0.0, 1e-6, 1e-4, 1e-3][dice.below(4) as usize];
        let gap = [0.0, 1e-7, 1e-6, 1e-5, 1e-3, -1e-6, -1e-5, -1e-3][dice.below(8) as usize];
        let upper = Affine3A::from_rotation_y(turn) * Affine3A::from_rotation_x(dice.real(-1e-6, 1e-6));
        let upper = Affine3A::from_translation(Vec3::new(dice.real(-1.0, 1.0), 1.0 + gap, 0.3)) * upper;
        boxes.push(Cuboid::new(1.0, 1.0, 2.0).placed(upper));
    }
    let floor = Cuboid::new(2.0, 1.0, 2.0);
    let mut count = 0;
    batch::intersects(boxes.iter().map(|upper| Query::new(&floor, upper)), |index, meets| {
        assert_eq!(meets, intersects(&floor, &boxes[index]), "{index}");
        count += usize::from(meets);
    });
    assert!((1000..3000).contains(&count), "{count}");
}

#[test]
fn not_a_number() {
    let nowhere = Cuboid::new(1.0, 1.0, 1.0).placed(Affine3A::from_translation(Vec3::NAN));
    let here = Cuboid::new(1.0, 1.0, 1.0).placed(Affine3A::IDENTITY);
    batch::intersects([Query::new(&nowhere, &here), Query::new(&here, &here)], |index, meets| {
        assert_eq!(meets, index == 1);
    });
}
