//! Terrains: heights over a grid.
//!
//! Where the cells are follows from the grid. So only their heights are kept, and for blocks of cells, each of two
//! by two blocks of the level below, the lowest and the highest: a quarter of a tree over the cells, and as quick.
//!
//! After Tevs, Ihrke, Seidel, "Maximum mipmaps for fast, accurate, and scalable dynamic height field rendering",
//! 2008.

use core::ops::ControlFlow;

use gjk::{Aabb, Vec2, Vec3};

use crate::aabb::padded;
use crate::collider::{Bvh, BvhNode, BvhVisitor, ColliderShape, CompositeShape, Surface};
use crate::dim3::ConvexShape;
use crate::dim3::Dim3;
use crate::error::ColliderError;

/// A surface of two triangles for each cell of a grid in x and z.
#[derive(Debug)]
pub(super) struct HeightField {
    heights: Vec<f32>,
    /// How many corners there are along x and along z.
    corners: [u32; 2],
    size: Vec2,
    /// The lowest and the highest height of each block, for blocks of two by two cells and more, up to a single
    /// one. A single cell has its own corners.
    blocks: Vec<Vec<[f32; 2]>>,
}

/// Some of the cells, or half of one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    /// The block of this level, where a cell is a block of level 0, at this place.
    Block { level: u32, place: [u32; 2] },
    /// The half of a block with the lower z, or that with the higher.
    Strip { level: u32, place: [u32; 2], half: u32 },
    /// A triangle.
    Face(u32),
}

impl HeightField {
    /// Checks the heights and makes them a form.
    pub(super) fn form(
        heights: &[f32],
        columns: u32,
        size: Vec2,
    ) -> Result<ColliderShape<Dim3>, ColliderError> {
        let no_grid = ColliderError::NoGrid { heights: heights.len() as u32, columns };
        let rows = heights.len().checked_div(columns as usize).ok_or(no_grid)?;
        if columns < 2 || rows < 2 || rows * columns as usize != heights.len() {
            return Err(no_grid);
        }
        if let Some(index) = heights.iter().position(|height| !height.is_finite()) {
            return Err(ColliderError::HeightNotFinite(index));
        }
        if !size.is_finite() {
            return Err(gjk::ShapeError::NotFinite.into());
        }
        if size.min_element() < 0.0 {
            return Err(gjk::ShapeError::Negative.into());
        }
        let corners = [columns, rows as u32];
        let mut field = Self { heights: heights.to_vec(), corners, size, blocks: Vec::new() };
        while field.extent(field.top()) != [1, 1] {
            let level = field.top() + 1;
            let [width, depth] = field.extent(level);
            let places = (0..depth).flat_map(|z| (0..width).map(move |x| [x, z]));
            let blocks = places.map(|place| field.range_of_quarters(level, place, [0, 1])).collect();
            field.blocks.push(blocks);
        }
        Ok(ColliderShape::Composite(CompositeShape::surface(field).into()))
    }

    /// The level of the block that holds all cells.
    fn top(&self) -> u32 {
        self.blocks.len() as u32
    }

    /// How many blocks of a level there are along x and along z; those at the rims may reach beyond.
    fn extent(&self, level: u32) -> [u32; 2] {
        self.corners.map(|corners| (corners - 1).div_ceil(1 << level))
    }

    /// The blocks of the level below that are the half of a block, or both halves: where there are any.
    fn quarters(&self, level: u32, [x, z]: [u32; 2], half: u32) -> [Option<[u32; 2]>; 2] {
        let [width, depth] = self.extent(level - 1);
        [0, 1]
            .map(|side| [2 * x + side, 2 * z + half])
            .map(|[x, z]| (x < width && z < depth).then_some([x, z]))
    }

    /// The lowest and the highest height in halves of a block, from those of the level below.
    fn range_of_quarters(
        &self,
        level: u32,
        place: [u32; 2],
        halves: impl IntoIterator<Item = u32>,
    ) -> [f32; 2] {
        let quarters = halves.into_iter().flat_map(|half| self.quarters(level, place, half)).flatten();
        united(quarters.map(|place| self.range(level - 1, place)))
    }

    /// The lowest and the highest height of a block.
    fn range(&self, level: u32, [x, z]: [u32; 2]) -> [f32; 2] {
        if level > 0 {
            let [width, _] = self.extent(level);
            return self.blocks[level as usize - 1][(z * width + x) as usize];
        }
        let corners = [[x, z], [x + 1, z], [x, z + 1], [x + 1, z + 1]];
        united(corners.map(|corner| [self.height(corner); 2]).into_iter())
    }

    fn height(&self, [x, z]: [u32; 2]) -> f32 {
        self.heights[z as usize * self.corners[0] as usize + x as usize]
    }

    /// The x of a column of corners, the z of a row.
    #[inline]
    fn across(&self, [x, z]: [u32; 2]) -> Vec2 {
        let [columns, rows] = self.corners;
        let part = Vec2::new(x as f32 / (columns - 1) as f32, z as f32 / (rows - 1) as f32);
        (part - 0.5) * self.size
    }

    fn corner(&self, place: [u32; 2]) -> Vec3 {
        let Vec2 { x, y } = self.across(place);
        Vec3::new(x, self.height(place), y)
    }

    /// The corners of a triangle, as Bevy's planes have them.
    fn triangle(&self, index: u32) -> [Vec3; 3] {
        let width = self.corners[0] - 1;
        let (cell, second) = (index / 2, index % 2 == 1);
        let (x, z) = (cell % width, cell / width);
        let (one, two) = ([x + 1, z], [x, z + 1]);
        let corners = if second { [[x, z], two, one] } else { [[x + 1, z + 1], one, two] };
        corners.map(|corner| self.corner(corner))
    }

    /// The box of the cells from one corner of the grid to another, with heights in this range.
    fn around(&self, first: [u32; 2], last: [u32; 2], [low, high]: [f32; 2]) -> Aabb<Vec3> {
        let rim = [0, 1].map(|axis| last[axis].min(self.corners[axis] - 1));
        let (min, max) = (self.across(first), self.across(rim));
        padded(Aabb { min: Vec3::new(min.x, low, min.y), max: Vec3::new(max.x, high, max.y) })
    }
}

/// The range that holds all of some.
fn united(ranges: impl Iterator<Item = [f32; 2]>) -> [f32; 2] {
    ranges.fold([f32::MAX, f32::MIN], |[low, high], [lower, higher]| [low.min(lower), high.max(higher)])
}

impl Bvh<Vec3> for HeightField {
    type Node = Node;

    fn root(&self) -> Option<Node> {
        Some(Node::Block { level: self.top(), place: [0, 0] })
    }

    fn bounds(&self, node: Node) -> Aabb<Vec3> {
        match node {
            Node::Block { level, place } => {
                let [first, last] = [0, 1].map(|by| place.map(|at| (at + by) << level));
                self.around(first, last, self.range(level, place))
            }
            Node::Strip { level, place: [x, z], half } => {
                let (wide, deep) = (1 << level, 1 << (level - 1));
                let first = [x * wide, (2 * z + half) * deep];
                let last = [first[0] + wide, first[1] + deep];
                self.around(first, last, self.range_of_quarters(level, [x, z], [half]))
            }
            Node::Face(index) => {
                let [a, b, c] = self.triangle(index);
                padded(Aabb { min: a.min(b).min(c), max: a.max(b).max(c) })
            }
        }
    }

    fn inside(&self, node: Node) -> BvhNode<Node> {
        match node {
            Node::Block { level: 0, place: [x, z] } => {
                let first = 2 * (z * (self.corners[0] - 1) + x);
                BvhNode::Nodes([first, first + 1].map(|face| Some(Node::Face(face))))
            }
            Node::Block { level, place } => {
                let exists = |half: u32| 2 * place[1] + half < self.extent(level - 1)[1];
                let strip = |half| exists(half).then_some(Node::Strip { level, place, half });
                BvhNode::Nodes([0, 1].map(strip))
            }
            Node::Strip { level, place, half } => {
                let quarters = self.quarters(level, place, half);
                BvhNode::Nodes(quarters.map(|place| Some(Node::Block { level: level - 1, place: place? })))
            }
            Node::Face(index) => BvhNode::Part(index),
        }
    }
}

impl Surface<Dim3> for HeightField {
    fn len(&self) -> u32 {
        2 * (self.corners[0] - 1) * (self.corners[1] - 1)
    }

    fn face(&self, index: u32) -> ConvexShape {
        ConvexShape::Triangle(gjk::Triangle::new(self.triangle(index)))
    }

    fn walk(&self, walker: &mut dyn BvhVisitor<Vec3>) -> ControlFlow<()> {
        Bvh::walk(self, walker)
    }

    fn level(&self, depth: u32, visit: &mut dyn FnMut(&Aabb<Vec3>)) {
        Bvh::level(self, depth, visit);
    }
}
