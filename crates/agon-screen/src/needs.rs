//! What the machine must have for a screen, and for what runs on it.

use crate::ScreenError;
use crate::crew::{LAUNCHER, REGISTRY};
use agon_core::Need;
use std::path::{Path, PathBuf};

/// Programs, and the packages that Debian has them in.
const PROGRAMS: [(&str, &str); 10] = [
    ("nsenter", "util-linux"),
    ("bwrap", "bubblewrap"),
    ("setpriv", "util-linux"),
    ("prlimit", "util-linux"),
    ("bash", "bash"),
    ("Xvfb", "xvfb"),
    ("openbox", "openbox"),
    ("dbus-daemon", "dbus-daemon"),
    (LAUNCHER, "at-spi2-core"),
    (REGISTRY, "at-spi2-core"),
];

/// Where sandboxed commands are looked for.
const FOLDERS: [&str; 2] = ["/usr/bin", "/bin"];

/// For `agon doctor`: what every screen needs, and whether it is here. `script` installs it.
pub fn needs(script: &str) -> Vec<Need> {
    let need = |(program, package): (&str, &str)| {
        let found = find(program).map(|path| path.display().to_string());
        let remedy = format!("run {script}, or install the Debian package {package}");
        Need { name: Path::new(program).file_name().unwrap_or_default().display().to_string(), found, remedy, tasks: Vec::new() }
    };
    PROGRAMS.into_iter().map(need).collect()
}

/// Whether a screen can be started at all.
pub(crate) fn check() -> Result<(), ScreenError> {
    match PROGRAMS.into_iter().find(|(program, _)| find(program).is_none()) {
        Some((program, package)) => Err(ScreenError::Missing { program: program.into(), package: package.into() }),
        None => Ok(()),
    }
}

/// A program of the machine as sandboxed commands find it.
pub fn find(program: &str) -> Option<PathBuf> {
    FOLDERS.iter().map(|folder| Path::new(folder).join(program)).find(|path| path.is_file())
}
