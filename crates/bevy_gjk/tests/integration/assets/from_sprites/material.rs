//! What Bevy draws for a sprite: the sprite material of `bevy_sprite_render` 0.20.1 and its shader, in `f64`.

use bevy::image::TextureAtlasLayout;
use bevy::math::{BVec2, DAffine2, DVec2, Rect, dvec2};
use bevy::prelude::*;
use bevy::sprite::{Anchor, SpriteImageMode, SpriteScalingMode};

/// The uniform of the material, as far as it decides where each pixel of the image is drawn.
pub struct Material {
    /// The size of the image in pixels.
    image: DVec2,
    vertex_scale: DVec2,
    vertex_offset: DVec2,
    uv_transform: DAffine2,
    flip: BVec2,
}

impl Material {
    /// Computes the uniform, in the order of `SpriteMeshMaterial::as_bind_group_shader_type`.
    pub fn new(sprite: &Sprite, anchor: Anchor, image: UVec2, layout: Option<&TextureAtlasLayout>) -> Self {
        let image = image.as_dvec2();
        let (mut image_size, mut quad_size, mut quad_offset) = (image, image, DVec2::ZERO);
        let mut uv_transform = DAffine2::IDENTITY;
        let mut take = |rect: Rect| {
            let size = rect.size().as_dvec2();
            uv_transform *= DAffine2::from_scale(size / image_size);
            uv_transform *= DAffine2::from_translation(rect.min.as_dvec2() / size);
            (quad_size, image_size) = (size, size);
        };
        if let (Some(atlas), Some(layout)) = (&sprite.texture_atlas, layout) {
            take(layout.textures[atlas.index.clamp(0, layout.textures.len() - 1)].as_rect());
        }
        if let Some(rect) = sprite.rect {
            take(rect);
        }
        if let Some(custom_size) = sprite.custom_size.map(|size| dvec2(size.x.into(), size.y.into())) {
            if let SpriteImageMode::Scale(mode) = sprite.image_mode {
                scale(mode, custom_size, &mut quad_size, &mut quad_offset, &mut uv_transform);
            } else {
                quad_size = custom_size;
            }
        }
        quad_offset -= quad_size * anchor.0.as_dvec2();
        let flip = BVec2::new(sprite.flip_x, sprite.flip_y);
        Self { image, vertex_scale: quad_size, vertex_offset: quad_offset, uv_transform, flip }
    }

    /// Returns the two corners of the quad that is drawn, in local coordinates.
    pub fn quad(&self) -> [DVec2; 2] {
        [-0.5, 0.5].map(|corner| corner * self.vertex_scale + self.vertex_offset)
    }

    /// Returns the UV coordinates of the quad at a local position, as the fragment shader gets them: from the upper
    /// left corner to the lower right one. `None` outside of the quad.
    fn uv(&self, local: DVec2) -> Option<DVec2> {
        let quad = (local - self.vertex_offset) / self.vertex_scale;
        (quad.abs().max_element() <= 0.5).then_some(dvec2(quad.x + 0.5, 0.5 - quad.y))
    }

    /// Returns the position in the image, in pixels, that is drawn at a local position. `None` outside of the quad.
    pub fn pixel(&self, local: DVec2) -> Option<DVec2> {
        let mut uv = self.uv(local)?;
        if self.flip.x {
            uv.x = 1.0 - uv.x;
        }
        if self.flip.y {
            uv.y = 1.0 - uv.y;
        }
        Some(self.uv_transform.transform_point2(uv) * self.image)
    }
}

/// Applies a scaling mode, as the material does.
fn scale(
    mode: SpriteScalingMode,
    custom_size: DVec2,
    quad_size: &mut DVec2,
    quad_offset: &mut DVec2,
    uv_transform: &mut DAffine2,
) {
    let quad_ratio = quad_size.x / quad_size.y;
    let custom_ratio = custom_size.x / custom_size.y;
    let fill_size = if quad_ratio > custom_ratio {
        dvec2(custom_size.y * quad_ratio, custom_size.y)
    } else {
        dvec2(custom_size.x, custom_size.x / quad_ratio)
    };
    let fit_size = if quad_ratio > custom_ratio {
        dvec2(custom_size.x, custom_size.x / quad_ratio)
    } else {
        dvec2(custom_size.y * quad_ratio, custom_size.y)
    };
    let mut fill = |translation: DVec2| {
        *uv_transform *= DAffine2::from_scale(custom_size / fill_size);
        *uv_transform *= DAffine2::from_translation(translation);
        *quad_size = custom_size;
    };
    match mode {
        SpriteScalingMode::FillCenter => fill((fill_size - custom_size) * 0.5 / custom_size),
        SpriteScalingMode::FillStart => fill(DVec2::ZERO),
        SpriteScalingMode::FillEnd => fill((fill_size - custom_size) / custom_size),
        SpriteScalingMode::FitCenter => *quad_size = fit_size,
        SpriteScalingMode::FitStart => {
            *quad_offset += (custom_size - fit_size) * dvec2(-0.5, 0.5);
            *quad_size = fit_size;
        }
        SpriteScalingMode::FitEnd => {
            *quad_offset += (custom_size - fit_size) * dvec2(0.5, -0.5);
            *quad_size = fit_size;
        }
    }
}
