//! What a container is made of, and how the Docker API is told.

use crate::engine::Facts;
use agon_sandbox::User;
use rustix::process::{Resource, getrlimit};
use serde_json::{Value, json};
use std::path::PathBuf;

/// What a container is made of.
#[derive(Clone, Debug)]
pub struct ContainerSettings {
    /// Its name, or its id.
    pub image: String,
    pub run_as: RunAs,
    /// HOME of the processes.
    pub home: String,
    /// Where commands start.
    pub workdir: String,
    pub variables: Vec<(String, String)>,
    pub mounts: Vec<Mount>,
    /// Empty folders in memory, each with its size in bytes; they are new for every command.
    pub memory_folders: Vec<(String, u64)>,
    /// Of all processes together.
    pub memory_bytes: u64,
    pub processes: u32,
    pub cores: f64,
    /// Of the folders that can be written.
    pub disk_bytes: u64,
}

/// Whose rights the processes have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunAs {
    /// Those of the trial's own user.
    Trial(User),
    /// Those of the container's root, to prepare folders which are then handed over to that user.
    Root(User),
}

/// A folder of the machine in a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    pub from: PathBuf,
    pub to: String,
    pub access: Access,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

/// What each process may have open, unless this process may have less.
const OPEN_FILES: u64 = 65_536;
/// What an ordinary user may have running on the whole machine.
const USERS_PROCESSES: u64 = 16_384;

impl Mount {
    pub fn new(from: impl Into<PathBuf>, to: impl Into<String>, access: Access) -> Self {
        Self { from: from.into(), to: to.into(), access }
    }
}

impl RunAs {
    pub(crate) fn user(self) -> User {
        match self {
            Self::Trial(user) | Self::Root(user) => user,
        }
    }

    /// The user inside, and the mapping of users that makes it the trial's own outside.
    fn inside(self, facts: &Facts) -> (String, &'static str) {
        let User { uid, gid, .. } = self.user();
        match (self, facts.is_rootless, facts.is_podman) {
            // An ordinary user's Docker has its owner for the root of every container.
            (_, true, false) => ("0:0".into(), ""),
            (Self::Root(_), true, true) => ("0:0".into(), "keep-id"),
            (Self::Trial(_), true, true) => (format!("{uid}:{gid}"), "keep-id"),
            (Self::Root(_), false, _) => ("0:0".into(), ""),
            (Self::Trial(_), false, _) => (format!("{uid}:{gid}"), ""),
        }
    }

    /// The lists of users and groups that processes see.
    pub(crate) fn files(self, facts: &Facts, home: &str) -> (String, String) {
        let user = self.user();
        let is_root_inside = facts.is_rootless && !facts.is_podman;
        if is_root_inside { User { uid: 0, gid: 0, ..user }.files(home) } else { user.files(home) }
    }
}

impl ContainerSettings {
    /// The body of the request that makes it. `filter` is that of system calls, as the engine takes it.
    pub(crate) fn body(&self, facts: &Facts, entry: &[&str], filter: &str) -> Value {
        let (user, user_namespace) = self.run_as.inside(facts);
        let variables: Vec<String> = self.variables.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mounts: Vec<Value> = self
            .mounts
            .iter()
            .map(|mount| {
                let is_read_only = mount.access == Access::Read;
                json!({"Type": "bind", "Source": mount.from, "Target": mount.to, "ReadOnly": is_read_only})
            })
            .collect();
        let folders = self.memory_folders.iter().filter(|(path, _)| path != SHARED_MEMORY);
        let mut folders: serde_json::Map<String, Value> =
            folders.map(|(path, bytes)| (path.clone(), format!("rw,exec,nosuid,nodev,size={bytes},mode=1777").into())).collect();
        // Podman would make one that everybody can write, without a size.
        folders.insert("/run".into(), "rw,noexec,nosuid,nodev,size=1m,mode=755".into());
        let shared_bytes = self.memory_folders.iter().find(|(path, _)| path == SHARED_MEMORY).map(|(_, bytes)| *bytes);
        // Files in memory count as memory of whoever wrote them, and have limits of their own; what processes take beside them is watched.
        let in_memory: u64 = self.memory_folders.iter().map(|(_, bytes)| bytes).sum::<u64>() + self.disk_bytes;
        let memory = self.memory_bytes.saturating_add(in_memory);
        let mut host = json!({
            "NetworkMode": "none",
            "ReadonlyRootfs": true,
            "Memory": memory,
            "MemorySwap": memory,
            "PidsLimit": self.processes,
            "SecurityOpt": ["no-new-privileges", format!("seccomp={filter}")],
            "LogConfig": {"Type": "none"},
            "IpcMode": "private",
            "UsernsMode": user_namespace,
            "RestartPolicy": {"Name": "no"},
            "Tmpfs": folders,
            "Ulimits": self.process_limits(),
            "Mounts": mounts,
        });
        if let Some(bytes) = shared_bytes {
            host["ShmSize"] = bytes.into();
        }
        if facts.limits_cpu {
            host["NanoCpus"] = ((self.cores * 1e9) as u64).into();
        }
        // Root inside has to read and hand over what the image's own users own, and nothing more.
        host["CapDrop"] = json!(["ALL"]);
        if matches!(self.run_as, RunAs::Root(_)) {
            host["CapAdd"] = json!(["CHOWN", "DAC_OVERRIDE", "FOWNER"]);
        }
        json!({
            "Image": self.image,
            "User": user,
            "Env": variables,
            "Entrypoint": entry,
            "Cmd": [],
            "WorkingDir": "/",
            "Hostname": "workspace",
            "NetworkDisabled": true,
            "StopTimeout": 0,
            "Healthcheck": {"Test": ["NONE"]},
            "HostConfig": host,
        })
    }

    /// What each process may take. An engine that is given some of these makes up the others, so that all are named.
    fn process_limits(&self) -> Value {
        let own = |resource, most: u64| getrlimit(resource).maximum.unwrap_or(most).min(most);
        // All other processes of an ordinary user count as well.
        let processes =
            if self.run_as.user().is_lent { u64::from(self.processes) } else { own(Resource::Nproc, USERS_PROCESSES) };
        let open = own(Resource::Nofile, OPEN_FILES);
        let limits = [("core", 0), ("fsize", self.disk_bytes), ("nofile", open), ("nproc", processes)];
        limits.into_iter().map(|(name, most)| json!({"Name": name, "Soft": most, "Hard": most})).collect()
    }
}

/// The folder in memory that engines mount themselves.
const SHARED_MEMORY: &str = "/dev/shm";
