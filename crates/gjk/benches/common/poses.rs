//! Random poses of pairs: the second shape lies along a random line through the first, at a random gap from where
//! they touch.

use gjk::{Affine2, Affine3A, Space, Support, Vec2, Vec3, cast};

use super::rng::Rng;

/// The number of pairs in a pose set: enough that the branch predictor does not learn them.
const PAIRS: usize = 512;
/// The number of pairs in motion, each with a cache carried from frame to frame.
pub const MOVING_PAIRS: usize = 32;
const FRAMES: usize = 16;

/// A set of poses, by the range of the signed distances of the pairs.
#[derive(Clone, Copy, Debug)]
pub enum PoseSet {
    /// Separated by about their size.
    Apart,
    /// Separated or overlapping by up to 0.02, a fiftieth of their size.
    Near,
    /// Overlapping by a tenth or more of the distance at which they touch.
    Overlap,
}

/// The poses of two shapes, and a direction from the first towards the second.
#[derive(Clone, Copy)]
pub struct Poses<V: Space> {
    /// The pose of the first shape.
    pub a: V::Affine,
    /// The pose of the second shape.
    pub b: V::Affine,
    /// A unit vector.
    pub direction: V,
}

/// A vector type with random poses.
pub trait RandomPose: Space<Scalar = f32, Affine: Copy> {
    /// Returns a unit vector.
    fn direction(rng: &mut Rng) -> Self;
    /// Returns a rotation about the origin.
    fn rotation(rng: &mut Rng) -> Self::Affine;
    /// Returns a map followed by a translation.
    fn translated(affine: Self::Affine, by: Self) -> Self::Affine;
}

impl RandomPose for Vec2 {
    fn direction(rng: &mut Rng) -> Self {
        Self::from_angle(rng.real(-3.2, 3.2))
    }

    fn rotation(rng: &mut Rng) -> Affine2 {
        Affine2::from_angle(rng.real(-3.2, 3.2))
    }

    fn translated(affine: Affine2, by: Self) -> Affine2 {
        Affine2 { translation: affine.translation + by, ..affine }
    }
}

impl RandomPose for Vec3 {
    fn direction(rng: &mut Rng) -> Self {
        rng.rotation() * Self::X
    }

    fn rotation(rng: &mut Rng) -> Affine3A {
        Affine3A::from_quat(rng.rotation())
    }

    fn translated(affine: Affine3A, by: Self) -> Affine3A {
        Affine3A { translation: affine.translation + Affine3A::from_translation(by).translation, ..affine }
    }
}

/// Returns the poses of a set.
pub fn random<V: RandomPose>(a: &impl Support<V>, b: &impl Support<V>, pose_set: PoseSet) -> Vec<Poses<V>> {
    let rng = &mut Rng(0x9e37_79b9_7f4a_7c15);
    (0..PAIRS).map(|_| random_poses(a, b, pose_set, rng)).collect()
}

/// Returns the poses of the pairs in motion, frame after frame: the second shape moves on a small ellipse.
pub fn moving<V: RandomPose>(a: &impl Support<V>, b: &impl Support<V>, pose_set: PoseSet) -> Vec<Poses<V>> {
    let rng = &mut Rng(0x2545_f491_4f6c_dd1d);
    let pairs: Vec<_> = (0..MOVING_PAIRS)
        .map(|_| (random_poses(a, b, pose_set, rng), V::direction(rng) * 0.03, V::direction(rng) * 0.03))
        .collect();
    let frame = |number: usize| {
        let (sine, cosine) = (std::f32::consts::TAU * number as f32 / FRAMES as f32).sin_cos();
        pairs.iter().map(move |&(poses, across, along)| Poses {
            b: V::translated(poses.b, across * cosine + along * sine),
            ..poses
        })
    };
    (0..FRAMES).flat_map(frame).collect()
}

/// Returns random poses of a pair at the distance of a pose set.
fn random_poses<V: RandomPose>(
    a: &impl Support<V>,
    b: &impl Support<V>,
    pose_set: PoseSet,
    rng: &mut Rng,
) -> Poses<V> {
    let (rotation_a, rotation_b, direction) = (V::rotation(rng), V::rotation(rng), V::direction(rng));
    // A cast of the second shape towards the first finds the distance at which they touch.
    let (far, fixed) = (8.0, V::ZERO);
    let start = V::translated(rotation_b, direction * far);
    let hit = cast(&a.placed(rotation_a), fixed, &b.placed(start), -direction, far).unwrap();
    let touching = far - hit.time;
    let gap = match pose_set {
        PoseSet::Apart => rng.real(0.2, 1.5),
        PoseSet::Near => rng.real(-0.02, 0.02),
        PoseSet::Overlap => -touching * rng.real(0.1, 0.6),
    };
    let position = V::direction(rng) * rng.real(0.0, 10.0);
    Poses {
        a: V::translated(rotation_a, position),
        b: V::translated(rotation_b, position + direction * (touching + gap)),
        direction,
    }
}
