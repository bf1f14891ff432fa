//! Whole trees, many entities, disabled ones, and characters.

use bevy::prelude::*;

use super::*;

#[test]
fn disabled_entities_are_not_looked_at_until_they_are_enabled() {
    let mut app = app();
    let entity = spawn(app.world_mut(), (ProximityMargin(1.0), Disabled));
    assert!(run(&mut app, LONG).is_empty());
    app.remove::<Disabled>(entity);
    assert_one_warning(&run(&mut app, LONG), &["ProximityMargin", "\"faulty\""]);
    // It is told again if it was right in between.
    insert_circle(app.world_mut(), entity);
    assert!(run(&mut app, LONG).is_empty());
    app.remove::<dim2::Collider>(entity);
    assert_one_warning(&run(&mut app, LONG), &["ProximityMargin", "\"faulty\""]);
}

#[test]
fn a_component_that_is_inserted_into_a_whole_tree_is_not_warned_of() {
    let mut app = app();
    let world = app.world_mut();
    let top = spawn(world, ());
    let joint = world.spawn((Transform::default(), ChildOf(top))).id();
    add_child_with_collider(world, joint);
    world.spawn((Transform::default(), ChildOf(joint)));
    world.entity_mut(top).insert_recursive::<Children>(ColliderDisabled);
    assert!(run(&mut app, LONG).is_empty());
    add_child_with_collider(app.world_mut(), joint);
    app.remove::<ColliderDisabled>(top);
    let lines = run(&mut app, LONG);
    assert_one_warning(&lines, &["ColliderDisabled", &joint.to_string()]);
}

#[test]
fn each_of_several_entities_is_named_and_thousands_do_not_flood_the_log() {
    let mut app = app();
    for index in 0..3 {
        app.spawn((Name::new(format!("tank {index}")), CollisionLayers::default()));
    }
    let lines = run(&mut app, LONG);
    assert_eq!(lines.len(), 3, "{lines:#?}");
    assert!((0..3).all(|index| lines[index].contains(&format!("tank {index}"))), "{lines:#?}");
    app.world_mut().spawn_batch((0..1000).map(|_| CollisionLayers::default()));
    let lines = run(&mut app, LONG);
    assert!(lines.len() < 30 && lines.last().unwrap().contains("nothing is said"), "{}", lines.len());
}

#[test]
fn a_character_that_is_one_no_longer_is_not_warned_of() {
    let mut app = app();
    let floor = (dim3::Collider::cuboid(9.0, 1.0, 9.0), at_xy(0.0, -2.0));
    app.spawn(floor);
    let hero = spawn(app.world_mut(), (dim3::CharacterMover::default(), dim3::Collider::sphere(1.0)));
    app.insert(hero, dim3::MoveTrace::default());
    assert!(run(&mut app, LONG).is_empty());
    app.remove::<dim3::CharacterMover>(hero);
    assert!(run(&mut app, LONG).is_empty());
}

#[test]
fn a_character_below_a_compound_is_warned_of_once() {
    let mut app = app();
    let ship = app.spawn(CompoundCollider);
    let bundle = (dim3::CharacterMover::default(), dim3::Collider::sphere(1.0), ChildOf(ship));
    spawn(app.world_mut(), bundle);
    assert_one_warning(
        &run(&mut app, LONG),
        &["CharacterMover", "\"faulty\"", "a part of a CompoundCollider"],
    );
}
