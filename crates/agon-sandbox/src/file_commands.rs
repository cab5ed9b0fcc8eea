//! What an agent asks of files, as commands: run in the view of its shell, a path leads nowhere that a command of its own would not.

use agon_core::Request;
use std::path::Path;

/// The command that does what an agent asks of a file or a folder, and its input; nothing for other requests. Paths are absolute or
/// below `home`.
pub fn file_command<'a>(request: &'a Request, home: &str) -> Option<(Vec<String>, &'a [u8])> {
    const WRITE: &str = r#"mkdir -p -- "$(dirname -- "$1")" && cat > "$1""#;
    const LIST: &str = r#"test -d "$1" || { echo "$1 is not a folder" >&2; exit 1; }
find "$1" -mindepth 1 -maxdepth 1 -printf '%y %s %f\n' | sort -k 3"#;
    let inside = |path: &str| Path::new(home).join(path).to_string_lossy().into_owned();
    let words = |words: &[&str], path: &str| words.iter().map(|word| (*word).to_owned()).chain([inside(path)]).collect();
    Some(match request {
        Request::ReadFile { path } => (words(&["cat", "--"], path), &[]),
        Request::WriteFile { path, content } => (words(&["sh", "-c", WRITE, "sh"], path), content.as_bytes()),
        // Kind (d for a folder, f for a file), size in bytes and name of each entry.
        Request::ListFiles { path } => (words(&["sh", "-c", LIST, "sh"], path), &[]),
        _ => return None,
    })
}
