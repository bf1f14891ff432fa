//! The sweep compared with brute force.

use crate::collider::Dim3;
use crate::detection::broad_phase::dynamic_pairs::sweep_and_prune::{Lanes, MAX_AGE, SweepAndPrune};
use crate::detection::proxies::{Corner, HasAabb, Proxy, flag};

/// Numbers from 0 to 1 (`SplitMix64`).
pub(in crate::detection::broad_phase) struct Random(pub(in crate::detection::broad_phase) u64);

impl Random {
    pub(in crate::detection::broad_phase) fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits >> 40) as f32 / (1 << 24) as f32
    }
}

fn proxy(low: [f32; 3], high: [f32; 3], slot: u32, moved: bool) -> Proxy {
    let mut proxy = Proxy::unplaced(slot);
    proxy.low = Corner::new(low, slot);
    proxy.high = Corner::new(high, 0);
    if moved {
        proxy.set(flag::CHANGED);
    }
    proxy
}

/// Creates AABBs with these centers and half sizes, in 2D or 3D; most of them moved.
fn proxies(
    count: u32,
    dimension: usize,
    mut shape: impl FnMut(&mut Random) -> ([f32; 3], [f32; 3]),
) -> Vec<Proxy> {
    let mut random = Random(u64::from(count));
    let one = |index| {
        let (center, half) = shape(&mut random);
        let ends = |sign: f32| {
            let end = |axis| if axis < dimension { center[axis] + sign * half[axis] } else { 0.0 };
            [0, 1, 2].map(end)
        };
        proxy(ends(-1.0), ends(1.0), index, random.next() < 0.8)
    };
    (0..count).map(one).collect()
}

fn overlap(a: &Proxy, b: &Proxy) -> bool {
    (0..3).all(|axis| a.low[axis] <= b.high[axis] && b.low[axis] <= a.high[axis])
}

/// Compares the pairs of the sweep with those of brute force, and returns how many there are.
fn check(sweep: &mut SweepAndPrune, items: &[Proxy]) -> usize {
    let mut expected = Vec::new();
    for (index, a) in items.iter().enumerate() {
        for b in &items[..index] {
            if overlap(a, b) && (a.has(flag::CHANGED) || b.has(flag::CHANGED)) {
                expected.push((b.slot(), a.slot()));
            }
        }
    }
    expected.sort_unstable();
    let slots: Vec<u32> = items.iter().map(Proxy::slot).collect();
    sweep.fill::<Dim3>(items, slots.iter().copied());
    let mut lanes = Lanes::default();
    let mut pairs = Vec::new();
    for columns in sweep.split(1 + items.len() % 5) {
        columns.pairs::<Dim3>(&mut lanes, &mut pairs);
    }
    let mut found: Vec<_> = pairs.into_iter().map(|[a, b]| (a.min(b), a.max(b))).collect();
    assert!(sweep.cell_entries.len() <= 4 * items.len(), "{} entries", sweep.cell_entries.len());
    found.sort_unstable();
    assert!(found == expected, "{} pairs instead of {}", found.len(), expected.len());
    check_queries(sweep, items);
    found.len()
}

/// Checks that queries find each AABB that they overlap once.
fn check_queries(sweep: &mut SweepAndPrune, items: &[Proxy]) {
    sweep.measure();
    for (index, item) in items.iter().enumerate().step_by(1 + items.len() / 50) {
        let mut other = *item;
        let next = &items[(index + 1) % items.len()];
        // Between two, which may be far apart, and as large as both.
        for axis in 0..3 {
            other.low[axis] = 0.5 * item.low[axis] + 0.5 * next.low[axis];
            other.high[axis] = 0.5 * item.high[axis] + 0.5 * next.high[axis];
        }
        for other in [item, &other] {
            let mut found = Vec::new();
            sweep.for_each_overlap(other, |slot| found.push(slot));
            found.sort_unstable();
            let expected = items.iter().filter(|item| overlap(item, other)).map(Proxy::slot);
            assert!(found.into_iter().eq(expected));
        }
    }
}

fn spread(random: &mut Random, side: f32) -> [f32; 3] {
    [(); 3].map(|()| (random.next() - 0.5) * side)
}

#[test]
fn a_sweep_finds_the_pairs_of_brute_force() {
    let sweep = &mut SweepAndPrune::default();
    for (dimension, side) in [(2, 60.0), (3, 15.0)] {
        for count in [0, 1, 2, 3, 10, 100, 1000, 3000] {
            let one_size = proxies(count, dimension, |random| (spread(random, side), [0.5; 3]));
            let found = check(sweep, &one_size);
            assert!(found > 100 || count < 1000);
            // Some span all columns many times.
            check(
                sweep,
                &proxies(count, dimension, |random| {
                    let half = 0.03 / (random.next() + 1e-4);
                    (spread(random, side), [half, half * random.next(), half])
                }),
            );
            check(
                sweep,
                &proxies(count, dimension, |random| {
                    let cluster = (random.next() * 3.0).floor() * 1e6;
                    (spread(random, 9.0).map(|at| at + cluster), [0.1; 3])
                }),
            );
        }
    }
}

#[test]
fn a_grid_is_used_again_while_it_fits() {
    let sweep = &mut SweepAndPrune::default();
    for frame in 0..40 {
        let side = 60.0 + 0.5 * frame as f32;
        check(sweep, &proxies(1000, 2, |random| (spread(random, side), [0.5; 3])));
        assert_eq!(sweep.age, frame % MAX_AGE);
    }
    // All within what was one cell.
    check(sweep, &proxies(1000, 2, |random| (spread(random, 0.1), [0.001; 3])));
    assert_eq!(sweep.age, 0);
    // The number changes.
    check(sweep, &proxies(1500, 2, |random| (spread(random, 0.1), [0.001; 3])));
    assert_eq!(sweep.age, 0);
}

#[test]
fn a_sweep_finds_the_pairs_near_the_largest_coordinate() {
    let sweep = &mut SweepAndPrune::default();
    for (side, half) in [(1e18, 1e17), (1e18, 1.0), (0.0, 1.0), (5.0, 0.0), (0.0, 0.0), (1e-20, 1e-22)] {
        check(sweep, &proxies(300, 3, |random| (spread(random, side), [half; 3])));
    }
    // An unbounded floor, and boxes on it.
    let floor = |random: &mut Random| {
        let far = random.next() < 0.02;
        (spread(random, 30.0), if far { [1e18, 0.5, 1e18] } else { [0.5; 3] })
    };
    assert!(check(sweep, &proxies(2000, 3, floor)) > 1000);
}

#[test]
fn all_neighbors_on_a_lattice_touch() {
    let side = 20;
    let mut number = 0..;
    let tiles = proxies(side * side, 2, |_| {
        let index: u32 = number.next().unwrap();
        ([(index % side) as f32, (index / side) as f32, 0.0], [0.5; 3])
    });
    let mut moved = tiles;
    moved.iter_mut().for_each(|tile| tile.set(flag::CHANGED));
    // To the right, above, and on both diagonals.
    let expected = 2 * side * (side - 1) + 2 * (side - 1) * (side - 1);
    assert_eq!(check(&mut SweepAndPrune::default(), &moved), expected as usize);
}
