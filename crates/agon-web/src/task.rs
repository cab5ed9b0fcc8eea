//! Tasks of applications that have a form of their own: a brief of three levels, and a key that the application reads.

use crate::apps::{self, App};
use agon_core::{Action, Agent, Case, Cause, Ending, Fault, Marks, NearMiss, Script};
use agon_grade::{all_of, check};
use agon_taskfile::{AnswerKey, Problem};
use serde::Deserialize;
use toml::Table;

/// What a task file says instead of an `instruction`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    goal: String,
    steps_text: Vec<String>,
    result: String,
}

/// The three levels of a brief: application background, task, result format.
pub(crate) fn instruction(background: &str, title: &str, own: Table) -> Result<String, String> {
    let file: File = toml::Value::Table(own).try_into().map_err(|error: toml::de::Error| error.message().trim().to_owned())?;
    let steps: Vec<String> = file.steps_text.iter().enumerate().map(|(i, step)| format!("{}. {}", i + 1, step.trim())).collect();
    Ok(format!(
        "You are using a web application.\n\n# APPLICATION BACKGROUND\n\n{}\n\n# TASK\n\n# {title}\n\n## GOAL\n\n{}\n\n## STEPS\n\n{}\n\n\
         # RESULT FORMAT\n\n```json\n{}\n```",
        background.trim(),
        file.goal.trim(),
        steps.join("\n"),
        file.result.trim()
    ))
}

/// Marks what the page reported by the application's key, behind the gate that the agent handed its work in.
pub(crate) struct AppKey {
    title: &'static str,
    key: Box<dyn apps::AnswerKey>,
}

impl AppKey {
    pub(crate) fn read(app: &dyn App, key: Table) -> Result<Self, Problem> {
        Ok(Self { title: app.title(), key: app.key(key)? })
    }
}

impl AnswerKey for AppKey {
    fn mark(&self, case: &Case<'_>) -> Result<Marks, Fault> {
        let unreadable = || Fault::new(Cause::Grader, format!("the evidence is not a state of the {}", self.title));
        let checks = self.key.mark(&case.evidence.0["state"], case.answer).ok_or_else(unreadable)?;
        let handed_in = matches!(case.ending, Ending::Done | Ending::Stopped);
        let mut all = vec![check("handed_in", handed_in).expected("the agent said that it was done").seen(case.ending).at("")];
        all.extend(checks);
        Ok(all_of(all))
    }

    fn strategies(&self) -> Vec<String> {
        self.key.strategies()
    }

    fn solve(&self, strategy: &str) -> Option<Box<dyn Agent>> {
        Some(Box::new(Script::new(self.key.solve(strategy)?)))
    }

    fn near_misses(&self) -> Vec<NearMiss> {
        self.key.near_misses()
    }

    fn alternatives(&self) -> Vec<(String, Vec<Action>)> {
        self.key.alternatives()
    }

    fn secrets(&self) -> Vec<String> {
        self.key.secrets()
    }
}
