//! The order of numbers, in memory that is kept.

/// How many bits a pass sorts by.
const DIGIT: u32 = 11;
/// Fewer are sorted sooner by comparing them.
const FEW: usize = 1024;

/// Sorts numbers by radix, the lowest digits first.
#[derive(Default)]
pub(super) struct Order {
    /// A number in the upper half, its index in the lower one.
    keys: Vec<u64>,
    spare: Vec<u64>,
}

impl Order {
    /// The indices of the numbers, from the smallest number on; where numbers are equal, in their own order.
    pub(super) fn by(&mut self, numbers: impl Iterator<Item = f32>) -> impl Iterator<Item = u32> {
        self.keys.clear();
        self.keys.extend((0..).zip(numbers).map(|(index, number)| u64::from(key(number)) << 32 | index));
        if self.keys.len() < FEW {
            self.keys.sort_unstable();
        } else {
            self.spare.resize(self.keys.len(), 0);
            for shift in (32..64).step_by(DIGIT as usize) {
                pass(&self.keys, &mut self.spare, shift);
                core::mem::swap(&mut self.keys, &mut self.spare);
            }
        }
        self.keys.iter().map(|&key| key as u32)
    }
}

/// Sorts by one digit, and keeps the order of what is equal there.
fn pass(from: &[u64], to: &mut [u64], shift: u32) {
    let digit = |key: u64| (key >> shift) as usize & ((1 << DIGIT) - 1);
    let mut places = [0u32; 1 << DIGIT];
    for &key in from {
        places[digit(key)] += 1;
    }
    let mut next = 0;
    for place in &mut places {
        next += core::mem::replace(place, next);
    }
    for &key in from {
        let place = &mut places[digit(key)];
        to[*place as usize] = key;
        *place += 1;
    }
}

/// An integer in the order of a number. Both zeros are one.
fn key(number: f32) -> u32 {
    let bits = (number + 0.0).to_bits();
    if bits >> 31 == 1 { !bits } else { bits | 1 << 31 }
}

#[cfg(test)]
mod tests {
    use super::{FEW, Order};

    #[test]
    fn it_is_the_order_of_a_stable_sort() {
        let mut order = Order::default();
        for count in [0, 1, 7, FEW - 1, FEW, 3000, 2000] {
            let numbers: Vec<f32> = (0..count as u32)
                .map(|index| match index.wrapping_mul(0x9e37_79b9) {
                    bits if bits % 5 == 0 => (bits % 7) as f32 - 3.0,
                    bits if bits % 11 == 0 => -0.0,
                    bits => Some(f32::from_bits(bits)).filter(|number| number.is_finite()).unwrap_or(0.0),
                })
                .collect();
            let mut expected: Vec<u32> = (0..count as u32).collect();
            expected.sort_by(|&one, &two| {
                numbers[one as usize].partial_cmp(&numbers[two as usize]).expect("no NaN")
            });
            assert_eq!(order.by(numbers.iter().copied()).collect::<Vec<_>>(), expected);
        }
    }
}
