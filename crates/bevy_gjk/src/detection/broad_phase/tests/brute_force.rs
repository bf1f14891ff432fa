//! The whole broad phase beside brute force, in worlds with unbounded and far colliders.

use bevy_ecs::prelude::Entity;
use gjk::{Affine, Vector};

use crate::collider::bvh::{AabbDistance, AabbQuery};
use crate::collider::dim2::Dim2;
use crate::collider::dim3::Dim3;
use crate::collider::{AffineOf, CollisionSpace, Dimension, Shape, dim2, dim3};
use crate::detection::EndReason;
use crate::detection::broad_phase::dynamic_pairs::{PairSource, Random};
use crate::detection::broad_phase::{BroadPhase, PairCollector};
use crate::detection::proxies::{ColliderSettings, Colliders, HasAabb, PlacedCollider, Proxy, flag};

/// Collects the slots of all pairs, the lower one first.
struct Pairs;

impl PairCollector for Pairs {
    type List = Vec<[u32; 2]>;

    fn push_unless_culled(&self, list: &mut Self::List, one: &Proxy, two: &Proxy) {
        let [a, b] = [one.slot(), two.slot()];
        list.push([a.min(b), a.max(b)]);
    }

    fn finish(&self, _: &mut Self::List) {}

    fn len(list: &Self::List) -> usize {
        list.len()
    }
}

/// How the colliders of a world move in a frame.
#[derive(Clone, Copy)]
struct Motion {
    /// How many of a hundred move.
    moving: f32,
    /// How far a frame.
    step: f32,
    /// How many of a hundred leap instead, near or far.
    leaping: f32,
}

/// A collider: its place and its velocity.
struct Body<D: Dimension> {
    at: D::Vector,
    velocity: D::Vector,
    is_present: bool,
}

/// The distance of the numbers of spaces: they need not follow each other.
const SPACES_APART: u32 = 70_001;

/// A world of colliders, with the structures that find their pairs.
struct World<D: Dimension> {
    ball: fn(f32) -> D::Collider,
    /// Makes a half-space from its normal.
    half_space: fn(D::Vector) -> D::Collider,
    random: Random,
    colliders: Colliders<D>,
    broad_phase: BroadPhase<D>,
    lists: Vec<Vec<[u32; 2]>>,
    bodies: Vec<Body<D>>,
    /// Among how many spaces the bodies are divided.
    spaces: u32,
    /// How many frames with a static tree found their pairs in each way, and how many pairs there were.
    sources: [usize; 4],
    pairs: usize,
}

impl<D: Dimension> World<D> {
    fn new(
        (seed, spaces): (u64, u32),
        ball: fn(f32) -> D::Collider,
        half_space: fn(D::Vector) -> D::Collider,
    ) -> Self {
        Self {
            spaces,
            ball,
            half_space,
            random: Random(seed),
            colliders: Colliders::default(),
            broad_phase: BroadPhase::default(),
            lists: Vec::new(),
            bodies: Vec::new(),
            sources: [0; 4],
            pairs: 0,
        }
    }

    fn vector(&mut self, reach: f32) -> D::Vector {
        let coordinates = [(); 3].map(|()| (2.0 * self.random.next() - 1.0) * reach);
        D::Vector::from_fn(|axis| coordinates[axis])
    }

    /// Returns a place in the arena, or sometimes a far one that a few others share.
    fn place(&mut self, far: f32) -> D::Vector {
        let place = self.vector(20.0);
        let [x, y] = [self.random.next(), self.random.next()];
        if x >= far {
            return place;
        }
        let distance = [1e3, 1e6, 1e17, 1e18, 1e25, 1e38][(y * 6.0) as usize % 6];
        place + D::Vector::axis(0) * distance
    }

    /// Returns a shape: mostly a small ball, sometimes a huge one, or a half-space of any slope.
    fn shape(&mut self) -> D::Collider {
        let [kind, size] = [self.random.next(), self.random.next()];
        if kind < 0.02 {
            return (self.ball)([1e2, 1e6, 1e18, 1e30][(size * 4.0) as usize % 4]);
        }
        if kind < 0.05 {
            // Level ground has an AABB that is bounded on one side.
            let axis = D::Vector::axis(if size < 0.5 { 0 } else { 1 });
            let normal = if size < 0.8 { self.vector(1.0) } else { axis };
            return (self.half_space)(normal);
        }
        (self.ball)(0.1 + size)
    }

    /// Makes a collider valid for the next search, with this shape if it is a new one.
    fn write(&mut self, index: usize, shape: Option<D::Collider>) {
        let affine: AffineOf<D> = Affine::from_translation(self.bodies[index].at);
        let prepare = || shape.as_ref().map_or_else(|| unreachable!(), Shape::prepare);
        let entity = Entity::from_raw_u32(index as u32).unwrap();
        let space = CollisionSpace(index as u32 % self.spaces * SPACES_APART);
        let settings = ColliderSettings { space, ..ColliderSettings::default() };
        self.colliders.insert_or_update(entity, (shape.is_some(), prepare), (true, || affine), &settings);
        self.bodies[index].is_present = true;
    }

    /// Adds or removes one collider in some frames, so that slots are used again.
    fn come_and_go(&mut self, count: usize) {
        while self.bodies.len() < count {
            let (at, velocity) = (self.place(0.05), self.vector(1.0));
            self.bodies.push(Body { at, velocity, is_present: false });
            let shape = self.shape();
            self.write(self.bodies.len() - 1, Some(shape));
        }
        let index = (self.random.next() * count as f32) as usize % count;
        if self.random.next() < 0.1 {
            if self.bodies[index].is_present {
                let entity = Entity::from_raw_u32(index as u32).unwrap();
                self.colliders.remove(entity, EndReason::Removed);
                self.bodies[index].is_present = false;
            } else {
                self.bodies[index].at = self.place(0.05);
                let shape = self.shape();
                self.write(index, Some(shape));
            }
        }
    }

    /// Moves the colliders, and compares the pairs with those of brute force.
    fn frame(&mut self, count: usize, motion: Motion) {
        self.colliders.begin(false);
        self.come_and_go(count);
        for index in 0..count {
            let draw = 100.0 * self.random.next();
            if !self.bodies[index].is_present {
                continue;
            }
            if draw < motion.leaping {
                self.bodies[index].at = self.place(0.3);
            } else if (index as f32 * 100.0) < motion.moving * count as f32 {
                let body = &mut self.bodies[index];
                body.at = body.at + body.velocity * motion.step;
            } else {
                continue;
            }
            self.write(index, None);
        }
        self.colliders.update_aabbs(false, |entity, state| panic!("{entity}: {state:?}"));
        self.search();
        self.query();
        self.colliders.forget_changes();
        self.colliders.end();
    }

    fn search(&mut self) {
        self.broad_phase.update(&self.colliders);
        self.lists.iter_mut().for_each(Vec::clear);
        let count = self.broad_phase.find_pairs(&self.colliders, &mut self.lists, &Pairs);
        let mut found = self.lists[..count].concat();
        found.sort_unstable();
        let active: Vec<&Proxy> =
            self.colliders.iter().map(|it| &self.colliders.proxies()[it.slot as usize]).collect();
        let mut expected = Vec::new();
        for (index, a) in active.iter().enumerate() {
            for b in &active[..index] {
                let changed = a.has(flag::CHANGED) || b.has(flag::CHANGED);
                let is_shared = a.space_key() == b.space_key();
                if changed && is_shared && overlap(a.corners(), b.corners()) {
                    expected.push([b.slot(), a.slot()]);
                }
            }
        }
        expected.sort_unstable();
        let source = self.broad_phase.dynamic_pairs.source;
        assert!(found == expected, "{source:?}: {} pairs in place of {}", found.len(), expected.len());
        self.pairs += expected.len();
        if self.broad_phase.static_tree.len() > 0 {
            let kinds = [
                PairSource::SweepAll,
                PairSource::BuildList,
                PairSource::SwitchToPrepared,
                PairSource::UseList,
            ];
            let kind = kinds.iter().position(|&kind| kind == source).unwrap();
            self.sources[kind] += 1;
        }
    }

    /// Asks the trees what overlaps an AABB: that of a collider, or an unbounded one.
    fn query(&self) {
        let everything = D::Vector::splat(f32::INFINITY);
        let everything = gjk::Aabb { min: -everything, max: everything };
        let one = self.colliders.iter().nth(self.broad_phase.dynamic_pairs.slots().len() / 2);
        let space = one.map_or(CollisionSpace::DEFAULT, PlacedCollider::space);
        for bounds in one.map(PlacedCollider::bounds).into_iter().chain([everything]) {
            let query = AabbDistance::new::<D>(&bounds);
            let mut found = Vec::new();
            self.broad_phase.visit_within(&self.colliders, (&query, space), 0.0, &mut |collider, limit| {
                found.push(collider.slot);
                limit
            });
            found.sort_unstable();
            let is_near = |slot: &u32| {
                query.lower_bound_of(self.colliders.proxies()[*slot as usize].unclamped_corners()) <= 0.0
            };
            let in_space = self.colliders.iter().filter(|it| it.space() == space);
            let slots = in_space.map(|it| it.slot).filter(is_near);
            assert!(slots.eq(found), "{bounds:?}");
        }
    }
}

fn overlap([low, high]: [[f32; 3]; 2], [other_low, other_high]: [[f32; 3]; 2]) -> bool {
    (0..3).all(|axis| low[axis] <= other_high[axis] && other_low[axis] <= high[axis])
}

/// Runs worlds of few and many colliders that move in all ways, until each kind of search was used.
fn run<D: Dimension>(ball: fn(f32) -> D::Collider, half_space: fn(D::Vector) -> D::Collider) {
    let (mut sources, mut pairs) = ([0; 4], 0);
    let worlds = [
        ((1, 1), 3),
        ((2, 1), 21),
        ((3, 1), 21),
        ((4, 1), 60),
        ((5, 1), 60),
        ((6, 1), 200),
        ((7, 1), 1100),
        ((8, 2), 60),
        ((9, 3), 200),
        ((10, 150), 1100),
    ];
    for (seed_and_spaces, count) in worlds {
        let mut world = World::<D>::new(seed_and_spaces, ball, half_space);
        for phase in 0..8 {
            let draw = world.random.next();
            let moving = [0.0, 20.0, 20.0, 100.0][(draw * 4.0) as usize % 4];
            let step = [0.02, 0.05, 0.05, 2.0][phase % 4];
            let leaping = if phase % 2 == 0 { 0.0 } else { 100.0 / count as f32 };
            let frames = if count > 500 { 8 } else { 40 };
            (0..frames).for_each(|_| world.frame(count, Motion { moving, step, leaping }));
        }
        pairs += world.pairs;
        sources = [0, 1, 2, 3].map(|kind| sources[kind] + world.sources[kind]);
    }
    assert!(pairs > 10_000, "{pairs} pairs");
    assert!(sources.iter().all(|&count| count > 20), "{sources:?}");
}

#[test]
fn a_search_in_2d_finds_the_pairs_of_brute_force_in_every_mode() {
    run::<Dim2>(dim2::Collider::circle, |normal| dim2::Collider::half_space(normal, 0.0));
}

#[test]
fn a_search_in_3d_finds_the_pairs_of_brute_force_in_every_mode() {
    run::<Dim3>(dim3::Collider::sphere, |normal| dim3::Collider::half_space(normal, 0.0));
}
