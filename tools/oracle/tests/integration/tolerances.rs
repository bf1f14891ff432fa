//! Each floating-point constant of both crates has a comment, which says what it limits, in which unit, and why.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns whether a line defines a constant of floating-point type.
fn is_float_constant(line: &str) -> bool {
    let Some((before, rest)) = line.split_once("const ") else { return false };
    let is_definition = before.trim().is_empty() || before.trim().starts_with("pub");
    let name_and_type = rest.split_once(": ").filter(|(name, _)| !name.contains([' ', '(', '<']));
    let kind = name_and_type.and_then(|(_, rest)| rest.split('=').next()).unwrap_or_default();
    // Those of macros are explained by the trait that they implement.
    let is_in_macro = line.contains('$');
    is_definition
        && !is_in_macro
        && ["f32", "f64", "Vec2", "Vec3", "Scalar"].iter().any(|float| kind.contains(float))
}

/// Returns the source files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn each_floating_point_constant_has_a_comment() {
    for (name, least_count) in [("gjk", 40), ("bevy_gjk", 60)] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates").join(name).join("src");
        let mut count = 0;
        for file in files(&source) {
            let text = fs::read_to_string(&file).unwrap();
            let mut is_explained = false;
            for line in text.lines().map(str::trim) {
                if is_float_constant(line) {
                    count += 1;
                    assert!(is_explained, "{}: what does `{line}` limit?", file.display());
                } else {
                    // One comment may explain the constants that follow it.
                    let is_attribute = line.starts_with("#[");
                    is_explained = line.starts_with("//") || is_explained && is_attribute;
                }
            }
        }
        assert!(count > least_count, "only {count} constants were found in `{name}`");
    }
}
