//! Prints the hashes, one on a line.

fn main() {
    let [flat, solid] = platform_hashes::answers();
    println!("answers_2d {flat:016x}");
    println!("answers_3d {solid:016x}");
    #[cfg(feature = "plugin")]
    println!("events {:016x}", platform_hashes::events());
}
