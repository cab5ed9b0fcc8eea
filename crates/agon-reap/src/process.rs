//! Processes as the kernel lists them.

use crate::Tag;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::collections::HashSet;
use std::fs;
use std::time::{Duration, Instant};

/// Marked processes may start others while they are being killed, and one in the middle of an exec shows no environment
/// for a moment; after this many looks we stop.
const LOOKS: usize = 50;
/// A killed process is gone in milliseconds unless the kernel holds it; then nobody can help.
const GOING: Duration = Duration::from_secs(2);
const LOOK_AGAIN: Duration = Duration::from_millis(1);

pub(crate) fn kill_group(leader: u32) {
    if let Some(pid) = to_pid(leader) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

/// Waits until the killed members of a group are gone, or at least past doing anything.
pub(crate) fn wait_for_group(leader: u32) {
    let deadline = Instant::now() + GOING;
    while group_members(leader) > 0 && Instant::now() < deadline {
        std::thread::sleep(LOOK_AGAIN);
    }
}

/// The same for killed processes that carry a tag.
pub(crate) fn wait_for_tagged(wanted: Wanted<'_>, since: u64) {
    let deadline = Instant::now() + GOING;
    while !find_tagged(wanted, since).tagged.is_empty() && Instant::now() < deadline {
        std::thread::sleep(LOOK_AGAIN);
    }
}

/// Kills every process that carries such a tag and began at or after a time; how many there were.
pub(crate) fn kill_tagged(wanted: Wanted<'_>, since: u64) -> usize {
    let mut killed = HashSet::new();
    for _ in 0..LOOKS {
        let Found { tagged, unsure } = find_tagged(wanted, since);
        let new: Vec<u32> = tagged.into_iter().filter(|pid| !killed.contains(pid)).collect();
        if new.is_empty() && !unsure {
            break;
        }
        for pid in new.iter().copied().filter_map(to_pid) {
            let _ = kill_process(pid, Signal::KILL);
        }
        killed.extend(new);
        std::thread::yield_now();
    }
    killed.len()
}

/// Which tags are looked for.
#[derive(Clone, Copy)]
pub(crate) enum Wanted<'a> {
    Only(&'a Tag),
    /// All that the owner of this register gave out.
    OfOwner(&'a str),
}

impl Wanted<'_> {
    fn is_in(self, environment: &[u8]) -> bool {
        let prefix = format!("{}=", Tag::VARIABLE);
        let mut tags = environment.split(|byte| *byte == 0).filter_map(|variable| variable.strip_prefix(prefix.as_bytes()));
        tags.any(|value| match self {
            Self::Only(tag) => value == tag.value().as_bytes(),
            Self::OfOwner(owner) => value.strip_prefix(owner.as_bytes()).is_some_and(|rest| rest.starts_with(b"-")),
        })
    }
}

pub(crate) struct Found {
    pub(crate) tagged: Vec<u32>,
    /// Some process shows no environment now, and may be ours.
    pub(crate) unsure: bool,
}

/// The living processes that carry such a tag.
pub(crate) fn find_tagged(wanted: Wanted<'_>, since: u64) -> Found {
    let mut found = Found { tagged: Vec::new(), unsure: false };
    for pid in processes().filter(|pid| start_time(*pid).is_some_and(|start| start >= since)) {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        if environment.is_empty() {
            found.unsure |= !is_kernel_thread(pid);
        } else if wanted.is_in(&environment) {
            found.tagged.push(pid);
        }
    }
    found
}

fn is_kernel_thread(pid: u32) -> bool {
    const PF_KTHREAD: u64 = 0x20_0000;
    stat(pid).and_then(|(_, fields)| fields.get(5)?.parse::<u64>().ok()).is_none_or(|flags| flags & PF_KTHREAD != 0)
}

/// When a process started, in clock ticks since boot; `None` if there is none (or only its zombie).
pub(crate) fn start_time(pid: u32) -> Option<u64> {
    let (state, fields) = stat(pid)?;
    if state == "Z" || state == "X" { None } else { fields.get(18)?.parse().ok() }
}

pub(crate) fn group_members(group: u32) -> usize {
    let is_member = |pid: &u32| {
        stat(*pid).is_some_and(|(state, fields)| state != "Z" && fields.get(1).and_then(|g| g.parse().ok()) == Some(group))
    };
    processes().filter(is_member).count()
}

fn processes() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

fn to_pid(pid: u32) -> Option<Pid> {
    i32::try_from(pid).ok().and_then(Pid::from_raw)
}

/// The state and the fields after it of `/proc/PID/stat`. The name before them is in brackets and may hold anything.
fn stat(pid: u32) -> Option<(String, Vec<String>)> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = text.rsplit_once(')')?.1.split_ascii_whitespace().map(str::to_owned);
    let state = fields.next()?;
    Some((state, fields.collect()))
}
