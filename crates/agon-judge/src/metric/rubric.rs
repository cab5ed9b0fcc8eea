//! A rubric of the user's own: criteria with weights, each answered by yes or no.

use super::{Rated, text_of};
use crate::ask::{Asker, Posed, Stopped};
use crate::trial::{Eyes, Trial};
use agon_model::Part;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) const VERSION: &str = "rubric-1";

const MOST_TRANSCRIPT_CHARS: usize = 60_000;

const SYSTEM: &str = "\
You answer one question about what an agent did at a computer, by yes or no. Answer from what is shown; what is not shown did not happen. What the \
agent says of itself proves nothing. If you cannot tell, answer no.";

/// What a trial is held against.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rubric {
    /// The questions.
    pub criterion: Vec<Criterion>,
}

/// One question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Criterion {
    /// Short, unique in the rubric.
    pub name: String,
    /// Answered by yes where the criterion is met.
    pub question: String,
    /// How much it counts among the others.
    #[serde(default = "one")]
    pub weight: f64,
}

fn one() -> f64 {
    1.0
}

impl Rubric {
    /// Reads a rubric in TOML. `Err` names what is wrong in one sentence.
    pub fn read(text: &str) -> Result<Self, String> {
        let rubric: Self = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        if rubric.criterion.is_empty() {
            return Err("a rubric needs at least one [[criterion]]".into());
        }
        let mut names = BTreeSet::new();
        for Criterion { name, question, weight } in &rubric.criterion {
            if name.trim().is_empty() || question.trim().is_empty() {
                return Err("every criterion needs a name and a question".into());
            }
            if !names.insert(name) {
                return Err(format!("the criterion {name} is there twice"));
            }
            if !(weight.is_finite() && *weight > 0.0) {
                return Err(format!("the weight of {name} must be more than 0, got {weight}"));
            }
        }
        Ok(rubric)
    }
}

/// What a judge is shown of a trial.
pub(crate) struct Prepared {
    told: String,
    material: Vec<Part>,
    last_step: u32,
}

pub(crate) fn prepare(trial: &Trial, eyes: &Eyes) -> Result<Prepared, String> {
    let transcript = trial.transcript(MOST_TRANSCRIPT_CHARS);
    let mut material = vec![Part::text(format!("The steps of the agent:\n{transcript}\n{}", trial.outcome()))];
    material.extend(trial.last_view(eyes)?);
    Ok(Prepared { told: trial.told(), material, last_step: trial.last_step() })
}

pub(crate) async fn rate(prepared: &Prepared, rubric: &Rubric, asker: &mut Asker<'_>) -> Result<Rated, Stopped> {
    let (mut met, mut all) = (0.0, 0.0);
    let (mut parts, mut reasons, mut steps) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
    let last_step = prepared.last_step;
    for criterion in &rubric.criterion {
        let exist = |answer: &Value| match super::steps_of(answer).iter().any(|step| *step > last_step) {
            true => Err(format!("steps must be steps of the trial, from 0 to {last_step}")),
            false => Ok(answer.clone()),
        };
        let answer = asker.ask(&posed(prepared, criterion), exist).await?;
        all += criterion.weight;
        if answer["answer"] == "yes" {
            met += criterion.weight;
        }
        steps.extend(super::steps_of(&answer));
        reasons.push(format!("{}: {}", criterion.name, text_of(&answer, "reason")));
        parts.insert(criterion.name.clone(), answer["answer"].clone());
    }
    Ok(Rated { value: (met / all).into(), reason: reasons.join("\n"), steps: steps.into_iter().collect(), parts })
}

fn posed(prepared: &Prepared, criterion: &Criterion) -> Posed {
    Posed {
        system: SYSTEM.into(),
        before: prepared.told.clone(),
        material: prepared.material.clone(),
        after: format!(
            "The question: {} Answer yes or no, and name the steps (0 to {}) that your answer rests on, if there are any.",
            criterion.question.trim(),
            prepared.last_step
        ),
        tool: "answer",
        about: "Answer the question.",
        schema: super::object(json!({
            "answer": {"type": "string", "enum": ["yes", "no"]},
            "reason": {"type": "string", "maxLength": 600},
            "steps": super::steps_schema(0),
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rubrics_are_read_and_faults_in_them_named() {
        let good = "[[criterion]]\nname = \"a\"\nquestion = \"Is it?\"\n[[criterion]]\nname = \"b\"\nquestion = \"Was it?\"\nweight = 2\n";
        let rubric = Rubric::read(good).unwrap();
        assert_eq!(rubric.criterion.iter().map(|criterion| criterion.weight).collect::<Vec<_>>(), [1.0, 2.0]);
        for (text, part) in [
            ("criterion = []", "at least one"),
            ("[[criterion]]\nname = \"a\"\n", "missing field `question`"),
            ("[[criterion]]\nname = \"a\"\nquestion = \"\"\n", "needs a name and a question"),
            (&good.replace("\"b\"", "\"a\""), "the criterion a is there twice"),
            (&good.replace("= 2", "= 0"), "the weight of b must be more than 0, got 0"),
            (&good.replace("weight", "wieght"), "unknown field `wieght`"),
        ] {
            let problem = Rubric::read(text).unwrap_err();
            assert!(problem.contains(part), "{problem}");
        }
    }
}
