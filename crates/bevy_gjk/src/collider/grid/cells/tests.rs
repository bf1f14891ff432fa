//! Cells beside a plain list of them.

use super::*;
use crate::collider::{Dim2, Dim3};

/// Writes cells at random, and compares with a plain list.
fn edit<D: Dimension>(size: [u32; 3], mut seed: u64) {
    let mut below = |limit: u32| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as u32 % limit
    };
    let mut cells = Cells::<D>::new(D::cell_from(size));
    let mut list = vec![0u16; size.iter().product::<u32>() as usize];
    for round in 0..3000u32 {
        let part = below(list.len() as u32);
        let kind = if below(3) == 0 { 0 } else { below(400) as u16 };
        let cell = from_row_major(part, size);
        let kept = (round % 500 == 0).then(|| (cells.clone(), list.clone()));
        assert_eq!(cells.set(cell, kind), Some(core::mem::replace(&mut list[part as usize], kind)));
        if let Some((kept, list)) = kept {
            assert!((0..).zip(&list).all(|(part, &kind)| kept.get(from_row_major(part, size)) == kind));
        }
    }
    let found: Vec<_> = cells.filled().collect();
    let parts = (0u32..).zip(&list).filter(|&(_, &kind)| kind != 0);
    assert_eq!(found, parts.map(|(part, &kind)| (from_row_major(part, size), kind)).collect::<Vec<_>>());
    // The hash does not depend on the order of writing, nor on what was there before.
    let mut anew = Cells::<D>::new(D::cell_from(size));
    for (cell, kind) in found.iter().rev() {
        anew.set(*cell, *kind);
    }
    assert_eq!(anew, cells);
    // Emptied again, nothing is left.
    found.iter().for_each(|(cell, _)| assert!(cells.set(*cell, 0).is_some()));
    assert_eq!(cells, Cells::new(D::cell_from(size)));
    assert!(cells.chunks.list.iter().all(Option::is_none));
    assert!(cells.chunks.masks.iter().flatten().all(|&mask| mask == 0));
}

#[test]
fn cells_are_what_was_written() {
    edit::<Dim2>([5, 3, 1], 1);
    edit::<Dim2>([130, 70, 1], 2);
    edit::<Dim3>([33, 5, 17], 3);
}

#[test]
fn outside_is_empty_and_cannot_be_written() {
    let mut cells = Cells::<Dim2>::new(D2_SIZE.into());
    assert_eq!((cells.get([3, 0, 0]), cells.set([3, 0, 0], 1), cells.set([0, 2, 0], 1)), (0, None, None));
    let mut too_many = Cells::<Dim2>::new([1 << 16, 1 << 16].into());
    assert_eq!((too_many.get([7, 7, 0]), too_many.set([7, 7, 0], 1)), (0, None));
}

const D2_SIZE: [u32; 2] = [3, 2];

#[test]
fn cells_of_few_kinds_take_at_most_two_bytes_each() {
    for (size, count) in [([1024, 1024], 1 << 20), ([32, 32], 1024), ([100, 80], 8000)] {
        let mut cells = Cells::<Dim2>::new(size.into());
        for part in 0..count {
            cells.set(from_row_major(part, [size[0], size[1], 1]), 1 + (part % 255) as u16);
        }
        let bytes = cells.bytes();
        assert!(bytes <= 2 * count as usize, "{size:?} takes {bytes} bytes");
    }
}
