//! What a `task.toml` says, as far as it is used here.

use crate::network::NamedHost;
use crate::world::Bounds;
use agon_core::Difficulty;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Table;

/// `task.toml`. Parts that only name authors or describe images are left alone.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct TaskSettings {
    task: Package,
    metadata: Table,
    pub(super) agent: AgentPart,
    pub(super) verifier: VerifierPart,
    pub(super) environment: EnvironmentPart,
    pub(super) solution: SolutionPart,
    steps: Vec<Table>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Package {
    description: String,
    keywords: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct AgentPart {
    pub(super) timeout_sec: Option<f64>,
    network_mode: Option<String>,
    allowed_hosts: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct VerifierPart {
    timeout_sec: Option<f64>,
    env: BTreeMap<String, String>,
    environment_mode: Option<String>,
    environment: Option<Table>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SolutionPart {
    env: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct EnvironmentPart {
    build_timeout_sec: Option<f64>,
    pub(super) docker_image: Option<String>,
    os: Option<String>,
    cpus: Option<u32>,
    memory_mb: Option<u32>,
    memory: Option<String>,
    storage_mb: Option<u32>,
    storage: Option<String>,
    gpus: Option<u32>,
    tpu: Option<Table>,
    mcp_servers: Vec<Table>,
    env: BTreeMap<String, String>,
    healthcheck: Option<Table>,
    pub(super) workdir: Option<String>,
    network_mode: Option<String>,
    allowed_hosts: Vec<String>,
}

/// The agent's time where a task gives none.
const AGENT_SECS: f64 = 3600.0;
const LONGEST_AGENT_SECS: f64 = 7.0 * 86400.0;
/// Harbor's own default.
const TESTS_SECS: f64 = 600.0;
const LONGEST_TESTS_SECS: f64 = 7200.0;
const BUILD_SECS: f64 = 600.0;
/// Files lie in memory here, so a disk of ten gigabytes is not given.
const LARGEST_DISK_MIB: u32 = 2048;
const MOST_PROCESSES: u32 = 1024;
/// Harbor's hosts have no ports.
const WEB_PORTS: [u16; 2] = [443, 80];
const LARGEST_MEMORY_MIB: u32 = 65536;

impl TaskSettings {
    /// Reads the text, and sees that nothing is asked for that only containers have.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let settings: Self = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
            format!("task.toml line {line}: {}", error.message().trim())
        })?;
        let EnvironmentPart { os, gpus, tpu, mcp_servers, healthcheck, .. } = &settings.environment;
        let verifier = &settings.verifier;
        let asked = [
            (!settings.steps.is_empty(), "it has several steps"),
            (os.as_ref().is_some_and(|os| !os.eq_ignore_ascii_case("linux")), "its operating system is not Linux"),
            (gpus.is_some_and(|gpus| gpus > 0) || tpu.is_some(), "it asks for accelerators"),
            (!mcp_servers.is_empty(), "it asks for MCP servers beside its environment"),
            (healthcheck.is_some(), "it asks for services that keep running (`healthcheck`)"),
            (
                verifier.environment.is_some() || verifier.environment_mode.as_deref() == Some("separate"),
                "its tests ask for a container of their own",
            ),
        ];
        if let Some((_, what)) = asked.into_iter().find(|(is_asked, _)| *is_asked) {
            return Err(format!("task.toml: {what}, which takes containers"));
        }
        for (name, secs, most) in [
            ("agent.timeout_sec", settings.agent_secs(), LONGEST_AGENT_SECS),
            ("verifier.timeout_sec", settings.tests_secs(), LONGEST_TESTS_SECS),
            ("environment.build_timeout_sec", settings.build_secs(), f64::MAX),
        ] {
            if !(secs > 0.0 && secs <= most) {
                return Err(format!("task.toml: `{name}` is not between 0 and {most} seconds"));
            }
        }
        settings.bounds().map_err(|problem| format!("task.toml: {problem}"))?;
        Ok(settings)
    }

    pub(super) fn agent_secs(&self) -> f64 {
        self.agent.timeout_sec.unwrap_or(AGENT_SECS)
    }

    pub(super) fn tests_secs(&self) -> f64 {
        self.verifier.timeout_sec.unwrap_or(TESTS_SECS)
    }

    pub(super) fn build_secs(&self) -> f64 {
        self.environment.build_timeout_sec.unwrap_or(BUILD_SECS)
    }

    /// The hosts that an agent may reach, where the task lists them. An open network is not given.
    pub(super) fn hosts(&self) -> Result<Vec<NamedHost>, String> {
        let (agent, environment) = (&self.agent, &self.environment);
        let (mode, hosts) = match &agent.network_mode {
            Some(mode) => (mode.as_str(), &agent.allowed_hosts),
            None => (environment.network_mode.as_deref().unwrap_or_default(), &environment.allowed_hosts),
        };
        let hosts = hosts.iter().filter(|_| mode == "allowlist").flat_map(|host| WEB_PORTS.map(|port| (host, port)));
        let named = |(host, port): (&String, u16)| {
            format!("{host}:{port}").parse().map_err(|_| format!("task.toml: the allowed host {host:?} is not one name"))
        };
        hosts.map(named).collect()
    }

    /// How many processors a trial is taken to keep busy.
    pub(super) fn cores(&self) -> f64 {
        f64::from(self.environment.cpus.unwrap_or(1).clamp(1, 64))
    }

    pub(super) fn bounds(&self) -> Result<Bounds, String> {
        let size = |mb: Option<u32>, text: &Option<String>, default: u32| match (mb, text) {
            (Some(mb), _) => Ok(mb),
            (None, Some(text)) => megabytes(text).ok_or_else(|| format!("{text:?} is no size such as \"2G\"")),
            (None, None) => Ok(default),
        };
        let EnvironmentPart { memory_mb, memory, storage_mb, storage, .. } = &self.environment;
        let defaults = Bounds::default();
        let memory_mib = size(*memory_mb, memory, defaults.memory_mib)?;
        let disk_mib = size(*storage_mb, storage, LARGEST_DISK_MIB)?.min(LARGEST_DISK_MIB);
        let bounds = Bounds { memory_mib, disk_mib, processes: MOST_PROCESSES };
        bounds
            .sound()
            .map_err(|_| format!("its memory is not between 16 and {LARGEST_MEMORY_MIB} MB, or its storage below 16 MB"))?;
        Ok(bounds)
    }

    /// The variables of the environment, of its tests and of its solution.
    pub(super) fn variables(&self) -> Result<[BTreeMap<String, String>; 3], String> {
        let parts = [("environment", &self.environment.env), ("verifier", &self.verifier.env), ("solution", &self.solution.env)];
        let mut all = <[BTreeMap<String, String>; 3]>::default();
        for (place, (part, given)) in parts.into_iter().enumerate() {
            for (name, value) in given {
                let value = without_host(value).map_err(|host| {
                    format!("task.toml: [{part}.env] {name} takes {host} of the machine, which no sandbox is told")
                })?;
                all[place].insert(name.clone(), value);
            }
        }
        Ok(all)
    }

    pub(super) fn difficulty(&self) -> Difficulty {
        match self.metadata.get("difficulty").and_then(toml::Value::as_str) {
            Some("easy") => Difficulty::Easy,
            Some("hard" | "expert") => Difficulty::Hard,
            _ => Difficulty::Medium,
        }
    }

    pub(super) fn about(&self) -> Option<&str> {
        Some(self.task.description.trim()).filter(|about| !about.is_empty())
    }

    pub(super) fn tags(&self) -> Vec<String> {
        let category = self.metadata.get("category").and_then(toml::Value::as_str);
        let tags =
            self.metadata.get("tags").and_then(toml::Value::as_array).into_iter().flatten().filter_map(toml::Value::as_str);
        let mut all: Vec<String> = Vec::new();
        for tag in category.into_iter().chain(tags).chain(self.task.keywords.iter().map(String::as_str)) {
            if !tag.is_empty() && !all.iter().any(|other| other == tag) {
                all.push(tag.to_owned());
            }
        }
        all
    }
}

/// `2G`, `512M`, in megabytes.
fn megabytes(text: &str) -> Option<u32> {
    let text = text.trim();
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let number: f64 = number.parse().ok()?;
    let megabytes = match unit.to_ascii_uppercase().as_str() {
        "G" => number * 1024.0,
        "M" => number,
        "K" => number / 1024.0,
        _ => return None,
    };
    (0.0..=f64::from(u32::MAX)).contains(&megabytes).then_some(megabytes as u32)
}

/// A value with the defaults of its `${NAME:-default}`; `Err` names a variable without one.
fn without_host(value: &str) -> Result<String, String> {
    let Some(inside) = value.strip_prefix("${").and_then(|rest| rest.strip_suffix('}')) else { return Ok(value.to_owned()) };
    match inside.split_once(":-") {
        Some((_, default)) => Ok(default.to_owned()),
        None => Err(inside.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_and_labels_are_read() {
        let text = "version = \"1.0\"\n[task]\nname = \"me/hello\"\ndescription = \"Says hello.\"\nkeywords = [\"text\", \"easy\"]\n\
            [metadata]\ndifficulty = \"hard\"\ncategory = \"files\"\ntags = [\"text\"]\n[agent]\ntimeout_sec = 120.0\n[verifier]\n\
            timeout_sec = 30\n[verifier.env]\nMODE = \"${MODE:-strict}\"\n[environment]\ncpus = 2\nmemory = \"1.5G\"\nstorage_mb = 10240\n";
        let settings = TaskSettings::read(text).unwrap();
        assert_eq!((settings.agent_secs(), settings.tests_secs(), settings.cores()), (120.0, 30.0, 2.0));
        assert_eq!(settings.bounds().unwrap(), Bounds { memory_mib: 1536, disk_mib: 2048, processes: 1024 });
        assert_eq!((settings.difficulty(), settings.about()), (Difficulty::Hard, Some("Says hello.")));
        assert_eq!(settings.tags(), ["files", "text", "easy"]);
        assert_eq!(settings.variables().unwrap()[1]["MODE"], "strict");
        let hosts = |text: &str| {
            let hosts = TaskSettings::read(text).unwrap().hosts()?;
            Ok::<_, String>(hosts.iter().map(NamedHost::to_string).collect::<Vec<_>>())
        };
        let listed = "[environment]\nnetwork_mode = \"allowlist\"\nallowed_hosts = [\"example.org\"]\n";
        assert_eq!(hosts(listed).unwrap(), ["example.org:443", "example.org:80"]);
        assert_eq!(hosts(&format!("{listed}[agent]\nnetwork_mode = \"no-network\"")).unwrap(), Vec::<String>::new());
        let wild = hosts(&listed.replace("example", "*.example")).unwrap_err();
        assert_eq!(wild, "task.toml: the allowed host \"*.example.org\" is not one name");
        let least = TaskSettings::read("").unwrap();
        assert_eq!(least.hosts().unwrap(), []);
        assert_eq!((least.agent_secs(), least.tests_secs()), (3600.0, 600.0));
    }

    #[test]
    fn what_takes_containers_is_told() {
        let problem = |text: &str| match TaskSettings::read(text) {
            Ok(settings) => settings.variables().unwrap_err(),
            Err(problem) => problem,
        };
        let cases = [
            ("[[steps]]\nname = \"a\"", "task.toml: it has several steps, which takes containers"),
            ("[environment]\nos = \"windows\"", "task.toml: its operating system is not Linux, which takes containers"),
            ("[environment]\ngpus = 1", "task.toml: it asks for accelerators, which takes containers"),
            ("[agent]\ntimeout_sec = 0", "task.toml: `agent.timeout_sec` is not between 0 and 604800 seconds"),
            ("[environment]\nmemory = \"lots\"", "task.toml: \"lots\" is no size such as \"2G\""),
            (
                "[verifier]\nenv = { KEY = \"${API_KEY}\" }",
                "task.toml: [verifier.env] KEY takes API_KEY of the machine, which no sandbox is told",
            ),
            ("[agent]\n\ntimeout_sec = \"a\"", "task.toml line 3: invalid type: string \"a\", expected f64"),
        ];
        for (text, wanted) in cases {
            assert_eq!(problem(text), wanted);
        }
    }
}
