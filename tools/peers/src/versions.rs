//! The versions of the peers: of the packages from the lock file, of the libraries inside them as they report
//! it.

use crate::peers::{box2d, box3d};

const LOCK: &str = include_str!("../Cargo.lock");

/// Returns the versions of a package in the lock file.
fn locked(package: &str) -> String {
    let name = format!("name = \"{package}\"");
    let lines = LOCK.lines();
    let heads = lines.clone().zip(lines.skip(1)).filter(|(line, _)| *line == name);
    let versions = heads.filter_map(|(_, line)| line.strip_prefix("version = \"")?.strip_suffix('"'));
    versions.collect::<Vec<_>>().join(" and ")
}

/// Returns the versions of all peers in one line, to be printed above the table.
pub fn versions() -> String {
    let mut peers = vec![
        format!("parry {}", locked("parry2d")),
        format!("Box2D {} (boxdd-sys {})", box2d::version(), locked("boxdd-sys")),
        format!("Box3D {} (box3d-sys {})", box3d::version(), locked("box3d-sys")),
    ];
    if cfg!(feature = "jolt") {
        // The version of Jolt is the build metadata of the package's version.
        let package = locked("joltc-sys");
        let (package, jolt) = package.split_once("+Jolt-").unwrap_or((&package, "?"));
        peers.push(format!("Jolt {jolt} (joltc-sys {package})"));
    }
    peers.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_has_every_version() {
        for package in ["parry2d", "parry3d", "boxdd-sys", "box3d-sys", "joltc-sys"] {
            assert!(!locked(package).is_empty(), "{package}");
        }
        assert_eq!(locked("parry2d"), locked("parry3d"));
        assert!(!versions().contains('?'), "{}", versions());
    }
}
