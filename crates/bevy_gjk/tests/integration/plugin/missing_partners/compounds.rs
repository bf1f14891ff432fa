//! Components on a part of a compound, which act only on its root.

use bevy::prelude::*;

use super::*;

/// Returns an app with a compound of this name.
fn with_compound() -> (App, Entity) {
    let mut app = app();
    let root = app.spawn((Name::new("ship"), CompoundCollider));
    (app, root)
}

/// Asserts that there is one warning of a component on a part, and none where it is the root that has it.
fn assert_named<C: Component + Default + Clone>(component: &str) {
    let part = || (dim2::Collider::rectangle(4.0, 1.0), C::default());
    let (mut app, root) = with_compound();
    let joint = app.spawn((Transform::default(), CompoundCollider, ChildOf(root)));
    let part_entity = spawn(app.world_mut(), (part(), ChildOf(joint)));
    let lines = run(&mut app, LONG);
    assert_one(&lines, &[component, &format!("{part_entity} \"faulty\""), &format!("{root} \"ship\"")]);
    assert!(run(&mut app, LONG).is_empty());
    let (mut app, root) = with_compound();
    app.insert(root, C::default());
    spawn(app.world_mut(), (part(), ChildOf(root)));
    assert!(run(&mut app, LONG).is_empty(), "{component} on the root, too");
    // On what is below anything else, it acts.
    let mut app = self::app();
    let parent = app.spawn(Transform::default());
    spawn(app.world_mut(), (part(), ChildOf(parent)));
    assert!(run(&mut app, LONG).is_empty(), "{component} below no compound");
}

#[test]
fn components_on_a_part_of_a_compound_that_do_nothing_are_named() {
    assert_named::<SurfaceVelocity<Dim2>>("2D SurfaceVelocity");
    assert_named::<OneWayPlatform<Dim2>>("2D OneWayPlatform");
    assert_named::<dim2::Touching>("2D Touching");
    assert_named::<SweptCollider>("SweptCollider");
}

#[test]
fn a_part_that_gets_its_collider_later_is_named_once() {
    let (mut app, root) = with_compound();
    let part = spawn(app.world_mut(), (SweptCollider::default(), ChildOf(root)));
    let mut lines = run(&mut app, SHORT);
    insert_circle(app.world_mut(), part);
    lines.extend(run(&mut app, LONG));
    assert_one(&lines, &["SweptCollider", "\"faulty\"", "\"ship\""]);
}
