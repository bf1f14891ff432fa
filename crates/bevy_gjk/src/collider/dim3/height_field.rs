//! Height fields (terrains): heights over a regular grid, with an implicit BVH.
//!
//! The horizontal extents of the cells follow from the grid, so the hierarchy stores only the minimum and the maximum
//! height of each block of cells: a min-max mipmap (a quadtree), where a block covers two by two blocks of the level
//! below. This needs a quarter of the memory of a tree over the cells and is as fast.
//!
//! A height that is NaN makes a hole: the triangles at its grid point do not exist. A block without triangles has an
//! inverted range, from the largest to the least number, and no AABB.
//!
//! After Tevs, Ihrke, Seidel, "Maximum mipmaps for fast, accurate, and scalable dynamic height field rendering",
//! 2008.

use std::borrow::Cow;

use gjk::{Aabb, Vec2, Vec3};

use crate::collider::aabb::padded;
use crate::collider::bvh::{Aabbs, Bvh, Node, WIDTH, corners_of};
use crate::collider::composite::{ImplicitPart, ImplicitParts, simplex_aabb};
use crate::collider::dim3::{Collider, ConvexShape};
use crate::collider::{ColliderError, ColliderShape, CompositeShape, ContentHash, Dim3, part_count};

impl Collider {
    /// Creates a height field from its heights, row by row with `columns` in each, and its size along x and z. See
    /// [`HeightField`](Self::HeightField).
    pub fn height_field(heights: impl IntoIterator<Item = f32>, columns: u32, size: Vec2) -> Self {
        Self::HeightField { heights: heights.into_iter().collect(), columns, size }
    }
}

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
        if let Some(index) = heights.iter().position(|height| height.is_infinite()) {
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
            let blocks = indices.map(|index| field.range_of_children(level, index)).collect();
            field.blocks.push(blocks);
        }
        if is_empty(field.range(field.top(), [0, 0])) {
            return Err(ColliderError::AllHoles);
        }
        Ok(CompositeShape::implicit(field))
    }

    /// Returns the level of the block of all cells.
    fn top(&self) -> u32 {
        self.blocks.len() as u32
    }

    /// Returns the numbers of blocks of a level along x and z; the last ones may extend beyond the grid.
    fn extent(&self, level: u32) -> [u32; 2] {
        self.grid_size.map(|points| (points - 1).div_ceil(1 << level))
    }

    /// Returns the indices of the four blocks of the level below that make a block; `None` for those outside of the
    /// grid.
    fn child_blocks(&self, level: u32, [x, z]: [u32; 2]) -> [Option<[u32; 2]>; 4] {
        let [width, depth] = self.extent(level - 1);
        [[0, 0], [1, 0], [0, 1], [1, 1]]
            .map(|[right, far]| [2 * x + right, 2 * z + far])
            .map(|[x, z]| (x < width && z < depth).then_some([x, z]))
    }

    /// Computes the height range of a block from the level below.
    fn range_of_children(&self, level: u32, index: [u32; 2]) -> [f32; 2] {
        let child_blocks = self.child_blocks(level, index).into_iter().flatten();
        range_union(child_blocks.map(|index| self.range(level - 1, index)))
    }

    /// Returns the level and the index of the block that a node of the BVH is.
    fn block(&self, node: Node) -> (u32, [u32; 2]) {
        let level = u32::from(node.level) + 1;
        let [width, _] = self.extent(level);
        (level, [node.index % width, node.index / width])
    }

    /// Returns the minimum and maximum height of the triangles of a block.
    fn range(&self, level: u32, [x, z]: [u32; 2]) -> [f32; 2] {
        if level > 0 {
            let [width, _] = self.extent(level);
            return self.blocks[level as usize - 1][(z * width + x) as usize];
        }
        let corners = [[x, z], [x + 1, z], [x, z + 1], [x + 1, z + 1]];
        let [near, one, two, far] = corners.map(|vertex| self.height(vertex));
        let exists = |corner: f32| !(corner.is_nan() || one.is_nan() || two.is_nan());
        // The diagonal belongs to both triangles.
        let heights =
            [near, far].into_iter().filter(|&corner| exists(corner)).flat_map(|corner| [corner, one, two]);
        range_union(heights.map(|height| [height; 2]))
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

    /// Returns the corners of a triangle, unless it is in a hole.
    fn existing_triangle(&self, index: u32) -> Option<[Vec3; 3]> {
        let corners = self.triangle(index);
        corners.iter().all(|corner| !corner.y.is_nan()).then_some(corners)
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

/// Returns whether nothing is in a range.
fn is_empty([low, high]: [f32; 2]) -> bool {
    low > high
}

/// A node is a block of cells: the children of one of two by two cells are their eight triangles, those of a larger
/// one are its four blocks.
impl Bvh for HeightField {
    fn levels(&self) -> u8 {
        self.top().max(1) as u8
    }

    fn children<'a>(&'a self, node: Node, computed: &'a mut Aabbs<WIDTH>) -> &'a Aabbs<WIDTH> {
        *computed = Aabbs::EMPTY;
        let (level, index) = self.block(node);
        for (child, block) in self.child_blocks(level, index).into_iter().enumerate() {
            let Some(block @ [x, z]) = block else { continue };
            if level == 1 {
                let first = 2 * (z * (self.grid_size[0] - 1) + x);
                for face in 0..2 {
                    let Some(corners) = self.existing_triangle(first + face) else { continue };
                    let aabb = simplex_aabb(corners);
                    computed.set(2 * child + face as usize, corners_of::<Dim3>(&aabb));
                }
                continue;
            }
            let range = self.range(level - 1, block);
            if !is_empty(range) {
                let [first, last] = [0, 1].map(|offset| block.map(|start| (start + offset) << (level - 1)));
                let aabb = self.aabb_of(first, last, range);
                computed.set(child, corners_of::<Dim3>(&aabb));
            }
        }
        computed
    }

    fn child(&self, node: Node, lane: u32) -> u32 {
        let (level, [x, z]) = self.block(node);
        let block = if level == 1 { lane / 2 } else { lane };
        let [width, _] = self.extent(level - 1);
        let index = (2 * z + block / 2) * width + 2 * x + block % 2;
        if level == 1 { 2 * index + lane % 2 } else { index }
    }
}

impl ImplicitParts<Dim3> for HeightField {
    /// Returns the number of all triangles, of which those in holes do not exist.
    fn len(&self) -> u32 {
        2 * (self.grid_size[0] - 1) * (self.grid_size[1] - 1)
    }

    fn part(&self, index: u32) -> Option<ImplicitPart<'_, Dim3>> {
        let corners = (index < self.len()).then(|| self.existing_triangle(index))??;
        let triangle = ConvexShape::Triangle(gjk::Triangle::new(corners));
        Some(ImplicitPart { shape: Cow::Owned(triangle), placement: None })
    }

    fn bvh(&self) -> &dyn Bvh {
        self
    }

    fn add_to(&self, hash: &mut ContentHash) {
        self.grid_size.iter().for_each(|&points| hash.add(points.into()));
        [self.size.x, self.size.y].into_iter().for_each(|side| hash.add_f32(side));
        for &height in &self.heights {
            // The bits of a NaN differ between platforms.
            if height.is_nan() { hash.add(u64::MAX) } else { hash.add_f32(height) }
        }
    }
}
