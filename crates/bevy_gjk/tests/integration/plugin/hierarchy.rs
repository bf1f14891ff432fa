//! A collider is where its entity is drawn, in the same frame, at any depth of the hierarchy and whichever
//! ancestor moved: checked by points that are computed in `f64`.

use crate::common::prelude::*;

/// Applies a chain of transforms to a point, from the innermost outwards.
struct Map {
    linear: DMat3,
    translation: DVec3,
}

impl Map {
    fn of(app: &App, mut entity: Entity) -> Self {
        let mut map = Self { linear: DMat3::IDENTITY, translation: DVec3::ZERO };
        loop {
            let transform = app.get::<Transform>(entity);
            let rotation = DMat3::from_quat(transform.rotation.as_dquat());
            let linear = rotation * DMat3::from_diagonal(transform.scale.as_dvec3());
            map.linear = linear * map.linear;
            map.translation = linear * map.translation + transform.translation.as_dvec3();
            match app.world().get::<ChildOf>(entity) {
                Some(parent) => entity = parent.parent(),
                None => return map,
            }
        }
    }

    fn apply(&self, point: DVec3) -> DVec3 {
        self.linear * point + self.translation
    }
}

/// The properties of a dimension that the tests need.
trait Probed: Spatial {
    /// Half sides of a box, and the number of coordinates.
    const HALF: DVec3;
}

impl Probed for Dim2 {
    const HALF: DVec3 = DVec3::new(1.0, 0.5, 0.0);
}

impl Probed for Dim3 {
    const HALF: DVec3 = DVec3::new(1.0, 0.5, 0.25);
}

/// Drops the third coordinate in 2D.
fn drop_z_in_2d<D: Dimension>(point: DVec3) -> DVec3 {
    if D::NAME == "2D" { point.with_z(0.0) } else { point }
}

fn direction<D: Dimension>(random: &mut Random) -> DVec3 {
    loop {
        let mut part = || f64::from(random.range(-1.0, 1.0));
        let direction = drop_z_in_2d::<D>(DVec3::new(part(), part(), part()));
        if (0.1..1.0).contains(&direction.length_squared()) {
            return direction.normalize();
        }
    }
}

/// A collider at the end of a chain, and a small ball that probes where it is.
struct Lab {
    app: App,
    /// The entities from the root to the collider.
    chain: Vec<Entity>,
    round: bool,
    probe: Entity,
}

impl Lab {
    fn new<D: Probed>(depth: usize, round: bool) -> Self {
        let mut app = app();
        let mut chain: Vec<Entity> = Vec::new();
        for _ in 0..depth {
            let mut entity = app.world_mut().spawn(Transform::IDENTITY);
            if let Some(&parent) = chain.last() {
                entity.insert(ChildOf(parent));
            }
            chain.push(entity.id());
        }
        let shape = if round { D::ball(1.0) } else { D::cuboid(D::HALF.as_vec3()) };
        app.insert(*chain.last().unwrap(), shape);
        let probe = app.spawn(D::ball(0.0));
        Self { app, chain, round, probe }
    }

    /// Probes at a point inside, and at one just outside.
    fn check<D: Probed>(&mut self, random: &mut Random, what: &str) {
        let target = *self.chain.last().unwrap();
        let map = Map::of(&self.app, target);
        // The support point of the collider along a direction, by its corners or its axes.
        let normal = direction::<D>(random);
        let farthest = |normal: DVec3| {
            let local = map.linear.transpose() * normal;
            let local = drop_z_in_2d::<D>(local);
            let on_shape = match self.round {
                true => local.normalize_or_zero(),
                false => D::HALF * DVec3::select(local.cmplt(DVec3::ZERO), DVec3::NEG_ONE, DVec3::ONE),
            };
            drop_z_in_2d::<D>(map.apply(on_shape))
        };
        let (rim, opposite) = (farthest(normal), farthest(-normal));
        let reach = rim.abs().max(opposite.abs()).max_element();
        let radius = 1e-4 * reach;
        let within = f64::from(random.unit());
        let inside = rim * within + opposite * (1.0 - within);
        let outside = rim + normal * (3.0 * radius);
        *self.app.world_mut().get_mut::<D::Collider>(self.probe).unwrap() = D::ball(radius as f32);
        for (point, touches) in [(inside, true), (outside, false), (rim, true)] {
            set(&mut self.app, self.probe, Transform::from_translation(point.as_vec3()));
            self.app.update();
            let held = self.app.resource::<Collisions<D>>();
            assert_eq!(held.contains(target, self.probe), touches, "{what}: {point} within {within}");
        }
    }
}

fn random_transform<D: Dimension>(random: &mut Random, flatten: u32) -> Transform {
    let mut scale = || random.range(0.4, 1.8) * if random.below(3) == 0 { -1.0 } else { 1.0 };
    let mut scale = Vec3::new(scale(), scale(), scale());
    for axis in 0..3 {
        if flatten & (1 << axis) != 0 {
            scale[axis] = 0.0;
        }
    }
    let mut part = || random.range(-2.0, 2.0);
    let rotation = match D::NAME {
        "2D" => Quat::from_rotation_z(part()),
        _ => Quat::from_euler(EulerRot::XYZ, part(), part(), part()),
    };
    Transform { translation: Vec3::new(part(), part(), part()), rotation, scale }
}

fn every_map<D: Probed>(random: &mut Random) {
    for round in [false, true] {
        for depth in 1..=8 {
            let mut lab = Lab::new::<D>(depth, round);
            // Flat in no axis, in one, in two or in all, at the collider or above it.
            for flatten in [0, 0, 1, 2, 4, 3, 7] {
                let at = random.below(depth as u32) as usize;
                for index in 0..depth {
                    let flatten = if index == at { flatten } else { 0 };
                    set(&mut lab.app, lab.chain[index], random_transform::<D>(random, flatten));
                }
                for _ in 0..3 {
                    lab.check::<D>(random, &format!("depth {depth}, flat {flatten} at {at}, round {round}"));
                }
            }
        }
    }
}

#[test]
fn stretched_sheared_mirrored_and_flat_chains_place_colliders() {
    every_map::<Dim2>(&mut Random(3));
    every_map::<Dim3>(&mut Random(4));
}

fn check_moving_ancestors<D: Probed>(random: &mut Random) {
    const DEPTH: usize = 6;
    let mut lab = Lab::new::<D>(DEPTH, false);
    for &entity in &lab.chain.clone() {
        set(&mut lab.app, entity, random_transform::<D>(random, 0));
    }
    for frame in 0..150 {
        // Moves the root, one in between, the collider itself, several, all, or none.
        let movers = [1, 1 << random.below(6), 1 << 5, random.below(64), 63, 0][random.below(6) as usize];
        for index in (0..DEPTH).filter(|index| movers & (1 << index) != 0) {
            let mut transform = lab.app.world_mut().get_mut::<Transform>(lab.chain[index]).unwrap();
            match random.below(4) {
                0 => *transform = random_transform::<D>(random, 0),
                1 => transform.translation += Vec3::new(0.3, -0.2, 0.1),
                2 => transform.rotate_z(0.1),
                _ => transform.scale.x = random.range(-2.0, 2.0),
            }
        }
        if random.below(10) == 0 {
            // The grandchild becomes a child.
            let index = 2 + random.below(4) as usize;
            let parent = lab.chain[index - 2];
            lab.app.insert(lab.chain[index], ChildOf(parent));
        } else if random.below(10) == 0 {
            let index = 1 + random.below(5) as usize;
            let parent = lab.chain[index - 1];
            lab.app.insert(lab.chain[index], ChildOf(parent));
        }
        lab.check::<D>(random, &format!("frame {frame}, movers {movers:b}"));
    }
}

#[test]
fn any_moving_ancestor_moves_the_collider() {
    check_moving_ancestors::<Dim2>(&mut Random(5));
    check_moving_ancestors::<Dim3>(&mut Random(6));
}

fn a_tenth_of_a_degree<D: Probed>(random: &mut Random) {
    // The collider turns, its parent turns, or both.
    for turning in [&[1][..], &[0], &[0, 1]] {
        let mut lab = Lab::new::<D>(2, false);
        set(&mut lab.app, lab.chain[1], at_x(3.0));
        for frame in 0..600 {
            for &index in turning {
                let mut transform = lab.app.world_mut().get_mut::<Transform>(lab.chain[index]).unwrap();
                transform.rotate_z(0.1_f32.to_radians());
            }
            // At long intervals, so that the collider becomes static in between.
            if frame % 20 == 19 {
                lab.check::<D>(random, &format!("frame {frame}, turning {turning:?}"));
            } else {
                lab.app.update();
            }
        }
        let end = Map::of(&lab.app, lab.chain[1]).linear * DVec3::X;
        let degrees = end.y.atan2(end.x).to_degrees();
        assert!((degrees - 60.0 * turning.len() as f64).abs() < 0.01, "{degrees}");
    }
}

#[test]
fn slow_rotations_accumulate() {
    a_tenth_of_a_degree::<Dim2>(&mut Random(7));
    a_tenth_of_a_degree::<Dim3>(&mut Random(8));
}
