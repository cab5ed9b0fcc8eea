//! What a grader marks, and the grader itself.

use crate::{BoxFuture, Ending, Fault, Instance, Marks};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The state of a world as its private door gave it. It goes into the record, so that marking needs no world.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Evidence(pub Value);

/// Everything a grader may look at. It is the same during the run and years later from the record.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    pub instance: &'a Instance,
    pub evidence: &'a Evidence,
    /// The last answer handed in.
    pub answer: Option<&'a Value>,
    pub ending: &'a Ending,
    /// Steps the agent took.
    pub steps: u32,
}

/// Marks a case. It never sees the live world: what it needs must be in the evidence, which is what makes marking again
/// from the record possible. `Err` (a judge out of reach, evidence of another shape) makes the trial void.
pub trait Grader: Send + Sync {
    fn mark<'a>(&'a self, case: &'a Case<'a>) -> BoxFuture<'a, Result<Marks, Fault>>;
}
