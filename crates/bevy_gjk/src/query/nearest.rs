//! What is nearest.

use bevy_ecs::prelude::Entity;
use gjk::Status;

use super::shape::around;
use crate::broad_phase::AabbDistance;
use crate::collider::Dimension;
use crate::proxies::PlacedCollider;
use crate::query::answer::{Answer, Ask, VisitFlow};
use crate::query::ask::Nearest;
use crate::query::filter::QueryFilter;
use crate::query::shape::QueryShape;
use crate::query::{CollisionQuery, ask};

/// How near a collider is to a shape or a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearby<D: Dimension> {
    /// Whose collider it is.
    pub entity: Entity,
    /// How far apart they are; 0 where they meet.
    pub distance: f32,
    /// The point of the shape that is nearest to the collider; where they meet, the one that lies deepest in
    /// it.
    pub on_shape: D::Vector,
    /// The point of the collider that is nearest to the shape; where they meet, the one that lies deepest in
    /// it.
    pub on_collider: D::Vector,
    /// The unit direction from the shape to the collider; where they meet, the one in which the collider
    /// would have to go to part from it soonest.
    pub normal: D::Vector,
    /// Which part of the collider it is: 0 if it is a single one.
    pub part: u32,
    /// How far the answer can be trusted.
    pub status: Status,
}

impl<D: Dimension> Answer for Nearby<D> {
    fn entity(&self) -> Entity {
        self.entity
    }
    fn measure(&self) -> f32 {
        self.distance
    }
}

/// # What is nearest
/// To a point, ask with a [`gjk::Point`]. The distance up to which to look may be [`f32::INFINITY`]; the
/// smaller, the quicker. What meets the shape is at distance 0.
impl<D: Dimension> CollisionQuery<'_, D> {
    /// The collider that is nearest to a shape. Of several at the same distance, that of the entity with the
    /// lowest index.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    /// use bevy_gjk::gjk::{Point, Vec2};
    ///
    /// fn snap(query: &CollisionQuery, mouse: Vec2) -> Vec2 {
    ///     let nearest = query.nearest(&Point::new([mouse]), 8.0, &QueryFilter::ALL);
    ///     nearest.map_or(mouse, |nearest| nearest.on_collider)
    /// }
    /// ```
    pub fn nearest(
        &self,
        shape: &impl QueryShape<D>,
        max_distance: f32,
        filter: &QueryFilter,
    ) -> Option<Nearby<D>> {
        let (reach, ask) = question(shape)?;
        self.best(&reach, max_distance, filter, ask)
    }

    /// Shows every collider within a distance of a shape, in no order, to a visitor, which may stop by giving
    /// back a [`ControlFlow::Break`](core::ops::ControlFlow::Break).
    pub fn nearest_each<F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        max_distance: f32,
        filter: &QueryFilter,
        visit: impl FnMut(Nearby<D>) -> F,
    ) {
        if let Some((reach, ask)) = question(shape) {
            self.each(&reach, max_distance, filter, ask, visit);
        }
    }

    /// The colliders that are nearest to a shape, at most so many, the nearest first, in place of what
    /// `nearest` held.
    pub fn nearest_n(
        &self,
        shape: &impl QueryShape<D>,
        count: usize,
        max_distance: f32,
        filter: &QueryFilter,
        nearest: &mut Vec<Nearby<D>>,
    ) {
        nearest.clear();
        if let Some((reach, ask)) = question(shape) {
            self.few(&reach, max_distance, filter, ask, count, nearest);
        }
    }
}

/// Where to look, and what to ask; nothing for what has no place.
fn question<D: Dimension>(shape: &dyn QueryShape<D>) -> Option<(AabbDistance, impl Ask<D, Nearby<D>>)> {
    let reach = AabbDistance::new::<D>(&around(shape)?);
    Some((reach, move |collider: &PlacedCollider<D>, limit| {
        let entity = collider.entity();
        let (part, nearest) = ask::nearest(collider, shape, limit)?;
        Some(match nearest {
            Nearest::Apart(apart) => Nearby {
                entity,
                distance: apart.distance,
                on_shape: apart.on_a,
                on_collider: apart.on_b,
                normal: apart.normal,
                part,
                status: apart.status,
            },
            Nearest::Meeting(meeting) => Nearby {
                entity,
                distance: 0.0,
                on_shape: meeting.on_a,
                on_collider: meeting.on_b,
                normal: meeting.normal,
                part,
                status: meeting.status,
            },
        })
    }))
}
