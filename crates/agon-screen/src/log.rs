//! The end of what processes have printed.

use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncRead, AsyncReadExt};

/// Enough to see why a process would not start; what was printed before is dropped.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

const MOST_BYTES: usize = 16 * 1024;
const LAST_LINES: usize = 3;

impl Log {
    /// Reads a stream to its end.
    pub async fn keep(self, mut stream: impl AsyncRead + Unpin) {
        let mut piece = [0; 4096];
        while let Ok(length @ 1..) = stream.read(&mut piece).await {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend_from_slice(&piece[..length]);
            let surplus = kept.len().saturating_sub(MOST_BYTES);
            kept.drain(..surplus);
        }
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }

    /// The last lines that say something, for the sentence that tells of a fault.
    pub fn last_lines(&self) -> String {
        let text = self.text();
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(LAST_LINES)..].join("\n")
    }
}
