//! Where a trial's files lie: file systems in memory, of bounded size, in a mount namespace that one process of ours holds open.
//!
//! So a trial fills neither the machine's disk nor another trial's folders, its processes are told no path of the machine, and all of
//! it goes with the holder, however this process ends. We reach it through a descriptor, sandboxes are started inside the namespace.

use crate::desk::confined::{Confined, Pipes};
use agon_reap::{Keeper, Tag};
use rustix::fs::{Mode, OFlags, open};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::io::AsyncReadExt;
use tokio::process::{ChildStdin, Command};

/// HOME and the task's files; sockets and settings of the desk; copies that probes work on.
pub(super) const FILES: &str = "files";
pub(super) const DESK: &str = "desk";
pub(super) const COPIES: &str = "copies";

/// How much each may hold.
pub(crate) const FILES_BYTES: u64 = 512 << 20;
const DESK_BYTES: u64 = 256 << 20;
const COPIES_BYTES: u64 = 1 << 30;

const READY: &str = "ready\n";

#[derive(Debug)]
pub(super) struct Store {
    /// Where it is mounted, as processes in its namespace see it.
    folder: PathBuf,
    /// The same folder, with what is mounted in it.
    root: OwnedFd,
    mounts: OwnedFd,
    /// Only where we are not root: then the mounts belong to a user namespace.
    users: Option<OwnedFd>,
    /// The process that holds the namespace open, and its input: it ends when that is closed.
    holder: Option<(Confined, ChildStdin)>,
}

impl Store {
    pub(super) async fn new(folder: &Path, is_root: bool, keeper: &Keeper) -> io::Result<Self> {
        let tag = keeper.tag();
        let mut command = Command::new("/bin/sh");
        // The same shape as every sandbox's command; see there.
        command.args(["-c", "\"$@\" 5>&2; exit \"$?\"", "desk", "bwrap", "--dev-bind", "/", "/"]);
        for (name, bytes) in [(FILES, FILES_BYTES), (DESK, DESK_BYTES), (COPIES, COPIES_BYTES)] {
            let place = folder.join(name);
            fs::create_dir(&place)?;
            command.args(["--size", &bytes.to_string(), "--perms", "0755", "--tmpfs"]).arg(place);
        }
        command.args([
            "--die-with-parent",
            "--info-fd",
            "5",
            "--",
            "sh",
            "-c",
            &format!("printf {READY:?}; exec cat > /dev/null"),
        ]);
        command.process_group(0).env_clear().env("PATH", "/usr/bin:/bin").env(Tag::VARIABLE, tag.value());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (holder, Pipes { stdin, mut stdout, stderr: _ }) = Confined::start(command, keeper, tag).await?;
        let mut said = [0; READY.len()];
        stdout.read_exact(&mut said).await?;
        let process = PathBuf::from(format!("/proc/{}", holder.first));
        let below_root = folder.strip_prefix("/").unwrap_or(folder);
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let root = open(process.join("root").join(below_root), flags, Mode::empty())?;
        let namespace = |name: &str| open(process.join("ns").join(name), OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty());
        let users = if is_root { None } else { Some(namespace("user")?) };
        Ok(Self { folder: folder.into(), mounts: namespace("mnt")?, users, root, holder: Some((holder, stdin)) })
    }

    /// Ends the holder, without which nobody can enter the namespace any more.
    pub(super) async fn close(&mut self) {
        if let Some(holder) = self.holder.take() {
            // A thread that could not be had has dropped it all the same.
            let _ = tokio::task::spawn_blocking(move || drop(holder)).await;
        }
    }

    /// A place as processes in the namespace see it.
    pub(super) fn within(&self, place: &str) -> PathBuf {
        self.folder.join(place)
    }

    /// The same place as this process, and no other, sees it.
    pub(super) fn outside(&self, place: &str) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}/{place}", self.root.as_raw_fd()))
    }

    /// What a command is to begin with so that it starts in the namespace.
    pub(super) fn entrance(&self) -> Vec<OsString> {
        let descriptor = |fd: &OwnedFd| format!("/proc/{}/fd/{}", std::process::id(), fd.as_raw_fd());
        let mut words = vec!["nsenter".into(), format!("--mount={}", descriptor(&self.mounts)).into()];
        if let Some(users) = &self.users {
            words.extend([format!("--user={}", descriptor(users)).into(), "--preserve-credentials".into()]);
        }
        words.push("--".into());
        words
    }
}
