//! Which pairs touch does not depend on the order in which entities are spawned.

use crate::common::prelude::*;

/// What names a collider, whatever its entity is.
#[derive(Component, Clone, Copy)]
struct Number(u32);

#[test]
fn the_order_of_spawning_only_changes_the_order_of_events() {
    let run = |order: &mut dyn Iterator<Item = u32>| {
        let mut app = app();
        for number in order {
            app.spawn((Number(number), dim2::Collider::circle(0.4)));
        }
        let mut frames = Vec::new();
        for frame in 0..60 {
            let mut all = app.world_mut().query::<(&Number, &mut Transform)>();
            for (number, mut transform) in all.iter_mut(app.world_mut()) {
                let mut random = Random(u64::from(number.0) << 32 | frame);
                transform.translation = Vec3::new(random.range(-9.0, 9.0), random.range(-9.0, 9.0), 0.0);
            }
            let events = step::<Dim2>(&mut app);
            let name = |entity| app.get::<Number>(entity).0;
            let fact = |event: &CollisionEvent<Dim2>| {
                let [a, b] = event.entities().map(name);
                (event.is_started(), a.min(b), a.max(b))
            };
            let mut facts: Vec<_> = events.iter().map(fact).collect();
            facts.sort_unstable();
            frames.push(facts);
        }
        frames
    };
    let forth = run(&mut (0..200));
    assert!(forth.iter().flatten().count() > 5000);
    assert_eq!(run(&mut (0..200).rev()), forth);
}
