//! The texts give entities with their names, layers by theirs, and what lies behind a reason.

use bevy_gjk::texts::{EntityNames, NameSource};

use super::*;

collision_layers! {
    enum Layer { Street, Pavement, Ghost }
}

fn text(app: &mut App, a: Entity, b: Entity) -> String {
    let ask = move |rules: CollisionRules<Dim2>| rules.why_apart(a, b);
    app.world_mut().run_system_once(ask).unwrap().expect("they are apart").to_string()
}

fn named(app: &App, entity: Entity) -> String {
    app.world().named(entity).to_string()
}

/// Spawns a circle with a name.
fn circle(app: &mut App, name: &str, rest: impl Bundle) -> Entity {
    app.spawn((Name::new(name.to_string()), dim2::Collider::circle(1.0), rest))
}

#[test]
fn layers_are_told_by_name() {
    let mut app = app::<Dim2>();
    let car = circle(&mut app, "car", CollisionLayers::new(Layer::Street, Layer::Street));
    let ghost = circle(&mut app, "ghost", CollisionLayers::new(Layer::Ghost, LayerMask::ALL));
    app.update();
    let text = text(&mut app, car, ghost);
    assert!(text.starts_with(&format!("layers: {car} \"car\" does not collide with layer 2")), "{text}");
    assert!(text.contains("\"Ghost\"") && text.ends_with(&format!("where {ghost} \"ghost\" is")), "{text}");
}

#[test]
fn each_reason_gives_the_entities_with_their_names() {
    let mut app = app::<Dim2>();
    let hero = circle(&mut app, "hero", ());
    let listed = circle(&mut app, "listed", CollisionExceptions::of([hero]));
    let off = circle(&mut app, "off", ColliderDisabled);
    let hidden = circle(&mut app, "hidden", Disabled);
    let bad = app.spawn((Name::new("bad"), dim2::Collider::circle(-1.0)));
    let bare = app.spawn((Name::new("bare"), Transform::default()));
    let ball = app.spawn((Name::new("ball"), dim3::Collider::sphere(1.0)));
    let group = app.spawn((Name::new("group"), NoSelfCollision, Transform::default()));
    let [one, two] = ["one", "two"].map(|name| circle(&mut app, name, ChildOf(group)));
    let ship = app.spawn((Name::new("ship"), CompoundCollider));
    let hull = circle(&mut app, "hull", ChildOf(ship));
    let hollow = app.spawn((Name::new("hollow"), CompoundCollider));
    app.update();
    let late = circle(&mut app, "late", ());
    let of = |app: &App, entity| named(app, entity);
    let (group_name, hero_name) = (of(&app, group), of(&app, hero));
    let expected = [
        (listed, format!("exception: {} lists {hero_name} in its CollisionExceptions", of(&app, listed))),
        (off, format!("{} is disabled by ColliderDisabled", of(&app, off))),
        (hidden, format!("{} is disabled by Disabled", of(&app, hidden))),
        (bad, format!("{} is invalid: ", of(&app, bad))),
        (bare, format!("{} has no collider", of(&app, bare))),
        (ball, format!("{} has a collider of the other dimension", of(&app, ball))),
        (hull, format!("{} is a part of the compound {}, which", of(&app, hull), of(&app, ship))),
        (hollow, format!("the compound {} has no valid part", of(&app, hollow))),
        (late, format!("{} got its collider after the last run", of(&app, late))),
    ];
    for (entity, beginning) in expected {
        let text = text(&mut app, hero, entity);
        assert!(text.starts_with(&beginning), "{text}: {beginning}");
    }
    let expected = format!("self-collision: both belong to {group_name}, which has NoSelfCollision");
    assert_eq!(text(&mut app, one, two), expected);
    app.despawn(late);
    assert_eq!(text(&mut app, hero, late), format!("{late} does not exist"));
}

#[test]
fn where_boxes_are_apart_both_distances_are_told() {
    let mut app = app::<Dim2>();
    let one = circle(&mut app, "one", ());
    let two = circle(&mut app, "two", at_xy(5.0, 6.0));
    let near = circle(&mut app, "near", at_xy(1.9, 1.9));
    app.update();
    // The boxes are 3 and 4 apart, the circles the root of 61 without 2.
    assert_eq!(text(&mut app, one, two), "their bounding boxes are 5.00 apart, and their shapes 5.81");
    assert_eq!(text(&mut app, one, near), "their bounding boxes overlap, and their shapes are 0.687 apart");
    for reason in [why_one::<Dim2>(&mut app, one, two), why_one::<Dim2>(&mut app, two, one)] {
        let Some(Aabbs { gap, .. }) = reason else { panic!("{reason:?}") };
        assert_near(gap, 5.0, 1e-4);
    }
    // An endless box on one side.
    let floor = app.spawn((dim2::Collider::half_space(Vec2::Y, 0.0), at_xy(0.0, -3.0)));
    app.update();
    use ApartReason::{Aabbs, Shapes};
    let reason = why_one::<Dim2>(&mut app, one, floor);
    assert!(matches!(reason, Some(Aabbs { distance: 2.0, .. } | Shapes { distance: 2.0 })), "{reason:?}");
}

#[test]
fn a_scale_of_zero_is_told() {
    let mut app = app::<Dim2>();
    let hero = circle(&mut app, "hero", ());
    let far = |scale: Vec3| at_xy(2.0, 0.0).with_scale(scale);
    let coin = circle(&mut app, "coin", far(Vec3::ZERO));
    let card = circle(&mut app, "card", far(Vec3::new(0.0, 1.0, 1.0)));
    let thin = circle(&mut app, "thin", at_xy(9.0, 0.0).with_scale(Vec3::new(1.0, 1.0, 0.0)));
    let parent = app.spawn(at_xy(5.0, 0.0).with_scale(Vec3::ZERO));
    let child = circle(&mut app, "child", ChildOf(parent));
    app.update();
    let coin_text = text(&mut app, hero, coin);
    let end = format!("; {} has scale 0, which makes it a point", named(&app, coin));
    assert!(coin_text.ends_with(&end), "{coin_text}");
    let card_text = text(&mut app, card, hero);
    let end = format!("{} has scale 0, which makes it flat", named(&app, card));
    assert!(card_text.ends_with(&end), "{card_text}");
    let child_text = text(&mut app, hero, child);
    assert!(child_text.contains("\"child\" has scale 0"), "{child_text}");
    // The depth means nothing in 2D.
    assert!(!text(&mut app, hero, thin).contains("scale"));
    // A flattened half-space is invalid, and for this reason.
    let wall = (Name::new("wall"), dim2::Collider::half_space(Vec2::X, 0.0), far(Vec3::new(0.0, 1.0, 1.0)));
    let wall = app.spawn(wall);
    app.update();
    let wall_text = text(&mut app, hero, wall);
    assert!(wall_text.contains("is invalid") && wall_text.contains("\"wall\" has scale 0"), "{wall_text}");
}

#[test]
fn what_is_disabled_above_is_told() {
    for below in 1..4 {
        let mut app = app::<Dim2>();
        let hero = circle(&mut app, "hero", ());
        let ship = app.spawn((Name::new("ship"), at_xy(20.0, 0.0)));
        let mut leaf = ship;
        for _ in 1..below {
            leaf = app.spawn((Transform::default(), ChildOf(leaf)));
        }
        let leaf = circle(&mut app, "leaf", ChildOf(leaf));
        app.update();
        assert!(!text(&mut app, hero, leaf).contains("disabled"));
        app.update_with(ship, Disabled);
        let of_leaf = text(&mut app, hero, leaf);
        let (ship, leaf) = (named(&app, ship), named(&app, leaf));
        let end = format!("; {ship} above {leaf} is disabled, so Bevy does not update where {leaf} is");
        assert!(of_leaf.starts_with("their bounding boxes are 18.0 apart"), "{of_leaf}");
        assert!(of_leaf.ends_with(&end), "{of_leaf}");
    }
    // From the beginning: it has no place.
    let mut app = app::<Dim2>();
    let hero = circle(&mut app, "hero", ());
    let ship = app.spawn((Name::new("ship"), at_xy(20.0, 0.0), Disabled));
    let leaf = circle(&mut app, "leaf", (at_xy(1.0, 0.0), ChildOf(ship)));
    let folder = app.spawn(Name::new("folder"));
    let filed = circle(&mut app, "filed", (at_xy(1.0, 0.0), ChildOf(folder)));
    app.update();
    let of_leaf = text(&mut app, hero, leaf);
    assert!(of_leaf.contains("\"leaf\" is invalid") && of_leaf.contains("\"ship\" above"), "{of_leaf}");
    let of_filed = text(&mut app, hero, filed);
    assert!(of_filed.contains("\"folder\" above") && of_filed.ends_with("has no Transform"), "{of_filed}");
}

/// Returns what the events of the last run are printed as, with names and by themselves.
fn printed(mut events: MessageReader<CollisionEvent<Dim2>>, names: EntityNames) -> Vec<[String; 2]> {
    events.read().map(|event| [names.text(event).to_string(), event.to_string()]).collect()
}

#[test]
fn events_are_printed_with_names() {
    let mut app = app::<Dim2>();
    let hero = circle(&mut app, "hero", ());
    let coin = circle(&mut app, "coin", at_xy(0.0, 1.5));
    let near = app.spawn((dim2::Collider::circle(1.0), at_xy(-2.5, 0.0), ProximityMargin(0.75)));
    app.update();
    let lines = app.world_mut().run_system_once(printed).unwrap();
    let [with_names, plain] = &lines[0];
    let rest = "began to touch: depth 0.500 at (0, 1.00), normal (0, 1.00)";
    assert_eq!((lines.len(), plain), (1, &format!("{hero} and {coin} {rest}")));
    assert_eq!(with_names, &format!("{hero} \"hero\" and {coin} \"coin\" {rest}"));
    let ask = |mut events: MessageReader<ProximityEvent<Dim2>>, names: EntityNames| {
        events.read().map(|event| names.text(event).to_string()).collect::<Vec<_>>()
    };
    let near_line = app.world_mut().run_system_once(ask).unwrap();
    let rest = "came near: distance 0.500 at (-1.00, 0), normal (-1.00, 0)";
    assert_eq!(near_line, [format!("{hero} \"hero\" and {near} {rest}")]);
    // The name of a despawned entity is gone with it.
    app.despawn(coin);
    app.update();
    let lines = app.world_mut().run_system_once(printed).unwrap();
    let ended = format!("{hero} \"hero\" and {coin} ceased to touch: one of them was despawned");
    assert_eq!(lines.last().unwrap()[0], ended);
}

#[test]
fn events_of_cells_are_printed_with_names() {
    let mut app = app::<Dim2>();
    let spikes = dim2::CellKind { reports: true, tag: 7, ..dim2::CellKind::full() };
    let mut grid = dim2::CellGrid::new([4, 4].into(), 1.0, [spikes]);
    grid.set([2, 1].into(), 1).unwrap();
    let map = app.spawn((Name::new("map"), dim2::Collider::Grid(grid)));
    let hero = circle(&mut app, "hero", at_xy(2.5, 3.2));
    app.update();
    let printed = |mut events: MessageReader<dim2::CellEvent>, names: EntityNames| {
        events.read().map(|event| [names.text(event).to_string(), event.to_string()]).collect::<Vec<_>>()
    };
    app.update();
    app.get_mut::<Transform>(hero).translation.y = 2.5;
    app.update();
    let lines = app.world_mut().run_system_once(printed).unwrap();
    let sentence =
        |hero: &str, map: &str| format!("{hero} began to touch cell (2, 1) of {map}, kind 1, tag 7");
    let named = sentence(&format!("{hero} \"hero\""), &format!("{map} \"map\""));
    assert_eq!(lines, [[named, sentence(&hero.to_string(), &map.to_string())]]);
}

#[test]
fn events_for_observers_are_printed_from_the_point_of_view_of_their_entity() {
    #[derive(Resource, Default)]
    struct Lines(Vec<String>);
    let mut app = app::<Dim2>();
    app.init_resource::<Lines>();
    app.add_observer(|event: On<CollisionStarted<Dim2>>, names: EntityNames, mut lines: ResMut<Lines>| {
        lines.0.push(names.text(event.event()).to_string());
    });
    app.add_observer(|event: On<CollisionEnded<Dim2>>, names: EntityNames, mut lines: ResMut<Lines>| {
        lines.0.push(names.text(event.event()).to_string());
    });
    let hero = circle(&mut app, "hero", ());
    let coin = circle(&mut app, "coin", at_xy(0.0, 1.5));
    app.update();
    app.update_with(coin, at_xy(0.0, 9.0));
    let (hero, coin) = (named(&app, hero), named(&app, coin));
    let expected = [
        format!("{hero} began to touch {coin}: depth 0.500 at (0, 1.00), normal (0, 1.00)"),
        format!("{coin} began to touch {hero}: depth 0.500 at (0, 0.500), normal (0, -1.00)"),
        format!("{hero} ceased to touch {coin}: they moved apart"),
        format!("{coin} ceased to touch {hero}: they moved apart"),
    ];
    assert_eq!(app.resource::<Lines>().0, expected);
}

/// Returns why the first of some colliders does not touch the others.
fn reasons(app: &mut App, one: Entity, others: &[Entity]) -> Vec<String> {
    app.update();
    others.iter().map(|&other| text(app, one, other)).collect()
}

#[test]
fn what_is_above_an_entity_is_named_where_it_is_the_cause() {
    let mut app = common::app();
    let ball = app.spawn((dim2::Collider::circle(1.0), at_x(5.0)));
    let flat = app.spawn((Name::new("flat ship"), Transform::from_scale(Vec3::new(0.0, 1.0, 1.0))));
    let broken = app.spawn((Name::new("broken ship"), Transform::from_xyz(f32::NAN, 0.0, 0.0)));
    let on = |app: &mut App, parent| {
        app.spawn((dim2::Collider::circle(1.0), Transform::default(), ChildOf(parent)))
    };
    let (on_flat, on_broken) = (on(&mut app, flat), on(&mut app, broken));
    let own = app.spawn((dim2::Collider::circle(1.0), Transform::from_scale(Vec3::ZERO)));
    let turned = Transform::from_rotation(Quat::from_rotation_x(core::f32::consts::FRAC_PI_2));
    let turned = app.spawn((dim2::Collider::rectangle(2.0, 2.0), turned));
    let texts = reasons(&mut app, ball, &[on_flat, on_broken, own, turned]);
    let above = |ship: Entity, name| format!(", maybe that of {ship} \"{name}\" above it");
    assert!(texts[0].contains(&format!("{on_flat} has scale 0")), "{texts:#?}");
    assert!(texts[0].contains(&above(flat, "flat ship")), "{texts:#?}");
    assert!(texts[1].contains(&above(broken, "broken ship")), "{texts:#?}");
    assert!(texts[2].contains(&format!("{own} has scale 0, which makes it a point")), "{texts:#?}");
    assert!(texts[3].contains(&format!("{turned} is turned out of the xy plane")), "{texts:#?}");
}

#[test]
fn a_character_that_stops_before_a_coin_is_told_of_its_skin() {
    let mut app = common::app();
    let hero = (Name::new("hero"), dim2::Collider::circle(1.0), dim2::CharacterMover::default());
    let hero = app.spawn(hero);
    let coin = app.spawn((dim2::Collider::circle(1.0), at_x(2.01)));
    let far = app.spawn((dim2::Collider::circle(1.0), at_x(5.0)));
    let texts = reasons(&mut app, hero, &[coin, far]);
    assert!(texts[0].contains("\"hero\" is a CharacterMover, which stops at its skin of 0.01"), "{texts:#?}");
    assert!(!texts[1].contains("skin"), "{texts:#?}");
}

#[test]
fn grids_without_cells_and_parts_that_are_left_out_say_why() {
    let mut app = common::app();
    let ball = app.spawn(dim2::Collider::circle(1.0));
    let grid = |kind| CellGrid::<Dim2>::new(UVec2::splat(4), 1.0, [kind]);
    let empty = app.spawn(dim2::Collider::Grid(grid(CellKind::<Dim2>::full())));
    let mut left_out = grid(CellKind::new(dim2::Collider::circle(f32::NAN)));
    left_out.set(UVec2::ZERO, 1).unwrap();
    let left_out = app.spawn(dim2::Collider::Grid(left_out));
    let ship = app.spawn((CompoundCollider, Transform::default()));
    app.spawn((dim2::Collider::circle(1.0), at_x(9.0), ChildOf(ship)));
    let tail = app.spawn((dim2::Collider::circle(-1.0), Transform::default(), ChildOf(ship)));
    let off = app.spawn((dim2::Collider::circle(1.0), ColliderDisabled, Transform::default(), ChildOf(ship)));
    let texts = reasons(&mut app, ball, &[empty, left_out, tail, off]);
    for (text, grid) in texts.iter().zip([empty, left_out]) {
        assert!(text.contains(&format!("the grid of {grid} has no cells")), "{texts:#?}");
    }
    assert!(texts[2].contains("no valid part of it: a size is negative"), "{texts:#?}");
    assert!(texts[3].contains("by ColliderDisabled"), "{texts:#?}");
}

#[test]
fn before_the_first_run_the_reason_is_that_nothing_has_run() {
    let mut app = common::app();
    let pair = [(); 2].map(|()| app.spawn(dim2::Collider::circle(1.0)));
    let ask = move |rules: dim2::CollisionRules| rules.why_apart(pair[0], pair[1]).unwrap();
    let why = app.world_mut().run_system_once(ask).unwrap();
    assert_eq!(why.reason, ApartReason::NotRun);
    assert!(why.to_string().contains("have not run so far"), "{why}");
}
