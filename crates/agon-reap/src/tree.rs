//! Folders removed with all that is in them.

use crate::mounts;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Removes a folder of a keeper's, and what was mounted in it.
pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    mounts::detach_below(path);
    remove_tree(path)
}

/// Removes a folder with all that is in it, however deep: what agents make may be deeper than any stack. Folders in folders are
/// moved up before their parent goes, so no path grows long either.
pub fn remove_tree(root: &Path) -> io::Result<()> {
    let (mut waiting, mut moved) = (vec![root.to_owned()], 0_u64);
    while let Some(folder) = waiting.pop() {
        // Its maker may have taken everybody's rights to it; if ours cannot be had, reading it says so.
        let _ = fs::set_permissions(&folder, fs::Permissions::from_mode(0o700));
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let mut path = entry.path();
            if !entry.file_type()?.is_dir() {
                fs::remove_file(path)?;
                continue;
            }
            if folder != root {
                let place = loop {
                    moved += 1;
                    let place = root.join(format!(".moved-{moved}"));
                    // Agents may have taken the name.
                    if fs::symlink_metadata(&place).is_err() {
                        break place;
                    }
                };
                fs::rename(&path, &place)?;
                path = place;
            }
            waiting.push(path);
        }
        if folder != root {
            fs::remove_dir(folder)?;
        }
    }
    fs::remove_dir(root)
}
