//! Wedged: held by surfaces each of which is too steep for ground. The loop is that of the book: on the ground the speed of a
//! fall is zero, and otherwise it grows.

use bevy_gjk::trace::MoveTrace;
use gjk::Wide;

use super::level::Level;
use super::person::{SKIN, mover, person};
use crate::common::prelude::*;

const RATES: [u32; 3] = [30, 60, 144];
const GRAVITY: f32 = 9.8;

/// A character in the loop of the book.
struct Faller<D: Dimension> {
    level: Level<D>,
    character: Entity,
    rate: u32,
    speed: f32,
    up: D::Vector,
}

impl<D: Dimension> Faller<D> {
    fn new(mut level: Level<D>, rate: u32, body: D::Collider, place: Transform) -> Self {
        let mover = CharacterMover::default().with_skin(SKIN);
        let character = level.character(mover, body, place);
        Self { level, character, rate, speed: 0.0, up: mover.up }
    }

    fn step(&mut self, velocity: D::Vector) -> MoverState<D> {
        let dt = 1.0 / self.rate as f32;
        let is_grounded = self.level.state(self.character).is_grounded();
        self.speed = if is_grounded { 0.0 } else { self.speed + GRAVITY * dt };
        self.level.step(self.character, (velocity + self.up * -self.speed) * dt)
    }

    /// Falls for two seconds, and then stands for one.
    fn comes_to_rest(&mut self, note: &str) {
        for _ in 0..2 * self.rate {
            self.step(self.up * 0.0);
        }
        let rest = self.level.place(self.character);
        for frame in 0..self.rate {
            let state = self.step(self.up * 0.0);
            assert!(state.is_grounded() && state.is_wedged, "{note}, frame {frame}: {state:?}");
            assert_eq!(self.speed, 0.0, "{note}, frame {frame}");
            assert_eq!(self.level.place(self.character), rest, "{note}, frame {frame}");
        }
    }

    fn jumps_out(&mut self, note: &str) {
        let before = self.level.place(self.character);
        let state = self.level.step(self.character, self.up * 0.05);
        assert!(!state.is_grounded() && !state.is_wedged, "{note}: {state:?}");
        let way = self.level.place(self.character) - before;
        let error = (way - self.up * 0.05).widen();
        assert!(error.dot(error) < 1e-9, "{note}: {way:?}");
    }
}

/// A trench of two slopes that are this steep, in degrees. It is turned about the vertical, and falls away along its length.
fn trench(rate: u32, steepness: [f32; 2], turn: f32, fall: f32) -> Level<Dim3> {
    let mut level = Level::<Dim3>::at_rate(f64::from(rate));
    let lengthwise = Quat::from_rotation_y(turn) * Quat::from_rotation_x(fall);
    for (side, degrees) in [-1.0, 1.0].into_iter().zip(steepness) {
        let turn = lengthwise * Quat::from_rotation_z(side * degrees.to_radians());
        let place = Transform::from_translation(turn * Vec3::NEG_Y * 0.5).with_rotation(turn);
        level.obstacle(dim3::Collider::cuboid(20.0, 1.0, 60.0), place);
    }
    level
}

fn bodies() -> [(&'static str, dim3::Collider); 3] {
    [
        ("capsule", person()),
        ("box", dim3::Collider::cuboid(0.6, 1.95, 0.6)),
        ("cylinder", dim3::Collider::cylinder(0.3, 1.95)),
    ]
}

#[test]
fn a_character_in_a_trench_stands_at_rest_and_on_its_way_along() {
    for (name, body) in bodies() {
        for rate in RATES {
            for (steepness, turn) in
                [([60.0, 60.0], 0.0), ([60.0, 75.0], 0.0), ([52.0, 88.0], 0.7), ([60.0, 60.0], 2.3)]
            {
                let note = format!("{name}, {rate} Hz, {steepness:?}, turned by {turn}");
                let level = trench(rate, steepness, turn, 0.0);
                let mut faller = Faller::new(level, rate, body.clone(), at_xy(0.2, 3.0));
                faller.comes_to_rest(&note);
                let start = faller.level.place(faller.character);
                let along = Quat::from_rotation_y(turn) * Vec3::Z;
                for (velocity, seconds) in [(along * 3.0, 2), (along * -2.0 + Vec3::X * 0.2, 1)] {
                    for frame in 0..seconds * rate {
                        let state = faller.step(velocity);
                        assert!(state.is_wedged, "{note}, {velocity}, frame {frame}: {state:?}");
                        assert!(faller.level.clearance(faller.character) > 0.99 * f64::from(SKIN), "{note}");
                    }
                }
                let way = (faller.level.place(faller.character) - start).dot(along);
                assert!(way > 3.0, "{note}: {way}");
                faller.jumps_out(&note);
            }
        }
    }
}

/// A trench whose bottom is itself a slope that can be walked on.
#[test]
fn a_character_in_a_trench_that_falls_away_gently_stands() {
    for rate in RATES {
        for (degrees, stands) in [(2.0f32, true), (20.0, true), (40.0, true), (55.0, false)] {
            let note = format!("{rate} Hz, {degrees}°");
            let level = trench(rate, [65.0, 65.0], 0.4, degrees.to_radians());
            let mut faller = Faller::new(level, rate, person(), at_xy(0.0, 2.0));
            if stands {
                faller.comes_to_rest(&note);
                let down = Quat::from_rotation_y(0.4) * Vec3::Z;
                for frame in 0..rate {
                    assert!(faller.step(down * 2.0).is_wedged, "{note}, frame {frame}");
                }
                faller.jumps_out(&note);
            } else {
                for _ in 0..rate {
                    let state = faller.step(Vec3::ZERO);
                    assert!(!state.is_grounded(), "{note}: {state:?}");
                }
                assert!(faller.level.place(faller.character).y < 0.0, "{note}");
            }
        }
    }
}

#[test]
fn a_character_in_the_corner_of_a_slope_and_a_wall_stands() {
    for (name, body) in bodies() {
        for rate in RATES {
            for tilt in [0.0f32, 4.0, -4.0] {
                let note = format!("{name}, {rate} Hz, wall tilted by {tilt}°");
                let mut level = Level::<Dim3>::at_rate(f64::from(rate));
                let turn = Quat::from_rotation_z(60f32.to_radians());
                let slope = Transform::from_translation(turn * Vec3::NEG_Y * 0.5).with_rotation(turn);
                level.obstacle(dim3::Collider::cuboid(20.0, 1.0, 40.0), slope);
                let wall = at_x(-1.0).with_rotation(Quat::from_rotation_z(tilt.to_radians()));
                level.obstacle(dim3::Collider::cuboid(1.0, 20.0, 40.0), wall);
                let mut faller = Faller::new(level, rate, body.clone(), at_xy(0.4, 4.0));
                faller.comes_to_rest(&note);
                for frame in 0..rate {
                    let state = faller.step(Vec3::new(-0.5, 0.0, 2.0));
                    assert!(state.is_wedged, "{note}, frame {frame}: {state:?}");
                }
                assert!(faller.level.place(faller.character).z > 1.9, "{note}");
                if tilt == 0.0 {
                    faller.jumps_out(&note);
                }
            }
        }
    }
}

/// A pit in the form of a cone, of a number of facets.
#[test]
fn a_character_in_a_conical_pit_stands() {
    let mut share = Share::one_of(4);
    for facets in [3, 4, 7, 30, 200] {
        for (name, body) in bodies() {
            for rate in RATES {
                if !share.takes_next() {
                    continue;
                }
                let note = format!("{name}, {facets} facets, {rate} Hz");
                let tangent = 62f32.to_radians().tan();
                let rim = (0..facets).map(|index| {
                    let angle = 0.3 + index as f32 * std::f32::consts::TAU / facets as f32;
                    4.0 * Vec3::new(angle.cos(), tangent, angle.sin())
                });
                let corners: Vec<_> = [Vec3::ZERO].into_iter().chain(rim).collect();
                let triangles = (0..facets).map(|index| [0, 1 + (index + 1) % facets, 1 + index]);
                let mut level = Level::<Dim3>::at_rate(f64::from(rate));
                level.obstacle(dim3::Collider::tri_mesh(corners, triangles), Transform::IDENTITY);
                let mut faller = Faller::new(level, rate, body.clone(), Transform::from_xyz(0.1, 5.0, 0.3));
                faller.comes_to_rest(&note);
                for frame in 0..rate {
                    let heading = Quat::from_rotation_y(6.0 * frame as f32 / rate as f32);
                    let state = faller.step(heading * Vec3::X * 3.0);
                    assert!(state.is_wedged, "{note}, frame {frame}: {state:?}");
                    assert_eq!(faller.speed, 0.0);
                }
                faller.jumps_out(&note);
            }
        }
    }
}

#[test]
fn a_character_between_two_slopes_stands_in_2d_too() {
    let bodies = [
        ("capsule", dim2::Collider::capsule(0.3, 1.35)),
        ("rectangle", dim2::Collider::rectangle(0.6, 1.95)),
        ("circle", dim2::Collider::circle(0.4)),
    ];
    for (name, body) in bodies {
        for rate in RATES {
            for steepness in [[60.0f32, 60.0], [55.0, 80.0], [70.0, 90.0], [60.0, 94.0]] {
                let note = format!("{name}, {rate} Hz, {steepness:?}");
                let mut level = Level::<Dim2>::at_rate(f64::from(rate));
                for (side, degrees) in [-1.0, 1.0].into_iter().zip(steepness) {
                    let turn = Quat::from_rotation_z(side * degrees.to_radians());
                    let place = Transform::from_translation(turn * Vec3::NEG_Y * 0.5).with_rotation(turn);
                    level.obstacle(dim2::Collider::rectangle(20.0, 1.0), place);
                }
                let place = at_xy(-0.4, 3.0);
                let mut faller = Faller::new(level, rate, body.clone(), place);
                faller.comes_to_rest(&note);
                for frame in 0..rate {
                    let x = 2.0 * (0.2 * frame as f32).sin();
                    assert!(faller.step(Vec2::new(x, 0.0)).is_wedged, "{note}, frame {frame}");
                }
                if steepness[1] <= 90.0 {
                    faller.jumps_out(&note);
                }
            }
        }
    }
}

/// A trench of many triangles, in a height field and in a mesh.
#[test]
fn a_character_in_a_trench_of_terrain_stands_at_rest_and_on_its_way_along() {
    let height = |x: f32| 60f32.to_radians().tan() * x.abs();
    let samples = || (0..41 * 17).map(|index| [(index % 17) as f32 - 8.0, (index / 17) as f32 - 20.0]);
    let field =
        dim3::Collider::height_field(samples().map(|[x, _]| height(0.5 * x)), 17, Vec2::new(8.0, 40.0));
    let corners: Vec<_> = samples().map(|[x, z]| Vec3::new(0.5 * x, height(0.5 * x), z)).collect();
    let triangles = (0..40 * 16).flat_map(|cell: u32| {
        let first = cell / 16 * 17 + cell % 16;
        [[first, first + 17, first + 1], [first + 1, first + 17, first + 18]]
    });
    let mesh = dim3::Collider::tri_mesh(corners, triangles);
    let mut share = Share::one_of(5);
    for (kind, terrain) in [("height field", field), ("mesh", mesh)] {
        for (name, body) in bodies() {
            for rate in RATES {
                if !share.takes_next() {
                    continue;
                }
                let note = format!("{kind}, {name}, {rate} Hz");
                let mut level = Level::<Dim3>::at_rate(f64::from(rate));
                level.obstacle(terrain.clone(), Transform::IDENTITY);
                let place = Transform::from_xyz(0.2, 4.0, -5.3);
                let mut faller = Faller::new(level, rate, body.clone(), place);
                faller.comes_to_rest(&note);
                for frame in 0..2 * rate {
                    let state = faller.step(Vec3::Z * 4.0);
                    assert!(state.is_wedged, "{note}, frame {frame}: {state:?}");
                }
                let way = faller.level.place(faller.character).z + 5.3;
                assert!((way - 8.0).abs() < 0.1, "{note}: {way}");
                faller.jumps_out(&note);
            }
        }
    }
}

/// A trench that moves carries the character that stands in it.
#[test]
fn a_trench_that_moves_keeps_its_character() {
    for velocity in [Vec3::X * 2.0, Vec3::Z * 3.0, Vec3::Y, Vec3::NEG_Y, Vec3::new(1.0, -0.5, 2.0)] {
        let mut level = Level::<Dim3>::new();
        let at = |side: f32, time: f32| {
            let turn = Quat::from_rotation_z(side * 60f32.to_radians());
            Transform::from_translation(turn * Vec3::NEG_Y * 0.5 + velocity * time).with_rotation(turn)
        };
        let slopes = [-1.0, 1.0]
            .map(|side| (side, level.obstacle(dim3::Collider::cuboid(20.0, 1.0, 60.0), at(side, 0.0))));
        let mut faller = Faller::new(level, 60, person(), at_xy(0.2, 3.0));
        faller.comes_to_rest("before it moves");
        let start = faller.level.place(faller.character);
        for frame in 1..=120 {
            for (side, slope) in slopes {
                faller.level.set(slope, at(side, frame as f32 / 60.0));
            }
            let state = faller.step(Vec3::ZERO);
            assert!(state.is_wedged && faller.speed == 0.0, "{velocity}, frame {frame}: {state:?}");
        }
        let way = faller.level.place(faller.character) - start;
        assert!(way.distance(velocity * 2.0) < 1e-2, "{velocity}: {way}");
    }
}

/// Any direction is up, and obstacles may be scaled and mirrored.
#[test]
fn a_character_in_a_trench_stands_in_a_world_that_is_turned() {
    let world = Quat::from_euler(EulerRot::XYZ, 1.0, 0.3, -2.0);
    let mut level = Level::<Dim3>::new();
    for side in [-1.0, 1.0] {
        let turn = Quat::from_rotation_z(side * 60f32.to_radians());
        let place = Transform::from_translation(world * turn * Vec3::NEG_Y * 0.5)
            .with_rotation(world * turn)
            .with_scale(Vec3::new(-20.0, 1.0, 40.0));
        level.obstacle(dim3::Collider::cuboid(1.0, 1.0, 1.0), place);
    }
    let mover = CharacterMover { up: world * Vec3::Y * 2.0, ..mover() };
    let place = Transform::from_translation(world * Vec3::new(0.2, 3.0, 0.0)).with_rotation(world);
    let character = level.character(mover, person(), place);
    let mut speed = 0.0;
    for frame in 0..240 {
        let state = level.state(character);
        speed = if state.is_grounded() { 0.0 } else { speed + GRAVITY / 60.0 };
        let state = level.step(character, world * Vec3::new(0.0, -speed, 1.0) / 60.0);
        assert!(state.is_wedged || frame < 120, "{frame}: {state:?}");
    }
    assert!((world.inverse() * level.place(character)).z > 2.0);
}

/// On ground, on one steep slope, in a shaft and in the air, no character is wedged.
#[test]
fn only_what_cannot_sink_is_wedged() {
    let tilted = |level: &mut Level<Dim3>, x: f32, degrees: f32| {
        let turn = Quat::from_rotation_z(degrees.to_radians());
        let place = Transform::from_translation(Vec3::X * x + turn * Vec3::NEG_Y * 0.5).with_rotation(turn);
        level.obstacle(dim3::Collider::cuboid(40.0, 1.0, 40.0), place);
    };
    let mut level = Level::<Dim3>::new();
    tilted(&mut level, 0.0, 60.0);
    let character = level.character(mover(), person(), at_xy(0.5, 3.0));
    for frame in 0..60 {
        let state = level.step(character, Vec3::new(0.1, -0.2, 0.05));
        assert!(!state.is_wedged && !state.is_grounded(), "{frame}: {state:?}");
    }
    // A shaft that is wider than the character by its two skins, turned so that its walls are rounded.
    let turn = Quat::from_rotation_y(0.7);
    let mut level = Level::<Dim3>::new();
    for side in [-1.0, 1.0] {
        let at = turn * Vec3::X * side * (0.8 + SKIN);
        level.obstacle(
            dim3::Collider::cuboid(1.0, 100.0, 4.0),
            Transform::from_translation(at).with_rotation(turn),
        );
    }
    let character = level.character(mover(), person(), at_xy(0.0, 40.0));
    for frame in 0..60 {
        let state = level.step(character, Vec3::NEG_Y * 0.5);
        assert!(!state.is_wedged && !state.is_grounded(), "{frame}: {state:?}");
    }
    assert!((level.place(character).y - 10.0).abs() < 1e-3, "{}", level.place(character));
}

#[test]
fn a_trace_says_between_what_a_character_is_wedged() {
    let mut faller = {
        let level = trench(60, [60.0, 60.0], 0.0, 0.0);
        Faller::new(level, 60, person(), at_xy(0.2, 3.0))
    };
    faller.level.app.insert(faller.character, MoveTrace::<Dim3>::default());
    faller.comes_to_rest("traced");
    for velocity in [Vec3::ZERO, Vec3::Z, Vec3::X] {
        faller.step(velocity);
        let trace: MoveTrace<Dim3> = faller.level.get(faller.character);
        assert_eq!(trace.wedged_between().len(), 2, "{trace}");
        let text = trace.summary().to_string();
        assert!(text.contains("It is wedged"), "{text}");
        for entity in trace.wedged_between() {
            assert!(text.contains(&entity.to_string()), "{text}");
        }
    }
    faller.level.step(faller.character, Vec3::Y);
    let trace: MoveTrace<Dim3> = faller.level.get(faller.character);
    assert!(trace.wedged_between().is_empty() && !trace.to_string().contains("wedged"), "{trace}");
}
