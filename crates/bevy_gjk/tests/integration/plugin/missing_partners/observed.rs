//! Observers that wait in vain, and characters whose lengths do not fit.

use bevy::prelude::*;
use bevy_gjk::dim2::{CharacterMover, Collider, CollisionStarted, CollisionStartedWith, MoverMotion};

use super::*;

#[derive(Component)]
struct Player;

#[derive(Component)]
struct Bullet;

const COIN: LayerMask = LayerMask::layer(1);

/// Lets a player walk against a coin, which `observe` prepares, and returns the warnings.
fn walk_against(solid_layers: LayerMask, observe: fn(&mut EntityWorldMut)) -> Vec<String> {
    let mut app = app();
    let mover = CharacterMover { solid_layers, ..CharacterMover::top_down_for_size(20.0) };
    let player = spawn(app.world_mut(), (Player, Collider::circle(10.0), mover));
    let coin =
        (Name::new("coin"), Collider::circle(5.0), at_x(30.0), CollisionLayers::new(COIN, LayerMask::ALL));
    observe(&mut app.world_mut().spawn(coin));
    warnings(|| {
        for _ in 0..LONG {
            app.get_mut::<MoverMotion>(player).displacement = Vec2::new(2.0, 0.0);
            app.update();
        }
    })
}

#[test]
fn a_character_that_stops_before_a_coin_that_waits_for_it_is_warned_of_once() {
    let of_any: fn(&mut EntityWorldMut) = |coin| _ = coin.observe(|_: On<CollisionStarted>| {});
    let of_player: fn(&mut EntityWorldMut) =
        |coin| _ = coin.observe(|_: On<CollisionStartedWith<Player>>| {});
    let of_bullets: fn(&mut EntityWorldMut) =
        |coin| _ = coin.observe(|_: On<CollisionStartedWith<Bullet>>| {});
    for observe in [of_any, of_player] {
        let lines = walk_against(LayerMask::ALL, observe);
        assert_one_warning(&lines, &["\"faulty\"", "\"coin\"", "out of its solid_layers"]);
        // It walks through what is not solid for it.
        assert!(walk_against(!COIN, observe).is_empty());
    }
    for observe in [of_bullets, |_| {}] {
        assert!(walk_against(LayerMask::ALL, observe).is_empty());
    }
}

#[test]
fn an_observer_above_a_collider_is_warned_of_once() {
    let below = |beside: fn(&mut EntityWorldMut), child: fn(&mut EntityWorldMut)| {
        let mut app = app();
        let parent = spawn(app.world_mut(), ());
        app.observe(parent, |_: On<CollisionStarted>| {});
        beside(&mut app.world_mut().entity_mut(parent));
        child(&mut app.world_mut().spawn((Name::new("child"), Collider::circle(1.0), ChildOf(parent))));
        run(&mut app, LONG)
    };
    let lines = below(|_| {}, |_| {});
    assert_one_warning(&lines, &["\"faulty\"", "\"child\"", "BubbleCollisions", "CompoundCollider"]);
    assert!(below(|parent| _ = parent.insert(CompoundCollider), |_| {}).is_empty());
    assert!(below(|parent| _ = parent.insert(Collider::circle(1.0)), |_| {}).is_empty());
    assert!(below(|_| {}, |child| _ = child.insert(BubbleCollisions)).is_empty());
}

#[test]
fn a_component_that_observers_ask_for_above_a_collider_is_warned_of_once() {
    let player_above = |child: fn(&mut EntityWorldMut)| {
        let mut app = app();
        app.world_mut().add_observer(|_: On<CollisionStartedWith<Player>>| {});
        let parent = spawn(app.world_mut(), Player);
        child(&mut app.world_mut().spawn((Name::new("child"), Collider::circle(1.0), ChildOf(parent))));
        run(&mut app, LONG)
    };
    let lines = player_above(|_| {});
    assert_one_warning(&lines, &["\"faulty\"", "a component for which", "\"child\"", "Insert it there"]);
    assert!(player_above(|child| _ = child.insert(Player)).is_empty());
}

#[test]
fn a_character_of_another_unit_than_its_lengths_is_warned_of_once() {
    let of = |mover: CharacterMover| {
        let mut app = app();
        spawn(app.world_mut(), (mover, Collider::capsule(12.0, 24.0)));
        run(&mut app, LONG)
    };
    let lines = of(CharacterMover::default());
    assert_one_warning(&lines, &["\"faulty\"", "48.0 high", "CharacterMover::for_height(48.0)"]);
    assert!(of(CharacterMover::for_height(48.0)).is_empty());
    assert!(of(CharacterMover::default().with_step_height(0.0)).is_empty());
}

/// Has the type path of a node of Bevy's UI, which is not among the features of these tests.
#[derive(Component, Reflect)]
#[type_path = "bevy_ui::ui_node"]
struct Node;

#[test]
fn a_collider_on_a_node_of_the_ui_is_warned_of_once() {
    let mut app = app();
    app.register_type::<Node>();
    spawn(app.world_mut(), Node);
    assert!(run(&mut app, LONG).is_empty());
    spawn(app.world_mut(), (Node, dim3::Collider::sphere(1.0)));
    assert_one_warning(&run(&mut app, LONG), &["\"faulty\"", "Node of the UI"]);
}
