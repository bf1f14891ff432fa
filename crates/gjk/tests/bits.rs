//! Raw bit patterns for sizes and places: nothing panics, nothing hangs.

#[path = "common/bits.rs"]
mod bits;
mod common;

use bits::Bits;
use common::Dice;

/// Bytes of numbers of all kinds: raw bits, plain ones, and the special ones.
fn data(dice: &mut Dice) -> Vec<u8> {
    const SPECIAL: [f32; 10] =
        [0.0, -0.0, 1.0, -1.0, f32::NAN, f32::INFINITY, f32::MAX, f32::MIN_POSITIVE, 1e-45, f32::EPSILON];
    let wild = dice.below(3);
    let mut data = Vec::new();
    for _ in 0..64 {
        data.push(dice.bits() as u8);
        let number = match dice.below(8) {
            0 if wild == 0 => f32::from_bits(dice.bits() as u32),
            1 if wild < 2 => SPECIAL[dice.below(10) as usize],
            2 => SPECIAL[dice.below(4) as usize],
            3 => dice.below(5) as f32 - 2.0,
            _ => dice.real(-2.0, 2.0),
        };
        data.extend(number.to_le_bytes());
    }
    data
}

/// The numbers one after the other, as most of the bytes of a case are.
fn numbers(dice: &mut Dice) -> Vec<u8> {
    let whole = data(dice);
    let mut bytes = Vec::new();
    for (index, chunk) in whole.chunks(5).enumerate() {
        bytes.extend(if index == 0 { chunk } else { &chunk[1..] });
    }
    bytes
}

#[test]
fn pairs_of_the_plane_of_any_bits() {
    let mut dice = Dice(61);
    for _ in 0..6000 {
        Bits::new(&data(&mut dice)).ask_in_the_plane();
        Bits::new(&numbers(&mut dice)).ask_in_the_plane();
    }
}

#[test]
fn pairs_of_space_of_any_bits() {
    let mut dice = Dice(67);
    for _ in 0..6000 {
        Bits::new(&data(&mut dice)).ask_in_space();
        Bits::new(&numbers(&mut dice)).ask_in_space();
    }
}
