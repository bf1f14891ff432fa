//! What it costs to cut outlines of a thousand points into convex parts: a star, a comb, a spiral, many holes, and one that
//! crosses itself; and how the time grows with the number of points.
//!
//!     cargo bench --bench outlines

use std::hint::black_box;
use std::time::Instant;

use bevy_gjk::Dim2;
use bevy_gjk::dim2::Collider;
use bevy_gjk::shape::Shape;
use bevy_math::Vec2;

type Contours = Vec<Vec<Vec2>>;

fn on_circle(index: usize, count: usize, radius: f32) -> Vec2 {
    Vec2::from_angle(index as f32 / count as f32 * core::f32::consts::TAU) * radius
}

fn star(count: usize) -> Contours {
    vec![(0..count).map(|index| on_circle(index, count, if index % 2 == 0 { 1.0 } else { 0.4 })).collect()]
}

fn comb(count: usize) -> Contours {
    let tooth = |index: usize| Vec2::new(index as f32, if index.is_multiple_of(2) { 1.0 } else { 9.0 });
    let base = [Vec2::new(count as f32, 0.0), Vec2::ZERO];
    vec![(0..count - 2).map(tooth).chain(base).collect()]
}

fn spiral(count: usize) -> Contours {
    let at = |index: usize, shift: f32| Vec2::from_angle(0.1 * index as f32) * (0.1 * index as f32 + shift);
    let half = count / 2;
    let (out, back) = ((0..half).map(|index| at(index, 0.01)), (0..half).rev().map(|index| at(index, 2.0)));
    vec![out.chain(back).collect()]
}

fn holes(count: usize) -> Contours {
    let side = (count as f32 / 4.0).sqrt().ceil();
    let corners = [(-1.0, -1.0), (side, -1.0), (side, side), (-1.0, side)];
    let mut contours = vec![corners.map(Vec2::from).to_vec()];
    for hole in 1..count / 4 {
        let corner = Vec2::new(hole as f32 % side, (hole as f32 / side).floor());
        contours.push(
            [(0.0, 0.0), (0.5, 0.1), (0.6, 0.6), (-0.1, 0.5)].map(|at| corner + Vec2::from(at)).to_vec(),
        );
    }
    contours
}

fn crossing(count: usize) -> Contours {
    let half = count / 2;
    let zigzag =
        |index: usize, shift: f32| Vec2::new((index % 2) as f32 + shift, index as f32 * 0.01 + shift);
    vec![(0..half).map(|at| zigzag(at, 0.0)).chain((0..half).rev().map(|at| zigzag(at, 0.002))).collect()]
}

fn main() {
    let kinds: [(&str, fn(usize) -> Contours); 5] =
        [("star", star), ("comb", comb), ("spiral", spiral), ("holes", holes), ("crossing", crossing)];
    for (name, contours) in kinds {
        for count in [100, 1000, 10_000, 100_000] {
            let collider = Collider::outlines(contours(count));
            let mut least = f64::MAX;
            let mut parts = 0;
            for _ in 0..(100_000 / count).clamp(3, 50) {
                let start = Instant::now();
                let shape = Shape::<Dim2>::prepare(black_box(&collider)).expect("an area");
                least = least.min(start.elapsed().as_secs_f64());
                parts = shape.len();
            }
            println!("{name:>10} {count:>7} points: {:>9.3} ms, {parts} parts", least * 1e3);
        }
    }
}
