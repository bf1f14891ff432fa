//! Colliders from sprites: the component, the plugin and the system that keeps the colliders up to date.

use bevy_app::{App, Plugin, PostUpdate};
use bevy_asset::Assets;
use bevy_ecs::intern::Interned;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Changed, Commands, Component, Entity, Local, Or, ReflectComponent, With};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::{Rect, Vec2};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use bevy_sprite::{Anchor, Sprite};

mod contours;
mod outlines;
mod sprite_rect;

use outlines::OutlineCache;
use sprite_rect::SpriteRect;

use crate::assets::asset_changes::AssetChanges;
use crate::assets::source::{Created, LastWarning, SourceError, apply_result, install};
use crate::collider::{Dim2, Shape, dim2};
use crate::ecs::{UnfilteredQuery, feature_plugins};

/// Creates the [`dim2::Collider`] of an entity from its `Sprite`.
///
/// The collider is inserted when the assets that it needs are loaded, and updated when the sprite, its `Anchor`,
/// its image or its texture atlas change, and thus for each frame of an animation. It covers the area where the
/// sprite is drawn, with its custom size, rectangle, atlas index, flips, anchor and scaling mode. Of an atlas that
/// does not have the index of the sprite, Bevy draws the last texture: the collider covers it, and one warning names
/// the entity and the index.
///
/// If no collider can be created, because the image failed to load, is transparent, or was moved to the render
/// world by its `RenderAssetUsages`, one warning names the entity and the cause, and an existing collider stays.
/// The collider also stays when this component is removed.
///
/// Needs a [`SpriteColliderPlugin`].
///
/// ```
/// # use bevy_asset::AssetServer;
/// # use bevy_ecs::prelude::*;
/// # use bevy_sprite::Sprite;
/// use bevy_gjk::dim2::prelude::*;
///
/// fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
///     commands.spawn((Sprite::from_image(assets.load("ship.png")), ColliderFromSprite::opaque()));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[require(LastWarning)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum ColliderFromSprite {
    /// The rectangle in which the sprite is drawn. The image is not needed if the sprite has a custom size.
    #[default]
    Rectangle,
    /// The convex hull of the opaque pixels; not for sprites whose image mode is `Sliced` or `Tiled`. The alpha is that
    /// of the image: the color and the alpha mode of the sprite do not count, nor does what lies beyond its edges.
    Opaque {
        /// The least alpha of an opaque pixel, from 0 to 1. Pixels with an alpha of 0 are never opaque.
        alpha: f32,
    },
    /// The outline of the opaque pixels, concave and with holes: a [`Collider::Outline`](dim2::Collider::Outline), with
    /// opaque pixels as those of [`Opaque`](Self::Opaque). Pixels that touch at a corner only are apart.
    ///
    /// The outline goes along the edges of pixels; corners are left out where it stays within the tolerance. With it,
    /// what is no larger than the tolerance vanishes, unless there is nothing else.
    Outline {
        /// The least alpha of an opaque pixel, from 0 to 1. Pixels with an alpha of 0 are never opaque.
        alpha: f32,
        /// How far the outline may be from the edges of pixels, in pixels of the image. With 0 it follows them; so it
        /// does with a negative one or NaN.
        tolerance: f32,
    },
}

impl ColliderFromSprite {
    /// Selects the convex hull of the pixels with an alpha of at least 0.5.
    pub const fn opaque() -> Self {
        Self::Opaque { alpha: 0.5 }
    }

    /// Selects the outline of the pixels with an alpha of at least 0.5, with a tolerance of one pixel.
    pub const fn outline() -> Self {
        Self::Outline { alpha: 0.5, tolerance: 1.0 }
    }
}

/// Creates colliders from sprites, for [`ColliderFromSprite`].
///
/// Its system runs in `PostUpdate`, in the set [`ColliderAssetSystems`](crate::assets::ColliderAssetSystems).
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_gjk::{dim2, assets::SpriteColliderPlugin};
///
/// App::new().add_plugins((dim2::CollisionPlugin::default(), SpriteColliderPlugin::default()));
/// ```
#[derive(Debug)]
pub struct SpriteColliderPlugin {
    schedule: Interned<dyn ScheduleLabel>,
}

impl Default for SpriteColliderPlugin {
    fn default() -> Self {
        Self::in_schedule(PostUpdate)
    }
}

impl SpriteColliderPlugin {
    /// Runs in this schedule. It should be that of the `CollisionPlugin`, so that new colliders take part in the
    /// same run.
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern() }
    }
}

impl Plugin for SpriteColliderPlugin {
    fn build(&self, app: &mut App) {
        feature_plugins::note_plugin::<Self>(app);
        app.register_type::<ColliderFromSprite>();
    }

    fn finish(&self, app: &mut App) {
        // Bevy's `SpritePlugin` adds layouts, so they exist if images do.
        if app.world().contains_resource::<Assets<Image>>() {
            install::<TextureAtlasLayout, _>(app, self.schedule, "SpriteColliderPlugin", update_colliders);
        } else {
            install::<Image, _>(app, self.schedule, "SpriteColliderPlugin", update_colliders);
        }
        crate::assets::warn_without_detection::<Dim2>(app, "SpriteColliderPlugin");
    }
}

/// The entities whose sprite, anchor or requested shape changed.
type Changes<'w, 's> = UnfilteredQuery<
    'w,
    's,
    Entity,
    (
        With<Sprite>,
        With<ColliderFromSprite>,
        Or<(Changed<ColliderFromSprite>, Changed<Sprite>, Changed<Anchor>)>,
    ),
>;

/// All entities that get colliders from sprites.
type Targets<'w, 's> = UnfilteredQuery<
    'w,
    's,
    (
        NameOrEntity,
        &'static ColliderFromSprite,
        &'static Sprite,
        Option<&'static Anchor>,
        Option<&'static mut dim2::Collider>,
        &'static mut LastWarning,
    ),
>;

/// Updates the colliders of all entities whose sprite or image was loaded or changed.
fn update_colliders(
    changes: Changes,
    mut targets: Targets,
    mut images: AssetChanges<Image>,
    mut layouts: AssetChanges<TextureAtlasLayout>,
    mut memory: Local<(OutlineCache, Vec<Entity>)>,
    mut commands: Commands,
) {
    let (outlines, outdated) = &mut *memory;
    outdated.clear();
    outdated.extend(changes.iter());
    outlines.invalidate(images.read());
    if !layouts.read().is_empty() || !images.changed().is_empty() {
        let is_changed = |sprite: &Sprite| {
            let layout = sprite.texture_atlas.as_ref().map(|atlas| atlas.layout.id());
            images.changed().contains(&sprite.image.id())
                || layout.is_some_and(|id| layouts.changed().contains(&id))
        };
        let changed = targets.iter().filter(|(_, _, sprite, ..)| is_changed(sprite));
        outdated.extend(changed.map(|(name, ..)| name.entity));
    }
    for &entity in outdated.iter() {
        let Ok((name, &shape, sprite, anchor, existing, mut warning)) = targets.get_mut(entity) else {
            continue;
        };
        let anchor = anchor.copied().unwrap_or_default();
        let result = collider(shape, sprite, anchor, &images, &layouts, outlines);
        apply_result::<Dim2>(&result, "sprite", name, existing, &mut warning, &mut commands);
    }
}

/// Creates the collider of a sprite, or returns `None` while an asset that it needs is being loaded.
fn collider(
    shape: ColliderFromSprite,
    sprite: &Sprite,
    anchor: Anchor,
    images: &AssetChanges<Image>,
    layouts: &AssetChanges<TextureAtlasLayout>,
    outlines: &mut OutlineCache,
) -> Result<Option<Created<dim2::Collider>>, SourceError> {
    // A custom size needs neither the atlas nor the image, unless the image is scaled into it.
    let has_fixed_size = sprite.custom_size.is_some() && sprite.image_mode.scale().is_none();
    let is_rectangle = shape == ColliderFromSprite::Rectangle;
    let ImagePart { part, flaw } = match image_part(sprite, images, layouts) {
        Ok(Some(part)) => part,
        _ if has_fixed_size && is_rectangle => ImagePart::default(),
        Ok(None) => return Ok(None),
        Err(error) => return Err(error),
    };
    let sprite_rect = SpriteRect::new(sprite, anchor, part);
    let collider = match shape {
        ColliderFromSprite::Rectangle => sprite_rect.rectangle(),
        ColliderFromSprite::Opaque { .. } | ColliderFromSprite::Outline { .. }
            if sprite.image_mode.uses_slices() =>
        {
            return Err(SourceError::InPieces);
        }
        ColliderFromSprite::Opaque { alpha } => {
            let id = sprite.image.id();
            let Some(image) = images.find(id)? else { return Ok(None) };
            let hull = outlines.hull((id, image), sprite_rect.part(), alpha)?;
            dim2::Collider::hull(hull.iter().map(|&pixel| sprite_rect.local_point(pixel)))
        }
        ColliderFromSprite::Outline { alpha, tolerance } => {
            let id = sprite.image.id();
            let Some(image) = images.find(id)? else { return Ok(None) };
            let contours = outlines.contours((id, image), sprite_rect.part(), [alpha, tolerance])?;
            let local = |contour: &Vec<Vec2>| {
                contour.iter().map(|&pixel| sprite_rect.local_point(pixel)).collect::<Vec<_>>()
            };
            dim2::Collider::outlines(contours.iter().map(local))
        }
    };
    collider.prepare().map_err(SourceError::Invalid)?;
    Ok(Some(Created { collider, flaw }))
}

/// The part of its image that a sprite shows.
#[derive(Default)]
struct ImagePart {
    /// In pixels, y down.
    part: Rect,
    /// What is wrong with the sprite, though the part is drawn.
    flaw: Option<SourceError>,
}

/// Returns the part of its image that a sprite shows, or `None` while an asset that it needs is being loaded.
fn image_part(
    sprite: &Sprite,
    images: &AssetChanges<Image>,
    layouts: &AssetChanges<TextureAtlasLayout>,
) -> Result<Option<ImagePart>, SourceError> {
    let whole = |part| ImagePart { part, flaw: None };
    let Some(atlas) = &sprite.texture_atlas else {
        return match sprite.rect {
            Some(rect) => Ok(Some(whole(rect))),
            None => Ok(images
                .find(sprite.image.id())?
                .map(|image| whole(Rect::from_corners(Vec2::ZERO, image.size_f32())))),
        };
    };
    let Some(layout) = layouts.find(atlas.layout.id())? else { return Ok(None) };
    let last = layout.textures.len().checked_sub(1).ok_or(SourceError::EmptyAtlas)?;
    // Bevy draws the last texture for an index beyond it.
    let part = layout.textures[atlas.index.min(last)].as_rect();
    let flaw = (atlas.index > last).then_some(SourceError::NotInAtlas { index: atlas.index, last });
    // With an atlas, the rectangle is relative to the corner of the atlas entry.
    let part = sprite.rect.map_or(part, |rect| Rect { min: part.min + rect.min, max: part.min + rect.max });
    Ok(Some(ImagePart { part, flaw }))
}
