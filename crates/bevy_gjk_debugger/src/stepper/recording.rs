//! Records the test of the pair, with the colliders as of the last run, or the last move of the character.

use bevy_ecs::entity::Entities;
use bevy_ecs::prelude::{Entity, Query as EcsQuery, ResMut, Resource};
use bevy_gjk::grid::GridCell;
use bevy_gjk::shape::{ConvexOf, Shape};
use bevy_gjk::texts::WhyApart;
use bevy_gjk::trace::MoveTrace;
use bevy_gjk::{CollisionQuery, CollisionRules, Dimension};
use bevy_math::Vec3;
use gjk::support::hints::Vertex;
use gjk::trace::Trace;
use gjk::{Affine, ClosestPoints, Contact, Placed, Query, Support, Vector};

use crate::stepper::view::to_vec3;
use crate::stepper::wireframe::{DrawBySupport, SIDES};
use crate::stepper::{CollisionStepper, StepperQuestion};

/// The recorded test of the pair of the [`CollisionStepper`].
///
/// It is recorded in each frame, and kept while the stepper is frozen. It is empty without a pair, while one of the two
/// colliders takes no part, and after one of them is despawned.
///
/// The steps are those of a cold start. The systems start from the result of the last frame (warm start), and test
/// boxes, round shapes and small polygons without iterations; their results are equal within the precision of
/// [`gjk`].
#[derive(Resource, Debug, Default)]
pub struct CollisionTrace<D: Dimension> {
    pair: Option<[Entity; 2]>,
    parts: [Option<u32>; 2],
    /// The cells of grids that these are.
    cells: [Option<GridCell<D>>; 2],
    steps: Trace<D::Vector>,
    contact: Option<Contact<D::Vector>>,
    closest: Option<ClosestPoints<D::Vector>>,
    apart: Option<WhyApart>,
    pub(super) picture: Picture,
}

/// The geometry that is drawn beside the steps.
#[derive(Debug, Default)]
pub(super) struct Picture {
    /// The points to which the vertices of each shape are relative.
    pub(super) origins: [Vec3; 2],
    /// The vertex with the id 0 of each shape, in world space.
    pub(super) first_vertices: [Option<Vec3>; 2],
    /// Whether each shape is a half-space. With a half-space, the difference is not drawn.
    pub(super) is_half_space: [bool; 2],
    /// The sum of the convex radii around the cores.
    pub(super) radius: f32,
    /// The wireframes of the two shapes in world space.
    pub(super) shapes: [Wireframe; 2],
    /// The boundary of the difference of the cores.
    pub(super) difference: Wireframe,
}

/// Polylines.
pub(super) type Wireframe = Vec<Vec<Vec3>>;

/// Returns the wireframe of a shape that is placed by an affine map.
pub(super) fn wireframe_of<D: Dimension>(
    shape: &ConvexOf<D>,
    affine: &<D::Vector as Vector>::Affine,
) -> Wireframe {
    let mut wireframe = Wireframe::new();
    D::Collider::draw(shape, SIDES, &mut |strip| {
        wireframe.push(strip.map(|point| to_vec3::<D>(affine.apply(point))).collect());
    });
    wireframe
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

    /// Returns why the two of the stepper's pair do not touch, by [`CollisionRules::why_apart`]: a rule may refuse a
    /// pair whose shapes overlap. It is also known while nothing is recorded, such as of a disabled collider.
    pub fn why_apart(&self) -> Option<&WhyApart> {
        self.apart.as_ref()
    }

    /// Removes the recorded test.
    fn clear(&mut self) {
        self.pair = None;
        self.steps.clear();
        (self.contact, self.closest) = (None, None);
    }
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
                self.steps.clear();
                (self.contact, self.closest) = (None, None);
                let query = Query::new(one, two).observe(&mut self.steps);
                match question {
                    StepperQuestion::Contact => self.contact = query.contact(),
                    StepperQuestion::Distance => self.closest = query.closest_points(),
                }
                self.picture.update::<D>(one, two);
            })
        });
        recorded.flatten().is_some()
    }
}

/// A convex part of a collider, placed in the world.
type PlacedPart<'s, D> = Placed<&'s ConvexOf<D>, <D as Dimension>::Vector>;

impl Picture {
    /// Computes the wireframes of two shapes, their reference points and, if a shape has changed, the boundary of their
    /// difference.
    fn update<D: DrawBySupport>(&mut self, one: &PlacedPart<D>, two: &PlacedPart<D>) {
        let (core_a, core_b) = (one.core(), two.core());
        self.origins = [core_a.origin, core_b.origin].map(to_vec3::<D>);
        self.first_vertices = [first_vertex(one), first_vertex(two)].map(|vertex| vertex.map(to_vec3::<D>));
        self.is_half_space = [one.half_space().is_some(), two.half_space().is_some()];
        self.radius = core_a.convex_radius + core_b.convex_radius;
        let shapes = [one, two].map(|shape| wireframe_of::<D>(shape.shape(), shape.affine()));
        if core::mem::replace(&mut self.shapes, shapes) == self.shapes {
            return;
        }
        self.difference.clear();
        if self.is_half_space == [false; 2] {
            let offset = core_a.origin.widen() - core_b.origin.widen();
            let support = |direction: D::Vector| {
                let (on_a, on_b) = (one.core_support(direction).point, two.core_support(-direction).point);
                D::Vector::narrow(offset + (on_a.widen() - on_b.widen()))
            };
            D::draw_by_support(&support, &mut |strip| {
                self.difference.push(strip.map(to_vec3::<D>).collect());
            });
        }
    }
}

/// Returns the vertex with the id 0 of a shape in world space, if the shape has vertices with ids.
fn first_vertex<V: Vector>(shape: &impl Support<V>) -> Option<V> {
    let [Vertex { point, .. }, ..] = Vertex::with_ids(shape, [0; 4]);
    point.is_finite().then(|| shape.core().origin + point)
}

/// A copy of the trace of the character of the [`CollisionStepper`], which is kept while it is frozen.
#[derive(Resource, Debug, Default)]
pub(super) struct ShownMove<D: Dimension> {
    pub(super) entity: Option<Entity>,
    pub(super) trace: MoveTrace<D>,
    /// The wireframe of the character around its translation.
    pub(super) wireframe: Wireframe,
}

impl<D: Dimension> ShownMove<D> {
    /// Copies the trace of a character, if it has one and its collider takes part.
    fn of(entity: Entity, query: &CollisionQuery<D>, traces: &EcsQuery<&MoveTrace<D>>) -> Option<Self> {
        let placed = query.get(entity)?;
        let around = placed.affine().with_translation(D::Vector::ZERO);
        let wireframe = wireframe_of::<D>(placed.shape()?.convex()?, &around);
        Some(Self { entity: Some(entity), trace: traces.get(entity).ok()?.clone(), wireframe })
    }
}

/// Records the test of the pair or the move of the character, unless it is frozen, and clears what is not shown.
pub(super) fn record<D: DrawBySupport>(
    mut stepper: ResMut<CollisionStepper<D>>,
    mut trace: ResMut<CollisionTrace<D>>,
    mut shown: ResMut<ShownMove<D>>,
    query: CollisionQuery<D>,
    rules: CollisionRules<D>,
    traces: EcsQuery<&MoveTrace<D>>,
    entities: &Entities,
) {
    let wanted = (stepper.pair.filter(|_| stepper.character.is_none()), stepper.character);
    let is_recorded = trace.pair.is_some() || shown.entity.is_some();
    if !(stepper.frozen && is_recorded && (trace.pair, shown.entity) == wanted) {
        if wanted.0.into_iter().flatten().chain(wanted.1).any(|entity| !entities.contains(entity)) {
            stepper.stop();
        }
        let pair = stepper.pair.filter(|_| stepper.character.is_none());
        if !pair.is_some_and(|pair| trace.record(&query, pair, stepper.question)) {
            // The pair is kept: a collider that is invalid or disabled may take part again later.
            trace.clear();
        }
        trace.apart = stepper.pair.and_then(|[a, b]| rules.why_apart(a, b));
        *shown =
            stepper.character.and_then(|entity| ShownMove::of(entity, &query, &traces)).unwrap_or_default();
    }
    // After all events of a move comes its end.
    let of_move = shown.entity.map(|_| shown.trace.events().len() + 1);
    let count = of_move.unwrap_or(trace.steps.len());
    if stepper.count != count {
        stepper.count = count;
    }
}
