//! The command line of the examples.

use std::path::PathBuf;

use argh::FromArgs;

/// An example of collision detection. Without options it opens a window; where there is no display it runs a fixed
/// number of frames without one and prints what happened.
#[derive(FromArgs, Clone, Debug)]
pub struct Options {
    /// write what a person would see to this PNG file after --frames frames, and exit
    #[argh(option)]
    pub screenshot: Option<PathBuf>,

    /// how many frames to run without a window or until the screenshot (300)
    #[argh(option, default = "300")]
    pub frames: u32,

    /// run without a window even where there is a display
    #[argh(switch)]
    pub headless: bool,

    /// the scene file to load, from the folder assets
    #[argh(option)]
    pub scene: Option<String>,
}

impl Options {
    /// Reads the command line; prints the help and exits where that is asked for or needed.
    pub fn parse() -> Self {
        // The browser has none.
        if cfg!(target_arch = "wasm32") {
            return Self { screenshot: None, frames: 300, headless: false, scene: None };
        }
        argh::from_env()
    }

    /// Whether to open a window; says so where that is not possible.
    pub fn wants_window(&self) -> bool {
        if self.headless {
            return false;
        }
        let display = has_display();
        if !display {
            println!("There is no display here: running {} frames without a window.", self.frames);
        }
        display
    }
}

/// Whether a window could be opened.
fn has_display() -> bool {
    #[cfg(all(unix, not(target_os = "macos")))]
    {
        let Some(display) = std::env::var("DISPLAY").ok().filter(|display| !display.is_empty()) else {
            return false;
        };
        // A local display is a socket that somebody listens at; a remote one is taken on trust.
        let Some(number) = display.strip_prefix(':') else { return true };
        let number = number.split('.').next().unwrap_or(number);
        std::os::unix::net::UnixStream::connect(format!("/tmp/.X11-unix/X{number}")).is_ok()
    }
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    {
        true
    }
}
