//! From a job file and flags to a configuration: flags win.

use crate::ablate;
use crate::nearest::meant;
use agon_agents::parse;
use agon_core::{Difficulty, Limits, Settings};
use agon_record::{AblationMode, AgentEntry};
use agon_run::{Frames, RunConfig, Shard};
use anyhow::{Context as _, bail};
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A job file: the flags of `agon run`, spelt out.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Job {
    /// Folders of suites beside the built-in ones.
    pub(crate) suites: Vec<PathBuf>,
    pub(crate) tasks: Option<Vec<String>>,
    pub(crate) tags: Option<Vec<String>>,
    pub(crate) difficulty: Option<Vec<Difficulty>>,
    /// Strings as on the command line, or tables with `kind`, `label` and settings.
    pub(crate) agents: Option<Vec<toml::Value>>,
    pub(crate) repeats: Option<u32>,
    pub(crate) instances: Option<u32>,
    pub(crate) seed: Option<u64>,
    pub(crate) limit: Option<u32>,
    pub(crate) shard: Option<String>,
    pub(crate) parallel: Option<usize>,
    pub(crate) settings: Settings,
    /// What is varied: lists of values, by factor.
    pub(crate) ablate: Option<Settings>,
    pub(crate) ablate_mode: Option<AblationMode>,
    pub(crate) limits: Limits,
    pub(crate) frames: Option<Frames>,
    pub(crate) retries: Option<u32>,
    pub(crate) max_crashes: Option<u32>,
    pub(crate) backoff_secs: Option<f64>,
    pub(crate) world_timeout_secs: Option<f64>,
    pub(crate) max_cost_usd: Option<f64>,
    /// `PROVIDER/MODEL`, or a table with `model` and its settings.
    pub(crate) judge: Option<toml::Value>,
}

/// A larger one is not a job file, and a device may never end.
const MAX_JOB_BYTES: u64 = 1024 * 1024;

impl Job {
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let found = std::fs::metadata(path).with_context(|| format!("the job file {name} could not be read"))?;
        if !found.is_file() || found.len() > MAX_JOB_BYTES {
            bail!("the job file {name} is not a file of at most {MAX_JOB_BYTES} bytes");
        }
        let text = std::fs::read_to_string(path).with_context(|| format!("the job file {name} could not be read"))?;
        toml::from_str(&text).map_err(|error| anyhow::anyhow!("the job file {name} is not valid: {}", one_line(&error)))
    }

    /// The configuration this job asks for, with defaults where it is silent.
    pub(crate) fn resolve(self) -> anyhow::Result<RunConfig> {
        let default = RunConfig::default();
        let agents = self.agents.unwrap_or_default().into_iter().map(agent_entry).collect::<anyhow::Result<_>>()?;
        let shard = self.shard.map(|text| text.parse::<Shard>()).transpose().map_err(anyhow::Error::msg)?;
        let config = RunConfig {
            tasks: self.tasks.unwrap_or_default(),
            tags: self.tags.unwrap_or_default(),
            difficulty: self.difficulty.unwrap_or_default(),
            agents,
            repeats: self.repeats.unwrap_or(default.repeats),
            instances: self.instances.unwrap_or(default.instances),
            seed: self.seed.unwrap_or(default.seed),
            limit: self.limit,
            shard,
            parallel: self.parallel.unwrap_or(default.parallel),
            settings: self.settings,
            ablation: ablate::read(self.ablate, self.ablate_mode)?,
            limits: self.limits,
            frames: self.frames.unwrap_or_default(),
            retries: self.retries.unwrap_or(default.retries),
            max_crashes: self.max_crashes.unwrap_or(default.max_crashes),
            backoff_secs: self.backoff_secs.unwrap_or(default.backoff_secs),
            world_timeout_secs: self.world_timeout_secs.unwrap_or(default.world_timeout_secs),
            max_cost_usd: self.max_cost_usd,
            judge: self.judge.map(judge_settings).transpose()?,
        };
        if config.parallel == 0 || config.repeats == 0 || config.instances == 0 {
            bail!("-n, -k and --instances must be at least 1");
        }
        let limits = &config.limits;
        for (name, value) in [
            ("wall_secs", limits.wall_secs),
            ("cost_usd", limits.cost_usd),
            ("max_cost_usd", config.max_cost_usd),
            ("world_timeout_secs", Some(config.world_timeout_secs)),
            ("backoff_secs", Some(config.backoff_secs)),
        ] {
            if value.is_some_and(|value| !value.is_finite() || value < 0.0) {
                bail!("{name} must be a number of at least 0");
            }
        }
        if limits.wall_secs == Some(0.0) || limits.steps == Some(0) || config.world_timeout_secs == 0.0 {
            bail!("a limit of 0 leaves nothing to do: steps, wall_secs and world_timeout_secs must be more");
        }
        Ok(config)
    }
}

/// Reads `key=value`; the value is JSON where it can be, else text.
pub(crate) fn setting(text: &str) -> Result<(String, Value), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| format!("{text:?} is not key=value"))?;
    Ok((key.into(), serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.into()))))
}

fn agent_entry(value: toml::Value) -> anyhow::Result<AgentEntry> {
    let mut table = match value {
        toml::Value::String(text) => return Ok(parse(&text)),
        toml::Value::Table(table) => table,
        other => bail!("an agent is a string or a table, got {other}"),
    };
    let mut text = |key: &str| match table.remove(key) {
        None => Ok(None),
        Some(toml::Value::String(text)) => Ok(Some(text)),
        Some(other) => bail!("an agent's {key} must be a string, got {other}"),
    };
    let Some(kind) = text("kind")? else { bail!("an agent table needs a kind") };
    if kind.contains(':') {
        bail!("the kind {kind:?} in an agent table must be a plain word: give the rest as settings");
    }
    let label = text("label")?.unwrap_or_else(|| kind.clone());
    let Value::Object(settings) = serde_json::to_value(table)? else { bail!("agent {label}: its settings cannot be read") };
    Ok(AgentEntry { label, settings, ..parse(&kind) })
}

fn judge_settings(value: toml::Value) -> anyhow::Result<Settings> {
    let settings = match value {
        toml::Value::String(model) => Settings::from_iter([("model".to_owned(), model.into())]),
        toml::Value::Table(table) => match serde_json::to_value(table)? {
            Value::Object(settings) => settings,
            _ => Settings::new(),
        },
        other => bail!("a judge is a string or a table, got {other}"),
    };
    if !settings.get("model").is_some_and(Value::is_string) {
        bail!("a judge table names its model, as in {{ model = \"PROVIDER/MODEL\" }}");
    }
    Ok(settings)
}

/// A TOML error without its drawing of the line: what, and where; for a misspelt key also what may be meant.
fn one_line(error: &toml::de::Error) -> String {
    let line = error.to_string().lines().filter(|line| !line.contains('|')).collect::<Vec<_>>().join(": ");
    let mut named = line.split('`').skip(1).step_by(2);
    let meant = match named.next() {
        Some(key) if line.contains("unknown field") => meant(key, named).map_or_else(String::new, |meant| format!("; {meant}")),
        _ => String::new(),
    };
    format!("{line}{meant}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_file_reads_as_flags_do() {
        let job: Job = toml::from_str(
            r#"
            tasks = ["gym/maze-2d"]
            agents = ["oracle", { kind = "process", label = "mine", command = ["python3", "a.py"], frames = "none" }]
            repeats = 3
            shard = "2/4"
            [settings]
            observation = "text"
            [limits]
            steps = 40
            "#,
        )
        .unwrap();
        let config = job.resolve().unwrap();
        assert_eq!(config.agents[1].label, "mine");
        assert_eq!(config.agents[1].settings["frames"], "none");
        assert_eq!(config.shard, Some(Shard { index: 2, of: 4 }));
        assert_eq!(config.limits.steps, Some(40));
        assert_eq!(config.settings["observation"], "text");
    }

    #[test]
    fn slips_are_named() {
        let error = toml::from_str::<Job>("taks = []").unwrap_err();
        assert!(one_line(&error).contains("unknown field `taks`"), "{}", one_line(&error));
        assert!(agent_entry(toml::Value::Integer(3)).is_err());
        assert!(setting("x").is_err());
        assert_eq!(setting("a=text").unwrap().1, "text");
        assert_eq!(setting("a=3").unwrap().1, 3);
    }
}
