//! The tree compared with brute force.

use gjk::{Aabb, Vec3};

use crate::collider::Dim2;
use crate::collider::Dim3;
use crate::detection::broad_phase::tree::{PackedRTree, QueryFrontier};
use crate::detection::broad_phase::{AabbCast, AabbDistance, AabbQuery};
use crate::detection::proxies::{Corner, HasAabb, Proxy};

fn item(slot: u32, at: Vec3, half: f32) -> Proxy {
    let mut proxy = Proxy::unplaced(slot);
    proxy.low = Corner::new((at - half).to_array(), slot);
    proxy.high = Corner::new((at + half).to_array(), 0);
    proxy
}

/// AABBs at a distance of 1 from each other, in rows and layers.
fn lattice(side: u32, layers: u32) -> Vec<Proxy> {
    let at = |index: u32| {
        Vec3::new((index % side) as f32, (index / side % side) as f32, (index / side / side) as f32)
    };
    (0..side * side * layers).map(|index| item(index, at(index), 0.3)).collect()
}

/// Returns the slots of the AABBs that overlap another one.
fn overlapping(items: &[Proxy], bounds: &Aabb<Vec3>) -> Vec<u32> {
    let overlaps = |item: &&Proxy| {
        let [min, max] = item.corners().map(Vec3::from);
        Aabb { min, max }.overlaps(bounds)
    };
    items.iter().filter(overlaps).map(Proxy::slot).collect()
}

fn within(tree: &PackedRTree, query: &impl AabbQuery, limit: f32) -> Vec<u32> {
    let mut found = Vec::new();
    tree.search(query, limit, |slot, limit| {
        found.push(slot);
        limit
    });
    found
}

#[test]
fn a_search_finds_all_aabbs_within_the_limit_and_no_others() {
    let mut tree = PackedRTree::default();
    for (side, layers) in [(0, 1), (1, 1), (2, 1), (3, 1), (9, 1), (9, 9), (30, 1), (30, 3)] {
        let mut items = lattice(side, layers);
        // One is far away from all others, and one is unbounded.
        items.push(item(items.len() as u32, Vec3::splat(1e15), 1.0));
        items.push(item(items.len() as u32, Vec3::X * -50.0, 0.0));
        if let Some(last) = items.last_mut() {
            last.low[1] = -1e18;
            last.high[1] = 1e18;
        }
        tree.build(&items, 0..items.len() as u32);
        assert_eq!(within(&tree, &AabbDistance::new::<Dim3>(&Aabb::default()), f32::MAX).len(), items.len());
        for corner in [Vec3::ZERO, Vec3::new(2.5, 1.2, 0.0), Vec3::splat(-7.0), Vec3::splat(1e15)] {
            let bounds = Aabb { min: corner, max: corner + Vec3::new(3.0, 0.5, 0.1) };
            let mut found = within(&tree, &AabbDistance::new::<Dim3>(&bounds), 0.0);
            found.sort_unstable();
            assert_eq!(found, overlapping(&items, &bounds));
        }
    }
}

#[test]
fn a_frontier_finds_the_pairs_of_brute_force() {
    let mut tree = PackedRTree::default();
    let mut frontier = QueryFrontier::default();
    for (side, layers) in [(0, 1), (1, 1), (3, 1), (40, 1), (9, 9)] {
        let mut items = lattice(side, layers);
        let count = items.len() as u32;
        // Others that move among them, one of them far away.
        for (index, at) in [0.35, 1.0, 2.4, 7.6, -50.0].into_iter().enumerate() {
            items.push(item(count + index as u32, Vec3::new(at, 0.8 * at, 0.0), 0.3 * (index + 1) as f32));
        }
        tree.build(&items, 0..count);
        for removed in [0, count / 3] {
            for _ in 0..removed {
                let index = tree.removed() as u32;
                let slot = tree.slots()[index as usize] as usize;
                items[slot].low = Corner::new([f32::MAX; 3], slot as u32);
                tree.remove(index);
            }
            assert_eq!(tree.len(), (count - removed) as usize);
            let mut found = Vec::new();
            let mut pairs = Vec::new();
            let moving = count..items.len() as u32;
            tree.for_each_overlap::<Dim3>(&items, moving.clone(), &mut frontier, |one, two| {
                found.push((one, two));
            });
            for slot in moving {
                let [min, max] = items[slot as usize].corners().map(Vec3::from);
                let partners = overlapping(&items[..count as usize], &Aabb { min, max });
                pairs.extend(partners.into_iter().map(|other| (slot, other)));
            }
            found.sort_unstable();
            assert_eq!(found, pairs);
            if layers == 1 {
                let mut flat = Vec::new();
                let moving = count..items.len() as u32;
                tree.for_each_overlap::<Dim2>(&items, moving, &mut frontier, |one, two| {
                    flat.push((one, two));
                });
                flat.sort_unstable();
                assert_eq!(flat, pairs);
            }
        }
    }
}

#[test]
fn a_cast_finds_a_row_and_a_search_finds_the_nearest_early() {
    let mut tree = PackedRTree::default();
    tree.build(&lattice(30, 1), 0..30 * 30);
    let sorted = |mut found: Vec<u32>| {
        found.sort_unstable();
        found
    };
    let origin = Aabb { min: Vec3::new(-2.0, 7.0, 0.0), max: Vec3::new(-2.0, 7.0, 0.0) };
    let row: Vec<_> = (7 * 30..8 * 30).collect();
    assert_eq!(sorted(within(&tree, &AabbCast::new::<Dim3>(&origin, Vec3::X), f32::MAX)), row);
    let back: Vec<_> = (7 * 30..7 * 30 + 6).collect();
    assert_eq!(sorted(within(&tree, &AabbCast::new::<Dim3>(&origin, Vec3::X * 2.0), 3.5)), back);
    let mut asked = 0;
    tree.search(&AabbDistance::new::<Dim3>(&origin), f32::MAX, |slot, limit| {
        asked += 1;
        if slot == 7 * 30 { 1.71 } else { limit }
    });
    assert!(asked < 100, "{asked}");
}

/// AABBs that move, come and go, in a tree that keeps its order for a while.
#[test]
fn a_refitted_tree_contains_the_given_aabbs() {
    let mut tree = PackedRTree::default();
    let mut items = lattice(12, 2);
    for round in 0..40_u32 {
        let slots: Vec<u32> = (0..items.len() as u32).filter(|slot| (slot + round) % 7 != 0).collect();
        for item in &mut items {
            let shift = if (item.slot() + round) % 3 == 0 { 0.4 } else { -0.2 };
            item.low[0] += shift;
            item.high[0] += shift;
        }
        tree.refit(&items, &slots);
        let mut sorted = tree.slots().to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, slots);
        let present: Vec<Proxy> = slots.iter().map(|&slot| items[slot as usize]).collect();
        for corner in [Vec3::ZERO, Vec3::new(2.5, 1.2, 0.0), Vec3::splat(-7.0)] {
            let bounds = Aabb { min: corner, max: corner + Vec3::new(3.0, 1.5, 0.1) };
            let mut found = within(&tree, &AabbDistance::new::<Dim3>(&bounds), 0.0);
            found.sort_unstable();
            assert_eq!(found, overlapping(&present, &bounds));
        }
    }
}

/// AABBs that are moved one by one in a tree that is not built anew.
#[test]
fn a_tree_finds_an_aabb_where_it_was_placed_last() {
    let mut tree = PackedRTree::default();
    for count in [1, 8, 9, 200, 700] {
        let mut items: Vec<Proxy> = lattice(27, 1).into_iter().take(count).collect();
        tree.build(&items, 0..count as u32);
        let slots = tree.slots().to_vec();
        for round in 0..3 * count {
            let index = round * 7 % count;
            let slot = slots[index];
            let at = match round % 50 {
                0 => Vec3::splat(1e18),
                _ => Vec3::new((round * 5 % 31) as f32, (round * 3 % 29) as f32, (round % 3) as f32),
            };
            items[slot as usize] = item(slot, at, 0.3);
            tree.place(index as u32, items[slot as usize].corners());
            for corner in [at, Vec3::new(12.0, 9.0, 0.0)] {
                let bounds = Aabb { min: corner - 1.0, max: corner + 1.5 };
                let mut found = within(&tree, &AabbDistance::new::<Dim3>(&bounds), 0.0);
                found.sort_unstable();
                assert_eq!(found, overlapping(&items, &bounds));
            }
        }
    }
}
