//! The families of hard cases, each a function of a seeded random number generator.

mod aligned;
mod dice;
pub mod forms;
mod partial_and_composed;
mod placement;
mod sizes;
mod thin;

pub use dice::Dice;
pub use placement::{separated_by, touching};

use crate::case::{Case, Dimension};

/// A family of cases.
#[derive(Clone, Copy)]
pub struct Family {
    /// The name in the table. It is part of the seed, so renaming a family changes its cases.
    pub name: &'static str,
    /// Generates a case.
    pub make: fn(Dimension, &mut Dice) -> Case,
}

impl Family {
    /// Generates the case with this number; the same for the same seed, on every machine.
    pub fn case(&self, dimension: Dimension, seed: u64, number: u64) -> Case {
        let name = self.name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
        let stream = if dimension == Dimension::Plane { 2 } else { 3 };
        (self.make)(dimension, &mut Dice::new(name, number << 2 | stream))
    }
}

/// All families.
pub const FAMILIES: &[Family] = &[
    Family { name: "random", make: sizes::random },
    Family { name: "near touching", make: sizes::near_touching },
    Family { name: "deep overlap", make: sizes::deep },
    Family { name: "size ratio to 1:10000", make: sizes::ratio },
    Family { name: "tiny and huge", make: sizes::scaled },
    Family { name: "far from the origin", make: sizes::far },
    Family { name: "far from their own origin", make: sizes::off_centre },
    Family { name: "stretched, sheared, mirrored", make: sizes::affine },
    Family { name: "zero scale on an axis", make: thin::zero_scale },
    Family { name: "slabs of 1e-4", make: thin::slabs },
    Family { name: "needles", make: thin::needles },
    Family { name: "points and segments", make: thin::points_and_segments },
    Family { name: "flat, coplanar, collinear", make: thin::flat },
    Family { name: "coincident vertices", make: thin::coincident },
    Family { name: "parallel faces", make: aligned::faces },
    Family { name: "edge against edge", make: aligned::edges },
    Family { name: "vertex touches vertex", make: aligned::vertices },
    Family { name: "integer coordinates", make: aligned::lattice },
    Family { name: "concentric", make: aligned::concentric },
    Family { name: "identical", make: aligned::identical },
    Family { name: "curved against flat", make: aligned::curved_on_flat },
    Family { name: "sectors, frustums, extrusions", make: partial_and_composed::cuts },
    Family { name: "rounded, swept, joined, sums", make: partial_and_composed::compositions },
    Family { name: "the same, near touching", make: partial_and_composed::near_touching },
    Family { name: "the same, deep overlap", make: partial_and_composed::deep },
    Family { name: "the same, stretched, sheared", make: partial_and_composed::affine },
    Family { name: "the same, thin", make: partial_and_composed::thin },
];
