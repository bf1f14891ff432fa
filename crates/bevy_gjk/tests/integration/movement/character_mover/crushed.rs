//! Characters that have no room for long.

use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

/// Puts a character between two walls that are this far from its middle, and returns the warnings of 300 runs.
fn between(walls: impl Fn(usize) -> f32) -> Vec<String> {
    let mut app = single_threaded();
    let [left, right] = ["left", "right"]
        .map(|name| app.spawn((Name::new(name), Collider::rectangle(100.0, 100.0), at_x(0.0))));
    app.spawn((Name::new("hero"), Collider::circle(10.0), CharacterMover::top_down_for_size(20.0)));
    warnings(|| {
        for run in 0..300 {
            let at = 50.0 + walls(run);
            *app.get_mut::<Transform>(left) = at_x(-at);
            *app.get_mut::<Transform>(right) = at_x(at);
            app.update();
        }
    })
}

#[test]
fn a_character_without_room_is_warned_of_once() {
    let lines = between(|_| 5.0);
    assert_one_warning(&lines, &["\"hero\"", "no room for 120 runs", "\"left\"", "\"right\""]);
}

#[test]
fn a_character_in_a_press_that_opens_again_is_not_warned_of() {
    assert!(between(|run| if run % 100 < 80 { 5.0 } else { 30.0 }).is_empty());
    assert!(between(|_| 30.0).is_empty());
}
