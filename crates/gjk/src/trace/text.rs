//! Prints traces and steps as text.

use alloc::string::String;
use core::fmt::{self, Write};

use crate::math::{Scalar, Vector, Wide};
use crate::support::hints::Vertex;
use crate::trace::{Step, Trace};

impl<V: Vector> fmt::Display for Trace<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut run = None;
        for entry in self.entries() {
            if run != Some(entry.run) {
                writeln!(f, "{}", entry.algorithm)?;
                run = Some(entry.run);
            }
            if entry.begins {
                writeln!(f, "{}. {}", entry.round, entry.step)?;
            } else {
                writeln!(f, "   {}", entry.step)?;
            }
        }
        Ok(())
    }
}

/// Prints the step as a sentence, as in a [`Trace`].
impl<V: Vector> fmt::Display for Step<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Step::Support { direction, point } => {
                let [a, b] = point.ids.map(id_text);
                write!(f, "Support along {}: ", coordinates(direction))?;
                let on_b = wide::<V>(point.on_a.widen() - point.point);
                write!(f, "a{a} {} − b{b} {on_b}", coordinates(point.on_a))?;
                write!(f, ", in the difference w = {}.", wide::<V>(point.point))
            }
            Step::Simplex { vertices, weights, nearest } => {
                write!(f, "Nearest to the origin: v = ")?;
                for (index, (vertex, &weight)) in vertices.iter().zip(weights).enumerate() {
                    let plus = if index > 0 { " + " } else { "" };
                    write!(f, "{plus}{}·{}", number(weight), wide::<V>(vertex.point))?;
                }
                let square = Wide::dot(nearest, nearest);
                let length = number(crate::math::ops::f64::sqrt(square));
                write!(f, " = {}, |v| = {length}.", wide::<V>(nearest))
            }
            Step::Facet { vertices, normal, distance, .. } => {
                write!(f, "Facet")?;
                for vertex in vertices {
                    write!(f, " {}", wide::<V>(vertex.point))?;
                }
                write!(f, ", normal n = {}, {} from the origin.", wide::<V>(normal), number(distance))
            }
            Step::GjkStop(stop) | Step::EpaStop(stop) => write!(f, "Stop, {stop}."),
        }
    }
}

/// Returns the digits of an id; nothing for a point of a curve.
fn id_text(id: u32) -> String {
    let mut text = String::new();
    if id != Vertex::<()>::NO_ID {
        let _ = write!(text, "{id}");
    }
    text
}

/// Returns the text of a point, rounded to the precision of the shapes.
fn wide<V: Vector>(point: V::Wide) -> String {
    coordinates(V::narrow(point))
}

/// Returns the text of a point: its coordinates in parentheses.
fn coordinates<V: Vector>(point: V) -> String {
    let mut text = String::from("(");
    for index in 0..V::DIMENSION {
        text.push_str(if index > 0 { ", " } else { "" });
        text.push_str(&number(point.element(index).widen()));
    }
    text.push(')');
    text
}

/// Returns a number with up to four decimals; a small one with four significant digits.
fn number(x: f64) -> String {
    let mut digits = 4;
    let mut scaled = x.abs();
    while scaled > 0.0 && scaled < 0.1 && digits < 12 {
        scaled *= 10.0;
        digits += 1;
    }
    let mut text = String::new();
    let _ = write!(text, "{x:.digits$}");
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if text == "-0" { String::from("0") } else { text.replace('-', "−") }
}
