//! Who enters and leaves the surroundings of each player, with hysteresis: the recipe of the book beside brute force.

use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

collision_layers! {
    enum Layer {
        Thing,
        Area,
    }
}

/// What enters is nearer than the first distance, and what leaves is farther than the second one.
const ENTERS: f32 = 4.0;
const LEAVES: f32 = 5.0;
const SIZE: f32 = 0.3;

/// The areas around a player.
#[derive(Component)]
struct Areas {
    near: Entity,
    far: Entity,
}

/// What a player knows of.
#[derive(Component, Default)]
struct Known(BTreeSet<Entity>);

/// The player whose area it is, and whether things enter or leave by it.
#[derive(Component, Clone, Copy)]
enum AreaOf {
    Near(Entity),
    Far(Entity),
}

fn update_known(
    mut events: MessageReader<CollisionEvent>,
    areas: Query<&AreaOf>,
    mut known: Query<&mut Known>,
) {
    for event in events.read() {
        let of_area = |entity| Some((areas.get(entity).ok()?, event.seen_from(entity)?.entities()[1]));
        let Some((area, thing)) = event.entities().into_iter().find_map(of_area) else { continue };
        match *area {
            AreaOf::Near(player) if event.is_started() => {
                known.get_mut(player).unwrap().0.insert(thing);
            }
            AreaOf::Far(player) if !event.is_started() => {
                known.get_mut(player).unwrap().0.remove(&thing);
            }
            _ => {}
        }
    }
}

fn spawn_player(app: &mut App, place: Transform) -> Entity {
    let player = app.spawn((Collider::circle(SIZE), CollisionLayers::new(Layer::Thing, Layer::Area), place));
    let area = |app: &mut App, radius: f32, of: AreaOf| {
        let layers = CollisionLayers::new(Layer::Area, Layer::Thing);
        app.spawn((Collider::circle(radius), layers, CollisionExceptions::of([player]), of, ChildOf(player)))
    };
    let (near, far) = (area(app, ENTERS, AreaOf::Near(player)), area(app, LEAVES, AreaOf::Far(player)));
    app.insert(player, (Areas { near, far }, Known::default()));
    player
}

#[test]
fn the_surroundings_of_players_are_those_of_brute_force() {
    let mut app = app();
    app.add_systems(PostUpdate, update_known.after(CollisionSystems::Events));
    let mut random = Random(3);
    let anywhere = |random: &mut Random| at_xy(random.range(-15.0, 15.0), random.range(-15.0, 15.0));
    let players: Vec<_> = (0..10).map(|_| spawn_player(&mut app, anywhere(&mut random))).collect();
    let mut things: Vec<_> = (0..100)
        .map(|_| {
            let layers = CollisionLayers::new(Layer::Thing, Layer::Area);
            app.spawn((Collider::circle(SIZE), layers, anywhere(&mut random)))
        })
        .collect();
    things.extend(&players);
    let velocities: Vec<_> = things.iter().map(|_| point(&mut random, 0.4)).collect();
    let mut expected: BTreeMap<Entity, BTreeSet<Entity>> = BTreeMap::new();
    let (mut entered, mut left) = (0, 0);
    for frame in 0..200 {
        for (&entity, velocity) in things.iter().zip(&velocities) {
            let mut place = *app.get::<Transform>(entity);
            place.translation += velocity.with_z(0.0) * if frame % 80 < 40 { 1.0 } else { -1.0 };
            set(&mut app, entity, place);
        }
        if frame == 100 {
            // One is gone.
            app.despawn(things.remove(0));
        }
        app.update();
        for &player in &players {
            let at = |entity| app.get::<Transform>(entity).translation;
            let known = expected.entry(player).or_default();
            known.retain(|thing| things.contains(thing));
            for &thing in things.iter().filter(|&&thing| thing != player) {
                let distance = at(player).distance(at(thing)) - SIZE;
                if distance < ENTERS {
                    entered += usize::from(known.insert(thing));
                } else if distance > LEAVES {
                    left += usize::from(known.remove(&thing));
                }
            }
            assert_eq!(app.get::<Known>(player).0, *known, "frame {frame}");
            let Areas { near, far } = app.get::<Areas>(player);
            let count = |area: &Entity| app.resource::<Collisions>().collisions_with(*area).count();
            assert!(count(near) <= known.len() && known.len() <= count(far));
        }
    }
    assert!(entered > 300 && left > 300, "{entered}, {left}");
}
