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

/// Returns the area of a convex part.
fn area_of(corners: &[Vec2]) -> f64 {
    let corners: Vec<_> = corners.iter().map(|corner| corner.as_dvec2()).collect();
    let double = corners.windows(2).map(|side| (side[0] - corners[0]).perp_dot(side[1] - corners[0]));
    0.5 * double.sum::<f64>()
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
        let sum: f64 = parts(&collider).iter().map(|corners| area_of(corners)).sum();
        assert!((sum - area).abs() < 1e-6 * area, "{sum} {area}: {contours:?}");
        let placed = collider.placed(Transform::IDENTITY).unwrap();
        app.update_with(entity, collider);
        for _ in 0..10 {
            let point = Vec2::new(random.range(-8.0, 8.0), random.range(-8.0, 8.0));
            if distance(&edges, point.as_dvec2()) > 1e-4 {
                let expected = is_inside(&edges, point.as_dvec2());
                assert_eq!(app.query::<Dim2>().contains(entity, point), expected, "{point}: {contours:?}");
                let dot = dim2::Collider::circle(0.0).placed(at_point(point.extend(0.0)));
                assert_eq!(placed.pair(&dot.unwrap()).contact().is_some(), expected, "{point}: {contours:?}");
            }
        }
        check_ray(&mut app, &edges, &mut random);
    }
}

/// Returns a contour that crosses itself often, or has many teeth, or nearly overlaps itself.
fn tangled(random: &mut Random) -> Vec<Vec2> {
    let at = |x: f32, y: f32| Vec2::new(x, y);
    let count = 5 + random.below(60);
    let turn = |index: u32, turns: f32| {
        Vec2::from_angle(index as f32 / count as f32 * turns * core::f32::consts::TAU)
    };
    match random.below(7) {
        0 => (0..count).map(|_| at(random.range(0.0, 8.0), random.range(0.0, 8.0))).collect(),
        1 => (0..count).map(|_| at(random.below(9) as f32, random.below(9) as f32)).collect(),
        2 => {
            let step = 1 + random.below(count - 1);
            (0..count).map(|index| at(3.0, 4.0) + turn(index * step % count, 1.0) * 2.0).collect()
        }
        3 => {
            let (teeth, gap) = (2 * count, random.unit());
            let tooth = |index: u32| {
                at(0.5 * index as f32, if index.is_multiple_of(2) { 8.0 } else { gap * random.unit() })
            };
            let teeth: Vec<_> = (0..teeth).map(tooth).collect();
            teeth.into_iter().chain([at(count as f32, -1.0), at(0.0, -1.0)]).collect()
        }
        4 => {
            let (turns, width) = (random.range(0.5, 4.0), random.range(0.1, 1.5));
            let at =
                |index: u32, shift: f32| turn(index, turns) * (1.0 + shift + index as f32 / count as f32);
            (0..count)
                .map(|index| at(index, 0.0))
                .chain((0..count).rev().map(|index| at(index, width)))
                .collect()
        }
        5 => {
            let shift = random.unit();
            let zigzag = |index: u32, shift: f32| at(index as f32, 3.0 * (index % 2) as f32 + shift);
            (0..count)
                .map(|index| zigzag(index, 0.0))
                .chain((0..count).rev().map(|index| zigzag(index, shift)))
                .collect()
        }
        _ => {
            let radius = |random: &mut Random| random.range(0.2, 1.2);
            (0..count).map(|index| turn(index + random.below(5), 1.0) * radius(random)).collect()
        }
    }
}

/// A corner is off by half the distance of two `f32` numbers at most, so that an edge shifts the area by its length
/// times that.
#[test]
fn outlines_that_cross_often_have_the_area_of_the_even_odd_rule() {
    let (mut random, mut share) = (Random(52), Share::one_of(13));
    for case in 0..5200 {
        let mut contours: Vec<_> = (0..1 + random.below(4)).map(|_| tangled(&mut random)).collect();
        let turn = if random.below(2) == 0 { Vec2::Y } else { Vec2::from_angle(random.range(0.0, 6.3)) };
        let scale = [1e-3, 1.0, 37.3, 1e4][random.below(4) as usize];
        let far = [0.0, 0.0, 10.0, 1000.0][random.below(4) as usize] * scale;
        let shift = Vec2::new(random.range(-far, far), random.range(-far, far));
        contours.iter_mut().flatten().for_each(|point| *point = turn.rotate(*point) * scale + shift);
        if !share.takes_next() {
            continue;
        }
        let edges = edges(&contours);
        let area = even_odd_area(&edges);
        let length: f64 = edges.iter().map(|[a, b]| a.distance(*b)).sum();
        let largest =
            edges.iter().flatten().fold(0.0, |most: f64, point| most.max(point.abs().max_element()));
        let tolerance = 6e-8 * largest * length;
        let collider = dim2::Collider::outlines(contours.clone());
        let sum: f64 = match collider.prepare() {
            Ok(_) => parts(&collider).iter().map(|corners| area_of(corners)).sum(),
            Err(error) => {
                assert_eq!(error, ColliderError::NoArea, "{case}");
                0.0
            }
        };
        assert!((sum - area).abs() < tolerance, "{case}: {sum} {area} {tolerance}");
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
    assert_eq!((count, hash), (39_694, 955_173_722_383_476_409));
}
