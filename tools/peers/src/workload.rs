//! The workloads: pairs of shapes in 2D and 3D, from the cheapest to the most expensive.

use std::sync::Arc;

use glam::{DVec3, Vec3};
use oracle::case::Dimension;

use crate::pose::PosePair;
use crate::pose_set::poses;
use crate::query::{POSE_SETS, PoseSet};
use crate::rng::Rng;
use crate::shape::Shape;

/// Two shapes and their poses in each pose set.
pub struct Workload {
    /// The name in the table; it also seeds the poses.
    pub name: &'static str,
    /// 2D or 3D.
    pub dimension: Dimension,
    /// The first shape.
    pub a: Shape,
    /// The second shape.
    pub b: Shape,
    poses: [Arc<[PosePair]>; 5],
}

impl Workload {
    /// Creates a workload without poses.
    pub fn new(name: &'static str, dimension: Dimension, a: Shape, b: Shape) -> Self {
        Self { name, dimension, a, b, poses: Default::default() }
    }

    /// Returns the poses of a set; none if they have not been generated.
    pub fn poses(&self, pose_set: PoseSet) -> &Arc<[PosePair]> {
        &self.poses[pose_set as usize]
    }

    /// Generates the poses of the sets that are needed: `pairs` of them in each set that is not moving.
    pub fn generate_poses(&mut self, pairs: usize, needed: impl Fn(PoseSet) -> bool) {
        for pose_set in POSE_SETS.into_iter().filter(|&pose_set| needed(pose_set)) {
            self.poses[pose_set as usize] = poses(self, pose_set, pairs).into();
        }
    }
}

/// Returns all workloads, without poses.
pub fn workloads() -> Vec<Workload> {
    let mut rng = Rng::new(32);
    let rectangle = |x, y| Shape::Box(Vec3::new(x, y, 0.0));
    let cuboid = |x, y, z| Shape::Box(Vec3::new(x, y, z));
    let capsule = |half_length, radius| Shape::Capsule { half_length, radius };
    let mut polygons = |n| (Shape::polygon(&mut rng, n, 0.6, 0.5), Shape::polygon(&mut rng, n, 0.5, 0.7));
    let (few, many) = (polygons(8), polygons(64));
    let (wide, tall) = (DVec3::new(0.6, 0.5, 0.4), DVec3::new(0.4, 0.5, 0.7));
    let mut hulls = |n| (Shape::polyhedron(&mut rng, n, wide), Shape::polyhedron(&mut rng, n, tall));
    let (coarse, fine) = (hulls(32), hulls(256));
    let cylinder_cone =
        (Shape::Cylinder { half_height: 0.5, radius: 0.4 }, Shape::Cone { half_height: 0.6, radius: 0.5 });
    let pairs_2d = [
        ("2D circle-circle", (Shape::Ball(0.5), Shape::Ball(0.75))),
        ("2D box-box", (rectangle(0.5, 0.3), rectangle(0.7, 0.2))),
        ("2D capsule-box", (capsule(0.5, 0.25), rectangle(0.7, 0.3))),
        ("2D 8-gon-8-gon", few),
        ("2D 64-gon-64-gon", many),
    ];
    let pairs_3d = [
        ("3D sphere-sphere", (Shape::Ball(0.5), Shape::Ball(0.75))),
        ("3D box-box", (cuboid(0.5, 0.3, 0.7), cuboid(0.4, 0.6, 0.2))),
        ("3D capsule-capsule", (capsule(0.5, 0.25), capsule(0.3, 0.4))),
        ("3D cylinder-cone", cylinder_cone),
        ("3D hull 32-hull 32", coarse),
        ("3D hull 256-hull 256", fine),
    ];
    let pairs_2d = pairs_2d.into_iter().map(|pair| (Dimension::Plane, pair));
    let pairs_3d = pairs_3d.into_iter().map(|pair| (Dimension::Space, pair));
    let workload = |(dimension, (name, (a, b)))| Workload::new(name, dimension, a, b);
    pairs_2d.chain(pairs_3d).map(workload).collect()
}
