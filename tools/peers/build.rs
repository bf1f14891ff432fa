//! Compiles the shim for Jolt against the headers in the package `joltc-sys`.

use std::env;
use std::error::Error;
use std::path::PathBuf;

const SHIM: &str = "jolt/shim.cpp";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={SHIM}");
    if env::var_os("CARGO_FEATURE_JOLT").is_none() {
        return Ok(());
    }
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").opt_level(3).warnings(false).file(SHIM).include(jolt_sources()?);
    // Jolt checks at run time that its users are compiled with the same defines as the library. These are the ones
    // of its release build, which `joltc-sys` uses.
    let mut defines = vec!["NDEBUG", "JPH_DEBUG_RENDERER", "JPH_PROFILE_ENABLED"];
    if env::var("CARGO_CFG_TARGET_ARCH")? == "x86_64" {
        defines.extend(["JPH_USE_SSE4_1", "JPH_USE_SSE4_2", "JPH_USE_AVX", "JPH_USE_AVX2", "JPH_USE_F16C"]);
        defines.extend(["JPH_USE_LZCNT", "JPH_USE_TZCNT", "JPH_USE_FMADD"]);
        let flags = ["-mavx2", "-mbmi", "-mpopcnt", "-mlzcnt", "-mf16c", "-mfma", "-mfpmath=sse"];
        flags.into_iter().for_each(|flag| {
            build.flag_if_supported(flag);
        });
    }
    defines.into_iter().for_each(|name| {
        build.define(name, None);
    });
    build.flag_if_supported("-ffp-contract=off");
    build.try_compile("jolt_shim")?;
    Ok(())
}

/// Returns the directory of Jolt's sources in the package `joltc-sys`, which has no build metadata for it.
fn jolt_sources() -> Result<PathBuf, Box<dyn Error>> {
    // Packages for other platforms may not have been downloaded, which `--offline` would report as an error.
    let platform = format!("--filter-platform={}", env::var("TARGET")?);
    let options = ["--offline".to_owned(), "--locked".to_owned(), platform];
    let metadata = cargo_metadata::MetadataCommand::new().other_options(options).exec()?;
    let package = metadata.packages.iter().find(|package| package.name.as_str() == "joltc-sys");
    let manifest = &package.ok_or("joltc-sys is not a dependency")?.manifest_path;
    Ok(manifest.with_file_name("JoltC/JoltPhysics").into())
}
