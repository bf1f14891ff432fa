//! What a step does, in a few words of plain ASCII: Bevy's stroke font has no other letters.

use core::fmt::{Result, Write};

use gjk::{Algorithm, DifferencePoint, Step, Stop, Trace, Vector, Wide};

use crate::stepper::moment::Moment;

/// Writes which step it is.
pub(super) fn title<V: Vector>(
    out: &mut String,
    trace: &Trace<V>,
    moment: Option<&Moment<V>>,
    index: usize,
    frozen: bool,
) -> Result {
    out.clear();
    match moment {
        Some(moment) => {
            write!(
                out,
                "{} round {}, step {} of {}",
                moment.algorithm,
                moment.round,
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

/// Writes what the step does.
pub(super) fn step<V: Vector<Scalar = f32>>(out: &mut String, moment: &Moment<V>, radius: f64) -> Result {
    out.clear();
    match moment.step {
        Step::Support { direction, point } => {
            write!(out, "farthest along d = ")?;
            coordinates(out, direction * (1.0 / direction.dot(direction).sqrt()))?;
            let [a, b] = point.ids;
            write!(out, ": w = {} - {}", &*vertex_name("a", a), &*vertex_name("b", b))?;
            passed(out, moment, direction, &point, radius)
        }
        Step::Simplex { vertices, nearest, .. } => {
            if vertices.len() > V::DIMENSION {
                return write!(out, "the simplex holds the origin");
            }
            write!(out, "nearest to the origin: |v| = ")?;
            number(out, length::<V>(nearest))?;
            match moment.dropped().count() {
                0 => Ok(()),
                1 => write!(out, "; drops 1 vertex"),
                some => write!(out, "; drops {some} vertices"),
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

/// Writes the answer.
pub(super) fn answer<V: Vector<Scalar = f32>>(
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

/// How far the new point lies along the direction: past the origin, or beyond the facet.
fn passed<V: Vector>(
    out: &mut String,
    moment: &Moment<V>,
    direction: V,
    point: &DifferencePoint<V>,
    radius: f64,
) -> Result {
    let direction = direction.widen();
    let along = direction.dot(point.point) / length::<V>(direction);
    match (moment.algorithm, &moment.facet) {
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

/// The name of a vertex of a shape: its letter, and its number if it has one.
pub(super) fn vertex_name(letter: &str, id: u32) -> ShortName {
    let mut name = ShortName::default();
    name.push(letter, id);
    name
}

/// The name of a vertex that has a number; nothing for a point of a curve.
pub(super) fn named(letter: &str, id: u32) -> ShortName {
    if id == gjk::Vertex::<()>::NO_ID { ShortName::default() } else { vertex_name(letter, id) }
}

/// The names of the two vertices that a point of the difference is made of; nothing if none has a number.
pub(super) fn pair_name<V: Vector>(point: &DifferencePoint<V>) -> ShortName {
    if point.ids == [gjk::Vertex::<()>::NO_ID; 2] {
        return ShortName::default();
    }
    let mut name = vertex_name("a", point.ids[0]);
    name.push("-b", point.ids[1]);
    name
}

/// A name of a few letters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ShortName {
    letters: [u8; 24],
    len: usize,
}

impl ShortName {
    fn push(&mut self, letter: &str, id: u32) {
        // Two letters and two numbers fit.
        let _ = match id {
            gjk::Vertex::<()>::NO_ID => write!(self, "{letter}"),
            id => write!(self, "{letter}{id}"),
        };
    }
}

impl From<&str> for ShortName {
    fn from(text: &str) -> Self {
        vertex_name(text, gjk::Vertex::<()>::NO_ID)
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

pub(super) fn length<V: Vector>(vector: V::Wide) -> f64 {
    vector.dot(vector).sqrt()
}

/// Two digits after the point: they are to be compared with what is seen.
fn coordinates<V: Vector<Scalar = f32>>(out: &mut String, point: V) -> Result {
    for index in 0..V::DIMENSION {
        // Adding zero makes a negative zero positive.
        let rounded = (point.element(index) * 100.0).round() / 100.0 + 0.0;
        write!(out, "{}{rounded:.2}", if index > 0 { ", " } else { "(" })?;
    }
    write!(out, ")")
}

/// Three digits.
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
    fn each_step_has_words_that_the_font_can_write() {
        let square = Rectangle::new(2.0, 2.0);
        let corners = [Vec2::new(0.5, 0.25), Vec2::new(3.0, -1.0), Vec2::new(3.0, 2.0)];
        let triangle = Triangle::new(corners).placed(Affine2::IDENTITY);
        let mut trace = Trace::default();
        assert!(Query::new(&square, &triangle).observe(&mut trace).contact().is_some());
        let mut words = Vec::new();
        let mut line = String::new();
        for index in 0..trace.len() {
            let moment = Moment::at(&trace, index).unwrap();
            title(&mut line, &trace, Some(&moment), index, true).unwrap();
            assert!(line.is_ascii() && line.ends_with("of 13, frozen"), "{line}");
            step(&mut line, &moment, 0.0).unwrap();
            assert!(line.is_ascii() && line.len() > 10, "{line}");
            words.push(line.clone());
        }
        assert_eq!(words[0], "farthest along d = (-1.00, 0.00): w = a3 - b1; past the origin by 4.00");
        assert_eq!(words[8], "stop, origin enclosed: overlapping");
        assert_eq!(words[10], "nearest facet of the polytope: 0.500 from the origin");
        assert_eq!(words[12], "stop, nothing lies beyond the facet");
        answer(&mut line, "depth", 0.5, Vec2::X).unwrap();
        assert_eq!(line, "depth 0.500 along n = (1.00, 0.00)");
    }
}
