//! One rating of one attempt: the same code asks a model and goes through what a model once answered.

use crate::ask::{Asker, Stopped, TRIES};
use crate::metric::{Prepared, Rated};
use crate::spec::Spec;
use crate::trial::Trial;
use agon_core::Usage;
use agon_model::{CallOutcome, CallRecord};
use agon_record::{CallLog, Rating, Run};
use serde_json::Value;
use std::sync::Arc;

/// Calls for a question that no try answers: the tries, and the control.
const PER_QUESTION: usize = TRIES as usize + 1;

/// A trial's place in the plan, the attempt, and the repeat of the rating.
pub(crate) type Place = (u32, u32, u32);

/// What is to be rated.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) place: Place,
    /// The seal of the attempt.
    pub(crate) seal: String,
}

/// Every rating that a layer is to have: of each scored attempt that counts, as often as is asked for.
pub(crate) fn items(run: &Run, spec: &Spec) -> Vec<Item> {
    let results = run.results();
    let rows = results.iter().filter_map(|result| result.row.as_ref());
    let rated = rows.filter(|row| row.is_scored() && spec.metric.rates(row.passed));
    rated
        .flat_map(|row| (0..spec.repeats).map(|repeat| Item { place: (row.trial, row.attempt, repeat), seal: row.seal.clone() }))
        .collect()
}

/// Reads what is looked at, on a thread that may block.
pub(crate) async fn prepare(run: &Arc<Run>, place: Place, spec: &Arc<Spec>, model: &str) -> Result<Prepared, Stopped> {
    let (run, spec, model) = (run.clone(), spec.clone(), model.to_owned());
    let work = move || Prepared::of(&Trial::read(&run, place.0, place.1)?, &spec, &model);
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(format!("reading it broke down: {error}"))).map_err(Stopped::Material)
}

/// The rating, once what is looked at is read. `Err` where there is nothing to write down: the budget is used up, or the record is full.
pub(crate) async fn rate(
    prepared: Result<Prepared, Stopped>,
    place: Place,
    spec: &Spec,
    asker: &mut Asker<'_>,
) -> Result<Rating, Stopped> {
    let rated = match prepared {
        Ok(prepared) => prepared.rate(spec, asker).await,
        Err(stopped) => Err(stopped),
    };
    let usage = Some(asker.usage()).filter(|usage| *usage != Usage::default());
    let (trial, attempt, repeat) = place;
    let void = |why: String, provoked| Rating { provoked, usage, ..Rating::void(trial, attempt, repeat, why) };
    Ok(match rated {
        Ok(Rated { value, reason, steps, parts }) => {
            Rating { reason, steps, parts, usage, ..Rating::new(trial, attempt, repeat, value) }
        }
        Err(Stopped::Outage(problem)) => void(format!("the judge's service failed: {problem}"), false),
        Err(Stopped::NoAnswer { problem, provoked }) => {
            void(format!("the judge gave no answer in the form that was asked for: {problem}"), provoked)
        }
        Err(Stopped::Material(problem)) => void(format!("it cannot be looked at: {problem}"), false),
        Err(other @ (Stopped::Differs(_) | Stopped::Budget | Stopped::Record(_))) => return Err(other),
    })
}

/// Whether a rating stands: it has a value, or asking again is of no use.
pub(crate) fn is_final(rating: &Rating) -> bool {
    rating.value.is_some() || rating.provoked
}

/// The calls of a session, as the client writes them.
pub(crate) fn calls_of(log: &CallLog) -> Result<Vec<CallRecord>, String> {
    let read = |(number, call): (usize, &Value)| {
        serde_json::from_value(call.clone()).map_err(|error| format!("call {} of its log cannot be read: {error}", number + 1))
    };
    log.calls.iter().enumerate().map(read).collect()
}

/// Whether a session ended without a rating that stands.
pub(crate) fn has_no_answer(session: &CallLog) -> bool {
    session.rating.as_ref().is_some_and(|rating| !is_final(rating))
}

/// What was paid for questions that no try answered: it is in no rating's usage, for they are asked anew.
pub(crate) fn paid_in_vain(sessions: &[CallLog]) -> f64 {
    let vain = sessions.iter().filter(|session| has_no_answer(session)).filter_map(|session| calls_of(session).ok());
    let costs = |calls: Vec<CallRecord>| -> f64 {
        let replies = calls.iter().rev().take(PER_QUESTION).map_while(|call| match &call.outcome {
            CallOutcome::Reply { cost_usd, .. } => Some(*cost_usd),
            CallOutcome::Error(_) => None,
        });
        replies.sum()
    };
    vain.map(costs).sum()
}

/// What of the sessions before can be taken over: the longest run of replies about the same attempt.
pub(crate) fn replies_so_far(sessions: &[CallLog], seal: &str) -> Result<Vec<CallRecord>, String> {
    let mut longest = Vec::new();
    for session in sessions.iter().filter(|session| session.seal == seal) {
        let calls = calls_of(session)?;
        let count = calls.len();
        let mut replies: Vec<_> =
            calls.into_iter().take_while(|call| matches!(call.outcome, CallOutcome::Reply { .. })).collect();
        if has_no_answer(session) && replies.len() == count {
            // The last question was not answered by any of its tries: these are to be asked anew.
            replies.truncate(count.saturating_sub(PER_QUESTION));
        }
        if replies.len() > longest.len() {
            longest = replies;
        }
    }
    Ok(longest)
}
