//! The expert's hand: mouse or keys that do what an attempt says, on the default screen. `web/video/README.md` tells what it relies on.

mod fields;
mod keys;
mod mouse;
mod view;

use super::model::Model;
use super::steps::Step;
use crate::apps::script::Way;
use agon_core::Action;
use mouse::Mouse;
use serde_json::json;

/// All that an attempt does, the answer and `done` included.
pub(super) fn act(steps: &[Step], way: Way) -> Result<Vec<Action>, String> {
    let mut model = Model::default();
    let mut mouse = Mouse::default();
    let mut actions = Vec::new();
    for visit in visits(steps) {
        match way {
            Way::Mouse => mouse.act(&model, visit, &mut actions)?,
            Way::Keys => keys::act(&model, visit, &mut actions)?,
        }
        for step in visit {
            model.follow(step)?;
        }
        mouse.follow(&model, visit);
    }
    actions.extend([Action::Answer { value: json!({"answer": "done"}) }, Action::Done]);
    Ok(actions)
}

/// Steps that are done at one go: fields of one tab of the same thing, from the top down.
fn visits(steps: &[Step]) -> Vec<&[Step]> {
    let is_same = |one: &Step, other: &Step| match (one, other) {
        (Step::Set { id, field, .. }, Step::Set { id: next, field: next_field, .. }) => {
            id == next && field.tab() == next_field.tab() && field < next_field
        }
        _ => false,
    };
    steps.chunk_by(is_same).collect()
}
