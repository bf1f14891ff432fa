//! The workloads: pairs of shapes, from the cheapest to the dearest in either dimension.

use std::sync::Arc;

use glam::{DVec3, Vec3};
use judge::case::Dimension;

use crate::dice::Dice;
use crate::mix::poses;
use crate::pose::PosePair;
use crate::question::{MIXES, Mix};
use crate::shape::Shape;

/// Two shapes, and where they are in each mix.
pub struct Workload {
    /// What the table calls it.
    pub name: &'static str,
    /// The plane or space.
    pub dimension: Dimension,
    /// The first shape.
    pub a: Shape,
    /// The second shape.
    pub b: Shape,
    poses: [Arc<[PosePair]>; 5],
}

impl Workload {
    /// Two shapes, without poses.
    pub fn new(name: &'static str, dimension: Dimension, a: Shape, b: Shape) -> Self {
        Self { name, dimension, a, b, poses: Default::default() }
    }

    /// The poses of a mix; none if no row needs them.
    pub fn poses(&self, mix: Mix) -> &Arc<[PosePair]> {
        &self.poses[mix as usize]
    }

    /// Makes the poses of those mixes that are needed, so many pairs for each but the moving ones.
    pub fn choose_poses(&mut self, pairs: usize, needed: impl Fn(Mix) -> bool) {
        for mix in MIXES.into_iter().filter(|&mix| needed(mix)) {
            self.poses[mix as usize] = poses(self, mix, pairs).into();
        }
    }
}

/// All workloads, without poses.
pub fn workloads() -> Vec<Workload> {
    let mut dice = Dice::new(32);
    let rectangle = |x, y| Shape::Box(Vec3::new(x, y, 0.0));
    let cuboid = |x, y, z| Shape::Box(Vec3::new(x, y, z));
    let capsule = |half_length, radius| Shape::Capsule { half_length, radius };
    let mut polygons = |n| (Shape::polygon(&mut dice, n, 0.6, 0.5), Shape::polygon(&mut dice, n, 0.5, 0.7));
    let (few, many) = (polygons(8), polygons(64));
    let (wide, tall) = (DVec3::new(0.6, 0.5, 0.4), DVec3::new(0.4, 0.5, 0.7));
    let mut hulls = |n| (Shape::polyhedron(&mut dice, n, wide), Shape::polyhedron(&mut dice, n, tall));
    let (coarse, fine) = (hulls(32), hulls(256));
    let round =
        (Shape::Cylinder { half_height: 0.5, radius: 0.4 }, Shape::Cone { half_height: 0.6, radius: 0.5 });
    let plane = [
        ("2D circle-circle", (Shape::Ball(0.5), Shape::Ball(0.75))),
        ("2D box-box", (rectangle(0.5, 0.3), rectangle(0.7, 0.2))),
        ("2D capsule-box", (capsule(0.5, 0.25), rectangle(0.7, 0.3))),
        ("2D 8-gon-8-gon", few),
        ("2D 64-gon-64-gon", many),
    ];
    let space = [
        ("3D sphere-sphere", (Shape::Ball(0.5), Shape::Ball(0.75))),
        ("3D box-box", (cuboid(0.5, 0.3, 0.7), cuboid(0.4, 0.6, 0.2))),
        ("3D capsule-capsule", (capsule(0.5, 0.25), capsule(0.3, 0.4))),
        ("3D cylinder-cone", round),
        ("3D hull 32-hull 32", coarse),
        ("3D hull 256-hull 256", fine),
    ];
    let plane = plane.into_iter().map(|pair| (Dimension::Plane, pair));
    let space = space.into_iter().map(|pair| (Dimension::Space, pair));
    let workload = |(dimension, (name, (a, b)))| Workload::new(name, dimension, a, b);
    plane.chain(space).map(workload).collect()
}
