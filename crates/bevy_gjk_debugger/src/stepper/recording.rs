//! Records the test of the pair, with the colliders as of the last run.

use bevy_ecs::entity::Entities;
use bevy_ecs::prelude::{Entity, ResMut, Resource};
use gjk::support::hints::Vertex;
use gjk::trace::Trace;
use gjk::{Affine, ClosestPoints, Contact, Query, Scalar, Support, Vector};

use crate::stepper::wireframe::{DrawBySupport, SIDES};
use crate::stepper::{CollisionStepper, StepperQuestion};
use bevy_gjk::grid::GridCell;
use bevy_gjk::shape::Shape;
use bevy_gjk::texts::WhyApart;
use bevy_gjk::{CollisionQuery, CollisionRules, Dimension};

/// The recorded test of the pair of the [`CollisionStepper`](super::CollisionStepper).
///
/// It is recorded in each frame, and kept while the stepper is frozen. It is empty without a pair, while one of the two
/// colliders takes no part, and after one of them is despawned.
///
/// The steps are those of a cold start. The systems start from the result of the last frame (warm start), and test
/// boxes, round shapes and small polygons without iterations; their results are equal within the precision of
/// [`gjk`].
#[derive(Resource, Debug)]
pub struct CollisionTrace<D: Dimension> {
    pair: Option<[Entity; 2]>,
    parts: [Option<u32>; 2],
    /// The cells of grids that these are.
    cells: [Option<GridCell<D>>; 2],
    steps: Trace<D::Vector>,
    contact: Option<Contact<D::Vector>>,
    closest: Option<ClosestPoints<D::Vector>>,
    apart: Option<WhyApart>,
    pub(super) picture: Picture<D::Vector>,
}

/// The geometry that is drawn beside the steps.
#[derive(Debug)]
pub(super) struct Picture<V> {
    /// The points to which the vertices of each shape are relative.
    pub(super) origins: [V; 2],
    /// The vertex with the id 0 of each shape, in world space.
    pub(super) first_vertices: [Option<V>; 2],
    /// Whether each shape is a half-space. With a half-space, the difference is not drawn.
    pub(super) is_half_space: [bool; 2],
    /// The sum of the convex radii around the cores.
    pub(super) radius: f32,
    /// The wireframes of the two shapes in world space.
    pub(super) shapes: [LineStrips<V>; 2],
    /// The boundary of the difference of the cores.
    pub(super) difference: LineStrips<V>,
    /// Support points of the difference in fixed directions. While they are unchanged, the boundary is not computed
    /// again.
    probes: Vec<V>,
}

/// A list of line strips.
#[derive(Debug, Default)]
pub(super) struct LineStrips<V> {
    points: Vec<V>,
    ends: Vec<usize>,
}

impl<V: Copy> LineStrips<V> {
    pub(super) fn clear(&mut self) {
        self.points.clear();
        self.ends.clear();
    }

    pub(super) fn push(&mut self, strip: impl Iterator<Item = V>) {
        self.points.extend(strip);
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
            is_half_space: [false; 2],
            radius: 0.0,
            shapes: [LineStrips::default(), LineStrips::default()],
            difference: LineStrips::default(),
            probes: Vec::new(),
        };
        Self {
            pair: None,
            parts: [None; 2],
            cells: [None; 2],
            steps: Trace::default(),
            contact: None,
            closest: None,
            apart: None,
            picture,
        }
    }
}

impl<D: Dimension> CollisionTrace<D> {
    /// Returns the pair of the test, or `None` while nothing is recorded.
    pub fn pair(&self) -> Option<[Entity; 2]> {
        self.pair
    }

    /// Returns the indices of the tested parts of composite colliders: the two parts that overlap deepest, or if
    /// they are apart, the nearest ones.
    pub fn parts(&self) -> [Option<u32>; 2] {
        self.parts
    }

    /// Returns the cells of grids that the tested parts are.
    pub fn cells(&self) -> [Option<GridCell<D>>; 2] {
        self.cells
    }

    /// Returns the steps. Printed, they read like a worked example.
    pub fn steps(&self) -> &Trace<D::Vector> {
        &self.steps
    }

    /// Returns the contact, if the query was for a contact and the two touch.
    pub fn contact(&self) -> Option<&Contact<D::Vector>> {
        self.contact.as_ref()
    }

    /// Returns the closest points, if the query was for the distance and the two are apart.
    pub fn closest_points(&self) -> Option<&ClosestPoints<D::Vector>> {
        self.closest.as_ref()
    }

    /// Returns why the two of the stepper's pair do not touch, by [`CollisionRules::why_apart`]: a rule may refuse a pair
    /// whose shapes overlap. It is also known while nothing is recorded, such as of a disabled collider.
    pub fn why_apart(&self) -> Option<&WhyApart> {
        self.apart.as_ref()
    }

    /// Removes the recorded test.
    fn clear(&mut self) {
        self.pair = None;
        self.steps.clear();
        (self.contact, self.closest) = (None, None);
        self.picture.probes.clear();
    }

    /// Runs the query and records its steps.
    fn run(
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

/// Returns the vertex with the id 0 of a shape in world space, if the shape has vertices with ids.
fn first_vertex<V: Vector>(shape: &impl Support<V>) -> Option<V> {
    let [Vertex { point, .. }, ..] = Vertex::with_ids(shape, [0; 4]);
    point.is_finite().then(|| shape.core().origin + point)
}

impl<V: Vector<Scalar = f32>> Picture<V> {
    /// Computes the boundary of the difference of two shapes and their reference points.
    fn update<D: DrawBySupport<Vector = V>>(&mut self, one: &impl Support<V>, two: &impl Support<V>) {
        self.origins = [one.core().origin, two.core().origin];
        self.first_vertices = [first_vertex(one), first_vertex(two)];
        self.is_half_space = [one.half_space().is_some(), two.half_space().is_some()];
        self.radius = one.core().convex_radius + two.core().convex_radius;
        if self.is_half_space != [false; 2] {
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
        let mut unchanged = true;
        for (index, probe) in directions().map(support).enumerate() {
            match self.probes.get_mut(index) {
                Some(previous) => {
                    unchanged &= *previous == probe;
                    *previous = probe;
                }
                None => {
                    unchanged = false;
                    self.probes.push(probe);
                }
            }
        }
        if !unchanged {
            self.difference.clear();
            let Self { difference, .. } = self;
            D::draw_by_support(&support, &mut |strip| difference.push(strip));
        }
    }
}

/// Iterates over the directions from the center of a grid of five cells along each axis to the other cells.
fn directions<V: Vector>() -> impl Iterator<Item = V> {
    let cells = (0..5_usize.pow(V::DIMENSION as u32)).map(|cell| {
        let along = |index: usize| (cell / 5_usize.pow(index as u32) % 5) as f64 - 2.0;
        (0..V::DIMENSION).fold(V::ZERO, |sum, index| sum + V::axis(index) * V::Scalar::narrow(along(index)))
    });
    cells.filter(|&direction| direction != V::ZERO)
}

impl<D: DrawBySupport> CollisionTrace<D> {
    /// Records the test of two colliders. Returns `false` if one of them takes no part.
    fn record(&mut self, query: &CollisionQuery<D>, pair: [Entity; 2], question: StepperQuestion) -> bool {
        let (Some(a), Some(b)) = (query.get(pair[0]), query.get(pair[1])) else { return false };
        let parts = query.pair(pair[0], pair[1]).and_then(|pair| pair.deciding_parts());
        let Some([index_a, index_b]) = parts else { return false };
        let many = [a, b].map(|collider| collider.shape().is_some_and(|shape| shape.len() > 1));
        self.pair = Some(pair);
        self.parts = [many[0].then_some(index_a), many[1].then_some(index_b)];
        self.cells = [a.cell(index_a), b.cell(index_b)];
        let recorded = a.with_part(index_a, |one| {
            b.with_part(index_b, |two| {
                self.run(question, one, two);
                self.picture.update::<D>(one, two);
                for (strips, part) in self.picture.shapes.iter_mut().zip([one, two]) {
                    strips.clear();
                    D::Collider::draw(part.shape(), SIDES, &mut |strip| {
                        strips.push(strip.map(|point| part.affine().apply(point)));
                    });
                }
            })
        });
        recorded.flatten().is_some()
    }
}

/// Records the test of the pair, or clears the trace if there is no pair or it cannot be tested.
pub(super) fn record<D: DrawBySupport>(
    mut stepper: ResMut<CollisionStepper<D>>,
    mut trace: ResMut<CollisionTrace<D>>,
    query: CollisionQuery<D>,
    rules: CollisionRules<D>,
    entities: &Entities,
) {
    let wanted = stepper.pair.filter(|_| stepper.character.is_none());
    let is_frozen = stepper.frozen && trace.pair.is_some() && trace.pair == wanted;
    if !is_frozen {
        if wanted.is_some_and(|pair| !pair.into_iter().all(|entity| entities.contains(entity))) {
            stepper.stop();
        }
        let recorded = wanted.is_some_and(|pair| trace.record(&query, pair, stepper.question));
        if !recorded {
            // The pair is kept: a collider that is invalid or disabled may take part again later.
            trace.clear();
        }
        trace.apart = stepper.pair.and_then(|[a, b]| rules.why_apart(a, b));
    }
    let count = trace.steps.len();
    if stepper.character.is_none() && stepper.count != count {
        stepper.count = count;
    }
}
