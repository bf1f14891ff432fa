//! A collision plugin in a schedule that does not run.

use core::any::TypeId;

use bevy_app::{
    FixedFirst, FixedLast, FixedMain, FixedPostUpdate, FixedPreUpdate, FixedUpdate, MainScheduleOrder,
};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::World;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_time::{Fixed, Time};

use super::rule::{Finding, Rule};
use crate::collider::Dimension;
use crate::detection::Collisions;
use crate::ecs::detect::DetectCollisions;

/// The schedule of the plugin of a dimension.
pub(super) struct PluginSchedule {
    pub(super) schedule: Interned<dyn ScheduleLabel>,
    collider: TypeId,
    dimension: &'static str,
    has_run: fn(&World) -> bool,
}

impl PluginSchedule {
    pub(super) fn new<D: Dimension>(schedule: Interned<dyn ScheduleLabel>) -> Self {
        Self {
            schedule,
            collider: TypeId::of::<D::Collider>(),
            dimension: D::NAME,
            has_run: |world| world.get_resource::<Collisions<D>>().is_none_or(|it| it.colliders.run > 0),
        }
    }

    /// Returns the rule that colliders need a run of the schedule; `None` if the app asks for the runs itself.
    pub(super) fn rule(&self) -> Option<Rule> {
        let &Self { schedule, collider, dimension, has_run } = self;
        if schedule == DetectCollisions.intern() {
            return None;
        }
        let rule = Rule::new([collider], move |it, entity| {
            if has_run(it.world) {
                return Finding::Retired;
            }
            if will_run(schedule, it.world) {
                return Finding::Loading;
            }
            let entity = it.name(entity);
            Finding::Plugin(format!(
                "entity {entity} has a {dimension} Collider, but the schedule {schedule:?} of the {dimension} CollisionPlugin \
                 has not run so far: no {dimension} collider takes part until it does"
            ))
        });
        Some(rule.about_all())
    }
}

/// Returns whether Bevy runs a schedule sooner or later: in each frame, or in fixed steps if there is a clock for them.
fn will_run(schedule: Interned<dyn ScheduleLabel>, world: &World) -> bool {
    let order = world.get_resource::<MainScheduleOrder>();
    let is_main = order
        .is_some_and(|order| order.labels.contains(&schedule) || order.startup_labels.contains(&schedule));
    let fixed = [
        FixedMain.intern(),
        FixedFirst.intern(),
        FixedPreUpdate.intern(),
        FixedUpdate.intern(),
        FixedPostUpdate.intern(),
        FixedLast.intern(),
    ];
    is_main || fixed.contains(&schedule) && world.contains_resource::<Time<Fixed>>()
}
