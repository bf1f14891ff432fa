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
    assert_one_warning(
        &lines,
        &[component, &format!("{part_entity} \"faulty\""), &format!("{root} \"ship\"")],
    );
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
    assert_named::<CollisionLayers>("CollisionLayers");
    assert_named::<CollisionExceptions>("CollisionExceptions");
    assert_named::<CollisionOrder>("CollisionOrder");
    assert_named::<BubbleCollisions>("BubbleCollisions");
    assert_named::<ProximityMargin>("ProximityMargin");
}

#[test]
fn a_part_that_gets_its_collider_later_is_named_once() {
    let (mut app, root) = with_compound();
    let part = spawn(app.world_mut(), (SweptCollider::default(), ChildOf(root)));
    let mut lines = run(&mut app, SHORT);
    insert_circle(app.world_mut(), part);
    lines.extend(run(&mut app, LONG));
    assert_one_warning(&lines, &["SweptCollider", "\"faulty\"", "\"ship\""]);
}

#[test]
fn exceptions_that_list_what_has_its_colliders_below_are_named() {
    let mut app = app();
    let player = app.spawn((Name::new("player"), Transform::default()));
    let body = app.spawn((Name::new("body"), dim2::Collider::circle(1.0), ChildOf(player)));
    let bullet = |listed: Vec<Entity>| (dim2::Collider::circle(0.1), CollisionExceptions(listed));
    let right = spawn(app.world_mut(), bullet(vec![body]));
    assert!(run(&mut app, LONG).is_empty());
    app.insert(right, CollisionExceptions::of([player, body]));
    assert!(run(&mut app, LONG).is_empty());
    app.insert(right, CollisionExceptions::of([player]));
    spawn(app.world_mut(), dim2::Collider::circle(1.0));
    spawn(app.world_mut(), bullet(vec![body]));
    let lines = run(&mut app, LONG);
    let words = ["\"faulty\"".to_owned(), format!("{player} \"player\""), format!("{body} \"body\"")];
    assert_one_warning(&lines, &words.each_ref().map(String::as_str));
    assert!(run(&mut app, LONG).is_empty());
}
