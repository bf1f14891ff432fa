//! A collider is where its entity is drawn, in the same frame and at any depth of the hierarchy: checked by points that
//! are computed in `f64`. Ancestors that move, and hierarchies that change, are in the chaos run.

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
        *self.app.get_mut::<D::Collider>(self.probe) = D::ball(radius as f32);
        for (point, touches) in [(inside, true), (outside, false), (rim, true)] {
            set(&mut self.app, self.probe, at_point(point.as_vec3()));
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
