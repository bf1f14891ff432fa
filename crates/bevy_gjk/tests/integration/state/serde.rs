//! States in files.

use bevy_gjk::dim2::prelude::*;
use bevy_gjk::state::RestoreError;

use crate::common::basics::*;

fn scene() -> App {
    let mut app = app();
    app.resource_mut::<Collisions>().keep_previous_places();
    for x in [0.0, 1.5, 4.0] {
        app.spawn((Collider::circle(1.0), at_x(x), ProximityMargin(1.0), SweptCollider::default()));
    }
    app.update();
    app
}

fn restored(app: &mut App, text: &str) -> Result<(), RestoreError> {
    app.restore::<Dim2>(&ron::from_str(text).unwrap())
}

#[test]
fn a_state_survives_a_round_trip_and_is_restored_by_another_world() {
    let (app, mut other) = (scene(), scene());
    let state = app.save::<Dim2>();
    let text = ron::to_string(&state).unwrap();
    assert_eq!(ron::from_str::<CollisionState>(&text).unwrap(), state);
    restored(&mut other, &text).unwrap();
    assert_eq!(step2(&mut other), NOTHING);
    assert!(other.resource::<Collisions>().iter().all(|touch| touch.runs == 1));
}

#[test]
fn a_state_that_was_edited_is_refused_and_nothing_changes() {
    let mut app = scene();
    let before = app.save::<Dim2>();
    let text = ron::to_string(&before).unwrap();
    let edits = [
        ("version:4", "version:9", RestoreError::Version { found: 9, expected: 4 }),
        ("dimension:2", "dimension:3", RestoreError::Dimension(3)),
        ("placed:[0,1,2]", "placed:[0,1]", RestoreError::Malformed),
        ("placed:[0,1,2]", "placed:[0,1,7]", RestoreError::Malformed),
        ("colliders:(0,1)", "colliders:(0,4000000000)", RestoreError::Malformed),
        ("colliders:(0,1)", "colliders:(1,1)", RestoreError::Malformed),
    ];
    for (from, to, error) in edits {
        assert!(text.contains(from), "{text}");
        assert_eq!(restored(&mut app, &text.replacen(from, to, 1)), Err(error), "{to}");
    }
    let at = text.find("distance:").unwrap() + "distance:".len();
    let number = text[at..].split([',', ')']).next().unwrap();
    let error = restored(&mut app, &text.replacen(&format!("distance:{number}"), "distance:NaN", 1));
    assert!(matches!(error, Err(RestoreError::NotFinite(_))), "{error:?}");
    assert!(ron::from_str::<CollisionState>(&text[..text.len() / 2]).is_err());
    assert_eq!(app.save::<Dim2>(), before);
}
