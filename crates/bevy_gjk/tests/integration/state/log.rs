//! The log of ticks: what is presented once although ticks are run again.

use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

/// What was heard, and the damage that the rules have done.
#[derive(Resource, Default)]
struct Heard {
    bangs: Vec<u64>,
    silenced: Vec<u64>,
}

#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct Health(i32);

/// A bullet that flies towards a target, which may dodge in the third tick.
struct Duel {
    app: App,
    bullet: Entity,
    target: Entity,
}

/// All of the game that a rollback restores.
#[derive(Clone)]
struct Saved {
    tick: u64,
    bullet: Transform,
    target: Transform,
    health: Health,
    state: CollisionState,
}

impl Duel {
    fn new(kept: usize) -> Self {
        let mut app = app_with((CollisionPlugin::default(), CollisionLogPlugin::new(kept)));
        app.init_resource::<Heard>();
        let bullet = app.spawn((Collider::circle(0.5), at_x(0.0)));
        let target = app.spawn((Collider::circle(0.5), at_x(4.0), Health(10)));
        app.observe(target, |hit: On<CollisionStarted>, mut health: Query<&mut Health>| {
            health.get_mut(hit.entity).unwrap().0 -= 3;
        });
        app.add_observer(|presented: On<CollisionPresented>, mut heard: ResMut<Heard>| {
            if presented.event.is_started() {
                heard.bangs.push(presented.tick);
            }
        });
        app.add_observer(|retracted: On<CollisionRetracted>, mut heard: ResMut<Heard>| {
            heard.silenced.push(retracted.tick);
        });
        Self { app, bullet, target }
    }

    fn tick(&mut self, tick: u64, dodges: bool) -> Saved {
        let Self { app, bullet, target } = self;
        app.get_mut::<Transform>(*bullet).translation.x += 1.0;
        if dodges && tick == 2 {
            set(app, *target, at_xy(4.0, 5.0));
        }
        app.resource_mut::<CollisionLog>().begin_tick(tick);
        app.update();
        Saved {
            tick,
            bullet: *app.get(*bullet),
            target: *app.get(*target),
            health: *app.get(*target),
            state: app.save::<Dim2>(),
        }
    }

    fn restore(&mut self, saved: &Saved) {
        let Self { app, bullet, target } = self;
        set(app, *bullet, saved.bullet);
        set(app, *target, saved.target);
        app.insert(*target, saved.health);
        app.restore(&saved.state).unwrap();
    }

    fn heard(&self) -> (&[u64], &[u64], i32) {
        let heard = self.app.resource::<Heard>();
        (&heard.bangs, &heard.silenced, self.app.get::<Health>(self.target).0)
    }
}

#[test]
fn a_hit_that_is_run_again_does_its_damage_and_its_sound_once() {
    let mut duel = Duel::new(12);
    let saved: Vec<_> = (0..4).map(|tick| duel.tick(tick, false)).collect();
    assert_eq!(duel.heard(), (&[2][..], &[][..], 7));
    for _ in 0..5 {
        duel.restore(&saved[0]);
        (1..4).for_each(|tick| _ = duel.tick(tick, false));
        assert_eq!(duel.heard(), (&[2][..], &[][..], 7));
    }
}

#[test]
fn a_hit_that_did_not_happen_is_retracted_and_presented_again_if_it_did() {
    let mut duel = Duel::new(12);
    let saved: Vec<_> = (0..4).map(|tick| duel.tick(tick, false)).collect();
    duel.restore(&saved[1]);
    (2..4).for_each(|tick| _ = duel.tick(tick, true));
    assert_eq!(duel.heard(), (&[2][..], &[2][..], 10));
    let log = duel.app.resource::<CollisionLog>();
    assert_eq!((log.kept(), log.events(2).map(<[_]>::len)), (Some(0..=3), Some(0)));
    duel.restore(&saved[1]);
    (2..4).for_each(|tick| _ = duel.tick(tick, false));
    assert_eq!(duel.heard(), (&[2, 2][..], &[2][..], 7));
    let messages = duel.app.resource::<Messages<CollisionPresented>>();
    assert!(messages.get_cursor().read(messages).next().is_none() || !messages.is_empty());
}

#[test]
fn what_is_no_longer_kept_is_final() {
    let mut duel = Duel::new(2);
    let saved: Vec<_> = (0..8).map(|tick| duel.tick(tick, false)).collect();
    assert_eq!(duel.heard(), (&[2][..], &[][..], 7));
    assert_eq!(duel.app.resource::<CollisionLog>().kept(), Some(6..=7));
    assert_eq!(duel.app.resource::<CollisionLog>().events(2), None);
    duel.restore(&saved[0]);
    (1..9).for_each(|tick| _ = duel.tick(tick, false));
    assert_eq!(duel.heard(), (&[2][..], &[][..], 7));
    assert_eq!(saved[3].tick, 3);
}

#[test]
fn entities_that_come_back_under_other_ids_are_mapped_in_the_log() {
    use bevy_ecs::entity::{EntityHashMap, MapEntities};
    let mut duel = Duel::new(12);
    let saved: Vec<_> = (0..4).map(|tick| duel.tick(tick, false)).collect();
    duel.app.despawn(duel.bullet);
    let back = duel.app.spawn((Collider::circle(0.5), saved[0].bullet));
    let mut map = EntityHashMap::from_iter([(duel.bullet, back)]);
    duel.app.resource_mut::<CollisionLog>().map_entities(&mut map);
    let mut saved = saved[0].clone();
    saved.state.map_entities(&mut map);
    duel.bullet = back;
    duel.restore(&saved);
    (1..4).for_each(|tick| _ = duel.tick(tick, false));
    assert_eq!(duel.heard(), (&[2][..], &[][..], 7));
}
