//! The rows of a workload, and what each peer enters in them.
//!
//! A row is a question about the poses of one mix. A peer enters it with the poses in its own format, made
//! beforehand, a function that asks about one of them, which is timed, and one that translates what it
//! answers, which is not.

use std::rc::Rc;

use crate::job::{Asked, Job, Remembered};
use crate::mix::MOVING_PAIRS;
use crate::options::Selection;
use crate::pose::PosePair;
use crate::question::{MIXES, Memory, Mix, Question};
use crate::verdict::{Answer, Tally};
use crate::workload::Workload;

/// The name under which this project's own answers appear.
pub const OURS: &str = "gjk";

/// What a peer enters in a row.
pub struct Entry {
    /// Who.
    pub peer: &'static str,
    /// Whether something is kept from frame to frame.
    pub memory: Memory,
    /// The questions, ready to be asked.
    pub job: Box<dyn Job>,
    /// How long one question took in each repetition, in nanoseconds.
    pub samples: Vec<f64>,
    /// How right the answers are.
    pub tally: Tally,
}

/// A question about the poses of a mix, with all who answer it.
pub struct Row {
    /// What is asked.
    pub question: Question,
    /// About which poses.
    pub mix: Mix,
    /// Who answers.
    pub entries: Vec<Entry>,
}

/// The rows of a workload.
pub struct Sheet<'w> {
    /// The workload.
    pub workload: &'w Workload,
    /// The rows that anybody has entered.
    pub rows: Vec<Row>,
    selection: &'w Selection,
}

impl<'w> Sheet<'w> {
    /// A sheet without rows, which takes those that are selected.
    pub fn new(workload: &'w Workload, selection: &'w Selection) -> Self {
        Self { workload, rows: Vec::new(), selection }
    }

    /// Lets a peer enter, with a function that translates poses to its own format.
    pub fn entrant<P>(&mut self, peer: &'static str, convert: impl Fn(&PosePair) -> P) -> Entrant<'_, 'w, P> {
        let poses = MIXES.map(|mix| self.workload.poses(mix).iter().map(&convert).collect());
        Entrant { sheet: self, peer, poses }
    }

    /// Sorts the rows as the table shows them, whoever entered them first.
    pub fn sort(&mut self) {
        self.rows.sort_by_key(|row| (row.question as usize, row.mix as usize));
    }

    fn enter(&mut self, question: Question, mix: Mix, entry: Entry) {
        match self.rows.iter_mut().find(|row| row.question == question && row.mix == mix) {
            Some(row) => row.entries.push(entry),
            None => self.rows.push(Row { question, mix, entries: vec![entry] }),
        }
    }
}

/// A peer that enters the rows of a workload.
pub struct Entrant<'s, 'w, P> {
    sheet: &'s mut Sheet<'w>,
    peer: &'static str,
    poses: [Rc<[P]>; MIXES.len()],
}

impl<P: 'static> Entrant<'_, '_, P> {
    /// Enters a question, in every mix in which it is asked.
    pub fn asks<R: 'static>(
        &mut self,
        question: Question,
        ask: impl FnMut(&P) -> R + Clone + 'static,
        translate: impl Fn(&P, &R) -> Answer + Clone + 'static,
    ) {
        for &mix in question.mixes() {
            let poses = self.poses[mix as usize].clone();
            let (ask, translate) = (ask.clone(), translate.clone());
            self.enter(question, mix, Memory::Cold, Box::new(Asked { poses, ask, translate }));
        }
    }

    /// Enters a question with something that is kept for each pair, in every mix that moves.
    pub fn remembers<M: Clone + 'static, R: 'static>(
        &mut self,
        question: Question,
        nothing: M,
        ask: impl FnMut(&P, &mut M) -> R + Clone + 'static,
        translate: impl Fn(&P, &R) -> Answer + Clone + 'static,
    ) {
        for &mix in question.mixes().iter().filter(|mix| mix.is_moving()) {
            let (poses, memories) = (self.poses[mix as usize].clone(), vec![nothing.clone(); MOVING_PAIRS]);
            let (ask, translate) = (ask.clone(), translate.clone());
            let job = Remembered { poses, memories, ask, translate };
            self.enter(question, mix, Memory::Warm, Box::new(job));
        }
    }

    fn enter(&mut self, question: Question, mix: Mix, memory: Memory, job: Box<dyn Job>) {
        if self.sheet.selection.has(self.sheet.workload.name, question, mix) {
            let entry = Entry { peer: self.peer, memory, job, samples: Vec::new(), tally: Tally::default() };
            self.sheet.enter(question, mix, entry);
        }
    }
}
