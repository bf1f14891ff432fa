//! A part that moves inside its compound: it is not swept and carries no character, and a warning says so.

use crate::common::prelude::*;

const CARRIES: &str = "carries no character";
const SWEEPS: &str = "sweeps the compound as a whole";

fn spawn(app: &mut App, name: &'static str, bundle: impl Bundle) -> Entity {
    app.spawn((Name::new(name), bundle))
}

/// Moves a part in steps, and returns the warnings about that.
fn warnings_of_moves(app: &mut App, part: Entity, places: &[Transform]) -> Vec<String> {
    let mut lines = warnings(|| {
        for &place in places {
            app.update_at(part, place);
        }
    });
    lines.retain(|line| line.contains(CARRIES) || line.contains(SWEEPS));
    lines
}

/// A character at the origin, and a compound with a wall of 1 by 4 on its left.
fn door(app: &mut App, mover: CharacterMover<Dim2>) -> [Entity; 3] {
    let root = spawn(app, "house", (CompoundCollider, Transform::IDENTITY));
    let wall = spawn(app, "door", (dim2::Collider::rectangle(1.0, 4.0), at_x(-4.0), ChildOf(root)));
    let character = spawn(app, "hero", (dim2::Collider::circle(0.5), mover, Transform::IDENTITY));
    app.update();
    app.update();
    [root, wall, character]
}

#[test]
fn a_part_that_is_moved_through_a_character_is_named_once() {
    let mut app = single_threaded();
    let [_, wall, _] = door(&mut app, CharacterMover::top_down());
    let lines = warnings_of_moves(&mut app, wall, &[at_x(4.0), at_x(-4.0), at_x(4.0)]);
    let [line] = &lines[..] else { panic!("{lines:#?}") };
    assert!(line.contains(CARRIES), "{line}");
    assert!(line.contains("door") && line.contains("house") && line.contains("hero"), "{line}");
}

#[test]
fn a_part_that_is_moved_below_a_character_is_named() {
    let mut app = single_threaded();
    let root = app.spawn((CompoundCollider, Transform::IDENTITY));
    let floor = (dim2::Collider::rectangle(10.0, 1.0), at_xy(0.0, -0.5), ChildOf(root));
    let floor = spawn(&mut app, "lift", floor);
    app.spawn((dim2::Collider::capsule(0.3, 1.0), CharacterMover::<Dim2>::default(), at_xy(0.0, 0.81)));
    app.update();
    app.update();
    let lines = warnings_of_moves(&mut app, floor, &[at_xy(0.1, -0.5), at_xy(0.2, -0.5)]);
    assert!(lines.len() == 1 && lines[0].contains("lift"), "{lines:#?}");
}

/// It neither meets the character, nor is it in its way, nor does it move by itself.
#[test]
fn of_a_part_that_matters_to_no_character_nothing_is_said() {
    let far = [at_x(-14.0), at_x(-24.0)];
    let through = [at_x(4.0), at_x(-4.0)];
    let mut app = single_threaded();
    let [root, wall, character] = door(&mut app, CharacterMover::top_down());
    assert_eq!(warnings_of_moves(&mut app, wall, &far), [""; 0]);
    // The compound moves as a whole, and turns.
    app.update_at(wall, at_x(-4.0));
    let turned = at_xy(0.0, 8.0).with_rotation(Quat::from_rotation_z(1.0));
    assert_eq!(warnings_of_moves(&mut app, root, &[turned, Transform::IDENTITY]), [""; 0]);
    // A part that is new has not moved.
    let new = app.spawn((dim2::Collider::rectangle(1.0, 1.0), ChildOf(root)));
    assert_eq!(warnings_of_moves(&mut app, new, &[at_xy(0.0, 9.0)]), [""; 0]);
    app.despawn(new);
    // A character that nothing carries or pushes, and one that passes it.
    for mover in [
        CharacterMover { rides_platforms: false, is_pushed: false, ..CharacterMover::<Dim2>::top_down() },
        CharacterMover { solid_layers: LayerMask::NONE, ..CharacterMover::<Dim2>::top_down() },
    ] {
        set(&mut app, wall, at_x(-4.0));
        app.update_with(character, (mover, Transform::IDENTITY));
        assert_eq!(warnings_of_moves(&mut app, wall, &through), [""; 0]);
    }
    // One that is pushed.
    app.insert(character, (CharacterMover::<Dim2>::top_down(), Transform::IDENTITY));
    assert_eq!(warnings_of_moves(&mut app, wall, &through).len(), 1);
}

#[test]
fn a_part_that_is_moved_inside_of_a_swept_compound_is_named_once() {
    let mut app = single_threaded();
    let swordsman = (CompoundCollider, SweptCollider::default(), Transform::IDENTITY);
    let root = spawn(&mut app, "swordsman", swordsman);
    let blade = (dim2::Collider::rectangle(0.2, 4.0), at_x(-4.0), ChildOf(root));
    let blade = spawn(&mut app, "blade", blade);
    app.update();
    assert_eq!(warnings_of_moves(&mut app, root, &[at_x(9.0), Transform::IDENTITY]), [""; 0]);
    let lines = warnings_of_moves(&mut app, blade, &[at_x(4.0), at_x(-4.0)]);
    let [line] = &lines[..] else { panic!("{lines:#?}") };
    assert!(line.contains(SWEEPS) && line.contains("blade") && line.contains("swordsman"), "{line}");
}

/// As a collider of its own, the part is swept.
#[test]
fn a_blade_with_a_collider_of_its_own_touches_what_it_passes() {
    let mut app = app();
    let root = app.spawn(Transform::IDENTITY);
    let blade = dim2::Collider::rectangle(0.2, 4.0);
    let blade = app.spawn((blade, SweptCollider::default(), at_x(-4.0), ChildOf(root)));
    app.spawn((dim2::Collider::circle(0.5), Transform::IDENTITY));
    app.update();
    app.update_at(blade, at_x(4.0));
    assert_eq!(app.resource::<Collisions<Dim2>>().iter().count(), 1);
}
