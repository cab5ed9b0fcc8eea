//! Reads what the agent left in its HOME, into the evidence.

use rustix::fs::{FileType, Mode, OFlags, ResolveFlags, fstat, open, openat2};
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Longer files are not kept as text.
const LONGEST: u64 = 1_000_000;

/// So many first bytes are kept of every file: enough to tell a PNG from a PDF.
const HEAD: usize = 16;

/// Each file by its path below `home`: `{"text": …, "size": …, "head": …}`, or null where there is none.
///
/// The agent owns HOME and may have put anything there. Only regular files below it are read: no symbolic link is followed, since
/// the reader sees more of the machine than the agent does, and no pipe is waited for.
pub fn collect(home: &Path, paths: &[String]) -> Value {
    let files: Map<String, Value> = paths.iter().map(|path| (path.clone(), read(home, path).unwrap_or(Value::Null))).collect();
    Value::Object(files)
}

fn read(home: &Path, path: &str) -> Option<Value> {
    let folder = open(home, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).ok()?;
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let confined = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    let file = openat2(&folder, path, flags, Mode::empty(), confined).ok()?;
    let status = fstat(&file).ok()?;
    if FileType::from_raw_mode(status.st_mode) != FileType::RegularFile {
        return None;
    }
    let size = u64::try_from(status.st_size).ok()?;
    let mut bytes = Vec::new();
    File::from(file).take(LONGEST + 1).read_to_end(&mut bytes).ok()?;
    let head: String = bytes.iter().take(HEAD).map(|byte| format!("{byte:02x}")).collect();
    let whole = bytes.len() as u64 <= LONGEST;
    let text = String::from_utf8(bytes).ok().filter(|text| whole && !text.contains('\0'));
    Some(json!({"text": text, "size": size, "head": head}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn texts_others_and_nothing() {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("a")).unwrap();
        std::fs::write(home.path().join("a/b.tex"), "größe\n").unwrap();
        std::fs::write(home.path().join("plot.png"), b"\x89PNG\r\n\x1a\n\0\0").unwrap();
        std::fs::write(home.path().join("long"), vec![b'x'; 1_000_001]).unwrap();
        let paths = ["a/b.tex", "plot.png", "long", "none", "a"].map(str::to_owned);
        let files = collect(home.path(), &paths);
        assert_eq!(files["a/b.tex"], json!({"text": "größe\n", "size": 8, "head": "6772c3b6c39f650a"}));
        assert_eq!(files["plot.png"]["text"], Value::Null);
        assert!(files["plot.png"]["head"].as_str().unwrap().starts_with("89504e47"));
        assert_eq!((&files["long"]["text"], &files["long"]["size"]), (&Value::Null, &json!(1_000_001)));
        assert_eq!((&files["none"], &files["a"]), (&Value::Null, &Value::Null));
    }

    #[test]
    fn nothing_outside_home_is_read() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("secret"), "reference").unwrap();
        let home = outside.path().join("home");
        std::fs::create_dir(&home).unwrap();
        symlink(outside.path().join("secret"), home.join("link")).unwrap();
        symlink(outside.path(), home.join("folder")).unwrap();
        symlink("/proc/self/environ", home.join("environ")).unwrap();
        let absolute = outside.path().join("secret").display().to_string();
        let paths = ["link", "folder/secret", "../secret", "environ", &absolute].map(str::to_owned);
        for (path, file) in collect(&home, &paths).as_object().unwrap() {
            assert_eq!(file, &Value::Null, "{path}");
        }
    }

    #[test]
    fn a_pipe_is_not_waited_for() {
        let home = tempfile::tempdir().unwrap();
        rustix::fs::mknodat(rustix::fs::CWD, home.path().join("pipe"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        assert_eq!(collect(home.path(), &["pipe".to_owned()])["pipe"], Value::Null);
    }
}
