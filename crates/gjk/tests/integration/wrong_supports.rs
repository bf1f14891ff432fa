//! Shapes with a wrong support function: every query ends, and its numbers are finite.

use std::cell::Cell;

use gjk::support::hints::Size;
use gjk::support::{HullOfTwo, Swept};
use gjk::*;

use crate::common::Rng;
use crate::common::answers::faults;

/// What a wrong support function returns.
#[derive(Clone, Copy, Debug)]
enum Wrong {
    /// A point of a star, which is not convex, and not the farthest one.
    Star,
    /// The same point for every direction.
    Constant,
    /// Another point each time.
    Random,
    /// A NaN now and then.
    SometimesNaN,
    /// An infinity now and then.
    SometimesInfinite,
    /// The point that lies farthest in the opposite direction.
    Flipped,
    /// The direction itself, of any length.
    Direction,
    /// A point near the farthest one, rounded to a coarse grid.
    Coarse,
    /// Ever farther points.
    Growing,
}

const ALL: [Wrong; 9] = {
    use Wrong::*;
    [Star, Constant, Random, SometimesNaN, SometimesInfinite, Flipped, Direction, Coarse, Growing]
};

/// A shape of about unit size with a wrong support function, and of about the right extents.
#[derive(Clone, Debug)]
struct Impostor {
    wrong: Wrong,
    asked: Cell<u64>,
}

impl Impostor {
    fn new(wrong: Wrong, seed: u64) -> Self {
        Self { wrong, asked: Cell::new(seed) }
    }

    fn answer<V: Vector>(&self, direction: V) -> V {
        let mut rng = Rng(self.asked.get() | 1);
        rng.bits();
        self.asked.set(rng.bits());
        let square = direction.dot(direction);
        let unit = if square > V::Scalar::ZERO && square.is_finite() {
            direction * (V::Scalar::ONE / square.sqrt())
        } else {
            V::axis(0)
        };
        let real = |rng: &mut Rng, size: f32| V::Scalar::narrow(f64::from(rng.real(-size, size)));
        match self.wrong {
            Wrong::Star => {
                let spike = (unit.element(0).widen() * 9.0).sin() * (unit.element(1).widen() * 7.0).cos();
                unit * V::Scalar::narrow(0.6 + 0.5 * spike)
            }
            Wrong::Constant => V::splat(V::Scalar::narrow(0.3)),
            Wrong::Random => {
                let numbers: [_; 3] = std::array::from_fn(|_| real(&mut rng, 1.0));
                V::from_fn(|index| numbers[index])
            }
            Wrong::SometimesNaN if rng.below(4) == 0 => unit * V::Scalar::narrow(f64::NAN),
            Wrong::SometimesInfinite if rng.below(4) == 0 => unit * V::Scalar::narrow(f64::INFINITY),
            Wrong::SometimesNaN | Wrong::SometimesInfinite => unit,
            Wrong::Flipped => -unit,
            Wrong::Direction => direction,
            Wrong::Coarse => {
                V::from_fn(|index| V::Scalar::narrow((unit.element(index).widen() * 3.0).round() / 3.0))
            }
            Wrong::Growing => unit * V::Scalar::narrow((self.asked.get() % 1000) as f64),
        }
    }
}

impl<V: Vector> Support<V> for Impostor {
    fn support(&self, direction: V) -> V {
        self.answer(direction)
    }

    fn size(&self) -> Size<V> {
        Size {
            half_extents: V::splat(V::Scalar::ONE),
            bounding_radius: V::Scalar::INFINITY,
            inscribed_radius: V::Scalar::ZERO,
        }
    }
}

/// The default of everything but the support function itself.
#[derive(Clone, Debug)]
struct Plain(Impostor);

impl<V: Vector> Support<V> for Plain {
    fn support(&self, direction: V) -> V {
        self.0.answer(direction)
    }
}

/// Asks all questions about wrong shapes with correct ones, and with each other.
fn ask<V: Space<Affine: Affine<V>>>(
    rounds: u64,
    right: impl Fn(&mut Rng) -> Box<dyn Support<V>>,
    vector: impl Fn(&mut Rng, f32) -> V,
) {
    let mut all = std::collections::BTreeMap::<String, (usize, String)>::new();
    for wrong in ALL {
        for seed in 1..=rounds {
            let mut rng = Rng(seed * 977 + wrong as u64);
            let place = vector(&mut rng, if seed % 3 == 0 { 0.2 } else { 3.0 });
            let map = <V::Affine as Affine<V>>::from_translation(place);
            let shape = || Impostor::new(wrong, seed);
            let a: Box<dyn Support<V>> = match seed % 5 {
                0 => Box::new(shape().placed(map)),
                1 => Box::new(shape().rounded(V::Scalar::HALF).placed(map)),
                2 => Box::new(Plain(shape()).placed(map)),
                3 => Box::new(HullOfTwo::new(shape(), Plain(shape())).placed(map)),
                _ => Box::new(Swept::new(Plain(shape()), place)),
            };
            let b = if rng.below(3) == 0 { Box::new(shape()) } else { right(&mut rng) };
            let velocity = vector(&mut rng, 2.0);
            let points = [vector(&mut rng, 1.0), vector(&mut rng, 4.0)];
            for fault in faults(&*a, &*b, velocity, &points, V::Scalar::narrow(5.0)) {
                let first = (0, format!("{wrong:?}, seed {seed}"));
                all.entry(fault.split(" is ").next().unwrap().into()).or_insert(first).0 += 1;
            }
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn wrong_support_functions_get_finite_answers() {
    ask::<Vec2>(500, |rng| rng.shape_2d(1.0), Rng::vec2);
    ask::<Vec3>(500, |rng| rng.shape_3d(1.0), Rng::vec3);
}

#[test]
fn wrong_support_functions_get_finite_answers_in_double_precision() {
    ask::<DVec2>(
        200,
        |rng| Box::new(HalfSpace::new(rng.vec2(1.0).as_dvec2(), 0.1)),
        |rng, size| rng.vec2(size).as_dvec2(),
    );
    ask::<DVec3>(
        200,
        |rng| Box::new(Ellipsoid::from_half_size(rng.vec3(1.0).as_dvec3().abs())),
        |rng, size| rng.vec3(size).as_dvec3(),
    );
}
