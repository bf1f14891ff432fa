//! Characters in narrow places among rotated shapes, between steep slopes, edges and ceilings: none comes nearer to
//! any of them than its skin.

use super::prelude::*;

trait Wedges: Spatial {
    fn rock(random: &mut Random) -> Self::Collider;
    /// How many rocks are around the character.
    const COUNT: u32;
}

impl Wedges for Dim2 {
    fn rock(random: &mut Random) -> dim2::Collider {
        dim2::Collider::hull((0..7).map(|_| Vec2::new(random.range(-0.7, 0.7), random.range(-0.7, 0.7))))
    }
    const COUNT: u32 = 18;
}

impl Wedges for Dim3 {
    fn rock(random: &mut Random) -> dim3::Collider {
        dim3::Collider::hull((0..12).map(|_| point(random, 0.7)))
    }
    const COUNT: u32 = 60;
}

in_both_dimensions!(a_character_in_narrow_places_keeps_the_skin);

/// Walks through random rocks, in which steps are climbed as well.
fn a_character_in_narrow_places_keeps_the_skin<D: Wedges>() {
    let skin = f64::from(CharacterMover::<D>::default().skin);
    let (mut stepped, mut walks) = (0.0, 0.0);
    let mut share = Share::one_of(4);
    let is_3d = D::Vector::DIMENSION == 3;
    for seed in each((0..150).filter(|_| share.takes_next())) {
        let mut random = Random(seed * 7919 + 3);
        let flat = |at: Vec3| if is_3d { at } else { at.with_z(0.0) };
        let mut level = Level::<D>::new();
        let character =
            level.character(CharacterMover::default(), D::capsule(0.3, 1.0), Transform::default());
        for _ in 0..D::COUNT {
            let at = flat(point(&mut random, 2.2));
            let turn = if is_3d { point(&mut random, 3.0) } else { Vec3::ZERO };
            let turn = Quat::from_euler(EulerRot::XYZ, turn.x, turn.y, turn.z);
            let rock = level.obstacle(D::rock(&mut random), at_point(at).with_rotation(turn));
            level.app.update();
            if level.clearance(character) < 2.0 * skin {
                level.despawn(rock);
                level.app.update();
            }
        }
        walks += 1.0;
        let mut heading = Vec3::X;
        for frame in 0..60 {
            if frame % 6 == 0 {
                heading = flat(point(&mut random, 1.0)).with_y(0.0).normalize_or(Vec3::X);
            }
            let before = level.clearance(character);
            let motion = heading * random.range(0.02, 0.12) - Vec3::Y * random.range(0.0, 0.05);
            stepped += f64::from(level.step(character, D::vector(motion)).stepped);
            let after = level.clearance(character);
            assert!(after > before.min(skin) - 1e-4, "{after} after {before}");
        }
    }
    assert!(stepped / walks > 0.06);
}
