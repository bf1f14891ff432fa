//! The kinds of scenes.

use std::fmt;
use std::str::FromStr;

/// What is in a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Balls of one size in motion.
    Balls,
    /// Shapes of many kinds, moving and turning.
    Mixed,
    /// Many shapes at rest and a few in motion.
    Still,
    /// Balls that all move by the same distance in a frame.
    Pace(f32),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Balls => f.write_str("balls"),
            Self::Mixed => f.write_str("mixed"),
            Self::Still => f.write_str("still"),
            Self::Pace(speed) => write!(f, "pace={speed}"),
        }
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "balls" => Ok(Self::Balls),
            "mixed" => Ok(Self::Mixed),
            "still" => Ok(Self::Still),
            _ => {
                let speed = text.strip_prefix("pace=").and_then(|speed| speed.parse().ok());
                speed.map(Self::Pace).ok_or(format!("no scene {text}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for kind in [Kind::Balls, Kind::Mixed, Kind::Still, Kind::Pace(0.05)] {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert!("pace=fast".parse::<Kind>().is_err());
    }
}
