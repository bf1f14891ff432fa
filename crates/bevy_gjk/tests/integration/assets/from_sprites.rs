//! Colliders made from sprites: placed where the sprites are drawn, and shaped like their visible parts.

mod drawn;
mod material;
mod outlines;

use bevy::asset::RenderAssetUsages;
use bevy::image::ToExtents;
use bevy::math::{Rect, URect, UVec2};
use bevy::prelude::*;
use bevy::sprite::{Anchor, SpriteImageMode, SpriteScalingMode, TextureSlicer};
use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

fn app() -> App {
    common::app_with_assets(SpriteColliderPlugin::default())
}

/// An image from letters: `#` is opaque, `+` half opaque, all else transparent.
fn picture(rows: &[&str]) -> Image {
    let mut image = Image::default();
    image.resize(UVec2::new(rows[0].len() as u32, rows.len() as u32).to_extents());
    let alpha = |letter: char| match letter {
        '#' => 255,
        '+' => 128,
        _ => 0,
    };
    image.data = Some(rows.iter().flat_map(|row| row.chars()).flat_map(|it| [9, 9, 9, alpha(it)]).collect());
    image
}

fn add(app: &mut App, image: Image) -> Handle<Image> {
    app.resource_mut::<Assets<Image>>().add(image)
}

fn get(app: &App, entity: Entity) -> Option<&Collider> {
    app.world().get(entity)
}

/// Returns the corners of a hull, sorted by their coordinates.
fn corners(app: &App, entity: Entity) -> Vec<Vec2> {
    let Some(Collider::Hull { points }) = get(app, entity) else {
        panic!("{entity}: {:?}", get(app, entity))
    };
    let mut points = points.clone();
    points.sort_by(|one, other| one.to_array().partial_cmp(&other.to_array()).unwrap());
    points
}

/// Returns the collider of a single sprite.
fn collider_of(app: &mut App, bundle: impl Bundle) -> Collider {
    let entity = app.spawn(bundle);
    app.update();
    let collider = get(app, entity).cloned().expect("a collider");
    app.despawn(entity);
    collider
}

/// Returns the lowest and the highest corner of a collider.
fn bounds(collider: &Collider) -> [Vec2; 2] {
    match collider {
        Collider::Rectangle { half_size } => [-*half_size, *half_size],
        Collider::Hull { points } => {
            let fold = |pick: fn(Vec2, Vec2) -> Vec2| points.iter().copied().reduce(pick).unwrap();
            [fold(Vec2::min), fold(Vec2::max)]
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn rectangles_are_where_the_sprite_is_drawn() {
    use ColliderFromSprite::Rectangle;
    let mut app = app();
    let image = add(&mut app, picture(&["####", "####"]));
    let whole = Sprite::from_image(image.clone());
    assert_eq!(collider_of(&mut app, (whole.clone(), Rectangle)), Collider::rectangle(4.0, 2.0));
    let sized = Sprite { custom_size: Some(Vec2::new(6.0, 8.0)), ..whole.clone() };
    assert_eq!(collider_of(&mut app, (sized.clone(), Rectangle)), Collider::rectangle(6.0, 8.0));
    let part = Sprite { rect: Some(Rect::new(1.0, 0.0, 3.0, 1.0)), ..whole.clone() };
    assert_eq!(collider_of(&mut app, (part, Rectangle)), Collider::rectangle(2.0, 1.0));
    // A custom size does not need the image.
    let bare = Sprite::from_color(Color::WHITE, Vec2::new(5.0, 5.0));
    assert_eq!(collider_of(&mut app, (bare, Rectangle)), Collider::rectangle(5.0, 5.0));
    // With a bottom anchor the collider is above the origin.
    let anchored = collider_of(&mut app, (sized.clone(), Rectangle, Anchor::BOTTOM_CENTER));
    assert_eq!(bounds(&anchored), [Vec2::new(-3.0, 0.0), Vec2::new(3.0, 8.0)]);
    let anchored = collider_of(&mut app, (sized, Rectangle, Anchor::TOP_LEFT));
    assert_eq!(bounds(&anchored), [Vec2::new(0.0, -8.0), Vec2::new(6.0, 0.0)]);
}

#[test]
fn scaling_modes_fit_and_fill() {
    use SpriteScalingMode::{FillCenter, FillEnd, FillStart, FitCenter, FitEnd, FitStart};
    let mut app = app();
    // The image is twice as wide as high, with an opaque left end.
    let image = add(&mut app, picture(&["#...", "#..."]));
    let mut bounds_with = |mode, size, shape| {
        let image_mode = SpriteImageMode::Scale(mode);
        let sprite = Sprite { image_mode, custom_size: Some(size), ..Sprite::from_image(image.clone()) };
        bounds(&collider_of(&mut app, (sprite, shape)))
    };
    let (square, wide) = (Vec2::splat(8.0), Vec2::new(8.0, 2.0));
    let (rectangle, opaque) = (ColliderFromSprite::Rectangle, ColliderFromSprite::opaque());
    let rows = [
        (FitCenter, square, rectangle, [[-4.0, -2.0], [4.0, 2.0]]),
        (FitStart, square, rectangle, [[-4.0, 0.0], [4.0, 4.0]]),
        (FitEnd, square, rectangle, [[-4.0, -4.0], [4.0, 0.0]]),
        (FillCenter, square, rectangle, [[-4.0, -4.0], [4.0, 4.0]]),
        // The start is also the left side of a rectangle that is wider than the image.
        (FitStart, wide, rectangle, [[-4.0, -1.0], [0.0, 1.0]]),
        (FitEnd, wide, rectangle, [[0.0, -1.0], [4.0, 1.0]]),
        // Two of the four columns are visible when the image fills a square.
        (FillStart, square, opaque, [[-4.0, -4.0], [0.0, 4.0]]),
        (FitEnd, square, opaque, [[-4.0, -4.0], [-2.0, 0.0]]),
    ];
    for (mode, size, shape, corners) in rows {
        assert_eq!(bounds_with(mode, size, shape), corners.map(Vec2::from), "{mode:?} in {size}, {shape:?}");
    }
    let image_mode = SpriteImageMode::Scale(FillEnd);
    let end = Sprite { image_mode, custom_size: Some(square), ..Sprite::from_image(image.clone()) };
    let entity = app.spawn((Name::new("end"), end, opaque));
    let lines = warnings(|| app.update());
    assert_one_warning(&lines, &["no pixel of it is opaque enough"]);
    // Flipped, the same end is visible, mirrored.
    let mut flipped = app.get_mut::<Sprite>(entity);
    flipped.flip_x = true;
    assert_eq!(warnings(|| app.update()).len(), 0);
    assert_eq!(get(&app, entity), None);
    app.get_mut::<Sprite>(entity).image_mode = SpriteImageMode::Scale(FillStart);
    app.update();
    assert_eq!(bounds(get(&app, entity).unwrap()), [Vec2::new(0.0, -4.0), Vec2::splat(4.0)]);
}

#[test]
fn the_hull_encloses_the_opaque_pixels() {
    let mut app = app();
    let image = add(&mut app, picture(&["......", "..#...", ".###..", "....+."]));
    let sprite = Sprite::from_image(image);
    let entity = app.spawn((sprite.clone(), ColliderFromSprite::Opaque { alpha: 0.6 }));
    app.update();
    // Columns 1 to 4 of the middle rows, relative to the center of the image.
    let all = [(-2.0, -1.0), (-2.0, 0.0), (-1.0, 1.0), (0.0, 1.0), (1.0, -1.0), (1.0, 0.0)];
    assert_eq!(corners(&app, entity), all.map(Vec2::from));
    app.update_with(entity, ColliderFromSprite::opaque());
    assert!(corners(&app, entity).contains(&Vec2::new(2.0, -2.0)));
    // Flips mirror the hull; a custom size stretches it.
    let stretched = Sprite { flip_x: true, flip_y: true, custom_size: Some(Vec2::new(12.0, 4.0)), ..sprite };
    app.update_with(entity, (stretched, ColliderFromSprite::Opaque { alpha: 1.0 }));
    let all = [(-2.0, 0.0), (-2.0, 1.0), (0.0, -1.0), (2.0, -1.0), (4.0, 0.0), (4.0, 1.0)];
    assert_eq!(corners(&app, entity), all.map(Vec2::from));
}

#[test]
fn an_animation_changes_the_collider_with_each_frame() {
    let mut app = app();
    let image = add(&mut app, picture(&["#.##", "..##", "....", "####"]));
    let layout = TextureAtlasLayout::from_grid(UVec2::splat(2), 2, 2, None, None);
    let layout = app.resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
    let atlas = TextureAtlas { layout: layout.clone(), index: 0 };
    let sprite = Sprite::from_atlas_image(image.clone(), atlas);
    let entity = app.spawn((Name::new("flag"), sprite, ColliderFromSprite::opaque()));
    let mut show = |index| {
        app.get_mut::<Sprite>(entity).texture_atlas.as_mut().unwrap().index = index;
        let lines = warnings(|| app.update());
        (bounds(get(&app, entity).unwrap()), lines)
    };
    assert_eq!(show(0).0, [Vec2::new(-1.0, 0.0), Vec2::new(0.0, 1.0)]);
    assert_eq!(show(1).0, [Vec2::splat(-1.0), Vec2::splat(1.0)]);
    assert_eq!(show(2).0, [Vec2::splat(-1.0), Vec2::new(1.0, 0.0)]);
    // Beyond the last index, the last texture is drawn.
    let (last, none) = show(3);
    assert_eq!((last, none.len()), ([Vec2::new(-1.0, -1.0), Vec2::new(1.0, 0.0)], 0));
    let (beyond, lines) = show(4);
    assert_one_warning(&lines, &["\"flag\""]);
    assert!(lines[0].contains("no index 4, only 0 to 3"), "{lines:#?}");
    assert_eq!((beyond, show(5)), (last, (last, vec![])));
    assert_eq!(show(1), ([Vec2::splat(-1.0), Vec2::splat(1.0)], vec![]));
    assert_eq!(show(usize::MAX).1.len(), 1);
    assert_eq!(show(1), ([Vec2::splat(-1.0), Vec2::splat(1.0)], vec![]));
    // The `rect` of the sprite is relative to the corner of its texture region.
    let mut sprite = app.get_mut::<Sprite>(entity);
    (sprite.texture_atlas.as_mut().unwrap().index, sprite.rect) = (2, Some(Rect::new(0.0, 1.0, 2.0, 2.0)));
    app.update();
    assert_eq!(corners(&app, entity).len(), 4);
    assert_eq!(bounds(get(&app, entity).unwrap()), [Vec2::new(-1.0, -0.5), Vec2::new(1.0, 0.5)]);
    // The layout changes.
    app.get_mut::<Sprite>(entity).rect = None;
    let wide = URect::new(0, 2, 4, 4);
    app.resource_mut::<Assets<TextureAtlasLayout>>().get_mut(&layout).unwrap().textures[2] = wide;
    app.update();
    assert_eq!(bounds(get(&app, entity).unwrap()), [Vec2::new(-2.0, -1.0), Vec2::new(2.0, 0.0)]);
    // The image changes, whose hulls are cached.
    let painted = picture(&["....", "....", "#...", "...."]);
    *app.resource_mut::<Assets<Image>>().get_mut(&image).unwrap() = painted;
    app.update();
    assert_eq!(bounds(get(&app, entity).unwrap()), [Vec2::new(-2.0, 0.0), Vec2::new(-1.0, 1.0)]);
}

#[test]
fn sprites_collide_as_soon_as_their_image_is_loaded() {
    let mut app = app();
    let image = app.resource_mut::<Assets<Image>>().reserve_handle();
    let ship = (Sprite::from_image(image.clone()), ColliderFromSprite::opaque());
    let ship = app.spawn((ship, Transform::from_scale(Vec3::splat(10.0))));
    app.spawn((Collider::circle(1.0), at_x(15.0)));
    assert!(step::<Dim2>(&mut app).is_empty());
    let _ = app.resource_mut::<Assets<Image>>().insert(&image, picture(&["####"]));
    let events = step::<Dim2>(&mut app);
    assert!(events.len() == 1 && events[0].entities().contains(&ship), "{events:?}");
}

#[test]
fn a_sprite_without_a_collider_is_warned_of_once() {
    let mut app = app();
    let transparent = add(&mut app, picture(&["..", ".."]));
    let moved =
        add(&mut app, Image { data: None, asset_usage: RenderAssetUsages::RENDER_WORLD, ..picture(&["#"]) });
    let short = add(&mut app, Image { data: Some(vec![255; 4]), ..picture(&["##", "##"]) });
    let fine = add(&mut app, picture(&["##", "##"]));
    let sliced = SpriteImageMode::Sliced(TextureSlicer::default());
    let sliced = Sprite { image_mode: sliced, ..Sprite::from_image(fine.clone()) };
    let outside = Sprite { rect: Some(Rect::new(5.0, 5.0, 9.0, 9.0)), ..Sprite::from_image(fine) };
    let faults = [
        ("glass", Sprite::from_image(transparent), "no pixel of it is opaque enough"),
        ("moved", Sprite::from_image(moved), "RenderAssetUsages::MAIN_WORLD"),
        ("short", Sprite::from_image(short), "4 bytes, where its size takes 16"),
        ("sliced", sliced, "slices or tiles"),
        ("outside", outside, "no pixel"),
    ];
    let mut entities = Vec::new();
    let lines = warnings(|| {
        for (name, sprite, _) in &faults {
            let bundle = (Name::new(*name), sprite.clone(), ColliderFromSprite::opaque());
            entities.push(app.spawn(bundle));
        }
        for _ in 0..3 {
            for &entity in &entities {
                app.get_mut::<Sprite>(entity).set_changed();
            }
            app.update();
        }
    });
    assert_warnings(&lines, faults.iter().map(|&(name, _, cause)| (name, cause)));
    assert!(entities.iter().all(|&entity| get(&app, entity).is_none()));
}
