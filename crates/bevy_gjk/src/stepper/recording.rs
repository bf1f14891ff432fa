//! The test of the pair, recorded from the shapes as the systems last saw them.

use bevy_ecs::entity::Entities;
use bevy_ecs::prelude::{Entity, Res, ResMut, Resource};
use gjk::{Affine, ClosestPoints, Contact, Query, Scalar, Support, Trace, Vector, Vertex};

use crate::collider::{Dimension, Shape};
use crate::collisions::Collisions;
use crate::narrow_phase::decisive;
use crate::proxies::{Colliders, PlacedCollider};
use crate::stepper::{CollisionStepper, StepperQuestion};

/// So many sides the circles of the two shapes get.
const SIDES: u32 = 64;

/// How the test of the [`CollisionStepper`](super::CollisionStepper)'s pair ran.
///
/// It is recorded anew in each frame, or stays as it was while the stepper is frozen. Without a pair, while one
/// of the two takes no part, and once one of them is despawned, there is none.
///
/// The steps are those of a test that begins from nothing. The systems begin from what they knew a frame ago,
/// and answer pairs of boxes, round shapes and small polygons without a search; their answers are the same to
/// within the precision of [`gjk`].
#[derive(Resource, Debug)]
pub struct CollisionTrace<D: Dimension> {
    pair: Option<[Entity; 2]>,
    parts: [Option<u32>; 2],
    steps: Trace<D::Vector>,
    contact: Option<Contact<D::Vector>>,
    closest: Option<ClosestPoints<D::Vector>>,
    pub(super) picture: Picture<D::Vector>,
}

/// What is drawn of a test beside its steps.
#[derive(Debug)]
pub(super) struct Picture<V> {
    /// The points that the vertices of each shape are relative to.
    pub(super) origins: [V; 2],
    /// The vertex of each shape with the name 0, in the world.
    pub(super) first_vertices: [Option<V>; 2],
    /// Half-spaces have no end, and no difference.
    pub(super) endless: [bool; 2],
    /// The sum of the radii around the cores.
    pub(super) radius: f32,
    /// The two shapes in the world.
    pub(super) shapes: [Chains<V>; 2],
    /// The boundary of the difference of the cores.
    pub(super) difference: Chains<V>,
    /// Support points of the difference in some directions. While they are the same, so is the boundary.
    probes: Vec<V>,
}

/// Chains of points, each point joined to the next of its chain.
#[derive(Debug)]
pub(super) struct Chains<V> {
    points: Vec<V>,
    ends: Vec<usize>,
}

impl<V> Default for Chains<V> {
    fn default() -> Self {
        Self { points: Vec::new(), ends: Vec::new() }
    }
}

impl<V: Copy> Chains<V> {
    fn clear(&mut self) {
        self.points.clear();
        self.ends.clear();
    }

    fn push(&mut self, chain: impl Iterator<Item = V>) {
        self.points.extend(chain);
        self.ends.push(self.points.len());
    }

    pub(super) fn points(&self) -> &[V] {
        &self.points
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[V]> {
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.points[start..end])
    }
}

impl<D: Dimension> Default for CollisionTrace<D> {
    fn default() -> Self {
        let picture = Picture {
            origins: [D::Vector::ZERO; 2],
            first_vertices: [None; 2],
            endless: [false; 2],
            radius: 0.0,
            shapes: [Chains::default(), Chains::default()],
            difference: Chains::default(),
            probes: Vec::new(),
        };
        Self { pair: None, parts: [None; 2], steps: Trace::default(), contact: None, closest: None, picture }
    }
}

impl<D: Dimension> CollisionTrace<D> {
    /// Whose test it is; none while nothing is recorded.
    pub fn pair(&self) -> Option<[Entity; 2]> {
        self.pair
    }

    /// Which part of each it is about, of colliders that have several: the parts that overlap deepest, or else
    /// those that are nearest to each other.
    pub fn parts(&self) -> [Option<u32>; 2] {
        self.parts
    }

    /// The steps; printed, they read like a worked example.
    pub fn steps(&self) -> &Trace<D::Vector> {
        &self.steps
    }

    /// The contact that they found, if it was asked for and the two touch.
    pub fn contact(&self) -> Option<&Contact<D::Vector>> {
        self.contact.as_ref()
    }

    /// The nearest points that they found, if these were asked for and the two are apart.
    pub fn closest_points(&self) -> Option<&ClosestPoints<D::Vector>> {
        self.closest.as_ref()
    }

    fn forget(&mut self) {
        self.pair = None;
        self.steps.clear();
        (self.contact, self.closest) = (None, None);
        self.picture.probes.clear();
    }

    /// Asks the question and looks on.
    fn ask(
        &mut self,
        question: StepperQuestion,
        one: &impl Support<D::Vector>,
        two: &impl Support<D::Vector>,
    ) {
        self.steps.clear();
        (self.contact, self.closest) = (None, None);
        let query = Query::new(one, two).observe(&mut self.steps);
        match question {
            StepperQuestion::Contact => self.contact = query.contact(),
            StepperQuestion::Distance => self.closest = query.closest_points(),
        }
    }
}

/// Where the vertex of a shape with the id 0 is, if there is one.
fn first_vertex<V: Vector>(shape: &impl Support<V>) -> Option<V> {
    let [Vertex { point, .. }, ..] = Vertex::with_ids(shape, [0; 4]);
    point.is_finite().then(|| shape.core().origin + point)
}

impl<V: Vector<Scalar = f32>> Picture<V> {
    fn look<D: Dimension<Vector = V>>(&mut self, one: &impl Support<V>, two: &impl Support<V>) {
        self.origins = [one.core().origin, two.core().origin];
        self.first_vertices = [first_vertex(one), first_vertex(two)];
        self.endless = [one.half_space().is_some(), two.half_space().is_some()];
        self.radius = one.core().convex_radius + two.core().convex_radius;
        if self.endless != [false; 2] {
            self.difference.clear();
            self.probes.clear();
            return;
        }
        let offset = one.core().origin.widen() - two.core().origin.widen();
        let support = |direction: V| {
            let (on_a, on_b) =
                (one.core_support(direction).point.widen(), two.core_support(-direction).point.widen());
            V::narrow(offset + (on_a - on_b))
        };
        let mut same = true;
        for (index, probe) in directions().map(support).enumerate() {
            match self.probes.get_mut(index) {
                Some(before) => {
                    same &= *before == probe;
                    *before = probe;
                }
                None => {
                    same = false;
                    self.probes.push(probe);
                }
            }
        }
        if !same {
            self.difference.clear();
            let Self { difference, .. } = self;
            D::boundary(&support, &mut |chain| difference.push(chain));
        }
    }
}

/// The directions from the middle of a cube of five by five by five to the others; in the plane, of a square.
fn directions<V: Vector>() -> impl Iterator<Item = V> {
    let cells = (0..5_usize.pow(V::DIMENSION as u32)).map(|cell| {
        let along = |index: usize| (cell / 5_usize.pow(index as u32) % 5) as f64 - 2.0;
        (0..V::DIMENSION).fold(V::ZERO, |sum, index| sum + V::axis(index) * V::Scalar::narrow(along(index)))
    });
    cells.filter(|&direction| direction != V::ZERO)
}

impl<D: Dimension> CollisionTrace<D> {
    /// Records the test of two colliders; false if one of them takes no part.
    fn take(&mut self, colliders: &Colliders<D>, pair: [Entity; 2], question: StepperQuestion) -> bool {
        let (Some(a), Some(b)) = (colliders.get(pair[0]), colliders.get(pair[1])) else { return false };
        let Some([of_a, of_b]) = decisive([a, b]) else { return false };
        let part =
            |collider: &PlacedCollider<D>, part| collider.shape().filter(|form| form.len() > 1).map(|_| part);
        (self.pair, self.parts) = (Some(pair), [part(a, of_a), part(b, of_b)]);
        let taken = a.with_part(of_a, |one| {
            b.with_part(of_b, |two| {
                self.ask(question, one, two);
                self.picture.look::<D>(one, two);
                for (chains, part) in self.picture.shapes.iter_mut().zip([one, two]) {
                    chains.clear();
                    D::Collider::outline(part.shape(), SIDES, &mut |chain| {
                        chains.push(chain.map(|point| part.affine().apply(point)));
                    });
                }
            })
        });
        taken.flatten().is_some()
    }
}

/// Records the test of the pair, if there is one and it can be.
pub(super) fn record<D: Dimension>(
    mut stepper: ResMut<CollisionStepper<D>>,
    mut trace: ResMut<CollisionTrace<D>>,
    collisions: Res<Collisions<D>>,
    entities: &Entities,
) {
    let held = stepper.frozen && trace.pair.is_some() && trace.pair == stepper.pair;
    if !held {
        if stepper.pair.is_some_and(|pair| !pair.into_iter().all(|entity| entities.contains(entity))) {
            stepper.stop();
        }
        let taken =
            stepper.pair.is_some_and(|pair| trace.take(collisions.colliders(), pair, stepper.question));
        if !taken {
            // One of them may only rest or be disabled, and come back.
            trace.forget();
        }
    }
    let count = trace.steps.len();
    if stepper.count != count {
        stepper.count = count;
    }
}
