//! Whose versions are compared, as the lock file has them.

use std::io;
use std::path::Path;
use std::process::Command;

/// The packages that decide what an engine does, by their names in the lock file.
const LOCK: &str = include_str!("../Cargo.lock");

/// Returns the version of a package; a question mark if it is not in the lock file.
fn version(package: &str) -> &'static str {
    let name = format!("name = \"{package}\"");
    let mut lines = LOCK.lines().skip_while(|line| *line != name);
    let version = lines.nth(1).and_then(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version.unwrap_or("?")
}

/// What the versions say if rapier runs on several threads.
const PARALLEL: &str = " with `parallel`";

/// Returns all of them in one line, for the heads of tables.
pub fn versions() -> String {
    let [bevy, avian, plugin, rapier] = ["bevy", "avian2d", "bevy_rapier2d", "rapier2d"].map(version);
    let parallel = if cfg!(feature = "rapier-parallel") { PARALLEL } else { "" };
    format!("bevy {bevy}, avian {avian}, bevy_rapier {plugin} (rapier {rapier}{parallel})")
}

/// Returns whether another build of this program is of the same versions, with rapier's feature `parallel`.
///
/// # Errors
/// If it cannot be started.
pub fn is_parallel_build(program: &Path) -> io::Result<bool> {
    let output = Command::new(program).arg("versions").output()?;
    let theirs = String::from_utf8_lossy(&output.stdout);
    Ok(theirs.contains(PARALLEL) && theirs.trim().replace(PARALLEL, "") == versions().replace(PARALLEL, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_has_every_version_and_both_dimensions_the_same() {
        assert!(!versions().contains('?'), "{}", versions());
        for [two, three] in
            [["avian2d", "avian3d"], ["bevy_rapier2d", "bevy_rapier3d"], ["rapier2d", "rapier3d"]]
        {
            assert_eq!(version(two), version(three));
        }
    }
}
