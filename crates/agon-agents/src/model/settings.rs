//! What each setting of a model takes, so that a slip is told by the setting's name and not in the words of a parser.

use agon_model::{secret_in_settings, secret_in_url};
use serde_json::{Map, Value};

/// What may be given.
#[derive(Clone, Copy)]
enum Takes {
    Text,
    /// One text, or a list of them.
    Texts,
    Number,
    Seconds,
    /// A whole number, from this one on.
    Whole(u64),
    /// The same, and not beyond what APIs and loops count to.
    Count(u32),
    YesOrNo,
    /// How closely pictures are looked at.
    Detail,
    Table,
    /// A number of turns or a word; whoever uses it looks closer.
    Turns,
    /// A part of a whole, more than nothing.
    Share,
    Grounder,
    /// The model of a sub-agent.
    SubAgent,
}

use Takes::{Count, Detail, Grounder, Number, Seconds, Share, SubAgent, Table, Text, Texts, Turns, Whole, YesOrNo};

/// How a model is to answer; a grounder has these of its own.
const OPTIONS: [(&str, Takes); 9] = [
    ("temperature", Number),
    ("top_p", Number),
    ("max_tokens", Count(1)),
    ("stop", Texts),
    ("seed", Whole(0)),
    ("reasoning_effort", Text),
    ("reasoning_tokens", Count(0)),
    ("detail", Detail),
    ("extra", Table),
];
/// Which model it is, and where.
const MODEL: [(&str, Takes); 3] = [("model", Text), ("base_url", Text), ("key_variable", Text)];
const DIALECT: [(&str, Takes); 1] = [("dialect", Text)];
/// How replies become turns, where a dialect says so.
const TURNS: [(&str, Takes); 3] = [("several", Text), ("history", Turns), ("grounder", Grounder)];
/// What every agent that asks models takes.
const SITTING: [(&str, Takes); 15] = [
    ("context_tokens", Whole(1)),
    ("keep_turns", Whole(1)),
    ("picture_px", Count(0)),
    ("timeout_secs", Seconds),
    ("idle_secs", Seconds),
    ("retries", Count(0)),
    ("give_up_secs", Seconds),
    ("backoff_secs", Seconds),
    ("connections", Whole(1)),
    ("stream", YesOrNo),
    ("cache", Text),
    ("prices", Text),
    ("system", Text),
    ("prompts", Text),
    ("effective", Table),
];
/// What the reference harness takes beside that.
const CLAW: [(&str, Takes); 12] = [
    ("vision", YesOrNo),
    ("coordinates", Text),
    ("modules", Texts),
    ("sub_agents", Texts),
    ("sub_agent_turns", Count(2)),
    ("general", SubAgent),
    ("explore", SubAgent),
    ("gui", SubAgent),
    ("clear_at", Share),
    ("summarise_at", Share),
    ("truncate_at", Share),
    ("reminders", Count(0)),
];
/// What a sub-agent's own model takes beside its options.
const SUB_AGENT: [(&str, Takes); 2] = [("vision", YesOrNo), ("context_tokens", Whole(1))];
/// Longer than anybody waits, and short enough for every clock.
const MAX_SECS: f64 = 1e9;

/// The settings of a model agent in the form their types have, or what is wrong with one.
pub(super) fn tidy(settings: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    tidy_all(settings, "", &[&MODEL, &DIALECT, &TURNS, &SITTING, &OPTIONS])
}

/// Settings by their names.
type ByName = Map<String, Value>;

/// The same for the reference harness: its own settings, then those of its model.
pub(crate) fn tidy_claw(settings: &ByName) -> Result<(ByName, ByName), String> {
    let tidied = tidy_all(settings, "", &[&MODEL, &CLAW, &SITTING, &OPTIONS])?;
    Ok(tidied.into_iter().partition(|(key, _)| CLAW.iter().any(|(name, _)| name == key)))
}

fn tidy_all(settings: &Map<String, Value>, within: &str, known: &[&[(&str, Takes)]]) -> Result<Map<String, Value>, String> {
    let mut tidied = Map::new();
    for (key, value) in settings.iter().filter(|(_, value)| !value.is_null()) {
        let Some((_, takes)) = known.iter().copied().flatten().find(|(name, _)| name == key) else {
            let names: Vec<&str> = known.iter().copied().flatten().map(|(name, _)| *name).collect();
            return Err(format!("there is no setting {within}{key}; there are {}", names.join(", ")));
        };
        tidied.insert(key.clone(), takes.tidy(value, &format!("{within}{key}"))?);
    }
    Ok(tidied)
}

impl Takes {
    fn tidy(self, value: &Value, name: &str) -> Result<Value, String> {
        let number_within = |most: f64| value.as_f64().is_some_and(|number| (0.0..=most).contains(&number));
        let fits = match (self, value) {
            // `prompts=1` is a number to whoever reads it, and a text to whoever wrote it.
            (Text, Value::Number(number)) => return Ok(number.to_string().into()),
            (Texts, Value::String(_) | Value::Number(_)) => return Ok(Value::Array(vec![Text.tidy(value, name)?])),
            (Texts, Value::Array(items)) => items.iter().all(Value::is_string),
            (Grounder, Value::Object(settings)) if settings.contains_key("model") && settings.contains_key("dialect") => {
                return tidy_all(settings, &format!("{name}."), &[&MODEL, &DIALECT, &OPTIONS]).map(Value::Object);
            }
            (SubAgent, Value::Object(settings)) if settings.contains_key("model") => {
                return tidy_all(settings, &format!("{name}."), &[&MODEL, &SUB_AGENT, &OPTIONS]).map(Value::Object);
            }
            (Text, _) => value.is_string(),
            (Number, _) => number_within(f64::MAX),
            (Seconds, _) => number_within(MAX_SECS),
            (Share, _) => number_within(1.0) && value.as_f64() != Some(0.0),
            (Whole(least), _) => value.as_u64().is_some_and(|number| number >= least),
            (Count(least), _) => value.as_u64().is_some_and(|number| (u64::from(least)..=u64::from(u32::MAX)).contains(&number)),
            (YesOrNo, _) => value.is_boolean(),
            (Detail, _) => value.as_str().is_some_and(|word| ["low", "high", "original", "auto"].contains(&word)),
            (Table, _) => value.is_object(),
            (Turns, _) => true,
            (Texts | Grounder | SubAgent, _) => false,
        };
        // Settings are recorded, and a key must not be.
        let secret = match (self, value) {
            (Table, _) => secret_in_settings(value, name),
            (Text, Value::String(text)) if name.ends_with("base_url") => secret_in_url(text),
            _ => None,
        };
        if let Some(problem) = secret {
            return Err(problem);
        }
        if fits { Ok(value.clone()) } else { Err(format!("{name} must be {}, got {value}", self.words())) }
    }

    fn words(self) -> String {
        match self {
            Text => "a text".into(),
            Texts => "a text or a list of texts".into(),
            Number => "a number of at least 0".into(),
            Seconds => format!("a number of seconds from 0 to {MAX_SECS}"),
            Whole(least) => format!("a whole number of at least {least}"),
            Count(least) => format!("a whole number from {least} to {}", u32::MAX),
            YesOrNo => "true or false".into(),
            Detail => "low, high, original or auto".into(),
            Table => r#"a table, such as {"top_k": 5}"#.into(),
            Turns => "a number of turns".into(),
            Share => "a number above 0, and at most 1".into(),
            SubAgent => r#"a table that names a model, such as {"model": "openai/gpt-x"}"#.into(),
            Grounder => {
                r#"a table that names a model and its dialect, such as {"model": "vllm/uground", "dialect": "uground"}"#.into()
            }
        }
    }
}
