//! A corner of an AABB whose fourth lane carries data.

use core::ops::Index;

use bevy_math::Vec4;

/// A corner of an AABB, and 32 bits of data in the w lane.
///
/// The w lanes of the two corners of an AABB carry the slot and the flags of a collider: so the AABB, the spheres, the
/// layers and the flags of a [`Proxy`](super::Proxy) fill exactly one cache line, and a corner is still loaded and
/// compared as one SIMD register. Comparisons have to ignore the w lane, and arithmetic has to clear it: as floats, small
/// integers are subnormal, which slows processors down.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Corner([f32; 4]);

impl Corner {
    /// Creates a corner with these coordinates and bits.
    #[inline(always)]
    pub(crate) const fn new([x, y, z]: [f32; 3], bits: u32) -> Self {
        Self([x, y, z, f32::from_bits(bits)])
    }

    /// Creates a corner from the first three lanes of a vector, and bits.
    #[inline(always)]
    pub(crate) fn from_lanes(lanes: Vec4, bits: u32) -> Self {
        Self(lanes.with_w(f32::from_bits(bits)).to_array())
    }

    /// Creates a corner with the same number in all lanes. Its bits are those of the number.
    #[inline(always)]
    pub(crate) const fn splat(value: f32) -> Self {
        Self([value; 4])
    }

    /// Returns the coordinates.
    #[inline(always)]
    pub(crate) fn xyz(&self) -> [f32; 3] {
        let [x, y, z, _] = self.0;
        [x, y, z]
    }

    /// Returns the bits in the w lane.
    #[inline(always)]
    pub(crate) fn bits(&self) -> u32 {
        self.0[3].to_bits()
    }

    /// Replaces the bits in the w lane.
    #[inline(always)]
    pub(crate) fn set_bits(&mut self, bits: u32) {
        self.0[3] = f32::from_bits(bits);
    }

    /// Returns all four lanes. As a number, the w lane has no meaning.
    #[inline(always)]
    pub(crate) fn lanes(&self) -> Vec4 {
        Vec4::from_array(self.0)
    }
}

/// The coordinate on an axis.
impl Index<usize> for Corner {
    type Output = f32;

    #[inline(always)]
    fn index(&self, axis: usize) -> &f32 {
        &self.0[axis]
    }
}

#[cfg(test)]
impl core::ops::IndexMut<usize> for Corner {
    fn index_mut(&mut self, axis: usize) -> &mut f32 {
        &mut self.0[axis]
    }
}
