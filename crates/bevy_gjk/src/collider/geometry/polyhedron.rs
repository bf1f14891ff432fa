//! The polyhedron that is inscribed in a 3D convex set.
//!
//! Like EPA, it begins with a tetrahedron. The set reaches farthest beyond a facet at its support point along the
//! normal of the facet. As long as that is beyond the tolerance, the facets that see the point are replaced by those
//! between it and their horizon, first where the distance is largest (Barber, Dobkin, Huhdanpaa, "The quickhull
//! algorithm for convex hulls", 1996).

use std::collections::BinaryHeap;

use gjk::{DVec3, Support, Vec3};

use super::polygon::ROUNDING;
use super::{GeometryError, MAX_TRIANGLES_OF_PART};

/// How far a point is above a facet that sees it, relative to the size of the set: more than the rounding in `f64`.
const SEEN: f64 = 1e-9;
/// The number of facets at which the number that would come is looked at for the first time.
const FIRST_ESTIMATE: usize = 1 << 15;

/// A convex polyhedron, while it is made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Polyhedron {
    points: Vec<DVec3>,
    facets: Vec<Facet>,
    /// The facets that the set reaches beyond, with the bits of the distance, which is positive.
    queue: BinaryHeap<(u64, u32)>,
    /// The facets that see a new point.
    seeing: Vec<u32>,
    /// The edges around those: two points, and the facet beyond.
    horizon: Vec<[u32; 3]>,
    live_count: usize,
    size: f64,
    /// The vertices that the points are, when they are written.
    names: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Facet {
    /// The indices of its points, counterclockwise as seen from outside.
    corners: [u32; 3],
    /// The facets beyond the edges that begin at these corners.
    neighbors: [u32; 3],
    /// The outward unit normal; zero if the facet is too thin to have one.
    normal: DVec3,
    /// How far the set reaches beyond it.
    height: f64,
    is_live: bool,
}

/// What a convex set is, up to the rounding of its support points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    Point,
    /// A segment between two points.
    Segment([DVec3; 2]),
    /// A set in a plane with this normal, of which two points are far apart.
    Flat([DVec3; 2], DVec3),
    /// A set with a volume: the polyhedron is inscribed in it.
    Body,
}

impl Polyhedron {
    /// Makes the polyhedron of a convex set, unless it has no volume.
    pub(crate) fn inscribe(
        &mut self,
        set: &dyn Support<Vec3>,
        tolerance: f64,
    ) -> Result<Form, GeometryError> {
        let support = |direction: DVec3| set.support(direction.as_vec3()).as_dvec3();
        self.points.clear();
        self.facets.clear();
        self.queue.clear();
        self.live_count = 0;
        let form = self.find_tetrahedron(&support)?;
        if form == Form::Body {
            self.refine(&support, tolerance)?;
        }
        Ok(form)
    }

    /// Adds the polyhedron to vertices and triangles, moved by a translation.
    pub(super) fn write(
        &mut self,
        vertices: &mut Vec<Vec3>,
        triangles: &mut Vec<[u32; 3]>,
        translation: DVec3,
    ) {
        let names = &mut self.names;
        names.clear();
        names.resize(self.points.len(), u32::MAX);
        for facet in self.facets.iter().filter(|facet| facet.is_live) {
            triangles.push(facet.corners.map(|at| {
                // Points that later ones have covered are left out.
                let name = &mut names[at as usize];
                if *name == u32::MAX {
                    *name = vertices.len() as u32;
                    vertices.push((self.points[at as usize] + translation).as_vec3());
                }
                *name
            }));
        }
    }

    /// Finds four points of the set that are far from each other, and makes the first facets of them.
    fn find_tetrahedron(&mut self, support: &impl Fn(DVec3) -> DVec3) -> Result<Form, GeometryError> {
        let extents = DVec3::AXES.map(|axis| [support(-axis), support(axis)]);
        if !extents.iter().flatten().all(|point| point.is_finite()) {
            return Err(GeometryError::NotFinite);
        }
        let length = |[from, to]: [DVec3; 2]| from.distance_squared(to);
        let [a, b] = extents.into_iter().fold(extents[0], |longest, extent| {
            if length(extent) > length(longest) { extent } else { longest }
        });
        self.size = a.distance(b);
        if self.size == 0.0 {
            return Ok(Form::Point);
        }
        let thin = ROUNDING * self.size;
        let along = (b - a) / self.size;
        let (one, two) = along.any_orthonormal_pair();
        let distance = |point: DVec3| (point - a).reject_from_normalized(along).length();
        let c = [one, -one, two, -two]
            .map(support)
            .into_iter()
            .fold(a, |farthest, point| if distance(point) > distance(farthest) { point } else { farthest });
        if distance(c) <= thin {
            return Ok(Form::Segment([a, b]));
        }
        let normal = (b - a).cross(c - a).normalize();
        let [above, below] = [normal, -normal].map(support);
        let [height, depth] = [above, below].map(|point| (point - a).dot(normal));
        if height.max(-depth) <= thin {
            return Ok(Form::Flat([a, b], normal));
        }
        // Seen from `d`, the other three are clockwise.
        let (b, c, d) = if -depth > height { (b, c, below) } else { (c, b, above) };
        self.points.extend([a, b, c, d]);
        let corners = [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]];
        let neighbors = [[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]];
        for (corners, neighbors) in corners.into_iter().zip(neighbors) {
            self.push_facet(corners, neighbors);
        }
        Ok(Form::Body)
    }

    /// Adds points until the set reaches beyond no facet by more than the tolerance.
    fn refine(&mut self, support: &impl Fn(DVec3) -> DVec3, tolerance: f64) -> Result<(), GeometryError> {
        let least = tolerance.max(ROUNDING * self.size);
        let mut measured = 0;
        let mut estimate = Estimate::default();
        loop {
            self.measure(measured, support, least);
            measured = self.facets.len();
            let Some((bits, index)) = self.queue.pop() else { break };
            let facet = self.facets[index as usize];
            if !facet.is_live {
                continue;
            }
            estimate.update(self.live_count, f64::from_bits(bits));
            let is_checked = self.live_count >= FIRST_ESTIMATE;
            if is_checked && estimate.count(tolerance) > 8.0 * MAX_TRIANGLES_OF_PART as f64
                || self.facets.len() as u64 >= 4 * MAX_TRIANGLES_OF_PART
            {
                return Err(GeometryError::TooManyTriangles(estimate.count(tolerance) as u64));
            }
            let point = support(facet.normal);
            if !point.is_finite() {
                return Err(GeometryError::NotFinite);
            }
            self.insert(index, point);
        }
        // What is round is refined down to the rounding, and would be on; a polyhedron was done long before.
        let is_round = estimate.now.1 <= 4.0 * least;
        let is_too_fine =
            is_round && tolerance < least && estimate.count(tolerance) > MAX_TRIANGLES_OF_PART as f64;
        if is_too_fine || self.live_count as u64 > MAX_TRIANGLES_OF_PART {
            return Err(GeometryError::TooManyTriangles(estimate.count(tolerance) as u64));
        }
        Ok(())
    }

    /// Measures how far the set reaches beyond each facet from an index on, and puts those into the queue beyond which it
    /// reaches too far.
    fn measure(&mut self, first: usize, support: &impl Fn(DVec3) -> DVec3, least: f64) {
        for facet in &mut self.facets[first..] {
            if facet.normal != DVec3::ZERO {
                let start = self.points[facet.corners[0] as usize];
                facet.height = (support(facet.normal) - start).dot(facet.normal);
            }
        }
        for (index, facet) in self.facets.iter().enumerate().skip(first) {
            // Farther out than the height is what is beyond an edge: where the set bulges over the neighbor, too, the
            // planes of both meet there; where the neighbor is flat, it is in that plane.
            let squared_factor = |index: u32| {
                let neighbor = self.facets[index as usize];
                let cosine = facet.normal.dot(neighbor.normal);
                let bulges = neighbor.height > SEEN * self.size;
                let squared = if bulges { 0.5 * (1.0 + cosine) } else { 1.0 - cosine.min(0.0).powi(2) };
                1.0 / squared.max(SEEN)
            };
            let factor = facet.neighbors.map(squared_factor).into_iter().fold(1.0, f64::max).sqrt();
            let height = facet.height * factor;
            if height > least {
                self.queue.push((height.to_bits(), index as u32));
            }
        }
    }

    fn push_facet(&mut self, corners: [u32; 3], neighbors: [u32; 3]) {
        let [a, b, c] = corners.map(|at| self.points[at as usize]);
        let normal = (b - a).cross(c - a);
        let longest = (b - a).length().max((c - b).length()).max((a - c).length());
        // As high as the rounding of its points, it may point anywhere.
        let is_thin = normal.length() <= ROUNDING * self.size * longest;
        let normal = if is_thin { DVec3::ZERO } else { normal.normalize() };
        self.facets.push(Facet { corners, neighbors, normal, height: 0.0, is_live: true });
        self.live_count += 1;
    }

    /// Replaces the facets that see a point by those between it and their horizon.
    fn insert(&mut self, seed: u32, point: DVec3) {
        self.seeing.clear();
        self.horizon.clear();
        self.facets[seed as usize].is_live = false;
        self.seeing.push(seed);
        let mut next = 0;
        while let Some(&index) = self.seeing.get(next) {
            next += 1;
            let Facet { corners, neighbors, .. } = self.facets[index as usize];
            for side in 0..3 {
                let beyond = &mut self.facets[neighbors[side] as usize];
                if !beyond.is_live {
                    continue;
                }
                let height = (point - self.points[beyond.corners[0] as usize]).dot(beyond.normal);
                if height > SEEN * self.size {
                    beyond.is_live = false;
                    self.seeing.push(neighbors[side]);
                } else {
                    self.horizon.push([corners[side], corners[(side + 1) % 3], neighbors[side]]);
                }
            }
        }
        if !self.sort_horizon() {
            // Rounding has made it more than one loop. The facets stay, and the seed is not tried again.
            self.seeing.iter().for_each(|&index| self.facets[index as usize].is_live = true);
            return;
        }
        self.live_count -= self.seeing.len();
        let apex = self.points.len() as u32;
        self.points.push(point);
        let (first, count) = (self.facets.len() as u32, self.horizon.len() as u32);
        for index in 0..count {
            let [from, to, beyond] = self.horizon[index as usize];
            let [before, after] = [count - 1, 1].map(|step| first + (index + step) % count);
            self.push_facet([from, to, apex], [beyond, after, before]);
            let Facet { corners, neighbors, .. } = &mut self.facets[beyond as usize];
            if let Some(side) = (0..3).find(|&side| corners[side] == to && corners[(side + 1) % 3] == from) {
                neighbors[side] = first + index;
            }
        }
    }

    /// Puts the edges of the horizon in the order of the loop that they are; returns whether they are one.
    fn sort_horizon(&mut self) -> bool {
        for index in 1..self.horizon.len() {
            let end = self.horizon[index - 1][1];
            let Some(next) = (index..self.horizon.len()).find(|&at| self.horizon[at][0] == end) else {
                return false;
            };
            self.horizon.swap(index, next);
        }
        let [first, last] =
            [self.horizon.first(), self.horizon.last()].map(|edge| edge.copied().unwrap_or_default());
        self.horizon.len() > 2 && first[0] == last[1]
    }
}

/// How the number of facets grows as the distance falls: by a power, which is 1 for what is round all over, and 1/2 for
/// what is round in one direction.
#[derive(Default)]
struct Estimate {
    /// The number and the distance, when there were half as many.
    before: (usize, f64),
    at_doubling: (usize, f64),
    now: (usize, f64),
}

impl Estimate {
    fn update(&mut self, count: usize, distance: f64) {
        self.now = (count, distance);
        if count >= 2 * self.at_doubling.0 {
            self.before = self.at_doubling;
            self.at_doubling = self.now;
        }
    }

    /// Returns the number of facets at a distance.
    fn count(&self, distance: f64) -> f64 {
        let growth = (self.now.0 as f64 / self.before.0 as f64).ln() / (self.before.1 / self.now.1).ln();
        let power = if growth.is_finite() { growth.clamp(0.5, 1.0) } else { 1.0 };
        self.now.0 as f64 * (self.now.1 / distance).powf(power)
    }
}
