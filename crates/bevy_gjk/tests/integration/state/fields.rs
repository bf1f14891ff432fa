//! Each number of a state is seen by the checksum and by the comparison, or is listed here with what it is.

use bevy_ecs::system::SystemParam;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind};
use bevy_math::UVec2;
use bevy_time::Time;
use core::time::Duration;

use crate::common::basics::*;

/// The fields that peers with the same game may have different: clocks, and the numbers of fingerprints, which follow
/// from the components.
const UNSEEN: [&str; 5] = ["fingerprints", "since", "characters_moved_at", "secs", "nanos"];

/// Returns whether a number at this place of the text of a state is of no account: that of a pair that is apart, if its
/// tests left nothing, and the number of runs since then.
fn is_of_no_account(text: &str, at: usize, field: &str) -> bool {
    let Some(start) = text[..at].rfind("(colliders:").filter(|_| at < text.find("cells:[").unwrap()) else {
        return false;
    };
    let pair = &text[start..];
    let pair = &pair[..pair[1..].find("(colliders:").map_or(pair.len(), |length| length + 1)];
    pair.contains("state:Apart")
        && (field == "runs" || pair.contains("axis:(0.0,0.0)") && pair.contains("count:0"))
}

/// Refuses one pair.
#[derive(SystemParam)]
struct Refusing<'w> {
    refused: Res<'w, Refused>,
}

#[derive(Resource, Default)]
struct Refused(Option<[Entity; 2]>);

impl CollisionFilter for Refusing<'_> {
    fn allows(&self, a: Entity, b: Entity) -> bool {
        self.refused.0.is_none_or(|[one, other]| [a, b] != [one, other] && [a, b] != [other, one])
    }
}

/// Returns an app in whose state there is something of every kind.
fn scene(is_keyed: bool) -> App {
    let mut app = app_with(CollisionPlugin::default().with_filter::<Refusing>());
    app.init_resource::<Refused>().insert_resource(Time::<()>::default());
    let mut next = 0;
    let mut spawn = |app: &mut App, collider: Collider, at: Transform| {
        next += 1;
        let entity = app.spawn((collider, at));
        if is_keyed {
            app.insert(entity, CollisionOrder(100 - next));
        }
        entity
    };
    // Near, touching, and about to be refused.
    let near = spawn(&mut app, Collider::rectangle(2.0, 2.0), at_x(-20.0));
    app.insert(near, ProximityMargin(2.0));
    spawn(&mut app, Collider::rectangle(1.0, 3.0), at_xy(-17.5, 0.3));
    spawn(&mut app, Collider::rectangle(2.0, 2.0), at_x(-10.0));
    spawn(&mut app, Collider::rectangle(2.0, 2.0), at_xy(-9.0, 0.7));
    let refused = [0.0, 1.0].map(|x| spawn(&mut app, Collider::ellipse(1.0, 2.0), at_xy(x, 20.0)));
    // A bullet that meets a wall on its way.
    spawn(&mut app, Collider::rectangle(1.0, 9.0), at_x(5.0));
    let bullet = spawn(&mut app, Collider::circle(0.1), at_x(0.0));
    let mut swept = SweptCollider::default();
    swept.reset();
    app.insert(bullet, swept);
    // A platform with a character, and coins in a grid.
    let platform = spawn(&mut app, Collider::rectangle(8.0, 1.0), at_x(20.0));
    let character = spawn(&mut app, Collider::rectangle(1.0, 2.0), at_xy(20.0, 1.6));
    app.insert(character, (CharacterMover::default(), MoverMotion::new(Vec2::new(0.1, -0.2))));
    let coin = CellKind { reports: true, tag: 3, ..CellKind::new(Collider::circle(0.3)) };
    let mut grid = CellGrid::new(UVec2::new(4, 2), 1.0, [coin]);
    (0..8).for_each(|cell| _ = grid.set(UVec2::new(cell % 4, cell / 4), 1));
    let root = spawn(&mut app, Collider::circle(0.2), at_xy(40.0, 0.0));
    app.insert(root, CompoundCollider);
    app.world_mut().entity_mut(root).with_child((Collider::Grid(grid.clone()), at_x(1.0)));
    spawn(&mut app, Collider::circle(0.7), at_xy(42.2, 1.1));
    spawn(&mut app, Collider::Grid(grid), at_xy(40.0, 20.0));
    spawn(&mut app, Collider::circle(0.7), at_xy(41.2, 21.1));
    for tick in 1..4 {
        app.resource_mut::<Time>().advance_by(Duration::from_millis(16));
        app.update();
        set(&mut app, platform, at_x(20.0 + 0.1 * tick as f32));
        set(&mut app, bullet, at_x(if tick == 2 { 10.0 } else { 0.01 * tick as f32 }));
        if tick == 2 {
            app.insert_resource(Refused(Some(refused)));
        }
    }
    app
}

/// Returns all texts in which one number or truth value of a text is another one, with the place and the name of its
/// field.
fn changed(text: &str) -> Vec<(usize, String, String)> {
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let length = text[at..].find([',', ')', ']', '(', '[', ':', '}', '{']).unwrap_or(text.len() - at);
        let token = &text[at..at + length];
        if let Some(other) = next_value(token) {
            let field = field_at(&bytes[..at]);
            all.push((at, field, format!("{}{other}{}", &text[..at], &text[at + length..])));
        }
        at += length + 1;
    }
    all
}

/// Returns the value that follows a number: in its last place. Of a truth value, it is the other one.
fn next_value(token: &str) -> Option<String> {
    match token {
        "true" => Some("false".into()),
        "false" => Some("true".into()),
        "Touching" => Some("Apart".into()),
        "Converged" => Some("Stalled".into()),
        _ if token.contains('.') || token.contains('e') => {
            token.parse::<f32>().ok().map(|number| format!("{:?}", number.next_up()))
        }
        _ => token.parse::<u64>().ok().map(|number| (number ^ 1).to_string()),
    }
}

/// Returns the name of the field in which a text ends.
fn field_at(text: &[u8]) -> String {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let colon = text.iter().rposition(|&byte| byte == b':').unwrap();
    let start = text[..colon].iter().rposition(|byte| !is_word(byte)).map_or(0, |at| at + 1);
    String::from_utf8(text[start..colon].to_vec()).unwrap()
}

#[test]
fn every_number_of_a_state_is_seen_by_the_checksum_and_the_comparison() {
    for is_keyed in [true, false] {
        let app = scene(is_keyed);
        let state = app.save::<Dim2>();
        let text = ron::to_string(&state).unwrap();
        for part in [
            "Near(",
            "Swept(",
            "is_filtered:true",
            "Touching",
            "tag:3",
            "resets:1",
            "grid:Some",
            "characters_moved_at:Some",
        ] {
            assert!(text.contains(part), "{part} is missing: {text}");
        }
        let same: CollisionState = ron::from_str(&text).unwrap();
        assert_eq!((same.checksum(), same.first_difference(&state)), (state.checksum(), None));
        let mut fields = BTreeMap::<String, [usize; 2]>::new();
        for (at, field, other) in changed(&text) {
            let Ok(other) = ron::from_str::<CollisionState>(&other) else { continue };
            let difference = state.first_difference(&other);
            assert_eq!(difference.is_some(), state.checksum() != other.checksum(), "{field}: {difference:?}");
            assert_eq!(difference.is_some(), other.first_difference(&state).is_some(), "{field}");
            assert_ne!(state, other, "{field} at {at}: {text}");
            let is_id = is_keyed && ["entities", "grid"].contains(&field.as_str());
            if is_id || UNSEEN.contains(&field.as_str()) || is_of_no_account(&text, at, &field) {
                continue;
            }
            fields.entry(field).or_default()[usize::from(difference.is_some())] += 1;
        }
        for (field, [unseen, _]) in &fields {
            assert_eq!(*unseen, 0, "{field}: {fields:?}");
        }
        let kinds = ["places", "resets", "placed", "cell", "tag", "grid_index", "axis", "runs", "normal"];
        for field in kinds {
            assert!(fields.contains_key(field), "{field}: {fields:?}");
        }
    }
}
