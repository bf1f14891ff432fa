//! Rows of tables: a test that fails in one of them says in which.

use core::fmt::Debug;
use std::vec::IntoIter;

/// A text that is printed if the test panics as long as this lives.
pub struct Note(String);

impl Note {
    pub fn new(text: impl Debug) -> Self {
        Self(format!("{text:?}"))
    }
}

impl Drop for Note {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("at {}", self.0);
        }
    }
}

/// Iterates over the rows of a table. If the test panics in the body of the loop, the row is printed.
pub struct Rows<T> {
    rest: IntoIter<T>,
    current: Option<Note>,
}

impl<T: Debug> Iterator for Rows<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let row = self.rest.next();
        self.current = row.as_ref().map(Note::new);
        row
    }
}

/// Returns each row of a table.
pub fn each<T: Debug>(rows: impl IntoIterator<Item = T>) -> Rows<T> {
    Rows { rest: Vec::from_iter(rows).into_iter(), current: None }
}

/// Combines rows by slices, so that this is compiled once for two types of rows, and not for each iterator.
fn pairs<A: Clone, B: Clone>(one: &[A], two: &[B]) -> Vec<(A, B)> {
    one.iter().flat_map(|one| two.iter().map(|two| (one.clone(), two.clone()))).collect()
}

/// Returns each row of one table with each of another one; the second changes faster.
pub fn each2<A: Clone + Debug, B: Clone + Debug>(
    one: impl IntoIterator<Item = A>,
    two: impl IntoIterator<Item = B>,
) -> Rows<(A, B)> {
    each(pairs(&Vec::from_iter(one), &Vec::from_iter(two)))
}

/// Returns each combination of the rows of three tables; the last changes fastest.
pub fn each3<A: Clone + Debug, B: Clone + Debug, C: Clone + Debug>(
    one: impl IntoIterator<Item = A>,
    two: impl IntoIterator<Item = B>,
    three: impl IntoIterator<Item = C>,
) -> Rows<(A, B, C)> {
    let both = pairs(&Vec::from_iter(one), &Vec::from_iter(two));
    let rows = pairs(&both, &Vec::from_iter(three)).into_iter().map(|((one, two), three)| (one, two, three));
    each(Vec::from_iter(rows))
}

/// What tests compare up to a tolerance.
pub trait Near: Copy + Debug {
    fn distance_from(self, other: Self) -> f32;
}

impl Near for f32 {
    fn distance_from(self, other: f32) -> f32 {
        (self - other).abs()
    }
}

impl Near for bevy_math::Vec2 {
    fn distance_from(self, other: Self) -> f32 {
        self.distance(other)
    }
}

impl Near for bevy_math::Vec3 {
    fn distance_from(self, other: Self) -> f32 {
        self.distance(other)
    }
}

/// Asserts that what was found is nearer to what is expected than a tolerance.
#[track_caller]
pub fn assert_near<T: Near>(found: T, expected: T, tolerance: f32) {
    let distance = found.distance_from(expected);
    assert!(distance < tolerance, "{found:?} is {distance} from {expected:?}, not less than {tolerance}");
}

/// Makes two tests of each function that is generic over the dimension: `name::in_2d` and `name::in_3d`.
macro_rules! in_both_dimensions {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            #[test]
            fn in_2d() {
                super::$name::<bevy_gjk::Dim2>();
            }

            #[test]
            fn in_3d() {
                super::$name::<bevy_gjk::Dim3>();
            }
        }
    )+};
}
pub(crate) use in_both_dimensions;
