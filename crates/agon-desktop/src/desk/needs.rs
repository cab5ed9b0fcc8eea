//! What the machine must have for a desk.

use super::Launch;
use super::parts::{LAUNCHER, REGISTRY};
use super::{DeskError, MEMORY_BYTES};
use crate::sandbox::FILES_BYTES;
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

/// For `agon doctor`: what every desk needs, and whether it is here.
pub fn needs() -> Vec<Need> {
    let need = |(program, package): (&str, &str)| {
        let found = find(program).map(|path| path.display().to_string());
        let remedy = remedy(package);
        Need { name: Path::new(program).file_name().unwrap_or_default().display().to_string(), found, remedy, tasks: Vec::new() }
    };
    PROGRAMS.into_iter().map(need).collect()
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
    format!("run scripts/install-desktop, or install the Debian package {package}")
}

/// Whether a desk can be started at all.
pub(super) fn check(launch: &Launch) -> Result<(), DeskError> {
    for (program, package) in PROGRAMS {
        if find(program).is_none() {
            return Err(DeskError::Missing { program: program.into(), package: package.into() });
        }
    }
    let program = launch.command.first().map_or("", |name| name);
    if program.is_empty() {
        return Err(DeskError::NotStarted { program: "the program".into(), problem: "no command was given".into() });
    }
    Ok(())
}

fn find(program: &str) -> Option<PathBuf> {
    FOLDERS.iter().map(|folder| Path::new(folder).join(program)).find(|path| path.is_file())
}
