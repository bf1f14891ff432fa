//! The test of the pair, recorded from the shapes as the systems last saw them.

use bevy_ecs::entity::Entities;
use bevy_ecs::prelude::{Entity, Res, ResMut, Resource};
use gjk::{ClosestPoints, Contact, Query, Scalar, Support, Trace, Vector};

use super::{CollisionStepper, StepperQuestion};
use crate::collisions::Collisions;
use crate::dimension::{Dimension, Pen, Shape};

/// How the test of the [`CollisionStepper`](super::CollisionStepper)'s pair ran.
///
/// It is recorded anew in each frame, or stays as it was while the stepper is frozen. Without a pair, while one of the
/// two takes no part, and once one of them is despawned, there is none.
#[derive(Resource, Debug)]
pub struct CollisionTrace<D: Dimension> {
    asked: Option<([Entity; 2], StepperQuestion)>,
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
            radius: 0.0,
            shapes: [Chains::default(), Chains::default()],
            difference: Chains::default(),
            probes: Vec::new(),
        };
        Self { asked: None, steps: Trace::default(), contact: None, closest: None, picture }
    }
}

impl<D: Dimension> CollisionTrace<D> {
    /// Whose test it is; none while nothing is recorded.
    pub fn pair(&self) -> Option<[Entity; 2]> {
        self.asked.map(|(pair, _)| pair)
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
        self.asked = None;
        self.steps.clear();
        (self.contact, self.closest) = (None, None);
        self.picture.probes.clear();
    }

    /// Asks the question and looks on.
    fn ask(
        &mut self,
        pair: [Entity; 2],
        question: StepperQuestion,
        one: &impl Support<D::Vector>,
        two: &impl Support<D::Vector>,
    ) {
        self.asked = Some((pair, question));
        self.steps.clear();
        (self.contact, self.closest) = (None, None);
        let query = Query::new(one, two).observe(&mut self.steps);
        match question {
            StepperQuestion::Contact => self.contact = query.contact(),
            StepperQuestion::Distance => self.closest = query.closest_points(),
        }
    }
}

impl<V: Vector<Scalar = f32>> Picture<V> {
    fn look<D: Dimension<Vector = V>>(&mut self, one: &impl Support<V>, two: &impl Support<V>) {
        self.origins = [one.origin(), two.origin()];
        self.first_vertices =
            [one.vertex(0).map(|it| one.origin() + it), two.vertex(0).map(|it| two.origin() + it)];
        self.radius = one.radius() + two.radius();
        let offset = one.origin().widen() - two.origin().widen();
        let support = |direction: V| {
            let (on_a, on_b) = (one.core(direction).point.widen(), two.core(-direction).point.widen());
            V::narrow(offset + (on_a - on_b))
        };
        let mut known = 0;
        let mut same = true;
        for probe in directions().map(support) {
            match self.probes.get_mut(known) {
                Some(before) => {
                    same &= *before == probe;
                    *before = probe;
                }
                None => {
                    same = false;
                    self.probes.push(probe);
                }
            }
            known += 1;
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
        (0..V::DIMENSION)
            .fold(V::ZERO, |sum, index| sum + V::axis(index) * V::Scalar::narrow(along(index)))
    });
    cells.filter(|&direction| direction != V::ZERO)
}

/// Records the test of the pair, if there is one and it can be.
pub(super) fn record<D: Dimension>(
    mut stepper: ResMut<CollisionStepper<D>>,
    mut trace: ResMut<CollisionTrace<D>>,
    collisions: Res<Collisions<D>>,
    entities: &Entities,
) {
    let trace = &mut *trace;
    let held = stepper.frozen && trace.asked.is_some() && trace.pair() == stepper.pair;
    if !held {
        if stepper.pair.is_some_and(|pair| !pair.into_iter().all(|entity| entities.contains(entity))) {
            stepper.stop();
        }
        trace.forget_unless(stepper.pair);
        if let Some([a, b]) = stepper.pair {
            match (collisions.colliders().get(a), collisions.colliders().get(b)) {
                (Some(one), Some(two)) => {
                    let question = stepper.question;
                    if let (Some(a), Some(b)) = (one.placed(), two.placed()) {
                        trace.ask([one.entity, two.entity], question, &a, &b);
                        trace.picture.look::<D>(&a, &b);
                        for (chains, placed) in trace.picture.shapes.iter_mut().zip([&a, &b]) {
                            chains.clear();
                            let mut pen = |chain: &mut dyn Iterator<Item = D::Vector>| {
                                chains.push(chain.map(|point| gjk::Affine::apply(placed.affine(), point)));
                            };
                            D::Collider::outline(placed.shape(), &mut pen as &mut Pen<D::Vector>);
                        }
                    }
                }
                // One of them rests or is disabled: it may come back.
                _ => trace.forget(),
            }
        }
    }
    let count = trace.steps.len();
    if stepper.count != count {
        stepper.count = count;
    }
}

impl<D: Dimension> CollisionTrace<D> {
    fn forget_unless(&mut self, pair: Option<[Entity; 2]>) {
        if self.pair() != pair {
            self.forget();
        }
    }
}
