//! Batches: `batch::intersects` answers each pair once, as `intersects` does in a loop, whatever shapes are
//! mixed.

use std::f32::consts::PI;

use gjk::{Affine3A, Capsule3, Cuboid, Mat3, Query, Sphere, Support, Vec3, batch, intersects};

use crate::common::Rng;

/// Returns a box, rounded plate, sphere or capsule of about `size` at `place`, half of them under a quarter
/// turn, a shear or a mirror.
fn random_shape(rng: &mut Rng, size: f32, place: Vec3) -> Box<dyn Support<Vec3>> {
    let mut length = || rng.real(0.1, 1.0) * size;
    let (x, y, z) = (length(), length(), length());
    let mut matrix = Mat3::from_quat(rng.rotation());
    match rng.below(4) {
        0 => matrix = Mat3::from_rotation_z(rng.below(8) as f32 * PI / 4.0),
        1 => matrix *= Mat3::from_diagonal(rng.vec3(2.0)) * Mat3::from_quat(rng.rotation()),
        _ => {}
    }
    let affine = Affine3A::from_mat3_translation(matrix, place);
    match rng.below(6) {
        0..3 => Box::new(Cuboid::new(x, y, z).placed(affine)),
        3 => Box::new(Sphere::new(x).placed(affine)),
        4 => Box::new(Cuboid::new(x, 0.0, z).rounded(y).placed(affine)),
        _ => Box::new(Capsule3::new(x, y).placed(affine)),
    }
}

#[test]
fn a_batch_answers_as_a_loop_does() {
    let rng = &mut Rng(11);
    for round in 0..400 {
        let size = [1.0, 1e-6, 1e-3, 1e4, 1e7][round % 5];
        let far = rng.vec3(1000.0) * size;
        let pairs: Vec<_> = (0..rng.below(100))
            .map(|_| {
                let ratio = [1.0, 1.0, 1.0, 1e-3][rng.below(4) as usize];
                let place = far + rng.vec3(2.0) * size;
                (random_shape(rng, size, far), random_shape(rng, size * ratio, place))
            })
            .collect();
        let mut answers = vec![None; pairs.len()];
        batch::intersects(pairs.iter().map(|(a, b)| Query::new(a, b)), |index, touching| {
            assert!(answers[index].replace(touching).is_none(), "pair {index} is answered twice");
        });
        for ((a, b), touching) in pairs.iter().zip(answers) {
            assert_eq!(touching, Some(intersects(a, b)), "round {round}");
        }
    }
}

/// Boxes stacked with a gap or overlap of 0 to 1e-3, at and near angles at which edges are parallel.
#[test]
fn a_batch_of_nearly_touching_boxes_answers_as_a_loop_does() {
    let rng = &mut Rng(12);
    let mut boxes = Vec::new();
    for _ in 0..4000 {
        let turn = rng.below(4) as f32 * PI / 4.0 + [0.0, 1e-6, 1e-4, 1e-3][rng.below(4) as usize];
        let gap = [0.0, 1e-7, 1e-6, 1e-5, 1e-3, -1e-6, -1e-5, -1e-3][rng.below(8) as usize];
        let upper = Affine3A::from_rotation_y(turn) * Affine3A::from_rotation_x(rng.real(-1e-6, 1e-6));
        let upper = Affine3A::from_translation(Vec3::new(rng.real(-1.0, 1.0), 1.0 + gap, 0.3)) * upper;
        boxes.push(Cuboid::new(1.0, 1.0, 2.0).placed(upper));
    }
    let floor = Cuboid::new(2.0, 1.0, 2.0);
    let mut count = 0;
    batch::intersects(boxes.iter().map(|upper| Query::new(&floor, upper)), |index, touching| {
        assert_eq!(touching, intersects(&floor, &boxes[index]), "{index}");
        count += usize::from(touching);
    });
    assert!((1000..3000).contains(&count), "{count}");
}

#[test]
fn a_box_at_nan_touches_nothing_and_leaves_the_batch_intact() {
    let at_nan = Cuboid::new(1.0, 1.0, 1.0).placed(Affine3A::from_translation(Vec3::NAN));
    let fine = Cuboid::new(1.0, 1.0, 1.0).placed(Affine3A::IDENTITY);
    batch::intersects([Query::new(&at_nan, &fine), Query::new(&fine, &fine)], |index, touching| {
        assert_eq!(touching, index == 1);
    });
}
