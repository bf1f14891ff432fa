//! Prints the hashes, one per line.

fn main() {
    for (name, hash) in platform_hashes::ANSWERS.iter().zip(platform_hashes::answers()) {
        println!("{name} {hash:016x}");
    }
    #[cfg(feature = "plugin")]
    {
        println!("conversions {:016x}", platform_hashes::conversions());
        println!("outlines {:016x}", platform_hashes::outlines());
        println!("events {:016x}", platform_hashes::events());
    }
}
