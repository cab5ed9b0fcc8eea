//! The reward that a task's tests wrote, as marks.

use agon_core::{Case, Cause, Check, Fault, Marks};
use serde_json::{Map, Value};

/// The check that every task has.
pub(super) const REWARD: &str = "reward";
/// How much of what tests said stands in a check.
const LONGEST_TOLD: usize = 300;
const MOST_TOLD: usize = 20;

/// Marks from the evidence alone. Tests that wrote no reward give none: that they can is proven by the task's solution.
pub(super) fn mark(case: &Case<'_>) -> Result<Marks, Fault> {
    let tests = &case.evidence.0["tests"];
    let wrong = |what: &str| Fault::new(Cause::Grader, format!("the evidence has no {what}"));
    if !tests.is_object() {
        return Err(wrong("tests"));
    }
    let (score, seen) = match read(&tests["rewards"]) {
        Ok(rewards) => headline(&rewards),
        Err(problem) => (0.0, format!("{problem}; {}", told(tests))),
    };
    let passed = score >= 1.0;
    let (name, expected) = (REWARD.to_owned(), "1, written by the task's tests".to_owned());
    let check = Check { name, passed, score, expected, seen, evidence: "/tests/rewards".into() };
    Ok(Marks::new(score, passed, vec![check]))
}

/// The reward called `reward`, or the mean where none is; brought into [0, 1]. All that there are, in words.
fn headline(rewards: &[(String, f64)]) -> (f64, String) {
    let own = rewards.iter().find(|(name, _)| name == REWARD).map(|(_, value)| value.clamp(0.0, 1.0));
    let mean = || rewards.iter().map(|(_, value)| value.clamp(0.0, 1.0)).sum::<f64>() / rewards.len().max(1) as f64;
    let all: Vec<String> = rewards.iter().take(MOST_TOLD).map(|(name, value)| format!("{name} {value}")).collect();
    (own.unwrap_or_else(mean), all.join(", "))
}

/// The rewards by name, from `reward.json` or `reward.txt`.
fn read(rewards: &Value) -> Result<Vec<(String, f64)>, String> {
    if let Some(problem) = rewards["problem"].as_str() {
        return Err(problem.to_owned());
    }
    let (file, text) = (rewards["file"].as_str().unwrap_or_default(), rewards["text"].as_str().unwrap_or_default());
    let number =
        |value: f64| value.is_finite().then_some(value).ok_or_else(|| format!("{file} holds {value}, which is no number"));
    if !file.ends_with(".json") {
        let value = text.trim().parse::<f64>().map_err(|_| format!("{file} holds no number"))?;
        return Ok(vec![(REWARD.into(), number(value)?)]);
    }
    let object: Map<String, Value> = serde_json::from_str(text).map_err(|_| format!("{file} holds no JSON object"))?;
    if object.is_empty() {
        return Err(format!("{file} holds no reward"));
    }
    object
        .into_iter()
        .map(|(name, value)| {
            let value = value
                .as_f64()
                .or_else(|| value.as_bool().map(f64::from))
                .ok_or_else(|| format!("{file}: {name:?} is no number"))?;
            Ok((name, number(value)?))
        })
        .collect()
}

/// How the tests ended, and the last that they said.
fn told(tests: &Value) -> String {
    let ended = match tests["exit"].as_i64() {
        Some(status) => format!("the tests ended with status {status}"),
        None => "the tests were ended at their time limit".to_owned(),
    };
    let said = [&tests["stderr"], &tests["stdout"]].into_iter().filter_map(Value::as_str).find(|text| !text.trim().is_empty());
    let Some(said) = said else { return ended };
    let said: Vec<char> = said.trim().chars().collect();
    let last: String = said[said.len().saturating_sub(LONGEST_TOLD)..].iter().collect();
    format!("{ended}: {last}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rewards_are_read_as_harbor_writes_them() {
        let of = |file: &str, text: &str| read(&json!({"file": file, "text": text})).map(|rewards| headline(&rewards));
        assert_eq!(of("reward.txt", "1\n"), Ok((1.0, "reward 1".into())));
        assert_eq!(of("reward.txt", "0.25"), Ok((0.25, "reward 0.25".into())));
        assert_eq!(of("reward.txt", "7"), Ok((1.0, "reward 7".into())));
        assert_eq!(of("reward.json", "{\"reward\": 0.5, \"style\": 1}"), Ok((0.5, "reward 0.5, style 1".into())));
        assert_eq!(of("reward.json", "{\"a\": true, \"b\": -3}"), Ok((0.5, "a 1, b -3".into())));
        for (file, text, problem) in [
            ("reward.txt", "yes", "reward.txt holds no number"),
            ("reward.txt", "nan", "reward.txt holds NaN, which is no number"),
            ("reward.json", "[1]", "reward.json holds no JSON object"),
            ("reward.json", "{}", "reward.json holds no reward"),
            ("reward.json", "{\"reward\": \"1\"}", "reward.json: \"reward\" is no number"),
        ] {
            assert_eq!(of(file, text), Err(problem.to_owned()));
        }
    }
}
