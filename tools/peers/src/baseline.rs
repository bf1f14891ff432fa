//! Baselines: the work that no query can do without, in plain code.
//!
//! Every query needs the pose of one shape relative to the other and at least one support point of each
//! shape. For hulls there are two ways to find it: a linear scan over all points, four at a time, or hill
//! climbing over the edges from a recent support point. The support functions of `gjk` are measured beside
//! them. The code is 3D for 2D workloads, too.

use gjk::{Affine3A, Cuboid, Hull, Support};
use glam::{BVec4A, Quat, Vec3, Vec4};
use oracle::case::Dimension;
use parry3d::shape::ConvexPolyhedron;

use crate::accuracy::Answer;
use crate::bench::{BenchmarkGroup, OURS};
use crate::pose::{Pose, PosePair};
use crate::query::QueryKind;
use crate::shape::Shape;

/// Adds the baselines of a workload.
pub fn add(group: &mut BenchmarkGroup) {
    let relative_pose = |poses: &PosePair| Relative::new(&poses.a, &poses.b);
    let mut direct = group.peer("direct", |poses| *poses);
    direct.add_cold(QueryKind::RelativePose, move |poses| relative_pose(poses), |_, _| Answer::default());
    match (&group.workload.a, &group.workload.b) {
        (Shape::Box(a), Shape::Box(b)) => {
            let (a, b) = (*a, *b);
            add_support_pair(group, "direct", move |d| a.copysign(d), move |d| b.copysign(d));
            add_our_support_pair(group, Cuboid::from_half_size(a), Cuboid::from_half_size(b));
        }
        (Shape::Hull(a), Shape::Hull(b)) => {
            let (scan_a, scan_b) = (LinearScan::new(a), LinearScan::new(b));
            add_support_pair(group, "linear scan", move |d| scan_a.support(d), move |d| scan_b.support(d));
            let hull = |points: &[Vec3]| Hull::new(points.iter().copied()).expect("finite points");
            add_our_support_pair(group, hull(a), hull(b));
            if group.workload.dimension == Dimension::Space {
                add_hill_climbing(group, HillClimbing::new(a), HillClimbing::new(b));
            }
        }
        _ => {}
    }
}

/// The second pose relative to the first.
#[derive(Clone, Copy)]
struct Relative {
    rotation: Quat,
    position: Vec3,
}

impl Relative {
    #[inline(always)]
    fn new(a: &Pose, b: &Pose) -> Self {
        let inverse = a.rotation.conjugate();
        Self { rotation: inverse * b.rotation, position: inverse * (b.position - a.position) }
    }

    /// Returns the line from the first origin to the second in the frame of each shape: a usual initial
    /// search direction.
    #[inline(always)]
    fn directions(&self) -> (Vec3, Vec3) {
        (self.position, self.rotation.conjugate() * -self.position)
    }

    /// Returns the difference of a point of the first shape and a point of the second.
    #[inline(always)]
    fn difference(&self, a: Vec3, b: Vec3) -> Vec3 {
        a - (self.position + self.rotation * b)
    }
}

fn add_support_pair(
    group: &mut BenchmarkGroup,
    name: &'static str,
    a: impl Fn(Vec3) -> Vec3 + Clone + 'static,
    b: impl Fn(Vec3) -> Vec3 + Clone + 'static,
) {
    let call = move |poses: &PosePair| {
        let relative = Relative::new(&poses.a, &poses.b);
        let (along_a, along_b) = relative.directions();
        relative.difference(a(along_a), b(along_b))
    };
    group.peer(name, |poses| *poses).add_cold(QueryKind::SupportPair, call, |_, _| Answer::default());
}

fn add_our_support_pair<A, B>(group: &mut BenchmarkGroup, a: A, b: B)
where
    A: Support<Vec3> + Clone + 'static,
    B: Support<Vec3> + Clone + 'static,
{
    let affine = |pose: &Pose| Affine3A::from_rotation_translation(pose.rotation, pose.position);
    let mut peer = group.peer(OURS, |poses| (affine(&poses.a), affine(&poses.b)));
    let call = move |&(p, q): &(Affine3A, Affine3A)| {
        let line = Vec3::from(q.translation - p.translation);
        (&a).placed(p).support(line) - (&b).placed(q).support(-line)
    };
    peer.add_cold(QueryKind::SupportPair, call, |_, _| Answer::default());
}

fn add_hill_climbing(group: &mut BenchmarkGroup, a: HillClimbing, b: HillClimbing) {
    // As in the middle of a search, or one frame later: the direction differs by about fifteen degrees.
    let with_start = |poses: &PosePair| {
        let (along_a, along_b) = Relative::new(&poses.a, &poses.b).directions();
        let rotated = |line: Vec3| line + 0.27 * line.length() * line.any_orthonormal_vector();
        (*poses, a.support(rotated(along_a), 0), b.support(rotated(along_b), 0))
    };
    let mut peer = group.peer("hill climbing", with_start);
    let call = move |(poses, start_a, start_b): &(PosePair, usize, usize)| {
        let relative = Relative::new(&poses.a, &poses.b);
        let (along_a, along_b) = relative.directions();
        let on_a = a.points[a.support(along_a, *start_a)];
        relative.difference(on_a, b.points[b.support(along_b, *start_b)])
    };
    peer.add_cold(QueryKind::SupportPair, call, |_, _| Answer::default());
}

/// Points in groups of four for SIMD, with the coordinates of a group together (structure of arrays).
#[derive(Clone)]
struct LinearScan(Vec<[Vec4; 3]>);

impl LinearScan {
    fn new(points: &[Vec3]) -> Self {
        let group = |four: &[Vec3]| {
            // The last point is repeated to fill the group.
            let lane = |i: usize| four[i.min(four.len() - 1)];
            [0, 1, 2].map(|axis| Vec4::from_array([0, 1, 2, 3].map(|i| lane(i)[axis])))
        };
        Self(points.chunks(4).map(group).collect())
    }

    #[inline(always)]
    fn support(&self, direction: Vec3) -> Vec3 {
        let [x, y, z] = direction.to_array().map(Vec4::splat);
        let mut max = Vec4::NEG_INFINITY;
        // Indices are kept as floats, so that one comparison mask selects both the maximum and its index.
        let (mut group, mut best) = (Vec4::ZERO, Vec4::ZERO);
        for points in &self.0 {
            let along = points[0] * x + points[1] * y + points[2] * z;
            let greater: BVec4A = along.cmpgt(max);
            max = max.max(along);
            best = Vec4::select(greater, group, best);
            group += Vec4::ONE;
        }
        let lane = max.max_position();
        let points = &self.0[best[lane] as usize];
        Vec3::new(points[0][lane], points[1][lane], points[2][lane])
    }
}

/// The vertices of a polyhedron and its edges, as an adjacency list.
#[derive(Clone)]
struct HillClimbing {
    points: Vec<Vec3>,
    /// The start of each vertex's neighbours in `neighbours`; they end where the next vertex's start.
    first_neighbour: Vec<u32>,
    neighbours: Vec<u32>,
}

impl HillClimbing {
    fn new(points: &[Vec3]) -> Self {
        let vectors: Vec<_> = points.iter().map(|point| point.to_array().into()).collect();
        let hull = ConvexPolyhedron::from_convex_hull(&vectors).expect("a convex polyhedron");
        let mut adjacent = vec![Vec::new(); hull.points().len()];
        for edge in hull.edges() {
            let [a, b] = edge.vertices;
            adjacent[a as usize].push(b);
            adjacent[b as usize].push(a);
        }
        let (mut first_neighbour, mut neighbours) = (vec![0], Vec::new());
        for list in adjacent {
            neighbours.extend(list);
            first_neighbour.push(neighbours.len() as u32);
        }
        Self {
            points: hull.points().iter().map(|p| Vec3::new(p.x, p.y, p.z)).collect(),
            first_neighbour,
            neighbours,
        }
    }

    #[inline(always)]
    fn support(&self, direction: Vec3, start: usize) -> usize {
        let (mut vertex, mut max) = (start, self.points[start].dot(direction));
        loop {
            let range = self.first_neighbour[vertex] as usize..self.first_neighbour[vertex + 1] as usize;
            let previous = vertex;
            for &next in &self.neighbours[range] {
                let along = self.points[next as usize].dot(direction);
                if along > max {
                    (vertex, max) = (next as usize, along);
                }
            }
            if vertex == previous {
                return vertex;
            }
        }
    }
}
