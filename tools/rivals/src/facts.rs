//! How the engines behave in small scenes, asked through nothing but `Transform`s and events.

mod family;
mod lab;
mod scale;
mod timing;
mod touch;
mod turning;

use std::panic::{self, AssertUnwindSafe};

use oracle::case::Dimension;
use report::table::table;

use crate::engine::{Engine, Finds};
use crate::engines::engines;
use crate::tables::versions;
use lab::Lab;

/// A question with one right answer.
struct Fact {
    question: &'static str,
    right: &'static str,
    ask: fn(&Bench) -> String,
}

/// Where labs are set up.
struct Bench {
    engine: Engine,
}

impl Bench {
    /// A lab whose first updates are over.
    fn lab(&self) -> Lab {
        let mut lab = self.new_lab();
        lab.warm_up();
        lab
    }

    /// A lab before its first update.
    fn new_lab(&self) -> Lab {
        Lab::new(&self.engine)
    }
}

/// Asks all engines all questions: a line for each, with what is right, and what each says if it is not.
pub fn report() -> String {
    // What panics is an answer; its message would stand in the middle of the table.
    panic::set_hook(Box::new(|_| {}));
    let report = [Dimension::Plane, Dimension::Space].map(of_dimension).join("\n");
    let _ = panic::take_hook();
    report
}

/// All facts.
fn facts() -> impl Iterator<Item = &'static Fact> {
    [timing::FACTS, touch::FACTS, scale::FACTS, family::FACTS, turning::FACTS].into_iter().flatten()
}

impl Fact {
    fn answer(&self, engine: &Engine) -> String {
        let bench = Bench { engine: *engine };
        let answer = panic::catch_unwind(AssertUnwindSafe(|| (self.ask)(&bench)));
        answer.unwrap_or_else(|_| "panic".into())
    }
}

fn of_dimension(dimension: Dimension) -> String {
    let engines: Vec<Engine> =
        engines(dimension).into_iter().filter(|engine| engine.finds != Finds::Nothing).collect();
    let heads = ["what", "right"].into_iter().chain(engines.iter().map(|engine| engine.name));
    let mut rows = vec![heads.map(str::to_owned).collect::<Vec<_>>()];
    let mut counts = vec![0; engines.len()];
    for fact in facts() {
        let mut row = vec![fact.question.to_owned(), fact.right.to_owned()];
        for (engine, count) in engines.iter().zip(&mut counts) {
            let answer = fact.answer(engine);
            let right = answer == fact.right;
            *count += usize::from(right);
            row.push(if right { "✓".into() } else { answer });
        }
        rows.push(row);
    }
    let all = facts().count();
    let sums = counts.iter().map(|count| format!("{count} of {all}"));
    rows.push(["right".to_owned(), String::new()].into_iter().chain(sums).collect());
    format!(
        "How they behave, {dimension}: {}. ✓ right; otherwise what it says. 1 hit, 0 no hit.\n\n{}",
        versions(),
        table(&rows, rows[0].len())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ours_is_right_in_all() {
        for dimension in [Dimension::Plane, Dimension::Space] {
            for engine in engines(dimension).into_iter().filter(Engine::is_ours) {
                for fact in facts() {
                    assert_eq!(fact.answer(&engine), fact.right, "{dimension:?}: {}", fact.question);
                }
            }
        }
    }
}
