//! The hashes of the determinism tests, computed by the very code of those tests, for `.ci/platforms`.
#![allow(dead_code, unused_imports, reason = "what only the tests use")]

#[path = "../../../crates/gjk/tests/determinism.rs"]
mod answers;
#[cfg(feature = "plugin")]
#[path = "../../../crates/bevy_gjk/tests/determinism.rs"]
mod world;

/// Returns the hashes of gjk's answers in 2D and in 3D.
pub fn answers() -> [u64; 2] {
    answers::hashes()
}

/// The hashes that gjk's own test asks for.
pub const EXPECTED_ANSWERS: [u64; 2] = answers::EXPECTED;

/// Returns the hash of all events of the plugin in a hundred frames.
#[cfg(feature = "plugin")]
pub fn events() -> u64 {
    let mut app = world::new_app();
    app.add_plugins(bevy_app::TaskPoolPlugin::default());
    world::hash(&world::run(app, 100))
}

/// The same for WebAssembly, which returns single numbers.
#[cfg(target_arch = "wasm32")]
mod exports {
    #[unsafe(no_mangle)]
    extern "C" fn answers_2d() -> u64 {
        super::answers()[0]
    }

    #[unsafe(no_mangle)]
    extern "C" fn answers_3d() -> u64 {
        super::answers()[1]
    }

    #[cfg(feature = "plugin")]
    #[unsafe(no_mangle)]
    extern "C" fn events() -> u64 {
        super::events()
    }
}
