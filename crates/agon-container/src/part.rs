//! A folder of the machine that a container writes into, and what it may hold.

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, openat, statat};
use rustix::io::Errno;
use rustix::mount::{MountFlags, mount};
use std::ffi::CString;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

/// A folder of bounded size.
#[derive(Clone, Debug)]
pub struct Part {
    /// Set where the file system does not keep the bound: then it is counted while commands run.
    pub(crate) counted: Option<Counted>,
}

/// A folder that is looked at.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    folder: PathBuf,
    most_bytes: u64,
    most_files: u64,
}

/// So many bytes go with one file at least: what bounds bytes bounds files, too.
const BYTES_A_FILE: u64 = 4096;
/// Folders deeper than this are not looked into. They count as too much, as those do that their owner has closed.
const MAX_DEPTH: usize = 64;

/// Makes a folder in a trial's own that the machine's other processes see as well, since an engine mounts it from there. Root gets a file
/// system in memory of this size, so that containers are told no path of the machine; it goes with the trial's folder. Others get a plain
/// folder, whose content is counted.
pub fn make_part(place: &Path, bytes: u64) -> io::Result<Part> {
    fs::create_dir(place)?;
    let most_files = bytes / BYTES_A_FILE;
    let settings = CString::new(format!("size={bytes},nr_inodes={most_files},mode=0755"))?;
    match mount(c"tmpfs", place, c"tmpfs", MountFlags::NOSUID | MountFlags::NODEV, settings.as_c_str()) {
        Ok(()) => Ok(Part { counted: None }),
        Err(Errno::PERM) => Ok(Part { counted: Some(Counted { folder: place.into(), most_bytes: bytes, most_files }) }),
        Err(error) => Err(error.into()),
    }
}

impl Counted {
    /// Whether it holds more than it may.
    pub(crate) fn is_over(&self) -> bool {
        let mut sum = Sum { bytes: 0, files: 0, is_closed: false };
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        if let Ok(folder) = rustix::fs::open(&self.folder, flags, Mode::empty()) {
            self.add(&folder, 0, &mut sum);
        }
        self.is_reached(&sum)
    }

    fn is_reached(&self, sum: &Sum) -> bool {
        sum.bytes > self.most_bytes || sum.files > self.most_files || sum.is_closed
    }

    /// Goes no further than to the bound. What goes meanwhile is not counted.
    fn add(&self, folder: &OwnedFd, depth: usize, sum: &mut Sum) {
        let Ok(entries) = Dir::read_from(folder) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            if name == c"." || name == c".." {
                continue;
            }
            let Ok(status) = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
            sum.files += 1;
            sum.bytes += u64::try_from(status.st_blocks).unwrap_or_default() * 512;
            if FileType::from_raw_mode(status.st_mode) == FileType::Directory {
                let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
                match openat(folder, name, flags, Mode::empty()) {
                    Ok(inner) if depth < MAX_DEPTH => self.add(&inner, depth + 1, sum),
                    // It has gone, or is no folder any more.
                    Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => {}
                    Ok(_) | Err(_) => sum.is_closed = true,
                }
            }
            if self.is_reached(sum) {
                return;
            }
        }
    }

    /// What an agent is told.
    pub(crate) fn told(&self) -> String {
        let (mib, files) = (self.most_bytes >> 20, self.most_files);
        format!(
            "The files had more than {mib} MiB together, were more than {files}, lay more than {MAX_DEPTH} folders deep or in a folder \
             that cannot be listed, so the command was ended; until that is mended, nothing more can be written."
        )
    }
}

struct Sum {
    bytes: u64,
    files: u64,
    /// Whether a folder could not be looked into.
    is_closed: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn bytes_files_and_depth_are_counted_and_links_are_not_followed() {
        let place = tempfile::tempdir().unwrap();
        let counted = Counted { folder: place.path().into(), most_bytes: 1 << 20, most_files: 100 };
        std::os::unix::fs::symlink("/usr", place.path().join("link")).unwrap();
        assert!(!counted.is_over());
        fs::write(place.path().join("big"), vec![1; 2 << 20]).unwrap();
        assert!(counted.is_over());
        fs::remove_file(place.path().join("big")).unwrap();
        fs::create_dir(place.path().join("many")).unwrap();
        (0..100).for_each(|number| fs::write(place.path().join(format!("many/{number}")), "").unwrap());
        assert!(counted.is_over());
        fs::remove_dir_all(place.path().join("many")).unwrap();
        fs::create_dir_all(place.path().join(["d"; 67].join("/"))).unwrap();
        assert!(counted.is_over());
        fs::remove_dir_all(place.path().join("d")).unwrap();
        assert!(!counted.is_over());
        let closed = place.path().join("closed");
        fs::create_dir(&closed).unwrap();
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o300)).unwrap();
        // Root gets in all the same.
        assert_eq!(counted.is_over(), !rustix::process::getuid().is_root());
    }
}
