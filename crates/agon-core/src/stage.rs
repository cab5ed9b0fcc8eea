//! Long tasks in stages: what an agent is told of them, and what it reports.

use crate::{Action, Call, Function, Param, Space, Status, StepRecord, Trace};
use serde_json::Value;

/// The function by which an agent says that a stage is done. The seat answers it, in every world.
pub const STAGE_DONE: &str = "stage_done";

/// The setting of a task in stages that says how many of them are done when a trial starts.
pub const FROM_STAGE: &str = "from_stage";

const MAX_RESULT_CHARS: usize = 20_000;

/// A stage whose end the agent says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageCue {
    /// Stable and short; unique in its task.
    pub name: String,
    /// What the agent is told when this stage begins; `None` where the brief has told it.
    pub instruction: Option<String>,
}

/// What an agent reported when it said that a stage was done.
#[derive(Clone, Debug, PartialEq)]
pub struct StageReport {
    /// The step by which it said so.
    pub step: u32,
    /// A JSON value where the text was one.
    pub result: Value,
}

/// [`STAGE_DONE`] as a brief declares it.
pub fn stage_done() -> Function {
    let result = Param {
        name: "result".into(),
        about: "what the stage asks you to report, as a JSON object; an empty text where it asks for nothing".into(),
        space: Space::Text { max_chars: MAX_RESULT_CHARS },
    };
    Function::new(STAGE_DONE, "Say that the stage you are at is done, and report its result.", vec![result])
}

impl Trace {
    /// What was reported, stage by stage in the order in which stages are set.
    pub fn stage_reports(&self) -> Vec<StageReport> {
        self.steps.iter().filter_map(StageReport::of).collect()
    }
}

impl StageReport {
    /// The report that a step was, if it was one.
    pub fn of(step: &StepRecord) -> Option<Self> {
        let is_taken = step.status == Status::Executed;
        let call = match &step.action {
            Action::Call { name, args } if is_taken => Call::new(name.clone(), args.clone()),
            Action::Text { text } if is_taken => text.parse().ok()?,
            _ => return None,
        };
        (call.name == STAGE_DONE).then(|| Self { step: step.step, result: result_of(&call.args) })
    }
}

/// The argument, in whichever of a call's forms it came.
fn result_of(args: &Value) -> Value {
    let result = match args {
        Value::Object(named) if named.len() == 1 && named.contains_key("result") => &named["result"],
        Value::Array(items) if items.len() == 1 => &items[0],
        bare => bare,
    };
    match result {
        Value::String(text) => serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone())),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reports_are_read_in_every_form_of_a_call() {
        let step = |number, action| StepRecord::new(number, action, Status::Executed);
        let call = |args: Value| Action::Call { name: STAGE_DONE.into(), args };
        let refused = StepRecord::new(5, call(json!("no")), Status::Blocked);
        let text = Action::Text { text: "('stage_done', 'Oslo')".into() };
        let steps = vec![
            step(1, call(json!({ "result": "{\"city\": \"Oslo\"}" }))),
            step(2, Action::Done),
            step(3, call(json!(["7"]))),
            step(4, text),
            refused,
        ];
        let reports = Trace { steps, ..Trace::default() }.stage_reports();
        let told: Vec<(u32, Value)> = reports.into_iter().map(|report| (report.step, report.result)).collect();
        assert_eq!(told, [(1, json!({ "city": "Oslo" })), (3, json!(7)), (4, json!("Oslo"))]);
    }
}
