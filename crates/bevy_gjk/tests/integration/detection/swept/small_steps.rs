//! Sweeps with translations and rotations of all kinds, compared with many small steps.

use super::*;

/// The motion of two colliders in a frame, and which of them are swept.
struct Case {
    paths: [[Transform; 2]; 2],
    swept: [bool; 2],
    /// The angle and the axis of the rotation of each.
    turns: [(Vec3, f32); 2],
}

impl Case {
    fn random(random: &mut Random, flat: bool, turns: bool, bend: f32) -> Self {
        let swept = [[true, false], [false, true], [true, true]][random.below(3) as usize];
        let spot = |random: &mut Random, reach: f32| {
            let spot = Vec3::from_array([(); 3].map(|()| random.range(-reach, reach)));
            if flat { spot.with_z(0.0) } else { spot }
        };
        let axis = |random: &mut Random| {
            let axis = Vec3::from_array([(); 3].map(|()| random.range(-1.0, 1.0)));
            if flat { Vec3::Z } else { axis.normalize_or(Vec3::X) }
        };
        let mut turn_of = [(); 2].map(|()| (axis(random), 0.0));
        let paths = [0, 1].map(|which| {
            let start = Quat::from_axis_angle(axis(random), random.range(-3.0, 3.0));
            let mut size = || random.range(0.6, 1.8);
            let sizes = [(); 2].map(|()| Vec3::new(size(), size(), size()));
            if turns {
                turn_of[which].1 = random.range(-bend, bend);
            }
            let turn = Quat::from_axis_angle(turn_of[which].0, turn_of[which].1);
            let scale = if turns { sizes[1] } else { sizes[0] };
            // Swept colliders pass near the origin, and others end there.
            let from = spot(random, 12.0);
            let to = spot(random, 2.0) - if swept[which] { from } else { Vec3::ZERO };
            let one = Transform { translation: from, rotation: start, scale: sizes[0] };
            [one, Transform { translation: to, rotation: turn * start, scale }]
        });
        Self { paths, swept, turns: turn_of }
    }

    /// Returns the transform of one at a time; a collider that is not swept is at its final place.
    fn at(&self, which: usize, time: f32) -> GlobalTransform {
        let [start, end] = self.paths[which];
        let (axis, angle) = self.turns[which];
        let time = if self.swept[which] { time } else { 1.0 };
        GlobalTransform::from(Transform {
            translation: start.translation.lerp(end.translation, time),
            rotation: Quat::from_axis_angle(axis, angle * time) * start.rotation,
            scale: start.scale.lerp(end.scale, time),
        })
    }

    /// Compares the time of their first touch with many small steps. `slack` is the distance that counts as
    /// touching.
    fn check<D: Dimension>(&self, app: &mut App, shapes: [D::Collider; 2], slack: f32) -> Option<f32> {
        const STEPS: u16 = 600;
        let mut pair = Vec::new();
        for (which, shape) in shapes.into_iter().enumerate() {
            let entity = app.spawn((shape, self.paths[which][0]));
            if self.swept[which] {
                app.insert(entity, swept());
            }
            pair.push(entity);
        }
        app.update();
        for (&entity, [_, end]) in pair.iter().zip(self.paths) {
            set(app, entity, end);
        }
        app.update();
        let found = time::<D>(app, pair[0], pair[1]);
        let collisions = app.resource::<Collisions<D>>();
        let [one, two] = [0, 1].map(|which| collisions.colliders().get(pair[which]).unwrap());
        let distance = |time: f32| {
            let [place_one, place_two] = [0, 1].map(|which| D::affine(&self.at(which, time)));
            let one = Placed::new(one.shape().unwrap().convex().unwrap(), place_one);
            let two = Placed::new(two.shape().unwrap().convex().unwrap(), place_two);
            match gjk::contact(&one, &two) {
                Some(contact) => -contact.depth,
                None => gjk::closest_points(&one, &two).unwrap().distance,
            }
        };
        if let Some(time) = found {
            assert!(distance(time) < slack, "at {time} they are {} apart", distance(time));
        }
        for index in 0..=STEPS {
            let now = f32::from(index) / f32::from(STEPS);
            if found.is_none_or(|found| now < found) {
                assert!(distance(now) > -1e-4, "{found:?}, but at {now} they are {} deep", -distance(now));
            }
        }
        for entity in pair {
            app.despawn(entity);
        }
        app.update();
        found
    }
}

fn solid_shape(random: &mut Random) -> dim3::Collider {
    match random.below(4) {
        0 => dim3::Collider::sphere(0.5),
        1 => dim3::Collider::cuboid(2.0, 0.4, 1.0),
        2 => dim3::Collider::cylinder(0.4, 1.5),
        _ => dim3::Collider::cone(0.7, 1.2),
    }
}

/// Checks a number of cases in 2D and as many in 3D, and returns how many of each touch.
fn hits(mut random: Random, count: usize, turns: bool, bend: f32, slack: f32) -> [u32; 2] {
    let mut app = app();
    let mut hits = [0; 2];
    for _ in 0..count {
        let shapes = [(); 2].map(|()| flat_shape(&mut random));
        let case = Case::random(&mut random, true, turns, bend);
        hits[0] += u32::from(case.check::<Dim2>(&mut app, shapes, slack).is_some());
        let shapes = [(); 2].map(|()| solid_shape(&mut random));
        let case = Case::random(&mut random, false, turns, bend);
        hits[1] += u32::from(case.check::<Dim3>(&mut app, shapes, slack).is_some());
    }
    hits
}

#[test]
fn translations_agree_with_many_small_steps() {
    let hits = hits(Random(5), 300, false, 0.0, 1e-4);
    assert!(hits.iter().all(|&hits| hits > 40 && hits < 260), "{hits:?}");
}

#[test]
fn rotations_agree_with_many_small_steps() {
    let hits = hits(Random(6), 200, true, 0.9 * PI, 0.05);
    assert!(hits.iter().all(|&hits| hits > 30 && hits < 180), "{hits:?}");
}

#[test]
fn interpolated_transforms_start_and_end_at_the_given_ones() {
    let mut random = Random(8);
    let mut number = || random.range(-2.0, 2.0);
    for _ in 0..200 {
        // Random transforms, sheared and mirrored.
        let mut map = || {
            GlobalTransform::from(Affine3A::from_cols(
                Vec3::new(number(), number(), number()).into(),
                Vec3::new(number(), number(), number()).into(),
                Vec3::new(number(), number(), number()).into(),
                Vec3::new(number(), number(), number()).into(),
            ))
        };
        fn differ<D: Dimension>(start: &GlobalTransform, end: &GlobalTransform) -> f32 {
            let [start, end] = [start, end].map(D::affine);
            let far = |one: &<D::Vector as Vector>::Affine, other: &<D::Vector as Vector>::Affine| {
                use gjk::Affine;
                let parts = (0..D::Vector::DIMENSION).map(|index| one.column(index) - other.column(index));
                parts.map(|it| it.dot(it)).fold(0.0, f32::max)
            };
            far(&D::between(&start, &end, 0.0), &start).max(far(&D::between(&start, &end, 1.0), &end))
        }
        let [start, end] = [map(), map()];
        assert!(differ::<Dim2>(&start, &end) < 1e-9 && differ::<Dim3>(&start, &end) < 1e-9);
    }
}
