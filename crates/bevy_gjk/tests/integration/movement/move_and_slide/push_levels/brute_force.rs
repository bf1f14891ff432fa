//! The shortest way out of the parts of a level in `f64`, by a grid of directions: how far each of them leads until
//! nothing overlaps.

use bevy_math::DVec3;

/// How far two numbers may differ that are the same.
const ROUNDING: f64 = 1e-9;
const BISECTIONS: u32 = 36;
/// The numbers of directions of the grid, and of those tried around the best ones.
const DIRECTIONS_2D: u32 = 360;
const DIRECTIONS_3D: u32 = 1200;
const REFINEMENTS: u32 = 12;

/// A convex set: the hull of some points, rounded.
#[derive(Clone)]
pub struct Rounded {
    pub points: Vec<DVec3>,
    pub radius: f64,
}

/// The displacements after which a shape is too near to a part: the difference of both, rounded by the radii and the
/// skin.
pub struct Region {
    points: Vec<DVec3>,
    /// The unit normals and offsets of the faces.
    faces: Vec<(DVec3, f64)>,
    /// Whether all faces are parallel to the axes.
    is_box: bool,
    rounding: f64,
    low: DVec3,
    high: DVec3,
}

impl Region {
    pub fn new(part: &Rounded, shape: &Rounded, skin: f64, is_flat: bool) -> Self {
        let mut points: Vec<DVec3> = Vec::new();
        for &of_part in &part.points {
            for &of_shape in &shape.points {
                let point = of_part - of_shape;
                if !points.iter().any(|known| known.distance(point) < 1e-7) {
                    points.push(point);
                }
            }
        }
        let faces = if is_flat { faces_2d(&points) } else { faces_3d(&points) };
        let rounding = part.radius + shape.radius + skin;
        let bound = |start, choose: fn(DVec3, DVec3) -> DVec3| points.iter().copied().fold(start, choose);
        let low = bound(DVec3::INFINITY, DVec3::min) - rounding;
        let high = bound(DVec3::NEG_INFINITY, DVec3::max) + rounding;
        let is_box = !is_flat && faces.iter().all(|(normal, _)| normal.abs().max_element() > 1.0 - 1e-9);
        Self { points, faces, is_box, rounding, low, high }
    }

    /// Returns by how much a displacement is outside; negative inside. Near the edges of a polyhedron that is no box,
    /// it may be less by about the rounding.
    pub fn distance(&self, at: DVec3) -> f64 {
        let box_distance = (self.low - at).max(at - self.high).max_element();
        if box_distance > 0.0 {
            return box_distance;
        }
        let depth =
            self.faces.iter().map(|(normal, offset)| normal.dot(at) - offset).fold(f64::MIN, f64::max);
        let core = if self.is_box {
            let nearest = at.clamp(self.low + self.rounding, self.high - self.rounding);
            if depth > 0.0 { nearest.distance(at) } else { depth }
        } else if self.faces.iter().any(|(normal, _)| normal.z.abs() > 1e-9) || depth < -ROUNDING {
            depth
        } else {
            self.distance_2d(at)
        };
        core - self.rounding
    }

    /// Returns the distance from the polygon to a displacement that is not inside.
    fn distance_2d(&self, at: DVec3) -> f64 {
        let mut least = self.points.iter().map(|point| point.distance(at)).fold(f64::INFINITY, f64::min);
        for &(normal, offset) in &self.faces {
            let tangent = DVec3::new(-normal.y, normal.x, 0.0);
            let on_face = self.points.iter().filter(|point| (normal.dot(**point) - offset).abs() < 1e-7);
            let along = on_face.map(|point| tangent.dot(*point));
            let (from, to) = along.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
            let (height, place) = (normal.dot(at) - offset, tangent.dot(at));
            if height >= -ROUNDING && place >= from && place <= to {
                least = least.min(height.abs());
            }
        }
        least
    }

    /// Returns between which times a ray is in the set, which is not rounded: from 0 to a limit.
    fn passage(&self, direction: DVec3, limit: f64) -> Option<(f64, f64)> {
        let (mut enters, mut leaves) = (0.0_f64, limit);
        for &(normal, offset) in &self.faces {
            let speed = normal.dot(direction);
            let time = offset / speed;
            if speed.abs() < ROUNDING {
                if offset < -ROUNDING {
                    return None;
                }
            } else if speed > 0.0 {
                leaves = leaves.min(time);
            } else {
                enters = enters.max(time);
            }
        }
        // What is flat is passed in an instant.
        (enters <= leaves + ROUNDING).then_some((enters, leaves))
    }

    /// Returns where a ray leaves the set, if it is inside at a time.
    fn exit(&self, direction: DVec3, time: f64) -> f64 {
        let mut inside = time;
        let mut outside = time + (self.high - self.low).length();
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (inside + outside);
            if self.distance(direction * middle) < 0.0 { inside = middle } else { outside = middle }
        }
        outside
    }
}

fn faces_2d(points: &[DVec3]) -> Vec<(DVec3, f64)> {
    let mut faces = Vec::new();
    for (index, &one) in points.iter().enumerate() {
        for &other in &points[index + 1..] {
            let edge = other - one;
            add_face(&mut faces, points, DVec3::new(edge.y, -edge.x, 0.0), one);
            if points.len() == 2 {
                // A segment ends at its ends.
                add_face(&mut faces, points, edge, other);
                add_face(&mut faces, points, -edge, one);
            }
        }
    }
    faces
}

fn faces_3d(points: &[DVec3]) -> Vec<(DVec3, f64)> {
    let mut faces = Vec::new();
    for (first, &one) in points.iter().enumerate() {
        for (second, &two) in points.iter().enumerate().skip(first + 1) {
            for &three in &points[second + 1..] {
                let normal = (two - one).cross(three - one);
                add_face(&mut faces, points, normal, one);
                if points.len() == 3 {
                    // A triangle ends at its edges.
                    add_face(&mut faces, points, (two - one).cross(normal), one);
                    add_face(&mut faces, points, (three - two).cross(normal), two);
                    add_face(&mut faces, points, (one - three).cross(normal), three);
                }
            }
        }
    }
    faces
}

/// Adds the plane through a point, if all points are on one side of it.
fn add_face(faces: &mut Vec<(DVec3, f64)>, points: &[DVec3], normal: DVec3, on: DVec3) {
    let Some(normal) = normal.try_normalize() else { return };
    for normal in [normal, -normal] {
        let offset = normal.dot(on);
        let is_known = |known: &(DVec3, f64)| known.0.distance(normal) < 1e-9;
        if points.iter().all(|point| normal.dot(*point) <= offset + 1e-7) && !faces.iter().any(is_known) {
            faces.push((normal, offset));
        }
    }
}

/// Where the shape is, and what it must not come into.
pub struct Place<'p> {
    pub regions: &'p [Region],
    /// The same for the center of the shape alone.
    pub center_regions: &'p [Region],
    pub skin: f64,
    pub is_flat: bool,
}

impl Place<'_> {
    /// Returns how far a displacement is from the next part, or by how much it is too near.
    pub fn clearance(&self, displacement: DVec3) -> f64 {
        self.regions.iter().map(|region| region.distance(displacement)).fold(f64::INFINITY, f64::min)
    }

    /// Returns by how much the clearance may be more than is told.
    pub fn uncertainty(&self) -> f64 {
        if self.is_flat || self.regions.iter().all(|region| region.is_box) { 0.0 } else { self.skin }
    }

    /// Returns whether the center of the shape is inside of a part.
    pub fn is_buried(&self) -> bool {
        self.center_regions.iter().any(|region| region.distance(DVec3::ZERO) < 0.0)
    }

    /// Returns the shortest displacement after which nothing overlaps.
    pub fn shortest_push(&self, max_length: f64) -> Option<DVec3> {
        let mut best: Option<(f64, DVec3)> = None;
        let consider = |direction: DVec3, best: &mut Option<(f64, DVec3)>| {
            let limit = best.map_or(max_length, |best| best.0);
            if let Some(length) = self.free_after(direction, limit)
                && length < limit
            {
                *best = Some((length, direction));
            }
        };
        for direction in self.grid() {
            consider(direction, &mut best);
        }
        let mut step = if self.is_flat { 0.02 } else { 0.06 };
        for _ in 0..REFINEMENTS {
            let (_, around) = best?;
            let sides = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(0.6, -0.8, 0.0), DVec3::new(0.0, 0.6, 0.8)];
            for side in sides {
                for sign in [-step, step] {
                    let side = if self.is_flat { side.with_z(0.0) } else { side };
                    if let Some(direction) = (around + side * sign).try_normalize() {
                        consider(direction, &mut best);
                    }
                }
            }
            step *= 0.6;
        }
        best.map(|(length, direction)| direction * length)
    }

    fn grid(&self) -> Vec<DVec3> {
        let axes = [DVec3::X, DVec3::Y, DVec3::NEG_X, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z];
        let mut directions = axes[..if self.is_flat { 4 } else { 6 }].to_vec();
        if self.is_flat {
            directions.extend((0..DIRECTIONS_2D).map(|index| {
                let (sine, cosine) =
                    (std::f64::consts::TAU * f64::from(index) / f64::from(DIRECTIONS_2D)).sin_cos();
                DVec3::new(cosine, sine, 0.0)
            }));
        } else {
            // A spiral on the sphere.
            directions.extend((0..DIRECTIONS_3D).map(|index| {
                let height = 1.0 - (2.0 * f64::from(index) + 1.0) / f64::from(DIRECTIONS_3D);
                let (sine, cosine) = (2.399_963_229_728_653 * f64::from(index)).sin_cos();
                let radius = (1.0 - height * height).sqrt();
                DVec3::new(radius * cosine, height, radius * sine)
            }));
        }
        directions
    }

    /// Returns how far a direction leads until nothing overlaps, if that is less than the limit, and the center comes
    /// from the open into no part before.
    fn free_after(&self, direction: DVec3, limit: f64) -> Option<f64> {
        let mut time = 0.0;
        'overlaps: loop {
            for region in self.regions {
                if region.distance(direction * time) < -ROUNDING {
                    time = region.exit(direction, time);
                    if time > limit {
                        return None;
                    }
                    continue 'overlaps;
                }
            }
            break;
        }
        // Where the center of the shape enters each part, and where it leaves it.
        let passages = self.center_regions.iter().filter_map(|region| region.passage(direction, time));
        let mut passages: Vec<_> = passages.collect();
        passages.sort_by(|one, two| one.0.total_cmp(&two.0));
        let mut inside_until = 0.0_f64;
        for (enters, leaves) in passages {
            if enters > inside_until + self.skin {
                return None;
            }
            inside_until = inside_until.max(leaves);
        }
        Some(time)
    }
}
