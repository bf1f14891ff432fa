//! Where the shapes of a pair are: along a random line through the first, by a gap from where they touch.

use gjk::{Affine2, Affine3A, Space, Support, Vec2, Vec3, cast};

use super::dice::Dice;

/// How many pairs there are in a mix: enough that the processor does not learn them by heart.
const PAIRS: usize = 512;
/// How many pairs move, for what is kept from frame to frame.
pub const MOVING_PAIRS: usize = 32;
const FRAMES: usize = 16;

/// How far apart the two are.
#[derive(Clone, Copy, Debug)]
pub enum Mix {
    /// By about their size.
    Apart,
    /// Within a fiftieth of a unit, or overlapping by less than that.
    Near,
    /// Not at all.
    Overlap,
}

/// Where two shapes are, and a direction from the first towards the second.
#[derive(Clone, Copy)]
pub struct Poses<V: Space> {
    /// The first.
    pub a: V::Affine,
    /// The second.
    pub b: V::Affine,
    /// A unit vector.
    pub direction: V,
}

/// The plane or space, as a place for random poses.
pub trait Place: Space<Scalar = f32, Affine: Copy> {
    /// A unit vector.
    fn direction(dice: &mut Dice) -> Self;
    /// A rotation about the origin.
    fn turned(dice: &mut Dice) -> Self::Affine;
    /// The same, somewhere else.
    fn placed_rigidly(affine: Self::Affine, by: Self) -> Self::Affine;
}

impl Place for Vec2 {
    fn direction(dice: &mut Dice) -> Self {
        Self::from_angle(dice.real(-3.2, 3.2))
    }

    fn turned(dice: &mut Dice) -> Affine2 {
        Affine2::from_angle(dice.real(-3.2, 3.2))
    }

    fn placed_rigidly(affine: Affine2, by: Self) -> Affine2 {
        Affine2 { translation: affine.translation + by, ..affine }
    }
}

impl Place for Vec3 {
    fn direction(dice: &mut Dice) -> Self {
        dice.rotation() * Self::X
    }

    fn turned(dice: &mut Dice) -> Affine3A {
        Affine3A::from_quat(dice.rotation())
    }

    fn placed_rigidly(affine: Affine3A, by: Self) -> Affine3A {
        Affine3A { translation: affine.translation + Affine3A::from_translation(by).translation, ..affine }
    }
}

/// The poses of a mix.
pub fn random<V: Place>(a: &impl Support<V>, b: &impl Support<V>, mix: Mix) -> Vec<Poses<V>> {
    let dice = &mut Dice(0x9e37_79b9_7f4a_7c15);
    (0..PAIRS).map(|_| placed(a, b, mix, dice)).collect()
}

/// Frames of the pairs in motion, one after the other: the second shape circles a little.
pub fn moving<V: Place>(a: &impl Support<V>, b: &impl Support<V>, mix: Mix) -> Vec<Poses<V>> {
    let dice = &mut Dice(0x2545_f491_4f6c_dd1d);
    let pairs: Vec<_> = (0..MOVING_PAIRS)
        .map(|_| (placed(a, b, mix, dice), V::direction(dice) * 0.03, V::direction(dice) * 0.03))
        .collect();
    let frame = |number: usize| {
        let (sine, cosine) = (std::f32::consts::TAU * number as f32 / FRAMES as f32).sin_cos();
        pairs.iter().map(move |&(poses, across, along)| Poses {
            b: V::moved(poses.b, across * cosine + along * sine),
            ..poses
        })
    };
    (0..FRAMES).flat_map(frame).collect()
}

fn placed<V: Place>(a: &impl Support<V>, b: &impl Support<V>, mix: Mix, dice: &mut Dice) -> Poses<V> {
    let (turned_a, turned_b, direction) = (V::turned(dice), V::turned(dice), V::direction(dice));
    // Where they touch is where the second would hit the first on its way.
    let (far, fixed) = (8.0, V::ZERO);
    let there = V::moved(turned_b, direction * far);
    let hit = cast(&a.placed(turned_a), fixed, &b.placed(there), -direction, far).unwrap();
    let touching = far - hit.time;
    let gap = match mix {
        Mix::Apart => dice.real(0.2, 1.5),
        Mix::Near => dice.real(-0.02, 0.02),
        Mix::Overlap => -touching * dice.real(0.1, 0.6),
    };
    let place = V::direction(dice) * dice.real(0.0, 10.0);
    Poses {
        a: V::moved(turned_a, place),
        b: V::moved(turned_b, place + direction * (touching + gap)),
        direction,
    }
}
