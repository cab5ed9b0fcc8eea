//! From the table `[ablate]` of a job file to the variants of a run.

use agon_core::FROM_STAGE;
use agon_record::{Ablation, AblationMode, Factor};
use agon_run::{RunConfig, Suites};
use anyhow::bail;
use serde_json::{Map, Value};

/// The factors of a job file, in its order. The agents' are written `"agent.history" = […]` or `agent.history = […]`, which
/// is a table to TOML.
pub(crate) fn read(table: Option<Map<String, Value>>, mode: Option<AblationMode>) -> anyhow::Result<Option<Ablation>> {
    let Some(table) = table else {
        if mode.is_some() {
            bail!("ablate_mode says how to vary, but there is no table [ablate] that says what");
        }
        return Ok(None);
    };
    let mut factors = Vec::new();
    for (name, values) in table {
        match values {
            Value::Object(settings) if name == "agent" => {
                for (setting, values) in settings {
                    factors.push(factor(format!("agent.{setting}"), values)?);
                }
            }
            values => factors.push(factor(name, values)?),
        }
    }
    if let Some(twice) =
        factors.iter().enumerate().find(|(i, factor)| factors[..*i].iter().any(|other| other.name == factor.name))
    {
        bail!("[ablate] names the factor {} twice", twice.1.name);
    }
    let ablation = Ablation { mode: mode.unwrap_or_default(), factors };
    ablation.check()?;
    Ok(Some(ablation))
}

/// Gives a run the agents of all its variants. What is varied must not also be fixed: one of the two would be a lie.
pub(crate) fn spread(mut config: RunConfig) -> anyhow::Result<RunConfig> {
    for factor in config.ablation.iter().flat_map(|ablation| &ablation.factors) {
        match factor.agent_setting() {
            None if config.settings.contains_key(&factor.name) => {
                bail!("{} is both a factor of [ablate] and a setting of the run; keep one of them", factor.name);
            }
            None => {}
            Some(setting) => {
                if let Some(agent) = config.agents.iter().find(|agent| agent.settings.contains_key(setting)) {
                    bail!("{} is a factor of [ablate], but agent {} has a {setting} of its own", factor.name, agent.label);
                }
            }
        }
    }
    config.spread();
    Ok(config)
}

/// Adds one factor: the stage from which a trial starts, from the first to the last that a task has.
pub(crate) fn vary_starts(config: &mut RunConfig, suites: &Suites) -> anyhow::Result<()> {
    let mut most = 0;
    for pattern in &config.tasks {
        for card in suites.select(pattern)?.1 {
            most = most.max(suites.get(card.id.suite())?.stage_count(&card.id));
        }
    }
    if most == 0 {
        bail!("none of these tasks has stages to start from; leave --stages out");
    }
    let ablation = config.ablation.get_or_insert_default();
    if config.settings.contains_key(FROM_STAGE) || ablation.factors.iter().any(|factor| factor.name == FROM_STAGE) {
        bail!("--stages all starts from every stage, but {FROM_STAGE} is set; keep one of them");
    }
    ablation.factors.push(Factor { name: FROM_STAGE.into(), values: (0..most).map(Value::from).collect() });
    Ok(ablation.check()?)
}

fn factor(name: String, values: Value) -> anyhow::Result<Factor> {
    match values {
        Value::Array(values) => Ok(Factor { name, values }),
        other => bail!("[ablate] must give {name} a list of values, such as [true, false]; got {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Option<Map<String, Value>> {
        Some(toml::from_str(text).unwrap())
    }

    #[test]
    fn factors_are_read_in_the_order_of_the_file() {
        let names = |text: &str| -> Vec<String> {
            read(table(text), None).unwrap().unwrap().factors.into_iter().map(|factor| factor.name).collect()
        };
        assert_eq!(
            names("observation = ['image']\nfeedback = [true]\n'agent.history' = [1]"),
            ["observation", "feedback", "agent.history"]
        );
        assert_eq!(names("goal = [true]\nagent.history = [1]\nagent.detail = [2]"), ["goal", "agent.history", "agent.detail"]);
    }

    #[test]
    fn slips_are_named() {
        let problem = |text: &str| read(table(text), None).unwrap_err().to_string();
        assert!(problem("goal = true").contains("must give goal a list of values"));
        assert!(problem("goal = []").contains("gives goal no values"));
        assert!(problem("goal = [true, true]").contains("gives goal the value true twice"));
        assert!(problem("").contains("names no factor"));
        assert!(problem("agent.x = [1]\n'agent.x' = [2]").contains("names the factor agent.x twice"));
        assert!(read(None, Some(AblationMode::Grid)).unwrap_err().to_string().contains("there is no table [ablate]"));
    }
}
