//! The names of layers in texts: those of the enums that `collision_layers!` defines.
//!
//! An enum makes itself known when the first of its variants is converted into a mask, so that a game has nothing to
//! register. The names serve texts alone; nothing is decided by them.

use core::fmt;
use std::sync::{PoisonError, RwLock};

use bevy_platform::sync::atomic::{AtomicBool, Ordering};

use super::LayerMask;

/// The enums that were used so far.
static KNOWN: RwLock<Vec<&'static LayerNames>> = RwLock::new(Vec::new());

/// The names of an enum's layers, from layer 0. Only `collision_layers!` makes them.
#[doc(hidden)]
#[derive(Debug)]
pub struct LayerNames {
    names: &'static [&'static str],
    is_known: AtomicBool,
}

impl LayerNames {
    /// Creates the names of an enum.
    #[doc(hidden)]
    pub const fn new(names: &'static [&'static str]) -> Self {
        Self { names, is_known: AtomicBool::new(false) }
    }

    /// Makes the names known to all texts, once.
    #[doc(hidden)]
    #[inline]
    pub fn register(&'static self) {
        if !self.is_known.load(Ordering::Relaxed) {
            self.register_first();
        }
    }

    #[cold]
    fn register_first(&'static self) {
        if !self.is_known.swap(true, Ordering::Relaxed) {
            KNOWN.write().unwrap_or_else(PoisonError::into_inner).push(self);
        }
    }
}

/// `layer 1 "Enemy"`, `layers 0 "Ground", 4`, `no layer` or `all layers`.
///
/// The names are those of the enums of [`collision_layers!`](crate::collision_layers) that the program has used so far.
/// If several enums name the same layer differently, all the names are printed: `layer 1 "Enemy" or "Wall"`.
impl fmt::Display for LayerMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_layers(*self, &KNOWN.read().unwrap_or_else(PoisonError::into_inner), f)
    }
}

/// Writes the layers with the names of these enums.
fn write_layers(mask: LayerMask, known: &[&LayerNames], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let LayerMask(bits) = mask;
    match bits.count_ones() {
        0 => return f.write_str("no layer"),
        u32::BITS => return f.write_str("all layers"),
        1 => f.write_str("layer ")?,
        _ => f.write_str("layers ")?,
    }
    let numbers = (0..u32::BITS).filter(|number| bits >> number & 1 == 1);
    for (index, number) in numbers.enumerate() {
        write!(f, "{}{number}", if index > 0 { ", " } else { "" })?;
        let name_in = |names: &&LayerNames| names.names.get(number as usize).copied();
        let names = known.iter().filter_map(name_in);
        for (index, name) in names.clone().enumerate() {
            if names.clone().take(index).all(|before| before != name) {
                write!(f, "{}\"{name}\"", if index == 0 { " " } else { " or " })?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Shown<'n>(u32, &'n [&'n LayerNames]);

    impl fmt::Display for Shown<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_layers(LayerMask(self.0), self.1, f)
        }
    }

    #[test]
    fn layers_are_printed_by_their_numbers_and_all_their_names() {
        let game = LayerNames::new(&["Ground", "Enemy"]);
        let editor = LayerNames::new(&["Ground", "Handle", "Grid"]);
        let text = |bits, known: &[&LayerNames]| Shown(bits, known).to_string();
        assert_eq!(text(0, &[&game]), "no layer");
        assert_eq!(text(u32::MAX, &[&game]), "all layers");
        assert_eq!(text(0b10, &[]), "layer 1");
        assert_eq!(text(0b10, &[&game]), "layer 1 \"Enemy\"");
        assert_eq!(text(0b10011, &[&game]), "layers 0 \"Ground\", 1 \"Enemy\", 4");
        let both = "layers 0 \"Ground\", 1 \"Enemy\" or \"Handle\", 2 \"Grid\"";
        assert_eq!(text(0b111, &[&game, &editor]), both);
    }

    #[test]
    fn an_enum_makes_itself_known_when_it_is_used() {
        crate::collision_layers! {
            enum Layer { Somewhere, Elsewhere }
        }
        let masks = [Layer::Somewhere, Layer::Elsewhere].map(LayerMask::from);
        assert_eq!(masks.map(|mask| mask.to_string().matches("where").count()), [1, 1]);
    }
}
