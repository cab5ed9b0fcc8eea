//! The expert's hand: mouse or keys that do what an attempt says, on the default screen. `web/workflow/README.md` tells what it relies on.

mod fields;
mod keys;
mod mouse;

use super::graph::Graph;
use super::state::Workflow;
use super::steps::{Step, follow};
use crate::apps::script::Way;
use agon_core::Action;
use keys::Keys;
use mouse::Mouse;
use serde_json::json;

/// All that an attempt does, the answer and `done` included.
pub(super) fn act(steps: &[Step], way: Way) -> Result<Vec<Action>, String> {
    let mut workflow = Workflow { name: String::new(), graph: Graph::default() };
    let mut mouse = Mouse::default();
    let mut actions = Vec::new();
    for visit in visits(steps) {
        match way {
            Way::Mouse => mouse.act(&mut workflow, visit, &mut actions)?,
            Way::Keys => Keys.act(&workflow, visit, &mut actions)?,
        }
        for step in visit {
            // Where the mouse has put a new node it is known already.
            if !(way == Way::Mouse && matches!(step, Step::Add { .. })) {
                follow(&mut workflow, step)?;
            }
        }
    }
    actions.extend([Action::Answer { value: json!({"answer": "done"}) }, Action::Done]);
    Ok(actions)
}

/// Steps that are done at one go: settings of one node that follow each other.
fn visits(steps: &[Step]) -> Vec<&[Step]> {
    let is_same = |one: &Step, other: &Step| match (one, other) {
        (Step::Set { id, key, .. }, Step::Set { id: next, key: next_key, .. }) => id == next && key != next_key,
        _ => false,
    };
    steps.chunk_by(is_same).collect()
}
