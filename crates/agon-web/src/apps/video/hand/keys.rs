//! By keys alone: blocks, media and effects are picked by name.

use super::fields::{owner, typed_fields};
use crate::apps::video::model::Model;
use crate::apps::video::steps::{Step, seconds};
use crate::hand::{chord, typed};
use agon_core::Action;

pub(super) fn act(model: &Model, visit: &[Step], actions: &mut Vec<Action>) -> Result<(), String> {
    let Some(first) = visit.first() else { return Ok(()) };
    match first {
        Step::Add { medium, .. } => actions.push(typed(&format!("a{}\n", medium.title()))),
        Step::Below { medium, .. } => actions.extend([chord(&["shift", "a"]), typed(&format!("{}\n", medium.title()))]),
        Step::Text { .. } => actions.push(typed("t")),
        Step::Effect { block, kind, .. } => {
            select(model, block, actions)?;
            actions.push(typed(&format!("e{}\n", kind.title())));
        }
        Step::Set { .. } => {
            select(model, &owner(model, first)?.id, actions)?;
            actions.extend(typed_fields(model, visit)?);
        }
        Step::Split { id, at, .. } => {
            select(model, id, actions)?;
            actions.push(typed(&format!("p{}\ns", seconds(*at))));
        }
        Step::Copy { id, .. } => {
            select(model, id, actions)?;
            actions.push(typed("d"));
        }
        Step::Delete { id, is_ripple } => {
            select(model, id, actions)?;
            actions.push(if *is_ripple { chord(&["shift", "delete"]) } else { chord(&["delete"]) });
        }
        Step::Nudge { id, presses } => {
            select(model, id, actions)?;
            nudge(*presses, actions);
        }
        Step::ByRow { id, is_up } => {
            select(model, id, actions)?;
            actions.push(chord(&["ctrl", if *is_up { "up" } else { "down" }]));
        }
        Step::Playhead(time) => actions.push(typed(&format!("p{}\n", seconds(*time)))),
        Step::Export => actions.extend([chord(&["ctrl", "e"]), typed("\n")]),
        Step::Undo => actions.push(chord(&["ctrl", "z"])),
        Step::Drop { .. } | Step::Move { .. } | Step::Trim { .. } | Step::EffectEdge { .. } | Step::Slide { .. } => {
            return Err("this is done by mouse".into());
        }
    }
    Ok(())
}

/// Nothing is to be done for what is selected already.
fn select(model: &Model, id: &str, actions: &mut Vec<Action>) -> Result<(), String> {
    if model.selection.as_deref() != Some(id) {
        actions.push(typed(&format!("g{}\n", model.project.name_of(id)?)));
    }
    Ok(())
}

/// With the block selected and the keyboard at the timeline.
pub(super) fn nudge(presses: i64, actions: &mut Vec<Action>) {
    let key = if presses < 0 { "left" } else { "right" };
    actions.extend((0..presses.abs()).map(|_| chord(&["ctrl", key])));
}
