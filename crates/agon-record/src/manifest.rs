//! What a run is: written once, before its first trial.

use agon_core::{InstanceId, SuiteSource};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// `run.json`: enough to know what was measured and to do it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The format of the record.
    pub format: u32,
    /// A name for people; the folder's name.
    pub name: String,
    /// RFC 3339.
    pub created: String,
    /// The version that wrote it.
    pub agon_version: String,
    /// The source the binary was built from; empty where it was not built from a checkout.
    pub commit: String,
    /// The machine.
    pub host: Host,
    /// The suites that were used.
    pub suites: Vec<SuiteEntry>,
    /// The agents that sat.
    pub agents: Vec<AgentEntry>,
    /// How many are planned.
    pub trials: u32,
    /// The run's resolved configuration, as `agon-run` wrote it.
    pub config: Value,
    /// Of the configuration and the plan: two runs with the same hash asked for the same work.
    pub config_hash: String,
}

/// A suite as it was used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteEntry {
    /// What it is called.
    pub name: String,
    /// Its version.
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
    /// What it is: `oracle`, `model`, `process` and so on.
    pub kind: String,
    /// Its version.
    pub version: String,
    /// What it was set to.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub settings: Map<String, Value>,
}

/// The machine, without anything that names its owner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    /// The distribution.
    pub system: String,
    /// The kernel's release.
    pub kernel: String,
    /// The processor's name.
    pub processor: String,
    /// Processors that could be used.
    pub cores: usize,
    /// All memory.
    pub memory_mib: u64,
}

/// A line of `plan.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlannedTrial {
    /// Its place in the plan.
    pub trial: u32,
    /// The agent's label.
    pub agent: String,
    /// What is sat.
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
