//! The thread that compresses and writes; where there are no threads, the same work is done at once.

use bevy_log::warn;
use std::path::PathBuf;
use std::sync::mpsc::Sender;

use crate::recording::encoder::{Encoder, RunInput};

/// The most runs that wait for the thread. Beyond, the game waits: a disk that slow is not waited for in memory. Tuning
/// constant.
#[cfg(not(target_family = "wasm"))]
const WAITING_RUNS: usize = 128;

/// What the thread is asked for.
pub(super) enum Order {
    /// Adds a run.
    Run(Box<RunInput>),
    /// Writes what the ring holds to a file.
    Write(PathBuf),
    /// Returns what the ring holds.
    Bytes(Sender<Vec<u8>>),
}

impl Encoder {
    fn execute(&mut self, order: Order) {
        match order {
            Order::Run(input) => self.push(*input),
            Order::Write(path) => {
                let file = self.file();
                if let Err(error) = std::fs::write(&path, file) {
                    warn!("the recording cannot be written to {}: {error}", path.display());
                }
            }
            // Who has asked may be gone.
            Order::Bytes(sender) => _ = sender.send(self.file()),
        }
    }

    fn close(&mut self) {
        self.flush();
        self.sink.close();
    }
}

/// The thread, which closes the file when this is dropped.
#[cfg(not(target_family = "wasm"))]
pub(super) struct Worker {
    orders: Option<std::sync::mpsc::SyncSender<Order>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

#[cfg(not(target_family = "wasm"))]
impl Worker {
    /// Starts the thread; `None` if the system has none left.
    pub(super) fn start(mut encoder: Encoder) -> Option<Self> {
        let (orders, received) = std::sync::mpsc::sync_channel(WAITING_RUNS);
        let work = move || {
            received.iter().for_each(|order| encoder.execute(order));
            encoder.close();
        };
        let thread = std::thread::Builder::new().name("collision recorder".into()).spawn(work);
        match thread {
            Ok(thread) => Some(Self { orders: Some(orders), thread: Some(thread) }),
            Err(error) => {
                warn!("nothing is recorded, since no thread can be started: {error}");
                None
            }
        }
    }

    pub(super) fn order(&mut self, order: Order) {
        // The thread ends when it panics, which it does not, and when this is dropped.
        let _ = self.orders.as_ref().map(|orders| orders.send(order));
    }
}

#[cfg(not(target_family = "wasm"))]
impl Drop for Worker {
    fn drop(&mut self) {
        self.orders = None;
        let _ = self.thread.take().map(std::thread::JoinHandle::join);
    }
}

/// Does the work at once.
#[cfg(target_family = "wasm")]
pub(super) struct Worker(Encoder);

#[cfg(target_family = "wasm")]
impl Worker {
    pub(super) fn start(encoder: Encoder) -> Option<Self> {
        Some(Self(encoder))
    }

    pub(super) fn order(&mut self, order: Order) {
        self.0.execute(order);
    }
}

#[cfg(target_family = "wasm")]
impl Drop for Worker {
    fn drop(&mut self) {
        self.0.close();
    }
}
