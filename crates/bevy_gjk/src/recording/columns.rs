//! Columns of numbers: what each number is away from what its last two foretell, in planes of bytes.
//!
//! A compressor alone gains nothing on numbers that change in each run. Of one that moves at a constant speed, the
//! extrapolation of the last two is right but for rounding: the distance is small, its upper bytes are 0, and of those
//! that lie beside one another nothing is left.

/// The last two values of each number of a row, the last one first.
#[derive(Clone, Copy, Debug)]
pub(super) struct History<const N: usize>([[f32; 2]; N]);

impl<const N: usize> History<N> {
    /// Creates the history of numbers that have stood still at these values.
    pub(super) fn still(values: [f32; N]) -> Self {
        Self(values.map(|value| [value; 2]))
    }

    /// Returns how far each number is from what its history foretells, and adds it to the history.
    pub(super) fn encode(&mut self, values: [f32; N]) -> [u32; N] {
        core::array::from_fn(|column| {
            let [last, before] = &mut self.0[column];
            let distance = ordered(values[column]).wrapping_sub(ordered(foretold(*last, *before)));
            (*before, *last) = (*last, values[column]);
            // Small distances of both signs become small numbers.
            distance << 1 ^ (distance.cast_signed() >> 31).cast_unsigned()
        })
    }

    /// The inverse of [`encode`](Self::encode).
    pub(super) fn decode(&mut self, distances: [u32; N]) -> [f32; N] {
        core::array::from_fn(|column| {
            let [last, before] = &mut self.0[column];
            let distance = distances[column] >> 1 ^ (distances[column] & 1).wrapping_neg();
            let value = unordered(ordered(foretold(*last, *before)).wrapping_add(distance));
            (*before, *last) = (*last, value);
            value
        })
    }
}

impl<const N: usize> Default for History<N> {
    fn default() -> Self {
        Self::still([0.0; N])
    }
}

/// Extrapolates two values. Sums and differences are the same on all platforms, except for the bits of a NaN.
fn foretold(last: f32, before: f32) -> f32 {
    let next = last + (last - before);
    if next.is_finite() { next } else { last }
}

/// Maps the bits of a number to integers in the order of the numbers.
fn ordered(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

fn unordered(ordered: u32) -> f32 {
    f32::from_bits(if ordered >> 31 == 1 { ordered & !(1 << 31) } else { !ordered })
}

/// Appends the bytes of rows: of each column first all lowest bytes, and at last all highest ones.
pub(super) fn write_planes<const N: usize>(rows: &[[u32; N]], bytes: &mut Vec<u8>) {
    for column in 0..N {
        for plane in 0..4 {
            bytes.extend(rows.iter().map(|row| row[column].to_le_bytes()[plane]));
        }
    }
}

/// The inverse of [`write_planes`]. Returns the rows and the rest of the bytes; `None` if there are too few.
pub(super) fn read_planes<const N: usize>(bytes: &[u8], rows: usize) -> Option<(Vec<[u32; N]>, &[u8])> {
    let (planes, rest) = bytes.split_at_checked(rows.checked_mul(4 * N)?)?;
    let row = |row: usize| {
        core::array::from_fn(|column| {
            u32::from_le_bytes(core::array::from_fn(|plane| planes[(4 * column + plane) * rows + row]))
        })
    };
    Some(((0..rows).map(row).collect(), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_survives_to_the_bit_whatever_precedes_it() {
        let special =
            [0.0, -0.0, 1.0, -1.0, f32::MAX, f32::MIN, f32::INFINITY, f32::NEG_INFINITY, 1e-45, 3.0];
        let nan = [f32::NAN, -f32::NAN, f32::from_bits(0x7f80_0001)];
        let values: Vec<f32> = special.into_iter().chain(nan).collect();
        let (mut writer, mut reader) = (History::<1>::default(), History::<1>::default());
        for one in &values {
            for two in &values {
                for value in [*one, *two, *two, *one] {
                    let read = reader.decode(writer.encode([value]));
                    assert_eq!(read[0].to_bits(), value.to_bits());
                }
            }
        }
    }

    #[test]
    fn what_moves_at_a_constant_speed_is_foretold_but_for_rounding() {
        let mut history = History::<2>::still([-3.0, 5.0]);
        let mut place = [-3.0f32, 5.0];
        for step in 0..200 {
            place = [place[0] + 0.017, place[1] - 0.25];
            let distances = history.encode(place);
            // The first step is not foretold, and near zero the same rounding is more in the last bits.
            assert!(step == 0 || place[0].abs() < 0.1 || distances[0] < 16, "{step}: {distances:?}");
            assert!(step == 0 || distances[1] == 0, "{step}: {distances:?}");
        }
    }

    #[test]
    fn planes_are_read_as_they_were_written_and_not_beyond_their_end() {
        let rows: Vec<[u32; 3]> =
            (0..50u32).map(|row| [row, row << 20, row.wrapping_mul(0x9e37_79b9)]).collect();
        let mut bytes = Vec::new();
        write_planes(&rows, &mut bytes);
        bytes.push(9);
        assert_eq!(read_planes::<3>(&bytes, 50), Some((rows, &[9][..])));
        assert_eq!(read_planes::<3>(&bytes, 51), None);
        assert_eq!(read_planes::<3>(&bytes, usize::MAX), None);
        assert_eq!(read_planes::<3>(&[], 0), Some((vec![], &[][..])));
    }
}
