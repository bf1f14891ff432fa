//! A sweep over segments that finds where they cross, after Bentley and Ottmann (1979), and Shamos and Hoey (1976).
//!
//! A line moves from left to right and keeps the [segments that it is in](Status) in order; only neighbors can cross.
//! Where two do, both are divided at once (Martínez, Rueda, Feito, 2009). A crossing is rounded, so that what is
//! divided is not where it was, and may cross others. So sweeps are repeated until one divides nothing: all its
//! comparisons were exact and in order, and it proves that segments meet at their ends only.

use core::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::lattice::{Point, turn};
use super::status::{NONE, Status};

/// A segment, from its left end to its right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Segment {
    pub(super) left: Point,
    pub(super) right: Point,
}

impl Segment {
    /// Creates a segment between two points that differ.
    pub(super) fn between(one: Point, other: Point) -> Option<Self> {
        (one != other).then(|| Self { left: one.min(other), right: one.max(other) })
    }

    /// Returns on which side of the segment's line a point is.
    fn side(self, point: Point) -> i128 {
        turn(self.left, self.right, point).signum()
    }

    /// Returns whether a point on the line of the segment is between its ends.
    fn has_inside(self, point: Point) -> bool {
        self.left < point && point < self.right
    }

    /// Returns the crossing of two segments that cross, rounded by about two at most.
    fn crossing(self, other: Self) -> Point {
        let (from, to) = (turn(self.left, self.right, other.left), turn(self.left, self.right, other.right));
        let part = from as f64 / (from - to) as f64;
        let at = |axis: fn(Point) -> i64| {
            let (start, end) = (axis(other.left), axis(other.right));
            let sides = [[self.left, self.right], [other.left, other.right]].map(|ends| ends.map(axis));
            let least = sides.iter().map(|side| side[0].min(side[1])).fold(i64::MIN, i64::max);
            let most = sides.iter().map(|side| side[0].max(side[1])).fold(i64::MAX, i64::min);
            let crossing = start as f64 + part * (end - start) as f64;
            (crossing.round_ties_even() as i64).max(least).min(most)
        };
        Point { x: at(|point| point.x), y: at(|point| point.y) }
    }
}

/// What a sweep found.
pub(super) enum Swept {
    /// No two segments meet but at their ends. For each, whether the area is above it: on its left, seen along it.
    Apart(Vec<bool>),
    /// Segments were divided, and are to be swept again.
    Divided,
    /// Segments were divided more often than the limit allows.
    TooOften,
}

/// An end of a segment that the sweep comes to: right ends first at the same point.
type Event = (Point, bool, u32);

struct Sweep<'s> {
    segments: &'s mut Vec<Segment>,
    /// The ends that divisions made.
    added: BinaryHeap<Reverse<Event>>,
    status: Status,
    /// Where the sweep is.
    point: Point,
    /// For each segment, whether the sweep is in it.
    is_open: Vec<bool>,
    has_area_above: Vec<bool>,
}

/// Sweeps over segments that are sorted, no two of them equal, and divides them where they meet otherwise than at their
/// ends. There may be up to `limit` of them then.
pub(super) fn sweep(segments: &mut Vec<Segment>, limit: usize) -> Swept {
    let count = segments.len();
    let (events, status) = (events(segments), Status::new(count));
    let (is_open, has_area_above) = (vec![false; count], vec![false; count]);
    let point = Point { x: i64::MIN, y: i64::MIN };
    let mut sweep = Sweep { segments, added: BinaryHeap::new(), status, point, is_open, has_area_above };
    let mut events = events.into_iter().peekable();
    loop {
        // Of two at the same place, the one that is known from the beginning comes first.
        let added = sweep.added.peek().map(|Reverse((point, is_left, _))| (*point, *is_left));
        let is_added = match (events.peek(), added) {
            (Some(&(point, is_left, _)), Some(added)) => added < (point, is_left),
            (None, Some(_)) => true,
            (_, None) => false,
        };
        let next = if is_added { sweep.added.pop().map(|Reverse(event)| event) } else { events.next() };
        let Some((point, is_left, number)) = next else { break };
        sweep.point = point;
        if is_left {
            sweep.open(number);
        } else {
            sweep.close(number);
        }
        if sweep.segments.len() > limit {
            return Swept::TooOften;
        }
    }
    let has_area_above = sweep.has_area_above;
    // Either end may be all that is left of a segment after it is divided, so that their number tells nothing.
    if has_area_above.is_empty() && count > 0 { Swept::Divided } else { Swept::Apart(has_area_above) }
}

/// Returns the ends of segments in the order of a sweep: of those that begin at one point, the lowest first.
fn events(segments: &[Segment]) -> Vec<Event> {
    let ends = (0..)
        .zip(segments)
        .flat_map(|(number, &Segment { left, right })| [(left, true, number), (right, false, number)]);
    let mut events: Vec<Event> = ends.collect();
    events.sort_unstable_by(|&(one, one_left, one_number), &(other, other_left, other_number)| {
        let by_slope = || {
            let [first, second] = [one_number, other_number].map(|number| segments[number as usize].right);
            if one_left { turn(one, second, first).cmp(&0) } else { Ordering::Equal }
        };
        one.cmp(&other)
            .then(one_left.cmp(&other_left))
            .then_with(by_slope)
            .then(one_number.cmp(&other_number))
    });
    events
}

impl Sweep<'_> {
    /// The sweep enters a segment.
    fn open(&mut self, number: u32) {
        let opened = self.segments[number as usize];
        let segments = &*self.segments;
        self.status.insert(number, |other| {
            let other = segments[other as usize];
            other.side(opened.left).cmp(&0).then_with(|| other.side(opened.right).cmp(&0)).is_gt()
        });
        self.is_open[number as usize] = true;
        let [below, above] = self.status.neighbors(number);
        // Each segment of the boundary divides what is inside from what is outside.
        let is_inside = self.has_area_above.get(below as usize).copied().unwrap_or(false);
        if let Some(has_area_above) = self.has_area_above.get_mut(number as usize) {
            *has_area_above = !is_inside;
        }
        self.check(below, number);
        self.check(number, above);
    }

    /// The sweep leaves a segment, unless it was divided meanwhile and ends elsewhere.
    fn close(&mut self, number: u32) {
        if !self.is_open[number as usize] || self.segments[number as usize].right > self.point {
            return;
        }
        self.is_open[number as usize] = false;
        let [below, above] = self.status.neighbors(number);
        self.status.remove(number);
        self.check(below, above);
    }

    /// Divides two neighbors where they meet, unless that is at an end of both.
    fn check(&mut self, below: u32, above: u32) {
        if below == NONE || above == NONE {
            return;
        }
        let (one, other) = (self.segments[below as usize], self.segments[above as usize]);
        let [start, end] = [other.left, other.right].map(|point| one.side(point));
        if start == end && start != 0 {
            return;
        }
        let [other_start, other_end] = [one.left, one.right].map(|point| other.side(point));
        if other_start == other_end && other_start != 0 {
            return;
        }
        if start * end < 0 && other_start * other_end < 0 {
            let crossing = one.crossing(other);
            self.divide(below, crossing);
            self.divide(above, crossing);
            return;
        }
        for (number, point, side) in [(below, other.left, start), (below, other.right, end)]
            .into_iter()
            .chain([(above, one.left, other_start), (above, one.right, other_end)])
        {
            if side == 0 && self.segments[number as usize].has_inside(point) {
                self.divide(number, point);
            }
        }
    }

    /// Divides an open segment at a point near it. What is on the left stays open. What rounding put behind the sweep
    /// is left to the next one.
    fn divide(&mut self, number: u32, point: Point) {
        let Segment { left, right } = self.segments[number as usize];
        let [Some(first), Some(rest)] = [Segment::between(left, point), Segment::between(point, right)]
        else {
            return;
        };
        // Without a verdict.
        self.has_area_above.clear();
        let rest_number = self.segments.len() as u32;
        self.segments[number as usize] = first;
        self.segments.push(rest);
        self.is_open.push(false);
        self.added.push(Reverse((first.right.max(self.point), false, number)));
        if rest.left >= self.point {
            self.added.push(Reverse((rest.left, true, rest_number)));
            self.added.push(Reverse((rest.right, false, rest_number)));
        }
    }
}
