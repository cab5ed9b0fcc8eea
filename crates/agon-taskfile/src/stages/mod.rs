//! Tasks in stages: `[[stage]]` of a task file. Each stage has a key of its own, and is a place to start from.

mod agent;
mod key;
mod seat;

pub(crate) use key::{KeyedStage, StagedKey, VariantKey};

use crate::BadSetting;
use agon_core::{FROM_STAGE, Settings, StageCue};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// How much of its stages an agent is told.
pub(crate) const INSTRUCTIONS: &str = "instructions";

/// What a task file says of a stage, beside its key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StageText {
    pub(crate) name: String,
    pub(crate) instruction: String,
    /// What those are told who start after it.
    pub(crate) result: Option<Value>,
}

/// What an operator may set of a task in stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StageSettings {
    pub(crate) from: usize,
    pub(crate) told: Told,
}

/// How much of its stages an agent is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// Nothing: all results are handed in at the end.
    Main,
    /// All of them at once.
    Stages,
    /// Each when the one before is done.
    StepByStep,
}

impl Told {
    const WORDS: [(&'static str, Self); 3] = [("main", Self::Main), ("stages", Self::Stages), ("step-by-step", Self::StepByStep)];
}

impl StageSettings {
    /// The settings with their defaults.
    pub(crate) fn defaults() -> Settings {
        Settings::from_iter([(FROM_STAGE.to_owned(), json!(0)), (INSTRUCTIONS.to_owned(), json!("stages"))])
    }

    pub(crate) fn read(settings: &Settings, stages: usize) -> Result<Self, BadSetting> {
        let from = settings.get(FROM_STAGE).map_or(Some(0), Value::as_u64);
        let from = from.and_then(|from| usize::try_from(from).ok()).filter(|from| *from < stages);
        let from =
            from.ok_or_else(|| BadSetting::new(FROM_STAGE, format!("a number of stages that are done, 0 to {}", stages - 1)))?;
        let word = settings.get(INSTRUCTIONS).map_or(Some("stages"), Value::as_str);
        let told = Told::WORDS.into_iter().find(|(known, _)| Some(*known) == word).map(|(_, told)| told);
        let told = told.ok_or_else(|| BadSetting::new(INSTRUCTIONS, "one of main, stages, step-by-step"))?;
        Ok(Self { from, told })
    }

    /// Whether ends of stages are said by the agent.
    pub(crate) fn has_reports(self) -> bool {
        self.told != Told::Main
    }

    /// What the seat takes the end of.
    pub(crate) fn cues(self, stages: &[StageText]) -> Vec<StageCue> {
        if !self.has_reports() {
            return Vec::new();
        }
        let cue = |stage: &StageText| {
            let instruction = (self.told == Told::StepByStep).then(|| stage.instruction.clone());
            StageCue { name: stage.name.clone(), instruction }
        };
        stages[self.from..].iter().map(cue).collect()
    }

    /// The main instruction with what is said of the stages.
    pub(crate) fn instruction(self, main: &str, stages: &[StageText]) -> String {
        let mut text = main.to_owned();
        if self.from > 0 {
            text.push_str("\n\nA part of the task is done already, and the world is as it was left:");
            for (number, stage) in stages[..self.from].iter().enumerate() {
                let _ = write!(text, "\n{}. {}", number + 1, stage.instruction);
                if let Some(result) = &stage.result {
                    let _ = write!(text, "\n   Result: {result}");
                }
            }
        }
        let left = &stages[self.from..];
        match self.told {
            Told::Main => {
                let fields: Vec<&str> = left
                    .iter()
                    .filter_map(|stage| stage.result.as_ref()?.as_object())
                    .flat_map(|result| result.keys())
                    .map(String::as_str)
                    .collect();
                if !fields.is_empty() {
                    let _ = write!(text, "\n\nHand in one answer, an object with these fields: {}.", fields.join(", "));
                }
            }
            Told::Stages => {
                text.push_str("\n\nDo it in these stages, and say stage_done with the result whenever one is done:");
                for (number, stage) in left.iter().enumerate() {
                    let _ = write!(text, "\n{}. {}", self.from + number + 1, stage.instruction);
                }
            }
            Told::StepByStep => {
                let count = left.len();
                let _ = write!(
                    text,
                    "\n\nYou are told its {count} stages one by one: say stage_done with the result to be told the next."
                );
                if let Some(first) = left.first() {
                    let _ = write!(text, " The first is:\n\n{}", first.instruction);
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stages() -> Vec<StageText> {
        let stage = |name: &str| StageText {
            name: name.into(),
            instruction: format!("Do {name}."),
            result: (name == "a").then(|| json!({ "city": "Oslo" })),
        };
        ["a", "b", "c"].map(stage).into()
    }

    fn read(from: Value, word: &str) -> Result<StageSettings, BadSetting> {
        StageSettings::read(&Settings::from_iter([(FROM_STAGE.to_owned(), from), (INSTRUCTIONS.to_owned(), json!(word))]), 3)
    }

    #[test]
    fn each_style_tells_what_it_should_and_no_more() {
        let told = |from, word| read(json!(from), word).unwrap().instruction("Main.", &stages());
        assert_eq!(told(0, "main"), "Main.\n\nHand in one answer, an object with these fields: city.");
        let all = told(1, "stages");
        assert!(all.contains("Result: {\"city\":\"Oslo\"}") && all.contains("\n2. Do b.\n3. Do c."), "{all}");
        let first = told(0, "step-by-step");
        assert!(first.ends_with("Do a.") && !first.contains("Do b."), "{first}");
        assert_eq!(read(json!(1), "step-by-step").unwrap().cues(&stages()).len(), 2);
        assert!(read(json!(0), "main").unwrap().cues(&stages()).is_empty());
    }

    #[test]
    fn a_start_after_the_last_stage_is_refused() {
        for wrong in [json!(3), json!(-1), json!("1"), json!(0.5)] {
            assert_eq!(read(wrong, "main").unwrap_err().key, FROM_STAGE);
        }
        assert_eq!(read(json!(0), "all").unwrap_err().key, INSTRUCTIONS);
    }
}
