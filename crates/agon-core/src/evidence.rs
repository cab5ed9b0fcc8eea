//! What a grader marks, and the grader itself.

use crate::{ArtifactRef, BoxFuture, Ending, Fault, Instance, Judgement, Marks, NoRecord, Question, TrialRecord};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The state of a world as its private door gave it. It goes into the record, so that marking needs no world.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Evidence(pub Value);

/// Everything a grader may look at. It is the same during the run and years later from the record.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    /// What the agent sat at.
    pub instance: &'a Instance,
    /// The world's state at the end.
    pub evidence: &'a Evidence,
    /// The files that came with the evidence.
    pub artifacts: &'a [ArtifactRef],
    /// The last answer handed in.
    pub answer: Option<&'a Value>,
    /// Why the trial ended.
    pub ending: &'a Ending,
    /// Steps the agent took.
    pub steps: u32,
    /// What was seen and done, frames and files, for graders that look at more than the end.
    pub record: &'a dyn TrialRecord,
    /// What a judge answered to the grader's questions; `None` where judged checks are left out.
    pub judgements: Option<&'a [Judgement]>,
}

impl<'a> Case<'a> {
    /// A case of which no more than this is known: no answer, no files, no record.
    pub fn new(instance: &'a Instance, evidence: &'a Evidence, ending: &'a Ending) -> Self {
        Self { instance, evidence, artifacts: &[], answer: None, ending, steps: 0, record: &NoRecord, judgements: None }
    }
}

/// Marks a case. It never sees the live world: what it needs must be in the evidence, which is what makes marking again
/// from the record possible. `Err` (a judge out of reach, evidence of another shape) makes the trial void.
pub trait Grader: Send + Sync {
    /// What a judge is to be asked about this case before it is marked; without questions no judge is asked. They follow from the case
    /// alone.
    fn questions(&self, _case: &Case<'_>) -> Result<Vec<Question>, Fault> {
        Ok(Vec::new())
    }

    /// Marks one case.
    fn mark<'a>(&'a self, case: &'a Case<'a>) -> BoxFuture<'a, Result<Marks, Fault>>;
}
