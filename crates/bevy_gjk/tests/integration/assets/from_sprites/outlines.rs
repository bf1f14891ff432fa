//! The outlines of the opaque pixels: concave, with holes, where the sprite is drawn.

use super::*;

/// Follows each pixel.
const EXACT: ColliderFromSprite = ColliderFromSprite::Outline { alpha: 0.5, tolerance: 0.0 };

/// A horseshoe and, apart from it, a ring of half opaque pixels around a hole.
const PICTURE: [&str; 6] = ["#..#....", "#..#.+++", "#..#.+.+", "#..#.+++", "####....", "........"];

fn contours(app: &App, entity: Entity) -> &[Vec<Vec2>] {
    match get(app, entity) {
        Some(Collider::Outline { contours }) => contours,
        other => panic!("{other:?}"),
    }
}

/// Returns whether the center of a pixel of an 8 by 6 picture, drawn pixel by pixel around the origin, is inside.
fn has_pixel(app: &mut App, entity: Entity, x: u32, y: u32) -> bool {
    let point = Vec2::new(x as f32 + 0.5 - 4.0, 3.0 - y as f32 - 0.5);
    app.query::<Dim2>().contains(entity, point)
}

#[test]
fn the_outline_of_a_sprite_has_its_pixels_and_no_others() {
    let mut app = app();
    let image = add(&mut app, picture(&PICTURE));
    let entity = app.spawn((Sprite::from_image(image), EXACT));
    for [flip_x, flip_y] in [[false, false], [true, false], [false, true], [true, true]] {
        let mut sprite = app.get_mut::<Sprite>(entity);
        (sprite.flip_x, sprite.flip_y) = (flip_x, flip_y);
        app.update();
        assert_eq!(contours(&app, entity).len(), 3, "two pieces and a hole");
        for (y, row) in PICTURE.iter().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                let x = if flip_x { 7 - x } else { x } as u32;
                let y = if flip_y { 5 - y } else { y } as u32;
                assert_eq!(has_pixel(&mut app, entity, x, y), letter != '.', "{x} {y}");
            }
        }
    }
    app.update_with(entity, ColliderFromSprite::Outline { alpha: 0.9, tolerance: 0.0 });
    assert_eq!(contours(&app, entity).len(), 1, "the ring is half transparent");
}

#[test]
fn outlines_follow_the_size_the_anchor_and_the_atlas() {
    let mut app = app();
    let image = add(&mut app, picture(&PICTURE));
    let custom = Sprite { custom_size: Some(Vec2::new(16.0, 3.0)), ..Sprite::from_image(image.clone()) };
    let Collider::Outline { contours } = collider_of(&mut app, (custom, Anchor::BOTTOM_LEFT, EXACT)) else {
        panic!()
    };
    let highest = contours.iter().flatten().copied().reduce(Vec2::max).unwrap();
    let lowest = contours.iter().flatten().copied().reduce(Vec2::min).unwrap();
    assert_eq!([lowest, highest], [Vec2::new(0.0, 0.5), Vec2::new(16.0, 3.0)]);
    // Its right half only.
    let layout = TextureAtlasLayout::from_grid(UVec2::new(4, 6), 2, 1, None, None);
    let layout = app.resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
    let sprite = Sprite::from_atlas_image(image, TextureAtlas { layout, index: 1 });
    let Collider::Outline { contours } = collider_of(&mut app, (sprite, EXACT)) else { panic!() };
    assert_eq!(contours.len(), 2, "the ring and its hole");
}

#[test]
fn a_round_picture_has_few_corners_within_the_tolerance() {
    const SIDE: usize = 512;
    let mut app = app();
    let mut image = Image::default();
    image.resize(UVec2::splat(SIDE as u32).to_extents());
    let center = SIDE as f32 / 2.0;
    let alpha = |index: usize| {
        let from_center =
            Vec2::new((index % SIDE) as f32 + 0.5 - center, (index / SIDE) as f32 + 0.5 - center);
        if (100.0..250.0).contains(&from_center.length()) { 255 } else { 0 }
    };
    image.data = Some((0..SIDE * SIDE).flat_map(|index| [0, 0, 0, alpha(index)]).collect());
    let image = add(&mut app, image);
    let entity = app.spawn((Sprite::from_image(image), ColliderFromSprite::outline()));
    app.update();
    let contours = contours(&app, entity);
    assert_eq!(contours.len(), 2);
    for (contour, radius) in contours.iter().zip([250.0, 100.0]) {
        assert!(contour.len() < 160, "{}", contour.len());
        assert!(contour.iter().all(|corner| (corner.length() - radius).abs() < 2.0));
    }
    let mut contains = |x: f32| app.query::<Dim2>().contains(entity, Vec2::new(x, 0.0));
    assert!(contains(-248.0) && contains(103.0) && !contains(97.0) && !contains(0.0) && !contains(252.0));
}

#[test]
fn no_outline_comes_from_nothing_or_from_slices() {
    let mut app = app();
    let image = add(&mut app, picture(&["..", ".."]));
    let entity = app.spawn((Name::new("ghost"), Sprite::from_image(image.clone()), EXACT));
    let mode = SpriteImageMode::Sliced(TextureSlicer::default());
    let sliced = Sprite { image_mode: mode, ..Sprite::from_image(image) };
    let slices = app.spawn((Name::new("panel"), sliced, EXACT));
    let warnings = warnings(|| app.update());
    assert!(get(&app, entity).is_none() && get(&app, slices).is_none());
    assert!(warnings.iter().any(|text| text.contains("ghost") && text.contains("no pixel")), "{warnings:?}");
    assert!(warnings.iter().any(|text| text.contains("panel") && text.contains("slices")), "{warnings:?}");
}
