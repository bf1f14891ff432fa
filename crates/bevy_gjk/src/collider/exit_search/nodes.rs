//! The nodes of the search for the [shortest exit](super): displacements beyond a few planes.

use arrayvec::ArrayVec;
use gjk::Vector;

use super::constraints::{Constraint, Solution, length, nearest_feasible};
use super::space::{ExitTask, MAX_NEAR};
use crate::collider::Dimension;

/// The limit of nodes that are kept, some 90 kB on the stack.
const MAX_NODES: usize = 512;
/// The difference of two nodes that counts as none, relative to the displacement, and of two unit normals.
const SAME_NODE: f64 = 1e-7;
pub(super) const SAME_NORMAL: f64 = 1e-5;
/// The part of a displacement that a plane has to push to hold it.
const HOLDS: f64 = 1e-9;

/// The plane of a way out of a part, beyond which a displacement is.
#[derive(Clone, Copy)]
pub(crate) struct ExitPlane<W, K> {
    pub(crate) key: K,
    pub(crate) constraint: Constraint<W>,
}

/// The planes that hold a displacement.
pub(crate) type Holding<W, K> = ArrayVec<ExitPlane<W, K>, 3>;

/// The nearest displacement beyond a few planes.
struct Node<W, K> {
    displacement: W,
    /// The distance from the wanted displacement.
    length: f64,
    planes: Holding<W, K>,
    is_open: bool,
}

/// The nodes that were found.
pub(super) struct Nodes<D: Dimension, K>(ArrayVec<Node<D::Wide, K>, MAX_NODES>);

impl<D: Dimension, K: Copy> Nodes<D, K> {
    pub(super) fn new() -> Self {
        Self(ArrayVec::new())
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes the nearest node that was not looked at yet and is no farther than a limit.
    pub(super) fn take_nearest(&mut self, limit: f64) -> Option<(D::Wide, Holding<D::Wide, K>)> {
        let open = self.0.iter_mut().filter(|node| node.is_open);
        let nearest = open.min_by(|one, two| one.length.total_cmp(&two.length))?;
        if nearest.length > limit {
            return None;
        }
        nearest.is_open = false;
        Some((nearest.displacement, nearest.planes.clone()))
    }

    /// Adds a node that is not known yet. If there is no room, it takes the place of one that was looked at, or of the
    /// farthest one.
    pub(super) fn insert(&mut self, displacement: D::Wide, length: f64, planes: Holding<D::Wide, K>) {
        if self.0.iter().any(|node| is_same_node::<D, K>(node, displacement, length, &planes)) {
            return;
        }
        let node = Node { displacement, length, planes, is_open: true };
        let Err(full) = self.0.try_push(node) else { return };
        let value = |node: &Node<_, _>| if node.is_open { node.length } else { f64::INFINITY };
        let worst = self.0.iter_mut().max_by(|one, two| value(one).total_cmp(&value(two)));
        if let Some(worst) = worst
            && value(worst) > length
        {
            *worst = full.element();
        }
    }
}

/// Returns the displacement nearest to the wanted one beyond some planes and the fixed ones, and those that hold it;
/// `None` if they exclude each other.
pub(super) fn nearest_beyond<D: Dimension, K: Copy>(
    task: &ExitTask<D>,
    planes: &[ExitPlane<D::Wide, K>],
) -> Option<(D::Wide, Holding<D::Wide, K>)> {
    let &ExitTask { wanted, fixed, .. } = task;
    let mut constraints = ArrayVec::<_, { 2 * MAX_NEAR }>::new();
    constraints.extend(fixed.iter().copied());
    constraints.extend(planes.iter().map(|plane| plane.constraint));
    let Solution { point, active } = nearest_feasible(wanted, &constraints, D::Vector::DIMENSION).ok()?;
    let least = HOLDS * length(point - wanted);
    let holding = active.into_iter().flatten().filter(|&(_, push)| push > least);
    let planes = holding.filter_map(|(index, _)| planes.get(index.checked_sub(fixed.len())?).copied());
    Some((point, planes.collect()))
}

/// Returns whether a node has a displacement, and the same planes hold it.
fn is_same_node<D: Dimension, K>(
    node: &Node<D::Wide, K>,
    displacement: D::Wide,
    distance: f64,
    planes: &Holding<D::Wide, K>,
) -> bool {
    let is_known = |plane: &ExitPlane<D::Wide, K>| {
        let is_same =
            |known: &ExitPlane<_, _>| length(known.constraint.normal - plane.constraint.normal) < SAME_NORMAL;
        node.planes.iter().any(is_same)
    };
    (node.length - distance).abs() <= SAME_NODE * distance
        && node.planes.len() == planes.len()
        && length(node.displacement - displacement) <= SAME_NODE * distance
        && planes.iter().all(is_known)
}
