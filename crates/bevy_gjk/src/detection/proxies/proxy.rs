//! The proxy of a collider: what the broad phase and the culling of the narrow phase read, in one cache line.

use bevy_math::Vec4;

use crate::collider::{CollisionLayers, Dimension};
use crate::detection::proxies::{Corner, PlacedCollider};

/// The largest coordinate of a proxy's AABB, in units of length. What lies beyond is clamped to it: AABBs only propose
/// pairs, and with this bound the surface areas of clamped AABBs are still within the range of `f32`.
pub(crate) const MAX_COORDINATE: f32 = 1e18;

/// The relative difference to the sum of the radii below which the sphere test is undecided. It covers the rounding of
/// the test and the tolerances of the exact tests, which decide instead.
const SPHERE_TOLERANCE: f32 = 3e-5;
/// Squared lengths below this have lost digits to underflow.
const MIN_SQUARE: f32 = 1e-30;

/// The proxy of a collider: its AABB, its bounding and inscribed spheres, its layers and flags.
///
/// It fills one cache line: one more field would double the memory that the broad phase reads.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Proxy {
    /// The lower corner of the AABB, which carries the slot.
    pub(crate) low: Corner,
    /// The upper corner of the AABB, which carries the [flags](flag).
    pub(crate) high: Corner,
    center: [f32; 3],
    /// The radius of the bounding sphere; NaN if it is unknown.
    radius: f32,
    /// The radius of the inscribed sphere around the same center; 0 if it is unknown.
    inscribed_radius: f32,
    layers: CollisionLayers,
    /// The index of the entity, which orders the two colliders of a pair.
    entity_index: u32,
}

/// The flags of a proxy.
pub(crate) mod flag {
    /// The collider is new, or its transform, shape or settings changed, since the last search for pairs.
    pub(crate) const CHANGED: u32 = 1;
    /// Its pairs are filtered by layers and space keys only, the same for all parts: it has no exceptions, no
    /// self-collision group, and a space whose number is its key.
    pub(crate) const ONLY_LAYERS: u32 = 1 << 1;
    /// It has a proximity margin, so others are near before they touch.
    pub(crate) const MARGIN: u32 = 1 << 3;
    /// It is in the list of colliders that changed since the last search, even if it has become inactive meanwhile.
    pub(crate) const IN_CHANGED_LIST: u32 = 1 << 4;
    /// The lowest of the bits that the broad phase uses for its own purposes.
    pub(crate) const FIRST_FOR_BROAD_PHASE: u32 = 1 << 5;
    /// The bits from this one on are the lowest of the number of its [space](crate::CollisionSpace): its space key.
    pub(crate) const SPACE_SHIFT: u32 = 8;
    /// The bits of the space key.
    pub(crate) const SPACE: u32 = u32::MAX << SPACE_SHIFT;

    /// Returns the key of a space: the lowest bits of its number.
    pub(crate) const fn space_key(space: crate::collider::CollisionSpace) -> u32 {
        space.0 & SPACE >> SPACE_SHIFT
    }
}

/// The result of comparing the bounding and inscribed spheres of two colliders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SphereTest {
    /// The bounding spheres are separated, and so are the shapes.
    Apart,
    /// The inscribed spheres overlap, so the shapes touch.
    Touching,
    /// Only an exact test can decide.
    Undecided,
}

/// An AABB that carries a slot and flags.
pub(crate) trait HasAabb {
    /// Returns the lower corner, which carries the slot.
    fn low(&self) -> &Corner;

    /// Returns the upper corner, which carries the flags.
    fn high(&self) -> &Corner;

    /// Returns the coordinates of both corners.
    #[inline(always)]
    fn corners(&self) -> [[f32; 3]; 2] {
        [self.low().xyz(), self.high().xyz()]
    }

    /// Returns the slot of the collider.
    #[inline(always)]
    fn slot(&self) -> u32 {
        self.low().bits()
    }

    /// Returns the flags.
    #[inline(always)]
    fn flags(&self) -> u32 {
        self.high().bits()
    }

    /// Returns the space key: different ones are different spaces.
    #[inline(always)]
    fn space_key(&self) -> u32 {
        self.flags() >> flag::SPACE_SHIFT
    }
}

impl HasAabb for Proxy {
    #[inline(always)]
    fn low(&self) -> &Corner {
        &self.low
    }

    #[inline(always)]
    fn high(&self) -> &Corner {
        &self.high
    }
}

impl Proxy {
    /// Returns the corners, of which a coordinate at [`MAX_COORDINATE`], which may have been clamped, counts as
    /// infinite.
    #[inline]
    pub(crate) fn unclamped_corners(&self) -> [[f32; 3]; 2] {
        let [low, high] = self.corners();
        [
            low.map(|at| if at <= -MAX_COORDINATE { f32::NEG_INFINITY } else { at }),
            high.map(|at| if at >= MAX_COORDINATE { f32::INFINITY } else { at }),
        ]
    }

    /// Creates the proxy of a collider that is not placed yet: it has its slot, and overlaps nothing.
    pub(crate) fn unplaced(slot: u32) -> Self {
        Self {
            low: Corner::empty(slot),
            high: Corner::empty(0),
            center: [0.0; 3],
            radius: f32::NAN,
            inscribed_radius: 0.0,
            layers: CollisionLayers::default(),
            entity_index: u32::MAX,
        }
    }

    /// Creates the proxy of a collider with this AABB, bounding sphere, and radius of the inscribed sphere.
    #[inline]
    pub(crate) fn new<D: Dimension>(
        collider: &PlacedCollider<D>,
        corners: [Vec4; 2],
        center: [f32; 3],
        radius: f32,
        inscribed_radius: f32,
    ) -> Self {
        let PlacedCollider { entity, slot, margin, filter, .. } = collider;
        let [low, high] =
            corners.map(|corner| corner.clamp(Vec4::splat(-MAX_COORDINATE), Vec4::splat(MAX_COORDINATE)));
        let flag_if = |flag: u32, condition: bool| if condition { flag } else { 0 };
        let space = flag::space_key(filter.space);
        let has_only_layers = filter.has_only_layers() && space == filter.space.0;
        let flags = flag_if(flag::ONLY_LAYERS, has_only_layers)
            | flag_if(flag::MARGIN, *margin > 0.0)
            | space << flag::SPACE_SHIFT;
        Self {
            low: Corner::from_lanes(low, *slot),
            high: Corner::from_lanes(high, flags),
            center,
            radius,
            inscribed_radius,
            layers: filter.layers,
            entity_index: entity.index_u32(),
        }
    }

    /// Returns whether all of these flags are set.
    #[inline(always)]
    pub(crate) fn has(&self, flags: u32) -> bool {
        self.flags() & flags == flags
    }

    /// Sets these flags.
    #[inline(always)]
    pub(crate) fn set(&mut self, flags: u32) {
        self.high.set_bits(self.flags() | flags);
    }

    /// Clears these flags.
    #[inline(always)]
    pub(crate) fn unset(&mut self, flags: u32) {
        self.high.set_bits(self.flags() & !flags);
    }

    /// Returns the slots of both, that of the entity that is lower in order first.
    #[inline(always)]
    pub(crate) fn in_order(&self, other: &Self) -> [u32; 2] {
        let slots = [self.slot(), other.slot()];
        let first = usize::from(self.entity_index > other.entity_index);
        [slots[first], slots[1 - first]]
    }

    /// Returns whether the AABBs overlap or touch.
    #[inline(always)]
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let [low, high, other_low, other_high] =
            [self.low, self.high, other.low, other.high].map(|corner| corner.lanes());
        let overlap = low.cmple(other_high) & other_low.cmple(high);
        overlap.bitmask() & 0b111 == 0b111
    }

    /// Returns whether the AABBs overlap or touch, and at least one of the two moved.
    #[inline(always)]
    pub(crate) fn overlaps_and_changed(&self, other: &Self) -> bool {
        self.overlaps(other) & ((self.flags() | other.flags()) & flag::CHANGED != 0)
    }

    /// Returns whether two colliders should collide by their layers.
    #[inline(always)]
    pub(crate) fn layers_interact(&self, other: &Self) -> bool {
        self.layers.interacts_with(other.layers)
    }

    /// Compares the bounding and the inscribed spheres of two colliders.
    #[inline(always)]
    pub(crate) fn test_spheres(&self, other: &Self) -> SphereTest {
        let mut square = 0.0;
        for axis in 0..3 {
            let difference = self.center[axis] - other.center[axis];
            square += difference * difference;
        }
        let outer = (self.radius + other.radius) * (1.0 + SPHERE_TOLERANCE);
        let flags = self.flags() | other.flags();
        // Without branches: among pairs whose AABBs overlap, the spheres are separated about half of the time.
        let apart = (square > outer * outer)
            & (square > MIN_SQUARE)
            & (square < f32::INFINITY)
            & (flags & flag::MARGIN == 0);
        let inner = (self.inscribed_radius + other.inscribed_radius) * (1.0 - SPHERE_TOLERANCE);
        // A shape without an inscribed sphere may have no center either.
        let both_known = (self.inscribed_radius > 0.0) & (other.inscribed_radius > 0.0);
        let touching = (square < inner * inner) & (inner * inner > MIN_SQUARE) & both_known;
        [[SphereTest::Undecided, SphereTest::Touching][usize::from(touching)], SphereTest::Apart]
            [usize::from(apart)]
    }
}

#[cfg(test)]
mod tests {
    use crate::detection::proxies::{Corner, HasAabb, Proxy, flag};

    #[test]
    fn a_proxy_fills_one_cache_line() {
        assert_eq!((size_of::<Proxy>(), align_of::<Proxy>()), (64, 64));
    }

    #[test]
    fn flags_do_not_change_the_slot_or_the_corners() {
        let mut proxy = Proxy::unplaced(7);
        (proxy.low, proxy.high) = (Corner::new([0.0; 3], 7), Corner::new([0.0; 3], 0));
        proxy.set(flag::CHANGED | flag::IN_CHANGED_LIST);
        proxy.unset(flag::CHANGED);
        assert_eq!((proxy.slot(), proxy.flags()), (7, flag::IN_CHANGED_LIST));
        assert_eq!(proxy.corners(), [[0.0; 3]; 2]);
    }

    #[test]
    fn an_unplaced_proxy_overlaps_nothing() {
        let unplaced = Proxy::unplaced(3);
        let mut unbounded = Proxy::unplaced(4);
        (unbounded.low, unbounded.high) =
            (Corner::new([f32::NEG_INFINITY; 3], 4), Corner::new([f32::INFINITY; 3], 0));
        assert!(unbounded.overlaps(&unbounded));
        assert!(!unplaced.overlaps(&unbounded) && !unbounded.overlaps(&unplaced));
        assert!(!unplaced.overlaps(&unplaced));
        assert_eq!((unplaced.slot(), unplaced.flags()), (3, 0));
    }
}
