//! How a task is marked: the scene that it is about must end as the solution leaves it, whatever its objects are called (unless names are asked
//! for) and in whatever order they were made, and the other scenes must be as they were.
//!
//! ```toml
//! objects = 6                                              # how many the solution ends with: a slip in it is found when the file is read
//! names = ["top", "ball"]                                  # objects whose names are asked for, as the steps call them
//! within = { leg-1 = { x = [1.0, 1.75] } }                 # positions that may lie anywhere between two bounds
//! [[also]]                                                 # another end that the brief allows, as changes of lines of the solution
//! replace = { 'set cube-1 y = 1.5' = "" }
//! ```
//!
//! Checks: `scene` (it is there, under its name), `objects` (how many of each shape), `position`, `rotation`, `scale`, `color`, `opacity`,
//! `display` (solid or wireframe, visible), `names`, `settings` (background, grid, axes, field of view) and `other_scenes`. Objects are paired so that
//! they differ least; rotations and scales are compared as solids ([`pose`]). Locks, groups, the camera and scenes that were added do not count.

use super::pose::{self, Pose, PoseTolerance};
use super::scene::{Object, Scene, Shape, Vector, start};
use super::state;
use super::steps::{self, Outcome};
use crate::apps::attempts::changed_lines;
use agon_grade::{CheckBuilder, check, least_cost_pairs};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What the brief says of how near is near enough: `background.md` has these numbers.
const POSITION_TOLERANCE: f64 = 0.05;
const POSE_TOLERANCE: PoseTolerance = PoseTolerance { degrees: 1.0, scale: 0.02 };
const OPACITY_TOLERANCE: f64 = 0.01;
const FOV_TOLERANCE: f64 = 0.01;
/// Numbers that were typed are compared as they were meant: 0.05 is within 0.05.
const ROUNDING: f64 = 1e-6;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    objects: usize,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    within: BTreeMap<String, Bounds>,
    #[serde(default)]
    also: Vec<Change>,
}

/// Where a position may lie, axis by axis.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounds {
    x: Option<(f64, f64)>,
    y: Option<(f64, f64)>,
    z: Option<(f64, f64)>,
}

impl Bounds {
    fn along(&self, axis: usize) -> Option<(f64, f64)> {
        [self.x, self.y, self.z][axis]
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    #[serde(default)]
    replace: BTreeMap<String, String>,
    #[serde(default)]
    remove: Vec<String>,
    #[serde(default)]
    add: Vec<String>,
}

/// What is wanted of an object.
struct Wanted {
    object: Object,
    has_name: bool,
    bounds: Bounds,
}

/// An end that is right.
struct End {
    name: String,
    /// The scene that was there at the start; none if it is a new one.
    id: Option<String>,
    objects: Vec<Wanted>,
    scene: Scene,
}

pub(super) struct Marking {
    /// The solution's own first.
    ends: Vec<End>,
}

impl Marking {
    /// `Err`: the file says something else than its solution makes.
    pub(super) fn new(file: &File, solution: &str) -> Result<Self, String> {
        let mut texts = vec![solution.to_owned()];
        for change in &file.also {
            texts.push(changed_lines(solution, &change.replace, &change.remove, &change.add)?);
        }
        let ends = texts.iter().map(|text| End::new(file, steps::read(text)?.1)).collect::<Result<_, String>>()?;
        Ok(Self { ends })
    }

    /// `None`: this is not a state of the 3D Modeller.
    pub(super) fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let scenes = state::read(state).ok()?;
        let ways = self.ends.iter().flat_map(|end| {
            let candidates: Vec<&Scene> = scenes.iter().filter(|scene| end.may_be(scene)).collect();
            match candidates.is_empty() {
                true => vec![end.missing(&scenes)],
                false => candidates.into_iter().map(|scene| end.findings(scene, &scenes)).collect(),
            }
        });
        // The end that is nearest to what is there, and the scene that is nearest to it.
        let best = ways.min_by_key(|findings| findings.iter().filter(|finding| !finding.wrong.is_empty()).count())?;
        Some(best.into_iter().map(Finding::check).collect())
    }
}

impl End {
    fn new(file: &File, outcome: Outcome) -> Result<Self, String> {
        let scene = outcome.scene;
        if scene.objects.len() != file.objects {
            return Err(format!("the solution ends with {} objects, and {} are said", scene.objects.len(), file.objects));
        }
        for id in file.names.iter().chain(file.within.keys()) {
            scene.object(id).ok_or_else(|| format!("there is no object {id:?} at the end"))?;
        }
        let wanted = |object: &Object| Wanted {
            has_name: file.names.contains(&object.id),
            bounds: file.within.get(&object.id).copied().unwrap_or_default(),
            object: object.clone(),
        };
        let objects = scene.objects.iter().map(wanted).collect();
        let id = (!outcome.is_new).then(|| scene.id.clone());
        Ok(Self { name: scene.name.clone(), id, objects, scene })
    }

    /// Whether the task can have been done in this scene: the one that was there, or one that was not.
    fn may_be(&self, scene: &Scene) -> bool {
        match &self.id {
            Some(id) => scene.id == *id,
            None => start().iter().all(|other| other.id != scene.id),
        }
    }

    fn findings(&self, scene: &Scene, all: &[Scene]) -> Vec<Finding> {
        let mut findings = vec![self.scene_finding(Some(scene))];
        findings.extend(compared(&self.objects, scene));
        findings.push(settings_finding(&self.scene, scene));
        findings.push(self.other_scenes(all));
        findings
    }

    fn missing(&self, all: &[Scene]) -> Vec<Finding> {
        let nothing = Scene { objects: Vec::new(), ..self.scene.clone() };
        let mut findings = self.findings(&nothing, all);
        findings[0] = self.scene_finding(None);
        findings
    }

    fn scene_finding(&self, scene: Option<&Scene>) -> Finding {
        let wrong = match scene {
            Some(scene) if scene.name.trim() == self.name.trim() => None,
            Some(scene) => Some(format!("it is called {:?}", scene.name)),
            None if self.id.is_some() => Some("it was deleted".to_owned()),
            None => Some("no scene was created".to_owned()),
        };
        let expected = match self.id {
            Some(_) => format!("the scene {:?} is there", self.name),
            None => format!("a new scene {:?}", self.name),
        };
        Finding { name: "scene", expected, wrong: wrong.into_iter().collect() }
    }

    fn other_scenes(&self, all: &[Scene]) -> Finding {
        let mut wrong = Vec::new();
        for before in start().iter().filter(|scene| self.id.as_ref() != Some(&scene.id)) {
            let Some(after) = all.iter().find(|scene| scene.id == before.id) else {
                wrong.push(format!("{} was deleted", before.name));
                continue;
            };
            let as_it_was = |object: &Object| Wanted { object: object.clone(), has_name: false, bounds: Bounds::default() };
            let wanted: Vec<Wanted> = before.objects.iter().map(as_it_was).collect();
            let has_changed =
                compared(&wanted, after).into_iter().chain([settings_finding(before, after)]).any(|it| !it.wrong.is_empty());
            if has_changed || before.name != after.name {
                wrong.push(format!("{} was changed", before.name));
            }
        }
        Finding { name: "other_scenes", expected: "all other scenes are as they were".into(), wrong }
    }
}

/// The objects of a scene held against what is wanted of them, check by check.
fn compared(wanted: &[Wanted], scene: &Scene) -> Vec<Finding> {
    let seen = &scene.objects;
    let pairs = pairs(wanted, seen);
    let mut found: BTreeMap<Aspect, Vec<String>> = BTreeMap::new();
    for (wanted, object) in wanted.iter().zip(&pairs).filter_map(|(wanted, pair)| Some((wanted, &seen[(*pair)?]))) {
        for aspect in differences(wanted, object) {
            let (is, should) = (aspect.shown(object), aspect.wanted(wanted));
            found.entry(aspect).or_default().push(format!("{}: {is} instead of {should}", object.name));
        }
    }
    let mut findings = vec![counts_finding(wanted, seen)];
    let asks_for_names = wanted.iter().any(|wanted| wanted.has_name);
    for aspect in Aspect::ALL.into_iter().filter(|aspect| *aspect != Aspect::Name || asks_for_names) {
        let of = |wanted: &Wanted| format!("{} {}", wanted.label(), aspect.wanted(wanted));
        let asked = wanted.iter().filter(|wanted| aspect != Aspect::Name || wanted.has_name);
        let expected = asked.map(of).collect::<Vec<_>>().join("; ");
        findings.push(Finding { name: aspect.check(), expected, wrong: found.remove(&aspect).unwrap_or_default() });
    }
    findings
}

/// What stands for what is wanted: nothing of another shape, and so that there are as few differences as possible; among ways with as few, the
/// nearest.
fn pairs(wanted: &[Wanted], seen: &[Object]) -> Vec<Option<usize>> {
    const OTHER_SHAPE: f64 = 1e6;
    const OF_DISTANCE: f64 = 1e-6;
    const FARTHEST: f64 = 1e3;
    let cost = |row: usize, column: usize| {
        let (wanted, seen) = (&wanted[row], &seen[column]);
        match wanted.object.shape == seen.shape {
            true => differences(wanted, seen).len() as f64 + OF_DISTANCE * wanted.distance(seen).min(FARTHEST),
            false => OTHER_SHAPE,
        }
    };
    let pairs = least_cost_pairs(wanted.len(), seen.len(), cost);
    let is_meant = |row: usize, column: usize| wanted[row].object.shape == seen[column].shape;
    pairs.into_iter().enumerate().map(|(row, pair)| pair.filter(|column| is_meant(row, *column))).collect()
}

fn differences(wanted: &Wanted, seen: &Object) -> Vec<Aspect> {
    let pose = |object: &Object| Pose { rotation: object.rotation, scale: object.scale };
    let turned = pose::difference(wanted.object.shape, pose(&wanted.object), pose(seen), POSE_TOLERANCE);
    let is_off = |aspect: &Aspect| match aspect {
        Aspect::Position => (0..3).any(|axis| wanted.off(seen, axis) > POSITION_TOLERANCE + ROUNDING),
        Aspect::Rotation => turned.degrees > POSE_TOLERANCE.degrees + ROUNDING,
        Aspect::Scale => turned.scale > POSE_TOLERANCE.scale + ROUNDING,
        Aspect::Color => !wanted.object.color.eq_ignore_ascii_case(&seen.color),
        Aspect::Opacity => (wanted.object.opacity - seen.opacity).abs() > OPACITY_TOLERANCE + ROUNDING,
        Aspect::Display => (wanted.object.wireframe, wanted.object.visible) != (seen.wireframe, seen.visible),
        Aspect::Name => wanted.has_name && wanted.object.name.trim() != seen.name.trim(),
    };
    Aspect::ALL.into_iter().filter(is_off).collect()
}

impl Wanted {
    /// How far an object is off along an axis.
    fn off(&self, seen: &Object, axis: usize) -> f64 {
        let at = seen.position[axis];
        let (least, most) = self.bounds.along(axis).unwrap_or((self.object.position[axis], self.object.position[axis]));
        (least - at).max(at - most).max(0.0)
    }

    fn distance(&self, seen: &Object) -> f64 {
        (0..3).map(|axis| self.off(seen, axis).powi(2)).sum::<f64>().sqrt()
    }

    fn label(&self) -> &str {
        if self.has_name { &self.object.name } else { self.object.shape.word() }
    }
}

/// What of an object is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Aspect {
    Position,
    Rotation,
    Scale,
    Color,
    Opacity,
    Display,
    Name,
}

impl Aspect {
    const ALL: [Self; 7] = [Self::Position, Self::Rotation, Self::Scale, Self::Color, Self::Opacity, Self::Display, Self::Name];

    fn check(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
            Self::Color => "color",
            Self::Opacity => "opacity",
            Self::Display => "display",
            Self::Name => "names",
        }
    }

    fn wanted(self, wanted: &Wanted) -> String {
        match self {
            Self::Position => {
                let along = |axis: usize| match wanted.bounds.along(axis) {
                    Some((least, most)) => format!("{} to {}", tidy(least), tidy(most)),
                    None => tidy(wanted.object.position[axis]),
                };
                format!("({}, {}, {})", along(0), along(1), along(2))
            }
            _ => self.shown(&wanted.object),
        }
    }

    fn shown(self, object: &Object) -> String {
        match self {
            Self::Position => triple(object.position),
            Self::Rotation => triple(object.rotation),
            Self::Scale => triple(object.scale),
            Self::Color => object.color.clone(),
            Self::Opacity => tidy(object.opacity),
            Self::Display => {
                let surface = if object.wireframe { "wireframe" } else { "solid" };
                if object.visible { surface.to_owned() } else { format!("{surface}, hidden") }
            }
            Self::Name => format!("{:?}", object.name),
        }
    }
}

fn triple([x, y, z]: Vector) -> String {
    format!("({}, {}, {})", tidy(x), tidy(y), tidy(z))
}

/// With as few decimals as it has, and at most four.
fn tidy(value: f64) -> String {
    let rounded = (value * 1e4).round() / 1e4;
    // No minus before a zero.
    (rounded + 0.0).to_string()
}

fn counts_finding(wanted: &[Wanted], seen: &[Object]) -> Finding {
    let count = |shapes: &mut dyn Iterator<Item = Shape>| {
        let mut counts: BTreeMap<Shape, usize> = BTreeMap::new();
        shapes.for_each(|shape| *counts.entry(shape).or_default() += 1);
        counts
    };
    let wanted = count(&mut wanted.iter().map(|wanted| wanted.object.shape));
    let there = count(&mut seen.iter().map(|object| object.shape));
    let said = |counts: &BTreeMap<Shape, usize>| match counts.is_empty() {
        true => "no objects".to_owned(),
        false => counts.iter().map(|(shape, count)| format!("{count} {}", shape.word())).collect::<Vec<_>>().join(", "),
    };
    let wrong = if wanted == there { Vec::new() } else { vec![said(&there)] };
    Finding { name: "objects", expected: said(&wanted), wrong }
}

fn settings_finding(wanted: &Scene, seen: &Scene) -> Finding {
    let (wanted, seen) = (&wanted.settings, &seen.settings);
    let shown = |is_shown: bool| if is_shown { "shown" } else { "hidden" };
    let mut wrong = Vec::new();
    if !wanted.background_color.eq_ignore_ascii_case(&seen.background_color) {
        wrong.push(format!("background {}", seen.background_color));
    }
    if wanted.show_grid != seen.show_grid {
        wrong.push(format!("grid {}", shown(seen.show_grid)));
    }
    if wanted.show_axes != seen.show_axes {
        wrong.push(format!("axes {}", shown(seen.show_axes)));
    }
    if (wanted.fov - seen.fov).abs() > FOV_TOLERANCE {
        wrong.push(format!("field of view {}", tidy(seen.fov)));
    }
    let expected = format!(
        "background {}, grid {}, axes {}, field of view {}",
        wanted.background_color,
        shown(wanted.show_grid),
        shown(wanted.show_axes),
        tidy(wanted.fov)
    );
    Finding { name: "settings", expected, wrong }
}

/// A check in the making: it passes if nothing is wrong.
struct Finding {
    name: &'static str,
    expected: String,
    wrong: Vec<String>,
}

impl Finding {
    fn check(self) -> CheckBuilder {
        let seen = if self.wrong.is_empty() { "as asked for".to_owned() } else { self.wrong.join("; ") };
        check(self.name, self.wrong.is_empty()).expected(self.expected).seen(seen).at("/state/scenes")
    }
}
