//! End states made by hand, in the page's own words: unusual ones that are right, and plausible ones that are wrong.

mod right;
mod wrong;

use super::VideoEditor;
use super::app::Lines;
use crate::apps::{AnswerKey, script_tests as proof};
use agon_grade::all_of;
use serde_json::{Value, json};

/// A use of a medium as the page writes it.
fn clip(id: &str, name: &str, start: i64, (trim_start, duration): (i64, i64)) -> Value {
    let (kind, length) = match name {
        "Garden Leap.mp4" => ("VIDEO", 5060),
        "Bridge Flight.mp4" => ("VIDEO", 9050),
        "Turning Earth.mp4" => ("VIDEO", 41_770),
        "Cymbal.wav" => ("AUDIO", 2070),
        other => panic!("{other}"),
    };
    json!({
        "elementId": id, "mediaName": name, "mediaType": kind, "startTimeMs": start, "durationMs": duration,
        "trimFromStartMs": trim_start, "trimFromEndMs": length - trim_start - duration, "activeEffectsAtStart": [],
    })
}

fn garden(id: &str, start: i64) -> Value {
    clip(id, "Garden Leap.mp4", start, (0, 5060))
}

fn text(id: &str, words: &str, start: i64, duration: i64) -> Value {
    json!({
        "elementId": id, "mediaName": "Text block", "mediaType": "TEXT", "startTimeMs": start, "durationMs": duration,
        "trimFromStartMs": 0, "trimFromEndMs": 0, "activeEffectsAtStart": [], "text": words, "fontSize": 32,
        "fontColor": "#ffffff", "backgroundColor": "#00000080",
    })
}

/// The same with some of its properties set.
fn with(mut thing: Value, properties: Value) -> Value {
    for (key, value) in properties.as_object().unwrap() {
        thing[key] = value.clone();
    }
    thing
}

/// A light adjustment of contrast, or whatever it is changed to.
fn light(id: &str, block: &str, (from, to): (i64, i64), scope: &str) -> Value {
    json!({
        "effectId": id, "elementId": block, "type": "light-adjustment", "startTimeMs": from, "endTimeMs": to, "scope": scope,
        "enabled": true, "stackOrder": 0, "params": {"brightness": 0, "contrast": 3, "saturation": 1},
    })
}

fn fade_out(id: &str, block: &str, (from, to): (i64, i64), curve: &str) -> Value {
    let params = json!({"fadeStartMs": from, "fadeEndMs": to, "fromOpacity": 1, "toOpacity": 0, "curve": curve});
    with(light(id, block, (from, to), "segment"), json!({"type": "fade-out", "params": params}))
}

/// Tracks of blocks and effects.
fn project(tracks: Vec<(Vec<Value>, Vec<Value>)>) -> Value {
    let track = |(index, (elements, items)): (usize, (Vec<Value>, Vec<Value>))| json!({"trackIndex": index, "effectSubTrack": {"items": items}, "elements": elements});
    json!({
        "finalDurationMs": 0, "trackCount": tracks.len(), "sourceMedia": [],
        "timeline": tracks.into_iter().enumerate().map(track).collect::<Vec<_>>(),
    })
}

/// What the page reports after an export, and nothing else since.
fn exported(tracks: Vec<(Vec<Value>, Vec<Value>)>) -> Value {
    let project = project(tracks);
    json!({"app": "video", "project": project, "exported": project, "playheadMs": 0, "isPlaying": false, "selection": []})
}

/// The same without effects.
fn plain(tracks: Vec<Vec<Value>>) -> Value {
    exported(tracks.into_iter().map(|elements| (elements, Vec::new())).collect())
}

fn failed(task: &str, state: &Value) -> Vec<String> {
    let key = proof::key::<Lines>(&VideoEditor, task);
    proof::failed(&all_of(key.mark(state, None).expect("a state of the Video Editor")))
}

fn right(task: &str, state: &Value) {
    assert_eq!(failed(task, state), Vec::<String>::new(), "{task}");
}

fn wrong(task: &str, check: &str, state: &Value) {
    assert_eq!(failed(task, state), [check], "{task}");
}
