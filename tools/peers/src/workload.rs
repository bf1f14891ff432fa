//! The workloads: pairs of shapes in 2D and 3D, from the cheapest to the most expensive.

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use glam::{DVec3, Vec3};
use oracle::case::{Dimension, Form};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::pose::PosePair;
use crate::pose_set::poses;
use crate::query::{POSE_SETS, PoseSet, QUERY_KINDS, QueryKind};

/// Two shapes, the rows that are measured of them, and their poses. The shapes are centred on their origins.
pub struct Workload {
    /// The name in the table; it also seeds the poses.
    pub name: &'static str,
    /// 2D or 3D.
    pub dimension: Dimension,
    /// The first shape.
    pub a: Form,
    /// The second shape.
    pub b: Form,
    /// The rows.
    pub rows: Vec<(QueryKind, PoseSet)>,
    poses: [Arc<[PosePair]>; POSE_SETS.len()],
}

impl Workload {
    /// Creates a workload without rows and poses.
    pub fn new(name: &'static str, dimension: Dimension, a: Form, b: Form) -> Self {
        Self { name, dimension, a, b, rows: Vec::new(), poses: Default::default() }
    }

    /// Creates a workload of two polygons or hulls of as many vertices each.
    pub fn with_vertices(name: &'static str, dimension: Dimension, vertices: usize) -> Self {
        let rng = &mut Pcg64Mcg::seed_from_u64(vertices as u64);
        let mut shape = |half_size: [f64; 3]| match dimension {
            Dimension::Plane => polygon(rng, vertices, half_size.into()),
            Dimension::Space => polyhedron(rng, vertices, half_size.into()),
        };
        let (a, b) = (shape([0.6, 0.5, 0.4]), shape([0.4, 0.5, 0.7]));
        Self::new(name, dimension, a, b)
    }

    /// Returns the poses of a set; none if no row needs them.
    pub fn poses(&self, pose_set: PoseSet) -> &Arc<[PosePair]> {
        &self.poses[pose_set as usize]
    }

    /// Selects the rows that are wanted, and generates the poses that they need: `pairs` of them in each set that is
    /// not moving.
    pub fn prepare(&mut self, pairs: usize, wanted: impl Fn(QueryKind, PoseSet) -> bool) {
        let of_query = |query: QueryKind| query.pose_sets().iter().map(move |&pose_set| (query, pose_set));
        let rows = QUERY_KINDS.into_iter().flat_map(of_query);
        self.rows = rows.filter(|&(query, pose_set)| wanted(query, pose_set)).collect();
        for pose_set in POSE_SETS {
            if self.rows.iter().any(|row| row.1 == pose_set) {
                self.poses[pose_set as usize] = poses(self, pose_set, pairs).into();
            }
        }
    }
}

/// Returns all workloads, without rows.
pub fn workloads() -> Vec<Workload> {
    let rectangle = |x, y| Form::Box(Vec3::new(x, y, 0.0));
    let cuboid = |x, y, z| Form::Box(Vec3::new(x, y, z));
    let capsule = |half_length, radius| Form::Capsule { half_length, radius };
    let (cylinder, cone) =
        (Form::Cylinder { half_height: 0.5, radius: 0.4 }, Form::Cone { half_height: 0.6, radius: 0.5 });
    let (plane, space) = (Dimension::Plane, Dimension::Space);
    vec![
        Workload::new("2D circle-circle", plane, Form::Ball(0.5), Form::Ball(0.75)),
        Workload::new("2D box-box", plane, rectangle(0.5, 0.3), rectangle(0.7, 0.2)),
        Workload::new("2D capsule-box", plane, capsule(0.5, 0.25), rectangle(0.7, 0.3)),
        Workload::with_vertices("2D 8-gon-8-gon", plane, 8),
        Workload::with_vertices("2D 64-gon-64-gon", plane, 64),
        Workload::new("3D sphere-sphere", space, Form::Ball(0.5), Form::Ball(0.75)),
        Workload::new("3D box-box", space, cuboid(0.5, 0.3, 0.7), cuboid(0.4, 0.6, 0.2)),
        Workload::new("3D capsule-capsule", space, capsule(0.5, 0.25), capsule(0.3, 0.4)),
        Workload::new("3D cylinder-cone", space, cylinder, cone),
        Workload::with_vertices("3D hull 32-hull 32", space, 32),
        Workload::with_vertices("3D hull 256-hull 256", space, 256),
    ]
}

/// Creates a convex polygon with its vertices on an ellipse, at uneven steps.
fn polygon(rng: &mut Pcg64Mcg, corners: usize, half_size: DVec3) -> Form {
    let corner = |index: usize| {
        let (sine, cosine) = (TAU / corners as f64 * (index as f64 + rng.random_range(-0.3..0.3))).sin_cos();
        (DVec3::new(cosine, sine, 0.0) * half_size).as_vec3()
    };
    Form::Points((0..corners).map(corner).collect())
}

/// Creates a polyhedron with its vertices on an ellipsoid.
///
/// The vertices follow a golden-angle spiral, which spreads them evenly, with random offsets and in random order, so
/// that no peer profits from their order.
fn polyhedron(rng: &mut Pcg64Mcg, vertices: usize, half_size: DVec3) -> Form {
    let golden = PI * (3.0 - 5f64.sqrt());
    let vertex = |index: usize| {
        let height = (index as f64 + 0.5 + rng.random_range(-0.25..0.25)) / vertices as f64;
        let z = 1.0 - 2.0 * height;
        let (sine, cosine) = (golden * index as f64 + rng.random_range(-0.1..0.1)).sin_cos();
        let ring = (1.0 - z * z).sqrt();
        (DVec3::new(ring * cosine, ring * sine, z) * half_size).as_vec3()
    };
    let mut points: Vec<Vec3> = (0..vertices).map(vertex).collect();
    points.shuffle(rng);
    Form::Points(points)
}
