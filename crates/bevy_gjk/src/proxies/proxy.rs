//! What is asked of colliders most often, in one line of the processor's cache each.

use bevy_math::Vec4;

use crate::collider::Dimension;
use crate::layers::CollisionLayers;
use crate::proxies::PlacedCollider;

/// How far boxes reach. What is beyond stands at this rim: boxes only propose, and the areas of such boxes are
/// still in the range of `f32`.
pub(crate) const MAX_COORDINATE: f32 = 1e18;

/// What is nearer than this to being decided, in parts of the radii, is left to those who look closer: they
/// have tolerances of their own, which this covers as it does the rounding.
const SPHERE_TOLERANCE: f32 = 3e-5;
/// Squares below this have lost digits.
const TINY: f32 = 1e-30;

/// A collider at a glance: the box around it, the balls around and within it, and whom it meets.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Proxy {
    /// The lower corner of the box, and the bits of the slot.
    pub(crate) low: [f32; 4],
    /// The upper corner, and the bits of the flags.
    pub(crate) high: [f32; 4],
    center: [f32; 3],
    /// Not a number where no ball is known.
    radius: f32,
    /// Of a ball within the shape; 0 where none is known.
    inner: f32,
    layers: CollisionLayers,
    /// The entity's, by which pairs are ordered.
    index: u32,
}

/// What is true of a collider.
pub(crate) mod flag {
    /// It moved since the pairs were last found.
    pub(crate) const MOVED: u32 = 1;
    /// Layers are all that keeps it from others.
    pub(crate) const FREE: u32 = 1 << 1;
    /// To touch or not is all that is asked.
    pub(crate) const TOUCH_ONLY: u32 = 1 << 2;
    /// SettingsRefs are near before they touch.
    pub(crate) const MARGIN: u32 = 1 << 3;
    /// It is in the list of those that moved since then, even if it has stopped to take part.
    pub(crate) const LISTED: u32 = 1 << 4;
    /// From this bit on, four for the kind of the shape.
    pub(crate) const KIND: u32 = 8;
    /// These four, at the lowest end.
    pub(crate) const KINDS: u32 = 0b1111;
    /// Those from here on are left to the broad phase.
    pub(crate) const OTHERS: u32 = 1 << 12;
}

/// What the balls of two colliders tell of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SphereTest {
    /// They are apart.
    Apart,
    /// They touch.
    Touching,
    /// Somebody has to look closer.
    Undecided,
}

/// A box with a slot and with flags.
pub(crate) trait HasAabb {
    /// The lower corner, and the bits of the slot.
    fn low(&self) -> &[f32; 4];

    /// The upper corner, and the bits of the flags.
    fn high(&self) -> &[f32; 4];

    #[inline(always)]
    fn slot(&self) -> u32 {
        self.low()[3].to_bits()
    }

    #[inline(always)]
    fn flags(&self) -> u32 {
        self.high()[3].to_bits()
    }
}

impl HasAabb for Proxy {
    #[inline(always)]
    fn low(&self) -> &[f32; 4] {
        &self.low
    }

    #[inline(always)]
    fn high(&self) -> &[f32; 4] {
        &self.high
    }
}

impl Default for Proxy {
    fn default() -> Self {
        Self {
            low: [0.0; 4],
            high: [0.0; 4],
            center: [0.0; 3],
            radius: f32::NAN,
            inner: 0.0,
            layers: CollisionLayers::default(),
            index: u32::MAX,
        }
    }
}

impl Proxy {
    /// A glance at a collider with this box and this ball around it, and a ball with the same middle within.
    #[inline]
    pub(crate) fn new<D: Dimension>(
        collider: &PlacedCollider<D>,
        corners: [Vec4; 2],
        center: [f32; 3],
        radius: f32,
        inner: f32,
    ) -> Self {
        let PlacedCollider { entity, slot, margin, touch_only, settings, .. } = collider;
        let [low, high] =
            corners.map(|corner| corner.clamp(Vec4::splat(-MAX_COORDINATE), Vec4::splat(MAX_COORDINATE)));
        let flag = |flag: u32, is_true: bool| if is_true { flag } else { 0 };
        // Any other number would be taken for flags.
        let kind = u32::from(collider.kind()) & flag::KINDS;
        let flags = kind << flag::KIND
            | flag(flag::FREE, settings.is_unrestricted())
            | flag(flag::TOUCH_ONLY, *touch_only)
            | flag(flag::MARGIN, *margin > 0.0);
        Self {
            low: low.with_w(f32::from_bits(*slot)).to_array(),
            high: high.with_w(f32::from_bits(flags)).to_array(),
            center,
            radius,
            inner,
            layers: settings.layers,
            index: entity.index_u32(),
        }
    }

    /// Both corners of the box.
    #[inline(always)]
    pub(crate) fn corners(&self) -> [[f32; 3]; 2] {
        let ([x, y, z, _], [u, v, w, _]) = (self.low, self.high);
        [[x, y, z], [u, v, w]]
    }

    #[inline(always)]
    pub(crate) fn has(&self, flags: u32) -> bool {
        self.flags() & flags == flags
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, flags: u32) {
        self.high[3] = f32::from_bits(self.flags() | flags);
    }

    #[inline(always)]
    pub(crate) fn unset(&mut self, flags: u32) {
        self.high[3] = f32::from_bits(self.flags() & !flags);
    }

    /// The slots of both, that of the entity with the lower index first; and the kinds of their shapes in the same order,
    /// in four bits each.
    #[inline(always)]
    pub(crate) fn in_order(&self, other: &Self) -> ([u32; 2], u8) {
        let (slots, kinds) = ([self.slot(), other.slot()], [self.kind(), other.kind()]);
        let first = usize::from(self.index > other.index);
        ([slots[first], slots[1 - first]], (kinds[first] << 4 | kinds[1 - first]) as u8)
    }

    #[inline(always)]
    fn kind(&self) -> u32 {
        self.flags() >> flag::KIND & flag::KINDS
    }

    /// Whether the boxes overlap, or touch, and one of both moved.
    #[inline(always)]
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let [low, high, other_low, other_high] =
            [self.low, self.high, other.low, other.high].map(Vec4::from_array);
        let overlap = low.cmple(other_high) & other_low.cmple(high);
        (overlap.bitmask() & 0b111 == 0b111) & ((self.flags() | other.flags()) & flag::MOVED != 0)
    }

    /// Whether the layers of both let them meet.
    #[inline(always)]
    pub(crate) fn layers_agree(&self, other: &Self) -> bool {
        self.layers.interacts_with(other.layers)
    }

    /// Compares the balls.
    #[inline(always)]
    pub(crate) fn test_spheres(&self, other: &Self) -> SphereTest {
        let mut square = 0.0;
        for axis in 0..3 {
            let between = self.center[axis] - other.center[axis];
            square += between * between;
        }
        let outer = (self.radius + other.radius) * (1.0 + SPHERE_TOLERANCE);
        let any = self.flags() | other.flags();
        // Without a branch: of boxes that overlap, the balls are apart as often as not.
        let apart =
            (square > outer * outer) & (square > TINY) & (square < f32::INFINITY) & (any & flag::MARGIN == 0);
        let inner = (self.inner + other.inner) * (1.0 - SPHERE_TOLERANCE);
        // Of a shape in which no ball is known, nothing is known of the middle.
        let both = (self.inner > 0.0) & (other.inner > 0.0);
        let touching = (square < inner * inner) & (inner * inner > TINY) & both;
        [[SphereTest::Undecided, SphereTest::Touching][usize::from(touching)], SphereTest::Apart]
            [usize::from(apart)]
    }
}
