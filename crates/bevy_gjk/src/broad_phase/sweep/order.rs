//! The order of numbers, in memory that is kept.

/// How many bits a pass sorts by.
const DIGIT: u32 = 11;
const DIGITS: usize = 1 << DIGIT;
/// Three passes sort the upper half of a key.
const PASSES: usize = 3;
/// Fewer are sorted sooner by comparing them.
const FEW: usize = 256;

/// Sorts numbers by radix, the lowest digits first.
#[derive(Default)]
pub(super) struct Order {
    /// A number in the upper half, what it belongs to in the lower one.
    keys: Vec<u64>,
    spare: Vec<u64>,
    /// For each pass, how often there is each digit; then where the next key with it goes.
    places: [Vec<u32>; PASSES],
}

impl Order {
    /// What belongs to the numbers, from the smallest number on; where numbers are equal, in
    /// some order that depends on what is given alone.
    pub(super) fn by(&mut self, numbers: impl Iterator<Item = (u32, f32)>) -> impl Iterator<Item = u32> {
        self.keys.clear();
        self.keys.extend(numbers.map(|(of, number)| u64::from(key(number)) << 32 | u64::from(of)));
        if self.keys.len() < FEW {
            self.keys.sort_unstable();
        } else {
            self.sort();
        }
        self.keys.iter().map(|&key| key as u32)
    }

    fn sort(&mut self) {
        self.spare.resize(self.keys.len(), 0);
        for places in &mut self.places {
            places.clear();
            places.resize(DIGITS, 0);
        }
        let [first, second, third] = &mut self.places;
        let (first, second, third) = (&mut first[..DIGITS], &mut second[..DIGITS], &mut third[..DIGITS]);
        for &key in &self.keys {
            first[digit(key, 0)] += 1;
            second[digit(key, 1)] += 1;
            third[digit(key, 2)] += 1;
        }
        for (pass, places) in [first, second, third].into_iter().enumerate() {
            let of_first = self.keys.first().map_or(0, |&key| places[digit(key, pass)]);
            // Where all have the same digit, there is nothing to sort.
            if (of_first as usize) < self.keys.len() {
                deal(&self.keys, &mut self.spare, pass, places);
                core::mem::swap(&mut self.keys, &mut self.spare);
            }
        }
    }
}

/// Sorts by one digit, and keeps the order of what is equal there.
#[inline(always)]
fn deal(from: &[u64], to: &mut [u64], pass: usize, places: &mut [u32]) {
    let mut next = 0;
    for place in places.iter_mut() {
        next += core::mem::replace(place, next);
    }
    let places = &mut places[..DIGITS];
    for &key in from {
        let place = &mut places[digit(key, pass)];
        to[*place as usize] = key;
        *place += 1;
    }
}

/// The digit by which a pass sorts.
#[inline(always)]
fn digit(key: u64, pass: usize) -> usize {
    (key >> (32 + DIGIT * pass as u32)) as usize & (DIGITS - 1)
}

/// An integer in the order of a number. Both zeros are one.
#[inline(always)]
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
            assert_eq!(order.by((0..).zip(numbers.iter().copied())).collect::<Vec<_>>(), expected);
        }
    }
}
