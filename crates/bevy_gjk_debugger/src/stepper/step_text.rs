//! The description of a step in a line of ASCII text: Bevy's stroke font has no other characters.

use gjk::support::hints::Vertex;
use gjk::trace::{Algorithm, DifferencePoint, Step, Stop, Trace};
use gjk::{Vector, Wide};

use crate::stepper::snapshot::Snapshot;

/// Returns the algorithm, the round and the number of the step.
pub(super) fn title<V: Vector>(trace: &Trace<V>, snapshot: Option<&Snapshot<V>>, index: usize) -> String {
    match snapshot {
        Some(Snapshot { entry, .. }) => {
            let (algorithm, round) = (entry.algorithm, entry.round);
            format!("{algorithm} round {round}, step {} of {}", index + 1, trace.len())
        }
        None => "no steps: a half-space needs no search".to_owned(),
    }
}

/// Returns the description of the step.
pub(super) fn step<V: Vector<Scalar = f32>>(snapshot: &Snapshot<V>, radius: f64) -> String {
    match snapshot.entry.step {
        Step::Support { direction, point } => {
            let along = coordinates(direction * (1.0 / direction.dot(direction).sqrt()));
            let [a, b] = point.ids;
            let (a, b) = (vertex_name("a", a), vertex_name("b", b));
            format!(
                "farthest along d = {along}: w = {a} - {b}{}",
                progress(snapshot, direction, &point, radius)
            )
        }
        Step::Simplex { vertices, .. } if vertices.len() > V::DIMENSION => {
            "the simplex holds the origin".to_owned()
        }
        Step::Simplex { nearest, .. } => {
            let drops = match snapshot.dropped().count() {
                0 => String::new(),
                1 => "; drops 1 vertex".to_owned(),
                count => format!("; drops {count} vertices"),
            };
            format!("nearest to the origin: |v| = {}{drops}", number(length::<V>(nearest)))
        }
        Step::Facet { distance, .. } => {
            format!("nearest facet of the polytope: {} from the origin", number(distance))
        }
        Step::EpaStop(Stop::Converged) => "stop, nothing lies beyond the facet".to_owned(),
        Step::GjkStop(stop) | Step::EpaStop(stop) => format!("stop, {stop}"),
    }
}

/// Returns the description of the result.
pub(super) fn result<V: Vector<Scalar = f32>>(kind: &str, length: f32, normal: V) -> String {
    format!("{kind} {} along n = {}", number(f64::from(length)), coordinates(normal))
}

/// Returns how far the support point lies along the search direction, relative to the origin or to the facet.
fn progress<V: Vector>(
    snapshot: &Snapshot<V>,
    direction: V,
    point: &DifferencePoint<V>,
    radius: f64,
) -> String {
    let direction = direction.widen();
    let along = direction.dot(point.point) / length::<V>(direction);
    match (snapshot.entry.algorithm, &snapshot.facet) {
        (Algorithm::Gjk, _) if along < 0.0 => {
            let radii = if along < -radius { "" } else { ", less than the radii" };
            format!("; short of the origin by {}{radii}", number(-along))
        }
        (Algorithm::Gjk, _) => format!("; past the origin by {}", number(along)),
        (Algorithm::Epa, Some(facet)) => {
            format!("; beyond the facet by {}", number((along - facet.distance).max(0.0)))
        }
        (Algorithm::Epa, None) => String::new(),
    }
}

/// Returns whether an id is that of a vertex, and not of a point of a curved surface.
pub(super) fn is_vertex(id: u32) -> bool {
    id != Vertex::<()>::NO_ID
}

/// Returns the name of a vertex: the letter of its shape, and its id if it has one.
pub(super) fn vertex_name(letter: &str, id: u32) -> String {
    if is_vertex(id) { format!("{letter}{id}") } else { letter.to_owned() }
}

/// Returns the names of the two vertices of a point of the difference, or an empty name if neither has an id.
pub(super) fn pair_name<V: Vector>(point: &DifferencePoint<V>) -> String {
    if !point.ids.into_iter().any(is_vertex) {
        return String::new();
    }
    format!("{}-{}", vertex_name("a", point.ids[0]), vertex_name("b", point.ids[1]))
}

/// Returns the length of a vector.
fn length<V: Vector>(vector: V::Wide) -> f64 {
    vector.dot(vector).sqrt()
}

/// Returns coordinates with two decimals, enough to compare them with the picture.
fn coordinates<V: Vector<Scalar = f32>>(point: V) -> String {
    // Adding zero makes a negative zero positive.
    let rounded = |index| (point.element(index) * 100.0).round() / 100.0 + 0.0;
    let coordinates: Vec<_> = (0..V::DIMENSION).map(|index| format!("{:.2}", rounded(index))).collect();
    format!("({})", coordinates.join(", "))
}

/// Returns a number with three significant digits.
fn number(x: f64) -> String {
    match x.abs() {
        0.0 => "0".to_owned(),
        ..0.001 | 1e6.. => format!("{x:.1e}"),
        ..1.0 => format!("{x:.3}"),
        ..10.0 => format!("{x:.2}"),
        ..100.0 => format!("{x:.1}"),
        _ => format!("{x:.0}"),
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
        for index in 0..trace.len() {
            let snapshot = Snapshot::at(&trace, index).unwrap();
            let title = title(&trace, Some(&snapshot), index);
            assert!(title.is_ascii() && title.ends_with("of 13"), "{title}");
            let line = step(&snapshot, 0.0);
            assert!(line.is_ascii() && line.len() > 10, "{line}");
            lines.push(line);
        }
        assert_eq!(lines[0], "farthest along d = (-1.00, 0.00): w = a3 - b1; past the origin by 4.00");
        assert_eq!(lines[8], "stop, origin enclosed: overlapping");
        assert_eq!(lines[10], "nearest facet of the polytope: 0.500 from the origin");
        assert_eq!(lines[12], "stop, nothing lies beyond the facet");
        assert_eq!(result("depth", 0.5, Vec2::X), "depth 0.500 along n = (1.00, 0.00)");
    }
}
