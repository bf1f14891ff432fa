//! Colliders are where the sprite material draws: fragment by fragment, for all modes, anchors and flips.

use bevy::math::{DVec2, dvec2};
use bevy::sprite::SliceScaleMode;

use super::material::Material;
use super::*;

/// An image with one opaque block, and how a sprite shows it.
struct Setup {
    name: &'static str,
    size: UVec2,
    opaque: URect,
    custom_size: Option<Vec2>,
    rect: Option<Rect>,
    /// An atlas of two rows of three textures, and the index.
    atlas: Option<usize>,
}

impl Setup {
    fn new(name: &'static str, size: [u32; 2], opaque: [u32; 4], custom_size: Vec2) -> Self {
        let [x, y, right, below] = opaque;
        let (size, opaque) = (UVec2::from(size), URect::new(x, y, right, below));
        Self { name, size, opaque, custom_size: Some(custom_size), rect: None, atlas: None }
    }

    fn picture(&self) -> Image {
        let letter = |x, y| if self.is_opaque(dvec2(x, y)) { '#' } else { '.' };
        let row = |y| (0..self.size.x).map(|x| letter(f64::from(x) + 0.5, f64::from(y) + 0.5)).collect();
        let rows: Vec<String> = (0..self.size.y).map(row).collect();
        picture(&rows.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Returns whether a position in the image, in pixels, lies in the opaque block.
    fn is_opaque(&self, pixel: DVec2) -> bool {
        let (min, max) = (self.opaque.min.as_dvec2(), self.opaque.max.as_dvec2());
        pixel.cmpge(min).all() && pixel.cmplt(max).all()
    }

    fn layout(&self) -> TextureAtlasLayout {
        TextureAtlasLayout::from_grid(self.size / UVec2::new(3, 2), 3, 2, None, None)
    }
}

fn setups() -> Vec<Setup> {
    let tiles =
        |name, index, size| Setup { atlas: Some(index), ..Setup::new(name, [12, 6], [5, 4, 12, 6], size) };
    vec![
        Setup::new("wide, left quarter", [8, 4], [0, 0, 2, 4], Vec2::new(10.0, 10.0)),
        Setup::new("wide, a block, wider", [8, 4], [5, 1, 7, 3], Vec2::new(30.0, 5.0)),
        Setup::new("high", [5, 9], [1, 2, 3, 9], Vec2::new(7.0, 3.0)),
        Setup::new("high, higher", [3, 4], [0, 0, 3, 1], Vec2::new(2.0, 9.0)),
        Setup::new("the same ratio", [6, 3], [1, 1, 5, 3], Vec2::new(3.0, 1.5)),
        Setup::new("mirrored by a negative size", [8, 4], [0, 0, 3, 2], Vec2::new(-10.0, 6.0)),
        Setup::new("turned by negative sizes", [8, 4], [0, 0, 3, 2], Vec2::new(-4.0, -6.0)),
        Setup { custom_size: None, ..Setup::new("not scaled", [8, 4], [1, 0, 3, 2], Vec2::ZERO) },
        Setup {
            rect: Some(Rect::new(2.0, 1.0, 7.0, 4.0)),
            ..Setup::new("a part", [8, 4], [4, 2, 8, 3], Vec2::new(6.0, 6.0))
        },
        Setup {
            rect: Some(Rect::new(1.5, 0.25, 3.5, 3.0)),
            ..Setup::new("a part between pixels", [8, 4], [2, 1, 8, 4], Vec2::new(6.0, 2.0))
        },
        Setup {
            rect: Some(Rect { min: Vec2::new(7.0, 1.0), max: Vec2::new(2.0, 4.0) }),
            ..Setup::new("a part with its corners exchanged", [8, 4], [4, 2, 8, 3], Vec2::new(6.0, 6.0))
        },
        tiles("a texture of an atlas", 4, Vec2::new(10.0, 4.0)),
        tiles("the last texture of an atlas", 99, Vec2::new(3.0, 8.0)),
        Setup {
            rect: Some(Rect::new(1.0, 0.5, 4.0, 2.5)),
            ..tiles("a part of a texture", 5, Vec2::new(4.0, 7.0))
        },
    ]
}

const ANCHORS: [Anchor; 10] = [
    Anchor::BOTTOM_LEFT,
    Anchor::BOTTOM_CENTER,
    Anchor::BOTTOM_RIGHT,
    Anchor::CENTER_LEFT,
    Anchor::CENTER,
    Anchor::CENTER_RIGHT,
    Anchor::TOP_LEFT,
    Anchor::TOP_CENTER,
    Anchor::TOP_RIGHT,
    Anchor(Vec2::new(0.8, -0.3)),
];

/// Spawns a sprite of a setup with each of the modes, anchors and flips.
fn spawn_all(
    app: &mut App,
    setup: &Setup,
    modes: &[SpriteImageMode],
    shape: ColliderFromSprite,
) -> Vec<(Entity, Material)> {
    let image = add(app, setup.picture());
    let layout = app.resource_mut::<Assets<TextureAtlasLayout>>().add(setup.layout());
    let mut all = Vec::new();
    for (mode, anchor) in modes.iter().flat_map(|mode| ANCHORS.map(|anchor| (mode, anchor))) {
        for [flip_x, flip_y] in [[false, false], [true, false], [false, true], [true, true]] {
            let sprite = Sprite {
                image: image.clone(),
                texture_atlas: setup.atlas.map(|index| TextureAtlas { layout: layout.clone(), index }),
                custom_size: setup.custom_size,
                rect: setup.rect,
                image_mode: mode.clone(),
                flip_x,
                flip_y,
                ..default()
            };
            let material = Material::new(&sprite, anchor, setup.size, Some(&setup.layout()));
            let name = Name::new(format!("{mode:?} {anchor:?} flipped {flip_x} {flip_y}"));
            all.push((app.spawn((name, sprite, anchor, shape)), material));
        }
    }
    all
}

/// Asserts that a collider covers the fragments of a sprite for which a condition on their pixel in the image holds,
/// and no others. Returns the number of those fragments.
fn assert_covers(
    app: &App,
    entity: Entity,
    material: &Material,
    is_covered: impl Fn(DVec2) -> bool,
) -> usize {
    let [one, other] = material.quad();
    let (center, half) = ((one + other) * 0.5, (one - other).abs() * 0.5);
    let covered = get(app, entity)
        .map(|collider| bounds(collider).map(|corner| dvec2(corner.x.into(), corner.y.into())));
    let name = app.get::<Name>(entity);
    const STEPS: i32 = 20;
    let mut count = 0;
    for (x, y) in (-STEPS..=STEPS).flat_map(|x| (-STEPS..=STEPS).map(move |y| (x, y))) {
        // Beyond the quad, too, and not on the edges of pixels.
        let at = dvec2(f64::from(x) + 0.137, f64::from(y) - 0.291) * (1.25 / f64::from(STEPS));
        let local = center + at * half;
        let expected = material.pixel(local).is_some_and(&is_covered);
        let margin = |[min, max]: [DVec2; 2]| (local - min).min(max - local).min_element();
        let is_inside = covered.map_or(-1.0, margin);
        assert!(
            expected == (is_inside > 0.0) || is_inside.abs() < 1e-5,
            "{name}: {local} is drawn: {expected}, the collider: {covered:?}"
        );
        count += usize::from(expected);
    }
    count
}

#[test]
fn colliders_cover_what_the_sprite_material_draws() {
    use SpriteScalingMode::{FillCenter, FillEnd, FillStart, FitCenter, FitEnd, FitStart};
    let modes = [FitCenter, FitStart, FitEnd, FillCenter, FillStart, FillEnd].map(SpriteImageMode::Scale);
    let modes: Vec<_> = modes.into_iter().chain([SpriteImageMode::Auto]).collect();
    let mut app = app();
    for setup in setups() {
        let rectangles = spawn_all(&mut app, &setup, &modes, ColliderFromSprite::Rectangle);
        let hulls = spawn_all(&mut app, &setup, &modes, ColliderFromSprite::opaque());
        app.update();
        for (entity, material) in &rectangles {
            assert!(assert_covers(&app, *entity, material, |_| true) > 0, "{}", setup.name);
        }
        let is_opaque = |pixel| setup.is_opaque(pixel);
        let opaque: usize =
            hulls.iter().map(|(entity, material)| assert_covers(&app, *entity, material, is_opaque)).sum();
        assert!(opaque > 0, "{}", setup.name);
        for (entity, _) in rectangles.into_iter().chain(hulls) {
            app.despawn(entity);
        }
    }
}

#[test]
fn anchors_and_flips_of_scaled_sprites_are_those_of_the_drawn_rectangle() {
    let mut app = app();
    let image = add(&mut app, picture(&["##......"; 4]));
    let mut scaled = |mode, custom_size, flip_x, anchor, shape| {
        let image_mode = SpriteImageMode::Scale(mode);
        let sprite =
            Sprite { image_mode, flip_x, custom_size: Some(custom_size), image: image.clone(), ..default() };
        bounds(&collider_of(&mut app, (sprite, anchor, shape)))
    };
    let rectangle = ColliderFromSprite::Rectangle;
    let fit =
        scaled(SpriteScalingMode::FitStart, Vec2::new(30.0, 5.0), false, Anchor::BOTTOM_LEFT, rectangle);
    assert_eq!(fit, [Vec2::new(-10.0, 0.0), Vec2::new(0.0, 5.0)]);
    let opaque = ColliderFromSprite::opaque();
    let fill = scaled(SpriteScalingMode::FillStart, Vec2::splat(10.0), true, Anchor::CENTER, opaque);
    assert_eq!(fill, [Vec2::new(0.0, -5.0), Vec2::new(5.0, 5.0)]);
}

#[test]
fn sliced_and_tiled_sprites_are_covered_whole() {
    let border = |border| TextureSlicer { border: BorderRect::all(border), ..default() };
    let tiled = SliceScaleMode::Tile { stretch_value: 0.5 };
    let modes = [
        SpriteImageMode::Sliced(TextureSlicer::default()),
        SpriteImageMode::Sliced(TextureSlicer {
            center_scale_mode: tiled,
            sides_scale_mode: tiled,
            ..border(1.0)
        }),
        // Too large for the image, so that it is not applied.
        SpriteImageMode::Sliced(border(100.0)),
        SpriteImageMode::Tiled { tile_x: true, tile_y: false, stretch_value: 0.5 },
        SpriteImageMode::Tiled { tile_x: false, tile_y: false, stretch_value: 1.0 },
    ];
    let mut app = app();
    for setup in setups() {
        let all = spawn_all(&mut app, &setup, &modes, ColliderFromSprite::Rectangle);
        app.update();
        for (entity, material) in all {
            assert!(assert_covers(&app, entity, &material, |_| true) > 0, "{}", setup.name);
            app.despawn(entity);
        }
    }
}

#[test]
fn an_atlas_index_out_of_range_is_warned_of_with_any_size_and_mode() {
    let mut app = app();
    let image = add(&mut app, picture(&["##..", "...."]));
    let layout = TextureAtlasLayout::from_grid(UVec2::splat(2), 2, 1, None, None);
    let layouts = |app: &mut App, layout| app.resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
    let layout = layouts(&mut app, layout);
    let empty = layouts(&mut app, TextureAtlasLayout::new_empty(UVec2::ONE));
    let sprite = |layout: &Handle<TextureAtlasLayout>| {
        Sprite::from_atlas_image(image.clone(), TextureAtlas { layout: layout.clone(), index: 2 })
    };
    let sized = Sprite { custom_size: Some(Vec2::splat(6.0)), ..sprite(&layout) };
    let missing = "no index 2, only 0 to 1; the last is drawn";
    let sprites = [
        ("plain", sprite(&layout), missing),
        ("sized", sized, missing),
        ("empty", sprite(&empty), "has no textures"),
    ];
    let mut entities = Vec::new();
    let lines = warnings(|| {
        for (name, sprite, _) in &sprites {
            entities.push(app.spawn((Name::new(*name), sprite.clone(), ColliderFromSprite::Rectangle)));
        }
        for _ in 0..3 {
            entities.iter().for_each(|&entity| app.get_mut::<Sprite>(entity).set_changed());
            app.update();
        }
    });
    assert_warnings(&lines, sprites.iter().map(|&(name, _, cause)| (name, cause)));
    assert_eq!(get(&app, entities[0]), Some(&Collider::rectangle(2.0, 2.0)));
    assert_eq!(get(&app, entities[1]), Some(&Collider::rectangle(6.0, 6.0)));
    assert_eq!(get(&app, entities[2]), None);
}
