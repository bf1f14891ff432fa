//! Colliders from sprites.

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

mod drawn;
mod outlines;

use drawn::Drawn;
use outlines::Outlines;

use crate::collider::Shape;
use crate::dim2;
use crate::dim2::Dim2;
use crate::from_assets::news::News;
use crate::from_assets::source::{LastWarning, SourceError, give, install};
use crate::unfiltered::UnfilteredQuery;

/// Makes the [`dim2::Collider`] of an entity from the `Sprite` beside it.
///
/// It is made as soon as what it needs is loaded, and again when the sprite, its `Anchor`, its image or its
/// texture atlas change, so also of each picture of an animation. It is where the sprite is drawn: the
/// custom size, rectangle, place in the atlas, flips, anchor and scaling mode are those of the sprite.
///
/// Where a sprite makes none, because its image was not loaded, is transparent, or has been moved to the
/// render world by its `RenderAssetUsages`, one warning names the entity and the cause; a collider that the
/// entity has already stays. It also stays when this component is removed.
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
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum ColliderFromSprite {
    /// The rectangle in which the sprite is drawn. It does not need the image, where the size is known without.
    #[default]
    Rectangle,
    /// The convex hull of the pixels that are opaque enough; not for sprites that are drawn in slices or tiles.
    Opaque {
        /// How opaque, from 0 to 1: pixels with at least this alpha count, but those with none never do.
        alpha: f32,
    },
}

impl ColliderFromSprite {
    /// The hull of the pixels that are at least half opaque.
    pub const fn opaque() -> Self {
        Self::Opaque { alpha: 0.5 }
    }
}

/// Makes colliders from sprites, for [`ColliderFromSprite`].
///
/// Its system runs in `PostUpdate`, in the set [`ColliderAssetSystems`](crate::ColliderAssetSystems).
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_gjk::{SpriteColliderPlugin, dim2};
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
    /// Runs in this schedule: that of the `CollisionPlugin`, for colliders that have to be there in the same
    /// run.
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern() }
    }
}

impl Plugin for SpriteColliderPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<ColliderFromSprite>();
    }

    fn finish(&self, app: &mut App) {
        // Where there are images there are also layouts: Bevy's `SpritePlugin` sees to it.
        if app.world().contains_resource::<Assets<Image>>() {
            install::<TextureAtlasLayout, _>(app, self.schedule, "SpriteColliderPlugin", make_colliders);
        } else {
            install::<Image, _>(app, self.schedule, "SpriteColliderPlugin", make_colliders);
        }
    }
}

/// The sprites that changed, or want another shape.
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

/// All that get colliders from sprites.
type Users<'w, 's> = UnfilteredQuery<
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

/// Makes the colliders of all whose sprite or image came or changed.
fn make_colliders(
    changes: Changes,
    mut users: Users,
    mut images: News<Image>,
    mut layouts: News<TextureAtlasLayout>,
    mut outlines: Local<Outlines>,
    mut todo: Local<Vec<Entity>>,
    mut commands: Commands,
) {
    todo.clear();
    todo.extend(changes.iter());
    outlines.forget(images.read());
    if !layouts.read().is_empty() || !images.touched().is_empty() {
        let is_touched = |sprite: &Sprite| {
            let layout = sprite.texture_atlas.as_ref().map(|atlas| atlas.layout.id());
            images.touched().contains(&sprite.image.id())
                || layout.is_some_and(|id| layouts.touched().contains(&id))
        };
        let hit = users.iter().filter(|(_, _, sprite, ..)| is_touched(sprite));
        todo.extend(hit.map(|(name, ..)| name.entity));
    }
    for &entity in &*todo {
        let Ok((name, &shape, sprite, anchor, before, mut warning)) = users.get_mut(entity) else { continue };
        let anchor = anchor.copied().unwrap_or_default();
        let made = collider(shape, sprite, anchor, &images, &layouts, &mut outlines);
        give::<Dim2>(&made, "sprite", name, before, &mut warning, &mut commands);
    }
}

/// What a sprite makes; nothing while it needs what is being loaded.
fn collider(
    shape: ColliderFromSprite,
    sprite: &Sprite,
    anchor: Anchor,
    images: &News<Image>,
    layouts: &News<TextureAtlasLayout>,
    outlines: &mut Outlines,
) -> Result<Option<dim2::Collider>, SourceError> {
    // A size of its own needs neither the atlas nor the image, unless the image is fitted into it.
    let is_sized = sprite.custom_size.is_some() && sprite.image_mode.scale().is_none();
    let part = if is_sized && shape == ColliderFromSprite::Rectangle {
        Rect::default()
    } else {
        match part(sprite, images, layouts)? {
            Some(part) => part,
            None => return Ok(None),
        }
    };
    let drawn = Drawn::new(sprite, anchor, part);
    let collider = match shape {
        ColliderFromSprite::Rectangle => drawn.rectangle(),
        ColliderFromSprite::Opaque { .. } if sprite.image_mode.uses_slices() => {
            return Err(SourceError::InPieces);
        }
        ColliderFromSprite::Opaque { alpha } => {
            let id = sprite.image.id();
            let Some(image) = images.find(id)? else { return Ok(None) };
            let outline = outlines.find((id, image), drawn.part(), alpha)?;
            dim2::Collider::hull(outline.iter().map(|&pixel| drawn.place(pixel)))
        }
    };
    collider.prepare().map_err(SourceError::Invalid)?;
    Ok(Some(collider))
}

/// The part of its image that a sprite shows, in pixels; nothing while it needs what is being loaded.
fn part(
    sprite: &Sprite,
    images: &News<Image>,
    layouts: &News<TextureAtlasLayout>,
) -> Result<Option<Rect>, SourceError> {
    let Some(atlas) = &sprite.texture_atlas else {
        return match sprite.rect {
            Some(rect) => Ok(Some(rect)),
            None => Ok(images
                .find(sprite.image.id())?
                .map(|image| Rect::from_corners(Vec2::ZERO, image.size_f32()))),
        };
    };
    let Some(layout) = layouts.find(atlas.layout.id())? else { return Ok(None) };
    let part = layout.textures.get(atlas.index).ok_or(SourceError::NotInAtlas(atlas.index))?.as_rect();
    // Within an atlas, the rectangle is told from the corner of the part.
    Ok(Some(sprite.rect.map_or(part, |rect| Rect { min: part.min + rect.min, max: part.min + rect.max })))
}
