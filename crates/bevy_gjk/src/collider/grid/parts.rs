//! The parts of a grid: its cells, made on demand, in an implicit BVH of its blocks.

use core::ops::ControlFlow;
use std::borrow::Cow;

use gjk::{Aabb, Affine, Vector, Wide};

use super::cells::Cells;
use super::layout::{
    block_bits, block_counts, cell_center, child_bits, child_offset, from_row_major, row_major,
};
#[cfg(feature = "overlay")]
use super::placed_kind::CELL_TOLERANCE;
use super::placed_kind::{PlacedKind, place};
use super::{CellGrid, GridCell, GridError};
use crate::collider::bvh::{Aabbs, Bvh, Node, WIDTH, corners_of};
use crate::collider::composite::{CellRules, ImplicitPart, ImplicitParts, Placement};
use crate::collider::{
    AffineOf, ContentHash, ConvexOf, Dimension, LayersOfKinds, OneWayPlatform, SurfaceVelocity,
};

/// The cells of a grid, and what the kinds are.
#[derive(Debug)]
pub(crate) struct GridParts<D: Dimension> {
    cells: Cells<D>,
    cell_size: D::Vector,
    kinds: Vec<PreparedKind<D>>,
    layers: Option<LayersOfKinds>,
    has_rules: bool,
    reports: bool,
    /// The first thing that is wrong with a cell or a kind.
    error: Option<GridError<D>>,
}

/// A kind, and its shape, if it has one that is valid.
#[derive(Debug)]
struct PreparedKind<D: Dimension> {
    placed: Option<PlacedKind<D>>,
    rules: CellRules<D>,
    reports: bool,
    tag: u32,
}

impl<D: Dimension> GridParts<D> {
    /// Prepares the kinds of a valid grid.
    pub(super) fn new(grid: &CellGrid<D>) -> Self {
        let CellGrid { cell_size, kinds, cells } = grid;
        let mut parts = Self {
            cells: cells.clone(),
            cell_size: *cell_size,
            kinds: Vec::with_capacity(kinds.len()),
            layers: LayersOfKinds::of(kinds.iter().map(|kind| kind.layers)),
            has_rules: kinds
                .iter()
                .any(|kind| kind.one_way.is_some() || kind.surface_velocity != D::Vector::ZERO),
            reports: kinds.iter().any(|kind| kind.reports),
            error: None,
        };
        for (number, kind) in (1..=u16::MAX).zip(kinds) {
            let placed = place(kind, *cell_size, number).unwrap_or_else(|error| {
                parts.error.get_or_insert(error);
                None
            });
            let mut ignore = |field, flaw| {
                let error = GridError::RuleInvalid { kind: number, field, flaw, cell: None };
                parts.error.get_or_insert(error);
            };
            let one_way = kind.one_way.map(OneWayPlatform::checked).transpose();
            let surface = SurfaceVelocity::<D>::new(kind.surface_velocity).checked();
            let rules = CellRules {
                layers: kind.layers,
                one_way: one_way.map_err(|flaw| ignore("one_way", flaw)).unwrap_or_default(),
                surface_velocity: surface
                    .map_err(|flaw| ignore("surface_velocity", flaw))
                    .unwrap_or_default()
                    .velocity,
            };
            parts.kinds.push(PreparedKind { placed, rules, reports: kind.reports, tag: kind.tag });
        }
        parts.find_cell_of_error();
        parts
    }

    /// Finds a cell that has no kind, or the first one of the kind that is wrong.
    fn find_cell_of_error(&mut self) {
        let kinds = self.kinds.len();
        let first = |wanted: &dyn Fn(u16) -> bool| {
            let mut filled = self.cells.filled();
            filled.find(|&(_, kind)| wanted(kind)).map(|(cell, kind)| (D::cell_from(cell), kind))
        };
        self.error = match self.error {
            None if usize::from(self.cells.largest_kind()) > kinds => {
                let found = first(&|kind| usize::from(kind) > kinds);
                found.map(|(cell, kind)| GridError::NoSuchKind { cell, kind, kinds })
            }
            Some(mut error) => {
                if let GridError::KindInvalid { kind, cell, .. }
                | GridError::LeavesCell { kind, cell }
                | GridError::RuleInvalid { kind, cell, .. } = &mut error
                {
                    *cell = first(&|found| found == *kind).map(|(cell, _)| cell);
                }
                Some(error)
            }
            None => None,
        };
    }

    fn prepared(&self, kind: u16) -> Option<&PreparedKind<D>> {
        self.kinds.get(usize::from(kind).checked_sub(1)?)
    }

    fn prepared_part(&self, part: u32) -> Option<&PreparedKind<D>> {
        self.prepared(self.cells.get(self.cells.coordinates(part)?))
    }

    /// Returns the center of a cell.
    fn center(&self, cell: [u32; 3]) -> D::Vector {
        cell_center::<D>(cell, self.cell_size)
    }

    /// Returns the AABB of the cells between two corners of cells, without padding.
    fn bounds_between(&self, first: [u32; 3], last: [u32; 3]) -> Aabb<D::Vector> {
        let corner =
            |cell: [u32; 3]| D::Vector::from_fn(|axis| cell[axis] as f32 * self.cell_size.element(axis));
        Aabb { min: corner(first), max: corner(last) }
    }

    /// Returns the level of a node, 0 if its children are cells, and the coordinates of its block.
    fn block(&self, node: Node) -> (u32, [u32; 3]) {
        let level = u32::from(node.level);
        (level, from_row_major(node.index, block_counts::<D>(self.cells.size(), level + 1)))
    }

    /// Returns the coordinates of a child, in cells or in blocks of the level below.
    fn child_of(level: u32, block: [u32; 3], lane: u32) -> [u32; 3] {
        let (bits, offset) = (child_bits::<D>(level), child_offset::<D>(level, lane));
        core::array::from_fn(|axis| (block[axis] << bits[axis]) + offset[axis])
    }
}

/// A node is a block of cells.
impl<D: Dimension> Bvh for GridParts<D> {
    fn levels(&self) -> u8 {
        self.cells.levels() as u8
    }

    fn children<'a>(&'a self, node: Node, computed: &'a mut Aabbs<WIDTH>) -> &'a Aabbs<WIDTH> {
        *computed = Aabbs::EMPTY;
        let (level, block) = self.block(node);
        let bits = block_bits::<D>(level + 1);
        let first = core::array::from_fn(|axis| block[axis] << bits[axis]);
        if level == 0 {
            for (lane, kind) in self.cells.block(first).into_iter().enumerate() {
                if let Some(PlacedKind { bounds, .. }) =
                    self.prepared(kind).and_then(|kind| kind.placed.as_ref())
                {
                    let center = self.center(Self::child_of(0, block, lane as u32));
                    let aabb = Aabb { min: bounds.min + center, max: bounds.max + center };
                    computed.set(lane, corners_of::<D>(&aabb));
                }
            }
            computed.pad::<D>();
            return computed;
        }
        let mask = self.cells.mask(level, first, node.index);
        let (bits, size) = (block_bits::<D>(level), self.cells.size());
        for lane in (0..WIDTH).filter(|lane| mask >> lane & 1 == 1) {
            let child = Self::child_of(level, block, lane as u32);
            let first = core::array::from_fn(|axis| child[axis] << bits[axis]);
            let last = core::array::from_fn(|axis| size[axis].min((child[axis] + 1) << bits[axis]));
            computed.set(lane, corners_of::<D>(&self.bounds_between(first, last)));
        }
        computed.pad::<D>();
        computed
    }

    fn has_smallest_around(&self) -> bool {
        true
    }

    fn smallest_around(&self, [min, max]: [[f32; 3]; 2]) -> Option<Node> {
        /// How far from a box a cell may be that the box meets, in cells: shapes may leave their cells a little.
        const SLACK: f32 = 0.01;
        let size = self.cells.size();
        let cell_of = |corner: [f32; 3], slack: f32| {
            let mut cell = [0; 3];
            for (axis, at) in cell.iter_mut().enumerate().take(D::Vector::DIMENSION) {
                // The conversion takes what is below zero as zero.
                *at = ((corner[axis] / self.cell_size.element(axis) + slack) as u32).min(size[axis] - 1);
            }
            cell
        };
        let (first, last) = (cell_of(min, -SLACK), cell_of(max, SLACK));
        let levels = (1..=self.cells.levels()).find(|&levels| {
            let bits = block_bits::<D>(levels);
            (0..3).all(|axis| first[axis] >> bits[axis].min(31) == last[axis] >> bits[axis].min(31))
        })?;
        let bits = block_bits::<D>(levels);
        let block = core::array::from_fn(|axis| first[axis] >> bits[axis].min(31));
        let index = row_major(block, block_counts::<D>(size, levels));
        Some(Node { level: (levels - 1) as u8, index })
    }

    fn child(&self, node: Node, lane: u32) -> u32 {
        let (level, block) = self.block(node);
        let counts = block_counts::<D>(self.cells.size(), level);
        row_major(Self::child_of(level, block, lane), counts)
    }
}

impl<D: Dimension> ImplicitParts<D> for GridParts<D> {
    /// Returns the number of all cells, of which not all have a shape.
    fn len(&self) -> u32 {
        self.cells.size().iter().product()
    }

    fn part(&self, index: u32) -> Option<ImplicitPart<'_, D>> {
        let cell = self.cells.coordinates(index)?;
        let PlacedKind { shape, around_center, .. } = self.prepared(self.cells.get(cell))?.placed.as_ref()?;
        let center = self.exact_center(cell) + around_center.translation().widen();
        let placement = Some(Placement::around(around_center, center));
        Some(ImplicitPart { shape: Cow::Borrowed(shape), placement })
    }

    fn each_index(&self, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        self.cells.filled().try_for_each(|(cell, _)| visit(row_major(cell, self.cells.size())))
    }

    fn extent(&self) -> Option<Aabb<D::Vector>> {
        Some(self.bounds_between([0; 3], self.cells.size()))
    }

    fn bvh(&self) -> &dyn Bvh {
        self
    }

    fn add_to(&self, hash: &mut ContentHash) {
        self.cells.add_to(hash);
        hash.add_vector::<D>(self.cell_size);
        for PreparedKind { placed, rules, .. } in &self.kinds {
            hash.add_shown(&rules.layers);
            if let Some(PlacedKind { shape, around_center, .. }) = placed {
                hash.add_shown(shape);
                hash.add_affine::<D>(around_center);
            }
        }
    }

    fn as_grid(&self) -> Option<&Self> {
        Some(self)
    }
}

/// What its geometry is made of.
impl<D: Dimension> GridParts<D> {
    /// Returns the number of all cells.
    pub(crate) fn cell_count(&self) -> u64 {
        self.len().into()
    }

    /// Returns the side lengths of a cell.
    pub(crate) fn cell_size(&self) -> D::Vector {
        self.cell_size
    }

    /// Iterates over the cells that are not empty, with the numbers of their kinds, in the order of their parts.
    pub(crate) fn filled(&self) -> impl Iterator<Item = ([u32; 3], u16)> {
        self.cells.filled()
    }

    /// Returns the index of the part that a cell inside of the grid is.
    pub(crate) fn part_of(&self, cell: [u32; 3]) -> u64 {
        row_major(cell, self.cells.size()).into()
    }

    /// Returns the number of the kind beyond a side of a cell: of two sides along an axis, the lower one first.
    pub(crate) fn kind_beyond(&self, mut cell: [u32; 3], side: usize) -> u16 {
        let at = &mut cell[side / 2];
        *at = if side.is_multiple_of(2) { at.wrapping_sub(1) } else { *at + 1 };
        self.cells.get(cell)
    }

    /// Returns the shape of a kind and the map that places it around the center of a cell, if it has a valid one.
    pub(crate) fn shape_of_kind(&self, kind: u16) -> Option<(&ConvexOf<D>, &AffineOf<D>)> {
        let placed = self.prepared(kind)?.placed.as_ref()?;
        Some((&placed.shape, &placed.around_center))
    }

    /// Returns the center of a cell, without rounding.
    pub(crate) fn exact_center(&self, cell: [u32; 3]) -> D::Wide {
        let axes = cell.into_iter().enumerate().take(D::Vector::DIMENSION);
        axes.fold(D::Wide::ZERO, |center, (axis, at)| {
            let sides = (f64::from(at) + 0.5) * f64::from(self.cell_size.element(axis));
            center + D::Vector::axis(axis).widen() * sides
        })
    }
}

/// What a part is as a cell.
impl<D: Dimension> GridParts<D> {
    /// Returns the cell that a part is.
    pub(crate) fn cell(&self, index: u32) -> Option<GridCell<D>> {
        let cell = self.cells.coordinates(index)?;
        let kind = self.cells.get(cell);
        let tag = self.prepared(kind)?.tag;
        Some(GridCell { cell: D::cell_from(cell), kind, tag })
    }

    /// Returns what the kind of a cell says of it, where it differs from the rest of the collider.
    pub(crate) fn cell_rules(&self, index: u32) -> Option<&CellRules<D>> {
        if self.layers.is_some() || self.has_rules {
            self.prepared_part(index).map(|kind| &kind.rules)
        } else {
            None
        }
    }

    /// Returns the layers that kinds have of their own, if any has.
    pub(crate) fn layers_of_kinds(&self) -> Option<LayersOfKinds> {
        self.layers
    }

    /// Returns whether there are cells whose touches are reported by events.
    pub(crate) fn has_reporting_cells(&self) -> bool {
        self.reports
    }

    /// Returns whether touches of the cell that a part is are reported by events.
    pub(crate) fn reports(&self, index: u32) -> bool {
        self.reports && self.prepared_part(index).is_some_and(|kind| kind.reports)
    }

    /// Returns the first thing that is wrong with a cell or a kind.
    pub(crate) fn error(&self) -> Option<GridError<D>> {
        self.error
    }

    /// Returns whether a line between two points of a part's shape is inside of all cells together: on a side of its
    /// cell, with both ends on the neighbor, which is convex.
    #[cfg(feature = "overlay")]
    pub(crate) fn hides(&self, index: u32, line: [D::Vector; 2]) -> bool {
        let Some(cell) = self.cells.coordinates(index) else { return false };
        let placed = |cell| self.prepared(self.cells.get(cell))?.placed.as_ref();
        let Some(own) = placed(cell) else { return false };
        let [from, to] = line.map(|point| own.around_center.apply(point));
        // A little inside of the line, since a slope is thin at its ends.
        let short = (to - from) * (10.0 * CELL_TOLERANCE);
        let ends = [from + short, to - short];
        (0..D::Vector::DIMENSION).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]).any(|(axis, sign)| {
            let half = 0.5 * self.cell_size.element(axis);
            let is_on_side =
                |end: &D::Vector| (end.element(axis) - sign * half).abs() <= CELL_TOLERANCE * half;
            let mut neighbor = cell;
            neighbor[axis] = neighbor[axis].wrapping_add_signed(sign as i32);
            let is_on = |kind: &PlacedKind<D>, end: D::Vector| {
                // The other side of the neighbor, as far inside as its shape may be.
                let inside = (2.0 - CELL_TOLERANCE) * sign * half;
                let point = gjk::Point::new([end - D::Vector::axis(axis) * inside]);
                gjk::intersects(&gjk::Placed::new(&kind.shape, kind.around_center), &point)
            };
            ends.iter().all(is_on_side)
                && placed(neighbor).is_some_and(|kind| ends.into_iter().all(|end| is_on(kind, end)))
        })
    }
}
