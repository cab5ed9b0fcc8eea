//! By keys alone: objects and commands are picked by name.

use super::fields::{set_by_menu, set_setting, typed_fields};
use crate::apps::modeller::scene::start;
use crate::apps::modeller::steps::{Model, Step};
use crate::hand::{chord, typed};
use agon_core::Action;

pub(super) fn act(model: &Model, visit: &[Step], actions: &mut Vec<Action>) -> Result<(), String> {
    let Some(first) = visit.first() else { return Ok(()) };
    match first {
        Step::Open(index) => actions.extend(open(*index)),
        Step::New(name) if model.open.is_none() => actions.push(typed(&format!("{name}\n"))),
        Step::New(_) => return Err("a scene is created from the dashboard".into()),
        Step::Add { shape, .. } => actions.push(typed(&format!("a{}\n", shape.title()))),
        Step::Copy { from, .. } => {
            select(model, from, actions)?;
            actions.push(chord(&["ctrl", "d"]));
        }
        Step::Delete(id) => {
            select(model, id, actions)?;
            actions.push(chord(&["delete"]));
        }
        Step::Set { ids, .. } => {
            let [id] = ids.as_slice() else { return Err("several objects are selected by mouse".into()) };
            select(model, id, actions)?;
            actions.extend([typed(&format!("\n{}", typed_fields(model.object(id)?, visit)?)), chord(&["escape"])]);
        }
        Step::Nudge { id, axis, by } => {
            select(model, id, actions)?;
            nudge(*axis, *by, actions);
        }
        Step::Settings { setting, is_by_menu: true } => set_by_menu(setting, actions)?,
        Step::Settings { setting, .. } => {
            actions.push(typed("s"));
            set_setting(setting, actions);
        }
        Step::View(view) => actions.push(typed(&view.key().to_string())),
        Step::Camera => actions.push(typed("5")),
        Step::Undo => actions.push(chord(&["ctrl", "z"])),
        Step::Drag { .. } | Step::Turn { .. } | Step::Stretch { .. } => return Err("this is done by mouse".into()),
    }
    Ok(())
}

pub(super) fn open(index: usize) -> [Action; 2] {
    let name = start().get(index).map_or("", |scene| scene.name.as_str());
    [chord(&["ctrl", "o"]), typed(&format!("{name}\n"))]
}

/// Nothing is to be done for what is selected already.
fn select(model: &Model, id: &str, actions: &mut Vec<Action>) -> Result<(), String> {
    let name = &model.object(id)?.name;
    if model.selection == [id] {
        return Ok(());
    }
    // Objects of one name are offered in the order of the scene.
    let same = model.scene()?.objects.iter().filter(|object| object.name == *name);
    let before = same.take_while(|object| object.id != id).count();
    actions.push(typed(&format!("n{name}")));
    actions.extend((0..before).map(|_| chord(&["down"])));
    actions.push(typed("\n"));
    Ok(())
}

const STEP: f64 = 0.5;
const SMALL_STEP: f64 = 0.1;

/// With the object selected and the keyboard at the viewport.
pub(super) fn nudge(axis: usize, by: f64, actions: &mut Vec<Action>) {
    let (back, forth) = [("left", "right"), ("page_down", "page_up"), ("up", "down")][axis];
    let key = if by < 0.0 { back } else { forth };
    let whole = (by.abs() / STEP + 1e-9).floor();
    let rest = ((by.abs() - whole * STEP) / SMALL_STEP).round();
    actions.extend((0..whole as u32).map(|_| chord(&[key])));
    actions.extend((0..rest as u32).map(|_| chord(&["shift", key])));
}
