//! The computer tools that APIs have built in. Each has its own names, its own coordinates and its own idea of a scroll.

mod anthropic;
mod anthropic_toolset;
mod gemini;
mod openai;

pub use anthropic::AnthropicComputer;
pub use anthropic_toolset::AnthropicToolset;
pub use gemini::GeminiComputer;
pub use openai::OpenAiComputer;

use crate::tools::{OWN, own_tools, read_own};
use crate::{Tool, View};
use agon_core::{Action, Brief, Call, Surface};

/// How far one notch of the wheel scrolls, for tools that count pixels: what browsers do.
pub(crate) const PIXELS_PER_NOTCH: f64 = 100.0;

/// Notches of so many pixels, to a tenth: a picture's pixels are no finer.
pub(crate) fn notches(pixels: f64) -> f64 {
    (pixels / PIXELS_PER_NOTCH * 10.0).round() / 10.0
}

/// A picture, please: every step ends with one, so a step in which nothing happens is enough.
pub(crate) fn look() -> Action {
    Action::Wait { secs: 0.0 }
}

/// An action while keys are held, for those that cannot say so themselves.
pub(crate) fn while_held(keys: Vec<String>, action: Action) -> Vec<Action> {
    let mut actions: Vec<Action> = keys.iter().cloned().map(|key| Action::KeyDown { key }).collect();
    actions.push(action);
    actions.extend(keys.into_iter().rev().map(|key| Action::KeyUp { key }));
    actions
}

/// How a task ends, for which these tools have no call.
fn ends(brief: &Brief) -> String {
    let mut text =
        "When the task is finished, answer without a call and write DONE on a line of its own, or FAIL: reason if it cannot be \
                    done."
            .to_owned();
    if brief.surfaces.contains(&Surface::Answer) {
        text += " To hand in an answer, which finishes the task, write it as in ANS 42.";
    }
    text
}

/// Functions, and our own tools for what a computer tool does not do.
fn beside(brief: &Brief, view: &View, has_shell: bool) -> Vec<Tool> {
    let mut tools: Vec<Tool> = brief.functions.iter().cloned().map(Tool::Function).collect();
    tools.extend(own_tools(brief, view, |surface| match surface {
        Some(Surface::Shell) => !has_shell,
        Some(Surface::Files) => true,
        _ => false,
    }));
    tools
}

/// A call of a tool that is not the computer: a function of the task's, or one of the tools of ours that [`beside`] offers.
/// A name that belongs to another computer tool is refused: its numbers would mean another place.
fn other_call(call: &Call, view: &View, has_shell: bool) -> Result<Vec<Action>, String> {
    if view.functions.contains(&call.name) {
        return Ok(vec![call.clone().into()]);
    }
    let is_offered = |surface| surface == Some(Surface::Files) || (surface == Some(Surface::Shell) && !has_shell);
    if OWN.iter().any(|own| own.name == call.name && is_offered(own.surface)) {
        return read_own(call, view).transpose().map(|action| action.into_iter().collect());
    }
    refuse_foreign(call)?;
    Ok(vec![call.clone().into()])
}

/// Names that computer tools and tools of our own have for what is done on a screen.
fn is_screen_name(name: &str) -> bool {
    OWN.iter().any(|own| own.name == name)
        || gemini::CALLS.contains(&name)
        || anthropic_toolset::MEMBERS.contains(&name)
        || ["computer", "computer_use", "computer_use_preview", "computer_call", "bash"].contains(&name)
}

/// An error for a call by the name of a tool that is not offered here.
pub(crate) fn refuse_foreign(call: &Call) -> Result<(), String> {
    match is_screen_name(&call.name) {
        true => Err("there is no such tool here; it belongs to another set of tools, so call one of those you are given".into()),
        false => Ok(()),
    }
}

/// The call that says an action which is not the computer's.
fn other_written(action: &Action, view: &View) -> Option<Call> {
    match action {
        Action::Call { name, args } => Some(Call::new(name, args.clone())),
        Action::ReadFile { .. } | Action::WriteFile { .. } | Action::ListFiles { .. } => crate::tools::write_own(action, view),
        _ => None,
    }
}
