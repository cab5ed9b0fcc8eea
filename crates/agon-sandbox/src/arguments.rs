//! Arguments of bubblewrap, as they grow.

use crate::sandbox::CLOCK_SECS;
use agon_reap::Tag;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

/// Folders of the system that are links on some distributions and folders on others.
const SYSTEM: [&str; 5] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"];

/// What programs of a distribution keep outside of /usr and /etc.
const SYSTEM_DATA: [&str; 3] = ["/var/cache/fontconfig", "/var/lib/texmf", "/var/lib/ghostscript"];
/// What a sandbox's own folders in memory hold.
pub const TMP_BYTES: u64 = 512 << 20;

/// What a sandbox is made of, in the order in which bubblewrap makes it: later words cover earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Arguments {
    words: Vec<OsString>,
    /// Whether system calls that reach around the sandbox are refused.
    pub(crate) has_filters: bool,
    /// Whether the command has the network that the store holds.
    pub(crate) shares_loopback: bool,
}

impl Arguments {
    /// Adds words as they are.
    pub fn add(&mut self, words: &[&str]) -> &mut Self {
        self.words.extend(words.iter().map(OsString::from));
        self
    }

    /// Adds a path of the machine at a path inside; `how` is `--bind`, `--ro-bind` and the like.
    pub fn bind(&mut self, how: &str, from: &Path, to: impl AsRef<Path>) -> &mut Self {
        self.words.extend([how.into(), from.into(), to.as_ref().into()]);
        self
    }

    /// The same at a path whose parents may not be there yet. Made by bubblewrap itself they would be closed to others.
    pub fn place(&mut self, how: &str, from: &Path, to: impl AsRef<Path>) -> &mut Self {
        let to = to.as_ref();
        let mut parents: Vec<&Path> = to.ancestors().skip(1).filter(|path| path.parent().is_some()).collect();
        parents.reverse();
        for parent in parents.into_iter().filter(|path| *path != Path::new("/tmp")) {
            self.add(&["--perms", "0755", "--dir"]);
            self.words.push(parent.into());
        }
        self.bind(how, from, to)
    }

    /// The system's programs and settings, which can only be read.
    pub fn system(&mut self) -> &mut Self {
        self.add(&["--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc"]);
        for path in SYSTEM.map(Path::new) {
            match fs::read_link(path) {
                Ok(target) => self.bind("--symlink", &target, path),
                Err(_) => self.bind("--ro-bind-try", path, path),
            };
        }
        self
    }

    /// An empty folder in memory that holds no more than this.
    pub fn memory(&mut self, path: impl AsRef<Path>, bytes: u64, mode: &str) -> &mut Self {
        self.add(&["--size", &bytes.to_string(), "--perms", mode]).cover(path)
    }

    /// An empty folder in place of what is there.
    pub fn cover(&mut self, path: impl AsRef<Path>) -> &mut Self {
        self.words.extend(["--tmpfs".into(), path.as_ref().into()]);
        self
    }

    /// What is mounted at this path can only be read from here on.
    pub fn remount_read_only(&mut self, path: impl AsRef<Path>) -> &mut Self {
        self.words.extend(["--remount-ro".into(), path.as_ref().into()]);
        self
    }

    /// These variables, and none of ours.
    pub fn only_variables<'a>(&mut self, variables: impl IntoIterator<Item = (&'a str, &'a str)>) -> &mut Self {
        self.add(&["--clearenv"]);
        for (name, value) in variables {
            self.add(&["--setenv", name, value]);
        }
        self
    }

    /// The user's variables with this HOME, then these, and none of ours.
    pub fn variables<'a>(&mut self, home: &str, tag: &Tag, more: impl IntoIterator<Item = (&'a str, &'a str)>) -> &mut Self {
        let own = user_variables(home);
        let own = own.iter().map(|(name, value)| (*name, value.as_str()));
        self.only_variables(own.chain([("PATH", "/usr/bin:/bin"), (Tag::VARIABLE, tag.value())]));
        for (name, value) in more {
            self.add(&["--setenv", name, value]);
        }
        self
    }

    /// What programs of a distribution keep outside of /usr and /etc, and folders of their own for temporary files.
    pub fn system_data(&mut self) -> &mut Self {
        for path in ["/tmp", "/dev/shm"] {
            self.memory(path, TMP_BYTES, "1777");
        }
        for path in SYSTEM_DATA {
            self.place("--ro-bind-try", Path::new(path), path);
        }
        self
    }

    /// System calls that reach around the sandbox, or change the machine, are refused.
    pub fn refuse_system_calls(&mut self) -> &mut Self {
        self.has_filters = true;
        self.add(&["--add-seccomp-fd", "7", "--add-seccomp-fd", "8"])
    }

    /// The network that the store holds instead of a fresh one: the trial's own loopback, which is the same for all that share it.
    pub fn share_loopback(&mut self) -> &mut Self {
        self.shares_loopback = true;
        let all = self.words.len();
        self.words.retain(|word| word != "--unshare-net");
        if self.words.len() == all { self.add(&["--share-net"]) } else { self }
    }

    /// As a command's arguments.
    pub fn into_words(self) -> Vec<OsString> {
        self.words
    }

    /// As bubblewrap reads them from a descriptor: each ends with a zero byte.
    pub fn into_bytes(self) -> Vec<u8> {
        self.words.iter().flat_map(|word| word.as_bytes().iter().copied().chain([0])).collect()
    }
}

/// What the processes of every trial are told by their environment, wherever they run.
pub fn user_variables(home: &str) -> [(&'static str, String); 7] {
    [
        ("HOME", home.to_owned()),
        ("USER", "user".into()),
        ("LOGNAME", "user".into()),
        ("LANG", "C.UTF-8".into()),
        ("TZ", "UTC".into()),
        // For TeX's \today and log, and whatever else follows that convention.
        ("SOURCE_DATE_EPOCH", CLOCK_SECS.to_string()),
        ("FORCE_SOURCE_DATE", "1".into()),
    ]
}

/// Whether bubblewrap is there and can make such a sandbox; what it says where it cannot.
pub fn try_out(arguments: Arguments) -> io::Result<()> {
    let output = Command::new("bwrap").args(arguments.into_words()).args(["--", "true"]).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(io::Error::other(said.trim().to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_told_as_words_and_as_bytes() {
        let mut arguments = Arguments::default();
        arguments.memory("/work", 10, "0755").place("--bind", Path::new("/a b"), "/home/user");
        arguments.only_variables([("HOME", "/home/user")]);
        let wanted = "--size 10 --perms 0755 --tmpfs /work --perms 0755 --dir /home --bind /a_b /home/user --clearenv --setenv HOME /home/user";
        let words: Vec<String> =
            arguments.clone().into_words().iter().map(|word| word.to_string_lossy().replace(' ', "_")).collect();
        assert_eq!(words.join(" "), wanted);
        assert_eq!(arguments.into_bytes().split(|byte| *byte == 0).nth(11).unwrap(), b"/a b");
    }
}
