//! Plots in SVG: panels beside each other, with logarithmic axes and the same times.

use std::error::Error;
use std::path::Path;

use plotters::coord::Shift;
use plotters::coord::combinators::{BindKeyPoints, IntoLogRange};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Colours that the colour-blind can tell apart: Okabe, Ito, *Color Universal Design* (2008).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 158, 115),
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(34, 34, 34),
    RGBColor(230, 159, 0),
    RGBColor(204, 121, 167),
];
const INK: RGBColor = RGBColor(34, 34, 34);
const FAINT: RGBColor = RGBColor(107, 107, 107);
const GRID: RGBColor = RGBColor(226, 226, 226);
const FONT: &str = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif";

/// The width of a panel, the height of the plot, and that of its head, in pixels.
const SIZE: (u32, u32) = (430, 520);
const HEAD: u32 = 100;
/// The left margin, in which the labels of the times are.
const LEFT: u32 = 86;

/// A plot.
pub struct Plot<'a> {
    /// The title.
    pub title: &'a str,
    /// What is measured, in a sentence.
    pub subtitle: &'a str,
    /// What the times are of.
    pub times: &'a str,
    /// The panels.
    pub panels: Vec<Panel<'a>>,
}

/// A panel.
pub struct Panel<'a> {
    /// The title.
    pub title: &'a str,
    /// What the counts are of.
    pub counts: &'a str,
    /// The curves; those of the same name have the same place in each panel.
    pub curves: Vec<Curve>,
}

/// A curve.
pub struct Curve {
    /// The name in the legend.
    pub name: String,
    /// The number of the colour.
    pub colour: usize,
    /// Whether the line is dashed.
    pub dashed: bool,
    /// Counts, and times in seconds.
    pub points: Vec<(f64, f64)>,
}

/// Writes a plot to a file.
///
/// # Errors
/// If there is nothing to plot, or the file cannot be written.
pub fn draw(plot: &Plot, file: &Path) -> Result<(), Box<dyn Error>> {
    let curves = || plot.panels.iter().flat_map(|panel| &panel.curves);
    let times = curves().flat_map(|curve| &curve.points).map(|point| point.1);
    let (low, high) = ends(times).ok_or("there is nothing to plot")?;
    let times = (10f64.powf(low.log10().floor()), 10f64.powf(high.log10().ceil()));
    let (width, height) = (SIZE.0 * plot.panels.len() as u32 + LEFT, SIZE.1);
    let root = SVGBackend::new(file, (width, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let left = LEFT as i32;
    root.draw_text(plot.title, &text(19, INK), (left, 18))?;
    root.draw_text(plot.subtitle, &text(13, FAINT), (left, 46))?;
    legend(plot, &root)?;
    let (_, below) = root.split_vertically(HEAD);
    let sideways =
        text(13, INK).transform(FontTransform::Rotate270).pos(Pos::new(HPos::Center, VPos::Center));
    below.draw_text(plot.times, &sideways, (14, (height - HEAD) as i32 / 2))?;
    for (index, panel) in plot.panels.iter().enumerate() {
        let begin = if index == 0 { 0 } else { LEFT + SIZE.0 * index as u32 };
        let end = LEFT + SIZE.0 * (index as u32 + 1);
        let area = below.clone().shrink((begin, 0), (end - begin, height - HEAD));
        draw_panel(panel, &area, times, index == 0)?;
    }
    root.present()?;
    Ok(())
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw_panel(panel: &Panel, area: &Area, times: (f64, f64), first: bool) -> Result<(), Box<dyn Error>> {
    let points = panel.curves.iter().flat_map(|curve| &curve.points);
    let mut counts: Vec<f64> = points.map(|point| point.0).collect();
    counts.sort_by(f64::total_cmp);
    counts.dedup();
    let (low, high) = ends(counts.iter().copied()).ok_or("a panel is empty")?;
    let decades = ((high / low).log10()).max(0.1);
    // Labels that are too near to each other cannot be read.
    let mut last = 0.0;
    counts.retain(|&count| {
        let far = count > last * 10f64.powf(decades / 8.0);
        last = if far { count } else { last };
        far
    });
    let powers =
        (times.0.log10().round() as i32..=times.1.log10().round() as i32).map(|power| 10f64.powi(power));
    let x = (low / 1.25..high * 1.25).log_scale().with_key_points(counts);
    let y = (times.0..times.1).log_scale().with_key_points(powers.collect());
    let mut chart = ChartBuilder::on(area)
        .caption(panel.title, text(15, INK))
        .margin_right(14)
        .x_label_area_size(52)
        .y_label_area_size(if first { LEFT } else { 14 })
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .axis_style(FAINT)
        .bold_line_style(GRID)
        .light_line_style(WHITE.mix(0.0))
        .label_style(text(13, INK))
        .x_desc(panel.counts)
        .x_label_formatter(&|&count| number(count))
        .y_label_formatter(&|&time| if first { duration(time) } else { String::new() })
        .draw()?;
    // A line of linear growth, to compare the curves with.
    let factor = (high / low).sqrt().min(10.0);
    let (from, to) = ((low, times.1 / (2.0 * factor)), (low * factor, times.1 / 2.0));
    chart.draw_series(DashedLineSeries::new([from, to], 1, 4, FAINT.stroke_width(1)))?;
    let label = text(13, FAINT).pos(Pos::new(HPos::Left, VPos::Center));
    chart.draw_series([Text::new("linear", (to.0 * 1.05, to.1), label)])?;
    for curve in &panel.curves {
        let style = style(curve);
        if curve.dashed {
            chart.draw_series(DashedLineSeries::new(curve.points.iter().copied(), 6, 4, style))?;
        } else {
            chart.draw_series(LineSeries::new(curve.points.iter().copied(), style))?;
        }
        chart.draw_series(curve.points.iter().map(|&point| mark(curve, point)))?;
    }
    Ok(())
}

fn legend(plot: &Plot, root: &Area) -> Result<(), Box<dyn Error>> {
    let mut x = LEFT as i32;
    for curve in plot.panels.first().into_iter().flat_map(|panel| &panel.curves) {
        let y = 78;
        if curve.dashed {
            for dash in [0, 10, 20] {
                root.draw(&PathElement::new([(x + dash, y), (x + dash + 6, y)], style(curve)))?;
            }
        } else {
            root.draw(&PathElement::new([(x, y), (x + 28, y)], style(curve)))?;
        }
        root.draw(&mark(curve, (x + 13, y)))?;
        root.draw_text(&curve.name, &text(13, INK).pos(Pos::new(HPos::Left, VPos::Center)), (x + 35, y))?;
        x += 58 + 7 * curve.name.chars().count() as i32;
    }
    Ok(())
}

fn style(curve: &Curve) -> ShapeStyle {
    COLOURS[curve.colour % COLOURS.len()].stroke_width(2)
}

fn mark<C>(curve: &Curve, at: C) -> Circle<C, i32> {
    Circle::new(at, 3, COLOURS[curve.colour % COLOURS.len()].filled())
}

fn text(size: u32, colour: RGBColor) -> TextStyle<'static> {
    // SVG has the size of the font that plotters divides by this.
    (FONT, f64::from(size) * 1.24).into_font().color(&colour)
}

fn ends(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    numbers.fold(None, |ends, number| {
        let (low, high) = ends.unwrap_or((number, number));
        Some((number.min(low), number.max(high)))
    })
}

fn duration(seconds: f64) -> String {
    let (unit, factor) = match seconds {
        ..0.99e-6 => ("ns", 1e9),
        ..0.99e-3 => ("µs", 1e6),
        ..0.99 => ("ms", 1e3),
        _ => ("s", 1.0),
    };
    format!("{} {unit}", (seconds * factor).round())
}

fn number(count: f64) -> String {
    if count >= 10_000.0 || count >= 1000.0 && count % 1000.0 == 0.0 {
        format!("{}k", count / 1000.0)
    } else {
        count.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_has_its_titles_units_and_curves() {
        let curve = |name: &str, dashed| Curve {
            name: name.into(),
            colour: 1,
            dashed,
            points: [1e3, 1e4, 1e5].map(|count| (count, 2e-9 * count)).into(),
        };
        let panel = || Panel {
            title: "A panel",
            counts: "bodies",
            curves: vec![curve("one", false), curve("two", true)],
        };
        let plot =
            Plot { title: "A title", subtitle: "About it", times: "time", panels: vec![panel(), panel()] };
        let file = std::env::temp_dir().join(format!("a_plot_{}.svg", std::process::id()));
        draw(&plot, &file).expect("it is drawn");
        let svg = std::fs::read_to_string(&file).expect("it is there");
        std::fs::remove_file(&file).expect("it is there");
        for part in ["A title", "About it", "A panel", "bodies", "one", "two", "1 µs", "100k"] {
            assert!(svg.contains(part), "{part} is missing");
        }
        let empty = Plot { panels: Vec::new(), ..plot };
        assert!(draw(&empty, &file).is_err());
    }
}
