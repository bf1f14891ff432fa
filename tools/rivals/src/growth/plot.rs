//! The picture, in SVG.

use std::fmt::Write;

use super::axis::{Axis, around};
use super::{DRAWN, Panel};
use crate::versions::versions;

const WIDTH: f64 = 1180.0;
const HEIGHT: f64 = 520.0;
const TOP: f64 = 128.0;
const BOTTOM: f64 = 458.0;
const LEFT: f64 = 78.0;
/// From the left side of a panel to that of the next, and the width of one.
const STEP: f64 = 368.0;
const PANEL: f64 = 340.0;

const INK: &str = "#222222";
const FAINT: &str = "#6b6b6b";
const GRID: &str = "#e2e2e2";

/// Colours that stay apart for the colour-blind: Okabe, Ito, *Color Universal Design* (2008).
const COLOURS: [&str; DRAWN.len()] = ["#009e73", "#0072b2", "#e69f00", "#222222", "#d55e00", "#cc79a7"];

/// Draws the panels beside each other, all with the same times.
pub fn plot(panels: &[Panel]) -> String {
    let points = || panels.iter().flat_map(|panel| panel.curves.iter().flatten());
    let times = around(points().map(|point| point.1).collect::<Vec<_>>().into_iter());
    let mut svg = Svg::new();
    svg.text((LEFT, 34.0), "What a frame costs, by the number of bodies", INK, " class=\"title\"");
    let about = "Median processor time that the engine adds to a frame of the empty app; one worker thread";
    svg.text((LEFT, 56.0), &format!("{about}; {}", versions()), FAINT, "");
    svg.legend();
    for (index, panel) in panels.iter().enumerate() {
        svg.panel(panel, LEFT + STEP * index as f64, times, index == 0);
    }
    svg.0 + "</svg>\n"
}

fn duration(milliseconds: f64) -> String {
    match milliseconds {
        ..1.0 => format!("{} µs", (milliseconds * 1e3).round()),
        ..1e3 => format!("{milliseconds} ms"),
        _ => format!("{} s", milliseconds / 1e3),
    }
}

fn number(count: usize) -> String {
    if count >= 1_000 { format!("{}k", count / 1_000) } else { count.to_string() }
}

struct Svg(String);

impl Svg {
    fn new() -> Self {
        let style = "text { font: 13px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; } \
            .title { font-size: 19px; font-weight: 600; } .head { font-size: 15px; font-weight: 600; }";
        Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\">\n<style>{style}</style>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n"
        ))
    }

    fn text(&mut self, (x, y): (f64, f64), text: &str, colour: &str, more: &str) {
        let _ = writeln!(self.0, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\"{more}>{text}</text>");
    }

    fn line(&mut self, places: &[(f64, f64)], colour: &str, more: &str) {
        let points: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let points = points.join(" ");
        let _ = writeln!(self.0, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\"{more}/>");
    }

    fn dot(&mut self, (x, y): (f64, f64), colour: &str) {
        let _ = writeln!(self.0, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
    }

    fn legend(&mut self) {
        let mut x = LEFT;
        for (name, colour) in DRAWN.iter().zip(COLOURS) {
            self.line(&[(x, 80.0), (x + 28.0, 80.0)], colour, " stroke-width=\"2.2\"");
            self.dot((x + 14.0, 80.0), colour);
            self.text((x + 35.0, 84.5), name, INK, "");
            x += 60.0 + 7.2 * name.len() as f64;
        }
    }

    fn panel(&mut self, panel: &Panel, left: f64, times: [f64; 2], first: bool) {
        let counts: Vec<usize> = panel.curves[0].iter().map(|&(count, _)| count).collect();
        let ends = [counts[0] as f64 / 1.25, counts[counts.len() - 1] as f64 * 1.25];
        let x = Axis::new(ends, [left, left + PANEL]);
        let y = Axis::new(times, [BOTTOM, TOP]);
        for time in y.decades() {
            self.line(&[(left, y.at(time)), (left + PANEL, y.at(time))], GRID, "");
            if first {
                self.text((left - 8.0, y.at(time) + 4.5), &duration(time), INK, " text-anchor=\"end\"");
            }
        }
        for &count in &counts {
            let at = x.at(count as f64);
            self.line(&[(at, TOP), (at, BOTTOM)], GRID, "");
            self.text((at, BOTTOM + 19.0), &number(count), INK, " text-anchor=\"middle\"");
        }
        self.text((left, TOP - 10.0), panel.title, INK, " class=\"head\"");
        self.text((left + PANEL * 0.5, BOTTOM + 42.0), panel.below, INK, " text-anchor=\"middle\"");
        self.line(&[(left, TOP), (left, BOTTOM), (left + PANEL, BOTTOM)], FAINT, "");
        self.guide(counts[0] as f64, times[1] * 0.5, x, y);
        for (curve, colour) in panel.curves.iter().zip(COLOURS) {
            let places: Vec<_> = curve.iter().map(|&(n, time)| (x.at(n as f64), y.at(time))).collect();
            self.line(&places, colour, " stroke-width=\"2.2\"");
            places.into_iter().for_each(|place| self.dot(place, colour));
        }
    }

    /// A straight line to compare the curves with: ten times as much for ten times as many.
    fn guide(&mut self, first: f64, high: f64, x: Axis, y: Axis) {
        let ends = [(x.at(first), y.at(high / 10.0)), (x.at(first * 10.0), y.at(high))];
        self.line(&ends, FAINT, " stroke-dasharray=\"1 3\"");
        self.text((ends[1].0 + 6.0, ends[1].1 + 4.5), "linear", FAINT, "");
    }
}
