//! A set of points with a fast search for the farthest along a direction, by SIMD and by clusters.

use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::SmallVec;

use crate::math::simd::{ScalarX4, VecX4};
use crate::math::{Scalar, Vector};
use crate::shape::half_extents;
use crate::support::hints::Vertex;

/// The number of points up to which a scan of all is faster than a search by clusters.
pub(super) const CLUSTER_THRESHOLD: usize = 256;
/// The number of groups that one scan covers: a `u32` holds a bit for each point of every fourth of them.
const SCAN_GROUPS: usize = 32;

/// A set of points in groups of four SIMD lanes.
///
/// Up to some hundreds of points are fastest to scan, without an unpredictable branch. More points are divided into
/// about √n clusters of √n points, each with an AABB. A search scans the clusters whose AABB extends beyond the best
/// point so far, usually few. Its time grows like √n, and it is exact for any points, unlike hill climbing, which
/// needs the edges of a flawless hull.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Points<V: Vector> {
    groups: SmallVec<[V::VecX4; 2]>,
    count: u32,
    /// Boxed, since few sets have clusters and all others would grow.
    clusters: Option<Box<Clusters<V>>>,
}

/// The clusters of a large set, of consecutive groups.
#[derive(Clone, Debug, PartialEq)]
struct Clusters<V: Vector> {
    boxes: Vec<AabbX4<V>>,
    /// The number of groups of a cluster.
    groups: usize,
}

type Products<V> = <<V as Vector>::VecX4 as VecX4<V>>::ScalarX4;

/// The AABBs of four clusters, in SIMD lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct AabbX4<V: Vector> {
    centers: V::VecX4,
    half_extents: V::VecX4,
}

impl<V: Vector> AabbX4<V> {
    /// Returns the support distance of each AABB along a direction.
    #[inline(always)]
    fn support_distances(&self, direction: V) -> Products<V> {
        self.centers.dot(direction).plus(self.half_extents.dot_magnitudes(direction))
    }
}

impl<V: Vector> Clusters<V> {
    fn new(points: &[V]) -> Self {
        let groups = Self::groups(points.len());
        let clusters: Vec<(V, V)> = points.chunks(4 * groups).map(aabb).collect();
        let boxes = clusters.chunks(4).map(|four| AabbX4 {
            centers: V::VecX4::new(core::array::from_fn(|lane| at(four, lane).0)),
            half_extents: V::VecX4::new(core::array::from_fn(|lane| at(four, lane).1)),
        });
        Self { boxes: boxes.collect(), groups }
    }

    /// Returns the number of groups of a cluster, whose points are about the square root of all.
    fn groups(count: usize) -> usize {
        let mut groups = 1;
        while 16 * groups * groups < count {
            groups += 1;
        }
        groups
    }
}

impl<V: Vector> Points<V> {
    /// Stores points, at least one, in their order. If they are many, consecutive points should be near each other.
    pub(super) fn new(points: &[V]) -> Self {
        let group = |points: &[V]| V::VecX4::new(core::array::from_fn(|lane| at(points, lane)));
        let groups: SmallVec<[V::VecX4; 2]> = points.chunks(4).map(group).collect();
        let clusters = (points.len() > CLUSTER_THRESHOLD).then(|| Box::new(Clusters::new(points)));
        Self { groups, count: points.len() as u32, clusters }
    }

    /// Sorts many points by clusters, in an order that does not depend on the given one. Leaves few points as they are.
    pub(super) fn sort(points: &mut [V]) {
        if points.len() > CLUSTER_THRESHOLD {
            sort_by_clusters(points, 4 * Clusters::<V>::groups(points.len()));
        }
    }

    /// Returns the number of points.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    /// Returns the groups of four points; the last point pads the last group.
    #[inline(always)]
    pub(super) fn groups(&self) -> &[V::VecX4] {
        &self.groups
    }

    /// Returns the point with an index below [`len`](Self::len).
    #[inline(always)]
    pub(super) fn at(&self, index: usize) -> V {
        self.groups()[index / 4].get(index % 4)
    }

    /// Returns the point with an index, if there is one.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> Option<V> {
        // Without a bounds check that could panic, the compiler drops what is read and not used.
        let group = self.groups().get(index / 4)?;
        (index < self.len()).then(|| group.get(index % 4))
    }

    /// Returns the points in order.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = V> + DoubleEndedIterator + Clone {
        (0..self.len()).map(|index| self.at(index))
    }

    /// Returns the index of the point farthest along a direction.
    #[inline(always)]
    pub(super) fn farthest(&self, direction: V) -> usize {
        self.farthest_with_product(direction).0
    }

    /// Returns the index of the point farthest along a direction, and its dot product with the direction.
    #[inline(always)]
    fn farthest_with_product(&self, direction: V) -> (usize, V::Scalar) {
        let (index, most) = match &self.clusters {
            None => self.scan(0, self.groups.len(), direction),
            Some(clusters) => self.search(clusters, direction),
        };
        // The last point pads the last group, and products may be NaN.
        (index.min(self.len() - 1), most)
    }

    /// Returns the least and the largest dot product with a direction.
    #[inline]
    pub(super) fn support_interval(&self, direction: V) -> [V::Scalar; 2] {
        if let Some(clusters) = &self.clusters {
            let [back, forth] = [-direction, direction].map(|direction| self.search(clusters, direction).1);
            return [V::Scalar::ZERO - back, forth];
        }
        // A NaN changes neither bound.
        let none = negative_infinity::<V>();
        let (mut least, mut most) = (Products::<V>::splat(V::Scalar::ZERO - none.max_element()), none);
        for group in &self.groups {
            let along = group.dot(direction);
            (least, most) = (along.min(least), along.max(most));
        }
        [least.min_element(), most.max_element()]
    }

    /// Visits the points whose dot product with a direction is at most `tolerance` less than the largest; their
    /// index is their id.
    pub(super) fn visit_within(&self, direction: V, tolerance: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        let (index, most) = self.farthest_with_product(direction);
        let least = most - tolerance;
        let Some(clusters) = &self.clusters else {
            return self.visit_groups(0, self.groups.len(), direction, least, visit);
        };
        // Rounding of the AABBs must not exclude the cluster of the farthest point.
        let farthest = index / (4 * clusters.groups);
        for (index, boxes) in clusters.boxes.iter().enumerate() {
            let mut lanes = boxes.support_distances(direction).at_least(least);
            if farthest / 4 == index {
                lanes |= 1 << (farthest % 4);
            }
            while lanes != 0 {
                let cluster = 4 * index + lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                let from = cluster * clusters.groups;
                let to = (from + clusters.groups).min(self.groups.len());
                self.visit_groups(from, to, direction, least, visit);
            }
        }
    }

    /// Visits the points of a range of groups whose dot product is at least `least`.
    #[inline(always)]
    fn visit_groups(
        &self,
        from: usize,
        to: usize,
        direction: V,
        least: V::Scalar,
        visit: &mut dyn FnMut(Vertex<V>),
    ) {
        for index in from..to {
            let group = &self.groups()[index];
            let mut lanes = group.dot(direction).at_least(least);
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                if 4 * index + lane < self.len() {
                    visit(Vertex { point: group.get(lane), id: (4 * index + lane) as u32 });
                }
            }
        }
    }

    /// Returns the first farthest point of a range of groups: its index and dot product.
    #[inline(always)]
    fn scan(&self, from: usize, to: usize, direction: V) -> (usize, V::Scalar) {
        if to - from <= SCAN_GROUPS {
            return self.scan_few(from, to, direction);
        }
        let starts = (from..to).step_by(SCAN_GROUPS);
        let scans = starts.map(|from| self.scan_few(from, (from + SCAN_GROUPS).min(to), direction));
        scans
            .reduce(|best, found| if found.1 > best.1 { found } else { best })
            .unwrap_or((0, V::Scalar::ZERO))
    }

    /// Scans up to [`SCAN_GROUPS`] groups.
    #[inline(always)]
    fn scan_few(&self, from: usize, to: usize, direction: V) -> (usize, V::Scalar) {
        let groups = &self.groups()[from..to];
        if groups.len() >= 4 {
            return Self::scan_columns(from, groups, direction);
        }
        // The largest product first, then its lane, without a branch on a product.
        let most = groups.iter().fold(negative_infinity::<V>(), |most, group| most.max(group.dot(direction)));
        let most = most.max_element();
        let mut farthest = 0_u32;
        for (index, group) in groups.iter().enumerate() {
            farthest |= group.dot(direction).at_least(most) << (4 * index);
        }
        // No bit is set if all products are NaN.
        (4 * from + farthest.trailing_zeros() as usize, most)
    }

    /// Scans four groups or more in four columns of every fourth group: first finds the column, then the point.
    #[inline(always)]
    fn scan_columns(from: usize, groups: &[V::VecX4], direction: V) -> (usize, V::Scalar) {
        let mut columns = [negative_infinity::<V>(); 4];
        let rows = groups.chunks_exact(4);
        for (group, column) in rows.remainder().iter().zip(&mut columns) {
            *column = group.dot(direction);
        }
        for row in rows {
            for (group, column) in row.iter().zip(&mut columns) {
                *column = column.max(group.dot(direction));
            }
        }
        let columns = ScalarX4::largest_of_each(columns);
        let most = columns.max_element();
        let column = columns.at_least(most).trailing_zeros() as usize & 3;
        let mut farthest = 0_u32;
        for (row, group) in groups[column..].iter().step_by(4).enumerate() {
            farthest |= group.dot(direction).at_least(most) << (4 * row);
        }
        let index = farthest.trailing_zeros() as usize;
        (4 * (from + column + 4 * (index / 4)) + index % 4, most)
    }

    /// Searches the farthest point by clusters.
    #[inline(never)]
    fn search(&self, clusters: &Clusters<V>, direction: V) -> (usize, V::Scalar) {
        // The cluster with the farthest AABB first, so that it excludes most others.
        let (mut first, mut most) = (0, V::Scalar::narrow(f64::NEG_INFINITY));
        for (index, boxes) in clusters.boxes.iter().enumerate() {
            for (lane, distance) in boxes.support_distances(direction).to_array().into_iter().enumerate() {
                if distance > most {
                    (first, most) = (4 * index + lane, distance);
                }
            }
        }
        let scan_cluster = |cluster: usize| {
            let from = (cluster * clusters.groups).min(self.groups.len() - 1);
            self.scan(from, (from + clusters.groups).min(self.groups.len()), direction)
        };
        let mut best = scan_cluster(first);
        for (index, boxes) in clusters.boxes.iter().enumerate() {
            let mut lanes = boxes.support_distances(direction).larger(best.1);
            while lanes != 0 {
                let cluster = 4 * index + lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                if cluster != first {
                    let found = scan_cluster(cluster);
                    if found.1 > best.1 {
                        best = found;
                    }
                }
            }
        }
        best
    }
}

/// Returns four times negative infinity, less than any product.
#[inline(always)]
fn negative_infinity<V: Vector>() -> Products<V> {
    ScalarX4::splat(V::Scalar::narrow(f64::NEG_INFINITY))
}

/// Returns the element with an index, or the last if there is none.
fn at<T: Copy>(slice: &[T], index: usize) -> T {
    slice[index.min(slice.len() - 1)]
}

/// Returns the center and the half extents of the AABB of points.
fn aabb<V: Vector>(points: &[V]) -> (V, V) {
    let low = points.iter().copied().reduce(V::min).unwrap_or(V::ZERO);
    let half = half_extents(points);
    (low + half, half)
}

/// Splits points in halves across the longest side of their AABB, down to clusters.
fn sort_by_clusters<V: Vector>(points: &mut [V], per_cluster: usize) {
    let half = half_extents(points);
    let longest = (0..V::DIMENSION).reduce(|a, b| if half.element(b) > half.element(a) { b } else { a });
    let longest = longest.unwrap_or(0);
    // Ties are broken by the other coordinates, so that the order depends on the points alone.
    let key = |point: &V| {
        let element = |step: usize| point.element((longest + step) % V::DIMENSION).widen();
        core::array::from_fn::<f64, 3, _>(|step| if step < V::DIMENSION { element(step) } else { 0.0 })
    };
    points.sort_unstable_by(|one, two| {
        let (one, two) = (key(one), key(two));
        one[0].total_cmp(&two[0]).then(one[1].total_cmp(&two[1])).then(one[2].total_cmp(&two[2]))
    });
    if points.len() > per_cluster {
        let clusters = points.len().div_ceil(per_cluster);
        let (left, right) = points.split_at_mut(clusters.div_ceil(2) * per_cluster);
        sort_by_clusters(left, per_cluster);
        sort_by_clusters(right, per_cluster);
    }
}
