//! Features in space: edges and faces, seen as segments and polygons of the plane across the normal.

use arrayvec::ArrayVec;
use glam::{DVec2, DVec3};

use super::{Clip, Corner, Corners, Feature, MAX_CORNERS, Meeting, Meetings};

/// A corner within this part of the slop from an edge is on it.
const NEAR: f64 = 1e-3;

/// The plane across a normal.
struct Sheet {
    x: DVec3,
    y: DVec3,
}

impl Sheet {
    fn new(normal: DVec3) -> Self {
        let (x, y) = normal.any_orthonormal_pair();
        Self { x, y }
    }

    fn place(&self, point: DVec3) -> DVec2 {
        DVec2::new(self.x.dot(point), self.y.dot(point))
    }
}

/// A corner of the polygon that is being clipped, and the edge that begins there.
#[derive(Clone, Copy)]
struct Cut {
    at: DVec2,
    features: [Feature; 2],
    edge: Edge,
}

#[derive(Clone, Copy)]
enum Edge {
    /// Part of an edge of the polygon that is clipped, by the names of its ends.
    OfA(u32, u32),
    /// Part of the edge with this index of the one that clips.
    OfB(usize),
}

impl Clip for DVec3 {
    fn outline(corners: &mut Corners<Self>, normal: Self) {
        let sheet = Sheet::new(normal);
        let place = |corner: &Corner<Self>| sheet.place(corner.point);
        let turn = |a: &Corner<Self>, b: &Corner<Self>, c: &Corner<Self>| {
            (place(b) - place(a)).perp_dot(place(c) - place(b))
        };
        // Andrew's monotone chain.
        corners.sort_unstable_by(|a, b| {
            let (a, b) = (place(a), place(b));
            a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
        });
        if corners.len() > 2 {
            let mut hull = ArrayVec::<Corner<Self>, { 2 * MAX_CORNERS }>::new();
            let mut chain = |corners: &mut dyn Iterator<Item = &Corner<Self>>| {
                let start = hull.len();
                for corner in corners {
                    while hull.len() >= start + 2
                        && !(turn(&hull[hull.len() - 2], &hull[hull.len() - 1], corner) > 0.0)
                    {
                        hull.pop();
                    }
                    hull.push(*corner);
                }
                hull.pop();
            };
            chain(&mut corners.iter());
            chain(&mut corners.iter().rev());
            *corners = hull.into_iter().take(MAX_CORNERS).collect();
        }
        // Room for one more.
        if corners.is_full() {
            let count = corners.len();
            let area = |&index: &usize| {
                let at = |step: usize| &corners[(index + step) % count];
                turn(at(count - 1), at(0), at(1))
            };
            let flattest = (0..count).min_by(|a, b| area(a).total_cmp(&area(b)));
            let _ = flattest.and_then(|index| corners.pop_at(index));
        }
    }

    fn clip(
        a: &[Corner<Self>],
        b: &[Corner<Self>],
        normal: Self,
        slop: f64,
        meetings: &mut Meetings<Self>,
    ) {
        let sheet = Sheet::new(normal);
        match (a, b) {
            (&[a, to_a], &[b, to_b]) => segments(&sheet, [a, to_a], [b, to_b], slop, meetings),
            (&[from, to], [_, _, _, ..]) => meetings.extend(segment_in(&sheet, [from, to], b, slop)),
            ([_, _, _, ..], &[from, to]) => {
                meetings.extend(segment_in(&sheet, [from, to], a, slop).map(flipped));
            }
            ([_, _, _, ..], [_, _, _, ..]) => polygons(&sheet, a, b, slop, meetings),
            _ => {}
        }
    }
}

fn flipped(meeting: Meeting<DVec3>) -> Meeting<DVec3> {
    let [a, b] = meeting.features;
    Meeting { on_a: meeting.on_b, on_b: meeting.on_a, features: [b, a] }
}

/// What two segments have in common if they run alongside each other; nothing where they cross.
fn segments(
    sheet: &Sheet,
    a: [Corner<DVec3>; 2],
    b: [Corner<DVec3>; 2],
    slop: f64,
    meetings: &mut Meetings<DVec3>,
) {
    let ([a0, a1], [b0, b1]) = (a.map(|a| sheet.place(a.point)), b.map(|b| sheet.place(b.point)));
    let length = a0.distance(a1);
    let along = (a1 - a0) / length;
    let (s0, s1) = (along.dot(b0 - a0), along.dot(b1 - a0));
    let (low, high) = (s0.min(s1).max(0.0), s0.max(s1).min(length));
    if !(high - low > slop) {
        return;
    }
    for end in [low, high] {
        let part = ((end - s0) / (s1 - s0)).clamp(0.0, 1.0);
        if !(along.perp_dot(b0.lerp(b1, part) - a0).abs() <= slop) {
            meetings.clear();
            return;
        }
        let on = |[from, to]: [Corner<DVec3>; 2], part: f64, near: f64| {
            let feature = match () {
                () if part <= near => Feature::Vertex(from.id),
                () if part >= 1.0 - near => Feature::Vertex(to.id),
                () => Feature::Edge(from.id, to.id),
            };
            (from.point.lerp(to.point, part), feature)
        };
        let (on_a, of_a) = on(a, end / length, NEAR * slop / length);
        let (on_b, of_b) = on(b, part, NEAR * slop / (s1 - s0).abs());
        meetings.push(Meeting { on_a, on_b, features: [of_a, of_b] });
    }
}

/// The ends of a segment's part in a polygon.
fn segment_in(
    sheet: &Sheet,
    [from, to]: [Corner<DVec3>; 2],
    polygon: &[Corner<DVec3>],
    slop: f64,
) -> impl Iterator<Item = Meeting<DVec3>> {
    let (start, stop) = (sheet.place(from.point), sheet.place(to.point));
    let inside = (Feature::Vertex(from.id), Feature::Face);
    let (mut enter, mut leave) = ((0.0, inside), (1.0, (Feature::Vertex(to.id), Feature::Face)));
    for index in 0..polygon.len() {
        let (side_from, side_to) = (side(sheet, polygon, index, start), side(sheet, polygon, index, stop));
        let crossing = side_from / (side_from - side_to);
        let (one, other) = (polygon[index].id, polygon[(index + 1) % polygon.len()].id);
        let features = (Feature::Edge(from.id, to.id), Feature::Edge(one, other));
        let tolerance = -NEAR * slop;
        match (side_from >= tolerance, side_to >= tolerance) {
            (true, true) => {}
            (false, true) if crossing > enter.0 => enter = (crossing, features),
            (true, false) if crossing < leave.0 => leave = (crossing, features),
            (false, false) => leave.0 = f64::NEG_INFINITY,
            _ => {}
        }
    }
    let outside = !(leave.0 >= enter.0);
    let ends = [enter, leave].into_iter().take(if outside { 0 } else { 2 });
    ends.map(move |(part, (of_a, of_b))| {
        let on_a = from.point.lerp(to.point, part);
        Meeting { on_a, on_b: lift(sheet, polygon, start.lerp(stop, part)), features: [of_a, of_b] }
    })
}

/// Clips a polygon by the edges of another, one by one.
fn polygons(
    sheet: &Sheet,
    a: &[Corner<DVec3>],
    b: &[Corner<DVec3>],
    slop: f64,
    meetings: &mut Meetings<DVec3>,
) {
    let mut cuts: ArrayVec<Cut, { 2 * MAX_CORNERS }> = (0..a.len())
        .map(|index| Cut {
            at: sheet.place(a[index].point),
            features: [Feature::Vertex(a[index].id), Feature::Face],
            edge: Edge::OfA(a[index].id, a[(index + 1) % a.len()].id),
        })
        .collect();
    for clipper in 0..b.len() {
        let before = core::mem::take(&mut cuts);
        for (index, &from) in before.iter().enumerate() {
            let to = before[(index + 1) % before.len()];
            let (from_side, to_side) = (side(sheet, b, clipper, from.at), side(sheet, b, clipper, to.at));
            let inside = |side: f64| side >= -NEAR * slop;
            if inside(from_side) {
                // There is room: each edge of the other adds one corner at most.
                let _ = cuts.try_push(from);
            }
            if inside(from_side) != inside(to_side) {
                let part = (from_side / (from_side - to_side)).clamp(0.0, 1.0);
                let edge = if inside(from_side) { Edge::OfB(clipper) } else { from.edge };
                let features = crossing(b, from.edge, clipper);
                let _ = cuts.try_push(Cut { at: from.at.lerp(to.at, part), features, edge });
            }
        }
    }
    let lifted = |cut: Cut| Meeting {
        on_a: lift(sheet, a, cut.at),
        on_b: lift(sheet, b, cut.at),
        features: cut.features,
    };
    meetings.extend(cuts.into_iter().map(lifted));
}

/// What meets where an edge crosses one of the clipping polygon.
fn crossing(b: &[Corner<DVec3>], edge: Edge, clipper: usize) -> [Feature; 2] {
    let next = |index: usize| (index + 1) % b.len();
    match edge {
        Edge::OfA(from, to) => [Feature::Edge(from, to), Feature::Edge(b[clipper].id, b[next(clipper)].id)],
        Edge::OfB(other) if next(other) == clipper => [Feature::Face, Feature::Vertex(b[clipper].id)],
        Edge::OfB(other) => [Feature::Face, Feature::Vertex(b[other].id)],
    }
}

/// How far a point is on the inner side of an edge.
fn side(sheet: &Sheet, polygon: &[Corner<DVec3>], edge: usize, at: DVec2) -> f64 {
    let from = sheet.place(polygon[edge].point);
    let to = sheet.place(polygon[(edge + 1) % polygon.len()].point);
    (to - from).normalize_or_zero().perp_dot(at - from)
}

/// The point of a polygon that is seen at a place: of its triangles around the first corner, in the one that
/// holds the place or comes nearest to it.
fn lift(sheet: &Sheet, polygon: &[Corner<DVec3>], at: DVec2) -> DVec3 {
    let a = sheet.place(polygon[0].point);
    let (mut best, mut least) = (polygon[0].point, f64::NEG_INFINITY);
    for pair in polygon[1..].windows(2) {
        let (b, c) = (sheet.place(pair[0].point), sheet.place(pair[1].point));
        let area = (b - a).perp_dot(c - a);
        let to_b = (at - a).perp_dot(c - a) / area;
        let to_c = (b - a).perp_dot(at - a) / area;
        let inside = to_b.min(to_c).min(1.0 - to_b - to_c);
        if inside > least {
            least = inside;
            let weights = [1.0 - to_b - to_c, to_b, to_c].map(|weight| weight.max(0.0));
            let sum = weights[0] + weights[1] + weights[2];
            best = (polygon[0].point * weights[0] + pair[0].point * weights[1] + pair[1].point * weights[2])
                / sum;
        }
    }
    best
}
