//! Joins the triangles of an area to convex parts (Hertel, Mehlhorn, 1983): at most four times as many as needed.

use i_triangle::int::triangulation::RawIntTriangulation;

use super::lattice::{Point, turn};

/// The number that stands for no edge.
const NONE: u32 = u32::MAX;

/// A side of a triangle, with the triangle on its left.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// Where it begins.
    from: Point,
    /// The sides before and after it around the part.
    before: u32,
    after: u32,
    /// The same side of the part beyond it; none on the boundary.
    twin: u32,
    /// Whether it is no longer between two parts, or belongs to a part that was visited.
    is_done: bool,
}

/// Triangles that are joined to convex parts.
#[derive(Debug)]
pub(super) struct JoinedTriangles {
    sides: Vec<Side>,
}

/// A convex part, counter-clockwise.
pub(super) struct Part {
    pub(super) corners: Vec<Point>,
    /// Where its boundary is that of the area.
    pub(super) edges: Vec<[Point; 2]>,
}

impl JoinedTriangles {
    /// Joins triangles wherever what results is convex.
    pub(super) fn of(triangles: &RawIntTriangulation<i64>) -> Self {
        let mut joined = Self { sides: sides(triangles) };
        for side in 0..joined.sides.len() as u32 {
            joined.try_to_join(side);
        }
        joined
    }

    fn side(&self, index: u32) -> Side {
        self.sides[index as usize]
    }

    /// Removes a side between two parts if what results is convex.
    fn try_to_join(&mut self, index: u32) {
        let side = self.side(index);
        if side.is_done || side.twin == NONE {
            return;
        }
        let twin = self.side(side.twin);
        let is_convex = |before: u32, after: u32| {
            let [one, two] = [before, after].map(|side| self.side(side));
            turn(one.from, two.from, self.side(two.after).from) >= 0
        };
        if !is_convex(side.before, twin.after) || !is_convex(twin.before, side.after) {
            return;
        }
        for (before, after) in [(side.before, twin.after), (twin.before, side.after)] {
            self.sides[before as usize].after = after;
            self.sides[after as usize].before = before;
        }
        self.sides[index as usize].is_done = true;
        self.sides[side.twin as usize].is_done = true;
    }

    /// Returns the parts, in the order of their first triangles.
    pub(super) fn parts(mut self) -> impl Iterator<Item = Part> {
        (0..self.sides.len() as u32).filter_map(move |start| self.part(start))
    }

    /// Returns the part with a side, unless that is in none or was returned.
    fn part(&mut self, start: u32) -> Option<Part> {
        if self.side(start).is_done {
            return None;
        }
        let mut around = Vec::new();
        let mut next = start;
        while !self.side(next).is_done {
            self.sides[next as usize].is_done = true;
            around.push(next);
            next = self.side(next).after;
        }
        let is_corner = |&index: &u32| {
            let side = self.side(index);
            turn(self.side(side.before).from, side.from, self.side(side.after).from) != 0
        };
        let first = around.iter().position(is_corner)?;
        around.rotate_left(first);
        let corners =
            around.iter().filter(|index| is_corner(index)).map(|&index| self.side(index).from).collect();
        let mut edges: Vec<[Point; 2]> = Vec::new();
        for &index in around.iter().filter(|&&index| self.side(index).twin == NONE) {
            let (from, to) = (self.side(index).from, self.side(self.side(index).after).from);
            match edges.last_mut() {
                // What is straight is one edge.
                Some(last) if last[1] == from && !is_corner(&index) => last[1] = to,
                _ => edges.push([from, to]),
            }
        }
        Some(Part { corners, edges })
    }
}

/// Returns the sides of triangles, three for each, all counter-clockwise.
fn sides(triangles: &RawIntTriangulation<i64>) -> Vec<Side> {
    let corners = triangles.triangle_indices::<usize>();
    let (corners, points) = (corners.as_chunks::<3>().0, triangles.points());
    let mut sides = Vec::with_capacity(3 * corners.len());
    for (index, (triangle, neighbors)) in corners.iter().zip(triangles.triangle_neighbors()).enumerate() {
        let first = 3 * index as u32;
        for corner in 0..3 {
            let from = points[triangle[corner]];
            // The neighbor beyond a side has the index of the corner opposite to it.
            let neighbor = neighbors[(corner + 2) % 3];
            let twin = corners.get(neighbor).and_then(|other| {
                let begin = triangle[(corner + 1) % 3];
                let place = other.iter().position(|&point| point == begin)?;
                Some(3 * neighbor as u32 + place as u32)
            });
            sides.push(Side {
                from: Point { x: from.x, y: from.y },
                before: first + (corner as u32 + 2) % 3,
                after: first + (corner as u32 + 1) % 3,
                twin: twin.unwrap_or(NONE),
                is_done: false,
            });
        }
    }
    sides
}
