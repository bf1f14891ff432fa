//! The shortest way out of a union of parts: the point nearest to a wanted displacement at which no part overlaps.
//!
//! The displacements at which one part overlaps are a convex set, and what lies outside of it lies beyond one of the
//! planes of its [exits](super::exits). So the nearest point outside of all sets is the nearest one beyond one plane
//! of each of them, and the question is which plane. It is answered by best-first search (branch and bound): a node
//! is the nearest displacement beyond a few planes, at first beyond none. The nearest node is taken up. If parts overlap
//! there, it is followed by one node for each way out of the deepest of them; otherwise it is the answer, as all
//! others are farther. A part that does not overlap there needs no plane, so planes that others make needless are never
//! chosen. A node keeps only those planes that hold its displacement, at most one a dimension: the others are chosen
//! again if they are needed.
//!
//! That is exact for polytopes all of whose faces are found. Round shapes have more ways out than are tried: what is found
//! is moved on to the nearest displacement that the planes allow which are measured there, until that becomes no shorter,
//! and a few nodes that are little farther are looked at, too. In 3D, the nearest ways out are also followed from each of
//! the first nodes, and [straight ways](super::straight_ways) are tried at the end.
//!
//! Nothing is pushed through a wall: the center of the shape does not come from the open into a part. If it is in a part at
//! the beginning, it may go on in the parts that follow without a gap.

use arrayvec::ArrayVec;
use gjk::{Support, Vector, Wide};

use super::constraints::{Constraint, length};
use super::exits::Exits;
use super::hit::PartKey;
use super::obstacles::MAX_STORED_PARTS;
use super::planes::{ContactPlane, ContactPlanes};
use super::push_nodes::{ExitPlane, ExitPlanes, Nodes, SAME_NORMAL, nearest_beyond};
use super::push_space::{NearPart, PushSpace, PushTask, passed_part};
use super::straight_ways::{directions, straight_way};
use crate::collider::Dimension;

/// The limit of nodes that are looked at. A search in a block of tiles of the size of the shape comes to an end some ten
/// tiles deep in 2D, and four in 3D.
const MAX_LOOKS: u32 = 512;
/// By how much a node may be farther than what was found, as a part of it, to be looked at: a round shape may come nearer
/// from there.
const SLACK: f64 = 1.0 / 16.0;
/// The limit of displacements that are compared.
const MAX_FOUND: u32 = 8;
/// The limit of nodes from which the nearest ways out are followed to a displacement after which nothing overlaps, in 3D,
/// where exits are most likely to be missed, unless none was found; and of steps from each of them.
const MAX_DIVES: u32 = 48;
const MAX_DIVE_STEPS: u32 = 8;
/// The limit of times that a displacement is moved on.
const MAX_SHORTENINGS: u32 = 8;
/// The gain below which a displacement is not moved on again, as a part of it.
const LEAST_GAIN: f64 = 1.0 / 1024.0;
/// A search for the shortest way out.
struct Search<'t, D: Dimension> {
    task: &'t PushTask<'t, D>,
    /// Nodes that are farther are left out.
    limit: f64,
    /// The shortest way out so far, and its length.
    best: Option<(f64, D::Wide, ExitPlanes<D::Wide>)>,
    /// Whether the directions are tried in which round shapes can leave edges, and whether there are any.
    tries_round: bool,
    has_round: bool,
    nodes: Nodes<D>,
}

/// Returns the displacement nearest to the wanted one after which no part overlaps, and the planes that hold it; `None` if
/// there is none that is near enough.
#[inline(never)]
pub(super) fn least_push<D: Dimension>(
    space: &mut impl PushSpace<D>,
    task: &PushTask<D>,
) -> Option<(D::Wide, ContactPlanes<D>)> {
    let mut is_buried = false;
    let center = D::Vector::narrow(task.center + task.wanted);
    space.each_overlap(task.wanted, |near| is_buried |= gjk::contains_point(near.part, center));
    let longest = if is_buried { f64::INFINITY } else { task.max_length };
    let limit = task.known_length.min(longest);
    let mut search =
        Search { task, limit, best: None, tries_round: false, has_round: false, nodes: Nodes::new() };
    search.run(space);
    if search.has_round {
        // What was found by the flat faces alone limits how many other directions there are to try.
        search.tries_round = true;
        search.run(space);
    }
    if D::Vector::DIMENSION == 3 {
        search.try_straight_ways(space);
    }
    search.best.map(|(_, displacement, exits)| {
        let mut planes = ContactPlanes::new();
        for plane in task.fixed {
            planes.push(*plane);
        }
        for ExitPlane { key, constraint } in exits {
            planes.push(ContactPlane::rigid(key, constraint.normal, constraint.offset));
        }
        (displacement, planes)
    })
}

impl<D: Dimension> Search<'_, D> {
    /// Looks at one node after the other, the nearest first.
    fn run(&mut self, space: &mut impl PushSpace<D>) {
        self.nodes.clear();
        self.add(&ExitPlanes::new(), None);
        let (mut found, mut dives) = (0, 0);
        for _ in 0..MAX_LOOKS {
            let Some((displacement, planes)) = self.nodes.take_nearest(self.limit) else { break };
            if !self.add_ways_out(space, displacement, &planes) {
                self.consider(space, displacement, planes);
                found += 1;
                if found == MAX_FOUND {
                    break;
                }
            } else if D::Vector::DIMENSION == 3 && (dives < MAX_DIVES || self.best.is_none()) {
                dives += 1;
                if let Some((displacement, planes)) = self.dive(space, displacement, &planes) {
                    self.consider(space, displacement, planes);
                }
            }
        }
    }

    /// Adds the nodes that follow another one. Returns whether that one leads to a place that cannot be the end.
    fn add_ways_out(
        &mut self,
        space: &mut impl PushSpace<D>,
        displacement: D::Wide,
        planes: &ExitPlanes<D::Wide>,
    ) -> bool {
        let mut deepest: Option<(f64, PartKey)> = None;
        space.each_overlap(displacement, |near| {
            let slack = near.clearance.bound - near.skin;
            let is_deeper = |(least, key): (f64, PartKey)| {
                slack < least || slack == least && near.key.order() < key.order()
            };
            if deepest.is_none_or(is_deeper) {
                deepest = Some((slack, near.key));
            }
        });
        if let Some((_, deepest)) = deepest {
            space.each_overlap(displacement, |near| {
                if near.key == deepest {
                    self.add_exits(displacement, planes, near, false);
                }
            });
            return true;
        }
        let Some(passed) = passed_part(space, self.task, displacement) else { return false };
        space.each_near(displacement, self.task.wanted - displacement, |near| {
            if near.key == passed {
                self.add_exits(displacement, planes, near, true);
            }
        });
        true
    }

    /// Adds a node for each way out of a part. `keeps_side` leaves out those for which the center would have to pass
    /// through it.
    fn add_exits(
        &mut self,
        displacement: D::Wide,
        planes: &ExitPlanes<D::Wide>,
        near: &NearPart<D>,
        keeps_side: bool,
    ) {
        let &NearPart { key, shape, part, clearance, skin, only_way } = near;
        if let Some(constraint) = only_way {
            self.add(planes, Some(ExitPlane { key, constraint }));
            return;
        }
        let wanted = self.task.wanted;
        let exits = Exits::find(shape, part, skin, wanted, self.limit, self.tries_round);
        self.has_round |= exits.is_round;
        let center = self.task.center + wanted;
        let is_open = |out: D::Wide| !keeps_side || !exits.is_behind(center, out);
        if part.half_space().is_some() || is_open(-clearance.normal) {
            let constraint = near.nearest_way(displacement);
            self.add_beyond(displacement, planes, ExitPlane { key, constraint });
        }
        for out in exits.normals() {
            if length(out + clearance.normal) > SAME_NORMAL && is_open(out) {
                self.add_beyond(displacement, planes, ExitPlane { key, constraint: exits.plane(out) });
            }
        }
    }

    /// Adds the node beyond one more plane, if a displacement is not beyond it.
    fn add_beyond(&mut self, displacement: D::Wide, planes: &ExitPlanes<D::Wide>, plane: ExitPlane<D::Wide>) {
        if plane.constraint.normal.dot(displacement) > plane.constraint.offset {
            self.add(planes, Some(plane));
        }
    }

    /// Adds the nearest displacement beyond some planes and one more, if there is one and it is near enough.
    fn add(&mut self, planes: &ExitPlanes<D::Wide>, plane: Option<ExitPlane<D::Wide>>) {
        let candidates: ArrayVec<_, 4> = planes.iter().copied().chain(plane).collect();
        let Some((displacement, planes)) = nearest_beyond(self.task, &candidates) else { return };
        let length = length(displacement - self.task.wanted);
        if length <= self.limit {
            self.nodes.insert(displacement, length, planes);
        }
    }

    /// Follows the nearest ways out of all that overlaps, until nothing does.
    fn dive(
        &self,
        space: &mut impl PushSpace<D>,
        mut displacement: D::Wide,
        planes: &ExitPlanes<D::Wide>,
    ) -> Option<(D::Wide, ExitPlanes<D::Wide>)> {
        let mut met = ArrayVec::<ExitPlane<D::Wide>, MAX_STORED_PARTS>::new();
        met.extend(planes.iter().copied());
        let mut holding = planes.clone();
        for _ in 0..MAX_DIVE_STEPS {
            let count = met.len();
            space.each_overlap(displacement, |near| {
                let constraint = near.only_way.unwrap_or_else(|| near.nearest_way(displacement));
                let _ = met.try_push(ExitPlane { key: near.key, constraint });
            });
            if met.len() == count {
                let is_open = !met.is_full() && passed_part(space, self.task, displacement).is_none();
                return is_open.then_some((displacement, holding));
            }
            (displacement, holding) = nearest_beyond(self.task, &met)?;
            if !(length(displacement - self.task.wanted) <= self.limit) {
                return None;
            }
        }
        None
    }

    fn try_straight_ways(&mut self, space: &mut impl PushSpace<D>) {
        for direction in directions::<D>() {
            if let Some(displacement) = straight_way(space, self.task.wanted, direction, self.limit)
                && passed_part(space, self.task, displacement).is_none()
            {
                self.consider(space, displacement, ExitPlanes::new());
            }
        }
    }

    /// Moves a displacement after which nothing overlaps on to the nearest one that the planes of all parts near it allow,
    /// as long as it becomes shorter, and keeps the shortest of all.
    fn consider(
        &mut self,
        space: &mut impl PushSpace<D>,
        mut displacement: D::Wide,
        mut planes: ExitPlanes<D::Wide>,
    ) {
        let wanted = self.task.wanted;
        for _ in 0..MAX_SHORTENINGS {
            let mut met = ArrayVec::<ExitPlane<D::Wide>, MAX_STORED_PARTS>::new();
            let mut fits = true;
            space.each_near(displacement, wanted - displacement, |near| {
                let normal = near.clearance.normal;
                let slack = (near.clearance.bound - near.skin).max(0.0);
                let constraint = Constraint { normal, offset: normal.dot(displacement) + slack };
                fits &= met.try_push(ExitPlane { key: near.key, constraint }).is_ok();
            });
            let Some((nearer, holding)) = nearest_beyond(self.task, &met) else { break };
            let (before, after) = (length(displacement - wanted), length(nearer - wanted));
            if !fits || !(before - after > LEAST_GAIN * before) {
                break;
            }
            let mut overlaps = false;
            space.each_overlap(nearer, |_| overlaps = true);
            if overlaps {
                break;
            }
            (displacement, planes) = (nearer, holding);
        }
        let length = length(displacement - wanted);
        if length < self.task.known_length && self.best.as_ref().is_none_or(|best| length < best.0) {
            self.best = Some((length, displacement, planes));
            self.limit = self.limit.min(length * (1.0 + SLACK));
        }
    }
}
