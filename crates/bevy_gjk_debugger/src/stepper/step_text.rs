//! The description of a step in a line of ASCII text: Bevy's stroke font has no other characters.

use core::fmt::{Result, Write};

use gjk::support::hints::Vertex;
use gjk::trace::{Algorithm, DifferencePoint, Step, Stop, Trace};
use gjk::{Vector, Wide};

use crate::stepper::snapshot::Snapshot;
use bevy_gjk::texts::{ApartReason, WhyApart};

/// Writes the algorithm, the round and the number of the step.
pub(super) fn title<V: Vector>(
    out: &mut String,
    trace: &Trace<V>,
    snapshot: Option<&Snapshot<V>>,
    index: usize,
    frozen: bool,
) -> Result {
    out.clear();
    match snapshot {
        Some(snapshot) => {
            write!(
                out,
                "{} round {}, step {} of {}",
                snapshot.algorithm,
                snapshot.round,
                index + 1,
                trace.len()
            )?;
        }
        None => write!(out, "no steps: a half-space needs no search")?,
    }
    if frozen {
        write!(out, ", frozen")?;
    }
    Ok(())
}

/// Writes the description of the step.
pub(super) fn step<V: Vector<Scalar = f32>>(out: &mut String, snapshot: &Snapshot<V>, radius: f64) -> Result {
    out.clear();
    match snapshot.step {
        Step::Support { direction, point } => {
            write!(out, "farthest along d = ")?;
            coordinates(out, direction * (1.0 / direction.dot(direction).sqrt()))?;
            let [a, b] = point.ids;
            write!(out, ": w = {} - {}", &*vertex_name("a", a), &*vertex_name("b", b))?;
            progress(out, snapshot, direction, &point, radius)
        }
        Step::Simplex { vertices, nearest, .. } => {
            if vertices.len() > V::DIMENSION {
                return write!(out, "the simplex holds the origin");
            }
            write!(out, "nearest to the origin: |v| = ")?;
            number(out, length::<V>(nearest))?;
            match snapshot.dropped().count() {
                0 => Ok(()),
                1 => write!(out, "; drops 1 vertex"),
                count => write!(out, "; drops {count} vertices"),
            }
        }
        Step::Facet { distance, .. } => {
            write!(out, "nearest facet of the polytope: ")?;
            number(out, distance)?;
            write!(out, " from the origin")
        }
        Step::GjkStop(stop) => write!(out, "stop, {stop}"),
        Step::EpaStop(Stop::Converged) => write!(out, "stop, nothing lies beyond the facet"),
        Step::EpaStop(stop) => write!(out, "stop, {stop}"),
    }
}

/// Writes which rule keeps the two apart.
pub(super) fn rule(out: &mut String, why: &WhyApart) -> Result {
    out.clear();
    let by = if why.reason == ApartReason::SameEntity { ": " } else { " by " };
    write!(out, "kept apart{by}{why}")
}

/// Writes the result.
pub(super) fn result<V: Vector<Scalar = f32>>(
    out: &mut String,
    kind: &str,
    length: f32,
    normal: V,
) -> Result {
    out.clear();
    write!(out, "{kind} ")?;
    number(out, f64::from(length))?;
    write!(out, " along n = ")?;
    coordinates(out, normal)
}

/// Writes how far the support point lies along the search direction, relative to the origin or to the facet.
fn progress<V: Vector>(
    out: &mut String,
    snapshot: &Snapshot<V>,
    direction: V,
    point: &DifferencePoint<V>,
    radius: f64,
) -> Result {
    let direction = direction.widen();
    let along = direction.dot(point.point) / length::<V>(direction);
    match (snapshot.algorithm, &snapshot.facet) {
        (Algorithm::Gjk, _) if along < 0.0 => {
            write!(out, "; short of the origin by ")?;
            number(out, -along)?;
            if along < -radius { Ok(()) } else { write!(out, ", less than the radii") }
        }
        (Algorithm::Gjk, _) => {
            write!(out, "; past the origin by ")?;
            number(out, along)
        }
        (Algorithm::Epa, Some(facet)) => {
            write!(out, "; beyond the facet by ")?;
            number(out, (along - facet.distance).max(0.0))
        }
        (Algorithm::Epa, None) => Ok(()),
    }
}

/// Returns the name of a vertex: the letter of its shape, and its id if it has one.
pub(super) fn vertex_name(letter: &str, id: u32) -> ShortName {
    let mut name = ShortName::default();
    name.push(letter, id);
    name
}

/// Returns the name of a vertex with an id, or an empty name for a point of a curved surface.
pub(super) fn vertex_name_with_id(letter: &str, id: u32) -> ShortName {
    if id == Vertex::<()>::NO_ID { ShortName::default() } else { vertex_name(letter, id) }
}

/// Returns the names of the two vertices of a point of the difference, or an empty name if neither has an id.
pub(super) fn pair_name<V: Vector>(point: &DifferencePoint<V>) -> ShortName {
    if point.ids == [Vertex::<()>::NO_ID; 2] {
        return ShortName::default();
    }
    let mut name = vertex_name("a", point.ids[0]);
    name.push("-b", point.ids[1]);
    name
}

/// A short string without allocation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ShortName {
    letters: [u8; 24],
    len: usize,
}

impl ShortName {
    fn push(&mut self, letter: &str, id: u32) {
        // The buffer has space for two letters and two `u32` ids.
        let _ = match id {
            Vertex::<()>::NO_ID => write!(self, "{letter}"),
            id => write!(self, "{letter}{id}"),
        };
    }
}

impl From<&str> for ShortName {
    fn from(text: &str) -> Self {
        vertex_name(text, Vertex::<()>::NO_ID)
    }
}

impl Write for ShortName {
    fn write_str(&mut self, text: &str) -> Result {
        let end = self.len + text.len();
        self.letters.get_mut(self.len..end).ok_or(core::fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

impl core::ops::Deref for ShortName {
    type Target = str;
    fn deref(&self) -> &str {
        core::str::from_utf8(&self.letters[..self.len]).unwrap_or_default()
    }
}

/// Returns the length of a vector.
pub(super) fn length<V: Vector>(vector: V::Wide) -> f64 {
    vector.dot(vector).sqrt()
}

/// Writes coordinates with two decimals, enough to compare them with the picture.
fn coordinates<V: Vector<Scalar = f32>>(out: &mut String, point: V) -> Result {
    for index in 0..V::DIMENSION {
        // Adding zero makes a negative zero positive.
        let rounded = (point.element(index) * 100.0).round() / 100.0 + 0.0;
        write!(out, "{}{rounded:.2}", if index > 0 { ", " } else { "(" })?;
    }
    write!(out, ")")
}

/// Writes a number with three significant digits.
pub(super) fn number(out: &mut String, x: f64) -> Result {
    match x.abs() {
        0.0 => write!(out, "0"),
        ..0.001 | 1e6.. => write!(out, "{x:.1e}"),
        ..1.0 => write!(out, "{x:.3}"),
        ..10.0 => write!(out, "{x:.2}"),
        ..100.0 => write!(out, "{x:.1}"),
        _ => write!(out, "{x:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use gjk::{Affine2, Query, Rectangle, Support, Triangle, Vec2};

    use super::*;

    #[test]
    fn the_text_of_each_step_is_ascii() {
        let square = Rectangle::new(2.0, 2.0);
        let corners = [Vec2::new(0.5, 0.25), Vec2::new(3.0, -1.0), Vec2::new(3.0, 2.0)];
        let triangle = Triangle::new(corners).placed(Affine2::IDENTITY);
        let mut trace = Trace::default();
        assert!(Query::new(&square, &triangle).observe(&mut trace).contact().is_some());
        let mut lines = Vec::new();
        let mut line = String::new();
        for index in 0..trace.len() {
            let snapshot = Snapshot::at(&trace, index).unwrap();
            title(&mut line, &trace, Some(&snapshot), index, true).unwrap();
            assert!(line.is_ascii() && line.ends_with("of 13, frozen"), "{line}");
            step(&mut line, &snapshot, 0.0).unwrap();
            assert!(line.is_ascii() && line.len() > 10, "{line}");
            lines.push(line.clone());
        }
        assert_eq!(lines[0], "farthest along d = (-1.00, 0.00): w = a3 - b1; past the origin by 4.00");
        assert_eq!(lines[8], "stop, origin enclosed: overlapping");
        assert_eq!(lines[10], "nearest facet of the polytope: 0.500 from the origin");
        assert_eq!(lines[12], "stop, nothing lies beyond the facet");
        result(&mut line, "depth", 0.5, Vec2::X).unwrap();
        assert_eq!(line, "depth 0.500 along n = (1.00, 0.00)");
    }
}
