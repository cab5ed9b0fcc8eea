//! What Qt programs are told so that they speak on the accessibility bus and come to rest.

use std::path::PathBuf;

/// Qt's own plain theme takes the caret's rhythm from KDE's settings, and from nowhere else where no desktop is running.
const VARIABLES: [(&str, &str); 6] = [
    ("QT_ACCESSIBILITY", "1"),
    ("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1"),
    // Lists that come from hashes have the same order every time.
    ("QT_HASH_SEED", "0"),
    ("XDG_CURRENT_DESKTOP", "KDE"),
    ("KDE_FULL_SESSION", "true"),
    ("KDE_SESSION_VERSION", "5"),
];

pub(super) fn environment() -> Vec<(String, String)> {
    VARIABLES.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec()
}

pub(super) fn files() -> Vec<(PathBuf, Vec<u8>)> {
    vec![(PathBuf::from(".config/kdeglobals"), b"[KDE]\nCursorBlinkRate=0\n".to_vec())]
}
