//! What must have happened, from the world alone: every pair of all that take part is judged in `f64`.

use std::collections::{BTreeMap, BTreeSet};

use bevy_gjk::{CollisionLayers, EndReason};

use crate::dimension::Chaotic;
use crate::oracle::{Standing, Verdict, verdict};
use crate::record::{Id, Seen, id};

/// Two entities, the one with the lower rank first.
pub type PairId = [Id; 2];

/// Which of several reasons is told.
const GRAVEST_FIRST: [EndReason; 6] = [
    EndReason::Despawned,
    EndReason::Removed,
    EndReason::Disabled,
    EndReason::Invalid,
    EndReason::Filtered,
    EndReason::Separated,
];

/// A collider that takes part.
struct Active<D: Chaotic> {
    collider: D::Collider,
    place: bevy_transform::components::GlobalTransform,
    layers: CollisionLayers,
    /// The frame in which its shape or place last changed.
    since: u64,
    /// The frame in which the systems had a reason to look at it again.
    stirred: u64,
    standing: Standing,
}

/// What is known of a pair whose boxes are near.
struct Judged {
    verdict: Verdict,
    /// When it was last asked for.
    frame: u64,
    /// When either last changed.
    since: u64,
    /// Whether the layers agreed.
    agreed: bool,
}

/// What must be told of one frame.
#[derive(Default)]
pub struct Expected {
    pub ended: Vec<(PairId, EndReason)>,
    pub started: Vec<PairId>,
    /// Pairs whose verdict must not have changed, for nothing did, and has.
    pub flickering: Vec<PairId>,
    /// Touching pairs of which one changed.
    pub changed: Vec<PairId>,
}

pub struct Reference<D: Chaotic> {
    frame: u64,
    active: BTreeMap<Id, Active<D>>,
    judged: BTreeMap<PairId, Judged>,
    pub touching: BTreeSet<PairId>,
    /// How many pairs the oracle was asked about, and how many of these could be either.
    pub asked: u64,
    pub either: u64,
    /// How many of those are of flat shapes, which lie in one plane by the rounding of their transforms.
    pub either_flat: u64,
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
            either_flat: 0,
        }
    }
}

impl<D: Chaotic> Reference<D> {
    /// Judges a frame. Where the oracle leaves the choice, what was said is taken for true.
    pub fn step(&mut self, seen: &[Seen<D>], said: &BTreeSet<PairId>) -> Expected {
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
                if a.standing.is_far_from(&b.standing) {
                    continue;
                }
                let (pair, since) = ([*one, *two], a.since.max(b.since));
                let agreed = agree(a.layers, b.layers);
                let before = self.judged.get(&pair).filter(|it| it.frame + 1 == frame && it.since == since);
                let known = before.map(|it| (it.verdict, it.agreed));
                let verdict = known.map_or_else(|| verdict::<D>(&a.standing, &b.standing), |it| it.0);
                if known.is_none() {
                    self.asked += 1;
                    if verdict == Verdict::Either {
                        self.either += 1;
                        let flat = a.standing.is_flat::<D>() || b.standing.is_flat::<D>();
                        self.either_flat += u64::from(flat);
                    }
                }
                self.judged.insert(pair, Judged { verdict, frame, since, agreed });
                let touches = match verdict {
                    Verdict::Apart => false,
                    Verdict::Touching => true,
                    Verdict::Beyond => said.contains(&pair),
                    Verdict::Either => {
                        let stirred = a.stirred.max(b.stirred) == frame;
                        let calm = !stirred && agreed && known.is_some_and(|(_, agreed)| agreed);
                        if calm && said.contains(&pair) != self.touching.contains(&pair) {
                            expected.flickering.push(pair);
                        }
                        said.contains(&pair)
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

    /// Where the two of a pair that takes part stand.
    pub fn standing(&self, pair: PairId) -> Option<[&Standing; 2]> {
        let [one, two] = pair.map(|id| self.active.get(&id).map(|it| &it.standing));
        Some([one?, two?])
    }

    /// Takes in what was seen of an entity, or says why it takes no part.
    fn update(&mut self, seen: &Seen<D>) -> Result<(), EndReason> {
        let (Some(collider), Some(place)) = (&seen.collider, seen.global) else {
            return Err(EndReason::Removed);
        };
        if seen.switched_off || seen.hidden {
            return Err(EndReason::Disabled);
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
            judge::case::Dimension::Plane => {
                [columns[0], columns[1], affine.translation].map(|it| it.with_z(0.0)).to_vec()
            }
            judge::case::Dimension::Space => [&columns[..], &[affine.translation]].concat(),
        };
        let finite = numbers.iter().all(|it| it.is_finite());
        let form = D::form(collider).filter(|_| finite).ok_or(EndReason::Invalid)?;
        let standing = Standing::new::<D>(form, &place);
        let (collider, since) = (collider.clone(), self.frame);
        let active = Active { collider, place, layers, since, stirred: since, standing };
        self.active.insert(id(seen.entity), active);
        Ok(())
    }
}

/// Whether each is in a layer that the other collides with.
fn agree(one: CollisionLayers, two: CollisionLayers) -> bool {
    one.memberships.0 & two.filters.0 != 0 && two.memberships.0 & one.filters.0 != 0
}
