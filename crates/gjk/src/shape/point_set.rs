//! Many points, and the farthest of them along a direction.

use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::SmallVec;

use crate::math::simd::{ScalarX4, VecX4};
use crate::math::{Scalar, Vector};
use crate::shape::half_extents;
use crate::support::Vertex;

/// More points than this are searched by clusters.
pub(super) const MANY: usize = 256;
/// Of as many groups, every fourth has a bit for each point in a `u32`.
const BITS: usize = 32;

/// Points, four side by side.
///
/// Up to some hundreds are quickest to go through one by one, for then no branch is in doubt. More of them
/// are divided into clusters, about as many as each has points, with a box around each; of the clusters only
/// those are searched whose box reaches beyond the best point so far, few as a rule. That is exact for any
/// points, unlike a climb from neighbour to neighbour, which needs a flawless hull; and it grows like the
/// square root of their number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Points<V: Vector> {
    groups: SmallVec<[V::VecX4; 2]>,
    count: u32,
    /// Few have any: all others would have to be as large.
    clusters: Option<Box<Clusters<V>>>,
}

/// The clusters of many points.
#[derive(Clone, Debug, PartialEq)]
struct Clusters<V: Vector> {
    boxes: Vec<Boxes<V>>,
    /// How many groups a cluster has.
    groups: usize,
}

type EachOf<V> = <<V as Vector>::VecX4 as VecX4<V>>::ScalarX4;

/// The boxes around four clusters.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Boxes<V: Vector> {
    centers: V::VecX4,
    half_extents: V::VecX4,
}

impl<V: Vector> Boxes<V> {
    /// How far each of them reaches along a direction.
    #[inline(always)]
    fn reach(&self, direction: V) -> EachOf<V> {
        self.centers.dot(direction).plus(self.half_extents.dot_magnitudes(direction))
    }
}

impl<V: Vector> Clusters<V> {
    fn new(points: &[V]) -> Self {
        let groups = Self::groups(points.len());
        let clusters: Vec<(V, V)> = points.chunks(4 * groups).map(cluster).collect();
        let boxes = clusters.chunks(4).map(|four| Boxes {
            centers: V::VecX4::new(core::array::from_fn(|lane| at(four, lane).0)),
            half_extents: V::VecX4::new(core::array::from_fn(|lane| at(four, lane).1)),
        });
        Self { boxes: boxes.collect(), groups }
    }

    /// How many groups a cluster has: as many points as the square root of all, rounded up.
    fn groups(count: usize) -> usize {
        let mut groups = 1;
        while 16 * groups * groups < count {
            groups += 1;
        }
        groups
    }
}

impl<V: Vector> Points<V> {
    /// Keeps points, at least one, in their order. Of many, those that follow each other should be near to
    /// each other.
    pub(super) fn new(points: &[V]) -> Self {
        let group = |points: &[V]| V::VecX4::new(core::array::from_fn(|lane| at(points, lane)));
        let groups: SmallVec<[V::VecX4; 2]> = points.chunks(4).map(group).collect();
        let clusters = (points.len() > MANY).then(|| Box::new(Clusters::new(points)));
        Self { groups, count: points.len() as u32, clusters }
    }

    /// Brings points into an order in which neighbours follow each other, the same whatever their order was.
    pub(super) fn sort(points: &mut [V]) {
        if points.len() > MANY {
            sort_within(points, 4 * Clusters::<V>::groups(points.len()));
        }
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    /// The points, four side by side; the last fills the last group.
    #[inline(always)]
    pub(super) fn groups(&self) -> &[V::VecX4] {
        &self.groups
    }

    /// The point with an index, one of which there is.
    #[inline(always)]
    pub(super) fn at(&self, index: usize) -> V {
        self.groups()[index / 4].get(index % 4)
    }

    /// The point with an index, if there is one.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> Option<V> {
        (index < self.len()).then(|| self.at(index))
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = V> + DoubleEndedIterator + Clone {
        (0..self.len()).map(|index| self.at(index))
    }

    /// The index of the point farthest along a direction.
    #[inline(always)]
    pub(super) fn farthest(&self, direction: V) -> usize {
        self.reach(direction).0
    }

    /// The index of the point farthest along a direction, and how far it is.
    #[inline(always)]
    fn reach(&self, direction: V) -> (usize, V::Scalar) {
        let (index, most) = match &self.clusters {
            None => self.scan(0, self.groups.len(), direction),
            Some(clusters) => self.search(clusters, direction),
        };
        // The last group is filled up with the last point, and not all products are numbers.
        (index.min(self.len() - 1), most)
    }

    /// From where to where they reach along a direction.
    #[inline]
    pub(super) fn extent(&self, direction: V) -> [V::Scalar; 2] {
        if let Some(clusters) = &self.clusters {
            let [back, forth] = [-direction, direction].map(|way| self.search(clusters, way).1);
            return [V::Scalar::ZERO - back, forth];
        }
        // Not all products are numbers, and these are neither less nor more.
        let none = nothing::<V>();
        let (mut least, mut most) = (EachOf::<V>::splat(V::Scalar::ZERO - none.max_element()), none);
        for group in &self.groups {
            let along = group.dot(direction);
            (least, most) = (along.min(least), along.max(most));
        }
        [least.min_element(), most.max_element()]
    }

    /// Visits the points that lie within `slop` of the farthest along a direction, by their index.
    pub(super) fn visit_within(&self, direction: V, slop: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        let (index, most) = self.reach(direction);
        let least = most - slop;
        let Some(clusters) = &self.clusters else {
            return self.visit_groups(0, self.groups.len(), direction, least, visit);
        };
        // Rounding must not hide the cluster that the farthest is in.
        let farthest = index / (4 * clusters.groups);
        for (index, boxes) in clusters.boxes.iter().enumerate() {
            let mut lanes = boxes.reach(direction).at_least(least);
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

    /// Visits those of a range of groups that are not less far than `least`.
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

    /// The first of the farthest of a range of groups: its index and how far it is.
    #[inline(always)]
    fn scan(&self, from: usize, to: usize, direction: V) -> (usize, V::Scalar) {
        if to - from <= BITS {
            return self.scan_few(from, to, direction);
        }
        let starts = (from..to).step_by(BITS);
        let scans = starts.map(|from| self.scan_few(from, (from + BITS).min(to), direction));
        scans
            .reduce(|best, found| if found.1 > best.1 { found } else { best })
            .unwrap_or((0, V::Scalar::ZERO))
    }

    #[inline(always)]
    fn scan_few(&self, from: usize, to: usize, direction: V) -> (usize, V::Scalar) {
        let groups = &self.groups()[from..to];
        if groups.len() >= 4 {
            return Self::scan_columns(from, groups, direction);
        }
        // How far, and then who: no branch depends on a product.
        let most = groups.iter().fold(nothing::<V>(), |most, group| most.max(group.dot(direction)));
        let most = most.max_element();
        let mut farthest = 0_u32;
        for (index, group) in groups.iter().enumerate() {
            farthest |= group.dot(direction).at_least(most) << (4 * index);
        }
        // None, where all products are NaN.
        (4 * from + farthest.trailing_zeros() as usize, most)
    }

    /// The same for four and more groups: which of four columns has it, each with every fourth group, and who
    /// of that.
    #[inline(always)]
    fn scan_columns(from: usize, groups: &[V::VecX4], direction: V) -> (usize, V::Scalar) {
        let mut columns = [nothing::<V>(); 4];
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

    /// The farthest by clusters.
    #[inline(never)]
    fn search(&self, clusters: &Clusters<V>, direction: V) -> (usize, V::Scalar) {
        // The most promising cluster first, so that few others are left.
        let (mut first, mut most) = (0, V::Scalar::narrow(f64::NEG_INFINITY));
        for (index, boxes) in clusters.boxes.iter().enumerate() {
            for (lane, reach) in boxes.reach(direction).to_array().into_iter().enumerate() {
                if reach > most {
                    (first, most) = (4 * index + lane, reach);
                }
            }
        }
        let scan_cluster = |cluster: usize| {
            let from = (cluster * clusters.groups).min(self.groups.len() - 1);
            self.scan(from, (from + clusters.groups).min(self.groups.len()), direction)
        };
        let mut best = scan_cluster(first);
        for (index, boxes) in clusters.boxes.iter().enumerate() {
            let mut lanes = boxes.reach(direction).larger(best.1);
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

/// Less than any product.
#[inline(always)]
fn nothing<V: Vector>() -> EachOf<V> {
    ScalarX4::splat(V::Scalar::narrow(f64::NEG_INFINITY))
}

/// The element with an index, or the last.
fn at<T: Copy>(slice: &[T], index: usize) -> T {
    slice[index.min(slice.len() - 1)]
}

/// Centre and half extents of the box around points.
fn cluster<V: Vector>(points: &[V]) -> (V, V) {
    let low = points.iter().copied().reduce(V::min).unwrap_or(V::ZERO);
    let half = half_extents(points);
    (low + half, half)
}

/// Divides points in halves across their longest side, down to clusters.
fn sort_within<V: Vector>(points: &mut [V], per_cluster: usize) {
    let half = half_extents(points);
    let longest = (0..V::DIMENSION).reduce(|a, b| if half.element(b) > half.element(a) { b } else { a });
    let longest = longest.unwrap_or(0);
    // By the other coordinates where that one is the same: so the order depends on the points alone.
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
        sort_within(left, per_cluster);
        sort_within(right, per_cluster);
    }
}
