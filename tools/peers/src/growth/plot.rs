//! The plot, in SVG: a panel for each dimension, with logarithmic axes.

use std::fmt::Write;

use super::axis::Axis;
use super::{Curve, QUERY_KINDS};
use crate::query::{QueryKind, Start};

const WIDTH: f64 = 980.0;
const HEIGHT: f64 = 520.0;
const TOP: f64 = 128.0;
const BOTTOM: f64 = 458.0;
/// The left and right edges of the panels.
const PANELS: [(f64, f64); 2] = [(86.0, 500.0), (536.0, 950.0)];

const INK: &str = "#222222";
const FAINT: &str = "#6b6b6b";
const GRID: &str = "#e2e2e2";

/// Draws two panels, each given by its title, the numbers of vertices that are labelled, and its curves.
pub fn plot(panels: [(&str, &[usize], &[Curve]); 2]) -> String {
    let times = panels.iter().flat_map(|panel| panel.2).flat_map(|curve| &curve.points);
    let range = Axis::enclosing(times.map(|&(_, time)| time));
    let mut svg = Svg::begin();
    svg.text((PANELS[0].0, 34.0), "Time of a query by number of vertices", INK, "size title");
    let about = "Median time of one query about two moving shapes, one thread. \
        closest_points: separated; contact: overlapping; intersects: both.";
    svg.text((PANELS[0].0, 56.0), about, FAINT, "");
    svg.legend();
    for ((panel, sides), first) in panels.into_iter().zip(PANELS).zip([true, false]) {
        svg.panel(panel, sides, range, first);
    }
    let label = format!("transform=\"rotate(-90 24 {0})\"", (TOP + BOTTOM) * 0.5);
    svg.text_with((24.0, (TOP + BOTTOM) * 0.5), "time of a query", INK, "middle", &label);
    svg.end()
}

/// Returns a colour that the colour-blind can tell from the others: Okabe, Ito, *Color Universal Design*
/// (2008).
fn colour(query: QueryKind) -> &'static str {
    match query {
        QueryKind::Intersects => "#009e73",
        QueryKind::ClosestPoints => "#0072b2",
        _ => "#d55e00",
    }
}

fn name(query: QueryKind) -> &'static str {
    match query {
        QueryKind::Intersects => "intersects",
        QueryKind::ClosestPoints => "closest_points",
        _ => "contact",
    }
}

fn nanoseconds(time: f64) -> String {
    match time {
        ..1e3 => format!("{time} ns"),
        ..1e6 => format!("{} µs", time / 1e3),
        _ => format!("{} ms", time / 1e6),
    }
}

struct Svg(String);

impl Svg {
    fn begin() -> Self {
        let style = "text { font: 13px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; } \
            .title { font-size: 19px; font-weight: 600; } .head { font-size: 15px; font-weight: 600; } \
            .middle { text-anchor: middle; } .end { text-anchor: end; }";
        Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\">\n<style>{style}</style>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n"
        ))
    }

    fn end(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }

    fn text(&mut self, at: (f64, f64), text: &str, colour: &str, class: &str) {
        self.text_with(at, text, colour, class, "");
    }

    fn text_with(&mut self, (x, y): (f64, f64), text: &str, colour: &str, class: &str, more: &str) {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let more = if more.is_empty() { String::new() } else { format!(" {more}") };
        let _ = writeln!(self.0, "<text x=\"{x}\" y=\"{y:.1}\" fill=\"{colour}\"{class}{more}>{text}</text>");
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, more: &str) {
        let ((x, y), (to_x, to_y)) = (from, to);
        let _ = writeln!(
            self.0,
            "<line x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{to_x:.1}\" y2=\"{to_y:.1}\" stroke=\"{colour}\"{more}/>"
        );
    }

    fn mark(&mut self, (x, y): (f64, f64), colour: &str, start: Start) {
        let fill = if start == Start::Cold { colour } else { "#ffffff" };
        let _ = writeln!(
            self.0,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\" fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"1.6\"/>"
        );
    }

    fn legend(&mut self) {
        let mut x = PANELS[0].0;
        for query in QUERY_KINDS {
            for (start, label) in [(Start::Cold, name(query)), (Start::Warm, "with a cache")] {
                self.line((x, 80.0), (x + 30.0, 80.0), colour(query), stroke(start));
                self.mark((x + 15.0, 80.0), colour(query), start);
                self.text((x + 37.0, 84.5), label, INK, "");
                x += 51.0 + 7.2 * label.len() as f64;
            }
            x += 14.0;
        }
    }

    fn panel(
        &mut self,
        (title, labelled, curves): (&str, &[usize], &[Curve]),
        (left, right): (f64, f64),
        range: (f64, f64),
        first: bool,
    ) {
        let counts: Vec<f64> = curves[0].points.iter().map(|&(count, _)| count as f64).collect();
        // Leaves a margin on both sides.
        let x = Axis::new((counts[0] / 1.25, counts[counts.len() - 1] * 1.25), (left, right));
        let y = Axis::new(range, (BOTTOM, TOP));
        for time in y.decades() {
            self.line((left, y.at(time)), (right, y.at(time)), GRID, "");
            if first {
                self.text((left - 8.0, y.at(time) + 4.5), &nanoseconds(time), INK, "end");
            }
        }
        for &count in labelled {
            let at = x.at(count as f64);
            self.line((at, TOP), (at, BOTTOM), GRID, "");
            self.text((at, BOTTOM + 19.0), &count.to_string(), INK, "middle");
        }
        self.text((left, TOP - 10.0), title, INK, "head");
        self.text(((left + right) * 0.5, BOTTOM + 42.0), "vertices of each shape", INK, "middle");
        self.line((left, BOTTOM), (right, BOTTOM), FAINT, "");
        self.line((left, TOP), (left, BOTTOM), FAINT, "");
        self.guide(counts[counts.len() - 1], range.0 * 1.3, x, y);
        for curve in curves {
            self.curve(curve, x, y);
        }
    }

    /// Draws a line of linear growth to compare the curves with, up to the largest number of vertices.
    fn guide(&mut self, last: f64, low: f64, x: Axis, y: Axis) {
        let (first, high) = (last / 16.0, low * 16.0);
        let (from, to) = ((x.at(first), y.at(low)), (x.at(last), y.at(high)));
        self.line(from, to, FAINT, " stroke-width=\"1\" stroke-dasharray=\"1 3\"");
        self.text((to.0, to.1 + 42.0), "linear", FAINT, "end");
    }

    fn curve(&mut self, curve: &Curve, x: Axis, y: Axis) {
        let places: Vec<_> = curve.points.iter().map(|&(n, time)| (x.at(n as f64), y.at(time))).collect();
        let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let (colour, stroke) = (colour(curve.query), stroke(curve.start));
        let _ = writeln!(
            self.0,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"{stroke}/>",
            path.join(" ")
        );
        for place in places {
            self.mark(place, colour, curve.start);
        }
    }
}

/// Returns the stroke of a curve; warm ones are dashed.
fn stroke(start: Start) -> &'static str {
    match start {
        Start::Cold => " stroke-width=\"2.2\"",
        Start::Warm => " stroke-width=\"1.8\" stroke-dasharray=\"6 4\"",
    }
}
