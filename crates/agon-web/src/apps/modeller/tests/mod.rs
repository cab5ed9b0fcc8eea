//! End states made by hand, in the page's own words: unusual ones that are right, and plausible ones that are wrong.

mod right;
mod wrong;

use super::Modeller;
use super::app::Lines;
use super::scene::start;
use crate::apps::{AnswerKey, script_tests as proof};
use agon_grade::all_of;
use serde_json::{Value, json};

/// An object as the page writes a new one, at a place.
fn object(id: &str, shape: &str, name: &str, position: [f64; 3]) -> Value {
    json!({
        "id": id, "type": shape, "name": name, "visible": true, "locked": false, "position": position, "rotation": [0, 0, 0],
        "scale": [1, 1, 1], "color": "#ffffff", "opacity": 1, "wireframe": false,
    })
}

/// The same with some of its properties set.
fn with(mut object: Value, properties: Value) -> Value {
    for (key, value) in properties.as_object().unwrap() {
        object[key] = value.clone();
    }
    object
}

fn scene(id: &str, name: &str, objects: Vec<Value>) -> Value {
    let settings = json!({
        "showGrid": true, "showAxes": true, "backgroundColor": "#1a1a2e", "fov": 50, "cameraType": "perspective", "orthoZoom": 10,
    });
    json!({
        "id": id, "name": name, "createdAt": 1, "updatedAt": 2, "version": 1, "metadata": {"description": "", "thumbnail": null},
        "scene": {"objects": objects, "groups": [], "settings": settings},
    })
}

/// What the page begins with, as it reports it.
fn untouched() -> Value {
    let scenes: Vec<Value> = start().iter().map(super::scene::Scene::to_json).collect();
    json!({"app": "modeller", "view": "dashboard", "open": null, "selection": [], "scenes": scenes})
}

/// What the page begins with, and a scene beside it.
fn created(name: &str, objects: Vec<Value>) -> Value {
    let mut state = untouched();
    scenes(&mut state).push(scene("6f9619ff", name, objects));
    state
}

/// What the page begins with, one scene of it changed.
fn changed(id: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut state = untouched();
    change(&mut scenes(&mut state).iter_mut().find(|scene| scene["id"] == id).unwrap()["scene"]);
    state
}

fn scenes(state: &mut Value) -> &mut Vec<Value> {
    state["scenes"].as_array_mut().unwrap()
}

fn objects(scene: &mut Value) -> &mut Vec<Value> {
    scene["objects"].as_array_mut().unwrap()
}

/// An object of a scene by its name.
fn named<'a>(scene: &'a mut Value, name: &str) -> &'a mut Value {
    objects(scene).iter_mut().find(|object| object["name"] == name).unwrap()
}

fn failed(task: &str, state: &Value) -> Vec<String> {
    let key = proof::key::<Lines>(&Modeller, task);
    proof::failed(&all_of(key.mark(state, None).expect("a state of the 3D Modeller")))
}

fn right(task: &str, state: &Value) {
    assert_eq!(failed(task, state), Vec::<String>::new(), "{task}");
}

/// A table with its legs and its ball at given places, and whatever is changed in it.
fn table(legs: [[f64; 2]; 4], ball: [f64; 3]) -> Vec<Value> {
    let leg = |(i, [x, z]): (usize, [f64; 2])| {
        with(object(&format!("leg-{i}"), "cylinder", "TableLeg", [x, 2.0, z]), json!({"scale": [0.5, 4, 0.5]}))
    };
    let top = with(object("top", "cube", "Tabletop", [0.0, 4.2, 0.0]), json!({"scale": [4, 0.4, 4]}));
    let ball = object("ball", "sphere", "Ball", ball);
    legs.into_iter().enumerate().map(leg).chain([top, ball]).collect()
}

/// Three cubes one above the other, the given one in the middle: place and height of each.
fn stack(bottom: [f64; 2], middle: [f64; 2], top: [f64; 2]) -> Value {
    changed("single-cube", |scene| {
        let cube = |name: &str, [y, height]: [f64; 2], color: &str| {
            let own = json!({"rotation": [0, 45, 0], "scale": [1, height, 1], "color": color});
            with(object(name, "cube", name, [0.0, y, 0.0]), own)
        };
        *objects(scene) =
            vec![cube("Cube 3", top, "#00ff00"), cube("Cube 1", middle, "#ff6600"), cube("Cube 2", bottom, "#0000ff")];
    })
}

const CORNERS: [[f64; 2]; 4] = [[1.5, 1.5], [1.5, -1.5], [-1.5, 1.5], [-1.5, -1.5]];
const ON_TOP: [f64; 3] = [0.0, 4.9, 0.0];
