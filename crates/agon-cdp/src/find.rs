//! Which Chromium this machine has.

use std::path::{Path, PathBuf};

/// A program that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chromium {
    pub program: PathBuf,
}

/// Names under which distributions install it, the best first: the headless shell is the same engine without a window, and opens a page in
/// half the time.
const NAMES: [&str; 7] = [
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

/// Where Debian keeps the programs themselves: those on the path are scripts that read the user's own flags.
const BEHIND_SCRIPTS: &str = "/usr/lib/chromium";

/// The one a setting names, else the first on the path.
pub fn find(setting: Option<&Path>) -> Option<Chromium> {
    let program = match setting {
        Some(path) => is_program(path).then(|| path.to_owned()),
        None => {
            let path = std::env::var_os("PATH").unwrap_or_default();
            let places: Vec<PathBuf> = std::env::split_paths(&path).collect();
            NAMES.iter().flat_map(|name| places.iter().map(move |place| place.join(name))).find(|path| is_program(path))
        }
    }?;
    let behind = match (program.parent(), program.file_name()) {
        (Some(parent), Some(name)) if parent == Path::new("/usr/bin") => Some(Path::new(BEHIND_SCRIPTS).join(name)),
        _ => None,
    };
    Some(Chromium { program: behind.filter(|path| is_program(path)).unwrap_or(program) })
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_taken_at_its_word() {
        assert_eq!(find(Some(Path::new("/no/such/chromium"))), None);
        assert_eq!(find(Some(Path::new("/bin/sh"))), Some(Chromium { program: "/bin/sh".into() }));
    }
}
