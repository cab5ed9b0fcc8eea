//! Why a trial failed, in two stages after Agents' Last Exam (appendix D.3): a card of what went right and wrong, in which every claim points to its
//! evidence, and from the card alone one root cause.

use super::{Rated, text_of};
use crate::ask::{Asker, Posed, Stopped};
use crate::trial::{Eyes, Trial, clip};
use agon_model::Part;
use agon_report::modes::Finding;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

pub(crate) const VERSION: &str = "causes-1";

/// The causes, each below its group, with what tells it from the others.
pub const CAUSES: [(&str, &str); 9] = [
    (
        "understanding/domain-knowledge-gap",
        "the mistakes come from missing expertise: somebody who knows the field would not have made them",
    ),
    ("understanding/fabrication", "data or results were made up instead of being looked up or computed"),
    ("approach/wrong-strategy", "it knew the field and still went a wrong way, or broke what the task says explicitly"),
    ("approach/incomplete", "it stopped early, gave up, or did not make something that was asked for"),
    (
        "execution/implementation-bug",
        "the way was right and the work had errors: in logic, computation, handling of data, or where it clicked and typed",
    ),
    ("execution/output-format", "the work was done, and handed in in a wrong form, place or structure"),
    ("infrastructure/gui-failure", "a program, page or tool did not work as it should, whatever the agent did"),
    ("infrastructure/timeout-resources", "time, steps, tokens or memory ran out while the work went on well"),
    ("unclear", "what is known does not tell the cause"),
];

const MOST_TRANSCRIPT_CHARS: usize = 60_000;
const MOST_CHECK_CHARS: usize = 400;

const FIRST: &str = "\
You examine why an agent that worked at a computer failed its task. Write a card: what it did right, what it did wrong, and the one problem that mattered \
most. Every claim must point to its evidence: numbers of steps, names of checks, numbers of findings. Tell what is certain by the evidence from what you \
infer. Claim nothing that no evidence shows.";

const SECOND: &str = "\
You name the root cause of a failure from a card that another judge wrote about it. The root cause is what, had it been otherwise, would most \
likely have led to success; what only followed from it is not the cause. Ask first whether somebody who knows the field would have avoided the mistake. \
A limit that was reached is the cause only if the work went on well until then.";

/// What a judge is shown of a trial.
pub(crate) struct Prepared {
    told: String,
    /// The checks and the detectors' findings: ours.
    facts: String,
    material: Vec<Part>,
    known: Known,
}

/// What evidence can point to.
struct Known {
    last_step: u32,
    checks: BTreeSet<String>,
    findings: usize,
}

/// A claim of a card and where to look.
struct Claim {
    text: String,
    steps: Vec<u32>,
}

pub(crate) fn prepare(trial: &Trial, eyes: &Eyes) -> Result<Prepared, String> {
    let mut facts = "The checks of the task, as the grader found them:\n".to_owned();
    for check in &trial.checks {
        let how = if check.passed { "passed" } else { "failed" };
        let _ = writeln!(facts, "- {}: {how}; wanted: {}", check.name, clip(&check.expected, MOST_CHECK_CHARS));
    }
    facts.push_str("\nWhat fixed rules found in the steps (docs/failure-modes.md):\n");
    for (finding, number) in trial.findings.iter().zip(1..) {
        let _ = writeln!(facts, "- finding {number}: {}, steps {}", finding.mode.word(), Finding::steps_text(finding));
    }
    if trial.findings.is_empty() {
        facts.push_str("- nothing\n");
    }
    // What a check saw can be the agent's own words.
    let mut seen = "What the checks saw:\n".to_owned();
    for check in &trial.checks {
        let _ = writeln!(seen, "- {}: {}", check.name, clip(&check.seen, MOST_CHECK_CHARS));
    }
    let transcript = trial.transcript(MOST_TRANSCRIPT_CHARS);
    let mut material = vec![Part::text(format!("The steps of the agent:\n{transcript}\n{}\n{seen}", trial.outcome()))];
    material.extend(trial.last_view(eyes)?);
    let known = Known {
        last_step: trial.last_step(),
        checks: trial.checks.iter().map(|check| check.name.clone()).collect(),
        findings: trial.findings.len(),
    };
    Ok(Prepared { told: trial.told(), facts, material, known })
}

pub(crate) async fn rate(prepared: &Prepared, asker: &mut Asker<'_>) -> Result<Rated, Stopped> {
    let (card, claims) = asker.ask(&first(prepared), |answer| prepared.known.check(answer)).await?;
    let count = claims.len() as u64;
    let exist = |answer: &Value| match super::numbers_of(answer, "claims").iter().any(|claim| *claim == 0 || *claim > count) {
        true => Err(format!("claims must be numbers of the card's claims, from 1 to {count}")),
        false => Ok(answer.clone()),
    };
    let answer = asker.ask(&second(prepared, &card, &claims), exist).await?;
    let cause = text_of(&answer, "cause");
    let named = super::numbers_of(&answer, "claims");
    let steps: BTreeSet<u32> =
        named.iter().filter_map(|claim| claims.get(*claim as usize - 1)).flat_map(|claim| claim.steps.clone()).collect();
    let mut parts = BTreeMap::from([("confidence".to_owned(), answer["confidence"].clone())]);
    parts.insert("conclusion".into(), card["conclusion"].clone());
    Ok(Rated { value: cause.as_str().into(), reason: text_of(&answer, "reason"), steps: steps.into_iter().collect(), parts })
}

impl Known {
    /// Every claim must point to something that is there.
    fn check(&self, card: &Value) -> Result<(Value, Vec<Claim>), String> {
        let list = |key: &str| card[key].as_array().cloned().unwrap_or_default();
        for claim in list("right").iter().chain(&list("wrong")) {
            let (steps, findings) = (super::steps_of(claim), super::numbers_of(claim, "findings"));
            let checks: Vec<&str> = claim["checks"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            if steps.is_empty() && checks.is_empty() && findings.is_empty() {
                return Err("every claim must point to steps, checks or findings".into());
            }
            if steps.iter().any(|step| *step > self.last_step) {
                return Err(format!("steps must be steps of the trial, from 0 to {}", self.last_step));
            }
            if checks.iter().any(|check| !self.checks.contains(*check)) {
                return Err("checks must be names of checks that are listed".into());
            }
            if findings.iter().any(|finding| *finding == 0 || *finding > self.findings as u64) {
                return Err(format!("findings must be numbers of findings that are listed; there are {}", self.findings));
            }
        }
        let wrong =
            list("wrong").iter().map(|claim| Claim { text: text_of(claim, "claim"), steps: super::steps_of(claim) }).collect();
        Ok((card.clone(), wrong))
    }
}

fn first(prepared: &Prepared) -> Posed {
    let claim = |more: Value| {
        let mut fields = json!({
            "claim": {"type": "string", "maxLength": 500},
            "steps": super::steps_schema(0),
            "checks": {"type": "array", "items": {"type": "string"}, "maxItems": 20},
            "findings": {"type": "array", "items": {"type": "integer", "minimum": 1}, "maxItems": 20},
        });
        if let (Value::Object(fields), Value::Object(more)) = (&mut fields, more) {
            fields.extend(more);
        }
        super::object(fields)
    };
    Posed {
        system: FIRST.into(),
        before: format!("{}\n\n{}", prepared.told, prepared.facts),
        material: prepared.material.clone(),
        after: format!("Write the card. Steps are numbered from 0, the start, to {}.", prepared.known.last_step),
        tool: "write_card",
        about: "Hand in the card.",
        schema: super::object(json!({
            "conclusion": {"type": "string", "maxLength": 500, "description": "One sentence."},
            "judgement": {"type": "string", "enum": ["partial", "failure"]},
            "right": {"type": "array", "maxItems": 10, "items": claim(json!({}))},
            "wrong": {"type": "array", "minItems": 1, "maxItems": 10, "items": claim(json!({"certainty": {"type": "string", "enum": ["confirmed", "inferred"]}}))},
            "main_problem": {"type": "string", "maxLength": 500},
        })),
    }
}

fn second(prepared: &Prepared, card: &Value, claims: &[Claim]) -> Posed {
    let mut text = format!(
        "The card says: {}\nThe main problem: {}\nJudgement: {}\nWhat went wrong:\n",
        text_of(card, "conclusion"),
        text_of(card, "main_problem"),
        text_of(card, "judgement")
    );
    for (claim, number) in claims.iter().zip(1..) {
        let certainty = text_of(&card["wrong"][number - 1], "certainty");
        let steps = claim.steps.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "claim {number} ({certainty}; steps {steps}): {}", claim.text);
    }
    for right in card["right"].as_array().into_iter().flatten() {
        let _ = writeln!(text, "What went right: {}", text_of(right, "claim"));
    }
    let causes: String = CAUSES.iter().map(|(name, about)| format!("- {name}: {about}\n")).collect();
    let names: Vec<&str> = CAUSES.iter().map(|(name, _)| *name).collect();
    Posed {
        system: SECOND.into(),
        before: format!("{}\n\nThe causes:\n{causes}", prepared.told),
        // Written by a judge that has read what the agent wrote.
        material: vec![Part::text(text)],
        after: "Which is the root cause? Name the claims that it rests on.".into(),
        tool: "name_cause",
        about: "Name the root cause.",
        schema: super::object(json!({
            "cause": {"type": "string", "enum": names},
            "reason": {"type": "string", "maxLength": 1000},
            "claims": {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 1, "maxItems": 10},
            "confidence": {"type": "string", "enum": ["high", "medium", "low"]},
        })),
    }
}
