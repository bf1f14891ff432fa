//! Compiles the shim for Jolt against the headers that come with `joltc-sys`.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

const SHIM: &str = "jolt/shim.cpp";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={SHIM}");
    if env::var_os("CARGO_FEATURE_JOLT").is_none() {
        return Ok(());
    }
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").opt_level(3).warnings(false).file(SHIM).include(headers()?);
    // Jolt refuses to run with other switches than it was built with: these are those of its release build,
    // which is how `joltc-sys` builds it.
    let mut switches = vec!["NDEBUG", "JPH_DEBUG_RENDERER", "JPH_PROFILE_ENABLED"];
    if env::var("CARGO_CFG_TARGET_ARCH")? == "x86_64" {
        switches.extend(["JPH_USE_SSE4_1", "JPH_USE_SSE4_2", "JPH_USE_AVX", "JPH_USE_AVX2", "JPH_USE_F16C"]);
        switches.extend(["JPH_USE_LZCNT", "JPH_USE_TZCNT", "JPH_USE_FMADD"]);
        let sets = ["-mavx2", "-mbmi", "-mpopcnt", "-mlzcnt", "-mf16c", "-mfma", "-mfpmath=sse"];
        sets.into_iter().for_each(|set| {
            build.flag_if_supported(set);
        });
    }
    switches.into_iter().for_each(|switch| {
        build.define(switch, None);
    });
    build.flag_if_supported("-ffp-contract=off");
    build.try_compile("jolt_shim")?;
    Ok(())
}

/// Where Jolt's sources are: in the package `joltc-sys`, which does not say so itself.
fn headers() -> Result<PathBuf, Box<dyn Error>> {
    // Only what is built is sure to be on the machine.
    let platform = format!("--filter-platform={}", env::var("TARGET")?);
    let metadata = Command::new(env::var("CARGO")?)
        .args(["metadata", "--format-version=1", "--offline", "--locked", &platform])
        .output()?;
    let metadata = String::from_utf8(metadata.stdout)?;
    let manifests = metadata.split("\"manifest_path\":\"").skip(1);
    let manifest = manifests
        .filter_map(|rest| rest.split('"').next())
        .find(|path| path.contains("joltc-sys"))
        .ok_or("no manifest of joltc-sys in the output of cargo metadata")?;
    let package = Path::new(manifest).parent().ok_or("a manifest without a directory")?;
    Ok(package.join("JoltC/JoltPhysics"))
}
