//! The nodes of the search for the [shortest way out](super::least_push): displacements beyond a few planes.

use arrayvec::ArrayVec;
use gjk::Vector;

use super::constraints::{Constraint, Solution, length, nearest_feasible};
use super::hit::PartKey;
use super::obstacles::MAX_STORED_PARTS;
use super::planes::ContactPlane;
use super::push_space::PushTask;
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
pub(super) struct ExitPlane<W> {
    pub(super) key: PartKey,
    pub(super) constraint: Constraint<W>,
}

pub(super) type ExitPlanes<W> = ArrayVec<ExitPlane<W>, 3>;

/// The nearest displacement beyond a few planes.
struct Node<W> {
    displacement: W,
    /// The distance from the wanted displacement.
    length: f64,
    planes: ExitPlanes<W>,
    is_open: bool,
}

/// The nodes that were found.
pub(super) struct Nodes<D: Dimension>(ArrayVec<Node<D::Wide>, MAX_NODES>);

impl<D: Dimension> Nodes<D> {
    pub(super) fn new() -> Self {
        Self(ArrayVec::new())
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes the nearest node that was not looked at yet and is no farther than a limit.
    pub(super) fn take_nearest(&mut self, limit: f64) -> Option<(D::Wide, ExitPlanes<D::Wide>)> {
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
    pub(super) fn insert(&mut self, displacement: D::Wide, length: f64, planes: ExitPlanes<D::Wide>) {
        if self.0.iter().any(|node| is_same_node::<D>(node, displacement, length, &planes)) {
            return;
        }
        let node = Node { displacement, length, planes, is_open: true };
        let Err(full) = self.0.try_push(node) else { return };
        let value = |node: &Node<_>| if node.is_open { node.length } else { f64::INFINITY };
        let worst = self.0.iter_mut().max_by(|one, two| value(one).total_cmp(&value(two)));
        if let Some(worst) = worst
            && value(worst) > length
        {
            *worst = full.element();
        }
    }
}

/// Returns the displacement nearest to the wanted one beyond some planes and the fixed ones, and those that hold it; `None` if
/// they exclude each other.
pub(super) fn nearest_beyond<D: Dimension>(
    task: &PushTask<D>,
    planes: &[ExitPlane<D::Wide>],
) -> Option<(D::Wide, ExitPlanes<D::Wide>)> {
    let &PushTask { wanted, fixed, .. } = task;
    let mut constraints = ArrayVec::<_, { 2 * MAX_STORED_PARTS }>::new();
    constraints.extend(fixed.iter().map(ContactPlane::constraint));
    constraints.extend(planes.iter().map(|plane| plane.constraint));
    let Solution { point, active } = nearest_feasible(wanted, &constraints, D::Vector::DIMENSION).ok()?;
    let least = HOLDS * length(point - wanted);
    let holding = active.into_iter().flatten().filter(|&(_, push)| push > least);
    let planes = holding.filter_map(|(index, _)| planes.get(index.checked_sub(fixed.len())?).copied());
    Some((point, planes.collect()))
}

/// Returns whether a node has a displacement, and the same planes hold it.
fn is_same_node<D: Dimension>(
    node: &Node<D::Wide>,
    displacement: D::Wide,
    distance: f64,
    planes: &ExitPlanes<D::Wide>,
) -> bool {
    let is_known = |plane: &ExitPlane<D::Wide>| {
        let is_same =
            |known: &ExitPlane<_>| length(known.constraint.normal - plane.constraint.normal) < SAME_NORMAL;
        node.planes.iter().any(is_same)
    };
    (node.length - distance).abs() <= SAME_NODE * distance
        && node.planes.len() == planes.len()
        && length(node.displacement - displacement) <= SAME_NODE * distance
        && planes.iter().all(is_known)
}
