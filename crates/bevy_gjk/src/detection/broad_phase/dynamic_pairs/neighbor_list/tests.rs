//! The neighbor list, for proxies that keep their velocity and for those that do not.

use crate::detection::broad_phase::dynamic_pairs::PairSource;
use crate::detection::broad_phase::dynamic_pairs::neighbor_list::{BACKOFF, NeighborList};
use crate::detection::proxies::{Corner, Proxy};

/// Proxies of one size in a row, which move along it.
struct Row {
    neighbor_list: NeighborList,
    proxies: Vec<Proxy>,
    dynamic_proxies: Vec<u32>,
    run: u32,
}

impl Row {
    fn new(count: u32) -> Self {
        let mut row = Self {
            neighbor_list: NeighborList::default(),
            proxies: Vec::new(),
            dynamic_proxies: Vec::new(),
            run: 7,
        };
        (0..count).for_each(|_| row.push());
        row
    }

    /// Creates a row whose velocities are known.
    fn with_known_velocities(count: u32) -> Self {
        let mut row = Self::new(count);
        assert_eq!(row.count(2, |_| 0.01), [2, 0, 0]);
        row
    }

    fn push(&mut self) {
        let slot = self.proxies.len() as u32;
        let at = 3.0 * slot as f32;
        let mut proxy = Proxy::unplaced(slot);
        (proxy.low, proxy.high) = (Corner::new([at, 0.0, 0.0], slot), Corner::new([at + 1.0, 1.0, 0.0], 0));
        self.proxies.push(proxy);
        self.dynamic_proxies.push(slot);
        self.neighbor_list.push();
    }

    /// Moves each proxy by a distance, and returns where the run finds the pairs.
    fn update(&mut self, distance: impl Fn(u32) -> f32) -> PairSource {
        for (proxy, slot) in self.proxies.iter_mut().zip(0..) {
            proxy.low[0] += distance(slot);
            proxy.high[0] += distance(slot);
        }
        self.run += 1;
        let source = self.neighbor_list.choose_source(&self.proxies, &self.dynamic_proxies, self.run);
        if matches!(source, PairSource::SwitchToPrepared | PairSource::UseList) {
            for (&slot, fat) in self.dynamic_proxies.iter().zip(self.neighbor_list.fat_aabbs()) {
                let is_escaped = self.neighbor_list.escaped().contains(&slot);
                assert_eq!(fat.contains(&self.proxies[slot as usize]), !is_escaped, "{slot}");
                assert!(self.neighbor_list.is_stale(slot) || !is_escaped, "{slot}");
            }
        }
        source
    }

    /// Counts the runs of each kind: without a list, with a new list, with the list of an earlier run.
    fn count(&mut self, runs: usize, distance: impl Fn(u32) -> f32) -> [usize; 3] {
        let mut counts = [0; 3];
        for _ in 0..runs {
            let kind = match self.update(&distance) {
                PairSource::SweepAll => 0,
                PairSource::BuildList | PairSource::SwitchToPrepared => 1,
                PairSource::UseList => 2,
            };
            counts[kind] += 1;
        }
        counts
    }
}

#[test]
fn proxies_that_keep_their_velocity_stay_in_a_list_for_some_runs() {
    let mut row = Row::new(1000);
    let speed = |slot: u32| 0.05 * (slot % 3) as f32;
    assert_eq!(row.update(speed), PairSource::SweepAll, "new proxies may never move");
    assert_eq!(row.update(speed), PairSource::SweepAll, "velocities are unknown yet");
    assert_eq!(row.update(speed), PairSource::BuildList);
    let [full, lists, reuses] = row.count(60, speed);
    assert!(full == 0 && (6..=15).contains(&lists) && reuses == 60 - lists, "{full} {lists} {reuses}");
    // Proxies that stop stay within their fat AABBs.
    assert_eq!(row.count(20, |_| 0.0)[0], 0);
}

#[test]
fn fast_proxies_are_searched_in_full() {
    let mut row = Row::new(1000);
    assert_eq!(row.count(200, |_| 0.9), [200, 0, 0]);
    let [_, lists, _] = row.count(20, |_| 0.01);
    assert!(lists > 0);
}

#[test]
fn proxies_that_turn_back_in_each_run_are_rarely_listed() {
    let mut row = Row::new(1000);
    let mut lists = 0;
    for run in 0..400 {
        let displacement = if run % 2 == 0 { 0.2 } else { -0.2 };
        lists += row.count(1, |_| displacement)[1];
    }
    assert!(lists <= 400 / BACKOFF.1 as usize + 6, "{lists}");
}

#[test]
fn a_list_that_is_too_long_is_dropped() {
    let mut row = Row::with_known_velocities(100);
    assert_eq!(row.update(|_| 0.01), PairSource::BuildList);
    row.neighbor_list.drop_if_oversized(350, 0);
    assert_eq!(row.update(|_| 0.01), PairSource::UseList);
    row.neighbor_list.drop_if_oversized(1000, 10);
    assert_eq!(row.count(BACKOFF.0 as usize, |_| 0.01), [BACKOFF.0 as usize, 0, 0]);
    assert_eq!(row.update(|_| 0.01), PairSource::BuildList);
}

#[test]
fn a_few_proxies_that_leave_or_are_added_are_escaped() {
    let mut row = Row::with_known_velocities(1000);
    let speed = |_| 0.01;
    assert_eq!(row.update(speed), PairSource::BuildList);
    assert_eq!(row.update(|slot| if slot == 5 { 40.0 } else { 0.01 }), PairSource::UseList);
    assert_eq!(row.neighbor_list.escaped(), [5]);
    row.push();
    assert_eq!(row.update(speed), PairSource::UseList);
    assert_eq!(row.neighbor_list.escaped(), [5, 1000]);
    // One is removed, and those after it keep their fat AABBs.
    row.neighbor_list.remove(3);
    let Row { neighbor_list, dynamic_proxies, .. } = &mut row;
    neighbor_list.retain(dynamic_proxies, |slot| slot != 3);
    assert_eq!(row.update(speed), PairSource::UseList);
    assert_eq!(row.neighbor_list.escaped(), [5, 1000]);
    assert!(row.neighbor_list.is_stale(3) && !row.neighbor_list.is_stale(4));
    // With many escaped proxies, the list is rebuilt.
    assert_eq!(row.update(|slot| if slot % 10 == 0 { 0.8 } else { 0.01 }), PairSource::BuildList);
    assert!(row.neighbor_list.escaped().is_empty() && !row.neighbor_list.is_stale(3));
}

/// No run both predicts the fat AABBs and searches them, as long as the motion is as predicted.
#[test]
fn the_last_run_of_a_list_prepares_the_next_one() {
    let mut row = Row::with_known_velocities(1000);
    assert_eq!(row.update(|_| 0.01), PairSource::BuildList);
    let mut is_prepared = false;
    for _ in 0..100 {
        let source = row.update(|_| 0.01);
        assert_eq!(source, if is_prepared { PairSource::SwitchToPrepared } else { PairSource::UseList });
        is_prepared = row.neighbor_list.next_fat_aabbs().is_some();
    }
}

/// A list lasts as long as its fastest proxies allow, of which a few are exceptions.
#[test]
fn a_list_lasts_until_too_many_proxies_are_expected_to_leave() {
    for (speed, fast, runs) in [(0.15, 100, 3), (0.15, 10, 6), (0.24, 100, 2), (0.01, 0, 6)] {
        let mut row = Row::new(1000);
        let speed = |slot| if slot < fast { speed } else { 0.01 };
        assert_eq!(row.count(2, speed), [2, 0, 0]);
        assert_eq!(row.update(speed), PairSource::BuildList);
        let reuses = (0..9).take_while(|_| row.update(speed) == PairSource::UseList).count();
        assert_eq!(reuses, runs, "{fast} proxies are fast");
    }
}

#[test]
fn proxies_that_come_and_go_while_a_list_is_prepared_are_not_in_it() {
    let mut row = Row::with_known_velocities(1000);
    while row.neighbor_list.next_fat_aabbs().is_none() {
        row.update(|_| 0.01);
    }
    for slot in [3, 999] {
        row.neighbor_list.remove(slot);
        let Row { neighbor_list, dynamic_proxies, .. } = &mut row;
        neighbor_list.retain(dynamic_proxies, |other| slot != other);
    }
    row.push();
    assert_eq!(row.update(|slot| if slot == 5 { 40.0 } else { 0.01 }), PairSource::SwitchToPrepared);
    assert_eq!(row.neighbor_list.escaped(), [5, 1000]);
    assert!([3, 5, 999, 1000].iter().all(|&slot| row.neighbor_list.is_stale(slot)));
    assert!([2, 4, 6, 998].iter().all(|&slot| !row.neighbor_list.is_stale(slot)));
    // Nor are those that are removed later.
    row.neighbor_list.discard();
    assert_eq!(row.update(|_| 0.01), PairSource::BuildList);
    assert!(!row.neighbor_list.is_stale(3));
}
