//! Columns of numbers: what each number is away from what its last values foretell, in planes of bytes.
//!
//! A compressor alone gains nothing on numbers that change in each run. Of one that moves at a constant speed, the
//! extrapolation of the last two is right but for rounding: the distance is small, its upper bytes are 0, and of those
//! that lie beside one another nothing is left. What turns is foretold by more values, which round more. So a number is
//! foretold by the extrapolation that was nearest in the last runs.

/// How many values the longest extrapolation looks at.
const VALUES: usize = 4;

/// The last values of a number, the last one first, and how well each extrapolation of them has foretold: the mean of the
/// bits of its last distances, in quarters.
#[derive(Clone, Copy, Debug)]
struct Column {
    values: [f32; VALUES],
    costs: [u8; VALUES],
}

impl Column {
    /// Extrapolates the values by polynomials of degree 0 to 3. Sums and differences are the same on all platforms.
    fn extrapolations(&self) -> [u32; VALUES] {
        let mut differences = self.values;
        let mut sum = 0.0;
        core::array::from_fn(|degree| {
            sum += differences[0];
            for index in 0..VALUES - 1 - degree {
                differences[index] -= differences[index + 1];
            }
            ordered(if sum.is_finite() { sum } else { self.values[0] })
        })
    }

    /// Returns what the extrapolation foretells that was nearest in the last runs, and what each of them does.
    fn foretold(&self) -> (u32, [u32; VALUES]) {
        let all = self.extrapolations();
        let best = (0..VALUES).min_by_key(|&degree| self.costs[degree]).unwrap_or(0);
        (all[best], all)
    }

    /// Adds a value, and judges the extrapolations by it.
    fn add(&mut self, value: f32, foretold: [u32; VALUES]) {
        for (cost, foretold) in self.costs.iter_mut().zip(foretold) {
            let distance = ordered(value).wrapping_sub(foretold).cast_signed().unsigned_abs();
            *cost = *cost / 4 * 3 + (32 - distance.leading_zeros()) as u8;
        }
        self.values.rotate_right(1);
        self.values[0] = value;
    }
}

/// The last values of each number of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct History<const N: usize>([Column; N]);

impl<const N: usize> History<N> {
    /// Creates the history of numbers that have stood still at these values.
    pub(super) fn still(values: [f32; N]) -> Self {
        Self(values.map(|value| Column { values: [value; VALUES], costs: [0; VALUES] }))
    }

    /// Returns how far each number is from what its history foretells, and adds it to the history.
    pub(super) fn encode(&mut self, values: [f32; N]) -> [u32; N] {
        core::array::from_fn(|index| {
            let (foretold, all) = self.0[index].foretold();
            self.0[index].add(values[index], all);
            let distance = ordered(values[index]).wrapping_sub(foretold);
            // Small distances of both signs become small numbers.
            distance << 1 ^ (distance.cast_signed() >> 31).cast_unsigned()
        })
    }

    /// The inverse of [`encode`](Self::encode).
    pub(super) fn decode(&mut self, distances: [u32; N]) -> [f32; N] {
        core::array::from_fn(|index| {
            let (foretold, all) = self.0[index].foretold();
            let distance = distances[index] >> 1 ^ (distances[index] & 1).wrapping_neg();
            let value = unordered(foretold.wrapping_add(distance));
            self.0[index].add(value, all);
            value
        })
    }
}

impl<const N: usize> Default for History<N> {
    fn default() -> Self {
        Self::still([0.0; N])
    }
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
    fn what_moves_and_turns_at_a_constant_speed_is_foretold_but_for_rounding() {
        let mut history = History::<3>::still([-3.0, 5.0, 0.0]);
        let mut place = [-3.0f32, 5.0, 0.0];
        for step in 0..200u8 {
            place = [place[0] + 0.017, place[1] - 0.25, bevy_math::ops::sin(f32::from(step) * 0.015)];
            let distances = history.encode(place);
            // The first steps are not foretold, and near zero the same rounding is more in the last bits.
            let is_foretold = |column: usize, most| place[column].abs() < 0.1 || distances[column] < most;
            assert!(step < 9 || is_foretold(0, 64), "{step}: {distances:?}");
            assert!(step < 9 || distances[1] == 0, "{step}: {distances:?}");
            assert!(step < 9 || is_foretold(2, 512), "{step}: {distances:?}");
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
        assert_eq!(read_planes::<3>(&bytes, 57), None);
        assert_eq!(read_planes::<3>(&bytes, usize::MAX), None);
        assert_eq!(read_planes::<3>(&[], 0), Some((vec![], &[][..])));
    }
}
