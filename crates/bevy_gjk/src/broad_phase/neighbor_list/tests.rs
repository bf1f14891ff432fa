//! What is searched where things go on as they went, and where they do not.

use crate::broad_phase::neighbor_list::{Foresight, PAUSE, Plan};
use crate::proxies::Glance;

/// Boxes of one size in a row, which move along it.
struct Row {
    foresight: Foresight,
    glances: Vec<Glance>,
    nomads: Vec<u32>,
    run: u32,
}

impl Row {
    fn new(count: u32) -> Self {
        let mut row =
            Self { foresight: Foresight::default(), glances: Vec::new(), nomads: Vec::new(), run: 7 };
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
        let slot = self.glances.len() as u32;
        let at = 3.0 * slot as f32;
        let mut glance = Glance::default();
        (glance.low, glance.high) = ([at, 0.0, 0.0, f32::from_bits(slot)], [at + 1.0, 1.0, 0.0, 0.0]);
        self.glances.push(glance);
        self.nomads.push(slot);
        self.foresight.push();
    }

    /// Moves each by so much, and plans a run.
    fn plan(&mut self, distance: impl Fn(u32) -> f32) -> Plan {
        for (glance, slot) in self.glances.iter_mut().zip(0..) {
            glance.low[0] += distance(slot);
            glance.high[0] += distance(slot);
        }
        self.run += 1;
        let plan = self.foresight.plan(&self.glances, &self.nomads, self.run);
        if plan == Plan::Recall {
            for (&slot, large) in self.nomads.iter().zip(self.foresight.boxes()) {
                let is_loose = self.foresight.loose().contains(&slot);
                assert_eq!(large.holds(&self.glances[slot as usize]), !is_loose, "{slot}");
                assert!(!self.foresight.lists(slot) || !is_loose, "{slot}");
            }
        }
        plan
    }

    /// How many of so many runs have each plan: to search, to list, to recall.
    fn count(&mut self, runs: usize, distance: impl Fn(u32) -> f32) -> [usize; 3] {
        let plans: Vec<Plan> = (0..runs).map(|_| self.plan(&distance)).collect();
        [Plan::Search, Plan::List, Plan::Recall]
            .map(|plan| plans.iter().filter(|&&other| other == plan).count())
    }
}

#[test]
fn what_goes_on_as_it_went_is_listed_for_some_runs() {
    let mut row = Row::new(1000);
    let speed = |slot: u32| 0.05 * (slot % 3) as f32;
    assert_eq!(row.plan(speed), Plan::Search, "perhaps they stay");
    assert_eq!(row.plan(speed), Plan::Search, "it is not known yet how fast they are");
    assert_eq!(row.plan(speed), Plan::List);
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
        lists += usize::from(row.plan(|_| way) == Plan::List);
    }
    assert!(lists <= 400 / PAUSE.1 as usize + 6, "{lists}");
}

#[test]
fn a_list_that_is_too_long_is_not_used() {
    let mut row = Row::known(100);
    assert_eq!(row.plan(|_| 0.01), Plan::List);
    row.foresight.weigh(350, 0);
    assert_eq!(row.plan(|_| 0.01), Plan::Recall);
    row.foresight.weigh(1000, 10);
    assert_eq!(row.count(PAUSE.0 as usize, |_| 0.01), [PAUSE.0 as usize, 0, 0]);
    assert_eq!(row.plan(|_| 0.01), Plan::List);
}

#[test]
fn a_few_that_leave_or_come_are_loose() {
    let mut row = Row::known(1000);
    let speed = |_| 0.01;
    assert_eq!(row.plan(speed), Plan::List);
    assert_eq!(row.plan(|slot| if slot == 5 { 40.0 } else { 0.01 }), Plan::Recall);
    assert_eq!(row.foresight.loose(), [5]);
    row.push();
    assert_eq!(row.plan(speed), Plan::Recall);
    assert_eq!(row.foresight.loose(), [5, 1000]);
    // One goes, and those after it keep their boxes.
    row.foresight.forget(3);
    let Row { foresight, nomads, .. } = &mut row;
    foresight.retain(nomads, |slot| slot != 3);
    assert_eq!(row.plan(speed), Plan::Recall);
    assert_eq!(row.foresight.loose(), [5, 1000]);
    assert!(!row.foresight.lists(3) && row.foresight.lists(4));
    // With many, all are listed anew.
    assert_eq!(row.plan(|slot| if slot % 10 == 0 { 0.8 } else { 0.01 }), Plan::List);
    assert!(row.foresight.loose().is_empty() && row.foresight.lists(3));
}
