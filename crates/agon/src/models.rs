//! What `agon run` does for model agents before they sit.

use agon_agents::model::{PROMPTS_VERSION, effective};
use agon_agents::{ModelConfig, SettingError};
use agon_record::{AgentEntry, PlannedTrial};
use agon_run::{RunConfig, Suites};
use anyhow::bail;
use serde_json::Value;
use std::collections::BTreeMap;

/// Gives the settings of the command line to the model agents.
pub(crate) fn set_up(agents: &mut [AgentEntry], given: &[(String, Value)]) -> anyhow::Result<()> {
    let twice = given.iter().enumerate().find(|(at, (key, _))| given[..*at].iter().any(|(other, _)| other == key));
    if let Some((_, (key, _))) = twice {
        bail!("the model setting {key} is given twice; keep one of them");
    }
    let named = given.iter().find(|(key, _)| key == "model");
    let mut models = agents.iter_mut().filter(|agent| agent.kind == "model").peekable();
    if models.peek().is_none() && !given.is_empty() {
        bail!("-M, --cache and --prices are for models: name one with -m PROVIDER/MODEL");
    }
    for agent in models {
        if let (Some(model), Some((_, other))) = (agent.settings.get("model"), named) {
            bail!("agent {} is the model {model}, and -M model names {other}; name each model with -m", agent.label);
        }
        agent.settings.extend(given.iter().cloned());
    }
    Ok(())
}

/// A bound on cost that cannot bind is told before money is spent.
pub(crate) fn check_prices(config: &RunConfig) -> anyhow::Result<()> {
    if config.max_cost_usd.is_none() && config.limits.cost_usd.is_none() {
        return Ok(());
    }
    for agent in config.agents.iter().filter(|agent| agent.kind == "model") {
        let of_agent = |problem: SettingError| anyhow::anyhow!("agent {}: {problem}", agent.label);
        let model = ModelConfig::read(&agent.settings).map_err(of_agent)?;
        if let Some(name) = model.unpriced().map_err(of_agent)?.first() {
            bail!("the price of {name} is not known, so its cost cannot be limited: give it in a file with --prices");
        }
    }
    Ok(())
}

/// What is so unless it is asked otherwise is written down, for reports to tell.
pub(crate) fn write_defaults(agents: &mut [AgentEntry]) {
    for agent in agents.iter_mut().filter(|agent| agent.kind == "model") {
        agent.settings.entry("prompts").or_insert_with(|| PROMPTS_VERSION.into());
        agent.settings.entry("history").or_insert_with(|| "all".into());
    }
}

/// What the settings came to for the planned tasks is written down too: defaults change, and services rename models.
pub(crate) async fn write_effective(config: &mut RunConfig, suites: &Suites, plan: &[PlannedTrial]) -> anyhow::Result<()> {
    for agent in config.agents.iter_mut().filter(|agent| agent.kind == "model") {
        let mut briefs = BTreeMap::new();
        for planned in plan.iter().filter(|planned| planned.agent == agent.label) {
            let task = &planned.instance.task;
            // A task that cannot be set so is told by whoever sets it.
            if !briefs.contains_key(task.as_str())
                && let Ok(instance) = suites.get(task.suite())?.instance(&planned.instance, &config.settings)
            {
                briefs.insert(task.as_str().to_owned(), instance.brief);
            }
        }
        let of_agent = |problem: SettingError| anyhow::anyhow!("agent {}: {problem}", agent.label);
        let effective = effective(&agent.settings, &briefs).await.map_err(of_agent)?;
        agent.settings.insert("effective".into(), effective.into());
    }
    Ok(())
}

/// The agents as they were asked for.
pub(crate) fn without_effective(agents: &[AgentEntry]) -> Vec<AgentEntry> {
    let mut agents = agents.to_vec();
    agents.iter_mut().filter(|agent| agent.kind == "model").for_each(|agent| drop(agent.settings.remove("effective")));
    agents
}
