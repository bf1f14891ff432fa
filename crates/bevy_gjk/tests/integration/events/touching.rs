//! The component `Touching` holds what the contact graph knows, and changes only when that does.

use bevy_app::Last;
use bevy_gjk::touching::Touching;

use crate::common::prelude::*;

type Touching2 = Touching<Dim2>;

/// Counts how often each entity's component was seen as changed.
#[derive(Resource, Default)]
struct Changes(BTreeMap<Entity, u32>);

fn count(changed: Query<Entity, Changed<Touching2>>, mut changes: ResMut<Changes>) {
    for entity in &changed {
        *changes.0.entry(entity).or_default() += 1;
    }
}

#[test]
fn it_changes_only_when_other_entities_are_touched() {
    let mut app = app();
    app.init_resource::<Changes>().add_systems(Last, count);
    let plate = app.spawn((dim2::Collider::rectangle(2.0, 2.0), Touching2::default()));
    let stones = [0.0, 0.5, 9.0].map(|x| app.spawn((dim2::Collider::circle(0.5), at_x(x))));
    let changes = |app: &App| app.resource::<Changes>().0.get(&plate).copied().unwrap_or_default();
    app.update();
    // Once since it was added and filled.
    assert_eq!((changes(&app), app.get::<Touching2>(plate).entities()), (1, &stones[..2]));
    for step in 1..5 {
        app.update_with(stones[0], at_x(0.1 * step as f32));
    }
    assert_eq!(changes(&app), 1, "the same two, elsewhere");
    app.update_with(stones[2], at_x(1.0));
    let touching = app.get::<Touching2>(plate);
    assert!(touching.contains(stones[2]) && touching.len() == 3 && !touching.is_empty());
    assert_eq!(touching.iter().collect::<Vec<_>>(), stones);
    assert_eq!(changes(&app), 2);
    app.despawn(stones[1]);
    app.update();
    assert!(!app.get::<Touching2>(plate).contains(stones[1]));
    assert_eq!(changes(&app), 3);
    // Bevy's `Disabled` hides an entity from queries, and what it touched is not kept meanwhile.
    let changes: [(&str, fn(&mut App, Entity), usize); 5] = [
        ("disabled", |app, plate| app.insert(plate, ColliderDisabled), 0),
        ("enabled", |app, plate| app.remove::<ColliderDisabled>(plate), 2),
        ("hidden by Bevy", |app, plate| app.insert(plate, Disabled), 0),
        ("shown again", |app, plate| app.remove::<Disabled>(plate), 2),
        ("without a collider", |app, plate| app.remove::<dim2::Collider>(plate), 0),
    ];
    for (what, change, touched) in changes {
        change(&mut app, plate);
        app.update();
        assert_eq!(app.get::<Touching2>(plate).len(), touched, "{what}");
    }
}

#[derive(Resource, Default)]
struct Seen(Vec<bool>);

#[test]
fn observers_see_the_touches_of_the_run() {
    let mut app = app();
    app.init_resource::<Seen>();
    app.add_observer(|start: On<CollisionStarted<Dim2>>, all: Query<&Touching2>, mut seen: ResMut<Seen>| {
        seen.0.push(all.get(start.entity).unwrap().contains(start.other));
    });
    app.add_observer(|end: On<CollisionEnded<Dim2>>, all: Query<&Touching2>, mut seen: ResMut<Seen>| {
        seen.0.push(!all.get(end.entity).unwrap().contains(end.other));
    });
    app.spawn((dim2::Collider::circle(1.0), Touching2::default()));
    let other = app.spawn((dim2::Collider::circle(1.0), Touching2::default()));
    app.update();
    app.update_with(other, at_x(9.0));
    assert_eq!(app.resource::<Seen>().0, [true; 4]);
}

#[test]
fn it_agrees_with_the_contact_graph_in_a_random_world() {
    let mut random = Random(48);
    let mut app = app();
    let all: Vec<_> =
        (0..60).map(|_| app.spawn((dim2::Collider::circle(0.6), Touching2::default()))).collect();
    let mut touches = 0;
    for _ in 0..60 {
        for &entity in all.iter().filter(|_| random.below(3) == 0).collect::<Vec<_>>() {
            let place = at_xy(random.range(-4.0, 4.0), random.range(-4.0, 4.0));
            app.insert(entity, place);
            match random.below(20) {
                0 => app.insert(entity, ColliderDisabled),
                1 => app.remove::<ColliderDisabled>(entity),
                _ => {}
            }
        }
        app.update();
        let collisions = app.resource::<Collisions<Dim2>>();
        for &entity in &all {
            let mut expected: Vec<_> = collisions.entities_colliding_with(entity).collect();
            expected.sort_unstable_by_key(|touched| touched.index_u32());
            assert_eq!(app.get::<Touching2>(entity).entities(), expected);
            touches += expected.len();
        }
    }
    assert!(touches > 1000, "{touches}");
}

/// Remote tools and inspectors read the component by reflection.
#[test]
fn it_can_be_read_by_reflection() {
    use bevy::reflect::serde::ReflectSerializer;

    let mut app = app();
    let plate = app.spawn((dim2::Collider::circle(1.0), Touching2::default()));
    let other = app.spawn(dim2::Collider::circle(1.0));
    app.update();
    let registry = app.resource::<AppTypeRegistry>().read();
    let touching = app.get::<Touching2>(plate);
    let text = ron::to_string(&ReflectSerializer::new(touching, &registry)).unwrap();
    assert!(text.contains("Touching") && text.contains(&other.to_bits().to_string()), "{text}");
    let reflected = registry.get_with_short_type_path("Touching<Dim2>").unwrap();
    assert!(reflected.data::<ReflectComponent>().is_some());
}
