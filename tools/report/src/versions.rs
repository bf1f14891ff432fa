//! The versions of what is compared.

use cargo_lock::Lockfile;

/// Returns the versions of a package in the text of a lock file, such as "0.27.0 and 0.31.1".
///
/// # Panics
/// If the text is no lock file, or has no such package.
pub fn locked(lock: &str, package: &str) -> String {
    let lock: Lockfile = lock.parse().unwrap_or_else(|error| panic!("the lock file is not valid: {error}"));
    let found = lock.packages.iter().filter(|it| it.name.as_str() == package);
    let versions: Vec<String> = found.map(|it| it.version.to_string()).collect();
    assert!(!versions.is_empty(), "the lock file has no {package}");
    versions.join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_versions_of_a_package_are_found() {
        let package = |version| format!("[[package]]\nname = \"a\"\nversion = \"{version}\"\n\n");
        let lock = format!("version = 4\n\n{}{}", package("0.27.0"), package("5.0.0+Jolt-5.1"));
        assert_eq!(locked(&lock, "a"), "0.27.0 and 5.0.0+Jolt-5.1");
    }
}
