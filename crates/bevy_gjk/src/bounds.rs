//! Phase one: where each collider stands, and the box around it.
//!
//! Each collider is looked at, so that whatever happened to it is noticed: there are no hooks to miss. Work
//! is done for those whose component, transform or layers changed.

use bevy_ecs::entity::Entities;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Allow, DetectChanges, DetectChangesMut, Entity, Has, Query, Ref, ResMut, Without};
use bevy_log::warn;
use bevy_transform::components::GlobalTransform;
use gjk::{Bounds, Support, Vector};

use crate::collider::{ColliderDisabled, Proxies, Proxy, ProxyId, State};
use crate::dimension::{Dimension, Shape, is_finite};
use crate::events::EndReason;
use crate::layers::CollisionLayers;
use crate::validate::ColliderError;

/// The box around a shape, larger by what rounding and the tolerance of touching may amount to.
fn enlarged<V: Vector<Scalar = f32>>(shape: &impl Support<V>) -> Bounds<V> {
    let Bounds { mut min, mut max } = Bounds::of(shape);
    let size = (max - min).max_element();
    let reach = max.max(-min).max_element().max(0.0);
    let margin = 1e-6 * size + 4.0 * f32::EPSILON * reach;
    for index in 0..V::DIMENSION {
        min = min - V::axis(index) * margin;
        max = max + V::axis(index) * margin;
    }
    Bounds { min, max }
}

/// The components that make a collider.
type ColliderData<D> = (
    Entity,
    &'static mut ProxyId<D>,
    Ref<'static, <D as Dimension>::Collider>,
    Ref<'static, GlobalTransform>,
    Option<&'static CollisionLayers>,
);

/// What is asked of an entity that is not found among the colliders any more, also of a disabled one.
type Lost<'w, 's, D> =
    Query<'w, 's, (Has<<D as Dimension>::Collider>, Has<GlobalTransform>), Allow<Disabled>>;

/// Brings the table of colliders up to date with the world.
pub(crate) fn update_bounds<D: Dimension>(
    mut proxies: ResMut<Proxies<D>>,
    mut colliders: Query<ColliderData<D>, Without<ColliderDisabled>>,
    names: Query<NameOrEntity>,
    entities: &Entities,
    lost: Lost<D>,
) {
    let proxies = &mut *proxies;
    proxies.run = proxies.run.wrapping_add(1);
    for (entity, mut id, collider, transform, layers) in &mut colliders {
        let (slot, new) = proxies.find_or_insert(entity, id.bypass_change_detection());
        let run = proxies.run;
        let proxy = proxies.get_mut(slot);
        proxy.seen = run;

        let layers = layers.copied().unwrap_or_default();
        let mut changed = new || layers != proxy.layers;
        proxy.layers = layers;
        if new || collider.is_changed() {
            proxy.shape = collider.prepare();
            changed = true;
        }
        if new || transform.is_changed() {
            let affine = D::affine(&transform);
            changed |= affine != proxy.affine;
            proxy.affine = affine;
        }
        if changed {
            let before = proxy.state;
            proxy.state = match place(proxy) {
                Ok(bounds) => {
                    proxy.bounds = bounds;
                    State::Active
                }
                Err(error) => State::Resting(error),
            };
            match (before, proxy.state) {
                (_, State::Active) => proxies.mark_moved(slot),
                (State::Active, _) => proxies.gone.push((slot, EndReason::Invalid)),
                _ => {}
            }
            if let State::Resting(error) = proxies.get(slot).state
                && before != State::Resting(error)
            {
                warn_of::<D>(entity, &names, error);
            }
        }
    }
    sweep(proxies, entities, &lost);
}

/// The box around a proxy's shape where its transform places it.
fn place<D: Dimension>(proxy: &Proxy<D>) -> Result<Bounds<D::Vector>, ColliderError> {
    let shape = proxy.shape.as_ref().map_err(|&error| error)?;
    if !is_finite::<D::Vector>(&proxy.affine) {
        return Err(ColliderError::TransformNotFinite);
    }
    let bounds = enlarged(&shape.placed(proxy.affine));
    if bounds.min.is_finite() && bounds.max.is_finite() { Ok(bounds) } else { Err(ColliderError::TooLarge) }
}

fn warn_of<D: Dimension>(entity: Entity, names: &Query<NameOrEntity>, error: ColliderError) {
    let name = names.get(entity).ok().and_then(|it| it.name);
    let name = name.map(|name| format!(" \"{name}\"")).unwrap_or_default();
    warn!("the {} collider of entity {entity}{name} rests until it is mended: {error}", D::NAME);
}

/// Frees the places of the entities that were not found.
fn sweep<D: Dimension>(proxies: &mut Proxies<D>, entities: &Entities, lost: &Lost<D>) {
    for slot in 0..proxies.len() as u32 {
        let run = proxies.run;
        let proxy = proxies.get(slot);
        if proxy.seen == run || proxy.state == State::Free {
            continue;
        }
        let reason = if !entities.contains(proxy.entity) {
            EndReason::Despawned
        } else if matches!(lost.get(proxy.entity), Ok((false, _) | (_, false))) {
            EndReason::Removed
        } else {
            EndReason::Disabled
        };
        proxies.release(slot, reason);
    }
}

#[cfg(test)]
mod tests {
    use gjk::{Affine2, Circle, Support, Vec2};

    use super::enlarged;

    #[test]
    fn the_box_is_tight() {
        let turned = Affine2::from_angle(0.7) * Affine2::from_scale(Vec2::new(3.0, -1.0));
        let bounds = enlarged(&Circle::new(1.0).placed(turned));
        let (sin, cos) = 0.7f32.sin_cos();
        let exact =
            (Vec2::new(3.0 * cos, 3.0 * sin).powf(2.0) + Vec2::new(sin, cos).powf(2.0)).map(f32::sqrt);
        assert!((bounds.max - exact).abs().max_element() < 1e-5, "{bounds:?} {exact}");
        assert!(bounds.max.cmpge(exact).all());
    }
}
