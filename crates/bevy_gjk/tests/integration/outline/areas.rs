//! Random outlines with holes are the areas that the even-odd rule says, judged in `f64` by other methods.

use bevy_gjk::shape::ColliderShape;
use gjk::Affine;

use crate::common::prelude::*;

/// An outline: a star-shaped ring, holes and islands in it, and others that may cross all of these.
pub fn contours(random: &mut Random) -> Vec<Vec<Vec2>> {
    let star = |random: &mut Random, center: Vec2, [least, most]: [f32; 2]| -> Vec<Vec2> {
        let count = 3 + random.below(20);
        let turn = random.range(0.0, 6.0);
        let mut ring: Vec<_> = (0..count)
            .map(|index| {
                let angle = turn + index as f32 / count as f32 * core::f32::consts::TAU;
                center + Vec2::from_angle(angle) * random.range(least, most)
            })
            .collect();
        match random.below(4) {
            0 => ring.push(ring[0]),
            1 => ring.reverse(),
            2 => ring.insert(1, ring[0]),
            _ => {}
        }
        ring
    };
    let mut contours = vec![star(random, Vec2::ZERO, [4.0, 8.0])];
    for _ in 0..random.below(5) {
        let center = Vec2::new(random.range(-3.0, 3.0), random.range(-3.0, 3.0));
        contours.push(star(random, center, [0.3, 1.5]));
    }
    if random.below(2) == 0 {
        let anywhere = |random: &mut Random| Vec2::new(random.range(-8.0, 8.0), random.range(-8.0, 8.0));
        contours.push((0..random.below(7)).map(|_| anywhere(random)).collect());
    }
    contours
}

/// The edges of all contours.
pub fn edges(contours: &[Vec<Vec2>]) -> Vec<[DVec2; 2]> {
    let around = |ring: &Vec<Vec2>| {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(from, to)| [from.as_dvec2(), to.as_dvec2()]).collect::<Vec<_>>()
    };
    contours.iter().flat_map(around).collect()
}

/// Computes the area: between any two neighboring points and crossings in x, a sum of trapezoids.
fn even_odd_area(edges: &[[DVec2; 2]]) -> f64 {
    let mut cuts: Vec<f64> = edges.iter().flatten().map(|point| point.x).collect();
    for (index, [a, b]) in edges.iter().enumerate() {
        for [c, d] in &edges[..index] {
            let part = (*c - *a).perp_dot(*d - *c) / (*b - *a).perp_dot(*d - *c);
            if (0.0..=1.0).contains(&part) {
                cuts.push(a.x + (b.x - a.x) * part);
            }
        }
    }
    cuts.sort_by(f64::total_cmp);
    let slab = |slab: &[f64]| {
        let middle = 0.5 * (slab[0] + slab[1]);
        let is_in = |&&[a, b]: &&[DVec2; 2]| (a.x < middle) != (b.x < middle);
        let height = |[a, b]: &[DVec2; 2]| a.y + (b.y - a.y) * ((middle - a.x) / (b.x - a.x));
        let mut heights: Vec<f64> = edges.iter().filter(is_in).map(height).collect();
        heights.sort_by(f64::total_cmp);
        heights.chunks_exact(2).map(|pair| (pair[1] - pair[0]) * (slab[1] - slab[0])).sum::<f64>()
    };
    cuts.windows(2).map(slab).sum()
}

/// Returns whether a point is inside: whether a ray crosses an odd number of edges.
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

/// Returns the corners of the convex parts of a collider.
pub fn parts(collider: &dim2::Collider) -> Vec<Vec<Vec2>> {
    let ColliderShape::Composite(parts) = collider.prepare().unwrap() else { panic!("not composite") };
    let corners = |index| {
        parts.with_part(index, &Affine::IDENTITY, |part| {
            let mut corners = Vec::new();
            part.shape().support_feature(Vec2::ZERO, f32::MAX, &mut |vertex| corners.push(vertex.point));
            corners
        })
    };
    (0..parts.len()).filter_map(corners).collect()
}

/// Casts a ray from outside and compares where it enters with the edges.
fn check_ray(app: &mut App, edges: &[[DVec2; 2]], random: &mut Random) {
    let from = Vec2::from_angle(random.range(0.0, 6.3)) * 12.0;
    let to = Vec2::new(random.range(-6.0, 6.0), random.range(-6.0, 6.0));
    let direction = Dir2::new(to - from).unwrap();
    let (start, along) = (from.as_dvec2(), direction.as_vec2().as_dvec2());
    let meet = |&[a, b]: &[DVec2; 2]| {
        let (to_a, to_b) = ((a - start).perp_dot(along), (b - start).perp_dot(along));
        ((to_a > 0.0) != (to_b > 0.0)).then(|| (a + (b - a) * (to_a / (to_a - to_b)) - start).dot(along))
    };
    let mut meets: Vec<_> = edges.iter().filter_map(meet).filter(|&at| at > 0.0).collect();
    meets.sort_by(f64::total_cmp);
    // Pairs of edges that overlap bound nothing; near an end of the boundary the ray may miss it by rounding.
    let is_unsure = meets.windows(2).any(|pair| pair[1] - pair[0] < 1e-3)
        || edges.iter().flatten().any(|&point| (point - start).perp_dot(along).abs() < 1e-3);
    let hit = app.query::<Dim2>().cast_ray(from, direction, 100.0, &QueryFilter::ALL);
    if !is_unsure {
        let expected = meets.first().copied();
        assert_eq!(hit.is_some(), expected.is_some());
        if let (Some(hit), Some(expected)) = (hit, expected) {
            assert!((f64::from(hit.distance) - expected).abs() < 1e-4, "{} {expected}", hit.distance);
        }
    }
}

/// `OUTLINES=10000 cargo test --test integration outline::areas` tries as many.
#[test]
fn random_outlines_are_the_areas_of_the_even_odd_rule() {
    let count = std::env::var("OUTLINES").ok().and_then(|count| count.parse().ok()).unwrap_or(1000);
    let mut random = Random(51);
    let mut app = app();
    let entity = app.spawn((dim2::Collider::default(), Transform::IDENTITY));
    for _ in 0..count {
        let contours = contours(&mut random);
        let edges = edges(&contours);
        let collider = dim2::Collider::outlines(contours.clone());
        let area = even_odd_area(&edges);
        let double = |corners: &Vec<Vec2>| -> f64 {
            let corners: Vec<_> = corners.iter().map(|corner| corner.as_dvec2()).collect();
            corners.windows(2).map(|side| (side[0] - corners[0]).perp_dot(side[1] - corners[0])).sum()
        };
        let sum: f64 = parts(&collider).iter().map(|corners| 0.5 * double(corners)).sum();
        assert!((sum - area).abs() < 1e-6 * area, "{sum} {area}: {contours:?}");
        let placed = collider.placed(Transform::IDENTITY).unwrap();
        app.insert(entity, collider);
        app.update();
        for _ in 0..10 {
            let point = Vec2::new(random.range(-8.0, 8.0), random.range(-8.0, 8.0));
            if distance(&edges, point.as_dvec2()) > 1e-4 {
                let expected = is_inside(&edges, point.as_dvec2());
                assert_eq!(app.query::<Dim2>().contains(entity, point), expected, "{point}: {contours:?}");
                let dot = dim2::Collider::circle(0.0).placed(Transform::from_translation(point.extend(0.0)));
                assert_eq!(placed.pair(&dot.unwrap()).contact().is_some(), expected, "{point}: {contours:?}");
            }
        }
        check_ray(&mut app, &edges, &mut random);
    }
}

/// So that the platforms can be compared: the hash is that of integers and of sums and products of `f32` alone.
#[test]
fn the_parts_of_outlines_are_the_same_everywhere() {
    let mut random = Random(7);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut count = 0;
    for _ in 0..200 {
        // Whole numbers and fractions, without functions that platforms round differently.
        let mut point = || Vec2::new(random.range(-8.0, 8.0), random.range(-8.0, 8.0));
        let contours: Vec<Vec<Vec2>> = (0..3).map(|_| (0..9).map(|_| point()).collect()).collect();
        for corner in parts(&dim2::Collider::outlines(contours)).iter().flatten() {
            for number in corner.to_array() {
                hash = (hash ^ u64::from((number + 0.0).to_bits())).wrapping_mul(0x0100_0000_01b3);
            }
            count += 1;
        }
    }
    assert_eq!((count, hash), (39_694, 15_065_041_009_843_521_017));
}
