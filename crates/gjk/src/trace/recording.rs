//! A record of all steps, to be read like a worked example.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::{Observer, Step, Stop};
use crate::minkowski::DifferencePoint;
use crate::support::Vertex;
use crate::vector::{Scalar, Vector};

/// An observer that records every step. Printed, it reads like a worked example in a textbook.
///
/// The vertices have the names that their shapes give them, and are printed as seen from the origin of the
/// first shape. Those of a shape with a radius are of its core.
///
/// ```
/// use gjk::{Affine2, Query, Rectangle, Support, Trace, Vec2};
///
/// let one = Rectangle::new(2.0, 2.0);
/// let other = one.placed(Affine2::from_translation(Vec2::new(3.0, 0.5)));
/// let mut trace = Trace::default();
/// assert!(!Query::new(&one, &other).observe(&mut trace).intersects());
/// let text = trace.to_string();
/// assert!(text.starts_with("GJK\n1. Support along"));
/// assert!(text.ends_with("origin not passed: apart.\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Trace<V: Vector> {
    steps: Vec<Recorded<V>>,
}

/// A step that owns its vertices.
#[derive(Clone, Debug)]
enum Recorded<V: Vector> {
    Support { direction: V, point: DifferencePoint<V> },
    Simplex { vertices: Vec<DifferencePoint<V>>, weights: Vec<f64>, nearest: V::Wide },
    Facet { vertices: Vec<DifferencePoint<V>>, normal: V::Wide, distance: f64 },
    GjkStop(Stop),
    EpaStop(Stop),
}

impl<V: Vector> Default for Trace<V> {
    fn default() -> Self {
        Self { steps: Vec::new() }
    }
}

impl<V: Vector> Trace<V> {
    /// The steps, in their order.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step<'_, V>> {
        self.steps.iter().map(|step| match step {
            &Recorded::Support { direction, point } => Step::Support { direction, point },
            Recorded::Simplex { vertices, weights, nearest } => {
                Step::Simplex { vertices, weights, nearest: *nearest }
            }
            Recorded::Facet { vertices, normal, distance } => {
                Step::Facet { vertices, normal: *normal, distance: *distance }
            }
            &Recorded::GjkStop(stop) => Step::GjkStop(stop),
            &Recorded::EpaStop(stop) => Step::EpaStop(stop),
        })
    }

    /// Forgets all steps, and keeps the memory.
    pub fn clear(&mut self) {
        self.steps.clear();
    }
}

impl<V: Vector> Observer<V> for Trace<V> {
    fn observe(&mut self, step: Step<'_, V>) {
        self.steps.push(match step {
            Step::Support { direction, point } => Recorded::Support { direction, point },
            Step::Simplex { vertices, weights, nearest } => {
                Recorded::Simplex { vertices: vertices.into(), weights: weights.into(), nearest }
            }
            Step::Facet { vertices, normal, distance } => {
                Recorded::Facet { vertices: vertices.into(), normal, distance }
            }
            Step::GjkStop(stop) => Recorded::GjkStop(stop),
            Step::EpaStop(stop) => Recorded::EpaStop(stop),
        });
    }
}

impl<V: Vector> Observer<V> for &mut Trace<V> {
    fn observe(&mut self, step: Step<'_, V>) {
        (**self).observe(step);
    }
}

impl<V: Vector> fmt::Display for Trace<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A stop of GJK ends its part; what comes then is EPA, if there is a facet before the next simplex.
        let (mut begun, mut round) = (None, 0);
        for (index, step) in self.steps().enumerate() {
            let algorithm = algorithm(&self.steps[index..]);
            if begun != Some(algorithm) {
                writeln!(f, "{algorithm}")?;
                (begun, round) = (Some(algorithm), 0);
            }
            let first = match algorithm {
                "GJK" => matches!(step, Step::Support { .. }),
                _ => !matches!(step, Step::EpaStop(_)) && !self.follows_facet(index),
            };
            if first {
                round += 1;
                write!(f, "{round}. ")?;
            } else {
                write!(f, "   ")?;
            }
            step_text(f, step)?;
            if matches!(self.steps[index], Recorded::GjkStop(_) | Recorded::EpaStop(_)) {
                begun = None;
            }
        }
        Ok(())
    }
}

impl<V: Vector> Trace<V> {
    /// A support that answers the facet before it.
    fn follows_facet(&self, index: usize) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.steps.get(before));
        matches!(self.steps[index], Recorded::Support { .. })
            && matches!(before, Some(Recorded::Facet { .. }))
    }
}

/// Which of the two algorithms the first of some steps belongs to: the one whose stop comes next.
fn algorithm<V: Vector>(steps: &[Recorded<V>]) -> &'static str {
    let of_epa = steps.iter().find_map(|step| match step {
        Recorded::Simplex { .. } | Recorded::GjkStop(_) => Some(false),
        Recorded::Facet { .. } | Recorded::EpaStop(_) => Some(true),
        Recorded::Support { .. } => None,
    });
    if of_epa == Some(true) { "EPA" } else { "GJK" }
}

fn step_text<V: Vector>(f: &mut fmt::Formatter<'_>, step: Step<'_, V>) -> fmt::Result {
    match step {
        Step::Support { direction, point } => {
            let [a, b] = point.ids.map(name);
            write!(f, "Support along {}: ", coordinates(direction))?;
            let on_b = wide::<V>(point.on_a.widen() - point.point);
            write!(f, "a{a} {} − b{b} {on_b}", coordinates(point.on_a))?;
            writeln!(f, ", in the difference w = {}.", wide::<V>(point.point))
        }
        Step::Simplex { vertices, weights, nearest } => {
            write!(f, "Nearest to the origin: v = ")?;
            for (index, (vertex, &weight)) in vertices.iter().zip(weights).enumerate() {
                let plus = if index > 0 { " + " } else { "" };
                write!(f, "{plus}{}·{}", number(weight), wide::<V>(vertex.point))?;
            }
            let square = crate::vector::Wide::dot(nearest, nearest);
            let length = number(crate::ops::f64::sqrt(square));
            writeln!(f, " = {}, |v| = {length}.", wide::<V>(nearest))
        }
        Step::Facet { vertices, normal, distance } => {
            write!(f, "Facet")?;
            for vertex in vertices {
                write!(f, " {}", wide::<V>(vertex.point))?;
            }
            writeln!(f, ", normal n = {}, {} from the origin.", wide::<V>(normal), number(distance))
        }
        Step::GjkStop(stop) | Step::EpaStop(stop) => writeln!(f, "Stop, {stop}."),
    }
}

fn name(id: u32) -> String {
    let mut name = String::new();
    if id != Vertex::<()>::UNNAMED {
        let _ = write!(name, "{id}");
    }
    name
}

fn wide<V: Vector>(point: V::Wide) -> String {
    coordinates(V::narrow(point))
}

fn coordinates<V: Vector>(point: V) -> String {
    let mut text = String::from("(");
    for index in 0..V::DIMENSION {
        text.push_str(if index > 0 { ", " } else { "" });
        text.push_str(&number(point.element(index).widen()));
    }
    text.push(')');
    text
}

/// Four digits after the point; for small numbers, four digits that are not zero.
fn number(x: f64) -> String {
    let mut digits = 4;
    let mut tenfold = x.abs();
    while tenfold > 0.0 && tenfold < 0.1 && digits < 12 {
        tenfold *= 10.0;
        digits += 1;
    }
    let mut text = String::new();
    let _ = write!(text, "{x:.digits$}");
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if text == "-0" { String::from("0") } else { text.replace('-', "−") }
}
