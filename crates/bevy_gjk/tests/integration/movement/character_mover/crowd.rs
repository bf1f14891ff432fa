//! Crowds of characters among moving obstacles: no character ends inside a collider.

use super::prelude::*;

/// What a crowd needs of a dimension.
trait Crowd: Spatial {
    fn wall(random: &mut Random) -> Self::Collider;
    fn body(random: &mut Random) -> Self::Collider;
    const HEIGHT: f32;
    const SEEDS: core::ops::Range<u64>;
}

impl Crowd for Dim2 {
    fn wall(random: &mut Random) -> dim2::Collider {
        match random.below(3) {
            0 => dim2::Collider::rectangle(random.range(1.0, 5.0), random.range(0.3, 2.0)),
            1 => dim2::Collider::circle(random.range(0.3, 1.5)),
            _ => dim2::Collider::hull(
                (0..6).map(|_| Vec2::new(random.range(-2.0, 2.0), random.range(-1.0, 1.0))),
            ),
        }
    }

    fn body(random: &mut Random) -> dim2::Collider {
        match random.below(2) {
            0 => dim2::Collider::capsule(0.3, 0.8),
            _ => dim2::Collider::rectangle(0.6, 1.4),
        }
    }

    const HEIGHT: f32 = 12.0;
    const SEEDS: core::ops::Range<u64> = 0..6;
}

impl Crowd for Dim3 {
    fn wall(random: &mut Random) -> dim3::Collider {
        match random.below(3) {
            0 => {
                dim3::Collider::cuboid(random.range(1.0, 5.0), random.range(0.3, 2.0), random.range(1.0, 5.0))
            }
            1 => dim3::Collider::sphere(random.range(0.3, 1.5)),
            _ => dim3::Collider::cylinder(random.range(0.5, 2.0), random.range(0.3, 2.0)),
        }
    }

    fn body(random: &mut Random) -> dim3::Collider {
        match random.below(2) {
            0 => dim3::Collider::capsule(0.3, 0.8),
            _ => dim3::Collider::cylinder(0.3, 1.4),
        }
    }

    const HEIGHT: f32 = 6.0;
    const SEEDS: core::ops::Range<u64> = 100..106;
}

/// Runs a crowd, and returns how many moves were judged and how many characters were crushed meanwhile.
fn run<D: Crowd>(seed: u64, frames: u32) -> (u32, u32, Vec<D::Vector>) {
    let mut random = Random(seed * 7919 + 1);
    let mut level = Level::<D>::new();
    let is_2d = D::Vector::DIMENSION == 2;
    let anywhere = |random: &mut Random| {
        Vec3::new(
            random.range(-8.0, 8.0),
            random.range(0.0, D::HEIGHT),
            if is_2d { 0.0 } else { random.range(-8.0, 8.0) },
        )
    };
    let turned = |random: &mut Random| {
        let axis = if is_2d { Vec3::Z } else { Vec3::new(random.range(-1.0, 1.0), 1.0, 0.3).normalize() };
        Quat::from_axis_angle(axis, random.range(-0.6, 0.6))
    };
    for _ in 0..30 {
        let place = at_point(anywhere(&mut random)).with_rotation(turned(&mut random));
        level.obstacle(D::wall(&mut random), place);
    }
    // Those that move keep their distance from one another's ways, or else they crush.
    let platforms: Vec<(Entity, Vec3, Vec3, f32)> = (0..6)
        .map(|_| {
            let at = anywhere(&mut random);
            let entity = level.obstacle(D::wall(&mut random), at_point(at));
            let way = Vec3::new(random.range(-2.0, 2.0), random.range(-1.5, 1.5), 0.0);
            (entity, at, way, random.range(-1.5, 1.5))
        })
        .collect();
    // They begin above all others, apart from one another, and fall.
    let movers: Vec<Entity> = (0..12)
        .map(|index| {
            let mover = CharacterMover::<D> { skin: 0.02, ..CharacterMover::default() };
            let depth = if is_2d { 0.0 } else { random.range(-6.0, 6.0) };
            let place = Vec3::new(1.3 * index as f32 - 7.0, D::HEIGHT + 6.0, depth);
            level.spawn((mover, D::body(&mut random), at_point(place)))
        })
        .collect();
    let (mut judged, mut crushed) = (0, 0);
    for frame in 0..frames {
        let time = frame as f32 / 60.0;
        for &(entity, at, way, turn) in &platforms {
            let place = at_point(at + way * (0.9 * time).sin());
            let axis = if is_2d { Vec3::Z } else { Vec3::Y };
            level.set(entity, place.with_rotation(Quat::from_axis_angle(axis, turn * time)));
        }
        for (index, &mover) in movers.iter().enumerate() {
            let heading = index as f32 + 0.4 * time;
            let jump = if (frame + 7 * index as u32) % 50 < 12 { 0.15 } else { -0.12 };
            let way = Vec3::new(heading.cos() * 0.08, jump, if is_2d { 0.0 } else { heading.sin() * 0.08 });
            level.change(mover, |motion: &mut MoverMotion<D>| motion.displacement = D::vector(way));
        }
        level.app.update();
        if frame < 2 {
            continue;
        }
        for &mover in &movers {
            let state: MoverState<D> = level.state(mover);
            if matches!(state.end, MoveEnd::Crushed(_) | MoveEnd::OutOfSteps) {
                crushed += 1;
                continue;
            }
            level.assert_clear(mover, 0.9);
            judged += 1;
        }
    }
    (judged, crushed, movers.iter().map(|&mover| level.place(mover)).collect())
}

in_both_dimensions!(nobody_of_a_crowd_ends_inside_of_anything, equal_crowds_move_equally);

fn nobody_of_a_crowd_ends_inside_of_anything<D: Crowd>() {
    for seed in each(D::SEEDS) {
        let (judged, crushed, _) = run::<D>(seed, 240);
        assert!(judged > 5 * crushed, "{judged} {crushed}");
    }
}

fn equal_crowds_move_equally<D: Crowd>() {
    assert!(run::<D>(7, 120) == run::<D>(7, 120));
}
