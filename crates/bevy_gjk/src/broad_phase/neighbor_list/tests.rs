//! What is searched where things go on as they went, and where they do not.

use crate::broad_phase::neighbor_list::{BACKOFF, NeighborList, Update};
use crate::proxies::Proxy;

/// Aabbs of one size in a row, which move along it.
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

    /// Those of which it is known where they were.
    fn known(count: u32) -> Self {
        let mut row = Self::new(count);
        assert_eq!(row.count(2, |_| 0.01), [2, 0, 0]);
        row
    }

    fn push(&mut self) {
        let slot = self.proxies.len() as u32;
        let at = 3.0 * slot as f32;
        let mut proxy = Proxy::default();
        (proxy.low, proxy.high) = ([at, 0.0, 0.0, f32::from_bits(slot)], [at + 1.0, 1.0, 0.0, 0.0]);
        self.proxies.push(proxy);
        self.dynamic_proxies.push(slot);
        self.neighbor_list.push();
    }

    /// Moves each by so much, and plans a run.
    fn update_kind(&mut self, distance: impl Fn(u32) -> f32) -> Update {
        for (proxy, slot) in self.proxies.iter_mut().zip(0..) {
            proxy.low[0] += distance(slot);
            proxy.high[0] += distance(slot);
        }
        self.run += 1;
        let update_kind = self.neighbor_list.update_kind(&self.proxies, &self.dynamic_proxies, self.run);
        if update_kind == Update::Reuse {
            for (&slot, fat) in self.dynamic_proxies.iter().zip(self.neighbor_list.boxes()) {
                let is_loose = self.neighbor_list.escaped().contains(&slot);
                assert_eq!(fat.holds(&self.proxies[slot as usize]), !is_loose, "{slot}");
                assert!(!self.neighbor_list.is_current(slot) || !is_loose, "{slot}");
            }
        }
        update_kind
    }

    /// How many of so many runs have each plan: to search, to list, to recall.
    fn count(&mut self, runs: usize, distance: impl Fn(u32) -> f32) -> [usize; 3] {
        let plans: Vec<Update> = (0..runs).map(|_| self.update_kind(&distance)).collect();
        [Update::Full, Update::Rebuild, Update::Reuse]
            .map(|update_kind| plans.iter().filter(|&&other| other == update_kind).count())
    }
}

#[test]
fn what_goes_on_as_it_went_is_listed_for_some_runs() {
    let mut row = Row::new(1000);
    let speed = |slot: u32| 0.05 * (slot % 3) as f32;
    assert_eq!(row.update_kind(speed), Update::Full, "perhaps they stay");
    assert_eq!(row.update_kind(speed), Update::Full, "it is not known yet how fast they are");
    assert_eq!(row.update_kind(speed), Update::Rebuild);
    let [search, list, recall] = row.count(60, speed);
    assert!(search == 0 && (6..=15).contains(&list) && recall == 60 - list, "{search} {list} {recall}");
    // What stops stays where it is.
    assert_eq!(row.count(20, |_| 0.0)[0], 0);
}

#[test]
fn what_is_too_fast_is_searched() {
    let mut row = Row::new(1000);
    assert_eq!(row.count(200, |_| 0.9), [200, 0, 0]);
    let [_, list, _] = row.count(20, |_| 0.01);
    assert!(list > 0);
}

#[test]
fn what_turns_back_each_time_is_seldom_listed() {
    let mut row = Row::new(1000);
    let mut lists = 0;
    for run in 0..400 {
        let way = if run % 2 == 0 { 0.2 } else { -0.2 };
        lists += usize::from(row.update_kind(|_| way) == Update::Rebuild);
    }
    assert!(lists <= 400 / BACKOFF.1 as usize + 6, "{lists}");
}

#[test]
fn a_list_that_is_too_long_is_not_used() {
    let mut row = Row::known(100);
    assert_eq!(row.update_kind(|_| 0.01), Update::Rebuild);
    row.neighbor_list.drop_if_oversized(350, 0);
    assert_eq!(row.update_kind(|_| 0.01), Update::Reuse);
    row.neighbor_list.drop_if_oversized(1000, 10);
    assert_eq!(row.count(BACKOFF.0 as usize, |_| 0.01), [BACKOFF.0 as usize, 0, 0]);
    assert_eq!(row.update_kind(|_| 0.01), Update::Rebuild);
}

#[test]
fn a_few_that_leave_or_come_are_loose() {
    let mut row = Row::known(1000);
    let speed = |_| 0.01;
    assert_eq!(row.update_kind(speed), Update::Rebuild);
    assert_eq!(row.update_kind(|slot| if slot == 5 { 40.0 } else { 0.01 }), Update::Reuse);
    assert_eq!(row.neighbor_list.escaped(), [5]);
    row.push();
    assert_eq!(row.update_kind(speed), Update::Reuse);
    assert_eq!(row.neighbor_list.escaped(), [5, 1000]);
    // One goes, and those after it keep their boxes.
    row.neighbor_list.forget(3);
    let Row { neighbor_list, dynamic_proxies, .. } = &mut row;
    neighbor_list.retain(dynamic_proxies, |slot| slot != 3);
    assert_eq!(row.update_kind(speed), Update::Reuse);
    assert_eq!(row.neighbor_list.escaped(), [5, 1000]);
    assert!(!row.neighbor_list.is_current(3) && row.neighbor_list.is_current(4));
    // With many, all are listed anew.
    assert_eq!(row.update_kind(|slot| if slot % 10 == 0 { 0.8 } else { 0.01 }), Update::Rebuild);
    assert!(row.neighbor_list.escaped().is_empty() && row.neighbor_list.is_current(3));
}
