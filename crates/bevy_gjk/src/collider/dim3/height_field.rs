//! Height fields (terrains): heights over a regular grid, with an implicit BVH.
//!
//! The horizontal extents of the cells follow from the grid, so the hierarchy stores only the minimum and the maximum
//! height of each block of cells: a min-max mipmap (a quadtree), where a block covers two by two blocks of the level
//! below. This needs a quarter of the memory of a tree over the cells and is as fast. A binary BVH is made of it by
//! splitting each block into two strips.
//!
//! After Tevs, Ihrke, Seidel, "Maximum mipmaps for fast, accurate, and scalable dynamic height field rendering",
//! 2008.

use core::ops::ControlFlow;

use gjk::{Aabb, Vec2, Vec3};

use crate::collider::ColliderError;
use crate::collider::Dim3;
use crate::collider::aabb::padded;
use crate::collider::dim3::ConvexShape;
use crate::collider::{Bvh, BvhNode, BvhVisitor, ColliderShape, CompositeShape, Surface, part_count};

/// A height field: a surface of two triangles per cell of a grid in x and z.
#[derive(Debug)]
pub(super) struct HeightField {
    /// The heights of the grid points, row by row along x.
    heights: Vec<f32>,
    /// The numbers of grid points along x and z.
    grid_size: [u32; 2],
    /// The side lengths along x and z.
    size: Vec2,
    /// The minimum and maximum height of each block, by level: blocks of two by two cells first, up to the single block
    /// of all cells. The range of a single cell is computed from its vertices.
    blocks: Vec<Vec<[f32; 2]>>,
}

/// A node of the implicit BVH.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    /// A block of cells, by its level (a cell is a block of level 0) and its index along x and z.
    Block { level: u32, index: [u32; 2] },
    /// The half of a block with the lower (0) or the higher (1) z.
    Strip { level: u32, index: [u32; 2], half: u32 },
    /// A triangle, by its index.
    Face(u32),
}

impl HeightField {
    /// Checks the heights and builds the height field as a composite shape.
    pub(super) fn build(
        heights: &[f32],
        columns: u32,
        size: Vec2,
    ) -> Result<ColliderShape<Dim3>, ColliderError> {
        let count = u32::try_from(heights.len()).unwrap_or(u32::MAX);
        let no_grid = ColliderError::NoGrid { heights: count, columns };
        let rows = heights.len().checked_div(columns as usize).ok_or(no_grid)?;
        if columns < 2 || rows < 2 || rows * columns as usize != heights.len() {
            return Err(no_grid);
        }
        part_count(2 * (u64::from(columns) - 1) * (rows as u64 - 1))?;
        if let Some(index) = heights.iter().position(|height| !height.is_finite()) {
            return Err(ColliderError::HeightNotFinite(index));
        }
        if !size.is_finite() {
            return Err(gjk::ShapeError::NotFinite.into());
        }
        if size.min_element() < 0.0 {
            return Err(gjk::ShapeError::Negative.into());
        }
        let grid_size = [columns, rows as u32];
        let mut field = Self { heights: heights.to_vec(), grid_size, size, blocks: Vec::new() };
        while field.extent(field.top()) != [1, 1] {
            let level = field.top() + 1;
            let [width, depth] = field.extent(level);
            let indices = (0..depth).flat_map(|z| (0..width).map(move |x| [x, z]));
            let blocks = indices.map(|index| field.range_of_children(level, index, [0, 1])).collect();
            field.blocks.push(blocks);
        }
        Ok(ColliderShape::Composite(CompositeShape::surface(field).into()))
    }

    /// Returns the level of the block of all cells.
    fn top(&self) -> u32 {
        self.blocks.len() as u32
    }

    /// Returns the numbers of blocks of a level along x and z; the last ones may extend beyond the grid.
    fn extent(&self, level: u32) -> [u32; 2] {
        self.grid_size.map(|points| (points - 1).div_ceil(1 << level))
    }

    /// Returns the indices of the two blocks of the level below that make half of a block; `None` for those outside of
    /// the grid.
    fn child_blocks(&self, level: u32, [x, z]: [u32; 2], half: u32) -> [Option<[u32; 2]>; 2] {
        let [width, depth] = self.extent(level - 1);
        [0, 1]
            .map(|side| [2 * x + side, 2 * z + half])
            .map(|[x, z]| (x < width && z < depth).then_some([x, z]))
    }

    /// Computes the height range of one or both halves of a block from the level below.
    fn range_of_children(
        &self,
        level: u32,
        index: [u32; 2],
        halves: impl IntoIterator<Item = u32>,
    ) -> [f32; 2] {
        let child_blocks =
            halves.into_iter().flat_map(|half| self.child_blocks(level, index, half)).flatten();
        range_union(child_blocks.map(|index| self.range(level - 1, index)))
    }

    /// Returns the minimum and maximum height of a block.
    fn range(&self, level: u32, [x, z]: [u32; 2]) -> [f32; 2] {
        if level > 0 {
            let [width, _] = self.extent(level);
            return self.blocks[level as usize - 1][(z * width + x) as usize];
        }
        let vertices = [[x, z], [x + 1, z], [x, z + 1], [x + 1, z + 1]];
        range_union(vertices.map(|vertex| [self.height(vertex); 2]).into_iter())
    }

    /// Returns the height of a grid point.
    fn height(&self, [x, z]: [u32; 2]) -> f32 {
        self.heights[z as usize * self.grid_size[0] as usize + x as usize]
    }

    /// Returns the x and z coordinates of a grid point.
    #[inline]
    fn horizontal(&self, [x, z]: [u32; 2]) -> Vec2 {
        let [columns, rows] = self.grid_size;
        let part = Vec2::new(x as f32 / (columns - 1) as f32, z as f32 / (rows - 1) as f32);
        (part - 0.5) * self.size
    }

    /// Returns the position of a grid point.
    fn vertex(&self, index: [u32; 2]) -> Vec3 {
        let Vec2 { x, y } = self.horizontal(index);
        Vec3::new(x, self.height(index), y)
    }

    /// Returns the corners of a triangle, in the order of Bevy's mesh of a plane.
    fn triangle(&self, index: u32) -> [Vec3; 3] {
        let width = self.grid_size[0] - 1;
        let (cell, second) = (index / 2, index % 2 == 1);
        let (x, z) = (cell % width, cell / width);
        let (one, two) = ([x + 1, z], [x, z + 1]);
        let corners = if second { [[x, z], two, one] } else { [[x + 1, z + 1], one, two] };
        corners.map(|corner| self.vertex(corner))
    }

    /// Computes the AABB of the cells between two grid points, with heights in this range.
    fn aabb_of(&self, first: [u32; 2], last: [u32; 2], [low, high]: [f32; 2]) -> Aabb<Vec3> {
        let last = [0, 1].map(|axis| last[axis].min(self.grid_size[axis] - 1));
        let (min, max) = (self.horizontal(first), self.horizontal(last));
        padded(Aabb { min: Vec3::new(min.x, low, min.y), max: Vec3::new(max.x, high, max.y) })
    }
}

/// Returns the smallest range that contains all ranges.
fn range_union(ranges: impl Iterator<Item = [f32; 2]>) -> [f32; 2] {
    ranges.fold([f32::MAX, f32::MIN], |[low, high], [lower, higher]| [low.min(lower), high.max(higher)])
}

impl Bvh<Vec3> for HeightField {
    type Node = Node;

    fn root(&self) -> Option<Node> {
        Some(Node::Block { level: self.top(), index: [0, 0] })
    }

    fn bounds(&self, node: Node) -> Aabb<Vec3> {
        match node {
            Node::Block { level, index } => {
                let [first, last] = [0, 1].map(|offset| index.map(|start| (start + offset) << level));
                self.aabb_of(first, last, self.range(level, index))
            }
            Node::Strip { level, index: [x, z], half } => {
                let (wide, deep) = (1 << level, 1 << (level - 1));
                let first = [x * wide, (2 * z + half) * deep];
                let last = [first[0] + wide, first[1] + deep];
                self.aabb_of(first, last, self.range_of_children(level, [x, z], [half]))
            }
            Node::Face(index) => {
                let [a, b, c] = self.triangle(index);
                padded(Aabb { min: a.min(b).min(c), max: a.max(b).max(c) })
            }
        }
    }

    fn contents(&self, node: Node) -> BvhNode<Node> {
        match node {
            Node::Block { level: 0, index: [x, z] } => {
                let first = 2 * (z * (self.grid_size[0] - 1) + x);
                BvhNode::Inner([first, first + 1].map(|face| Some(Node::Face(face))))
            }
            Node::Block { level, index } => {
                let exists = |half: u32| 2 * index[1] + half < self.extent(level - 1)[1];
                let strip = |half| exists(half).then_some(Node::Strip { level, index, half });
                BvhNode::Inner([0, 1].map(strip))
            }
            Node::Strip { level, index, half } => {
                let child_blocks = self.child_blocks(level, index, half);
                BvhNode::Inner(
                    child_blocks.map(|index| Some(Node::Block { level: level - 1, index: index? })),
                )
            }
            Node::Face(index) => BvhNode::Leaf(index),
        }
    }
}

impl Surface<Dim3> for HeightField {
    fn len(&self) -> u32 {
        2 * (self.grid_size[0] - 1) * (self.grid_size[1] - 1)
    }

    fn face(&self, index: u32) -> ConvexShape {
        ConvexShape::Triangle(gjk::Triangle::new(self.triangle(index)))
    }

    fn walk(&self, visitor: &mut dyn BvhVisitor<Vec3>) -> ControlFlow<()> {
        Bvh::walk(self, visitor)
    }

    fn visit_level(&self, depth: u32, visit: &mut dyn FnMut(&Aabb<Vec3>)) {
        Bvh::visit_level(self, depth, visit);
    }
}
