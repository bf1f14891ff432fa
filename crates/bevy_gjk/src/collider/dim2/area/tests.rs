//! The boundary of random areas, beside their parts. That these are the areas of their contours is tested in
//! `tests/integration/outline`.

use std::collections::HashMap;

use gjk::Vec2;

use super::cut;
use crate::collider::dim2::ConvexShape;
use crate::collider::solid::Face;

/// Makes rings on a coarse grid, where edges overlap, touch and cross, points repeat, and spikes enclose nothing.
fn contours(seed: &mut u64) -> Vec<Vec<Vec2>> {
    let mut below = |end: u64| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % end
    };
    let cells = 2 + below(6);
    (0..1 + below(5))
        .map(|_| (0..1 + below(14)).map(|_| Vec2::new(below(cells) as f32, below(cells) as f32)).collect())
        .collect()
}

#[test]
fn the_boundary_of_a_random_area_is_closed_and_encloses_its_parts() {
    let (mut seed, mut count) = (1, 0);
    for _ in 0..1000 {
        let contours = contours(&mut seed);
        let Ok(area) = cut::area(&contours) else { continue };
        let twice_area = |corners: &[Vec2]| {
            let corners: Vec<_> = corners.iter().map(|corner| corner.as_dvec2()).collect();
            let sides = corners.iter().zip(corners.iter().cycle().skip(1));
            sides.map(|(from, to)| from.perp_dot(*to)).sum::<f64>()
        };
        let of_part = |part: &ConvexShape| match part {
            ConvexShape::Polygon(polygon) => twice_area(&polygon.corners().collect::<Vec<_>>()),
            _ => 0.0,
        };
        let expected: f64 = area.parts.iter().map(of_part).sum();
        let (mut enclosed, mut balance) = (0.0, HashMap::<[u32; 2], i32>::new());
        for &Face { corners: [from, to, _], part } in &area.boundary.list {
            enclosed += from.as_dvec2().perp_dot(to.as_dvec2());
            *balance.entry(from.to_array().map(|at| (at + 0.0).to_bits())).or_default() += 1;
            *balance.entry(to.to_array().map(|at| (at + 0.0).to_bits())).or_default() -= 1;
            // The part is on the left.
            if let ConvexShape::Polygon(polygon) = &area.parts[part as usize] {
                assert!(polygon.corners().all(|corner| (to - from).perp_dot(corner - from) > -1e-4));
            }
        }
        assert!((enclosed - expected).abs() < 1e-4, "{enclosed} {expected}: {contours:?}");
        assert!(balance.values().all(|&balance| balance == 0), "{balance:?} {contours:?}");
        assert!(area.boundary.list.is_sorted_by_key(|edge| edge.part));
        count += 1;
    }
    assert!(count > 500, "{count}");
}
