//! What `agon run` does for model agents before they sit.

use agon_agents::model::{PROMPTS_VERSION, effective};
use agon_agents::{ClawConfig, JudgeModel, ModelConfig, SettingError, asks_models, claw};
use agon_core::{Judging, Settings, Suite, TaskId};
use agon_judge::ModelJudge;
use agon_record::{AgentEntry, PlannedTrial};
use agon_run::{RunConfig, Suites};
use anyhow::bail;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The kind of the reference harness.
const CLAW: &str = "claw";

/// Gives the settings of the command line to the model agents.
pub(crate) fn set_up(agents: &mut [AgentEntry], given: &[(String, Value)]) -> anyhow::Result<()> {
    let twice = given.iter().enumerate().find(|(at, (key, _))| given[..*at].iter().any(|(other, _)| other == key));
    if let Some((_, (key, _))) = twice {
        bail!("the model setting {key} is given twice; keep one of them");
    }
    let named = given.iter().find(|(key, _)| key == "model");
    let mut models = agents.iter_mut().filter(|agent| asks_models(&agent.kind)).peekable();
    if models.peek().is_none() && !given.is_empty() {
        bail!("-M, --cache and --prices are for models: name one with -m PROVIDER/MODEL or -a claw:PROVIDER/MODEL");
    }
    for agent in models {
        if let (Some(model), Some((_, other))) = (agent.settings.get("model"), named) {
            bail!("agent {} is the model {model}, and -M model names {other}; name each model with -m", agent.label);
        }
        agent.settings.extend(given.iter().cloned());
    }
    Ok(())
}

/// Lays the judge of the command line over that of the job file.
pub(crate) fn set_up_judge(
    config: &mut RunConfig,
    model: Option<&str>,
    given: &[(String, Value)],
    prices: Option<&str>,
) -> anyhow::Result<()> {
    if let Some(model) = model {
        config.judge = Some(Settings::from_iter([("model".to_owned(), model.into())]));
    }
    let Some(judge) = &mut config.judge else {
        if given.is_empty() {
            return Ok(());
        }
        bail!("--judge-setting is for a judge: name one with --judge PROVIDER/MODEL");
    };
    judge.extend(given.iter().cloned());
    judge.extend(prices.map(|file| ("prices".to_owned(), file.into())));
    if let Some(Value::String(path)) = judge.get_mut("prices")
        && let Ok(whole) = std::path::absolute(&*path)
    {
        *path = whole.to_string_lossy().into_owned();
    }
    Ok(())
}

/// The judge that a configuration names.
pub(crate) fn judging(config: &RunConfig) -> anyhow::Result<Judging> {
    let Some(settings) = &config.judge else { return Ok(Judging::LeftOut) };
    if settings.contains_key("cache") {
        bail!("the judge: a cache is for models that sit and for `agon judge`; each answer about a file is asked for anew");
    }
    let JudgeModel { model, name, options } =
        JudgeModel::new(settings).map_err(|problem| anyhow::anyhow!("the judge: {problem}"))?;
    Ok(Judging::By(Arc::new(ModelJudge::new(model, name, options))))
}

/// Refuses a task whose marks would lack what only a judge can tell.
pub(crate) fn refuse_judged(suite: &dyn Suite, task: &TaskId) -> anyhow::Result<()> {
    if suite.is_judged(task) {
        bail!(
            "{task} has checks that only a judge can tell, and there is none here; run it with agon run --judge PROVIDER/MODEL"
        );
    }
    Ok(())
}

/// A bound on cost that cannot bind is told before money is spent.
pub(crate) fn check_prices(config: &RunConfig) -> anyhow::Result<()> {
    if config.max_cost_usd.is_none() && config.limits.cost_usd.is_none() {
        return Ok(());
    }
    for agent in config.agents.iter().filter(|agent| asks_models(&agent.kind)) {
        let of_agent = |problem: SettingError| anyhow::anyhow!("agent {}: {problem}", agent.label);
        if let Some(name) = unpriced(agent).map_err(of_agent)?.first() {
            bail!("the price of {name} is not known, so its cost cannot be limited: give it in a file with --prices");
        }
    }
    if let Some(judge) = config.judge.as_ref().filter(|_| config.max_cost_usd.is_some()) {
        let of_judge = |problem: SettingError| anyhow::anyhow!("the judge: {problem}");
        refuse_unpriced_judge(&ModelConfig::read(judge).map_err(of_judge)?)?;
    }
    Ok(())
}

/// A judge whose cost is to be limited must have a known price.
pub(crate) fn refuse_unpriced_judge(judge: &ModelConfig) -> anyhow::Result<()> {
    if let Some(name) = judge.unpriced().map_err(|problem| anyhow::anyhow!("the judge: {problem}"))?.first() {
        bail!("the price of the judge {name} is not known, so its cost cannot be limited: give it in a file with --prices");
    }
    Ok(())
}

fn unpriced(agent: &AgentEntry) -> Result<Vec<String>, SettingError> {
    let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    match agent.kind.as_str() {
        CLAW => ClawConfig::read(&agent.settings)?.unpriced().map(owned),
        _ => ModelConfig::read(&agent.settings)?.unpriced().map(owned),
    }
}

/// What is so unless it is asked otherwise is written down, for reports to tell.
pub(crate) fn write_defaults(agents: &mut [AgentEntry]) {
    for agent in agents.iter_mut().filter(|agent| asks_models(&agent.kind)) {
        if agent.kind == CLAW {
            agent.settings.entry("prompts").or_insert_with(|| claw::PROMPTS_VERSION.into());
            continue;
        }
        agent.settings.entry("prompts").or_insert_with(|| PROMPTS_VERSION.into());
        agent.settings.entry("history").or_insert_with(|| "all".into());
    }
}

/// What the settings came to for the planned tasks is written down too: defaults change, and services rename models.
pub(crate) async fn write_effective(config: &mut RunConfig, suites: &Suites, plan: &[PlannedTrial]) -> anyhow::Result<()> {
    for agent in config.agents.iter_mut().filter(|agent| asks_models(&agent.kind)) {
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
        let effective = match agent.kind.as_str() {
            CLAW => claw::effective(&agent.settings).await,
            _ => effective(&agent.settings, &briefs).await,
        };
        let effective = effective.map_err(of_agent)?;
        agent.settings.insert("effective".into(), effective.into());
    }
    Ok(())
}

/// The agents as they were asked for.
pub(crate) fn without_effective(agents: &[AgentEntry]) -> Vec<AgentEntry> {
    let mut agents = agents.to_vec();
    agents.iter_mut().filter(|agent| asks_models(&agent.kind)).for_each(|agent| drop(agent.settings.remove("effective")));
    agents
}
