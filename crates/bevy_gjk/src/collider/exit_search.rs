//! The shortest exit: the displacement nearest to a wanted one at which a body overlaps no obstacle.
//!
//! The displacements at which the body overlaps one convex obstacle are a convex set, and what lies outside of it lies
//! beyond one of the [exit planes](exit_planes) of that obstacle. So the nearest point outside of all sets is the
//! nearest one beyond one plane of each of them, and the question is which plane. It is answered by best-first search
//! (branch and bound): a node is the nearest displacement beyond a few planes, at first beyond none. The nearest node
//! is taken up. If obstacles overlap there, it is followed by one node for each exit plane of the deepest of them;
//! otherwise it is the answer, as all others are farther. An obstacle that does not overlap there needs no plane, so
//! planes that others make needless are never chosen. A node keeps only those planes that hold its displacement, at
//! most one a dimension: the others are chosen again if they are needed.
//!
//! First what the space suggests is tried, and the nearest exits are followed from the start, which bounds the search.
//! No exit is shorter than that from the deepest obstacle alone: if the first one is as short, it is the answer.
//!
//! That is exact for polytopes all of whose faces are found. Round shapes have more exits than are tried: what is found
//! is moved on to the nearest displacement that the planes allow which are measured there, until that becomes no
//! shorter, and a few nodes that are little farther are looked at, too. In 3D, the nearest exits are also followed from
//! each of the first nodes, and [straight ways](straight) are tried at the end.
//!
//! The obstacles are those of an [`ExitSpace`]: the parts around a character, or the inside of an
//! [area or a closed mesh](crate::collider::solid).

use arrayvec::ArrayVec;
use gjk::{Vector, Wide};

pub(crate) mod constraints;
mod exit_planes;
mod nodes;
mod space;
mod straight;

use crate::collider::Dimension;
use constraints::{Constraint, length};
use exit_planes::ExitPlanes;
pub(crate) use nodes::{ExitPlane, Holding};
use nodes::{Nodes, SAME_NORMAL, nearest_beyond};
pub(crate) use space::{ExitSpace, ExitTask, MAX_NEAR, NearObstacle};
use straight::{directions, straight_way};

/// By how much a node may be farther than what was found, as a part of it, to be looked at: a round shape may come
/// nearer from there.
const SLACK: f64 = 1.0 / 16.0;
/// The limit of displacements that a space suggests.
const MAX_GUESSES: usize = 8;
/// The limit of displacements that are compared.
const MAX_FOUND: u32 = 8;
/// The limit of nodes from which the nearest ways out are followed to a displacement after which nothing overlaps, in
/// 3D, where exits are most likely to be missed, unless none was found; and of steps from each of them.
const MAX_DIVES: u32 = 48;
const MAX_DIVE_STEPS: u32 = 8;
/// The limit of times that a displacement is moved on.
const MAX_SHORTENINGS: u32 = 48;
/// The gain below which a displacement is not moved on again, as a part of the accuracy.
const LEAST_GAIN: f64 = 0.25;

/// An exit.
pub(crate) struct FoundExit<D: Dimension, K> {
    pub(crate) displacement: D::Wide,
    /// The planes that hold the displacement, without the fixed ones.
    pub(crate) planes: Holding<D::Wide, K>,
    /// Whether a limit ended the search, so that there may be a shorter exit.
    pub(crate) is_capped: bool,
}

/// A search for the shortest exit.
struct Search<'t, D: Dimension, K> {
    task: &'t ExitTask<'t, D>,
    /// Nodes that are farther are left out.
    limit: f64,
    /// A length that no exit falls short of.
    least: f64,
    /// The shortest exit so far, and its length.
    best: Option<(f64, D::Wide, Holding<D::Wide, K>)>,
    /// Whether the directions are tried in which round shapes can leave edges, and whether there are any.
    tries_round: bool,
    has_round: bool,
    is_capped: bool,
    nodes: Nodes<D, K>,
}

/// Returns the displacement nearest to the wanted one after which the body overlaps no obstacle, and the planes that
/// hold it; `None` if there is none within the limit.
#[inline(never)]
pub(crate) fn shortest_exit<D: Dimension, S: ExitSpace<D>>(
    space: &mut S,
    task: &ExitTask<D>,
) -> Option<FoundExit<D, S::Key>> {
    let mut search = Search {
        task,
        limit: task.limit,
        least: 0.0,
        best: None,
        tries_round: false,
        has_round: false,
        is_capped: false,
        nodes: Nodes::new(),
    };
    search.try_guesses(space);
    if !search.is_shortest(space) && !search.find_nearest_exit(space) {
        search.run(space);
        if search.has_round && (S::IS_CROWDED || !search.is_shortest(space)) {
            // What was found by the flat faces alone limits how many other directions there are to try.
            search.tries_round = true;
            search.run(space);
        }
        if search.best.is_none() || D::Vector::DIMENSION == 3 && S::IS_CROWDED {
            search.try_straight_ways(space);
        }
    }
    let is_capped = search.is_capped;
    search.best.map(|(_, displacement, planes)| FoundExit { displacement, planes, is_capped })
}

impl<D: Dimension, K: Copy + PartialOrd> Search<'_, D, K> {
    /// Returns whether nothing can be shorter than what was found.
    fn is_shortest(&self, space: &impl ExitSpace<D, Key = K>) -> bool {
        let least = self.least.max(space.least_length());
        self.best.as_ref().is_some_and(|best| best.0 <= least * (1.0 + space.accuracy()))
    }

    /// Follows the nearest exits from the start. Returns whether nothing can be shorter.
    fn find_nearest_exit(&mut self, space: &mut impl ExitSpace<D, Key = K>) -> bool {
        let wanted = self.task.wanted;
        let mut known = None;
        space.each_overlap(wanted, |near| {
            if near.only_exit.is_none() {
                self.least = self.least.max(near.skin - near.clearance.distance);
            }
            known = known.or(near.known_exit.map(|constraint| ExitPlane { key: near.key, constraint }));
        });
        let beyond_known = known.and_then(|plane| nearest_beyond(self.task, &[plane]));
        for (displacement, planes) in [(wanted, Holding::new())].into_iter().chain(beyond_known) {
            if let Some((displacement, planes)) = self.dive(space, displacement, &planes) {
                self.consider(space, displacement, planes);
            }
        }
        self.is_shortest(space)
    }

    /// Looks at one node after the other, the nearest first.
    fn run<S: ExitSpace<D, Key = K>>(&mut self, space: &mut S) {
        self.nodes.clear();
        self.add(&Holding::new(), None);
        let (mut found, mut dives) = (0, 0);
        for _ in 0..S::MAX_LOOKS {
            if !S::IS_CROWDED && self.is_shortest(space) {
                return;
            }
            let Some((displacement, planes)) = self.nodes.take_nearest(self.limit) else { return };
            if !self.add_exits_of_deepest(space, displacement, &planes) {
                self.consider(space, displacement, planes);
                found += 1;
                if found == MAX_FOUND {
                    return;
                }
            } else if D::Vector::DIMENSION == 3 && S::IS_CROWDED && (dives < MAX_DIVES || self.best.is_none())
            {
                dives += 1;
                if let Some((displacement, planes)) = self.dive(space, displacement, &planes) {
                    self.consider(space, displacement, planes);
                }
            }
        }
        self.is_capped = true;
    }

    /// Adds the nodes that follow another one. Returns whether that one leads to a place that cannot be the end.
    fn add_exits_of_deepest(
        &mut self,
        space: &mut impl ExitSpace<D, Key = K>,
        displacement: D::Wide,
        planes: &Holding<D::Wide, K>,
    ) -> bool {
        let mut deepest: Option<(f64, K)> = None;
        space.each_overlap(displacement, |near| {
            let slack = near.clearance.bound - near.skin;
            let is_deeper = |(least, key): (f64, K)| slack < least || slack == least && near.key < key;
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
        let Some(passed) = space.passed(self.task, displacement) else { return false };
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
        planes: &Holding<D::Wide, K>,
        near: &NearObstacle<D, K>,
        keeps_side: bool,
    ) {
        let &NearObstacle { key, obstacle, clearance, known_exit, only_exit, .. } = near;
        if let Some(constraint) = only_exit {
            self.add(planes, Some(ExitPlane { key, constraint }));
            return;
        }
        if let Some(constraint) = known_exit {
            self.add_beyond(displacement, planes, ExitPlane { key, constraint });
        }
        let wanted = self.task.wanted;
        let exits = ExitPlanes::find(near, wanted, self.limit, self.tries_round);
        self.has_round |= exits.is_round;
        let center = self.task.center + wanted;
        let is_open = |out: D::Wide| !keeps_side || !exits.is_behind(center, out);
        if obstacle.half_space().is_some() || is_open(-clearance.normal) {
            let constraint = near.nearest_exit(displacement);
            self.add_beyond(displacement, planes, ExitPlane { key, constraint });
        }
        for out in exits.normals() {
            if length(out + clearance.normal) > SAME_NORMAL && is_open(out) {
                self.add_beyond(displacement, planes, ExitPlane { key, constraint: exits.plane(out) });
            }
        }
    }

    /// Adds the node beyond one more plane, if a displacement is not beyond it.
    fn add_beyond(
        &mut self,
        displacement: D::Wide,
        planes: &Holding<D::Wide, K>,
        plane: ExitPlane<D::Wide, K>,
    ) {
        if plane.constraint.normal.dot(displacement) > plane.constraint.offset {
            self.add(planes, Some(plane));
        }
    }

    /// Adds the nearest displacement beyond some planes and one more, if there is one and it is near enough.
    fn add(&mut self, planes: &Holding<D::Wide, K>, plane: Option<ExitPlane<D::Wide, K>>) {
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
        space: &mut impl ExitSpace<D, Key = K>,
        mut displacement: D::Wide,
        planes: &Holding<D::Wide, K>,
    ) -> Option<(D::Wide, Holding<D::Wide, K>)> {
        let mut met = ArrayVec::<ExitPlane<D::Wide, K>, MAX_NEAR>::new();
        met.extend(planes.iter().copied());
        let mut holding = planes.clone();
        for _ in 0..MAX_DIVE_STEPS {
            let count = met.len();
            space.each_overlap(displacement, |near| {
                let constraint = near.only_exit.unwrap_or_else(|| near.nearest_exit(displacement));
                let _ = met.try_push(ExitPlane { key: near.key, constraint });
            });
            if met.len() == count {
                let is_open = !met.is_full() && space.passed(self.task, displacement).is_none();
                return is_open.then_some((displacement, holding));
            }
            (displacement, holding) = nearest_beyond(self.task, &met)?;
            if !(length(displacement - self.task.wanted) <= self.limit) {
                return None;
            }
        }
        None
    }

    fn try_guesses(&mut self, space: &mut impl ExitSpace<D, Key = K>) {
        let mut guesses = ArrayVec::<D::Wide, MAX_GUESSES>::new();
        space.each_guess(self.task.wanted, |guess| _ = guesses.try_push(guess));
        for guess in guesses {
            if !space.overlaps(guess) && space.passed(self.task, guess).is_none() {
                self.consider(space, guess, Holding::new());
            }
        }
    }

    fn try_straight_ways(&mut self, space: &mut impl ExitSpace<D, Key = K>) {
        for direction in directions::<D>() {
            if let Some(displacement) = straight_way(space, self.task.wanted, direction, self.limit)
                && space.passed(self.task, displacement).is_none()
            {
                self.consider(space, displacement, Holding::new());
            }
        }
    }

    /// Moves a displacement after which nothing overlaps on to the nearest one that the planes of all parts near it
    /// allow, as long as it becomes shorter, and keeps the shortest of all.
    fn consider(
        &mut self,
        space: &mut impl ExitSpace<D, Key = K>,
        mut displacement: D::Wide,
        mut planes: Holding<D::Wide, K>,
    ) {
        let wanted = self.task.wanted;
        for _ in 0..MAX_SHORTENINGS {
            let mut met = ArrayVec::<ExitPlane<D::Wide, K>, MAX_NEAR>::new();
            let mut fits = true;
            space.each_near(displacement, wanted - displacement, |near| {
                let normal = near.clearance.normal;
                let slack = (near.clearance.bound - near.skin).max(0.0);
                let constraint = Constraint { normal, offset: normal.dot(displacement) + slack };
                fits &= met.try_push(ExitPlane { key: near.key, constraint }).is_ok();
            });
            let Some((nearer, holding)) = nearest_beyond(self.task, &met) else { break };
            let before = length(displacement - wanted);
            let gain = before - length(nearer - wanted);
            if !fits || !(gain > 0.0) || space.overlaps(nearer) {
                if planes.is_empty() {
                    planes = holding;
                }
                break;
            }
            (displacement, planes) = (nearer, holding);
            if gain <= LEAST_GAIN * space.accuracy() * before {
                break;
            }
        }
        let length = length(displacement - wanted);
        if length < self.task.limit && self.best.as_ref().is_none_or(|best| length < best.0) {
            self.best = Some((length, displacement, planes));
            let slack = if self.has_round { SLACK } else { -space.accuracy() };
            self.limit = self.limit.min(length * (1.0 + slack));
            space.set_limit(self.limit);
        }
    }
}
