//! Lists of queries to one peer, ready to be timed. Only the call of a whole list goes through a pointer, not that of each
//! query.

use std::hint::black_box;
use std::rc::Rc;

use crate::accuracy::Answer;

/// A list of queries, one for each pose pair.
pub struct Job {
    /// The number of queries.
    pub count: usize,
    /// Runs all queries and drops their results.
    pub run: Box<dyn FnMut()>,
    /// Runs all queries and returns their results as answers.
    pub answers: Box<dyn FnMut() -> Vec<Answer>>,
}

impl Job {
    /// Creates queries that start cold, given what runs one and what converts its result.
    pub fn cold<P: 'static, R>(
        poses: Rc<[P]>,
        mut call: impl FnMut(&P) -> R + Clone + 'static,
        to_answer: impl Fn(&P, &R) -> Answer + 'static,
    ) -> Self {
        let (count, all, mut again) = (poses.len(), poses.clone(), call.clone());
        let run = move || {
            for pose in &*all {
                black_box(call(pose));
            }
        };
        let answers = move || poses.iter().map(|pose| to_answer(pose, &again(pose))).collect();
        Self { count, run: Box::new(run), answers: Box::new(answers) }
    }

    /// Creates queries about moving pairs that start warm, with a cache for each pair. The poses are ordered by frame.
    pub fn warm<P: 'static, C: Clone + 'static, R>(
        poses: Rc<[P]>,
        caches: Vec<C>,
        mut call: impl FnMut(&P, &mut C) -> R + Clone + 'static,
        to_answer: impl Fn(&P, &R) -> Answer + 'static,
    ) -> Self {
        let (count, all, mut again) = (poses.len(), poses.clone(), call.clone());
        let (mut caches, mut cold) = (caches.clone(), caches);
        let run = move || {
            for frame in all.chunks(caches.len()) {
                for (pose, cache) in frame.iter().zip(&mut caches) {
                    black_box(call(pose, cache));
                }
            }
        };
        let answers = move || {
            // The first round fills the caches, so that the first frame starts from the last one, as when it is timed.
            let caches = &mut cold;
            let mut round = || {
                let pairs = poses.iter().enumerate();
                pairs
                    .map(|(index, pose)| {
                        let cache = index % caches.len();
                        to_answer(pose, &again(pose, &mut caches[cache]))
                    })
                    .collect::<Vec<Answer>>()
            };
            round();
            round()
        };
        Self { count, run: Box::new(run), answers: Box::new(answers) }
    }
}
