//! What is thin and turns passes nothing, however small and however fast.

use core::f32::consts::PI;

use super::swept;
use crate::common::prelude::*;

/// Half of the length of a rod, and its thickness.
const REACH: f32 = 10.0;
const THIN: f32 = 0.002;
const STUMPS: usize = 60;
/// A run in which a rod turns ends where it meets something at the earliest: this much nearer than touching, at most.
const SLACK: f32 = 0.1;

/// A rod that turns about its center and moves along.
struct Turning {
    axis: Vec3,
    angle: f32,
    start: Quat,
    step: Vec3,
}

impl Turning {
    fn at(&self, time: f32) -> Transform {
        at_point(self.step * time)
            .with_rotation(Quat::from_axis_angle(self.axis, self.angle * time) * self.start)
    }
}

/// Turns a rod among stumps that it meets, and some beyond its reach, and checks which it touches.
fn check<D: Dimension>(turning: &Turning, random: &mut Random, rod: D::Collider, stump: &D::Collider) {
    let mut app: App = app();
    let rod = app.spawn((rod, swept(), turning.at(0.0)));
    let mut place = |app: &mut App, least: f32, most: f32| {
        let (time, far) = (random.range(0.05, 0.95), random.range(least, most));
        let side = if random.below(2) == 0 { 1.0 } else { -1.0 };
        let at = turning.at(time).transform_point(Vec3::X * far * side);
        // What it touches already is no question.
        let local = turning.at(0.0).compute_affine().inverse().transform_point3(at);
        let is_apart = local.with_x(0.0).length() > SLACK;
        is_apart.then(|| app.spawn((stump.clone(), at_point(at))))
    };
    let met: Vec<Entity> = (0..STUMPS).filter_map(|_| place(&mut app, 1.0, REACH)).collect();
    if turning.step == Vec3::ZERO {
        (0..STUMPS).for_each(|_| _ = place(&mut app, REACH + SLACK, REACH + 1.0));
    }
    assert!(step::<D>(&mut app).is_empty());
    set(&mut app, rod, turning.at(1.0));
    let touched: Vec<_> = step::<D>(&mut app).iter().map(CollisionEvent::entities).collect();
    for &stump in &met {
        assert!(touched.contains(&pair(rod, stump)), "{} of {}", touched.len(), met.len());
    }
    if turning.step == Vec3::ZERO {
        assert_eq!(touched.len(), met.len(), "beyond its reach");
    }
}

#[test]
fn a_thin_rod_that_turns_passes_no_small_body() {
    let mut random = Random(11);
    for turn in [0.1, 0.5, 0.9, 0.99] {
        for speed in [0.0, 1.0, 30.0] {
            let step = Vec3::new(random.range(-speed, speed), random.range(-speed, speed), 0.0);
            let start = Quat::from_rotation_z(random.range(-3.0, 3.0));
            let turning = Turning { axis: Vec3::Z, angle: turn * PI, start, step };
            let rod = dim2::Collider::rectangle(2.0 * REACH, THIN);
            check::<Dim2>(&turning, &mut random, rod, &dim2::Collider::circle(THIN));
            let axis = point(&mut random, 1.0).normalize_or(Vec3::Y);
            let across = axis.any_orthonormal_vector();
            let step = step + axis * random.range(-speed, speed);
            let turning = Turning { axis, start: Quat::from_rotation_arc(Vec3::X, across), step, ..turning };
            let rod = dim3::Collider::cuboid(2.0 * REACH, THIN, THIN);
            check::<Dim3>(&turning, &mut random, rod, &dim3::Collider::sphere(THIN));
        }
    }
}
