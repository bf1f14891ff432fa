//! Floors: the least that any of the peers must do, in plain code.
//!
//! Every question needs to know where one shape is, seen from the other, and at least one farthest point of
//! each. For hulls there are two ways to find it: to look at all points, four at a time, or to climb from a
//! vertex that was farthest lately to its best neighbour. What this crate does for it stands beside them.
//! The code is that of space, in the plane too.

use gjk::{Affine3A, Cuboid, Hull, Support};
use glam::{BVec4A, Quat, Vec3, Vec4};
use judge::case::Dimension;
use parry3d::shape::ConvexPolyhedron;

use crate::bench::{OURS, Sheet};
use crate::pose::{Pose, PosePair};
use crate::question::Question;
use crate::shape::Shape;
use crate::verdict::Answer;

/// Enters the floors of a workload.
pub fn enter(sheet: &mut Sheet) {
    let rigid = |poses: &PosePair| Relative::new(&poses.a, &poses.b);
    let mut plain = sheet.entrant("plain", |poses| *poses);
    plain.asks(Question::RelativePose, move |poses| rigid(poses), |_, _| Answer::default());
    match (&sheet.workload.a, &sheet.workload.b) {
        (Shape::Box(a), Shape::Box(b)) => {
            let (a, b) = (*a, *b);
            supports(sheet, "plain", move |d| a.copysign(d), move |d| b.copysign(d));
            our_supports(sheet, Cuboid::from_half_size(a), Cuboid::from_half_size(b));
        }
        (Shape::Hull(a), Shape::Hull(b)) => {
            let (scan_a, scan_b) = (Scan::new(a), Scan::new(b));
            supports(sheet, "scan", move |d| scan_a.farthest(d), move |d| scan_b.farthest(d));
            let hull = |points: &[Vec3]| Hull::new(points.iter().copied()).expect("finite points");
            our_supports(sheet, hull(a), hull(b));
            if sheet.workload.dimension == Dimension::Space {
                climbs(sheet, Climb::new(a), Climb::new(b));
            }
        }
        _ => {}
    }
}

/// The second pose, seen from the first.
#[derive(Clone, Copy)]
struct Relative {
    rotation: Quat,
    position: Vec3,
}

impl Relative {
    #[inline(always)]
    fn new(a: &Pose, b: &Pose) -> Self {
        let back = a.rotation.conjugate();
        Self { rotation: back * b.rotation, position: back * (b.position - a.position) }
    }

    /// The line from the first origin to the second in either frame: where a search begins.
    #[inline(always)]
    fn lines(&self) -> (Vec3, Vec3) {
        (self.position, self.rotation.conjugate() * -self.position)
    }

    /// The difference of a point of the first shape and one of the second.
    #[inline(always)]
    fn difference(&self, a: Vec3, b: Vec3) -> Vec3 {
        a - (self.position + self.rotation * b)
    }
}

fn supports(
    sheet: &mut Sheet,
    name: &'static str,
    a: impl Fn(Vec3) -> Vec3 + Clone + 'static,
    b: impl Fn(Vec3) -> Vec3 + Clone + 'static,
) {
    let ask = move |poses: &PosePair| {
        let relative = Relative::new(&poses.a, &poses.b);
        let (along_a, along_b) = relative.lines();
        relative.difference(a(along_a), b(along_b))
    };
    sheet.entrant(name, |poses| *poses).asks(Question::SupportPair, ask, |_, _| Answer::default());
}

fn our_supports<A, B>(sheet: &mut Sheet, a: A, b: B)
where
    A: Support<Vec3> + Clone + 'static,
    B: Support<Vec3> + Clone + 'static,
{
    let affine = |pose: &Pose| Affine3A::from_rotation_translation(pose.rotation, pose.position);
    let mut entrant = sheet.entrant(OURS, |poses| (affine(&poses.a), affine(&poses.b)));
    let ask = move |&(p, q): &(Affine3A, Affine3A)| {
        let line = Vec3::from(q.translation - p.translation);
        (&a).placed(p).support(line) - (&b).placed(q).support(-line)
    };
    entrant.asks(Question::SupportPair, ask, |_, _| Answer::default());
}

fn climbs(sheet: &mut Sheet, a: Climb, b: Climb) {
    // As in the midst of a search, or a frame later: the line has turned by some fifteen degrees.
    let begin = |poses: &PosePair| {
        let (along_a, along_b) = Relative::new(&poses.a, &poses.b).lines();
        let turned = |line: Vec3| line + 0.27 * line.length() * line.any_orthonormal_vector();
        (*poses, a.farthest(turned(along_a), 0), b.farthest(turned(along_b), 0))
    };
    let mut entrant = sheet.entrant("climb", begin);
    let ask = move |(poses, begin_a, begin_b): &(PosePair, usize, usize)| {
        let relative = Relative::new(&poses.a, &poses.b);
        let (along_a, along_b) = relative.lines();
        let on_a = a.points[a.farthest(along_a, *begin_a)];
        relative.difference(on_a, b.points[b.farthest(along_b, *begin_b)])
    };
    entrant.asks(Question::SupportPair, ask, |_, _| Answer::default());
}

/// Points in groups of four, coordinate by coordinate.
#[derive(Clone)]
struct Scan(Vec<[Vec4; 3]>);

impl Scan {
    fn new(points: &[Vec3]) -> Self {
        let group = |four: &[Vec3]| {
            // The last is repeated to fill the group.
            let lane = |i: usize| four[i.min(four.len() - 1)];
            [0, 1, 2].map(|axis| Vec4::from_array([0, 1, 2, 3].map(|i| lane(i)[axis])))
        };
        Self(points.chunks(4).map(group).collect())
    }

    #[inline(always)]
    fn farthest(&self, direction: Vec3) -> Vec3 {
        let [x, y, z] = direction.to_array().map(Vec4::splat);
        let mut most = Vec4::NEG_INFINITY;
        // As floats, for their comparison gives the mask for both.
        let (mut group, mut best) = (Vec4::ZERO, Vec4::ZERO);
        for points in &self.0 {
            let along = points[0] * x + points[1] * y + points[2] * z;
            let more: BVec4A = along.cmpgt(most);
            most = most.max(along);
            best = Vec4::select(more, group, best);
            group += Vec4::ONE;
        }
        let lane = most.max_position();
        let points = &self.0[best[lane] as usize];
        Vec3::new(points[0][lane], points[1][lane], points[2][lane])
    }
}

/// A polyhedron's vertices and which are joined by an edge.
#[derive(Clone)]
struct Climb {
    points: Vec<Vec3>,
    /// Where the neighbours of each begin; those of the next come after.
    begins: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Climb {
    fn new(points: &[Vec3]) -> Self {
        let vectors: Vec<_> = points.iter().map(|point| point.to_array().into()).collect();
        let hull = ConvexPolyhedron::from_convex_hull(&vectors).expect("a convex polyhedron");
        let mut joined = vec![Vec::new(); hull.points().len()];
        for edge in hull.edges() {
            let [a, b] = edge.vertices;
            joined[a as usize].push(b);
            joined[b as usize].push(a);
        }
        let (mut begins, mut neighbours) = (vec![0], Vec::new());
        for list in joined {
            neighbours.extend(list);
            begins.push(neighbours.len() as u32);
        }
        Self { points: hull.points().iter().map(|p| Vec3::new(p.x, p.y, p.z)).collect(), begins, neighbours }
    }

    #[inline(always)]
    fn farthest(&self, direction: Vec3, begin: usize) -> usize {
        let (mut here, mut most) = (begin, self.points[begin].dot(direction));
        loop {
            let list = self.begins[here] as usize..self.begins[here + 1] as usize;
            let before = here;
            for &next in &self.neighbours[list] {
                let along = self.points[next as usize].dot(direction);
                if along > most {
                    (here, most) = (next as usize, along);
                }
            }
            if here == before {
                return here;
            }
        }
    }
}
