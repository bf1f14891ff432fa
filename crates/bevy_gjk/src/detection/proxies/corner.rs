//! A corner of an AABB with data beside it.

use core::ops::Index;

use bevy_math::Vec4;

/// A corner of an AABB, and 32 bits of data beside its coordinates.
///
/// The data of the two corners of an AABB are the slot and the flags of a collider: so the AABB, the spheres, the
/// layers and the flags of a [`Proxy`](super::Proxy) fill exactly one cache line, and a corner is still loaded and
/// compared as one SIMD register. They are integers of their own, which no coordinate can become: a corner is made with
/// them or not at all.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Corner {
    coordinates: [f32; 3],
    bits: u32,
}

impl Corner {
    /// Creates a corner with these coordinates and bits.
    #[inline(always)]
    pub(crate) const fn new(coordinates: [f32; 3], bits: u32) -> Self {
        Self { coordinates, bits }
    }

    /// Creates a corner from the first three lanes of a vector, and bits.
    #[inline(always)]
    pub(crate) fn from_lanes(lanes: Vec4, bits: u32) -> Self {
        let [x, y, z, _] = lanes.to_array();
        Self { coordinates: [x, y, z], bits }
    }

    /// Creates a corner of an AABB that contains nothing. No comparison with its coordinates holds, so that the AABB
    /// overlaps no other one, not even one that is unbounded.
    #[inline(always)]
    pub(crate) const fn empty(bits: u32) -> Self {
        Self { coordinates: [f32::NAN; 3], bits }
    }

    /// Returns the coordinates.
    #[inline(always)]
    pub(crate) fn xyz(&self) -> [f32; 3] {
        self.coordinates
    }

    /// Returns the data.
    #[inline(always)]
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// Replaces the data.
    #[inline(always)]
    pub(crate) fn set_bits(&mut self, bits: u32) {
        self.bits = bits;
    }

    /// Returns the coordinates as SIMD lanes, in one load. The w lane has no meaning: comparisons have to ignore it,
    /// and arithmetic has to clear it, because small integers are subnormal numbers, which slow processors down.
    #[inline(always)]
    pub(crate) fn lanes(&self) -> Vec4 {
        let [x, y, z] = self.coordinates;
        Vec4::new(x, y, z, f32::from_bits(self.bits))
    }
}

/// The coordinate on an axis.
impl Index<usize> for Corner {
    type Output = f32;

    #[inline(always)]
    fn index(&self, axis: usize) -> &f32 {
        &self.coordinates[axis]
    }
}

#[cfg(test)]
impl core::ops::IndexMut<usize> for Corner {
    fn index_mut(&mut self, axis: usize) -> &mut f32 {
        &mut self.coordinates[axis]
    }
}
