//! Random areas: their parts and their boundary are compared with the contours, in `f64` and by other methods.

use std::collections::HashMap;

use glam::DVec2;

use super::*;
use crate::collider::dim2::ConvexShape;
use crate::collider::solid::Face;

/// A random number generator: xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: u64) -> u64 {
        (self.next() >> 20) % end
    }

    /// Returns a number from 0 to 1.
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32
    }

    fn contour(&mut self) -> Vec<Vec2> {
        let count = 1 + self.below(14);
        let (cells, center) = (1 + self.below(6), Vec2::new(self.unit(), self.unit()) * 3.0);
        let kind = self.below(4);
        let mut points: Vec<_> = (0..count)
            .map(|index| match kind {
                // On a coarse grid, where edges overlap and touch.
                0 => Vec2::new(self.below(cells + 1) as f32, self.below(cells + 1) as f32),
                // A star.
                1 => {
                    center
                        + Vec2::from_angle(index as f32 / count as f32 * core::f32::consts::TAU)
                            * (0.1 + self.unit())
                }
                2 => center + Vec2::new(self.unit(), self.unit()) * 2.0,
                _ => Vec2::new(self.below(4) as f32, self.unit() * 4.0),
            })
            .collect();
        // Repeated points, spikes, closed rings.
        let place = self.below(count) as usize;
        match self.below(4) {
            0 => points.insert(place, points[place]),
            1 => points.push(points[0]),
            2 => points.extend([points[place], points[0], points[place]]),
            _ => {}
        }
        points
    }
}

fn edges(contours: &[Vec<Vec2>]) -> Vec<[DVec2; 2]> {
    let edges = |ring: &Vec<Vec2>| {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(from, to)| [from.as_dvec2(), to.as_dvec2()]).collect::<Vec<_>>()
    };
    contours.iter().flat_map(edges).collect()
}

/// Computes the area by the even-odd rule: between any two neighboring points and crossings in x, a sum of trapezoids.
fn even_odd_area(edges: &[[DVec2; 2]]) -> f64 {
    let mut cuts: Vec<f64> = edges.iter().flatten().map(|point| point.x).collect();
    for (index, [a, b]) in edges.iter().enumerate() {
        for [c, d] in &edges[..index] {
            let (one, other) = (*b - *a, *d - *c);
            let part = (*c - *a).perp_dot(other) / one.perp_dot(other);
            if (0.0..=1.0).contains(&part) {
                cuts.push(a.x + one.x * part);
            }
        }
    }
    cuts.sort_by(f64::total_cmp);
    let mut area = 0.0;
    for slab in cuts.windows(2) {
        let middle = 0.5 * (slab[0] + slab[1]);
        if middle <= slab[0] || middle >= slab[1] {
            continue;
        }
        let is_in = |&&[a, b]: &&[DVec2; 2]| a.x.min(b.x) < middle && middle < a.x.max(b.x);
        let height = |[a, b]: &[DVec2; 2]| a.y + (b.y - a.y) * ((middle - a.x) / (b.x - a.x));
        let mut heights: Vec<f64> = edges.iter().filter(is_in).map(height).collect();
        heights.sort_by(f64::total_cmp);
        area += heights.chunks_exact(2).map(|pair| (pair[1] - pair[0]) * (slab[1] - slab[0])).sum::<f64>();
    }
    area
}

fn is_inside(edges: &[[DVec2; 2]], point: DVec2) -> bool {
    let crosses = |&&[a, b]: &&[DVec2; 2]| {
        (a.y > point.y) != (b.y > point.y) && point.x < a.x + (b.x - a.x) * ((point.y - a.y) / (b.y - a.y))
    };
    edges.iter().filter(crosses).count() % 2 == 1
}

fn distance(edges: &[[DVec2; 2]], point: DVec2) -> f64 {
    let to_edge = |&[a, b]: &[DVec2; 2]| {
        let along = (point - a).dot(b - a) / (b - a).length_squared().max(1e-300);
        point.distance(a + (b - a) * along.clamp(0.0, 1.0))
    };
    edges.iter().map(to_edge).fold(f64::MAX, f64::min)
}

fn corners(part: &ConvexShape) -> Vec<DVec2> {
    match part {
        ConvexShape::Polygon(polygon) => polygon.corners().map(Vec2::as_dvec2).collect(),
        // A sliver of which `f32` holds no more than a segment.
        ConvexShape::Hull(hull) => {
            let points: Vec<_> = hull.points().map(Vec2::as_dvec2).collect();
            let pairs = points.iter().flat_map(|&one| points.iter().map(move |&other| [one, other]));
            let ends = pairs.max_by(|a, b| a[0].distance(a[1]).total_cmp(&b[0].distance(b[1]))).unwrap();
            assert!(points.iter().all(|&point| distance(&[ends], point) < 1e-6), "{points:?}");
            ends.to_vec()
        }
        other => panic!("{other:?}"),
    }
}

fn area_of(ring: &[DVec2]) -> f64 {
    (1..ring.len().max(2) - 1)
        .map(|index| 0.5 * (ring[index] - ring[0]).perp_dot(ring[index + 1] - ring[0]))
        .sum()
}

/// Checks an area against the edges of its contours.
fn check(contours: &[Vec<Vec2>], random: &mut Random) {
    let edges = edges(contours);
    let expected = even_odd_area(&edges);
    let area = match cut::area(contours) {
        Ok(area) => area,
        Err(error) => {
            assert_eq!(error, ColliderError::NoArea, "{contours:?}");
            assert!(expected < 1e-9, "{contours:?}");
            return;
        }
    };
    let parts: Vec<_> = area.parts.iter().map(corners).collect();
    let sum: f64 = parts.iter().map(|part| area_of(part)).sum();
    let largest = edges.iter().flatten().fold(0.0, |most: f64, point| most.max(point.abs().max_element()));
    let length: f64 = edges.iter().map(|[a, b]| a.distance(*b)).sum();
    let tolerance = 1e-6 * expected + 1e-7 * length * largest;
    assert!((sum - expected).abs() < tolerance, "{sum} {expected}: {contours:?}");
    // The boundary encloses the same area.
    let boundary: Vec<_> = area
        .boundary
        .list
        .iter()
        .map(|&Face { corners: [a, b, _], .. }| [a, b].map(Vec2::as_dvec2))
        .collect();
    let enclosed: f64 = boundary.iter().map(|[a, b]| 0.5 * a.perp_dot(*b)).sum();
    assert!((enclosed - expected).abs() < tolerance, "{enclosed} {expected}: {contours:?}");
    let mut balance: HashMap<[u32; 2], i32> = HashMap::new();
    let name = |point: Vec2| (point + Vec2::ZERO).to_array().map(f32::to_bits);
    for &Face { corners: [from, to, _], part } in &area.boundary.list {
        let points = [from, to];
        *balance.entry(name(points[0])).or_default() += 1;
        *balance.entry(name(points[1])).or_default() -= 1;
        // Each edge is one of its part, or a piece of one, and in no other.
        let [a, b] = points.map(Vec2::as_dvec2);
        let corners = &parts[part as usize];
        let own = corners.iter().zip(corners.iter().cycle().skip(1)).map(|(&from, &to)| [from, to]);
        let far = own.map(|side| distance(&[side], a).max(distance(&[side], b))).fold(f64::MAX, f64::min);
        assert!(far < 1e-6 * largest, "{far} {a} {b} {corners:?}: {contours:?}");
        assert!(corners.iter().all(|&corner| (b - a).perp_dot(corner - a) > -1e-6 * largest * largest));
    }
    assert!(balance.values().all(|&balance| balance == 0), "{balance:?} {contours:?}");
    assert!(area.boundary.list.is_sorted_by_key(|edge| edge.part));
    for _ in 0..20 {
        let point = DVec2::new(f64::from(random.unit()), f64::from(random.unit())) * 6.0 - 1.0;
        if distance(&edges, point) > 1e-5 {
            let has_point = |part: &&Vec<DVec2>| {
                let sides = part.iter().zip(part.iter().cycle().skip(1));
                sides.into_iter().all(|(&a, &b)| (b - a).perp_dot(point - a) > 0.0)
            };
            let holders = parts.iter().filter(has_point).count();
            let expected = is_inside(&edges, point);
            let is_on_cut = parts.iter().any(|part| {
                let sides = part.iter().zip(part.iter().cycle().skip(1));
                distance(&sides.map(|(&a, &b)| [a, b]).collect::<Vec<_>>(), point) < 1e-5
            });
            assert!(
                is_on_cut || holders == usize::from(expected),
                "{point} {holders} {expected} {contours:?}"
            );
        }
    }
}

#[test]
fn the_parts_of_random_areas_and_their_boundary_are_those_of_the_contours() {
    let count = std::env::var("OUTLINES").ok().and_then(|count| count.parse().ok()).unwrap_or(1000);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..count {
        let contours: Vec<_> = (0..1 + random.below(5)).map(|_| random.contour()).collect();
        check(&contours, &mut random);
    }
}
