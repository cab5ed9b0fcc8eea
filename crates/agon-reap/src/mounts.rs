//! File systems that are mounted below a folder which is to be removed.

use rustix::mount::{UnmountFlags, unmount};
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// Unmounts all that is mounted below a folder. What cannot be unmounted makes the folder's removal fail, which says so.
pub(crate) fn detach_below(folder: &Path) {
    let Ok(table) = fs::read("/proc/self/mountinfo") else { return };
    // The last that was mounted stands last, and may cover the others.
    for place in below(&table, folder).iter().rev() {
        let _ = unmount(place, UnmountFlags::DETACH | UnmountFlags::NOFOLLOW);
    }
}

fn below(table: &[u8], folder: &Path) -> Vec<PathBuf> {
    let places = table.split(|byte| *byte == b'\n').filter_map(|line| line.split(|byte| *byte == b' ').nth(4));
    places.map(unescaped).filter(|place| place.starts_with(folder) && place != folder).collect()
}

/// Spaces and the like stand as a backslash and three octal digits.
fn unescaped(text: &[u8]) -> PathBuf {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        let code = (*first == b'\\').then(|| after.get(..3)).flatten();
        let code = code.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[3..] } else { after };
    }
    PathBuf::from(OsString::from_vec(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_below_the_folder_is_named() {
        let table =
            b"1 0 0:1 / / rw - ext4 a rw\n2 1 0:2 / /tmp/a\\040b rw - tmpfs t rw\n3 2 0:3 / /tmp/a\\040b/x/y rw - tmpfs t rw\n\
            4 1 0:4 / /tmp/a\\040bc rw - tmpfs t rw\n";
        assert_eq!(below(table, Path::new("/tmp/a b")), [Path::new("/tmp/a b/x/y")]);
    }
}
