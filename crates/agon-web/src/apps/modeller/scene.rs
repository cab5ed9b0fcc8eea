//! Scenes and their objects, and the scenes that the page begins with.

use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// X, Y, Z.
pub(super) type Vector = [f64; 3];

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub(super) enum Shape {
    Cube,
    Sphere,
    Cylinder,
    Cone,
    Torus,
    Plane,
}

impl Shape {
    pub(super) const ALL: [Self; 6] = [Self::Cube, Self::Sphere, Self::Cylinder, Self::Cone, Self::Torus, Self::Plane];

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Cube => "cube",
            Self::Sphere => "sphere",
            Self::Cylinder => "cylinder",
            Self::Cone => "cone",
            Self::Torus => "torus",
            Self::Plane => "plane",
        }
    }

    /// As menus and new objects are called.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Cube => "Cube",
            Self::Sphere => "Sphere",
            Self::Cylinder => "Cylinder",
            Self::Cone => "Cone",
            Self::Torus => "Torus",
            Self::Plane => "Plane",
        }
    }
}

/// An object. What its file leaves out is as a new object has it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(super) struct Object {
    pub(super) id: String,
    #[serde(rename = "type")]
    pub(super) shape: Shape,
    pub(super) name: String,
    #[serde(default = "yes")]
    pub(super) visible: bool,
    #[serde(default)]
    pub(super) locked: bool,
    pub(super) position: Vector,
    /// Degrees about X, Y and Z.
    #[serde(default)]
    pub(super) rotation: Vector,
    #[serde(default = "life_size")]
    pub(super) scale: Vector,
    /// `#rrggbb`, in lower case.
    #[serde(default = "white")]
    pub(super) color: String,
    #[serde(default = "opaque")]
    pub(super) opacity: f64,
    #[serde(default)]
    pub(super) wireframe: bool,
}

fn yes() -> bool {
    true
}

fn life_size() -> Vector {
    [1.0; 3]
}

fn white() -> String {
    "#ffffff".into()
}

fn opaque() -> f64 {
    1.0
}

impl Object {
    pub(super) fn new(shape: Shape, id: &str, name: String) -> Self {
        Self {
            id: id.into(),
            shape,
            name,
            visible: true,
            locked: false,
            position: [0.0; 3],
            rotation: [0.0; 3],
            scale: life_size(),
            color: white(),
            opacity: opaque(),
            wireframe: false,
        }
    }
}

/// What is set on a scene. The kind of camera and its orthographic zoom are ways of looking at it, and do not count.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub(super) struct Settings {
    pub(super) show_grid: bool,
    pub(super) show_axes: bool,
    pub(super) background_color: String,
    pub(super) fov: f64,
}

#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) objects: Vec<Object>,
    pub(super) settings: Settings,
}

impl Scene {
    pub(super) fn object(&self, id: &str) -> Option<&Object> {
        self.objects.iter().find(|object| object.id == id)
    }

    /// As the page reports it.
    pub(super) fn to_json(&self) -> Value {
        let object = |object: &Object| {
            json!({
                "id": object.id, "type": object.shape.word(), "name": object.name, "visible": object.visible, "locked": object.locked,
                "position": object.position, "rotation": object.rotation, "scale": object.scale,
                "color": object.color, "opacity": object.opacity, "wireframe": object.wireframe,
            })
        };
        let Settings { show_grid, show_axes, background_color, fov } = &self.settings;
        let settings = json!({
            "showGrid": show_grid, "showAxes": show_axes, "backgroundColor": background_color, "fov": fov,
            "cameraType": "perspective", "orthoZoom": 10,
        });
        let objects: Vec<Value> = self.objects.iter().map(object).collect();
        json!({
            "id": self.id, "name": self.name, "createdAt": 0, "updatedAt": 0, "version": 1,
            "metadata": {"description": "", "thumbnail": null},
            "scene": {"objects": objects, "groups": [], "settings": settings},
        })
    }
}

#[derive(Deserialize)]
struct File {
    settings: Settings,
    scenes: Vec<FileScene>,
}

#[derive(Deserialize)]
struct FileScene {
    id: String,
    name: String,
    objects: Vec<Object>,
}

static START: LazyLock<Result<(Vec<Scene>, Settings), String>> = LazyLock::new(|| {
    let file: File = serde_json::from_str(include_str!("../../../../../web/modeller/scenes.json"))
        .map_err(|error: serde_json::Error| error.to_string())?;
    let settings = file.settings;
    let scene = |scene: FileScene| Scene { id: scene.id, name: scene.name, objects: scene.objects, settings: settings.clone() };
    Ok((file.scenes.into_iter().map(scene).collect(), settings))
});

/// The scenes that stand on the dashboard at the start.
pub(super) fn start() -> &'static [Scene] {
    START.as_ref().map(|(scenes, _)| scenes.as_slice()).unwrap_or_default()
}

/// What a new scene is set to.
pub(super) fn new_settings() -> Result<Settings, String> {
    START.as_ref().map(|(_, settings)| settings.clone()).map_err(Clone::clone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_as_the_tasks_say() {
        let names: Vec<(&str, usize)> = start().iter().map(|scene| (scene.name.as_str(), scene.objects.len())).collect();
        let expected = [
            ("Empty Scene", 0),
            ("Single Cube Scene", 1),
            ("Two Objects Scene", 2),
            ("Four Objects Scene", 4),
            ("Row of Objects Scene", 4),
            ("Basic Shapes", 3),
            ("Geometric Garden", 5),
        ];
        assert_eq!(names, expected);
        let cube = &start()[1].objects[0];
        assert_eq!((cube.position, cube.rotation, cube.color.as_str()), ([0.0, 1.0, 0.0], [0.0, 45.0, 0.0], "#ff6600"));
        let settings = new_settings().unwrap();
        assert_eq!((settings.background_color.as_str(), settings.fov), ("#1a1a2e", 50.0));
    }
}
