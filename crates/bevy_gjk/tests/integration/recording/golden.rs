//! Files of each version of the format are read, and played to the bit.
//!
//! `WRITE_RECORDINGS=1` in the environment writes those of the present version. Files of former versions stay.

use std::path::PathBuf;

use bevy_gjk::recording::{CollisionReplay, Recordable, Recording};

use crate::common::prelude::*;
use crate::recording::scenes::recorded_file;

/// The files of all versions, of a dimension.
const VERSIONS: [&str; 1] = ["v1"];

fn path<D: Dimension>(version: &str) -> PathBuf {
    let name = format!("{version}_{}.gjkrec", D::NAME.to_lowercase());
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/recordings").join(name)
}

fn files_of_all_versions_are_played<D: Spatial + Recordable>() {
    if std::env::var("WRITE_RECORDINGS").is_ok() {
        std::fs::write(path::<D>(VERSIONS[VERSIONS.len() - 1]), recorded_file::<D>(1, 150)).unwrap();
    }
    for version in VERSIONS {
        let file = std::fs::read(path::<D>(version)).unwrap();
        let recording = Recording::<D>::read(file).unwrap();
        assert!(recording.runs().count() >= 150);
        // Trigonometry is that of the platform without this feature.
        let is_exact = recording.header().libm == cfg!(feature = "libm");
        let mut events = 0;
        recording
            .each_run(|run| {
                events += run.events.len();
                true
            })
            .unwrap();
        assert!(events >= 100, "{events}");
        let mut app = CollisionReplay::app(recording);
        while let Some(played) = CollisionReplay::<D>::step(app.world_mut()).unwrap() {
            let difference = played.difference.filter(|_| is_exact);
            assert_eq!(difference, None, "{version}, run {}", played.run);
        }
    }
}

in_both_dimensions!(files_of_all_versions_are_played);
