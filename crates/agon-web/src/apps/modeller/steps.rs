//! What an attempt does, a line a step, and what becomes of the scenes by it.
//!
//! ```text
//! open Single Cube Scene               a scene of the dashboard, or
//! new Octant Cubes                     a new one
//! add cube top                         an object, with an id for these lines; those that were there have their names, such as `cube-1`
//! copy cube-1 second                   Duplicate
//! delete ring
//! set top position = 0 4.2 0           also rotation, scale, rgb; or one of them: x y z, rx ry rz, sx sy sz, red green blue
//! set top sy *= 2                      a change of what is there: += -= *= /=
//! set top name = Tabletop              also color, opacity, wireframe, visible, locked
//! set ball+pillar color = #ff0000      several at once (by mouse)
//! drag cube-1 x -1.5                   by the gizmo (by mouse): along an axis,
//! turn cube-1 y 45                     about an axis,
//! stretch cube-1 y 3                   by a factor along an axis, or along `all`
//! nudge cube-1 x 1.5                   by the arrow keys
//! background #ffffff                   in the scene's settings; also grid off, axes off, fov 60
//! menu background #ffffff              by the View menu; also menu grid off, menu axes off
//! view top                             also front, side, start
//! camera                               perspective or orthographic, the other one
//! undo                                 the last line
//! ```

use super::pose::{Matrix, product, rotation_matrix};
use super::scene::{Object, Scene, Shape, Vector, new_settings, start};
use super::view::View;
use serde_json::{Value, json};

#[derive(Clone, Debug)]
pub(super) enum Step {
    /// By its place on the dashboard.
    Open(usize),
    New(String),
    Add {
        shape: Shape,
        id: String,
    },
    Copy {
        from: String,
        id: String,
    },
    Delete(String),
    Set {
        ids: Vec<String>,
        field: Field,
        entry: Entry,
    },
    Drag {
        id: String,
        axis: usize,
        by: f64,
    },
    Turn {
        id: String,
        axis: usize,
        degrees: f64,
    },
    Stretch {
        id: String,
        /// All of them if none is said.
        axis: Option<usize>,
        factor: f64,
    },
    Nudge {
        id: String,
        axis: usize,
        by: f64,
    },
    Settings {
        setting: Setting,
        is_by_menu: bool,
    },
    View(View),
    Camera,
    Undo,
}

/// A field of the inspector, in the order of Tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Name,
    Position(usize),
    Rotation(usize),
    Scale(usize),
    Color,
    /// Red, green or blue.
    Part(usize),
    Opacity,
    Wireframe,
    Visible,
    Locked,
}

/// What is typed, and what it means.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    Text(String),
    Number(f64),
    /// A sign of arithmetic and its right side.
    Change(char, f64),
    Tick(bool),
}

#[derive(Clone, Debug)]
pub(super) enum Setting {
    Background(String),
    Grid(bool),
    Axes(bool),
    Fov(f64),
}

/// What an attempt ends with: the scene that it is about, which is the first one it opens or creates.
pub(super) struct Outcome {
    pub(super) scene: Scene,
    pub(super) is_new: bool,
    all: Vec<Scene>,
}

impl Outcome {
    /// The state that the page would report.
    pub(super) fn state(&self) -> Value {
        let scenes: Vec<Value> = self.all.iter().map(Scene::to_json).collect();
        json!({"app": "modeller", "view": "editor", "open": self.scene.id, "selection": [], "scenes": scenes})
    }
}

/// What the page holds, as far as hands and graders need it. Objects that were there have ids made of their names.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) scenes: Vec<Scene>,
    pub(super) open: Option<usize>,
    pub(super) selection: Vec<String>,
    /// Scenes before each step that can be undone.
    past: Vec<Vec<Scene>>,
}

/// The id of a scene that a task creates.
const NEW_ID: &str = "new";

impl Model {
    pub(super) fn start() -> Self {
        let mut scenes = start().to_vec();
        for object in scenes.iter_mut().flat_map(|scene| &mut scene.objects) {
            object.id = object.name.to_lowercase().replace(' ', "-");
        }
        Self { scenes, open: None, selection: Vec::new(), past: Vec::new() }
    }

    pub(super) fn scene(&self) -> Result<&Scene, String> {
        self.open.map(|index| &self.scenes[index]).ok_or_else(|| "no scene is open".to_owned())
    }

    fn scene_mut(&mut self) -> Result<&mut Scene, String> {
        self.open.map(|index| &mut self.scenes[index]).ok_or_else(|| "no scene is open".to_owned())
    }

    pub(super) fn object(&self, id: &str) -> Result<&Object, String> {
        self.scene()?.object(id).ok_or_else(|| format!("there is no object {id:?}"))
    }

    fn object_mut(&mut self, id: &str) -> Result<&mut Object, String> {
        let object = self.scene_mut()?.objects.iter_mut().find(|object| object.id == id);
        object.ok_or_else(|| format!("there is no object {id:?}"))
    }

    /// The name of a new object: with the least number that none has.
    fn free_name(&self, shape: Shape) -> Result<String, String> {
        let scene = self.scene()?;
        let name = |number: usize| format!("{} {number}", shape.title());
        let is_free = |name: &String| scene.objects.iter().all(|object| object.name != *name);
        (1..=scene.objects.len() + 1).map(name).find(is_free).ok_or_else(|| "no name is free".to_owned())
    }

    fn insert(&mut self, object: Object) -> Result<(), String> {
        let id = object.id.clone();
        let scene = self.scene_mut()?;
        if scene.object(&id).is_some() {
            return Err(format!("there is an object {id:?} already"));
        }
        scene.objects.push(object);
        self.selection = vec![id];
        Ok(())
    }

    /// Does what the page does at a step.
    pub(super) fn follow(&mut self, step: &Step) -> Result<(), String> {
        let before = self.scenes.clone();
        match step {
            Step::Open(index) => {
                self.open = Some(*index);
                self.selection.clear();
                self.past.clear();
                return Ok(());
            }
            Step::New(name) => {
                let scene = Scene { id: NEW_ID.into(), name: name.clone(), objects: Vec::new(), settings: new_settings()? };
                self.scenes.push(scene);
                self.open = Some(self.scenes.len() - 1);
                self.past.clear();
                return Ok(());
            }
            Step::View(_) | Step::Camera => return Ok(()),
            Step::Undo => {
                self.scenes = self.past.pop().ok_or("there is nothing to undo")?;
                self.selection.clear();
                return Ok(());
            }
            Step::Add { shape, id } => self.insert(Object::new(*shape, id, self.free_name(*shape)?))?,
            Step::Copy { from, id } => {
                let original = self.object(from)?.clone();
                let name = format!("{} (Copy)", original.name);
                self.insert(Object { id: id.clone(), name, ..original })?;
            }
            Step::Delete(id) => {
                self.object(id)?;
                self.scene_mut()?.objects.retain(|object| object.id != *id);
                self.selection.clear();
            }
            Step::Set { ids, field, entry } => {
                for id in ids {
                    field.set(self.object_mut(id)?, entry)?;
                }
                self.selection.clone_from(ids);
            }
            Step::Drag { id, axis, by } | Step::Nudge { id, axis, by } => {
                self.object_mut(id)?.position[*axis] += by;
                self.selection = vec![id.clone()];
            }
            Step::Turn { id, axis, degrees } => {
                let object = self.object_mut(id)?;
                object.rotation = turned(object.rotation, *axis, *degrees);
                self.selection = vec![id.clone()];
            }
            Step::Stretch { id, axis, factor } => {
                let object = self.object_mut(id)?;
                for i in (0..3).filter(|i| axis.is_none_or(|axis| axis == *i)) {
                    object.scale[i] *= factor;
                }
                self.selection = vec![id.clone()];
            }
            Step::Settings { setting, .. } => {
                let settings = &mut self.scene_mut()?.settings;
                match setting {
                    Setting::Background(color) => settings.background_color.clone_from(color),
                    Setting::Grid(is_shown) => settings.show_grid = *is_shown,
                    Setting::Axes(is_shown) => settings.show_axes = *is_shown,
                    Setting::Fov(degrees) => settings.fov = *degrees,
                }
            }
        }
        self.past.push(before);
        Ok(())
    }
}

impl Field {
    fn read(word: &str) -> Option<Self> {
        let parts = [
            (["x", "y", "z"], Self::Position as fn(usize) -> Self),
            (["rx", "ry", "rz"], Self::Rotation),
            (["sx", "sy", "sz"], Self::Scale),
            (["red", "green", "blue"], Self::Part),
        ];
        let part = parts.iter().find_map(|(words, field)| Some(field(words.iter().position(|other| *other == word)?)));
        part.or(match word {
            "name" => Some(Self::Name),
            "color" => Some(Self::Color),
            "opacity" => Some(Self::Opacity),
            "wireframe" => Some(Self::Wireframe),
            "visible" => Some(Self::Visible),
            "locked" => Some(Self::Locked),
            _ => None,
        })
    }

    /// Stops of Tab from the name to it; the swatches are one.
    pub(super) fn stop(self) -> usize {
        match self {
            Self::Name => 0,
            Self::Position(axis) => 1 + axis,
            Self::Rotation(axis) => 4 + axis,
            Self::Scale(axis) => 7 + axis,
            Self::Color => 10,
            Self::Part(part) => 11 + part,
            Self::Opacity => 15,
            Self::Wireframe => 16,
            Self::Visible => 17,
            Self::Locked => 18,
        }
    }

    pub(super) fn tick(self, object: &Object) -> Option<bool> {
        match self {
            Self::Wireframe => Some(object.wireframe),
            Self::Visible => Some(object.visible),
            Self::Locked => Some(object.locked),
            _ => None,
        }
    }

    fn entry(self, text: &str, change: Option<char>) -> Result<Entry, String> {
        match self {
            Self::Name | Self::Color if change.is_none() && !text.is_empty() => Ok(Entry::Text(text.into())),
            Self::Name | Self::Color => Err("it is set to a text".into()),
            Self::Wireframe | Self::Visible | Self::Locked => {
                text.parse().map(Entry::Tick).map_err(|_| format!("{text:?} is neither true nor false"))
            }
            _ => {
                let number = text.parse().map_err(|_| format!("{text:?} is no number"))?;
                Ok(change.map_or(Entry::Number(number), |sign| Entry::Change(sign, number)))
            }
        }
    }

    fn set(self, object: &mut Object, entry: &Entry) -> Result<(), String> {
        let number = |before: f64| match entry {
            Entry::Number(number) => Ok(*number),
            Entry::Change('+', by) => Ok(before + by),
            Entry::Change('-', by) => Ok(before - by),
            Entry::Change('*', by) => Ok(before * by),
            Entry::Change('/', by) => Ok(before / by),
            _ => Err("it is a number".to_owned()),
        };
        match (self, entry) {
            (Self::Name, Entry::Text(name)) => object.name.clone_from(name),
            (Self::Color, Entry::Text(color)) => object.color.clone_from(color),
            (Self::Wireframe, Entry::Tick(is_on)) => object.wireframe = *is_on,
            (Self::Visible, Entry::Tick(is_on)) => object.visible = *is_on,
            (Self::Locked, Entry::Tick(is_on)) => object.locked = *is_on,
            (Self::Position(axis), _) => object.position[axis] = number(object.position[axis])?,
            (Self::Rotation(axis), _) => object.rotation[axis] = number(object.rotation[axis])?,
            (Self::Scale(axis), _) => object.scale[axis] = number(object.scale[axis])?,
            (Self::Opacity, _) => object.opacity = number(object.opacity)?,
            (Self::Part(part), _) => {
                let mut parts = color_parts(&object.color).ok_or("its color cannot be read")?;
                parts[part] = number(f64::from(parts[part]))? as u8;
                object.color = format!("#{:02x}{:02x}{:02x}", parts[0], parts[1], parts[2]);
            }
            _ => return Err("it cannot be set to that".into()),
        }
        Ok(())
    }
}

fn color_parts(color: &str) -> Option<[u8; 3]> {
    let number = u32::from_str_radix(color.strip_prefix('#')?, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue])
}

/// Angles of an object after another turn about an axis of the world.
fn turned(rotation: Vector, axis: usize, degrees: f64) -> Vector {
    let mut by = [0.0; 3];
    by[axis] = degrees;
    angles(&product(&rotation_matrix(by), &rotation_matrix(rotation)))
}

/// The angles of Rx·Ry·Rz.
fn angles(matrix: &Matrix) -> Vector {
    let y = matrix[0][2].clamp(-1.0, 1.0).asin();
    let is_upright = matrix[0][2].abs() < 0.999_999_9;
    let (x, z) = if is_upright {
        ((-matrix[1][2]).atan2(matrix[2][2]), (-matrix[0][1]).atan2(matrix[0][0]))
    } else {
        (matrix[2][1].atan2(matrix[1][1]), 0.0)
    };
    [x, y, z].map(f64::to_degrees)
}

/// Reads the lines and follows them. `Err` says which line cannot be done.
pub(super) fn read(text: &str) -> Result<(Vec<Step>, Outcome), String> {
    let mut steps = Vec::new();
    let mut model = Model::start();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let in_line = |problem: String| format!("{line:?}: {problem}");
        for step in read_line(line).map_err(in_line)? {
            model.follow(&step).map_err(in_line)?;
            steps.push(step);
        }
    }
    let (index, is_new) = match steps.first() {
        Some(Step::Open(index)) => (*index, false),
        Some(Step::New(_)) => (start().len(), true),
        _ => return Err("the first line is `open NAME` or `new NAME`".into()),
    };
    Ok((steps, Outcome { scene: model.scenes[index].clone(), is_new, all: model.scenes }))
}

fn read_line(line: &str) -> Result<Vec<Step>, String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    let step = match word {
        "open" => {
            let index = start().iter().position(|scene| scene.name == rest);
            Step::Open(index.ok_or_else(|| format!("there is no scene {rest:?}"))?)
        }
        "new" => Step::New(rest.into()),
        "add" => {
            let (shape, id) = rest.split_once(' ').ok_or("write add SHAPE ID")?;
            let shape = Shape::ALL.into_iter().find(|other| other.word() == shape);
            Step::Add { shape: shape.ok_or_else(|| format!("there is no such shape in {rest:?}"))?, id: id.trim().into() }
        }
        "copy" => {
            let (from, id) = rest.split_once(' ').ok_or("write copy ID NEW_ID")?;
            Step::Copy { from: from.into(), id: id.trim().into() }
        }
        "delete" => Step::Delete(rest.into()),
        "set" => return read_set(rest),
        "drag" | "nudge" | "turn" | "stretch" => read_gesture(word, rest)?,
        "menu" => {
            let (word, rest) = rest.split_once(' ').ok_or("write menu background COLOR")?;
            Step::Settings { setting: read_setting(word, rest)?, is_by_menu: true }
        }
        "background" | "grid" | "axes" | "fov" => Step::Settings { setting: read_setting(word, rest)?, is_by_menu: false },
        "view" => Step::View(View::named(rest).ok_or_else(|| format!("there is no view {rest:?}"))?),
        "camera" => Step::Camera,
        "undo" => Step::Undo,
        other => return Err(format!("there is no step {other:?}")),
    };
    Ok(vec![step])
}

/// `ID FIELD = VALUE`; a field of three parts is three steps.
fn read_set(text: &str) -> Result<Vec<Step>, String> {
    let (target, value) = text.split_once('=').ok_or("write set ID FIELD = VALUE")?;
    let (target, change) = match target.trim_end().strip_suffix(['+', '-', '*', '/']) {
        Some(rest) => (rest, target.trim_end().chars().last()),
        None => (target, None),
    };
    let (ids, word) = target.trim().split_once(' ').ok_or("write set ID FIELD = VALUE")?;
    let (word, value) = (word.trim(), value.trim());
    let ids: Vec<String> = ids.split('+').map(str::to_owned).collect();
    let parts = |field: fn(usize) -> Field| -> Result<Vec<(Field, String)>, String> {
        let values: Vec<&str> = value.split_whitespace().collect();
        match values.as_slice() {
            [x, y, z] => Ok(vec![(field(0), (*x).to_owned()), (field(1), (*y).to_owned()), (field(2), (*z).to_owned())]),
            _ => Err(format!("{word} is three numbers")),
        }
    };
    let fields = match word {
        "position" => parts(Field::Position)?,
        "rotation" => parts(Field::Rotation)?,
        "scale" => parts(Field::Scale)?,
        "rgb" => parts(Field::Part)?,
        word => vec![(Field::read(word).ok_or_else(|| format!("there is no field {word:?}"))?, value.to_owned())],
    };
    let step = |(field, text): (Field, String)| Ok(Step::Set { ids: ids.clone(), field, entry: field.entry(&text, change)? });
    fields.into_iter().map(step).collect()
}

fn read_gesture(word: &str, text: &str) -> Result<Step, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [id, axis, by] = words.as_slice() else { return Err(format!("write {word} ID AXIS NUMBER")) };
    let id = (*id).to_owned();
    let by: f64 = by.parse().map_err(|_| format!("{by:?} is no number"))?;
    let axis = match *axis {
        "all" if word == "stretch" => return Ok(Step::Stretch { id, axis: None, factor: by }),
        axis => ["x", "y", "z"].iter().position(|other| *other == axis).ok_or_else(|| format!("there is no axis {axis:?}"))?,
    };
    Ok(match word {
        "drag" => Step::Drag { id, axis, by },
        "nudge" => Step::Nudge { id, axis, by },
        "turn" => Step::Turn { id, axis, degrees: by },
        _ => Step::Stretch { id, axis: Some(axis), factor: by },
    })
}

fn read_setting(word: &str, text: &str) -> Result<Setting, String> {
    let is_on = || match text {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(format!("{other:?} is neither on nor off")),
    };
    match word {
        "background" if color_parts(text).is_some() => Ok(Setting::Background(text.into())),
        "background" => Err(format!("{text:?} is no color")),
        "grid" => Ok(Setting::Grid(is_on()?)),
        "axes" => Ok(Setting::Axes(is_on()?)),
        "fov" => text.parse().map(Setting::Fov).map_err(|_| format!("{text:?} is no number")),
        other => Err(format!("there is no setting {other:?}")),
    }
}
