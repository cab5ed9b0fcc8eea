//! Tasks of OSWorld, as its JSON files have them, written as task files: those whose programs are among ours and whose checks can be made here.
//!
//! What its graders compare with gold files, a verifier compares by the same rules (`osworld/verify`). OSWorld publishes no solutions: who
//! hands in the gold file has solved the task, and who saves the file as it was has not. A task without a gold file is left out, unless
//! the right end is to say that it cannot be done.

mod checks;
mod desk;
mod handing_in;
mod keys;
mod published;

use crate::imported::{Head, Imported};
use checks::Check;
use desk::Desk;
use handing_in::HandingIn;
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

/// OSWorld's tasks have no budgets of their own; its longest published runs have this one.
const STEPS: u32 = 100;

#[derive(Deserialize)]
struct Task {
    instruction: String,
    config: Option<Vec<Step>>,
    #[serde(default)]
    related_apps: Vec<String>,
    evaluator: checks::Evaluator,
}

/// A step that prepares the machine, or is done before the check.
#[derive(Deserialize)]
struct Step {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    parameters: Value,
}

/// A task file with the files that it names, or why there cannot be one. `name` is the task's in its data set, `APP/ID`; its start and gold
/// files lie in `files` as APP/ID/NAME.
pub fn task_file(name: &str, json: &str, files: Option<&Path>) -> Result<Imported, String> {
    let task: Task = serde_json::from_str(json).map_err(|error| format!("it is no task of OSWorld: {error}"))?;
    let app = name.split('/').next().unwrap_or_default();
    let programs = desk::programs(std::iter::once(app).chain(task.related_apps.iter().map(String::as_str)))?;
    if task.instruction.contains('{') {
        return Err("its instruction has braces, which a task file would fill".into());
    }
    let check = task.evaluator.read()?;
    let desk = Desk::read(task.config.as_deref().unwrap_or_default())?;
    if matches!(check, Check::Files { .. }) {
        desk.readable()?;
    }
    let mut import = HandingIn::new(name, files);
    import.lay_down(&desk)?;
    let mut instruction = task.instruction.trim().to_owned();
    let mut surfaces = vec!["screen", "tree"];
    let way = match check {
        Check::CannotBeDone => {
            import.draft.cannot_be_done();
            "GUI"
        }
        Check::Files { parts, is_any } => {
            import.compare(&parts, is_any)?;
            // Their graders save what is open; here nobody does it for the agent.
            instruction.push_str(&format!("\n\nSave your work to {}: it is read there.", checks::places(&parts)));
            surfaces.push("shell");
            "GUI+CLI"
        }
    };
    let opened = desk.programs(app, &programs);
    import.draft.setup = opened.setup;
    import.draft.beside = opened.beside;
    import.draft.installed = opened.installed;
    let steps = STEPS.max(import.draft.right.len() as u32 + 5);
    let head = Head {
        title: format!("OSWorld {name}"),
        about: "Imported from OSWorld (Apache-2.0).",
        program: opened.front.into(),
        difficulty: "medium",
        way,
        steps,
        surfaces,
        instruction,
    };
    import.write(head)
}

#[cfg(test)]
mod tests;
