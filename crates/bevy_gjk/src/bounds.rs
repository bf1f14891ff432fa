//! Phase one: where each collider stands, and the box around it.
//!
//! Each collider is looked at, so that whatever happened to it is noticed: there are no hooks to miss. Work
//! is done for those whose component, transform or layers changed.

use bevy_ecs::entity::Entities;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{
    Allow, DetectChanges, DetectChangesMut, Entity, Has, Query, Ref, ResMut, With, Without,
};
use bevy_ecs::system::SystemParam;
use bevy_log::warn;
use bevy_transform::components::GlobalTransform;
use gjk::{Affine, Bounds, Plane, Scalar, Support, Vector, Wide};

use crate::collider::{
    ColliderDisabled, ColliderId, ColliderTerms, CollisionMargin, Form, PlacedCollider, SweptCollider,
    TouchOnly,
};
use crate::collisions::Collisions;
use crate::compound::{CompoundCollider, Descent, Wholes};
use crate::dimension::{Dimension, Shape, is_finite};
use crate::events::EndReason;
use crate::filter::{CollisionExceptions, Families};
use crate::layers::CollisionLayers;
use crate::validate::ColliderError;

/// A tight box around a shape, larger by what rounding and the tolerance of touching may amount to.
pub(crate) fn grown<V: Vector<Scalar = f32>>(Bounds { mut min, mut max }: Bounds<V>) -> Bounds<V> {
    let size = (max - min).max_element();
    let reach = max.max(-min).max_element().max(0.0);
    let margin = 1e-6 * size + 4.0 * f32::EPSILON * reach;
    for index in 0..V::DIMENSION {
        min = min - V::axis(index) * margin;
        max = max + V::axis(index) * margin;
    }
    Bounds { min, max }
}

/// The box of a collider where its transform places it, with its margin around; of a swept one, of all its way.
pub(crate) fn place<D: Dimension>(collider: &PlacedCollider<D>) -> Result<Bounds<D::Vector>, ColliderError> {
    let form = collider.shape.as_ref().map_err(|&error| error)?;
    let margin = collider.terms.margin;
    let at_end = standing(form, &collider.affine, margin)?;
    let Some(motion) = collider.motion() else { return Ok(at_end) };
    let at_start = standing(form, &motion.start, margin).unwrap_or(at_end);
    Ok(motion.bounds(at_start, at_end, collider.affine.translation()))
}

/// The box of a form where a map places it, with a margin around.
fn standing<D: Dimension>(
    form: &Form<D>,
    affine: &<D::Vector as Vector>::Affine,
    margin: f32,
) -> Result<Bounds<D::Vector>, ColliderError> {
    if !is_finite::<D::Vector>(affine) {
        return Err(ColliderError::TransformNotFinite);
    }
    if let Form::Convex(shape) = form
        && let Some(plane) = shape.placed(*affine).half_space()
    {
        return endless(&plane, margin);
    }
    let bounds = form.bounds(affine);
    if !(bounds.min.is_finite() && bounds.max.is_finite()) {
        return Err(ColliderError::TooLarge);
    }
    Ok(widened(bounds, margin))
}

/// The box of a half-space, with a margin around. Only across an axis it has an end: the tolerance of touching
/// is a matter of the other shape alone.
fn endless<V: Vector<Scalar = f32>>(plane: &Plane<V>, margin: f32) -> Result<Bounds<V>, ColliderError> {
    if !(plane.point.is_finite() && plane.normal.is_finite()) {
        return Err(ColliderError::Flattened);
    }
    let (point, normal) = (V::narrow(plane.point), V::narrow(plane.normal));
    if !point.is_finite() {
        return Err(ColliderError::TooLarge);
    }
    let mut bounds = Bounds { min: V::ZERO, max: V::ZERO };
    for index in 0..V::DIMENSION {
        let (axis, at) = (V::axis(index), point.element(index));
        let room = margin + 4.0 * f32::EPSILON * (margin + at.abs());
        let [low, high] =
            [-1.0, 1.0].map(|sign| if normal == axis * sign { at + sign * room } else { sign * f32::FAR });
        bounds.min = bounds.min + axis * low.max(-f32::FAR);
        bounds.max = bounds.max + axis * high.min(f32::FAR);
    }
    Ok(bounds)
}

/// A box with a margin around, which is finite.
pub(crate) fn widened<V: Vector<Scalar = f32>>(bounds: Bounds<V>, margin: f32) -> Bounds<V> {
    let Bounds { mut min, mut max } = bounds;
    if margin > 0.0 {
        // Larger by what the rounding of the sum may amount to. It may reach beyond the range of `f32`, but
        // the margin itself must not: an infinity times the zeros of an axis is no number.
        let reach = max.max(-min).max_element().max(0.0);
        let margin = (margin + f32::EPSILON * (margin + reach)).min(f32::MAX);
        for index in 0..V::DIMENSION {
            min = min - V::axis(index) * margin;
            max = max + V::axis(index) * margin;
        }
    }
    Bounds { min, max }
}

/// The components beside the shape and its place that count.
type Others = (
    Option<&'static CollisionLayers>,
    Option<&'static CollisionMargin>,
    Option<&'static CollisionExceptions>,
    Has<TouchOnly>,
    Option<&'static SweptCollider>,
);

/// The components that make a collider.
type ColliderData<D> = (
    Entity,
    &'static mut ColliderId<D>,
    Ref<'static, <D as Dimension>::Collider>,
    Ref<'static, GlobalTransform>,
    Others,
);

/// The components of a compound of entities.
type Heads<'w, 's, D> = Query<
    'w,
    's,
    (&'static mut ColliderId<D>, Ref<'static, GlobalTransform>, Others),
    With<CompoundCollider>,
>;

/// Whether an entity has what makes a collider.
type Needed<D> = (Has<<D as Dimension>::Collider>, Has<ColliderId<D>>, Has<GlobalTransform>);

/// What is asked of an entity that is not found among the colliders any more, also of a disabled one.
#[derive(SystemParam)]
pub(crate) struct Lost<'w, 's, D: Dimension> {
    entities: &'w Entities,
    /// Whether it has all that makes a collider.
    components: Query<'w, 's, Needed<D>, Allow<Disabled>>,
}

impl<D: Dimension> Lost<'_, '_, D> {
    /// Why it takes part no more.
    fn reason(&self, entity: Entity, wholes: &Wholes<D>) -> EndReason {
        if !self.entities.contains(entity) {
            return EndReason::Despawned;
        }
        let complete = self.components.get(entity).is_ok_and(|has| has == (true, true, true));
        // A part of a whole is no collider of its own, and a whole without parts is none at all.
        if wholes.is_disabled(entity) || complete && !wholes.holds(entity) {
            EndReason::Disabled
        } else {
            EndReason::Removed
        }
    }
}

/// Brings the table of colliders up to date with the world.
pub(crate) fn update_bounds<D: Dimension>(
    mut collisions: ResMut<Collisions<D>>,
    mut all: Query<ColliderData<D>, (Without<ColliderDisabled>, Without<CompoundCollider>)>,
    mut wholes: ResMut<Wholes<D>>,
    mut heads: Heads<D>,
    descent: Descent<D>,
    reader: Reader,
    lost: Lost<D>,
) {
    let colliders = &mut collisions.colliders;
    colliders.begin();
    wholes.find(&descent, |part, error| {
        let name = reader.name_of(part);
        warn!("the {} collider of entity {name} is left out until it is mended: {error}", D::NAME);
    });
    let any_family = reader.families.any();
    for whole in wholes.iter_mut() {
        let (entity, form) = (whole.entity(), whole.form());
        if let (Some(form), Ok((mut id, transform, others))) = (form, heads.get_mut(entity)) {
            let id = id.bypass_change_detection();
            let terms = reader.terms(entity, id, others, any_family);
            let shape = (whole.take_changed(), || Ok(form));
            let affine = (transform.is_changed(), || D::affine(&transform));
            let found = colliders.update(entity, id, shape, affine, &terms);
            reader.warn(entity, id, found);
        }
    }
    for (entity, mut id, shape, transform, others) in &mut all {
        if wholes.holds(entity) {
            continue;
        }
        let id = id.bypass_change_detection();
        let terms = reader.terms(entity, id, others, any_family);
        let shape = (shape.is_changed() || wholes.just_left(entity), || shape.prepare());
        let affine = (transform.is_changed(), || D::affine(&transform));
        let found = colliders.update(entity, id, shape, affine, &terms);
        reader.warn(entity, id, found);
    }
    colliders.sweep(|entity| lost.reason(entity, &wholes));
}

/// Reads what the components of an entity say, and warns of what is wrong.
#[derive(SystemParam)]
pub(crate) struct Reader<'w, 's> {
    families: Families<'w, 's>,
    names: Query<'w, 's, NameOrEntity>,
}

impl Reader<'_, '_> {
    /// On what terms an entity takes part.
    #[inline]
    fn terms<'a, D: Dimension>(
        &self,
        entity: Entity,
        id: &mut ColliderId<D>,
        (layers, margin, exceptions, touch_only, swept): (
            Option<&CollisionLayers>,
            Option<&CollisionMargin>,
            Option<&'a CollisionExceptions>,
            bool,
            Option<&SweptCollider>,
        ),
        any_family: bool,
    ) -> ColliderTerms<'a> {
        ColliderTerms {
            layers: layers.copied().unwrap_or_default(),
            margin: margin.map_or(0.0, |&margin| valid_margin::<D>(margin, id, || self.name_of(entity))),
            touch_only,
            swept: swept.copied(),
            exceptions: exceptions.map_or(&[], |exceptions| &exceptions.0),
            family: if any_family { self.families.of(entity) } else { None },
        }
    }

    /// Warns once of a collider that became invalid.
    #[inline]
    fn warn<D: Dimension>(&self, entity: Entity, id: &mut ColliderId<D>, found: Result<(), ColliderError>) {
        if let Err(error) = found
            && !id.warned
        {
            let name = self.name_of(entity);
            warn!("the {} collider of entity {name} rests until it is mended: {error}", D::NAME);
        }
        id.warned = found.is_err();
    }

    fn name_of(&self, entity: Entity) -> String {
        let name = self.names.get(entity).ok().and_then(|it| it.name);
        name.map_or_else(|| entity.to_string(), |name| format!("{entity} \"{name}\""))
    }
}

/// The margin, or none if it is invalid, of which each entity is warned once until it is mended.
fn valid_margin<D: Dimension>(
    CollisionMargin(margin): CollisionMargin,
    id: &mut ColliderId<D>,
    name: impl Fn() -> String,
) -> f32 {
    let valid = margin.is_finite() && margin >= 0.0;
    if !valid && !id.warned_of_margin {
        let name = name();
        warn!("the CollisionMargin of entity {name} is {margin}, and counts as none until it is mended");
    }
    id.warned_of_margin = !valid;
    if valid { margin } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use gjk::{Affine2, Circle, Support, Vec2};

    use super::grown;

    #[test]
    fn the_box_is_tight() {
        let turned = Affine2::from_angle(0.7) * Affine2::from_scale(Vec2::new(3.0, -1.0));
        let bounds = grown(Circle::new(1.0).placed(turned).bounds());
        let (sin, cos) = 0.7f32.sin_cos();
        let exact =
            (Vec2::new(3.0 * cos, 3.0 * sin).powf(2.0) + Vec2::new(sin, cos).powf(2.0)).map(f32::sqrt);
        assert!((bounds.max - exact).abs().max_element() < 1e-5, "{bounds:?} {exact}");
        assert!(bounds.max.cmpge(exact).all());
    }
}
