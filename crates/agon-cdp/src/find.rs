//! Which Chromium this machine has.

use std::path::{Path, PathBuf};

/// A program that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chromium {
    pub program: PathBuf,
}

/// Names under which distributions install it.
const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// Where Debian keeps the program itself: its `chromium` on the path is a script that reads the user's own flags.
const BEHIND_SCRIPTS: [&str; 2] = ["/usr/lib/chromium/chromium", "/usr/lib/chromium-browser/chromium-browser"];

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
    let script = program.parent() == Some(Path::new("/usr/bin"));
    let behind = BEHIND_SCRIPTS.iter().map(Path::new).find(|path| script && is_program(path));
    Some(Chromium { program: behind.map_or(program.clone(), Path::to_owned) })
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
