//! The tree compared with brute force.

use gjk::{Aabb, Vec3};

use crate::collider::bvh::{
    AabbCast, AabbDistance, AabbQuery, Aabbs, Bvh, PackedBvh, QueryFrontier, search, visit_upper_levels,
};
use crate::collider::{Dim2, Dim3};

/// The corners of an AABB.
type Item = [[f32; 3]; 2];

fn item(at: Vec3, half: f32) -> Item {
    [(at - half).to_array(), (at + half).to_array()]
}

/// AABBs at a distance of 1 from each other, in rows and layers.
fn lattice(side: u32, layers: u32) -> Vec<Item> {
    let at = |index: u32| {
        Vec3::new((index % side) as f32, (index / side % side) as f32, (index / side / side) as f32)
    };
    (0..side * side * layers).map(|index| item(at(index), 0.3)).collect()
}

/// Returns how a tree of some AABBs reads them.
fn corners(items: &[Item]) -> impl Fn(u32) -> Item {
    |index| items[index as usize]
}

/// Returns the indices of the AABBs that overlap another one.
fn overlapping(items: &[Item], bounds: &Aabb<Vec3>) -> Vec<u32> {
    let overlaps = |index: &u32| {
        let [min, max] = items[*index as usize].map(Vec3::from);
        Aabb { min, max }.overlaps(bounds)
    };
    (0..items.len() as u32).filter(overlaps).collect()
}

/// Returns the indices of what a search finds, sorted.
fn within(tree: &PackedBvh, query: &impl AabbQuery, limit: f32) -> Vec<u32> {
    let mut found = Vec::new();
    search(tree, query, limit, &mut |slot, limit| {
        found.push(slot);
        limit
    });
    found.sort_unstable();
    found
}

#[test]
fn a_search_finds_all_aabbs_within_the_limit_and_no_others() {
    let mut tree = PackedBvh::default();
    for (side, layers) in [(0, 1), (1, 1), (2, 1), (3, 1), (9, 1), (9, 9), (30, 1), (30, 3)] {
        let mut items = lattice(side, layers);
        // One is far away from all others, and one is unbounded.
        items.push(item(Vec3::splat(1e15), 1.0));
        items.push([[-50.0, f32::NEG_INFINITY, 0.0], [-50.0, f32::INFINITY, 0.0]]);
        tree.build(0..items.len() as u32, corners(&items), |_| 0);
        assert_eq!(within(&tree, &AabbDistance::new::<Dim3>(&Aabb::default()), f32::MAX).len(), items.len());
        for corner in [Vec3::ZERO, Vec3::new(2.5, 1.2, 0.0), Vec3::splat(-7.0), Vec3::splat(1e15)] {
            let bounds = Aabb { min: corner, max: corner + Vec3::new(3.0, 0.5, 0.1) };
            let found = within(&tree, &AabbDistance::new::<Dim3>(&bounds), 0.0);
            assert_eq!(found, overlapping(&items, &bounds));
        }
    }
}

#[test]
fn a_frontier_finds_the_pairs_of_brute_force() {
    let mut tree = PackedBvh::default();
    let mut frontier = QueryFrontier::default();
    for (side, layers) in [(0, 1), (1, 1), (3, 1), (40, 1), (9, 9)] {
        let mut items = lattice(side, layers);
        let count = items.len() as u32;
        // Others that move among them, one of them far away.
        for (index, at) in [0.35, 1.0, 2.4, 7.6, -50.0].into_iter().enumerate() {
            items.push(item(Vec3::new(at, 0.8 * at, 0.0), 0.3 * (index + 1) as f32));
        }
        tree.build(0..count, corners(&items), |_| 0);
        for removed in [0, count / 3] {
            for _ in 0..removed {
                let index = tree.removed() as u32;
                let leaf = tree.leaves()[index as usize] as usize;
                items[leaf][0] = [f32::MAX; 3];
                tree.remove(index);
            }
            assert_eq!(tree.len(), (count - removed) as usize);
            let mut found = Vec::new();
            let mut pairs = Vec::new();
            let moving = count..items.len() as u32;
            tree.for_each_overlap::<Dim3>(
                moving.clone(),
                corners(&items),
                |_| 0,
                &mut frontier,
                |one, two| {
                    found.push((one, two));
                },
            );
            for slot in moving {
                let [min, max] = items[slot as usize].map(Vec3::from);
                let partners = overlapping(&items[..count as usize], &Aabb { min, max });
                pairs.extend(partners.into_iter().map(|other| (slot, other)));
            }
            found.sort_unstable();
            assert_eq!(found, pairs);
            if layers == 1 {
                let mut flat = Vec::new();
                let moving = count..items.len() as u32;
                tree.for_each_overlap::<Dim2>(
                    moving,
                    corners(&items),
                    |_| 0,
                    &mut frontier,
                    |one, two| {
                        flat.push((one, two));
                    },
                );
                flat.sort_unstable();
                assert_eq!(flat, pairs);
            }
        }
    }
}

#[test]
fn a_cast_finds_a_row_and_a_search_finds_the_nearest_early() {
    let mut tree = PackedBvh::default();
    tree.build(0..30 * 30, corners(&lattice(30, 1)), |_| 0);
    let origin = Aabb { min: Vec3::new(-2.0, 7.0, 0.0), max: Vec3::new(-2.0, 7.0, 0.0) };
    let row: Vec<_> = (7 * 30..8 * 30).collect();
    assert_eq!(within(&tree, &AabbCast::new::<Dim3>(&origin, Vec3::X), f32::MAX), row);
    let back: Vec<_> = (7 * 30..7 * 30 + 6).collect();
    assert_eq!(within(&tree, &AabbCast::new::<Dim3>(&origin, Vec3::X * 2.0), 3.5), back);
    let mut asked = 0;
    search(&tree, &AabbDistance::new::<Dim3>(&origin), f32::MAX, &mut |slot, limit| {
        asked += 1;
        if slot == 7 * 30 { 1.71 } else { limit }
    });
    assert!(asked < 100, "{asked}");
}

/// AABBs that move, come and go, in a tree that keeps its order for a while.
#[test]
fn a_refitted_tree_contains_the_given_aabbs() {
    let mut tree = PackedBvh::default();
    let mut items = lattice(12, 2);
    for round in 0..40_u32 {
        let slots: Vec<u32> =
            (0..items.len() as u32).filter(|slot| !(slot + round).is_multiple_of(7)).collect();
        for (item, slot) in items.iter_mut().zip(0..) {
            let shift = if (slot + round) % 3 == 0 { 0.4 } else { -0.2 };
            item.iter_mut().for_each(|corner| corner[0] += shift);
        }
        tree.refit(&slots, items.len(), corners(&items), |_| 0);
        let mut sorted = tree.leaves().to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, slots);
        for corner in [Vec3::ZERO, Vec3::new(2.5, 1.2, 0.0), Vec3::splat(-7.0)] {
            let bounds = Aabb { min: corner, max: corner + Vec3::new(3.0, 1.5, 0.1) };
            let found = within(&tree, &AabbDistance::new::<Dim3>(&bounds), 0.0);
            let present = |slot: &u32| !(slot + round).is_multiple_of(7);
            let expected: Vec<_> = overlapping(&items, &bounds).into_iter().filter(present).collect();
            assert_eq!(found, expected);
        }
    }
}

/// AABBs that are moved one by one in a tree that is not built anew.
#[test]
fn a_tree_finds_an_aabb_where_it_was_placed_last() {
    let mut tree = PackedBvh::default();
    for count in [1, 8, 9, 200, 700] {
        let mut items: Vec<Item> = lattice(27, 1).into_iter().take(count).collect();
        tree.build(0..count as u32, corners(&items), |_| 0);
        let leaves = tree.leaves().to_vec();
        for round in 0..3 * count {
            let index = round * 7 % count;
            let leaf = leaves[index] as usize;
            let at = match round % 50 {
                0 => Vec3::splat(1e18),
                _ => Vec3::new((round * 5 % 31) as f32, (round * 3 % 29) as f32, (round % 3) as f32),
            };
            items[leaf] = item(at, 0.3);
            tree.place(index as u32, items[leaf]);
            for corner in [at, Vec3::new(12.0, 9.0, 0.0)] {
                let bounds = Aabb { min: corner - 1.0, max: corner + 1.5 };
                let found = within(&tree, &AabbDistance::new::<Dim3>(&bounds), 0.0);
                assert_eq!(found, overlapping(&items, &bounds));
            }
        }
    }
}

/// Trees of every depth up to four: the AABBs of the upper levels contain all, and are few.
#[test]
fn the_upper_levels_of_a_tree_contain_all_leaves() {
    for count in [1, 8, 9, 64, 65, 600, 5000] {
        let items: Vec<Item> = lattice(71, 1).into_iter().take(count as usize).collect();
        let tree = PackedBvh::new(count, corners(&items));
        assert_eq!(tree.len(), count as usize);
        let (mut all, mut boxes) = (Aabbs::<8>::EMPTY, 0);
        visit_upper_levels(&tree, |aabbs| {
            let [min, max] = aabbs.union();
            if boxes == 0 {
                all.set(0, [min, max]);
            } else {
                _ = all.enlarge(0, [min, max]);
            }
            boxes += (0..8).filter(|&lane| aabbs.contains(lane)).count();
        });
        let united = items.iter().fold(items[0], |[min, max], item| {
            [0, 1].map(|end| {
                [0, 1, 2].map(|axis| match end {
                    0 => min[axis].min(item[0][axis]),
                    _ => max[axis].max(item[1][axis]),
                })
            })
        });
        assert_eq!(all.corners(0), united);
        assert!(boxes <= 64 && boxes as u32 >= count.min(9), "{boxes} of {count}");
        assert_eq!(u32::from(tree.levels()), count.max(2).next_power_of_two().ilog2().div_ceil(3));
    }
}
