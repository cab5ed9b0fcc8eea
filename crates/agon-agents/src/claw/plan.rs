//! The list of what is to be done, which an agent keeps for itself.

use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt;

/// What is to be done, in order.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct Plan {
    steps: Vec<PlanStep>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct PlanStep {
    text: String,
    status: PlanStatus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlanStatus {
    Pending,
    InProgress,
    Done,
}

/// A longer plan would be a document.
const MAX_STEPS: usize = 40;
const MAX_TEXT_CHARS: usize = 300;

impl Plan {
    pub(super) fn schema() -> Value {
        let text = json!({"type": "string", "description": "one thing to do, in a few words"});
        let status = json!({"type": "string", "enum": ["pending", "in_progress", "done"]});
        let properties = json!({"text": text, "status": status});
        let step =
            json!({"type": "object", "properties": properties, "required": ["text", "status"], "additionalProperties": false});
        let steps = json!({"type": "array", "items": step, "minItems": 1, "maxItems": MAX_STEPS});
        json!({"type": "object", "properties": {"steps": steps}, "required": ["steps"], "additionalProperties": false})
    }

    /// The plan in the arguments of a call; `Err` is for the model.
    pub(super) fn read(args: &Value) -> Result<Self, String> {
        let form = "steps must be a list of objects, each with a text and a status of pending, in_progress or done";
        let plan: Self = serde_json::from_value(args.clone()).map_err(|error| format!("{form} ({error})"))?;
        match plan.steps.len() {
            1..=MAX_STEPS => Ok(plan),
            count => Err(format!("a plan has from 1 to {MAX_STEPS} steps, not {count}")),
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Your plan:")?;
        for PlanStep { text, status } in &self.steps {
            let mark = match status {
                PlanStatus::Pending => ' ',
                PlanStatus::InProgress => '>',
                PlanStatus::Done => 'x',
            };
            let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_TEXT_CHARS).collect();
            write!(f, "\n[{mark}] {text}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_read_shown_and_bounded() {
        let step = |text: &str, status: &str| json!({"text": text, "status": status});
        let plan = Plan::read(
            &json!({"steps": [step("read\nthe brief", "done"), step("solve", "in_progress"), step("check", "pending")]}),
        );
        insta::assert_snapshot!(plan.unwrap(), @"
        Your plan:
        [x] read the brief
        [>] solve
        [ ] check
        ");
        for bad in
            [json!(null), json!({"steps": "all"}), json!({"steps": [{"text": "x"}]}), json!({"steps": [step("x", "soon")]})]
        {
            assert!(Plan::read(&bad).unwrap_err().contains("steps must be a list"), "{bad}");
        }
        assert!(Plan::read(&json!({"steps": []})).unwrap_err().contains("from 1 to 40 steps, not 0"));
        let long = Plan::read(&json!({"steps": [step(&"word ".repeat(1000), "pending")]})).unwrap();
        assert!(long.to_string().len() < 400);
    }
}
