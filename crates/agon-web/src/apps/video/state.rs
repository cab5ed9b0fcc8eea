//! The projects that the page reported, as graders see them. What the page cannot have written is a fault, never a score.

use super::effect::{Curve, Effect, EffectKind, Fade, Light, SHORTEST_EFFECT_MS};
use super::media::medium;
use super::project::{Block, Content, Project, SHORTEST_MS, Style, TEXT_NAME};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};

/// Later than the page can put anything, and far from where sums of times would overflow.
const LATEST_MS: i64 = 1_000_000_000;

/// What graders look at.
pub(super) struct Reported {
    /// What is on the timeline.
    pub(super) project: Project,
    /// As it was when it was last exported.
    pub(super) exported: Option<Project>,
}

/// As the page writes it. What is not named here is not looked at.
#[derive(Deserialize)]
struct State {
    app: String,
    project: ProjectFile,
    exported: Option<ProjectFile>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProjectFile {
    timeline: Vec<Track>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Track {
    track_index: usize,
    effect_sub_track: Items,
    elements: Vec<Element>,
}

#[derive(Deserialize)]
struct Items {
    items: Vec<EffectFile>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Element {
    element_id: String,
    media_name: String,
    media_type: String,
    start_time_ms: i64,
    duration_ms: i64,
    trim_from_start_ms: i64,
    trim_from_end_ms: i64,
    text: Option<String>,
    font_size: Option<i64>,
    font_color: Option<String>,
    background_color: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EffectFile {
    effect_id: String,
    element_id: String,
    #[serde(rename = "type")]
    kind: String,
    start_time_ms: i64,
    end_time_ms: i64,
    scope: String,
    enabled: bool,
    stack_order: usize,
    params: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FadeParams {
    from_opacity: f64,
    to_opacity: f64,
    curve: Curve,
}

/// `Err` says why this is not a state of the Video Editor.
pub(super) fn read(state: &Value) -> Result<Reported, String> {
    let state = State::deserialize(state).map_err(|error| error.to_string())?;
    if state.app != "video" {
        return Err(format!("the state is of the application {:?}", state.app));
    }
    Ok(Reported { project: project(state.project)?, exported: state.exported.map(project).transpose()? })
}

fn project(file: ProjectFile) -> Result<Project, String> {
    let mut ids = HashSet::new();
    let mut rows = Vec::with_capacity(file.timeline.len());
    for (index, track) in file.timeline.into_iter().enumerate() {
        if track.track_index != index || track.elements.is_empty() {
            return Err(format!("track {index} is empty, or out of order"));
        }
        let mut effects: BTreeMap<String, Vec<EffectFile>> = BTreeMap::new();
        for effect in track.effect_sub_track.items {
            if !ids.insert(effect.effect_id.clone()) {
                return Err(format!("two things have the id {:?}", effect.effect_id));
            }
            effects.entry(effect.element_id.clone()).or_default().push(effect);
        }
        let mut row: Vec<Block> = Vec::with_capacity(track.elements.len());
        for element in track.elements {
            if !ids.insert(element.element_id.clone()) {
                return Err(format!("two things have the id {:?}", element.element_id));
            }
            let own = effects.remove(&element.element_id).unwrap_or_default();
            let block = block(element, own)?;
            if row.last().is_some_and(|before| before.end() > block.start) {
                return Err(format!("{:?} begins before the block before it has ended", block.id));
            }
            row.push(block);
        }
        if let Some(id) = effects.keys().next() {
            return Err(format!("there is no block {id:?} on the track of its effect"));
        }
        rows.push(row);
    }
    Ok(Project { rows })
}

fn block(element: Element, mut effects: Vec<EffectFile>) -> Result<Block, String> {
    let Element { element_id: id, start_time_ms: start, duration_ms: duration, .. } = element;
    let (trim_start, trim_end) = (element.trim_from_start_ms, element.trim_from_end_ms);
    let is_possible = (0..=LATEST_MS).contains(&start) && (SHORTEST_MS..=LATEST_MS).contains(&duration);
    if !is_possible || !(0..=LATEST_MS).contains(&trim_start) || !(0..=LATEST_MS).contains(&trim_end) {
        return Err(format!("the times of {id:?} cannot be"));
    }
    let content = match element.media_type.as_str() {
        "TEXT" => {
            let style = (element.text, element.font_size, element.font_color, element.background_color);
            let (Some(text), Some(size), Some(color), Some(background)) = style else {
                return Err(format!("the text {id:?} has no style"));
            };
            let is_text = element.media_name == TEXT_NAME && (trim_start, trim_end) == (0, 0);
            if !is_text || !is_color(&color, 6) || !is_color(&background, 8) {
                return Err(format!("{id:?} is no text"));
            }
            Content::Text(Style { text, size, color: color.to_lowercase(), background: background.to_lowercase() })
        }
        kind => {
            let medium = medium(&element.media_name).filter(|medium| medium.kind.word() == kind);
            let medium = medium.ok_or_else(|| format!("there is no medium {:?} of the type {kind}", element.media_name))?;
            if trim_start + duration + trim_end != medium.duration_ms {
                return Err(format!("duration and trims of {id:?} are not the length of its medium"));
            }
            Content::Medium(medium)
        }
    };
    effects.sort_by_key(|effect| effect.stack_order);
    let effects = effects.into_iter().map(|effect| self::effect(effect, start, duration)).collect::<Result<_, _>>()?;
    Ok(Block { id, content, start, duration, trim_start, trim_end, effects })
}

fn effect(file: EffectFile, start: i64, duration: i64) -> Result<Effect, String> {
    let id = file.effect_id;
    let (from, to) = (file.start_time_ms.saturating_sub(start), file.end_time_ms.saturating_sub(start));
    if from < 0 || to > duration || to - from < SHORTEST_EFFECT_MS {
        return Err(format!("the effect {id:?} is not inside of its block"));
    }
    let segment = match file.scope.as_str() {
        "segment" => Some((from, to)),
        "full-clip" if (from, to) == (0, duration) => None,
        other => return Err(format!("the effect {id:?} cannot have the scope {other:?}")),
    };
    let fade = |fade: Fade| {
        let params = FadeParams::deserialize(&file.params).map_err(|error| format!("the effect {id:?}: {error}"))?;
        let opacities = if fade == Fade::In { [0.0, 1.0] } else { [1.0, 0.0] };
        match [params.from_opacity, params.to_opacity] == opacities {
            true => Ok(EffectKind::Fade(fade, params.curve)),
            false => Err(format!("the effect {id:?} goes the wrong way")),
        }
    };
    let kind = match file.kind.as_str() {
        "light-adjustment" => {
            let light = Light::deserialize(&file.params).map_err(|error| format!("the effect {id:?}: {error}"))?;
            if !light.is_possible() {
                return Err(format!("the numbers of the effect {id:?} cannot be"));
            }
            EffectKind::Light(light)
        }
        "fade-in" => fade(Fade::In)?,
        "fade-out" => fade(Fade::Out)?,
        other => return Err(format!("there is no effect {other:?}")),
    };
    Ok(Effect { id, kind, segment, enabled: file.enabled })
}

/// `#` and so many hexadecimal digits.
fn is_color(text: &str, digits: usize) -> bool {
    text.strip_prefix('#').is_some_and(|hex| hex.len() == digits && hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
}
