//! Where a trial's files lie: file systems in memory, of bounded size, in a mount namespace that one process of ours holds open.
//!
//! So a trial fills neither the machine's disk nor another trial's folders, its processes are told no path of the machine, and all of
//! it goes with the holder, however this process ends. We reach it through a descriptor, sandboxes are started inside the namespace.

use crate::arguments::Arguments;
use crate::confined::{Confined, Pipes};
use agon_reap::{Keeper, Tag};
use rustix::fs::{Mode, OFlags, open};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};
use tokio::io::AsyncReadExt;
use tokio::process::{ChildStdin, Command};

const READY: &str = "ready\n";

/// Whether a store also holds a network with nothing but a loopback, for commands that are to share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loopback {
    None,
    Shared,
}

/// The files of one trial.
#[derive(Debug)]
pub struct Store {
    /// Where it is mounted, as processes in its namespace see it.
    folder: PathBuf,
    /// The same folder, with what is mounted in it.
    root: OwnedFd,
    mounts: OwnedFd,
    /// Only where we are not root: then the mounts belong to a user namespace.
    users: Option<OwnedFd>,
    network: Option<OwnedFd>,
    /// The process that holds the namespace open, and its input: it ends when that is closed.
    holder: Mutex<Option<(Confined, ChildStdin)>>,
}

impl Store {
    /// Makes folders of these names and sizes in bytes below an empty folder of the machine.
    pub async fn new(folder: &Path, parts: &[(&str, u64)], loopback: Loopback, keeper: &Keeper) -> io::Result<Self> {
        let is_root = rustix::process::getuid().is_root();
        let tag = keeper.tag();
        let mut arguments = Arguments::default();
        arguments.add(&["--dev-bind", "/", "/"]);
        for (name, bytes) in parts {
            let place = folder.join(name);
            fs::create_dir(&place)?;
            arguments.memory(place, *bytes, "0755");
        }
        if loopback == Loopback::Shared {
            arguments.add(&["--unshare-net"]);
        }
        arguments.add(&["--die-with-parent", "--info-fd", "5", "--"]);
        let mut command = Command::new("/bin/sh");
        // The kernel sends bubblewrap's death signal when the thread that started it ends, which may be long before this
        // process does. So a shell stands between; descriptor 5 is for bubblewrap's own report.
        command.args(["-c", "\"$@\" 5>&2; exit \"$?\"", "store", "bwrap"]).args(arguments.into_words());
        command.args(["sh", "-c", &format!("printf {READY:?}; exec cat > /dev/null")]);
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
        let network = if loopback == Loopback::Shared { Some(namespace("net")?) } else { None };
        Ok(Self {
            folder: folder.into(),
            mounts: namespace("mnt")?,
            users,
            network,
            root,
            holder: Mutex::new(Some((holder, stdin))),
        })
    }

    /// Ends the holder. From then on the namespace lasts no longer than this value.
    pub async fn close(&self) {
        let holder = self.holder.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(holder) = holder {
            // A thread that could not be had has dropped it all the same.
            let _ = tokio::task::spawn_blocking(move || drop(holder)).await;
        }
    }

    /// A place as processes in the namespace see it.
    pub fn within(&self, place: &str) -> PathBuf {
        self.folder.join(place)
    }

    /// The same place as this process, and no other, sees it.
    pub fn outside(&self, place: &str) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}/{place}", self.root.as_raw_fd()))
    }

    /// What a command is to begin with so that it starts in the namespace.
    pub fn entrance(&self) -> Vec<OsString> {
        self.entrance_by(&[("mount", Some(&self.mounts))])
    }

    /// The same with the network that it holds, if it holds one.
    pub fn entrance_with_network(&self) -> Vec<OsString> {
        self.entrance_by(&[("mount", Some(&self.mounts)), ("net", self.network.as_ref())])
    }

    /// What a command is to begin with so that it has the network that the store holds, and the machine's files.
    pub(crate) fn entrance_to_network(&self) -> Vec<OsString> {
        self.entrance_by(&[("net", self.network.as_ref())])
    }

    fn entrance_by(&self, spaces: &[(&str, Option<&OwnedFd>)]) -> Vec<OsString> {
        let descriptor = |fd: &OwnedFd| format!("/proc/{}/fd/{}", std::process::id(), fd.as_raw_fd());
        let mut words: Vec<OsString> = vec!["nsenter".into()];
        words.extend(spaces.iter().filter_map(|(name, space)| Some(format!("--{name}={}", descriptor((*space)?)).into())));
        if let Some(users) = &self.users {
            words.extend([format!("--user={}", descriptor(users)).into(), "--preserve-credentials".into()]);
        }
        words.push("--".into());
        words
    }
}
