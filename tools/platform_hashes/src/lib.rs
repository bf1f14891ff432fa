//! The hashes of the determinism tests, computed by the code of those tests, for `.ci/platforms`.
#![allow(dead_code, unused_imports, reason = "some items are used by the tests only")]

#[path = "../../../crates/gjk/tests/determinism.rs"]
mod answers;
#[cfg(feature = "plugin")]
#[path = "../../../crates/bevy_gjk/tests/determinism.rs"]
mod world;

/// The names of the hashes that [`answers`] returns.
pub const ANSWERS: [&str; 4] = ["answers_2d", "answers_3d", "touching_2d", "touching_3d"];

/// Returns the hashes of gjk's answers, for random pairs and for pairs on a grid, which often touch.
pub fn answers() -> [u64; 4] {
    answers::hashes()
}

/// Returns the hash of colliders converted from a thousand planes and a thousand frustums, and of a thousand inverse
/// affine maps.
#[cfg(feature = "plugin")]
pub fn conversions() -> u64 {
    use bevy_gjk::dim3::Collider;
    use bevy_math::{Affine3A, Mat3, Vec2, Vec3};
    use bevy_shape::{HalfSpace, Plane3d, ViewFrustum};
    use gjk::Affine;

    let mut number = random_numbers(5);
    let lines = (0..1000).flat_map(|_| {
        let mut vector = || Vec3::new(number(), number(), number());
        let (normal, size) = (vector().normalize_or(Vec3::X), vector().truncate());
        let half_spaces = [(); 6].map(|()| HalfSpace::new(vector().extend(1.0)));
        let map = Affine3A::from_mat3_translation(Mat3::from_cols(vector(), vector(), vector()), vector());
        [
            format!("{:?}", Collider::from(Plane3d::new(normal, size.max(Vec2::splat(0.1))))),
            format!("{:?}", Collider::from(ViewFrustum { half_spaces })),
            format!("{:?}", map.inverted()),
        ]
    });
    world::hash(&[lines.collect()])
}

/// Returns a source of random numbers from -2 to 2: a linear congruential generator.
#[cfg(feature = "plugin")]
fn random_numbers(seed: u64) -> impl FnMut() -> f32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 22) as f32 - 2.0
    }
}

/// Returns the hash of the convex parts of two hundred tangled outlines.
#[cfg(feature = "plugin")]
pub fn outlines() -> u64 {
    use bevy_gjk::dim2::Collider;
    use bevy_gjk::shape::{ColliderShape, Shape};
    use bevy_math::{Affine2, Vec2};

    let mut number = random_numbers(7);
    let lines = (0..200).flat_map(|_| {
        let contours: Vec<Vec<Vec2>> =
            (0..3).map(|_| (0..9).map(|_| Vec2::new(number(), number())).collect()).collect();
        let Ok(ColliderShape::Composite(parts)) = Collider::outlines(contours).prepare() else {
            return Vec::new();
        };
        let text = |index| parts.with_part(index, &Affine2::IDENTITY, |part| format!("{:?}", part.shape()));
        (0..parts.len()).filter_map(text).collect()
    });
    world::hash(&[lines.collect()])
}

/// Returns the hash of all events of the plugin in a hundred frames, and of the touches and proximities after them.
#[cfg(feature = "plugin")]
pub fn events() -> u64 {
    let mut app = world::new_app();
    app.add_plugins(bevy_app::TaskPoolPlugin::default());
    let mut history = world::run(app, 100);
    // Their order and the slots of the colliders depend on the order of hash tables, and so on the width of a pointer.
    for line in history.last_mut().into_iter().flatten() {
        *line = sorted(line);
    }
    world::hash(&history)
}

/// Returns the entries of a printed list of touches or proximities, sorted, without the contacts and colliders of the touches.
#[cfg(feature = "plugin")]
fn sorted(list: &str) -> String {
    let name = if list.contains("Touch {") { "Touch {" } else { "Proximity {" };
    // The fields of a touch end with ", ..", and after them come its contact and its colliders.
    let fields = list.split(name).skip(1).map(|entry| {
        let end = entry.find(", ..").or_else(|| entry.rfind(" }")).unwrap_or(entry.len());
        &entry[..end]
    });
    let mut entries: Vec<_> = fields.collect();
    entries.sort_unstable();
    entries.join("\n")
}

/// The exports for WebAssembly, one function for each hash.
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

    #[unsafe(no_mangle)]
    extern "C" fn touching_2d() -> u64 {
        super::answers()[2]
    }

    #[unsafe(no_mangle)]
    extern "C" fn touching_3d() -> u64 {
        super::answers()[3]
    }

    #[cfg(feature = "plugin")]
    #[unsafe(no_mangle)]
    extern "C" fn conversions() -> u64 {
        super::conversions()
    }

    #[cfg(feature = "plugin")]
    #[unsafe(no_mangle)]
    extern "C" fn outlines() -> u64 {
        super::outlines()
    }

    #[cfg(feature = "plugin")]
    #[unsafe(no_mangle)]
    extern "C" fn events() -> u64 {
        super::events()
    }
}
