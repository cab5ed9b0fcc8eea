//! What a run is: written once, before its first trial.

use agon_core::{InstanceId, SuiteSource};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// `run.json`: enough to know what was measured and to do it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    pub format: u32,
    /// A name for people; the folder's name.
    pub name: String,
    /// RFC 3339.
    pub created: String,
    pub agon_version: String,
    /// The source the binary was built from; empty where it was not built from a checkout.
    pub commit: String,
    pub host: Host,
    pub suites: Vec<SuiteEntry>,
    pub agents: Vec<AgentEntry>,
    pub trials: u32,
    /// The run's resolved configuration, as `agon-run` wrote it.
    pub config: Value,
    /// Of the configuration and the plan: two runs with the same hash asked for the same work.
    pub config_hash: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteEntry {
    pub name: String,
    pub version: String,
    /// Where it came from, if it was not built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SuiteSource>,
}

/// An agent as it was asked for. Settings never hold secrets: those come from the environment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentEntry {
    /// What tables call it; unique in the run.
    pub label: String,
    pub kind: String,
    pub version: String,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub settings: Map<String, Value>,
}

/// The machine, without anything that names its owner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    pub system: String,
    pub kernel: String,
    pub processor: String,
    pub cores: usize,
    pub memory_mib: u64,
}

/// A line of `plan.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlannedTrial {
    /// Its place in the plan.
    pub trial: u32,
    /// The agent's label.
    pub agent: String,
    pub instance: InstanceId,
    /// Counted from 0.
    pub repeat: u32,
    /// The label of its variant, in a run with an ablation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
}

/// The time as the record writes it: RFC 3339, to the millisecond.
pub fn now() -> String {
    let now = jiff::Timestamp::now();
    now.round(jiff::Unit::Millisecond).unwrap_or(now).to_string()
}

impl Host {
    /// Reads what this machine says of itself; what it does not say stays empty.
    pub fn here() -> Self {
        let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let after = |text: &str, key: &str| -> String {
            let line = text.lines().find(|line| line.starts_with(key)).unwrap_or_default();
            line[key.len().min(line.len())..].trim_matches([' ', '\t', ':', '=', '"']).to_owned()
        };
        let memory = after(&read("/proc/meminfo"), "MemTotal");
        Self {
            system: after(&read("/etc/os-release"), "PRETTY_NAME"),
            kernel: read("/proc/sys/kernel/osrelease").trim().to_owned(),
            processor: after(&read("/proc/cpuinfo"), "model name"),
            cores: std::thread::available_parallelism().map_or(0, usize::from),
            memory_mib: memory.split(' ').next().and_then(|kib| kib.parse::<u64>().ok()).unwrap_or_default() / 1024,
        }
    }
}
