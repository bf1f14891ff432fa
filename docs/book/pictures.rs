//! Draws the pictures of the chapter on GJK and EPA from the steps that the algorithms really take:
//! `cargo run -p book --example pictures`.

use std::fmt::Write;
use std::{env, fs, io};

use gjk::trace::{DifferencePoint, Step, Trace, TraceEntry};
use gjk::{Affine2, ConvexPolygon, DVec2, Query, Rectangle, Support, Vec2};

/// The width and height of a panel in pixels, without its caption.
const PANEL: f64 = 230.0;
/// The height of a caption.
const CAPTION: f64 = 44.0;
/// The number of panels in a row.
const IN_A_ROW: usize = 4;

const STYLE: &str = "text{font:13px sans-serif;fill:#333}.small{font-size:11px;fill:#666}.set{fill:#e8edf3;stroke:#9fb0c3}\
    .a{fill:#dbe9f7;stroke:#3b78b5}.b{fill:#fbe3d0;stroke:#c8702a}.simplex{fill:#3b78b533;stroke:#3b78b5;stroke-width:2}\
    .facet{stroke:#c8702a;stroke-width:4}.w{fill:#c8702a}.v{fill:#2c8f4f}.to{stroke:#2c8f4f;stroke-width:1.5}\
    .d{stroke:#c8702a;stroke-width:1.5}.line{stroke:#c8702a;stroke-dasharray:3 3}.origin{stroke:#111;stroke-width:2}";

fn main() -> io::Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/images");
    let folder = env::args().nth(1).unwrap_or_else(|| folder.to_owned());
    fs::create_dir_all(&folder)?;
    let apart = Pair::new(Vec2::new(2.4, 0.9));
    let overlapping = Pair::new(Vec2::new(0.9, 0.6));
    fs::write(format!("{folder}/difference.svg"), difference([&apart, &overlapping]))?;
    fs::write(format!("{folder}/gjk.svg"), gjk_steps(&apart))?;
    fs::write(format!("{folder}/epa.svg"), epa_steps(&overlapping))
}

/// The two shapes of all pictures.
struct Pair {
    a: ConvexPolygon,
    b: gjk::Placed<Rectangle, Vec2>,
}

impl Pair {
    fn new(place: Vec2) -> Self {
        let corners = [(-1.0, -0.7), (0.6, -0.9), (1.2, 0.2), (0.3, 1.0), (-0.9, 0.6)];
        let a =
            ConvexPolygon::new(corners.map(Vec2::from)).expect("the corners are those of a convex polygon");
        Self { a, b: Rectangle::new(1.5, 1.0).placed(Affine2::from_angle_translation(0.5, place)) }
    }

    /// Returns the corners of the Minkowski difference.
    fn outline(&self) -> Vec<DVec2> {
        outline(|direction| self.a.support(direction) - self.b.support(-direction))
    }
}

/// Returns the corners of a polygon, in order, from its support function.
fn outline(support: impl Fn(Vec2) -> Vec2) -> Vec<DVec2> {
    let mut corners: Vec<DVec2> = Vec::new();
    for degree in 0..720_u16 {
        let corner = support(Vec2::from_angle(f32::from(degree).to_radians() * 0.5)).as_dvec2();
        if corners.iter().all(|other| other.distance(corner) > 1e-3) {
            corners.push(corner);
        }
    }
    corners
}

/// Draws two pairs, each beside its Minkowski difference.
fn difference(pairs: [&Pair; 2]) -> String {
    let mut panels = Vec::new();
    for (pair, title) in pairs.into_iter().zip(["apart", "overlapping"]) {
        let a = outline(|direction| pair.a.support(direction));
        let b = outline(|direction| pair.b.support(direction));
        let mut panel = Panel::around(a.iter().chain(&b));
        panel.polygon("a", &a);
        panel.polygon("b", &b);
        panels.push(panel.titled(&format!("A and B, {title}"), ""));
        let difference = pair.outline();
        let mut panel = Panel::around(&difference);
        panel.polygon("set", &difference);
        panel.origin();
        let inside = if title == "apart" { "the origin is outside" } else { "the origin is inside" };
        panels.push(panel.titled("A − B", inside));
    }
    film(&panels)
}

/// Draws the rounds of GJK, a panel each.
fn gjk_steps(pair: &Pair) -> String {
    let mut trace = Trace::default();
    Query::new(&pair.a, &pair.b).observe(&mut trace).closest_points();
    let set = pair.outline();
    let mut panels = Vec::new();
    let mut nearest = None;
    let mut simplex = Vec::new();
    for round in rounds(&trace) {
        let mut panel = Panel::around(&set);
        panel.polygon("set", &set);
        let mut texts = Vec::new();
        for entry in &round {
            match entry.step {
                Step::Support { direction, point } => {
                    panel.search(nearest.unwrap_or(panel.center), direction, point.point);
                }
                Step::Simplex { vertices, nearest: new, .. } => {
                    simplex = points(vertices);
                    nearest = Some(new);
                    texts.push(format!("|v| = {:.3}", new.length()));
                }
                Step::GjkStop(stop) => texts.push(stop.to_string()),
                _ => {}
            }
        }
        panel.polygon("simplex", &simplex);
        if let Some(nearest) = nearest {
            panel.line("to", DVec2::ZERO, nearest);
            panel.dot("v", nearest, "v");
        }
        panel.origin();
        panels.push(panel.titled(&format!("GJK, round {}", panels.len() + 1), &texts.join("; ")));
    }
    film(&panels)
}

/// Draws the rounds of EPA, a panel each.
fn epa_steps(pair: &Pair) -> String {
    let mut trace = Trace::default();
    Query::new(&pair.a, &pair.b).observe(&mut trace).contact();
    let set = pair.outline();
    let mut panels = Vec::new();
    for round in rounds(&trace) {
        let Some(Step::Facet { vertices, normal, distance, polytope }) =
            round.iter().map(|entry| entry.step).find(|step| matches!(step, Step::Facet { .. }))
        else {
            continue;
        };
        let mut panel = Panel::around(&set);
        panel.polygon("set", &set);
        let mut corners = Vec::new();
        polytope.for_each_facet(|facet| corners.extend(facet.first().map(|vertex| vertex.point)));
        panel.polygon("simplex", &corners);
        if let [from, to] = points(vertices)[..] {
            panel.line("facet", from, to);
        }
        panel.line("to", DVec2::ZERO, normal * distance);
        let mut text = format!("{distance:.3} from the origin");
        for entry in &round {
            match entry.step {
                Step::Support { direction, point } => panel.search(normal * distance, direction, point.point),
                Step::EpaStop(stop) => text = format!("{text}; {stop}"),
                _ => {}
            }
        }
        panel.origin();
        panels.push(panel.titled(&format!("EPA, round {}", panels.len() + 1), &text));
    }
    film(&panels)
}

/// Groups the steps of a trace by algorithm and round.
fn rounds(trace: &Trace<Vec2>) -> Vec<Vec<TraceEntry<'_, Vec2>>> {
    let mut rounds: Vec<Vec<TraceEntry<Vec2>>> = Vec::new();
    for entry in trace.entries() {
        match rounds.last_mut() {
            Some(last) if last[0].run == entry.run && last[0].round == entry.round => last.push(entry),
            _ => rounds.push(vec![entry]),
        }
    }
    rounds
}

fn points(vertices: &[DifferencePoint<Vec2>]) -> Vec<DVec2> {
    vertices.iter().map(|vertex| vertex.point).collect()
}

/// A drawing with a scale of its own.
struct Panel {
    center: DVec2,
    scale: f64,
    svg: String,
}

impl Panel {
    /// Creates an empty panel that shows these points and the origin.
    fn around<'p>(points: impl IntoIterator<Item = &'p DVec2>) -> Self {
        let (mut min, mut max) = (DVec2::ZERO, DVec2::ZERO);
        for &point in points {
            (min, max) = (min.min(point), max.max(point));
        }
        let size = (max - min).max_element();
        Self { center: (min + max) * 0.5, scale: PANEL * 0.78 / size, svg: String::new() }
    }

    /// Returns the pixel of a point.
    fn at(&self, point: DVec2) -> DVec2 {
        let from_center = (point - self.center) * self.scale;
        DVec2::splat(0.5 * PANEL) + DVec2::new(from_center.x, -from_center.y)
    }

    fn polygon(&mut self, class: &str, corners: &[DVec2]) {
        match *corners {
            [] | [_] => return,
            [from, to] => return self.line(class, from, to),
            _ => {}
        }
        let pixels = corners.iter().map(|&corner| self.at(corner));
        let pixels: Vec<String> = pixels.map(|pixel| format!("{:.1},{:.1}", pixel.x, pixel.y)).collect();
        let _ = writeln!(self.svg, "<polygon class=\"{class}\" points=\"{}\"/>", pixels.join(" "));
    }

    fn line(&mut self, class: &str, from: DVec2, to: DVec2) {
        let (from, to) = (self.at(from), self.at(to));
        self.pixel_line(class, from, to);
    }

    fn pixel_line(&mut self, class: &str, from: DVec2, to: DVec2) {
        let _ = writeln!(
            self.svg,
            "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
            from.x, from.y, to.x, to.y
        );
    }

    fn dot(&mut self, class: &str, point: DVec2, name: &str) {
        let pixel = self.at(point);
        let _ = writeln!(
            self.svg,
            "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"/><text x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
            pixel.x,
            pixel.y,
            pixel.x + 6.0,
            pixel.y - 6.0
        );
    }

    /// Draws a search: an arrow along the direction, and the support point with the line beyond which nothing lies.
    fn search(&mut self, from: DVec2, direction: Vec2, support: DVec2) {
        let along = direction.as_dvec2().normalize() * DVec2::new(1.0, -1.0);
        let start = self.at(from);
        let end = start + along * 32.0;
        self.pixel_line("d", start, end);
        for side in [-0.5, 0.5] {
            self.pixel_line("d", end, end - (along + along.perp() * side) * 8.0);
        }
        let pixel = self.at(support);
        self.pixel_line("line", pixel - along.perp() * 45.0, pixel + along.perp() * 45.0);
        self.dot("w", support, "w");
    }

    /// Draws the origin as a cross.
    fn origin(&mut self) {
        let origin = self.at(DVec2::ZERO);
        for arm in [DVec2::X, DVec2::Y] {
            self.pixel_line("origin", origin - arm * 7.0, origin + arm * 7.0);
        }
    }

    /// Adds the caption, and returns the drawing.
    fn titled(mut self, title: &str, text: &str) -> String {
        let _ = writeln!(self.svg, "<text x=\"12\" y=\"{:.1}\">{title}</text>", PANEL + 14.0);
        let _ = writeln!(self.svg, "<text class=\"small\" x=\"12\" y=\"{:.1}\">{text}</text>", PANEL + 30.0);
        self.svg
    }
}

/// Arranges panels in rows.
fn film(panels: &[String]) -> String {
    let (columns, rows) = (panels.len().min(IN_A_ROW), panels.len().div_ceil(IN_A_ROW));
    let (width, height) = (PANEL * columns as f64, (PANEL + CAPTION) * rows as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\">\n\
         <style>{STYLE}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for (index, panel) in panels.iter().enumerate() {
        let x = PANEL * (index % IN_A_ROW) as f64;
        let y = (PANEL + CAPTION) * (index / IN_A_ROW) as f64;
        let _ = write!(svg, "<g transform=\"translate({x} {y})\">\n{panel}</g>\n");
    }
    svg + "</svg>\n"
}
