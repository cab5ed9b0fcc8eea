//! The scenes that the page reported, as graders see them.

use super::scene::{Object, Scene, Settings};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashSet;

/// As the page writes it. What is not named here is not looked at.
#[derive(Deserialize)]
struct Reported {
    app: String,
    scenes: Vec<ReportedScene>,
}

#[derive(Deserialize)]
struct ReportedScene {
    id: String,
    name: String,
    scene: Content,
}

#[derive(Deserialize)]
struct Content {
    objects: Vec<Object>,
    settings: Settings,
}

/// `Err` says why this is not a state of the 3D Modeller.
pub(super) fn read(state: &Value) -> Result<Vec<Scene>, String> {
    let reported = Reported::deserialize(state).map_err(|error| error.to_string())?;
    if reported.app != "modeller" {
        return Err(format!("the state is of the application {:?}", reported.app));
    }
    let mut ids = HashSet::new();
    let mut scenes = Vec::with_capacity(reported.scenes.len());
    for ReportedScene { id, name, scene: Content { objects, settings } } in reported.scenes {
        if !ids.insert(id.clone()) {
            return Err(format!("two scenes have the id {id:?}"));
        }
        let mut own = HashSet::new();
        if let Some(object) = objects.iter().find(|object| !own.insert(&object.id)) {
            return Err(format!("two objects of {name:?} have the id {:?}", object.id));
        }
        scenes.push(Scene { id, name, objects, settings });
    }
    Ok(scenes)
}
