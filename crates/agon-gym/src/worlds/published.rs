//! Episodes in the form of the published environments, sat in ours.

use crate::{Episode, Kind, mark};
use agon_core::{Action, Call, Ending, Status};
use serde_json::{Map, Value};

/// Sets the episode of a published state and plays calls as published, once as text and once as calls. All must be executed, and
/// the last, which stops, must succeed. Gives the episode that was played.
pub(super) fn replay(kind: &dyn Kind, params: &Value, state: &Value, calls: &[&str]) -> Episode {
    let as_text = |call: &str| Action::Text { text: call.to_owned() };
    let as_call = |call: &str| Action::from(call.parse::<Call>().expect("a published call"));
    let formats: [&dyn Fn(&str) -> Action; 2] = [&as_text, &as_call];
    let played = formats.map(|format| {
        let mut episode = start(kind, params, state).expect("a published state");
        for call in calls {
            let reaction = episode.act(&format(call));
            assert_eq!(reaction.status, Status::Executed, "{call}: {}", reaction.feedback);
        }
        let marks = mark(kind, &episode.evidence(), &Ending::Stopped).expect("a state of this kind");
        assert!(marks.passed, "{:?} in {:#}", marks.failed(), episode.evidence());
        episode
    });
    let [episode, other] = played;
    assert_eq!(episode.evidence(), other.evidence());
    episode
}

pub(super) fn start(kind: &dyn Kind, params: &Value, state: &Value) -> Result<Episode, crate::ParamError> {
    let mut settings: Map<String, Value> = params.as_object().cloned().unwrap_or_default();
    settings.insert("init_state".into(), state.clone());
    Episode::start(kind, settings, 5)
}

/// Why a state is refused.
pub(super) fn refusal(kind: &dyn Kind, state: &Value) -> String {
    match start(kind, &Value::Null, state) {
        Ok(_) => panic!("{state} was taken"),
        Err(error) => error.to_string(),
    }
}
