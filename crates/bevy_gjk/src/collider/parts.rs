//! A collider of many convex parts, in a tree of the boxes around them.

use core::fmt::Debug;
use core::ops::ControlFlow;

use gjk::{Affine, Bounds, Placed, Support, Vector};

mod tree;

use super::form::Convex;
use crate::bounds::grown;
use crate::dimension::Dimension;
use tree::Tree;

/// The affine map that places a collider.
type AffineOf<D> = <<D as Dimension>::Vector as Vector>::Affine;

/// Convex shapes that make a collider together.
#[derive(Debug)]
pub struct Parts<D: Dimension> {
    pieces: Vec<Piece<D>>,
    tree: Tree<D::Vector>,
}

/// A convex shape, and where it stands in the space of the collider.
#[derive(Debug)]
struct Piece<D: Dimension> {
    shape: Convex<D>,
    affine: AffineOf<D>,
}

impl<D: Dimension> Parts<D> {
    /// These shapes, each placed by a map in the space of the collider. All are bounded.
    pub(crate) fn new(pieces: impl IntoIterator<Item = (Convex<D>, AffineOf<D>)>) -> Self {
        let pieces: Vec<_> = pieces.into_iter().map(|(shape, affine)| Piece { shape, affine }).collect();
        let tight = |piece: &Piece<D>| Placed::<_, D::Vector>::new(&piece.shape, piece.affine).bounds();
        let boxes: Vec<_> = pieces.iter().map(|piece| grown(tight(piece))).collect();
        Self { pieces, tree: Tree::new(&boxes) }
    }

    /// How many parts there are; at least one.
    pub fn len(&self) -> u32 {
        self.pieces.len() as u32
    }

    /// Whether there is no part; never in a collider that takes part.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Calls with the part of this index, placed in the world by a map of the collider; not at all if there is
    /// none.
    pub fn with_part<T>(
        &self,
        index: u32,
        affine: &AffineOf<D>,
        visit: impl FnOnce(&Placed<&Convex<D>, D::Vector>) -> T,
    ) -> Option<T> {
        let piece = self.pieces.get(index as usize)?;
        Some(visit(&Placed::new(&piece.shape, D::compose(affine, &piece.affine))))
    }

    /// Calls for each part that `order` wants, placed in the world by a map of the collider: sooner for those
    /// for which it gives less.
    ///
    /// `order` is asked about boxes in the world: around many parts at first, around single ones at last.
    /// Where it gives nothing, nothing that is inside is visited. It may become choosier meanwhile.
    pub fn visit(
        &self,
        affine: &AffineOf<D>,
        mut order: impl FnMut(&Bounds<D::Vector>) -> Option<f32>,
        mut visit: impl FnMut(u32, &Placed<&Convex<D>, D::Vector>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tree.visit(&mut |bounds| order(&mapped(affine, bounds)), &mut |index| {
            self.with_part(index, affine, |part| visit(index, part)).unwrap_or(ControlFlow::Continue(()))
        })
    }

    /// The box around all parts as a map places them: tight for a few, and somewhat larger for many.
    pub(crate) fn bounds(&self, affine: &AffineOf<D>) -> Bounds<D::Vector> {
        /// So many parts are looked at one by one, and of more as many nodes of the tree.
        const FEW: u32 = 32;
        let mut all: Option<Bounds<D::Vector>> = None;
        let mut unite = |bounds| all = Some(all.map_or(bounds, |all| all.union(bounds)));
        if self.len() <= FEW {
            for index in 0..self.len() {
                self.with_part(index, affine, |part| unite(grown(part.bounds())));
            }
        } else {
            self.tree.level(FEW as usize, |bounds| unite(mapped(affine, bounds)));
        }
        all.unwrap_or_default()
    }
}

/// A box around what a map makes of a box, with room for rounding.
///
/// Also for maps that flatten: so boxes in the space of a collider are brought into the world, and not the
/// other way round.
fn mapped<V: Vector<Scalar = f32>>(affine: &V::Affine, bounds: &Bounds<V>) -> Bounds<V> {
    let (centre, half) = (bounds.min * 0.5 + bounds.max * 0.5, bounds.max * 0.5 - bounds.min * 0.5);
    let (mut middle, mut extents) = (affine.translation(), V::ZERO);
    let mut reach = middle.max(-middle);
    for index in 0..V::DIMENSION {
        let column = affine.column(index);
        let (shift, side) = (column * centre.element(index), column * half.element(index));
        middle = middle + shift;
        extents = extents + side.max(-side);
        reach = reach + shift.max(-shift);
    }
    // The tolerance of touching, and the rounding of both of the sums above and of those that place the shape.
    let margin = 2e-6 * extents.max_element() + 8.0 * f32::EPSILON * reach.max_element();
    for index in 0..V::DIMENSION {
        extents = extents + V::axis(index) * margin;
    }
    Bounds { min: middle - extents, max: middle + extents }
}
