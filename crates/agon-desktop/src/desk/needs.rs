//! What the machine must have for a desk, and what a desk may take of it.

use super::MEMORY_BYTES;
use crate::sandbox::FILES_BYTES;
use agon_core::Need;

const SCRIPT: &str = "scripts/install-desktop";

/// For `agon doctor`: what every desk needs, and whether it is here.
pub fn needs() -> Vec<Need> {
    agon_screen::needs(SCRIPT)
}

/// For `agon doctor`: what a trial's processes are limited to on this machine.
pub fn limits() -> Vec<(&'static str, String)> {
    let gib = |bytes: u64| format!("{} GiB", bytes as f64 / f64::from(1 << 30));
    vec![
        ("files", format!("{} in memory for HOME, as much for /tmp and for /dev/shm", gib(FILES_BYTES))),
        (
            "memory",
            format!("{} for all processes together, looked at several times a second; no control group", gib(MEMORY_BYTES)),
        ),
        ("processes", "1024, threads included".to_owned()),
    ]
}

/// How to get what is missing.
pub(crate) fn remedy(package: &str) -> String {
    format!("run {SCRIPT}, or install the Debian package {package}")
}
