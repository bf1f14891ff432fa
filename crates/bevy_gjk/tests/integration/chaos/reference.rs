//! The reference: computes the expected events from the world alone, by evaluating all pairs in `f64`.

use crate::chaos::dimension::Chaotic;
use crate::chaos::oracle::{OracleShape, Verdict, verdict};
use crate::chaos::record::{Id, Seen, id};
use crate::common::prelude::*;

/// Two entities, the lower one first.
pub type PairId = [Id; 2];

/// All reasons; of two, the one that comes first here is reported.
pub const GRAVEST_FIRST: [EndReason; 6] = {
    use EndReason::*;
    [Despawned, Removed, Disabled, Invalid, Filtered, Separated]
};

/// An active collider.
struct Active<D: Chaotic> {
    collider: D::Collider,
    place: GlobalTransform,
    layers: CollisionLayers,
    /// The frame in which its shape or transform last changed.
    since: u64,
    /// The frame in which the systems last had a reason to test it.
    stirred: u64,
    oracle_shape: OracleShape,
}

/// The cached state of a pair whose AABBs are close.
struct Judged {
    verdict: Verdict,
    /// The frame of the last lookup.
    frame: u64,
    /// The frame in which either collider last changed.
    since: u64,
    /// Whether the layers allow the pair.
    agreed: bool,
}

/// The expected events of one frame.
#[derive(Default)]
pub struct Expected {
    pub ended: Vec<(PairId, EndReason)>,
    pub started: Vec<PairId>,
    /// Pairs whose state changed though neither collider did.
    pub flickering: Vec<PairId>,
    /// Touching pairs of which one collider changed.
    pub changed: Vec<PairId>,
}

pub struct Reference<D: Chaotic> {
    frame: u64,
    active: BTreeMap<Id, Active<D>>,
    judged: BTreeMap<PairId, Judged>,
    pub touching: BTreeSet<PairId>,
    /// The number of pairs that the oracle evaluated, and how many of them were undecided.
    pub asked: u64,
    pub either: u64,
    /// The number of undecided pairs that rounding makes undecidable: flat shapes that are coplanar up to the rounding
    /// of their transforms, and half-spaces so far away that their plane is rounded by more than the size of the other
    /// shape.
    pub either_by_rounding: u64,
}

impl<D: Chaotic> Default for Reference<D> {
    fn default() -> Self {
        Self {
            frame: 0,
            active: BTreeMap::new(),
            judged: BTreeMap::new(),
            touching: BTreeSet::new(),
            asked: 0,
            either: 0,
            either_by_rounding: 0,
        }
    }
}

impl<D: Chaotic> Reference<D> {
    /// Computes the expected events of a frame. Where the oracle is undecided, the reported state is accepted.
    pub fn step(&mut self, seen: &[Seen<D>], reported: &BTreeSet<PairId>) -> Expected {
        self.frame += 1;
        let (frame, mut expected) = (self.frame, Expected::default());
        let mut reasons = BTreeMap::new();
        for it in seen {
            if let Err(reason) = self.update(it) {
                reasons.insert(id(it.entity), reason);
                self.active.remove(&id(it.entity));
            }
        }
        let alive: BTreeSet<Id> = seen.iter().map(|it| id(it.entity)).collect();
        self.active.retain(|id, _| alive.contains(id));

        let mut touching = BTreeSet::new();
        let all: Vec<(&Id, &Active<D>)> = self.active.iter().collect();
        for (index, &(one, a)) in all.iter().enumerate() {
            for &(two, b) in &all[index + 1..] {
                if a.oracle_shape.is_far_from(&b.oracle_shape) {
                    continue;
                }
                let (pair, since) = ([*one, *two], a.since.max(b.since));
                let agreed = agree(a.layers, b.layers);
                let before = self.judged.get(&pair).filter(|it| it.frame + 1 == frame && it.since == since);
                let known = before.map(|it| (it.verdict, it.agreed));
                let verdict = known.map_or_else(|| verdict::<D>(&a.oracle_shape, &b.oracle_shape), |it| it.0);
                if known.is_none() {
                    self.asked += 1;
                    if verdict == Verdict::Either {
                        self.either += 1;
                        let [a, b] = [&a.oracle_shape, &b.oracle_shape];
                        let by_rounding = a.is_flat::<D>() || b.is_flat::<D>() || a.is_lost_in_rounding(b);
                        self.either_by_rounding += u64::from(by_rounding);
                    }
                }
                self.judged.insert(pair, Judged { verdict, frame, since, agreed });
                let touches = match verdict {
                    Verdict::Apart => false,
                    Verdict::Touching => true,
                    Verdict::Beyond => reported.contains(&pair),
                    Verdict::Either => {
                        let stirred = a.stirred.max(b.stirred) == frame;
                        let calm = !stirred && agreed && known.is_some_and(|(_, agreed)| agreed);
                        if calm && reported.contains(&pair) != self.touching.contains(&pair) {
                            expected.flickering.push(pair);
                        }
                        reported.contains(&pair)
                    }
                };
                if agreed && touches {
                    touching.insert(pair);
                    if since == frame && verdict != Verdict::Beyond {
                        expected.changed.push(pair);
                    }
                }
            }
        }
        self.judged.retain(|_, it| it.frame == frame);

        expected.started = touching.difference(&self.touching).copied().collect();
        for &pair in self.touching.difference(&touching) {
            let reason_of = |id: &Id| match (alive.contains(id), reasons.get(id)) {
                (false, _) => EndReason::Despawned,
                (true, Some(&reason)) => reason,
                (true, None) => EndReason::Separated,
            };
            let layers = pair.map(|id| self.active.get(&id).map(|it| it.layers));
            let filtered = matches!(layers, [Some(one), Some(two)] if !agree(one, two));
            let mut found = vec![reason_of(&pair[0]), reason_of(&pair[1])];
            found.extend(filtered.then_some(EndReason::Filtered));
            let gravest = GRAVEST_FIRST.into_iter().find(|reason| found.contains(reason));
            expected.ended.extend(gravest.map(|reason| (pair, reason)));
        }
        self.touching = touching;
        expected
    }

    /// Returns the placed shapes of an active pair.
    pub fn oracle_shape(&self, pair: PairId) -> Option<[&OracleShape; 2]> {
        let [one, two] = pair.map(|id| self.active.get(&id).map(|it| &it.oracle_shape));
        Some([one?, two?])
    }

    /// Updates the collider of an entity from its record, or returns why it takes no part.
    fn update(&mut self, seen: &Seen<D>) -> Result<(), EndReason> {
        let (Some(collider), Some(place)) = (&seen.collider, seen.global) else {
            return Err(EndReason::Removed);
        };
        if seen.switched_off || seen.hidden {
            return Err(EndReason::Disabled);
        }
        if seen.lost {
            return Err(EndReason::Invalid);
        }
        let layers = seen.layers.unwrap_or_default();
        if let Some(known) = self.active.get_mut(&id(seen.entity))
            && known.collider == *collider
            && known.place == place
        {
            if seen.written || known.layers != layers {
                known.stirred = self.frame;
            }
            known.layers = layers;
            return Ok(());
        }
        let affine = place.affine();
        let columns = [affine.matrix3.x_axis, affine.matrix3.y_axis, affine.matrix3.z_axis];
        let numbers = match D::JUDGED {
            oracle::case::Dimension::Plane => {
                [columns[0], columns[1], affine.translation].map(|it| it.with_z(0.0)).to_vec()
            }
            oracle::case::Dimension::Space => [&columns[..], &[affine.translation]].concat(),
        };
        let finite = numbers.iter().all(|it| it.is_finite());
        let oracle_shape = finite.then(|| OracleShape::new::<D>(collider, &place)).flatten();
        let oracle_shape = oracle_shape.ok_or(EndReason::Invalid)?;
        let (collider, since) = (collider.clone(), self.frame);
        let active = Active { collider, place, layers, since, stirred: since, oracle_shape };
        self.active.insert(id(seen.entity), active);
        Ok(())
    }
}

/// Returns whether each is in a layer that the other collides with.
fn agree(one: CollisionLayers, two: CollisionLayers) -> bool {
    one.memberships.0 & two.filters.0 != 0 && two.memberships.0 & one.filters.0 != 0
}
