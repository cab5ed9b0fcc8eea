//! The processes inside a trial's sandboxes, as the machine lists them.

use rustix::process::{Pid, Signal, kill_process};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A process, told from later ones of the same number by its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    id: u32,
    start: u64,
}

/// What is known of one.
#[derive(Clone, Copy, Debug)]
struct Stat {
    process: Process,
    parent: u32,
    is_dead: bool,
    /// Page faults of its children that have ended: whoever had a child that ran has some.
    child_faults: u64,
    /// How far below the first process of its sandbox it is.
    depth: u32,
}

/// How a sandbox stood at one moment.
#[derive(Clone, Debug, Default)]
pub struct Census {
    processes: HashMap<Process, u64>,
}

/// The sandbox's own processes, which take in the ends of the desk's parts: bubblewrap, the shell, and one of its for each part.
const OWN_DEPTH: u32 = 2;
const GOING: Duration = Duration::from_secs(3);
const LOOK_AGAIN: Duration = Duration::from_millis(2);

impl Census {
    /// All that runs inside, by the first process of the sandbox: what loses its parent there gets the first one for it.
    pub fn of(first: u32) -> Self {
        Self { processes: below(first).into_iter().map(|stat| (stat.process, stat.child_faults)).collect() }
    }

    /// Those that were not there before and run no program of these names. Only programs of the machine have a name here: nobody
    /// inside can write where they lie.
    pub fn strangers(&self, first: u32, helpers: &[&str]) -> Vec<Process> {
        let is_new = |stat: &Stat| !stat.is_dead && !self.processes.contains_key(&stat.process);
        let found = below(first).into_iter().filter(is_new).map(|stat| stat.process);
        found.filter(|process| !helpers.iter().any(|helper| is_running(*process, helper))).collect()
    }

    /// Whether a process was started inside since then, even if it has ended: then one of those before it has taken in its end.
    pub fn has_grown(&self, first: u32, helpers: &[&str]) -> bool {
        let has_taken_in = |stat: &Stat| self.processes.get(&stat.process).is_some_and(|before| *before != stat.child_faults);
        below(first).iter().filter(|stat| stat.depth > OWN_DEPTH).any(has_taken_in) || !self.strangers(first, helpers).is_empty()
    }
}

/// Ends what has come into a sandbox since then, and what that starts meanwhile.
pub fn end_strangers(before: &Census, first: u32, helpers: &[&str]) {
    let deadline = Instant::now() + GOING;
    loop {
        let strangers = before.strangers(first, helpers);
        if strangers.is_empty() || Instant::now() >= deadline {
            return;
        }
        // All are stopped before the first is ended: one that is ended can have another started in its place.
        for signal in [Signal::STOP, Signal::KILL] {
            strangers.iter().for_each(|process| process.signal(signal));
        }
        std::thread::sleep(LOOK_AGAIN);
    }
}

/// How much memory the processes below these take that is theirs alone, and the one that takes most.
pub(crate) fn memory(firsts: &[u32]) -> (u64, Option<Process>) {
    let used = firsts.iter().flat_map(|first| below(*first)).map(|stat| (private_bytes(stat.process.id), stat.process));
    let used: Vec<(u64, Process)> = used.collect();
    let largest = used.iter().max_by_key(|(bytes, _)| *bytes).map(|(_, process)| *process);
    (used.iter().map(|(bytes, _)| bytes).sum(), largest)
}

impl Process {
    /// To this process, and to none that has its number now.
    pub fn signal(self, signal: Signal) {
        let is_same = stat(self.id).is_some_and(|stat| stat.process == self);
        if let (true, Some(id)) = (is_same, i32::try_from(self.id).ok().and_then(Pid::from_raw)) {
            let _ = kill_process(id, signal);
        }
    }

    /// What it calls itself.
    pub fn name(self) -> String {
        fs::read_to_string(format!("/proc/{}/comm", self.id)).unwrap_or_default().trim().to_owned()
    }
}

fn is_running(process: Process, program: &str) -> bool {
    let file: PathBuf = fs::read_link(format!("/proc/{}/exe", process.id)).unwrap_or_default();
    file.starts_with("/usr") && file.file_name().is_some_and(|name| name == program)
}

/// A process and all that have come from it.
fn below(first: u32) -> Vec<Stat> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let mut children: HashMap<u32, Vec<Stat>> = HashMap::new();
    let mut found: Vec<Stat> = Vec::new();
    for stat in ids.filter_map(stat) {
        if stat.process.id == first {
            found.push(stat);
        } else {
            children.entry(stat.parent).or_default().push(stat);
        }
    }
    let (mut next, mut seen) = (0, HashSet::from([first]));
    while let Some((parent, depth)) = found.get(next).map(|stat| (stat.process.id, stat.depth)) {
        next += 1;
        let own = children.remove(&parent).unwrap_or_default().into_iter();
        found.extend(own.filter(|stat| seen.insert(stat.process.id)).map(|stat| Stat { depth: depth + 1, ..stat }));
    }
    found
}

fn stat(id: u32) -> Option<Stat> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name before it may hold anything.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let number = |place: usize| fields.get(place)?.parse::<u64>().ok();
    Some(Stat {
        process: Process { id, start: number(19)? },
        parent: u32::try_from(number(1)?).ok()?,
        is_dead: matches!(fields.first(), Some(&("Z" | "X"))),
        child_faults: number(8)?,
        depth: 0,
    })
}

fn private_bytes(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok()).unwrap_or_default() * 1024
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn strangers_are_told_from_those_before_and_leave_a_trace() {
        // Three shells stand around the one that is told what to do, as in a desk.
        let script = "while read -r line; do eval \"$line\"; echo done; done";
        let outer = "sh -c 'sh -c \"sh -c \\\"\\$SCRIPT\\\"; :\"; :'; :";
        let mut shell = Command::new("sh");
        let mut shell =
            shell.args(["-c", outer]).env("SCRIPT", script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = shell.stdin.take().unwrap();
        let mut stdout = std::io::BufReader::new(shell.stdout.take().unwrap());
        let mut tell = |line: &str| {
            use std::io::{BufRead, Write};
            writeln!(stdin, "{line}").unwrap();
            stdout.read_line(&mut String::new()).unwrap();
        };
        tell(":");
        let before = Census::of(shell.id());
        assert!(!before.has_grown(shell.id(), &[]));
        tell("/bin/true");
        assert!(before.has_grown(shell.id(), &[]) && before.strangers(shell.id(), &[]).is_empty(), "one that has ended");
        tell("sleep 600 & sleep 601 &");
        // Until both run their own program they are copies of the shell.
        while before.strangers(shell.id(), &[]).iter().any(|process| !is_running(*process, "sleep")) {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(before.strangers(shell.id(), &[]).len(), 2);
        assert_eq!(before.strangers(shell.id(), &["sleep"]), []);
        assert!(memory(&[shell.id()]).0 > 10_000);
        end_strangers(&before, shell.id(), &[]);
        assert_eq!(before.strangers(shell.id(), &[]), []);
        tell(":");
        shell.kill().unwrap();
        shell.wait().unwrap();
    }
}
