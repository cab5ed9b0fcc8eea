//! Tasks as they are written in `suites/web/APP/NAME.toml`.

use crate::apps::{AnswerKey, App};
use crate::page::Clock;
use crate::world::STEP_MS;
use agon_core::{Brief, Difficulty, Limits, MAX_WAIT_SECS, Surface, TaskCard, TaskId};
use serde::Deserialize;

/// The longest an agent may think over one task unless a run says otherwise.
const DEFAULT_WALL_SECS: f64 = 3600.0;

/// A task with its key.
pub(crate) struct Task {
    pub(crate) app: &'static dyn App,
    pub(crate) card: TaskCard,
    pub(crate) instruction: String,
    pub(crate) key: Box<dyn AnswerKey>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskFile {
    title: String,
    about: String,
    difficulty: Difficulty,
    steps: u32,
    #[serde(default)]
    tags: Vec<String>,
    goal: String,
    steps_text: Vec<String>,
    result: String,
    key: toml::Table,
}

/// A task file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the task {task}: {problem}")]
pub struct TaskFileError {
    pub task: String,
    pub problem: String,
}

impl Task {
    pub(crate) fn read(app: &'static dyn App, name: &str, text: &str) -> Result<Self, TaskFileError> {
        let id = format!("web/{}/{name}", app.name());
        let wrong = |problem: String| TaskFileError { task: id.clone(), problem };
        let file: TaskFile = toml::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let instruction = instruction(app, &file);
        let limits = Limits { wall_secs: Some(DEFAULT_WALL_SECS), ..Limits::steps(file.steps) };
        let key = app.key(file.key).map_err(wrong)?;
        let mut tags = vec![app.name().to_owned()];
        tags.extend(file.tags);
        let card =
            TaskCard { id: TaskId::new(id), title: file.title, about: file.about, difficulty: file.difficulty, tags, limits };
        Ok(Self { app, card, instruction, key })
    }

    /// What an agent is told: the application, the task, the form of the result.
    pub(crate) fn brief(&self, screen: (u32, u32), clock: Clock, surfaces: Vec<Surface>) -> Brief {
        let (width, height) = screen;
        let tree = if surfaces.contains(&Surface::Tree) { " and the accessibility tree of the page" } else { "" };
        let time = match clock {
            Clock::Agent => format!(
                "The application's own time stands still while you think: {} seconds of it pass with every step, and as many as you say \
                 when you wait (at most {MAX_WAIT_SECS} at a time).",
                STEP_MS / 1000.0
            ),
            Clock::Real => {
                format!("The application's time passes while you think; a single wait takes at most {MAX_WAIT_SECS} seconds.")
            }
        };
        let rules = format!(
            "You see the application's screen ({width}×{height} pixels){tree} and use its mouse and keyboard. Each action is one step. {time} \
             When the work is finished, hand in the result with `answer`, as the JSON above, and then say `done`; where the result is only \
             that it is done, `done` is enough. What the application holds at that moment is what counts."
        );
        Brief { title: self.card.title.clone(), instruction: self.instruction.clone(), rules, surfaces, ..Brief::default() }
    }
}

/// The three levels of a brief: application background, task, result format.
fn instruction(app: &dyn App, file: &TaskFile) -> String {
    let steps: Vec<String> = file.steps_text.iter().enumerate().map(|(i, step)| format!("{}. {}", i + 1, step.trim())).collect();
    format!(
        "You are using a web application.\n\n# APPLICATION BACKGROUND\n\n{}\n\n# TASK\n\n# {}\n\n## GOAL\n\n{}\n\n## STEPS\n\n{}\n\n\
         # RESULT FORMAT\n\n```json\n{}\n```",
        app.background().trim(),
        file.title,
        file.goal.trim(),
        steps.join("\n"),
        file.result.trim()
    )
}
